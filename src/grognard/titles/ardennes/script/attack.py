"""Which German hex an action attacks, and who takes part (EA-AA.q, EA-AA.s, EA-S.68)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from grognard.book.priorities import highest, lowest, narrow
from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, hexset, members
from grognard.titles.ardennes.kit.kit import (
    ALLIED,
    ARMY,
    GERMAN,
    GROUP,
    ActionCard,
    UnitId,
    UnitSet,
)
from grognard.titles.ardennes.position.decisions import AlliedActivation
from grognard.titles.ardennes.position.questions import Events
from grognard.titles.ardennes.position.state import (
    State,
    ascending,
    copy,
    each,
    fact,
    names_of,
    option,
    steps_of,
    strength,
    units_in,
)
from grognard.titles.ardennes.rules.cards import cards
from grognard.titles.ardennes.rules.fighting import battle, combat
from grognard.titles.ardennes.rules.moving import movement
from grognard.titles.ardennes.rules.supply import supply
from grognard.titles.ardennes.script.marches import choose, goals, march, supplied_there
from grognard.titles.ardennes.script.reasons import Reasons, Silence
from grognard.titles.ardennes.script.vocabulary import (
    label,
    situational_attack,
    situational_defence,
    too_few_to_leave,
)
from grognard.waist.asking import innermost

CHIT: Final = "chit"


class Assault(NamedTuple):
    """An attack as it would be made: who, from where, and the situational odds."""

    target: Hex
    lead: UnitId
    units: UnitSet
    moves: tuple[tuple[UnitId, Hex], ...]
    odds: Fraction

    @property
    def text(self) -> str:
        return f"{float(self.odds):.1f}:1"


# -- who can ------------------------------------------------------------------------------------


def able(state: State) -> UnitSet:
    """The active units that have not acted and may attack."""

    def find() -> UnitSet:
        waiting = state.record.active & ~state.record.moved & ~state.record.fought
        return sum(
            1 << u
            for u in each(waiting)
            if state.hex_of[u] >= 0 and strength(state, u) and battle.may_attack(state, u) is None
        )

    return fact(state, ("able", state.record.active, state.record.moved, state.record.fought), find)


@cites("EA-SU.l")
def cannot_lead(state: State, unit: UnitId) -> str:
    """Why a unit does not lead an attack; "" if it may."""
    if not able(state) >> unit & 1:
        return "cannot attack"
    if supply.low_supply(state, unit):
        return "in Low Supply, does not lead an attack"
    return ""


# -- putting an attack together -----------------------------------------------------------------


def targets_near(state: State, unit: UnitId) -> HexSet:
    """The German hexes next to a unit."""
    around = state.kit.grid.around(1 << state.hex_of[unit])
    return around & state.occupied[GERMAN]


def targets_in_reach(state: State, unit: UnitId) -> HexSet:
    """The German hexes a unit is, or can come, next to."""
    reach = movement.end_hexes(state, unit) | 1 << state.hex_of[unit]
    return state.kit.grid.spread(reach) & state.occupied[GERMAN]


def plan(
    state: State,
    lead: UnitId,
    targets: HexSet,
    wanted: tuple[int, int],
    why: Reasons,
    from_hexes: int = 1,
) -> Assault | None:
    """The best attack the unit can lead on one of the hexes, if it reaches the wanted odds."""
    if text := cannot_lead(state, lead):
        why.unit(lead, text, "EA-SU.l")
        return None
    found = []
    for target in members(targets):
        assault = assemble(state, lead, target, Fraction(*wanted))
        if assault is not None and _hexes_used(state, assault) >= from_hexes:
            found.append(assault)
    return _best(state, lead, found, wanted, why)


@cites("EA-S.66")
def _best(
    state: State, lead: UnitId, found: list[Assault], wanted: tuple[int, int], why: Reasons
) -> Assault | None:
    best = narrow(
        found,
        [
            highest("best situational odds", lambda a: a.odds),
            highest("most German steps", lambda a: steps_of(state, units_in(state, a.target))),
            lowest("lowest hex number", lambda a: label(state, a.target), "EA-S.66"),
        ],
    ).kept
    if not best:
        why.unit(lead, "no German hex it could attack")
        return None
    assault, name = best[0], state.kit.names[lead]
    spot = label(state, assault.target)
    need = f"{wanted[0]}:{wanted[1]}"
    text = f"{name}: {spot} at {assault.text}, {need} is needed"
    why.say(text, "EA-AA.s", (name, spot))
    return assault if assault.odds >= Fraction(*wanted) else None


def _hexes_used(state: State, assault: Assault) -> int:
    moved = dict(assault.moves)
    return len({moved.get(u, state.hex_of[u]) for u in each(assault.units)})


@cites("EA-AA.y", "EA-SU.l", "EA-S.68")
def assemble(state: State, lead: UnitId, target: Hex, wanted: Fraction) -> Assault | None:
    """The lead unit, all active units next to the target, and others that move up if needed."""
    around = hexset(state.kit.grid.neighbours(target))
    force, now = able(state), state
    moves: list[tuple[UnitId, Hex]] = []
    if not around >> state.hex_of[lead] & 1:
        spot = _move_up(state, lead, around, force, leading=True)
        if spot is None:
            return None
        moves, now = [(lead, spot)], _moved(state, lead, spot)
    units = _beside(now, around, force)
    if not units >> lead & 1:
        return None  # a small garrison of a VP hex
    assault = _weigh(now, lead, target, units, moves)
    for unit in ascending(state, force & ~units):
        if assault.odds >= wanted:
            break
        spot = _move_up(now, unit, around, force)
        if spot is not None:
            moves, now = [*moves, (unit, spot)], _moved(now, unit, spot)
            units = _beside(now, around, force)
            assault = _weigh(now, lead, target, units, moves)
    if supply.low_supply(now, lead):
        return None  # those who came left its supply open
    return assault if _may_attack_together(state, units) else None


def _weigh(
    state: State, lead: UnitId, target: Hex, units: UnitSet, moves: list[tuple[UnitId, Hex]]
) -> Assault:
    attack = situational_attack(state, units, target, moves)
    odds = Fraction(attack, situational_defence(state, GERMAN, target))
    return Assault(target, lead, units, tuple(moves), odds)


@cites("EA-AA.q")
def _beside(state: State, around: HexSet, force: UnitSet) -> UnitSet:
    """The able units next to the target, but for small stacks in VP hexes."""
    units = 0
    for hex_ in members(around & state.occupied[ALLIED]):
        here = units_in(state, hex_) & force
        if here and not too_few_to_leave(state, here, hex_):
            units |= here
    return units


@cites("EA-AA.q", "EA-AA.z", "EA-SU.l")
def _move_up(
    state: State, unit: UnitId, around: HexSet, force: UnitSet, *, leading: bool = False
) -> Hex | None:
    """Where a unit would go to join or lead; None if it cannot or should not."""
    useful = around & ~state.occupied[GERMAN]
    for hex_ in members(useful & state.kit.vp_hexes):
        if too_few_to_leave(state, units_in(state, hex_) & force | 1 << unit, hex_):
            useful &= ~(1 << hex_)
    spots = goals(state, unit, useful)
    if leading:
        spots = [hex_ for hex_ in spots if supplied_there(state, unit, hex_)]
    return choose(state, unit, spots, Silence(state))


@cites("EA-AA.y", "EA-S.38", "EA-S.39")
def _moved(state: State, unit: UnitId, to: Hex) -> State:
    """The position as the next unit finds it, with the rivers and bridges used up."""
    twin = copy(state)
    march(twin, unit, to)
    return twin


@cites("EA-ST.a")
def _may_attack_together(state: State, units: UnitSet) -> bool:
    if units & ~state.kit.bracketed:
        return True
    return units.bit_count() > 1 and option(state, "bracketed_pairs") == "attack"


# -- making it -------------------------------------------------------------------------------------


@cites("EA-S.28", "EA-S.73")
def gifts(state: State, card: ActionCard) -> tuple[str, ...]:
    """The tactics the action card and an army's card bring to the attack."""
    own = (card.bonus,) if card.bonus not in ("", CHIT) else ()
    return tuple(dict.fromkeys((*own, *army_support(state))))


