"""Where one is in the sequence of play: a stack of small values.

The bottom is the turn's `Sequence`; above it the Activation Phase, above that
an Activation with its steps, above that one unit that acts, above that a fight
with its rolls, losses and retreats. The top one asks a player or chance, or,
if it asks nobody, is carried out by the program.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import FormationId, Side, UnitId, UnitSet
from grognard.waist.asking import Asked

NOWHERE = Hex(-9)
NO_UNIT = UnitId(-1)


# -- the turn ------------------------------------------------------------------


class Sequence(Asked, frozen=True):
    """The turn; `step` is the next step of the sequence of play. Nobody is asked."""

    step: int = 0


class Arriving(Asked, frozen=True):
    """A side has arrivals whose place it may choose: a formation's way in, a box, a hex."""

    side: Side


class WeatherRoll(Asked, frozen=True):
    """Chance: `part` is ground, atmosphere, visibility or air (option)."""

    part: str


class Replacing(Asked, frozen=True):
    """A side spends its Replacement Points."""

    side: Side


class ReplacementRoll(Asked, frozen=True):
    """Chance: a side's Replacement Points (option)."""

    side: Side


class Assigning(Asked, frozen=True):
    """A side assigns Independents and corps guns, and fills or empties its Support boxes.

    `handled` are the units it has assigned, released, boxed or unboxed: each once.
    """

    side: Side
    handled: UnitSet = 0


class FirstPlayerRoll(Asked, frozen=True):
    """Chance: two dice a side, the higher goes first."""


class Activations(Asked, frozen=True):
    """The Activation Phase: whose formation is next. Nobody is asked."""

    side: Side


class Choosing(Asked, frozen=True):
    """A side picks the formation to activate, or to recover."""

    side: Side


# -- an activation ---------------------------------------------------------------


class Activation(Asked, frozen=True):
    """The steps of an Activation, one after the other. Nobody is asked."""

    formation: FormationId
    step: int = 0
    second: bool = False


class PreparedDefense(Asked, frozen=True):
    """The owner may declare or give up Prepared Defense."""

    side: Side
    formation: FormationId


class SnafuRoll(Asked, frozen=True):
    """Chance: two dice for the formation."""

    formation: FormationId


class FailureFlip(Asked, frozen=True):
    """After a Fail: turn the Activation into a Recovery?"""

    side: Side
    formation: FormationId


class Objectives(Asked, frozen=True):
    """The owner puts OBJ markers on the map."""

    side: Side
    formation: FormationId


class Activities(Asked, frozen=True):
    """HQ, Trains and units act in any order, one at a time."""

    side: Side
    formation: FormationId


class RepairRoll(Asked, frozen=True):
    """Chance: engineers at a blown bridge, by its number."""

    bridge: int


class FatigueRoll(Asked, frozen=True):
    """Chance: one die on the Fatigue Increase Table."""

    formation: FormationId
    second: bool


class TrySecond(Asked, frozen=True):
    """Does the owner roll for a Second Activation?"""

    side: Side
    formation: FormationId


class SecondRoll(Asked, frozen=True):
    """Chance: one die against the HQ's number."""

    formation: FormationId


# -- one unit, HQ or Trains acts -----------------------------------------------------


class Acting(Asked, frozen=True):
    """A unit moves, engages, fires, shocks, attacks.

    `mp` are the movement points left, in quarters; `spent` those paid so far.
    `lift` is set in a STOP that Engagements may lift; `must` while an
    Engagement is owed. `clear` until it has done anything at all.
    """

    side: Side
    unit: UnitId
    mp: int
    spent: int = 0
    lift: bool = False
    must: bool = False
    clear: bool = True


class HqMoving(Asked, frozen=True):
    """The HQ moves by Truck. `minded` units have moved and are not to be left behind."""

    side: Side
    formation: FormationId
    mp: int
    spent: int = 0
    minded: UnitSet = 0


class BridgeRoll(Asked, frozen=True):
    """Chance: is the bridge blown as the first enemy comes?"""

    bridge: int


# -- fights --------------------------------------------------------------------------


