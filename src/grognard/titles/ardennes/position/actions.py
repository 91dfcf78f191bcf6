"""What the players can do, as values that print the way one types them.

Units go by their designations, hexes by their numbers and cards by the number
printed on them, so that a record can be read without the program.
"""

from __future__ import annotations

from typing import TypeAlias

from grognard.waist.asking import Answer
from grognard.waist.chance import Picked, Rolled

UnitName: TypeAlias = str
Label: TypeAlias = str
Number: TypeAlias = int  # of a card


# -- every phase -----------------------------------------------------------------


class Done(Answer, frozen=True):
    """Finish the step, stage or impulse on the table."""


class Decline(Answer, frozen=True):
    """No reaction."""


# -- cards -------------------------------------------------------------------------


class Activate(Answer, frozen=True):
    """Play a card to activate a formation: a corps, a division, or all the card names."""

    card: Number
    formation: str


class Single(Answer, frozen=True):
    """Play a card to activate one unit."""

    card: Number
    unit: UnitName


class Group(Answer, frozen=True):
    """Play a card to put a Kampfgruppe together."""

    card: Number


class Join(Answer, frozen=True):
    """Take a unit into the Kampfgruppe."""

    unit: UnitName


class Reserves(Answer, frozen=True):
    """Play a card to deploy a formation's reserves."""

    card: Number
    formation: str


class Refit(Answer, frozen=True):
    """Play a corps card for replacements."""

    card: Number


class Event(Answer, frozen=True):
    """Play a card for its event."""

    card: Number
    event: str


class Aim(Answer, frozen=True):
    """Say what the event is aimed at: a bridge, hex, unit or formation, with what is done there."""

    at: str


class Discard(Answer, frozen=True):
    """Throw a card away; in the two-player game, as one's impulse: a pass."""

    card: Number


class KeepFuel(Answer, frozen=True):
    """Fuel Priority: discard this card in place of the one just drawn."""

    card: Number


class Deploy(Answer, frozen=True):
    """Place a reserve unit."""

    unit: UnitName
    hex: Label


class Release(Answer, frozen=True):
    """Release an OKW division and assign it to a corps."""

    division: str
    corps: str


class Replace(Answer, frozen=True):
    """Give a unit a step back."""

    unit: UnitName


# -- movement ----------------------------------------------------------------------


class Pick(Answer, frozen=True):
    """Begin a unit's move."""

    unit: UnitName


class Rush(Answer, frozen=True):
    """Begin a unit's strategic move."""

    unit: UnitName


class Step(Answer, frozen=True):
    """Enter the next hex."""

    to: Label


class Exit(Answer, frozen=True):
    """Leave the map."""


class Halt(Answer, frozen=True):
    """End the move."""


class DigIn(Answer, frozen=True):
    """Build an Improved Position."""

    unit: UnitName


# -- combat ------------------------------------------------------------------------


class Attack(Answer, frozen=True):
    """Name the hex of an attack."""

    blow = True
    hex: Label


class Commit(Answer, frozen=True):
    """Add a unit to the attack being declared, or a stack that is not active to the combat."""

    unit: UnitName


class Launch(Answer, frozen=True):
    """Declare the attack, or begin the activation of the Kampfgruppe."""


class CallOff(Answer, frozen=True):
    """Give the attack up before it is made."""


class Play(Answer, frozen=True):
    """Play a card as a combat tactic."""

    card: Number
    tactic: str


class Rally(Answer, frozen=True):
    """Reinforce Battle: name the stack that moves."""

    hex: Label


class Draw(Answer, frozen=True):
    """Draw so many chits."""

    chits: int


class Lose(Answer, frozen=True):
    """Take the hit as a step of this unit."""

    unit: UnitName


class Retreat(Answer, frozen=True):
    """Take the hit as a retreat into this hex."""

    to: Label


class Split(Answer, frozen=True):
    """Retreat one unit of an overfull stack into another hex."""

    unit: UnitName
    to: Label


class Disperse(Answer, frozen=True):
    """Take the hit by becoming Dispersed."""


class Advance(Answer, frozen=True):
    """Advance a unit after combat."""

    unit: UnitName
    to: Label


Action: TypeAlias = (
    Done
    | Decline
    | Activate
    | Single
    | Group
    | Join
    | Reserves
    | Refit
    | Event
    | Aim
    | Discard
    | KeepFuel
    | Deploy
    | Release
    | Replace
    | Pick
    | Rush
    | Step
    | Exit
    | Halt
    | DigIn
    | Attack
    | Commit
    | Launch
    | CallOff
    | Play
    | Rally
    | Draw
    | Lose
    | Retreat
    | Split
    | Disperse
    | Advance
    | Rolled
    | Picked
)


def card_spot(number: Number) -> str:
    """How the page names a card one points at."""
    return f"card:{number}"


def spot(action: Action) -> str:
    """The hex, unit or card one points at to mean this action; "" for none."""
    if isinstance(action, Aim):
        return _aimed(action.at)
    for field in ("to", "hex", "unit"):
        if hasattr(action, field):
            return str(getattr(action, field))
    if hasattr(action, "card"):
        return card_spot(action.card)
    return ""


def _aimed(at: str) -> str:
    """The hex of "block 1009", the river of "blow 1609/1610", a unit or formation as it is."""
    return at.rpartition(" ")[2]
