"""A second reading of the rules that play the Allies: plain loops over every hex and unit.

It is written from the ledger and the rulings alone and shares nothing with the
program but the printed data (`Kit`) and the bare columns of a position: hexes are
their labels, sets are sets, and every path is a breadth-first search. This part
has the map, the position and the words the rules use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import permutations
from typing import Any, Final, TypeVar

from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Kit, Unit
from grognard.titles.ardennes.position.state import RESERVE, State

T = TypeVar("T")

Label = str
Bridge = frozenset[Label]
FAR: Final = 99


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


@lru_cache(maxsize=1024)
def labels(kit: Kit, mask: int) -> set[Label]:
    """The hexes of a set, by their labels. Nobody changes what he is given."""
    return {kit.grid.label(Hex(h)) for h in bits(mask)}


def row(label: Label) -> int:
    return int(label[:2])


def column(label: Label) -> int:
    return int(label[2:])


@cache
def distance(a: Label, b: Label) -> int:
    """Hexes from one to the other, by the formula of the map."""
    down = abs(row(a) - row(b))
    across = abs(_half(a) - _half(b))
    return down + max(0, (across - down) // 2)


def _half(label: Label) -> int:
    return 2 * column(label) - (1 - row(label) % 2)


def west(label: Label) -> tuple[int, int]:
    """How a list ends whose last line is the westernmost (EA-S.66): then the lowest number."""
    return -column(label), row(label)


class Ground:
    """The printed map, by labels."""

    def __init__(self, kit: Kit) -> None:
        name = kit.grid.label
        self.hexes = [name(h) for h in kit.grid.hexes]
        known = set(self.hexes)
        self.next = {a: [b for b in _around(a) if b in known] for a in self.hexes}
        self.terrain = {name(h): kind for h, kind in kit.terrain.items()}
        self.road = {(name(a), name(b)): s.road for (a, b), s in kit.sides.items() if s.road}
        self.rivers = {Bridge((name(a), name(b))) for a, b in kit.rivers}
        self.river = {pair: side for side in self.rivers for pair in permutations(side)}
        self.dry = {a: [b for b in self.next[a] if (a, b) not in self.river] for a in self.hexes}
        self.wet = {a: [b for b in self.next[a] if (a, b) in self.river] for a in self.hexes}
        self.by_road = {a: [b for b in self.next[a] if (a, b) in self.road] for a in self.hexes}
        self.river_number = [Bridge((name(a), name(b))) for a, b in kit.rivers]
        self.roads = labels(kit, kit.roads)
        self.towns = labels(kit, kit.towns)
        self.cities = labels(kit, kit.cities)
        self.vp = {name(h) for h in kit.vp}
        self.hv = {name(h): value for h, value in kit.hv.items()}
        self.positions = labels(kit, kit.positions)
        self.westwall = labels(kit, kit.westwall)
        self.sources = [labels(kit, hexes) for hexes in kit.sources]
        self.zone = {army: labels(kit, z) for army, z in kit.army_zone.items()}
        self.area = {corps: labels(kit, z) for corps, z in kit.corps_area.items()}
        self.objective = {army: labels(kit, z) for army, z in kit.objectives.items()}
        self.meuse = labels(kit, kit.meuse)
        self.west_bank = labels(kit, kit.west_bank)
        banks = {h for side in bits(kit.meuse_sides) for h in self.river_number[side]}
        self.near_meuse = {h for h in self.hexes if min(distance(h, b) for b in banks) <= 1}
        self.edge = [
            {h: min(distance(h, s) for s in sources) for h in self.hexes}
            for sources in self.sources
        ]
        """By side, how far each hex is from the nearest source."""


def _around(a: Label) -> list[Label]:
    r, c = row(a), column(a)
    if r % 2:
        ring = [(r, c - 1), (r, c + 1), (r - 1, c), (r - 1, c + 1), (r + 1, c), (r + 1, c + 1)]
    else:
        ring = [(r, c - 1), (r, c + 1), (r - 1, c - 1), (r - 1, c), (r + 1, c - 1), (r + 1, c)]
    return [f"{y:02d}{x:02d}" for y, x in ring]


@cache
def ground_of(kit: Kit) -> Ground:
    return Ground(kit)


def position_of(state: State) -> Position:
    """The position of a state; the last one again if nothing it looks at has changed."""
    looked_at = (
        *(state.terms, state.day, state.today, state.record),
        *(tuple(state.hex_of), bytes(state.steps), tuple(state.due.items())),
        *(state.dispersed, state.dry, state.unsupplied, state.isolated),
        *(state.german_towns, state.bridges, state.german_bridges),
        *(state.dug_in, state.roadblocks, tuple(state.assigned.items())),
    )
    if looked_at not in _LAST:
        _LAST.clear()
        _LAST[looked_at] = Position(state)
    return _LAST[looked_at]


_LAST: dict[object, Position] = {}


class Position:
    """Where everything stands. Never changed: `placed` and the like answer another one."""

    def __init__(self, state: State) -> None:
        kit = state.kit
        self.kit, self.ground, self.day = kit, ground_of(kit), state.day
        name = kit.grid.label
        self.at = {u: name(h) for u, h in enumerate(state.hex_of) if h >= 0}
        self.reserve = {u for u, h in enumerate(state.hex_of) if h == RESERVE}
        self.due = dict(state.due)
        self.steps = list(state.steps)
        self.dispersed, self.dry = set(bits(state.dispersed)), set(bits(state.dry))
        self.unsupplied, self.isolated = set(bits(state.unsupplied)), set(bits(state.isolated))
        self.german_towns = labels(kit, state.german_towns)
        sides = self.ground.river_number
        self.bridges = {sides[n] for n in bits(state.bridges)}
        self.german_bridges = {sides[n] for n in bits(state.german_bridges)}
        self.forded = {sides[n] for n in bits(state.record.forded)}
        self.bridged = {sides[n] for n in bits(state.record.bridged)}
        self.crossed = {sides[n] for n in bits(state.record.crossed)}
        self.full_march = state.record.full_march
        self.solitaire = kit.scenario.game == "gs"
        self.assigned = dict(state.assigned)
        self.dug_in = labels(kit, state.dug_in)
        self.roadblocks = labels(kit, state.roadblocks)
        self.freeze = "Ground Freeze" in state.today
        self.clouds_broken = "Break in the Clouds" in state.today
        self.acted = set(bits(state.record.moved | state.record.fought))
        self.memo: dict[Any, Any] = {}

    def unit(self, u: int) -> Unit:
        return self.kit.units[u]

    def units(self, side: int) -> list[int]:
        return [u for u in self.at if self.kit.side_of[u] == side]

    def stack(self, label: Label, side: int | None = None) -> list[int]:
        found = self.stacks().get(label, [])
        return [u for u in found if side is None or self.kit.side_of[u] == side]

    def stacks(self) -> dict[Label, list[int]]:
        return self.kept("stacks", self._stacks)

    def _stacks(self) -> dict[Label, list[int]]:
        found: dict[Label, list[int]] = {}
        for u, h in self.at.items():
            found.setdefault(h, []).append(u)
        return found

    def held(self, side: int) -> set[Label]:
        """The hexes with a unit of the side."""
        return self.kept(("held", side), lambda: {self.at[u] for u in self.units(side)})

    def kept(self, key: Any, derive: Callable[[], T]) -> T:
        if key not in self.memo:
            self.memo[key] = derive()
        value: T = self.memo[key]
        return value

    def order(self, u: int) -> tuple[int, int]:
        """EA-S.66: by #, then by corps."""
        unit = self.unit(u)
        return unit.number, self.kit.corps_rank[unit.corps]

    def ascending(self, units: Iterable[int]) -> list[int]:
        return sorted(units, key=self.order)

    def strength(self, u: int) -> int:
        return self.unit(u).strength[self.steps[u]]

    def corps(self, u: int) -> str:
        """An OKW division's is the one it was assigned to (EA-S.22)."""
        return self.assigned.get(self.unit(u).division, self.unit(u).corps)

    def army(self, u: int) -> str:
        return self.kit.army_of_corps[self.corps(u)]

    # -- other positions --------------------------------------------------------------

    def without(self, units: Iterable[int]) -> Position:
        """As if these units were lifted; an Improved Position left empty is gone."""
        after, gone = copy(self), set(units)
        after.memo = {}
        after.at = {u: h for u, h in self.at.items() if u not in gone}
        left = {self.at[u] for u in gone if u in self.at} - set(after.at.values())
        after.dug_in = self.dug_in - left
        after.reserve = self.reserve - gone
        after.due = {u: d for u, d in self.due.items() if u not in gone}
        return after

    def placed(self, units: Iterable[int], label: Label) -> Position:
        """With these units there, and what their presence does (EA-S.67, EA-RB.s)."""
        units = list(units)
        after = self.without(units)
        side = self.kit.side_of[units[0]]
        after.at = {**after.at, **dict.fromkeys(units, label)}
        after.roadblocks = self.roadblocks - ({label} if side == ALLIED else set())
        towns = {label} & self.ground.towns
        after.german_towns = self.german_towns - towns if side else self.german_towns | towns
        mine = {
            b for b in self.bridges if label in b and not any(after.stack(h, 1 - side) for h in b)
        }
        after.german_bridges = self.german_bridges - mine if side else self.german_bridges | mine
        return after


