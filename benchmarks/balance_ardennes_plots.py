"""Pictures and tables of the games that `balance_ardennes` has played.

    python -m benchmarks.balance_ardennes_plots     needs the extras sim and draw

Writes docs/pictures/ardennes/*.png and the tables of docs/titles/ardennes-balance.md,
between its two marks.
"""

from __future__ import annotations

import argparse
import io
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import mean, median
from typing import Any

import matplotlib as mpl

mpl.use("Agg")  # before pyplot, which would look for a screen

import matplotlib.pyplot as plt
from resvg_py import svg_to_bytes

from benchmarks.balance_ardennes import RECORDS, SCENARIOS
from grognard.draw import board_svg
from grognard.draw import lattice as lay
from grognard.draw.lattice import Lattice
from grognard.titles import ardennes

HOME = Path(__file__).resolve().parents[1]
PICTURES = HOME / "docs" / "pictures" / "ardennes"
REPORT = HOME / "docs" / "titles" / "ardennes-balance.md"
BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"
INK, GREY, GERMAN, ALLIED = "#2b2b28", "#8a8577", "#4d5a50", "#7d6b2f"
LEVELS = (
    ("German decisive victory", "#39453d"),
    ("German substantial victory", "#5f7266"),
    ("German marginal victory", "#97a89c"),
    ("Draw", "#d9d5c7"),
    ("Allied marginal victory", "#cdb872"),
    ("Allied decisive victory", "#8c7326"),
)
Rows = list[dict[str, Any]]


def main() -> None:
    parser = argparse.ArgumentParser(description="Pictures and tables of played games")
    parser.add_argument("--records", type=Path, default=RECORDS)
    options = parser.parse_args()
    games = read(options.records)
    plt.rcParams.update(
        {
            "font.size": 10,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.edgecolor": GREY,
        }
    )
    for name, picture in PLOTS.items():
        figure = picture(games)
        figure.savefig(PICTURES / f"{name}.png", dpi=110, facecolor="white")
        plt.close(figure)
    write_tables(games)


def read(path: Path) -> dict[str, Rows]:
    """By scenario, the records of the greedy German."""
    found: dict[str, Rows] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["bot"] == "greedy":
            found[row["scenario"]].append(row)
    return {key: found[key] for key in SCENARIOS if key in found}


def longest(games: dict[str, Rows]) -> Rows:
    return games[max(games, key=SCENARIOS.index)]


def by_day(rows: Rows, what: Callable[[dict[str, Any]], float]) -> dict[int, list[float]]:
    found: dict[int, list[float]] = defaultdict(list)
    for row in rows:
        for day in row["days"]:
            found[day["day"]].append(what(day))
    return dict(sorted(found.items()))


def to_the_end(rows: Rows) -> Rows:
    """The same with games that ended early standing still from then on."""
    last = max(day["day"] for row in rows for day in row["days"])
    return [{**row, "days": _still(row["days"], last)} for row in rows]


def _still(days: Rows, last: int) -> Rows:
    after = range(days[-1]["day"] + 1, last + 1)
    return [*days, *({**days[-1], "day": day} for day in after)]


def part(values: Iterable[float], share: float) -> float:
    """The value below which that share of them lies."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]


# -- pictures -----------------------------------------------------------------------------------


def points_by_day(games: dict[str, Rows]) -> Any:
    """Victory points at each day's end: the longest scenario, and where the others end."""
    figure, axes = plt.subplots(figsize=(8, 4.4), layout="constrained")
    rows = longest(games)
    days = by_day(to_the_end(rows), lambda day: day["vp"])
    _band(axes, days, 0.1, 0.9, 0.18, "eight games in ten")
    _band(axes, days, 0.25, 0.75, 0.32, "half of the games")
    axes.plot(list(days), [median(v) for v in days.values()], color=GERMAN, lw=2.2, label="median")
    for level in ardennes.read_scenario(rows[0]["scenario"]).levels[:-1]:
        axes.axhline(level.at_least, color=GREY, lw=0.6, ls=":")
        axes.annotate(
            level.result, (16.05, level.at_least), fontsize=7, color=GREY, va="bottom", ha="left"
        )
    _days(axes, days)
    axes.set(ylabel="German victory points", ylim=(0, None))
    axes.set_title(f"Victory points at the end of each day ({_of(rows)})", loc="left", fontsize=11)
    axes.legend(frameon=False, fontsize=8, loc="upper right")
    return figure


def _band(
    axes: Any, days: dict[int, list[float]], low: float, high: float, alpha: float, label: str
) -> None:
    lows = [part(v, low) for v in days.values()]
    highs = [part(v, high) for v in days.values()]
    axes.fill_between(list(days), lows, highs, color=GERMAN, alpha=alpha, lw=0, label=label)


def _days(axes: Any, days: Iterable[int]) -> None:
    axes.set_xticks(list(days))
    axes.set_xlabel("December 1944")


