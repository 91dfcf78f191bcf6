"""Random whole games, hunting crashes, dead ends, flaws and games without end.

With a referee also differences: every decision, position and action is held against a second
reading of the rules, and every other game begins in the middle, from a scattered position.
"""

from __future__ import annotations

import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from grognard import library
from grognard.book.canonical import digest, state_hash
from grognard.match import Entry, Header, check_scenario, full_options
from grognard.match.writing import write_record
from grognard.processes import processes
from grognard.waist.chance import Fate
from grognard.waist.referee import Bench
from grognard.waist.title import CHANCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from grognard.library import AnyTitle
    from grognard.waist.referee import Difference, Referee
    from grognard.waist.title import Seat

A_WHILE: Final = 60
"""So many entries are played from a scattered position."""


class Failure(msgspec.Struct, frozen=True):
    """A game that went wrong: crash, dead end, flaw, endless or difference; at which entry."""

    game: int
    kind: str
    n: int
    sentence: str
    action: str = ""
    trace: str = ""
    record: str = ""


class FuzzReport(msgspec.Struct, frozen=True):
    """What came of the games; all but the timing depends on the seed alone."""

    title: str
    edition: int
    scenario: str
    seed: str
    games: int
    actions: int
    mean_length: float
    crashes: int
    dead_ends: int
    flaws: int
    endless: int
    verdicts: dict[str, int]
    failures: list[Failure]
    digest: str
    seconds: float
    actions_per_second: float
    differences: int = 0
    refereed: int = 0  # decisions that a referee had a reading of
    unread: dict[str, int] = {}  # decisions it had none of, by the question
    compared: dict[str, int] = {}  # what else was compared, and how often

    @property
    def ok(self) -> bool:
        return not self.failures


class _Job(msgspec.Struct, frozen=True):
    """Everything a game needs but its number; the title by module name so that it can travel."""

    title: Any
    header: Header
    scenarios: tuple[str, ...]  # played in turn
    limit: int
    failing: Path | None
    records: Path | None
    referee: Referee | str | None  # by the key of its title so that it can travel


class _Game(msgspec.Struct, frozen=True):
    game: int
    actions: int
    verdict: str
    final: str
    failure: Failure | None
    refereed: int = 0
    unread: dict[str, int] = {}
    compared: dict[str, int] = {}


class _Wrong(Exception):  # noqa: N818 - a game that went wrong, caught in this module
    def __init__(self, kind: str, sentence: str) -> None:
        self.kind, self.sentence = kind, sentence


def fuzz(
    title: AnyTitle,
    scenario: str,
    games: int,
    seed: str = "0",
    limit: int = 20_000,
    progress: Callable[[int, int], None] | None = None,
    *,
    options: Mapping[str, str] | None = None,
    failing: Path | None = None,
    records: Path | None = None,
    workers: int = 1,
    referee: Referee | str | None = None,
) -> FuzzReport:
    """Plays so many random games of at most `limit` entries each.

    Several scenarios, with commas between them, are played in turn. Games that fail are
    saved as records in `failing`, all games in `records`. `referee` is a second reading of
    the title, or the key of the title whose own it is; a game ends where the readings part.
    """
    header = Header(
        title.KEY, title.EDITION, scenario, full_options(title, options or {}), "", seed
    )
    scenarios = tuple(scenario.split(","))
    for key in scenarios:
        check_scenario(title, key)
    for folder in filter(None, (failing, records)):
        folder.mkdir(parents=True, exist_ok=True)
    job = _Job(library.packed(title), header, scenarios, limit, failing, records, referee)
    start = time.perf_counter()
    played = []
    for game in _run(job, games, workers):
        played.append(game)
        if progress is not None:
            progress(len(played), games)
    return _report(header, played, time.perf_counter() - start)


