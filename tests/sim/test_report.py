"""The page of a run: all its parts, nothing from elsewhere, and two runs side by side."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import msgspec
import pytest
import toy

from grognard import library, sim
from grognard.sim.report import write_report
from grognard.sim.tracing import rules_reached
from grognard.terminal.games import arena_lines


def run(folder: Path, bots: str = "uniform,greedy", rounds: int = 8, seed: str = "r") -> sim.Run:
    return sim.run_arena(sim.new_plan(toy, "corners", bots.split(","), rounds, seed), folder)


def page_of(folder: Path, **more: object) -> str:
    page = folder / "report.html"
    write_report(folder, page, **more)  # type: ignore[arg-type] # the tests name what it takes
    return page.read_text(encoding="utf-8")


def test_a_page_has_all_parts_and_fetches_nothing(tmp_path: Path) -> None:
    run(tmp_path / "run")
    page = page_of(tmp_path / "run")

    headings = re.findall("<h2>(.*?)</h2>", page)
    wanted = ["Who wins", "Ladder", "How games end", "Where they fight", "Dice", "Rules"]
    assert headings == wanted
    assert "greedy, both seats" in page
    assert "rolls of a d6: chi-square" in page
    assert "TOY-3" in page
    assert "<script" not in page
    assert re.findall(r'(?:src|href)="(?!data:)', page) == []
    plots = sorted(path.name for path in (tmp_path / "run" / "report").iterdir())
    assert plots == ["dice-d6.svg", "fighting.svg", "points.svg", "win-rates.svg"]


def with_a_draw(folder: Path) -> sim.Run:
    """Four games, of which the greedy bot won two and drew one."""
    done = run(folder, rounds=4)
    for record in done.records():
        at = {bot: seat for seat, bot in record.seats.items()}
        winner = (at["greedy"], at["greedy"], None, at["uniform"])[record.game]
        known = msgspec.structs.replace(record, winner=winner, level="ended")
        done.lines[record.game] = msgspec.json.encode(known)
    done.finish()
    return done


def test_a_draw_has_a_column_and_counts_half_in_the_score(tmp_path: Path) -> None:
    with_a_draw(tmp_path / "run")
    cells = ("2", "1", "4", "50%", "15% to 85%", "62%", "24% to 88%")
    row = "".join(f"<td>{cell}</td>" for cell in cells)
    page = page_of(tmp_path / "run")
    assert f'<tr><th scope="row">greedy, both seats</th>{row}</tr>' in page
    assert "Drawn: 1 game. In the score a draw is half a win." in page
    plot = (tmp_path / "run" / "report" / "win-rates.svg").read_text(encoding="utf-8")
    assert "score: a draw is half a win" in plot


def test_without_draws_there_is_no_word_of_a_score(tmp_path: Path) -> None:
    run(tmp_path / "run")
    page = page_of(tmp_path / "run")
    assert "drawn" not in page.split("<h2>How games end")[0].lower()
    assert "score" not in page.split("<h2>How games end")[0]
    assert "score" not in (tmp_path / "run" / "report" / "win-rates.svg").read_text("utf-8")


def test_the_last_lines_of_an_arena_count_draws_as_halves(tmp_path: Path) -> None:
    lines = arena_lines(with_a_draw(tmp_path / "run"))
    assert "  greedy at any seat: won 50% (15% to 85%) of 4; with draws as halves 62%" in lines
    assert "  1 drawn" in lines
    assert "halves" not in "".join(arena_lines(run(tmp_path / "other")))


def test_the_same_run_makes_the_same_page(tmp_path: Path) -> None:
    run(tmp_path / "run")

    assert page_of(tmp_path / "run") == page_of(tmp_path / "run")


def test_two_runs_are_compared(tmp_path: Path) -> None:
    run(tmp_path / "one")
    run(tmp_path / "two", "uniform", 4, "s")
    page = page_of(tmp_path / "one", against=tmp_path / "two")

    assert "Compared with the other run" in page
    assert re.search(r"uniform, RED</th><td>\d+% of 4</td><td>\d+% of 4</td>", page)
    assert "may be chance" in page
    assert '<th scope="col">one</th><th scope="col">two</th>' in page
    assert "In the very same position in both runs ended 0 games" in page


def test_three_bots_climb_a_ladder(tmp_path: Path) -> None:
    done = run(tmp_path / "run", "greedy", 6)
    order = ("best", "fair", "worst")
    for record in done.records():
        a, b = [("best", "fair"), ("best", "worst"), ("fair", "worst")][record.game % 3]
        won = msgspec.structs.replace(
            record, seats={"red": a, "blue": b}, winner="red", level="win"
        )
        done.lines[record.game] = msgspec.json.encode(won)
    done.finish()
    page = page_of(tmp_path / "run")

    ladder = page[page.index("<h2>Ladder") : page.index("<h2>How games end")]
    rungs = re.findall(r'<th scope="row">\d</th><td>(\w+)</td>', ladder)
    assert tuple(rungs) == order
    assert "<td>100% of 2</td><td>100% of 2</td>" in ladder


def test_losses_and_turns_are_shown_where_a_title_tells_them(tmp_path: Path) -> None:
    done = run(tmp_path / "run", rounds=2)
    for record in done.records():
        losses = {"red": {"1": 2}, "": {"3": 1}}
        bloody = msgspec.structs.replace(record, turn=2 + record.game, losses=losses)
        done.lines[record.game] = msgspec.json.encode(bloody)
    done.finish()

    assert "<h2>Losses</h2>" in page_of(tmp_path / "run")
    plots = {path.name for path in (tmp_path / "run" / "report").iterdir()}
    assert {"losses.svg", "turns.svg"} <= plots


def test_what_is_the_same_in_all_games_is_no_plot(tmp_path: Path) -> None:
    done = run(tmp_path / "run", rounds=2)
    for record in done.records():
        done.lines[record.game] = msgspec.json.encode(msgspec.structs.replace(record, turn=3))
    done.finish()

    assert "All of them were decided in turn 3." in page_of(tmp_path / "run")
    assert not (tmp_path / "run" / "report" / "turns.svg").exists()


def test_colours_of_the_map_are_explained(tmp_path: Path) -> None:
    run(tmp_path / "run")
    page = page_of(tmp_path / "run")

    key = page[page.index('<ul class="key">') :]
    assert key.count(" times</li>", 0, key.index("</ul>")) == 5
    assert "Most often something was refused by" in page


def test_what_went_wrong_is_said_first(tmp_path: Path) -> None:
    done = run(tmp_path / "run", rounds=3)
    first, second, third = done.records()
    spoilt = [
        msgspec.structs.replace(first, faults=["entry 3: odd: out of ideas"]),
        msgspec.structs.replace(second, level="", winner=None, error="KeyError: 1"),
        msgspec.structs.replace(third, level="", winner=None),
    ]
    done.lines = {record.game: msgspec.json.encode(record) for record in spoilt}
    done.finish()
    page = page_of(tmp_path / "run")

    assert "Made for a bot that failed: 1 decision, the first game 0, entry 3: odd" in page
    assert "1 game ended by a fault of the program, the first game 1: KeyError: 1" in page
    assert "Left without a verdict, counted nowhere: 1 game." in page


def test_a_run_with_nothing_in_it_or_of_another_title_is_refused(tmp_path: Path) -> None:
    done = run(tmp_path / "run", rounds=2)
    strange = msgspec.structs.replace(done.plan, title="other")
    sim.Run.begin(tmp_path / "empty", done.plan)
    sim.Run.begin(tmp_path / "strange", strange).add(0, done.lines[0])

    with pytest.raises(sim.BadRun, match=r"no game of the run in .* has been played yet"):
        page_of(tmp_path / "empty")
    with pytest.raises(sim.BadRun, match="is a run of other, not of toy"):
        page_of(tmp_path / "run", against=tmp_path / "strange")


def test_the_code_of_a_rule_that_runs_is_seen() -> None:
    title = library.title("lost_battalion")
    plan = sim.new_plan(title, "learning", ["uniform"], 1, "t", limit=200)

    reached = rules_reached(plan, [0])
    assert "LB-8.0a" in reached
    assert "LB-S.36" not in rules_reached(plan, [])


@pytest.mark.parametrize(
    ("there", "words"),
    [((), "this needs pngquant"), (("pngquant",), "there is no Chromium at ")],
)
def test_the_pictures_say_which_program_is_missing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    there: tuple[str, ...],
    words: str,
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2]))
    pictures = import_module("benchmarks.report_pictures")
    run(tmp_path / "run")
    page_of(tmp_path / "run")
    monkeypatch.setattr("shutil.which", lambda name: name if name in there else None)

    assert pictures.main([str(tmp_path / "run" / "report.html"), "x"]) == 2
    assert capsys.readouterr().err.startswith(f"benchmarks.report_pictures: {words}")
