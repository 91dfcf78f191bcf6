"""Engagements: AV against AV, Stand Off Support out of a stack (BCS-7.1.a to BCS-7.1.d)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.book.tally import Modifier, Tally
from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import STANDOFF, Side, UnitId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import (
    NO_UNIT,
    Acting,
    Activities,
    EngagementRoll,
    Fight,
)
from grognard.titles.bcs.position.deeds import DEEDS, TASKS, Deed
from grognard.titles.bcs.position.options import in_use
from grognard.titles.bcs.position.questions import Events, ask_chance, dice, owned
from grognard.titles.bcs.position.state import FAIL, State, face, label, note
from grognard.titles.bcs.rules.fighting import losses, retreat, support
from grognard.titles.bcs.rules.fighting.fights import (
    STAGES,
    begin,
    edit,
    enemy_refusal,
    fail_refusal,
    fight_of,
    hex_of_label,
    jam,
    shows_av,
    side_of,
    targets,
)
from grognard.titles.bcs.rules.fighting.picks import name_target
from grognard.titles.bcs.rules.moving import line_of_sight as sight
from grognard.titles.bcs.rules.moving import movement
from grognard.titles.bcs.rules.moving.stacking import overstacked
from grognard.waist.asking import pop, push
from grognard.waist.chance import Rolled

FIRER, BOTH, DROP, TARGET = "firer", "both", "drop", "target"

# -- the sum and the table --------------------------------------------------------------------


@cites("BCS-S.32", "BCS-R.34")
def tally(state: State, fight: Fight) -> Tally:
    """What is added to the roll on the Engagement Table, and why."""
    return Tally((*_value(state, fight, +1), *_value(state, fight, -1)))


@cites("BCS-S.32", "BCS-R.34")
def _value(state: State, fight: Fight, sign: int) -> Iterator[Modifier]:
    """AV and AR of the firer (+1) or the target (-1); Support has an AR of its own."""
    unit, lent = _party(fight, sign)
    shown = support.box_face(state, unit) if lent else face(state, unit)
    name = state.kit.names[unit]
    rating = state.kit.number("support_ar") if lent else shown.ar
    yield Modifier(sign * shown.av, "BCS-S.32", f"AV of {name}")
    rule = "BCS-R.34" if lent else "BCS-S.32"
    yield Modifier(sign * rating, rule, f"Action Rating of {'Support' if lent else name}")


def _party(fight: Fight, sign: int) -> tuple[UnitId, bool]:
    """The unit whose AV counts for the firer (+1) or the target (-1), and whether as Support."""
    if sign > 0:
        return fight.unit, fight.box != NO_UNIT
    lent = fight.backing != NO_UNIT
    return (fight.backing if lent else fight.defender), lent


@cites("BCS-S.33", "BCS-S.34", "BCS-R.35")
def result_of(state: State, fight: Fight, total: int) -> str:
    """The column of the Engagement Table for a modified total."""
    involved = fight.box != NO_UNIT or fight.backing != NO_UNIT
    row, columns = ("support" if involved else "real"), (FIRER, BOTH, DROP, TARGET)
    return next(c for c in columns if total <= state.kit.number(f"engagement.{row}.{c}"))


@cites("BCS-S.32", "BCS-R.48", "BCS-R.11")
def ignored(state: State, fight: Fight, result: str) -> tuple[str, ...]:
    """The sides that the result does not touch: out of the other's Range, or by an option.

    Support answers at its Range only if it is Stand Off; else it reaches the next hex.
    """
    distance = state.kit.grid.distance(fight.origin, fight.target)
    if result == BOTH and distance > 1 and in_use(state, "long_range_both"):
        return (FIRER, TARGET)
    unit, lent = _party(fight, -1)
    shown = support.box_face(state, unit) if lent else face(state, unit)
    reach = 1 if lent and shown.kind != STANDOFF else shown.range
    return (FIRER,) if distance > reach else ()


def _rolled(state: State, _: EngagementRoll, rolled: Rolled) -> Events:
    pop(state)
    fight = fight_of(state)
    sums = tally(state, fight)
    result = result_of(state, fight, sum(rolled.faces) + int(sums.total))
    edit(state, result=result)
    name, (target, _lent) = state.kit.names, _party(fight, -1)
    return [
        ev.EngagementRolled(
            side_of(state, fight),
            name[fight.unit],
            name[target],
            label(state, fight.target),
            rolled.faces,
            sums,
            result,
            ignored(state, fight, result),
        )
    ]


# -- the stages -------------------------------------------------------------------------------


def roll(state: State, _: Fight) -> Events:
    push(state, EngagementRoll())
    return []


@cites("BCS-S.33", "BCS-S.34", "BCS-R.35")
def suffer(state: State, fight: Fight) -> Events:
    """Losses, retreats and Drops of both sides as the result says."""
    result, out = fight.result, ignored(state, fight, fight.result)
    if result == DROP:
        return _drop(state, fight)
    told: Events = []
    if result in (TARGET, BOTH) and TARGET not in out:
        told += _hurt(state, fight, -1, fight.target, result == TARGET)
    if result in (FIRER, BOTH) and FIRER not in out:
        told += _hurt(state, fight, +1, fight.origin, result == FIRER)
    return told


@cites("BCS-9.2.a", "BCS-R.35")
def _drop(state: State, fight: Fight) -> Events:
    """Against AV of the target's own nothing comes of it."""
    if fight.backing == NO_UNIT:
        return []
    return support.drop(state, fight.target, "an Engagement")


