"""What helps a player along: what is in hand, where the turn stands, which part of a chart is
read, and the buttons of a decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from grognard.titles.bcs.kit.kit import FREEZE, KITS, MA_TYPES, TRUCK, FormationId, MaType, UnitId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import decisions as dec
from grognard.titles.bcs.position.actions import Action
from grognard.titles.bcs.position.questions import asked
from grognard.titles.bcs.position.state import FAIL, PARTIAL, SEATS, State, each, face, key_of
from grognard.titles.bcs.rules.command.snafu import FATIGUE_ROWS
from grognard.titles.bcs.sight.view import View
from grognard.titles.bcs.words.wording import hq_name, trains_name
from grognard.waist.scene import Lit, Step
from grognard.waist.title import Seat

# -- buttons -----------------------------------------------------------------------------

_BUTTONS: Final[dict[type, tuple[Action, ...]]] = {
    dec.Replacing: (act.Done(),),
    dec.Assigning: (act.Done(),),
    dec.Objectives: (act.Done(),),
    dec.TrySecond: (act.Again(), act.Decline()),
    dec.Acting: (act.Flip(), act.Retreat(), act.Leave(), act.Halt()),
    dec.HqMoving: (act.Halt(),),
    dec.Following: (act.Follow(), act.Decline()),
    dec.Restoring: (act.Decline(),),
}


def buttons(state: State, seat: Seat) -> Iterable[Action]:
    """The standing actions of the decision on the table, whether allowed now or not."""
    if seat not in asked(state):
        return ()
    match state.top:
        case dec.PreparedDefense(formation=number):
            holds = state.prepared >> number & 1
            return (act.Abandon() if holds else act.Prepare(), act.Decline())
        case dec.FailureFlip(formation=number):
            return (act.Recover(key_of(state, number)), act.Decline())
        case dec.Activities():
            return (act.Done(),) if state.snafu == FAIL else (act.MoveHq(), act.Done())
        case dec.MissionChoice():
            shock = state.fight is not None and state.fight.kind == "shock"
            return (act.Suppress("air" if shock else "arty"), act.Decline())
        case dec.Acting(unit=unit):
            standing = _BUTTONS[dec.Acting]
            return [action for action in standing if _is_meant(state, unit, action)]
    return _BUTTONS.get(type(state.top), ())


def _is_meant(state: State, unit: UnitId, action: Action) -> bool:
    """Leaving the map is thought of only where the scenario has it, turning over with two sides."""
    match action:
        case act.Leave():
            way_out = state.kit.exit
            return way_out is not None and state.command[unit] in way_out.formations
        case act.Flip():
            return not state.kit.units[unit].single
    return True


# -- in hand -----------------------------------------------------------------------------


def held(view: View) -> tuple[str, ...]:
    """The viewer's pieces that the decision on the table is about."""
    kit, top = KITS[view.terms.kit], view.stack[-1] if view.stack else None
    if view.seat is None or getattr(top, "side", None) != SEATS.index(view.seat):
        return ()
    match top:
        case dec.Acting(unit=unit):
            return (kit.names[unit],)
        case dec.RetreatChoice(units=units):
            return tuple(kit.names[unit] for unit in each(units))
        case dec.HqMoving(formation=number) | dec.HqRetreat(formation=number):
            return (hq_name(kit.formations[number].key),)
        case dec.TrainsRetreat(formation=number):
            return (trains_name(kit.formations[number].key),)
    return ()


# -- where the turn stands ---------------------------------------------------------------

_STEPS: Final = (
    ("1", "Reinforcements & Weather: arrivals, weather, replacements"),
    ("2", "Assignment: Independents, corps guns, Support boxes"),
    ("3", "First Player"),
    ("4", "Activation Phase: players choose formations in turn"),
    ("4a", "MSR upkeep, Prepared Defense, Mixed check"),
    ("4b", "SNAFU roll"),
    ("4c", "OBJ markers"),
    ("4d", "Activities: HQ, Trains and units, in any order"),
    ("4e", "Clean Up, Fatigue, Isolation"),
    ("4f", "Second Activation"),
    ("5", "Admin: the turn ends"),
)
# The line for each step of `sequence.STEPS`, then for each of `activation.STEPS`.
_OF_TURN: Final = (0, 0, 0, 1, 2, 3, 10, 10)
_OF_ACTIVATION: Final = (4, 4, 4, 4, 5, 5, 6, 7, 8, 8, 8, 9)


def sequence(view: View) -> tuple[Step, ...]:
    """The sequence of play, the step under way marked."""
    now, side = _line(view), _side(view)
    return tuple(
        Step(name, text, side if n == now else "", current=n == now)
        for n, (name, text) in enumerate(_STEPS)
    )


def _line(view: View) -> int:
    """Both sequences name the step that comes next."""
    for decision in reversed(view.stack):
        match decision:
            case dec.Activation(step=step):
                return _OF_ACTIVATION[max(step - 1, 0)]
            case dec.Sequence(step=step):
                return _OF_TURN[(step - 1) % len(_OF_TURN)]
    return -1


def _side(view: View) -> str:
    kit = KITS[view.terms.kit]
    for decision in reversed(view.stack):
        match decision:
            case dec.Activation(formation=number):
                return SEATS[kit.formations[number].side]
            case dec.Choosing(side=side):
                return SEATS[side]
    return ""


# -- what is read now --------------------------------------------------------------------


def lit(state: State) -> Iterator[Lit]:
    """The columns and rows of the charts that the decision on the table is about."""
    top = state.top if state.stack else None
    match top:
        case dec.Acting(unit=unit):
            yield from _terrain(state, face(state, unit).type)
            if state.snafu == PARTIAL:
                yield Lit("partial", "ma")
        case dec.HqMoving():
            yield from _terrain(state, TRUCK)
        case dec.SnafuRoll(formation=number):
            yield Lit("snafu")
            yield from _snafu(state, number)
        case dec.FatigueRoll(formation=number, second=second):
            row = FATIGUE_ROWS[state.fatigue[number]]
            yield Lit("fatigue", row, "second" if second else "initial")
        case dec.TrySecond(formation=number) | dec.SecondRoll(formation=number):
            yield Lit("second", FATIGUE_ROWS[state.fatigue[number]])
        case dec.EngagementRoll() | dec.CombatRoll() | dec.LossRoll():
            yield Lit(_CHARTS[type(top)])


_CHARTS: Final[dict[type, str]] = {
    dec.EngagementRoll: "engagement",
    dec.CombatRoll: "combat",
    dec.LossRoll: "barrage",
}


def _terrain(state: State, ma: MaType) -> Iterator[Lit]:
    column = MA_TYPES[ma]
    frozen = state.ground == FREEZE
    yield Lit("hex_costs", column=f"{column}_frozen" if frozen else column)
    yield Lit("hexsides", column=column)
    yield Lit("roads", column=column)


def _snafu(state: State, number: FormationId) -> Iterator[Lit]:
    """The rows that modify the formation's roll by what lies on its counters."""
    yield Lit("snafu_drm", FATIGUE_ROWS[state.fatigue[number]])
    if state.ghost >> number & 1 and state.trains[number] >= 0:
        yield Lit("snafu_drm", "ghost")
    if state.coordination >> number & 1:
        yield Lit("snafu_drm", "coordination")
    if state.blocked[number]:
        yield Lit("snafu_drm", f"msr{state.blocked[number]}")
