"""The position: flat columns by unit and by formation, sets as ints, and a stack of decisions.

Only the functions below change where counters are, which side they show, how
many steps they have and what markers lie about; each forgets what was derived
from the position (zones, safe paths, routes) and may have changed with it, so
that it is computed once and never stale.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from copy import copy as shallow
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

import msgspec

from grognard.ground.hexes import Hex, HexSet
from grognard.titles.bcs.kit.kit import (
    DEPLOYED,
    KITS,
    MOVE,
    NO_FORMATION,
    US,
    Face,
    Formation,
    FormationId,
    Kit,
    Side,
    UnitId,
    UnitSet,
)
from grognard.titles.bcs.position.decisions import Decision, Fight
from grognard.waist.title import Seat

FormationSet = int
"""Formations by the bits of their numbers."""

# Where a unit, HQ or Trains is when not in a hex.
OFF: Final = Hex(-1)  # not yet arrived
WAITING: Final = Hex(-2)  # arrived, in the column before an edge hex: see State.entry
BOX: Final = Hex(-3)  # Support box of its formation
RETURNING: Final = Hex(-4)  # off the map by a retreat, back next turn
DEAD: Final = Hex(-5)  # Dead Pile
EXITED: Final = Hex(-6)  # left the map for points
REMOVED: Final = Hex(-7)  # gone with its formation
OFF_MAP: Final = Hex(-8)  # Trains without a Legal Hex

SEATS: Final[tuple[Seat, ...]] = (Seat("american"), Seat("german"))

NO_ROLL, FAIL, PARTIAL, FULL = range(4)
"""What the SNAFU roll of the Activation came to."""

FATIGUE: Final = ("Fresh", "Fat-0", "Fat-1", "Fat-2", "Fat-3", "Fat-4")

Facts: TypeAlias = dict[Hashable, Any]
"""What has been derived from a position, by key."""

T = TypeVar("T")


class Terms(msgspec.Struct, frozen=True):
    """What the players agreed on: scenario and charts (see `open_kit`), options by value."""

    kit: str
    options: tuple[tuple[str, str], ...]


class Route(msgspec.Struct, frozen=True, cache_hash=True):
    """A Main Supply Route: HQ to Trains, then Trains to a Supply Source, ends included.

    `by` is what its owner measures the rear in.
    """

    front: tuple[Hex, ...]
    rear: tuple[Hex, ...]
    by: str = "hexes"


class State(msgspec.Struct, dict=True):  # a dict, for the kit and for what is derived
    """Where everything stands."""

    quiet = False  # no field: see `Asking.simulate`

    terms: Terms
    # by unit
    hex_of: list[Hex]
    steps: bytearray
    command: list[FormationId]  # the formation a unit serves in; Independents by assignment
    stacks: dict[Hex, UnitSet]
    occupied: list[HexSet]  # by side, hexes with combat units
    # by formation
    hq: list[Hex]
    trains: list[Hex]
    fatigue: bytearray  # FRESH … FAT4
    blocked: bytearray  # MSR Blocked: 0, 1, 2
    guns: bytearray  # corps Artillery Points assigned
    routes: list[Route | None]  # the MSR last established; see `trains.msr`
    deployed: UnitSet = 0  # units on their Deployed side
    dropped: UnitSet = 0  # Dropped Support markers
    established: UnitSet = 0  # Support came to them, and is there until they drop it
    entry: dict[UnitId, Hex] = msgspec.field(default_factory=dict)  # for WAITING
    ghost: FormationSet = 0
    coordination: FormationSet = 0
    prepared: FormationSet = 0  # Prepared Defense
    recovered: FormationSet = 0  # this turn
    used: FormationSet = 0  # activated this turn
    upkept: FormationSet = 0  # Trains were off the map at an MSR upkeep already
    turn: int = 0
    ground: str = "normal"
    atmosphere: str = ""
    visibility: int = 0
    air: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    replacements: list[list[int]] = msgspec.field(default_factory=lambda: [[0, 0], [0, 0]])
    """By side: AV, non-AV."""
    corps: list[int] = msgspec.field(default_factory=lambda: [0, 0])  # points not assigned yet
    first: Side = US  # who goes first this turn
    german: HexSet = 0  # victory hexes under German control
    blown: int = 0  # bridges down, by number
    tested: int = 0  # bridges whose die was rolled
    exited: int = 0  # steps that left the map for points
    bonus: int = 0  # points of the timetable
    traffic: HexSet = 0
    # the Activation on the table
    active: FormationId = NO_FORMATION
    second: bool = False
    snafu: int = NO_ROLL
    began: dict[UnitId, Hex] = msgspec.field(default_factory=dict)  # where active units began
    moved: UnitSet = 0  # entered a hex in this Activation
    acted: UnitSet = 0  # began an activity
    stopped: UnitSet = 0
    finished: UnitSet = 0
    fired: dict[UnitId, int] = msgspec.field(default_factory=dict)  # Fire Events spent
    stripped: UnitSet = 0  # Support dropped for the rest of the Activation
    offered: UnitSet = 0  # markers whose owner was asked in the enemy's Activation
    objectives: tuple[Hex, ...] = ()
    attacked: HexSet = 0  # by Regular Attacks
    barraged: HexSet = 0
    arty: int = 0  # Artillery Points left
    hq_moved: bool = False
    trains_moved: bool = False
    trains_fled: bool = False  # its Trains were displaced
    fatiguing: bool = False  # something was done that tires
    coordinated: bool = False  # the SNAFU roll was made under Coordination
    mixed: bool = False  # Mixing happened in this Activation
    fight: Fight | None = None
    over: bool = False
    stack: tuple[Decision, ...] = ()

    def __post_init__(self) -> None:
        # Nothing of the class may bear these names: it would be asked first each time.
        kit = KITS[self.terms.kit]
        self.__dict__.update(kit=kit, facts={}, own_facts=({}, {}), rear_facts={})

    if TYPE_CHECKING:

        @property
        def kit(self) -> Kit:
            """What does not change."""

        @property
        def facts(self) -> Facts:
            """What has been derived from the position as it is now."""

        @property
        def own_facts(self) -> tuple[Facts, Facts]:
            """By side, what has been derived without looking at the other side's units."""

        @property
        def rear_facts(self) -> Facts:
            """What has been derived from HQs, Trains, MSRs, roads and sources, and from no unit."""

    @property
    def top(self) -> Decision:
        return self.stack[-1]


