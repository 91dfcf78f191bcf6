"""The notes of a first game."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import GERMAN, US
from grognard.titles.bcs.position import decisions as dec
from grognard.titles.bcs.position.state import SEATS
from grognard.titles.bcs.sight.view import view
from grognard.titles.bcs.words.notes import FIRST_GAMES, NOTES, notes

FRONT = "11.09 20AIB B/3Tk   12.08 AA2 I/304"
LONGEST = 360  # letters: a note is read at a glance


def keys(game: Game, side: int = GERMAN) -> list[str]:
    return [note.key for note in notes(view(game.state, SEATS[side]))]


def on_the_table(decision: dec.Decision, **more: Any) -> Game:
    return position(FRONT, active="2PZ", table=decision, **more)


def test_a_note_is_short_and_has_a_title() -> None:
    for title, text in NOTES.values():
        assert title
        assert text.endswith(".")
        assert len(text) <= LONGEST, title


def test_notes_are_for_whoever_is_asked_in_the_first_games() -> None:
    game = position(FRONT, active="2PZ")
    assert keys(game)[0] == "Activities-orders"
    assert keys(game, US) == []
    assert list(notes(view(game.state, None))) == []
    assert "noville" in FIRST_GAMES


def test_there_are_none_in_the_long_game() -> None:
    assert keys(position(scenario="bastogne", active="2PZ")) == []


@pytest.mark.parametrize("scenario", FIRST_GAMES)
def test_the_first_choice_of_a_formation_has_its_note(scenario: str) -> None:
    game = position(FRONT, scenario=scenario)
    assert keys(game, US) == ["Choosing"]


def test_the_snafu_roll_decides_what_is_told() -> None:
    assert "Activities-partial" in keys(position(FRONT, active="2PZ", snafu="partial", arty=1))
    assert "Activities-guns" in keys(position(FRONT, active="2PZ", snafu="partial", arty=1))
    full = keys(position(FRONT, active="2PZ", arty=0))
    assert "Activities-partial" not in full
    assert "Activities-guns" not in full
    assert keys(position(FRONT, active="2PZ", snafu="fail")) == ["Activities-fail"]
    assert "Activities-second" in keys(position(FRONT, active="2PZ", second=True))


def test_the_trains_are_told_of_when_they_matter() -> None:
    assert "Activities-trains" not in keys(position(FRONT, active="2PZ"))
    assert "Activities-trains" in keys(position(FRONT, active="2PZ", ghost="2PZ"))
    assert "Activities-trains" in keys(position(FRONT, active="2PZ", hq_moved=True))


def test_a_unit_in_hand_is_told_of_by_how_it_fares() -> None:
    game = position(FRONT, active="2PZ")
    scout, foot = game.unit("AA2"), game.unit("I/304")
    assert keys(on_the_table(dec.Acting(GERMAN, scout, 4)))[-2:] == [
        "Acting-moving",
        "Acting-recon",
    ]
    assert keys(on_the_table(dec.Acting(GERMAN, foot, 4)))[-1] == "Acting-moving"
    stopped = on_the_table(dec.Acting(GERMAN, foot, 0), stopped=1 << foot)
    assert keys(stopped)[-1] == "Acting-stopped"
    owed = on_the_table(dec.Acting(GERMAN, foot, 4, lift=True, must=True))
    assert keys(owed)[-1] == "Acting-must"
    caught = on_the_table(dec.Acting(GERMAN, foot, 4, lift=True))
    assert keys(caught)[-1] == "Acting-lift"


def test_the_wider_note_comes_first_and_each_once() -> None:
    game = position(FRONT, active="2PZ")
    found = keys(on_the_table(dec.HqMoving(GERMAN, game.formation("2PZ"), 4)))
    assert found[0] == "Activities-orders"
    assert found[-1] == "HqMoving"
    assert len(set(found)) == len(found)


def test_every_note_belongs_to_a_decision() -> None:
    kinds = {kind.__name__ for kind in vars(dec).values() if isinstance(kind, type)}
    assert {key.partition("-")[0] for key in NOTES} <= kinds
