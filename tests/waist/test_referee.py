"""Two readings held against each other, in a game small enough to read twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import toy

from grognard.trial.fuzz import fuzz
from grognard.waist.chance import Fate
from grognard.waist.referee import Bench, Compared, Legal, difference
from grognard.waist.title import CHANCE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from grognard.waist.title import Seat


class Reading:
    """A referee of the toy that reads as the toy does, but for what a test makes it miss."""

    def __init__(self, *, forbids: str = "", hexes: int = 0, unread: bool = False) -> None:
        self.forbids, self.hexes, self.unread = forbids, hexes, unread

    def scattered(self, scenario: str, rng: Random) -> Any:
        state = toy.setup(scenario, {"rounds": "3"})
        toy.apply(state, CHANCE, Fate(str(rng.random())).settle(toy.draw(state), 0))
        return state

    def legal(self, state: Any, seat: Seat) -> Legal | None:
        if self.unread:
            return None
        words = {str(action) for action in toy.offers(state, seat)} - {self.forbids}
        return Legal("a move", frozenset(words))

    def facts(self, _state: Any) -> Iterable[Compared]:
        yield Compared("hexes of the map", len(toy.GRID.hexes), len(toy.GRID.hexes) + self.hexes)

    def deeds(
        self, before: Any, _seat: Seat, _action: Any, _told: list[Any], after: Any
    ) -> Iterable[Compared]:
        yield Compared("the state before is kept", before is not after, True)


def test_readings_that_agree_are_counted() -> None:
    report = fuzz(toy, "corners", 4, "s", 500, referee=Reading())
    assert report.ok
    assert report.refereed > 20
    assert report.compared["offers: a move"] == report.refereed
    assert report.compared["hexes"] > 20
    assert report.compared["the state before is kept"] == report.actions


def test_a_game_ends_where_the_readings_part(tmp_path: Any) -> None:
    report = fuzz(toy, "corners", 4, "s", 500, referee=Reading(forbids="stop"), failing=tmp_path)
    assert report.differences == len(report.failures) > 0
    first = report.failures[0]
    assert (first.kind, first.sentence) == (
        "difference",
        "offers: a move: the title has also stop, the referee also nothing",
    )
    assert first.record.startswith(str(tmp_path))


def test_positions_are_compared_from_the_first() -> None:
    report = fuzz(toy, "corners", 1, "s", 500, referee=Reading(hexes=1))
    assert report.failures[0].n == 0
    assert report.failures[0].sentence == "hexes of the map: the title has 9, the referee 10"


def test_decisions_without_a_reading_are_told_by_their_question() -> None:
    report = fuzz(toy, "corners", 2, "s", 500, referee=Reading(unread=True))
    assert report.ok
    assert report.refereed == 0
    assert sum(report.unread.values()) > 0


def test_every_other_game_begins_in_the_middle() -> None:
    whole, scattered = (fuzz(toy, "corners", n, "s", 500, referee=Reading()) for n in (1, 2))
    assert set(scattered.verdicts) - set(whole.verdicts) <= {"broken off", *whole.verdicts}
    assert scattered.actions > whole.actions


@pytest.mark.parametrize(
    ("told", "read", "words"),
    [
        ({"a", "b"}, {"b", "c"}, "x: the title has also a, the referee also c"),
        (set("abcdefghij"), set(), "x: the title has also a, b, c, d, e, f, g, h and 2 more, "),
        (1, "1", "x: the title has 1, the referee 1"),
    ],
)
def test_a_difference_in_words(told: object, read: object, words: str) -> None:
    assert str(difference(Compared("x", told, read))).startswith(words)


def test_a_bench_counts_kinds_and_not_pieces() -> None:
    bench = Bench(toy, Reading())  # type: ignore[arg-type]  # a module does for a title
    bench._parted([Compared("Safe Path of I/3Pz", 1, 1), Compared("Safe Path of 4/26", 1, 1)])
    assert bench.compared == {"Safe Path": 2}
