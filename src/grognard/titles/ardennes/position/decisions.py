"""Where one is in the sequence of play: a stack of small values.

The bottom is the day's `Sequence`; above it the impulses, above them an
activation, above that a move or a combat, above that a roll or a reaction. The
top one asks a player or chance, or, if it asks nobody, is carried out by the
program: so the rules that play the Allies are decisions like any other.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import CardId, Side, UnitId, UnitSet
from grognard.waist.asking import Asked

NOWHERE = Hex(-9)
NO_UNIT = UnitId(-1)
NO_CARD: CardId = -1


# -- the day -------------------------------------------------------------------


class Sequence(Asked, frozen=True):
    """The day; `step` is the next step of the sequence of play. Nobody is asked."""

    step: int = 0


class DelayedReserves(Asked, frozen=True):
    """The German may place reserves left over from yesterday."""

    side: Side


class OkwRelease(Asked, frozen=True):
    """The German may release one OKW division."""


class Deal(Asked, frozen=True):
    """Chance: so many supplemental cards go face down to the draw pile."""

    side: Side
    left: int


class Refill(Asked, frozen=True):
    """The hand is filled up to a size. Nobody is asked."""

    side: Side
    size: int


class DrawCards(Asked, frozen=True):
    """Chance: one more card for the hand."""

    side: Side
    size: int


class FuelShort(Asked, frozen=True):
    """A card drawn today puts its formation out of fuel: Fuel Priority?"""

    side: Side
    card: CardId


class BridgeWork(Asked, frozen=True):
    """Supply Phase: engineers' events of a side."""

    side: Side


class Surrenders(Asked, frozen=True):
    """Units that were Isolated before the Supply Phase still have to roll. Nobody is asked."""

    units: UnitSet


class SurrenderRoll(Asked, frozen=True):
    """Chance: one such unit."""

    unit: UnitId


# -- impulses ------------------------------------------------------------------


class Impulses(Asked, frozen=True):
    """The Activation Phase: whose impulse is next, and how many went by. Nobody is asked."""

    side: Side
    number: int = 0
    passes: int = 0  # in a row, with the draw piles empty (2P)


class Reveal(Asked, frozen=True):
    """Chance: the Allied card that sets the Command Level (GS)."""


class Impulse(Asked, frozen=True):
    """A player plays command and event cards."""

    side: Side
    level: int = 0  # Allied Command Level (GS)
    total: int = 0  # Command Values played
    played: int = 0  # cards played
    opening: bool = False  # GS: first impulse of 16 December; 2P: the first three


class Carrying(Asked, frozen=True):
    """The one card of a player's impulse is being carried out (2P). Nobody is asked."""

    side: Side
    opening: bool


class Discarding(Asked, frozen=True):
    """After a German impulse (GS): discard; `must` if nothing was played."""

    side: Side
    must: bool


class AlliedTurn(Asked, frozen=True):
    """The rules play the Allied impulse (GS). Nobody is asked."""

    cards: int = 0  # drawn so far


# -- commands --------------------------------------------------------------------


class Aiming(Asked, frozen=True):
    """An event has been played: what is it aimed at?"""

    side: Side
    card: CardId
    event: str
    among: tuple[str, ...]


class CommandoRaid(Asked, frozen=True):
    """Chance: which card the Allied player loses (2P)."""


class Gathering(Asked, frozen=True):
    """A Kampfgruppe is put together."""

    side: Side
    card: CardId
    units: UnitSet = 0


class Deploying(Asked, frozen=True):
    """Reserves come onto the map."""

    side: Side
    card: CardId
    units: UnitSet
    placed: UnitSet = 0


class Refitting(Asked, frozen=True):
    """Replacement steps are given out."""

    side: Side
    units: UnitSet
    left: int
    given: UnitSet = 0


class Activation(Asked, frozen=True):
    """A formation acts: stage "move", then "attack"."""

    side: Side
    card: CardId
    stage: str = "move"


class Moving(Asked, frozen=True):
    """Units on the move, together only by Reinforce Battle."""

    side: Side
    units: UnitSet
    at: Hex
    spent: int = 0
    strategic: bool = False
    entered: int = 0  # hexes entered
    reinforcing: bool = False
    spent_too: int = 0  # by the mechanized units of a mixed stack


class Crossing(Asked, frozen=True):
    """A unit steps over a bridge once it has been tested. Nobody is asked."""

    to: Hex


# -- roadblocks and bridges --------------------------------------------------------


class Arrival(Asked, frozen=True):
    """A German unit came into a hex: checks it causes, in order. Nobody is asked."""

    units: UnitSet
    hex: Hex
    how: str  # "move", "advance", "retreat" or "reinforce"
    asked: bool = False  # 2P: for a roadblock


class DemolitionCheck(Asked, frozen=True):
    """Chance: is the bridge blown?"""

    river: int
    hex: Hex  # the far hex


class RoadblockCheck(Asked, frozen=True):
    """Chance: is a roadblock placed?"""

    hex: Hex
    unit: UnitId


class Reaction(Asked, frozen=True):
    """A player may answer with a card: to "demolition", "roadblock", "bridge" or "road"."""

    side: Side
    to: str
    hex: Hex = NOWHERE
    river: int = 0
    units: UnitSet = 0


class Clearing(Asked, frozen=True):
    """Roadblocks next to active units come off, one by one. Nobody is asked."""

    side: Side


