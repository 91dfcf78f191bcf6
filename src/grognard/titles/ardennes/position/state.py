"""The position: flat columns by unit, sets as ints, and a stack of decisions.

Only the functions below change where units are, what markers they carry and
who holds what; each calls `changed`, so that what is derived from the position
(zones, supply) is computed once and never stale.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from copy import copy as shallow
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import msgspec

from grognard.ground.hexes import Hex, HexSet
from grognard.titles.ardennes.kit.kit import (
    ALLIED,
    GERMAN,
    KITS,
    CardId,
    Kit,
    Side,
    UnitId,
    UnitSet,
)
from grognard.titles.ardennes.position.decisions import NO_CARD, Battle, Decision
from grognard.waist.title import Seat

Where: TypeAlias = Hex
"""A hex, or one of the boxes below."""

RESERVE: Final = Hex(-1)
CALENDAR: Final = Hex(-2)  # see State.due
OKW: Final = Hex(-3)
DEAD: Final = Hex(-4)
EXITED: Final = Hex(-5)

SEATS: Final[tuple[Seat, ...]] = (Seat("german"), Seat("allied"))

FIRST_DAY: Final = 16

SOLITAIRE, TWO_PLAYERS = "gs", "2p"
"""The games, as scenarios name them."""

# Where a card is.
ENTERING, AVAILABLE, RETURNED, PILE, HAND, DISCARDS, SHOWN = range(7)
"""RETURNED lies with AVAILABLE but came there this morning; SHOWN is face up on the table."""

T = TypeVar("T")


class Terms(msgspec.Struct, frozen=True):
    """What the players agreed on: scenario and charts (see `open_kit`), options by value."""

    kit: str
    options: tuple[tuple[str, str], ...]


class Record(msgspec.Struct, frozen=True):
    """What is remembered of an activation; put away as a whole when it ends."""

    active: UnitSet = 0
    recovering: UnitSet = 0  # Dispersed when it began
    moved: UnitSet = 0
    fought: UnitSet = 0
    rushed: UnitSet = 0  # moved strategically
    tactics_left: int = 0
    rolled: HexSet = 0  # roadblock hexes rolled for
    placed: HexSet = 0  # roadblocks placed
    trodden: HexSet = 0  # hexes German units stood in
    mined: int = 0  # bridges checked for demolition
    forded: int = 0  # river hexsides crossed without a bridge
    bridged: int = 0  # bridges crossed into enemy ZOC
    crossed: int = 0  # bridges crossed, for 16 December
    full_march: bool = False  # Raise the Alarm
    support: tuple[str, ...] = ()  # tactics an army card gives every attack (2P)


NO_RECORD: Final = Record()
"""Between activations."""


class State(msgspec.Struct, dict=True):  # a dict, for the kit and for what is derived
    """Where everything stands."""

    quiet = False  # no field: see `Asking.simulate`

    terms: Terms
    hex_of: list[Hex]
    steps: bytearray
    stacks: dict[Hex, UnitSet]
    occupied: list[HexSet]  # by side
    due: dict[UnitId, int]  # units in the calendar: their day
    german_towns: HexSet
    bridges: int  # river hexsides with a standing bridge
    german_bridges: int  # of them held by the Germans
    cards: list[bytearray]  # by side: where each card is
    day: int = FIRST_DAY - 1
    dispersed: UnitSet = 0
    unsupplied: UnitSet = 0  # Out of Supply markers
    isolated: UnitSet = 0
    dry: UnitSet = 0  # Out of Fuel
    dug_in: HexSet = 0  # Improved Positions
    roadblocks: HexSet = 0
    fresh: UnitSet = 0  # deployed today
    late: UnitSet = 0  # in the Reserve box since yesterday: delayed reserves
    airlifted: UnitSet = 0  # resupplied by air until the next Supply Phase
    besieged: UnitSet = 0  # Isolated before this Supply Phase, and still: they roll in it
    assigned: dict[str, str] = msgspec.field(default_factory=dict)  # OKW division: corps
    shown: CardId = NO_CARD  # the Allied card turned up for the level (GS)
    actions: int = 0  # action cards left in their deck, as bits
    cup: list[int] = msgspec.field(default_factory=list)  # chits left in the cup by kind
    today: frozenset[str] = frozenset()  # events in force until the day ends
    used_once: frozenset[str] = frozenset()  # events that happen once a game
    skipping: bool = False  # Commandos: the next Allied impulse is skipped
    exit_points: int = 0
    used: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    """By side, the corps activated in the impulse on the table."""
    rested: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    """By side, the corps activated in the last one."""
    opened: UnitSet = 0  # German units activated in the opening (2P)
    record: Record = NO_RECORD
    battle: Battle | None = None
    over: bool = False
    stack: tuple[Decision, ...] = ()

    def __post_init__(self) -> None:
        # Nothing of the class may bear these names: it would be asked first each time.
        self.__dict__.update(kit=KITS[self.terms.kit], facts={}, own_facts=({}, {}))

    if TYPE_CHECKING:

        @property
        def kit(self) -> Kit:
            """What does not change."""

        @property
        def facts(self) -> dict[Hashable, Any]:
            """What has been derived from the position as it is now."""

        @property
        def own_facts(self) -> tuple[dict[Hashable, Any], dict[Hashable, Any]]:
            """By side, what has been derived without looking at the other side's units."""

    @property
    def top(self) -> Decision:
        return self.stack[-1]


