"""Other ways to go about an Activation than the likeliest: more, or less, is made of some hexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from grognard.hexes import Hex, members
from grognard.titles.bcs.judgement.posts import Post
from grognard.titles.bcs.judgement.situation import Situation
from grognard.titles.bcs.kit import NO_FORMATION, UnitId
from grognard.titles.bcs.planning.orders import place_name
from grognard.titles.bcs.state import each, serving

Stress: TypeAlias = Mapping[Hex, float]

MORE: Final = 3.0  # of what a hex is worth, to one who stakes all on it
LESS: Final = 0.3  # and of all that is wanted, to one who holds what he has
THRUSTS: Final = 2  # hexes that it is thought of to stake all on


def ways(here: Situation, usual: Mapping[UnitId, Post]) -> Iterator[tuple[str, Stress]]:
    """The variants of an Activation, by name; none for those who are not on the move."""
    active = here.state.active
    if active == NO_FORMATION or here.kit.formations[active].side != here.side:
        return
    for hex_ in _thrusts(here, usual):
        yield f"all against {place_name(here.kit, hex_)}", {hex_: MORE}
    yield "hold what we have", dict.fromkeys(members(here.wanted), LESS)


def _thrusts(here: Situation, usual: Mapping[UnitId, Post]) -> list[Hex]:
    """The hexes to be taken that the formation makes most of by the usual plan."""
    worth: dict[Hex, float] = {}
    for unit in each(serving(here.state, here.state.active)):
        post = usual.get(unit)
        if post is not None and here.wanted >> post.hex & 1:
            worth[post.hex] = worth.get(post.hex, 0.0) + post.worth
    return sorted(worth, key=lambda hex_: -worth[hex_])[:THRUSTS]