# -- zones of control -----------------------------------------------------------------------------


def commands_around(pos: Position, label: Label, side: int) -> bool:
    """Whether the side's units in the hex have a ZOC (EA-ST.b to EA-ST.f, EA-SU.r)."""
    stack = pos.stack(label, side)
    able = [u for u in stack if u not in pos.dispersed | pos.isolated]
    shelter = label in pos.ground.towns or (side == GERMAN and label in pos.ground.westwall)
    firm = [u for u in able if not pos.unit(u).bracketed]
    return bool(firm) or (bool(able) and (shelter or len(stack) > 1))


def zoc(pos: Position, side: int) -> set[Label]:
    """Every hex next to one that commands the hexes around it."""

    def derive() -> set[Label]:
        strong = [h for h in pos.held(side) if commands_around(pos, h, side)]
        return {n for h in strong for n in pos.ground.next[h]}

    return pos.kept(("zoc", side), derive)


# -- supply and communication ---------------------------------------------------------------------


def enemy_bridge(pos: Position, side: int, a: Label, b: Label) -> bool:
    bridge = pos.ground.river.get((a, b))
    return bridge in pos.bridges and (bridge in pos.german_bridges) == (side == ALLIED)


def dry_or_bridged(pos: Position, a: Label, b: Label) -> bool:
    """No river between the two, or one with a standing bridge."""
    bridge = pos.ground.river.get((a, b))
    return bridge is None or bridge in pos.bridges