def copy(state: State) -> State:
    """An independent copy; a few microseconds. It knows what was derived so far."""
    twin = shallow(state)
    us, german = state.own_facts
    twin.__dict__.update(
        kit=state.kit,
        facts=state.facts.copy(),
        own_facts=(us.copy(), german.copy()),
        rear_facts=state.rear_facts.copy(),
    )
    for name in _LISTS:
        setattr(twin, name, getattr(state, name)[:])
    for name in _DICTS:
        setattr(twin, name, getattr(state, name).copy())
    twin.replacements = [pool[:] for pool in state.replacements]
    return twin


_LISTS: Final = (
    "hex_of",
    "steps",
    "command",
    "occupied",
    "hq",
    "trains",
    "fatigue",
    "blocked",
    "guns",
    "routes",
    "air",
    "corps",
)
_DICTS: Final = ("stacks", "entry", "began", "fired")


def changed(state: State, side: Side | None = None) -> None:
    """The position is another now: nothing derived from it holds.

    When only counters of one side changed, what the other's own facts say still does.
    """
    store = state.__dict__
    store["facts"] = {}
    if side is None:
        store["own_facts"] = {}, {}
        store["rear_facts"] = {}
    else:
        _keep(state, side, {})


def _keep(state: State, side: Side, own: Facts) -> None:
    """These are all that is left of what was derived from the side's units."""
    us, german = state.own_facts
    state.__dict__["own_facts"] = (own, german) if side == US else (us, own)


class Shift(NamedTuple):
    """A unit that came from one place to another, or turned over in its place."""

    unit: UnitId
    side: Side
    old: Hex
    new: Hex


CARRIERS: Final[list[Callable[[State, Facts, Facts, Shift], None]]] = []
"""By chapter, what takes over of a side's own facts after a shift what is true still."""


def _shifted(state: State, shift: Shift) -> None:
    """What was derived from the position is forgotten, but for what its chapters can mend."""
    before, after = state.own_facts[shift.side], Facts()
    if before:
        for carry in CARRIERS:
            carry(state, before, after, shift)
    state.__dict__["facts"] = {}
    _keep(state, shift.side, after)


def fact(state: State, key: Hashable, derive: Callable[[], T]) -> T:
    """What `derive` answers, computed once for a position."""
    value: T | None = state.facts.get(key)  # a fact that is None is derived again
    if value is None:
        value = state.facts[key] = derive()
    return value


def own_fact(state: State, side: Side, key: Hashable, derive: Callable[[], T]) -> T:
    """The same for what depends on no counter of the other side: it outlives their moves."""
    facts = state.own_facts[side]
    value: T | None = facts.get(key)
    if value is None:
        value = facts[key] = derive()
    return value


def rear_fact(state: State, key: Hashable, derive: Callable[[], T]) -> T:
    """The same for what depends on no unit at all: it outlives all their moves."""
    facts = state.rear_facts
    value: T | None = facts.get(key)
    if value is None:
        value = facts[key] = derive()
    return value


