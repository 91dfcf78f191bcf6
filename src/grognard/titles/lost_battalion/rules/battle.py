"""Chapter 9, once an attack is declared: fire, roll, losses, advance.

Chapter 10 sends its Hasty Attacks through the same stages.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet
from grognard.titles.lost_battalion.kit.tables import EVERYONE_DIES, Side, UnitId, UnitSet
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.actions import Action, Advance, CallOff, Done, Launch
from grognard.titles.lost_battalion.position.decisions import (
    NO_UNIT,
    NOWHERE,
    Absorption,
    Advancing,
    Assault,
    Battle,
    Faltering,
    Losses,
)
from grognard.titles.lost_battalion.position.questions import (
    QUESTIONS,
    Events,
    Question,
    not_now,
    owned,
)
from grognard.titles.lost_battalion.position.state import State, ids, option, put, units_in
from grognard.titles.lost_battalion.rules.artillery import (
    DEFENSIVE,
    OFFENSIVE,
    chance_refusal,
    chance_side,
    no_candidates,
    offensive_guns_left,
    open_battery,
)
from grognard.titles.lost_battalion.rules.losses import ask_losses
from grognard.titles.lost_battalion.rules.marching import take_hex
from grognard.titles.lost_battalion.rules.odds import assault_column, odds_line
from grognard.titles.lost_battalion.rules.stacking import stack_refusal
from grognard.titles.lost_battalion.rules.terrain import (
    crossing_refusal,
    ground_refusal,
    on_road,
    tank_refusal,
)
from grognard.waist.asking import own_side, pop, push, swap
from grognard.waist.chance import Dice, Rolled

# -- the stages of a battle ------------------------------------------------------------


@cites("LB-S.13")
def run_battle(state: State, battle: Battle) -> Events:
    """Carries out the stage that is due and names the next."""
    match battle.stage:
        case "offensive":
            return _offensive_fire(state, battle)
        case "defensive":
            return _defensive_fire(state, battle)
        case "assault":
            return _assault(state, battle)
        case "outcome":
            return _outcome(state, battle)
        case "smoke":
            return _after_bombardment(state, battle)
    raise AssertionError(f"a battle has no stage {battle.stage}")


def _next(state: State, battle: Battle, stage: str) -> Battle:
    """The battle goes on to another stage, with the attackers who are left."""
    units = alive(state, battle.units)
    later = Battle(battle.side, battle.target, units, stage, battle.origin, battle.leader)
    swap(state, later)
    return later


def alive(state: State, units: UnitSet) -> UnitSet:
    return sum(1 << unit for unit in ids(units) if state.hex_of[unit] >= 0)


@cites("LB-11.4a", "LB-11.4c")
def _offensive_fire(state: State, battle: Battle) -> Events:
    most = offensive_guns_left(state, battle.target)
    if battle.origin != NOWHERE:
        most = state.kit.number("hasty_bombardment_units")
    _next(state, battle, "defensive")
    if most > 0:
        open_battery(state, battle.side, OFFENSIVE, 1 << battle.target, most)
    return []


@cites("LB-11.3a", "LB-11.3b", "LB-9.16d", "LB-9.16e", "LB-S.14")
def _defensive_fire(state: State, battle: Battle) -> Events:
    """The defender's one gun, aimed at an attacking hex; three against a leader."""
    if not units_in(state, battle.target):
        return _cleared_by_fire(state, battle)
    _next(state, battle, "assault")
    most = state.kit.number("defensive_bombardment_units")
    at: HexSet = sum({1 << state.hex_of[u] for u in ids(battle.units)})
    if battle.origin != NOWHERE:
        at = 1 << battle.target
    if battle.leader != NO_UNIT:
        at = 1 << state.hex_of[battle.leader]
        most = state.kit.number("deliberate_bombardment_units")
    open_battery(state, 1 - battle.side, DEFENSIVE, at, most)
    return []


