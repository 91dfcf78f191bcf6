"""The events of both decks, and cards played in reaction (EA-S.9, EA-S.57 to EA-S.59, EA-S.77).

An event is aimed at one thing: a bridge ("1609/1610"), a hex, a unit, a
division; "" for none. Engineers (2P) say what they do as well: "blow 1609/1610".
The card is played first and aimed afterwards, unless there is nothing to aim at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

import msgspec

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import ALLIED, DIVISION, GERMAN, Card, Kit, Side, UnitSet
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Aiming, CommandoRaid, Impulse, Reaction
from grognard.titles.ardennes.position.questions import (
    QUESTIONS,
    Events,
    Question,
    ask_chance,
    not_now,
)
from grognard.titles.ardennes.position.state import (
    AVAILABLE,
    CALENDAR,
    DISCARDS,
    FIRST_DAY,
    HAND,
    PILE,
    State,
    army_of,
    boxed,
    changed,
    corps_units,
    fact,
    ids,
    mark,
    note,
    solitaire,
    standing,
    units_in,
)
from grognard.titles.ardennes.rules.cards import cards, refit
from grognard.titles.ardennes.rules.day import impulses
from grognard.titles.ardennes.rules.moving import bridges, roadblocks
from grognard.titles.ardennes.rules.supply import supply
from grognard.waist.asking import own_side, pop, push
from grognard.waist.chance import Pick, Picked

BRIDGE_ENGINEERS: Final = "Bridge Engineers"
COMMANDOS: Final = "Commandos"
CONSOLIDATION: Final = "Consolidation"
EISENHOWER: Final = "Eisenhower Hesitates"
FURY: Final = "Fury of Bastogne"
GREIF: Final = "Operation Greif"
FREEZE: Final = "Ground Freeze"
MANTEUFFEL: Final = "Manteuffel Directs Traffic"
CRISIS: Final = cards.CRISIS
ENGINEERS: Final = "Engineers"
AIR_RESUPPLY: Final = "Air Resupply"
CLOUDS: Final = "Break in the Clouds"
PATTON: Final = "Patton on the Move"
ALARM: Final = "Raise the Alarm"
ANY: Final = "any"


class Play(msgspec.Struct, frozen=True):
    """An event as it is played: by whom, with which card, aimed at what."""

    side: Side
    card: Card
    choice: str = ""


class Happening(msgspec.Struct, frozen=True):
    """What an event may be aimed at, and what it does."""

    choices: Callable[[State, Play], Iterable[str]]
    happen: Callable[[State, Play], Events]
    rule: str
    because: str  # why nothing can be aimed at
    possible: Callable[[State, Play], bool] | None = None  # whether there is any choice, if quicker


HAPPENINGS: Final[dict[str, Happening]] = {}


# -- playing an event ----------------------------------------------------------------------------


def events_of(state: State, card: Card) -> list[str]:
    """The events a card can be played for in an impulse."""
    if card.event == ANY:
        return [name for name in _open_events(state) if name in HAPPENINGS]
    return [card.event] if card.event in HAPPENINGS else []


def _open_events(state: State) -> tuple[str, ...]:
    """Those of other German cards that are neither special nor reactions."""
    return _ordinary(state.kit)


@lru_cache(maxsize=32)
def _ordinary(kit: Kit) -> tuple[str, ...]:
    open_ = (c for c in kit.german_deck if c.event and not c.special and not c.reaction)
    return tuple(sorted({card.event for card in open_}))


def days_of(state: State, card: Card, event: str) -> tuple[int, ...]:
    """When an event may be played; a card for any event goes by the others' dates."""
    if card.event != ANY:
        return card.days
    dated = [c.days for c in state.kit.german_deck if c.event == event]
    return () if () in dated else tuple(sorted({day for days in dated for day in days}))


def choices(state: State, side: Side, card: Card, event: str) -> tuple[str, ...]:
    """What an event can be aimed at now."""

    def find() -> tuple[str, ...]:
        return tuple(HAPPENINGS[event].choices(state, Play(side, card)))

    return fact(state, ("choices", event, side, card.id), find)


def _has_choice(state: State, side: Side, card: Card, event: str) -> bool:
    """Whether there is any: the first one found will do."""

    def find() -> bool:
        happening, play = HAPPENINGS[event], Play(side, card)
        if happening.possible is not None:
            return happening.possible(state, play)
        return any(True for _ in happening.choices(state, play))

    return fact(state, ("has choice", event, side, card.id), find)


