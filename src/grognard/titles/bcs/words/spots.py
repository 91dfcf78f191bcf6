"""What a player points at: a hex, a unit, an HQ, Trains or a formation."""

from __future__ import annotations

from grognard.ground.hexes import Hex, HexSet
from grognard.titles.bcs.kit.kit import GERMAN, NO_FORMATION, US, FormationId, Kit, Side, UnitId
from grognard.titles.bcs.position.state import SEATS, State, each, face, label, units_in
from grognard.titles.bcs.sight.view import View
from grognard.titles.bcs.words.wording import hq_name, trains_name


class Spot:
    """What is pointed at: a hex, a unit or a formation, and the position as it is known."""

    def __init__(self, view: View, state: State, spot: str) -> None:
        self.view, self.state = view, state
        self.kit: Kit = state.kit
        self.unit: UnitId | None = self.kit.by_name.get(spot)
        self.hex: Hex | None = None
        self.formation: FormationId | None = self._formation(spot)
        if self.unit is not None:
            self.hex = _on_map(state.hex_of[self.unit])
            self.formation = _known(state.command[self.unit])
        elif self.kit.grid.has(spot):
            self._look_into(self.kit.grid.at(spot))

    def _formation(self, spot: str) -> FormationId | None:
        for formation in self.kit.formations:
            if spot in (formation.key, hq_name(formation.key), f"support-{formation.key}"):
                self.hex = _on_map(self.state.hq[formation.id])
                return formation.id
            if spot == trains_name(formation.key):
                self.hex = _on_map(self.state.trains[formation.id])
                return formation.id
        return None

    def _look_into(self, hex_: Hex) -> None:
        """The unit in a hex that is active, or else the one on top; without one an HQ or Trains."""
        self.hex = hex_
        here = units_in(self.state, hex_)
        if here:
            self.unit = max(each(here), key=lambda unit: _rank(self.state, unit))
            self.formation = _known(self.state.command[self.unit])
            return
        for places in (self.state.hq, self.state.trains):
            if hex_ in places:
                self.formation = FormationId(places.index(hex_))
                return

    @property
    def label(self) -> str:
        return label(self.state, self.hex) if self.hex is not None else "off the map"

    @property
    def side(self) -> Side:
        """Whose things are there; if nobody's, whose seat asks."""
        if self.unit is not None:
            return self.kit.side_of[self.unit]
        if self.formation is not None:
            return self.kit.formations[self.formation].side
        return GERMAN if self.view.seat == SEATS[GERMAN] else US

    def labels(self, hexes: HexSet) -> tuple[str, ...]:
        return tuple(self.kit.grid.labels(hexes & self.kit.grid.all))


def _on_map(hex_: Hex) -> Hex | None:
    return hex_ if hex_ >= 0 else None


def _known(number: FormationId) -> FormationId | None:
    return None if number == NO_FORMATION else number


def _rank(state: State, unit: UnitId) -> tuple[bool, bool, int, int]:
    shown = face(state, unit)
    active = state.active >= 0 and state.command[unit] == state.active
    return active, not state.finished >> unit & 1, shown.av, shown.range
