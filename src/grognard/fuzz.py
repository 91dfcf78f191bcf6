"""Random whole games, hunting crashes, dead ends, flaws and games without end."""

from __future__ import annotations

import importlib
import time
import traceback
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.canonical import digest, state_hash
from grognard.chance import Fate
from grognard.codec import write_record
from grognard.match import Entry, Header, check_scenario, full_options
from grognard.title import CHANCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from grognard.library import AnyTitle
    from grognard.title import Seat


class Failure(msgspec.Struct, frozen=True):
    """A game that went wrong: "crash", "dead end", "flaw" or "endless", and at which entry."""

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


class _Game(msgspec.Struct, frozen=True):
    game: int
    actions: int
    verdict: str
    final: str
    failure: Failure | None


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
) -> FuzzReport:
    """Plays so many random games of at most `limit` entries each.

    Several scenarios, with commas between them, are played in turn. Games that fail are
    saved as records in `failing`, all games in `records`.
    """
    header = Header(
        title.KEY, title.EDITION, scenario, full_options(title, options or {}), "", seed
    )
    scenarios = tuple(scenario.split(","))
    for key in scenarios:
        check_scenario(title, key)
    for folder in filter(None, (failing, records)):
        folder.mkdir(parents=True, exist_ok=True)
    job = _Job(_portable(title), header, scenarios, limit, failing, records)
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
    # Fresh processes rather than forks: the caller may have threads.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        chunk = max(1, games // (workers * 8))
        yield from pool.map(_play, [job] * games, range(games), chunksize=chunk)


def _portable(title: AnyTitle) -> Any:
    return title.__name__ if isinstance(title, ModuleType) else title


def _play(job: _Job, game: int) -> _Game:
    title = importlib.import_module(job.title) if isinstance(job.title, str) else job.title
    scenario, seed = job.scenarios[game % len(job.scenarios)], f"{job.header.seed}/{game}"
    header = msgspec.structs.replace(job.header, scenario=scenario, seed=seed)
    return _Player(title, header, game).run(job)


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
        title = self.title
        state = self.state = title.setup(self.header.scenario, self.header.options)
        self._audit()
        while deciders := title.deciders(state):
            if len(self.entries) >= limit:
                raise _Wrong("endless", f"no end after {limit} entries")
            seat = deciders[0] if len(deciders) == 1 else self.rng.choice(deciders)
            action = self._choose(seat)
            self.trying = f"{seat}: {action}"
            title.apply(state, seat, action)
            self.entries.append(Entry(len(self.entries), seat, action))
            self._audit()
        if title.verdict(state) is None:
            raise _Wrong("dead end", "nobody is to decide and there is no verdict")

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


def _words(verdict: Any) -> str:
    return f"{verdict.winner or 'nobody'}: {verdict.level}"


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
    )
