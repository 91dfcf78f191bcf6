"""A guided first game: what a lesson is, and how it is read from its file.

A lesson is data beside the scenarios: who the player is and what he wants, then some
ten steps, each with what to do, where, why and by which rule. No rule is in it: what
a step allows is matched with the offers, and that it is done is seen by what is told.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from grognard.book.flaws import Source

Words = Annotated[str, msgspec.Meta(min_length=1, max_length=240)]
Phrase = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ends a step: an entry of the log with a line that has all that is said here.

    `played` is what the player himself did, in the words of the menu. The others are the
    fields of `Notice`: `to` is where its path ends, `who` one of those who act; `line` are
    words of the line itself. Where nothing is said, any deed of the player will do.
    """

    played: str = ""
    act: str = ""
    kind: str = ""
    at: str = ""
    to: str = ""
    who: str = ""
    line: str = ""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do: the `goal`, `say` for the reason, `stuck` for who cannot find it.

    `allow` are offers as the menu has them, where * stands for anything; none: play freely.
    `lit` are hexes and pieces it is about.
    """

    key: str
    goal: Words
    say: Words
    check: Check = Check()
    allow: tuple[Phrase, ...] = ()
    lit: tuple[Phrase, ...] = ()
    rule: str = ""
    stuck: Annotated[str, msgspec.Meta(max_length=240)] = ""


class Brief(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Before the first step: who one is, what one wants, and how one wins."""

    you: Words
    want: Words
    win: Words


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario played once by steps, from one seat, with these dice and opponents."""

    key: str
    name: Phrase
    scenario: str
    seat: str
    seed: str
    bots: dict[str, str]
    brief: Brief
    steps: tuple[Step, ...]


def read_lessons(folder: Path) -> tuple[Lesson, ...]:
    """The lessons of a folder by the names of their files, the one called `first` first."""
    files = sorted(folder.glob("*.toml"), key=lambda path: (path.stem != "first", path.stem))
    return tuple(map(read_lesson, files))


def read_lesson(path: Path) -> Lesson:
    """One lesson; what is wrong in its file is told with its line."""
    source = Source(path)
    head = {"key": path.stem, **{k: v for k, v in source.tables.items() if k != "step"}}
    rows = source.rows("step", Step)
    seen: set[str] = set()
    for step, line in rows:
        if step.key in seen:
            raise source.flaw(source.token("key =", line), f"two steps have the key {step.key!r}")
        seen.add(step.key)
    steps = tuple(step for step, _ in rows)
    return source.convert({**head, "steps": steps}, Lesson, 1, "the lesson")
