"""The twenty action cards (EA-S.68), one small function each.

A function is given the card and an active unit. It answers with the deed the
unit would lead, or None and a line that says which condition failed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from grognard.book.priorities import Criterion, highest, lowest, narrow, only
from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, hexset, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, ActionCard, UnitId, UnitSet
from grognard.titles.ardennes.position.decisions import Moving
from grognard.titles.ardennes.position.questions import Events
from grognard.titles.ardennes.position.state import (
    State,
    ascending,
    copy,
    fact,
    ids,
    names_of,
    put,
    standing,
    steps_of,
    strength,
    units_in,
)
from grognard.titles.ardennes.rules.moving import movement, zones
from grognard.titles.ardennes.rules.supply import supply
from grognard.titles.ardennes.rules.supply.communication import communication_with
from grognard.titles.ardennes.script import attack
from grognard.titles.ardennes.script.deploy import empty_positions
from grognard.titles.ardennes.script.marches import (
    bar,
    choose,
    end_march,
    goals,
    highest_hold,
    march,
    march_stack,
    next_hexes,
    supplied_there,
    take_step,
)
from grognard.titles.ardennes.script.reasons import Reasons
from grognard.titles.ardennes.script.vocabulary import (
    cut_off_in,
    germans_within,
    in_danger,
    label,
    line_reach,
    line_reach_with,
    nearer,
    proximate_hexes,
    rearward,
    situational_attack,
    situational_defence,
    westernmost,
)
from grognard.waist.asking import push


class Deed(NamedTuple):
    """What an action comes to: in words, and to be done."""

    text: str
    do: Callable[[], Events]


Situation: TypeAlias = Callable[[State, ActionCard, UnitId, Reasons], Deed | None]


def _no(why: Reasons, unit: UnitId, text: str, rule: str = "") -> Deed | None:
    """The condition that failed for a unit."""
    why.unit(unit, text, rule)
    return None


def _move(state: State, unit: UnitId, to: Hex | None, why: Reasons, failing: str) -> Deed | None:
    """The unit moves to the hex; if there is none, the condition that failed."""
    if to is None:
        return _no(why, unit, failing)
    where, name = label(state, to), state.kit.names[unit]
    why.say(f"{name}: moves to {where}", "EA-S.68", (name, where))
    return Deed(f"moves to {where}", lambda: march(state, unit, to))


def _attack(state: State, card: ActionCard, assault: attack.Assault | None) -> Deed | None:
    if assault is None:
        return None
    return Deed(attack.attack_text(state, assault), lambda: attack.launch(state, assault, card))


# -- 1 to 6: attacks ---------------------------------------------------------------------------


def counterattack(state: State, card: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """1: a German hex next to it, at the card's odds with the help of other active units."""
    near = attack.targets_near(state, unit)
    if not near:
        return _no(why, unit, "no German hex next to it")
    return _attack(state, card, attack.plan(state, unit, near, card.odds, why))