def enemy_town(pos: Position, side: int, label: Label) -> bool:
    return label in pos.ground.towns and (label in pos.german_towns) == (side == ALLIED)


def supply_way(pos: Position, side: int) -> set[Label]:
    """The hexes supply may enter: EA-SU.b, EA-SU.d, EA-SU.e, EA-SU.f and EA-SU.h."""

    def derive() -> set[Label]:
        shut = zoc(pos, 1 - side) | (pos.roadblocks if side == GERMAN else pos.ground.westwall)
        towns = pos.german_towns if side == ALLIED else pos.ground.towns - pos.german_towns
        open_ = {h for h in pos.ground.hexes if h not in shut} | pos.held(side)
        return open_ - pos.held(1 - side) - towns

    return pos.kept(("supply way", side), derive)


Sides = dict[Label, list[Label]]


def supply_sides(pos: Position, side: int) -> tuple[Sides, Sides, Sides]:
    """By hex, those next to it: by road, on dry land or over a bridge, through a river."""
    own = pos.german_bridges if side == GERMAN else pos.bridges - pos.german_bridges
    return _supply_sides(pos.ground, frozenset(own & pos.bridges), frozenset(pos.bridges))


@lru_cache(maxsize=64)
def _supply_sides(
    ground: Ground, own: frozenset[Bridge], bridges: frozenset[Bridge]
) -> tuple[Sides, Sides, Sides]:
    """EA-SU.c, EA-SU.g: an enemy bridge is neither a bridge nor a river to be waded."""
    over = {a: [b for b in ground.wet[a] if ground.river[a, b] in own] for a in ground.hexes}
    joined = {a: [*ground.dry[a], *over[a]] for a in ground.hexes}
    roads = {a: [b for b in ground.by_road[a] if b in joined[a]] for a in ground.hexes}
    fords = {a: [b for b in ground.wet[a] if ground.river[a, b] not in bridges] for a in over}
    return roads, joined, fords


