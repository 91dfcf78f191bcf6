"""Whether Allied units advance after combat: the table (EA-AD.m to EA-AD.y)."""

from __future__ import annotations

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import ALLIED, PRIMARY, UnitSet
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import AdvanceRoll, Advancing, Battle
from grognard.titles.ardennes.position.questions import SCRIPTED, Events, ask_chance, d10
from grognard.titles.ardennes.position.state import State, ids, names_of, units_in
from grognard.titles.ardennes.rules.fighting.advance import advance_refusal, go
from grognard.titles.ardennes.rules.fighting.battle import battle_of, edit, fighters, go_to
from grognard.titles.ardennes.rules.moving.zones import room_for
from grognard.titles.ardennes.script.reasons import Reasons
from grognard.titles.ardennes.script.vocabulary import cut_off_in, guards_vp, opens_gap
from grognard.waist.asking import pop, push
from grognard.waist.chance import Rolled

ALWAYS = 10


@cites("EA-AD.m", "EA-AD.n", "EA-AD.o")
def _groups(state: State, battle: Battle) -> list[UnitSet]:
    """Who is tested, in order: units by #, the bracketed ones of a stack together, none alone."""
    units = fighters(state, battle, battle.side) & ~battle.tested
    order, kit = state.kit.order, state.kit
    groups = [1 << unit for unit in ids(units & ~kit.bracketed)]
    for hex_ in {state.hex_of[unit] for unit in ids(units & kit.bracketed)}:
        stack = units_in(state, hex_)
        if stack & (stack - 1):
            groups.append(units & kit.bracketed & stack)
    return sorted(groups, key=lambda group: min(order[unit] for unit in ids(group)))


@cites("EA-AD.m")
def allied_advance(state: State, _: Advancing) -> Events:
    """The next unit of the list, by the table."""
    battle = battle_of(state)
    groups = _groups(state, battle)
    if not groups:
        go_to(state, "over")
        return []
    group = groups[0]
    edit(state, tested=battle.tested | group)
    reasons = Reasons(state)
    number = allied_number(state, battle, group, reasons)
    subject = ", ".join(names_of(state, group))
    chosen = "stays" if not number else "advances" if number >= ALWAYS else f"on 1 to {number}"
    told: Events = [reasons.told("Advance", subject, chosen)]
    if number >= ALWAYS:
        return told + _allied_goes(state, group, battle.target)
    if number:
        push(state, AdvanceRoll(group, battle.target, number))
    return told


SCRIPTED[Advancing] = allied_advance


def allied_number(state: State, battle: Battle, group: UnitSet, reasons: Reasons) -> int:
    """The highest roll on which the units advance; 0 if they stay, ALWAYS without a roll."""
    if barred := _barred(state, battle, group):
        reasons.say(barred.because, barred.rule)
        return 0
    row, column, rule = table_place(state, battle, group)
    chart = state.kit.charts["advance"]
    number = int(chart.cell(row, column))
    reasons.say(f"{row}, {column} advanced before: {number or 'none'}", rule)
    return number


def _barred(state: State, battle: Battle, group: UnitSet) -> Refusal | None:
    for unit in ids(group):
        if refusal := advance_refusal(state, unit, battle.target):
            return refusal
    if not room_for(state, battle.target, group):
        return Refusal("EA-S.37", "there is no room for the units in that hex")
    return _imprudent(state, battle, group)


@cites("EA-AD.p", "EA-AD.q", "EA-AA.r")
def _imprudent(state: State, battle: Battle, group: UnitSet) -> Refusal | None:
    """Danger of surround or a gap keep Allied units back, but not from a VP hex."""
    if guards_vp(state, group):
        return Refusal("EA-AA.r", "they would leave a VP hex empty with Germans near")
    if state.kit.vp_hexes >> battle.target & 1:
        return None
    if cut_off_in(state, battle.target, with_unit=group, gone=group):
        return Refusal("EA-AD.p", "they would be surrounded there, or in danger of it")
    if opens_gap(state, group, battle.target):
        return Refusal("EA-AD.q", "it would open a gap in the line")
    return None


@cites("EA-AD.r", "EA-AD.s", "EA-AD.t", "EA-AD.u", "EA-AD.v", "EA-AD.w", "EA-AD.x", "EA-AD.y")
def table_place(state: State, battle: Battle, group: UnitSet) -> tuple[str, str, str]:
    """Row, column and rule of the advance table; with more than one row open, the best."""
    kit, target = state.kit, battle.target
    side = kit.sides[state.hex_of[next(ids(group))], target]
    road = side.road if not side.river or side.river & state.bridges else 0
    went = _advanced_count(state, battle)
    column = kit.charts["advance"].columns[min(went, 2)]
    if road == PRIMARY or kit.vp_hexes >> target & 1:
        return "primary road or VP", column, ("EA-AD.s", "EA-AD.t", "EA-AD.y")[min(went, 2)]
    if road or kit.towns >> target & 1:
        rule = ("EA-AD.u", "EA-AD.v", "EA-AD.y")[min(went, 2)]
        return "secondary road or town", column, rule
    return "other", column, ("EA-AD.w", "EA-AD.x", "EA-AD.y")[min(went, 2)]


@cites("EA-AD.o")
def _advanced_count(state: State, battle: Battle) -> int:
    """Units advanced so far; bracketed ones that came from one stack count as one."""
    kit, origins = state.kit, dict(battle.origins)
    whole = (battle.advanced & ~kit.bracketed).bit_count()
    return whole + len({origins[unit] for unit in ids(battle.advanced & kit.bracketed)})


def _rolled(state: State, decision: AdvanceRoll, action: Rolled) -> Events:
    pop(state)
    roll = action.faces[0]
    went, label = roll <= decision.number, state.kit.grid.label(decision.to)
    names = names_of(state, decision.units)
    told: Events = [ev.AdvanceRolled(ALLIED, names, label, roll, decision.number, went)]
    return told + (_allied_goes(state, decision.units, decision.to) if went else [])


ask_chance(AdvanceRoll, d10("an Allied advance"), _rolled)


def _allied_goes(state: State, group: UnitSet, to: Hex) -> Events:
    told: Events = []
    for unit in ids(group):
        if advance_refusal(state, unit, to) is None:
            told += go(state, unit, to)
    return told
