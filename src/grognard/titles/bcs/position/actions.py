"""What the players can do, as values that print the way one types them.

Units go by their designations, formations by their keys and hexes by their
numbers, so that a record can be read without the program.
"""

from __future__ import annotations

from typing import TypeAlias

from grognard.waist.asking import Answer
from grognard.waist.chance import Picked, Rolled

UnitName: TypeAlias = str
FormationKey: TypeAlias = str
Label: TypeAlias = str

OFF_MAP: Label = "off"
"""Where Trains without a Legal Hex, and some retreats, go."""


# -- every phase -----------------------------------------------------------------


class Done(Answer, frozen=True):
    """Finish the phase or step on the table."""


class Decline(Answer, frozen=True):
    """No, thank you."""


# -- the turn ----------------------------------------------------------------------


class Arrive(Answer, frozen=True):
    """Bring a waiting formation (by key) or unit in at a hex, or into a formation's Support box."""

    who: str
    where: str


class Replace(Answer, frozen=True):
    """Spend a Replacement Point on a unit."""

    unit: UnitName


class Assign(Answer, frozen=True):
    """Assign an Independent to a formation."""

    unit: UnitName
    formation: FormationKey


class Release(Answer, frozen=True):
    """Take an Independent away from its formation."""

    unit: UnitName


class Guns(Answer, frozen=True):
    """Give one corps Artillery Point to a formation."""

    formation: FormationKey


class Box(Answer, frozen=True):
    """Put an AV unit into its formation's Support box."""

    unit: UnitName


class Unbox(Answer, frozen=True):
    """Take a unit out of the Support box to a hex."""

    unit: UnitName
    hex: Label


# -- activations ---------------------------------------------------------------------


class Activate(Answer, frozen=True):
    """Begin a formation's Initial Activation."""

    formation: FormationKey


class Recover(Answer, frozen=True):
    """Declare a Recovery for a formation; after a Fail, the Failure Flip."""

    formation: FormationKey


class Prepare(Answer, frozen=True):
    """Declare Prepared Defense."""


class Abandon(Answer, frozen=True):
    """Give up Prepared Defense."""


class Objective(Answer, frozen=True):
    """Put an OBJ marker on a hex."""

    hex: Label


class Again(Answer, frozen=True):
    """Roll for a Second Activation."""


# -- activities ------------------------------------------------------------------------


class Act(Answer, frozen=True):
    """Take a unit in hand (one that waits off map comes on)."""

    unit: UnitName


class Flip(Answer, frozen=True):
    """Turn the unit in hand to its other side."""


class Step(Answer, frozen=True):
    """Move the unit or HQ in hand to a neighbouring hex."""

    to: Label


class Halt(Answer, frozen=True):
    """The unit or HQ in hand has done."""


class Leave(Answer, frozen=True):
    """The unit in hand leaves the map for good, where a scenario lets it."""


class Engage(Answer, frozen=True):
    """An Engagement of the unit in hand."""

    blow = True
    hex: Label


class Fire(Answer, frozen=True):
    """An Attack by Fire of the unit in hand."""

    blow = True
    hex: Label


class Shock(Answer, frozen=True):
    """A Shock Attack of the unit in hand."""

    blow = True
    hex: Label


class Recon(Answer, frozen=True):
    """The Recon unit in hand tries to put an OBJ marker on a hex."""

    hex: Label


class Attack(Answer, frozen=True):
    """A Regular Attack of the unit in hand, with or without an assisting unit."""

    blow = True
    hex: Label
    assist: UnitName = ""


class Retreat(Answer, frozen=True):
    """A Voluntary Retreat of the unit in hand."""


class StandOff(Answer, frozen=True):
    """Stand Off Support engages, or fires at, a hex from a stack it supports."""

    blow = True
    box: UnitName
    origin: Label
    hex: Label
    how: str  # "engage" | "fire"


class Barrage(Answer, frozen=True):
    """A stand-alone Destruction mission with one point ("arty" or "air")."""

    blow = True
    spotter: UnitName
    hex: Label
    point: str


class Restore(Answer, frozen=True):
    """Take a Dropped Support marker off."""

    unit: UnitName


class MoveHq(Answer, frozen=True):
    """Take the HQ in hand."""


class PullBack(Answer, frozen=True):
    """A Voluntary HQ Retreat, or the place of a forced one."""

    hex: Label


class MoveTrains(Answer, frozen=True):
    """Put the Combat Trains in a hex ("off" for off the map).

    `by` is "mp" where the owner measures their way to a source in MPs, not in hexes.
    """

    hex: Label
    by: str = ""


# -- fights -------------------------------------------------------------------------------


class Choose(Answer, frozen=True):
    """Pick a unit: the AR unit, the Support unit that answers, or the one that takes a loss."""

    unit: UnitName


class Suppress(Answer, frozen=True):
    """A Suppression mission with one point ("arty" or "air"); in a Shock another may spot."""

    point: str
    spotter: UnitName = ""


class Destroy(Answer, frozen=True):
    """A Destruction mission with so many Artillery and Air Points; in a Shock another may spot."""

    arty: int
    air: int
    spotter: UnitName = ""


class Withdraw(Answer, frozen=True):
    """Send a retreating unit to a hex ("off" for off the map, to come back)."""

    unit: UnitName
    hex: Label


class Follow(Answer, frozen=True):
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