@cites("EA-S.13")
def refusal(state: State, side: Side, card: Card, event: str) -> Refusal | None:
    """Why a card cannot be played for an event now."""
    if event not in events_of(state, card):
        return Refusal("EA-S.13", f"{card.name} does not carry the event {event}")
    if (days := days_of(state, card, event)) and state.day not in days:
        return Refusal("EA-S.13", f"{event} cannot be played on {state.day} December")
    if card.once and event in state.used_once:
        return Refusal("EA-S.13", f"{event} has happened: it happens once a game")
    if _has_choice(state, side, card, event):
        return None
    return Refusal(HAPPENINGS[event].rule, HAPPENINGS[event].because)


def play_event(
    state: State, side: Side, card: Card, event: str, among: tuple[str, ...] = ()
) -> Events:
    """A card is played for its event, aimed at one of these or whatever it can be aimed at."""
    return take_aim(state, side, card, event, among or choices(state, side, card, event))


def take_aim(state: State, side: Side, card: Card, event: str, among: tuple[str, ...]) -> Events:
    """With one thing to aim at the event happens; with several the player is asked."""
    if len(among) == 1:
        return happen(state, side, card, event, among[0])
    push(state, Aiming(side, card.id, event, among))
    return []


def happen(state: State, side: Side, card: Card, event: str, choice: str) -> Events:
    """An event takes effect."""
    if card.once:
        state.used_once |= {event}
    return HAPPENINGS[event].happen(state, Play(side, card, choice))


# -- aiming ------------------------------------------------------------------------------------


def _aim_candidates(_: State, aiming: Aiming) -> Iterable[act.Action]:
    return [act.Aim(choice) for choice in aiming.among]


def _aim_refusal(_: State, aiming: Aiming, action: act.Action) -> Refusal | None:
    if not isinstance(action, act.Aim):
        return not_now(action, f"say what {aiming.event} is aimed at")
    if action.at in aiming.among:
        return None
    happening = HAPPENINGS[aiming.event]
    return Refusal(happening.rule, happening.because)


def _aim_answer(state: State, aiming: Aiming, action: act.Aim) -> Events:
    pop(state)
    card = cards.printed(state, aiming.side, aiming.card)
    return happen(state, aiming.side, card, aiming.event, action.at)


QUESTIONS[Aiming] = Question(own_side, _aim_candidates, _aim_refusal, _aim_answer, exact=True)


def _nothing_to_aim_at(*_: object) -> Iterable[str]:
    return ("",)


# -- German events -------------------------------------------------------------------------------


def _bridge_sites(state: State, play: Play) -> Iterator[str]:
    for river in bridges.building_sites(state, play.side):
        yield bridges.label(state.kit, river)


def _build_bridge(state: State, play: Play) -> Events:
    return bridges.build(state, play.side, bridges.river_at(state.kit, play.choice))


HAPPENINGS[BRIDGE_ENGINEERS] = Happening(
    _bridge_sites,
    _build_bridge,
    "EA-S.57",
    "a bridge takes supply on one bank, and no enemy unit or unopposed enemy zone on either",
    lambda state, play: bridges.can_build(state, play.side),
)


@cites("EA-S.58")
def _commandos(state: State, _: Play) -> Events:
    if solitaire(state):
        state.skipping = True
        return [ev.Happened(GERMAN, COMMANDOS, "the Allies will skip their next impulse")]
    if cards.hand(state, ALLIED):
        push(state, CommandoRaid())
    return [ev.Happened(GERMAN, COMMANDOS, "the Allied player loses a card at random")]