@cites("LB-9.12c", "LB-10.9")
def _cleared_by_fire(state: State, battle: Battle) -> Events:
    if battle.origin != NOWHERE:
        _next(state, battle, "outcome")
        return []
    pop(state)
    _offer_gunners_advance(state, battle.side, battle.target)
    return []


@cites("LB-9.12b")
def _offer_gunners_advance(state: State, side: Side, hex_: Hex) -> None:
    """Artillery cleared the hex: one adjacent infantry unit may go in."""
    kit, near = state.kit, 0
    for neighbour in kit.grid.neighbours(hex_):
        near |= units_in(state, neighbour)
    infantry = near & kit.infantry & kit.side_units[side]
    if infantry:
        push(state, Advancing(side, hex_, infantry, 1))


def _after_bombardment(state: State, battle: Battle) -> Events:
    pop(state)
    if not units_in(state, battle.target):
        _offer_gunners_advance(state, battle.side, battle.target)
    return []


@cites("LB-S.14", "LB-9.16d", "LB-9.16e")
def _assault(state: State, battle: Battle) -> Events:
    """Odds are computed afresh with the survivors; without infantry there is no assault."""
    units = alive(state, battle.units)
    if not units & state.kit.infantry:
        _next(state, battle, "outcome")
        return []
    if battle.leader != NO_UNIT and not units >> battle.leader & 1:
        fallen = state.kit.names[battle.leader]
        swap(state, Battle(battle.side, battle.target, units, "assault", battle.origin))
        push(state, Faltering(battle.side))
        return [ev.LeaderFell(battle.side, fallen)]
    survivors = _next(state, battle, "outcome")
    push(state, Assault(assault_column(state, survivors)[0]))
    return []


@cites("LB-9.12a")
def _outcome(state: State, battle: Battle) -> Events:
    """After the losses: an advance, or the end of it."""
    units = alive(state, battle.units)
    cleared = not units_in(state, battle.target)
    pop(state)
    if cleared and units:
        push(state, Advancing(battle.side, battle.target, units, units.bit_count()))
    return []


# `Battle` is registered by chapter 10, which ends its Hasty Attacks differently.


# -- the roll and the losses -----------------------------------------------------------


def assault_draw(_: State, __: Assault) -> Dice:
    return Dice(1, 6, "assault")


@cites("LB-S.15", "LB-S.16")
def assault_answer(state: State, assault: Assault, action: Rolled) -> Events:
    """Both sides lose at the same time; the attacker's choice is asked first."""
    (face,) = action.faces
    pop(state)
    battle = state.top
    assert isinstance(battle, Battle), "an assault's roll belongs to a battle"
    attacker, defender = state.kit.crt[assault.column][face - 1]
    told: Events = [_rolled(state, battle, assault, face)]
    told += _defender_losses(state, battle, defender)
    told += _attacker_losses(state, battle, attacker)
    return told


def _rolled(state: State, battle: Battle, assault: Assault, face: int) -> ev.AssaultRolled:
    attacker, defender = state.kit.crt[assault.column][face - 1]
    result = f"{attacker}/{'E' if defender == EVERYONE_DIES else defender}"
    _, tally = assault_column(state, battle)
    line, target = odds_line(state, battle), state.kit.grid.label(battle.target)
    return ev.AssaultRolled(battle.side, face, line, tally, result, attacker, defender, target)


def _defender_losses(state: State, battle: Battle, steps: int) -> Events:
    units = units_in(state, battle.target)
    if steps == EVERYONE_DIES:
        return ask_all(state, 1 - battle.side, units)
    return ask_losses(state, Losses(1 - battle.side, units, steps, "assault"))


def ask_all(state: State, side: Side, units: UnitSet) -> Events:
    """Every unit is eliminated; there is nothing to choose."""
    told: Events = []
    for unit in ids(units):
        only = Losses(side, 1 << unit, state.steps[unit], "assault")
        told += ask_losses(state, only)
    return told


