"""The strength table: played, kept, gone on with, and written between its marks."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import toy

from grognard import library

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def strength(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The benchmark, with two small contests."""
    monkeypatch.syspath_prepend(str(ROOT))
    strength: Any = import_module("benchmarks.strength")
    monkeypatch.setattr(strength, "SCENARIOS", (("toy", "corners"),))
    monkeypatch.setattr(strength, "GOALS", (("greedy", "uniform", 0.5), ("search", "uniform", 1.0)))
    monkeypatch.setattr(library, "title", lambda _: toy)
    return strength


def measured(strength: Any, folder: Path, games: int, *more: str) -> str:
    docs = folder / "strength.md"
    if not docs.exists():
        docs.write_text(f"before\n{strength.BEGIN}\nold\n{strength.END}\nafter\n", "utf-8")
    asked = ["--games", str(games), "--runs", str(folder / "runs"), "--docs", str(docs), *more]
    assert strength.main(asked) == 0
    return docs.read_text("utf-8")


def test_the_table_stands_between_its_marks(strength: Any, tmp_path: Path) -> None:
    page = measured(strength, tmp_path, 6, "--search", "search:3")
    assert page.startswith("before\n")
    assert page.endswith("\nafter\n")
    assert "old" not in page
    assert "| toy, corners | greedy over uniform | " in page
    assert "| toy, corners | search:3 over uniform | " in page
    assert " of 6 |" in page
    assert "Faults of bots: 0." in page
    assert "python -m benchmarks.strength --games 6" in page


def test_games_are_kept_and_added_to(strength: Any, tmp_path: Path) -> None:
    measured(strength, tmp_path, 4)
    kept = (tmp_path / "runs" / "toy-corners-greedy-uniform" / "games.jsonl").read_bytes()
    assert " of 6 |" in measured(strength, tmp_path, 6)
    more = (tmp_path / "runs" / "toy-corners-greedy-uniform" / "games.jsonl").read_bytes()
    assert more.startswith(kept)


def test_of_titles_that_are_not_played_the_page_tells_what_it_told(
    strength: Any, tmp_path: Path
) -> None:
    measured(strength, tmp_path, 4, "--search", "none")
    strength.SCENARIOS = (("toy", "corners"), ("other", "centre"))
    docs = tmp_path / "strength.md"
    before = docs.read_text("utf-8")
    rungs = before.split("**toy, corners**")[1].split(strength.END)[0].strip()
    page = measured(strength, tmp_path, 4, "--search", "none", "--only", "other")
    row = next(line for line in before.splitlines() if line.startswith("| toy, corners |"))
    assert f"\n{row}\n| other, centre | " in page
    assert f"**toy, corners**\n\n{rungs}\n\n**other, centre**\n\n" in page
    assert page.count("Faults of bots: 0.") == 2
    again = measured(strength, tmp_path, 4, "--search", "none", "--only", "other")
    assert again == page


def test_it_can_be_asked_for_one_title_only(
    strength: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["--only", "other", "--no-docs", "--runs", str(tmp_path)]
    assert strength.main(argv) == 0
    assert "toy" not in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def game(winner: str | None, better_at: str) -> Any:
    seats = {"red": "uniform", "blue": "uniform", better_at: "greedy"}
    return SimpleNamespace(winner=winner, seats=seats, level="ended", faults=())


def test_a_draw_is_half_a_win_and_the_verdict_says_which_goal_was_met(strength: Any) -> None:
    won = [game("red", "red"), game("blue", "blue"), game("blue", "blue")]
    drawn, lost = [game(None, "red")] * 2, [game("red", "blue")]
    contest = strength.Contest("toy", "corners", "greedy", "uniform", 0.5)
    assert strength.Result(contest, won + drawn + lost).verdict == "met"
    contest = contest._replace(goal=0.6)
    result = strength.Result(contest, won + drawn + lost)
    assert (result.score.value, result.won.value) == (4 / 6, 3 / 6)
    assert result.verdict == "met by score"
    assert (result.at("red").value, result.at("blue").value) == (2 / 3, 2 / 3)
    assert strength.Result(contest, won + drawn + lost * 3).verdict == "**missed**"


def test_what_has_been_played_can_be_told_without_playing(strength: Any, tmp_path: Path) -> None:
    measured(strength, tmp_path, 4, "--search", "none")
    page = measured(strength, tmp_path, 6, "--kept")
    assert "| toy, corners | greedy over uniform | " in page
    assert " of 4 |" in page
    assert "search over" not in page


def test_each_title_has_its_own_number_of_imagined_games(strength: Any) -> None:
    strength.SCENARIOS = (("toy", "corners"), ("ardennes", "2p-3"))
    names = [c.better for c in strength.contests("", strength.BY_TITLE)]
    assert names == ["greedy", "search", "greedy", "search:8"]


def test_where_nothing_was_played_the_page_is_left_alone(
    strength: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "strength.md"
    page.write_text("as it was", "utf-8")
    assert strength.main(["--kept", "--runs", str(tmp_path / "no"), "--docs", str(page)]) == 1
    assert capsys.readouterr().err == f"nothing has been played in {tmp_path / 'no'}\n"
    assert page.read_text("utf-8") == "as it was"
