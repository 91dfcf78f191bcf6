"""Chapter 9: the Combat Phase, regular and Deliberate Attacks, odds, advances.

An attack is assembled, declared, and then runs through the stages of
`run_battle`; chapter 10 sends its Hasty Attacks through the same stages.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, Side, UnitId, UnitSet
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.actions import (
    Action,
    Attack,
    Bombard,
    CallOff,
    Commit,
    Deliberate,
    Done,
    Launch,
)
from grognard.titles.lost_battalion.position.decisions import (
    NO_UNIT,
    Assembling,
    Battery,
    Battle,
    Combat,
)
from grognard.titles.lost_battalion.position.questions import (
    QUESTIONS,
    Events,
    Question,
    not_now,
    owned,
)
from grognard.titles.lost_battalion.position.state import State, ids, names_of, standing, units_in
from grognard.titles.lost_battalion.rules.artillery import (
    BOMBARDMENT,
    aim_refusal,
    can_fire_at,
    fire_reach,
    offensive_guns_left,
    right_bank_refusal,
)
from grognard.titles.lost_battalion.rules.movement import unsupplied_hexes
from grognard.titles.lost_battalion.rules.odds import strength
from grognard.titles.lost_battalion.rules.supply import out_both_sides
from grognard.titles.lost_battalion.rules.terrain import barred_refusal, tank_refusal
from grognard.waist.asking import own_side, pop, push, swap

# -- the Combat Phase ---------------------------------------------------------------


@cites("LB-7.2b")
def begin_phase(state: State, side: Side) -> Events:
    """B2 and C2: supply is fixed for both sides, and the phase begins."""
    state.attacked = state.assaulted = state.bombarded = 0
    state.shelled = {}
    state.out_fighting = out_both_sides(state)
    push(state, Combat(side))
    return [ev.PhaseBegan(side, "Combat", unsupplied_hexes(state, side, state.out_fighting))]


@cites("LB-9.1a")
def combat_candidates(state: State, phase: Combat) -> Iterable[Action]:
    """Attacks may be made; none must be."""
    label, foes = state.kit.grid.label, state.occupied[1 - phase.side]
    for hex_ in members(_in_contact(state, phase.side)):
        yield Attack(label(hex_))
    for hex_ in members(foes & fire_reach(state, phase.side) & ~_fired_out(state)):
        yield Bombard(label(hex_))
    yield Done()


def combat_offers(state: State, phase: Combat) -> list[Action]:
    """The candidates that are not refused: whatever of the enemy is in reach may be fired at."""
    label, side = state.kit.grid.label, phase.side
    found: list[Action] = []
    for at in map(label, members(_in_contact(state, side))):
        if attack_refusal(state, side, at) is None:
            found.append(Attack(at))
    fit = state.occupied[1 - side] & fire_reach(state, side) & ~_fired_out(state)
    if side == ALLIED and state.turn < state.kit.scenario.rules.meuse_attacks_from:
        fit &= ~state.kit.right_bank
    return [*found, *(Bombard(label(h)) for h in members(fit)), Done()]


def _fired_out(state: State) -> HexSet:
    """Hexes that have been bombarded, or at which all have fired that may for one combat."""
    full = (1 << hex_ for hex_ in state.shelled if offensive_guns_left(state, hex_) <= 0)
    return state.bombarded | sum(full)


def _in_contact(state: State, side: Side) -> HexSet:
    """Enemy hexes next to a unit that can attack, not yet attacked."""
    fighters = {1 << state.hex_of[u] for u in ids(_fighters(state, side))}
    return state.occupied[1 - side] & state.kit.grid.spread(sum(fighters)) & ~state.assaulted


def _fighters(state: State, side: Side) -> UnitSet:
    kit = state.kit
    able = standing(state, side) & (kit.infantry | kit.tanks)
    return able & ~state.attacked & ~state.out_fighting & ~state.refilled


def combat_refusal(state: State, phase: Combat, action: Action) -> Refusal | None:
    match action:
        case Attack(label):
            return attack_refusal(state, phase.side, label)
        case Bombard(label):
            return bombard_refusal(state, phase.side, label)
        case Done():
            return None
    return not_now(action, "declare an attack or a bombardment, or end the Combat Phase")


@cites("LB-9.1b", "LB-8.11a", "LB-14.0a")
def attack_refusal(state: State, side: Side, label: str) -> Refusal | None:
    """Why no regular attack may be made on a hex."""
    hex_ = _target(state, side, label)
    if isinstance(hex_, Refusal):
        return hex_
    if state.assaulted >> hex_ & 1:
        return Refusal("LB-9.1b", f"{label} has been attacked in this phase")
    if side == ALLIED:
        barred = right_bank_refusal(state, hex_)
    else:
        barred = barred_refusal(state, side, hex_)
    return barred or _nobody_refusal(state, side, hex_)


def _target(state: State, side: Side, label: str) -> Hex | Refusal:
    kit = state.kit
    if not kit.grid.has(label):
        return Refusal("LB-9.1b", f"there is no hex {label} on the map")
    hex_ = kit.grid.at(label)
    if not state.occupied[1 - side] >> hex_ & 1:
        return Refusal("LB-9.1b", f"no enemy unit stands in {label}")
    return hex_


def _nobody_refusal(state: State, side: Side, hex_: Hex) -> Refusal | None:
    """At least one infantry unit must be able to attack; if not, why the first cannot."""
    assembling, first = Assembling(side, hex_), None
    for near in state.kit.grid.neighbours(hex_):
        for unit in ids(units_in(state, near) & state.kit.side_units[side]):
            refusal = commit_refusal(state, assembling, state.kit.names[unit])
            if refusal is None and state.kit.infantry >> unit & 1:
                return None
            first = first or refusal
    return first or Refusal("LB-9.1b", "no infantry of yours stands next to that hex")


@cites("LB-11.4b", "LB-11.2a", "LB-11.4a")
def bombard_refusal(state: State, side: Side, label: str) -> Refusal | None:
    """Why a hex may not be bombarded without an assault."""
    hex_ = _target(state, side, label)
    if isinstance(hex_, Refusal):
        return hex_
    if state.bombarded >> hex_ & 1:
        return Refusal("LB-11.4b", f"{label} has been bombarded in this phase")
    if offensive_guns_left(state, hex_) <= 0:
        return Refusal("LB-11.4a", f"all that may fire at {label} in one phase have fired")
    refusal = aim_refusal(state, side, hex_)
    if refusal is not None:
        return refusal
    if not can_fire_at(state, side, hex_):
        return Refusal("LB-11.4a", f"no artillery that could fire reaches {label}")
    return None


def combat_answer(state: State, phase: Combat, action: Action) -> Events:
    match action:
        case Attack(label):
            push(state, Assembling(phase.side, state.kit.grid.at(label)))
            return []
        case Bombard(label):
            hex_ = state.kit.grid.at(label)
            push(state, Battle(phase.side, hex_, 0, "fire"))
            most = offensive_guns_left(state, hex_)
            push(state, Battery(phase.side, BOMBARDMENT, 1 << hex_, most))
            return []
        case Done():
            pop(state)
            return [ev.PhaseEnded(phase.side, "Combat")]
    raise AssertionError(f"refusal should have stopped {action} in {phase}")


QUESTIONS[Combat] = Question(
    own_side, combat_candidates, combat_refusal, combat_answer, offers=combat_offers
)


# -- an attack is put together ---------------------------------------------------------


def assembling_candidates(state: State, attack: Assembling) -> Iterable[Action]:
    names, kit = state.kit.names, state.kit
    for near in kit.grid.neighbours(attack.target):
        for unit in ids(units_in(state, near) & kit.side_units[attack.side] & ~attack.units):
            yield Commit(names[unit])
    yield Launch()
    if attack.side == GERMAN:
        for unit in ids(attack.units):
            yield Deliberate(names[unit])
    yield CallOff()


def assembling_refusal(state: State, attack: Assembling, action: Action) -> Refusal | None:
    match action:
        case Commit(name):
            return commit_refusal(state, attack, name)
        case Launch():
            return launch_refusal(state, attack)
        case Deliberate(name):
            return deliberate_refusal(state, attack, name)
        case CallOff():
            return None
    return not_now(action, "commit units to the attack, launch it, or call it off")


@cites("LB-9.1b", "LB-11.9a", "LB-7.2c", "LB-6.3j", "LB-11.7e", "LB-11.8a", "LB-11.8f")
def commit_refusal(state: State, attack: Assembling, name: str) -> Refusal | None:
    """Why a unit may not take part in this attack."""
    unit = owned(state, attack.side, name)
    if isinstance(unit, Refusal):
        return unit
    kit, bit, hex_ = state.kit, 1 << unit, state.hex_of[unit]
    if bit & kit.machine_guns:
        return Refusal("LB-11.9a", "machine-gun units cannot attack")
    if bit & kit.artillery:
        return Refusal("LB-9.12a", "artillery bombards; it does not join the assault")
    if hex_ < 0 or not kit.grid.adjacent(hex_, attack.target):
        return Refusal("LB-9.1b", f"{name} is not next to {kit.grid.label(attack.target)}")
    if bit & (state.attacked | attack.units):
        return Refusal("LB-9.1b", f"{name} attacks once in a Combat Phase")
    if bit & state.out_fighting:
        return Refusal("LB-7.2c", f"{name} is out of supply and may not attack")
    if bit & state.refilled:
        return Refusal("LB-6.3j", f"{name} took replacements and may not attack this turn")
    if attack.side == ALLIED and state.gas >> hex_ & 1:
        return Refusal("LB-11.7e", f"{name} stands in gas and may not attack")
    return tank_attack_refusal(state, unit, attack.target) or limit_refusal(
        state, attack.units | bit
    )


@cites("LB-11.8f", "LB-11.8g")
def tank_attack_refusal(state: State, unit: UnitId, target: Hex) -> Refusal | None:
    """Tanks attack into forest or rough only where a road crosses the hexside."""
    if not state.kit.tanks >> unit & 1:
        return None
    between = state.kit.hexsides[state.hex_of[unit], target]
    return None if between.road else tank_refusal(state, 1 << unit, target)


@cites("LB-7.4b", "LB-7.4c", "LB-7.4d", "LB-S.30")
def limit_refusal(state: State, units: UnitSet) -> Refusal | None:
    """Only so many US divisions may attack in a turn."""
    divisions = state.divisions | divisions_of(state, units)
    limit = state.kit.turns[state.turn].us_divisions_may_attack
    if divisions.bit_count() > limit and divisions != state.divisions:
        return Refusal("LB-7.4b", f"supply lets {limit} US divisions attack this turn, no more")
    return None


@cites("LB-7.4d")
def divisions_of(state: State, units: UnitSet) -> int:
    """The US divisions of some units; tanks and French never count."""
    found = 0
    for unit in ids(units & state.kit.us & state.kit.infantry):
        found |= 1 << state.kit.division_of[unit]
    return found


@cites("LB-11.8h")
def launch_refusal(state: State, attack: Assembling) -> Refusal | None:
    if not attack.units & state.kit.infantry:
        return Refusal("LB-11.8h", "tanks add no strength: an attack needs infantry")
    return None


@cites("LB-9.16a", "LB-9.16b", "LB-9.16f")
def deliberate_refusal(state: State, attack: Assembling, name: str) -> Refusal | None:
    """Why this unit may not lead a Deliberate Attack."""
    unit = owned(state, attack.side, name)
    if isinstance(unit, Refusal):
        return unit
    kit = state.kit
    if attack.side != GERMAN:
        return Refusal("LB-9.16a", "only the German side makes Deliberate Attacks")
    if not attack.units >> unit & 1:
        return Refusal("LB-9.16b", f"{name} has not been committed to the attack")
    if not state.deliberate:
        return Refusal("LB-9.16a", "no Deliberate Attack is left")
    if kit.austrians >> unit & 1:
        return Refusal("LB-9.16f", "an Austro-Hungarian unit cannot lead a Deliberate Attack")
    needed = kit.number("deliberate_strength")
    if strength(state, unit) < needed:
        return Refusal("LB-9.16b", f"the leader needs strength {needed}; {name} has less")
    return None


@cites("LB-9.16f")
def assembling_answer(state: State, attack: Assembling, action: Action) -> Events:
    match action:
        case Commit(name):
            units = attack.units | 1 << state.kit.by_name[name]
            swap(state, Assembling(attack.side, attack.target, units))
            return []
        case CallOff():
            pop(state)
            return []
        case Launch():
            return launch(state, attack, NO_UNIT)
        case Deliberate(name):
            state.deliberate -= 1
            return launch(state, attack, state.kit.by_name[name])
    raise AssertionError(f"refusal should have stopped {action} in {attack}")


@cites("LB-7.4c", "LB-S.13", "LB-S.12")
def launch(state: State, attack: Assembling, leader: UnitId) -> Events:
    """The attack is declared: units, hex and divisions are spent."""
    state.attacked |= attack.units
    state.assaulted |= 1 << attack.target
    state.divisions |= divisions_of(state, attack.units)
    swap(state, Battle(attack.side, attack.target, attack.units, "offensive", leader=leader))
    kind = "attack" if leader == NO_UNIT else "deliberate attack"
    return [declared(state, attack.side, attack.units, attack.target, kind, leader)]


def declared(
    state: State, side: Side, units: UnitSet, target: Hex, kind: str, leader: UnitId = NO_UNIT
) -> ev.AttackDeclared:
    return ev.AttackDeclared(
        side,
        names_of(state, units),
        names_of(state, units_in(state, target)),
        state.kit.grid.label(target),
        kind,
        state.kit.names[leader] if leader != NO_UNIT else "",
    )


QUESTIONS[Assembling] = Question(
    own_side, assembling_candidates, assembling_refusal, assembling_answer
)