HAPPENINGS[COMMANDOS] = Happening(
    _nothing_to_aim_at, _commandos, "EA-S.58", "it is aimed at nothing"
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


def _blocks_near_manteuffel(state: State, *_: object) -> Iterator[str]:
    for hex_ in members(_traffic(state)):
        yield state.kit.grid.label(hex_)


def _traffic(state: State) -> HexSet:
    """Roadblocks near a unit of Manteuffel's army."""
    kit, here = state.kit, 0
    for unit in ids(standing(state, GERMAN) if state.roadblocks else 0):
        if army_of(state, unit) == kit.manteuffels_army:
            here |= 1 << state.hex_of[unit]
    return state.roadblocks & kit.grid.within(here, kit.number("manteuffel_distance"))


def _direct_traffic(state: State, play: Play) -> Events:
    told = roadblocks.lift(state, state.kit.grid.at(play.choice), MANTEUFFEL, "EA-S.13")
    return [ev.Happened(GERMAN, MANTEUFFEL, "a roadblock is cleared", (play.choice,)), *told]


HAPPENINGS[MANTEUFFEL] = Happening(
    _blocks_near_manteuffel,
    _direct_traffic,
    "EA-S.13",
    "there is no roadblock within two hexes of a unit of Manteuffel's army",
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


HAPPENINGS[CRISIS] = Happening(_nothing_to_aim_at, _crisis, "EA-S.13", "it is aimed at nothing")


# -- Allied events (2P; the rules play them in German Solitaire) ---------------------------------


@cites("EA-S.43")
def _engineer_jobs(state: State, _: Play) -> Iterator[str]:
    kit, label = state.kit, state.kit.grid.label
    for river in bridges.building_sites(state, ALLIED):
        yield f"build {bridges.label(kit, river)}"
    for river in _blowable(state):
        yield f"blow {bridges.label(kit, river)}"
    for hex_ in members(road_sites(state)):
        yield f"block {label(hex_)}"
    for hex_ in members(_dig_sites(state)):
        yield f"dig {label(hex_)}"


@cites("EA-S.43", "EA-D16.p")
def _blowable(state: State) -> Iterator[int]:
    """Allied bridges with an Allied unit beside them; none on 16 December."""
    if state.day == FIRST_DAY:
        return
    for river in ids(state.bridges & ~state.german_bridges):
        a, b = state.kit.rivers[river]
        if state.occupied[ALLIED] & (1 << a | 1 << b):
            yield 1 << river


def road_sites(state: State, units: UnitSet = 0) -> HexSet:
    """Where the Allied player may put a roadblock: empty supplied towns and junctions on a road.

    The zone of German units that have just come does not cut a hex off.
    """
    kit = state.kit
    near = supply.supplied_without(state, ALLIED, units)
    sites = kit.roads & (kit.towns | kit.junctions) & near
    taken = state.occupied[GERMAN] | state.occupied[ALLIED] | state.roadblocks | state.german_towns
    return sites & ~taken


def _dig_sites(state: State) -> HexSet:
    """Supplied Allied hexes outside towns without an Improved Position."""
    kit = state.kit
    sites = state.occupied[ALLIED] & ~kit.towns & ~state.dug_in & supply.supplied(state, ALLIED)
    return sum(1 << h for h in members(sites) if units_in(state, h) & ~state.dispersed)


def _engineers(state: State, play: Play) -> Events:
    job, _, where = play.choice.partition(" ")
    if job == "build":
        return bridges.build(state, ALLIED, bridges.river_at(state.kit, where))
    if job == "blow":
        return blow_with_reaction(state, bridges.river_at(state.kit, where), ENGINEERS)
    hex_ = state.kit.grid.at(where)
    if job == "block":
        return roadblocks.place(state, hex_, ENGINEERS)
    mark(state, dug_in=state.dug_in | 1 << hex_)
    return [ev.DugIn(ALLIED, (where,))]


HAPPENINGS[ENGINEERS] = Happening(
    _engineer_jobs,
    _engineers,
    "EA-S.43",
    "engineers build or blow a bridge beside an Allied unit, block a road junction, or dig in",
)


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


HAPPENINGS[PATTON] = Happening(_nothing_to_aim_at, _patton, "EA-S.13", "it is aimed at nothing")


@cites("EA-S.77", "EA-D16.o")
def _alarmed(state: State, _: Play) -> Iterator[str]:
    """Divisions that may march with their full allowance on 16 December."""
    if state.day != FIRST_DAY:
        return
    on_map = standing(state, ALLIED)
    for division, units in state.kit.division_units.items():
        if units & on_map & state.kit.side_units[ALLIED]:
            yield division


@cites("EA-S.77", "EA-D16.o")
def _raise_alarm(state: State, play: Play) -> Events:
    from grognard.titles.ardennes.rules.cards import activation

    units = state.kit.division_units[play.choice] & standing(state, ALLIED)
    activation.begin(state, ALLIED, play.card.id, units, 0)
    note(state, full_march=True)
    return [ev.Happened(ALLIED, ALARM, f"{play.choice} may march as far as it can")]


HAPPENINGS[ALARM] = Happening(
    _alarmed, _raise_alarm, "EA-S.77", "it alarms a division on the map on 16 December"
)


# -- reactions -----------------------------------------------------------------------------------


def blow_with_reaction(state: State, river: int, why: str) -> Events:
    """A bridge goes up, and Operation Greif may undo it."""
    told = bridges.blow(state, river, why)
    reaction_demolition(state, river)
    return told


@cites("EA-S.9", "EA-S.59")
def _may_ask(state: State, side: Side, event: str) -> bool:
    """Against a person by what he knows of the hand, so that the question tells him nothing."""
    if impulses.in_opening(state) or not cards.hand(state, side):
        return False
    if solitaire(state):
        held = _carrying(state, side, event, HAND)
        return any(_over_level(state, card) is None for card in held)
    return any(True for _ in _carrying(state, side, event, HAND, PILE, AVAILABLE))


def _carrying(state: State, side: Side, event: str, *places: int) -> Iterator[Card]:
    """The cards in some places that answer with the event."""
    for place in places:
        for number in cards.lying(state, side, place):
            card = cards.printed(state, side, number)
            if event == card.event or (event != GREIF and event in events_of(state, card)):
                yield card


@cites("EA-S.59")
def reaction_demolition(state: State, river: int) -> None:
    if _may_ask(state, GERMAN, GREIF):
        push(state, Reaction(GERMAN, "demolition", river=river))


def reaction_roadblock(state: State, hex_: Hex, units: UnitSet) -> None:
    if _may_ask(state, GERMAN, MANTEUFFEL) and _traffic(state) >> hex_ & 1:
        push(state, Reaction(GERMAN, "roadblock", hex=hex_, units=units))


@cites("EA-S.43", "EA-D16.p", "EA-D16.d")
def reaction_bridge(state: State, river: int, units: UnitSet) -> None:
    """2P: the Allied player may blow a bridge the Germans come next to, but not on 16 December."""
    if state.day != FIRST_DAY and _may_ask(state, ALLIED, ENGINEERS):
        push(state, Reaction(ALLIED, "bridge", river=river, units=units))


def reaction_road(state: State, hex_: Hex, units: UnitSet) -> None:
    """2P: the Allied player may block a road the Germans come next to."""
    sites = road_sites(state, units) & state.kit.grid.spread(1 << hex_)
    if sites and _may_ask(state, ALLIED, ENGINEERS):
        push(state, Reaction(ALLIED, "road", hex=hex_, units=units))


_ANSWERS: Final = {
    "demolition": GREIF,
    "roadblock": MANTEUFFEL,
    "bridge": ENGINEERS,
    "road": ENGINEERS,
}


def _aims(state: State, reaction: Reaction) -> list[str]:
    """What the card can be aimed at."""
    kit, label = state.kit, state.kit.grid.label
    if reaction.to == "demolition":
        return [bridges.label(kit, reaction.river)]
    if reaction.to == "bridge":
        return [f"blow {bridges.label(kit, reaction.river)}"]
    if reaction.to == "roadblock":
        return [label(reaction.hex)]
    sites = road_sites(state, reaction.units) & kit.grid.spread(1 << reaction.hex)
    return [f"block {label(hex_)}" for hex_ in members(sites)]


def _answering(state: State, reaction: Reaction) -> Iterator[Card]:
    return _carrying(state, reaction.side, _ANSWERS[reaction.to], HAND)


def _reaction_candidates(state: State, reaction: Reaction) -> Iterator[act.Action]:
    yield act.Decline()
    for card in _answering(state, reaction):
        yield act.Event(card.number, _ANSWERS[reaction.to])


@cites("EA-S.9", "EA-S.59")
def _reaction_refusal(state: State, reaction: Reaction, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Decline):
        return None
    if not isinstance(action, act.Event):
        return not_now(action, "answer with a card, or decline")
    card = cards.held(state, reaction.side, action.card)
    if isinstance(card, Refusal):
        return card
    event = _ANSWERS[reaction.to]
    if action.event != event or card not in list(_answering(state, reaction)):
        return Refusal("EA-S.59", f"the answer here is a card with {event}")
    return _over_level(state, card)


def _over_level(state: State, card: Card) -> Refusal | None:
    """In a German impulse of the solitaire game a reaction counts to the Command Level."""
    from grognard.titles.ardennes.rules.cards.commands import over_level

    impulse = next((d for d in reversed(state.stack) if isinstance(d, Impulse)), None)
    return over_level(impulse, card.value) if impulse and solitaire(state) else None


@cites("EA-S.9", "EA-S.10", "EA-S.59")
def _reaction_answer(state: State, reaction: Reaction, action: act.Action) -> Events:
    pop(state)
    if not isinstance(action, act.Event):
        return []
    card = cards.held(state, reaction.side, action.card)
    assert isinstance(card, Card), "refusal saw to it"
    cards.move_card(state, reaction.side, card.id, DISCARDS)
    _count_value(state, card)
    played = ev.CardPlayed(reaction.side, card.number, "reaction", action.event, card.title)
    told: Events = [played]
    if reaction.to == "demolition":
        return [*told, *bridges.save(state, reaction.river, card.number)]
    aims = tuple(_aims(state, reaction))
    return told + take_aim(state, reaction.side, card, action.event, aims)


def _count_value(state: State, card: Card) -> None:
    if not solitaire(state):
        return
    state.stack = tuple(
        msgspec.structs.replace(d, total=d.total + card.value, played=d.played + 1)
        if isinstance(d, Impulse)
        else d
        for d in state.stack
    )


QUESTIONS[Reaction] = Question(own_side, _reaction_candidates, _reaction_refusal, _reaction_answer)
