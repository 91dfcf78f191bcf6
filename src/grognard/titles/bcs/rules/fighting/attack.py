"""Attacks: what both kinds share, and the Regular Attack (BCS-7.2.a to BCS-7.2.f)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.book.tally import Modifier, Tally
from grognard.ground.hexes import Hex, members
from grognard.titles.bcs.kit.kit import DUAL, INFANTRY, LEG, NO_FORMATION, NO_WATER, RED, P, UnitId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import NO_UNIT, Acting, CombatRoll, Fight
from grognard.titles.bcs.position.deeds import DEEDS, Deed
from grognard.titles.bcs.position.questions import Events, ask_chance, dice, owned
from grognard.titles.bcs.position.state import State, each, face, in_field, label, note, other
from grognard.titles.bcs.rules.command import objectives, prepared
from grognard.titles.bcs.rules.fighting import advance, losses, retreat, support
from grognard.titles.bcs.rules.fighting.barrage import ask_for_mission, destroy
from grognard.titles.bcs.rules.fighting.fights import (
    STAGES,
    begin,
    busy,
    defenders,
    defending,
    edit,
    enemy_refusal,
    fight_of,
    real_av,
    shows_av,
    side_of,
)
from grognard.titles.bcs.rules.fighting.picks import name_defender
from grognard.titles.bcs.rules.moving import movement, terrain
from grognard.titles.bcs.rules.moving.stacking import overstacked
from grognard.waist.asking import pop, push
from grognard.waist.chance import Rolled

# -- the modifiers ----------------------------------------------------------------------------


@cites("BCS-S.35", "BCS-R.38")
def tally(state: State, fight: Fight) -> Tally:
    """What is added to the roll on the Combat Table, and why."""
    return Tally((*_attacker(state, fight), *_defender(state, fight)))


def _amount(state: State, row: str) -> int:
    return state.kit.number(f"combat_mods.{row}")


@cites("BCS-R.38", "BCS-S.14", "BCS-S.36")
def _attacker(state: State, fight: Fight) -> Iterator[Modifier]:
    unit = fight.unit
    number = state.command[unit]
    yield Modifier(face(state, unit).ar, "BCS-S.35", f"Action Rating of {state.kit.names[unit]}")
    yield from _of_each_side(state, unit, +1)
    if fight.mission == "suppression":
        yield Modifier(_amount(state, "suppression"), "BCS-8.0.d", "Suppression")
    if fight.assist != NO_UNIT:
        yield Modifier(_amount(state, "assist"), "BCS-R.38", "Assist")
    if objectives.double(state) >> fight.target & 1:
        yield Modifier(_amount(state, "double_obj"), "BCS-R.38", "Double OBJ Zone")
    if number != NO_FORMATION and prepared.holds(state, number):
        yield Modifier(_amount(state, "attacker_prep_def"), "BCS-R.38", "own Prepared Defense")
    if fight.origin < 0:
        yield Modifier(_amount(state, "off_map"), "BCS-R.38", "attack from off map")
    yield from _armour(state, fight)


@cites("BCS-S.36")
def _armour(state: State, fight: Fight) -> Iterator[Modifier]:
    """Breakthrough or Hard Red AV, attacking or assisting: the better one alone."""
    units = [u for u in (fight.unit, fight.assist) if u != NO_UNIT]
    if any(state.kit.units[u].breakthrough and face(state, u).av for u in units):
        yield Modifier(_amount(state, "breakthrough"), "BCS-S.36", "Breakthrough AV")
    elif any(state.kit.units[u].hard and face(state, u).kind == RED for u in units):
        yield Modifier(_amount(state, "hard_red"), "BCS-S.36", "Hard Red AV")


@cites("BCS-R.38", "BCS-S.14")
def _of_each_side(state: State, unit: UnitId, sign: int) -> Iterator[Modifier]:
    """Dual or Supported, and MSR Blocked, for the AR unit of either side."""
    bonus = sign * _amount(state, "supported_or_dual")
    if face(state, unit).kind == DUAL:
        yield Modifier(bonus, "BCS-R.38", f"{state.kit.names[unit]} is Dual")
    elif backed(state, unit):
        yield Modifier(bonus, "BCS-R.38", f"{state.kit.names[unit]} is Supported")
    number = state.command[unit]
    if number != NO_FORMATION and state.blocked[number]:
        key = state.kit.formations[number].key
        yield Modifier(sign * _amount(state, "msr_blocked"), "BCS-S.14", f"{key} is MSR Blocked")


def backed(state: State, unit: UnitId) -> bool:
    """Whether the unit itself has Support where it stands."""
    hex_ = state.hex_of[unit]
    return hex_ >= 0 and support.supported(state, hex_) and support.can_support(state, unit)


@cites("BCS-R.38", "BCS-1.2d.g")
def _defender(state: State, fight: Fight) -> Iterator[Modifier]:
    unit, here = fight.defender, defenders(state, fight)
    name = state.kit.names[unit]
    yield Modifier(-face(state, unit).ar, "BCS-S.35", f"Action Rating of {name}")
    yield from _of_each_side(state, unit, -1)
    if here.bit_count() > 1:
        yield Modifier(-_amount(state, "two_units"), "BCS-R.38", "two units in the hex")
    if _all_across(state, fight):
        yield Modifier(-_amount(state, "hexside"), "BCS-R.38", "all attack across water")
    yield from _ground(state, fight)


@cites("BCS-R.39")
def takes_cover(state: State, unit: UnitId) -> bool:
    """Whether the ground helps a defender: a Dual unit, or infantry whose side moves by Leg."""
    shown = face(state, unit)
    on_foot = state.kit.units[unit].symbol in INFANTRY and shown.type == LEG
    return shown.kind == DUAL or (on_foot and not shown.av)


@cites("BCS-R.39", "BCS-R.38")
def _ground(state: State, fight: Fight) -> Iterator[Modifier]:
    """What the ground, or works in it, is worth to the defender."""
    kit, unit, hex_ = state.kit, fight.defender, fight.target
    in_terrain = terrain.is_terrain(state, hex_)
    if takes_cover(state, unit):
        if kit.cities >> hex_ & 1 or prepared.protects(state, unit):
            what = "City" if kit.cities >> hex_ & 1 else "Prepared Defense"
            yield Modifier(-_amount(state, "city_fort_prepdef"), "BCS-R.39", what)
        elif in_terrain:
            yield Modifier(-_amount(state, "terrain"), "BCS-R.39", kit.terrain_name(hex_))
    if not in_terrain and any(face(state, u).kind == RED for u in real_av(state, hex_)):
        yield Modifier(-_amount(state, "red_av_open"), "BCS-R.38", "Red AV in the open")


@cites("BCS-R.38")
def _all_across(state: State, fight: Fight) -> bool:
    """Whether each attacking unit attacks across a combat hexside."""
    starts = [fight.origin]
    if fight.assist != NO_UNIT:
        starts.append(state.hex_of[fight.assist])
    return all(_combat_side(state, start, fight.target) for start in starts)


def _combat_side(state: State, start: Hex, target: Hex) -> bool:
    water = state.kit.crossings[start, target].water if start >= 0 else NO_WATER
    chart = state.kit.charts["hexsides"]
    return water != NO_WATER and chart.cell(chart.rows[water - 1], "combat") == "yes"


# -- the roll ---------------------------------------------------------------------------------


def resolve(state: State, fight: Fight) -> Events:
    """Two dice, unless the Barrage left nobody to attack."""
    if defenders(state, fight):
        push(state, CombatRoll())
    return []


@cites("BCS-R.37", "BCS-S.35")
def result_of(state: State, total: int) -> str:
    """The row of the Combat Table for a modified total."""
    rows = state.kit.charts["combat"].rows
    return next(row for row in rows if total <= state.kit.number(f"combat.{row}"))


@cites("BCS-S.35")
def _rolled(state: State, _: CombatRoll, rolled: Rolled) -> Events:
    fight = fight_of(state)
    sums = tally(state, fight)
    result = result_of(state, sum(rolled.faces) + int(sums.total))
    pop(state)
    edit(state, result=result)
    name, where = state.kit.names, label(state, fight.target)
    return [
        ev.CombatRolled(
            side_of(state, fight),
            name[fight.unit],
            name[fight.defender],
            where,
            rolled.faces,
            sums,
            result,
        )
    ]


@cites("BCS-7.2.e", "BCS-R.37", "BCS-R.15")
def suffer(state: State, fight: Fight) -> Events:
    """Losses, then the defender's retreat, as the result says."""
    match fight.result:
        case "A2" | "A1":
            return losses.hit(state, fight.unit, int(fight.result[1]), "BCS-7.2.e")
        case "a1":
            armed = shows_av(state, fight.target)
            return losses.hit(state, fight.unit, 1, "BCS-R.37") if armed else []
        case "S":
            return give_way(state, fight, 0, "situational")
        case "D1R" | "D2R":
            return give_way(state, fight, int(fight.result[1]), "automatic")
    return []


