"""Planning an impulse: which victory hexes are at stake, who is sent to each, then by cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.titles.ardennes.kit.kit import GERMAN
from grognard.titles.ardennes.position.actions import Action
from grognard.titles.ardennes.sight.view import View
from grognard.titles.ardennes.thinking.judgement.doctrine import PRESSING
from grognard.titles.ardennes.thinking.judgement.situation import Situation
from grognard.titles.ardennes.thinking.planning import doubts, reasons
from grognard.titles.ardennes.thinking.planning.appraisal import judged_by
from grognard.titles.ardennes.thinking.planning.lanes import lanes
from grognard.titles.ardennes.thinking.planning.orders import Orders, clock
from grognard.titles.ardennes.thinking.planning.planned import look_by
from grognard.titles.ardennes.thinking.planning.posts import Posts
from grognard.titles.ardennes.thinking.planning.standing import worth
from grognard.waist.plans import Aim, namesake

__all__ = ["appraise_by", "choices", "clock", "holds", "plans", "reason", "renew", "worth"]


def plans(view: View, before: Orders | None = None) -> Iterator[Orders]:
    """What is near is held, what can be reached is gone for; the German may press on harder."""
    here = Situation(view)
    posts = Posts(here).assign()
    kit = here.kit
    aims = tuple(
        Aim(
            kit.place_name[hex_],
            kit.vp[hex_],
            kit.grid.label(hex_),
            tuple(kit.names[unit] for unit, post in posts.items() if post == hex_),
        )
        for hex_ in sorted(set(posts.values()))
    )
    kept = before.lanes if before is not None else lanes(here) if here.side == GERMAN else {}
    now = clock(view)
    yield Orders("each to his post", aims, posts, now, kept)
    if here.side == GERMAN and not here.solitaire:
        yield Orders("press on", aims, posts, now, kept, PRESSING)


def renew(view: View, before: Orders) -> Orders | None:
    """The plan of the same name, as things are now."""
    return namesake(plans(view, before), before)


def holds(view: View, plan: Orders) -> bool:
    """Whether the impulse it was made for is still on."""
    return clock(view) == plan.clock


def appraise_by(view: View, plan: Orders, action: Action) -> float:
    """How good an offer looks to a side that follows this plan."""
    return judged_by(look_by(view, plan), action)


def choices(view: View, plan: Orders, offers: Sequence[Action]) -> Sequence[Action]:
    """The offers between which a player would hesitate, the best by the plan first."""
    return doubts.doubtful(look_by(view, plan), offers)


def reason(view: View, plan: Orders, action: Action) -> str:
    """Why the side does it, in a sentence."""
    return reasons.reason(look_by(view, plan), action)
