"""The Activation Phase and the steps of an Activation (BCS-S.6 to BCS-S.8, BCS-S.18).

Recovery or not · MSR upkeep · Prepared Defense · Mixed check · SNAFU ·
OBJ markers · activities · Clean Up · Fatigue · Isolation · Second Activation
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from grognard.book.rulebook import Refusal, cites
from grognard.titles.bcs.kit.kit import FormationId, Side
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Activation, Activations, Activities, Choosing
from grognard.titles.bcs.position.deeds import TASKS, Deed
from grognard.titles.bcs.position.questions import PROCEDURES, QUESTIONS, Events, Question, not_now
from grognard.titles.bcs.position.state import (
    FAIL,
    State,
    clear_activation,
    each,
    in_field,
    key_of,
    mark,
    note,
    other,
)
from grognard.titles.bcs.rules.command import mixing, objectives, prepared, snafu, straying
from grognard.titles.bcs.rules.fighting import support
from grognard.titles.bcs.rules.rear import fatigue, isolation, recovery, trains
from grognard.titles.bcs.rules.turn import bridges, second
from grognard.waist.asking import own_side, pop, push, swap

# -- whose formation is next ------------------------------------------------------------


@cites("BCS-S.6")
def ready(state: State, side: Side) -> list[FormationId]:
    """The side's formations on the map that have not been activated this turn."""
    return [f for f in state.kit.side_formations[side] if _is_ready(state, f)]


def _is_ready(state: State, number: FormationId) -> bool:
    return state.hq[number] >= 0 and not state.used >> number & 1


@cites("BCS-S.6")
def next_side(state: State, phase: Activations) -> Events:
    """Players alternate; when one has no formation left the other goes on."""
    for side in (phase.side, other(phase.side)):
        if ready(state, side):
            swap(state, Activations(other(side)))
            push(state, Choosing(side))
            return []
    pop(state)
    return []


def _choices(state: State, choosing: Choosing) -> Iterator[act.Action]:
    for number in ready(state, choosing.side):
        yield act.Activate(key_of(state, number))
        yield act.Recover(key_of(state, number))


def _choices_open(state: State, choosing: Choosing) -> list[act.Action]:
    """The same without what is refused."""
    found: list[act.Action] = []
    for number in ready(state, choosing.side):
        found.append(act.Activate(key_of(state, number)))
        if recovery.refusal(state, number) is None:
            found.append(act.Recover(key_of(state, number)))
    return found


def _choice_refused(state: State, choosing: Choosing, action: act.Action) -> Refusal | None:
    if not isinstance(action, act.Activate | act.Recover):
        return not_now(action, "pick a formation")
    found = state.kit.by_key.get(action.formation)
    if found is None and state.kit.grid.has(action.formation):
        return Refusal("BCS-S.8", f"you have no HQ in {action.formation}")
    if found is None or state.kit.formations[found].side != choosing.side:
        return Refusal("BCS-S.8", f"you have no formation called {action.formation}")
    if state.hq[found] < 0:
        return Refusal("BCS-S.6", f"the HQ of {action.formation} is not on the map")
    if state.used >> found & 1:
        return Refusal("BCS-S.6", f"{action.formation} has had its Activation this turn")
    return recovery.refusal(state, found) if isinstance(action, act.Recover) else None


@cites("BCS-S.7", "BCS-10.4.b")
def _choose(state: State, _: Choosing, action: act.Activate | act.Recover) -> Events:
    number = state.kit.by_key[action.formation]
    pop(state)
    clear_activation(state)
    mark(state, used=state.used | 1 << number)
    if isinstance(action, act.Recover):
        return recovery.carry_out(state, number, flip=False)
    push(state, Activation(number))
    return []


# -- the steps ------------------------------------------------------------------------------


def begin(state: State, now: Activation) -> Events:
    """The formation is active; a Second Activation starts from nothing again."""
    clear_activation(state)
    units = in_field(state, now.formation)
    began = {unit: state.hex_of[unit] for unit in each(units)}
    note(state, active=now.formation, second=now.second, began=began)
    support.establish(state)
    side = state.kit.formations[now.formation].side
    support.ask_enemy(state)
    return [ev.ActivationBegan(side, key_of(state, now.formation), now.second)]


def upkeep(state: State, now: Activation) -> Events:
    return trains.upkeep(state, now.formation)


def prepare(state: State, now: Activation) -> Events:
    return prepared.begin(state, now.formation)


def mixed_check(state: State, now: Activation) -> Events:
    return mixing.check(state, now.formation)


def roll_snafu(state: State, now: Activation) -> Events:
    return snafu.begin(state, now.formation)


def failure_flip(state: State, now: Activation) -> Events:
    return recovery.offer_flip(state, now.formation)


def place_objectives(state: State, now: Activation) -> Events:
    return objectives.begin(state, now.formation)


def act_in_any_order(state: State, now: Activation) -> Events:
    side = state.kit.formations[now.formation].side
    push(state, Activities(side, now.formation))
    return []


@cites("BCS-S.15", "BCS-S.37")
def clean_up(state: State, now: Activation) -> Events:
    """OBJ and Traffic markers and dropped Support come off; Trains are looked at."""
    mark(state, objectives=(), traffic=0, stripped=0)
    support.establish(state)
    told = mixing.clean_up(state, now.formation) + trains.clean_up(state, now.formation)
    return told + bridges.repairs(state, now.formation)


def tire(state: State, now: Activation) -> Events:
    return fatigue.begin(state, now.formation)


def isolate(state: State, now: Activation) -> Events:
    return isolation.apply(state, now.formation)


def again(state: State, now: Activation) -> Events:
    return second.begin(state, now.formation)


STEPS: Final[tuple[Callable[[State, Activation], Events], ...]] = (
    begin,
    upkeep,
    prepare,
    mixed_check,
    roll_snafu,
    failure_flip,
    place_objectives,
    act_in_any_order,
    clean_up,
    tire,
    isolate,
    again,
)


@cites("BCS-S.7", "BCS-S.18")
def run(state: State, now: Activation) -> Events:
    """Carries out the step that is due; after the last the Activation is over."""
    if now.step == len(STEPS) or state.hq[now.formation] < 0:
        pop(state)
        clear_activation(state)
        mark(state, traffic=0)  # there is no Clean Up for a formation that is gone
        return []
    swap(state, Activation(now.formation, now.step + 1, now.second))
    return STEPS[now.step](state, now)


# -- the end of the activities --------------------------------------------------------------


@cites("BCS-4.2f", "BCS-R.4", "BCS-10.3.g", "BCS-R.24")
def _done_refused(state: State, now: Activities, _: act.Done) -> Refusal | None:
    must = trains.must_move(state, now.formation)
    if must is not None:
        return must
    return None if state.snafu == FAIL else straying.done_refusal(state, now.formation)


def _done(state: State, *_: object) -> Events:
    pop(state)
    return []


QUESTIONS[Choosing] = Question(own_side, _choices, _choice_refused, _choose, offers=_choices_open)
PROCEDURES[Activations] = next_side
PROCEDURES[Activation] = run
TASKS[act.Done] = Deed(lambda *_: (act.Done(),), _done_refused, _done)