class MannedRoll(Asked, frozen=True):
    """Chance: does an Allied unit take the roadblock's place?"""

    hex: Hex


# -- combat ------------------------------------------------------------------------


class Assembling(Asked, frozen=True):
    """An attack is being put together."""

    side: Side
    target: Hex
    units: UnitSet = 0


class Fight(Asked, frozen=True):
    """The combat on the table (`State.battle`): its next stage. Nobody is asked."""

    stage: str


class Tactics(Asked, frozen=True):
    """A player may play combat tactics."""

    side: Side


class TacticDraw(Asked, frozen=True):
    """Chance: an Allied card is drawn for a combat (GS)."""

    side: Side = 1
    attacking: bool = False


class Rallying(Asked, frozen=True):
    """Reinforce Battle: which stack?"""

    side: Side


class ChitCount(Asked, frozen=True):
    """The attacker says how many chits."""

    side: Side


class ChitDraw(Asked, frozen=True):
    """Chance: one chit."""


class Hits(Asked, frozen=True):
    """A player takes the next hit of the combat."""

    side: Side


class HoldCheck(Asked, frozen=True):
    """Chance: do the Allied defenders hold? (GS)"""

    number: int


class Advancing(Asked, frozen=True):
    """A player advances after combat."""

    side: Side


class AdvanceRoll(Asked, frozen=True):
    """Chance: does an Allied unit advance? (GS)"""

    units: UnitSet
    to: Hex
    number: int


# -- the Allied system ----------------------------------------------------------------


class CommandDraw(Asked, frozen=True):
    """Chance: the Allied card of an impulse for which none was turned up, or one more (GS)."""


class Command(Asked, frozen=True):
    """An Allied card's command list is gone through. Nobody is asked."""

    card: CardId
    step: int = 0


class AlliedActivation(Asked, frozen=True):
    """A formation acts by the rules: "wander", "cards", "close". Nobody is asked."""

    card: CardId
    stage: str
    cards: int = 0  # action cards drawn
    wandered: UnitSet = 0  # wandering units dealt with


class WanderRoll(Asked, frozen=True):
    """Chance: a wandering unit with nowhere to go."""

    unit: UnitId


class ActionDraw(Asked, frozen=True):
    """Chance: an action card."""


class ActionCard(Asked, frozen=True):
    """An action card is tried on the active units. Nobody is asked."""

    number: int
    tried: UnitSet = 0


Decision: TypeAlias = (
    Sequence
    | DelayedReserves
    | OkwRelease
    | Deal
    | Refill
    | DrawCards
    | FuelShort
    | BridgeWork
    | Surrenders
    | SurrenderRoll
    | Impulses
    | Reveal
    | Impulse
    | Carrying
    | Discarding
    | AlliedTurn
    | Aiming
    | CommandoRaid
    | Gathering
    | Deploying
    | Refitting
    | Activation
    | Moving
    | Crossing
    | Arrival
    | DemolitionCheck
    | RoadblockCheck
    | Reaction
    | Clearing
    | MannedRoll
    | Assembling
    | Fight
    | Tactics
    | TacticDraw
    | Rallying
    | ChitCount
    | ChitDraw
    | Hits
    | HoldCheck
    | Advancing
    | AdvanceRoll
    | CommandDraw
    | Command
    | AlliedActivation
    | WanderRoll
    | ActionDraw
    | ActionCard
)


Sided: TypeAlias = Tactics | Rallying | Hits | Advancing
"""What is asked of a side in a combat: a player decides it, or the rules."""


class Battle(msgspec.Struct, frozen=True):
    """The combat on the table, from declaration to advance."""

    side: Side  # the attacker
    target: Hex
    attackers: UnitSet
    defenders: UnitSet
    origins: tuple[tuple[UnitId, Hex], ...]  # where each attacker attacks from
    lead: UnitId = NO_UNIT
    tactics: tuple[str, ...] = ()  # of the attacker
    answers: tuple[str, ...] = ()  # of the defender
    gifts: tuple[str, ...] = ()  # tactics an action or army card gives the Allied attacker
    extra: int = 0  # chits an action card adds
    reinforced: UnitSet = 0  # joined by Reinforce Battle
    chosen: int = 0  # chits to draw
    drawn: tuple[int, ...] = ()  # kinds drawn
    attacker_hits: int = 0  # still to be taken
    defender_hits: int = 0
    taken: int = 0  # hits the attacker has taken
    losses: int = 0  # of them as steps
    absorbed: int = 0  # of them by dispersal
    retreated: int = 0  # hexes
    path: tuple[Hex, ...] = ()  # of the retreat, the target first
    bugged_out: bool = False
    forded: int = 0  # river hexsides used up by advances
    bridged: int = 0  # bridges into enemy ZOC used up by advances
    advanced: UnitSet = 0
    began: int = 0  # steps of the attackers before any hit
    hurt: tuple[tuple[UnitId, int], ...] = ()  # steps each unit has lost in this combat
    toll: int = 0  # steps a retreat still costs
    payers: UnitSet = 0  # the units that owe them
    shifted: UnitSet = 0  # units of a split stack that have made the hex of retreat on the table
    scattered: bool = False  # the stack has split: its retreat is over
    far: UnitSet = 0  # advanced a second hex
    halted: UnitSet = 0  # may not go on
    tested: UnitSet = 0  # Allied units dealt with by the advance table
