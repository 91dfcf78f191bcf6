"""Which victory hexes are whose: a German corps goes straight west, and leaves others theirs."""

from __future__ import annotations

from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import Kit
from grognard.titles.ardennes.position.state import corps_of, ids
from grognard.titles.ardennes.thinking.judgement.situation import Situation


def lanes(here: Situation) -> dict[str, HexSet]:
    """By German corps on the map, the victory hexes that lie nearest to its latitude."""
    rows: dict[str, list[int]] = {}
    for unit in ids(here.own):
        corps = corps_of(here.state, unit)
        rows.setdefault(corps, []).append(_row(here.kit, here.state.hex_of[unit]))
    middle = {corps: sum(found) / len(found) for corps, found in rows.items()}
    found: dict[str, HexSet] = dict.fromkeys(middle, 0)
    for army, zone in here.kit.army_zone.items():
        own = [corps for corps in here.kit.corps_of_army[army] if corps in middle]
        for hex_ in members(here.kit.vp_hexes & zone) if own else ():
            row = _row(here.kit, hex_)
            found[min(own, key=lambda corps: abs(middle[corps] - row))] |= 1 << hex_
    return found


def _row(kit: Kit, hex_: Hex) -> int:
    return int(kit.grid.label(hex_)[:2])
