"""Where an HQ may be, and how far it comes in an Activation (BCS-6.0.f, BCS-6.1.f, BCS-S.27)."""

from __future__ import annotations

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet
from grognard.titles.bcs.kit.kit import TRUCK, FormationId, Side
from grognard.titles.bcs.position.state import FAIL, PARTIAL, State, fact, key_of, label, other
from grognard.titles.bcs.rules.command import prepared
from grognard.titles.bcs.rules.moving import line_of_sight as sight
from grognard.titles.bcs.rules.moving import terrain, zones
from grognard.titles.bcs.rules.rear import trains

# -- where it may be -----------------------------------------------------------------------


@cites("BCS-6.0.f", "BCS-6.1.f", "BCS-S.27", "BCS-A.5")
def shut(state: State, side: Side) -> HexSet:
    """The hexes an HQ of the side does not enter."""
    return state.kit.grid.all & ~trains.clean(state, side)


def why_shut(state: State, side: Side, hex_: Hex) -> Refusal | None:
    enemy, name = other(side), label(state, hex_)
    if (state.occupied[enemy] | trains.counters(state, enemy)) >> hex_ & 1:
        return Refusal("BCS-S.27", f"the enemy is in {name}")
    if zones.zone(state, enemy) >> hex_ & 1:
        return Refusal("BCS-6.0.f", f"{name} is in an enemy zone of control")
    if sight.engagement_zone(state, enemy) >> hex_ & 1:
        return Refusal("BCS-6.1.f", f"{name} is in an enemy Engagement Zone")
    if state.kit.barred[side] >> hex_ & 1:
        return Refusal("BCS-A.5", f"{name} is closed to this side")
    return None


# -- how far it comes ----------------------------------------------------------------------


@cites("BCS-S.11", "BCS-S.28")
def allowance(state: State, number: FormationId) -> int:
    """The HQ's MA in this Activation, in quarters."""
    full = state.kit.formations[number].ma
    return full // state.kit.number("partial.ma") if state.snafu == PARTIAL else full


@cites("BCS-4.5.b", "BCS-R.7", "BCS-R.24", "BCS-7.5.e")
def move_refusal(state: State, number: FormationId) -> Refusal | None:
    """Why the HQ makes no move in this Activation."""
    if state.snafu == FAIL:
        return Refusal("BCS-7.5.e", "under a Fail an HQ can retreat, but not move")
    if state.hq_moved:
        return Refusal("BCS-S.8", f"the HQ of {key_of(state, number)} has moved")
    return prepared.hq_refusal(state, number)


@cites("BCS-R.4")
def reach(state: State, number: FormationId) -> dict[Hex, int]:
    """Where the HQ could yet go in this Activation, with the quarters spent; where it is, for 0."""
    at = state.hq[number]
    if at < 0 or move_refusal(state, number) is not None:
        return {at: 0} if at >= 0 else {}
    most = allowance(state, number)
    return fact(state, ("hq reach", number, most), lambda: spread(state, number, at, most))


def spread(state: State, number: FormationId, at: Hex, most: int) -> dict[Hex, int]:
    closed, traffic = shut(state, state.kit.formations[number].side), state.traffic
    steps, found = terrain.tables(state).steps[TRUCK], {at: 0}
    buckets: list[list[Hex]] = [[] for _ in range(most + 1)]
    buckets[0].append(at)
    for spent, bucket in enumerate(buckets):
        for hex_ in bucket:
            if found[hex_] < spent:
                continue
            for near, cost, halts in steps[hex_]:
                if spent + cost > most or closed >> near & 1:
                    continue
                total = most if halts or traffic >> near & 1 else spent + cost
                if total < found.get(near, most + 1):
                    found[near] = total
                    buckets[total].append(near)
    return found
