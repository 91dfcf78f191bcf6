"""A situation seen by a side that follows a plan."""

from __future__ import annotations

from typing import Final

from grognard.titles.bcs.judgement.doctrine import Doctrine
from grognard.titles.bcs.judgement.situation import Situation, inherit
from grognard.titles.bcs.planning.orders import Orders
from grognard.titles.bcs.view import View

DOCTRINE: Final = Doctrine(
    take=(1.6, 2.0),
    hold=(1.7, 2.0),
    risk=(0.25, 0.35),
    ground=(1.0, 1.2),
    step=(0.9, 0.8),
    again=(0.8, 0.3),
    cutting=(0.3, 0.1),
    mixed=(3.0, 3.0),
    siege=(0.0, 6.0),
    cover=(0.45, 0.9),
    inertia=(0.2, -0.4),
    rear=(0.9, 0.45),
    works=(0.15, 0.5),
    softens=(False, True),
)  # bolder than the greedy player, and surer of what it holds

_seen: list[tuple[Situation, Orders]] = []


def look_by(view: View, orders: Orders) -> Situation:
    """The situation of a view; the last one is kept, and what was worked out in its position."""
    if _seen and _seen[0][0].view is view and _seen[0][1] is orders:
        return _seen[0][0]
    here = Situation(view, DOCTRINE, orders.posts, orders.stress)
    if _seen:
        inherit(here, _seen[0][0])
    _seen[:] = [(here, orders)]
    return here