def _run(job: _Job, games: int, workers: int) -> Iterable[_Game]:
    if workers <= 1:
        yield from (_play(job, game) for game in range(games))
        return
    with processes(workers) as pool:
        chunk = max(1, games // (workers * 8))
        yield from pool.map(_play, [job] * games, range(games), chunksize=chunk)


def _play(job: _Job, game: int) -> _Game:
    title = library.unpacked(job.title)
    scenario, seed = (
        job.scenarios[_round(job, game) % len(job.scenarios)],
        f"{job.header.seed}/{game}",
    )
    header = msgspec.structs.replace(job.header, scenario=scenario, seed=seed)
    if job.referee is None:
        return _Player(title, header, game).run(job)
    referee = library.referee(job.referee) if isinstance(job.referee, str) else job.referee
    return _Refereed(title, header, game, referee).run(job)


def _round(job: _Job, game: int) -> int:
    # A refereed game and the scattered position after it share a scenario.
    return game if job.referee is None else game // 2


class _Player:
    """One random game. The state is changed in place: nobody looks back."""

    def __init__(self, title: Any, header: Header, game: int) -> None:
        self.title, self.header, self.game = title, header, game
        self.rng, self.fate = Random(f"fuzz/{header.seed}"), Fate(header.seed or "")
        self.entries: list[Entry] = []
        self.state: Any = None
        self.trying = ""

    def run(self, job: _Job) -> _Game:
        failure = self._attempt(job.limit)
        crashed = failure is not None and failure.kind == "crash"
        # After a crash the state may be half changed: its hash would mean nothing.
        final = "" if crashed else state_hash(self.state)
        if job.records is not None:
            self._save(job.records, final)
        if failure is not None and job.failing is not None:
            record = self._save(job.failing, final)
            failure = msgspec.structs.replace(failure, record=record)
        words = "" if failure else _words(self.title.verdict(self.state))
        return _Game(self.game, len(self.entries), words, final, failure)

    def _attempt(self, limit: int) -> Failure | None:
        try:
            self._to_the_end(limit)
        except _Wrong as wrong:
            return self._failure(wrong.kind, wrong.sentence)
        except Exception as error:
            words = f"{type(error).__name__}: {error}"
            return self._failure("crash", words, traceback.format_exc())
        return None

    def _failure(self, kind: str, sentence: str, trace: str = "") -> Failure:
        return Failure(self.game, kind, len(self.entries), sentence, self.trying, trace)

    def _to_the_end(self, limit: int) -> None:
        self.state = self._opening()
        self._audit()
        while deciders := self.title.deciders(self.state):
            if len(self.entries) >= limit:
                raise _Wrong("endless", f"no end after {limit} entries")
            seat = deciders[0] if len(deciders) == 1 else self.rng.choice(deciders)
            action = self._choose(seat)
            self.trying = f"{seat}: {action}"
            self._apply(seat, action)
            self.entries.append(Entry(len(self.entries), seat, action))
            self._audit()
        if self.title.verdict(self.state) is None:
            raise _Wrong("dead end", "nobody is to decide and there is no verdict")

    def _opening(self) -> Any:
        return self.title.setup(self.header.scenario, self.header.options)

    def _apply(self, seat: Seat, action: Any) -> None:
        self.title.apply(self.state, seat, action)

    def _choose(self, seat: Seat) -> Any:
        if seat == CHANCE:
            return self.fate.settle(self.title.draw(self.state), len(self.entries))
        # Drawing until one is allowed is as uniform as listing all offers, and cheaper.
        left = list(self.title.candidates(self.state, seat))
        while left:
            i = self.rng.randrange(len(left))
            left[i], left[-1] = left[-1], left[i]
            action = left.pop()
            if self.title.refusal(self.state, seat, action) is None:
                return action
        raise _Wrong("dead end", f"{seat} is to decide and may do nothing")

    def _audit(self) -> None:
        if flaws := self.title.audit(self.state):
            raise _Wrong("flaw", "; ".join(flaws))

    def _save(self, folder: Path, final: str) -> str:
        name = f"{self.header.title}-{self.header.scenario}-{self.header.seed}.jsonl"
        path = folder / name.replace("/", "-")
        checks = {self.entries[-1].n: final} if self.entries and final else {}
        write_record(path, self.header, self.entries, checks)
        return str(path)


class _Refereed(_Player):
    """A random game, or a while from a scattered position, with a referee at the table."""

    def __init__(self, title: Any, header: Header, game: int, referee: Referee) -> None:
        super().__init__(title, header, game)
        self.bench = Bench(title, referee)
        self.scattered = game % 2 == 1

    def run(self, job: _Job) -> _Game:
        if self.scattered:  # no record can begin there: seed and game make it again
            job = msgspec.structs.replace(job, failing=None, records=None)
        bench, played = self.bench, super().run(job)
        return msgspec.structs.replace(
            played,
            refereed=bench.decisions,
            unread=dict(bench.unread),
            compared=dict(bench.compared),
        )

    def _to_the_end(self, limit: int) -> None:
        if not self.scattered:
            return super()._to_the_end(limit)
        try:
            super()._to_the_end(A_WHILE)
        except _Wrong as wrong:
            if wrong.kind != "endless":
                raise

    def _opening(self) -> Any:
        if not self.scattered:
            return super()._opening()
        return self.bench.referee.scattered(self.header.scenario, self.rng)

    def _choose(self, seat: Seat) -> Any:
        self._hold(self.bench.position(self.state))
        if seat == CHANCE:
            return super()._choose(seat)
        self._hold(self.bench.decision(self.state, seat))
        # A referee may have a hand in what a scattered position comes to: fights are rare else.
        chooses = getattr(self.bench.referee, "choose", None) if self.scattered else None
        if chooses is None:
            return super()._choose(seat)
        return chooses(self.title.offers(self.state, seat), self.rng)

    def _apply(self, seat: Seat, action: Any) -> None:
        before = self.title.copy(self.state)
        told = self.title.apply(self.state, seat, action)
        self._hold(self.bench.deed(before, seat, action, list(told), self.state))

    def _hold(self, differences: Sequence[Difference]) -> None:
        if differences:
            raise _Wrong("difference", "; ".join(map(str, differences)))


def _words(verdict: Any) -> str:
    return "broken off" if verdict is None else f"{verdict.winner or 'nobody'}: {verdict.level}"


def _report(header: Header, played: list[_Game], seconds: float) -> FuzzReport:
    failures = [game.failure for game in played if game.failure is not None]
    kinds = [failure.kind for failure in failures]
    actions = sum(game.actions for game in played)
    words = [game.verdict for game in played if game.verdict]
    return FuzzReport(
        title=header.title,
        edition=header.edition,
        scenario=header.scenario,
        seed=header.seed or "",
        games=len(played),
        actions=actions,
        mean_length=actions / max(1, len(played)),
        crashes=kinds.count("crash"),
        dead_ends=kinds.count("dead end"),
        flaws=kinds.count("flaw"),
        endless=kinds.count("endless"),
        verdicts={word: words.count(word) for word in sorted(set(words))},
        failures=failures,
        digest=digest(*(game.final.encode() for game in played)),
        seconds=seconds,
        actions_per_second=actions / seconds if seconds else 0.0,
        differences=kinds.count("difference"),
        refereed=sum(game.refereed for game in played),
        unread=_sum(game.unread for game in played),
        compared=_sum(game.compared for game in played),
    )


def _sum(counts: Iterable[dict[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return dict(sorted(total.items()))
