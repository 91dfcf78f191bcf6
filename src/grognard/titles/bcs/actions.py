"""What the players can do, as values that print the way one types them.

Units go by their designations, formations by their keys and hexes by their
numbers, so that a record can be read without the program.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from grognard.chance import Picked, Rolled

UnitName: TypeAlias = str
FormationKey: TypeAlias = str
Label: TypeAlias = str

OFF_MAP: Label = "off"
"""Where Trains without a Legal Hex, and some retreats, go."""


class _Act(msgspec.Struct, frozen=True, tag=True):
    def __str__(self) -> str:
        words = (getattr(self, field) for field in self.__struct_fields__)
        return " ".join([type(self).__name__.lower(), *(str(word) for word in words if word != "")])


# -- every phase -----------------------------------------------------------------


class Done(_Act, frozen=True):
    """Finish the phase or step on the table."""


class Decline(_Act, frozen=True):
    """No, thank you."""


# -- the turn ----------------------------------------------------------------------


class Arrive(_Act, frozen=True):
    """Bring a waiting formation (by key) or unit in at a hex, or into a formation's Support box."""

    who: str
    where: str


class Replace(_Act, frozen=True):
    """Spend a Replacement Point on a unit."""

    unit: UnitName


class Assign(_Act, frozen=True):
    """Assign an Independent to a formation."""

    unit: UnitName
    formation: FormationKey


class Release(_Act, frozen=True):
    """Take an Independent away from its formation."""

    unit: UnitName


class Guns(_Act, frozen=True):
    """Give one corps Artillery Point to a formation."""

    formation: FormationKey


class Box(_Act, frozen=True):
    """Put an AV unit into its formation's Support box."""

    unit: UnitName


class Unbox(_Act, frozen=True):
    """Take a unit out of the Support box to a hex."""

    unit: UnitName
    hex: Label


# -- activations ---------------------------------------------------------------------


class Activate(_Act, frozen=True):
    """Begin a formation's Initial Activation."""

    formation: FormationKey


class Recover(_Act, frozen=True):
    """Declare a Recovery for a formation; after a Fail, the Failure Flip."""

    formation: FormationKey


class Prepare(_Act, frozen=True):
    """Declare Prepared Defense."""


class Abandon(_Act, frozen=True):
    """Give up Prepared Defense."""


class Objective(_Act, frozen=True):
    """Put an OBJ marker on a hex."""

    hex: Label


class Again(_Act, frozen=True):
    """Roll for a Second Activation."""


# -- activities ------------------------------------------------------------------------


class Act(_Act, frozen=True):
    """Take a unit in hand (one that waits off map comes on)."""

    unit: UnitName


class Flip(_Act, frozen=True):
    """Turn the unit in hand to its other side."""


class Step(_Act, frozen=True):
    """Move the unit or HQ in hand to a neighbouring hex."""

    to: Label


class Halt(_Act, frozen=True):
    """The unit or HQ in hand has done."""


class Leave(_Act, frozen=True):
    """The unit in hand leaves the map for good, where a scenario lets it."""


class Engage(_Act, frozen=True):
    """An Engagement of the unit in hand."""

    hex: Label


class Fire(_Act, frozen=True):
    """An Attack by Fire of the unit in hand."""

    hex: Label


class Shock(_Act, frozen=True):
    """A Shock Attack of the unit in hand."""

    hex: Label


class Recon(_Act, frozen=True):
    """The Recon unit in hand tries to put an OBJ marker on a hex."""

    hex: Label


class Attack(_Act, frozen=True):
    """A Regular Attack of the unit in hand, with or without an assisting unit."""

    hex: Label
    assist: UnitName = ""


class Retreat(_Act, frozen=True):
    """A Voluntary Retreat of the unit in hand."""


class StandOff(_Act, frozen=True):
    """Stand Off Support engages, or fires at, a hex from a stack it supports."""

    box: UnitName
    origin: Label
    hex: Label
    how: str  # "engage" | "fire"


class Barrage(_Act, frozen=True):
    """A stand-alone Destruction mission with one point ("arty" or "air")."""

    spotter: UnitName
    hex: Label
    point: str


class Restore(_Act, frozen=True):
    """Take a Dropped Support marker off."""

    unit: UnitName


class MoveHq(_Act, frozen=True):
    """Take the HQ in hand."""


class PullBack(_Act, frozen=True):
    """A Voluntary HQ Retreat, or the place of a forced one."""

    hex: Label


class MoveTrains(_Act, frozen=True):
    """Put the Combat Trains in a hex ("off" for off the map).

    `by` is "mp" where the owner measures their way to a source in MPs, not in hexes.
    """

    hex: Label
    by: str = ""


# -- fights -------------------------------------------------------------------------------


class Choose(_Act, frozen=True):
    """Pick a unit: the AR unit, the Support unit that answers, or the one that takes a loss."""

    unit: UnitName


class Suppress(_Act, frozen=True):
    """A Suppression mission with one point ("arty" or "air"); in a Shock another may spot."""

    point: str
    spotter: UnitName = ""


class Destroy(_Act, frozen=True):
    """A Destruction mission with so many Artillery and Air Points; in a Shock another may spot."""

    arty: int
    air: int
    spotter: UnitName = ""


class Withdraw(_Act, frozen=True):
    """Send a retreating unit to a hex ("off" for off the map, to come back)."""

    unit: UnitName
    hex: Label


class Follow(_Act, frozen=True):
    """The assisting unit advances too."""


Action: TypeAlias = (
    Done
    | Decline
    | Arrive
    | Replace
    | Assign
    | Release
    | Guns
    | Box
    | Unbox
    | Activate
    | Recover
    | Prepare
    | Abandon
    | Objective
    | Again
    | Act
    | Flip
    | Step
    | Halt
    | Leave
    | Engage
    | Fire
    | Shock
    | Recon
    | Attack
    | Retreat
    | StandOff
    | Barrage
    | Restore
    | MoveHq
    | PullBack
    | MoveTrains
    | Choose
    | Suppress
    | Destroy
    | Withdraw
    | Follow
    | Rolled
    | Picked
)


_SPOTS = ("hex", "to", "where", "unit", "formation")
_KEYED = ("where", "formation")  # where a formation may be named


def hq_spot(formation: FormationKey) -> str:
    """How the page names the HQ one points at to mean its formation."""
    return f"HQ {formation}"


def spot(action: Action) -> str:
    """The hex or piece to point at for an action; none for some.

    A formation is pointed at by its HQ, a unit that withdraws off the map by itself.
    """
    fields = _KEYED if isinstance(action, Assign) else _SPOTS
    for field in fields:
        value: str = getattr(action, field, "")
        if value and value != OFF_MAP:
            is_key = field in _KEYED and "." not in value  # as there is in the number of a hex
            return hq_spot(value) if is_key else value
    return ""