@cites("BCS-7.2.d", "BCS-R.37")
def give_way(state: State, fight: Fight, lost: int, cause: str) -> Events:
    """The whole hex retreats after its losses, the AR unit's first."""
    side = defending(state, fight)
    retreat.order(state, side, fight.target, defenders(state, fight), cause)
    return losses.take(state, side, fight.target, lost, fight.defender)


# -- what any attack needs --------------------------------------------------------------------


@cites("BCS-S.16", "BCS-7.4.a", "BCS-7.4.b")
def ground_refusal(state: State, unit: UnitId, target: Hex) -> Refusal | None:
    """Why the unit cannot attack the hex, whichever way."""
    name, where, origin = state.kit.names[unit], label(state, target), state.hex_of[unit]
    if origin < 0 or not state.kit.grid.adjacent(origin, target):
        return Refusal("BCS-S.35", f"{where} is not next to {name}")
    if not objectives.zone(state) >> target & 1:
        return Refusal("BCS-S.16", f"{where} is in no OBJ Zone")
    if terrain.cost(state, face(state, unit).type, origin, target) == P:
        return Refusal("BCS-7.4.a", f"{name} would have to advance, and cannot enter {where}")
    return advance.stray_refusal(state, unit, target)


# -- the Regular Attack -----------------------------------------------------------------------


