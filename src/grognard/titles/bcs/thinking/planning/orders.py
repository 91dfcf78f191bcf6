"""A plan of this game: which victory hexes are wanted or held, and who is sent to each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import KITS, NO_FORMATION, Kit, Side, UnitId
from grognard.titles.bcs.position.state import NO_ROLL
from grognard.titles.bcs.sight.view import View
from grognard.titles.bcs.thinking.judgement.doctrine import PLANNER, Doctrine
from grognard.titles.bcs.thinking.judgement.posts import Post
from grognard.waist.plans import Plan

Stage: TypeAlias = tuple[int, int, int, bool, bool]


def place_name(kit: Kit, hex_: Hex) -> str:
    """What a hex is called: the place in it, else its number."""
    return kit.places[hex_][1] if hex_ in kit.places else kit.grid.label(hex_)


class Orders(Plan, frozen=True):
    """Who goes where; made anew with every Activation, of either side."""

    posts: Mapping[UnitId, Post]
    stage: Stage
    side: Side
    stress: Mapping[Hex, float] = MappingProxyType({})
    doctrine: Doctrine = PLANNER

    @property
    def promise(self) -> float:
        """What may be expected of it before any trial; 1 needs none."""
        return self.doctrine.promise[self.side]


def clock(view: View) -> int:
    """Grows with every Activation, and when one is to be chosen: so one of either side is four.

    The next turn goes on where this one ends, if all formations have had their go.
    """
    begun = 2 * view.used.bit_count()
    within = begun if view.active == NO_FORMATION else begun - 1
    return 2 * len(KITS[view.terms.kit].formations) * view.turn + within


def stage(view: View) -> Stage:
    """What a plan is made for: an Activation, its Second one apart, or what comes before.

    It is made once more when the SNAFU roll has told how much of it can be done.
    """
    rolled = view.snafu != NO_ROLL
    return view.turn, view.used.bit_count(), view.active, view.second, rolled
