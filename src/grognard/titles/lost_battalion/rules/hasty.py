"""Chapter 10: Hasty Attacks, fought in the middle of a march."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, members
from grognard.titles.lost_battalion.kit.tables import (
    ALLIED,
    GERMAN,
    MEUSE,
    HalfPoints,
    HexSide,
    UnitSet,
)
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.actions import Action, Again, Return, Strike
from grognard.titles.lost_battalion.position.decisions import NOWHERE, Battle, Marching, Repulsed
from grognard.titles.lost_battalion.position.menu import HALT, menu
from grognard.titles.lost_battalion.position.questions import (
    PROCEDURES,
    QUESTIONS,
    Events,
    Question,
    not_now,
)
from grognard.titles.lost_battalion.position.state import (
    State,
    ids,
    names_of,
    option,
    put,
    units_in,
)
from grognard.titles.lost_battalion.rules import onward
from grognard.titles.lost_battalion.rules.artillery import right_bank_refusal
from grognard.titles.lost_battalion.rules.battle import alive, run_battle
from grognard.titles.lost_battalion.rules.combat import declared, divisions_of, limit_refusal
from grognard.titles.lost_battalion.rules.marching import (
    MARCH,
    RIDE,
    company,
    marching_answer,
    marching_candidates,
    marching_refusal,
    movement_left,
    take_hex,
)
from grognard.titles.lost_battalion.rules.stacking import stack_refusal
from grognard.titles.lost_battalion.rules.terrain import (
    barred_refusal,
    crossing_refusal,
    gassed_refusal,
    off_road_cost,
    points,
    tank_refusal,
)
from grognard.waist.asking import own_side, pop, push, swap

# -- may it be made? ------------------------------------------------------------------


@cites("LB-10.3a")
def strike_refusal(state: State, march: Marching, to: str) -> Refusal | None:
    """Why the group on the march may not make a Hasty Attack on that hex."""
    kit = state.kit
    between = kit.hexsides.get((march.at, kit.grid.at(to))) if kit.grid.has(to) else None
    if between is None:
        return Refusal("LB-10.3a", f"{to} is not next to the group")
    hex_ = kit.grid.at(to)
    if not units_in(state, hex_) & kit.side_units[1 - march.side]:
        return Refusal("LB-10.3a", f"no enemy unit stands in {to}")
    return storm_refusal(state, march, hex_)


def storm_refusal(state: State, march: Marching, hex_: Hex) -> Refusal | None:
    """The same of a hex next to the group in which the enemy stands, whoever it is."""
    between = state.kit.hexsides[march.at, hex_]
    return (
        right_refusal(state, march.units)
        or _group_refusal(state, march)
        or _place_refusal(state, march, hex_, between)
        or limit_refusal(state, march.units)
        or _cost_refusal(state, march, between, hex_)
    )


@cites("LB-6.4a", "LB-6.4b", "LB-6.4c", "LB-6.4i", "LB-6.4k")
def right_refusal(state: State, units: UnitSet) -> Refusal | None:
    """Whether these units have the right to Hasty Attacks this turn."""
    kit = state.kit
    if units & kit.side_units[GERMAN]:
        if option(state, "german_hasty"):
            return None
        return Refusal("LB-6.4i", "German units make no Hasty Attacks")
    if units & kit.french & kit.infantry:
        if option(state, "french_hasty_t1") and state.turn in kit.hasty_turns:
            return None
        return Refusal("LB-6.4i", "French infantry makes no Hasty Attacks")
    if state.turn in kit.hasty_turns:
        return None
    if not state.announced:
        when = [f"on turn {turn}" for turn in sorted(kit.hasty_turns)] + ["in the Final Offensive"]
        return Refusal("LB-6.4k", f"Hasty Attacks are made {' or '.join(when)}")
    if divisions_of(state, units) & ~state.final:
        return Refusal("LB-6.4c", "only divisions rested for the Final Offensive may do this")
    return None


@cites("LB-7.2c", "LB-10.3a", "LB-10.3e", "LB-10.3f", "LB-10.3h", "LB-11.8a", "LB-8.10g")
def _group_refusal(state: State, march: Marching) -> Refusal | None:
    """The group is supplied, began together, and could stand in one hex."""
    kit = state.kit
    if march.units & kit.artillery:
        return Refusal("LB-11.5b", "artillery makes no Hasty Attacks")
    if not march.units & kit.infantry:
        return Refusal("LB-11.8h", "tanks add no strength: an attack needs infantry")
    if march.units & state.entered or march.at < 0:
        return Refusal("LB-10.3f", "units that enter the map this turn make no Hasty Attack")
    if march.units & state.out_moving:
        return Refusal("LB-7.2c", "only supplied units may make a Hasty Attack")
    if march.mode == RIDE:
        return Refusal("LB-8.10g", "a group in Operational Movement makes no Hasty Attack")
    crowded = stack_refusal(kit, march.units)
    if crowded is not None:
        return Refusal("LB-10.3e", f"the group breaks a stacking limit: {crowded.because}")
    return None


@cites("LB-9.14a", "LB-11.7e", "LB-14.0a", "LB-8.11a", "LB-11.8f", "LB-8.12")
def _place_refusal(state: State, march: Marching, hex_: Hex, between: HexSide) -> Refusal | None:
    """What bars the hex, the hexside, or the hex the group strikes from."""
    if between.river == MEUSE:
        return Refusal("LB-9.14a", "no Hasty Attack across the Meuse, not even at a bridge")
    if march.side == ALLIED and state.gas >> march.at & 1:
        return Refusal("LB-11.7e", "the group stands in gas and may not attack")
    barred = right_bank_refusal(state, hex_) if march.side == ALLIED else None
    tank = None if between.road else tank_refusal(state, march.units, hex_)
    return (
        barred
        or barred_refusal(state, march.side, hex_)
        or gassed_refusal(state, march.side, hex_)
        or crossing_refusal(state, march.side, march.units, between)
        or tank
    )


@cites("LB-10.3b", "LB-10.3g")
def strike_cost(state: State, march: Marching, between: HexSide, hex_: Hex) -> HalfPoints:
    """Twice the off-road cost, fortification and river included, even along a road."""
    factor = state.kit.number("hasty_cost_factor")
    return factor * off_road_cost(state, march.side, between, hex_)


@cites("LB-10.3c")
def _cost_refusal(state: State, march: Marching, between: HexSide, hex_: Hex) -> Refusal | None:
    cost, left = strike_cost(state, march, between, hex_), movement_left(state, march)
    if cost <= left:
        return None
    return Refusal("LB-10.3c", f"it costs {points(cost)} movement, {points(left)} left")


# -- it is made --------------------------------------------------------------------------


@cites("LB-7.4c", "LB-7.4d", "LB-10.3b", "LB-10.12")
def strike(state: State, march: Marching, hex_: Hex) -> Events:
    """The group pays and fights from where it stands; it does not count as attacking later."""
    between = state.kit.hexsides[march.at, hex_]
    spent = march.spent + strike_cost(state, march, between, hex_)
    swap(state, Marching(march.side, march.units, march.at, spent, MARCH))
    state.struck |= march.units
    state.divisions |= divisions_of(state, march.units)
    push(state, Battle(march.side, hex_, march.units, "offensive", origin=march.at))
    return [declared(state, march.side, march.units, hex_, "hasty attack")]


@cites("LB-10.9")
def enter_cleared(state: State, battle: Battle, units: UnitSet) -> Events:
    """The survivors occupy the hex and may go on with what movement they have left."""
    march = state.top
    assert isinstance(march, Marching), "a Hasty Attack belongs to a march"
    label = state.kit.grid.label
    told: Events = []
    for unit in ids(units):
        state.began.setdefault(unit, march.at)
        put(state, unit, battle.target)
        name = state.kit.names[unit]
        told.append(ev.Advanced(march.side, name, label(battle.origin), label(battle.target)))
    state.moved |= units
    told += take_hex(state, march.side, battle.target)
    swap(state, Marching(march.side, units, battle.target, march.spent, MARCH))
    return told


def run(state: State, battle: Battle) -> Events:
    """The stages of chapter 9, but for the end of a Hasty Attack."""
    if battle.origin == NOWHERE or battle.stage != "outcome":
        return run_battle(state, battle)
    units = alive(state, battle.units)
    if not units:
        pop(state)
        pop(state)  # nobody is left on the march
        return []
    if not units_in(state, battle.target):
        pop(state)
        return enter_cleared(state, battle, units)
    swap(state, Battle(battle.side, battle.target, units, "offensive", battle.origin))
    push(state, Repulsed(battle.side))
    return []


PROCEDURES[Battle] = run


# -- it failed -----------------------------------------------------------------------------


def repulsed_candidates(_: State, __: Repulsed) -> Iterable[Action]:
    return (Again(), Return())


@cites("LB-10.10a", "LB-10.10b", "LB-11.8h")
def repulsed_refusal(state: State, _: Repulsed, action: Action) -> Refusal | None:
    """After every failed round: fight again for nothing, or go back."""
    if isinstance(action, Return):
        return None
    if not isinstance(action, Again):
        return not_now(action, "fight again, or return")
    battle = state.stack[-2]
    assert isinstance(battle, Battle)
    if not battle.units & state.kit.infantry:
        return Refusal("LB-11.8h", "no infantry is left to fight on")
    return None


@cites("LB-10.10a")
def repulsed_answer(state: State, asked: Repulsed, action: Action) -> Events:
    """A return changes neither control nor bridges; the march ends."""
    pop(state)
    battle = state.top
    assert isinstance(battle, Battle)
    if isinstance(action, Again):
        return [ev.FoughtOn(asked.side, state.kit.grid.label(battle.target))]
    pop(state)
    state.done |= battle.units
    state.fell_back |= battle.units
    pop(state)
    home = state.kit.grid.label(battle.origin)
    return [ev.FellBack(asked.side, names_of(state, battle.units), home)]


QUESTIONS[Repulsed] = Question(own_side, repulsed_candidates, repulsed_refusal, repulsed_answer)


# -- the march, with Hasty Attacks in it ---------------------------------------------------


def _refusal(state: State, march: Marching, action: Action) -> Refusal | None:
    if isinstance(action, Strike):
        return strike_refusal(state, march, action.to)
    return marching_refusal(state, march, action)


def _answer(state: State, march: Marching, action: Action) -> Events:
    if isinstance(action, Strike):
        return strike(state, march, state.kit.grid.at(action.to))
    return marching_answer(state, march, action)


def _offers(state: State, march: Marching) -> list[Action]:
    """The candidates that are not refused, in their order."""
    known, left = menu(state.kit), movement_left(state, march)
    found: list[Action] = [HALT]
    if march.at >= 0:
        found += _next_hexes(state, march, left)
        found += [known.rides[h] for h in onward.ridden(state, march, left)]
        return found + company(state, march)
    found += [known.marches[h] for h in onward.marched_entries(state, march, left)]
    return found + [known.rides[h] for h in onward.ridden_entries(state, march, left)]


def _next_hexes(state: State, march: Marching, left: HalfPoints) -> list[Action]:
    """The steps by regular movement and the Hasty Attacks, in the order of directions."""
    known, here = menu(state.kit), march.at
    steps = onward.marched(state, march, left)
    near = state.kit.disc(here, 1) & state.occupied[1 - march.side]
    if not near:
        return [known.marches[h] for h in steps]
    label, strikes = state.kit.grid.label, known.strikes
    struck = [h for h in members(near) if strike_refusal(state, march, label(h)) is None]
    found = {h: known.marches[h] for h in steps} | {h: strikes[h] for h in struck}
    return [found[h] for h in state.kit.grid.neighbours(here) if h in found]


QUESTIONS[Marching] = Question(own_side, marching_candidates, _refusal, _answer, offers=_offers)