def _of(rows: Rows) -> str:
    return f"{len(rows)} games, {rows[0]['scenario']}"


def results(games: dict[str, Rows]) -> Any:
    """How the games of each scenario ended."""
    figure, axes = plt.subplots(figsize=(8, 2.9), layout="constrained")
    names = list(games)[::-1]
    left = [0.0] * len(names)
    for level, colour in LEVELS:
        shares = [100 * mean(r["result"] == level for r in games[name]) for name in names]
        axes.barh(names, shares, left=left, color=colour, label=level, height=0.7)
        for n, share in enumerate(shares):
            if share >= 5:
                dark = level.endswith("decisive victory") or "substantial" in level
                axes.text(
                    left[n] + share / 2,
                    n,
                    f"{share:.0f}",
                    ha="center",
                    va="center",
                    fontsize=8,
                    color="white" if dark else INK,
                )
        left = [a + b for a, b in zip(left, shares, strict=True)]
    axes.set(xlim=(0, 100), xlabel="games in a hundred")
    axes.set_title("Results by scenario", loc="left", fontsize=11)
    axes.legend(frameon=False, fontsize=7, ncols=3, loc="upper center", bbox_to_anchor=(0.5, -0.22))
    return figure


def towns(games: dict[str, Rows]) -> Any:
    """When St. Vith and Bastogne fell for the first time, and in how many games they are held."""
    rows = longest(games)
    figure, both = plt.subplots(1, 2, figsize=(8.6, 3.4), layout="constrained", sharey=True)
    for axes, name in zip(both, ("St. Vith", "Bastogne"), strict=True):
        days = sorted({day["day"] for row in rows for day in row["days"]})
        fell = Counter(row["fallen"].get(name, 0) for row in rows)
        axes.bar(days, [100 * fell[d] / len(rows) for d in days], color=GERMAN, label="falls")
        held = by_day(to_the_end(rows), lambda day, name=name: name in day["watched"])
        axes.plot(
            list(held),
            [100 * mean(v) for v in held.values()],
            color=ALLIED,
            lw=2,
            label="German-held",
        )
        axes.set_title(
            f"{name}: never in {100 * fell[0] / len(rows):.0f} of 100", loc="left", fontsize=11
        )
        _days(axes, days)
        axes.tick_params(axis="x", labelsize=8)
    both[0].set(ylabel="games in a hundred", ylim=(0, 100))
    both[0].legend(frameon=False, fontsize=8)
    return figure


def hands(games: dict[str, Rows]) -> Any:
    """What the cards of both sides were used for, on an average day."""
    rows = longest(games)
    figure, both = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
    for axes, side, colour in zip(both, ("German", "Allied"), (GERMAN, ALLIED), strict=True):
        uses = card_uses(rows, side)
        names = [name for name, _ in uses][::-1]
        axes.barh(names, [n for _, n in uses][::-1], color=colour)
        for n, (_, value) in enumerate(uses[::-1]):
            axes.text(value, n, f" {value:.1f}", va="center", fontsize=8, color=INK)
        axes.set_title(f"{side} cards a day ({_of(rows)})", loc="left", fontsize=10)
        axes.tick_params(axis="y", labelsize=8, length=0)
        axes.set_xlim(0, 1.15 * max(n for _, n in uses))
    return figure


def card_uses(rows: Rows, side: str) -> list[tuple[str, float]]:
    total: Counter[str] = Counter()
    for row in rows:
        total.update(row["cards"][side])
    days = sum(len(row["days"]) for row in rows)
    return [(name, n / days) for name, n in total.most_common() if n / days >= 0.05]


def front(games: dict[str, Rows]) -> Any:
    """The mean of the farthest hexes reached, row by row, on the printed map."""
    rows = longest(games)
    board = ardennes.scene(ardennes.view(ardennes.setup(rows[0]["scenario"], {}), None)).board
    on, picture = (
        Lattice(board),
        plt.imread(io.BytesIO(bytes(svg_to_bytes(svg_string=board_svg(board))))),
    )
    high, wide = picture.shape[:2]
    figure, axes = plt.subplots(figsize=(10, 10 * high / wide), layout="constrained")
    corners = [lay.point(c) for spot in on.labels for c in lay.corners(spot)]
    west, north = min(x for x, _ in corners) - 2, min(y for _, y in corners) - 2
    axes.imshow(picture, extent=(west, west + wide, north + high, north), alpha=0.75)
    shown = [
        d for d in (16, 17, 18, 20, 23, 29) if any(x["day"] == d for r in rows for x in r["days"])
    ]
    colours = plt.get_cmap("plasma")
    for n, day in enumerate(shown):
        line = mean_front(rows, day, on)
        axes.plot(
            *zip(*line, strict=True),
            color="white",
            lw=5,
            alpha=0.7,
            solid_joinstyle="round",
        )
        axes.plot(
            *zip(*line, strict=True),
            color=colours(n / max(1, len(shown) - 1) * 0.85),
            lw=2.6,
            label=f"{day} December",
        )
    axes.set_axis_off()
    axes.legend(loc="lower left", fontsize=10, title="mean farthest advance by")
    axes.set_title(f"How far the Germans get, row by row ({_of(rows)})", loc="left", fontsize=12)
    return figure


