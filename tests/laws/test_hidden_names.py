"""The Lost Battalion: whose names may turn up in what the other side is told (LB-5.6b).

The law of `nothing_leaks` changes hidden facts under a seat that decides; here
a seat listens while the other one acts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from laws.subjects import TITLES, play
from positions.lb import position

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
            assert all(lb.narrate(event) for event in told)


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
