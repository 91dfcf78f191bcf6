"""A plan of this game: which victory hexes are wanted, and who is sent to each."""

from __future__ import annotations

from grognard.hexes import Hex
from grognard.plans import Plan
from grognard.titles.ardennes.decisions import Impulses
from grognard.titles.ardennes.kit import UnitId
from grognard.titles.ardennes.view import View


class Orders(Plan, frozen=True):
    """Who goes where; made anew with every impulse."""

    posts: dict[UnitId, Hex]
    clock: int


def impulse_of(view: View) -> int:
    """How many impulses of the day went by."""
    return next((d.number for d in view.stack if isinstance(d, Impulses)), 0)


def clock(view: View) -> int:
    """A player's turn is an impulse; a day has fewer than a hundred."""
    return 100 * view.day + impulse_of(view)