def supply_roads(pos: Position, side: int) -> set[Label]:
    """The road hexes from which an unbroken road runs to a source (EA-SU.a, EA-SU.c)."""
    way, (by_road, _, _) = supply_way(pos, side), supply_sides(pos, side)
    found = pos.ground.sources[side] & way
    front = list(found)
    while front:
        a = front.pop()
        for b in by_road[a]:
            if b in way and b not in found:
                found.add(b)
                front.append(b)
    return found


def supplied_hexes(pos: Position, side: int) -> set[Label]:
    """EA-SU.a to EA-SU.h: roads, four hexes from them, or one over a river (EA-SU.g)."""

    def derive() -> set[Label]:
        roads, way = supply_roads(pos, side), supply_way(pos, side)
        _, joined, fords = supply_sides(pos, side)
        wet = {b for a in roads for b in fords[a]}
        found, front = set(roads), set(roads)
        for _ in range(4):
            near = {b for a in front for b in joined[a]}
            front = near & way - found
            found |= front
        return found | wet & way

    return pos.kept(("supplied", side), derive)


def supplied_if(pos: Position, u: int, label: Label) -> bool:
    """Would the hex be in supply with the unit in it?"""
    return label in supplied_hexes(pos.placed([u], label), pos.kit.side_of[u])


def in_supply(pos: Position, u: int) -> bool:
    """EA-SU.m: a marker keeps a unit in Low Supply even if it could trace again."""
    if u in pos.unsupplied | pos.isolated:
        return False
    return pos.at[u] in supplied_hexes(pos, pos.kit.side_of[u])


def communication(pos: Position) -> set[Label]:
    """EA-S.32: hexes from which a free path of any length leads to an Allied source."""

    def derive() -> set[Label]:
        own, germans = pos.held(ALLIED), pos.held(GERMAN)
        shut = germans | pos.german_towns | zoc(pos, GERMAN) - own | behind_the_front(pos)
        found = pos.ground.sources[ALLIED] - shut
        front = list(found)
        while front:
            for b in pos.ground.next[front.pop()]:
                if b not in found and b not in shut:
                    found.add(b)
                    front.append(b)
        return found

    return pos.kept("communication", derive)


def behind_the_front(pos: Position) -> set[Label]:
    """Nearer a German source than any Allied one, with no Allied unit within two hexes."""
    ground = pos.ground
    near = pos.held(ALLIED) | {b for a in pos.held(ALLIED) for b in ground.next[a]}
    near |= {b for a in near for b in ground.next[a]}
    german, allied = ground.edge[GERMAN], ground.edge[ALLIED]
    return {h for h in ground.hexes if h not in near and german[h] < allied[h]}


# -- movement -------------------------------------------------------------------------------------


def terrain_cost(pos: Position, u: int, a: Label, b: Label) -> int:
    """EA-S.35, by road or by the ground of the hex entered."""
    kind = pos.unit(u).kind
    if kind == "mechanized" and pos.freeze:
        kind = "freeze"
    by_road = (a, b) in pos.ground.road and dry_or_bridged(pos, a, b)
    return COST["road" if by_road else pos.ground.terrain[b]][kind]


COST: Final = {
    "clear": {"infantry": 1, "mechanized": 1, "freeze": 1},
    "broken": {"infantry": 1, "mechanized": 2, "freeze": 1},
    "woods": {"infantry": 1, "mechanized": 3, "freeze": 2},
    "forest": {"infantry": 2, "mechanized": 4, "freeze": 3},
    "road": {"infantry": 1, "mechanized": 1, "freeze": 1},
}


def hex_limit(pos: Position, u: int) -> int:
    """How many hexes a unit may go at most: EA-ST.g, EA-ST.n, EA-SU.p/s/t, EA-D16.m."""
    mechanized = pos.unit(u).kind == "mechanized"
    if u in pos.dispersed | pos.dry or (u in pos.isolated and mechanized):
        return 0
    if u in pos.isolated or (u in pos.unsupplied and mechanized):
        return 1
    return 1 if pos.kit.side_of[u] == ALLIED and pos.day == 16 else FAR


