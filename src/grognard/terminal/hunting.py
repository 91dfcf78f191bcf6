"""The commands `fuzz` and `golden`: whether the program is right."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grognard import library
from grognard.terminal.commands import FAILED, OK, WrongUsage, app, as_json, pairs
from grognard.terminal.screen import Screen, console

if TYPE_CHECKING:
    from grognard.trial.fuzz import FuzzReport


@app.command
def fuzz(
    key: str,
    /,
    *,
    games: int = 10,
    seed: str = "0",
    scenario: str | None = None,
    option: list[str] | None = None,
    limit: int = 20_000,
    workers: int = 2,
    records: Path | None = None,
    referee: bool = False,
    json: bool = False,
) -> int:
    """Play random games, hunting crashes, dead ends, flaws and games without end.

    The exit code is 1 if anything was caught.

    Parameters
    ----------
    key
        The title.
    games
        How many games.
    seed
        All but the timing depends on it alone.
    scenario
        The scenario, several with commas between them, or "all"; the title's first unless given.
    option
        A house rule: KEY=VALUE, once for each.
    limit
        A game of so many entries is called endless.
    workers
        How many processes.
    records
        A folder for the records of all games; without it those that fail are kept in
        "fuzz-failures" here.
    referee
        Hold every decision against a second reading of the rules too; every other game then
        is a short one from a scattered position.
    json
        Print JSON instead of text.
    """
    from rich.progress import Progress

    from grognard.trial.fuzz import fuzz as hunt

    title = library.title(key)
    keys = [row.key for row in title.scenarios()]
    first = ",".join(keys) if scenario == "all" else scenario or keys[0]
    if games < 1 or workers < 1:
        raise WrongUsage("there should be at least one game and one worker")
    failing = Path("fuzz-failures") if records is None else records
    with Progress(console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task("games", total=games)
        report = hunt(
            title,
            first,
            games,
            seed,
            limit,
            lambda done, _: bar.update(task, completed=done),
            options=pairs("option", option or []),
            failing=failing,
            records=records,
            workers=min(workers, games),
            referee=key if referee else None,
        )
    if records is None and report.ok and failing.is_dir() and not any(failing.iterdir()):
        failing.rmdir()
    if json:
        as_json({"ok": report.ok, **msgspec.to_builtins(report)})
    else:
        Screen().say_all(_hunted(report))
    return OK if report.ok else FAILED


def _hunted(report: FuzzReport) -> list[str]:
    lines = [
        f"{report.title} {report.scenario}, seed {report.seed}: {report.games} games, "
        f"{report.actions} actions, {report.actions_per_second:.0f} a second",
    ]
    lines += [f"  {count:4} {verdict}" for verdict, count in report.verdicts.items()]
    for failure in report.failures:
        where = f" ({failure.record})" if failure.record else ""
        lines.append(f"  game {failure.game}, entry {failure.n}: {failure.kind}: ")
        lines[-1] += f"{failure.sentence}{where}"
    caught = f"{report.crashes} crashes, {report.dead_ends} dead ends, {report.flaws} flaws"
    lines += _refereed(report) if report.refereed else []
    return [*lines, f"{caught}, {report.endless} endless; digest {report.digest}"]


def _refereed(report: FuzzReport) -> list[str]:
    compared = sum(report.compared.values())
    return [
        f"{report.refereed} decisions and {compared} facts held against a second reading: "
        f"{report.differences} differences",
        *(f"  {count:4} times “{kind}” was not read" for kind, count in report.unread.items()),
    ]


@app.command
def golden(key: str, /, *, bless: bool = False, folder: Path | None = None) -> int:
    """Play the golden games again and compare every sentence and every position.

    The exit code is 1 if a game went another way.

    Parameters
    ----------
    key
        The title.
    bless
        Play the recipes anew and write their files; read the difference before you commit it.
    folder
        Where the games are; tests/golden/KEY of the repository unless given.
    """
    from grognard.trial import golden as gold
    from grognard.trial.ledger import repository_of

    title, screen = library.title(key), Screen()
    home = repository_of(library.package_of(title))
    if folder is None and home is None:
        raise WrongUsage("there is no repository with golden games here; name their --folder")
    games = folder if folder is not None else Path(str(home)) / "tests" / "golden" / key
    if bless:
        screen.say_all(f"blessed {path.name}" for path in gold.bless(title, games))
        return OK
    files = gold.golden_files(games)
    if not files:
        raise WrongUsage(f"there are no golden games in {games}")
    differences = [d for path in files if (d := gold.check(title, path)) is not None]
    screen.say_all(map(str, differences))
    screen.say(f"{len(files)} golden games: {len(files) - len(differences)} as they were blessed")
    return FAILED if differences else OK
