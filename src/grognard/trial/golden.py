"""Golden games: what a game came to, entry by entry, in the words a player reads.

A golden file is JSON lines: first what the game was begun with, then each entry
with its sentences and the hash of the position after it. A recipe says how the
game was played; blessing plays all recipes anew, and the difference is for a
person to read.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.book.canonical import state_hash
from grognard.bots import by_name, decide
from grognard.match import AnyMatch, Entry, Header, Match, MatchError, Undo
from grognard.waist.chance import Picked, Rolled
from grognard.waist.title import Seat, seats_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grognard.bots import Bot
    from grognard.library import AnyTitle


class BadGolden(ValueError):  # noqa: N818 - named for what it is, as in the codec
    """A golden file or recipe that cannot be read, in one sentence."""


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stretch of a game: for so many choices, or until an event of that kind has happened.

    `prefer` lists kinds of action to take when they are offered, first things
    first; otherwise the bot chooses.
    """

    choices: int = 100_000
    until: str = ""
    prefer: tuple[str, ...] = ()


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a golden game is played."""

    name: str
    about: str
    scenario: str
    seed: str
    options: dict[str, str] = {}
    bots: dict[str, str] = {}
    stages: tuple[Stage, ...] = (Stage(),)


class Told(msgspec.Struct, frozen=True):
    """One entry of a golden game."""

    n: int
    seat: str
    action: Any
    told: tuple[str, ...]
    state: str


class Difference(msgspec.Struct, frozen=True):
    """The first entry at which a golden game went another way."""

    file: str
    n: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.file}, entry {self.n}: {self.sentence}"


class Golden(msgspec.Struct, frozen=True):
    """A golden file as read."""

    recipe: Recipe
    header: Header
    entries: tuple[Told, ...]


# -- recipes ------------------------------------------------------------------------------


def recipes(folder: Path) -> list[Recipe]:
    """The recipes of a title's golden games, from `recipes.toml` in their folder."""
    path = folder / "recipes.toml"
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return msgspec.convert(table.get("recipe", []), list[Recipe])
    except OSError:
        raise BadGolden(f"there is no {path}") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadGolden(f"{path}: {error}") from error


def cook(title: AnyTitle, recipe: Recipe) -> AnyMatch:
    """Plays a recipe."""
    match: AnyMatch = Match.new(title, recipe.scenario, recipe.options, recipe.seed)
    bots = {
        seat: by_name(recipe.bots.get(seat, "uniform"), title)
        for seat in seats_of(title, recipe.scenario)
    }
    rng = Random(f"golden/{recipe.seed}")
    for stage in recipe.stages:
        _play_stage(match, stage, bots, rng)
    return match


def _play_stage(match: AnyMatch, stage: Stage, bots: dict[Seat, Bot], rng: Random) -> None:
    for _ in range(stage.choices):
        if not (deciders := match.deciders()):
            return
        seat = deciders[0]
        wanted = _preferred(match.offers(seat), stage.prefer) if stage.prefer else []
        action = rng.choice(wanted) if wanted else decide(bots[seat], match, seat, rng).choice
        events = match.play(seat, action)
        if any(type(event).__name__ == stage.until for event in events):
            return


def _preferred(offers: Sequence[Any], kinds: Sequence[str]) -> list[Any]:
    for kind in kinds:
        if wanted := [action for action in offers if type(action).__name__ == kind]:
            return wanted
    return []


# -- files ----------------------------------------------------------------------------------


def golden_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.jsonl"))


def bless(title: AnyTitle, folder: Path) -> list[Path]:
    """Plays every recipe and writes its file; files without a recipe are removed."""
    wanted = {folder / f"{recipe.name}.jsonl": recipe for recipe in recipes(folder)}
    for path, recipe in wanted.items():
        path.write_bytes(b"".join(_lines(title, recipe, cook(title, recipe))))
    for path in golden_files(folder):
        if path not in wanted:
            path.unlink()
    return list(wanted)


def _lines(title: AnyTitle, recipe: Recipe, match: AnyMatch) -> Iterator[bytes]:
    encode = msgspec.json.Encoder(order="deterministic").encode
    yield encode({"recipe": recipe, "header": match.header}) + b"\n"
    again: AnyMatch = Match(title, match.header)
    for entry in match.entries:
        again.play(entry.seat, entry.action, settle=False)
        yield encode(_told(title, again, entry)) + b"\n"


def _told(title: AnyTitle, match: AnyMatch, entry: Entry) -> Told:
    lines = tuple(title.narrate(event) for event in match.events[entry.n])
    return Told(entry.n, entry.seat, entry.action, lines, state_hash(match.state))


def read(title: AnyTitle, path: Path) -> Golden:
    """A golden file; raises BadGolden."""
    kind: Any = title.Action | Undo | Rolled | Picked
    entry: Any = msgspec.defstruct(
        "Told",
        [("n", int), ("seat", str), ("action", kind), ("told", tuple[str, ...]), ("state", str)],
    )
    try:
        first, *rest = path.read_bytes().splitlines()
        begun = msgspec.json.decode(first, type=dict[str, msgspec.Raw])
        recipe = msgspec.json.decode(begun["recipe"], type=Recipe)
        header = msgspec.json.decode(begun["header"], type=Header)
        read_ = [msgspec.json.decode(line, type=entry) for line in rest]
    except (msgspec.MsgspecError, ValueError, KeyError) as error:
        raise BadGolden(f"{path} is no golden game: {error}") from error
    told = tuple(Told(e.n, e.seat, e.action, e.told, e.state) for e in read_)
    return Golden(recipe, header, told)


# -- playing again -----------------------------------------------------------------------------


def check(title: AnyTitle, path: Path) -> Difference | None:
    """Plays a golden game again; the first difference, if there is one."""
    golden = read(title, path)
    if golden.header.edition != title.EDITION:
        made = f"made by edition {golden.header.edition}, this is edition {title.EDITION}"
        return Difference(path.name, 0, made)
    match: AnyMatch = Match(title, golden.header)
    for told in golden.entries:
        if (difference := _replayed(title, match, told)) is not None:
            return Difference(path.name, told.n, difference)
    return None


def _replayed(title: AnyTitle, match: AnyMatch, told: Told) -> str | None:
    try:
        match.play(Seat(told.seat), told.action, settle=False)
    except MatchError as error:
        return f"“{told.action}” is no longer possible: {error}"
    now = _told(title, match, match.entries[-1])
    if now.told != told.told:
        pairs = zip((*now.told, "(nothing)"), (*told.told, "(nothing)"), strict=False)
        here, there = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
        return f"it reads “{here}”, and was “{there}”"
    if now.state != told.state:
        return f"after “{told.action}” the position is not the one that was blessed"
    return None
