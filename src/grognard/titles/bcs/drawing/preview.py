"""What an action would come to, all exact: fights, retreats, the rolls of an Activation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

import msgspec

from grognard.book.tally import Tally
from grognard.book.words import capital, counted, listed
from grognard.ground.hexes import Hex, hexset, members
from grognard.titles.bcs.drawing import outlook
from grognard.titles.bcs.drawing import report as reports
from grognard.titles.bcs.drawing.face import known
from grognard.titles.bcs.kit.kit import NO_FORMATION, TAC, FormationId, Side, UnitId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import decisions as dec
from grognard.titles.bcs.position.actions import Action
from grognard.titles.bcs.position.decisions import NO_UNIT, Fight
from grognard.titles.bcs.position.questions import QUESTIONS
from grognard.titles.bcs.position.state import (
    FATIGUE,
    SEATS,
    State,
    each,
    face,
    fact,
    label,
    names_of,
    other,
    units_in,
)
from grognard.titles.bcs.rules.command.snafu import FATIGUE_ROWS
from grognard.titles.bcs.rules.fighting import barrage, retreat, support
from grognard.titles.bcs.rules.fighting.fights import shows_av
from grognard.titles.bcs.rules.moving import line_of_sight as sight
from grognard.titles.bcs.rules.moving import movement
from grognard.titles.bcs.rules.moving.hand import purse
from grognard.titles.bcs.rules.moving.presence import real_av
from grognard.titles.bcs.rules.rear import msr
from grognard.titles.bcs.rules.turn import second
from grognard.titles.bcs.sight.view import View
from grognard.titles.bcs.words.wording import hq_name, trains_name
from grognard.waist.scene import Lit
from grognard.waist.title import Preview

Outcomes = tuple[tuple[str, Fraction], ...]


def preview(state: State, seat: str, action: Action) -> Preview | None:
    """What the action would come to; None if there is nothing to foretell or it is refused."""
    foretell = _FORETOLD.get(type(action))
    if foretell is None or not _may(state, SEATS.index(seat), action):
        return None
    return foretell(state, action)


def _may(state: State, side: Side, action: Action) -> bool:
    if not state.stack:
        return False
    question = QUESTIONS[type(state.top)]
    return (
        question.side(state, state.top) == side
        and question.refusal(state, state.top, action) is None
    )


# -- fights --------------------------------------------------------------------------------------


def _acting_fight(kind: str) -> Callable[[State, Any], Preview | None]:
    """For the deeds of the unit in hand against a hex."""

    def foretell(state: State, action: Any) -> Preview | None:
        top = state.top
        assert isinstance(top, dec.Acting), "such deeds belong to a unit in hand"
        target = state.kit.grid.at(action.hex)
        named = getattr(action, "assist", "")
        assist = state.kit.by_name[named] if named else NO_UNIT
        fight = Fight(kind, top.unit, state.hex_of[top.unit], target, assist=assist)
        told = outlook.describe(state, outlook.cases(state, _with_roll(fight)))
        if told is None or not _mission_follows(state, top.side, fight):
            return told
        note = f"A Barrage mission can be added. {told.note}".strip()
        return msgspec.structs.replace(told, note=note, asks=False)

    return foretell


def _mission_follows(state: State, side: Side, fight: Fight) -> bool:
    """Whether the attacker is asked for a Barrage mission before the dice."""
    if fight.kind not in ("attack", "shock"):
        return False
    pool = barrage.points(state, side)
    useful = pool["air"] if fight.kind == "shock" else sum(pool.values())
    return bool(useful) and barrage.hex_refusal(state, fight.target) is None


def _with_roll(fight: Fight) -> Fight:
    return msgspec.structs.replace(fight, rolls=1) if fight.kind in ("fire", "barrage") else fight


def _stand_off(state: State, action: act.StandOff) -> Preview | None:
    at, unit = state.kit.grid.at, state.kit.by_name[action.box]
    fight = Fight(action.how, unit, at(action.origin), at(action.hex), box=unit)
    return outlook.describe(state, outlook.cases(state, _with_roll(fight)))


def _barrage(state: State, action: act.Barrage) -> Preview | None:
    unit, target = state.kit.by_name[action.spotter], state.kit.grid.at(action.hex)
    fight = Fight("barrage", unit, state.hex_of[unit], target, mission="destruction", rolls=1)
    return outlook.describe(state, [fight])


def _mission(state: State, action: act.Suppress | act.Destroy | act.Decline) -> Preview | None:
    """The attack on the table with that mission."""
    if state.fight is None or not isinstance(state.top, dec.MissionChoice):
        return None
    fight = state.fight
    if isinstance(action, act.Suppress):
        fight = msgspec.structs.replace(fight, mission="suppression")
    elif isinstance(action, act.Destroy):
        fight = msgspec.structs.replace(
            fight, mission="destruction", arty=action.arty, air=action.air
        )
    return outlook.describe(state, outlook.cases(state, fight))


def _choose(state: State, action: act.Choose) -> Preview | None:
    """The fight on the table with the unit the defender names."""
    fight, unit = state.fight, state.kit.by_name[action.unit]
    if fight is None:
        return None
    if isinstance(state.top, dec.DefenderChoice):
        return outlook.describe(state, [msgspec.structs.replace(fight, defender=unit)])
    if isinstance(state.top, dec.BackingChoice):
        return outlook.describe(state, [msgspec.structs.replace(fight, backing=unit)])
    return None


# -- retreats ------------------------------------------------------------------------------------


def _voluntary(state: State, _: act.Retreat) -> Preview | None:
    """Where the unit in hand would go, and what it costs."""
    top = state.top
    assert isinstance(top, dec.Acting), "a Voluntary Retreat is of the unit in hand"
    unit = top.unit
    narrowed = retreat.rearward(state, unit)
    where = listed([label(state, h) for h in narrowed.kept]).replace(" and ", " or ")
    trace = narrowed.read(lambda h: label(state, h), "hexes")
    line = f"{state.kit.names[unit]} loses a step (BCS-7.5.d), flips to its Move side"
    after = f" and goes to {where} (BCS-R.17)" if where else "; no hex to go to (BCS-R.17)"
    outcome = f"one step lost, {where}" if where else "one step lost, stays"
    return Preview(line + after, Tally(), ((outcome, Fraction(1)),), note=trace)


def _withdraw(state: State, action: act.Withdraw) -> Preview | None:
    """Whether the retreating unit would lose a step where it goes."""
    unit = state.kit.by_name[action.unit]
    if not state.kit.grid.has(action.hex):
        words = "off the map, back at the HQ next turn (BCS-7.5.k)"
        return Preview(words, Tally(), ((words, Fraction(1)),), asks=False)
    hurt = outlook.hurts(state, unit, state.kit.grid.at(action.hex))
    words = "one step lost in an enemy zone (BCS-7.5.b)" if hurt else "no step lost"
    line = f"{action.unit} to {action.hex}: {words}"
    return Preview(line, Tally(), ((words, Fraction(1)),), asks=False)


def _pull_back(state: State, action: act.PullBack) -> Preview | None:
    """What a retreat costs the HQ's formation."""
    if not isinstance(state.top, dec.Activities):
        return None
    lost = ["Coordination", "Trains flip to Ghost"]
    if state.prepared >> state.top.formation & 1:
        lost.append("Prepared Defense is lost")
    words = f"HQ to {action.hex}: {', '.join(lost)} (BCS-9.1f.c)"
    return Preview(words, Tally(), ((", ".join(lost), Fraction(1)),))


