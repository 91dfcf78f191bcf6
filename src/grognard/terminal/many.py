"""The commands `arena` and `report`: thousands of games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from grognard import library
from grognard.terminal.commands import OK, WrongUsage, app, as_json, pairs
from grognard.terminal.screen import Screen


@app.command
def arena(
    key: str,
    /,
    *,
    bots: str,
    scenario: str | None = None,
    games: int = 20,
    seed: str = "0",
    option: list[str] | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    out: Annotated[Path | None, Parameter(name=["--out", "--output", "-o"])] = None,
    seconds: float = 60.0,
    limit: int = 100_000,
    json: bool = False,
) -> int:
    """Let bots play many games; stop it at any time, and the same command goes on.

    Every two bots meet, with sides swapped and the same dice for both games. The results depend on
    the seed alone, not on how many processes or machines play.

    Parameters
    ----------
    key
        The title.
    bots
        Who plays, as in uniform,greedy; one alone plays against itself.
    scenario
        The scenario; the title's first unless given.
    games
        How many games every two bots play; with more than before, those are added.
    seed
        All results depend on it alone.
    option
        A house rule: KEY=VALUE, once for each.
    workers
        How many processes; one for each core unless given.
    cluster
        The address of a Dask scheduler whose workers play, as in tcp://10.0.0.5:8786.
    out
        The folder of the run; named after what is played unless given.
    seconds
        How long a decision may take; after that the greedy bot makes it, and that is noted.
    limit
        A game of so many entries is left without a verdict.
    json
        Print JSON instead of text.
    """
    from grognard import sim
    from grognard.terminal.games import Bar, arena_lines, default_folder, default_workers

    title = library.title(key)
    first = title.scenarios()[0].key if scenario is None else scenario
    if workers is not None and workers < 1:
        raise WrongUsage("there should be at least one worker")
    names = [name.strip() for name in bots.split(",") if name.strip()]
    options = pairs("option", option or [])
    plan = sim.new_plan(
        title, first, names, games, seed, options=options, seconds=seconds, limit=limit
    )
    folder = default_folder(plan) if out is None else out
    with Bar() as bar:
        run = sim.run_arena(
            plan, folder, workers=workers or default_workers(), cluster=cluster, progress=bar
        )
    lines = arena_lines(run)
    if json:
        records = msgspec.to_builtins(run.records())
        return as_json({"folder": str(folder), "plan": msgspec.to_builtins(plan), "games": records})
    Screen().say_all(lines)
    return OK


@app.command
def report(
    folder: Path,
    /,
    *,
    against: Path | None = None,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    trace: int = 2,
) -> int:
    """Make a page of a run: win rates, margins, losses, a map of the fighting, dice and rules.

    Parameters
    ----------
    folder
        The folder of a run of the arena.
    against
        Another run to compare with.
    output
        The page; report.html in the folder unless given. The plots are put beside it.
    trace
        So many games are played again to see which rules' code runs; 0 for none.
    """
    try:
        from grognard.sim.report import write_report
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] == "grognard":
            raise
        raise WrongUsage("a report needs more packages: pip install 'grognard[sim]'") from None
    if trace < 0:
        raise WrongUsage("no fewer than no games can be played again")
    page = folder / "report.html" if output is None else output
    write_report(folder, page, against=against, trace=trace)
    Screen().say(str(page))
    return OK
