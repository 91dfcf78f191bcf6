"""What happened, for logs and pages; and what of it the other side may read.

`side` is the side that acted. Hidden are only cards that lie face down: a hand,
the draw piles, and which supplemental cards were dealt. An Allied decision made
by the rules leaves a `Reasoned`: what was tried, in order, and what each
criterion kept.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from grognard.book.tally import Tally
from grognard.titles.ardennes.kit.kit import Side

BOTH: Side = -1


class _Told(msgspec.Struct, frozen=True, tag=True):
    side: Side


# -- the day -----------------------------------------------------------------------


class DayBegan(_Told, frozen=True):
    day: int
    sky: str


class PhaseBegan(_Told, frozen=True):
    name: str


class Arrived(_Told, frozen=True):
    """Units came from the calendar to the Reserve box."""

    units: tuple[str, ...]


class Released(_Told, frozen=True):
    division: str
    corps: str


class CardsEntered(_Told, frozen=True):
    """Reinforcement cards came into play."""

    cards: tuple[int, ...]


class Dealt(_Told, frozen=True):
    """So many supplemental cards go face down to the draw pile."""

    count: int


class Drew(_Told, frozen=True):
    """A card came to hand; the other side does not see which (card 0)."""

    card: int
    name: str = ""


class Reshuffled(_Told, frozen=True):
    pile: str


class FuelShort(_Told, frozen=True):
    """A card drawn on a fuel-shortage day: discarded, and its formation out of fuel."""

    card: int
    units: tuple[str, ...]


class FuelKept(_Told, frozen=True):
    """Fuel Priority: another card was discarded instead."""

    card: int
    instead: int


class SupplyTested(_Told, frozen=True):
    """Markers changed in the Supply Phase."""

    unsupplied: tuple[str, ...]
    isolated: tuple[str, ...]
    recovered: tuple[str, ...]


class SurrenderRolled(_Told, frozen=True):
    unit: str
    roll: int
    number: int
    lost: bool


class VictoryCounted(_Told, frozen=True):
    tally: Tally


class GameOver(_Told, frozen=True):
    level: str
    points: int


# -- impulses and cards ----------------------------------------------------------------


class LevelRevealed(_Told, frozen=True):
    """The Allied card turned up before a German impulse."""

    card: int
    level: int
    name: str = ""


class ImpulseBegan(_Told, frozen=True):
    number: int
    level: int = 0


class CardPlayed(_Told, frozen=True):
    """A card was played; `use` says for what, `detail` for whom or where."""

    card: int
    use: str
    detail: str = ""
    name: str = ""  # of the card


class Discarded(_Told, frozen=True):
    card: int
    name: str = ""


class Passed(_Told, frozen=True):
    """A pass; card 0 with no card left."""

    card: int


class ImpulseSkipped(_Told, frozen=True):
    """Commandos."""

    card: int


class Happened(_Told, frozen=True):
    """An event took effect, in plain words."""

    event: str
    text: str
    spots: tuple[str, ...] = ()


class CardLost(_Told, frozen=True):
    """Commandos (2P): a random card left the hand."""

    card: int


# -- units ---------------------------------------------------------------------------------


class Activated(_Told, frozen=True):
    card: int
    formation: str
    units: tuple[str, ...]


class Deployed(_Told, frozen=True):
    """A unit came onto the map from `origin`: "reserve", a hex, or "okw"."""

    unit: str
    hex: str
    origin: str = "reserve"


class Moved(_Told, frozen=True):
    units: tuple[str, ...]
    start: str
    to: str
    left: int  # movement points
    spent: int = 0  # on the move so far


class Exited(_Told, frozen=True):
    unit: str
    hex: str
    points: int


class Refitted(_Told, frozen=True):
    unit: str
    steps: int


class DugIn(_Told, frozen=True):
    hexes: tuple[str, ...]


class PositionGone(_Told, frozen=True):
    hex: str


class Recovered(_Told, frozen=True):
    """Dispersed markers came off."""

    units: tuple[str, ...]


class Calendared(_Told, frozen=True):
    """A wandering unit was lifted and comes back on a later day."""

    unit: str
    day: int


class TownTaken(_Told, frozen=True):
    hex: str


# -- roadblocks and bridges ------------------------------------------------------------------


class RoadblockRolled(_Told, frozen=True):
    hex: str
    roll: int
    number: int
    placed: bool


class RoadblockPlaced(_Told, frozen=True):
    hex: str
    why: str


class RoadblockLifted(_Told, frozen=True):
    hex: str
    why: str
    rule: str = ""


class RoadblockManned(_Told, frozen=True):
    hex: str
    roll: int
    number: int
    unit: str  # "" if the roll failed or there was nobody


class DemolitionRolled(_Told, frozen=True):
    bridge: str
    roll: int
    number: int
    blown: bool


class BridgeBlown(_Told, frozen=True):
    bridge: str
    why: str


class BridgeSaved(_Told, frozen=True):
    bridge: str
    card: int


class BridgeBuilt(_Told, frozen=True):
    bridge: str


class BridgeTaken(_Told, frozen=True):
    bridge: str


# -- combat ------------------------------------------------------------------------------------


class AttackDeclared(_Told, frozen=True):
    target: str
    units: tuple[str, ...]
    defenders: tuple[str, ...]


class TacticUsed(_Told, frozen=True):
    tactic: str
    card: int = 0
    attacking: bool = True


class CombatCard(_Told, frozen=True):
    """An Allied card drawn for a combat, and what came of it."""

    card: int
    outcome: str
    name: str = ""


class Joined(_Told, frozen=True):
    """A unit joined a combat; `origin` is "reserve", "Reinforce Battle" or the hex it was in."""

    unit: str
    hex: str
    origin: str
    attacking: bool = False


class ChitsChosen(_Told, frozen=True):
    count: int
    low: Tally
    high: Tally
    ratio: str


class ChitDrawn(_Told, frozen=True):
    chit: str
    situation: str  # the line that counted, "" for none
    attacker: int
    defender: int
    lines: tuple[tuple[str, int, int], ...] = ()  # all that is printed on it


class HitsScored(_Told, frozen=True):
    attacker: Tally
    defender: Tally


class HoldRolled(_Told, frozen=True):
    hex: str
    roll: int
    tally: Tally
    held: bool


class StepLost(_Told, frozen=True):
    unit: str
    left: int
    cause: str


class Eliminated(_Told, frozen=True):
    unit: str
    cause: str


class HitIgnored(_Told, frozen=True):
    rule: str


class RetreatMade(_Told, frozen=True):
    units: tuple[str, ...]
    start: str
    to: str
    cost: int


class BecameDispersed(_Told, frozen=True):
    units: tuple[str, ...]
    why: str


class AdvanceRolled(_Told, frozen=True):
    units: tuple[str, ...]
    to: str
    roll: int
    number: int
    went: bool


class Advanced(_Told, frozen=True):
    unit: str
    to: str


class CombatOver(_Told, frozen=True):
    target: str


# -- the Allied system ----------------------------------------------------------------------------


class Line(msgspec.Struct, frozen=True):
    """One line of a decision's reasoning, with the hexes and units it kept or tested."""

    text: str
    rule: str = ""
    spots: tuple[str, ...] = ()


