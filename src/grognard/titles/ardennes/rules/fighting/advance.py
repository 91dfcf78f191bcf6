"""Advances after combat, and the Allied advance table (EA-AD.a to EA-AD.y)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, PRIMARY, UnitId, UnitSet
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import AdvanceRoll, Advancing, Arrival, Battle
from grognard.titles.ardennes.position.questions import (
    QUESTIONS,
    Events,
    Question,
    ask_chance,
    d10,
    not_now,
    owned,
)
from grognard.titles.ardennes.position.state import (
    FIRST_DAY,
    State,
    ids,
    names_of,
    note,
    other,
    scripted,
    units_in,
)
from grognard.titles.ardennes.rules.fighting.battle import (
    army_zone,
    battle_of,
    defending_side,
    edit,
    fighters,
    go_to,
)
from grognard.titles.ardennes.rules.moving import bridges, checks, movement, terrain
from grognard.titles.ardennes.rules.moving.zones import room_for, zone
from grognard.titles.ardennes.script.reasons import Reasons
from grognard.titles.ardennes.script.vocabulary import cut_off_in, guards_vp, opens_gap
from grognard.waist.asking import own_side, pop, push
from grognard.waist.chance import Rolled

ALWAYS = 10


# -- what is open -----------------------------------------------------------------------------


def vacated(state: State, battle: Battle) -> bool:
    """Whether the combat hex is clear of the enemy."""
    return not state.occupied[defending_side(battle)] >> battle.target & 1


@cites("EA-AD.b")
def goes_far(state: State, battle: Battle) -> bool:
    """Whether mechanized units may go a second hex: two hexes of retreat, or nobody left."""
    return battle.retreated >= 2 or not fighters(state, battle, defending_side(battle))


def advance_hexes(state: State, unit: UnitId) -> list[Hex]:
    """The hexes a unit of the combat can advance into next."""
    battle, around = battle_of(state), state.kit.grid.neighbours
    hexes = (battle.target,) if not battle.advanced >> unit & 1 else around(battle.target)
    return [hex_ for hex_ in hexes if advance_refusal(state, unit, hex_) is None]


@cites("EA-ST.i", "EA-ST.o")
def advance_refusal(state: State, unit: UnitId, to: Hex) -> Refusal | None:
    """Why a unit cannot advance into a hex."""
    battle, name = battle_of(state), state.kit.names[unit]
    if not fighters(state, battle, battle.side) >> unit & 1:
        return Refusal("EA-AD.a", f"{name} was not in the attack")
    if state.dispersed >> unit & 1:
        return Refusal("EA-ST.i", f"{name} is Dispersed and cannot advance")
    if state.dry >> unit & 1:
        return Refusal("EA-ST.o", f"{name} is Out of Fuel and cannot advance")
    if not vacated(state, battle):
        return Refusal("EA-AD.a", "the enemy still holds the combat hex")
    first = not battle.advanced >> unit & 1
    refusal = _first(battle, to) if first else _second(state, battle, unit, to)
    return refusal or _crossing(state, battle, unit, to) or _entry(state, battle, unit, to)


@cites("EA-AD.a")
def _first(battle: Battle, to: Hex) -> Refusal | None:
    if to != battle.target:
        return Refusal("EA-AD.a", "an advance goes first into the hex the defender left")
    return None


@cites("EA-AD.b", "EA-AD.j", "EA-RB.d")
def _second(state: State, battle: Battle, unit: UnitId, to: Hex) -> Refusal | None:
    """A second hex: for mechanized units, along the path of retreat or under the limits."""
    kit = state.kit
    if battle.far >> unit & 1 or not kit.grid.adjacent(battle.target, to):
        return Refusal("EA-AD.b", "an advance is two hexes at most, the second next to the first")
    if not kit.mechanized >> unit & 1:
        return Refusal("EA-AD.b", "only mechanized units advance a second hex")
    if not goes_far(state, battle):
        return Refusal("EA-AD.b", "the defender went back one hex only")
    if battle.halted >> unit & 1:
        return Refusal("EA-AD.j", "a unit that crossed a river without a bridge goes no farther")
    if battle.side == GERMAN and terrain.halts(state) >> battle.target & 1:
        return Refusal("EA-RB.d", "a roadblock on the road stops the advance")
    return None if on_path(state, battle, to) else _off_path(state, battle, to)


@cites("EA-AD.c", "EA-AD.d")
def on_path(state: State, battle: Battle, to: Hex) -> bool:
    """Whether the hex is the first that defenders who are left retreated into."""
    if not fighters(state, battle, defending_side(battle)):
        return False
    return len(battle.path) > 1 and battle.path[1] == to


@cites("EA-AD.e", "EA-AD.f", "EA-AD.g", "EA-AD.k")
def _off_path(state: State, battle: Battle, to: Hex) -> Refusal | None:
    kit, side = state.kit, state.kit.sides[battle.target, to]
    enemy = zone(state, defending_side(battle))
    if enemy >> battle.target & 1 and enemy >> to & 1:
        return Refusal("EA-AD.e", "off the path no unit goes from one enemy ZOC into another")
    if side.river and not side.river & state.bridges:
        return Refusal("EA-AD.f", "off the path no unit crosses a river without a bridge")
    if kit.forest >> to & 1 and not side.road:
        return Refusal("EA-AD.g", "off the path no unit enters a forest without a road")
    return None


@cites("EA-AD.h", "EA-AD.i", "EA-D16.k", "EA-D16.l")
def _crossing(state: State, battle: Battle, unit: UnitId, to: Hex) -> Refusal | None:
    """River hexsides: one unit over each without a bridge, one over a bridge into enemy ZOC."""
    bit = state.kit.sides[state.hex_of[unit], to].river
    if not bit:
        return None
    if not _bridged(state, battle, bit):
        if battle.forded & bit:
            return Refusal("EA-AD.i", "one unit has advanced over that river hexside")
        return None
    if zone(state, defending_side(battle)) >> to & 1 and battle.bridged & bit:
        return Refusal("EA-AD.h", "one unit has advanced over that bridge into an enemy ZOC")
    return None


def _bridged(state: State, battle: Battle, bit: int) -> bool:
    """Whether a bridge still serves; on 16 December for one German unit in an activation."""
    worn = battle.side == GERMAN and state.day == FIRST_DAY and state.record.crossed & bit
    return bool(state.bridges & bit) and not worn


@cites("EA-AD.l", "EA-S.37", "EA-RB.b")
def _entry(state: State, battle: Battle, unit: UnitId, to: Hex) -> Refusal | None:
    if state.occupied[other(battle.side)] >> to & 1:
        return Refusal("EA-AD.a", "there are enemy units in that hex")
    if battle.side == GERMAN and state.roadblocks >> to & 1:
        return Refusal("EA-RB.b", "a roadblock bars the hex")
    own = army_zone(state, unit)
    if own >> state.hex_of[unit] & 1 and not own >> to & 1:
        return Refusal("EA-AD.l", "no German unit advances over its army boundary before the 20th")
    if not room_for(state, to, 1 << unit):
        return Refusal("EA-S.37", "there is no room for the unit in that hex")
    return None


# -- advancing --------------------------------------------------------------------------------


def advance_stage(state: State) -> Events:
    """The next advance, until nobody can or wants to."""
    battle = battle_of(state)
    if not vacated(state, battle):
        go_to(state, "over")
        return []
    if scripted(state, battle.side):
        return _allied_advance(state)
    if any(advance_hexes(state, unit) for unit in ids(fighters(state, battle, battle.side))):
        push(state, Advancing(battle.side))
    else:
        go_to(state, "over")
    return []


def _candidates(state: State, decision: Advancing) -> Iterable[act.Action]:
    label, names = state.kit.grid.label, state.kit.names
    for unit in ids(fighters(state, battle_of(state), decision.side)):
        for hex_ in advance_hexes(state, unit):
            yield act.Advance(names[unit], label(hex_))
    yield act.Done()


def _refusal(state: State, decision: Advancing, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Done):
        return None
    if not isinstance(action, act.Advance):
        return not_now(action, "advance after combat")
    unit = owned(state, decision.side, action.unit)
    if isinstance(unit, Refusal):
        return unit
    if not state.kit.grid.has(action.to):
        return Refusal("EA-AD.a", f"there is no hex {action.to} on this map")
    return advance_refusal(state, unit, state.kit.grid.at(action.to))


def _answer(state: State, _: Advancing, action: act.Action) -> Events:
    pop(state)
    if not isinstance(action, act.Advance):
        go_to(state, "over")
        return []
    unit, to = state.kit.by_name[action.unit], state.kit.grid.at(action.to)
    return [] if _tested(state, unit, to) else go(state, unit, to)


@cites("EA-S.41")
def _tested(state: State, unit: UnitId, to: Hex) -> bool:
    """Whether the bridge on the way is tested first: then the player thinks again."""
    river, before = state.kit.sides[state.hex_of[unit], to].river, state.stack
    if state.kit.side_of[unit] == GERMAN and bridges.in_doubt(state, river):
        checks.try_to_blow(state, 1 << unit, river, to)
    return state.stack != before


QUESTIONS[Advancing] = Question(own_side, _candidates, _refusal, _answer, exact=True)


@cites("EA-RB.i")
def go(state: State, unit: UnitId, to: Hex) -> Events:
    """A unit advances one hex; a German one causes the checks of a move."""
    battle, bit = battle_of(state), 1 << unit
    _cross(state, unit, to)
    battle = battle_of(state)
    if battle.advanced & bit:
        edit(state, far=battle.far | bit)
    edit(state, advanced=battle.advanced | bit)
    told: Events = [ev.Advanced(battle.side, state.kit.names[unit], state.kit.grid.label(to))]
    told += movement.enter(state, bit, to)
    if battle.side == GERMAN:
        push(state, Arrival(bit, to, "advance"))
    return told


@cites("EA-AD.h", "EA-AD.i", "EA-AD.j")
def _cross(state: State, unit: UnitId, to: Hex) -> None:
    """Notes the river hexside that is used up."""
    battle, side = battle_of(state), state.kit.sides[state.hex_of[unit], to].river
    if not side:
        return
    if not _bridged(state, battle, side):
        edit(state, forded=battle.forded | side, halted=battle.halted | 1 << unit)
        return
    note(state, crossed=state.record.crossed | side)
    if zone(state, defending_side(battle)) >> to & 1:
        edit(state, bridged=battle.bridged | side)


# -- the Allied system (GS) -------------------------------------------------------------------


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
def _allied_advance(state: State) -> Events:
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
