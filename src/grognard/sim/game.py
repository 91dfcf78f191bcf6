"""One game of a plan: the same record wherever and whenever it is played."""

from __future__ import annotations

from typing import Any

from grognard.book.canonical import state_hash
from grognard.bots import Guarded, by_name, decide
from grognard.match import Match
from grognard.sim.counting import Counts
from grognard.sim.plan import GameRecord, Plan, encode
from grognard.waist.chance import Fate
from grognard.waist.title import CHANCE, Seat


def play_game(plan: Plan, number: int) -> bytes:
    """Plays one game of a plan; its record as a line of JSON."""
    return encode(play(plan, number))


def play(plan: Plan, number: int) -> GameRecord:
    """Plays one game of a plan. A fault of the title ends the game and is kept as its error."""
    table = _Table(plan, number)
    error = ""
    try:
        table.to_the_end(plan.limit)
    except Exception as fault:
        error = f"{type(fault).__name__}: {fault}"
    return table.record(error)


class _Table:
    """A match with a guarded bot at each seat, counted as it goes."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.number, self.seating = number, plan.seating(number)
        self.title = title = plan.open_title()
        header = plan.header(number)
        self.match: Match[Any, Any, Any, Any] = Match(title, header)
        self.seed = str(header.seed)
        self.fate = Fate(self.seed)
        self.faults: list[str] = []
        self.counts = Counts(title, self.match.state, number)
        self.bots = {
            Seat(seat): Guarded(by_name(name, title), title, self._fault, plan.seconds)
            for seat, name in self.seating.items()
        }

    def _fault(self, words: str) -> None:
        self.faults.append(f"entry {len(self.match.entries)}: {words}")

    def to_the_end(self, limit: int) -> None:
        match = self.match
        while (deciders := match.deciders()) and len(match.entries) < limit:
            seat = deciders[0]
            action = self._drawn() if seat == CHANCE else self._chosen(seat)
            self.counts.told(match.play(seat, action, settle=False))

    def _drawn(self) -> Any:
        draw = self.match.draw()
        outcome = self.fate.settle(draw, len(self.match.entries))
        self.counts.drawn(draw, outcome)
        return outcome

    def _chosen(self, seat: Seat) -> Any:
        self.counts.asked(self.match.state, seat)
        return decide(self.bots[seat], self.match, seat).choice

    def record(self, error: str) -> GameRecord:
        match, counts = self.match, self.counts
        verdict = None if error else match.verdict()
        return GameRecord(
            game=self.number,
            seed=self.seed,
            seats=self.seating,
            winner=None if verdict is None or verdict.winner is None else str(verdict.winner),
            level="" if verdict is None else verdict.level,
            points=0 if verdict is None else verdict.tally.total,
            turn=counts.turn,
            actions=sum(entry.seat != CHANCE for entry in match.entries),
            entries=len(match.entries),
            losses=counts.losses,
            fights=dict(counts.fights),
            dice=counts.dice,
            picks=counts.picks,
            cited=dict(counts.cited),
            refused=dict(counts.refused),
            faults=self.faults,
            error=error,
            final=state_hash(match.state),
        )
