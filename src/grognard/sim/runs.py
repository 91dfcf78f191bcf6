"""A run's folder: its plan, the games as they come in, and in the end all of them in order.

While games come in they are appended to a file, one line each, so that nothing
is lost whenever the program stops. A line that was torn is played again.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import msgspec

from grognard.sim.plan import GameRecord, Plan

if sys.platform != "win32":  # where there is no such thing, nobody is kept out
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PLAN: Final = "plan.json"
PART: Final = "games.part.jsonl"
GAMES: Final = "games.jsonl"

_record = msgspec.json.Decoder(GameRecord)


class BadRun(ValueError):  # noqa: N818 - named for what happened
    """A folder that cannot be used for this, in one sentence."""


class Run:
    """A folder with a plan and what has been played of it."""

    def __init__(self, folder: Path, plan: Plan, lines: dict[int, bytes]) -> None:
        self.folder, self.plan, self.lines = folder, plan, lines

    @classmethod
    def begin(cls, folder: Path, plan: Plan) -> Run:
        """Makes the folder, or goes on with it if it holds this plan or fewer games of it."""
        if folder.exists() and not folder.is_dir():
            raise BadRun(f"{folder} is no folder")
        known = _plan_of(folder) if (folder / PLAN).exists() else None
        if known is None and folder.is_dir() and any(folder.iterdir()):
            raise BadRun(f"{folder} holds something else; name another folder with --out")
        if known is not None:
            _check_same(folder, known, plan)
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / PLAN, msgspec.json.format(msgspec.json.encode(plan), indent=1) + b"\n")
        return cls(folder, plan, _lines_of(folder, plan))

    @classmethod
    def open(cls, folder: Path) -> Run:
        """Reads a run, finished or not."""
        if not (folder / PLAN).is_file():
            raise BadRun(f"there is no run in {folder}")
        plan = _plan_of(folder)
        return cls(folder, plan, _lines_of(folder, plan))

    @property
    def missing(self) -> list[int]:
        return [number for number in range(self.plan.games) if number not in self.lines]

    def add(self, number: int, line: bytes) -> None:
        """Keeps a game: it is in the file before anything else is done."""
        with (self.folder / PART).open("ab") as part:
            part.write(line + b"\n")
        self.lines[number] = line

    def finish(self) -> Path:
        """Writes all games in order of their number, and lets go of the file they came in by."""
        ordered = b"".join(self.lines[number] + b"\n" for number in sorted(self.lines))
        _write(self.folder / GAMES, ordered)
        (self.folder / PART).unlink(missing_ok=True)
        return self.folder / GAMES

    def records(self) -> list[GameRecord]:
        return [_record.decode(self.lines[number]) for number in sorted(self.lines)]


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Keeps a folder to oneself: two who play the same run would play its games twice.

    The system lets go of it whenever the program ends, however that happens.
    """
    if sys.platform == "win32":
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        _lock(handle, folder)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadRun(f"{folder} is being played by another arena just now") from None


def _plan_of(folder: Path) -> Plan:
    try:
        return msgspec.json.decode((folder / PLAN).read_bytes(), type=Plan)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRun(f"{folder / PLAN} is no plan of a run: {error}") from None


def _check_same(folder: Path, known: Plan, plan: Plan) -> None:
    if known.rounds > plan.rounds:
        raise BadRun(
            f"{folder} holds {known.rounds} games of each pairing, more than {plan.rounds}"
        )
    there, here = msgspec.to_builtins(known), msgspec.to_builtins(plan)
    other = [key for key in there if key != "rounds" and there[key] != here[key]]
    if other:
        raise BadRun(
            f"{folder} holds a run with another {other[0]}; name another folder with --out"
        )


def _lines_of(folder: Path, plan: Plan) -> dict[int, bytes]:
    lines: dict[int, bytes] = {}
    torn = False
    for name in (GAMES, PART):
        path = folder / name
        if not path.exists():
            continue
        for line in path.read_bytes().split(b"\n"):
            number = _number(line, plan)
            torn |= bool(line) and number is None
            if number is not None:
                lines[number] = line
    if torn:
        # What comes next must not be glued to half a line.
        _write(folder / PART, b"".join(line + b"\n" for line in lines.values()))
    return lines


def _number(line: bytes, plan: Plan) -> int | None:
    try:
        number = _record.decode(line).game if line else None
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return number if number is not None and 0 <= number < plan.games else None


def _write(path: Path, data: bytes) -> None:
    """All or nothing."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    beside.write_bytes(data)
    beside.replace(path)
