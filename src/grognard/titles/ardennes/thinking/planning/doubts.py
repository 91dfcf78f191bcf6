"""Where a player would stop and think: which card, another attack, stand or give way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.actions import Action
from grognard.titles.ardennes.position.decisions import Activation, Hits, Impulse
from grognard.titles.ardennes.thinking.planning.appraisal import judged_by
from grognard.titles.ardennes.thinking.planning.planned import Planned

MOST: Final = 3  # uses of cards compared at once
OF_A_CARD: Final = 1  # and of those, further uses of the same card
FAR_BELOW: Final = 0.3  # of the best figure; what is less is not thought of
CLOSE: Final = 0.5  # figures no farther apart than this leave a doubt in a fight


def doubtful(here: Planned, offers: Sequence[Action]) -> Sequence[Action]:
    """The offers to compare, the best by the plan first; one or none if there is no doubt."""
    if not here.doctrine.hesitates or not isinstance(here.top, Impulse | Activation | Hits):
        return ()
    worth = {action: judged_by(here, action) for action in offers}
    ranked = sorted(offers, key=lambda action: -worth[action])
    if isinstance(here.top, Impulse):
        best = worth[ranked[0]]
        least = (FAR_BELOW if best > 0 else 2 - FAR_BELOW) * best  # nothing may be good
        return _uses([action for action in ranked if worth[action] >= least])
    near = [action for action in ranked if worth[action] >= worth[ranked[0]] - CLOSE]
    return _in_a_fight(near, Activation if isinstance(here.top, Activation) else Hits)


def _uses(ranked: Sequence[Action]) -> Sequence[Action]:
    """Other uses of the card, for it is spent in any case, then another card, which may wait.

    One unit instead of many is hardly worth a thought.
    """
    best, card = ranked[0], getattr(ranked[0], "card", 0)
    rest = [action for action in ranked[1:] if not isinstance(action, act.Single)]
    same = [action for action in rest if getattr(action, "card", 0) == card]
    others = [action for action in rest if getattr(action, "card", 0) != card]
    return [best, *same[:OF_A_CARD], *others][:MOST]


def _in_a_fight(near: Sequence[Action], at: type[Activation | Hits]) -> Sequence[Action]:
    """Attack here or there, or leave it; lose steps or give way."""
    best = near[0]
    if at is Activation:
        if not isinstance(best, act.Attack | act.Done):
            return ()
        return [action for action in near if isinstance(action, act.Attack | act.Done)][:2]
    other = next((action for action in near if type(action) is not type(best)), best)
    return [best, other] if other is not best else ()
