"""What happened, for logs and pages. Nothing in this game is hidden from anybody.

`side` is the side that acted. Units, formations and hexes go by the names one
types, rolls by their faces, and every sum comes with its tally.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from grognard.book.tally import Tally
from grognard.titles.bcs.kit.kit import Side

BOTH: Side = -1


class _Told(msgspec.Struct, frozen=True, tag=True):
    side: Side


# -- the turn ------------------------------------------------------------------------


class TurnBegan(_Told, frozen=True):
    turn: int
    date: str


class PhaseBegan(_Told, frozen=True):
    name: str


class Arrived(_Told, frozen=True):
    """Units, an HQ ("HQ 506") or Trains ("Trains 506") came to a hex or box."""

    what: tuple[str, ...]
    where: str


class Waits(_Told, frozen=True):
    """Could not come in yet, and why."""

    what: tuple[str, ...]
    why: str
    rule: str


class Weather(_Told, frozen=True):
    ground: str
    atmosphere: str
    visibility: int
    faces: tuple[int, ...] = ()


class Points(_Told, frozen=True):
    """What the turn gives a side."""

    air: int
    av: int
    other: int
    corps: int


class Replaced(_Told, frozen=True):
    unit: str
    kind: str  # "AV" | "non-AV"
    steps: int
    rebuilt: bool = False


class Assigned(_Told, frozen=True):
    """A unit or a corps Artillery Point ("Artillery") to a formation; "" takes it away."""

    what: str
    formation: str


class Boxed(_Told, frozen=True):
    """Into its Support box, or out of it to a hex."""

    unit: str
    formation: str
    hex: str = ""


class FirstPlayer(_Told, frozen=True):
    """The side goes first; `faces` two dice of each side, none if the scenario says so."""

    faces: tuple[int, ...] = ()


class BridgeBlown(_Told, frozen=True):
    bridge: str
    faces: tuple[int, ...] = ()


class BridgeHolds(_Told, frozen=True):
    bridge: str
    faces: tuple[int, ...] = ()


class BridgeRepaired(_Told, frozen=True):
    bridge: str
    faces: tuple[int, ...]
    done: bool


class Controlled(_Told, frozen=True):
    """A victory hex changed hands to the side."""

    hex: str
    name: str
    points: int


class GameOver(_Told, frozen=True):
    level: str
    total: int


# -- an activation ------------------------------------------------------------------


class ActivationBegan(_Told, frozen=True):
    formation: str
    second: bool


class Recovered(_Told, frozen=True):
    formation: str
    flip: bool  # after a Fail
    fatigue: str  # the level now


class MsrBlocked(_Told, frozen=True):
    """The level of MSR Blocked from now on; 0 takes the marker off."""

    formation: str
    level: int


class DefensePrepared(_Told, frozen=True):
    """Prepared Defense is on, or off with the reason."""

    formation: str
    on: bool
    why: str = ""


class Coordinated(_Told, frozen=True):
    """Coordination is on, or off with the reason."""

    formation: str
    on: bool
    why: str = ""
    hexes: tuple[str, ...] = ()


class SnafuRolled(_Told, frozen=True):
    formation: str
    faces: tuple[int, ...]
    tally: Tally
    result: str  # "Fail" | "Partial" | "Full"
    capped: bool = False  # by Prepared Defense


class ObjectivePlaced(_Told, frozen=True):
    formation: str
    hex: str
    recon: str = ""  # the Recon unit that made it


class FatigueRolled(_Told, frozen=True):
    formation: str
    face: int
    needs: int  # the lowest face that tires it; 7 never
    level: str  # the level after the roll


class Isolated(_Told, frozen=True):
    """Units of a stack lose steps for isolation."""

    hex: str
    units: tuple[str, ...]
    steps: int
    why: str
    rule: str


class SecondRolled(_Told, frozen=True):
    formation: str
    face: int
    tally: Tally
    needs: int
    granted: bool


class FormationGone(_Told, frozen=True):
    """HQ, Support, Dead Pile and Trains leave the game."""

    formation: str
    why: str
    rule: str


# -- moves -------------------------------------------------------------------------------


class TookUp(_Told, frozen=True):
    unit: str


class Flipped(_Told, frozen=True):
    unit: str
    up: str  # "Move" | "Deployed"
    forced: bool = False


class Moved(_Told, frozen=True):
    """A unit, "HQ 506" or "Trains 506" came to a hex; `mp` left, in quarters (-1: not counted)."""

    what: str
    start: str
    to: str
    mp: int = -1
    spent: int = 0  # quarters, on the move so far


class Stopped(_Told, frozen=True):
    unit: str
    why: str
    rule: str


class StopLifted(_Told, frozen=True):
    unit: str
    why: str
    rule: str


class Finished(_Told, frozen=True):
    unit: str


class Left(_Told, frozen=True):
    """A unit left the map for points."""

    unit: str
    steps: int


class Traffic(_Told, frozen=True):
    """A Traffic Stopped marker in a hex."""

    hex: str


class TrainsPlaced(_Told, frozen=True):
    """Trains went to a hex ("" for off the map) and why."""

    formation: str
    hex: str
    why: str = ""


class TrainsFlipped(_Told, frozen=True):
    formation: str
    ghost: bool
    why: str = ""


class SupportDropped(_Told, frozen=True):
    """A stack goes without Support: for this Activation, or with a marker."""

    hex: str
    units: tuple[str, ...]
    marker: bool
    why: str = ""


class SupportRestored(_Told, frozen=True):
    unit: str


class Jumped(_Told, frozen=True):
    """An enemy unit came upon an HQ or Trains."""

    unit: str
    what: str
    hex: str
    real: bool = True
    faces: tuple[int, ...] = ()


# -- fights --------------------------------------------------------------------------------


class Opened(_Told, frozen=True):
    """A fight begins: who against which hex, how."""

    kind: str
    unit: str
    origin: str
    target: str
    assist: str = ""
    box: str = ""


class Chosen(_Told, frozen=True):
    """The owner named his AR unit or the Support that answers."""

    unit: str
    role: str  # "defends" | "supports"


class Mission(_Told, frozen=True):
    """A Barrage mission inside an attack, or one by itself."""

    kind: str  # "suppression" | "destruction"
    hex: str
    arty: int
    air: int
    spotter: str = ""


class LossRolled(_Told, frozen=True):
    """One die on the Barrage Table against a hex."""

    hex: str
    face: int
    needs: int
    row: str
    hit: bool


class EngagementRolled(_Told, frozen=True):
    firer: str
    target: str
    hex: str
    faces: tuple[int, ...]
    tally: Tally
    result: str  # "firer" | "both" | "drop" | "target"
    ignored: tuple[str, ...] = ()  # sides out of the other's range: "firer", "target"


class CombatRolled(_Told, frozen=True):
    attacker: str
    defender: str
    hex: str
    faces: tuple[int, ...]
    tally: Tally
    result: str  # "A2" "A1" "a1" "S" "D1R" "D2R"


class StepsLost(_Told, frozen=True):
    unit: str
    lost: int
    left: int
    rule: str = ""


class Eliminated(_Told, frozen=True):
    unit: str


class Retreated(_Told, frozen=True):
    """A unit gave way to a hex, or ("") off the map to come back next turn."""

    unit: str
    start: str
    to: str
    rule: str


class Stood(_Told, frozen=True):
    """A unit lost a step in place of retreating."""

    unit: str
    hex: str
    rule: str


class Advanced(_Told, frozen=True):
    unit: str
    to: str


class ReconRolled(_Told, frozen=True):
    unit: str
    hex: str
    face: int
    needs: int
    made: bool


class HqRetreated(_Told, frozen=True):
    formation: str
    start: str
    to: str
    why: str


Event: TypeAlias = (
    TurnBegan
    | PhaseBegan
    | Arrived
    | Waits
    | Weather
    | Points
    | Replaced
    | Assigned
    | Boxed
    | FirstPlayer
    | BridgeBlown
    | BridgeHolds
    | BridgeRepaired
    | Controlled
    | GameOver
    | ActivationBegan
    | Recovered
    | MsrBlocked
    | DefensePrepared
    | Coordinated
    | SnafuRolled
    | ObjectivePlaced
    | FatigueRolled
    | Isolated
    | SecondRolled
    | FormationGone
    | TookUp
    | Flipped
    | Moved
    | Stopped
    | StopLifted
    | Finished
    | Left
    | Traffic
    | TrainsPlaced
    | TrainsFlipped
    | SupportDropped
    | SupportRestored
    | Jumped
    | Opened
    | Chosen
    | Mission
    | LossRolled
    | EngagementRolled
    | CombatRolled
    | StepsLost
    | Eliminated
    | Retreated
    | Stood
    | Advanced
    | ReconRolled
    | HqRetreated
)


def reveals(_: Event) -> bool:
    """Nothing is ever hidden, so nothing is revealed."""
    return False
