"""Attacks by Fire: AV against a hex that shows none (BCS-8.3.a to BCS-8.3.b)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position.decisions import NO_UNIT, Acting, Fight
from grognard.titles.bcs.position.deeds import DEEDS, Deed
from grognard.titles.bcs.position.questions import Events
from grognard.titles.bcs.position.state import State, face, label
from grognard.titles.bcs.rules.fighting.engagement import spend_box
from grognard.titles.bcs.rules.fighting.fights import (
    STAGES,
    begin,
    edit,
    enemy_refusal,
    shows_av,
    targets,
)
from grognard.titles.bcs.rules.moving import line_of_sight as sight
from grognard.titles.bcs.rules.moving import movement


def _candidates(state: State, acting: Acting) -> Iterator[act.Action]:
    shown, origin = face(state, acting.unit), state.hex_of[acting.unit]
    if shown.av and origin >= 0:
        for target in targets(state, acting.side, origin, shown.range):
            if not shows_av(state, target):
                yield act.Fire(label(state, target))


@cites("BCS-8.3.a", "BCS-8.3.b", "BCS-R.14", "BCS-6.0.g")
def _refused(state: State, acting: Acting, action: act.Fire) -> Refusal | None:
    name, shown = state.kit.names[acting.unit], face(state, acting.unit)
    bar = enemy_refusal(state, acting.side, action.hex)
    if bar is not None:
        return bar
    target = state.kit.grid.at(action.hex)
    if not shown.av:
        return Refusal("BCS-8.3.b", f"{name} has no AV")
    if shows_av(state, target):
        return Refusal("BCS-R.14", f"the enemy in {action.hex} has AV: Engage it first")
    if state.hex_of[acting.unit] < 0 or not sight.can_engage_at(state, acting.unit, target):
        return Refusal("BCS-R.14", f"{action.hex} is out of the range or sight of {name}")
    return movement.shot_refusal(state, acting) or movement.owed_refusal(state, acting)


def _fire(state: State, acting: Acting, action: act.Fire) -> Events:
    origin, target = state.hex_of[acting.unit], state.kit.grid.at(action.hex)
    return begin(state, Fight("fire", acting.unit, origin, target))


@cites("BCS-8.3.b", "BCS-S.38")
def _shoot(state: State, _: Fight) -> Events:
    edit(state, rolls=1)
    return []


@cites("BCS-7.0d.b", "BCS-8.3.b", "BCS-R.14")
def _spend(state: State, fight: Fight) -> Events:
    """One Fire Event, or one of the shots of Stand Off Support."""
    if fight.box != NO_UNIT:
        return spend_box(state, fight.box)
    return movement.spend_fire(state, fight.unit)


STAGES["fire"] = (_shoot, _spend)
DEEDS[act.Fire] = Deed(_candidates, _refused, _fire)
