"""The match: what it lets through, what it keeps, and how far it can be taken back."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
import toy
from toy import BLUE, RED, Bid, Scout, Step, Stop

from grognard.book.rulebook import Refusal
from grognard.bots import Uniform, play_out
from grognard.match import (
    BadSetup,
    CannotUndo,
    Diverged,
    Entry,
    GameOver,
    Malformed,
    Match,
    NotYourTurn,
    Refused,
    Stale,
    Undo,
    fold,
)
from grognard.waist.chance import Picked, Rolled
from grognard.waist.title import CHANCE, Seat

AnyMatch = Match[Any, Any, Any, Any]


def fresh(**options: str) -> AnyMatch:
    """A match at the first bidding, each purse at 4."""
    match: AnyMatch = Match.new(toy, "corners", options, "seed", settle=False)
    match.play(CHANCE, Picked(2), settle=False)
    return match


def marching() -> AnyMatch:
    """Red has won the bidding and has a coin or more left."""
    match = fresh()
    match.play(BLUE, Bid(0))
    match.play(RED, Bid(1))
    return match


def whole(seed: str) -> AnyMatch:
    match: AnyMatch = Match.new(toy, "corners", {"rounds": "5"}, seed)
    play_out(match, {RED: Uniform(), BLUE: Uniform()}, Random(seed))
    return match


# -- setting up ----------------------------------------------------------------------


def test_options_left_out_take_their_default() -> None:
    assert fresh().header.options == {"rounds": "3"}
    assert fresh(rounds="5").state.rounds == 5


@pytest.mark.parametrize(
    ("scenario", "options", "sentence"),
    [
        ("moon", {}, "Toy has no scenario “moon”; it has corners, centre"),
        ("corners", {"speed": "9"}, "Toy has no option “speed”"),
        ("corners", {"rounds": "4"}, "option “rounds” may be 3 or 5, not “4”"),
    ],
)
def test_a_bad_beginning_is_refused(scenario: str, options: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        Match.new(toy, scenario, options, "s")


def test_another_chart_pack_is_noticed(tmp_path: Any) -> None:
    charts = tmp_path / "charts.toml"
    charts.write_text("a = 1")
    match: AnyMatch = Match.new(toy, "corners", {}, "s", charts)
    assert fold(toy, match.header, match.entries, pack=charts).state == match.state
    charts.write_text("a = 2")
    with pytest.raises(BadSetup, match="another chart pack"):
        fold(toy, match.header, match.entries, pack=charts)


# -- playing -------------------------------------------------------------------------


def test_chance_is_settled_from_the_seed_at_once() -> None:
    match: AnyMatch = Match.new(toy, "corners", {}, "seed")
    again: AnyMatch = Match.new(toy, "corners", {}, "seed")
    assert match.entries[0].seat == CHANCE
    assert match.entries == again.entries
    assert match.deciders() == (RED, BLUE)


def test_a_stated_roll_is_played() -> None:
    match = fresh()
    match.play(RED, Bid(1))
    match.play(BLUE, Bid(1), settle=False)
    match.play(CHANCE, Rolled((6,)), settle=False)
    assert match.deciders() == (RED,)


def test_offers_are_the_candidates_that_refusal_lets_through() -> None:
    match = marching()
    assert match.offers(RED) == [Stop(), Scout(), Step("0201"), Step("0102")]
    assert match.offers(BLUE) == []


def test_a_refused_action_leaves_the_match_as_it_was() -> None:
    match = marching()
    state, count = match.state, len(match.entries)
    with pytest.raises(Refused) as refused:
        match.play(RED, Step("0303"))
    assert refused.value.refusal == Refusal("TOY-3", "0303 is not next to your pawn")
    assert (match.state, len(match.entries)) == (state, count)


def test_play_leaves_the_earlier_state_alone() -> None:
    match = marching()
    before = match.state
    kept = toy.copy(before)
    match.play(RED, Step("0102"))
    assert before == kept
    assert match.state != before


def test_a_crash_in_apply_leaves_the_match_as_it_was() -> None:
    match = marching()
    before, count = toy.copy(match.state), len(match.entries)

    def broken(state: toy.State, *_: object) -> list[toy.Happened]:
        state.purse[0] = -9
        raise RuntimeError("broken")

    match.title = SimpleNamespace(**{**vars(toy), "apply": broken})
    with pytest.raises(RuntimeError):
        match.play(RED, Stop())
    assert (match.state, len(match.entries)) == (before, count)


def test_each_wrong_play_has_its_own_error() -> None:
    match = marching()
    with pytest.raises(NotYourTurn, match="it is not for blue to decide now"):
        match.play(BLUE, Stop())
    with pytest.raises(Stale, match="stands at entry 3, not 2"):
        match.play(RED, Stop(), at=2)
    with pytest.raises(Malformed, match="a str is no action of Toy"):
        match.play(RED, "stop")
    with pytest.raises(NotYourTurn):
        match.play(Seat("green"), Stop())


def test_only_chance_rolls() -> None:
    match = fresh()
    match.play(RED, Bid(1))
    match.play(BLUE, Bid(1), settle=False)
    with pytest.raises(Malformed, match="only chance rolls"):
        match.play(RED, Rolled((6,)))
    with pytest.raises(Malformed, match="only chance rolls"):
        match.play(CHANCE, Stop())
    with pytest.raises(Malformed, match="does not answer a roll of 1d6"):
        match.play(CHANCE, Rolled((7,)))


def test_nothing_is_played_after_the_end() -> None:
    match = whole("end")
    assert match.verdict() is not None
    with pytest.raises(GameOver):
        match.play(RED, Stop())
    assert not match.can_undo(RED)
    assert not match.can_undo(BLUE)


# -- routes --------------------------------------------------------------------------


def test_a_route_stops_at_the_first_refusal() -> None:
    match = marching()
    route = match.play_route(RED, [Step("0102"), Step("0303"), Step("0101")])
    assert route.played == (Step("0102"),)
    assert route.refusal == Refusal("TOY-3", "0303 is not next to your pawn")


def test_a_route_stops_at_chance() -> None:
    match = marching()
    match.state.claimed[1] |= 1 << toy.GRID.at("0102")
    route = match.play_route(RED, [Step("0102"), Step("0101")], settle=False)
    assert route.played == (Step("0102"),)
    assert route.refusal is None
    settled = marching()
    settled.state.claimed[1] |= 1 << toy.GRID.at("0102")
    assert settled.play_route(RED, [Step("0102"), Step("0101")]).played == (Step("0102"),)


def test_a_route_stops_when_another_is_to_decide() -> None:
    match = fresh()
    assert match.play_route(RED, [Bid(1), Bid(1)]).played == (Bid(1),)


def test_a_malformed_route_is_not_begun() -> None:
    match = marching()
    with pytest.raises(Malformed):
        match.play_route(RED, [Step("0102"), "nonsense"])
    assert len(match.entries) == 3


# -- why not -------------------------------------------------------------------------


def test_why_not_names_each_reason_once() -> None:
    match = fresh()
    assert [r.rule for r in match.why_not(RED, "0102")] == ["TOY-2", "TOY-1"]


def test_why_not_is_silent_where_something_is_allowed() -> None:
    match = marching()
    assert match.why_not(RED, "0102") == []
    assert [str(r) for r in match.why_not(RED, "0303")] == ["TOY-3: 0303 is not next to your pawn"]


def test_why_not_is_for_those_who_are_to_decide() -> None:
    with pytest.raises(NotYourTurn):
        marching().why_not(BLUE, "0102")


# -- undo ----------------------------------------------------------------------------


def test_undo_takes_back_one_action_at_a_time() -> None:
    match = marching()
    first = match.state
    match.play(RED, Step("0102"))
    second = match.state
    match.play(RED, Step("0101"))
    match.undo(RED)
    assert match.state == second
    match.undo(RED)
    assert match.state == first
    assert [e.action for e in match.entries[-2:]] == [Undo(4), Undo(3)]
    assert [e.n for e in match.standing()] == [0, 1, 2]


def test_undo_may_go_back_several_actions_at_once() -> None:
    match = marching()
    first = match.state
    match.play(RED, Step("0102"))
    match.play(RED, Step("0101"))
    match.play(RED, Undo(3))
    assert match.state == first


def test_play_goes_on_after_an_undo() -> None:
    match = marching()
    match.play(RED, Step("0102"))
    match.undo(RED)
    match.play(RED, Step("0201"))
    match.undo(RED)
    match.play(RED, Step("0102"))
    assert [e.n for e in match.standing()] == [0, 1, 2, 7]
    assert fold(toy, match.header, match.entries).state == match.state


def test_a_revealing_entry_is_sealed() -> None:
    match = marching()
    match.play(RED, Step("0102"))
    match.play(RED, Scout())
    assert not match.can_undo(RED)
    match.play(RED, Step("0101"))
    match.undo(RED)
    with pytest.raises(CannotUndo, match="there is nothing that red may take back"):
        match.undo(RED)


def test_chance_seals() -> None:
    match = marching()
    match.play(RED, Stop())
    assert match.entries[-1].seat == CHANCE
    assert not match.can_undo(RED)


def test_another_seats_entry_seals() -> None:
    match = fresh()
    match.play(RED, Bid(1))
    assert match.can_undo(RED)
    assert not match.can_undo(BLUE)
    match.play(BLUE, Bid(0), settle=False)
    assert not match.can_undo(RED)


def test_undo_reaches_no_further_than_the_seal() -> None:
    match = marching()
    match.play(RED, Step("0102"))
    with pytest.raises(CannotUndo, match="may not take the match back to entry 1"):
        match.play(RED, Undo(1))


# -- the log -------------------------------------------------------------------------


def test_who_may_see_nothing_still_gets_the_number() -> None:
    match = fresh()
    match.play(RED, Bid(1))
    assert [n for n, _ in match.log(BLUE)] == [0, 1]
    assert match.log(BLUE)[1] == (1, [])
    assert match.log(None)[1] == (1, [])
    assert [e.text for e in match.log(RED)[1][1]] == ["red bids 1"]


def test_undone_moves_vanish_from_the_log() -> None:
    match = marching()
    before = match.log(RED)
    match.play(RED, Step("0102"))
    match.undo(RED)
    assert match.log(RED) == before


# -- folding -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_folding_the_log_gives_the_match(seed: str) -> None:
    match = whole(seed)
    again = fold(toy, match.header, match.entries, match.checks)
    assert again.state == match.state
    assert again.entries == match.entries
    assert [again.log(s) for s in (RED, BLUE, None)] == [match.log(s) for s in (RED, BLUE, None)]


def test_a_killed_match_goes_on_as_it_would_have() -> None:
    match = whole("kill")
    stop = next(e.n for e in match.entries if e.n > 3 and e.seat == CHANCE)
    again = fold(toy, match.header, match.entries[:stop])
    assert again.deciders() == (CHANCE,)
    again.settle()
    assert again.entries == match.entries[: len(again.entries)]


def test_without_its_seed_a_match_waits_for_chance() -> None:
    match = whole("w")
    header = msgspec.structs.replace(match.header, seed=None)
    again = fold(toy, header, [])
    assert again.settle() == []
    assert again.deciders() == (CHANCE,)


def test_a_log_that_breaks_a_rule_is_named_at_its_entry() -> None:
    match = marching()
    bad = [*match.entries, Entry(3, RED, Step("0303"))]
    with pytest.raises(Diverged, match="entry 3: TOY-3: 0303 is not next to your pawn"):
        fold(toy, match.header, bad)


@pytest.mark.parametrize(
    "entry",
    [
        Entry(3, BLUE, Stop()),
        Entry(4, RED, Stop()),
        Entry(3, CHANCE, Rolled((1,))),
        Entry(3, RED, Undo(2)),
        Entry(3, RED, Undo(7)),
    ],
)
def test_an_entry_that_cannot_be_is_named(entry: Entry) -> None:
    match = marching()
    with pytest.raises(Diverged) as diverged:
        fold(toy, match.header, [*match.entries, entry])
    assert diverged.value.n == 3


def test_another_position_than_recorded_is_named() -> None:
    match = marching()
    with pytest.raises(Diverged, match="entry 2: the position is not the one"):
        fold(toy, match.header, match.entries, {2: "0" * 32})


def test_another_edition_is_not_played() -> None:
    match = marching()
    header = msgspec.structs.replace(match.header, edition=7)
    with pytest.raises(BadSetup, match="made by edition 7 of toy; this program plays edition 1"):
        fold(toy, header, [])
