"""Pictures and tables of the games that `balance_bcs` has played.

    python -m benchmarks.balance_bcs_plots     needs the extras sim and draw

Writes docs/pictures/bcs/*.png and the tables of docs/titles/bcs-balance.md,
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
from matplotlib.patches import Rectangle
from resvg_py import svg_to_bytes

from benchmarks.balance_bcs import RECORDS, SCENARIOS, SIDES
from grognard.draw import board_svg
from grognard.draw import lattice as lay
from grognard.draw.lattice import Lattice
from grognard.sim.statistics import Rate
from grognard.titles import bcs
from grognard.titles.bcs.kit.kit import KITS, read_scenario

HOME = Path(__file__).resolve().parents[1]
PICTURES = HOME / "docs" / "pictures" / "bcs"
REPORT = HOME / "docs" / "titles" / "bcs-balance.md"
BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"
INK, GREY, US, GERMAN = "#2b2b28", "#8a8577", "#7d6b2f", "#4d5a50"
COLOURS = {"us": US, "german": GERMAN}
SHADES = ("#39453d", "#5f7266", "#97a89c", "#d9d5c7", "#dccb92", "#cdb872", "#8c7326")
FATIGUE = ("Fresh", "Fat-0", "Fat-1", "Fat-2", "Fat-3", "Fat-4")
CAUSES = {
    "Engagements": ("BCS-S.33", "BCS-R.35"),
    "Barrage and fire": ("BCS-R.41",),
    "attacks": ("BCS-R.37", "BCS-7.2.d", "BCS-7.2.e"),
    "retreats": ("BCS-7.5.b", "BCS-7.5.d", "BCS-7.5.f", "BCS-7.5.g", "BCS-R.17"),
    "Isolation": ("BCS-10.5.a", "BCS-10.5.b", "BCS-10.5.c"),
}
Rows = list[dict[str, Any]]
Test = tuple[str, str, Callable[[Rows], str]]


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
        for scenario, rows in games.items():
            figure = picture(rows)
            dpi = 75 if name == "control" else 110  # a whole map is large
            figure.savefig(PICTURES / f"{scenario}-{name}.png", dpi=dpi, facecolor="white")
            plt.close(figure)
    write_tables(games)


def read(path: Path) -> dict[str, Rows]:
    """By scenario, the records of greedy against greedy."""
    found: dict[str, Rows] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["bot"] == "greedy":
            found[row["scenario"]].append(row)
    return {key: found[key] for key in SCENARIOS if key in found}


def by_turn(rows: Rows, what: Callable[[dict[str, Any]], float]) -> dict[int, list[float]]:
    found: dict[int, list[float]] = defaultdict(list)
    for row in rows:
        for turn in row["turns"]:
            found[turn["turn"]].append(what(turn))
    return dict(sorted(found.items()))


def part(values: Iterable[float], share: float) -> float:
    """The value below which that share of them lies."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]


def _of(rows: Rows) -> str:
    return f"{len(rows)} games, {rows[0]['scenario']}"


def _turns(axes: Any, rows: Rows) -> None:
    axes.set_xticks([row["turn"] for row in rows[0]["turns"]])
    axes.set_xlabel("turn")


# -- pictures -----------------------------------------------------------------------------------


