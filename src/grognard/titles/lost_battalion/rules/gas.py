"""11.7: gas, placed in step A2."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import members
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.actions import Action, Done, Gas
from grognard.titles.lost_battalion.position.decisions import GasPlacement, Losses
from grognard.titles.lost_battalion.position.menu import DONE, menu
from grognard.titles.lost_battalion.position.questions import QUESTIONS, Events, Question, not_now
from grognard.titles.lost_battalion.position.state import State, units_in
from grognard.titles.lost_battalion.rules.artillery import observed
from grognard.titles.lost_battalion.rules.losses import ask_losses
from grognard.waist.asking import pop, push

# -- A2: gas -----------------------------------------------------------------------------


def begin_step(state: State) -> Events:
    """A2, while there are markers."""
    if state.gas_left:
        push(state, GasPlacement())
    return []


def gas_candidates(state: State, _: GasPlacement) -> Iterable[Action]:
    if state.gas_left:
        free = observed(state, GERMAN) & state.kit.play & ~state.occupied[GERMAN] & ~state.gas
        known = menu(state.kit).gas
        yield from [known[hex_] for hex_ in members(free)]
    yield DONE


@cites("LB-11.7a", "LB-11.7b", "LB-11.7g", "LB-11.2a", "LB-8.11b")
def gas_refusal(state: State, _: GasPlacement, action: Action) -> Refusal | None:
    """Gas goes on observed hexes, south of the Start Line too; one marker a hex."""
    if isinstance(action, Done):
        return None
    if not isinstance(action, Gas):
        return not_now(action, "place Gas markers, or finish")
    if (
        not state.kit.grid.has(action.hex)
        or not state.kit.play >> state.kit.grid.at(action.hex) & 1
    ):
        return Refusal("LB-11.7b", f"there is no hex {action.hex} on the map")
    hex_ = state.kit.grid.at(action.hex)
    if not state.gas_left:
        return Refusal("LB-11.7a", "no Gas markers are left this turn")
    if state.gas >> hex_ & 1:
        return Refusal("LB-11.7g", f"{action.hex} has a Gas marker already")
    if state.occupied[GERMAN] >> hex_ & 1:
        return Refusal("LB-11.7g", f"German units stand in {action.hex}")
    if not observed(state, GERMAN) >> hex_ & 1:
        return Refusal("LB-11.2a", f"{action.hex} is not observed")
    return None


@cites("LB-11.7c", "LB-11.7i", "LB-S.8")
def gas_answer(state: State, _: GasPlacement, action: Action) -> Events:
    """One step is lost in the hex at once, from the unit its owner chooses."""
    if isinstance(action, Done):
        pop(state)
        return []
    assert isinstance(action, Gas)
    hex_ = state.kit.grid.at(action.hex)
    state.gas |= 1 << hex_
    state.gas_left -= 1
    told: Events = [ev.GasPlaced(GERMAN, action.hex)]
    victims = units_in(state, hex_)
    if victims:
        steps = state.kit.number("gas_steps")
        told += ask_losses(state, Losses(ALLIED, victims, steps, "gas"))
    return told


QUESTIONS[GasPlacement] = Question(
    lambda _s, _d: GERMAN, gas_candidates, gas_refusal, gas_answer, exact=True
)
