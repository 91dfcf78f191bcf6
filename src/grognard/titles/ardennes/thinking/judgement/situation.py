"""A view, and what follows from it for the side that is asked.

All that is derived is kept with the facts of the position, so that offers
appraised one by one, and decisions that leave the position as it was, share it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Card, UnitId, UnitSet
from grognard.titles.ardennes.position.state import (
    SEATS,
    State,
    fact,
    ids,
    other,
    solitaire,
    standing,
    units_in,
)
from grognard.titles.ardennes.rules.cards import cards
from grognard.titles.ardennes.rules.fighting import chits
from grognard.titles.ardennes.rules.moving import zones
from grognard.titles.ardennes.rules.moving.movement import within_bounds
from grognard.titles.ardennes.rules.supply import supply
from grognard.titles.ardennes.sight.imagine import known_facts
from grognard.titles.ardennes.sight.view import PLAIN, View
from grognard.titles.ardennes.thinking.judgement.doctrine import USUAL, Doctrine
from grognard.titles.ardennes.thinking.judgement.ground import FAR, distance_field, goal_field

LEAVING_DAYS: Final = 2  # before the end in which leaving the map is thought of
_POSITION: Final = tuple(name for name in PLAIN if name not in ("stack", "battle"))


class Situation:
    """A view, and what follows from it."""

    doctrine: Doctrine = USUAL

    def __init__(self, view: View) -> None:
        assert view.seat is not None, "an onlooker has nothing to choose"
        self.view = view
        self.side = SEATS.index(view.seat)
        self.enemy = other(self.side)
        self.state: State = known_facts(view)
        self.kit = self.state.kit
        self.scales: dict[UnitId, Any] = {}  # what hexes are worth to a unit

    @cached_property
    def top(self) -> Any:
        return self.view.stack[-1] if self.view.stack else None

    @property
    def days_left(self) -> int:
        return self.kit.scenario.last_day - self.state.day

    @property
    def care(self) -> float:
        """How much an attacker's losses count."""
        return 1.0

    @property
    def solitaire(self) -> bool:
        return solitaire(self.state)

    def card(self, number: int) -> Card:
        return cards.deck(self.state, self.side)[number - 1]

    # -- who is where ----------------------------------------------------------------

    @cached_property
    def own(self) -> UnitSet:
        return standing(self.state, self.side)

    @cached_property
    def enemies(self) -> HexSet:
        return self.state.occupied[self.enemy]

    @cached_property
    def held(self) -> HexSet:
        """The towns the side holds."""
        towns = self.state.german_towns
        return towns if self.side == GERMAN else self.kit.towns & ~towns

    def near_enemy(self, radius: int) -> HexSet:
        def spread() -> HexSet:
            return self.kit.grid.within(self.enemies, radius)

        return fact(self.state, ("judged", "near", self.side, radius), spread)

    def alone(self, unit: UnitId, hex_: Hex) -> bool:
        """Whether no friend is, or would be, in the hex with the unit."""
        return not units_in(self.state, hex_) & ~(1 << unit)

    # -- how far ---------------------------------------------------------------------

    def field_of(self, unit: UnitId) -> dict[Hex, int]:
        """How far each hex is from what the unit's side wants."""
        if self.side == ALLIED:
            return self._threat_field()
        zone = within_bounds(self.state, unit)
        return fact(self.state, ("judged", "field", zone), lambda: self._goals(zone))

    def _goals(self, zone: HexSet) -> dict[Hex, int]:
        state, key = self.state, self.view.terms.kit
        wanted = self.kit.vp_hexes & ~state.german_towns
        leaving = self.days_left <= LEAVING_DAYS
        return goal_field(key, wanted, zone, state.bridges, self.enemies, leaving)

    def _threat_field(self) -> dict[Hex, int]:
        def find() -> dict[Hex, int]:
            return distance_field(self.view.terms.kit, self._threatened(), self.state.bridges)

        return fact(self.state, ("judged", "threat field"), find)

    def _threatened(self) -> HexSet:
        """Victory hexes with Germans near them, and the foremost Germans."""
        near = self.kit.grid.within(self.enemies, 6)
        mine = self.kit.vp_hexes & ~self.state.german_towns & near
        return mine | self.spearheads

    @cached_property
    def spearheads(self) -> HexSet:
        """The Germans outside the Westwall who are farthest on their way."""
        column = self.kit.column
        out = self.state.occupied[GERMAN] & ~self.kit.westwall
        far = sorted(members(out or self.state.occupied[GERMAN]), key=column, reverse=True)
        return sum(1 << hex_ for hex_ in far[:8])

    def pull(self, unit: UnitId, hex_: Hex) -> float:  # noqa: ARG002 - there is no plan here
        """What a plan adds to the worth of a unit's being in a hex."""
        return 0.0

    def in_the_way(self, unit: UnitId, target: Hex) -> float:  # noqa: ARG002 - the same
        """How much of an attack in sight counts for a unit that looks for a place."""
        return 1.0

    def thrift(self, card: Card, worth: float) -> float:  # noqa: ARG002 - the same
        """What it costs to use a card up in a combat or on a bridge."""
        return worth

    def away(self, unit: UnitId, hex_: Hex) -> int:
        return self.field_of(unit).get(hex_, FAR)

    # -- supply ------------------------------------------------------------------------

    def supplied_at(self, hex_: Hex) -> bool:
        """Whether a unit would be in supply in a hex."""
        if supply.supplied(self.state, self.side) >> hex_ & 1:
            return True
        key = ("judged", "supplied if", self.side, hex_)
        return fact(self.state, key, lambda: supply.supplied_if(self.state, self.side, hex_))

    # -- strength ------------------------------------------------------------------------

    def defence(self, hex_: Hex) -> int:
        def count() -> int:
            return max(1, chits.defence_strength(self.state, hex_))

        return fact(self.state, ("judged", "defence", hex_), count)

    def around(self, hex_: Hex) -> UnitSet:
        """The side's units next to a hex."""

        def find() -> UnitSet:
            units = 0
            for near in self.kit.grid.neighbours(hex_):
                units |= units_in(self.state, near)
            return units & self.own

        return fact(self.state, ("judged", "around", self.side, hex_), find)

    def strength_of(self, units: UnitSet, target: Hex) -> int:
        """What units next to a hex attack it with."""
        state = self.state
        return sum(chits.attack_value(state, u, state.hex_of[u], target) for u in ids(units))

    def able(self, units: UnitSet) -> UnitSet:
        """Those that could attack when it comes to it."""
        state = self.state
        weak = state.dispersed | state.dry | state.unsupplied | state.isolated
        return units & ~weak & ~state.record.fought & ~state.record.rushed

    @cached_property
    def enemy_zone(self) -> HexSet:
        return zones.zone(self.state, self.enemy)


_seen: list[Situation] = []


def look(view: View) -> Situation:
    """The situation of a view; the last one is kept, as offers are appraised one by one."""
    if _seen and _seen[0].view is view:
        return _seen[0]
    here = Situation(view)
    if _seen and as_it_was(_seen[0].view, view):
        before = _seen[0].state
        here.state.__dict__ |= {"facts": before.facts, "own_facts": before.own_facts}
    _seen[:] = [here]
    return here


def as_it_was(before: View, now: View) -> bool:
    """Whether a view shows the same position, whoever is asked what."""
    return all(getattr(before, name) == getattr(now, name) for name in _POSITION)
