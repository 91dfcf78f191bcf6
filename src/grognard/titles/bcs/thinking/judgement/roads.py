"""Whose road is whose: what the scenario's orders give to each formation to march along.

Without orders of its own each division would find the same highway the shortest, and
formations that share one cross streams and mix.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from grognard.ground.hexes import HexSet, hexset
from grognard.titles.bcs.kit.kit import FormationId, Kit
from grognard.titles.bcs.position.state import State
from grognard.titles.bcs.rules.ways import road_net as nets


def shunned(state: State, number: FormationId) -> HexSet:
    """The roads that others have been given, those aside that the formation shares."""
    return _shunned(state.kit, number)


@lru_cache(maxsize=256)
def _shunned(kit: Kit, number: FormationId) -> HexSet:
    own = _road(kit, number)
    if not own:
        return 0
    others = 0
    for friend in kit.side_formations[kit.formations[number].side]:
        others |= _road(kit, friend) if friend != number else 0
    return others & ~own


def _road(kit: Kit, number: FormationId) -> HexSet:
    """As it was thought out before the first turn: all bridges stand."""
    order, ground = kit.orders.get(number), nets.footing(kit, kit.turns[0].ground)
    found = 0
    for a, b in pairwise(order.road if order else ()):
        search = nets.Search(kit, 0, ground, nets.MP, False, 1 << b, kit.road_hexes)
        found |= hexset(nets.way(search, a) or ())
    return found
