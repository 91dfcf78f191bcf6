"""Shock Attacks: Tac units that overrun a hex and drive on (BCS-7.3.a to BCS-7.3.i)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, members
from grognard.titles.bcs.kit.kit import QUARTERS, TAC
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position.decisions import Acting, Fight
from grognard.titles.bcs.position.deeds import DEEDS, Deed
from grognard.titles.bcs.position.questions import Events
from grognard.titles.bcs.position.state import State, face, label, other
from grognard.titles.bcs.rules.command import objectives
from grognard.titles.bcs.rules.fighting import advance
from grognard.titles.bcs.rules.fighting.attack import ground_refusal, resolve, suffer
from grognard.titles.bcs.rules.fighting.barrage import ask_for_mission, destroy, spotted_for_itself
from grognard.titles.bcs.rules.fighting.fights import STAGES, begin, enemy_refusal, shows_av
from grognard.titles.bcs.rules.fighting.picks import name_defender
from grognard.titles.bcs.rules.moving import movement, terrain
from grognard.titles.bcs.rules.moving.hand import change, fire_events


def _candidates(state: State, acting: Acting) -> Iterator[act.Action]:
    origin = state.hex_of[acting.unit]
    if origin < 0 or face(state, acting.unit).type != TAC or state.stopped >> acting.unit & 1:
        return
    held = state.occupied[other(acting.side)] & state.kit.within(origin, 1)
    for target in members(held & objectives.zone(state) if held else 0):
        yield act.Shock(label(state, target))


@cites("BCS-7.3.a", "BCS-7.3.b", "BCS-7.3.c", "BCS-7.3.f", "BCS-R.15", "BCS-1.2d.b")
def _refused(state: State, acting: Acting, action: act.Shock) -> Refusal | None:
    unit, name = acting.unit, state.kit.names[acting.unit]
    bar = enemy_refusal(state, acting.side, action.hex)
    if bar is not None:
        return bar
    target = state.kit.grid.at(action.hex)
    if face(state, unit).type != TAC:
        return Refusal("BCS-7.3.a", f"only a Tac unit makes a Shock Attack, and {name} is none")
    if not face(state, unit).prepared:
        return Refusal("BCS-1.2d.b", f"{name} is Unprepared: it cannot attack")
    if state.stopped >> unit & 1:
        return Refusal("BCS-7.3.c", f"{name} is in a STOP")
    if shows_av(state, target):
        return Refusal("BCS-7.3.b", f"the enemy in {action.hex} has AV")
    bar = movement.shot_refusal(state, acting) or ground_refusal(state, unit, target)
    return bar or _entry_refusal(state, target)


@cites("BCS-7.3.d")
def _entry_refusal(state: State, target: Hex) -> Refusal | None:
    """Three MP of Tac movement at most for the terrain, whatever way the unit comes."""
    most, where = state.kit.number("limits.shock_terrain_max_mp"), label(state, target)
    cost = terrain.plain_cost(state, TAC, target)
    if cost is None:
        what = state.kit.terrain[target]
        return Refusal(
            "BCS-7.3.d", f"Tac units pay no number of MP for {what}, which is in {where}"
        )
    if cost <= most * QUARTERS:
        return None
    return Refusal("BCS-7.3.d", f"the terrain of {where} costs a Tac unit more than {most} MP")


@cites("BCS-7.3.e")
def _shock(state: State, acting: Acting, action: act.Shock) -> Events:
    """Nothing is noted of the hex: it can be shocked again."""
    origin, target = state.hex_of[acting.unit], state.kit.grid.at(action.hex)
    return begin(state, Fight("shock", acting.unit, origin, target))


@cites("BCS-7.3.f", "BCS-7.3.i", "BCS-6.0.g")
def spend(state: State, fight: Fight) -> Events:
    """One Fire Event; with one left the shocker may go on moving, if nothing stops it."""
    if state.hex_of[fight.unit] < 0:
        return []
    told = spotted_for_itself(state, fight) + movement.spend_fire(state, fight.unit)
    if not fire_events(state, fight.unit):
        change(state, fight.unit, must=False)  # nothing is left to Engage with
    return told


STAGES["shock"] = (
    ask_for_mission,
    name_defender,
    destroy,
    name_defender,
    resolve,
    suffer,
    advance.go,
    spend,
)
DEEDS[act.Shock] = Deed(_candidates, _refused, _shock)
