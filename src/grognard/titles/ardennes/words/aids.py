"""What helps a player along: what is in hand, where the day stands, which part of a chart is
read, and the buttons of a decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, KITS
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import decisions as dec
from grognard.titles.ardennes.position.actions import Action
from grognard.titles.ardennes.position.questions import asked
from grognard.titles.ardennes.position.state import SEATS, State, ids
from grognard.titles.ardennes.rules.moving.terrain import column
from grognard.titles.ardennes.sight.view import View
from grognard.waist.scene import Lit, Step
from grognard.waist.title import Seat

# -- buttons -------------------------------------------------------------------------------

_BUTTONS: Final[dict[type, tuple[Action, ...]]] = {
    dec.DelayedReserves: (act.Done(),),
    dec.OkwRelease: (act.Done(),),
    dec.FuelShort: (act.Decline(),),
    dec.BridgeWork: (act.Done(),),
    dec.Impulse: (act.Done(),),
    dec.Discarding: (act.Done(),),
    dec.Gathering: (act.Launch(),),
    dec.Deploying: (act.Done(),),
    dec.Refitting: (act.Done(),),
    dec.Activation: (act.Done(),),
    dec.Moving: (act.Halt(), act.Exit()),
    dec.Reaction: (act.Decline(),),
    dec.Assembling: (act.Launch(), act.CallOff()),
    dec.Tactics: (act.Done(),),
    dec.Rallying: (act.Done(),),
    dec.Hits: (act.Disperse(),),
    dec.Advancing: (act.Done(),),
}


def buttons(state: State, seat: Seat) -> Iterable[Action]:
    """The standing actions of the decision on the table, whether allowed now or not."""
    if seat not in asked(state):
        return ()
    found = _BUTTONS.get(type(state.top), ())
    if isinstance(state.top, dec.Moving):
        return [action for action in found if _is_meant(state, state.top, action)]
    return found


def _is_meant(state: State, moving: dec.Moving, action: Action) -> bool:
    """Leaving the map is thought of only at its edge, and by Germans."""
    at_edge = moving.side == GERMAN and state.kit.edge >> moving.at & 1
    return not isinstance(action, act.Exit) or bool(at_edge)


# -- in hand -------------------------------------------------------------------------------


def held(view: View) -> tuple[str, ...]:
    """The viewer's units that the decision on the table is about."""
    names, top = KITS[view.terms.kit].names, view.stack[-1] if view.stack else None
    if view.seat is None or getattr(top, "side", None) != SEATS.index(view.seat):
        return ()
    match top:
        case dec.Moving(units=units) | dec.Assembling(units=units) | dec.Gathering(units=units):
            return tuple(names[unit] for unit in ids(units))
    return ()


# -- where the day stands ------------------------------------------------------------------

_GERMAN, _ALLIED = "german", "allied"
_STEPS: Final = (
    ("I", "Reserve: arrivals and delayed reserves", ""),
    ("II", "Card Preparation", ""),
    ("III", "Supply: roadblocks, bridges, markers, surrender", ""),
    ("IV", "Activation: German impulse", _GERMAN),
    ("IV", "Activation: Allied impulse", _ALLIED),
    ("V", "End of Day: victory points", ""),
)
# Which phase each step of `sequence.STEPS` belongs to; the Activation Phase is told apart below.
_PHASES: Final = (0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 5)
_ACTIVATION, _ALLIED_IMPULSE = 3, 4


def sequence(view: View) -> tuple[Step, ...]:
    """The sequence of play, the phase under way marked."""
    now = _phase(view)
    return tuple(
        Step(name, text, side, current=n == now) for n, (name, text, side) in enumerate(_STEPS)
    )


def _phase(view: View) -> int:
    day = next((d for d in view.stack if isinstance(d, dec.Sequence)), None)
    if day is None:
        return -1
    # The sequence names the step that comes next.
    phase = _PHASES[(day.step - 1) % len(_PHASES)]
    if phase == _ACTIVATION and _is_allied_impulse(view):
        return _ALLIED_IMPULSE
    return phase


def _is_allied_impulse(view: View) -> bool:
    for decision in reversed(view.stack):
        match decision:
            case dec.Impulse(side=side) | dec.Carrying(side=side) | dec.Discarding(side=side):
                return side == ALLIED
            case dec.AlliedTurn() | dec.Command() | dec.AlliedActivation():
                return True
    return False


# -- what is read now ----------------------------------------------------------------------


def lit(state: State) -> Iterator[Lit]:
    """The columns and rows of the charts that the decision on the table is about."""
    for decision in state.stack:
        match decision:
            case dec.Moving(units=units):
                kinds = {state.kit.units[unit].kind for unit in ids(units)}
                yield from (Lit("terrain", column=column(state, kind)) for kind in sorted(kinds))
            case dec.Assembling(target=hex_):
                yield from _cover(state, hex_)
            case dec.SurrenderRoll():
                yield Lit("surrender", column="loses on")
            case dec.AdvanceRoll():
                yield Lit("advance")
    if state.battle is not None:
        yield from _cover(state, state.battle.target)


def _cover(state: State, hex_: Hex) -> Iterator[Lit]:
    kit, german = state.kit, state.occupied[GERMAN] >> hex_ & 1
    if kit.towns >> hex_ & 1:
        yield Lit("defence", "city" if kit.cities >> hex_ & 1 else "town")
    if german and kit.westwall >> hex_ & 1:
        yield Lit("defence", "westwall")
    if state.dug_in >> hex_ & 1:
        yield Lit("defence", "improved position")
