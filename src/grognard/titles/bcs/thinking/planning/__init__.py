"""Planning an Activation: what is to be taken and held, who is sent to each, then step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from grognard.ground.hexes import Hex
from grognard.titles.bcs.position.actions import Action
from grognard.titles.bcs.sight.view import View
from grognard.titles.bcs.thinking.judgement import judged
from grognard.titles.bcs.thinking.judgement.doctrine import PLANNER, SEARCH
from grognard.titles.bcs.thinking.judgement.situation import Situation
from grognard.titles.bcs.thinking.planning import doubts, posting, reasons, variants
from grognard.titles.bcs.thinking.planning.orders import Orders, clock, place_name, stage
from grognard.titles.bcs.thinking.planning.planned import look_by
from grognard.titles.bcs.thinking.planning.standing import worth
from grognard.waist.plans import Aim

USUAL: Final = "each to his post"
OWN: Final = "well tried"  # by one who searches, found by playing whole games against the planner
_NO_MORE: Final[Mapping[Hex, float]] = MappingProxyType({})

__all__ = ["appraise_by", "choices", "clock", "holds", "plans", "reason", "renew", "worth"]


def plans(view: View, before: Orders | None = None) -> Iterator[Orders]:
    """The ways to go about it: every unit has a post, for as long as the Activation lasts."""
    del before
    here = Situation(view, PLANNER)
    first = _made(here, USUAL)
    yield first
    if here.kit.is_tried(here.side):
        here = Situation(view, SEARCH)
        first = _made(here, OWN)
        yield first
    for name, doctrine, more in variants.ways(here, first.posts):
        yield _made(Situation(view, doctrine), name, more)


def renew(view: View, before: Orders) -> Orders | None:
    """The plan of the same name, as things are now; one who searches varies each time anew."""
    if before.doctrine.promise[before.side]:
        return _made(Situation(view, SEARCH), OWN)
    here = Situation(view, PLANNER)
    usual = _made(here, USUAL)
    if before.name == USUAL:
        return usual
    ways = {way.name: way.more for way in variants.ways(here, usual.posts)}
    return _made(here, before.name, ways[before.name]) if before.name in ways else None


def _made(seen: Situation, name: str, more: Mapping[Hex, float] = _NO_MORE) -> Orders:
    """A plan by the figures of the scenario; `more` is made of some hexes than it does."""
    stress = seen.kit.stress[seen.side]
    if seen.doctrine.searching:
        stress = stress | seen.kit.searching[seen.side]
    stress = stress | {hex_: stress.get(hex_, 1.0) * times for hex_, times in more.items()}
    return _orders(seen, name, stress)


def _orders(seen: Situation, name: str, stress: Mapping[Hex, float]) -> Orders:
    view = seen.view
    here = Situation(view, seen.doctrine, stress=stress)
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
    return Orders(name, aims, posts, stage(view), here.side, stress, here.doctrine)


def holds(view: View, plan: Orders) -> bool:
    """Whether the Activation it was made for is still on."""
    return stage(view) == plan.stage


def appraise_by(view: View, plan: Orders, action: Action) -> float:
    """How good an offer looks to a side that follows this plan."""
    return judged(look_by(view, plan), action)


def choices(view: View, plan: Orders, offers: Sequence[Action]) -> Sequence[Action]:
    """The offers between which a player would hesitate, the best by the plan first."""
    return doubts.doubtful(look_by(view, plan), offers)


def reason(view: View, plan: Orders, action: Action) -> str:
    """Why the side does it, in a sentence."""
    return reasons.reason(look_by(view, plan), action)
