"""Engineers of both sides: in an impulse, and in the Supply Phase (EA-S.4, EA-S.43, EA-S.57).

Allied engineers (2P) say what they do as well as where: "blow 1609/1610".
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import HexSet, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Card, Side
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import BridgeWork
from grognard.titles.ardennes.position.questions import QUESTIONS, Events, Question, not_now
from grognard.titles.ardennes.position.state import DISCARDS, FIRST_DAY, State, ids, mark, units_in
from grognard.titles.ardennes.rules.cards import cards, happenings
from grognard.titles.ardennes.rules.cards.happenings import (
    BRIDGE_ENGINEERS,
    ENGINEERS,
    HAPPENINGS,
    Happening,
    Play,
)
from grognard.titles.ardennes.rules.moving import bridges, roadblocks
from grognard.titles.ardennes.rules.supply import supply
from grognard.waist.asking import own_side, pop, push

# -- as an event ---------------------------------------------------------------------------------


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


@cites("EA-S.43")
def _engineer_jobs(state: State, _: Play) -> Iterator[str]:
    kit, label = state.kit, state.kit.grid.label
    for river in bridges.building_sites(state, ALLIED):
        yield f"build {bridges.label(kit, river)}"
    for river in _blowable(state):
        yield f"blow {bridges.label(kit, river)}"
    for hex_ in members(roadblocks.road_sites(state)):
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


@cites("EA-ST.j", "EA-SU.o")
def _dig_sites(state: State) -> HexSet:
    """Supplied Allied hexes outside towns without an Improved Position, and with who could dig."""
    kit, idle = state.kit, state.dispersed | supply.out_of_supply(state)
    sites = state.occupied[ALLIED] & ~kit.towns & ~state.dug_in & supply.supplied(state, ALLIED)
    return sum(1 << h for h in members(sites) if units_in(state, h) & ~idle)


def _engineers(state: State, play: Play) -> Events:
    job, _, where = play.choice.partition(" ")
    if job == "build":
        return bridges.build(state, ALLIED, bridges.river_at(state.kit, where))
    if job == "blow":
        return bridges.blow_with_reaction(state, bridges.river_at(state.kit, where), ENGINEERS)
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


# -- in the Supply Phase -------------------------------------------------------------------------


@cites("EA-S.4")
def begin_work(state: State) -> Events:
    """Supply Phase: the German engineers, then those of an Allied player."""
    if _may_work(state, ALLIED):
        push(state, BridgeWork(ALLIED))
    if _may_work(state, GERMAN):
        push(state, BridgeWork(GERMAN))
    return []


def _may_work(state: State, side: Side) -> bool:
    """Against a person the question is put whenever there is a hand, so that it tells nothing."""
    if cards.told_by_asking(state):
        return bool(cards.hand(state, side))
    return next(_works(state, side), None) is not None


def _event_of(side: Side) -> str:
    return BRIDGE_ENGINEERS if side == GERMAN else ENGINEERS


def _works(state: State, side: Side) -> Iterator[act.Event]:
    """The cards with engineers, while there is a bridge to build."""
    event = _event_of(side)
    for number in cards.hand(state, side):
        card = cards.printed(state, side, number)
        if event in happenings.events_of(state, card) and bridges.can_build(state, side):
            yield act.Event(card.number, event)


def _building_choices(state: State, side: Side) -> tuple[str, ...]:
    """How the event is aimed: Allied engineers can do other things than build."""
    verb = "" if side == GERMAN else "build "
    return tuple(verb + bridges.label(state.kit, river) for river in bridges.buildable(state, side))


def _work_candidates(state: State, work: BridgeWork) -> Iterator[act.Action]:
    yield from _works(state, work.side)
    yield act.Done()


@cites("EA-S.4", "EA-S.57")
def _work_refusal(state: State, work: BridgeWork, action: act.Action) -> Refusal | None:
    """Engineers build bridges in this step, and nothing else is done."""
    if isinstance(action, act.Done):
        return None
    if not isinstance(action, act.Event):
        return not_now(action, "play engineers for bridges, or be done")
    card = cards.held(state, work.side, action.card)
    if isinstance(card, Refusal):
        return card
    if action.event != _event_of(work.side):
        return Refusal("EA-S.4", f"only {_event_of(work.side)} is played in the Supply Phase")
    if not bridges.can_build(state, work.side):
        return Refusal("EA-S.57", "there is no river hexside where a bridge could be built")
    return happenings.refusal(state, work.side, card, action.event)


def _work_answer(state: State, work: BridgeWork, action: act.Action) -> Events:
    if not isinstance(action, act.Event):
        pop(state)
        return []
    card = cards.held(state, work.side, action.card)
    assert isinstance(card, Card), "refusal saw to it"
    cards.move_card(state, work.side, card.id, DISCARDS)
    told: Events = [ev.CardPlayed(work.side, card.number, "event", action.event, card.title)]
    sites = _building_choices(state, work.side)
    return told + happenings.play_event(state, work.side, card, action.event, sites)


QUESTIONS[BridgeWork] = Question(own_side, _work_candidates, _work_refusal, _work_answer)