def copy(state: State) -> State:
    """An independent copy; a few microseconds. It shares what was derived so far."""
    twin = shallow(state)
    twin.__dict__.update(state.__dict__)
    twin.hex_of = state.hex_of[:]
    twin.steps = state.steps[:]
    twin.stacks = state.stacks.copy()
    twin.occupied = state.occupied[:]
    twin.due = state.due.copy()
    twin.cards = [pile[:] for pile in state.cards]
    twin.assigned = state.assigned.copy()
    twin.cup = state.cup[:]
    return twin


def changed(state: State) -> None:
    """The position is another now: nothing derived from it holds."""
    state.__dict__["facts"] = {}
    state.__dict__["own_facts"] = {}, {}


def _forget(state: State, side: Side, kept: dict[Hashable, Any]) -> None:
    """The side's own facts are these, and no more."""
    german, allied = state.own_facts
    state.__dict__["own_facts"] = (kept, allied) if side == GERMAN else (german, kept)


def _look_again(facts: dict[Hashable, Any], kept: dict[Hashable, Any], hexes: HexSet) -> None:
    """Of the zone makers as they were known only those in some hexes may be others now."""
    makers = facts.get("zone makers")
    if makers is not None:
        kept["stale zones"] = makers, hexes
    elif (stale := facts.get("stale zones")) is not None:
        kept["stale zones"] = stale[0], stale[1] | hexes


def _moved(state: State, side: Side, unit: UnitSet, old: Hex, where: Hex) -> None:
    """A unit changed its place: who stands on the map, and which zones to look at, is known."""
    facts, kept = state.own_facts[side], dict[Hashable, Any]()
    if (here := facts.get("standing")) is not None:
        kept["standing"] = here | unit if where >= 0 else here & ~unit
    if old >= 0 and where >= 0 and (boxes := facts.get("boxes")) is not None:
        kept["boxes"] = boxes
    _look_again(facts, kept, (1 << old if old >= 0 else 0) | (1 << where if where >= 0 else 0))
    state.__dict__["facts"] = {}
    _forget(state, side, kept)


_COUNTED: Final = frozenset(
    (
        "bridges",
        "dispersed",
        "german_bridges",
        "german_towns",
        "isolated",
        "roadblocks",
        "today",
    )
)
"""The columns that a side's own facts look at, besides where its units are."""


