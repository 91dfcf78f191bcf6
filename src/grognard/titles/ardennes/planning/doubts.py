"""Where a player would stop and think: which card, which attack, stand or give way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.titles.ardennes import actions as act
from grognard.titles.ardennes.actions import Action
from grognard.titles.ardennes.decisions import Activation, Hits, Impulse, Tactics
from grognard.titles.ardennes.planning.appraisal import judged_by
from grognard.titles.ardennes.planning.planned import Planned

MOST: Final = 4  # offers compared at once
FAR_BELOW: Final = 3.0  # a figure so much below the best is not thought of


def doubtful(here: Planned, offers: Sequence[Action]) -> Sequence[Action]:
    """The offers to compare, the best by the plan first; one or none if there is no doubt."""
    if not isinstance(here.top, Impulse | Tactics | Hits | Activation):
        return ()
    worth = {action: judged_by(here, action) for action in offers}
    ranked = sorted(offers, key=lambda action: -worth[action])
    if isinstance(here.top, Activation):
        if not isinstance(ranked[0], act.Attack | act.Done):
            return ()
        ranked = [a for a in ranked if isinstance(a, act.Attack | act.Done)]
    best = worth[ranked[0]]
    return [
        a for a in ranked[:MOST] if isinstance(here.top, Impulse) or worth[a] > best - FAR_BELOW
    ]
