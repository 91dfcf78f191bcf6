"""A plan of this game: a doctrine, and a post for each unit that is sent somewhere."""

from __future__ import annotations

import msgspec

from grognard.ground.hexes import Hex, HexSet
from grognard.titles.lost_battalion.kit.tables import UnitId, UnitSet
from grognard.titles.lost_battalion.sight.view import View, phase_of
from grognard.titles.lost_battalion.thinking.planning.doctrine import Doctrine
from grognard.waist.plans import Plan


class Basis(msgspec.Struct, frozen=True):
    """What a plan rests on: the phase, and where the enemy stands."""

    turn: int
    phase: str
    foes: HexSet


class Orders(Plan, frozen=True):
    """Who goes where, and how."""

    doctrine: Doctrine
    posts: dict[UnitId, Hex]
    basis: Basis
    # Ways begun, by group: what was worked out at the first step is good for the others.
    ways: dict[UnitSet, tuple[str, tuple[Hex, ...]]] = msgspec.field(default_factory=dict)

    @property
    def promise(self) -> float:
        """How much better than the planner's own it is thought to be before any trial."""
        return self.doctrine.promise


def basis_of(view: View) -> Basis:
    """What a plan made now would rest on."""
    foes = 0
    for sighting in view.sightings:
        foes |= 1 << sighting.hex
    return Basis(view.turn, repr(phase_of(view.stack)), foes)
