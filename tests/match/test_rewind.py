"""Going back by consent: who may ask, who must answer, and what the log then means."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import toy
from toy import BLUE, RED, Bid, Scout, Step, Stop

from grognard.book.canonical import state_hash
from grognard.bots import Uniform, play_out
from grognard.match import (
    MARK_EVERY,
    REQUESTS,
    AnswerRewind,
    AskRewind,
    CannotRewind,
    CannotUndo,
    Diverged,
    Entry,
    GameOver,
    Match,
    Stale,
    TooMuchWork,
    Unanswered,
    asides,
    fold,
)
from grognard.match import logged as module
from grognard.match.records import read_record
from grognard.match.verifying import verify
from grognard.match.writing import save
from grognard.terminal.tape import Tape
from grognard.titles import lost_battalion
from grognard.waist.chance import Fate, Picked, Rolled
from grognard.waist.title import CHANCE, ScenarioInfo, Seat

AnyMatch = Match[Any, Any, Any, Any]
US, GERMAN = Seat("us"), Seat("german")


def sealed() -> AnyMatch:
    """Red has marched two hexes (entries 3 and 5) with a look into blue's purse between them."""
    match: AnyMatch = Match.new(toy, "corners", {}, "seed", settle=False)
    match.play(CHANCE, Picked(2), settle=False)
    for seat, action in (
        (BLUE, Bid(0)),
        (RED, Bid(1)),
        (RED, Step("0102")),
        (RED, Scout()),
        (RED, Step("0101")),
    ):
        match.play(seat, action)
    return match


def asked(to: int = 3) -> AnyMatch:
    match = sealed()
    match.play(RED, AskRewind(to))
    return match


def refolded(match: AnyMatch) -> AnyMatch:
    again: AnyMatch = fold(toy, match.header, match.entries, match.checks)
    assert again.request == match.request
    assert again.standing() == match.standing()
    assert again.taken_back == match.taken_back
    return again


# -- granted ---------------------------------------------------------------------------


def test_the_grant_gives_back_the_state_before_the_entry() -> None:
    match = sealed()
    before = fold(toy, match.header, match.entries[:3])
    with pytest.raises(CannotUndo):
        match.undo(RED, 3)
    match.play(RED, AskRewind(3))
    match.play(BLUE, AnswerRewind(True))

    assert match.request is None
    assert [match.view(s) for s in (RED, BLUE, None)] == [before.view(s) for s in (RED, BLUE, None)]
    assert match.state == before.state
    assert [e.n for e in match.standing()] == [0, 1, 2]
    assert not match.can_undo(RED)
    assert len(match.entries) == 8
    assert refolded(match).state == match.state


def long() -> AnyMatch:
    """The first entries, a hundred and some, of a random game."""
    match: AnyMatch = Match.new(lost_battalion, "learning", {}, "long")
    play_out(match, {seat: Uniform() for seat in lost_battalion.SEATS}, Random("long"), 110)
    return match


