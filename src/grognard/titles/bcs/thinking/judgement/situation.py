"""A view, and what follows from it for the side that is asked.

The position derived from a view is kept: offers are appraised one by one, and
decisions that leave the counters where they are share what was worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any, Final, TypeVar

from grognard.ground.hexes import Hex, HexSet
from grognard.titles.bcs.kit.kit import (
    GERMAN,
    LEG,
    NO_FORMATION,
    TAC,
    FormationId,
    MaType,
    Side,
    UnitId,
)
from grognard.titles.bcs.position.state import SEATS, State, each, other, units_in
from grognard.titles.bcs.rules.command import mixing
from grognard.titles.bcs.rules.fighting import support
from grognard.titles.bcs.rules.rear import trains
from grognard.titles.bcs.sight.imagine import imagine
from grognard.titles.bcs.sight.view import PLAIN, View
from grognard.titles.bcs.thinking.judgement import roads
from grognard.titles.bcs.thinking.judgement.doctrine import GREEDY, Doctrine
from grognard.titles.bcs.thinking.judgement.ground import Field, march

T = TypeVar("T")

_NOTED: Final = frozenset(
    (
        "began",
        "moved",
        "acted",
        "stopped",
        "finished",
        "fired",
        "attacked",
        "barraged",
        "arty",
        "air",
        "hq_moved",
        "trains_moved",
        "trains_fled",
        "fatiguing",
        "fight",
        "stack",
    )
)  # columns that no fact is derived from
_COUNTERS: Final = ("hex_of", "steps")
_POSITION: Final = tuple(name for name in PLAIN if name not in _NOTED)
_MARKERS: Final = tuple(name for name in _POSITION if name not in (*_COUNTERS, "deployed"))


class Situation:
    """A view, and what follows from it."""

    def __init__(
        self,
        view: View,
        doctrine: Doctrine = GREEDY,
        sent: Mapping[UnitId, Any] | None = None,
        stress: Mapping[Hex, float] = MappingProxyType({}),
    ) -> None:
        assert view.seat is not None, "an onlooker has nothing to choose"
        self.view = view
        self.side: Side = SEATS.index(view.seat)
        self.enemy = other(self.side)
        self.state: State = imagine(view, _NO_CHANCE)
        self.kit = self.state.kit
        self.kept: dict[Hashable, Any] = {}
        self.doctrine = doctrine
        self.orders = self.kit.search_orders if doctrine.searching else self.kit.orders
        self.sent = sent  # the posts that a plan has shared out
        self.stress = stress  # by victory hex, how much more a plan makes of it than it is worth

    def keep(self, key: Hashable, derive: Callable[[], T]) -> T:
        """What `derive` answers, worked out once for the view."""
        if key not in self.kept:
            self.kept[key] = derive()
        value: T = self.kept[key]
        return value

    @property
    def top(self) -> Any:
        return self.view.stack[-1]

    @property
    def is_german(self) -> bool:
        return self.side == GERMAN

    @property
    def turns_left(self) -> int:
        return self.kit.last_turn - self.state.turn

    def at(self, label: str) -> Hex:
        return self.kit.grid.at(label)

    # -- who is where ------------------------------------------------------------------

    @property
    def enemies(self) -> HexSet:
        return self.state.occupied[self.enemy]

    @cached_property
    def rings(self) -> list[HexSet]:
        """By distance, the hexes no farther than that from an enemy unit."""
        found = [self.enemies]
        while len(found) <= FAR_OFF:
            found.append(self.kit.grid.spread(found[-1]))
        return found

    def near(self, radius: int) -> HexSet:
        """The hexes no farther than that from an enemy unit."""
        return self.rings[min(radius, FAR_OFF)]

    def gap(self, hex_: Hex) -> int:
        """How far the nearest enemy unit is, as far as it matters."""
        for radius, ring in enumerate(self.rings):
            if ring >> hex_ & 1:
                return radius
        return FAR_OFF + 1

    @property
    def held(self) -> HexSet:
        """The victory hexes the side controls."""
        german = self.state.german & self.kit.vp_hexes
        return german if self.is_german else self.kit.vp_hexes & ~german

    @property
    def wanted(self) -> HexSet:
        """The victory hexes it does not, and may enter."""
        return self.kit.vp_hexes & ~self.held & ~self.kit.barred[self.side]

    def others_in(self, unit: UnitId, hex_: Hex) -> int:
        """How many friends of a unit are in a hex."""
        stack = units_in(self.state, hex_) & self.kit.side_units[self.side]
        return (stack & ~(1 << unit)).bit_count()

    @cached_property
    def prey(self) -> HexSet:
        """Hexes with enemy HQs or Trains and no combat unit."""
        return trains.counters(self.state, self.enemy) & ~self.enemies

    @cached_property
    def supply_lines(self) -> HexSet:
        """The hexes on the side's MSRs and next to them."""
        return self.kit.grid.spread(trains.used(self.state, self.side))

    @cached_property
    def their_lines(self) -> HexSet:
        """The same of the enemy's."""
        return self.kit.grid.spread(trains.used(self.state, self.enemy))

    @cached_property
    def foreign(self) -> HexSet:
        """Hexes in which a unit of the active formation would be Mixed."""
        found, state = 0, self.state
        for number in self.kit.side_formations[self.side]:
            if number != state.active and state.hq[number] >= 0:
                found |= mixing.blob(state, number)
        return found

    # -- how far ---------------------------------------------------------------------

    def field(self, unit: UnitId, goal: Hex) -> Field:
        """By hex, the march of a unit to a goal as if no enemy were there."""
        number = self.state.command[unit]
        shunned = roads.shunned(self.state, number) if number != NO_FORMATION else 0
        who = number if shunned else NO_FORMATION
        return march(self.state, self.marching_type(unit), goal, who, shunned)

    def way(self, unit: UnitId, goal: Hex) -> Field:
        """The same for one on the move: round the enemy, if that is not too far."""
        number = self.state.command[unit]
        shunned = roads.shunned(self.state, number) if number != NO_FORMATION else 0
        if not shunned:
            return march(self.state, self.marching_type(unit), goal)
        shunned |= self.near(1) & ~self.kit.within(goal, CLOSE_TO)
        return march(self.state, self.marching_type(unit), goal, FormationId(-2 - number), shunned)

    def marching_type(self, unit: UnitId) -> MaType:
        """Wheels and tracks march alike."""
        types = {shown.type for shown in self.kit.units[unit].faces}
        return LEG if types == {LEG} else TAC

    def supports(self, number: FormationId) -> bool:
        return bool(support.boxes(self.state, number))

    def reserve(self, number: FormationId) -> int:
        """Steps in a formation's Support box."""
        return sum(self.state.steps[u] for u in each(support.boxes(self.state, number)))


