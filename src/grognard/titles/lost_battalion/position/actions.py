"""What the players can do, as values that print the way one types them.

Units go by their short names and hexes by their numbers, so that a record can
be read without the program.
"""

from __future__ import annotations

from typing import TypeAlias

from grognard.waist.asking import Answer
from grognard.waist.chance import Rolled

UnitName: TypeAlias = str
Label: TypeAlias = str
DivisionKey: TypeAlias = str

BARRAGE = "barrage"  # stands for the artillery unit when a German marker fires


# -- every phase ---------------------------------------------------------------


class Done(Answer, frozen=True):
    """Finish the step or phase on the table."""


# -- set-up and phase A --------------------------------------------------------


class Place(Answer, frozen=True):
    """Set the unit in hand up in a hex."""

    hex: Label


class Gas(Answer, frozen=True):
    """Put a Gas marker on a hex."""

    hex: Label


class PlaceGun(Answer, frozen=True):
    """Place a machine gun from the pool."""

    hex: Label


class RemoveGun(Answer, frozen=True):
    """Take a machine gun off the map into the pool."""

    hex: Label


class Replace(Answer, frozen=True):
    """Give a unit one step from the replacement pool."""

    unit: UnitName


class Reserve(Answer, frozen=True):
    """Send a division that has just arrived to the Reserve Box."""

    division: DivisionKey


class Rest(Answer, frozen=True):
    """Put a division on the first box of the R&R track."""

    division: DivisionKey


class Recall(Answer, frozen=True):
    """Take a division off the R&R track early."""

    division: DivisionKey


class Announce(Answer, frozen=True):
    """Announce the Final Offensive."""


# -- movement ------------------------------------------------------------------


class Pick(Answer, frozen=True):
    """Begin a unit's move (in a free set-up: take it in hand)."""

    unit: UnitName


class Join(Answer, frozen=True):
    """Let another unit of the hex march with the group."""

    unit: UnitName


class March(Answer, frozen=True):
    """Enter the next hex, or the map, by regular movement."""

    to: Label


class Ride(Answer, frozen=True):
    """Enter the next hex, or the map, by Operational Movement."""

    to: Label


class Strike(Answer, frozen=True):
    """Make a Hasty Attack on the next hex."""

    blow = True
    to: Label


class Drop(Answer, frozen=True):
    """Leave one unit of the group behind here; its move ends."""

    unit: UnitName


class Halt(Answer, frozen=True):
    """End the group's move."""


class Lift(Answer, frozen=True):
    """Take a unit from the map into the Reserve Box."""

    unit: UnitName


class TakeBack(Answer, frozen=True):
    """Cure an overstacked hex: a unit goes back to where it began the phase."""

    unit: UnitName


class Disband(Answer, frozen=True):
    """Cure an overstacked hex that nothing else can cure: a unit is given up."""

    unit: UnitName


class Again(Answer, frozen=True):
    """Fight on after a failed round of a Hasty Attack."""


class Return(Answer, frozen=True):
    """Go back to the hex a failed Hasty Attack came from."""


# -- combat --------------------------------------------------------------------


class Attack(Answer, frozen=True):
    """Name the hex of a regular attack."""

    blow = True
    hex: Label


class Bombard(Answer, frozen=True):
    """Name the hex of a bombardment without an assault."""

    blow = True
    hex: Label


class Commit(Answer, frozen=True):
    """Add a unit to the attack being declared."""

    unit: UnitName


class Launch(Answer, frozen=True):
    """Declare the attack with the units committed, or go on with it."""


class Deliberate(Answer, frozen=True):
    """Declare a Deliberate Attack led by this unit."""

    unit: UnitName


class CallOff(Answer, frozen=True):
    """Give the attack or bombardment up before it is made."""


class Fire(Answer, frozen=True):
    """Add an artillery unit, or a Barrage marker, to the fire on a hex."""

    blow = True
    gun: UnitName
    hex: Label


class Shoot(Answer, frozen=True):
    """Roll for the guns that have been named."""

    blow = True


class Lose(Answer, frozen=True):
    """Take one step loss from this unit."""

    unit: UnitName


class Absorb(Answer, frozen=True):
    """Let the tanks reduce the attacker's losses."""


class Decline(Answer, frozen=True):
    """Take the losses without the tanks' help."""


class Advance(Answer, frozen=True):
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