class Reasoned(_Told, frozen=True):
    """How the rules came to an Allied decision; `chosen` is the unit, hex or word it came to."""

    procedure: str
    subject: str
    chosen: str
    lines: tuple[Line, ...]


class CommandChosen(_Told, frozen=True):
    card: int
    command: str


class ActionDrawn(_Told, frozen=True):
    number: int
    title: str


class Acted(_Told, frozen=True):
    """An action card was carried out by a lead unit."""

    number: int
    lead: str
    what: str


Event: TypeAlias = (
    DayBegan
    | PhaseBegan
    | Arrived
    | Released
    | CardsEntered
    | Dealt
    | Drew
    | Reshuffled
    | FuelShort
    | FuelKept
    | SupplyTested
    | SurrenderRolled
    | VictoryCounted
    | GameOver
    | LevelRevealed
    | ImpulseBegan
    | CardPlayed
    | Discarded
    | Passed
    | ImpulseSkipped
    | Happened
    | CardLost
    | Activated
    | Deployed
    | Moved
    | Exited
    | Refitted
    | DugIn
    | PositionGone
    | Recovered
    | Calendared
    | TownTaken
    | RoadblockRolled
    | RoadblockPlaced
    | RoadblockLifted
    | RoadblockManned
    | DemolitionRolled
    | BridgeBlown
    | BridgeSaved
    | BridgeBuilt
    | BridgeTaken
    | AttackDeclared
    | TacticUsed
    | CombatCard
    | Joined
    | ChitsChosen
    | ChitDrawn
    | HitsScored
    | HoldRolled
    | StepLost
    | Eliminated
    | HitIgnored
    | RetreatMade
    | BecameDispersed
    | AdvanceRolled
    | Advanced
    | CombatOver
    | Reasoned
    | CommandChosen
    | ActionDrawn
    | Acted
)


def redact(event: Event, side: Side | None) -> Event | None:
    """The event as that side (None: an onlooker) may read it."""
    if isinstance(event, Drew) and event.side != side:
        return msgspec.structs.replace(event, card=0, name="")
    return event


def reveals(_: Event) -> bool:
    """Nothing a player does shows him what he may not know; draws and rolls are chance's."""
    return False
