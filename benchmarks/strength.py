"""How strong the bots are: every pair of neighbours on the ladder, on fixed seeds, sides swapped.

    python -m benchmarks.strength                      200 games a pair; writes docs/strength.md
    python -m benchmarks.strength --games 20 --only lost_battalion --no-docs
    python -m benchmarks.strength --search search:2s   by the clock: two seconds a decision
    python -m benchmarks.strength --search none        without the search, which takes hours
    python -m benchmarks.strength --kept               what has been played so far, and no more

Games are kept in bench-results/strength as they end: stop it at any time, and the same
command goes on. More games than before only add games. Of titles that are not asked for the
page tells what it told.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from grognard import library, sim
from grognard.sim.plan import GameRecord
from grognard.sim.statistics import ANY, Rate, Score, finished, ladder, scores
from grognard.terminal.games import default_workers

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
SEARCHES: Final = {"lost_battalion": "search:6", "bcs": "search:4", "ardennes": "search:8"}
BY_TITLE: Final = "by-title"  # imagined games a decision, of which none takes two seconds
NO_SEARCH: Final = "none"
NOT_PLAYED: Final = Score(0, 0, 0)
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
        return self.at(ANY)

    @property
    def won(self) -> Rate:
        return self.score.wins

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
        return scores(self.records).get((self.contest.better, seat), NOT_PLAYED)


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

HEAD: Final = (
    "| title, scenario | bots | score (95 %) | by seat | won | drawn | lost | goal | |",
    "|---|---|---|---|---|---|---|---|---|",
)


class Section(NamedTuple):
    """What is told of a scenario: its rows of the table, and the ladder below."""

    rows: list[str]
    ladder: list[str]


def sections(results: Sequence[Result]) -> dict[str, Section]:
    """What was played, by scenario, as lines of Markdown."""
    found: dict[str, list[Result]] = {}
    for result in results:
        found.setdefault(f"{result.contest.title}, {result.contest.scenario}", []).append(result)
    return {name: Section([_row(r) for r in all_], _ladder(all_)) for name, all_ in found.items()}


def _ladder(results: Sequence[Result]) -> list[str]:
    """By OpenSkill."""
    rungs = ladder([record for result in results for record in result.records])
    faults = sum(result.faults for result in results)
    return [
        "| bot | at least | mean | unsure by | games |",
        "|---|---|---|---|---|",
        *(
            f"| {rung.bot} | {rung.ordinal:.1f} | {rung.mu:.1f} | {rung.sigma:.1f} | {rung.games} |"
            for rung in rungs
        ),
        "",
        f"Faults of bots: {faults}.",
    ]


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


def page(told: Mapping[str, Section]) -> list[str]:
    """The table of all scenarios, then their ladders."""
    names = [name for title, scenario in SCENARIOS if (name := f"{title}, {scenario}") in told]
    lines = [*HEAD, *(row for name in names for row in told[name].rows)]
    for name in names:
        lines += ["", f"**{name}**", "", *told[name].ladder]
    return lines


def read(lines: Sequence[str]) -> dict[str, Section]:
    """What a page tells: of scenarios that were not played again it goes on to be told."""
    found: dict[str, Section] = {}
    name = ""
    for line in lines:
        if row := re.match(r"\| (\w+, [\w-]+) \|", line):
            found.setdefault(row[1], Section([], [])).rows.append(line)
        elif title := re.fullmatch(r"\*\*(\w+, [\w-]+)\*\*", line):
            name = title[1]
        elif name in found and (line or found[name].ladder):
            found[name].ladder.append(line)
    return {name: Section(rows, _trimmed(rungs)) for name, (rows, rungs) in found.items()}


def _trimmed(lines: list[str]) -> list[str]:
    return "\n".join(lines).rstrip("\n").split("\n")


def write(results: Sequence[Result], command: str, docs: Path) -> None:
    """Puts the tables into the page, between its two marks."""
    head, rest = docs.read_text("utf-8").split(BEGIN)
    old, tail = rest.split(END)
    told = read(old.splitlines()) | sections(results)
    body = "\n".join(["", f"    {command}", "", *page(told), ""])
    docs.write_text(f"{head}{BEGIN}\n{body}\n{END}{tail}", "utf-8")


def main(argv: Sequence[str] | None = None) -> int:
    asked = _asked(argv)
    try:
        results = _results(asked)
    except (sim.BadRun, sim.Interrupted) as problem:
        print(problem, file=sys.stderr)
        return 1
    print("\n".join(page(sections(results))))
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
    parser.add_argument("--workers", type=int, default=default_workers(), help="processes")
    parser.add_argument("--runs", type=Path, default=RUNS, help="where games are kept")
    parser.add_argument("--docs", type=Path, default=DOCS, help="the page with the table")
    parser.add_argument("--no-docs", action="store_true", help="print only")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
