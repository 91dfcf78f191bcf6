"""Attacks: putting one together, and the stages of a combat (EA-S.69).

A combat is a Fight on the stack of decisions; its stages in order:

    tactics → answer → count → draw → score → defender → attacker → advance → over

"reinforced" is where Reinforce Battle comes back from its move, "bug_out" where
defenders go who do not wait for the chits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import ALLIED, Side, UnitId, UnitSet
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import NO_UNIT, Assembling, Battle, Fight
from grognard.titles.ardennes.position.questions import (
    PROCEDURES,
    QUESTIONS,
    Events,
    Question,
    not_now,
    owned,
)
from grognard.titles.ardennes.position.state import (
    State,
    ids,
    names_of,
    note,
    option,
    other,
    units_in,
)
from grognard.titles.ardennes.rules.fighting import advance, chits, hits, tactics
from grognard.titles.ardennes.rules.fighting.battle import battle_of, go_to, may_attack
from grognard.titles.ardennes.rules.fighting.chits import attack_strength, defence_strength
from grognard.titles.ardennes.rules.supply.supply import low_supply
from grognard.waist.asking import own_side, pop, push, swap

__all__ = [
    "attack_strength",
    "begin_assembling",
    "begin_attack",
    "defence_strength",
    "may_attack",
    "target_refusal",
    "targets",
]


# -- targets ----------------------------------------------------------------------------------


def ready(state: State, side: Side) -> UnitSet:
    """The active units of a side that can still attack."""
    record = state.record
    units = record.active & state.kit.side_units[side] & ~record.fought & ~record.rushed
    return sum(1 << unit for unit in ids(units) if may_attack(state, unit) is None)


def targets(state: State, side: Side) -> HexSet:
    """The enemy hexes that active units stand next to."""
    around = 0
    for unit in ids(ready(state, side)):
        around |= state.kit.grid.spread(1 << state.hex_of[unit])
    near = around & state.occupied[other(side)]
    return sum(1 << hex_ for hex_ in members(near) if _some_attack(state, side, hex_))


def _some_attack(state: State, side: Side, target: Hex) -> bool:
    units = able(state, side, target)
    return bool(units) and force_refusal(state, side, units) is None


def able(state: State, side: Side, target: Hex) -> UnitSet:
    """All active units that could attack the hex together."""
    return _next_to(state, ready(state, side), target)


def _next_to(state: State, units: UnitSet, target: Hex) -> UnitSet:
    near = 0
    for hex_ in state.kit.grid.neighbours(target):
        near |= units_in(state, hex_)
    return near & units


@cites("EA-S.69")
def target_refusal(state: State, side: Side, target: Hex) -> Refusal | None:
    """Why a hex cannot be named for an attack by the active units."""
    if not state.occupied[other(side)] >> target & 1:
        return Refusal("EA-S.69", "there are no enemy units in that hex")
    near = _next_to(state, state.record.active & state.kit.side_units[side], target)
    if not near:
        return Refusal("EA-S.69", "no active unit is next to that hex")
    units = able(state, side, target)
    if not units:
        return may_attack(state, next(ids(near)))
    return force_refusal(state, side, units)


@cites("EA-ST.a", "EA-SU.l")
def force_refusal(state: State, side: Side, units: UnitSet) -> Refusal | None:
    """Why these units together make no attack."""
    if not units:
        return Refusal("EA-S.69", "an attack needs a unit")
    if not units & ~state.kit.bracketed and _too_weak(state, units):
        return Refusal("EA-ST.a", "a bracketed unit cannot attack on its own")
    if side == ALLIED and all(low_supply(state, unit) for unit in ids(units)):
        return Refusal("EA-SU.l", "a unit in Low Supply cannot lead an attack")
    return None


def _too_weak(state: State, units: UnitSet) -> bool:
    return units.bit_count() == 1 or option(state, "bracketed_pairs") == "stay"


# -- putting an attack together ---------------------------------------------------------------


def begin_assembling(state: State, side: Side, target: Hex) -> Events:
    """A player names a hex; next he says who attacks it."""
    push(state, Assembling(side, target))
    return []


@cites("EA-S.69", "EA-CT.b")
def commit_refusal(state: State, attack: Assembling, name: str) -> Refusal | None:
    """Why a unit cannot take part in the attack."""
    unit = owned(state, attack.side, name)
    if isinstance(unit, Refusal):
        return unit
    if attack.units >> unit & 1:
        return Refusal("EA-S.69", f"{name} is in the attack already")
    if refusal := may_attack(state, unit):
        return refusal
    if not state.kit.grid.adjacent(state.hex_of[unit], attack.target):
        return Refusal("EA-S.69", f"{name} is not next to the target")
    if not state.record.active >> unit & 1:
        return Refusal("EA-CT.b", f"{name} is not active; only Assault Coordination lets it join")
    return None


def _candidates(state: State, attack: Assembling) -> Iterable[act.Action]:
    for unit in ids(able(state, attack.side, attack.target) & ~attack.units):
        yield act.Commit(state.kit.names[unit])
    if force_refusal(state, attack.side, attack.units) is None:
        yield act.Launch()
    yield act.CallOff()


def _refusal(state: State, attack: Assembling, action: act.Action) -> Refusal | None:
    match action:
        case act.CallOff():
            return None
        case act.Launch():
            return force_refusal(state, attack.side, attack.units)
        case act.Commit(name):
            return commit_refusal(state, attack, name)
    return not_now(action, "say who attacks")


def _answer(state: State, attack: Assembling, action: act.Action) -> Events:
    if isinstance(action, act.Commit):
        unit = state.kit.by_name[action.unit]
        swap(state, Assembling(attack.side, attack.target, attack.units | 1 << unit))
        return []
    pop(state)
    if isinstance(action, act.CallOff):
        return []
    return begin_attack(state, attack.side, attack.target, attack.units)


QUESTIONS[Assembling] = Question(own_side, _candidates, _refusal, _answer, exact=True)


# -- the combat -------------------------------------------------------------------------------


def new_battle(
    state: State,
    side: Side,
    target: Hex,
    units: UnitSet,
    *,
    lead: UnitId = NO_UNIT,
    gifts: tuple[str, ...] = (),
    extra: int = 0,
) -> Battle:
    """The combat as it is when it is declared."""
    battle = Battle(
        side=side,
        target=target,
        attackers=units,
        defenders=units_in(state, target),
        origins=tuple((unit, state.hex_of[unit]) for unit in ids(units)),
        lead=lead,
        gifts=gifts,
        extra=extra,
    )
    return tactics.supported(state, battle) if state.record.support else battle


@cites("EA-S.69")
def begin_attack(
    state: State,
    side: Side,
    target: Hex,
    units: UnitSet,
    *,
    lead: UnitId = NO_UNIT,
    gifts: tuple[str, ...] = (),
    extra: int = 0,
) -> Events:
    """An attack is declared: its combat comes onto the stack."""
    state.battle = new_battle(state, side, target, units, lead=lead, gifts=gifts, extra=extra)
    note(state, fought=state.record.fought | units)
    push(state, Fight("tactics"))
    label, defenders = state.kit.grid.label(target), units_in(state, target)
    return [ev.AttackDeclared(side, label, names_of(state, units), names_of(state, defenders))]


def _count(state: State) -> Events:
    """Nobody draws chits for defenders who have bugged out."""
    if battle_of(state).bugged_out:
        go_to(state, "bug_out")
        return []
    return chits.begin_count(state)


@cites("EA-S.69", "EA-S.70")
def _over(state: State) -> Events:
    """The chits go back into the cup."""
    chits.refill_cup(state)
    battle = battle_of(state)
    state.battle = None
    pop(state)
    return [ev.CombatOver(battle.side, state.kit.grid.label(battle.target))]


STAGES: Final[dict[str, Callable[[State], Events]]] = {
    "tactics": tactics.begin_attacker,
    "answer": tactics.begin_defender,
    "reinforced": tactics.end_of_rally,
    "count": _count,
    "draw": chits.go_on_drawing,
    "score": chits.score,
    "bug_out": hits.bug_out_stage,
    "defender": hits.defender_stage,
    "attacker": hits.attacker_stage,
    "advance": advance.advance_stage,
    "over": _over,
}


@cites("EA-S.69")
def _fight(state: State, fight: Fight) -> Events:
    """Carries out the stage that is due."""
    return STAGES[fight.stage](state)


PROCEDURES[Fight] = _fight
