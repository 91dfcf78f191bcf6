"""Bridges: who holds them, who blows them, who builds them (EA-S.41 to EA-S.43, EA-S.57, EA-S.67).

A river hexside is a bit; a set of them is the bits together.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Card, Kit, Side, UnitSet
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Reaction
from grognard.titles.ardennes.position.questions import Events
from grognard.titles.ardennes.position.state import FIRST_DAY, State, each, fact, mark, other
from grognard.titles.ardennes.rules.cards import reactions
from grognard.titles.ardennes.rules.cards.happenings import ENGINEERS, GREIF
from grognard.titles.ardennes.rules.cards.reactions import REPLIES, Reply, aimed
from grognard.titles.ardennes.rules.moving.terrain import all_rivers, held_bridges, river_gates
from grognard.titles.ardennes.rules.moving.zones import open_zone
from grognard.titles.ardennes.rules.supply.supply import supplied


@lru_cache(maxsize=2048)
def label(kit: Kit, river: int) -> str:
    """The two hexes a river hexside lies between, the lower number first: "1609/1610"."""
    return "/".join(sorted(kit.grid.label(hex_) for hex_ in banks(kit, river)))


def river_at(kit: Kit, text: str) -> int:
    """The river hexside of that label; 0 if there is none."""
    first, _, second = text.partition("/")
    if not (kit.grid.has(first) and kit.grid.has(second)):
        return 0
    return kit.river_bit.get((kit.grid.at(first), kit.grid.at(second)), 0)


def banks(kit: Kit, river: int) -> tuple[Hex, Hex]:
    return kit.rivers[river.bit_length() - 1]


def across(kit: Kit, river: int, hex_: Hex) -> Hex:
    """The hex on the other bank."""
    a, b = banks(kit, river)
    return b if hex_ == a else a


def held(state: State, side: Side) -> int:
    """The standing bridges a side holds."""
    return held_bridges(state, side)


def beside(state: State, hex_: Hex) -> Iterator[int]:
    """The standing bridges on the sides of a hex."""
    for n in each(state.kit.rivers_at[hex_] & state.bridges):
        yield 1 << n


# -- how many cross --------------------------------------------------------------------


@cites("EA-D16.k")
def single_file(state: State, side: Side) -> bool:
    """16 December: one German unit an activation crosses a bridge as a bridge."""
    return side == GERMAN and state.day == FIRST_DAY


@cites("EA-D16.k", "EA-D16.l")
def worn_out(state: State, side: Side) -> int:
    """Bridges that are as good as none for the side's next unit."""
    return state.record.crossed & state.bridges if single_file(state, side) else 0


@cites("EA-S.38", "EA-D16.l")
def fordable(state: State, side: Side) -> int:
    """River hexsides that a unit may still cross without a bridge in this activation."""
    unbridged = all_rivers(state.kit) & ~state.bridges
    return (unbridged | worn_out(state, side)) & ~state.record.forded


# -- changing hands ----------------------------------------------------------------------


@cites("EA-S.67")
def take(state: State, side: Side, river: int) -> Events:
    """The side holds the bridge from now on."""
    if not river & held(state, other(side)):
        return []
    mark(state, german_bridges=state.german_bridges ^ river)
    return [ev.BridgeTaken(side, label(state.kit, river))]


@cites("EA-S.67")
def take_beside(state: State, side: Side, hex_: Hex) -> Events:
    """Units of the side are alone beside a bridge: no enemy is on the other bank.

    A bridge the Allies might still blow is not taken before they have tried.
    """
    told: Events = []
    for river in beside(state, hex_):
        contested = state.occupied[other(side)] >> across(state.kit, river, hex_) & 1
        if not contested and not (side == GERMAN and in_doubt(state, river)):
            told += take(state, side, river)
    return told


# -- demolition ------------------------------------------------------------------------------


