"""Planning an Activation: what is to be taken and held, who is sent to each, then step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.plans import Aim
from grognard.titles.bcs.actions import Action
from grognard.titles.bcs.judgement import judged
from grognard.titles.bcs.judgement.situation import Situation
from grognard.titles.bcs.planning import doubts, posting, reasons
from grognard.titles.bcs.planning.orders import Orders, clock, place_name
from grognard.titles.bcs.planning.planned import DOCTRINE, look_by
from grognard.titles.bcs.planning.standing import worth
from grognard.titles.bcs.view import View

__all__ = ["appraise_by", "choices", "clock", "holds", "plans", "reason", "worth"]


def plans(view: View, before: Orders | None = None) -> Iterator[Orders]:
    """One way to go about it: every unit has a post, for as long as the Activation lasts."""
    del before
    here = Situation(view, DOCTRINE)
    posts = posting.shared_out(here)
    spots = {post.hex: post.worth for post in posts.values()}
    kit = here.kit
    aims = tuple(
        Aim(
            f"{'hold' if here.held >> hex_ & 1 else 'take'} {place_name(kit, hex_)}",
            spots[hex_],
            kit.grid.label(hex_),
            tuple(kit.names[unit] for unit, post in posts.items() if post.hex == hex_),
        )
        for hex_ in sorted(spots, key=lambda spot: -spots[spot])
    )
    yield Orders("posts", aims, posts, clock(view), here.side)


def holds(view: View, plan: Orders) -> bool:
    """Whether the Activation it was made for is still on."""
    return clock(view) == plan.clock


def appraise_by(view: View, plan: Orders, action: Action) -> float:
    """How good an offer looks to a side that follows this plan."""
    return judged(look_by(view, plan), action)


def choices(view: View, plan: Orders, offers: Sequence[Action]) -> Sequence[Action]:
    """The offers between which a player would hesitate, the best by the plan first."""
    return doubts.doubtful(look_by(view, plan), offers)


def reason(view: View, plan: Orders, action: Action) -> str:
    """Why the side does it, in a sentence."""
    return reasons.reason(look_by(view, plan), action)