# -- the game ---------------------------------------------------------------------------


def other(side: Side) -> Side:
    return 1 - side


def option(state: State, key: str) -> str:
    """The value a match is set to."""
    return dict(state.terms.options)[key]


# -- units and formations -----------------------------------------------------------------


def ids(units: UnitSet) -> Iterator[UnitId]:
    """The units of a set, lowest first."""
    return iter(each(units))


@lru_cache(maxsize=1 << 14)  # formations and stacks come again and again
def each(units: UnitSet) -> tuple[UnitId, ...]:
    """The same at hand, for what is asked often."""
    found = []
    while units:
        low = units & -units
        found.append(UnitId(low.bit_length() - 1))
        units ^= low
    return tuple(found)


def units_in(state: State, hex_: Hex) -> UnitSet:
    return state.stacks.get(hex_, 0)


def standing(state: State, side: Side) -> UnitSet:
    """The side's units on the map."""
    kept: UnitSet | None = state.own_facts[side].get("standing")
    if kept is not None:  # asked so often that making a function for it shows
        return kept

    def everyone() -> UnitSet:
        units = 0
        for stack in state.stacks.values():
            units |= stack
        return units & state.kit.side_units[side]

    return own_fact(state, side, "standing", everyone)


def face(state: State, unit: UnitId) -> Face:
    """The side of the counter that shows."""
    return state.kit.units[unit].faces[DEPLOYED if state.deployed >> unit & 1 else MOVE]


def formation(state: State, unit: UnitId) -> Formation | None:
    """The formation a unit serves in; None for an unassigned Independent."""
    number = state.command[unit]
    return None if number == NO_FORMATION else state.kit.formations[number]


def serving(state: State, number: FormationId) -> UnitSet:
    """All units that serve in a formation, wherever they are."""
    return _roster(state, state.kit.formations[number].side).get(number, 0)


def _roster(state: State, side: Side) -> dict[FormationId, UnitSet]:
    """By formation, the units that serve in it."""
    kept: dict[FormationId, UnitSet] | None = state.own_facts[side].get("roster")
    if kept is not None:  # the same
        return kept

    def find() -> dict[FormationId, UnitSet]:
        found: dict[FormationId, UnitSet] = {}
        command = state.command
        for unit in each(state.kit.side_units[side]):
            found[command[unit]] = found.get(command[unit], 0) | 1 << unit
        return found

    return own_fact(state, side, "roster", find)


def in_field(state: State, number: FormationId) -> UnitSet:
    """The units of a formation on the map."""
    return serving(state, number) & standing(state, state.kit.formations[number].side)


def boxed(state: State, number: FormationId) -> UnitSet:
    """The units in a formation's Support box."""
    return serving(state, number) & _in_boxes(state, state.kit.formations[number].side)


def _in_boxes(state: State, side: Side) -> UnitSet:
    """The side's units in Support boxes."""
    kept: UnitSet | None = state.own_facts[side].get("boxed")
    if kept is not None:  # the same
        return kept

    def find() -> UnitSet:
        units, hex_of = 0, state.hex_of
        for unit in each(state.kit.side_units[side]):
            if hex_of[unit] == BOX:
                units |= 1 << unit
        return units

    return own_fact(state, side, "boxed", find)


def _carry(state: State, before: Facts, after: Facts, shift: Shift) -> None:
    """Who serves where, who is on the map and who in a box, once a unit is elsewhere."""
    bit = 1 << shift.unit
    roster = before.get("roster")
    if roster is not None and roster.get(state.command[shift.unit], 0) & bit:
        after["roster"] = roster
    for key, inside in (("standing", shift.new >= 0), ("boxed", shift.new == BOX)):
        units = before.get(key)
        if units is not None:
            after[key] = units | bit if inside else units & ~bit


CARRIERS.append(_carry)


def names_of(state: State, units: UnitSet) -> tuple[str, ...]:
    return tuple(state.kit.names[unit] for unit in each(units))


def key_of(state: State, number: FormationId) -> str:
    return state.kit.formations[number].key


def label(state: State, hex_: Hex) -> str:
    return state.kit.grid.label(hex_) if hex_ >= 0 else ""


# -- the only changes of place, side, strength and markers -------------------------------------


def put(state: State, unit: UnitId, where: Hex) -> None:
    """Moves a unit to a hex or a box, and no more: what its coming brings about is `enter`."""
    bit, old, side = 1 << unit, state.hex_of[unit], state.kit.side_of[unit]
    state.hex_of[unit] = where
    if old >= 0:
        left = state.stacks[old] ^ bit
        if left:
            state.stacks[old] = left
        else:
            del state.stacks[old]
            state.occupied[side] ^= 1 << old
    if where >= 0:
        state.stacks[where] = state.stacks.get(where, 0) | bit
        state.occupied[side] |= 1 << where
    else:
        state.dropped &= ~bit
        state.stripped &= ~bit
        state.established &= ~bit
    _shifted(state, Shift(unit, side, old, where))


