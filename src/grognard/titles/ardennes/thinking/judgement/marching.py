"""Where a unit had best go: every hex it could end in is weighed, and the way there is found."""

from __future__ import annotations

from typing import Final

from grognard.ground.hexes import EMPTY, Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import GERMAN, UnitId, UnitSet
from grognard.titles.ardennes.position.decisions import Moving
from grognard.titles.ardennes.position.state import (
    corps_of,
    corps_units,
    fact,
    ids,
    strength,
    units_in,
)
from grognard.titles.ardennes.rules.moving import movement, zones
from grognard.titles.ardennes.rules.moving.terrain import cost, roll_on
from grognard.titles.ardennes.thinking.judgement import lines
from grognard.titles.ardennes.thinking.judgement.ground import FAR
from grognard.titles.ardennes.thinking.judgement.situation import Situation

PACE: Final = 0.22  # for each movement point nearer
PRIZE: Final = 4.0  # for each victory point of a hex not yet held
PRIZE_CUT_OFF: Final = 1.0  # the same where it would not be in supply
TOWN: Final = 0.6  # another town not yet held
STARVED: Final = 4.0  # against a hex out of supply
GUARD: Final = 2.0  # for each victory point that would be left without a unit
GUARD_NEAR: Final = 3  # while the enemy is so near
CONTACT: Final = 0.45  # for standing where an attack is in sight, by ratio
BLOCKED: Final = 0.7  # for clearing a roadblock
RUSH_FROM: Final = 4  # hexes from the enemy that make a strategic move worth while

# The Allies of the two-player game.
SHELTER: Final = {"town": 0.8, "forest": 0.5, "woods": 0.3}
BARRING: Final = 0.8  # on a road before the enemy
POSTED: Final = 2.0  # for each victory point of a threatened hex with a unit in it


# -- what it is worth to be somewhere ------------------------------------------------------


def worth_at(here: Situation, unit: UnitId, hex_: Hex) -> float:
    """What it is worth to have a unit in a hex."""
    return _scales(here, unit).worth(hex_)


def _scales(here: Situation, unit: UnitId) -> _Scales:
    found = here.scales.get(unit)
    if found is None:
        found = (_GermanScales if here.side == GERMAN else _AlliedScales)(here, unit)
        here.scales[unit] = found
    return found


class _Scales:
    """What hexes are worth to one unit; all that is the same for every hex is at hand."""

    def __init__(self, here: Situation, unit: UnitId) -> None:
        self.here, self.unit = here, unit
        self.known: dict[Hex, float] = fact(here.state, ("judged", "worth", unit), dict)
        self.field, self.threatened = here.field_of(unit), here.near_enemy(GUARD_NEAR)

    def worth(self, hex_: Hex) -> float:
        known = self.known.get(hex_)
        if known is None:
            here, unit = self.here, self.unit
            known = self.weigh(hex_) + contact(here, unit, hex_) + here.pull(unit, hex_)
            self.known[hex_] = known
        return known

    def weigh(self, hex_: Hex) -> float:
        raise NotImplementedError


class _GermanScales(_Scales):
    def __init__(self, here: Situation, unit: UnitId) -> None:
        super().__init__(here, unit)
        self.plugs, self.company = lines.plugs(here), _company(here, unit)
        self.blocked = here.kit.grid.spread(here.state.roadblocks)

    def weigh(self, hex_: Hex) -> float:
        here = self.here
        worth = -PACE * self.field.get(hex_, FAR) + self.plugs.get(hex_, 0.0)
        worth += _prize(here, hex_) + self._guard(hex_) - self._lonely(hex_)
        if self.blocked >> hex_ & 1:
            worth += BLOCKED
        return worth if here.supplied_at(hex_) else worth - STARVED

    def _guard(self, hex_: Hex) -> float:
        """A prize that is held should not be left alone with the enemy near."""
        vp = self.here.kit.vp.get(hex_, 0)
        if not vp or not self.threatened >> hex_ & 1 or not self.here.alone(self.unit, hex_):
            return 0.0
        return GUARD * vp

    def _lonely(self, hex_: Hex) -> float:
        if self.company >> hex_ & 1:
            return 0.0
        return self.here.doctrine.alone * (2.0 if self.here.kit.bracketed >> self.unit & 1 else 1.0)


def _prize(here: Situation, hex_: Hex) -> float:
    if not here.kit.towns >> hex_ & 1 or here.held >> hex_ & 1:
        return 0.0
    vp = here.kit.vp.get(hex_, 0)
    if not vp:
        return TOWN
    return vp * (PRIZE if here.supplied_at(hex_) else PRIZE_CUT_OFF)


