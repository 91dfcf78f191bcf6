"""The counters of a scenario: its Formations and the combat units that play."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from grognard.book.charts import pick_file
from grognard.book.flaws import Source
from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.layout import DATA, MA_TYPES, QUARTERS, Layout
from grognard.titles.bcs.kit.pieces import (
    DEPLOYED,
    FATIGUE,
    GERMAN,
    MOVE,
    NO_FORMATION,
    NOWHERE,
    SIDES,
    US,
    Face,
    Formation,
    FormationId,
    Side,
    Unit,
    UnitId,
    UnitSet,
)
from grognard.titles.bcs.kit.rows import FaceRow, FormationRow, Scenario, UnitRow, one_of, read_rows

_KINDS: Final = ("none", "light", "dual", "red", "stand off")
_SHOWING: Final = ("move", "deployed", "single")
_SIZES: Final = ("bn", "co")
_PLACE: Final = re.compile(r"(?:T(\d+)@)?(box|\d\d\.\d\d)")


class Forces(Layout):
    """The ground of a scenario and the counters on it; `file` is the scenario's own."""

    def __init__(self, scenario: Scenario, file: Source, pack: Path | None) -> None:
        super().__init__(scenario.board, pack)
        self.scenario, self._file = scenario, file
        forces = Source(pick_file(f"forces/{scenario.forces}.toml", DATA, pack))
        self._read_formations(forces)
        self._read_units(forces)
        self._index_units()
        self._check_stacks(forces)

    # -- Formations and units ----------------------------------------------------

    def _read_formations(self, source: Source) -> None:
        options = {row.formation: row.option for row in self.scenario.optional_formation}
        found: dict[str, Formation] = {}
        for row, line in read_rows(source, "formation", FormationRow):
            what = f"the Formation {row.key}"
            one_of(source, line, what, "side", row.side, SIDES)
            one_of(source, line, what, "fatigue", row.fatigue, FATIGUE)
            if row.key in self.scenario.formations:
                number = FormationId(len(found))
                found[row.key] = self._formation(source, line, number, row, options)
        for key in self.scenario.formations:
            if key not in found:
                line = self._file.token(f'"{key}"')
                raise self._file.flaw(line, f"there is no Formation {key} among the forces")
        self.formations: tuple[Formation, ...] = tuple(found.values())
        self.by_key: dict[str, FormationId] = {key: f.id for key, f in found.items()}
        self.side_formations: tuple[tuple[FormationId, ...], tuple[FormationId, ...]] = (
            tuple(f.id for f in self.formations if f.side == US),
            tuple(f.id for f in self.formations if f.side == GERMAN),
        )

    def _formation(
        self,
        source: Source,
        line: int,
        number: FormationId,
        row: FormationRow,
        options: dict[str, str],
    ) -> Formation:
        return Formation(
            id=number,
            key=row.key,
            name=row.name,
            side=SIDES.index(row.side),
            radius=row.radius,
            ma=row.ma * QUARTERS,
            second=row.second,
            arty=row.arty,
            arty_units=row.arty_units,
            leader=row.leader,
            hq=self._hex(source, line, row.hq, f"the HQ of {row.key}"),
            trains=self._hex(source, line, row.trains, f"the Trains of {row.key}"),
            fatigue=FATIGUE.index(row.fatigue),
            prepared_defense=row.prepared_defense,
            arrives=row.arrives,
            optional=row.key in options,
            option=options.get(row.key, ""),
        )

    def _read_units(self, source: Source) -> None:
        units: list[Unit] = []
        self.by_name: dict[str, UnitId] = {}
        self._unit_lines: list[int] = []
        known = {row["key"] for row in source.tables["formation"]}
        for row, line in read_rows(source, "unit", UnitRow):
            self._check_unit(source, line, row, known)
            if not self._plays(row):
                continue
            if row.name in self.by_name:
                raise source.flaw(line, f"{row.name} is there twice")
            self.by_name[row.name] = UnitId(len(units))
            self._unit_lines.append(line)
            units.append(self._unit(source, line, UnitId(len(units)), row))
        self.units: tuple[Unit, ...] = tuple(units)
        for name in self.scenario.independents:
            if name not in self.by_name:
                line = self._file.token(f'"{name}"')
                raise self._file.flaw(line, f"there is no Independent {name} among the forces")

    def _plays(self, row: UnitRow) -> bool:
        if row.formation:
            return row.formation in self.by_key
        return row.name in self.scenario.independents

    def _check_unit(self, source: Source, line: int, row: UnitRow, known: set[str]) -> None:
        what = f"the unit {row.name}"
        one_of(source, line, what, "side", row.side, SIDES)
        one_of(source, line, what, "formation", row.formation, ("", *sorted(known)))
        one_of(source, line, what, "size", row.size, _SIZES)
        one_of(source, line, what, "showing", row.showing, _SHOWING)
        for face in (row.move, row.deployed or row.move):
            one_of(source, line, what, "type", face.type, MA_TYPES)
            one_of(source, line, what, "kind", face.kind, _KINDS)
        if row.steps < 1:
            raise source.flaw(line, f"{what} should have a step at least")
        if (row.deployed is None) != (row.showing == "single"):
            raise source.flaw(line, f"{what} should show one of the sides it has")
        if not _PLACE.fullmatch(row.place):
            at = source.token("place =", line)
            raise source.flaw(at, f"{what} has the place {row.place!r}, which is none")

    def _unit(self, source: Source, line: int, number: UnitId, row: UnitRow) -> Unit:
        turn, at = _place(row.place)
        boxed = "box" if row.formation else "any box"
        move = _face(row.move)
        return Unit(
            id=number,
            name=row.name,
            title=row.title,
            side=SIDES.index(row.side),
            formation=self.by_key[row.formation] if row.formation else NO_FORMATION,
            independent=row.independent or not row.formation,
            symbol=row.symbol,
            size=row.size,
            steps=row.steps,
            faces=(move, _face(row.deployed) if row.deployed else move),
            single=row.deployed is None,
            recon=row.recon,
            hard=row.hard,
            breakthrough=row.breakthrough,
            rebuild=row.rebuild,
            showing=MOVE if row.showing == "move" else DEPLOYED,
            place="off" if turn else "box" if at == "box" else "hex",
            hex=NOWHERE if at == "box" else self._hex(source, line, at, f"the unit {row.name}"),
            arrives=turn,
            where="" if not turn else boxed if at == "box" else "hex",
        )

    def _index_units(self) -> None:
        self.names: tuple[str, ...] = tuple(unit.name for unit in self.units)
        self.side_of: tuple[Side, ...] = tuple(unit.side for unit in self.units)
        self.side_units: tuple[UnitSet, UnitSet] = (
            _union(1 << unit.id for unit in self.units if unit.side == US),
            _union(1 << unit.id for unit in self.units if unit.side == GERMAN),
        )
        self.formation_of: tuple[FormationId, ...] = tuple(unit.formation for unit in self.units)
        self.formation_units: dict[FormationId, UnitSet] = {
            formation.id: _union(1 << u.id for u in self.units if u.formation == formation.id)
            for formation in self.formations
        }
        self.independents: UnitSet = _union(1 << u.id for u in self.units if u.independent)

    @cites("BCS-5.5.a")
    def _check_stacks(self, source: Source) -> None:
        stacks: dict[Hex, UnitSet] = {}
        for unit, line in zip(self.units, self._unit_lines, strict=True):
            if unit.place != "hex":
                continue
            stack = stacks[unit.hex] = stacks.get(unit.hex, 0) | 1 << unit.id
            label = self.grid.label(unit.hex)
            if stack.bit_count() > self.number("limits.stack"):
                raise source.flaw(line, f"{unit.name} is one too many in its hex", label)
            if stack & ~self.side_units[unit.side]:
                raise source.flaw(line, f"{unit.name} starts in an enemy's hex", label)
        self.start_stacks: dict[Hex, UnitSet] = stacks

    def _hex(self, source: Source, line: int, label: str, what: str) -> Hex:
        if not self.grid.has(label):
            at = source.token(f'"{label}"', line)
            raise source.flaw(at, f"{what} names a hex that is not on the map", label)
        return self.grid.at(label)


def _face(row: FaceRow) -> Face:
    return Face(
        ma=row.ma * QUARTERS,
        type=MA_TYPES.index(row.type),
        ar=row.ar,
        av=row.av,
        kind=_KINDS.index(row.kind),
        range=max(1, row.range),
        arrow=row.arrow,
        prepared=row.av > 0 or row.arrow,
    )


def _place(text: str) -> tuple[int, str]:
    """The turn of arrival, 0 for none, and the hex or "box"."""
    found = _PLACE.fullmatch(text)
    assert found is not None, "a unit's place has been checked"
    return int(found[1] or 0), found[2]


def _union(bits: Iterable[int]) -> int:
    found = 0
    for bit in bits:
        found |= bit
    return found
