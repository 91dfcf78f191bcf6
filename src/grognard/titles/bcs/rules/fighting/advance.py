"""Advance after combat (BCS-7.4.a to BCS-7.4.d)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import P, UnitId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import NO_UNIT, Fight, Following
from grognard.titles.bcs.position.questions import QUESTIONS, Events, Question, not_now
from grognard.titles.bcs.position.state import State, face, label
from grognard.titles.bcs.rules.command import straying
from grognard.titles.bcs.rules.fighting.fights import defenders, fight_of, jam, side_of
from grognard.titles.bcs.rules.moving import entering, movement, terrain
from grognard.waist.asking import own_side, pop, push


@cites("BCS-7.4.b", "BCS-4.2f")
def stray_refusal(state: State, unit: UnitId, target: Hex) -> Refusal | None:
    """Why the advance would leave the unit where it may not end the Activation."""
    if straying.end_refusal(state, unit, target) is None:
        return None
    name, where = state.kit.names[unit], label(state, target)
    return Refusal("BCS-7.4.b", f"{name} would have to advance to {where}, out of Command Radius")


@cites("BCS-7.4.a", "BCS-S.37")
def go(state: State, fight: Fight) -> Events:
    """If no defender is left in the hex, the attacking unit advances, into Traffic as it may be."""
    if defenders(state, fight) or state.hex_of[fight.unit] < 0:
        return []
    told = jam(state, side_of(state, fight), fight.target) if _leaves_traffic(state, fight) else []
    return told + _enter(state, fight.unit, fight.target, stops=fight.kind == "shock")


@cites("BCS-S.37", "BCS-R.37")
def _leaves_traffic(state: State, fight: Fight) -> bool:
    """By the row that was rolled; a Barrage that left nobody to attack has none."""
    return bool(fight.result) and state.kit.charts["combat"].cell(fight.result, "traffic") == "yes"


@cites("BCS-7.4.d", "BCS-7.3.h")
def _enter(state: State, unit: UnitId, target: Hex, *, stops: bool = False) -> Events:
    """A shocker, which is not done with, meets what stops one who moves in."""
    side, name = state.kit.side_of[unit], state.kit.names[unit]
    advanced, come = ev.Advanced(side, name, label(state, target)), entering.enter
    return [advanced, *(movement.go_in if stops else come)(state, unit, target, "advance")]


@cites("BCS-7.4.c")
def offer_to_follow(state: State, fight: Fight) -> Events:
    """An Assist that stood in the attacking unit's hex may go along."""
    if fight.assist == NO_UNIT or state.hex_of[fight.unit] != fight.target:
        return []
    if state.hex_of[fight.assist] == fight.origin and _can_follow(state, fight):
        push(state, Following(side_of(state, fight)))
    return []


@cites("BCS-4.2f")
def _can_follow(state: State, fight: Fight) -> bool:
    type_ = face(state, fight.assist).type
    if terrain.cost(state, type_, fight.origin, fight.target) == P:
        return False
    return straying.end_refusal(state, fight.assist, fight.target) is None


def _choices(_: State, __: Following) -> Iterator[act.Action]:
    yield act.Follow()
    yield act.Decline()


def _refused(_: State, __: Following, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Follow | act.Decline):
        return None
    return not_now(action, "say whether the assisting unit advances")


@cites("BCS-7.4.c")
def _follow(state: State, _: Following, action: act.Follow | act.Decline) -> Events:
    pop(state)
    if isinstance(action, act.Decline):
        return []
    fight = fight_of(state)
    return _enter(state, fight.assist, fight.target)


QUESTIONS[Following] = Question(own_side, _choices, _refused, _follow, exact=True)
