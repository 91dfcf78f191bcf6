"""A run as one page: nothing is fetched from elsewhere, and the plots lie beside it too."""

from __future__ import annotations

import base64
from collections import Counter
from html import escape
from statistics import fmean
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from grognard import draw
from grognard.match.asides import seat_name
from grognard.sim import plots
from grognard.sim.runs import BadRun, Run
from grognard.sim.statistics import (
    ANY,
    Rate,
    Score,
    dice_audits,
    difference,
    finished,
    ladder,
    meetings,
    scores,
    win_rates,
)
from grognard.sim.style import CSS
from grognard.sim.tracing import has_citations, rules_reached
from grognard.waist.scene import Overlay, Scene, Shade

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from grognard.library import AnyTitle
    from grognard.sim.plan import GameRecord, Plan

HEAT = ("#f6c945", "#f09a2c", "#e3672a", "#c3352b", "#8c1d2f")
FAINT = 0.1  # of the square root: hexes fought over less than that are left as they are
FOREMOST = 8  # rules in the table of those that refused most
WINS = ("won", "played", "rate", "95% interval")
SCORES = ("won", "drawn", "played", "rate", "95% interval", "score", "95% interval")
T = TypeVar("T")


def write_report(folder: Path, page: Path, *, against: Path | None = None, trace: int = 2) -> None:
    """Writes the page and, in a folder of the page's name, the plots; raises BadRun."""
    run = Run.open(folder)
    other = None if against is None else Run.open(against)
    for one in filter(None, (run, other)):
        if not one.lines:
            raise BadRun(f"no game of the run in {one.folder} has been played yet")
    if other is not None and other.plan.title != run.plan.title:
        raise BadRun(f"{against} is a run of {other.plan.title}, not of {run.plan.title}")
    paper = Paper()
    _compose(paper, run, other, trace)
    page.parent.mkdir(parents=True, exist_ok=True)
    paper.save(page, f"{run.plan.title} {run.plan.scenario}")