_PLACES: Final = ("standing", "boxes")
"""The own facts that look at nothing but where the units are."""

_ZONES: Final = ("zone", "zone makers", "stale zones")
_ZONED: Final = frozenset(("dispersed", "isolated"))
"""The columns that zones of control look at, besides where the units are."""


def _keep(facts: dict[Hashable, Any], names: tuple[str, ...]) -> dict[Hashable, Any]:
    return {name: facts[name] for name in names if name in facts}


def fact(state: State, key: Hashable, derive: Callable[[], T]) -> T:
    """What `derive` answers, computed once for a position."""
    value: T | None = state.facts.get(key)  # a fact that is None is derived again
    if value is None:
        value = state.facts[key] = derive()
    return value


def own_fact(state: State, side: Side, key: Hashable, derive: Callable[[], T]) -> T:
    """The same for what depends on no unit of the other side, or on those in the key alone.

    It outlives their moves, and what an activation remembers of its units.
    """
    facts = state.own_facts[side]
    value: T | None = facts.get(key)
    if value is None:
        value = facts[key] = derive()
    return value


# -- the game -------------------------------------------------------------------------


def game_of(state: State) -> str:
    """Which of the two games is played: what only one of them has is registered by it."""
    return state.kit.scenario.game


def solitaire(state: State) -> bool:
    """German Solitaire: the rules play the Allies."""
    return state.kit.scenario.game == SOLITAIRE


def scripted(state: State, side: Side) -> bool:
    return side == ALLIED and solitaire(state)


def other(side: Side) -> Side:
    return ALLIED if side == GERMAN else GERMAN


def option(state: State, key: str) -> str:
    """The value a match is set to."""
    return dict(state.terms.options)[key]


# -- sets of units ---------------------------------------------------------------------


def ids(units: UnitSet) -> Iterator[UnitId]:
    """The units of a set, lowest first."""
    return iter(each(units))


@lru_cache(maxsize=1 << 14)  # formations, stacks and bridges come again and again
def each(units: UnitSet) -> tuple[UnitId, ...]:
    """The same at hand, for what is asked often."""
    found = []
    while units:
        low = units & -units
        found.append(UnitId(low.bit_length() - 1))
        units ^= low
    return tuple(found)


def ascending(state: State, units: UnitSet) -> list[UnitId]:
    """By selector number, equal ones by corps (EA-S.66)."""
    return sorted(each(units), key=state.kit.order.__getitem__)


def units_in(state: State, hex_: Hex) -> UnitSet:
    return state.stacks.get(hex_, 0)


def standing(state: State, side: Side) -> UnitSet:
    """The side's units on the map."""
    facts = state.own_facts[side]
    found: UnitSet | None = facts.get("standing")
    if found is None:
        found = 0
        for stack in state.stacks.values():
            found |= stack
        found = facts["standing"] = found & state.kit.side_units[side]
    return found


def boxed(state: State, box: Hex, side: Side) -> UnitSet:
    """The side's units in an off-map box."""
    boxes: dict[Hex, UnitSet] = own_fact(state, side, "boxes", dict)
    found = boxes.get(box)
    if found is None:
        found, hex_of = 0, state.hex_of
        for unit in each(state.kit.side_units[side]):
            if hex_of[unit] == box:
                found |= 1 << unit
        boxes[box] = found
    return found


def corps_of(state: State, unit: UnitId) -> str:
    """The corps a unit belongs to; an OKW division's is assigned on release (EA-S.22)."""
    face = state.kit.units[unit]
    return state.assigned.get(face.division, face.corps)


def corps_units(state: State, corps: str) -> UnitSet:
    """All units of a corps, OKW divisions assigned to it included."""
    units = state.kit.corps_units.get(corps, 0)
    for division, assigned in state.assigned.items():
        if assigned == corps:
            units |= state.kit.division_units[division]
    return units


