"""What an offer says of itself, so that the page need not read its words."""

from __future__ import annotations

from typing import Any

from browser import bcs

from grognard import library
from grognard.match import Match
from grognard.table.messages.answers import OfferRow
from grognard.table.sight.log import log_rows
from grognard.table.sight.now import now_of


def offered(key: str, scenario: str, *lines: str, seed: str = "1") -> list[OfferRow]:
    """What the seat to move may do after these lines."""
    match = played(key, scenario, *lines, seed=seed)
    (seat,) = match.deciders()
    return now_of(match.title, match, seat).offers


def played(key: str, scenario: str, *lines: str, seed: str = "1") -> Match[Any, Any, Any, Any]:
    """A match in which whoever was to move has said these lines."""
    match: Match[Any, Any, Any, Any] = Match.new(library.title(key), scenario, seed=seed)
    for line in lines:
        (seat,) = match.deciders()
        for action in match.title.parse(match.state, seat, line):
            match.play(seat, action)
    return match


def one(rows: list[OfferRow], token: str) -> OfferRow:
    return next(row for row in rows if row.token == token)


def test_an_attack_is_a_blow_and_a_march_is_not() -> None:
    rows = offered("lost_battalion", "learning", "done", "done", "pick 137/35")
    strike, march = one(rows, "strike 1242"), one(rows, "march 1244")

    assert (strike.verb, strike.blow) == ("strike", True)
    assert (march.verb, march.blow) == ("march", False)
    assert march.names == ()
    assert march.begun == ""


def test_whatever_is_aimed_at_noville_is_a_blow() -> None:
    before = bcs.LINES[: bcs.LINES.index("engage 11.09")]
    rows = offered("bcs", "lesson", *before, seed=bcs.dice())
    assert one(rows, "engage 11.09").blow
    rows = offered("bcs", "lesson", *before, "engage 11.09", seed=bcs.dice())
    assert one(rows, "attack 11.09").blow


def test_a_place_for_a_piece_names_the_piece() -> None:
    withdrawal = bcs.LINES.index("withdraw 20AIB 08.17")
    rows = offered("bcs", "lesson", *bcs.LINES[:withdrawal], seed=bcs.dice())
    place = one(rows, "withdraw 20AIB 08.17")

    assert (place.spot, place.names) == ("08.17", ("20AIB",))
    assert place.begun == "withdraw 20AIB to …"


def test_hq_and_trains_are_taken_up_for_what_they_do() -> None:
    rows = offered("bcs", "lesson", *bcs.LINES[:3], seed=bcs.dice())
    hq, trains = one(rows, "movehq"), one(rows, "movetrains 20.13")

    assert (hq.spot, hq.taker) == ("", "HQ 2PZ")
    assert (trains.spot, trains.taker) == ("20.13", "Trains 2PZ")
    assert trains.begun == "move the Trains to …"
    assert all(row.taker == "" for row in rows if row.verb == "take")


def test_a_row_of_the_log_says_whether_it_is_a_deed() -> None:
    match = played("lost_battalion", "learning", "done", "done", "pick 137/35")
    (seat,) = match.deciders()
    match.undo(seat)

    rows = log_rows(match.title, match, seat, 0)

    assert (rows[-1].aside, rows[-1].deed) == ("undo", False)
    assert {row.seat for row in rows[:-1] if row.deed} == {"us", "german"}
    assert {row.seat for row in rows if not row.deed} == {"us", "chance"}
