"""What the events of both decks do that belong to no other chapter (EA-S.13, EA-S.56, EA-S.58).

Bridges, roadblocks and activations register theirs beside their own rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, members
from grognard.titles.ardennes.kit.kit import ALLIED, DIVISION, GERMAN, Card, UnitSet
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import CommandoRaid
from grognard.titles.ardennes.position.questions import Events, ask_chance
from grognard.titles.ardennes.position.state import (
    CALENDAR,
    DISCARDS,
    TWO_PLAYERS,
    State,
    boxed,
    changed,
    corps_units,
    game_of,
    ids,
    mark,
    standing,
    units_in,
)
from grognard.titles.ardennes.rules.cards import cards, refit
from grognard.titles.ardennes.rules.cards.happenings import (
    AIR_RESUPPLY,
    CLOUDS,
    COMMANDOS,
    CONSOLIDATION,
    CRISIS,
    EISENHOWER,
    FREEZE,
    FURY,
    HAPPENINGS,
    PATTON,
    Happening,
    Play,
    nothing_to_aim_at,
)
from grognard.waist.asking import pop, push
from grognard.waist.chance import Pick, Picked

# -- German events -------------------------------------------------------------------------------


@cites("EA-S.58")
def _commandos(state: State, _: Play) -> Events:
    return RAIDS[game_of(state)](state)


@cites("EA-S.58")
def _raid_the_hand(state: State) -> Events:
    if cards.hand(state, ALLIED):
        push(state, CommandoRaid())
    return [ev.Happened(GERMAN, COMMANDOS, "the Allied player loses a card at random")]


RAIDS: Final[dict[str, Callable[[State], Events]]] = {TWO_PLAYERS: _raid_the_hand}
"""What Commandos do, by game."""
HAPPENINGS[COMMANDOS] = Happening(
    nothing_to_aim_at, _commandos, "EA-S.58", "it is aimed at nothing"
)


def _raid_draw(state: State, _: CommandoRaid) -> Pick:
    return Pick(len(cards.hand(state, ALLIED)), "the card lost to Commandos")


@cites("EA-S.58")
def _raided(state: State, _: CommandoRaid, action: Picked) -> Events:
    pop(state)
    card = cards.hand(state, ALLIED)[action.which]
    cards.move_card(state, ALLIED, card, DISCARDS)
    return [ev.CardLost(ALLIED, cards.printed(state, ALLIED, card).number)]


ask_chance(CommandoRaid, _raid_draw, _raided)


def _formation(state: State, card: Card) -> UnitSet:
    """Whom Consolidation may strengthen: the formation of the card."""
    if card.kind == DIVISION:
        return card.units
    return corps_units(state, card.corps) if card.corps else card.units


def _weakened(state: State, play: Play) -> Iterator[str]:
    units = _formation(state, play.card) & standing(state, play.side)
    for unit in ids(refit.fit(state, units)):
        yield state.kit.names[unit]


def _consolidate(state: State, play: Play) -> Events:
    return refit.give_step(state, state.kit.by_name[play.choice])


HAPPENINGS[CONSOLIDATION] = Happening(
    _weakened, _consolidate, "EA-S.56", "no unit of the formation can take a step"
)


def _airborne(state: State, *_: object) -> Iterator[str]:
    for division in state.kit.airborne:
        if state.kit.division_units[division] & boxed(state, CALENDAR, ALLIED):
            yield division


def _hesitate(state: State, play: Play) -> Events:
    day = state.kit.number("hesitation_to_day")
    for unit in ids(state.kit.division_units[play.choice] & boxed(state, CALENDAR, ALLIED)):
        state.due[unit] = day
    changed(state)
    return [ev.Happened(GERMAN, EISENHOWER, f"{play.choice} comes on {day} December")]


HAPPENINGS[EISENHOWER] = Happening(
    _airborne, _hesitate, "EA-S.13", "neither airborne division waits in the calendar"
)


def _for_today(name: str, text: str) -> Callable[[State, Play], Events]:
    def happen_(state: State, play: Play) -> Events:
        mark(state, today=state.today | {name})
        return [ev.Happened(play.side, name, text)]

    return happen_


def _not_yet_today(name: str) -> Callable[[State, Play], Iterable[str]]:
    return lambda state, *_: () if name in state.today else ("",)


HAPPENINGS[FURY] = Happening(
    _not_yet_today(FURY),
    _for_today(FURY, "today attacks on VP hexes draw two chits more, all others two fewer"),
    "EA-S.13",
    "it is in force already",
)
HAPPENINGS[FREEZE] = Happening(
    _not_yet_today(FREEZE),
    _for_today(FREEZE, "today the ground is frozen: mechanized units move more easily"),
    "EA-S.13",
    "it is in force already",
)


def _crisis(state: State, _: Play) -> Events:
    """British units and cards due on one day slip to the next."""
    kit = state.kit
    from_day, to_day = kit.number("crisis_from_day"), kit.number("crisis_to_day")
    british = sum(1 << unit.id for unit in kit.units if unit.nation == "british")
    for unit in ids(british & boxed(state, CALENDAR, ALLIED)):
        if state.due[unit] == from_day:
            state.due[unit] = to_day
    mark(state, today=state.today, used_once=state.used_once | {CRISIS})
    return [ev.Happened(GERMAN, CRISIS, f"British due on the {from_day}th slip to the {to_day}th")]


HAPPENINGS[CRISIS] = Happening(nothing_to_aim_at, _crisis, "EA-S.13", "it is aimed at nothing")


# -- Allied events (2P; the rules play them in German Solitaire) ---------------------------------


def _cut_off_hexes(state: State, *_: object) -> Iterator[str]:
    if not clear_sky(state):
        return
    for hex_ in members(state.occupied[ALLIED]):
        if state.stacks[hex_] & (state.unsupplied | state.isolated):
            yield state.kit.grid.label(hex_)


def clear_sky(state: State) -> bool:
    return state.kit.days[state.day].sky == "clear" or CLOUDS in state.today


def resupply(state: State, hex_: Hex) -> Events:
    """Units supplied by air: plain Low Supply until the next Supply Phase, and no roll then."""
    units = units_in(state, hex_)
    mark(
        state,
        unsupplied=state.unsupplied & ~units,
        isolated=state.isolated & ~units,
        airlifted=state.airlifted | units,
    )
    label = state.kit.grid.label(hex_)
    return [ev.Happened(ALLIED, AIR_RESUPPLY, f"supplies are dropped on {label}", (label,))]


HAPPENINGS[AIR_RESUPPLY] = Happening(
    _cut_off_hexes,
    lambda state, play: resupply(state, state.kit.grid.at(play.choice)),
    "EA-S.13",
    "the sky must be clear and Allied units Out of Supply or Isolated",
)
HAPPENINGS[CLOUDS] = Happening(
    _not_yet_today(CLOUDS),
    _for_today(CLOUDS, "the sky clears: Allied aircraft fly today"),
    "EA-S.13",
    "it is in force already",
)


def _patton(state: State, _: Play) -> Events:
    kit = state.kit
    from_day, to_day = kit.number("patton_from_day"), kit.number("patton_to_day")
    for unit in ids(kit.corps_units[kit.pattons_corps] & boxed(state, CALENDAR, ALLIED)):
        if state.due[unit] == from_day:
            state.due[unit] = to_day
    changed(state)
    return [ev.Happened(ALLIED, PATTON, f"{kit.pattons_corps} Corps comes on {to_day} December")]


HAPPENINGS[PATTON] = Happening(nothing_to_aim_at, _patton, "EA-S.13", "it is aimed at nothing")
