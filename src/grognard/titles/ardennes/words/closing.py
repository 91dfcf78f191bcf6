"""What would be passed up by ending a step, counted."""

from __future__ import annotations

from typing import Final

from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import decisions as dec
from grognard.titles.ardennes.position.actions import Action
from grognard.titles.ardennes.position.questions import ASKING
from grognard.titles.ardennes.position.state import State
from grognard.waist.closing import Chance, missed, tell
from grognard.waist.title import Seat

_PLACE: Final = Chance(act.Deploy, "unit", "unit is not placed", "units are not placed")
_MOVE: Final = Chance(act.Pick, "unit", "unit has not moved", "units have not moved")
_RUSH: Final = Chance(
    act.Rush,
    "unit",
    "unit could move strategically",
    "units could move strategically",
)
_ATTACK: Final = Chance(act.Attack, "hex", "hex could be attacked", "hexes could be attacked")
_DIG: Final = Chance(act.DigIn, "unit", "unit could dig in", "units could dig in")
_CHANCES: Final[dict[type, tuple[Chance, ...]]] = {
    dec.DelayedReserves: (_PLACE,),
    dec.OkwRelease: (
        Chance(act.Release, "division", "division waits for its release", "divisions wait"),
    ),
    dec.BridgeWork: (
        Chance(act.Event, "card", "card could build a bridge", "cards could build bridges"),
    ),
    dec.Deploying: (_PLACE,),
    dec.Advancing: (Chance(act.Advance, "unit", "unit could advance", "units could advance"),),
}


def unfinished(state: State, seat: str, action: Action) -> tuple[str, ...]:
    """What would be passed up by ending the step, counted; nothing for any other action."""
    if not isinstance(action, act.Done) or not state.stack:
        return ()
    top, offers = state.stack[-1], ASKING.offers(state, Seat(seat))
    match top:
        case dec.Activation(stage="move"):
            return missed(offers, (_MOVE,)) or missed(offers, (_RUSH,))
        case dec.Activation():
            return missed(offers, (_ATTACK, _DIG))
        case dec.Refitting(left=left) if any(isinstance(o, act.Replace) for o in offers):
            return (tell(left, "step is left to give", "steps are left to give"),)
        case dec.Impulse():
            return _cards(offers)
    return missed(offers, _CHANCES.get(type(top), ()))


def _cards(offers: list[Action]) -> tuple[str, ...]:
    """Cards that could still be played, for whatever they are good for."""
    kinds = act.Activate | act.Single | act.Group | act.Reserves | act.Refit | act.Event
    left = {o.card for o in offers if isinstance(o, kinds)}
    words = tell(len(left), "card could still be played", "cards could still be played")
    return (words,) if words else ()
