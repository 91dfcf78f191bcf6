"""The guard: a bot that fails, cheats or thinks too long costs its decision, never the game."""

from __future__ import annotations

import threading
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import toy
from toy import BLUE, RED, Bid

from grognard.bots import Greedy, Guarded, Uniform, play_out
from grognard.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Odd:
    """A bot that does what it is told to."""

    def __init__(self, deed: Callable[[], Any]) -> None:
        self.deed = deed

    def choose(self, view: Any, offers: Sequence[Any], rng: Random) -> Any:
        del view, offers, rng
        return self.deed()

    def why(self, view: Any, offers: Sequence[Any], action: Any) -> str:
        del view, offers
        return f"{action} it is"


def broken() -> None:
    raise RuntimeError("out of ideas")


def endless() -> None:
    while True:
        pass


def asked(bot: Any, title: Any = toy, seconds: float = 60.0) -> tuple[Any, list[str]]:
    faults: list[str] = []
    match: Any = Match.new(toy, "corners", {}, "guard")
    guarded = Guarded(bot, title, faults.append, seconds)
    return guarded.choose(match.view(RED), match.offers(RED), Random(1)), faults


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        (broken, "odd: RuntimeError: out of ideas"),
        (lambda: Bid(99), "odd: “bid 99” was not offered"),
        (lambda: None, "odd: “None” was not offered"),
    ],
)
def test_a_decision_that_fails_is_the_greedy_ones(deed: Any, words: str) -> None:
    assert asked(Odd(deed)) == (Bid(1), [words])


def test_the_cap_is_held_and_the_thread_ends() -> None:
    faults: list[str] = []
    match: Any = Match.new(toy, "corners", {}, "guard")
    thinkers: list[threading.Thread] = []

    def think() -> None:
        thinkers.append(threading.current_thread())
        endless()

    Guarded(Odd(think), toy, faults.append, 0.5).choose(
        match.view(RED), match.offers(RED), Random(1)
    )
    assert faults[0] == "odd: no choice in 0.5 seconds"
    thinkers[0].join(60)
    assert not thinkers[0].is_alive()


def test_where_the_greedy_one_fails_too_a_lot_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: object) -> float:
        raise ValueError("no idea")

    monkeypatch.setattr(toy, "appraise", lost)
    choice, faults = asked(Odd(broken))

    assert isinstance(choice, Bid)
    assert faults == ["odd: RuntimeError: out of ideas", "greedy: ValueError: no idea"]


@pytest.mark.parametrize("bot", [Uniform(), Greedy(toy)])
def test_a_sound_bot_plays_as_without_a_guard(bot: Any) -> None:
    faults: list[str] = []
    logs = []
    for player in (bot, Guarded(bot, toy, faults.append)):
        match: Any = Match.new(toy, "corners", {}, "guard")
        play_out(match, {RED: player, BLUE: player}, Random(3))
        logs.append(match.entries)
    assert logs[0] == logs[1]
    assert faults == []


def test_the_bot_itself_says_why() -> None:
    assert Guarded(Odd(broken), toy, print).why(None, [], "this") == "this it is"
