"""The position: flat columns by unit, sets as ints, and a stack of decisions.

Only `put`, `lose_step` and `occupy` touch where units are and who controls a
hex; `audit` holds the columns to one another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy as shallow
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, cast

import msgspec

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.lost_battalion.kit.tables import KITS, Kit, Side, UnitId, UnitSet
from grognard.titles.lost_battalion.position.decisions import Decision
from grognard.waist.title import Seat

Where: TypeAlias = Hex
"""A hex, or one of the boxes below."""

LATER: Final = Hex(-1)  # arrives on a later turn, or is not in the scenario
DUE: Final = Hex(-2)  # may enter the map
RESERVE: Final = Hex(-3)  # the US Reserve Box
RESTING: Final = Hex(-4)  # the R&R track
POOL: Final = Hex(-5)  # machine guns not on the map; free set-up: not yet placed
DEAD: Final = Hex(-6)
WITHDRAWN: Final = Hex(-7)
BOXES: Final = (LATER, DUE, RESERVE, RESTING, POOL, DEAD, WITHDRAWN)

SEATS: Final[tuple[Seat, ...]] = (Seat("us"), Seat("german"))


class Terms(msgspec.Struct, frozen=True):
    """What the players agreed on: scenario and charts (see `open_kit`), options that are on."""

    kit: str
    options: frozenset[str]


class State(msgspec.Struct, dict=True):  # a dict, so that the kit is looked up but once
    """Where everything stands."""

    quiet = False  # no field: see `Asking.simulate`

    terms: Terms
    turn: int
    hex_of: list[Hex]
    steps: bytearray
    stacks: dict[Hex, UnitSet]
    occupied: list[HexSet]  # by side
    control: HexSet  # what the Allied side controls; the rest is German
    bridges: int  # those the Allied side owns
    fresh_bridges: int = 0  # changed hands this turn
    gas: HexSet = 0
    gas_left: int = 0
    barrage: int = 0  # markers not yet used this turn
    guns_left: int = 0  # machine guns that may still be placed this turn
    pools: tuple[int, int] = (0, 0)  # replacements, by side
    deliberate: int = 0  # Deliberate Attacks the German has left: hidden
    refilled: UnitSet = 0  # German units that took replacements this turn
    fired: UnitSet = 0
    done: UnitSet = 0  # have made their move this phase
    moved: UnitSet = 0  # entered at least one hex this phase
    entered: UnitSet = 0  # came onto the map this turn
    lifted: UnitSet = 0  # went into the Reserve Box this turn
    struck: UnitSet = 0  # fought a Hasty Attack this phase
    fell_back: UnitSet = 0  # returned from one that failed this phase
    began: dict[UnitId, Hex] = msgspec.field(
        default_factory=dict
    )  # this phase, of those moved; NOWHERE: not to go back
    attacked: UnitSet = 0  # this Combat Phase
    assaulted: HexSet = 0  # this Combat Phase
    bombarded: HexSet = 0  # this Combat Phase, without an assault
    shelled: dict[Hex, int] = msgspec.field(
        default_factory=dict
    )  # this Combat Phase: how many fired offensively at it, assault or none
    divisions: int = 0  # US divisions that have attacked this turn
    out_moving: UnitSet = 0  # out of supply as the last Movement Phase began
    out_fighting: UnitSet = 0  # out of supply as the last Combat Phase began
    resting_since: dict[int, int] = msgspec.field(default_factory=dict)  # division: turn
    rested: int = 0  # divisions that completed an R&R
    announced: int = 0  # turn of the Final Offensive
    final: int = 0  # divisions in it
    stubborn: UnitSet = 0  # units of the optional Lost Battalion event
    over: bool = False
    stack: tuple[Decision, ...] = ()

    def __post_init__(self) -> None:
        # Nothing of the class may bear this name: it would be asked first each time.
        self.__dict__["kit"] = KITS[self.terms.kit]
        recount(self)

    if TYPE_CHECKING:

        @property
        def kit(self) -> Kit:
            """What does not change."""

        boxes: ClassVar[dict[Hex, UnitSet]]  # the units in each: `hex_of` again, kept by `put`
        doubtful: ClassVar[HexSet]  # hexes not found to be rightly stacked since units came there

    @property
    def top(self) -> Decision:
        return self.stack[-1]


def copy(state: State) -> State:
    """An independent copy; a few microseconds."""
    twin = shallow(state)
    facts = twin.__dict__
    facts["kit"], facts["boxes"] = state.kit, state.boxes.copy()
    facts["doubtful"] = state.doubtful
    twin.hex_of = state.hex_of[:]
    twin.steps = state.steps[:]
    twin.stacks = state.stacks.copy()
    twin.occupied = state.occupied[:]
    twin.began = state.began.copy()
    twin.shelled = state.shelled.copy()
    twin.resting_since = state.resting_since.copy()
    return twin


# -- sets of units -------------------------------------------------------------


ids: Callable[[UnitSet], Iterator[UnitId]] = cast(Any, members)
"""The units of a set, lowest first."""


def units_in(state: State, hex_: Hex) -> UnitSet:
    return state.stacks.get(hex_, 0)


def standing(state: State, side: Side) -> UnitSet:
    """The side's units on the map."""
    away = 0
    for units in state.boxes.values():
        away |= units
    return state.kit.side_units[side] & ~away


