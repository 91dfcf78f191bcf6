"""What an action is worth to a player who looks one step ahead."""

from __future__ import annotations

from typing import Final

from grognard.titles.bcs import actions as act
from grognard.titles.bcs.actions import Action
from grognard.titles.bcs.view import View


def appraise(view: View, action: Action) -> float:
    """The worth of an offer to the side that is asked."""
    return _PLAIN.get(type(action), 0.0)


_PLAIN: Final[dict[type, float]] = {
    act.Replace: 1.0,
    act.Guns: 0.5,
    act.Assign: 0.5,
    act.Release: -1.0,
    act.Box: -1.0,
    act.Unbox: -1.0,
    act.Recover: -1.0,
    act.Activate: 1.0,
    act.Objective: 0.5,
    act.MoveTrains: -0.5,
    act.MoveHq: -0.5,
    act.PullBack: -0.5,
    act.Act: -0.1,
    act.Retreat: -5.0,
    act.Abandon: -1.0,
    act.Prepare: -0.5,
    act.Again: -0.1,
}
