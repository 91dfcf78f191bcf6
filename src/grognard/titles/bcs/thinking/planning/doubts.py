"""Where a player would stop and think: which formation, rest or not, dig in, try again.

Where markers, guns and losses go was looked at too: it comes to the same in nearly every world.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.titles.bcs.position.actions import Action
from grognard.titles.bcs.position.decisions import Choosing, FailureFlip, PreparedDefense, TrySecond
from grognard.titles.bcs.thinking.judgement import judged
from grognard.titles.bcs.thinking.judgement.situation import Situation

MOST: Final = 4  # offers compared at once
FAR_BELOW: Final = 2.0  # a figure so much below the best is not thought of
_WEIGHTY: Final = (Choosing, FailureFlip, PreparedDefense, TrySecond)


def doubtful(here: Situation, offers: Sequence[Action]) -> Sequence[Action]:
    """The offers to compare, the best by the plan first; one or none if there is no doubt."""
    if not isinstance(here.top, _WEIGHTY):
        return ()
    worth = {action: judged(here, action) for action in offers}
    ranked = sorted(offers, key=lambda action: -worth[action])
    best = worth[ranked[0]]
    return [action for action in ranked[:MOST] if worth[action] > best - FAR_BELOW]