class Paper:
    """Sections of a page as they are written, and its plots by name."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.plots: dict[str, str] = {}

    def heading(self, words: str) -> None:
        self.parts.append(f"<h2>{escape(words)}</h2>")

    def say(self, words: str, kind: str = "") -> None:
        self.parts.append(f"<p{_class(kind)}>{escape(words)}</p>")

    def table(self, head: Sequence[str], rows: Iterable[Sequence[object]], kind: str = "") -> None:
        top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
        body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
        words = f"<table{_class(kind)}><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
        self.parts.append(f'<div class="wide">{words}</div>')

    def key(self, marks: Iterable[tuple[str, str]]) -> None:
        """What the colours of a picture mean."""
        items = "".join(
            f'<li><span style="background:{paint}"></span>{escape(words)}</li>'
            for paint, words in marks
        )
        self.parts.append(f'<ul class="key">{items}</ul>')

    def fold(self, words: str) -> None:
        self.parts.append(f"<details><summary>{escape(words)}</summary>")

    def unfold(self) -> None:
        self.parts.append("</details>")

    def plot(self, name: str, svg: str, words: str) -> None:
        """A picture with what it shows in words."""
        self.plots[name] = svg
        data = base64.b64encode(svg.encode()).decode()
        image = f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(words)}">'
        self.parts.append(f"<figure>{image}<figcaption>{escape(words)}</figcaption></figure>")

    def save(self, page: Path, title: str) -> None:
        beside = page.with_suffix("")
        beside.mkdir(exist_ok=True)
        for name, svg in self.plots.items():
            (beside / f"{name}.svg").write_text(svg, encoding="utf-8")
        body = "\n".join(self.parts)
        head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{CSS}</style>'
        view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
        page.write_text(
            f'<!DOCTYPE html>\n<html lang="en"><head>{head}{view}</head>\n'
            f"<body><main>\n{body}\n</main></body></html>\n",
            encoding="utf-8",
        )


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def _cells(row: Sequence[object]) -> str:
    first, *rest = row
    cells = "".join(f"<td>{escape(str(cell))}</td>" for cell in rest)
    return f'<th scope="row">{escape(str(first))}</th>{cells}'


# -- the page ----------------------------------------------------------------------------------


def _compose(paper: Paper, run: Run, other: Run | None, trace: int) -> None:
    plan, records = run.plan, run.records()
    title = plan.open_title()
    _head(paper, title, run, records)
    if other is not None:
        _comparison(paper, run, other)
    _winning(paper, plan, records)
    _ladder(paper, records)
    colours = _colours(plan, records)
    _endings(paper, records, colours)
    _losses(paper, records, colours)
    _heat(paper, title, plan, records)
    _dice(paper, records)
    _rules(paper, title, plan, records, trace)


def _head(paper: Paper, title: AnyTitle, run: Run, records: Sequence[GameRecord]) -> None:
    plan = run.plan
    name = next(i.name for i in title.scenarios() if i.key == plan.scenario)
    paper.parts.append(f"<h1>{escape(f'{title.NAME}: {name}')}</h1>")
    played = len(records)
    whole = _many(played, "game") if not run.missing else f"{played} of {plan.games} games"
    paper.say(
        f"{whole} · {', '.join(plan.bots)} · seed {plan.seed} · edition {plan.edition}"
        + "".join(f" · {words}" for words in _chosen(title, plan)),
        "lead",
    )
    length = fmean(record.actions for record in records)
    lengthy = f"A game takes {length:.0f} actions on average"
    paper.say(f"{lengthy} and {fmean(r.entries for r in records):.0f} entries with the dice.")
    _warnings(paper, records)


def _chosen(title: AnyTitle, plan: Plan) -> list[str]:
    """The house rules that are not as they usually are."""
    usual = {option.key: option.values[0] for option in title.OPTIONS}
    return [f"{key}={value}" for key, value in plan.options.items() if value != usual.get(key)]


def _warnings(paper: Paper, records: Sequence[GameRecord]) -> None:
    errors = [record for record in records if record.error]
    left = [record for record in records if not record.level and not record.error]
    faults = [f"game {r.game}, {fault}" for r in records for fault in r.faults]
    if errors:
        first = f"game {errors[0].game}: {errors[0].error}"
        ended = f"{_many(len(errors), 'game')} ended by a fault of the program, the first {first}"
        paper.say(ended, "warn")
    if left:
        paper.say(f"Left without a verdict, counted nowhere: {_many(len(left), 'game')}.", "warn")
    if faults:
        made = (
            f"Made for a bot that failed: {_many(len(faults), 'decision')}, the first {faults[0]}"
        )
        paper.say(made, "warn")


# -- who wins ----------------------------------------------------------------------------------


def _winning(paper: Paper, plan: Plan, records: Sequence[GameRecord]) -> None:
    paper.heading("Who wins")
    named = _named(scores(records), plan)
    drawn = sum(record.winner is None for record in finished(records))
    shown = "Games won, and the score," if drawn else "Games won"
    paper.plot("win-rates", _wins_plot(named, drawn), f"{shown} by bot and seat.")
    head, row = (SCORES, _score_row) if drawn else (WINS, _win_row)
    paper.table(("bot and seat", *head), [(name, *row(score)) for name, score in named.items()])
    if drawn:
        paper.say(f"Drawn: {_many(drawn, 'game')}. In the score a draw is half a win.")


def _wins_plot(named: Mapping[str, Score], drawn: int) -> str:
    """With the score beside the wins where they differ."""
    wins = {name: score.wins for name, score in named.items()}
    if not drawn:
        return plots.rates_plot({"": wins})
    return plots.rates_plot({"won": wins, "score: a draw is half a win": named}, "won, and score")


def _win_row(score: Score) -> Sequence[object]:
    return score.won, score.of, f"{score.wins.value:.0%}", _span(score.wins)


def _score_row(score: Score) -> Sequence[object]:
    won, *rest = _win_row(score)
    return won, score.drawn, *rest, f"{score.value:.0%}", _span(score)


def _named(rates: Mapping[tuple[str, str], T], plan: Plan) -> dict[str, T]:
    """Without the sum of all seats where there is but one."""
    several = len(plan.seats) > 1
    everywhere = "both seats" if len(plan.seats) == 2 else ANY
    return {
        f"{bot}, {everywhere if seat == ANY else seat_name(seat)}": rate
        for (bot, seat), rate in rates.items()
        if seat != ANY or several
    }


def _span(rate: Rate | Score) -> str:
    low, high = rate.interval
    return f"{low:.0%} to {high:.0%}"


def _ladder(paper: Paper, records: Sequence[GameRecord]) -> None:
    try:
        rungs = ladder(records)
    except ImportError:
        paper.say("A ladder needs openskill: pip install 'grognard[sim]'.")
        return
    if not rungs:
        return
    paper.heading("Ladder")
    paper.say(
        "OpenSkill ratings (Plackett–Luce) over all games in order. A bot is at least as strong as "
        "its ordinal, mu less three sigma."
    )
    rows = [
        (n, r.bot, f"{r.ordinal:.1f}", f"{r.mu:.1f}", f"{r.sigma:.1f}", r.games)
        for n, r in enumerate(rungs, 1)
    ]
    paper.table(("", "bot", "ordinal", "mu", "sigma", "games"), rows)
    if len(rungs) > 2:
        met = meetings(records)
        names = [rung.bot for rung in rungs]
        paper.say("Wins of the bot of the row against the bot of the column:")
        cells = [[a, *(_met(met.get((a, b))) for b in names)] for a in names]
        paper.table(("", *names), cells)


def _met(rate: Rate | None) -> str:
    return "" if rate is None else f"{rate.value:.0%} of {rate.of}"


def _colours(plan: Plan, records: Sequence[GameRecord]) -> dict[str, str]:
    """One colour for a seat and for the side it plays, as far as the names tell; by name."""
    colours = dict(zip(plan.seats, plots.COLOURS, strict=False))
    sides = sorted({side for record in records for side in record.losses if side})
    strange = [side for side in sides if side not in colours]
    free = [paint for seat, paint in colours.items() if seat not in sides]
    colours |= dict(zip(strange, [*free, *plots.COLOURS[len(plan.seats) :]], strict=False))
    return {seat_name(name): paint for name, paint in colours.items()}


# -- how games end -----------------------------------------------------------------------------


def _endings(paper: Paper, records: Sequence[GameRecord], colours: Mapping[str, str]) -> None:
    over = finished(records)
    if not over:
        return
    paper.heading("How games end")
    points, turns = (_by_winner(over, field) for field in ("points", "turn"))
    words = "Points, the sum of the verdict's tally as the title counts it, by who won."
    paper.plot("points", plots.bars_plot(points, "points", colours), words)
    _decided(paper, turns, colours)
    levels = Counter((r.level, seat_name(r.winner) if r.winner else "nobody") for r in over)
    rows = [
        (level, winner, count, f"{count / len(over):.0%}")
        for (level, winner), count in levels.most_common()
    ]
    paper.table(("verdict", "winner", "games", "share"), rows)


def _by_winner(over: Sequence[GameRecord], field: str) -> dict[str, Counter[int]]:
    found: dict[str, Counter[int]] = {}
    for record in sorted(over, key=lambda record: record.winner or ""):
        name = seat_name(record.winner) if record.winner else ""
        found.setdefault(name, Counter())[getattr(record, field)] += 1
    return found


def _decided(paper: Paper, turns: dict[str, Counter[int]], colours: Mapping[str, str]) -> None:
    """When: a sentence where all games end in the same turn."""
    known = sorted({turn for counts in turns.values() for turn in counts})
    if known[-1] <= 1:
        return
    if len(known) == 1:
        paper.say(f"All of them were decided in turn {known[0]}.")
        return
    shown = plots.bars_plot(turns, "turn", colours, least=1)
    paper.plot("turns", shown, "The turn in which games were decided.")


def _losses(paper: Paper, records: Sequence[GameRecord], colours: Mapping[str, str]) -> None:
    sides = sorted({side for record in records for side in record.losses})
    if not sides:
        return
    paper.heading("Losses")
    last = max(int(turn) for r in records for turns in r.losses.values() for turn in turns)
    series = {
        seat_name(side) or "both sides": _course(records, side, range(1, last + 1))
        for side in sides
    }
    shown = plots.lines_plot(series, "turn", "losses reported in a game", colours)
    paper.plot(
        "losses",
        shown,
        "Losses by turn: lines of the log that report one. The line is the mean of all games, four "
        "games in five lie in the band.",
    )


def _course(records: Sequence[GameRecord], side: str, turns: Iterable[int]) -> plots.Course:
    lost = [sorted(r.losses.get(side, {}).get(str(turn), 0) for r in records) for turn in turns]
    tenth = len(records) // 10
    return plots.Course(
        [fmean(counts) for counts in lost],
        [counts[tenth] for counts in lost],
        [counts[-1 - tenth] for counts in lost],
    )


# -- where -------------------------------------------------------------------------------------


def _heat(paper: Paper, title: AnyTitle, plan: Plan, records: Sequence[GameRecord]) -> None:
    fights: Counter[str] = Counter()
    for record in records:
        fights.update(record.fights)
    paper.heading("Where they fight")
    if not fights:
        paper.say("Nothing was fought over.")
        return
    board = title.scene(title.view(title.setup(plan.scenario, plan.options), None)).board
    heat = _heat_of(fights, len(records))
    part = tuple(spot.label for spot in board.hexes)
    words = "How often each hex was fought over in a game: entries of the log with combat, fire "
    words += "or a loss there."
    scene = Scene(board=board, title="", overlays=(heat,))
    paper.plot("fighting", draw.svg(scene, part), words)
    paper.key([(shade.colour, shade.title) for shade in heat.shades])
    rows = [(h, n, f"{n / len(records):.1f}") for h, n in fights.most_common(10)]
    paper.fold("The ten hexes most fought over")
    paper.table(("hex", "entries", "in a game"), rows)
    paper.unfold()


def _heat_of(fights: Counter[str], games: int) -> Overlay:
    most = max(fights.values())
    shades = []
    # By the root: a few hexes would otherwise outshine all others.
    ends = [FAINT, *((step + 1) / len(HEAT) for step in range(len(HEAT)))]
    for paint, low, high in zip(HEAT, ends, ends[1:], strict=False):
        inside = {h: n for h, n in fights.items() if low < (n / most) ** 0.5 <= high}
        numbers = {h: f"{n / games:.1f}" for h, n in inside.items()} if low >= 0.4 else {}
        words = f"{_times(low**2 * most / games)} to {_times(high**2 * most / games)} times"
        shades.append(Shade(tuple(inside), paint, words, numbers))
    return Overlay("fighting", "Fighting", tuple(shades))


def _times(number: float) -> str:
    return f"{number:.1g}" if number < 1 else f"{number:.1f}"


# -- dice and rules ----------------------------------------------------------------------------


def _dice(paper: Paper, records: Sequence[GameRecord]) -> None:
    paper.heading("Dice")
    audits = dice_audits(records)
    for audit in audits:
        words = f"{audit.rolled} rolls of a d{audit.sides}: chi-square {audit.chi_square:.2f} with "
        words += f"{audit.sides - 1} degrees of freedom, p = {audit.p:.3f}."
        words += " Uneven." if audit.p < 0.001 else " As even as fair dice are."
        paper.plot(f"dice-d{audit.sides}", plots.dice_plot(audit), words)
    if any(audit.p < 0.001 for audit in audits):
        paper.say("Fair dice are as uneven as that less than once in a thousand runs.", "warn")
    picks = sum(record.picks for record in records)
    if picks:
        paper.say(f"{picks} cards, chits or other things were drawn by lot.")
    if not audits and not picks:
        paper.say("Nothing was rolled.")


def _rules(
    paper: Paper, title: AnyTitle, plan: Plan, records: Sequence[GameRecord], trace: int
) -> None:
    rules = title.rules()
    cited, refused = _sum(r.cited for r in records), _sum(r.refused for r in records)
    again = [record.game for record in records[:trace]] if has_citations(plan) else []
    reached = rules_reached(plan, again)
    paper.heading("Rules")
    seen = {rule for rule in rules if cited[rule] or refused[rule] or rule in reached}
    told, forbade = (sum(bool(count[r]) for r in rules) for count in (cited, refused))
    ran = f"{len(reached & rules.keys())} are cited by code that ran in "
    ran += f"{_many(len(again), 'game')} played again"
    paper.say(
        f"{len(seen)} of {len(rules)} rules came up: {told} are cited in the log, {forbade} "
        f"refused something at a sampled decision{f', and {ran}' if again else ''}. The others "
        "these bots never reached, or they leave no trace of their own."
    )
    _foremost(paper, rules, refused)
    head = ("rule", "in the log", "refusals", "code ran", "in our words")
    never = [_rule_row(rules[r], cited, refused, reached) for r in rules if r not in seen]
    often = [_rule_row(rules[r], cited, refused, reached) for r in rules if r in seen]
    paper.fold(f"{len(never)} rules that never came up")
    paper.table((head[0], head[-1]), [(row[0], row[-1]) for row in never], "rules")
    paper.unfold()
    paper.fold(f"{len(often)} rules that came up")
    paper.table(head, often, "rules")
    paper.unfold()


def _foremost(paper: Paper, rules: Mapping[str, Any], refused: Counter[str]) -> None:
    """The rules that players meet first: those that say no most often."""
    known = [(rule, count) for rule, count in refused.most_common() if rule in rules][:FOREMOST]
    if not known:
        return
    paper.say("Most often something was refused by")
    whole = sum(refused.values())
    rows = [(rule, count, f"{count / whole:.0%}", rules[rule].text) for rule, count in known]
    paper.table(("rule", "refusals", "share", "in our words"), rows, "rules")


def _sum(counts: Iterable[dict[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return total


def _rule_row(rule: Any, cited: Counter[str], refused: Counter[str], reached: set[str]) -> Any:
    ran = "yes" if rule.id in reached else ""
    return (rule.id, cited[rule.id] or "", refused[rule.id] or "", ran, rule.text)


# -- two runs ----------------------------------------------------------------------------------


def _comparison(paper: Paper, run: Run, other: Run) -> None:
    mine, theirs = run.records(), other.records()
    here, there = _apart(run.folder, other.folder)
    paper.heading("Compared with the other run")
    paper.table(("", here, there), _differences(run.plan, other.plan), "plain")
    rates = {here: _named(win_rates(mine), run.plan), there: _named(win_rates(theirs), other.plan)}
    paper.plot("compared", plots.rates_plot(rates), "Games won in both runs.")
    rows = [
        (name, f"{a.value:.0%} of {a.of}", f"{b.value:.0%} of {b.of}", *_gap(a, b))
        for name, a in rates[here].items()
        if (b := rates[there].get(name)) is not None
    ]
    if rows:
        paper.table(("bot and seat", here, there, "difference, 95% interval", ""), rows)
    else:
        paper.say("No bot sat at the same seat in both.")
    sums = [(words, _mean(mine, field), _mean(theirs, field)) for words, field in _MEANS]
    paper.table(("mean of", here, there), sums)
    same = sum(a.final == b.final for a, b in zip(mine, theirs, strict=False))
    paper.say(f"In the very same position in both runs ended {_many(same, 'game')}.")


def _apart(one: Path, two: Path) -> tuple[str, str]:
    """Names for two folders: as much of the end of each as tells them apart."""
    a, b = one.resolve().parts, two.resolve().parts
    for count in range(1, max(len(a), len(b)) + 1):
        names = "/".join(a[-count:]), "/".join(b[-count:])
        if names[0] != names[1]:
            return names
    return "this run", "the same run"


_MEANS = (("points", "points"), ("turn of decision", "turn"), ("actions", "actions"))


def _mean(records: Sequence[GameRecord], field: str) -> str:
    over = finished(records)
    return f"{fmean(getattr(record, field) for record in over):.1f}" if over else ""


def _gap(a: Rate, b: Rate) -> tuple[str, str]:
    low, high = difference(a, b)
    clear = "clear" if low > 0 or high < 0 else "may be chance"
    return f"{100 * low:+.0f} to {100 * high:+.0f} points", clear


def _differences(a: Plan, b: Plan) -> list[tuple[str, str, str]]:
    here, there = msgspec.to_builtins(a), msgspec.to_builtins(b)
    shown = ("scenario", "bots", "seed", "edition")
    rows = [(key, _words(here[key]), _words(there[key])) for key in shown]
    rows.insert(2, ("games", str(a.games), str(b.games)))
    keys = [key for key in a.options if a.options[key] != b.options.get(key)]
    return [*rows, *((key, a.options[key], b.options.get(key, "")) for key in keys)]


def _words(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
