"""A position in plain words: who stands where, whose is what, and where supply runs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from grognard.titles.lost_battalion.kit.tables import Unit
from grognard.titles.lost_battalion.referee.ground import (
    Ground,
    Label,
    Side,
    column,
    ground_of,
)
from grognard.waist.referee import Compared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.titles.lost_battalion.position.state import State

US, GERMAN = 0, 1
Name = str
Place = Label | int
"""A hex by its label, or one of the boxes off the map."""


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [n for n in range(mask.bit_length()) if mask >> n & 1]


class Position:
    """The columns of a state by labels and names."""

    def __init__(self, state: State) -> None:
        kit = state.kit
        self.state, self.kit = state, kit
        self.ground: Ground = ground_of(kit.pack, kit.scenario.window)
        self.play = self.ground.play
        self.turn = state.turn
        self.table: tuple[Any, ...] = state.stack  # the decisions on the table, the last asked
        self.units: dict[Name, Unit] = {unit.name: unit for unit in kit.units}
        self.at: dict[Name, Label] = {}  # of the units on the map
        self.box: dict[Name, int] = {}  # of the others
        self.stacks: dict[Label, set[Name]] = {}
        for unit, where in zip(kit.units, state.hex_of, strict=True):
            if where < 0:
                self.box[unit.name] = int(where)
                continue
            self.at[unit.name] = kit.grid.label(where)
            self.stacks.setdefault(self.at[unit.name], set()).add(unit.name)
        self._held = [
            frozenset(h for h, names in self.stacks.items() if self.side_in(names) == side)
            for side in (US, GERMAN)
        ]
        self._fed: dict[tuple[int, bool], frozenset[Label]] = {}
        self.allied = set(kit.grid.labels(state.control))
        self.gas = set(kit.grid.labels(state.gas))
        self.owned = {side for n, side in enumerate(self.ground.bridges) if state.bridges >> n & 1}
        self.fresh = {
            side for n, side in enumerate(self.ground.bridges) if state.fresh_bridges >> n & 1
        }

    # -- who ---------------------------------------------------------------------------

    def names(self, mask: int) -> set[Name]:
        """The units of a column."""
        return {self.kit.units[n].name for n in bits(mask)}

    def steps(self, name: Name) -> int:
        return self.state.steps[self.units[name].id]

    def place(self, name: Name) -> Place:
        return self.at[name] if name in self.at else self.box[name]

    def number(self, key: str) -> int:
        """A single value of the charts."""
        return int(str(self.kit.values[key].value))

    def since(self, event: str) -> bool:
        """Whether an event of the record has come, on this turn or before."""
        return any(event in self.events(n) for n in range(self.turn + 1))

    def today(self, event: str) -> bool:
        return event in self.events(self.turn)

    def events(self, turn: int) -> dict[str, list[str]]:
        """By event of a turn, the divisions it is about (LB-14.16)."""
        row = self.kit.turns.get(turn)
        return {event.key: event.divisions for event in row.events} if row else {}

    def divisions(self, event: str) -> set[str]:
        """Of which divisions an event that has come tells."""
        return {key for n in range(self.turn + 1) for key in self.events(n).get(event, [])}

    def on(self, option: str) -> bool:
        return option in self.state.terms.options

    def held(self, side: int) -> frozenset[Label]:
        """The hexes where a side's units stand."""
        return self._held[side]

    def side_in(self, names: set[Name]) -> int:
        return self.units[min(names)].side

    def friendly(self, side: int, label: Label) -> bool:
        return (label in self.allied) == (side == US)

    def beside(self, side: int, label: Label) -> bool:
        """Whether a unit of that side stands next to a hex."""
        return not self.held(side).isdisjoint(self.ground.near[label])

    def south_of_line(self, label: Label) -> bool:
        return label in self.ground.south

    # -- bridges ---------------------------------------------------------------

    def can_use(self, side: int, a: Label, b: Label) -> bool:
        """LB-8.8b, 8.8c, 14.0d: whether a bridge or pontoon serves a side between two hexes."""
        ends = Side((a, b))
        mine = ends in self.ground.bridges and (ends in self.owned) == (side == US)
        if mine and ends not in self.fresh:
            return True
        if side != US:
            return False
        sites = self.ground.pontoons(a, b)
        return any(self.turn >= turn and west in self.allied for turn, west in sites)

    # -- supply --------------------------------------------------------------------------

    def sources(self, side: int, *, west: bool = False) -> set[Label]:
        """LB-7.4a, 7.4e, 7.5a, 7.5b; `west` for the French west of column 06."""
        edges = self.ground.edges
        if side == US:
            more = edges["W"] & self.allied if west else set()
            return (edges["S"] | more) - self.held(GERMAN)
        found = edges["E"] | edges["N"] | (edges["W"] - self.allied)
        return found - self.held(US)

    def fed(self, side: int, *, west: bool = False) -> frozenset[Label]:
        """The hexes from which a supply line runs."""
        if (side, west) not in self._fed:
            self._fed[side, west] = self._flooded(side, west=west)
        return self._fed[side, west]

    def _flooded(self, side: int, *, west: bool) -> frozenset[Label]:
        """LB-7.3a to 7.3c."""
        closed = set(self.held(1 - side))
        if self.on("control_blocks_supply"):
            closed |= {h for h in self.play if not self.friendly(side, h)}
        bridges = {s for s in self._crossings() if self.can_use(side, *s)}
        return _flood(
            self.ground,
            frozenset(self.play - closed),
            frozenset(self.sources(side, west=west)),
            frozenset(bridges),
        )

    def _crossings(self) -> set[Side]:
        sites = {Side(p["side"].split("/")) for p in self.ground.raw["pontoon"]}
        return {side for side in {*self.ground.bridges, *sites} if side <= self.play}

    def unfed(self, side: int) -> set[Name]:
        """The side's units on the map that are out of supply (LB-7.1a)."""
        mine = {name: at for name, at in self.at.items() if self.units[name].side == side}
        fed = self.fed(side)
        cut = {name for name, at in mine.items() if at not in fed}
        french = {n for n in cut if self.units[n].nation == "french" and column(mine[n]) < 6}
        if french:
            cut -= {name for name in french if mine[name] in self.fed(side, west=True)}
        return cut

    # -- victory ---------------------------------------------------------------------------

    def points(self) -> int:
        """LB-S.35: what the Allied side holds and can supply."""
        held = self.allied & self.fed(US)
        return sum(row.vp for row in self.kit.victory_hexes if row.hex in held)

    def level(self) -> str:
        """LB-S.36."""
        reached = [row for row in self.kit.levels if row.at_least <= self.points()]
        return max(reached, key=lambda row: row.at_least).result


def compare_moves(b: Position, moves: dict[Name, Place], a: Position) -> Iterator[Compared]:
    """Everybody stands where he stood, but for these."""
    went = {(n, a.place(n)) for n in a.units if a.place(n) != b.place(n)}
    read = {(n, where) for n, where in moves.items() if where != b.place(n)}
    yield Compared("who went where", went, read)


@lru_cache(maxsize=64)
def _flood(
    ground: Ground, passable: frozenset[Label], sources: frozenset[Label], bridges: frozenset[Side]
) -> frozenset[Label]:
    found = set(sources & passable)
    edge = list(found)
    while edge:
        here = edge.pop()
        for there, water in ground.ways[here]:
            shut = water is not None and water not in bridges
            if there in found or there not in passable or shut:
                continue
            found.add(there)
            edge.append(there)
    return frozenset(found)
