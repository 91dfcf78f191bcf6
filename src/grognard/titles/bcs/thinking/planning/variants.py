"""Other ways to go about an Activation than the likeliest: more, or less, is made of some hexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from grognard.ground.hexes import Hex, members
from grognard.titles.bcs.kit.kit import NO_FORMATION, UnitId
from grognard.titles.bcs.position.state import FAIL, NO_ROLL, each, serving
from grognard.titles.bcs.thinking.judgement.doctrine import EAGER, FIERCE, LOOSE, USUAL, Doctrine
from grognard.titles.bcs.thinking.judgement.posts import Post
from grognard.titles.bcs.thinking.judgement.situation import Situation
from grognard.titles.bcs.thinking.planning.orders import place_name

Stress: TypeAlias = Mapping[Hex, float]

MORE: Final = 3.0  # of what a hex is worth, to one who stakes all on it
LESS: Final = 0.3  # and of all that is wanted, to one who holds what he has
THRUSTS: Final = 2  # hexes that it is thought of to stake all on


class Way(NamedTuple):
    """How an Activation might be gone about: by another doctrine, or `more` made of some hexes."""

    name: str
    doctrine: Doctrine
    more: Stress = MappingProxyType({})


def ways(here: Situation, usual: Mapping[UnitId, Post]) -> Iterator[Way]:
    """The variants of an Activation whose SNAFU roll leaves something to do, for who is on it."""
    active, state = here.state.active, here.state
    if active == NO_FORMATION or here.kit.formations[active].side != here.side:
        return
    if state.snafu in (NO_ROLL, FAIL):
        return
    for hex_ in _thrusts(here, usual):
        yield Way(f"all against {place_name(here.kit, hex_)}", here.doctrine, {hex_: MORE})
    if here.doctrine.searching:
        yield from _TRIED
    else:
        less = dict.fromkeys(members(here.wanted), LESS)
        yield Way("hold what we have", here.doctrine, less)


# What one who searches thinks of besides; to hold what he has was hardly ever better.
_TRIED: Final = (
    Way("take what there is", EAGER),
    Way("fight wherever we can", FIERCE),
    Way("go where we like", LOOSE),
    Way("as usual", USUAL),
)


def _thrusts(here: Situation, usual: Mapping[UnitId, Post]) -> list[Hex]:
    """The hexes to be taken that the formation makes most of by the usual plan."""
    worth: dict[Hex, float] = {}
    for unit in each(serving(here.state, here.state.active)):
        post = usual.get(unit)
        if post is not None and here.wanted >> post.hex & 1:
            worth[post.hex] = worth.get(post.hex, 0.0) + post.worth
    return sorted(worth, key=lambda hex_: -worth[hex_])[:THRUSTS]