def mean_front(rows: Rows, day: int, on: Lattice) -> list[tuple[float, float]]:
    """Through the mean column of every row; a game over before then counts as it ended."""
    points = []
    for map_row in range(1, 29):
        columns = [reached for row in rows if (reached := _column(row, day, map_row))]
        if len(columns) < len(rows) / 2:
            continue
        column = mean(columns)
        near = [c for c in (int(column), int(column) + 1) if on.has(f"{map_row:02}{c:02}")]
        if near:
            x, y = on.centre(f"{map_row:02}{near[0]:02}")
            points.append((x - (column - near[0]) * lay.WIDE, y))
    return points


def _column(row: dict[str, Any], day: int, map_row: int) -> int:
    last = [d for d in row["days"] if d["day"] <= day]
    return last[-1]["front"].get(str(map_row), 0) if last else 0


def meuse(games: dict[str, Rows]) -> Any:
    """How near the foremost unit is to the Meuse."""
    rows = longest(games)
    figure, axes = plt.subplots(figsize=(8, 3.4), layout="constrained")
    days = by_day(to_the_end(rows), lambda day: day["to_meuse"])
    _band(axes, days, 0.1, 0.9, 0.18, "eight games in ten")
    _band(axes, days, 0.25, 0.75, 0.32, "half of the games")
    axes.plot(list(days), [median(v) for v in days.values()], color=GERMAN, lw=2.2, label="median")
    _days(axes, days)
    axes.set(ylabel="hexes to the Meuse", ylim=(0, None))
    axes.set_title(f"The foremost German unit ({_of(rows)})", loc="left", fontsize=11)
    axes.legend(frameon=False, fontsize=8)
    return figure


PLOTS: dict[str, Callable[[dict[str, Rows]], Any]] = {
    "vp-by-day": points_by_day,
    "results": results,
    "towns": towns,
    "hands": hands,
    "front": front,
    "meuse": meuse,
}


# -- tables ---------------------------------------------------------------------------------------


def write_tables(games: dict[str, Rows]) -> None:
    text = REPORT.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    tables = "\n\n".join([_scenario_table(games), _day_table(longest(games))])
    REPORT.write_text(f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}", encoding="utf-8")


def _scenario_table(games: dict[str, Rows]) -> str:
    lines = [
        "| scenario | games | VP: mean | tenth, median, ninetieth | German wins | draws "
        "| Allied wins | German attacks | Allied attacks | steps lost German, Allied |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, rows in games.items():
        vp = [row["days"][-1]["vp"] for row in rows]
        won = Counter(row["result"].split()[0] for row in rows)
        share = [f"{100 * won[side] / len(rows):.0f} %" for side in ("German", "Draw", "Allied")]
        lost = [mean(row["steps_lost"][side] for row in rows) for side in (0, 1)]
        made = [mean(row["combats"].get(side, 0) for row in rows) for side in ("German", "Allied")]
        spread = ", ".join(f"{part(vp, p):.0f}" for p in (0.1, 0.5, 0.9))
        lines.append(
            f"| {name} | {len(rows)} | {mean(vp):.1f} | {spread} | {' | '.join(share)} "
            f"| {made[0]:.0f} | {made[1]:.0f} | {lost[0]:.0f}, {lost[1]:.0f} |"
        )
    return "\n".join(lines)


def _day_table(rows: Rows) -> str:
    lines = [
        f"Day by day, {_of(rows)}; a game that has ended is counted no more.",
        "",
        "| day | games on | VP: median | VP cut off | hexes to the Meuse: tenth, median "
        "| St. Vith held | Bastogne held | German, Allied units on the map | Allied reserves |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    days = by_day(rows, lambda day: day["vp"])
    for day, vp in days.items():
        here = [d for row in rows for d in row["days"] if d["day"] == day]
        near = [d["to_meuse"] for d in here]
        held = [100 * mean(name in d["watched"] for d in here) for name in ("St. Vith", "Bastogne")]
        lines.append(
            f"| {day} | {len(here)} | {median(vp):.0f} | {mean(d['cut_off_vp'] for d in here):.1f} "
            f"| {part(near, 0.1)}, {median(near):.0f} | {held[0]:.0f} % | {held[1]:.0f} % "
            f"| {mean(d['german_units'] for d in here):.0f}, "
            f"{mean(d['allied_units'] for d in here):.0f} "
            f"| {mean(d['allied_reserve'] for d in here):.0f} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
