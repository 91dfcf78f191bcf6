"""Train Movement in an Activation, and where displaced Trains end (BCS-10.3.j, BCS-S.44)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet
from grognard.titles.bcs.kit.kit import FormationId, Kit
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position.decisions import Activities, TrainsRetreat
from grognard.titles.bcs.position.deeds import TASKS, Deed
from grognard.titles.bcs.position.offering import at_hexes
from grognard.titles.bcs.position.questions import QUESTIONS, Events, Question, not_now
from grognard.titles.bcs.position.state import FAIL, OFF_MAP, State, key_of, label
from grognard.titles.bcs.rules.rear import trains
from grognard.titles.bcs.rules.ways import by_road as roads
from grognard.titles.bcs.rules.ways.by_road import MP, sources
from grognard.waist.asking import own_side, pop

_OFF = "off"


# -- in an Activation ------------------------------------------------------------------


def _candidates(state: State, now: Activities) -> Iterable[act.Action]:
    number = now.formation
    if _barred(state, number) is not None:
        return ()
    legal, at = trains.legal(state, number), state.trains[number]
    if at < 0:
        return _moves(state.kit, legal, two_ways(state, number) & legal)
    legal &= ~(1 << at)
    moves = _moves(state.kit, legal, two_ways(state, number) & legal)
    return moves if trains.in_legal_hex(state, number) else (*moves, act.MoveTrains(_OFF))


@lru_cache(maxsize=256)
def _moves(kit: Kit, legal: HexSet, twofold: HexSet) -> tuple[act.Action, ...]:
    by_hexes = at_hexes(kit, act.MoveTrains, legal)
    return (*by_hexes, *at_hexes(kit, act.MoveTrains, twofold, MP))


@cites("BCS-10.3.d")
def two_ways(state: State, number: FormationId) -> HexSet:
    """The hexes whose shortest way to a source in MPs is another than that in hexes."""
    side = state.kit.formations[number].side

    def find() -> HexSet:
        return roads.two_ways(state, sources(state, side), trains.open_to(state, number))

    return trains.supply_fact(state, side, ("two ways", number), find)


@cites("BCS-S.44", "BCS-R.24")
def _barred(state: State, number: FormationId) -> Refusal | None:
    """Why the Trains make no move at all."""
    if state.trains_moved:
        return Refusal("BCS-S.44", "the Trains have moved in this Activation")
    if state.snafu == FAIL and trains.must_move(state, number) is None:
        return Refusal("BCS-R.24", "under a Fail the Trains move only if they must")
    return None


def _refused(state: State, now: Activities, action: act.MoveTrains) -> Refusal | None:
    barred = _barred(state, now.formation)
    if barred is not None:
        return barred
    if action.hex == _OFF:
        return _off_refused(state, now.formation, action)
    if not state.kit.grid.has(action.hex):
        return Refusal("BCS-10.3.g", f"there is no hex {action.hex} on this map")
    hex_ = state.kit.grid.at(action.hex)
    if hex_ == state.trains[now.formation]:
        return Refusal("BCS-10.3.j", f"the Trains are in {action.hex} already")
    if not trains.is_legal(state, now.formation, hex_):
        return trains.why_illegal(state, now.formation, hex_)
    return _measure_refused(state, now.formation, hex_, action.by) if action.by else None


@cites("BCS-10.3.j", "BCS-10.3.g")
def _off_refused(state: State, number: FormationId, action: act.MoveTrains) -> Refusal | None:
    """Off the map they go only from an Illegal Hex."""
    if state.trains[number] < 0:
        return Refusal("BCS-10.3.j", "the Trains are off the map already")
    if trains.in_legal_hex(state, number) or action.by:
        return Refusal("BCS-10.3.j", "Trains in a Legal Hex do not leave the map")
    return None


@cites("BCS-10.3.d")
def _measure_refused(state: State, number: FormationId, hex_: Hex, by: str) -> Refusal | None:
    if by != MP:
        return Refusal("BCS-10.3.d", "a way is measured in hexes, or in MPs with “mp”")
    if not two_ways(state, number) >> hex_ & 1:
        name = label(state, hex_)
        return Refusal("BCS-10.3.d", f"from {name} the way in MPs is the one in hexes")
    return None


@cites("BCS-10.3.g", "BCS-10.3.j", "BCS-S.44")
def _move(state: State, now: Activities, action: act.MoveTrains) -> Events:
    hex_ = OFF_MAP if action.hex == _OFF else state.kit.grid.at(action.hex)
    return trains.move(state, now.formation, hex_, action.by)


# -- after a displacement -----------------------------------------------------------------


def _choices(state: State, asked: TrainsRetreat) -> list[act.Action]:
    return [act.MoveTrains(label(state, hex_)) for hex_ in asked.hexes]


@cites("BCS-10.3.l")
def _choice_refused(state: State, asked: TrainsRetreat, action: act.Action) -> Refusal | None:
    if not isinstance(action, act.MoveTrains):
        return not_now(action, "put the displaced Trains at a Supply Source")
    if action in _choices(state, asked):
        return None
    key = key_of(state, asked.formation)
    return Refusal("BCS-10.3.l", f"{action.hex} is no free Supply Source for the Trains of {key}")


def _chosen(state: State, asked: TrainsRetreat, action: act.MoveTrains) -> Events:
    pop(state)
    return trains.shift(state, asked.formation, state.kit.grid.at(action.hex))


TASKS[act.MoveTrains] = Deed(_candidates, _refused, _move, exact=True)
QUESTIONS[TrainsRetreat] = Question(own_side, _choices, _choice_refused, _chosen, exact=True)