@cites("EA-S.28")
def army_support(state: State) -> tuple[str, ...]:
    """What attacks under an Army or Army Group card get."""
    on = innermost(state, AlliedActivation)
    if on is None:
        return ()
    card = cards.printed(state, ALLIED, on.card)
    return state.kit.army_support.get(card.army, ()) if card.kind in (ARMY, GROUP) else ()


def launch(state: State, assault: Assault, card: ActionCard) -> Events:
    """Those that have to move up do; then the attack is made."""
    told: Events = []
    for unit, hex_ in assault.moves:
        if hex_ in movement.ends(state, unit):
            told += march(state, unit, hex_)
    around = state.kit.grid.around(1 << assault.target)
    units = sum(1 << u for u in each(assault.units) if around >> state.hex_of[u] & 1)
    # The moves may have cut somebody off, or left somebody behind.
    if combat.target_refusal(state, ALLIED, assault.target) or combat.force_refusal(
        state, ALLIED, units
    ):
        return told
    extra = 1 if card.bonus == CHIT else 0
    return told + combat.begin_attack(
        state,
        ALLIED,
        assault.target,
        units,
        lead=assault.lead,
        gifts=gifts(state, card),
        extra=extra,
    )


def attack_text(state: State, assault: Assault) -> str:
    others = ", ".join(names_of(state, assault.units & ~(1 << assault.lead)))
    beside = f" with {others}" if others else ""
    return f"attacks {label(state, assault.target)}{beside} at {assault.text}"
