"""A formation acts: it moves, it attacks, it digs in (EA-S.14, EA-S.18, EA-S.19)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, CardId, Side, UnitId, UnitSet
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Activation, Clearing, Moving
from grognard.titles.ardennes.position.questions import QUESTIONS, Events, Question, not_now, owned
from grognard.titles.ardennes.position.state import (
    FIRST_DAY,
    NO_RECORD,
    Record,
    State,
    each,
    keep_record,
    mark,
    names_of,
    note,
    other,
    scripted,
    standing,
)
from grognard.titles.ardennes.rules.cards.happenings import ALARM, HAPPENINGS, Happening, Play
from grognard.titles.ardennes.rules.fighting import combat
from grognard.titles.ardennes.rules.moving import movement
from grognard.titles.ardennes.rules.moving.zones import beside
from grognard.titles.ardennes.rules.supply.supply import in_supply, out_of_supply
from grognard.waist.asking import own_side, pop, push, swap


def begin(state: State, side: Side, card: CardId, units: UnitSet, tactics: int) -> Events:
    """Starts an activation of units on the map; those Out of Fuel stay inactive."""
    open_record(state, side, units, tactics)
    push(state, Activation(side, card))
    return []


@cites("EA-S.18", "EA-S.78")
def open_record(state: State, side: Side, units: UnitSet, tactics: int) -> None:
    """What an activation remembers begins anew."""
    active = units & standing(state, side) & ~state.dry
    record = Record(
        active=active,
        recovering=active & state.dispersed,
        tactics_left=tactics,
        trodden=state.occupied[GERMAN],
    )
    keep_record(state, record)


# -- the question --------------------------------------------------------------------


def candidates(state: State, activation: Activation) -> Iterator[act.Action]:
    """Exactly what may be done."""
    if activation.stage == "move":
        yield from _movers(state)
    else:
        for hex_ in members(combat.targets(state, activation.side)):
            yield act.Attack(state.kit.grid.label(hex_))
        for unit in each(state.record.active):
            if dig_refusal(state, unit) is None:
                yield act.DigIn(state.kit.names[unit])
    yield act.Done()


def _movers(state: State) -> Iterator[act.Action]:
    idle = state.dispersed | state.dry | state.record.recovering | state.record.moved
    idle |= state.isolated & state.kit.mechanized
    for unit in each(state.record.active & ~idle):
        if not _may_pick(state, unit):
            continue
        name = state.kit.names[unit]
        yield act.Pick(name)
        if _may_rush(state, unit):
            yield act.Rush(name)


def _may_pick(state: State, unit: UnitId) -> bool:
    """Whether `pick_refusal` is silent, for a unit that is not idle."""
    if state.hex_of[unit] < 0:
        return False
    moving = Moving(state.kit.side_of[unit], 1 << unit, state.hex_of[unit])
    return movement.may_start(state, moving)


def _may_rush(state: State, unit: UnitId) -> bool:
    """Whether `rush_refusal` is silent, for a unit that may move."""
    side, hex_ = state.kit.side_of[unit], state.hex_of[unit]
    if _never_rushes(state, side) or beside(state, other(side)) >> hex_ & 1:
        return False
    return movement.may_start(state, Moving(side, 1 << unit, hex_, strategic=True))


def refusal(state: State, activation: Activation, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Done):
        return None
    if activation.stage == "move":
        return _move_stage_refusal(state, activation, action)
    return _attack_stage_refusal(state, activation, action)


def _move_stage_refusal(state: State, activation: Activation, action: act.Action) -> Refusal | None:
    if not isinstance(action, act.Pick | act.Rush):
        return not_now(action, "move units, or end the movement")
    unit = owned(state, activation.side, action.unit)
    if isinstance(unit, Refusal):
        return unit
    return pick_refusal(state, unit) if isinstance(action, act.Pick) else rush_refusal(state, unit)


def _attack_stage_refusal(
    state: State, activation: Activation, action: act.Action
) -> Refusal | None:
    match action:
        case act.DigIn(name):
            unit = owned(state, activation.side, name)
            return unit if isinstance(unit, Refusal) else dig_refusal(state, unit)
        case act.Attack(label):
            return _attack_refusal(state, activation, label)
    return not_now(action, "attack, dig in, or end the activation")


def _attack_refusal(state: State, activation: Activation, label: str) -> Refusal | None:
    grid = state.kit.grid
    if not grid.has(label):
        return Refusal("EA-S.69", f"there is no hex {label} on the map")
    return combat.target_refusal(state, activation.side, grid.at(label))


def _inactive(state: State, unit: UnitId) -> Refusal | None:
    if state.record.active >> unit & 1 and state.hex_of[unit] >= 0:
        return None
    return Refusal("EA-S.14", f"{state.kit.names[unit]} is not active")


@cites("EA-S.18")
def _recovering(state: State, unit: UnitId) -> Refusal | None:
    if not state.record.recovering >> unit & 1:
        return None
    name = state.kit.names[unit]
    return Refusal("EA-S.18", f"{name} was Dispersed when activated: it recovers and does no more")


def pick_refusal(state: State, unit: UnitId) -> Refusal | None:
    """Why a unit cannot begin a move now."""
    name = state.kit.names[unit]
    if why := movement.still(state, unit) or _recovering(state, unit) or _inactive(state, unit):
        return why
    if state.record.moved >> unit & 1:
        return Refusal("EA-S.14", f"{name} has moved in this activation")
    moving = Moving(state.kit.side_of[unit], 1 << unit, state.hex_of[unit])
    return movement.start_refusal(state, moving)


@cites("EA-S.45")
def rush_refusal(state: State, unit: UnitId) -> Refusal | None:
    """Why a unit cannot begin a strategic move now."""
    side = state.kit.side_of[unit]
    if why := pick_refusal(state, unit):
        return why
    if why := _never_rushes(state, side):
        return why
    return movement.rush_start_refusal(
        state, Moving(side, 1 << unit, state.hex_of[unit], strategic=True)
    )


@cites("EA-S.45")
def _never_rushes(state: State, side: Side) -> Refusal | None:
    if not scripted(state, side):
        return None
    return Refusal("EA-S.45", "the Allies have no strategic movement in the solitaire game")


@cites("EA-S.19", "EA-ST.j", "EA-SU.o")
def dig_refusal(state: State, unit: UnitId) -> Refusal | None:
    """Why a unit cannot build an Improved Position now."""
    bit, name, hex_ = 1 << unit, state.kit.names[unit], state.hex_of[unit]
    if state.dispersed & bit:
        return Refusal("EA-ST.j", f"{name} is Dispersed")
    if why := _recovering(state, unit) or _inactive(state, unit):
        return why
    if out_of_supply(state) & bit:
        return Refusal("EA-SU.o", f"{name} is Out of Supply")
    if (state.record.moved | state.record.fought) & bit:
        return Refusal("EA-S.19", f"{name} has moved or attacked in this activation")
    if state.kit.towns >> hex_ & 1:
        return Refusal("EA-S.19", "there is no Improved Position in a city or town")
    if state.dug_in >> hex_ & 1:
        return Refusal("EA-S.19", "the hex has an Improved Position")
    if not in_supply(state, unit):
        return Refusal("EA-S.19", f"{name} is not in supply")
    return None


def answer(state: State, activation: Activation, action: act.Action) -> Events:
    kit = state.kit
    match action:
        case act.Pick(name) | act.Rush(name):
            unit = kit.by_name[name]
            strategic = isinstance(action, act.Rush)
            push(state, Moving(activation.side, 1 << unit, state.hex_of[unit], strategic=strategic))
            return []
        case act.Attack(label):
            combat.begin_assembling(state, activation.side, kit.grid.at(label))
            return []
        case act.DigIn(name):
            hex_ = state.hex_of[kit.by_name[name]]
            mark(state, dug_in=state.dug_in | 1 << hex_)
            return [ev.DugIn(activation.side, (kit.grid.label(hex_),))]
        case act.Done():
            return _done(state, activation)
    raise AssertionError(f"refusal should have stopped {action} in {activation}")


QUESTIONS[Activation] = Question(own_side, candidates, refusal, answer, exact=True)


@cites("EA-RB.v")
def _done(state: State, activation: Activation) -> Events:
    """After the movement roadblocks next to active units come off; after the attacks it is over."""
    if activation.stage != "move":
        return end(state, activation.side)
    swap(state, Activation(activation.side, activation.card, "attack"))
    if activation.side == GERMAN and state.roadblocks:
        push(state, Clearing(GERMAN))
    return []


@cites("EA-S.18")
def end(state: State, side: Side) -> Events:
    """Units that were Dispersed when it began recover."""
    pop(state)
    well = state.record.recovering & state.dispersed
    mark(state, dispersed=state.dispersed & ~well)
    keep_record(state, NO_RECORD)
    return [ev.Recovered(side, names_of(state, well))] if well else []


# -- Raise the Alarm (2P) ------------------------------------------------------------


@cites("EA-S.77", "EA-D16.o")
def _alarmed(state: State, _: Play) -> Iterator[str]:
    """Divisions that may march with their full allowance on 16 December."""
    if state.day != FIRST_DAY:
        return
    on_map = standing(state, ALLIED)
    for division, units in state.kit.division_units.items():
        if units & on_map & state.kit.side_units[ALLIED]:
            yield division


@cites("EA-S.77", "EA-D16.o")
def _raise_alarm(state: State, play: Play) -> Events:
    units = state.kit.division_units[play.choice] & standing(state, ALLIED)
    begin(state, ALLIED, play.card.id, units, 0)
    note(state, full_march=True)
    return [ev.Happened(ALLIED, ALARM, f"{play.choice} may march as far as it can")]


HAPPENINGS[ALARM] = Happening(
    _alarmed, _raise_alarm, "EA-S.77", "it alarms a division on the map on 16 December"
)
