"""A plan of this game: which victory hexes are wanted, and who is sent to each."""

from __future__ import annotations

import msgspec

from grognard.ground.hexes import Hex, HexSet
from grognard.titles.ardennes.kit.kit import UnitId
from grognard.titles.ardennes.position.decisions import Impulses, Sequence
from grognard.titles.ardennes.sight.view import View
from grognard.titles.ardennes.thinking.judgement.doctrine import USUAL, Doctrine
from grognard.waist.plans import Plan


class Orders(Plan, frozen=True):
    """Who goes where; made anew with every impulse."""

    posts: dict[UnitId, Hex]
    clock: int
    lanes: dict[str, HexSet]  # by German corps, the victory hexes it goes for
    doctrine: Doctrine = USUAL
    # By card, the best it could do by commanding; noted when it is first asked for.
    uses: dict[int, float] = msgspec.field(default_factory=dict)

    @property
    def promise(self) -> float:
        """What may be expected of it before any trial; 1 needs none."""
        return self.doctrine.promise


def clock(view: View) -> int:
    """A player's turn is an impulse, or a step of the day outside them.

    An impulse counts for two: one of either side is as far as it is worth looking ahead.
    """
    step = next((d.step for d in view.stack if isinstance(d, Sequence)), 0)
    impulse = next((d.number for d in view.stack if isinstance(d, Impulses)), 0)
    return 100_000 * view.day + 1_000 * step + 2 * impulse
