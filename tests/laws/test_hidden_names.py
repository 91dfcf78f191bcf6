"""The Lost Battalion: whose names may turn up in what the other side is told (LB-5.6b).

The law of `nothing_leaks` changes hidden facts under a seat that decides; here
a seat listens while the other one acts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
import pytest
from laws.subjects import TITLES, play
from positions.lb import position

from grognard.match import Match
from grognard.match.beats import beats_of, headline
from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.kit.tables import UnitSet
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.state import DEAD, SEATS, State, copy, ids
from grognard.titles.lost_battalion.sight.view import revealed
from grognard.waist.title import CHANCE

SCENARIOS = [info.key for info in TITLES["lost_battalion"].scenarios()]


def in_the_open(state: State) -> UnitSet:
    """Units in a battle on the table, and the dead."""
    return revealed(state) | state.boxes[DEAD]


def declared(state: State, events: list[Any]) -> UnitSet:
    """Units that a declaration among these events has named."""
    by_name, found = state.kit.by_name, 0
    for event in events:
        if isinstance(event, ev.AttackDeclared):
            for name in event.units + event.defenders:
                found |= 1 << by_name[name]
        if isinstance(event, ev.Bombarded):
            for gun in event.guns:
                found |= 1 << by_name[gun] if gun in by_name else 0
    return found


def words(value: Any) -> Iterator[str]:
    """Every string in an event; lines and tallies hold no names."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from words(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from words(item)


def named(state: State, events: list[Any]) -> UnitSet:
    found = 0
    for word in words(msgspec.to_builtins(events)):
        unit = state.kit.by_name.get(word)
        found |= 0 if unit is None else 1 << unit
    return found


@lru_cache
def any_of(units: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted(units, key=lambda name: (-len(name), name))
    return re.compile(rf"(?<![\w/])(?:{'|'.join(map(re.escape, longest))})(?![\w/])")


def mentioned(state: State, text: str) -> UnitSet:
    """The units that words name, wherever in them."""
    units = tuple(state.kit.by_name)
    return sum(1 << state.kit.by_name[name] for name in set(any_of(units).findall(text)))


@pytest.mark.rule("LB-5.6a", "LB-5.6b")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", ["5", "6", "7"])
def test_events_name_only_what_is_in_the_open(scenario: str, seed: str) -> None:
    for state, seat, _, action in play("lost_battalion", scenario, seed):
        after = copy(state)
        events = lb.apply(after, seat, action)
        seen = in_the_open(state) | in_the_open(after) | declared(state, events)
        for listener in (None, *SEATS):
            told = [e for e in (lb.redact(e, listener) for e in events) if e is not None]
            own = 0 if listener is None else state.kit.side_units[SEATS.index(listener)]
            noticed = [lb.notice(event) for event in told]
            hidden = named(state, [*told, *noticed]) & ~own & ~seen
            assert not hidden, f"{listener} hears of {names(state, hidden)} by “{action}”"
            # The printed schedule is open: it names formations as some of their units are named.
            due = [e for e in told if isinstance(e, ev.Came | ev.Withdrawn)]
            read = [lb.narrate(event) for event in told if event not in due]
            read += words(msgspec.to_builtins([lb.notice(e) for e in told if e not in due]))
            hidden = mentioned(state, "\n".join(read)) & ~own & ~seen
            assert not hidden, f"{listener} reads of {names(state, hidden)} by “{action}”"
            assert all(lb.narrate(event) for event in told)


MARCHES = {  # what is done before, and two marches that look alike to the other side
    "one US regiment or the other": (
        ["german: done", "us: done"],
        ("us: 137/35 1243>1244>1345; halt", "us: 139/35 1243>1244>1345; halt"),
    ),
    "one German regiment or the other": (
        ["german: done", *["us: done"] * 4],
        ("german: bR10/5bR 1831>1832; halt", "german: bR7/5bR 1831>1832; halt"),
    ),
    "two regiments of three": (
        ["german: done", "us: done"],
        ("us: 137/35 139/35 1243>1244; halt", "us: 139/35 137/35 1243>1244; halt"),
    ),
}


def played(deeds: list[str]) -> Any:
    match: Any = Match.new(lb, "learning", {}, "7")
    for seat, text in (deed.split(": ", 1) for deed in deeds):
        route = match.play_route(seat, lb.parse(match.state, seat, text))
        assert route.refusal is None, route
    return match


@pytest.mark.rule("LB-5.6b")
@pytest.mark.parametrize("name", MARCHES)
def test_beats_tell_nothing_of_who_marched_unseen(name: str) -> None:
    before, marches = MARCHES[name]
    worlds = [played([*before, march]) for march in marches]
    owner = marches[0].split(":")[0]
    for listener in (None, *(seat for seat in SEATS if seat != owner)):
        told = [beats_of(lb, match, listener) for match in worlds]
        assert told[0][-1].sort == "march"
        # Their numbers are those of the entries, which are as many in both worlds.
        assert msgspec.json.encode(told[0]) == msgspec.json.encode(told[1])
        assert [*map(headline, told[0])] == [*map(headline, told[1])]


def names(state: State, units: UnitSet) -> list[str]:
    return [state.kit.names[unit] for unit in ids(units)]


@pytest.mark.rule("LB-9.16a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_only_the_german_learns_his_roll(scenario: str) -> None:
    for state, seat, _, action in play("lost_battalion", scenario, "5"):
        if seat == CHANCE:
            told = [lb.redact(event, SEATS[0]) for event in lb.apply(copy(state), seat, action)]
            counts = [e.count for e in told if isinstance(e, ev.DeliberateCounted)]
            assert counts == [0]
            return


@pytest.mark.rule("LB-5.6b", "LB-11.7c")
@pytest.mark.parametrize("steps", [1, 4])
def test_what_gas_does_to_a_lone_unit_cannot_be_looked_up_and_undone(steps: int) -> None:
    game = position(f"1242 2GzF/1G   1243 137/35:{steps}", turn=2, at="a2")
    game.play("Gas 1243")

    assert any(map(lb.reveals, game.events))


@pytest.mark.rule("LB-5.6b", "LB-S.34")
def test_a_withdrawal_cannot_be_looked_up_and_undone() -> None:
    assert lb.reveals(ev.Withdrawn(0, ("US 37", "US 91")))
