"""The guard: a bot that fails, cheats or thinks too long costs its decision, never the game."""

from __future__ import annotations

import threading
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import toy
from toy import BLUE, RED, Bid

from grognard.bots import Greedy, Guarded, Uniform, guard, play_out
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


# -- the time of a turn ----------------------------------------------------------------


def clocked(turn: Callable[[], int]) -> Any:
    """The toy, planning nothing but with a clock."""

    def nothing(*_: object) -> None:
        return None

    names = ("plans", "holds", "appraise_by", "choices", "reason", "worth")
    planning = dict.fromkeys(names, nothing) | {"clock": lambda _: turn()}
    return SimpleNamespace(**vars(toy) | planning)


def test_the_time_of_a_turn_is_held_too(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(0, 10_000, 10))
    monkeypatch.setattr(guard, "monotonic", lambda: next(seconds))
    match: Any = Match.new(toy, "corners", {}, "guard")
    faults: list[str] = []
    turn = [1]
    title = clocked(lambda: turn[0])
    guarded = Guarded(Odd(lambda: Bid(0)), title, faults.append, 60.0, 25.0)

    def chosen() -> set[Any]:
        made = (guarded.choose(match.view(RED), match.offers(RED), Random(i)) for i in range(12))
        return set(made)

    assert chosen() > {Bid(0)}  # lots are drawn when the time is over
    assert faults == ["odd: the time of this turn is over"]
    turn[0] = 2
    assert guarded.choose(match.view(RED), match.offers(RED), Random(1)) == Bid(0)


def test_without_a_clock_a_match_is_one_turn() -> None:
    match: Any = Match.new(toy, "corners", {}, "guard")
    faults: list[str] = []
    guarded = Guarded(Odd(endless), toy, faults.append, 60.0, 0.0)
    assert guarded.choose(match.view(RED), match.offers(RED), Random(1)) in match.offers(RED)
    assert faults == ["odd: the time of this turn is over"]


# -- why -------------------------------------------------------------------------------


def test_whoever_chose_says_why() -> None:
    match: Any = Match.new(toy, "corners", {}, "guard")
    view, offers = match.view(RED), match.offers(RED)
    own = Guarded(Odd(lambda: Bid(0)), toy, list[str]().append)
    stood_in = Guarded(Odd(broken), toy, list[str]().append)

    assert own.why(view, offers, own.choose(view, offers, Random(1))) == "bid 0 it is"
    assert "is worth" in stood_in.why(view, offers, stood_in.choose(view, offers, Random(1)))


def test_a_bot_that_cannot_say_why_says_nothing() -> None:
    class Mute(Odd):
        def why(self, view: Any, offers: Sequence[Any], action: Any) -> str:
            del view, offers, action
            raise RuntimeError("no words")

    match: Any = Match.new(toy, "corners", {}, "guard")
    view, offers, faults = match.view(RED), match.offers(RED), list[str]()
    guarded = Guarded(Mute(lambda: Bid(0)), toy, faults.append)
    assert guarded.why(view, offers, guarded.choose(view, offers, Random(1))) == ""
    assert faults == ["mute: RuntimeError: no words"]