@cites("BCS-R.35", "BCS-R.18", "BCS-S.33")
def _hurt(state: State, fight: Fight, sign: int, hex_: Hex, gives_way: bool) -> Events:
    """One party loses a step; then it retreats, or if it was Support its stack Drops that."""
    unit, lent = _party(fight, sign)
    rule = "BCS-R.35" if lent else "BCS-S.33"
    if lent:
        dropped = support.drop(state, hex_, "an Engagement")
        return [*losses.hit(state, unit, 1, rule), *dropped]
    told = losses.hit(state, unit, 1, rule)
    if gives_way and state.hex_of[unit] == hex_:
        retreat.order(state, state.kit.side_of[unit], hex_, 1 << unit, "engagement")
    return told


@cites("BCS-R.36", "BCS-7.0d.b", "BCS-6.0.d", "BCS-6.0.e")
def settle(state: State, fight: Fight) -> Events:
    """Traffic behind the firer, its Fire Event, and the STOP that may be lifted."""
    told: Events = []
    if fight.result != DROP:
        told += jam(state, side_of(state, fight), fight.origin)
    if fight.box != NO_UNIT:
        return told + spend_box(state, fight.box)
    if state.hex_of[fight.unit] != fight.origin:
        return told
    told += movement.after_engagement(state, fight.unit)
    return told + movement.spend_fire(state, fight.unit)


# -- the unit in hand -------------------------------------------------------------------------


def _candidates(state: State, acting: Acting) -> Iterator[act.Engage]:
    shown, origin = face(state, acting.unit), state.hex_of[acting.unit]
    if shown.av and origin >= 0:
        for target in targets(state, acting.side, origin, shown.range):
            if shows_av(state, target):
                yield act.Engage(label(state, target))


@cites("BCS-7.1.a", "BCS-7.1.b", "BCS-7.1.d", "BCS-S.31")
def _refused(state: State, acting: Acting, action: act.Engage) -> Refusal | None:
    """At any moment of the move, and for no MP: only AV, range and Fire Events matter."""
    name, shown = state.kit.names[acting.unit], face(state, acting.unit)
    bar = enemy_refusal(state, acting.side, action.hex)
    if bar is not None:
        return bar
    target = state.kit.grid.at(action.hex)
    if not shown.av:
        return Refusal("BCS-S.31", f"{name} has no AV")
    if not shows_av(state, target):
        return Refusal("BCS-S.31", f"the enemy in {action.hex} has no AV")
    if state.hex_of[acting.unit] < 0:
        return Refusal("BCS-S.31", f"{name} is not on the map")
    bar = range_refusal(state, state.hex_of[acting.unit], target, shown.range)
    return bar or movement.shot_refusal(state, acting)


@cites("BCS-7.1.d", "BCS-S.31")
def range_refusal(state: State, origin: Hex, target: Hex, reach: int) -> Refusal | None:
    """Why fire of that Range from one hex does not get to the other."""
    if sight.can_fire(state, origin, target, reach):
        return None
    start, end = label(state, origin), label(state, target)
    if state.kit.is_terrain >> target & 1:
        return Refusal("BCS-7.1.d", f"{end} is Terrain: it is fired at from the next hex only")
    return Refusal("BCS-S.31", f"{end} is out of range or sight from {start}")