def test_going_back_plays_few_entries_again() -> None:
    match = long()
    own = [e for e in match.standing() if e.seat != CHANCE]
    for entry in (own[-2], own[len(own) // 2], own[3]):
        before = fold(lost_battalion, match.header, match.entries[: entry.n])
        played = match.applied
        match.play(US, AskRewind(entry.n))
        match.play(GERMAN, AnswerRewind(True))

        assert match.applied - played < MARK_EVERY
        assert match.state == before.state
    assert fold(lost_battalion, match.header, match.entries).state == match.state


def test_of_a_long_log_few_positions_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_MARKS", 4)
    monkeypatch.setattr(module, "MARK_EVERY", 3)
    match = long()
    kept = [count for count, _ in match._marks]
    assert len(kept) <= 4
    assert kept[0] == 0
    assert kept[-1] > len(match.standing()) - 3
    own = [e for e in match.standing() if e.seat != CHANCE]
    for entry in (own[-2], own[len(own) // 2], own[3]):
        before = fold(lost_battalion, match.header, match.entries[: entry.n])
        match.play(US, AskRewind(entry.n))
        match.play(GERMAN, AnswerRewind(True))
        assert match.state == before.state


def test_a_fold_has_a_bound_of_work() -> None:
    match = long()
    n = len(match.entries)
    assert fold(lost_battalion, match.header, match.entries, most=n).applied == n
    with pytest.raises(TooMuchWork, match=f"by entry {n - 1} more than {n - 1} actions"):
        fold(lost_battalion, match.header, match.entries, most=n - 1)


def test_nothing_changes_until_the_last_has_granted() -> None:
    green = Seat("green")
    three = SimpleNamespace(**{name: getattr(toy, name) for name in dir(toy)})
    [corners] = [s for s in toy.scenarios() if s.key == "corners"]
    seats = (*corners.seats, green)
    three.scenarios = lambda: [ScenarioInfo("corners", "", "", 3, seats)]
    match: AnyMatch = fold(three, sealed().header, sealed().entries)
    before = state_hash(match.state)
    match.play(RED, AskRewind(3))
    match.play(green, AnswerRewind(True))

    assert state_hash(match.state) == before
    assert match.awaited() == (BLUE,)
    with pytest.raises(CannotRewind, match="green is not to answer this request"):
        match.play(green, AnswerRewind(False))
    match.play(BLUE, AnswerRewind(True))
    assert [e.n for e in match.standing()] == [0, 1, 2]


def test_one_may_go_back_past_an_earlier_rewind() -> None:
    match = asked(3)
    match.play(BLUE, AnswerRewind(True))
    match.play(RED, Step("0201"))
    match.play(BLUE, AskRewind(1))
    match.play(RED, AnswerRewind(True))

    assert [e.n for e in match.standing()] == [0]
    assert match.deciders() == (RED, BLUE)
    assert refolded(match).state == match.state


def test_a_roll_made_again_is_another_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    settle = Fate.settle

    def spied(fate: Fate, draw: Any, entry: int) -> Any:
        drawn.append(entry)
        return settle(fate, draw, entry)

    monkeypatch.setattr(Fate, "settle", spied)
    match = sealed()
    match.play(RED, Stop())
    ends = len(match.entries)
    match.play(RED, AskRewind(3))
    match.play(BLUE, AnswerRewind(True))
    match.play(RED, Stop())

    # Each draw has a number of its own: none of the abandoned line comes again.
    assert match.entries[-1].seat == CHANCE
    assert drawn[-1] > ends
    assert len(set(drawn)) == len(drawn)


# -- refused, withdrawn ------------------------------------------------------------------


def test_one_refusal_ends_it() -> None:
    match = asked()
    before = match.state
    match.play(BLUE, AnswerRewind(False))

    assert match.request is None
    assert match.state is before
    assert match.can_undo(RED)
    match.play(RED, Stop())
    assert refolded(match).state == match.state


def test_the_asker_may_withdraw_or_play_on() -> None:
    match = asked()
    match.play(RED, AnswerRewind(False))
    assert match.request is None
    match.play(RED, AskRewind(3))
    match.play(RED, Stop())
    assert match.request is None
    with pytest.raises(CannotRewind, match="nobody asks to go back"):
        match.play(BLUE, AnswerRewind(True))
    assert refolded(match).state == match.state


def test_undo_by_the_asker_withdraws_too() -> None:
    match = asked()
    match.undo(RED)
    assert match.request is None
    assert [e.n for e in match.standing()] == [0, 1, 2, 3, 4]


def test_the_others_answer_before_they_play() -> None:
    match = asked()
    match.play(RED, AnswerRewind(False))
    match.play(BLUE, AskRewind(3))

    assert match.awaited() == (RED,)
    assert match.offers(RED) == []
    assert not match.can_undo(RED)
    for deed in (lambda: match.play(RED, Stop()), lambda: match.undo(RED)):
        with pytest.raises(Unanswered, match="blue asks to go back; that is to be answered first"):
            deed()
    match.play(RED, AnswerRewind(False))
    assert match.offers(RED)


# -- who may not -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda m: m.ask_rewind(RED, 0), "entry 0 is chance's"),
        (lambda m: m.ask_rewind(RED, 6), "there is no entry 6"),
        (lambda m: m.ask_rewind(RED, -1), "there is no entry -1"),
        (lambda m: m.ask_rewind(CHANCE, 3), "chance may not ask"),
        (lambda m: m.ask_rewind(Seat("green"), 3), "green may not ask"),
        (lambda m: m.answer_rewind(BLUE, True), "nobody asks"),
    ],
)
def test_what_cannot_be_asked_is_said(ask: Callable[[AnyMatch], None], why: str) -> None:
    match = sealed()
    with pytest.raises(CannotRewind, match=why):
        ask(match)
    assert len(match.entries) == 6


def test_nobody_grants_for_another() -> None:
    match = asked()
    with pytest.raises(CannotRewind, match="red is not to answer"):
        match.play(RED, AnswerRewind(True))
    with pytest.raises(CannotRewind, match="red has asked to go back already"):
        match.play(BLUE, AskRewind(1))
    with pytest.raises(Stale):
        match.play(BLUE, AnswerRewind(True), at=6)
    for forged in (Entry(7, RED, AnswerRewind(True)), Entry(7, CHANCE, AnswerRewind(True))):
        with pytest.raises(Diverged):
            fold(toy, match.header, [*match.entries, forged])


def test_asking_again_and_again_ends() -> None:
    match = sealed()
    for _ in range(REQUESTS):
        match.play(BLUE, AskRewind(3))
        match.play(RED, AnswerRewind(False))
    with pytest.raises(CannotRewind, match="blue has asked often enough"):
        match.play(BLUE, AskRewind(3))
    match.play(RED, Stop())
    match.play(BLUE, AskRewind(3))


def test_a_roll_that_is_due_comes_first() -> None:
    match = sealed()
    match.play(RED, Stop(), settle=False)
    with pytest.raises(CannotRewind, match="red may not ask to go back now"):
        match.play(RED, AskRewind(3))


def test_a_game_that_is_over_stays_over() -> None:
    match: AnyMatch = Match.new(toy, "corners", {}, "end")
    play_out(match, {RED: Uniform(), BLUE: Uniform()}, Random(1))
    with pytest.raises(GameOver):
        match.play(RED, AskRewind(1))


# -- records and words ---------------------------------------------------------------------


def told_of(match: AnyMatch, reader: Seat | None) -> list[str]:
    return [
        asides.sentence(match.title, match, n, reader)
        for n in range(len(match.entries))
        if asides.is_aside(match, n)
    ]


def test_a_record_holds_the_request_and_its_outcome(tmp_path: Path) -> None:
    match = asked()
    match.play(BLUE, AnswerRewind(False))
    match.play(RED, AskRewind(4))
    match.play(BLUE, AnswerRewind(True))
    match.play(RED, Step("0201"))
    path = tmp_path / "match.jsonl"
    save(match, path)
    record = read_record(path, lambda _: toy)
    tape = Tape(toy, record)

    assert verify(path, lambda _: toy).ok
    assert record.entries == match.entries
    assert tape.state(len(tape)) == match.state
    assert [tape.lines(n, RED)[0] for n in (6, 7)] == told_of(match, RED)[:2]


def test_the_words_name_no_game() -> None:
    match = asked()
    match.play(BLUE, AnswerRewind(False))
    match.play(RED, AskRewind(3))
    match.play(RED, AnswerRewind(False))
    match.play(RED, AskRewind(3))
    match.play(BLUE, AnswerRewind(True))

    first, no, _, withdrawn, _, yes = told_of(match, None)
    assert first.startswith("The RED player asks to go back to before “")
    assert first.endswith("” (entry 3).")
    assert no == "The Blue player does not agree to go back; the match goes on."
    assert withdrawn == "The RED player no longer asks to go back."
    assert yes == "The Blue player agrees: everything from entry 3 on is taken back."


def test_the_words_tell_nobody_what_was_hidden() -> None:
    lines = []
    for coins in (1, 2):
        match: AnyMatch = Match.new(toy, "corners", {}, "seed", settle=False)
        match.play(CHANCE, Picked(2), settle=False)
        match.play(RED, Bid(coins))
        match.play(RED, AskRewind(1))
        lines.append(told_of(match, BLUE))
        assert f"red bids {coins}" in told_of(match, RED)[0]

    assert lines[0] == lines[1]
    assert lines[0] == [
        "The RED player asks to go back to before what the RED player did (entry 1)."
    ]


def test_chance_rolls_no_answer() -> None:
    with pytest.raises(Unanswered):
        asked().play(CHANCE, Rolled((1,)))
