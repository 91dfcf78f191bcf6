"""The ground of chapters 8 and 11: what may be entered and crossed, and at what cost."""

from __future__ import annotations

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet
from grognard.titles.lost_battalion.kit.tables import (
    ALLIED,
    GERMAN,
    MEUSE,
    HalfPoints,
    HexSide,
    Side,
    UnitSet,
)
from grognard.titles.lost_battalion.position.state import State
from grognard.titles.lost_battalion.rules.supply import usable_bridges


@cites("LB-8.0a", "LB-8.11a", "LB-11.7d", "LB-11.7f")
def ground_refusal(state: State, side: Side, hex_: Hex) -> Refusal | None:
    """Hexes a side's units may not enter, whoever they are."""
    if state.occupied[1 - side] >> hex_ & 1:
        label = state.kit.grid.label(hex_)
        return Refusal("LB-8.0a", f"{label} is held by the enemy")
    return barred_refusal(state, side, hex_) or gassed_refusal(state, side, hex_)


@cites("LB-8.0a", "LB-8.11a", "LB-11.7d", "LB-11.7f")
def closed_ground(state: State, side: Side) -> HexSet:
    """Every hex for which `ground_refusal` has a reason: must agree with it."""
    if side == ALLIED:
        return state.occupied[GERMAN] | state.gas
    return state.occupied[ALLIED] | state.kit.start_allied | state.gas & ~state.kit.forts


@cites("LB-8.11a", "LB-14.7")
def barred_refusal(state: State, side: Side, hex_: Hex) -> Refusal | None:
    if side == GERMAN and state.kit.start_allied >> hex_ & 1:
        label = state.kit.grid.label(hex_)
        return Refusal("LB-8.11a", f"{label} lies south of the Start Line, closed to Germans")
    return None


@cites("LB-11.7d", "LB-11.7f")
def gassed_refusal(state: State, side: Side, hex_: Hex) -> Refusal | None:
    """Why the gas in a hex keeps a side's units from entering it."""
    if not state.gas >> hex_ & 1:
        return None
    label = state.kit.grid.label(hex_)
    if side == ALLIED:
        return Refusal("LB-11.7d", f"gas lies in {label}: no Allied unit may enter it this turn")
    if not state.kit.forts >> hex_ & 1:
        return Refusal("LB-11.7f", f"gas lies in {label}, and it has no fortification")
    return None


@cites("LB-8.12", "LB-8.8b", "LB-14.0b", "LB-S.20")
def crossing_refusal(state: State, side: Side, units: UnitSet, between: HexSide) -> Refusal | None:
    """Why a river hexside may not be crossed."""
    if not between.river:
        return None
    first = state.kit.scenario.rules.meuse_crossing_from
    if side == ALLIED and between.north and state.turn < first:
        barred = f"the Meuse may not be crossed north of the Start Line before turn {first}"
        return Refusal("LB-14.0b", barred)
    if between.bridge & usable_bridges(state, side):
        return None
    if between.river != MEUSE and not units & ~state.kit.infantry:
        return None
    return _bridge_refusal(state, side, between)


@cites("LB-8.12", "LB-8.8b", "LB-8.8c", "LB-14.0d")
def _bridge_refusal(state: State, side: Side, between: HexSide) -> Refusal:
    """What is wrong with the bridge, or that there is none."""
    owned = state.bridges if side == ALLIED else ~state.bridges
    real = between.bridge & state.kit.all_bridges
    if real & owned & state.fresh_bridges:
        return Refusal(
            "LB-8.8b", "the bridge changed hands this turn; it can be used from the next"
        )
    if side == ALLIED and between.bridge != real:
        return Refusal("LB-14.0d", "the pontoon bridge needs the west bank in Allied hands")
    if real:
        return Refusal("LB-8.8c", "the bridge is not yours to use")
    if between.river == MEUSE:
        return Refusal("LB-8.12", "the Meuse is crossed at bridges only")
    return Refusal("LB-8.12", f"tanks and artillery cross the {between.name} at bridges only")


@cites("LB-11.8f", "LB-S.23")
def tank_refusal(state: State, units: UnitSet, hex_: Hex) -> Refusal | None:
    """Tanks keep to clear ground unless a road takes them in."""
    if units & state.kit.tanks and (state.kit.forest | state.kit.rough) >> hex_ & 1:
        label = state.kit.grid.label(hex_)
        return Refusal("LB-11.8f", f"tanks enter forest or rough ({label}) only along a road")
    return None


def on_road(state: State, side: Side, between: HexSide) -> bool:
    """A road over a bridge the side may not use is no road to it."""
    if not between.road:
        return False
    return not between.river or bool(between.bridge & usable_bridges(state, side))


@cites("LB-S.18", "LB-S.20")
def off_road_cost(state: State, side: Side, between: HexSide, hex_: Hex) -> HalfPoints:
    """Terrain, fortification and, where no bridge serves, the river."""
    wading = between.river and not between.bridge & usable_bridges(state, side)
    return state.kit.off_road[hex_] + (state.kit.minor_cost if wading else 0)


def points(half: HalfPoints) -> str:
    """Half points as a player writes them."""
    whole, rest = divmod(half, 2)
    return f"{whole}½" if rest and whole else "½" if rest else str(whole)