def counterattack_vp(state: State, card: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """2: the same against a hex in or beside a VP hex."""
    near = attack.targets_near(state, unit) & state.kit.grid.spread(state.kit.vp_hexes)
    if not near:
        return _no(why, unit, "no German hex next to it in or beside a VP hex")
    return _attack(state, card, attack.plan(state, unit, near, card.odds, why))


def coordinated_attack(state: State, card: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """3: the same from two hexes or more."""
    near = attack.targets_near(state, unit)
    if not near:
        return _no(why, unit, "no German hex next to it")
    assault = attack.plan(state, unit, near, card.odds, why, from_hexes=2)
    return _attack(state, card, assault)


def armored_thrust(state: State, card: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """4: an Armor unit comes next to a German hex without Armor in open ground."""
    kit = state.kit
    if not kit.armor >> unit & 1:
        return _no(why, unit, "has no Armor")
    open_ = attack.targets_in_reach(state, unit) & (kit.clear | kit.broken)
    soft = hexset(h for h in members(open_) if not units_in(state, h) & kit.armor)
    if not soft:
        return _no(why, unit, "no German hex without Armor, in clear or broken ground, in reach")
    return _attack(state, card, attack.plan(state, unit, soft, card.odds, why))


def relief(state: State, card: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """5: the German hex between it and a stack cut off: attacked, or else closed with."""
    between = _between(state, unit)
    if not between:
        return _no(why, unit, "no German hex between it and a stack cut off within four hexes")
    assault = attack.plan(state, unit, between, card.odds, why)
    if assault is not None:
        return _attack(state, card, assault)
    grid = state.kit.grid
    if grid.spread(between) >> state.hex_of[unit] & 1:
        return _no(why, unit, "next to the German hex already")
    beside = grid.spread(between) & ~state.occupied[GERMAN]
    to = choose(state, unit, goals(state, unit, beside), why)
    return _move(state, unit, to, why, "cannot come next to the German hex")


def _between(state: State, unit: UnitId) -> HexSet:
    """German hexes on a shortest way to a stack that is Out of Supply or Isolated."""
    kit, here, found = state.kit, state.hex_of[unit], 0
    cut = state.unsupplied | state.isolated
    distance = kit.grid.distance
    near = kit.grid.within(1 << here, kit.number("relief_distance")) & ~(1 << here)
    for there in members(near & state.occupied[ALLIED]):
        if not state.stacks[there] & cut:
            continue
        for hex_ in members(near & state.occupied[GERMAN]):
            if distance(here, hex_) + distance(hex_, there) == distance(here, there):
                found |= 1 << hex_
    return found


def cut_off(state: State, _: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """6: a road hex on the only supply path of a German unit, out of danger."""
    net = supply.road_net(state, GERMAN) & ~state.occupied[GERMAN]
    cuts = {h: _cut_by(state, unit, h) for h in goals(state, unit, net)}
    hexes = [h for h, number in cuts.items() if number]
    most: Criterion[Hex] = highest("most German units cut off", lambda h: cuts[h])
    to = choose(state, unit, hexes, why, [most, highest_hold(state)])
    return _move(state, unit, to, why, "no road hex in reach that cuts a German unit off")


def _cut_by(state: State, unit: UnitId, hex_: Hex) -> int:
    """How many German units would lose their supply with the unit there."""
    twin = copy(state)
    put(twin, unit, hex_)
    before, after = supply.supplied(state, GERMAN), supply.supplied(twin, GERMAN)
    return sum(
        state.stacks[h].bit_count() for h in members(state.occupied[GERMAN] & before & ~after)
    )


# -- 7 to 12: taking ground ----------------------------------------------------------------------


def plug_the_gap(state: State, _: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """7, 8: the hex where its presence takes most hexes from the German reach."""
    here, bit = state.hex_of[unit], 1 << unit
    open_ = line_reach(state)
    if not open_ & state.kit.grid.within(1 << here, state.kit.units[unit].allowance + 2):
        return _no(why, unit, "the line is closed where it can come")

    def closed(hex_: Hex) -> int:
        return open_.bit_count() - line_reach_with(state, bit, hex_).bit_count()

    # Only where it stands in the Germans' way, or beside it, is anything closed to them.
    reach = movement.end_hexes(state, unit) & state.kit.grid.spread(open_ & ~state.occupied[GERMAN])
    useful = hexset(h for h in members(reach) if closed(h) > 0)
    most: Criterion[Hex] = highest("most hexes closed to the Germans", closed)
    to = choose(state, unit, goals(state, unit, useful), why, [most])
    return _move(state, unit, to, why, "no hex in reach where it would close a gap")


def occupy_position(state: State, _: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """9, 10: a stronger empty Position the Germans are proximate to."""
    kit, own = state.kit, state.kit.hv[state.hex_of[unit]]
    wanted = empty_positions(state) & proximate_hexes(state)
    better = hexset(
        h
        for h in members(wanted & movement.reached(state, unit) & ~(1 << state.hex_of[unit]))
        if kit.hv[h] > own and supplied_there(state, unit, h)
    )
    to = choose(state, unit, goals(state, unit, better), why, [highest_hold(state)])
    return _move(state, unit, to, why, "no stronger empty supplied Position in reach to take")


def garrison(state: State, _: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """11: an empty Allied VP hex the Germans threaten; the line may be broken."""
    near = germans_within(state, state.kit.number("garrison_distance"))
    empty = state.kit.vp_hexes & ~state.german_towns & ~state.occupied[ALLIED]
    wanted = empty & (proximate_hexes(state) | near) & ~state.occupied[GERMAN]
    to = choose(state, unit, goals(state, unit, wanted, line=False), why)
    return _move(state, unit, to, why, "no empty Allied VP hex under threat in reach")


def retake(state: State, _: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """12: an empty German-held city or town, in communication with the unit in it."""
    empty = state.german_towns & ~state.occupied[GERMAN]
    wanted = hexset(
        h
        for h in members(empty & movement.reached(state, unit) & ~(1 << state.hex_of[unit]))
        if communication_with(state, h, 1 << unit) >> h & 1
    )
    to = choose(state, unit, goals(state, unit, wanted), why)
    return _move(state, unit, to, why, "no empty German-held town in reach and in communication")


# -- 13 to 16: closing up ---------------------------------------------------------------------


@cites("EA-S.68")
def link_up(state: State, _: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """13: alone, it goes towards its division, or else its corps."""
    kit, here = state.kit, state.hex_of[unit]
    alone = kit.number("link_up_distance")
    near = zones.units_near(state, ALLIED, here, alone) & ~(1 << unit)
    if near:
        return _no(why, unit, "an Allied unit is within two hexes")
    friend = _nearest_friend(state, unit)
    if friend is None:
        return _no(why, unit, "nobody of its division or corps is on the map")
    there, distance = state.hex_of[friend], kit.grid.distance
    why.unit(friend, "nearest of its own", "EA-S.68")
    closer = hexset(
        h for h in movement.reach(state, unit) if distance(h, there) < distance(here, there)
    )
    closest: Criterion[Hex] = lowest("closest to it", lambda h: distance(h, there))
    to = choose(state, unit, goals(state, unit, closer), why, [closest])
    return _move(state, unit, to, why, "cannot come closer to it")


def _nearest_friend(state: State, unit: UnitId) -> UnitId | None:
    kit, face, here = state.kit, state.kit.units[unit], state.hex_of[unit]
    for kin in (kit.division_units.get(face.division, 0), kit.corps_units[face.corps]):
        others = ascending(state, kin & standing(state, ALLIED) & ~(1 << unit))
        if others:
            return min(others, key=lambda u: kit.grid.distance(here, state.hex_of[u]))
    return None


def strengthen(state: State, _: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """15: the closest weak stack it reaches and is not in."""
    return _strengthen(state, unit, state.kit.grid.all, why)


def strengthen_strongpoint(state: State, _: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """16: the same, in VP hexes only."""
    return _strengthen(state, unit, state.kit.vp_hexes, why)


def _strengthen(state: State, unit: UnitId, where: HexSet, why: Reasons) -> Deed | None:
    here = state.hex_of[unit]
    weak = weak_stacks(state) & where & ~(1 << here)
    nearest: Criterion[Hex] = lowest("closest", lambda h: state.kit.grid.distance(here, h))
    weakest: Criterion[Hex] = lowest("weakest", lambda h: _points(state, h))
    to = choose(state, unit, goals(state, unit, weak), why, [nearest, weakest])
    return _move(state, unit, to, why, "no weak Allied stack in reach")


def _points(state: State, hex_: Hex) -> int:
    return sum(strength(state, unit) for unit in ids(units_in(state, hex_)))


def weak_stacks(state: State) -> HexSet:
    """Allied stacks of strength 3 or less; in a VP hex, of three steps or less."""

    def find() -> HexSet:
        kit = state.kit
        most, bits = kit.number("weak_stack"), 0
        for hex_ in members(state.occupied[ALLIED]):
            in_vp = kit.vp_hexes >> hex_ & 1
            size = steps_of(state, state.stacks[hex_]) if in_vp else _points(state, hex_)
            bits |= 1 << hex_ if size <= most else 0
        return bits

    return fact(state, "weak stacks", find)


# -- 14, 17 to 20: standing and falling back ---------------------------------------------------


def refuse_the_flank(state: State, _: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """14: in danger of surround, it goes one hex rearward out of it."""
    here = state.hex_of[unit]
    if state.kit.vp_hexes >> here & 1:
        return _no(why, unit, "in a VP hex")
    if not in_danger(state, here):
        return _no(why, unit, "not in danger of surround", "EA-S.64")
    safe = [
        h
        for h in goals(state, unit, rearward(state, here) & next_hexes(state, unit))
        if not cut_off_in(state, h, 1 << unit, 1 << unit)
    ]
    to = choose(state, unit, safe, why)
    return _move(state, unit, to, why, "no rearward hex without that danger")


def dig_in(_: State, __: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """17: nobody moves; positions are improved when the activation closes."""
    return _no(why, unit, "stays and digs in")


@cites("EA-AA.p")
def pull_back(state: State, card: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """18: beside Germans of three times its strength, the stack goes one or two hexes back."""
    here, kit = state.hex_of[unit], state.kit
    if kit.vp_hexes >> here & 1:
        return _no(why, unit, "in a VP hex")
    own, theirs = situational_defence(state, ALLIED, here), _pressing(state, here)
    times = card.odds[0] // card.odds[1]
    if theirs < times * own:
        return _no(why, unit, f"German strength {theirs} beside it is not {times} times its {own}")
    why.unit(unit, f"German strength {theirs} beside it is {times} times its {own}", "EA-AA.s")
    stack = units_in(state, here) & ~state.dispersed
    back = rearward(state, here)
    for hex_ in members(back):
        back |= rearward(state, hex_)
    free = back & ~zones.zone(state, GERMAN)
    hexes = goals(state, unit, free, stack)
    return _stack_move(state, unit, stack, choose(state, unit, hexes, why), why)


def _pressing(state: State, hex_: Hex) -> int:
    """The situational strength of the Germans next to a hex."""
    units = 0
    for near in state.kit.grid.neighbours(hex_):
        units |= units_in(state, near) & state.kit.side_units[GERMAN]
    return situational_attack(state, units, hex_)


@cites("EA-AA.p")
def _stack_move(
    state: State, lead: UnitId, units: UnitSet, to: Hex | None, why: Reasons
) -> Deed | None:
    if to is None:
        return _no(why, lead, "no hex to fall back to")
    who, where = ", ".join(names_of(state, units)), label(state, to)
    why.say(f"{who}: to {where}", "EA-AA.p", (*names_of(state, units), where))
    return Deed(f"{who} to {where}", lambda: march_stack(state, lead, units, to))


@cites("EA-AA.p")
def withdrawal_under_fire(state: State, _: ActionCard, unit: UnitId, why: Reasons) -> Deed | None:
    """19, 20: next to Germans and in danger of surround, the stack leaves the zone of control."""
    here, kit = state.hex_of[unit], state.kit
    if kit.vp_hexes >> here & 1:
        return _no(why, unit, "in a VP hex")
    if not kit.grid.spread(1 << here) & state.occupied[GERMAN]:
        return _no(why, unit, "no German unit next to it")
    if not in_danger(state, here):
        return _no(why, unit, "not in danger of surround", "EA-S.64")
    stack = units_in(state, here) & ~state.dispersed
    open_ = goals(state, unit, next_hexes(state, unit), stack)
    first = withdrawal_hex(state, unit, open_, why)
    if first is None:
        return _no(why, unit, "no hex to withdraw to")
    who = ", ".join(names_of(state, stack))
    return Deed(f"{who} withdraw", lambda: withdraw(state, unit, stack, first))


def withdrawal_hex(state: State, unit: UnitId, hexes: list[Hex], why: Reasons) -> Hex | None:
    """The card's preferences, the same for every hex."""
    here, kit = state.hex_of[unit], state.kit
    enemy, back = zones.zone(state, GERMAN), nearer(state, here)
    found = narrow(
        hexes,
        [
            only("not in a German zone of control", lambda h: not enemy >> h & 1),
            only("rearward", lambda h: bool(back >> h & 1), "EA-S.65"),
            only("a Position", lambda h: bool(kit.positions >> h & 1)),
            highest("highest Hold Value", lambda h: kit.hv[h]),
            *westernmost(state, "EA-S.80"),
        ],
    )
    if found.candidates:
        why.hexes("hexes it can withdraw to", found.candidates)
    why.narrowed(found)
    return found.kept[0] if found.kept else None


def withdraw(state: State, lead: UnitId, units: UnitSet, first: Hex) -> Events:
    """The lead unit goes hex by hex while its points last; the others follow it."""
    before = copy(state)
    push(state, Moving(ALLIED, 1 << lead, state.hex_of[lead]))
    told = take_step(state, first)
    while (onward := _onward(state, lead, before)) is not None:
        told += take_step(state, onward)
    told += end_march(state)
    to = state.hex_of[lead]
    for unit in ascending(state, units & ~(1 << lead)):
        for goal in (to, first):
            if goal in movement.ends(state, unit):
                told += march(state, unit, goal)
                break
    return told


@cites("EA-S.34")
def _onward(state: State, lead: UnitId, before: State) -> Hex | None:
    """The next hex of a withdrawal: rearward, clear of the Germans, open to the unit.

    The line is kept as from the hex in which the withdrawal began.
    """
    moving, here = state.top, state.hex_of[lead]
    assert isinstance(moving, Moving), "a unit is on the move"
    clear = rearward(state, here) & ~zones.zone(state, GERMAN)
    bit = 1 << lead
    hexes = [
        h
        for h in members(clear)
        if movement.step_refusal(state, moving, h) is None
        and zones.room_for(state, h, bit)
        and not bar(before, bit, h)
    ]
    return withdrawal_hex(state, lead, hexes, Reasons(state))


SITUATIONS: Final[dict[str, Situation]] = {
    "counterattack": counterattack,
    "counterattack_vp": counterattack_vp,
    "coordinated_attack": coordinated_attack,
    "armored_thrust": armored_thrust,
    "relief": relief,
    "cut_off": cut_off,
    "plug_the_gap": plug_the_gap,
    "occupy_position": occupy_position,
    "garrison": garrison,
    "retake": retake,
    "link_up": link_up,
    "refuse_the_flank": refuse_the_flank,
    "strengthen": strengthen,
    "strengthen_strongpoint": strengthen_strongpoint,
    "dig_in": dig_in,
    "pull_back": pull_back,
    "withdrawal_under_fire": withdrawal_under_fire,
}
