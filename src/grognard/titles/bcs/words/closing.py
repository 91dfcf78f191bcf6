"""What would be passed up by ending a step, counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import decisions as dec
from grognard.titles.bcs.position.actions import Action
from grognard.titles.bcs.position.questions import ASKING
from grognard.titles.bcs.position.state import FAIL, State
from grognard.waist.closing import Chance, missed, tell
from grognard.waist.title import Seat

_CHANCES: Final[dict[type, tuple[Chance, ...]]] = {
    dec.Activities: (Chance(act.Act, "unit", "unit has not acted", "units have not acted"),),
}


def unfinished(state: State, seat: str, action: Action) -> tuple[str, ...]:
    """What would be passed up by ending the step, counted; nothing for any other action."""
    if not isinstance(action, act.Done) or not state.stack or state.snafu == FAIL:
        return ()
    top, offers = state.stack[-1], ASKING.offers(state, Seat(seat))
    told = missed(offers, _CHANCES.get(type(top), ()))
    more = _STOCKS[type(top)](state, top, offers) if type(top) in _STOCKS else ()
    return (*told, *(words for words in more if words))


def _artillery(state: State, _: dec.Activities, offers: Sequence[Action]) -> list[str]:
    """Points that could still be fired by themselves; those for attacks go with the attacks."""
    if not any(isinstance(o, act.Barrage | act.Act) for o in offers):
        return []
    return [tell(state.arty, "Artillery Point is left", "Artillery Points are left")]


def _markers(state: State, _: dec.Objectives, offers: Sequence[Action]) -> list[str]:
    if not any(isinstance(o, act.Objective) for o in offers):
        return []
    left = state.kit.number("limits.obj_per_activation") - len(state.objectives)
    return [tell(left, "OBJ marker is left", "OBJ markers are left")]


def _corps(state: State, assigning: dec.Assigning, offers: Sequence[Action]) -> list[str]:
    free = {o.unit for o in offers if isinstance(o, act.Assign)} - {
        o.unit for o in offers if isinstance(o, act.Release)
    }
    guns = state.corps[assigning.side]
    return [
        tell(guns, "corps gun is not given out", "corps guns are not given out"),
        tell(len(free), "Independent is not assigned", "Independents are not assigned"),
    ]


def _points(state: State, replacing: dec.Replacing, offers: Sequence[Action]) -> list[str]:
    left = sum(state.replacements[replacing.side])
    if not any(isinstance(o, act.Replace) for o in offers):
        return []
    return [tell(left, "Replacement Point is left", "Replacement Points are left")]


_STOCKS: Final[dict[type, Callable[[State, Any, Sequence[Action]], list[str]]]] = {
    dec.Activities: _artillery,
    dec.Objectives: _markers,
    dec.Assigning: _corps,
    dec.Replacing: _points,
}