def may_step(pos: Position, u: int, a: Label, b: Label, *, free: bool) -> bool:
    """One hex of a normal move, whatever it costs; `free` ignores the unit's own markers."""
    side, bridge = pos.kit.side_of[u], pos.ground.river.get((a, b))
    threatened = zoc(pos, 1 - side)
    if b in pos.held(1 - side) or (a in threatened and b in threatened):  # EA-S.36
        return False
    if (side == GERMAN and b in pos.roadblocks) or not _inside(pos, u, a, b):  # EA-RB.b
        return False
    if bridge is not None:
        ford = wades(pos, side, a, b)
        if not ford and b in threatened and bridge in pos.bridged:  # EA-S.39
            return False
        if ford and bridge in pos.forded:  # EA-S.38
            return False
    return free or u not in pos.isolated or not _barred(pos, side, a, b)


def wades(pos: Position, side: int, a: Label, b: Label) -> bool:
    """EA-S.38: over a river with no bridge, or one that has carried its unit (EA-D16.l)."""
    bridge = pos.ground.river.get((a, b))
    worn = pos.day == 16 and side == GERMAN and bridge in pos.crossed
    return bridge is not None and (bridge not in pos.bridges or worn)


def _inside(pos: Position, u: int, a: Label, b: Label) -> bool:
    """EA-S.44 and, for two players, EA-S.60: whoever is outside may move about there."""
    zone = bounds(pos, u)
    return zone is None or b in zone or a not in zone


def bounds(pos: Position, u: int) -> set[Label] | None:
    """Where a unit has to stay, if it has to."""
    return pos.kept(("bounds", u), lambda: _bounds(pos, u))


def _bounds(pos: Position, u: int) -> set[Label] | None:
    if pos.kit.side_of[u] == GERMAN:
        return pos.ground.zone.get(pos.army(u)) if pos.day <= 19 else None
    if pos.solitaire or pos.corps(u) != "XXX" or pos.day > 23:
        return None
    dinant = {"1125", *pos.ground.next["1125"]} if pos.unit(u).name == "29A/XXX" else set()
    return pos.ground.west_bank | pos.ground.near_meuse | dinant


def _barred(pos: Position, side: int, a: Label, b: Label) -> bool:
    """EA-SU.u to EA-SU.x: what an Isolated unit may not do."""
    empty_wall = side == ALLIED and b in pos.ground.westwall and not pos.stack(b)
    town, bridge = enemy_town(pos, side, b), enemy_bridge(pos, side, a, b)
    return a in zoc(pos, 1 - side) or town or bridge or empty_wall


def must_stop(pos: Position, u: int, b: Label) -> bool:
    """EA-S.36 and EA-RB.d."""
    side = pos.kit.side_of[u]
    block = side == GERMAN and any(
        (b, n) in pos.ground.road and n in pos.roadblocks for n in pos.ground.next[b]
    )
    return b in zoc(pos, 1 - side) or block


def reach(
    pos: Position, u: int, *, free: bool = False, limit: int | None = None, together: bool = False
) -> dict[Label, int]:
    """Hexes a normal move can come to, with the movement points left there (Dijkstra).

    Units that move together cross no river where only one may (EA-S.38, EA-S.39).
    """
    start, allowance = pos.at[u], pos.unit(u).allowance
    most = FAR if free else hex_limit(pos, u) if limit is None else limit
    threatened = zoc(pos, 1 - pos.kit.side_of[u])
    leave = 1 if start in threatened else 0
    left = {start: allowance}
    queue = [(0, 0, start)]
    while queue:
        spent, hexes, a = heappop(queue)
        if hexes == most or (hexes and must_stop(pos, u, a)) or allowance - spent < left[a]:
            continue
        for b in pos.ground.next[a]:
            if not may_step(pos, u, a, b, free=free):
                continue
            ford = wades(pos, pos.kit.side_of[u], a, b)
            if together and (ford or (over_river(pos, a, b) and b in threatened)):
                continue
            cost = spent + terrain_cost(pos, u, a, b) + (0 if hexes else leave)
            if ford or (hexes == 0 and cost > allowance):  # EA-S.38; one hex can always be gone
                cost = allowance
            if (ford and hexes) or cost > allowance or left.get(b, -1) >= allowance - cost:
                continue
            left[b] = allowance - cost
            if not ford:
                heappush(queue, (cost, hexes + 1, b))
    del left[start]
    return left


