"""The counters as a player sees them: all of them, since units lie open."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from grognard.book.words import counted
from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import GERMAN, KITS, Kit, Side, Unit, UnitId, UnitSet
from grognard.titles.ardennes.position import decisions as dec
from grognard.titles.ardennes.position.state import State, corps_of, ids, units_in
from grognard.titles.ardennes.sight.view import View
from grognard.titles.ardennes.words.wording import SIDES
from grognard.waist import scene as art

_GROUNDS: Final = {"german": "#aeb3ad", "us": "#b9b274", "british": "#cdb28a"}
_NATIONS: Final = {"german": "German", "us": "US", "british": "British"}
_BANDS: Final = (
    "#7a2e2e",
    "#2f5d50",
    "#3b4a7a",
    "#b07a1f",
    "#5b3a6b",
    "#3f8fa8",
    "#6b6b1f",
    "#a84470",
    "#3f8a3f",
    "#b4562a",
    "#44546a",
)
# What the first part of a counter's title says of its size, the first that is found.
_SIZES: Final = (
    ("Battalion", "II"),
    ("Parachute group", "II"),
    ("Regiment", "III"),
    ("Cavalry Group", "III"),
    ("Kampfgruppe", "III"),
    ("Combat Command", "X"),
    ("Brigade", "X"),
    ("brigade", "X"),
    ("Division", "XX"),
)


@lru_cache(maxsize=16)
def bands(key: str) -> dict[str, str]:
    """A colour for each corps; those of one side all differ."""
    kit = KITS[key]
    found = {}
    for side in (0, 1):
        corps = [name for name, of in kit.side_of_corps.items() if of == side]
        for n, name in enumerate(corps):
            found[name] = _BANDS[n % len(_BANDS)]
    return found


def pieces(state: State, view: View) -> Iterator[art.Piece]:
    """Every counter but those of the calendar's far side; in a hex the strongest on top."""
    kit = state.kit
    order = sorted(kit.units, key=lambda unit: _from_below(state, unit))
    for unit in order:
        yield _piece(state, view, unit)


def _from_below(state: State, unit: Unit) -> tuple[int, int, int]:
    active = state.record.active >> unit.id & 1
    return state.hex_of[unit.id], active, unit.strength[state.steps[unit.id]]


def _piece(state: State, view: View, unit: Unit) -> art.Piece:
    kit, where, steps = state.kit, state.hex_of[unit.id], state.steps[unit.id]
    corps = corps_of(state, unit.id)
    name, parent = _designation(unit)
    on_map = where >= 0
    return art.Piece(
        id=unit.name,
        hex=kit.grid.label(where) if on_map else "",
        side=SIDES[unit.side].lower(),
        symbol=symbol(unit),
        size=size(unit),
        name=name,
        parent=parent,
        figures=figures(unit, steps),
        corners=("", "", "E" if unit.elite else "", ""),
        ground=_GROUNDS[unit.nation],
        band=bands(view.terms.kit).get(corps, ""),
        formation=unit.division or corps,
        steps=steps,
        steps_max=unit.steps,
        face="reduced" if 0 < steps < unit.steps else "full",
        badges=tuple(_badges(state, unit.id)),
        title=_title(unit, steps, corps),
        spent=on_map and _is_spent(state, view, unit.id),
    )


def _designation(unit: Unit) -> tuple[str, str]:
    """The regiment and its division; of a unit in no division, its corps."""
    name, *rest = unit.name.split("/")
    return name, rest[0] if rest else ""


def symbol(unit: Unit) -> str:
    """The NATO symbol of a unit, by its class and its title."""
    if "Cavalry" in unit.title:
        return "reconnaissance"
    if unit.kind == "mechanized":
        return "armour" if unit.armor else "mechanised_infantry"
    airborne = "Airborne" in unit.title or "arachute" in unit.title
    return "airborne" if airborne else "infantry"


def size(unit: Unit) -> str:
    front = unit.title.partition(",")[0]
    return next((mark for word, mark in _SIZES if word in front), "")


def figures(unit: Unit, steps: int) -> str:
    """Strength and movement; weak units have their strength in brackets."""
    value = str(unit.strength[steps])
    return f"{f'[{value}]' if unit.bracketed else value}–{unit.allowance}"


def _title(unit: Unit, steps: int, corps: str) -> str:
    traits = [f"#{unit.number}", unit.kind]
    traits += ["Armor"] * unit.armor + ["Elite"] * unit.elite
    traits += ["bracketed: a lone one has no zone of control"] * unit.bracketed
    # The title of an attached unit names its corps already.
    home = "" if corps in unit.title else f", {corps}"
    strength = f"strength {unit.strength[steps]}, movement {unit.allowance}"
    return f"{unit.title}{home} ({_NATIONS[unit.nation]}, {', '.join(traits)}): {strength}"


_MARKS: Final = (
    ("dispersed", "D", "Dispersed: no zone of control, no move, no attack", "#c4631a"),
    ("isolated", "IS", "Isolated", "#7d1010"),
    ("unsupplied", "OS", "Out of Supply", "#b3261e"),
    ("dry", "OF", "Out of Fuel", "#55504a"),
    ("airlifted", "AR", "supplied by air until the next Supply Phase", "#356b8a"),
)
_DEEDS: Final = (
    ("fought", "F", "has fought in this activation", "#7a2e2e"),
    ("rushed", "SM", "moved strategically: it cannot attack", "#44546a"),
    ("moved", "M", "has moved in this activation", "#44546a"),
    ("active", "A", "active", "#2f6b2f"),
)


def _badges(state: State, unit: UnitId) -> Iterator[art.Badge]:
    for holder, marks in ((state, _MARKS), (state.record, _DEEDS)):
        for column, text, words, colour in marks:
            units: UnitSet = getattr(holder, column)
            if units >> unit & 1:
                yield art.Badge(text, words, colour)


def _is_spent(state: State, view: View, unit: UnitId) -> bool:
    """Whether a unit has done what it can in the stage on the table."""
    stage = next((d for d in view.stack if isinstance(d, dec.Activation)), None)
    if stage is None or not state.record.active >> unit & 1:
        return False
    return bool((state.record.moved if stage.stage == "move" else state.record.fought) >> unit & 1)


# -- what a tray says of a hex -----------------------------------------------------------------


def stacks(state: State) -> Iterator[art.Stack]:
    """Strength and steps of each stack, and what the ground is worth to it."""
    kit = state.kit
    for hex_ in sorted(state.stacks):
        units = units_in(state, hex_)
        parts = [kit.units[u].strength[state.steps[u]] for u in ids(units)]
        sums = f" ({'+'.join(map(str, parts))})" if len(parts) > 1 else ""
        steps = counted(sum(state.steps[u] for u in ids(units)), "step")
        side = kit.side_of[next(ids(units))]
        words = f"strength {sum(parts)}{sums}, {steps}"
        yield art.Stack(kit.grid.label(hex_), words + _ground(kit, hex_, side))


def _ground(kit: Kit, hex_: Hex, side: Side) -> str:
    if kit.cities >> hex_ & 1:
        return "; city: defends with twice its strength, one hit fewer"
    if kit.westwall >> hex_ & 1 and side == GERMAN:
        return "; Westwall: defends with twice its strength, one hit fewer"
    return "; town: one hit fewer, no flank" if kit.towns >> hex_ & 1 else ""