@cites("EA-S.41", "EA-S.42", "EA-RT.w")
def in_doubt(state: State, river: int) -> bool:
    """Whether a German unit that comes beside the bridge may see it blown, not yet tried."""
    if state.day < state.kit.number("demolition_from_day"):
        return False
    return bool(river & state.bridges & ~state.german_bridges & ~state.record.mined)


@cites("EA-S.43", "EA-D16.p", "EA-D16.d")
def ask_to_blow(state: State, river: int, units: UnitSet) -> None:
    """2P: the Allied player may blow a bridge the Germans come next to, but not on 16 December."""
    if state.day != FIRST_DAY:
        reactions.ask(state, Reaction(ALLIED, "bridge", river=river, units=units))


def _at_the_bridge(state: State, reaction: Reaction) -> tuple[str, ...]:
    return (f"blow {label(state.kit, reaction.river)}",)


REPLIES["bridge"] = Reply(ENGINEERS, aimed(_at_the_bridge))


@cites("EA-S.59")
def blow_with_reaction(state: State, river: int, why: str) -> Events:
    """A bridge goes up, and Operation Greif may undo it."""
    told = blow(state, river, why)
    reactions.ask(state, Reaction(GERMAN, "demolition", river=river))
    return told


def blow(state: State, river: int, why: str) -> Events:
    """The bridge is gone."""
    mark(state, bridges=state.bridges & ~river, german_bridges=state.german_bridges & ~river)
    return [ev.BridgeBlown(ALLIED, label(state.kit, river), why)]


@cites("EA-S.59")
def save(state: State, river: int, card: int) -> Events:
    """Operation Greif: the bridge just blown stands after all, in Allied hands as before."""
    mark(state, bridges=state.bridges | river)
    return [ev.BridgeSaved(GERMAN, label(state.kit, river), card)]


def _save(state: State, reaction: Reaction, card: Card) -> Events:
    return save(state, reaction.river, card.number)


REPLIES["demolition"] = Reply(GREIF, _save)


# -- engineers ---------------------------------------------------------------------------------


@cites("EA-S.57")
def buildable(state: State, side: Side) -> list[int]:
    """The river hexsides where the side's engineers can repair or build a bridge."""
    return fact(state, ("buildable", side), lambda: list(building_sites(state, side)))


def can_build(state: State, side: Side) -> bool:
    """Whether there is such a hexside."""
    return bool(_far_banks(state, side))


def _far_banks(state: State, side: Side) -> HexSet:
    """The hexes that a bridge could be built to from one in supply."""

    def find() -> HexSet:
        kit, open_ = state.kit, _building_ground(state, side)
        unbridged = river_gates(kit, all_rivers(kit) & ~state.bridges)
        return kit.grid.through(supplied(state, side) & open_, unbridged) & open_

    return fact(state, ("far banks", side), find)


def _building_ground(state: State, side: Side) -> HexSet:
    return state.kit.grid.all & ~state.occupied[other(side)] & ~open_zone(state, side)


def building_sites(state: State, side: Side) -> Iterator[int]:
    """The same one by one, for whoever asks only whether there is any."""
    kit, near, open_ = state.kit, supplied(state, side), _building_ground(state, side)
    rivers, pairs = 0, _bank_pairs(kit)
    for hex_ in members(_far_banks(state, side)):
        rivers |= kit.rivers_at[hex_]
    for n in each(rivers & ~state.bridges):
        if near & pairs[n] and not pairs[n] & ~open_:
            yield 1 << n


@lru_cache(maxsize=16)
def _bank_pairs(kit: Kit) -> tuple[HexSet, ...]:
    return tuple(1 << a | 1 << b for a, b in kit.rivers)


def build(state: State, side: Side, river: int) -> Events:
    """A bridge stands there, the side's own."""
    german = state.german_bridges | river if side == GERMAN else state.german_bridges & ~river
    mark(state, bridges=state.bridges | river, german_bridges=german)
    return [ev.BridgeBuilt(side, label(state.kit, river))]