def _company(here: Situation, unit: UnitId) -> HexSet:
    """The hexes with a friend at most two away."""
    at = here.state.hex_of[unit]
    alone = at >= 0 and here.alone(unit, at)

    def find() -> HexSet:
        others = here.state.occupied[here.side]
        return here.kit.grid.within(others & ~(1 << at) if alone else others, 2)

    return fact(here.state, ("judged", "company", here.side, at if alone else -1), find)


# -- in contact -------------------------------------------------------------------------------


def contact(here: Situation, unit: UnitId, hex_: Hex) -> float:
    """What the best attack in sight from a hex is worth, with the friends that are there."""
    if not here.near_enemy(1) >> hex_ & 1 or not here.able(1 << unit):
        return 0.0
    targets = here.kit.grid.spread(1 << hex_) & here.enemies
    return max((_aimed(here, unit, hex_, t) for t in members(targets)), default=0.0)


def _aimed(here: Situation, unit: UnitId, hex_: Hex, target: Hex) -> float:
    friends = here.able(here.around(target) & _partners(here, unit)) & ~(1 << unit)
    river = here.kit.sides[hex_, target].river
    own = strength(here.state, unit) // (2 if river else 1)
    attack = own + here.strength_of(friends, target)
    if here.kit.bracketed >> unit & 1 and not friends:
        return -0.3
    counted = CONTACT * here.in_the_way(unit, target)
    return counted * min(attack / here.defence(target), 3.5) * importance(here, target)


def _partners(here: Situation, unit: UnitId) -> UnitSet:
    """Those who would attack together: the active units, or the unit's corps."""
    if here.state.record.active >> unit & 1:
        return here.state.record.active
    return corps_units(here.state, corps_of(here.state, unit))


def importance(here: Situation, target: Hex) -> float:
    """How much an enemy hex is in the way."""

    def weigh() -> float:
        worth = 0.6 + 0.6 * here.kit.vp.get(target, 0)
        worth += 0.3 if here.kit.towns >> target & 1 else 0.0
        worth += 0.3 if here.kit.roads >> target & 1 else 0.0
        if here.side == GERMAN:
            return worth + min(2.0, lines.cutters(here).get(target, 0.0))
        return worth + (0.4 if here.spearheads >> target & 1 else 0.0)

    return fact(here.state, ("judged", "importance", here.side, target), weigh)


# -- the Allies ---------------------------------------------------------------------------------


class _AlliedScales(_Scales):
    """Meets the spearheads on roads and in cover, and stays on prizes."""

    def weigh(self, hex_: Hex) -> float:
        here = self.here
        worth = -PACE * self.field.get(hex_, FAR) + _prize(here, hex_)
        if self.threatened >> hex_ & 1:
            worth += _cover(here, hex_) + _post(here, self.unit, hex_)
            if here.near_enemy(2) >> hex_ & 1 and here.kit.roads >> hex_ & 1:
                worth += BARRING * here.alone(self.unit, hex_)
        return worth if here.supplied_at(hex_) else worth - STARVED


def _cover(here: Situation, hex_: Hex) -> float:
    if here.kit.towns >> hex_ & 1:
        return SHELTER["town"]
    return SHELTER.get(here.kit.terrain[hex_], 0.0)


def _post(here: Situation, unit: UnitId, hex_: Hex) -> float:
    """A threatened prize wants a unit, and then a second."""
    vp = here.kit.vp.get(hex_, 0)
    others = (units_in(here.state, hex_) & ~(1 << unit)).bit_count()
    return POSTED * vp / (1 + others)


# -- plans ----------------------------------------------------------------------------------------


def plan(here: Situation, unit: UnitId) -> tuple[Hex, float]:
    """The best hex of a normal move from where the unit stands, and what is gained by it."""
    at = here.state.hex_of[unit]

    def find() -> tuple[Hex, float]:
        reached = movement.reached(here.state, unit) | 1 << at
        return _best(here, unit, at, reached)

    return fact(here.state, ("judged", "plan", unit), find)


def _best(here: Situation, unit: UnitId, at: Hex, hexes: HexSet) -> tuple[Hex, float]:
    worth_of = _scales(here, unit).worth
    now = worth_of(at)
    best, most = at, now
    friends = here.state.occupied[here.side]
    for hex_ in members(hexes):
        worth = worth_of(hex_)
        if worth > most and (not friends >> hex_ & 1 or _fits(here, unit, hex_)):
            best, most = hex_, worth
    return best, most - now


def _fits(here: Situation, unit: UnitId, hex_: Hex) -> bool:
    return zones.room_for(here.state, hex_, 1 << unit)