def marched(pos: Position, u: int, to: Label) -> Position:
    """After a move: what it uses up of rivers and bridges is closed (EA-S.38, EA-S.39)."""
    after, side = pos.placed([u], to), pos.kit.side_of[u]
    came = _last_step(pos, u, to)
    river = pos.ground.river.get((came, to))
    if river is not None and wades(pos, side, came, to):
        after.forded = pos.forded | {river}
    elif river is not None and to in zoc(pos, 1 - side):
        after.bridged = pos.bridged | {river}
    return after


def _last_step(pos: Position, u: int, to: Label) -> Label:
    """Whence a cheapest move comes: its own hex if it can, over a river only if it must."""
    left, home = reach(pos, u), pos.at[u]
    leave = 1 if home in zoc(pos, 1 - pos.kit.side_of[u]) else 0
    left[home] = pos.unit(u).allowance - leave

    def comes(a: Label) -> bool:
        if a not in left or not may_step(pos, u, a, to, free=False):
            return False
        if a == home:
            spent_up = wades(pos, pos.kit.side_of[u], a, to)
            return (0 if spent_up else max(0, left[a] - terrain_cost(pos, u, a, to))) == left[to]
        return not must_stop(pos, u, a) and left[a] - terrain_cost(pos, u, a, to) == left[to]

    ways = [a for a in pos.ground.next[to] if comes(a)]
    return min(ways, key=lambda a: (a != home, over_river(pos, a, to)), default=home)


def room(pos: Position, units: Iterable[int], label: Label) -> bool:
    """EA-S.37: three units and six steps."""
    there = set(pos.stack(label)) | set(units)
    return len(there) <= 3 and sum(pos.steps[u] for u in there) <= 6


def ends(pos: Position, u: int) -> dict[Label, int]:
    """The hexes of its reach in which a unit may stop."""

    def derive() -> dict[Label, int]:
        return {h: left for h, left in reach(pos, u).items() if room(pos, [u], h)}

    return pos.kept(("ends", u), derive)


# -- the words of the Allied system ---------------------------------------------------------------


def german_reaches(pos: Position) -> dict[int, set[Label]]:
    """Where each German unit could be after one normal move, where it stands included."""

    def derive() -> dict[int, set[Label]]:
        return {u: {*reach(pos, u, free=True), pos.at[u]} for u in pos.units(GERMAN)}

    return pos.kept("german_reaches", derive)


def proximate(pos: Position, label: Label, ignored: Iterable[int] = ()) -> bool:
    """EA-S.31: some German unit is next to the hex or could come there by a normal move."""
    around, out = set(pos.ground.next[label]), set(ignored)
    return any(around & hexes for u, hexes in german_reaches(pos).items() if u not in out)


def comes_next_to(pos: Position, u: int, label: Label) -> bool:
    """EA-S.31, for one German unit."""
    return bool(set(pos.ground.next[label]) & german_reaches(pos)[u])


def surrounded(pos: Position, label: Label) -> bool:
    """EA-S.33."""
    return all(_closed(pos, n) for n in pos.ground.next[label])


def _closed(pos: Position, n: Label) -> bool:
    return n in pos.held(GERMAN) or (n in zoc(pos, GERMAN) and n not in pos.held(ALLIED))


def in_danger(pos: Position, label: Label) -> bool:
    """EA-S.64, for Allied units that stand in the hex."""
    if surrounded(pos, label):
        return False
    near = [h for h in pos.ground.hexes if 0 < distance(h, label) <= 2]
    closing = [h for h in near if h not in pos.held(ALLIED) and _would_close(pos, label, h)]
    return any(_could_enter(pos, h) for h in closing)


def cut_off(pos: Position, label: Label) -> bool:
    """EA-S.33, EA-S.64: surrounded outright, or in danger of it."""
    return surrounded(pos, label) or in_danger(pos, label)


