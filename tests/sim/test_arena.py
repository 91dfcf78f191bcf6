"""The arena: the same games whoever plays them and however often it is stopped."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import doomed
import msgspec
import pytest
import toy

from grognard import sim
from grognard.sim import crews, game
from grognard.sim.plan import Plan
from grognard.sim.statistics import (
    ANY,
    Rate,
    Score,
    chi_square_tail,
    dice_audits,
    difference,
    ladder,
    win_rates,
)

if TYPE_CHECKING:
    from pathlib import Path


def plan(bots: str = "uniform,greedy", rounds: int = 6, **more: Any) -> Plan:
    return sim.new_plan(toy, "corners", bots.split(","), rounds, "k", **more)


def games(folder: Path) -> bytes:
    return (folder / "games.jsonl").read_bytes()


# -- plans -------------------------------------------------------------------------------


def test_sides_are_swapped_with_the_same_dice() -> None:
    small = plan(rounds=4)
    seats = [small.seating(n) for n in range(4)]

    assert seats[0] == seats[2] == {"red": "uniform", "blue": "greedy"}
    assert seats[1] == seats[3] == {"red": "greedy", "blue": "uniform"}
    assert [small.seed_of(n) for n in range(4)] == ["k/0", "k/0", "k/1", "k/1"]


def test_every_two_bots_meet() -> None:
    trio = msgspec.structs.replace(plan(), bots=("a", "b", "c"), rounds=2)

    assert trio.games == 6
    pairs = [tuple(trio.seating(n).values()) for n in range(6)]
    assert pairs == [("a", "b"), ("a", "c"), ("b", "c"), ("b", "a"), ("c", "a"), ("c", "b")]


def test_at_one_seat_each_bot_plays_in_turn() -> None:
    solo = msgspec.structs.replace(plan(), seats=("red",), rounds=2)

    assert [solo.seating(n)["red"] for n in range(4)] == ["uniform", "greedy"] * 2
    assert [solo.seed_of(n) for n in range(4)] == ["k/0", "k/0", "k/1", "k/1"]


def test_one_bot_plays_against_itself() -> None:
    assert plan("greedy", 1).seating(0) == {"red": "greedy", "blue": "greedy"}


@pytest.mark.parametrize(
    ("bots", "rounds", "more", "words"),
    [
        ("clever", 1, {}, "there is no bot “clever”"),
        ("greedy,greedy", 1, {}, "name each bot once"),
        ("greedy", 0, {}, "at least one game"),
        ("greedy", 1, {"seconds": 0}, "more than no time"),
        ("greedy", 1, {"options": {"rounds": "9"}}, "option “rounds” may be 3 or 5"),
    ],
)
def test_a_bad_plan_is_refused_in_a_sentence(
    bots: str, rounds: int, more: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        plan(bots, rounds, **more)


# -- records -------------------------------------------------------------------------------


def test_a_record_says_what_happened() -> None:
    record = game.play(plan(), 1)

    assert record.seats == {"red": "greedy", "blue": "uniform"}
    assert record.winner in ("red", "blue", None)
    assert record.level in ("win", "draw")
    assert record.actions < record.entries
    assert sum(record.dice.get("6", [])) + record.picks == record.entries - record.actions
    assert record.faults == []
    assert record.error == ""
    assert len(record.final) == 32
    assert record == game.play(plan(), 1)


def test_refusals_and_fights_are_counted() -> None:
    records = [game.play(plan(), number) for number in range(6)]

    assert "TOY-3" in set().union(*(record.refused for record in records))
    assert set().union(*(record.fights for record in records)) <= {
        toy.GRID.label(h) for h in toy.GRID.hexes
    }
    assert any(record.fights for record in records)


def test_a_game_that_goes_on_too_long_has_no_verdict() -> None:
    record = game.play(plan(limit=5), 0)

    assert (record.entries, record.level, record.winner) == (5, "", None)


def test_a_fault_of_a_bot_is_noted_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lost:
        def choose(self, *_: object) -> None:
            raise KeyError("lost")

    sound = game.by_name
    monkeypatch.setattr(
        game, "by_name", lambda name, title: Lost() if name == "uniform" else sound(name, title)
    )
    record = game.play(plan(), 0)

    assert record.level
    assert record.faults[0] == "entry 1: lost: KeyError: 'lost'"


def test_a_fault_of_the_title_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr(toy, "apply", broken)
    record = game.play(plan(), 0)

    assert record.error == "KeyError: 'lost'"
    assert record.level == ""


# -- runs -------------------------------------------------------------------------------


def test_one_process_or_two_make_the_same_file(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    sim.run_arena(plan(), tmp_path / "one", progress=lambda *done: told.append(done))
    sim.run_arena(plan(), tmp_path / "two", workers=2)

    assert games(tmp_path / "one") == games(tmp_path / "two")
    assert told == [(n, 6) for n in range(7)]
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == [
        "games.jsonl",
        "plan.json",
    ]


def interrupt_after(count: int) -> Any:
    def progress(done: int, games: int) -> None:
        del games
        if done == count:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_run_goes_on(tmp_path: Path, workers: int) -> None:
    sim.run_arena(plan(), tmp_path / "whole")
    with pytest.raises(sim.Interrupted, match="interrupted after 2 of 6 games"):
        sim.run_arena(plan(), tmp_path / "cut", workers=workers, progress=interrupt_after(2))
    assert not (tmp_path / "cut" / "games.jsonl").exists()
    assert len(sim.Run.open(tmp_path / "cut").lines) == 2

    told: list[tuple[int, int]] = []
    sim.run_arena(plan(), tmp_path / "cut", progress=lambda *done: told.append(done))
    assert told == [(n, 6) for n in range(2, 7)]
    assert games(tmp_path / "cut") == games(tmp_path / "whole")


def test_a_torn_line_is_played_again(tmp_path: Path) -> None:
    sim.run_arena(plan(), tmp_path / "whole")
    with pytest.raises(sim.Interrupted):
        sim.run_arena(plan(), tmp_path / "cut", progress=interrupt_after(3))
    part = tmp_path / "cut" / "games.part.jsonl"
    part.write_bytes(part.read_bytes()[:-40])

    with pytest.raises(sim.Interrupted):
        sim.run_arena(plan(), tmp_path / "cut", progress=interrupt_after(4))
    sim.run_arena(plan(), tmp_path / "cut")
    assert games(tmp_path / "cut") == games(tmp_path / "whole")


def test_more_games_are_added_to_those_there_are(tmp_path: Path) -> None:
    sim.run_arena(plan(rounds=2), tmp_path / "grown")
    before = games(tmp_path / "grown")
    sim.run_arena(plan(rounds=6), tmp_path / "grown")
    sim.run_arena(plan(rounds=6), tmp_path / "whole")

    assert games(tmp_path / "grown") == games(tmp_path / "whole")
    assert games(tmp_path / "grown").startswith(before)
    with pytest.raises(sim.BadRun, match="holds 6 games of each pairing, more than 4"):
        sim.run_arena(plan(rounds=4), tmp_path / "grown")


def test_another_plan_or_something_else_is_left_alone(tmp_path: Path) -> None:
    sim.run_arena(plan(rounds=1), tmp_path / "run")
    with pytest.raises(sim.BadRun, match="holds a run with another bots"):
        sim.run_arena(plan("greedy", 1), tmp_path / "run")
    with pytest.raises(sim.BadRun, match="holds something else"):
        sim.run_arena(plan(rounds=1), tmp_path)
    with pytest.raises(sim.BadRun, match="is no folder"):
        sim.run_arena(plan(rounds=1), tmp_path / "run" / "plan.json")
    (tmp_path / "run" / "plan.json").write_text("{")
    with pytest.raises(sim.BadRun, match="is no plan of a run"):
        sim.Run.open(tmp_path / "run")
    with pytest.raises(sim.BadRun, match="there is no run in"):
        sim.Run.open(tmp_path)


def test_two_arenas_do_not_play_one_folder_at_a_time(tmp_path: Path) -> None:
    refused = []

    def start_another(done: int, _: int) -> None:
        if done == 3:
            with pytest.raises(sim.BadRun, match="being played by another arena") as found:
                sim.run_arena(plan(), tmp_path / "a")
            refused.append(str(found.value))

    sim.run_arena(plan(), tmp_path / "a", progress=start_another)
    sim.run_arena(plan(), tmp_path / "b")
    assert refused == [f"{tmp_path / 'a'} is being played by another arena just now"]
    assert games(tmp_path / "a") == games(tmp_path / "b")
    sim.run_arena(plan(rounds=8), tmp_path / "a")  # when it has ended, anybody may go on


def test_a_process_that_dies_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sim.run_arena(plan(), tmp_path / "whole")
    marked = msgspec.structs.replace(plan(), seed=str(tmp_path / "mark"))
    monkeypatch.setattr(crews, "play_game", doomed.dies_at_its_first_try)
    lines = dict(crews.pool(marked, range(6), 2))

    assert (tmp_path / "mark").exists()
    ordered = b"".join(lines[n] + b"\n" for n in range(6))
    assert ordered == games(tmp_path / "whole")


def test_processes_that_always_die_are_given_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "play_game", doomed.dies)

    with pytest.raises(sim.BadRun, match="the processes that play keep dying, at game 0"):
        list(crews.pool(plan(), range(2), 1))


# -- arithmetic -------------------------------------------------------------------------------


def test_wilson_and_newcombe() -> None:
    assert [round(x, 4) for x in Rate(8, 10).interval] == [0.4902, 0.9433]
    assert Rate(0, 0).interval == (0.0, 1.0)
    # Newcombe 1998, table II, case (a), method 10.
    assert [round(x, 4) for x in difference(Rate(56, 70), Rate(48, 80))] == [0.0524, 0.3339]
    assert str(Rate(1, 2)) == "50% (9% to 91%) of 2"
    assert Score(8, 0, 10).interval == Rate(8, 10).interval
    assert Score(0, 0, 0).interval == (0.0, 1.0)
    # 2 won, 4 drawn, 2 lost: mean 1/2, variance 1/8;
    # 1.96 sqrt(1/64 + 3.8415/256) / 1.48018 = 0.2317
    assert [round(x, 4) for x in Score(2, 4, 8).interval] == [0.2683, 0.7317]


@pytest.mark.parametrize(
    ("x", "freedom", "tail"),
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (7.815, 3, 0.05), (11.07, 5, 0.05), (16.92, 9, 0.05)],
)
def test_the_tail_of_chi_square(x: float, freedom: int, tail: float) -> None:
    assert round(chi_square_tail(x, freedom), 4) == tail


def test_rates_dice_and_ladder_of_a_run(tmp_path: Path) -> None:
    records = sim.run_arena(plan(rounds=20), tmp_path / "run").records()
    rates, rungs = win_rates(records), ladder(records)

    assert rates["greedy", ANY].of == 20
    assert rates["greedy", "red"].of == rates["greedy", "blue"].of == 10
    assert rates["greedy", ANY].hits > rates["uniform", ANY].hits
    assert [rung.bot for rung in rungs] == ["greedy", "uniform"]
    (die,) = dice_audits(records)
    assert die.rolled == sum(sum(r.dice.get("6", [])) for r in records)
    assert 0 <= die.p <= 1
    assert json.loads(games(tmp_path / "run").splitlines()[0])["game"] == 0
