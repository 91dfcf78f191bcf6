"""What the defender picks: his AR unit, and the Support that answers an Engagement."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.titles.bcs.kit.kit import UnitId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import BackingChoice, DefenderChoice, Fight
from grognard.titles.bcs.position.questions import QUESTIONS, Events, Question, not_now, owned
from grognard.titles.bcs.position.state import State, each
from grognard.titles.bcs.rules.fighting.fights import (
    backers,
    defenders,
    defending,
    edit,
    fight_of,
    tops,
)
from grognard.waist.asking import own_side, pop, push


@cites("BCS-R.40")
def name_defender(state: State, fight: Fight) -> Events:
    """The defender picks his AR unit; again if the first one died in the Barrage."""
    able = each(defenders(state, fight))
    if fight.defender in able or not able:
        return []
    if len(able) == 1:
        edit(state, defender=able[0])
    else:
        push(state, DefenderChoice(defending(state, fight)))
    return []


@cites("BCS-S.31", "BCS-R.9", "BCS-S.41")
def name_target(state: State, fight: Fight) -> Events:
    """The target of an Engagement: the top unit with AV of its own, else Support."""
    top, answering = tops(state, fight.target), backers(state, fight.target)
    if len(top) == 1:
        edit(state, defender=top[0])
    elif top:
        push(state, DefenderChoice(defending(state, fight)))
    elif len(answering) == 1:
        edit(state, backing=answering[0])
    else:
        push(state, BackingChoice(defending(state, fight)))
    return []


# -- the AR unit, or the top one of units alike -----------------------------------------------


def eligible(state: State, fight: Fight) -> tuple[UnitId, ...]:
    """Among whom the defender picks."""
    return tops(state, fight.target) if fight.kind == "engage" else each(defenders(state, fight))


def _able(state: State, _: DefenderChoice) -> Iterator[act.Action]:
    for unit in eligible(state, fight_of(state)):
        yield act.Choose(state.kit.names[unit])


@cites("BCS-R.40", "BCS-R.9")
def _able_refused(state: State, choice: DefenderChoice, action: act.Action) -> Refusal | None:
    if not isinstance(action, act.Choose):
        return not_now(action, "choose the unit that defends")
    unit, fight = owned(state, choice.side, action.unit), fight_of(state)
    if isinstance(unit, Refusal):
        return unit
    if unit in eligible(state, fight):
        return None
    if fight.kind == "engage":
        return Refusal("BCS-R.9", f"{action.unit} has not the best ranged AV of the hex")
    return Refusal("BCS-R.40", f"{action.unit} is not in the hex under attack")


def _defends(state: State, choice: DefenderChoice, action: act.Choose) -> Events:
    pop(state)
    edit(state, defender=state.kit.by_name[action.unit])
    return [ev.Chosen(choice.side, action.unit, "defends")]


# -- the Support that answers -----------------------------------------------------------------


def _behind(state: State, _: BackingChoice) -> Iterator[act.Action]:
    for unit in backers(state, fight_of(state).target):
        yield act.Choose(state.kit.names[unit])


@cites("BCS-S.41")
def _behind_refused(state: State, choice: BackingChoice, action: act.Action) -> Refusal | None:
    if not isinstance(action, act.Choose):
        return not_now(action, "choose the Support that answers")
    unit = owned(state, choice.side, action.unit)
    if isinstance(unit, Refusal):
        return unit
    if unit in backers(state, fight_of(state).target):
        return None
    return Refusal("BCS-S.41", f"{action.unit} is not in the Support box behind that stack")


def _answers(state: State, choice: BackingChoice, action: act.Choose) -> Events:
    pop(state)
    edit(state, backing=state.kit.by_name[action.unit])
    return [ev.Chosen(choice.side, action.unit, "supports")]


QUESTIONS[DefenderChoice] = Question(own_side, _able, _able_refused, _defends, exact=True)
QUESTIONS[BackingChoice] = Question(own_side, _behind, _behind_refused, _answers, exact=True)
