"""Turns from which something holds stand in the turn record: a chart pack moves them."""

from __future__ import annotations

from pathlib import Path

import pytest
from positions.lb import Game, position

from grognard.book.flaws import DataFlaw
from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.kit.tables import DATA
from grognard.titles.lost_battalion.position.decisions import Announcement, GunPlacement
from grognard.titles.lost_battalion.position.state import DUE, RESERVE


def pack(folder: Path, **dates: int) -> Path:
    """A chart pack with the turn record, but for events that are on other turns (0: on none)."""
    turns = (DATA / "schedule.toml").read_text(encoding="utf-8").split("[[turn]]\n")
    for key, turn in dates.items():
        (at,) = [n for n, text in enumerate(turns) if f'{{ key = "{key}"' in text]
        (line,) = [row for row in turns[at].splitlines() if f'{{ key = "{key}"' in row]
        turns[at] = turns[at].replace(line + "\n", "")
        if turn:
            empty = turns[turn].replace("events = []", "events = [\n]")
            turns[turn] = empty.replace("events = [\n", f"events = [\n{line}\n")
    (folder / "schedule.toml").write_text("[[turn]]\n".join(turns), encoding="utf-8")
    return folder


def reserves(turn: int, folder: Path | None = None) -> Game:
    return position(turn=turn, boxes={"16/1": RESERVE}, pack=folder)


@pytest.mark.rule("LB-6.3a")
def test_the_reserve_box_opens_when_the_turn_record_says_so(tmp_path: Path) -> None:
    moved = pack(tmp_path, reserve_open=4)

    assert (reserves(1).rule("Pick 16/1"), reserves(2).rule("Pick 16/1")) == ("LB-6.3a", None)
    assert "Pick 16/1" not in reserves(3, moved).offers()
    assert (
        str(reserves(3, moved).refusal("Pick 16/1")) == "LB-6.3a: the Reserve Box opens on turn 4"
    )
    assert "Pick 16/1" in reserves(4, moved).offers()


@pytest.mark.rule("LB-6.1f")
def test_who_may_enter_from_the_west_stands_in_the_turn_record(tmp_path: Path) -> None:
    def enters(turn: int, folder: Path | None = None) -> bool:
        boxes = {"150/40DI": DUE}
        game = position(turn=turn, boxes=boxes, allied="0120", pack=folder).play("Pick 150/40DI")
        return game.allows("March 0120")

    moved = pack(tmp_path, west_entry=15)

    assert (enters(13), enters(14)) == (False, True)
    assert (enters(14, moved), enters(15, moved)) == (False, True)


@pytest.mark.rule("LB-11.9c")
def test_machine_guns_are_placed_from_the_turn_of_the_turn_record(tmp_path: Path) -> None:
    def asked(turn: int, folder: Path | None = None) -> bool:
        game = position("1523 R252/76R", turn=turn, at="a3", pack=folder)
        return isinstance(game.state.top, GunPlacement)

    moved = pack(tmp_path, machine_guns=3)

    assert (asked(1), asked(2)) == (False, True)
    assert (asked(2, moved), asked(3, moved)) == (False, True)


@pytest.mark.rule("LB-6.4a", "LB-6.4k")
def test_hasty_attacks_are_made_on_the_turn_of_the_turn_record(tmp_path: Path) -> None:
    def strikes(turn: int, folder: Path | None = None) -> bool:
        game = position("1522 R252/76R   1523 305/77", turn=turn, pack=folder).play("Pick 305/77")
        return game.allows("Strike 1522")

    moved = pack(tmp_path, hasty_attacks=3)

    assert (strikes(1), strikes(3)) == (True, False)
    assert (strikes(1, moved), strikes(3, moved)) == (False, True)


@pytest.mark.rule("LB-8.10f", "LB-6.4b")
def test_riding_and_the_announcement_begin_with_the_turn_record_too(tmp_path: Path) -> None:
    def rides(turn: int, folder: Path | None = None) -> bool:
        game = position("1847 137/35", turn=turn, pack=folder).play("Pick 137/35")
        return any(offer.startswith("Ride") for offer in game.offers())

    def announces(turn: int, folder: Path | None = None) -> bool:
        game = position("1847 137/35", turn=turn, at="a7", pack=folder)
        return isinstance(game.state.top, Announcement)

    moved = pack(tmp_path, operational_movement=7, final_offensive=12)

    assert (rides(4), rides(5), rides(6, moved), rides(7, moved)) == (False, True, False, True)
    assert (announces(12), announces(13)) == (False, True)
    assert (announces(11, moved), announces(12, moved)) == (False, True)


@pytest.mark.rule("LB-S.34")
def test_the_optional_events_come_when_the_turn_record_says_so(tmp_path: Path) -> None:
    moved = pack(tmp_path, us_withdrawals=6, lost_battalion=3)
    options = {"us_withdrawals": "on", "lost_battalion": "on"}

    def gone(turn: int) -> bool:
        game = position("1146 148/37", turn=turn, options=options, pack=moved)
        return game.where("148/37") != "1146"

    assert (gone(5), gone(6), gone(8)) == (False, True, False)


def test_a_date_that_the_turn_record_lacks_is_a_flaw(tmp_path: Path) -> None:
    folder = pack(tmp_path, reserve_open=0)

    with pytest.raises(DataFlaw, match="no turn has the event reserve_open"):
        lb.setup("historical", {}, folder)


def test_a_right_of_entry_for_nobody_known_is_a_flaw(tmp_path: Path) -> None:
    folder = pack(tmp_path)
    text = (folder / "schedule.toml").read_text(encoding="utf-8")
    named = 'divisions = ["French 40 DI"]'
    (folder / "schedule.toml").write_text(text.replace(named, named.replace("40", "41")))

    with pytest.raises(DataFlaw, match="there is no division French 41 DI"):
        lb.setup("historical", {}, folder)
