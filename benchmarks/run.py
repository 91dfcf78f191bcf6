"""Runs every benchmark, prints a table and writes bench-results/bench.json and bench.md."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1])
)  # so that it runs as a file and as a module alike

from benchmarks import (
    ardennes,
    arena,
    bcs,
    copying,
    frames,
    importing,
    load,
    play,
    reach,
    reported,
    rollouts,
    supply,
)
from benchmarks.harness import Calibration, Outcome, run, spread
from grognard.ground.fast import COMPILED

CONTESTS = {
    "play": play.against_chess,
    "play-catan": play.against_catan,
    "play-spiel": play.against_open_spiel,
    "reach": reach.against_networkx,
    "reach-scipy": reach.against_scipy,
    "supply": supply.against_networkx,
    "supply-scipy": supply.against_scipy,
    "arena": arena.contest,
    "rollouts": rollouts.contest,
    "copy": copying.contest,
    "ardennes": ardennes.solitaire,
    "ardennes-two": ardennes.two_players,
    "ardennes-copy": ardennes.copying,
    "bcs": bcs.bastogne,
    "bcs-noville": bcs.noville,
}
PEERS = ("chess", "catanatron", "open_spiel", "networkx", "scipy")
RESULTS = Path(__file__).resolve().parents[1] / "bench-results"


def main() -> None:
    options = arguments()
    calibration = Calibration()
    outcomes: list[Outcome] = []
    for key in options.only or CONTESTS:
        print(f"{key} …", file=sys.stderr, flush=True)
        contest = CONTESTS[key](options.quick)
        outcomes.append(run(contest, options.rounds, calibration))
    loading = importing.measure_all(1 if options.quick else 5)
    waits = [] if options.only else ardennes.measure(options.quick) + bcs.measure(options.quick)
    times = {} if options.only else reported.measure(options.quick)
    ride = None if options.only else frames.measure(options.quick)
    crowd = None if options.only else load.measure(options.quick)
    report = markdown(outcomes, calibration, loading, waits, times, ride, crowd)
    print(report)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "bench.md").write_text(report, encoding="utf-8")
    record = as_record(outcomes, calibration, loading, waits, times, ride, crowd)
    (RESULTS / "bench.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round: does it run at all?")
    parser.add_argument("--rounds", type=int, help="rounds of each contest (9)")
    parser.add_argument("--only", nargs="+", choices=CONTESTS, help="some contests, not all")
    options = parser.parse_args()
    options.rounds = options.rounds or (1 if options.quick else 9)
    return options


def machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load": [round(average, 2) for average in os.getloadavg()],
        "searches": "compiled" if COMPILED else "plain",
        **{peer: version(peer) for peer in PEERS},
    }


def as_record(
    outcomes: list[Outcome],
    calibration: Calibration,
    loading: list[importing.Loading],
    waits: list[ardennes.Waiting],
    times: dict[str, dict[str, float]],
    ride: frames.Smoothness | None,
    crowd: load.Report | None,
) -> dict[str, Any]:
    return {
        "machine": machine(),
        "calibration": {"cpu": calibration.cpu, "wall": calibration.wall},
        "contests": [contest_record(outcome) for outcome in outcomes],
        "import": [loading_record(one) for one in loading],
        "waiting": [waiting_record(one) for one in waits],
        "times": times,
        "under load": None if crowd is None else load.record(crowd),
        "frames": None if ride is None else frames_record(ride),
    }


def loading_record(loading: importing.Loading) -> dict[str, Any]:
    return {
        "title": loading.title,
        "limit": loading.limit,
        "imported": loading.imported,
        "ready": loading.ready,
        "importtime": loading.importtime,
        "tries": loading.tries,
        "verdict": loading.verdict,
    }


def waiting_record(wait: ardennes.Waiting) -> dict[str, Any]:
    return {
        "name": wait.name,
        "limit": wait.limit,
        "seconds": wait.seconds,
        "verdict": wait.verdict,
    }


def frames_record(ride: frames.Smoothness) -> dict[str, Any]:
    return {"goal": frames.GOAL, "milliseconds": ride.times, "processor": ride.cost}


def contest_record(outcome: Outcome) -> dict[str, Any]:
    contest = outcome.contest
    return {
        "name": contest.name,
        "unit": contest.unit,
        "peer": contest.peer,
        "floor": contest.floor,
        "goal": contest.goal,
        "note": contest.note,
        "ours": outcome.ours,
        "theirs": outcome.theirs,
        "ratios": outcome.ratios,
        "median": spread(outcome.ratios)[0],
        "verdict": outcome.verdict,
    }


def markdown(
    outcomes: list[Outcome],
    calibration: Calibration,
    loading: list[importing.Loading],
    waits: list[ardennes.Waiting],
    times: dict[str, dict[str, float]],
    ride: frames.Smoothness | None,
    crowd: load.Report | None,
) -> str:
    facts = ", ".join(f"{key} {value}" for key, value in machine().items())
    lines = ["# Benchmarks", "", facts, ""]
    lines += [f"Calibration: drift {calibration.drift:.2f}, waiting {calibration.waiting:.0%}.", ""]
    lines += table(
        ["what", "peer", "at least", "goal", "ratio", "min–max", "ours /s", "peer /s", "verdict"],
        [contest_row(outcome) for outcome in outcomes],
    )
    lines += ["", *(f"- {o.contest.name}: {o.contest.note}." for o in outcomes), ""]
    lines += table(
        ["a new interpreter, seconds", "below", "best", "tries", "verdict"],
        [row for one in loading for row in loading_rows(one)],
    )
    if waits:
        head = ["what a player waits for, milliseconds", "below", "median", "19 of 20", "verdict"]
        lines += ["", *table(head, [waiting_row(one) for one in waits])]
    if ride is not None:
        head = ["the page, milliseconds", "below", "median", "19 of 20", "processor", "verdict"]
        lines += ["", *table(head, [frames_row(ride)])]
    if times:
        asked = list(dict.fromkeys(what for row in times.values() for what in row))
        rows = [[name, *(micro(row.get(what)) for what in asked)] for name, row in times.items()]
        lines += ["", *table(["microseconds, no goal", *asked], rows)]
    if crowd is not None:
        lines += ["", *table(load.heading(crowd), load.rows(crowd))]
    return "\n".join(lines) + "\n"


def contest_row(outcome: Outcome) -> list[str]:
    contest = outcome.contest
    middle, least, most = spread(outcome.ratios)
    return [
        contest.name,
        contest.peer,
        f"{contest.floor:g}×",
        f"{contest.goal:g}×",
        f"{middle:.3g}×",
        f"{least:.3g}–{most:.3g}",
        f"{spread(outcome.ours)[0]:,.0f} {contest.unit}",
        f"{spread(outcome.theirs)[0]:,.0f}",
        outcome.verdict,
    ]


def loading_rows(loading: importing.Loading) -> list[list[str]]:
    tries = f"{min(loading.tries):.3f}–{max(loading.tries):.3f}"
    return [
        [f"{loading.title}: import", "", f"{loading.imported:.3f}", "", ""],
        [
            "import and set-up",
            f"{loading.limit}",
            f"{loading.ready:.3f}",
            tries,
            loading.verdict,
        ],
        ["modules by -X importtime", "", f"{loading.importtime:.3f}", "", ""],
    ]


def waiting_row(wait: ardennes.Waiting) -> list[str]:
    seen = [f"{seconds * 1000:.1f}" for seconds in (wait.limit, wait.middle, wait.slow)]
    return [wait.name, *seen, wait.verdict]


def frames_row(ride: frames.Smoothness) -> list[str]:
    what = "a frame, 2,400 hexes and 300 counters panned and zoomed"
    seen = [f"{ms:.1f}" for ms in (ride.middle, ride.slow, ride.cost)]
    return [what, f"{frames.GOAL:g}", *seen, ride.verdict]


def micro(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds * 1e6:,.1f}"


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """A Markdown table that can be read as it is."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    padded = [[cell.ljust(w) for cell, w in zip(r, widths, strict=True)] for r in [head, *rows]]
    padded.insert(1, ["-" * w for w in widths])
    return ["| " + " | ".join(row) + " |" for row in padded]


if __name__ == "__main__":
    main()
