"""9.19: who loses the steps of a result, and the tanks of 11.8."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.book.rulebook import Refusal, cites
from grognard.titles.lost_battalion.kit.tables import UnitId, UnitSet
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.actions import Absorb, Action, Decline, Lose
from grognard.titles.lost_battalion.position.decisions import Absorption, Losses
from grognard.titles.lost_battalion.position.questions import QUESTIONS, Events, Question, not_now
from grognard.titles.lost_battalion.position.state import State, ids, lose_step
from grognard.waist.asking import own_side, pop, push


@cites("LB-9.19", "LB-S.16")
def ask_losses(state: State, losses: Losses) -> Events:
    """Takes what leaves no choice at once, and asks the owner for the rest.

    What is taken at once depends only on how many units there are, so that
    nobody learns a strength from being asked or not.
    """
    units = sum(1 << u for u in ids(losses.units) if state.hex_of[u] >= 0)
    if not units or not losses.left:
        return []
    if not may_lose(state, losses):
        hex_ = state.kit.grid.label(state.hex_of[next(ids(units))])
        return [ev.HeldOut(losses.side, hex_, losses.cause)]
    if units & (units - 1) == 0:
        return _strip(state, losses, next(ids(units)))
    push(state, losses)
    return []


def _strip(state: State, losses: Losses, unit: UnitId) -> Events:
    told: Events = []
    for _ in range(min(losses.left, _spare(state, losses, unit))):
        told += lose(state, losses, unit)
    return told


def _spare(state: State, losses: Losses, unit: UnitId) -> int:
    """The steps a unit can lose to this cause (the last holds in the Lost Battalion event)."""
    if state.hex_of[unit] < 0:
        return 0
    kept = losses.cause != "assault" and state.stubborn >> unit & 1
    return state.steps[unit] - kept


def may_lose(state: State, losses: Losses) -> UnitSet:
    return sum(1 << u for u in ids(losses.units) if _spare(state, losses, u) > 0)


def losses_candidates(state: State, losses: Losses) -> Iterable[Action]:
    for unit in ids(may_lose(state, losses)):
        yield Lose(state.kit.names[unit])


@cites("LB-9.19", "LB-11.8c", "LB-11.8j", "LB-S.34")
def losses_refusal(state: State, losses: Losses, action: Action) -> Refusal | None:
    """Why this unit may not take the next step."""
    if not isinstance(action, Lose):
        return not_now(action, "choose who takes the step loss")
    unit = state.kit.by_name.get(action.unit)
    if unit is None or not losses.units >> unit & 1 or not state.steps[unit]:
        return Refusal("LB-9.19", f"{action.unit} is not among the units that take this loss")
    if not may_lose(state, losses) >> unit & 1:
        return Refusal("LB-S.34", f"{action.unit} holds out: fire does not take its last step")
    tanks = may_lose(state, losses) & state.kit.tanks
    if losses.tank_second and losses.taken == 1 and tanks and not tanks >> unit & 1:
        return Refusal("LB-11.8c", "tanks reduced the losses, so a tank takes the second step")
    return None


def losses_answer(state: State, losses: Losses, action: Action) -> Events:
    assert isinstance(action, Lose), "refusal should have stopped this"
    told = lose(state, losses, state.kit.by_name[action.unit])
    rest = Losses(
        losses.side,
        losses.units,
        losses.left - 1,
        losses.cause,
        losses.taken + 1,
        losses.tank_second,
    )
    pop(state)
    return told + ask_losses(state, rest)


def lose(state: State, losses: Losses, unit: UnitId) -> Events:
    """One step off one unit: all there is of artillery and machine guns."""
    name, label = state.kit.names[unit], state.kit.grid.label(state.hex_of[unit])
    if lose_step(state, unit):
        return [ev.Destroyed(losses.side, name, label, losses.cause)]
    return [ev.StepLost(losses.side, name, label, state.steps[unit], losses.cause)]


QUESTIONS[Losses] = Question(own_side, losses_candidates, losses_refusal, losses_answer)


# -- tanks -----------------------------------------------------------------------------


def absorption_candidates(_: State, __: Absorption) -> Iterable[Action]:
    return (Absorb(), Decline())


def absorption_refusal(_: State, __: Absorption, action: Action) -> Refusal | None:
    if isinstance(action, Absorb | Decline):
        return None
    return not_now(action, "let the tanks reduce the losses, or decline")


@cites("LB-11.8b", "LB-11.8c", "LB-11.8g", "LB-11.8i", "LB-11.8j")
def absorption_answer(state: State, asked: Absorption, action: Action) -> Events:
    """The tanks save one step in all; of what is still lost, the second step is a tank's."""
    pop(state)
    saved = state.kit.number("tank_absorbs") if isinstance(action, Absorb) else 0
    told: Events = [ev.TanksAbsorbed(asked.side, saved)] if saved else []
    left = asked.steps - saved
    losses = Losses(asked.side, asked.units, left, "assault", tank_second=bool(saved))
    return told + ask_losses(state, losses)


QUESTIONS[Absorption] = Question(
    own_side, absorption_candidates, absorption_refusal, absorption_answer
)
