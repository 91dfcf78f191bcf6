"""What it costs to go from hex to hex, and which hexsides are open (EA-S.35, EA-S.38).

Roads, rivers and costs are kept as gates: for each direction the hexes that may
be left that way, so that many moves are worked out at once by shifts.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from grognard.book.rulebook import cites
from grognard.ground.hexes import EMPTY, Grid, Hex, HexSet
from grognard.titles.ardennes.kit.kit import GERMAN, Kit, Side
from grognard.titles.ardennes.position.state import State, each, fact

Gates: TypeAlias = tuple[HexSet, ...]

GROUND_FREEZE: Final = "Ground Freeze"
NO_GATES: Final[Gates] = (EMPTY,) * 6


# -- costs -----------------------------------------------------------------------


@cites("EA-S.35")
def cost(state: State, kind: str, a: Hex, b: Hex) -> int | None:
    """What a unit of that class pays from a hex to its neighbour; None over an unbridged river."""
    river = state.kit.sides[a, b].river
    if river and not river & state.bridges:
        return None
    return costs(state.kit, column(state, kind))[a, b]


def column(state: State, kind: str) -> str:
    """The column of the Terrain Effects Chart that a class of unit uses today."""
    return "freeze" if kind == "mechanized" and GROUND_FREEZE in state.today else kind


@lru_cache(maxsize=32)
@cites("EA-S.35")
def costs(kit: Kit, column: str) -> dict[tuple[Hex, Hex], int]:
    """By hexside, the cost of crossing it into the second hex, bridges taken for granted."""
    chart = kit.charts["terrain"]
    by_kind = {row: int(chart.cell(row, column)) for row in chart.rows}
    return {
        (a, b): by_kind["road"] if side.road else by_kind[kit.terrain[b]]
        for (a, b), side in kit.sides.items()
    }


# -- gates -----------------------------------------------------------------------


@lru_cache(maxsize=32)
def _crossings(kit: Kit) -> tuple[tuple[tuple[int, HexSet], ...], ...]:
    """By river hexside, the two gates over it: a direction and the hex it is left in."""
    found = []
    for a, b in kit.rivers:
        over, back = kit.grid.direction(a, b), kit.grid.direction(b, a)
        assert over is not None, "a hexside joins neighbours"
        assert back is not None, "a hexside joins neighbours"
        found.append(((over, 1 << a), (back, 1 << b)))
    return tuple(found)


@lru_cache(maxsize=32)
def _landmarks(kit: Kit) -> tuple[tuple[int, Gates], ...]:
    """Sets of river hexsides that most others are like, with their gates."""
    whole, intact, german = all_rivers(kit), kit.bridges_intact, kit.bridges_german
    sets = (EMPTY, whole, intact, whole & ~intact, german, intact & ~german)
    return tuple((rivers, _turned(kit, NO_GATES, rivers)) for rivers in sets)


def _turned(kit: Kit, gates: Gates, rivers: int) -> Gates:
    """The gates with those over some river hexsides opened, or shut if they were open."""
    ways, crossings = list(gates), _crossings(kit)
    for n in each(rivers):
        for direction, bit in crossings[n]:
            ways[direction] ^= bit
    return tuple(ways)


@lru_cache(maxsize=1024)
def river_gates(kit: Kit, rivers: int) -> Gates:
    """Hexsides on one of these river hexsides, worked out from a set that differs little."""
    near, gates = min(_landmarks(kit), key=lambda known: (known[0] ^ rivers).bit_count())
    return _turned(kit, gates, near ^ rivers)


@lru_cache(maxsize=32)
def _base(kit: Kit) -> tuple[Gates, Gates, Gates]:
    """The gates over no river, those of roads over none, and all those of roads."""
    sides = kit.sides.items()
    return (
        kit.board.gates(ab for ab, side in sides if not side.river),
        kit.board.gates(ab for ab, side in sides if side.road and not side.river),
        kit.board.gates(ab for ab, side in sides if side.road),
    )


@lru_cache(maxsize=256)
def dry_gates(kit: Kit, bridges: int) -> Gates:
    """Hexsides without a river, or with one of these bridges."""
    return joined(_base(kit)[0], river_gates(kit, bridges))


@lru_cache(maxsize=256)
def road_gates(kit: Kit, bridges: int) -> Gates:
    """Road hexsides, over rivers only where one of these bridges stands."""
    _, dry, roads = _base(kit)
    open_ = joined(dry, river_gates(kit, bridges))
    return tuple([a & b for a, b in zip(open_, roads, strict=True)])


def joined(some: Gates, more: Gates) -> Gates:
    """The gates of both."""
    return tuple([a | b for a, b in zip(some, more, strict=True)])


@lru_cache(maxsize=32)
def _priced(kit: Kit, column: str) -> tuple[tuple[int, Gates], ...]:
    by_cost: dict[int, list[tuple[Hex, Hex]]] = {}
    for side, price in costs(kit, column).items():
        by_cost.setdefault(price, []).append(side)
    return tuple((price, kit.board.gates(sides)) for price, sides in sorted(by_cost.items()))


class Ways(NamedTuple):
    """The hexsides open to a class of units: by road at one price, else by what is entered."""

    road: Gates
    road_price: int
    off_road: Gates
    prices: tuple[tuple[int, HexSet], ...]


@lru_cache(maxsize=1024)
def ways(kit: Kit, column: str, bridges: int) -> Ways:
    """Those over no river, or over one of these bridges."""
    road, dry = road_gates(kit, bridges), dry_gates(kit, bridges)
    off_road = tuple([a & ~b for a, b in zip(dry, road, strict=True)])
    price = int(kit.charts["terrain"].cell("road", column))
    return Ways(road, price, off_road, _ground(kit, column))


@lru_cache(maxsize=32)
def _ground(kit: Kit, column: str) -> tuple[tuple[int, HexSet], ...]:
    """The hexes by what it costs to enter them off the road."""
    chart, found = kit.charts["terrain"], dict[int, HexSet]()
    for hex_, kind in kit.terrain.items():
        price = int(chart.cell(kind, column))
        found[price] = found.get(price, EMPTY) | 1 << hex_
    return tuple(sorted(found.items()))


def roll_on(
    grid: Grid, waves: list[HexSet], movers: HexSet, spent: int, free: HexSet, open_: Ways
) -> None:
    """One step from every mover into free hexes, each into the wave of what is then spent."""
    last = len(waves) - 1
    off_road = grid.through(movers, open_.off_road) & free
    for price, ground in open_.prices:
        if spent + price <= last:
            waves[spent + price] |= off_road & ground
    if spent + open_.road_price <= last:
        waves[spent + open_.road_price] |= grid.through(movers, open_.road) & free


def set_out(
    grid: Grid, waves: list[HexSet], starts: HexSet, leave: int, free: HexSet, open_: Ways
) -> None:
    """The first step: a unit can always go one hex, so it never costs more than it has."""
    last = len(waves) - 1
    off_road = grid.through(starts, open_.off_road) & free
    for price, ground in open_.prices:
        waves[min(price + leave, last)] |= off_road & ground
    by_road = grid.through(starts, open_.road) & free
    waves[min(open_.road_price + leave, last)] |= by_road


@lru_cache(maxsize=256)
def cost_gates(kit: Kit, column: str, bridges: int) -> tuple[tuple[int, Gates], ...]:
    """The hexsides that can be crossed, sorted by what that costs."""
    return only_gates(_priced(kit, column), dry_gates(kit, bridges))


def only_gates(
    by_cost: tuple[tuple[int, Gates], ...], gates: Gates
) -> tuple[tuple[int, Gates], ...]:
    """Those of the priced gates that are among some others."""
    return tuple(
        (price, tuple(a & b for a, b in zip(ways, gates, strict=True))) for price, ways in by_cost
    )


@lru_cache(maxsize=32)
def all_rivers(kit: Kit) -> int:
    """Every river hexside."""
    return (1 << len(kit.rivers)) - 1


def held_bridges(state: State, side: Side) -> int:
    """The standing bridges a side holds."""
    return state.german_bridges if side == GERMAN else state.bridges & ~state.german_bridges


@cites("EA-RB.d")
def halts(state: State) -> HexSet:
    """The hexes joined by road to a roadblock: a German unit that enters one stops."""

    def find() -> HexSet:
        kit = state.kit
        if not state.roadblocks:
            return EMPTY
        # A road whose bridge is down still joins the two hexes.
        roads = road_gates(kit, all_rivers(kit))
        return kit.grid.through(state.roadblocks, roads) & kit.grid.all

    return fact(state, "halts", find)
