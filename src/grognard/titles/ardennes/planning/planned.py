"""A situation seen by a side that follows a plan."""

from __future__ import annotations

from typing import Final

from grognard.hexes import Hex
from grognard.titles.ardennes.judgement.ground import FAR, distance_field
from grognard.titles.ardennes.judgement.situation import Situation, as_it_was
from grognard.titles.ardennes.kit import UnitId
from grognard.titles.ardennes.planning.orders import Orders
from grognard.titles.ardennes.view import View

AT_POST: Final = 3.0
NEARER: Final = 0.25  # for each movement point nearer to the post
AS_FAR: Final = 30  # movement points beyond which nothing is farther


class Planned(Situation):
    """Units that were sent somewhere are drawn there."""

    def __init__(self, view: View, orders: Orders) -> None:
        super().__init__(view)
        self.orders = orders

    def pull(self, unit: UnitId, hex_: Hex) -> float:
        post = self.orders.posts.get(unit)
        if post is None:
            return 0.0
        if hex_ == post:
            return AT_POST
        way = distance_field(self.view.terms.kit, 1 << post, self.state.bridges)
        return -NEARER * min(way.get(hex_, FAR), AS_FAR)


_seen: list[Planned] = []


def look_by(view: View, orders: Orders) -> Planned:
    """The situation of a view; the last one is kept, and what was worked out in its position."""
    last = _seen[0] if _seen else None
    if last is not None and last.view is view and last.orders is orders:
        return last
    here = Planned(view, orders)
    if last is not None and last.orders is orders and as_it_was(last.view, view):
        before = last.state
        here.state.__dict__ |= {"facts": before.facts, "own_facts": before.own_facts}
    _seen[:] = [here]
    return here