def _candidates(state: State, acting: Acting) -> Iterator[act.Action]:
    origin = state.hex_of[acting.unit]
    if origin < 0 or not face(state, acting.unit).arrow:
        return
    held = state.occupied[other(acting.side)] & state.kit.within(origin, 1) & ~state.attacked
    for target in members(held & objectives.zone(state) if held else 0):
        yield act.Attack(label(state, target))
        for unit in assists(state, acting.unit, target):
            yield act.Attack(label(state, target), state.kit.names[unit])


@cites("BCS-7.2.c")
def assists(state: State, unit: UnitId, target: Hex) -> Iterator[UnitId]:
    """The units that can assist the unit's attack on a hex."""
    grid, origin = state.kit.grid, state.hex_of[unit]
    near = state.kit.within(origin, 1) & grid.spread(1 << target) & ~(1 << target)
    for helper in each(in_field(state, state.active) & ~(1 << unit)):
        if near >> state.hex_of[helper] & 1 and helper_refusal(state, helper) is None:
            yield helper


@cites("BCS-1.2d.b", "BCS-7.2.f", "BCS-S.8")
def helper_refusal(state: State, unit: UnitId) -> Refusal | None:
    """Why a unit can take part in no attack, be it by attacking or by assisting."""
    name = state.kit.names[unit]
    if not in_field(state, state.active) >> unit & 1:
        return Refusal("BCS-S.8", f"{name} is no unit of the active formation on the map")
    if state.finished >> unit & 1:
        return Refusal("BCS-7.2.f", f"{name} is Finished")
    if not face(state, unit).prepared:
        return Refusal("BCS-1.2d.b", f"{name} is Unprepared: it can neither attack nor assist")
    if overstacked(state, state.hex_of[unit]):
        return Refusal("BCS-5.5.a", f"{name} is overstacked")
    return None


@cites("BCS-7.2.a", "BCS-7.2.b", "BCS-1.2d.b", "BCS-7.2.f", "BCS-4.2f")
def _refused(state: State, acting: Acting, action: act.Attack) -> Refusal | None:
    bar = enemy_refusal(state, acting.side, action.hex) or helper_refusal(state, acting.unit)
    if bar is not None:
        return bar
    name, target = state.kit.names[acting.unit], state.kit.grid.at(action.hex)
    if not face(state, acting.unit).arrow:
        return Refusal("BCS-7.2.b", f"{name} shows no Assault Arrow")
    if state.attacked >> target & 1:
        return Refusal("BCS-7.2.a", f"{action.hex} has had its Regular Attack in this Activation")
    bar = ground_refusal(state, acting.unit, target) or movement.owed_refusal(state, acting)
    bar = bar or movement.going_on_refusal(state, acting)  # it is Finished here if it fails
    return bar or (_assist_refused(state, acting, action, target) if action.assist else None)


@cites("BCS-7.2.c")
def _assist_refused(
    state: State, acting: Acting, action: act.Attack, target: Hex
) -> Refusal | None:
    unit = owned(state, acting.side, action.assist)
    if isinstance(unit, Refusal):
        return unit
    if unit == acting.unit:
        return Refusal("BCS-7.2.c", f"{action.assist} is the attacking unit itself")
    bar = helper_refusal(state, unit)
    if bar is not None:
        return bar
    if unit in assists(state, acting.unit, target):
        return None
    attacker = state.kit.names[acting.unit]
    return Refusal(
        "BCS-7.2.c", f"{action.assist} is not next to {action.hex}, or not with {attacker}"
    )


@cites("BCS-7.2.a", "BCS-R.40")
def _attack(state: State, acting: Acting, action: act.Attack) -> Events:
    target = state.kit.grid.at(action.hex)
    assist = state.kit.by_name[action.assist] if action.assist else NO_UNIT
    note(state, attacked=state.attacked | 1 << target)
    if assist != NO_UNIT:
        busy(state, assist)
    origin = state.hex_of[acting.unit]
    return begin(state, Fight("attack", acting.unit, origin, target, assist=assist))


@cites("BCS-R.40", "BCS-7.4.d")
def finish(state: State, fight: Fight) -> Events:
    """The attacking unit and the Assist are Finished."""
    told: Events = []
    for unit in (fight.unit, fight.assist):
        if unit != NO_UNIT and state.hex_of[unit] >= 0:
            told += movement.finish(state, unit)
    return told


STAGES["attack"] = (
    ask_for_mission,
    name_defender,
    destroy,
    name_defender,
    resolve,
    suffer,
    advance.go,
    advance.offer_to_follow,
    finish,
)
DEEDS[act.Attack] = Deed(_candidates, _refused, _attack)
ask_chance(CombatRoll, dice("the Combat Table"), _rolled)