def losses(rows: Rows) -> Any:
    """Steps lost by turn, and what to."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.4, 3.6), layout="constrained")
    for n, side in enumerate(SIDES):
        turns = by_turn(rows, _lost(n))
        low, high = ([part(v, p) for v in turns.values()] for p in (0.1, 0.9))
        left.fill_between(list(turns), low, high, color=COLOURS[side], alpha=0.2, lw=0)
        middle = [median(v) for v in turns.values()]
        left.plot(list(turns), middle, color=COLOURS[side], lw=2.2, label=_name(side))
    _turns(left, rows)
    left.set(ylabel="steps lost so far", ylim=(0, None))
    left.set_title(f"Losses ({_of(rows)})", loc="left", fontsize=11)
    left.legend(frameon=False, fontsize=8)
    _causes(right, rows)
    return figure


def _lost(side: int) -> Callable[[dict[str, Any]], float]:
    return lambda turn: float(turn["lost"][side])


def _causes(axes: Any, rows: Rows) -> None:
    names = list(CAUSES)[::-1]
    for n, side in enumerate(SIDES):
        values = [_lost_to(rows, side, CAUSES[name]) for name in names]
        axes.barh([i + 0.2 - 0.4 * n for i in range(len(names))], values, 0.38, color=COLOURS[side])
    axes.set_yticks(range(len(names)), names, fontsize=8)
    axes.set_xlabel("steps a game")
    axes.set_title("What they are lost to", loc="left", fontsize=11)


def _lost_to(rows: Rows, side: str, rules: Iterable[str]) -> float:
    return float(mean(sum(row["lost_to"][side].get(rule, 0) for rule in rules) for row in rows))


def _name(side: str) -> str:
    return {"us": "US", "german": "German"}[side]


def fatigue(rows: Rows) -> Any:
    """The mean level of each formation at the end of each turn."""
    figure, axes = plt.subplots(figsize=(8, 4.2), layout="constrained")
    kit = KITS[rows[0]["scenario"]]
    ends: list[tuple[float, int, str, str]] = []
    for number, formation in enumerate(kit.formations):
        turns = _levels(rows, formation.key)
        if turns:
            side = SIDES[formation.side]
            style = ("-", "--", ":", "-.")[number % 4]
            middle = [mean(v) for v in turns.values()]
            axes.plot(list(turns), middle, style, color=COLOURS[side], lw=1.6)
            ends.append((middle[-1], max(turns), formation.key, COLOURS[side]))
    _name_ends(axes, ends)
    axes.set_yticks(range(len(FATIGUE)), FATIGUE)
    _turns(axes, rows)
    axes.set_title(f"Fatigue, mean at the end of a turn ({_of(rows)})", loc="left", fontsize=11)
    return figure


def _name_ends(axes: Any, ends: list[tuple[float, int, str, str]], apart: float = 0.13) -> None:
    """Names at the ends of lines, from below, none over another."""
    free = -1.0
    for level, turn, name, colour in sorted(ends):
        free = max(free + apart, level)
        axes.annotate(
            name, (turn, level), (turn + 0.05, free), fontsize=7, va="center", color=colour
        )


def _levels(rows: Rows, key: str) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        for turn in row["turns"]:
            if key in turn["fatigue"]:
                found[turn["turn"]].append(turn["fatigue"][key])
    return dict(sorted(found.items()))


def control(rows: Rows) -> Any:
    """On the map, how often each victory hex is German at the end of each turn."""
    scenario = rows[0]["scenario"]
    board = bcs.scene(bcs.view(bcs.setup(scenario, {}), None)).board
    on = Lattice(board)
    picture = plt.imread(io.BytesIO(bytes(svg_to_bytes(svg_string=board_svg(board)))))
    high, wide = picture.shape[:2]
    figure, axes = plt.subplots(figsize=(10, 10 * high / wide), layout="constrained")
    corners = [lay.point(c) for spot in on.labels for c in lay.corners(spot)]
    west, north = min(x for x, _ in corners) - 2, min(y for _, y in corners) - 2
    axes.imshow(picture, extent=(west, west + wide, north + high, north), alpha=0.55)
    kit = KITS[scenario]
    for hex_, points in kit.vp.items():
        label = kit.grid.label(hex_)
        _bars(axes, on.centre(label), _shares(rows, label), f"{kit.vp_names[hex_]} {points}")
    axes.set_axis_off()
    turns = len(rows[0]["turns"])
    axes.set_title(
        f"German control at the end of turns 1 to {turns}, a full bar is every game ({_of(rows)})",
        loc="left",
        fontsize=12,
    )
    return figure


def _shares(rows: Rows, label: str) -> list[float]:
    turns = by_turn(rows, lambda turn: label in turn["german"])
    return [mean(v) for v in turns.values()]


def _bars(axes: Any, centre: tuple[float, float], shares: list[float], name: str) -> None:
    """One bar for each turn beside a hex."""
    x, y = centre
    wide, tall = lay.WIDE * 1.5, lay.WIDE * 1.3
    bar = wide / len(shares)
    axes.add_patch(
        Rectangle((x - wide / 2, y - tall), wide, tall, fc="white", ec=INK, lw=0.5, alpha=0.8)
    )
    for n, share in enumerate(shares):
        left = x - wide / 2 + n * bar
        axes.add_patch(Rectangle((left, y - share * tall), bar * 0.85, share * tall, fc=GERMAN))
    axes.text(x, y + 2, name, ha="center", va="top", fontsize=6, color=INK)


def results(rows: Rows) -> Any:
    """How often each level of victory came up, with Wilson intervals."""
    figure, axes = plt.subplots(figsize=(8, 3.4), layout="constrained")
    levels = [level.result for level in read_scenario(rows[0]["scenario"]).levels][::-1]
    counts = Counter(row["result"] for row in rows)
    for n, level in enumerate(levels):
        share = Rate(counts[level], len(rows))
        axes.barh(n, 100 * share.value, color=SHADES[::-1][n % len(SHADES)])
        axes.plot([100 * end for end in share.interval], [n, n], color=INK, lw=1)
    axes.set_yticks(range(len(levels)), levels, fontsize=8)
    axes.set(xlabel="games in a hundred, with the Wilson interval of 95 %", xlim=(0, 100))
    axes.set_title(f"Results ({_of(rows)})", loc="left", fontsize=11)
    return figure


PLOTS: dict[str, Callable[[Rows], Any]] = {
    "losses": losses,
    "fatigue": fatigue,
    "control": control,
    "results": results,
}


# -- targets --------------------------------------------------------------------------------------


def german_at(label: str, turn: int) -> Callable[[Rows], str]:
    """In how many games a hex is German at the end of a turn."""
    return _share(lambda row: label in _turn(row, turn)["german"])


def _share(test: Callable[[dict[str, Any]], bool]) -> Callable[[Rows], str]:
    def tell(rows: Rows) -> str:
        found = Rate(sum(map(test, rows)), len(rows))
        low, high = found.interval
        return f"{100 * found.value:.0f} % ({100 * low:.0f}-{100 * high:.0f})"

    return tell


def _turn(row: dict[str, Any], turn: int) -> dict[str, Any]:
    found: dict[str, Any] = row["turns"][min(turn, len(row["turns"])) - 1]
    return found


def _flag(name: str, turn: int) -> Callable[[Rows], str]:
    return _share(lambda row: bool(_turn(row, turn)[name]))


def _watched(label: str, turn: int) -> Callable[[Rows], str]:
    return _share(lambda row: label in _turn(row, turn)["watched"])


def _mean_of(what: Callable[[dict[str, Any]], float]) -> Callable[[Rows], str]:
    return lambda rows: f"{mean(map(what, rows)):.1f}"


_CITY = {"noville": ("07.18", "08.17"), "bastogne": ("20.20",)}


def _city_falls(row: dict[str, Any]) -> bool:
    return any(label in row["turns"][-1]["german"] for label in _CITY[row["scenario"]])


TARGETS: dict[str, list[Test]] = {
    "noville": [
        ("Noville German, end of turn 1", "20-45 %", german_at("11.09", 1)),
        ("Noville German, end of turn 2", "60-85 %", german_at("11.09", 2)),
        ("Bastogne (either hex) German at the end", "under 15 %", _share(_city_falls)),
        ("Team Cherry gone, end of turn 2", "over 60 %", _flag("cherry_gone", 2)),
        ("German steps lost in tanks", "3-5", _mean_of(lambda row: row["armour_lost"][1])),
        ("US steps lost", "10-20", _mean_of(lambda row: row["steps_lost"][0])),
        ("German VP", "12-16", _mean_of(lambda row: row["vp"])),
    ],
    "bastogne": [
        ("TF Rose's hex 36.11 German, end of turn 1", "60-85 %", _watched("36.11", 1)),
        ("Féitsch 33.15 German, end of turn 2", "most", _watched("33.15", 2)),
        ("CCB in or north of Bastogne, end of turn 1", "over 60 %", _flag("ccb_up", 1)),
        ("Wiltz German, end of turn 3", "most", german_at("36.24", 3)),
        ("Noville German, end of turn 4", "most", german_at("24.11", 4)),
        ("all seven roads cut at the end", "30-60 %", _flag("cut_off", 5)),
        ("Bastogne 20.20 German at the end", "under 15 %", _share(_city_falls)),
        ("Ortheuville German at the end", "40-70 %", german_at("10.09", 5)),
        ("US steps lost", "50-80", _mean_of(lambda row: row["steps_lost"][0])),
        ("German steps lost", "45-75", _mean_of(lambda row: row["steps_lost"][1])),
        ("German VP", "22-30", _mean_of(lambda row: row["vp"])),
    ],
}


# -- tables ---------------------------------------------------------------------------------------


def write_tables(games: dict[str, Rows]) -> None:
    text = REPORT.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    tables = "\n\n".join(_tables(name, rows) for name, rows in games.items())
    REPORT.write_text(f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}", encoding="utf-8")


def _tables(name: str, rows: Rows) -> str:
    title = read_scenario(name).title
    return "\n\n".join([f"### {title}, {len(rows)} games", _targets(name, rows), _by_turn(rows)])


def _targets(name: str, rows: Rows) -> str:
    lines = ["| check | target | found |", "|---|---|---|"]
    lines += [f"| {what} | {wanted} | {tell(rows)} |" for what, wanted, tell in TARGETS[name]]
    return "\n".join([*lines, _ends(rows)])


def _ends(rows: Rows) -> str:
    """Who won, in one more row."""
    won = Counter(row["result"].split()[0] for row in rows)
    shares = (f"{side} {100 * won[side] / len(rows):.0f} %" for side in ("German", "Draw", "US"))
    levels = Counter(row["result"] for row in rows)
    names = [level.result for level in read_scenario(rows[0]["scenario"]).levels]
    each = ", ".join(f"{levels[name]}" for name in names)
    return "\n".join(
        [
            f"| results | neither side over 85 % | {', '.join(shares)} |",
            f"| games of each level, from German decisive to US decisive | all come up | {each} |",
        ]
    )


def _by_turn(rows: Rows) -> str:
    lines = [
        "| turn | German VP: mean | tenth, median, ninetieth | steps lost US, German |",
        "|---|---|---|---|",
    ]
    for turn, points in by_turn(rows, lambda turn: turn["vp"]).items():
        spread = ", ".join(f"{part(points, p):.0f}" for p in (0.1, 0.5, 0.9))
        lost = [mean(_turn(row, turn)["lost"][side] for row in rows) for side in (0, 1)]
        lines.append(f"| {turn} | {mean(points):.1f} | {spread} | {lost[0]:.0f}, {lost[1]:.0f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
