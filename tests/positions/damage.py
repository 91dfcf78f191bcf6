"""Data files damaged on purpose: one value at a time, in every way that is worth a try."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

Where = tuple[str | int, ...]

GONE = object()
WAYS: dict[str, Callable[[Any], object]] = {
    "missing": lambda _: GONE,
    "text": lambda _: "nonsense",
    "no text": lambda _: "",
    "hex": lambda _: "9999",
    "digits": lambda _: "99999",
    "number": lambda _: 7,
    "large": lambda _: 300,
    "huge": lambda _: 99999,
    "vast": lambda _: 10**40,
    "negative": lambda _: -1,
    "none": lambda _: 0,
    "fraction": lambda _: 1.5,
    "not a number": lambda _: float("nan"),
    "truth": lambda _: True,
    "list": lambda value: [value],
    "empty list": lambda _: [],
    "table": lambda value: {"x": value},
    "empty table": lambda _: {},
    "twice": lambda value: [*value, *value] if isinstance(value, list) else f"{value}{value}",
    "deep": lambda _: _nested(),
}


class Damage(NamedTuple):
    """One value of one file, and what becomes of it."""

    file: str
    where: Where
    way: str

    @property
    def shape(self) -> tuple[object, ...]:
        """Alike but for the place in a list, or for a name that a file gives itself."""
        keys = tuple("#" if isinstance(k, int) or not k.islower() else k for k in self.where)
        return (self.file, keys, self.way)


def _nested() -> object:
    value: object = 1
    for _ in range(60):
        value = [value]
    return value


def damages(data: Path, file: str, rng: Random) -> list[Damage]:
    """One of each shape, in any order."""
    tables = tomllib.loads((data / file).read_text(encoding="utf-8"))
    every = [Damage(file, where, way) for where in _places(tables) for way in WAYS]
    rng.shuffle(every)
    return list({damage.shape: damage for damage in every}.values())


def _places(value: object, at: Where = ()) -> Iterator[Where]:
    if at:
        yield at
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _places(inner, (*at, key))
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from _places(inner, (*at, n))


def damaged(data: Path, damage: Damage) -> str:
    """The text of the file with that damage."""
    tables = tomllib.loads((data / damage.file).read_text(encoding="utf-8"))
    inner: Any = tables
    for key in damage.where[:-1]:
        inner = inner[key]
    last = damage.where[-1]
    value = WAYS[damage.way](inner[last])
    if value is GONE:
        del inner[last]
    else:
        inner[last] = value
    return "".join(f"{_key(key)} = {toml(value)}\n" for key, value in tables.items())


def toml(value: object) -> str:
    """A value as TOML, on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, float) and value != value:
        return "nan"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)
