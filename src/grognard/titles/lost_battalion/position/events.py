"""What happened, for logs and pages; and what of it the other side may read.

`side` is the side that acted. An event that the rules keep from the other side
is withheld or blurred by `redact` (LB-5.6a, LB-5.6b, LB-9.16a).
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from grognard.book.rulebook import cites
from grognard.book.tally import Tally
from grognard.titles.lost_battalion.kit.tables import Side

BOTH: Side = -1


class _Told(msgspec.Struct, frozen=True, tag=True):
    side: Side


class TurnBegan(_Told, frozen=True):
    turn: int
    dates: str
    notes: tuple[str, ...] = ()


class PhaseBegan(_Told, frozen=True):
    name: str
    unsupplied: tuple[str, ...] = ()  # hexes of the side's units that are out of supply


class PhaseEnded(_Told, frozen=True):
    name: str


class DeliberateCounted(_Told, frozen=True):
    """The German's secret roll; the other side learns only that it was made."""

    count: int


class Set(_Told, frozen=True):
    """A unit was placed in a free set-up."""

    unit: str
    hex: str


class GasPlaced(_Told, frozen=True):
    hex: str


class GunPlaced(_Told, frozen=True):
    hex: str


class GunRemoved(_Told, frozen=True):
    hex: str


class Replaced(_Told, frozen=True):
    unit: str
    pool: int


class Came(_Told, frozen=True):
    """Formations became available by the schedule."""

    formations: tuple[str, ...]


class Withdrawn(_Told, frozen=True):
    formations: tuple[str, ...]


class Boxed(_Told, frozen=True):
    """A division went to the Reserve Box, onto the R&R track, or came off it."""

    division: str
    box: str


class Refreshed(_Told, frozen=True):
    """A division came off the R&R track, its rest complete."""

    division: str


class OffensiveAnnounced(_Told, frozen=True):
    divisions: tuple[str, ...]


class OffensiveJoined(_Told, frozen=True):
    divisions: tuple[str, ...]


class Taken(_Told, frozen=True):
    """Units were taken in hand; only their owner sees it."""

    units: tuple[str, ...]


class Marched(_Told, frozen=True):
    units: tuple[str, ...]
    start: str  # "" when entering the map
    to: str
    cost: str
    mode: str
    count: int = 0
    spent: int = 0  # half points, on the march so far


class Stood(_Told, frozen=True):
    """A march ended, or part of it."""

    units: tuple[str, ...]
    hex: str


class WasLifted(_Told, frozen=True):
    unit: str
    hex: str


class WentBack(_Told, frozen=True):
    unit: str
    start: str
    to: str


class BridgeTaken(_Told, frozen=True):
    name: str


class AttackDeclared(_Told, frozen=True):
    units: tuple[str, ...]
    defenders: tuple[str, ...]
    target: str
    kind: str  # "attack", "hasty attack" or "deliberate attack"
    leader: str = ""


class AttackCalledOff(_Told, frozen=True):
    target: str


class Bombarded(_Told, frozen=True):
    guns: tuple[str, ...]
    target: str
    role: str
    line: str
    tally: Tally
    in_effect: bool = True


class FireRolled(_Told, frozen=True):
    face: int
    steps: int
    column: str


class AssaultRolled(_Told, frozen=True):
    face: int
    line: str
    tally: Tally
    result: str
    attacker: int
    defender: int
    target: str = ""


class TanksAbsorbed(_Told, frozen=True):
    steps: int


class StepLost(_Told, frozen=True):
    unit: str
    hex: str
    left: int
    cause: str


class Destroyed(_Told, frozen=True):
    unit: str
    hex: str
    cause: str


class HeldOut(_Told, frozen=True):
    """Fire or gas found units that do not give up their last step (the Lost Battalion event)."""

    hex: str
    cause: str


class Advanced(_Told, frozen=True):
    unit: str
    start: str
    to: str
    known: bool = True


class FoughtOn(_Told, frozen=True):
    target: str


class FellBack(_Told, frozen=True):
    units: tuple[str, ...]
    hex: str


class LeaderFell(_Told, frozen=True):
    unit: str


class GameOver(_Told, frozen=True):
    level: str
    points: int


Event: TypeAlias = (
    TurnBegan
    | PhaseBegan
    | PhaseEnded
    | DeliberateCounted
    | Set
    | GasPlaced
    | GunPlaced
    | GunRemoved
    | Replaced
    | Came
    | Withdrawn
    | Boxed
    | Refreshed
    | OffensiveAnnounced
    | OffensiveJoined
    | Taken
    | Marched
    | Stood
    | WasLifted
    | WentBack
    | BridgeTaken
    | AttackDeclared
    | AttackCalledOff
    | Bombarded
    | FireRolled
    | AssaultRolled
    | TanksAbsorbed
    | StepLost
    | Destroyed
    | HeldOut
    | Advanced
    | FoughtOn
    | FellBack
    | LeaderFell
    | GameOver
)

UNKNOWN = "?"


@cites("LB-5.6a", "LB-5.6b", "LB-9.16a")
def redact(event: Event, side: Side | None) -> Event | None:
    """The event as that side (None: an onlooker) may read it."""
    if event.side == side or event.side == BOTH:
        return event
    match event:
        case Taken() | Stood() | Boxed() | Refreshed() | OffensiveJoined():
            return None
        case Marched(units=units):
            return msgspec.structs.replace(event, units=(), count=len(units))
        case Set() | WasLifted() | WentBack() | Replaced():
            return msgspec.structs.replace(event, unit=UNKNOWN)
        case StepLost(cause="gas"):
            return msgspec.structs.replace(event, unit=UNKNOWN, left=0)
        case Advanced(known=False):
            return msgspec.structs.replace(event, unit=UNKNOWN)
        case OffensiveAnnounced():
            return msgspec.structs.replace(event, divisions=())
        case DeliberateCounted():
            return msgspec.structs.replace(event, count=0)
    return event


def reveals(event: Event) -> bool:
    """Whether the other side showed something: what led to it cannot be undone.

    Gas that finds a lone unit shows whether that was its last step; a withdrawal
    shows where the units stood, and A6 may change how many rest.
    """
    match event:
        case StepLost(cause="gas") | Destroyed(cause="gas") | HeldOut():
            return True
        case PhaseBegan(name="Arrivals"):
            return True
    return isinstance(event, AttackDeclared | Bombarded | DeliberateCounted | Withdrawn)