@cites("LB-11.8b")
def _attacker_losses(state: State, battle: Battle, steps: int) -> Events:
    if not steps:
        return []
    if battle.units & state.kit.tanks:
        push(state, Absorption(battle.side, battle.units, steps))
        return []
    return ask_losses(state, Losses(battle.side, battle.units, steps, "assault"))


QUESTIONS[Assault] = Question(
    chance_side, no_candidates, chance_refusal, assault_answer, assault_draw
)


# -- a Deliberate Attack without its leader ------------------------------------------------


def faltering_candidates(_: State, __: Faltering) -> Iterable[Action]:
    return (Launch(), CallOff())


@cites("LB-9.16e")
def faltering_refusal(_: State, __: Faltering, action: Action) -> Refusal | None:
    """The others may go on as a normal attack, or call off."""
    if isinstance(action, Launch | CallOff):
        return None
    return not_now(action, "go on as a normal attack, or call it off")


def faltering_answer(state: State, asked: Faltering, action: Action) -> Events:
    pop(state)
    if isinstance(action, Launch):
        return []
    battle = state.top
    assert isinstance(battle, Battle)
    pop(state)
    return [ev.AttackCalledOff(asked.side, state.kit.grid.label(battle.target))]


QUESTIONS[Faltering] = Question(own_side, faltering_candidates, faltering_refusal, faltering_answer)


# -- the advance ------------------------------------------------------------------------


def advancing_candidates(state: State, advance: Advancing) -> Iterable[Action]:
    for unit in ids(advance.units):
        yield Advance(state.kit.names[unit])
    yield Done()


@cites("LB-9.12a", "LB-9.12c", "LB-5.3b", "LB-11.7j", "LB-6.3j")
def advancing_refusal(state: State, advance: Advancing, action: Action) -> Refusal | None:
    """Why a unit may not advance into the cleared hex."""
    if isinstance(action, Done):
        return None
    if not isinstance(action, Advance):
        return not_now(action, "advance into the cleared hex, or finish")
    unit = owned(state, advance.side, action.unit)
    if isinstance(unit, Refusal):
        return unit
    if not advance.units >> unit & 1:
        return Refusal("LB-9.12a", f"{action.unit} may not advance: it took no part")
    if state.refilled >> unit & 1:
        return Refusal("LB-6.3j", f"{action.unit} took replacements and may not move this turn")
    between = state.kit.hexsides[state.hex_of[unit], advance.into]
    tank = None
    if not on_road(state, advance.side, between):
        tank = tank_refusal(state, 1 << unit, advance.into)
    return (
        ground_refusal(state, advance.side, advance.into)
        or crossing_refusal(state, advance.side, 1 << unit, between)
        or tank
        or _crowded_refusal(state, advance, unit)
    )


@cites("LB-5.3b")
def _crowded_refusal(state: State, advance: Advancing, unit: UnitId) -> Refusal | None:
    if not option(state, "stacking_after_advance"):
        return None
    return stack_refusal(state.kit, units_in(state, advance.into) | 1 << unit)


def advancing_answer(state: State, advance: Advancing, action: Action) -> Events:
    pop(state)
    if isinstance(action, Done):
        return []
    assert isinstance(action, Advance)
    unit, kit = state.kit.by_name[action.unit], state.kit
    start, into = kit.grid.label(state.hex_of[unit]), kit.grid.label(advance.into)
    put(state, unit, advance.into)
    # The combat that showed faces is over (LB-5.6b): the other side sees a counter go in.
    told: Events = [ev.Advanced(advance.side, action.unit, start, into, known=False)]
    told += take_hex(state, advance.side, advance.into)
    rest = advance.units & ~(1 << unit)
    if advance.most > 1 and rest:
        push(state, Advancing(advance.side, advance.into, rest, advance.most - 1))
    return told


QUESTIONS[Advancing] = Question(own_side, advancing_candidates, advancing_refusal, advancing_answer)
