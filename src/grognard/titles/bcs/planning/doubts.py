"""Where a player would stop and think: which formation, rest or not, where the guns go, whom to
attack, who bleeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.titles.bcs import actions as act
from grognard.titles.bcs.actions import Action
from grognard.titles.bcs.decisions import (
    Activities,
    Choosing,
    FailureFlip,
    Objectives,
    PreparedDefense,
    TrySecond,
)
from grognard.titles.bcs.judgement import judged
from grognard.titles.bcs.judgement.situation import Situation

MOST: Final = 4  # offers compared at once
FAR_BELOW: Final = 2.0  # a figure so much below the best is not thought of
_WEIGHTY: Final = (Choosing, FailureFlip, Objectives, PreparedDefense, TrySecond)


def doubtful(here: Situation, offers: Sequence[Action]) -> Sequence[Action]:
    """The offers to compare, the best by the plan first; one or none if there is no doubt."""
    if not isinstance(here.top, (*_WEIGHTY, Activities)):
        return ()
    worth = {action: judged(here, action) for action in offers}
    ranked = sorted(offers, key=lambda action: -worth[action])
    if isinstance(here.top, Activities) and not isinstance(ranked[0], act.Barrage | act.StandOff):
        return ()
    best = worth[ranked[0]]
    return [action for action in ranked[:MOST] if worth[action] > best - FAR_BELOW]