def rush_plan(here: Situation, unit: UnitId) -> tuple[Hex, float]:
    """The same for a strategic move."""
    at = here.state.hex_of[unit]
    if here.near_enemy(RUSH_FROM) >> at & 1:
        return at, 0.0

    def find() -> tuple[Hex, float]:
        moving = Moving(here.side, 1 << unit, at, strategic=True)
        hexes = sum(1 << hex_ for hex_ in _by_road(here, moving))
        return _best(here, unit, at, hexes)

    return fact(here.state, ("judged", "rush", unit), find)


def _by_road(here: Situation, moving: Moving) -> dict[Hex, Moving]:
    """The hexes a strategic move leads to, each with the move that came there."""
    found: dict[Hex, Moving] = {}
    edge = [moving]
    while edge:
        edge = [after for move in edge for after in _next_by_road(here, move, found)]
    return found


def _next_by_road(here: Situation, move: Moving, found: dict[Hex, Moving]) -> list[Moving]:
    more = []
    for near in here.kit.grid.neighbours(move.at):
        if near in found or not here.kit.sides[move.at, near].road:
            continue
        if movement.passage_refusal(here.state, move, near) is None:
            found[near] = movement.stepped(here.state, move, near)
            more.append(found[near])
    return more


# -- on the way ----------------------------------------------------------------------------------


def next_step(here: Situation, moving: Moving) -> Hex:
    """The hex to enter next; its own if the unit had best stop."""
    key = ("judged", "next", moving)
    return fact(here.state, key, lambda: _next_step(here, moving))


def _next_step(here: Situation, moving: Moving) -> Hex:
    unit = next(ids(moving.units))
    if moving.strategic:
        return _next_on_road(here, moving, unit)
    if moving.entered:
        return _next_onward(here, moving, unit)
    goal = plan(here, unit)[0]
    way = movement.route(here.state, unit, goal) if goal != moving.at else []
    return way[0] if way else moving.at


def _next_on_road(here: Situation, moving: Moving, unit: UnitId) -> Hex:
    found = _by_road(here, moving)
    goal, gain = _best(here, unit, moving.at, sum(1 << hex_ for hex_ in found))
    if gain <= 0:
        return moving.at
    distances = {hex_: after.spent for hex_, after in found.items()}
    return _first_hex(here, moving, goal, distances, EMPTY)


def _next_onward(here: Situation, moving: Moving, unit: UnitId) -> Hex:
    distances, stops = _onward(here, moving, unit)
    goal, gain = _best(here, unit, moving.at, sum(1 << hex_ for hex_ in distances))
    return _first_hex(here, moving, goal, distances, stops) if gain > 0 else moving.at


def _onward(here: Situation, moving: Moving, unit: UnitId) -> tuple[dict[Hex, int], HexSet]:
    """The hexes that the points left lead to, by what is spent then; and where moves end."""
    state, bound = here.state, movement.ground(here.state, unit)
    left = movement.points_left(state, moving, unit)
    waves = [1 << moving.at] + [EMPTY] * max(0, left)
    seen, found = EMPTY, {}
    for spent in range(len(waves)):  # the later ones grow on the way
        new = waves[spent] & ~seen
        seen |= new
        found.update(dict.fromkeys(members(new), moving.spent + spent))
        movers = new & ~bound.stops
        if movers:
            roll_on(here.kit.grid, waves, movers, spent, bound.hexes, bound.ways)
    found.pop(moving.at, None)
    return found, bound.stops


def _first_hex(
    here: Situation, moving: Moving, goal: Hex, spent: dict[Hex, int], stops: HexSet
) -> Hex:
    """The first hex of a cheapest way to the goal."""
    kind = here.kit.units[next(ids(moving.units))].kind
    before = spent | {moving.at: moving.spent}
    hex_ = goal
    while True:
        came = _came_from(here, kind, hex_, before, stops)
        if came in (None, moving.at):
            return hex_ if came is not None else moving.at
        hex_ = came


def _came_from(
    here: Situation, kind: str, hex_: Hex, spent: dict[Hex, int], stops: HexSet
) -> Hex | None:
    for near in here.kit.grid.neighbours(hex_):
        if near not in spent or stops >> near & 1:
            continue
        price = cost(here.state, kind, near, hex_)
        if price is not None and spent[near] + price == spent[hex_]:
            return near
    return None


def eagerness(here: Situation, unit: UnitId) -> float:
    """What an activation may bring a unit: a better place, an attack, an end of disorder."""
    state, at = here.state, here.state.hex_of[unit]
    if state.dispersed >> unit & 1:
        return 0.7
    if at < 0:
        return 0.0
    goal, gain = plan(here, unit)
    gain = max(gain, rush_plan(here, unit)[1])
    attack = contact(here, unit, goal)
    return max(0.0, min(gain, 4.0)) + max(0.0, attack)


def zeal(here: Situation, units: UnitSet) -> float:
    """The same, for all of a formation."""
    return sum(eagerness(here, unit) for unit in ids(units))
