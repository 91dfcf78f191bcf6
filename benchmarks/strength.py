"""How strong the bots are: every pair of neighbours on the ladder, on fixed seeds, sides swapped.

    python -m benchmarks.strength                      200 games a pair; writes docs/strength.md
    python -m benchmarks.strength --games 20 --only lost_battalion --no-docs
    python -m benchmarks.strength --search search:2s   by the clock: two seconds a decision
    python -m benchmarks.strength --search none        without the search, which takes hours
    python -m benchmarks.strength --kept               what has been played so far, and no more

Games are kept in bench-results/strength as they end: stop it at any time, and the same
command goes on. More games than before only add games.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from grognard import library, sim
from grognard.sim.plan import GameRecord
from grognard.sim.statistics import Rate, Score, finished, ladder

ROOT: Final = Path(__file__).resolve().parents[1]
RUNS: Final = ROOT / "bench-results" / "strength"
DOCS: Final = ROOT / "docs" / "strength.md"
SCENARIOS: Final = (("lost_battalion", "learning"), ("bcs", "noville"), ("ardennes", "2p-3"))
GOALS: Final = (
    ("greedy", "uniform", 0.95),
    ("planner", "greedy", 0.75),
    ("search", "planner", 0.60),
)
SEARCH: Final = "search"
SEARCHES: Final = {"lost_battalion": "search:6", "bcs": "search:6", "ardennes": "search:8"}
BY_TITLE: Final = "by-title"  # imagined games a decision, of which none takes two seconds
NO_SEARCH: Final = "none"
BEGIN: Final = "<!-- written by benchmarks.strength: from here -->"
END: Final = "<!-- to here -->"


class Contest(NamedTuple):
    """Two bots at one scenario, and how often the first should win."""

    title: str
    scenario: str
    better: str
    worse: str
    goal: float

    @property
    def folder(self) -> str:
        names = (self.title, self.scenario, self.better, self.worse)
        return "-".join(names).replace(":", "_")


class Result(NamedTuple):
    """What came of a contest."""

    contest: Contest
    records: list[GameRecord]

    @property
    def score(self) -> Score:
        return _score(self.ended, self.contest.better)

    @property
    def won(self) -> Rate:
        return Rate(self.score.won, self.score.of)

    @property
    def ended(self) -> list[GameRecord]:
        return finished(self.records)

    @property
    def faults(self) -> int:
        return sum(len(record.faults) for record in self.records)

    @property
    def verdict(self) -> str:
        """Against the goal: by games won alone, or only with draws as halves."""
        if self.won.value >= self.contest.goal:
            return "met"
        return "met by score" if self.score.value >= self.contest.goal else "**missed**"

    def at(self, seat: str) -> Score:
        """What the better bot came to from one seat."""
        better = self.contest.better
        return _score([r for r in self.ended if r.seats[seat] == better], better)


def _score(games: Sequence[GameRecord], bot: str) -> Score:
    won = sum(game.winner is not None and game.seats[game.winner] == bot for game in games)
    return Score(won, sum(game.winner is None for game in games), len(games))


def contests(only: str, search: str) -> Iterator[Contest]:
    for title, scenario in SCENARIOS:
        if only not in ("", title):
            continue
        for better, worse, goal in GOALS:
            if better == SEARCH and search == NO_SEARCH:
                continue
            name = SEARCHES.get(title, SEARCH) if search == BY_TITLE else search
            yield Contest(title, scenario, name if better == SEARCH else better, worse, goal)


def play(contest: Contest, games: int, seed: str, runs: Path, workers: int) -> Result:
    """Plays what is missing of a contest."""
    title = library.title(contest.title)
    bots = [contest.better, contest.worse]
    plan = sim.new_plan(title, contest.scenario, bots, games, seed)
    run = sim.run_arena(plan, runs / contest.folder, workers=workers, progress=_progress(contest))
    return Result(contest, run.records())


def kept(contest: Contest, runs: Path) -> Result | None:
    """What has been played of a contest."""
    folder = runs / contest.folder
    return Result(contest, sim.Run.open(folder).records()) if folder.is_dir() else None


def _progress(contest: Contest) -> sim.Progress:
    def tell(done: int, games: int) -> None:
        line = f"{contest.title} {contest.scenario}: {contest.better} against {contest.worse}"
        print(f"\r{line}: {done} of {games} games", end="", file=sys.stderr, flush=True)
        if done == games:
            print(file=sys.stderr)

    return tell


# -- the page ------------------------------------------------------------------------------


def table(results: Sequence[Result]) -> list[str]:
    """The strength table as lines of Markdown."""
    lines = [
        "| title, scenario | bots | score (95 %) | by seat | won | drawn | lost | goal | |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    return lines + [_row(result) for result in results]


def _row(result: Result) -> str:
    c, score = result.contest, result.score
    seats = sorted({seat for record in result.ended for seat in record.seats})
    cells = (
        f"{c.title}, {c.scenario}",
        f"{c.better} over {c.worse}",
        str(score),
        ", ".join(f"{seat} {result.at(seat).value:.0%}" for seat in seats),
        f"{score.won} ({result.won.value:.0%})",
        str(score.drawn),
        str(score.of - score.won - score.drawn),
        f"{c.goal:.0%}",
        result.verdict,
    )
    return f"| {' | '.join(cells)} |"


def ladders(results: Sequence[Result]) -> list[str]:
    """A ladder by OpenSkill for each scenario, as lines of Markdown."""
    lines: list[str] = []
    for title, scenario in dict.fromkeys((r.contest.title, r.contest.scenario) for r in results):
        records = [
            record
            for result in results
            if (result.contest.title, result.contest.scenario) == (title, scenario)
            for record in result.records
        ]
        lines += [
            "",
            f"**{title}, {scenario}**",
            "",
            "| bot | at least | mean | unsure by | games |",
        ]
        lines.append("|---|---|---|---|---|")
        lines += [
            f"| {rung.bot} | {rung.ordinal:.1f} | {rung.mu:.1f} | {rung.sigma:.1f} | {rung.games} |"
            for rung in ladder(records)
        ]
    return lines


def write(results: Sequence[Result], command: str, docs: Path) -> None:
    """Puts the tables into the page, between its two marks."""
    head, rest = docs.read_text("utf-8").split(BEGIN)
    tail = rest.split(END)[1]
    faults = sum(result.faults for result in results)
    lines = ["", f"    {command}", "", *table(results), "", f"Faults of bots: {faults}."]
    body = "\n".join([*lines, *ladders(results), ""])
    docs.write_text(f"{head}{BEGIN}\n{body}\n{END}{tail}", "utf-8")


def main(argv: Sequence[str] | None = None) -> int:
    asked = _asked(argv)
    try:
        results = _results(asked)
    except (sim.BadRun, sim.Interrupted) as problem:
        print(problem, file=sys.stderr)
        return 1
    print("\n".join([*table(results), *ladders(results)]))
    if not asked.no_docs:
        words = sys.argv[1:] if argv is None else argv
        write(results, " ".join(["python -m benchmarks.strength", *words]), asked.docs)
    return 0


def _results(asked: argparse.Namespace) -> list[Result]:
    wanted = contests(asked.only, asked.search)
    if not asked.kept:
        return [play(c, asked.games, asked.seed, asked.runs, asked.workers) for c in wanted]
    found = [result for c in wanted if (result := kept(c, asked.runs)) is not None]
    if not found:
        raise sim.BadRun(f"nothing has been played in {asked.runs}")
    return found


def _asked(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--games", type=int, default=200, help="for each pair")
    parser.add_argument("--seed", default="strength")
    parser.add_argument("--only", default="", help="one title by its key")
    parser.add_argument("--search", default=BY_TITLE, help="as in search:60; else each title's")
    parser.add_argument("--kept", action="store_true", help="play nothing, tell what there is")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--runs", type=Path, default=RUNS, help="where games are kept")
    parser.add_argument("--docs", type=Path, default=DOCS, help="the page with the table")
    parser.add_argument("--no-docs", action="store_true", help="print only")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
