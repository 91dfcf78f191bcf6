"""Bots and fuzz: whole games without anybody at the table."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import toy
from toy import BLUE, RED, Bid, Step, Stop

from grognard.bots import NAMES, Uniform, by_name, play_out
from grognard.match import BadSetup, Match
from grognard.match.verifying import verify
from grognard.trial.fuzz import FuzzReport, fuzz

if TYPE_CHECKING:
    from pathlib import Path


def at_the_bidding() -> Any:
    return Match.new(toy, "corners", {}, "bots")


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_takes_an_offer_and_says_why(name: str) -> None:
    match, bot = at_the_bidding(), by_name(name, toy)
    offers, view = match.offers(RED), match.view(RED)
    choice = bot.choose(view, offers, Random(1))
    assert choice in offers
    assert str(choice) in bot.why(view, offers, choice)


def test_there_is_no_other_bot() -> None:
    with pytest.raises(ValueError, match="there is no bot “clever”; there are uniform, greedy"):
        by_name("clever", toy)


def test_greedy_takes_what_its_title_likes_best() -> None:
    match = at_the_bidding()
    bot = by_name("greedy", toy)
    assert bot.choose(match.view(RED), match.offers(RED), Random(1)) == Bid(1)


def test_greedy_settles_equals_by_lot() -> None:
    match = at_the_bidding()
    match.play(BLUE, Bid(0))
    match.play(RED, Bid(1))
    bot, view, offers = by_name("greedy", toy), match.view(RED), match.offers(RED)
    chosen = {bot.choose(view, offers, Random(i)) for i in range(30)}
    assert chosen == {Step("0201"), Step("0102")}
    assert "and others as much or more" in bot.why(view, offers, Step("0201"))


def test_a_match_is_played_out_the_same_each_time() -> None:
    ends = []
    for _ in range(2):
        match = at_the_bidding()
        bots = {RED: by_name("greedy", toy), BLUE: Uniform()}
        ends.append((play_out(match, bots, Random(3)), match.entries))
    assert ends[0] == ends[1]
    assert ends[0][0] is not None


def test_play_out_stops_at_its_limit() -> None:
    match = at_the_bidding()
    assert play_out(match, {RED: Uniform(), BLUE: Uniform()}, Random(3), limit=1) is None


# -- fuzz ----------------------------------------------------------------------------


def timeless(report: FuzzReport) -> FuzzReport:
    return msgspec.structs.replace(report, seconds=0, actions_per_second=0)


def test_sound_games_raise_nothing(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    report = fuzz(toy, "corners", 12, "s", 500, lambda *p: seen.append(p), records=tmp_path)
    assert report.ok
    assert sum(report.verdicts.values()) == 12
    assert seen[-1] == (12, 12)
    assert msgspec.json.decode(msgspec.json.encode(report))["games"] == 12
    records = sorted(tmp_path.iterdir())
    assert len(records) == 12
    assert all(verify(r, lambda _: toy).ok and verify(r, lambda _: toy).finished for r in records)


def test_fuzz_depends_on_its_seed_alone() -> None:
    first, again = (timeless(fuzz(toy, "corners", 6, "s")) for _ in range(2))
    assert first == again
    assert fuzz(toy, "corners", 6, "other").digest != first.digest


def test_several_scenarios_are_fuzzed_in_turn(tmp_path: Path) -> None:
    fuzz(toy, "corners,centre", 3, "s", 500, records=tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["toy-centre-s-1.jsonl", "toy-corners-s-0.jsonl", "toy-corners-s-2.jsonl"]


def test_an_unknown_scenario_is_not_fuzzed() -> None:
    with pytest.raises(BadSetup, match="Toy has no scenario “moon”"):
        fuzz(toy, "moon", 1)


@pytest.mark.slow
def test_two_workers_play_the_same_games() -> None:
    alone = timeless(fuzz(toy, "corners", 8, "s"))
    assert timeless(fuzz(toy, "corners", 8, "s", workers=2)) == alone


def broken(**names: Any) -> Any:
    return SimpleNamespace(**{**vars(toy), **names})


def test_a_crash_is_saved_as_a_sound_record(tmp_path: Path) -> None:
    def apply(state: toy.State, seat: Any, action: Any) -> list[toy.Happened]:
        if isinstance(action, Stop):
            raise RuntimeError("boom")
        return toy.apply(state, seat, action)

    report = fuzz(broken(apply=apply), "corners", 8, "s", failing=tmp_path)
    failure = report.failures[0]
    assert report.crashes == len(report.failures) > 0
    assert (failure.kind, failure.sentence) == ("crash", "RuntimeError: boom")
    assert failure.action.endswith(": stop")
    assert "boom" in failure.trace
    assert verify(failure.record, lambda _: toy).entries == failure.n


def test_the_other_ways_to_fail_are_told_apart(tmp_path: Path) -> None:
    def flaws(state: toy.State) -> list[str]:
        return ["too late"] if state.round > 1 else []

    assert fuzz(broken(audit=flaws), "corners", 3, failing=tmp_path).flaws == 3
    assert fuzz(broken(candidates=lambda *_: []), "corners", 3).dead_ends == 3
    assert fuzz(broken(verdict=lambda _: None), "corners", 3).dead_ends == 3
    assert fuzz(toy, "corners", 3, limit=4).endless == 3
    assert len(list(tmp_path.iterdir())) == 3
