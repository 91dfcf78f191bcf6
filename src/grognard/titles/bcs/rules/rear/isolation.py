"""Isolation at the end of an Activation (BCS-10.5.a to BCS-10.5.d)."""

from __future__ import annotations

import msgspec

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet
from grognard.titles.bcs.kit.kit import FormationId, UnitId, UnitSet
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.questions import Events
from grognard.titles.bcs.position.state import (
    RETURNING,
    WAITING,
    State,
    each,
    in_field,
    label,
    names_of,
)
from grognard.titles.bcs.rules.command import safe_path
from grognard.titles.bcs.rules.command.formations import own_units, remove
from grognard.titles.bcs.rules.fighting.losses import hit

_WORST = 2
"""The level of MSR Blocked that costs a step more."""


class Cut(msgspec.Struct, frozen=True):
    """Units of a hex that Isolation hurts: steps each, why, and by which rule."""

    hex: Hex
    units: UnitSet
    steps: int
    why: str
    rule: str


class Forecast(msgspec.Struct, frozen=True):
    """What Isolation would do; `gone` if the whole formation would be removed."""

    cuts: tuple[Cut, ...]
    gone: bool


class _Case(msgspec.Struct, frozen=True):
    outside: bool  # of Command Radius
    lost: bool  # no Safe Path

    @property
    def both(self) -> bool:
        return self.outside and self.lost

    def why(self) -> str:
        return " and ".join(["out of Command Radius"] * self.outside + ["no Safe Path"] * self.lost)


@cites("BCS-4.2d.c", "BCS-10.5.a", "BCS-10.5.b")
def _case(state: State, unit: UnitId, inside: HexSet) -> _Case | None:
    outside = not inside >> state.hex_of[unit] & 1
    lost = not safe_path.has(state, unit)
    return _Case(outside, lost) if outside or lost else None


@cites("BCS-10.5.a", "BCS-10.5.b", "BCS-10.5.c")
def _cut(state: State, number: FormationId, unit: UnitId, case: _Case) -> Cut:
    kit, hex_ = state.kit, state.hex_of[unit]
    steps, rule = kit.number("isolation.one"), "BCS-10.5.a"
    if case.both:
        steps, rule = kit.number("isolation.both"), "BCS-10.5.b"
    if state.blocked[number] < _WORST:
        return Cut(hex_, 1 << unit, steps, case.why(), rule)
    steps += kit.number("isolation.blocked")
    return Cut(hex_, 1 << unit, steps, f"{case.why()}, MSR Blocked level 2", "BCS-10.5.c")


@cites("BCS-S.20", "BCS-R.27")
def forecast(state: State, number: FormationId) -> Forecast:
    """What Isolation would do to the formation as things stand."""
    inside, units = safe_path.radius(state, number), each(in_field(state, number))
    cuts: dict[Cut, UnitSet] = {}
    gone = bool(units)
    for unit in units:
        case = _case(state, unit, inside)
        if case is None:
            gone = False
            continue
        gone = gone and case.both
        cut = _cut(state, number, unit, case)
        alike = msgspec.structs.replace(cut, units=0)
        cuts[alike] = cuts.get(alike, 0) | cut.units
    gone = gone and not _away(state, number)
    found = (msgspec.structs.replace(cut, units=units) for cut, units in cuts.items())
    return Forecast(tuple(found), gone)


@cites("BCS-10.5.d", "BCS-R.27", "BCS-9.1i.c")
def _away(state: State, number: FormationId) -> bool:
    """Units due back or about to enter are spared: then not all its units are cut off."""
    units = each(own_units(state, number))
    return any(state.hex_of[unit] in (RETURNING, WAITING) for unit in units)


@cites("BCS-10.4.i", "BCS-10.5.d", "BCS-S.20")
def apply(state: State, number: FormationId) -> Events:
    """Takes the steps, all judged before the first falls; or removes the formation."""
    told: Events = []
    seen = forecast(state, number)
    spared = own_units(state, number) if seen.gone else 0
    for cut in seen.cuts:
        told += _suffer(state, cut, cut.units & ~spared)
    if seen.gone:
        why = "all its units are out of Command Radius and without a Safe Path"
        return told + remove(state, number, why, "BCS-10.5.d")
    return told


def _suffer(state: State, cut: Cut, units: UnitSet) -> Events:
    if not units:
        return []
    names, side = names_of(state, units), state.kit.side_of[each(units)[0]]
    told: Events = [
        ev.Isolated(side, label(state, cut.hex), names, cut.steps, cut.why, cut.rule),
    ]
    for unit in each(units):
        told += hit(state, unit, cut.steps, cut.rule)
    return told
