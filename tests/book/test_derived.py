"""Derived facts: worked out once, and again when what they hang on has changed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grognard.book import derived as toolbox
from grognard.book.derived import Ground, Grounds, Store, derived

OWN = Ground("hex_of", "steps", sides=2)
ALL = Ground("hex_of", "roads")
GROUNDS = Grounds(OWN, ALL)


class State:
    def __init__(self, kit: str = "kit") -> None:
        self.kit, self.roads, self.day = kit, 5, 1
        self.facts: list[Store] = GROUNDS.stores()


ASKED: list[object] = []


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    yield
    ASKED.clear()
    toolbox.forget()


@derived(of=OWN)
def zone(_: State, side: int) -> int:
    ASKED.append((zone, side))
    return side + 10


@derived(of=OWN)
def near(_: State, side: int, hex_: int) -> int:
    ASKED.append((near, side, hex_))
    return side + hex_


@derived(of=ALL)
def net(_: State) -> None:
    ASKED.append(net)


@derived(of=ALL)
def way(state: State, start: int, end: int) -> int:
    ASKED.append((way, start, end))
    return state.roads + start + end


@derived(of=ALL, by=lambda state, _: state.day)
def weather(state: State, hex_: int) -> int:
    ASKED.append((weather, hex_))
    return state.day + hex_


@derived(of=lambda state, _: state.roads)
def length(state: State, unit: int) -> int:
    ASKED.append((length, unit))
    return state.roads * unit


@derived(of=lambda state: state.day, renewed=lambda was, before, now, _: was + now - before)
def days(state: State) -> int:
    ASKED.append(days)
    return state.day


def test_a_fact_is_worked_out_once() -> None:
    state = State()

    assert [zone(state, 1), zone(state, 1), near(state, 0, 7), near(state, 0, 7)] == [11, 11, 7, 7]
    assert [net(state), net(state), way(state, 1, 2), way(state, 1, 2)] == [None, None, 8, 8]
    assert [(zone, 1), (near, 0, 7), net, (way, 1, 2)] == ASKED


def test_what_is_one_sides_outlives_the_others_moves() -> None:
    state = State()
    zone(state, 0), zone(state, 1), net(state)
    GROUNDS.changed(state, "hex_of", side=1)
    zone(state, 0), zone(state, 1), net(state)

    assert [(zone, 0), (zone, 1), net, (zone, 1), net] == ASKED


def test_a_column_that_a_ground_does_not_name_changes_nothing_there() -> None:
    state = State()
    zone(state, 0), net(state)
    GROUNDS.changed(state, "roads", "weather")
    zone(state, 0), net(state)

    assert [(zone, 0), net, net] == ASKED


def test_a_ground_that_is_known_to_hold_is_spared() -> None:
    state = State()
    zone(state, 0), net(state)
    GROUNDS.changed(state, "hex_of", but=ALL)
    zone(state, 0), net(state)

    assert [(zone, 0), net, (zone, 0)] == ASKED


def test_what_a_fact_looks_at_besides_keeps_it_apart() -> None:
    state = State()
    assert weather(state, 3) == 4
    state.day = 2
    assert weather(state, 3) == 5
    state.day = 1
    assert weather(state, 3) == 4

    assert [(weather, 3)] * 2 == ASKED


def test_by_value_the_last_one_is_kept_for_each_kit_and_argument() -> None:
    state, other = State(), State("other")
    assert [length(state, 2), length(state, 3), length(other, 2), length(state, 2)] == [
        10,
        15,
        10,
        10,
    ]
    state.roads = 6
    assert length(state, 2) == 12

    assert [(length, 2), (length, 3), (length, 2), (length, 2)] == ASKED


def test_what_can_be_renewed_is_not_worked_out_again() -> None:
    state = State()
    assert days(state) == 1
    state.day = 9
    assert days(state) == 9

    assert [days] == ASKED
