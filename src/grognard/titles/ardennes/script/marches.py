"""How Allied units move in an action: where they may go, where they do (EA-AA.y, EA-AA.z)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.book.priorities import Criterion, highest, lowest, narrow, only
from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, hexset, members
from grognard.titles.ardennes.kit.kit import ALLIED, UnitId, UnitSet
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.decisions import Moving
from grognard.titles.ardennes.position.questions import Events
from grognard.titles.ardennes.position.state import State, ascending, copy, each, units_in
from grognard.titles.ardennes.rules.moving import movement
from grognard.titles.ardennes.rules.supply import supply
from grognard.titles.ardennes.rules.supply.communication import surrounded
from grognard.titles.ardennes.script.deploy import tied_to_the_meuse
from grognard.titles.ardennes.script.reasons import Reasons
from grognard.titles.ardennes.script.vocabulary import guards_vp, in_danger, opens_gap, westernmost
from grognard.waist.asking import push

# -- where units may go ---------------------------------------------------------------------


@cites("EA-S.34", "EA-S.60", "EA-S.64")
def bar(state: State, units: UnitSet, to: Hex, *, line: bool = True) -> str:
    """Why units do not go to a hex they could reach; "" if nothing speaks against it."""
    first = each(units)[0]
    if tied_to_the_meuse(state, first) and not state.kit.meuse_within2 >> to & 1:
        return f"{state.kit.meuse_corps} Corps keeps to the Meuse"
    if supply.in_supply(state, first):
        if in_danger(state, to, units, units):
            return "in danger of surround there"
        if surrounded(state, to, units):
            return "surrounded there"
    if line and opens_gap(state, units, to):
        return "it would open a gap in the line"
    return ""


@cites("EA-AA.r")
def goals(
    state: State, unit: UnitId, wanted: HexSet, units: UnitSet = 0, *, line: bool = True
) -> list[Hex]:
    """The wanted hexes a unit can end a move in, and nothing bars it from (nor those with it)."""
    units = units or 1 << unit
    if not wanted & movement.at_most(state, unit) or guards_vp(state, units):
        return []
    open_ = movement.end_hexes(state, unit) & wanted
    return [hex_ for hex_ in members(open_) if not bar(state, units, hex_, line=line)]


def supplied_there(state: State, unit: UnitId, hex_: Hex) -> bool:
    """Whether a unit would be in supply once it has moved to the hex and left its own."""
    twin = copy(state)
    movement.enter(twin, 1 << unit, hex_)
    return bool(supply.supplied(twin, ALLIED) >> hex_ & 1)


def next_hexes(state: State, unit: UnitId) -> HexSet:
    """The neighbours a unit can enter by one step."""
    here = state.hex_of[unit]
    moving = Moving(ALLIED, 1 << unit, here)
    near = state.kit.grid.neighbours(here)
    return hexset(h for h in near if movement.step_refusal(state, moving, h) is None)


# -- where they do ----------------------------------------------------------------------------


@cites("EA-AA.z", "EA-S.80", "EA-S.66")
def move_order(state: State, unit: UnitId, *, reinforcing: bool = False) -> list[Criterion[Hex]]:
    """A Position, the most points left, the fewest Allied units, the westernmost."""
    kit, spent = state.kit, movement.reach(state, unit, reinforcing)
    return [
        only("a Position", lambda h: bool(kit.positions >> h & 1), "EA-AA.z"),
        lowest("most movement points left", lambda h: spent.get(h, 0), "EA-AA.z"),
        lowest("fewest Allied units", lambda h: units_in(state, h).bit_count(), "EA-AA.z"),
        *westernmost(state, "EA-S.80"),
    ]


def choose(
    state: State,
    unit: UnitId,
    hexes: Iterable[Hex],
    why: Reasons,
    first: Sequence[Criterion[Hex]] = (),
    *,
    reinforcing: bool = False,
) -> Hex | None:
    """The hex an action's own criteria, then those of every move, come down to."""
    some = tuple(hexes)
    if not some:
        return None
    found = narrow(some, [*first, *move_order(state, unit, reinforcing=reinforcing)])
    why.hexes("hexes it can move to", found.candidates)
    why.narrowed(found)
    return found.kept[0] if found.kept else None


def highest_hold(state: State) -> Criterion[Hex]:
    return highest("highest Hold Value", lambda h: state.kit.hv[h])


# -- moving -----------------------------------------------------------------------------------


def march(state: State, unit: UnitId, to: Hex) -> Events:
    """One unit moves, step by step, by the rules of movement."""
    moving = Moving(ALLIED, 1 << unit, state.hex_of[unit])
    return march_along(state, moving, movement.route(state, unit, to))


def march_along(state: State, moving: Moving, route: list[Hex]) -> Events:
    """The units make a move, hex by hex."""
    push(state, moving)
    told: Events = []
    for hex_ in route:
        told += take_step(state, hex_)
    return told + end_march(state)


def take_step(state: State, to: Hex) -> Events:
    """The unit on the move enters the next hex."""
    moving = state.top
    assert isinstance(moving, Moving), "a unit is on the move"
    return movement.moving_answer(state, moving, act.Step(state.kit.grid.label(to)))


def end_march(state: State) -> Events:
    moving = state.top
    assert isinstance(moving, Moving), "a unit is on the move"
    return movement.halt(state, moving)


@cites("EA-AA.y", "EA-AA.p", "EA-S.68")
def march_stack(state: State, lead: UnitId, units: UnitSet, to: Hex) -> Events:
    """The lead unit moves, then the others of its hex by ascending #, those that can."""
    told = march(state, lead, to)
    for unit in ascending(state, units & ~(1 << lead)):
        if to in movement.ends(state, unit):
            told += march(state, unit, to)
    return told
