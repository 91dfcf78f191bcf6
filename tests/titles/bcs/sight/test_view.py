"""What a seat sees (everything), and the state a bot makes of it."""

from __future__ import annotations

from random import Random

from bcs import position

from grognard.book.canonical import state_hash
from grognard.titles.bcs.kit.kit import SCENARIOS
from grognard.titles.bcs.position.state import SEATS, State, Terms, changed
from grognard.titles.bcs.rules.turn.setting_up import new_game
from grognard.titles.bcs.sight.imagine import imagine
from grognard.titles.bcs.sight.view import PLAIN, view

FOLLOW = {"stacks", "occupied"}  # from where the units are

FULL = position(
    "11.09 20AIB:2 B/3Tk   13.07 AA2m",
    active="2PZ",
    hand="AA2",
    box="PzJg38",
    waiting={"I/2": "22.10"},
    ghost="2PZ",
    dropped="20AIB",
    objectives=["11.09"],
    traffic="12.08",
    air=(1, 0),
    fired={0: 1},
    replacements=[[0, 1], [1, 0]],
)


def test_everything_lies_open() -> None:
    assert set(State.__struct_fields__) - set(PLAIN) == FOLLOW


def test_both_seats_and_an_onlooker_see_the_same() -> None:
    seen = [view(FULL.state, seat) for seat in (*SEATS, None)]

    for name in PLAIN:
        assert len({repr(getattr(one, name)) for one in seen}) == 1


def test_what_is_imagined_is_the_state() -> None:
    for state in (FULL.state, *(new_game(Terms(key, ())) for key in SCENARIOS)):
        twin = imagine(view(state, SEATS[0]), Random(0))
        for name in State.__struct_fields__:
            assert getattr(twin, name) == getattr(state, name), name
            assert type(getattr(twin, name)) is type(getattr(state, name)), name


def test_a_view_does_not_change_with_the_state() -> None:
    game = FULL.twin()
    seen = view(game.state, None)
    before = repr(seen)
    game.state.steps[0] = 0
    game.state.hq[0] = game.hex("05.05")
    game.state.replacements[0][1] = 7
    changed(game.state)

    assert repr(seen) == before
    assert state_hash(view(game.state, None)) != state_hash(seen)
