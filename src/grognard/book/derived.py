"""Facts that follow from a position, kept while what they hang on is as it was.

What a fact hangs on is said where it is defined: columns of the state, or a value.

    OWN = Ground("hex_of", "stacks", "deployed", sides=2)
    GROUNDS = Grounds(OWN)

    @derived(of=OWN)
    def zone(state: State, side: Side) -> HexSet: ...

    @derived(of=lambda state, side: (state.occupied[side], state.control))
    def observed(state: State, side: Side) -> HexSet: ...

The first is forgotten when a setter says `GROUNDS.changed(state, "hex_of", side=side)`; of the
second the last is kept, for each kit and the rest of its arguments, and serves while the value is
the same. That a fact reads no more than it says, and that what is kept is what one would find
looking afresh, is a law of the tests. What follows from values alone is `functools.lru_cache`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar, cast

Store: TypeAlias = dict[Any, Any]
"""What has been derived from a ground, by fact and the rest of its arguments."""

Rule: TypeAlias = Callable[..., Any]
Values: TypeAlias = Callable[..., Any]
"""What a fact hangs on, of its own arguments."""

F = TypeVar("F", bound=Rule)


class Grounded(Protocol):
    """A state that keeps a store for each of its grounds; `Grounds.stores` makes them."""

    @property
    def facts(self) -> list[Store]: ...


class Ground:
    """Columns of a state. With `sides`, facts hang on the rows of one side, and name it first."""

    def __init__(self, *columns: str, sides: int = 0) -> None:
        self.columns, self.sides = frozenset(columns), sides
        self.at = -1  # its first place among the stores of a state


class Grounds:
    """The grounds of a title. Its setters say here what they changed, and of which side."""

    def __init__(self, *grounds: Ground) -> None:
        self._grounds, self._count = grounds, 0
        self._places: dict[tuple[Any, ...], tuple[int, ...]] = {}
        for ground in grounds:
            ground.at = self._count
            self._count += ground.sides or 1

    def stores(self) -> list[Store]:
        """Nothing has been derived yet."""
        return [{} for _ in range(self._count)]

    def changed(
        self, state: Grounded, *columns: str, side: int | None = None, but: Ground | None = None
    ) -> None:
        """What hangs on these columns is forgotten; `but` one ground is known to hold."""
        key = (columns, side, but)
        places = self._places.get(key)
        if places is None:
            places = self._places[key] = tuple(self._find(frozenset(columns), side, but))
        stores = state.facts
        for at in places:
            stores[at] = {}

    def _find(self, columns: frozenset[str], side: int | None, but: Ground | None) -> Iterator[int]:
        for ground in self._grounds:
            if ground is not but and columns & ground.columns:
                rows = range(ground.sides or 1)
                yield from (ground.at + n for n in rows if side in (None, n) or not ground.sides)

    def each(self, state: Grounded) -> Iterator[tuple[Ground, tuple[int, ...], Store]]:
        """All stores, with the side whose they are, if they are a side's."""
        for ground in self._grounds:
            for n in range(ground.sides or 1):
                yield ground, (n,) if ground.sides else (), state.facts[ground.at + n]


class Fact(NamedTuple):
    """How a fact is worked out, and what from; the function that keeps it bears this as `fact`."""

    rule: Rule
    of: Ground | Values
    by: Values | None
    last: Store  # of one by value, for each of its arguments: what it hung on, and what it was


FACTS: Final[list[Fact]] = []
"""All there are in the titles that were imported."""


def derived(
    of: Ground | Values, by: Values | None = None, renewed: Rule | None = None
) -> Callable[[F], F]:
    """The function is asked once, and again when what it hangs on has changed.

    `by` is what a fact looks at besides its ground: kept apart for each such value. `renewed` finds
    the same from what was found last: it takes the last value, what that hung on, what it hangs on
    now, and the fact's own arguments.
    """

    def keep(rule: F) -> F:
        last: Store = {}
        if not isinstance(of, Ground):
            kept = _by_value(rule, of, renewed, last)
        elif by is not None:
            kept = _besides(rule, of, by)
        elif of.sides:
            kept = _of_side(rule, of)
        else:
            kept = _of_all(rule, of)
        kept.__dict__["fact"] = fact = Fact(rule, of, by, last)
        FACTS.append(fact)
        return cast(F, wraps(rule)(kept))

    return keep


# -- how each is kept: by the number of arguments, for speed ----------------------------------


def _of_all(rule: Rule, ground: Ground) -> Rule:
    def of_state(state: Any) -> Any:
        try:
            return state.facts[at][of_state]
        except KeyError:
            found = state.facts[at][of_state] = rule(state)
            return found

    def of_one(state: Any, one: Any) -> Any:
        try:
            return state.facts[at][of_one, one]
        except KeyError:
            found = state.facts[at][of_one, one] = rule(state, one)
            return found

    def of_more(state: Any, *more: Any) -> Any:
        try:
            return state.facts[at][(of_more, *more)]
        except KeyError:
            found = state.facts[at][(of_more, *more)] = rule(state, *more)
            return found

    at = _place(ground)
    several: dict[int, Rule] = {1: of_state, 2: of_one}
    return several.get(_arguments(rule), of_more)


def _of_side(rule: Rule, ground: Ground) -> Rule:
    def of_side(state: Any, side: Any) -> Any:
        try:
            return state.facts[at + side][of_side]
        except KeyError:
            found = state.facts[at + side][of_side] = rule(state, side)
            return found

    def of_more(state: Any, side: Any, *more: Any) -> Any:
        try:
            return state.facts[at + side][(of_more, *more)]
        except KeyError:
            found = state.facts[at + side][(of_more, *more)] = rule(state, side, *more)
            return found

    at = _place(ground)
    return of_side if _arguments(rule) == 2 else of_more


def _besides(rule: Rule, ground: Ground, by: Values) -> Rule:
    def of_values(state: Any, *more: Any) -> Any:
        store = state.facts[at + more[0] if sides else at]
        key = (of_values, more, by(state, *more))
        try:
            return store[key]
        except KeyError:
            found = store[key] = rule(state, *more)
            return found

    at, sides = _place(ground), ground.sides
    return of_values


def _by_value(rule: Rule, of: Values, renewed: Rule | None, kept: Store) -> Rule:
    def of_value(state: Any, *more: Any) -> Any:
        basis, key = of(state, *more), (state.kit, *more)
        last = kept.get(key)
        if last is not None and last[0] == basis:
            return last[1]
        if last is None or renewed is None:
            found = rule(state, *more)
        else:
            found = renewed(last[1], last[0], basis, state, *more)
        kept[key] = basis, found
        return found

    return of_value


def _place(ground: Ground) -> int:
    assert ground.at >= 0, "a ground is one of a title's Grounds before facts hang on it"
    return ground.at


def _arguments(rule: Rule) -> int:
    return rule.__code__.co_argcount


def forget() -> None:
    """Nothing is kept by value: what is asked next is worked out."""
    for fact in FACTS:
        fact.last.clear()
