"""What is kept of a position is what one finds looking afresh, and hangs on what it says.

Each fact is worked out again in a bare twin of the position: one that has no
columns but those the fact declares, and of these, where the fact is one side's,
nothing in the rows of the other. To read what was not declared is an error there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

from grognard.book.derived import FACTS, Fact, Ground, Store

Rows = set[int] | None
"""The rows of a column that may be read; None for all of it."""

ALWAYS = {"terms"}  # what the players agreed on does not change

FOLLOW = {"hex_of": ("stacks", "occupied")}
"""Columns that say the same in other words: `audit` holds them together."""

Lift = Callable[[Any, int], None]
"""Takes all that is a side's out of a position."""


def wrong(title: Any, state: Any, lift: Lift | None = None) -> Iterator[str]:
    """What is kept of the position, by ground and by value, and is not so."""
    if hasattr(state, "facts"):
        grounds = import_module(f"{title.__name__}.position.state").GROUNDS
        for ground, side, store in grounds.each(state):
            yield from _wrong_of_ground(title, state, lift, ground, side, store)
    for fact in FACTS:
        if fact.rule.__module__.startswith(f"{title.__name__}."):
            yield from _wrong_by_value(title, state, fact)


def _wrong_of_ground(
    title: Any, state: Any, lift: Lift | None, ground: Ground, side: tuple[int, ...], store: Store
) -> Iterator[str]:
    columns: dict[str, Rows] = dict.fromkeys(ground.columns, None)
    plain = _bare(title, state, columns, lift, side)
    for key, kept in list(store.items()):
        fact, *more = key if isinstance(key, tuple) else (key,)
        twin, found = plain, fact.fact
        if found.by is not None:
            more, values = more
            more = more[len(side) :]
            read = _read(state, found.by, (*side, *more))
            if found.by(state, *side, *more) != values:
                continue  # kept for when it is so again
            twin = _bare(title, state, columns | read, lift, side)
        yield from _compared(found, twin, (*side, *more), kept)


def _wrong_by_value(title: Any, state: Any, fact: Fact) -> Iterator[str]:
    if isinstance(fact.of, Ground) or fact.rule.__code__.co_varnames[0] != "state":
        return
    for (kit, *more), (basis, kept) in list(fact.last.items()):
        if kit is state.kit and fact.of(state, *more) == basis:
            twin = _bare(title, state, _read(state, fact.of, tuple(more)))
            yield from _compared(fact, twin, tuple(more), kept)


def _compared(fact: Fact, twin: Any, more: tuple[Any, ...], kept: Any) -> Iterator[str]:
    name = f"{fact.rule.__module__}.{fact.rule.__qualname__}{more}"
    try:
        found = fact.rule(twin, *more)
    except (AttributeError, Undeclared) as error:
        yield f"{name} reads what it does not declare: {error}"
        return
    if found != kept:
        yield f"{name} is kept as {kept}, and is {found}"


# -- a position that has but what was declared ---------------------------------------------------


class Undeclared(Exception):  # noqa: N818 - a row was read that was not declared
    pass


class Only(list[Any]):
    """A column of which some rows may be read."""

    rows: set[int]

    def __getitem__(self, row: Any) -> Any:
        if row not in self.rows:
            raise Undeclared(f"row {row}")
        return super().__getitem__(row)

    def __iter__(self) -> Iterator[Any]:
        raise Undeclared("all rows")


def _bare(
    title: Any,
    state: Any,
    columns: Mapping[str, Rows],
    lift: Lift | None = None,
    side: tuple[int, ...] = (),
) -> Any:
    twin = title.copy(state)
    if hasattr(twin, "facts"):
        grounds = import_module(f"{title.__name__}.position.state").GROUNDS
        twin.__dict__["facts"] = grounds.stores()
    if side:
        assert lift is not None
        lift(twin, side[0])
    for column in type(state).__struct_fields__:
        rows = columns.get(column, set()) if column not in ALWAYS else None
        if rows is None:
            continue
        if not rows:
            delattr(twin, column)
        else:
            some = Only(getattr(twin, column))
            some.rows = rows
            setattr(twin, column, some)
    return twin


# -- what a value is made of ---------------------------------------------------------------------


def _read(state: Any, values: Callable[..., Any], more: tuple[Any, ...]) -> dict[str, Rows]:
    """The columns, and of lists the rows, that are read when the value is made."""
    reader = Reader(state)
    values(reader, *more)
    follow = (name for column in reader.found for name in FOLLOW.get(column, ()))
    return reader.found | dict.fromkeys(follow, None)


class Reader:
    """Looks like the state, and notes what is read of it."""

    def __init__(self, state: Any) -> None:
        self.state, self.found = state, dict[str, Rows]()

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.state, name)
        if name == "facts":
            return [{} for _ in value]
        if name not in type(self.state).__struct_fields__:
            return value
        if not isinstance(value, list | bytearray):
            self.found[name] = None
            return value
        self.found.setdefault(name, set())
        return _Column(self, name, value)


class _Column:
    def __init__(self, reader: Reader, name: str, value: Any) -> None:
        self.reader, self.name, self.value = reader, name, value

    def __getitem__(self, row: int) -> Any:
        rows = self.reader.found[self.name]
        if rows is not None:
            rows.add(row)
        return self.value[row]

    def __iter__(self) -> Iterator[Any]:
        self.reader.found[self.name] = None
        return iter(self.value)
