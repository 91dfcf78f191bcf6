"""What a step costs, where one stops, and what helps a defender (BCS-S.22 to BCS-S.26).

Costs are worked out once for a state of the ground and of the bridges. Steps
that are open are kept as gates too: for each direction the hexes that may be
left that way, so that zones and paths are worked out by shifts.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, opposite
from grognard.titles.bcs.kit.kit import ALL, MA_TYPES, RAILROAD, Crossing, Kit, MaType, P, Quarters
from grognard.titles.bcs.position.state import State

Gates: TypeAlias = tuple[HexSet, ...]
StepOn: TypeAlias = tuple[Hex, Quarters, bool]
"""A neighbour, the cost of entering it, and whether its terrain stops one."""

TYPES: Final = tuple(range(len(MA_TYPES)))


class Ground:
    """By MA type, what every step costs on this ground with these bridges down.

    Only the steps over the bridges differ from those of the `whole` ground, if it is given.
    """

    def __init__(self, kit: Kit, ground: str, blown: int, whole: Ground | None = None) -> None:
        self._kit, self.ground, self.blown = kit, ground, blown
        self.costs: list[dict[tuple[Hex, Hex], Quarters]] = [
            dict(whole.costs[type_]) if whole else {} for type_ in TYPES
        ]
        self.steps: list[dict[Hex, tuple[StepOn, ...]]] = [
            dict(whole.steps[type_]) if whole else {} for type_ in TYPES
        ]
        self.halting: set[tuple[MaType, Hex, Hex]] = set(whole.halting) if whole else set()
        self._open = [list(whole.gates[type_]) if whole else [0] * 6 for type_ in TYPES]
        self._back = [list(whole.back[type_]) if whole else [0] * 6 for type_ in TYPES]
        down = [hex_ for n, side in enumerate(kit.bridges) if blown >> n & 1 for hex_ in side]
        for type_ in TYPES:
            for hex_ in down if whole else kit.grid.hexes:
                self._work_out(type_, hex_)
        self.gates: list[Gates] = [tuple(sets) for sets in self._open]
        self.back: list[Gates] = [tuple(sets) for sets in self._back]
        self.entered: list[HexSet] = [_union(sets) for sets in self._back]  # from anywhere

    def _work_out(self, type_: MaType, hex_: Hex) -> None:
        kit, on = self._kit, list[StepOn]()
        for near in kit.grid.neighbours(hex_):
            price, halts = self._price(type_, hex_, near)
            self.costs[type_][hex_, near] = price
            way = kit.grid.shifts.index(near - hex_)
            if self.blown:  # or nothing is open yet
                self._open[type_][way] &= ~(1 << hex_)
                self._back[type_][opposite(way)] &= ~(1 << near)
            if price == P:
                continue
            on.append((near, price, halts))
            self._open[type_][way] |= 1 << hex_
            self._back[type_][opposite(way)] |= 1 << near
            if halts:
                self.halting.add((type_, hex_, near))
        self.steps[type_][hex_] = tuple(on)

    @cites("BCS-S.21", "BCS-S.22", "BCS-S.26")
    def _price(self, type_: MaType, a: Hex, b: Hex) -> tuple[Quarters, bool]:
        """A road takes the place of hex and hexside, and of the STOP of its terrain."""
        kit, crossing = self._kit, self._kit.crossings[a, b]
        if crossing.road and not self._is_down(a, b):
            return kit.road_cost[self.ground][crossing.road][type_], False
        inside = kit.hex_cost[self.ground][type_][b]
        side = kit.hexside_cost_on[self.ground][crossing.water][type_]
        if P in (inside, side):
            return P, False
        if ALL in (inside, side):
            return ALL, False
        return inside + side, bool(kit.stop_hexes[self.ground][type_] >> b & 1)

    def _is_down(self, a: Hex, b: Hex) -> bool:
        number = self._kit.bridge_number.get((a, b))
        return number is not None and bool(self.blown >> number & 1)


def _union(sets: list[HexSet]) -> HexSet:
    found = 0
    for one in sets:
        found |= one
    return found


def tables(state: State) -> Ground:
    """The tables of the ground as it is now; the state keeps those it used last."""
    kept: Ground | None = state.__dict__.get("tables")
    if kept is not None and kept.ground == state.ground and kept.blown == state.blown:
        return kept
    found = _tables(state.kit, state.ground, state.blown)
    state.__dict__["tables"] = found
    return found


def _tables(kit: Kit, ground: str, blown: int) -> Ground:
    name = ("ground", ground, blown)
    found: Ground | None = kit.memo.recall(name, None)
    if found is None:
        whole = _tables(kit, ground, 0) if blown else None
        found = kit.memo.keep(name, None, Ground(kit, ground, blown, whole))
    return found


# -- steps -----------------------------------------------------------------------------


@cites("BCS-S.21", "BCS-S.22", "BCS-S.23", "BCS-S.24", "BCS-S.25", "BCS-S.26")
def cost(state: State, ma_type: MaType, a: Hex, b: Hex) -> Quarters:
    """Quarters from a hex to its neighbour; P is prohibited, ALL the whole MA."""
    return tables(state).costs[ma_type][a, b]


@cites("BCS-S.22")
def stops(state: State, ma_type: MaType, a: Hex, b: Hex) -> bool:
    """Whether the terrain entered by that step is STOP terrain (never along a road)."""
    return (ma_type, a, b) in tables(state).halting


@cites("BCS-S.22", "BCS-7.3.d")
def plain_cost(state: State, ma_type: MaType, hex_: Hex) -> Quarters | None:
    """What the terrain of a hex costs, without roads and hexsides; None if that is no number."""
    found = state.kit.hex_cost[state.ground][ma_type][hex_]
    coded = found in (ALL, P) or state.kit.stop_hexes[state.ground][ma_type] >> hex_ & 1
    return None if coded else found


def steps(state: State, ma_type: MaType, hex_: Hex) -> tuple[StepOn, ...]:
    """The neighbours that are not prohibited, with their costs."""
    return tables(state).steps[ma_type][hex_]


def gates(state: State, ma_type: MaType) -> Gates:
    """By direction, the hexes that may be left that way."""
    return tables(state).gates[ma_type]


def back_gates(state: State, ma_type: MaType) -> Gates:
    """By direction, the hexes that may be entered from the neighbour that way."""
    return tables(state).back[ma_type]


def is_open_to(state: State, ma_type: MaType, hex_: Hex) -> bool:
    """Whether units of that type can enter the hex from anywhere."""
    return bool(tables(state).entered[ma_type] >> hex_ & 1)


def enterable(state: State, ma_type: MaType) -> HexSet:
    """The hexes that units of that type can enter from anywhere."""
    return tables(state).entered[ma_type]


def by_road(state: State, a: Hex, b: Hex) -> bool:
    """Whether a road that is no railroad, its bridge standing, joins the two hexes."""
    crossing = state.kit.crossings[a, b]
    number = state.kit.bridge_number.get((a, b))
    return crossing.road > RAILROAD and (number is None or not state.blown >> number & 1)


# -- terrain in combat -----------------------------------------------------------------


def is_terrain(state: State, hex_: Hex) -> bool:
    """Whether the hex is "Terrain" for combat."""
    return bool(state.kit.is_terrain >> hex_ & 1)


def crossing(state: State, a: Hex, b: Hex) -> Crossing:
    return state.kit.crossings[a, b]


def key_terrain(state: State, hex_: Hex, attacked_from: HexSet) -> bool:
    """Whether the hex is Key Terrain, or all attackers come over key hexsides ("behind")."""
    if state.kit.key_terrain >> hex_ & 1:
        return True
    near = [h for h in state.kit.grid.neighbours(hex_) if attacked_from >> h & 1]
    return bool(near) and all((h, hex_) in state.kit.key_sides for h in near)