FAR_OFF: Final = 24
CLOSE_TO: Final = 4  # hexes from a goal where nobody goes round the enemy
_NO_CHANCE: Final = Random(0)  # nothing is hidden, nothing is drawn
_seen: list[Situation] = []


def look(view: View) -> Situation:
    """The situation of a view; the last one is kept."""
    if _seen and _seen[0].view is view:
        return _seen[0]
    here = Situation(view)
    if _seen:
        inherit(here, _seen[0])
    _seen[:] = [here]
    return here


def inherit(here: Situation, before: Situation) -> None:
    """What was derived from the position before, as far as it is the same."""
    now, then = here.view, before.view
    if now.terms != then.terms:
        return
    if any(getattr(now, name) != getattr(then, name) for name in _MARKERS):
        return
    touched = _sides_touched(here, before)
    if not touched:
        here.state.__dict__["facts"] = before.state.facts
    us, german = before.state.own_facts
    here.state.__dict__["own_facts"] = ({} if 0 in touched else us, {} if 1 in touched else german)


def _sides_touched(here: Situation, before: Situation) -> set[Side]:
    """The sides with a unit that has moved, bled or turned over."""
    now, then = here.view, before.view
    changed: set[int] = set(each(now.deployed ^ then.deployed))
    for name in _COUNTERS:
        pairs = zip(getattr(now, name), getattr(then, name), strict=True)
        changed |= {n for n, (a, b) in enumerate(pairs) if a != b}
    return {here.kit.side_of[UnitId(n)] for n in changed}