# -- rolls of an Activation ----------------------------------------------------------------------


def _activate(state: State, action: act.Activate) -> Preview | None:
    """The SNAFU roll that would be due."""
    return snafu_preview(state, state.kit.by_key[action.formation])


def snafu_preview(state: State, number: FormationId) -> Preview:
    """The next SNAFU roll of a formation as things stand."""
    found = reports.report(state, number)
    return Preview(
        line=capital(reports.snafu_needs(state, found)),
        tally=found.snafu,
        outcomes=found.chances,
        title=f"SNAFU of {state.kit.formations[number].key}",
        note=reports.supply_line(state, found.supply, number),
        lit=(Lit("snafu"), Lit("snafu_drm", FATIGUE_ROWS[state.fatigue[number]])),
        asks=False,
    )


def _again(state: State, _: act.Again) -> Preview | None:
    top = state.top
    assert isinstance(top, dec.TrySecond), "only then it is rolled for"
    return second_preview(state, top.formation)


def second_preview(state: State, number: FormationId) -> Preview:
    """The roll for a Second Activation of a formation."""
    chance = second.chance(state, number)
    found = reports.report(state, number)
    outcomes = (("Second Activation", chance), ("none", 1 - chance))
    row = FATIGUE_ROWS[state.fatigue[number]]
    return Preview(
        line=reports.second_line(found),
        tally=found.second,
        outcomes=outcomes,
        title=f"Second Activation of {state.kit.formations[number].key}",
        lit=(Lit("second", row),),
        asks=False,
    )