def lose_steps(state: State, unit: UnitId, count: int) -> int:
    """So many steps gone, or all it has; how many it lost. Without any it is in the Dead Pile."""
    lost = min(count, state.steps[unit])
    state.steps[unit] -= lost
    _bled(state, unit)
    if not state.steps[unit]:
        put(state, unit, DEAD)
    return lost


def gain_step(state: State, unit: UnitId) -> None:
    """One step more."""
    state.steps[unit] += 1
    _bled(state, unit)


def _bled(state: State, unit: UnitId) -> None:
    """Its strength is another: only Support, off the map, asks whether there is any."""
    if state.hex_of[unit] < 0:
        changed(state, state.kit.side_of[unit])


def turn_over(state: State, unit: UnitId, up: int) -> bool:
    """Shows the side `up`; false if it did already or the counter has one side only."""
    if state.kit.units[unit].single or (state.deployed >> unit & 1) == up:
        return False
    state.deployed ^= 1 << unit
    at = state.hex_of[unit]
    _shifted(state, Shift(unit, state.kit.side_of[unit], at, at))
    return True


def serve(state: State, unit: UnitId, number: FormationId) -> None:
    """The unit serves in another formation, or in none, from now on."""
    state.command[unit] = number
    state.established &= ~(1 << unit)
    changed(state, state.kit.side_of[unit])


def place_hq(state: State, number: FormationId, where: Hex) -> None:
    state.hq[number] = where
    _rear_changed(state)


def place_trains(state: State, number: FormationId, where: Hex) -> None:
    state.trains[number] = where
    _rear_changed(state)


def _rear_changed(state: State) -> None:
    """What is behind the lines is another: of what is derived the sides' own facts hold."""
    state.__dict__["facts"] = {}
    state.__dict__["rear_facts"] = {}


def mark(state: State, **columns: object) -> None:
    """Sets columns of markers outright."""
    for name, value in columns.items():
        setattr(state, name, value)
    names = columns.keys()
    if names and names <= _PLAIN:
        return
    if names and names <= _OF_UNITS:
        state.__dict__["facts"] = {}
        return
    if names and names <= _COMMON:
        _rear_changed(state)
        return
    changed(state)


_PLAIN: Final = frozenset(
    (
        "air",
        "arty",
        "blocked",
        "coordinated",
        "coordination",
        "corps",
        "ghost",
        "guns",
        "objectives",
        "prepared",
        "recovered",
        "replacements",
        "snafu",
        "upkept",
        "used",
    )
)
"""Columns that nothing is derived from, or nothing that does not name them in its key."""

_OF_UNITS: Final = frozenset((*_PLAIN, "dropped", "established", "stripped", "traffic"))
"""Columns that no side's own facts are derived from, nor what is behind the lines."""

_COMMON: Final = frozenset((*_OF_UNITS, "german", "routes"))
"""Columns that no side's own facts are derived from."""


def note(state: State, **columns: object) -> None:
    """Sets columns of the Activation that nothing is derived from."""
    for name, value in columns.items():
        setattr(state, name, value)


def clear_activation(state: State) -> None:
    """Forgets the last Activation."""
    stripped = state.stripped
    values, makers = _blank()
    for name, empty in values:
        setattr(state, name, empty)
    for name, make in makers:
        setattr(state, name, make())
    if stripped:
        state.__dict__["facts"] = {}


@cache
def _blank() -> tuple[tuple[tuple[str, Any], ...], tuple[tuple[str, Any], ...]]:
    """The empty columns of an Activation, and what makes those that are filled in their place."""
    columns = [f for f in msgspec.structs.fields(State) if f.name in _OF_ACTIVATION]
    made = [f for f in columns if f.default_factory is not msgspec.NODEFAULT]
    values = tuple((f.name, f.default) for f in columns if f not in made)
    return values, tuple((f.name, f.default_factory) for f in made)


_OF_ACTIVATION: Final = frozenset(
    (
        "active",
        "second",
        "snafu",
        "began",
        "moved",
        "acted",
        "stopped",
        "finished",
        "fired",
        "stripped",
        "offered",
        "objectives",
        "attacked",
        "barraged",
        "arty",
        "hq_moved",
        "trains_moved",
        "trains_fled",
        "fatiguing",
        "coordinated",
        "mixed",
        "fight",
    )
)
