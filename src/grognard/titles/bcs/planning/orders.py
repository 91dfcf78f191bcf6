"""A plan of this game: which victory hexes are wanted or held, and who is sent to each."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.hexes import Hex
from grognard.plans import Plan
from grognard.titles.bcs.judgement.posts import Post
from grognard.titles.bcs.kit import NO_FORMATION, Kit, Side, UnitId
from grognard.titles.bcs.view import View


def place_name(kit: Kit, hex_: Hex) -> str:
    """What a hex is called: the place in it, else its number."""
    return kit.places[hex_][1] if hex_ in kit.places else kit.grid.label(hex_)


class Orders(Plan, frozen=True):
    """Who goes where; made anew with every Activation, of either side."""

    posts: Mapping[UnitId, Post]
    clock: int
    side: Side


def clock(view: View) -> int:
    """A player's turn is an Activation, its Second one apart, or what a turn begins with."""
    stage = 3 if view.active == NO_FORMATION else 2 if view.second else 1
    return 1000 * view.turn + 10 * view.used.bit_count() + stage
