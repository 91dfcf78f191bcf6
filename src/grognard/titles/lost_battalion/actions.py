"""What the players can do, as values that print the way one types them.

Units go by their short names and hexes by their numbers, so that a record can
be read without the program.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from grognard.chance import Rolled

UnitName: TypeAlias = str
Label: TypeAlias = str
DivisionKey: TypeAlias = str

BARRAGE = "barrage"  # stands for the artillery unit when a German marker fires


class _Act(msgspec.Struct, frozen=True, tag=True):
    def __str__(self) -> str:
        words = (getattr(self, field) for field in self.__struct_fields__)
        return " ".join([type(self).__name__.lower(), *(str(word) for word in words if word)])


# -- every phase ---------------------------------------------------------------


class Done(_Act, frozen=True):
    """Finish the step or phase on the table."""


# -- set-up and phase A --------------------------------------------------------


class Place(_Act, frozen=True):
    """Set the unit in hand up in a hex."""

    hex: Label


class Gas(_Act, frozen=True):
    """Put a Gas marker on a hex."""

    hex: Label


class PlaceGun(_Act, frozen=True):
    """Place a machine gun from the pool."""

    hex: Label


class RemoveGun(_Act, frozen=True):
    """Take a machine gun off the map into the pool."""

    hex: Label


class Replace(_Act, frozen=True):
    """Give a unit one step from the replacement pool."""

    unit: UnitName


class Reserve(_Act, frozen=True):
    """Send a division that has just arrived to the Reserve Box."""

    division: DivisionKey


class Rest(_Act, frozen=True):
    """Put a division on the first box of the R&R track."""

    division: DivisionKey


class Recall(_Act, frozen=True):
    """Take a division off the R&R track early."""

    division: DivisionKey


class Announce(_Act, frozen=True):
    """Announce the Final Offensive."""


# -- movement ------------------------------------------------------------------


class Pick(_Act, frozen=True):
    """Begin a unit's move (in a free set-up: take it in hand)."""

    unit: UnitName


class Join(_Act, frozen=True):
    """Let another unit of the hex march with the group."""

    unit: UnitName


class March(_Act, frozen=True):
    """Enter the next hex, or the map, by regular movement."""

    to: Label


class Ride(_Act, frozen=True):
    """Enter the next hex, or the map, by Operational Movement."""

    to: Label


class Strike(_Act, frozen=True):
    """Make a Hasty Attack on the next hex."""

    to: Label


class Drop(_Act, frozen=True):
    """Leave one unit of the group behind here; its move ends."""

    unit: UnitName


class Halt(_Act, frozen=True):
    """End the group's move."""


class Lift(_Act, frozen=True):
    """Take a unit from the map into the Reserve Box."""

    unit: UnitName


class TakeBack(_Act, frozen=True):
    """Cure an overstacked hex: a unit goes back to where it began the phase."""

    unit: UnitName


class Disband(_Act, frozen=True):
    """Cure an overstacked hex that nothing else can cure: a unit is given up."""

    unit: UnitName


class Again(_Act, frozen=True):
    """Fight on after a failed round of a Hasty Attack."""


class Return(_Act, frozen=True):
    """Go back to the hex a failed Hasty Attack came from."""


# -- combat --------------------------------------------------------------------


class Attack(_Act, frozen=True):
    """Name the hex of a regular attack."""

    hex: Label


class Bombard(_Act, frozen=True):
    """Name the hex of a bombardment without an assault."""

    hex: Label


class Commit(_Act, frozen=True):
    """Add a unit to the attack being declared."""

    unit: UnitName


class Launch(_Act, frozen=True):
    """Declare the attack with the units committed, or go on with it."""


class Deliberate(_Act, frozen=True):
    """Declare a Deliberate Attack led by this unit."""

    unit: UnitName


class CallOff(_Act, frozen=True):
    """Give the attack or bombardment up before it is made."""


class Fire(_Act, frozen=True):
    """Add an artillery unit, or a Barrage marker, to the fire on a hex."""

    gun: UnitName
    hex: Label


class Shoot(_Act, frozen=True):
    """Roll for the guns that have been named."""


class Lose(_Act, frozen=True):
    """Take one step loss from this unit."""

    unit: UnitName


class Absorb(_Act, frozen=True):
    """Let the tanks reduce the attacker's losses."""


class Decline(_Act, frozen=True):
    """Take the losses without the tanks' help."""


class Advance(_Act, frozen=True):
    """Move a unit into the hex that was cleared."""

    unit: UnitName


Action: TypeAlias = (
    Done
    | Place
    | Gas
    | PlaceGun
    | RemoveGun
    | Replace
    | Reserve
    | Rest
    | Recall
    | Announce
    | Pick
    | Join
    | March
    | Ride
    | Strike
    | Drop
    | Halt
    | Lift
    | TakeBack
    | Disband
    | Again
    | Return
    | Attack
    | Bombard
    | Commit
    | Launch
    | Deliberate
    | CallOff
    | Fire
    | Shoot
    | Lose
    | Absorb
    | Decline
    | Advance
    | Rolled
)


def spot(action: Action) -> str:
    """The hex or unit one points at to mean this action; "" for neither."""
    if isinstance(action, Fire) and action.gun != BARRAGE:
        return action.gun
    for field in ("to", "hex", "unit"):
        if hasattr(action, field):
            return str(getattr(action, field))
    return ""
