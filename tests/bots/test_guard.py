"""The guard: a bot that fails, cheats or thinks too long costs its decision, never the game."""

from __future__ import annotations

import os
import subprocess
import sys
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


def test_one_thread_thinks_for_all_decisions_until_it_is_given_up() -> None:
    match: Any = Match.new(toy, "corners", {}, "guard")
    view, offers, faults = match.view(RED), match.offers(RED), list[str]()
    thinkers: list[threading.Thread] = []

    def chosen(deed: Callable[[], Any]) -> Any:
        def think() -> Any:
            thinkers.append(threading.current_thread())
            return deed()

        return Guarded(Odd(think), toy, faults.append, 0.5).choose(view, offers, Random(1))

    assert [chosen(lambda: Bid(0)), chosen(broken), chosen(endless)] == [Bid(0), Bid(1), Bid(1)]
    assert chosen(lambda: Bid(0)) == Bid(0)
    assert thinkers[0] is thinkers[1] is thinkers[2]
    assert thinkers[3] is not thinkers[0]
    assert faults == ["odd: RuntimeError: out of ideas", "odd: no choice in 0.5 seconds"]


def test_one_that_came_to_its_end_as_it_was_given_up_ends_too() -> None:
    thinker = guard._Thinker()
    assert thinker.ask(lambda: 7, 60.0) == 7  # from now on it waits for the next thought
    thinker._give_up()
    thinker.join(60)
    assert not thinker.is_alive()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks on this system")
def test_a_fork_has_threads_of_its_own() -> None:
    lines = (
        "import os",
        "from grognard.bots.guard import _in_time",
        "assert _in_time(lambda: 1, 60) == 1",
        "child = os.fork()",
        "child or os._exit(_in_time(lambda: 7, 60))",
        "raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))",
    )
    assert subprocess.run([sys.executable, "-c", "\n".join(lines)], check=False).returncode == 7


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