def army_of(state: State, unit: UnitId) -> str:
    """The army a unit belongs to, by its corps."""
    return state.kit.army_of_corps[corps_of(state, unit)]


def strength(state: State, unit: UnitId) -> int:
    return state.kit.units[unit].strength[state.steps[unit]]


def steps_of(state: State, units: UnitSet) -> int:
    total, steps = 0, state.steps
    for unit in each(units):
        total += steps[unit]
    return total


def names_of(state: State, units: UnitSet) -> tuple[str, ...]:
    return tuple(map(state.kit.names.__getitem__, each(units)))


# -- the only changes of place, strength, markers and control ------------------------------


def put(state: State, unit: UnitId, where: Hex) -> None:
    """Moves a unit to a hex or a box; who holds the place is `occupy`'s business."""
    bit, old, side = 1 << unit, state.hex_of[unit], state.kit.side_of[unit]
    state.hex_of[unit] = where
    if old >= 0:
        left = state.stacks[old] ^ bit
        if left:
            state.stacks[old] = left
        else:
            del state.stacks[old]
            state.occupied[side] ^= 1 << old
            state.dug_in &= ~(1 << old)  # left empty, it is gone
    if where >= 0:
        state.stacks[where] = state.stacks.get(where, 0) | bit
        state.occupied[side] |= 1 << where
    else:
        _strip(state, bit)
    _moved(state, side, bit, old, where)


def lose_step(state: State, unit: UnitId) -> bool:
    """One step gone; true if that was the last."""
    state.steps[unit] -= 1
    _steps_changed(state, state.kit.side_of[unit])
    if state.steps[unit]:
        return False
    put(state, unit, DEAD)
    return True


def add_step(state: State, unit: UnitId) -> None:
    """One step more."""
    state.steps[unit] += 1
    _steps_changed(state, state.kit.side_of[unit])


def _steps_changed(state: State, side: Side) -> None:
    state.__dict__["facts"] = {}
    _forget(state, side, _still(state.own_facts[side], 0))


def _strip(state: State, units: UnitSet) -> None:
    state.dispersed &= ~units
    state.unsupplied &= ~units
    state.isolated &= ~units


def mark(state: State, **columns: object) -> None:
    """Sets columns of markers, towns, bridges or blocks outright."""
    own, touched = False, 0
    for name, value in columns.items():
        if name in _COUNTED and (old := getattr(state, name)) != value:
            own, touched = True, touched | (old ^ value if name in _ZONED else 0)
        setattr(state, name, value)
    state.__dict__["facts"] = {}
    if own:
        hexes = _hexes_of(state, touched)
        german, allied = state.own_facts
        state.__dict__["own_facts"] = _still(german, hexes), _still(allied, hexes)


def note(state: State, **changes: object) -> None:
    """Changes what is remembered of the activation on the table."""
    keep_record(state, msgspec.structs.replace(state.record, **changes))


def keep_record(state: State, record: Record) -> None:
    """Begins the record of an activation anew, goes on with it, or puts it away."""
    old, state.record = state.record, record
    state.__dict__["facts"] = {}
    if _crossings(old) != _crossings(record):
        german, allied = state.own_facts
        state.__dict__["own_facts"] = _still(german, 0), _still(allied, 0)


def _crossings(record: Record) -> tuple[int, int, int]:
    """What a side's own facts look at in a record."""
    return record.forded, record.bridged, record.crossed


def _hexes_of(state: State, units: UnitSet) -> HexSet:
    bits = 0
    for unit in each(units):
        bits |= 1 << state.hex_of[unit] if state.hex_of[unit] >= 0 else 0
    return bits


def _still(facts: dict[Hashable, Any], hexes: HexSet) -> dict[Hashable, Any]:
    """What holds when no unit has moved, but some in these hexes may control no zone, or one."""
    if not hexes:
        return _keep(facts, _PLACES + _ZONES)
    kept = _keep(facts, _PLACES)
    _look_again(facts, kept, hexes)
    return kept