# -- the only changes of place, strength and control -----------------------------


def put(state: State, unit: UnitId, where: Hex) -> None:
    """Moves a unit to a hex or a box; control is `occupy`'s business."""
    bit, old, side = 1 << unit, state.hex_of[unit], state.kit.side_of[unit]
    state.hex_of[unit] = where
    if old < 0:
        state.boxes[old] ^= bit
    else:
        left = state.stacks[old] ^ bit
        if left:
            state.stacks[old] = left
        else:
            del state.stacks[old]
            state.occupied[side] ^= 1 << old
    if where < 0:
        state.boxes[where] |= bit
    else:
        state.stacks[where] = state.stacks.get(where, 0) | bit
        state.occupied[side] |= 1 << where
        facts = state.__dict__
        facts["doubtful"] |= 1 << where


def recount(state: State) -> None:
    """Brings the facts beside the columns into line with them."""
    boxes = dict.fromkeys(BOXES, 0)
    for unit, where in enumerate(state.hex_of):
        if where < 0:
            boxes[where] |= 1 << unit
    state.__dict__.update(boxes=boxes, doubtful=state.occupied[0] | state.occupied[1])


@cites("LB-3.4f", "LB-8.8c")
def occupy(state: State, side: Side, hex_: Hex) -> None:
    """A unit enters: the hex and the bridges at it are its side's."""
    if side == 0:
        state.control |= 1 << hex_
        taken = state.kit.bridges_at.get(hex_, 0) & ~state.bridges
    else:
        state.control &= ~(1 << hex_)
        taken = state.kit.bridges_at.get(hex_, 0) & state.bridges
    state.bridges ^= taken
    state.fresh_bridges |= taken


def lose_step(state: State, unit: UnitId) -> bool:
    """One step gone; true if that was the last."""
    state.steps[unit] -= 1
    if state.steps[unit]:
        return False
    bury(state, unit)
    return True


@cites("LB-6.3i", "LB-11.9d")
def bury(state: State, unit: UnitId) -> None:
    """Out of play for good, but for a machine gun, which goes back to the pool."""
    is_gun = state.kit.machine_guns >> unit & 1
    put(state, unit, POOL if is_gun else DEAD)
    state.steps[unit] = state.kit.units[unit].steps if is_gun else 0


def option(state: State, key: str) -> bool:
    return key in state.terms.options


def names_of(state: State, units: UnitSet) -> tuple[str, ...]:
    return tuple(state.kit.names[unit] for unit in ids(units))