class Fight(msgspec.Struct, frozen=True):
    """The fight on the table (State.fight)."""

    kind: str  # "engage" | "fire" | "attack" | "shock" | "barrage"
    unit: UnitId  # firer, attacking unit, or spotter of a stand-alone Barrage
    origin: Hex  # where it stands
    target: Hex
    box: UnitId = NO_UNIT  # Stand Off Support that fires from `origin`
    assist: UnitId = NO_UNIT
    defender: UnitId = NO_UNIT  # the AR unit, or the target of an Engagement
    backing: UnitId = NO_UNIT  # the Support-box unit whose AV the defender uses
    mission: str = ""  # "" | "suppression" | "destruction"
    arty: int = 0  # points in the mission
    air: int = 0
    spotter: UnitId = NO_UNIT  # who spots for the mission of a Shock Attack
    rolls: int = 0  # loss rolls still due
    result: str = ""  # of the Engagement or Combat Table


class Fighting(Asked, frozen=True):
    """The stages of a fight, one after the other. Nobody is asked."""

    stage: int = 0


class BackingChoice(Asked, frozen=True):
    """The defender picks the unit in his Support box that answers."""

    side: Side


class MissionChoice(Asked, frozen=True):
    """The attacker may add a Barrage mission."""

    side: Side


class DefenderChoice(Asked, frozen=True):
    """The defender picks his AR unit."""

    side: Side


class EngagementRoll(Asked, frozen=True):
    """Chance: two dice on the Engagement Table."""


class LossRoll(Asked, frozen=True):
    """Chance: one die on the Barrage Table."""


class CombatRoll(Asked, frozen=True):
    """Chance: two dice on the Combat Table."""


class Losses(Asked, frozen=True):
    """The owner takes so many steps among units of the hex; `first` loses the first."""

    side: Side
    hex: Hex
    count: int
    first: UnitId = NO_UNIT
    spare: UnitSet = 0  # units that cannot be hit (Hard beside others)


class Retreats(Asked, frozen=True):
    """Units of a stack retreat one by one, by the first case that applies to each.

    `cause` is "situational", "automatic", "engagement" or "voluntary". `judged`
    once those that stand have been told apart; `gone` when one has left. Nobody
    is asked unless order or place is the owner's choice.
    """

    side: Side
    hex: Hex
    units: UnitSet
    cause: str
    judged: bool = False
    gone: bool = False


class RetreatChoice(Asked, frozen=True):
    """The owner sends one of the units that retreat to one of its equally good hexes."""

    side: Side
    hex: Hex
    units: UnitSet
    cause: str


class Following(Asked, frozen=True):
    """May the assisting unit advance with the attacking one?"""

    side: Side


class Restoring(Asked, frozen=True):
    """In the enemy's Activation: a side may take Dropped Support markers off."""

    side: Side


class ReconRoll(Asked, frozen=True):
    """Chance: one die against the Recon unit's Action Rating."""

    unit: UnitId
    target: Hex


class HqRetreat(Asked, frozen=True):
    """The owner puts a retreating HQ in one of the hexes that fit."""

    side: Side
    formation: FormationId


class TrainsRetreat(Asked, frozen=True):
    """The owner of Trains that fell back to a source may shift them to another."""

    side: Side
    formation: FormationId
    hexes: tuple[Hex, ...]


class SoftJumpRoll(Asked, frozen=True):
    """Chance: were the HQ or Trains really there (option)?"""

    unit: UnitId
    formation: FormationId
    what: str  # "hq" | "trains"


Decision: TypeAlias = (
    Sequence
    | Arriving
    | WeatherRoll
    | Replacing
    | ReplacementRoll
    | Assigning
    | FirstPlayerRoll
    | Activations
    | Choosing
    | Activation
    | PreparedDefense
    | SnafuRoll
    | FailureFlip
    | Objectives
    | Activities
    | RepairRoll
    | FatigueRoll
    | TrySecond
    | SecondRoll
    | Acting
    | HqMoving
    | BridgeRoll
    | Fighting
    | BackingChoice
    | MissionChoice
    | DefenderChoice
    | EngagementRoll
    | LossRoll
    | CombatRoll
    | Losses
    | Retreats
    | RetreatChoice
    | Following
    | Restoring
    | ReconRoll
    | HqRetreat
    | TrainsRetreat
    | SoftJumpRoll
)
