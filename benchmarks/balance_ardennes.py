"""Plays seeded games of Enemy Action: Ardennes to their end, one line of JSON for each.

    python -m benchmarks.balance_ardennes --games 200            all five solitaire scenarios
    python -m benchmarks.balance_ardennes --scenarios gs-3 --games 10 --bot uniform

A game whose line is in the file already is not played again, so that a run may
be stopped and taken up. `balance_ardennes_plots` makes the pictures and tables.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any

from grognard import bots
from grognard.titles import ardennes
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.state import RESERVE, State, boxed, units_in
from grognard.titles.ardennes.rules.supply import supply
from grognard.waist.chance import Fate
from grognard.waist.title import CHANCE

TITLE: Any = ardennes  # as the match sees it
SCENARIOS = ("gs-3", "gs-5", "gs-7", "gs-10", "gs-14")
RECORDS = Path(__file__).resolve().parents[1] / "bench-results" / "balance-ardennes.jsonl"
LIMIT = 60_000  # actions: a game that is longer goes round in circles
WATCHED = {"1009": "St. Vith", "1815": "Bastogne"}
GERMAN, ALLIED = 0, 1


class Diary:
    """What is noted of a game."""

    def __init__(self) -> None:
        self.today = 16
        self.days: list[dict[str, Any]] = []
        self.fallen: dict[str, int] = {}
        self.uses: list[Counter[str]] = [Counter(), Counter()]
        self.chits: Counter[int] = Counter()
        self.combats = Counter[str]()
        self.steps = [0, 0]
        self.units = [0, 0]
        self.furthest: dict[int, int] = {}  # by row: the column, counted from the east

    def note(self, state: State, event: Any) -> None:
        side = event.side
        match event:
            case ev.DayBegan(day=day):
                self.today = day
            case ev.VictoryCounted():
                self.days.append(self._evening(state, event))
            case ev.TownTaken(hex=label) if side == GERMAN and label in WATCHED:
                self.fallen.setdefault(WATCHED[label], self.today)
            case ev.StepLost():
                self.steps[side] += 1
            case ev.Eliminated():
                self.steps[side] += 1
                self.units[side] += 1
            case ev.AttackDeclared():
                self.combats["German" if side == GERMAN else "Allied"] += 1
            case ev.ChitsChosen(count=count):
                self.chits[count] += 1
            case _:
                self._card(event, side)

    def _card(self, event: Any, side: int) -> None:
        match event:
            case ev.CardPlayed(use=use):
                self.uses[side][use] += 1
            case ev.TacticUsed(card=card) if card and side == GERMAN:
                self.uses[side]["tactic"] += 1
            case ev.Discarded():
                self.uses[side]["discarded"] += 1
            case ev.FuelShort():
                self.uses[side]["out of fuel"] += 1
            case ev.ImpulseSkipped():
                self.uses[ALLIED]["impulse skipped"] += 1
            case ev.CommandChosen(command=command):
                self.uses[ALLIED][command] += 1
            case ev.CombatCard(outcome=outcome):
                self.uses[ALLIED][f"in combat: {_kind(outcome)}"] += 1

    def _evening(self, state: State, event: ev.VictoryCounted) -> dict[str, Any]:
        kit = state.kit
        supplied = supply.supplied(state, GERMAN)
        for hex_, units in state.stacks.items():
            if units & kit.side_units[GERMAN]:
                row = kit.grid.row(hex_)
                self.furthest[row] = max(self.furthest.get(row, 0), kit.column(hex_))
        fed = [kit.column(h) for h in _german_hexes(state) if supplied >> h & 1]
        held = kit.vp_hexes & state.german_towns
        return {
            "day": self.today,
            "vp": event.tally.total,
            "exit_vp": state.exit_points,
            "cut_off_vp": sum(kit.vp[h] for h in _hexes(held & ~supplied)),
            "column": max(self.furthest.values()),
            "supplied_column": max(fed, default=0),
            "to_meuse": _to_meuse(state),
            "allied_reserve": boxed(state, RESERVE, ALLIED).bit_count(),
            "roadblocks": state.roadblocks.bit_count(),
            "front": dict(sorted(self.furthest.items())),
            "german_units": sum(1 for u in _units(state, GERMAN)),
            "allied_units": sum(1 for u in _units(state, ALLIED)),
            "watched": [n for label, n in WATCHED.items() if _held(state, label)],
        }


def _kind(outcome: str) -> str:
    """A tactic, or whoever comes to help."""
    return "a unit joins" if "/" in outcome else outcome or "no effect"


def _hexes(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _german_hexes(state: State) -> Iterator[Any]:
    return (h for h in state.stacks if units_in(state, h) & state.kit.side_units[GERMAN])


def _units(state: State, side: int) -> Iterator[int]:
    return (u for u in _hexes(state.kit.side_units[side]) if state.hex_of[u] >= 0)


def _to_meuse(state: State) -> int:
    """The hexes from the foremost German unit to the river."""
    grid, bank = state.kit.grid, state.kit.meuse
    return min(grid.distance(a, b) for a in _german_hexes(state) for b in _hexes(bank))


def _held(state: State, label: str) -> bool:
    return bool(state.german_towns >> state.kit.grid.at(label) & 1)


Job = tuple[str, int, str, Path | None]  # scenario, seed, bot, chart pack


def play(job: Job) -> dict[str, Any]:
    """One game; its record."""
    scenario, seed, bot, pack = job
    state = TITLE.setup(scenario, {}, pack)
    fate, rng, player = Fate(f"balance/{seed}"), Random(seed), bots.by_name(bot, TITLE)
    diary, entry = Diary(), 0
    while (deciders := TITLE.deciders(state)) and entry < LIMIT:
        seat = deciders[0]
        if seat == CHANCE:
            action = fate.settle(TITLE.draw(state), entry)
        else:
            action = player.choose(TITLE.view(state, seat), TITLE.offers(state, seat), rng)
        for event in TITLE.apply(state, seat, action):
            diary.note(state, event)
        entry += 1
    return _record(job, state, diary, entry)


def _record(job: Job, state: State, diary: Diary, entries: int) -> dict[str, Any]:
    verdict = TITLE.verdict(state)
    return {
        "scenario": job[0],
        "seed": job[1],
        "bot": job[2],
        "result": verdict.level if verdict else "not over",
        "last_day": diary.today,
        "entries": entries,
        "days": diary.days,
        "fallen": diary.fallen,
        "cards": {"German": dict(diary.uses[GERMAN]), "Allied": dict(diary.uses[ALLIED])},
        "combats": dict(diary.combats),
        "chits": {str(n): count for n, count in sorted(diary.chits.items())},
        "steps_lost": diary.steps,
        "units_lost": diary.units,
    }


# -- the run ------------------------------------------------------------------------------


def done(path: Path) -> set[tuple[str, int, str]]:
    """The games whose lines are there."""
    if not path.exists():
        return set()
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {(row["scenario"], row["seed"], row["bot"]) for row in rows}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=200, help="of each scenario (200)")
    parser.add_argument("--scenarios", nargs="+", default=SCENARIOS)
    parser.add_argument("--bot", choices=bots.NAMES, default="greedy", help="the German (greedy)")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--pack", type=Path, help="a chart pack to play with")
    parser.add_argument("--out", type=Path, default=RECORDS)
    return parser.parse_args()


def main() -> None:
    options = arguments()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    there = done(options.out)
    jobs = [
        (scenario, seed, options.bot, options.pack)
        for scenario in options.scenarios
        for seed in range(options.games)
        if (scenario, seed, options.bot) not in there
    ]
    with options.out.open("a", encoding="utf-8") as lines, Pool(options.processes) as pool:
        for number, record in enumerate(pool.imap_unordered(play, jobs, chunksize=1), 1):
            lines.write(json.dumps(record, ensure_ascii=False) + "\n")
            lines.flush()
            if number % 10 == 0 or number == len(jobs):
                print(f"{number} of {len(jobs)} games", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
