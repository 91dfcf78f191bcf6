"""Chapter 5: how many units a hex may hold, and the cures of an overstack."""

from __future__ import annotations

from functools import lru_cache

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, hexset, members
from grognard.titles.lost_battalion.kit.tables import ALLIED, Kit, Side, UnitId, UnitSet
from grognard.titles.lost_battalion.position.decisions import NOWHERE, ArtilleryMovement, Movement
from grognard.titles.lost_battalion.position.state import State, ids, standing


# The answer depends on nothing but the units, and it is asked again and again.
@lru_cache(maxsize=1 << 14)
@cites("LB-5.2c", "LB-5.2g")
def stack_refusal(kit: Kit, units: UnitSet) -> Refusal | None:
    """Why these units may not share a hex. Steps play no part (LB-5.2g)."""
    if units & (units - 1) == 0:
        return None
    if units & kit.artillery:
        return Refusal("LB-5.2c", "artillery may not stack with any unit")
    if units & kit.side_units[ALLIED]:
        return _allied_refusal(kit, units)
    return _german_refusal(kit, units)


@cites("LB-5.2a", "LB-5.2d")
def _german_refusal(kit: Kit, units: UnitSet) -> Refusal | None:
    if (units & kit.infantry).bit_count() > kit.number("stack_german_infantry"):
        return Refusal("LB-5.2a", "no more than three German infantry units in a hex")
    if (units & kit.machine_guns).bit_count() > kit.number("stack_german_machine_guns"):
        return Refusal("LB-5.2a", "no more than two machine-gun units in a hex")
    return None


@cites("LB-5.2b", "LB-5.2e", "LB-5.2f", "LB-5.2h")
def _allied_refusal(kit: Kit, units: UnitSet) -> Refusal | None:
    infantry, french = units & kit.infantry, units & kit.infantry & kit.french
    tanks = units & kit.tanks
    if french and infantry != french:
        return Refusal("LB-5.2e", "US and French infantry may not stack together")
    if french and tanks & kit.us:
        return Refusal("LB-5.2e", "a US tank unit may not stack with French infantry")
    if french:
        return _french_limits(kit, french, tanks)
    return _us_limits(kit, infantry, tanks)


def _french_limits(kit: Kit, infantry: UnitSet, tanks: UnitSet) -> Refusal | None:
    if infantry.bit_count() > kit.number("stack_french_infantry"):
        return Refusal("LB-5.2h", "no more than two French infantry units in a hex")
    if tanks.bit_count() > kit.number("stack_french_tanks"):
        return Refusal("LB-5.2h", "no more than one tank unit with French infantry")
    return None


def _us_limits(kit: Kit, infantry: UnitSet, tanks: UnitSet) -> Refusal | None:
    if infantry.bit_count() > kit.number("stack_us_infantry"):
        return Refusal("LB-5.2b", "no more than two US infantry units in a hex")
    if tanks.bit_count() > kit.number("stack_us_tanks"):
        return Refusal("LB-5.2b", "no more than one tank unit in a hex")
    if len({kit.division_of[unit] for unit in ids(infantry)}) > 1:
        return Refusal("LB-5.2b", "US infantry in a hex must be of the same division")
    return None


@cites("LB-5.3a", "LB-5.3b")
def violations(state: State, side: Side) -> dict[Hex, Refusal]:
    """The side's hexes that are overstacked now, each with the limit it breaks."""
    found = {}
    for hex_ in members(state.doubtful & state.occupied[side]):
        broken = stack_refusal(state.kit, state.stacks[hex_])
        if broken is not None:
            found[hex_] = broken
    settled = state.occupied[side] & ~hexset(found)
    state.__dict__["doubtful"] &= ~settled
    return found


@cites("LB-5.3a")
def end_refusal(state: State, side: Side) -> Refusal | None:
    """A Movement Phase may not end while a hex of the side is overstacked."""
    broken = violations(state, side)
    if not broken:
        return None
    label = state.kit.grid.label
    listed = "; ".join(f"{label(hex_)}: {why.because}" for hex_, why in broken.items())
    return Refusal("LB-5.3a", f"stacking must be put right before the phase ends ({listed})")


def overstacked(state: State, hex_: Hex) -> bool:
    return stack_refusal(state.kit, state.stacks.get(hex_, 0)) is not None


def can_go_back(state: State, hex_: Hex) -> UnitSet:
    """Units of a hex that came there this phase, and neither fought nor took ground on the way.

    None goes back into gas that it left.
    """
    return sum(1 << u for u in ids(came_in_peace(state, hex_)) if not left_gas(state, u))


def came_in_peace(state: State, hex_: Hex) -> UnitSet:
    stack = state.stacks.get(hex_, 0) & state.moved & ~state.struck
    stay = (NOWHERE, hex_)  # who came round to where it began would stay where it is
    return sum(1 << u for u in ids(stack) if state.began.get(u, NOWHERE) not in stay)


@cites("LB-11.7j")
def left_gas(state: State, unit: UnitId) -> bool:
    """Whether an Allied unit's march began in gas."""
    home = state.began.get(unit, NOWHERE)
    return home >= 0 and state.kit.side_of[unit] == ALLIED and bool(state.gas >> home & 1)


def can_leave(state: State, hex_: Hex) -> UnitSet:
    """Units of a hex that could yet move out of it, or be lifted, in this phase."""
    kit, stack = state.kit, state.stacks.get(hex_, 0)
    if isinstance(state.top, ArtilleryMovement):
        return stack & kit.artillery & ~state.fired & ~state.done
    return stack & (~kit.immobile & ~state.done & ~state.refilled | can_be_lifted(state))


@cites("LB-6.3c", "LB-6.3e", "LB-6.3m")
def can_be_lifted(state: State) -> UnitSet:
    """The Allied units on the map for which `lift_refusal` has no reason: must agree with it."""
    if not isinstance(state.top, Movement) or state.top.side != ALLIED:
        return 0
    kit = state.kit
    busy = state.moved | state.entered | state.struck | state.out_moving
    return standing(state, ALLIED) & kit.us & ~kit.immobile & ~busy
