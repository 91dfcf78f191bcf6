"""A situation seen by a side that follows a plan."""

from __future__ import annotations

from grognard.titles.bcs.sight.view import View
from grognard.titles.bcs.thinking.judgement.situation import Situation, inherit
from grognard.titles.bcs.thinking.planning.orders import Orders

_seen: list[tuple[Situation, Orders]] = []


def look_by(view: View, orders: Orders) -> Situation:
    """The situation of a view; the last one is kept, and what was worked out in its position."""
    if _seen and _seen[0][0].view is view and _seen[0][1] is orders:
        return _seen[0][0]
    here = Situation(view, orders.doctrine, orders.posts, orders.stress)
    if _seen:
        inherit(here, _seen[0][0])
    _seen[:] = [(here, orders)]
    return here