def _done(state: State, _: act.Done) -> Preview | None:
    """What the end of the activities would bring: Fatigue and Isolation."""
    top = state.top
    if not isinstance(top, dec.Activities):
        return None
    found = reports.report(state, top.formation)
    cut = [line for line in reports.isolation_lines(state, found) if found.isolation.cuts]
    if not found.tires and not cut and not found.isolation.gone:
        return None
    level = state.fatigue[top.formation]
    outcomes: Outcomes = ()
    if found.tires and found.fatigue_chance:
        tired = FATIGUE[min(level + 1, len(FATIGUE) - 1)]
        chance = found.fatigue_chance
        outcomes = ((f"tired to {tired}", chance), (f"stays {FATIGUE[level]}", 1 - chance))
    column = "second" if state.second else "initial"
    return Preview(
        line=reports.fatigue_line(state, found),
        tally=Tally(),
        outcomes=outcomes,
        note=" ".join(f"{line}." for line in cut),
        lit=(Lit("fatigue", FATIGUE_ROWS[level], column),),
    )


def _recover(state: State, action: act.Recover) -> Preview | None:
    """What a Recovery brings, and whom Isolation would hurt."""
    number = state.kit.by_key[action.formation]
    level = state.fatigue[number]
    after = FATIGUE[level - 1] if level > 1 else FATIGUE[level]
    found = reports.report(state, number)
    cut = [line for line in reports.isolation_lines(state, found) if found.isolation.cuts]
    line = f"no SNAFU roll and no activities; Fatigue {FATIGUE[level]} to {after} (BCS-10.4.j)"
    note = " ".join(f"{one}." for one in cut)
    return Preview(line, Tally(), ((f"Fatigue {after}", Fraction(1)),), note=note)


def _recon(state: State, action: act.Recon) -> Preview | None:
    """One die against the unit's Action Rating."""
    top = state.top
    assert isinstance(top, dec.Acting), "Recon is of the unit in hand"
    rating = face(state, top.unit).ar
    chance = Fraction(min(max(rating, 0), 6), 6)
    line = f"one die, {rating} or less makes an OBJ marker in {action.hex} (BCS-4.3.f)"
    outcomes = (("OBJ marker", chance), ("nothing", 1 - chance))
    return Preview(line, Tally(), outcomes)


def _move_trains(state: State, action: act.MoveTrains) -> Preview | None:
    """The MSR there would be, and which side the Trains would show."""
    top = state.top
    if not isinstance(top, dec.Activities) or not state.kit.grid.has(action.hex):
        return None
    route = msr.best(state, top.formation, state.kit.grid.at(action.hex))
    if route is None:
        return None
    best = msr.optimal_by(state, top.formation, route)
    word = "at" if best else "not at"
    line = (
        f"MSR of {len(route.front) - 1} hexes to the HQ, {len(route.rear) - 1} to the source; "
        f"{word} Optimal Distance (BCS-10.3.k)"
    )
    outcomes = (("Ghost at the Clean Up", Fraction(1)),)
    note = "Trains that moved flip to Ghost (BCS-10.3.h)."
    return Preview(line, Tally(), outcomes, note=note, asks=False)


_FORETOLD: Final[dict[type, Callable[[State, Any], Preview | None]]] = {
    act.Engage: _acting_fight("engage"),
    act.Fire: _acting_fight("fire"),
    act.Shock: _acting_fight("shock"),
    act.Attack: _acting_fight("attack"),
    act.StandOff: _stand_off,
    act.Barrage: _barrage,
    act.Suppress: _mission,
    act.Destroy: _mission,
    act.Decline: _mission,
    act.Choose: _choose,
    act.Retreat: _voluntary,
    act.Withdraw: _withdraw,
    act.PullBack: _pull_back,
    act.Activate: _activate,
    act.Again: _again,
    act.Done: _done,
    act.Recover: _recover,
    act.Recon: _recon,
    act.MoveTrains: _move_trains,
}


# -- what the other side could do ----------------------------------------------------------------


def threats(view: View, spot: str) -> list[Preview]:
    """What enemy units could do to a spot from where they stand: engage, fire, attack.

    Of an HQ or Trains, and of a formation by its key, the next rolls.
    """
    state = known(view)
    hex_ = _hex(state, spot)
    found = _against(state, hex_) if hex_ is not None else []
    for number in _formations(state, spot, hex_):
        found += _rolls_ahead(state, number)
    return found


def _against(state: State, hex_: Hex) -> list[Preview]:
    here = units_in(state, hex_)
    if not here:
        return []
    side = state.kit.side_of[each(here)[0]]
    found = [*_fire_threats(state, side, hex_), *_attack_threats(state, side, hex_)]
    return [*found, *_coming(state, side, hex_)]