def _would_close(pos: Position, label: Label, h: Label) -> bool:
    """Would one more unbracketed German unit in `h` surround the hex?"""
    zone = zoc(pos, GERMAN) | set(pos.ground.next[h])
    german, allied = pos.held(GERMAN) | {h}, pos.held(ALLIED)
    return all(n in german or (n in zone and n not in allied) for n in pos.ground.next[label])


def _could_enter(pos: Position, h: Label) -> bool:
    """By one normal move of an unbracketed German unit; one that stands there counts."""
    return any(h in hexes for u, hexes in german_reaches(pos).items() if not pos.unit(u).bracketed)


def german_advance(pos: Position) -> set[Label]:
    """EA-S.34: the hexes R that German units could enter, five hexes from where they stand."""

    def derive() -> set[Label]:
        found, front = set(pos.held(GERMAN)), set(pos.held(GERMAN))
        closed = pos.held(ALLIED) | zoc(pos, ALLIED) | pos.roadblocks
        for _ in range(5):
            front = {b for a in front for b in pos.ground.next[a] if dry_or_bridged(pos, a, b)} - (
                found | closed
            )
            found |= front
        return found

    return pos.kept("german_advance", derive)


def opens_gap(pos: Position, after: Position, left: Label) -> bool:
    """EA-S.34: Germans reach a hex nearer the Allied edge than the one left, as not before."""
    edge = pos.ground.edge[ALLIED]
    return any(edge[h] < edge[left] for h in german_advance(after) - german_advance(pos))


def rearward(pos: Position, label: Label) -> list[Label]:
    """EA-S.65."""
    edge = pos.ground.edge[ALLIED]
    return [n for n in pos.ground.next[label] if edge[n] < edge[label]]


def over_river(pos: Position, a: Label, b: Label) -> bool:
    return (a, b) in pos.ground.river


def attack_strength(pos: Position, units: Iterable[int], target: Label) -> int:
    """EA-AA.s: each attacker beyond a river is halved by itself."""
    return sum(
        pos.strength(u) // 2 if over_river(pos, pos.at[u], target) else pos.strength(u)
        for u in units
    )


def defence_strength(pos: Position, label: Label) -> int:
    """EA-AA.t to EA-AA.x: multiplied first, then added to, never below 1."""
    units, ground = pos.stack(label), pos.ground
    german = pos.kit.side_of[units[0]] == GERMAN
    total = sum(pos.strength(u) for u in units)
    if label in ground.cities or (german and label in ground.westwall):
        total *= 2
    total += label in ground.towns - ground.cities - ground.vp
    total += ground.terrain[label] == "forest"
    total += label in pos.dug_in
    total -= ground.terrain[label] == "clear"
    total -= all(u in pos.dry for u in units)
    if all(u in pos.isolated for u in units):
        total -= 2
    elif all(u in pos.isolated | pos.unsupplied for u in units):
        total -= 1
    return max(1, total)


def out_of_contact(pos: Position) -> list[int]:
    """EA-AR.s to EA-AR.w, by ascending #."""
    return pos.ascending(u for u in pos.units(ALLIED) if _spare(pos, u))


def _spare(pos: Position, u: int) -> bool:
    label = pos.at[u]
    if u in pos.dispersed | pos.isolated or label not in communication(pos):
        return False
    stack = pos.stack(label)
    big = sum(pos.steps[v] for v in stack) >= 5 or sum(pos.strength(v) for v in stack) >= 8
    if big and u == pos.ascending(stack)[0] and not surrounded(pos, label):  # EA-AR.w
        return True
    return not proximate(pos, label) and not opens_gap(pos, pos.without([u]), label)  # EA-AR.v


def wandering(pos: Position, u: int) -> bool:
    """EA-AA.h."""
    label = pos.at[u]
    cut_off = label not in communication(pos) and label not in pos.ground.towns
    return cut_off and not surrounded(pos, label)


def leaves_vp_open(pos: Position, units: Iterable[int], label: Label) -> bool:
    """EA-AA.r: would their going leave empty a VP hex the Germans are near?"""
    if label not in pos.ground.vp or set(pos.stack(label)) - set(units):
        return False
    near = any(distance(label, h) <= 2 for h in pos.held(GERMAN))
    return near or proximate(pos, label)