def _engage(state: State, acting: Acting, action: act.Engage) -> Events:
    origin, target = state.hex_of[acting.unit], state.kit.grid.at(action.hex)
    return begin(state, Fight("engage", acting.unit, origin, target))


# -- Stand Off Support ------------------------------------------------------------------------


def _of_the_box(state: State, now: Activities) -> Iterator[act.Action]:
    if state.snafu == FAIL or state.active not in dict(support.guns(state, now.side)):
        return
    for unit, origins in sight.stand_off(state, now.side):
        if state.command[unit] != state.active or not shots_left(state, unit):
            continue
        reach, name = support.box_face(state, unit).range, state.kit.names[unit]
        for origin in origins:
            for target in targets(state, now.side, origin, reach):
                how = "engage" if shows_av(state, target) else "fire"
                yield act.StandOff(name, label(state, origin), label(state, target), how)


@cites("BCS-7.1.c")
def shots_left(state: State, box: UnitId) -> int:
    """How often Stand Off Support can fire yet: once per step and Activation."""
    return max(0, state.steps[box] - state.fired.get(box, 0))


def spend_box(state: State, box: UnitId) -> Events:
    """One shot of Stand Off Support is spent."""
    note(state, fired={**state.fired, box: state.fired.get(box, 0) + 1})
    return []


@cites("BCS-7.1.c", "BCS-R.11", "BCS-R.14", "BCS-S.8")
def _stand_off_refused(state: State, now: Activities, action: act.StandOff) -> Refusal | None:
    unit = owned(state, now.side, action.box)
    bar = fail_refusal(state) or enemy_refusal(state, now.side, action.hex)
    if isinstance(unit, Refusal) or bar is not None:
        return unit if isinstance(unit, Refusal) else bar
    origin, target = hex_of_label(state, action.origin), state.kit.grid.at(action.hex)
    if isinstance(origin, Refusal):
        return origin
    return (
        _gun_refusal(state, now.side, unit, origin)
        or _how_refusal(state, action, target)
        or range_refusal(state, origin, target, support.box_face(state, unit).range)
    )


@cites("BCS-7.1.c", "BCS-R.11", "BCS-7.0d.c")
def _gun_refusal(state: State, side: Side, unit: UnitId, origin: Hex) -> Refusal | None:
    name = state.kit.names[unit]
    if state.command[unit] != state.active:
        return Refusal("BCS-S.8", f"{name} is not of the active formation")
    stacks = dict(sight.stand_off(state, side)).get(unit, ())
    if origin not in stacks:
        where = label(state, origin)
        return Refusal("BCS-R.11", f"{name} is no Stand Off Support of a stack in {where}")
    if not shots_left(state, unit):
        return Refusal("BCS-7.1.c", f"{name} has fired once for each of its steps")
    if overstacked(state, origin):
        return Refusal("BCS-7.0d.c", f"the units in {label(state, origin)} are overstacked")
    return None


@cites("BCS-S.31", "BCS-R.14")
def _how_refusal(state: State, action: act.StandOff, target: Hex) -> Refusal | None:
    armed = shows_av(state, target)
    if action.how not in ("engage", "fire"):
        return Refusal("BCS-S.8", f"Support engages or fires; it does not {action.how}")
    if action.how == "engage" and not armed:
        return Refusal("BCS-S.31", f"the enemy in {action.hex} has no AV")
    if action.how == "fire" and armed:
        return Refusal("BCS-R.14", f"the enemy in {action.hex} has AV: Engage it first")
    return None


@cites("BCS-R.11", "BCS-R.14")
def _stand_off(state: State, _: Activities, action: act.StandOff) -> Events:
    at, unit = state.kit.grid.at, state.kit.by_name[action.box]
    fight = Fight(action.how, unit, at(action.origin), at(action.hex), box=unit)
    return begin(state, fight)


STAGES["engage"] = (name_target, roll, suffer, settle)
DEEDS[act.Engage] = Deed(_candidates, _refused, _engage)
TASKS[act.StandOff] = Deed(_of_the_box, _stand_off_refused, _stand_off)
ask_chance(EngagementRoll, dice("the Engagement Table"), _rolled)
