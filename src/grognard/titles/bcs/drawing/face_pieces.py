"""The counters as players see them: all of them, since nothing is hidden.

A combat unit shows left to right AV with its kind and range, the Action Rating
behind an arrow if the side that is up may attack, and the movement allowance
with its type; the Move side lies on paler ground and has a » beside the symbol.
HQs go by "HQ 506" and Trains by "Trains 506".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from grognard.book.words import counted
from grognard.titles.bcs.kit.kit import (
    DEPLOYED,
    DUAL,
    KITS,
    LIGHT,
    MOVE,
    NO_FORMATION,
    RED,
    STANDOFF,
    Face,
    Formation,
    FormationId,
    Kit,
    Unit,
    UnitId,
)
from grognard.titles.bcs.position import decisions as dec
from grognard.titles.bcs.position.state import (
    BOX,
    DEAD,
    EXITED,
    FATIGUE,
    OFF_MAP,
    REMOVED,
    RETURNING,
    WAITING,
    State,
    each,
    face,
)
from grognard.titles.bcs.rules.command.prepared import protects
from grognard.titles.bcs.words.wording import hq_name, points, trains_name
from grognard.waist import scene as art

# Paler ground for the Move side.
_GROUNDS: Final = (("#d8dab4", "#b5b97c"), ("#d5d8d8", "#a3aaad"))
_INK: Final = "#1b1a17"
_BANDS: Final = (
    "#7a2e2e",
    "#2f5d50",
    "#3b4a7a",
    "#b07a1f",
    "#5b3a6b",
    "#2f7f98",
    "#6b6b1f",
    "#a84470",
    "#3f8a3f",
    "#b4562a",
)
_SYMBOLS: Final = {
    "TANK": "armour",
    "ARMINF": "mechanised_infantry",
    "MOTINF": "motorised_infantry",
    "INF": "infantry",
    "PARA": "airborne",
    "GLIDER": "airborne",
    "ENG": "engineer",
    "RECON": "reconnaissance",
    "AT": "antitank",
    "TD": "tank_destroyer",
    "ASSAULTGUN": "tank_destroyer",
}
_SIZES: Final = {"bn": "II", "co": "I"}
SIDE_WORDS: Final = ("american", "german")
TYPE_WORDS: Final = ("Leg", "Tac", "Truck")
_TYPES: Final = ("L", "T", "Tr")
_TYPE_INKS: Final = ("#1f4e8c", "#a3160f", "#1b1a17")
KIND_WORDS: Final = ("no", "Light", "Dual", "Red", "Stand Off")
_KINDS: Final = {LIGHT: "L", DUAL: "D", RED: "", STANDOFF: "S"}
_KIND_INKS: Final = ("", "#1f4e8c", "#7a3e00", "#a3160f", "#1b1a17")
_FACES: Final = ("Move side", "Deployed side")
_PLACES: Final = {
    BOX: "in the Support box",
    WAITING: "in the column before its entry hex",
    RETURNING: "off the map by a retreat, back next turn",
    DEAD: "in the Dead Pile",
    EXITED: "has left the map",
    REMOVED: "gone with its Formation",
}


@lru_cache(maxsize=16)
def bands(key: str) -> tuple[str, ...]:
    """A colour for each formation; those of one side all differ, the first ones of both too."""
    kit = KITS[key]
    counts = [0, len(_BANDS) // 2]
    found = []
    for formation in kit.formations:
        found.append(_BANDS[counts[formation.side] % len(_BANDS)])
        counts[formation.side] += 1
    return tuple(found)


def band_of(state: State, number: FormationId) -> str:
    return "" if number == NO_FORMATION else bands(state.terms.kit)[number]


# -- in words ----------------------------------------------------------------------------------


def av_text(shown: Face) -> str:
    """Armor Value, a letter for its kind unless it is Red, and its range if above 1."""
    if not shown.av:
        return ""
    reach = f"/{shown.range}" if shown.range > 1 else ""
    return f"{shown.av}{_KINDS[shown.kind]}{reach}"


def ma_text(shown: Face) -> str:
    return f"{points(shown.ma)}{_TYPES[shown.type]}"


def face_words(shown: Face) -> str:
    """A side of a counter in a line."""
    far = f" range {shown.range}" if shown.range > 1 else ""
    armour = f"AV {shown.av} {KIND_WORDS[shown.kind]}{far}" if shown.av else "no AV"
    arrow = ", Assault Arrow" if shown.arrow else ""
    plain = "" if shown.prepared else ", Unprepared"
    return f"AR {shown.ar}, {armour}{arrow}, {points(shown.ma)} {TYPE_WORDS[shown.type]}{plain}"


# -- the counters ------------------------------------------------------------------------------


def pieces(state: State) -> Iterator[art.Piece]:
    """Every counter: in a hex Trains below, then HQ, then units, the best ranged AV on top.

    While HQs are what one picks, they lie on top.
    """
    playing = [f for f in state.kit.formations if _in_play(state, f)]
    yield from (_trains(state, formation) for formation in playing)
    hqs = [_hq(state, formation) for formation in playing]
    above = bool(state.stack) and isinstance(state.top, _OF_HQS)
    if not above:
        yield from hqs
    for unit in sorted(state.kit.units, key=lambda unit: _from_below(state, unit)):
        if state.hex_of[unit.id] != REMOVED:
            yield _unit(state, unit)
    if above:
        yield from hqs


_OF_HQS: Final = (dec.Choosing, dec.HqMoving, dec.HqRetreat)


def _in_play(state: State, formation: Formation) -> bool:
    return state.hq[formation.id] != REMOVED


def _from_below(state: State, unit: Unit) -> tuple[int, int, int, int]:
    """The order in a stack (BCS-5.5.b); the unit in hand above all."""
    shown = face(state, unit.id)
    held = any(isinstance(d, dec.Acting) and d.unit == unit.id for d in state.stack)
    return state.hex_of[unit.id], held, shown.av, shown.range


def _unit(state: State, unit: Unit) -> art.Piece:
    where, number = state.hex_of[unit.id], state.command[unit.id]
    up = DEPLOYED if state.deployed >> unit.id & 1 else MOVE
    shown, down = unit.faces[up], unit.faces[1 - up]
    key = "" if number == NO_FORMATION else state.kit.formations[number].key
    moving = not unit.single and up == MOVE
    return art.Piece(
        id=unit.name,
        hex=state.kit.grid.label(where) if where >= 0 else "",
        side=SIDE_WORDS[unit.side],
        symbol=_SYMBOLS.get(unit.symbol, "unknown"),
        size=_SIZES.get(unit.size, ""),
        name=unit.name,
        parent=key,
        figures=f"{'►' if shown.arrow else ''}{shown.ar}",
        corners=(_traits(unit, moving=moving), "", av_text(shown), ma_text(shown)),
        inks=("", "", _KIND_INKS[shown.kind], _TYPE_INKS[shown.type]),
        ground=_GROUNDS[unit.side][MOVE if moving else DEPLOYED],
        ink=_INK,
        band=band_of(state, number),
        formation=key,
        steps=state.steps[unit.id],
        steps_max=unit.steps,
        steps_as="circle",
        face="single-sided" if unit.single else _FACES[up],
        reverse="" if unit.single else face_words(down),
        badges=tuple(unit_badges(state, unit.id)),
        title=_title(state, unit, shown),
        spent=bool(where >= 0 and state.finished >> unit.id & 1),
    )


def _traits(unit: Unit, *, moving: bool) -> str:
    return f"{'»' if moving else ''}{'B' if unit.breakthrough else 'H' if unit.hard else ''}"


def _title(state: State, unit: Unit, shown: Face) -> str:
    number = state.command[unit.id]
    home = "unassigned" if number == NO_FORMATION else state.kit.formations[number].name
    traits = ["Independent"] * unit.independent + ["Recon"] * unit.recon + ["Hard"] * unit.hard
    traits += ["Breakthrough"] * unit.breakthrough + ["not to be rebuilt"] * (not unit.rebuild)
    more = f" ({', '.join(traits)})" if traits else ""
    where = state.hex_of[unit.id]
    place = f"; {_PLACES[where]}" if where in _PLACES else ""
    return f"{unit.title}, {home}{more}: {face_words(shown)}{place}"


def unit_badges(state: State, unit: UnitId) -> Iterator[art.Badge]:
    """What a unit has done in the Activation, and what markers lie on it."""
    bit = 1 << unit
    if state.finished & bit:
        yield art.Badge("FIN", "Finished", "#55504a")
    elif state.stopped & bit:
        yield art.Badge("ST", "STOP: may still fight", "#b3261e")
    if spent := state.fired.get(unit, 0):
        left = max(0, state.kit.number("limits.fire_events") - spent)
        yield art.Badge(f"F{left}", f"Fire Events left: {left}", "#c4631a")
    if state.dropped & bit:
        yield art.Badge("DS", "Dropped Support marker", "#7d1010")
    elif state.stripped & bit:
        yield art.Badge("ds", "Support dropped", "#a05a5a")
    if protects(state, unit):
        yield art.Badge("PD", "in Prepared Defense", "#2f6b2f")
    if state.moved & bit and not state.finished & bit:
        yield art.Badge("M", "has moved", "#44546a")


# -- HQs and Trains ----------------------------------------------------------------------------


def _hq(state: State, formation: Formation) -> art.Piece:
    where = state.hq[formation.id]
    return art.Piece(
        id=hq_name(formation.key),
        hex=state.kit.grid.label(where) if where >= 0 else "",
        side=SIDE_WORDS[formation.side],
        symbol="headquarters",
        name=hq_name(formation.key),
        figures=f"r{formation.radius}",
        # All HQs go by Truck; the roll stands where units have their steps.
        corners=("", f"{formation.second}+", "", points(formation.ma)),
        ground=_GROUNDS[formation.side][DEPLOYED],
        ink=_INK,
        band=bands(state.terms.kit)[formation.id],
        formation=formation.key,
        face="used" if state.used >> formation.id & 1 else "not used yet",
        badges=tuple(hq_badges(state, formation)),
        title=_hq_title(state, formation),
        offers=_tasks(state, formation, ("movehq", "pullback"), done=state.hq_moved),
        spent=bool(state.used >> formation.id & 1 and state.active != formation.id),
    )


def _hq_title(state: State, formation: Formation) -> str:
    guns = formation.arty + state.guns[formation.id]
    return (
        f"HQ of {formation.name}: Command Radius {formation.radius}, Second Activation on "
        f"{formation.second} or more, {points(formation.ma)} Truck, Artillery Points {guns}, "
        f"{FATIGUE[state.fatigue[formation.id]]}"
    )


_FATIGUE_MARKS: Final = ("FR", "F0", "F1", "F2", "F3", "F4")
_FATIGUE_INKS: Final = ("#2f6b2f", "#5f7a3a", "#b58a1a", "#c4631a", "#b3261e", "#7d1010")


def hq_badges(state: State, formation: Formation) -> Iterator[art.Badge]:
    """Fatigue, Coordination, MSR Blocked, Prepared Defense."""
    number = formation.id
    level = state.fatigue[number]
    yield art.Badge(_FATIGUE_MARKS[level], f"Fatigue: {FATIGUE[level]}", _FATIGUE_INKS[level])
    if state.blocked[number]:
        words = f"MSR Blocked, level {state.blocked[number]}"
        yield art.Badge(f"B{state.blocked[number]}", words, "#7d1010")
    if state.coordination >> number & 1:
        yield art.Badge("CO", "Coordination", "#5b3a6b")
    if state.prepared >> number & 1:
        yield art.Badge("PD", "Prepared Defense", "#2f6b2f")
    if state.recovered >> number & 1:
        yield art.Badge("R", "has recovered this turn", "#356b8a")
    if state.active == number:
        yield art.Badge("A", "active", "#2f6b2f")


def _trains(state: State, formation: Formation) -> art.Piece:
    where, ghost = state.trains[formation.id], state.ghost >> formation.id & 1
    side = "Ghost" if ghost else "Regular"
    blocked = art.Badge("OFF", "off the map: no Legal Hex", "#7d1010")
    return art.Piece(
        id=trains_name(formation.key),
        hex=state.kit.grid.label(where) if where >= 0 else "",
        side=SIDE_WORDS[formation.side],
        symbol="trains",
        name=trains_name(formation.key),
        figures=side,
        ground="#efece0" if ghost else _GROUNDS[formation.side][DEPLOYED],
        ink="#6a655a" if ghost else _INK,
        band=bands(state.terms.kit)[formation.id],
        formation=formation.key,
        face=side,
        reverse="Regular" if ghost else "Ghost",
        badges=(blocked,) if where == OFF_MAP else (),
        title=f"Combat Trains of {formation.name}, {side}",
        offers=_tasks(state, formation, ("movetrains",), done=state.trains_moved),
        shows="trains",
    )


def _tasks(
    state: State, formation: Formation, verbs: tuple[str, ...], *, done: bool
) -> tuple[str, ...]:
    """What is meant for the HQ or Trains of the active formation, for these actions name none."""
    top = state.top if state.stack else None
    acts = isinstance(top, dec.Activities) and top.formation == formation.id
    return verbs if acts and not done else ()


# -- what a tray says of a hex ---------------------------------------------------------------------


def stacks(state: State) -> Iterator[art.Stack]:
    """Steps and best values of each stack, and what the ground is worth to it."""
    for hex_ in sorted(state.stacks):
        units = each(state.stacks[hex_])
        faces = [face(state, unit) for unit in units]
        parts = [counted(sum(state.steps[unit] for unit in units), "step")]
        parts.append(f"AR {max(shown.ar for shown in faces)}")
        if best := max(shown.av for shown in faces):
            parts.append(f"AV {best}")
        parts += _ground(state.kit, hex_)
        yield art.Stack(state.kit.grid.label(hex_), ", ".join(parts))


def _ground(kit: Kit, hex_: int) -> Iterator[str]:
    if kit.cities >> hex_ & 1:
        yield "in a City (Key Terrain)"
    elif kit.is_terrain >> hex_ & 1:
        yield "in Terrain"