def _formations(state: State, spot: str, hex_: Hex | None) -> Iterator[FormationId]:
    """The formation whose HQ or Trains are named, or whose HQ is in the hex."""
    for formation in state.kit.formations:
        names = (formation.key, hq_name(formation.key), trains_name(formation.key))
        at = state.hq[formation.id]
        if at >= 0 and (spot in names or (at == hex_ and state.kit.grid.has(spot))):
            yield formation.id


def _rolls_ahead(state: State, number: FormationId) -> list[Preview]:
    found = [snafu_preview(state, number)]
    if second.refusal(state, number) is None:
        found.append(second_preview(state, number))
    return found


def _hex(state: State, spot: str) -> Hex | None:
    unit = state.kit.by_name.get(spot)
    if unit is not None:
        return state.hex_of[unit] if state.hex_of[unit] >= 0 else None
    return state.kit.grid.at(spot) if state.kit.grid.has(spot) else None


def _fire_threats(state: State, side: Side, hex_: Hex) -> Iterator[Preview]:
    """Engagements, or Attacks by Fire at a hex without AV, that reach the hex now."""
    enemy = other(side)
    kind = "engage" if shows_av(state, hex_) else "fire"
    for unit in each(real_av(state, enemy)):
        if sight.can_engage_at(state, unit, hex_):
            yield from _threat(state, Fight(kind, unit, state.hex_of[unit], hex_))
    for box, origins in sight.stand_off(state, enemy):
        reach = support.box_face(state, box).range
        near = [at for at in origins if sight.can_fire(state, at, hex_, reach)]
        if near:
            yield from _threat(state, Fight(kind, box, near[0], hex_, box=box))


def _attack_threats(state: State, side: Side, hex_: Hex) -> Iterator[Preview]:
    """Regular Attacks by enemies next to the hex, with the first that could assist, and Shocks."""
    enemy = other(side)
    near = [
        unit
        for at in state.kit.grid.neighbours(hex_)
        for unit in each(units_in(state, at) & state.kit.side_units[enemy])
        if face(state, unit).prepared
    ]
    for unit in near:
        if face(state, unit).arrow and state.command[unit] != NO_FORMATION:
            assist = next((u for u in near if _assists(state, u, unit)), NO_UNIT)
            fight = Fight("attack", unit, state.hex_of[unit], hex_, assist=assist)
            yield from _threat(state, fight)
        elif face(state, unit).type == TAC and not shows_av(state, hex_):
            yield from _threat(state, Fight("shock", unit, state.hex_of[unit], hex_))


def _assists(state: State, helper: UnitId, unit: UnitId) -> bool:
    if helper == unit or state.command[helper] != state.command[unit]:
        return False
    return state.kit.grid.distance(state.hex_of[helper], state.hex_of[unit]) <= 1


_VERBS: Final = {
    "engage": "Engagement",
    "fire": "Attack by Fire",
    "attack": "Regular Attack",
    "shock": "Shock Attack",
}


def _threat(state: State, fight: Fight) -> Iterator[Preview]:
    told = outlook.describe(state, outlook.cases(state, _with_roll(fight)))
    if told is None:
        return
    name = state.kit.names[fight.unit]
    with_ = f" with {state.kit.names[fight.assist]}" if fight.assist != NO_UNIT else ""
    title = f"{_VERBS[fight.kind]} of {label(state, fight.target)} by {name}{with_}"
    note = told.note
    if fight.kind in ("attack", "shock"):
        note = f"Needs an OBJ Zone there (BCS-S.16); without a Barrage mission. {note}".strip()
    yield msgspec.structs.replace(told, title=title, note=note)


def _coming(state: State, side: Side, hex_: Hex) -> Iterator[Preview]:
    """Enemy units that could come next to the hex, if theirs were the Activation and a Full."""
    enemy, rim = other(side), state.kit.within(hex_, 1) & ~(1 << hex_)
    found = 0
    for at in members(state.occupied[enemy] & ~rim):
        for unit in each(units_in(state, at)):
            if state.command[unit] != NO_FORMATION and _reaches(state, unit, rim):
                found |= 1 << unit
    if found:
        names = listed(names_of(state, found))
        line = f"{counted(found.bit_count(), 'unit')} could come next to it: {names}"
        yield Preview(line, Tally(), (), title=f"Who could reach {label(state, hex_)}")


def _reaches(state: State, unit: UnitId, rim: int) -> bool:
    """Whether the unit's whole allowance would take it into one of the hexes.

    The state is that of a view: nothing in it changes, so that what is reached is kept.
    """
    far = movement.allowance(state, unit)
    if not far:
        return False
    key = ("reached", unit, purse(state, unit))
    return bool(rim & fact(state, key, lambda: hexset(movement.reach(state, unit))))
