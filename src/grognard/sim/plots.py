"""Plots as SVG text, the same for the same figures."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grognard.sim.statistics import DiceAudit, Rate, Score

COLOURS: Final = ("#2f5d8a", "#b5532a", "#5b7f3a", "#7b4b94", "#8a7a2f", "#4a4a4a")
WIDE: Final = 9.2  # inches: as wide as the page
FEW: Final = 24  # bars that still have room for a figure each
_STYLE: Final[dict[Any, Any]] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "grognard",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#8a8577",
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#e4dfd0",
    "legend.frameon": False,
}


def _drawn(draw: Any, width: float = WIDE, height: float = 3.2) -> str:
    with mpl.rc_context(_STYLE):
        figure = Figure((width, height), layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure.subplots())
        out = StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    return out.getvalue()


def _legend(axes: Any, across: int = 4) -> None:
    # Above the plot, where it hides nothing.
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=across, borderaxespad=0.2)


def rates_plot(
    runs: Mapping[str, Mapping[str, Rate] | Mapping[str, Score]], what: str = "games won"
) -> str:
    """A dot with its interval for each name, a colour for each run."""
    names = list(dict.fromkeys(name for rates in runs.values() for name in rates))

    def draw(axes: Any) -> None:
        for i, (run, rates) in enumerate(runs.items()):
            known = [name for name in names if name in rates]
            shift = (i - (len(runs) - 1) / 2) * 0.22
            rows = [names.index(name) + shift for name in known]
            middle = [100 * rates[name].value for name in known]
            ends = [rates[name].interval for name in known]
            low = [m - 100 * max(0.0, a) for m, (a, _) in zip(middle, ends, strict=True)]
            high = [100 * b - m for m, (_, b) in zip(middle, ends, strict=True)]
            whiskers = [[max(0.0, x) for x in low], [max(0.0, x) for x in high]]
            axes.errorbar(
                middle, rows, xerr=whiskers, fmt="o", color=COLOURS[i], capsize=4, label=run
            )
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlim(-2, 102)
        axes.axvline(50, color="#8a8577", linewidth=0.8, linestyle="--")
        axes.set_xlabel(f"{what}, in per cent, with the Wilson interval of 95%")
        if len(runs) > 1:
            _legend(axes, 1)

    return _drawn(draw, height=1.1 + 0.34 * len(names) * (1 if len(runs) == 1 else 1.5))


def bars_plot(
    groups: Mapping[str, Mapping[int, int]],
    across: str,
    colours: Mapping[str, str],
    *,
    least: int | None = None,
) -> str:
    """How many games for each whole number, stacked by who won them."""

    def draw(axes: Any) -> None:
        numbers = sorted({n for counts in groups.values() for n in counts})
        if least is not None and numbers:
            numbers = list(range(min(least, numbers[0]), numbers[-1] + 1))
        base = [0] * len(numbers)
        for name, counts in groups.items():
            high = [counts.get(n, 0) for n in numbers]
            words = f"{name} wins" if name else "drawn"
            paint = colours.get(name, COLOURS[-1])
            axes.bar(numbers, high, bottom=base, color=paint, label=words, width=0.8)
            base = [a + b for a, b in zip(base, high, strict=True)]
        _figures(axes, dict(zip(numbers, base, strict=True)))
        axes.set_ylim(0, 1.14 * max(base, default=1))
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.yaxis.get_major_locator().set_params(integer=True)
        axes.grid(visible=False, axis="x")
        axes.set_xlabel(across)
        axes.set_ylabel("games")
        _legend(axes)

    return _drawn(draw)


def _figures(axes: Any, tops: Mapping[int, int]) -> None:
    """How many, over each bar."""
    shown = {n: top for n, top in tops.items() if top}
    for n, top in shown.items() if len(shown) <= FEW else ():
        axes.annotate(
            str(top), (n, top), (0, 2), textcoords="offset points", ha="center", fontsize=9
        )


class Course(NamedTuple):
    """Values at 1, 2, 3 and so on: the mean, and between what four games in five lie."""

    mean: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]


def lines_plot(
    series: Mapping[str, Course], across: str, up: str, colours: Mapping[str, str]
) -> str:
    """A line in a band for each name."""

    def draw(axes: Any) -> None:
        for name, course in series.items():
            numbers = range(1, len(course.mean) + 1)
            paint = colours.get(name, COLOURS[-1])
            axes.fill_between(numbers, course.low, course.high, color=paint, alpha=0.14, lw=0)
            axes.plot(numbers, course.mean, marker="o", markersize=4, color=paint, label=name)
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.set_ylim(bottom=0)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        _legend(axes)

    return _drawn(draw)


def dice_plot(audit: DiceAudit) -> str:
    """How often each face came up, and how often it should."""

    def draw(axes: Any) -> None:
        faces = range(1, audit.sides + 1)
        axes.bar(faces, audit.faces, color=COLOURS[0], width=0.7)
        fair, give = audit.rolled / audit.sides, audit.leeway
        words = "fair dice: expected, and 95% of all runs"
        axes.axhspan(fair - give, fair + give, color=COLOURS[1], alpha=0.2, lw=0, zorder=2)
        axes.axhline(fair, color=COLOURS[1], linestyle="--", label=words)
        if audit.sides <= 20:
            axes.set_xticks(list(faces))
        axes.grid(visible=False, axis="x")
        axes.set_xlabel(f"face of the d{audit.sides}")
        axes.set_ylabel("times")
        _legend(axes)

    return _drawn(draw, height=2.6)
