"""Plays seeded games of the Battalion Combat Series to their end, one line of JSON for each.

    python -m benchmarks.balance_bcs --games 200                 Noville and Roads to Bastogne
    python -m benchmarks.balance_bcs --scenarios noville --games 10 --bot uniform

A game whose line is in the file already is not played again, so that a run may
be stopped and taken up. `balance_bcs_plots` makes the pictures and tables.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any

from grognard import bots
from grognard.ground.hexes import Hex, members
from grognard.titles import bcs
from grognard.titles.bcs.kit.kit import GERMAN, RED, US, UnitId
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.state import REMOVED, State, each, in_field
from grognard.titles.bcs.rules.rear import trains
from grognard.titles.bcs.rules.turn import victory
from grognard.titles.bcs.rules.ways import by_road as roads
from grognard.waist.chance import Fate
from grognard.waist.title import CHANCE

TITLE: Any = bcs  # as the match sees it
SCENARIOS = ("noville", "bastogne")
RECORDS = Path(__file__).resolve().parents[1] / "bench-results" / "balance-bcs.jsonl"
LIMIT = 20_000  # actions: a game that is longer goes round in circles
SIDES = ("us", "german")
WATCHED = {"noville": (), "bastogne": ("36.11", "33.15")}
"""Hexes that are no victory hexes and whose fate is noted all the same."""
CHERRY = ("A/3Tk", "C/20AIB")
CHERRY_AT = ("14.15", "16.14")


class Diary:
    """What is noted of a game."""

    def __init__(self, state: State, scenario: str) -> None:
        self.scenario = scenario
        self.today = 1
        self.turns: list[dict[str, Any]] = []
        self.snafu: list[Counter[str]] = [Counter(), Counter()]
        self.fights: list[Counter[str]] = [Counter(), Counter()]
        self.staff: list[Counter[str]] = [Counter(), Counter()]
        self.lost_to: list[Counter[str]] = [Counter(), Counter()]
        self.lost = [0, 0]
        self.armour = [0, 0]
        self.units = [0, 0]
        self.watched = dict.fromkeys(WATCHED.get(scenario, ()), False)
        self.by_name = state.kit.by_name

    def note(self, state: State, event: Any) -> None:
        side = event.side
        match event:
            case ev.TurnBegan(turn=turn):
                self.today = turn
            case ev.PhaseBegan(name="Admin"):
                self.turns.append(self._evening(state))
            case ev.StepsLost(unit=name, lost=lost, rule=rule):
                self.lost[side] += lost
                self.lost_to[side][rule] += lost
                self.armour[side] += lost if _is_tank(state, self.by_name[name]) else 0
            case ev.Eliminated():
                self.units[side] += 1
            case ev.Opened(kind=kind):
                self.fights[side][kind] += 1
            case ev.SnafuRolled(result=result):
                self.snafu[side][result] += 1
            case _:
                self._staff(event, side)

    def _staff(self, event: Any, side: int) -> None:
        match event:
            case ev.SecondRolled(granted=granted):
                self.staff[side]["second" if granted else "no second"] += 1
            case ev.Recovered(flip=flip):
                self.staff[side]["failure flip" if flip else "recovery"] += 1
            case ev.Coordinated(on=True):
                self.staff[side]["coordination"] += 1
            case ev.MsrBlocked(level=level) if level:
                self.staff[side]["MSR blocked"] += 1
            case ev.DefensePrepared(on=True):
                self.staff[side]["prepared defense"] += 1
            case ev.FormationGone():
                self.staff[side]["formation lost"] += 1

    def watch(self, state: State) -> None:
        """The hexes noted belong to whoever was in them last."""
        for label in self.watched:
            hex_ = state.kit.grid.at(label)
            for side in (US, GERMAN):
                if state.occupied[side] >> hex_ & 1:
                    self.watched[label] = side == GERMAN

    def _evening(self, state: State) -> dict[str, Any]:
        kit = state.kit
        tired = {
            kit.formations[n].key: state.fatigue[n]
            for side in (US, GERMAN)
            for n in kit.side_formations[side]
            if state.hq[n] >= 0
        }
        return {
            "turn": self.today,
            "vp": int(victory.points(state).total),
            "german": [kit.grid.label(h) for h in members(state.german & kit.vp_hexes)],
            "fatigue": tired,
            "lost": list(self.lost),
            "armour_lost": list(self.armour),
            "steps": [_steps(state, side) for side in (US, GERMAN)],
            "watched": [label for label, german in self.watched.items() if german],
            **(_of_noville(state) if self.scenario == "noville" else _of_bastogne(state)),
        }


def _is_tank(state: State, unit: UnitId) -> bool:
    counter = state.kit.units[unit]
    return counter.symbol == "TANK" and counter.faces[1].kind == RED


def _steps(state: State, side: int) -> int:
    """The side's steps in play, on the map or in a box."""
    return sum(
        state.steps[u] for u in each(state.kit.side_units[side]) if state.hex_of[u] > REMOVED
    )


def _of_noville(state: State) -> dict[str, Any]:
    at = {state.kit.grid.at(label) for label in CHERRY_AT}
    there = [state.hex_of[state.kit.by_name[name]] in at for name in CHERRY]
    return {"cherry_gone": not any(there)}


def _of_bastogne(state: State) -> dict[str, Any]:
    kit, town = state.kit, state.kit.grid.at("20.20")
    ccb = kit.by_key["CCB10"]
    rows = [kit.grid.row(state.hex_of[u]) for u in each(in_field(state, ccb))]
    north = sum(row <= kit.grid.row(town) + 1 for row in rows)
    return {"cut_off": _cut_off(state, town), "ccb_up": bool(rows) and 2 * north >= len(rows)}


def _cut_off(state: State, town: Hex) -> bool:
    """Whether no road free of the enemy joins the town to a US source."""
    open_ = trains.clean(state, US) | 1 << town
    return not roads.joined(state, 1 << town, open_) & trains.sources(state, US)


Job = tuple[str, int, str, Path | None]  # scenario, seed, bot, chart pack


def play(job: Job) -> dict[str, Any]:
    """One game; its record."""
    scenario, seed, bot, pack = job
    state = TITLE.setup(scenario, {}, pack)
    fate, rng, player = Fate(f"balance/{seed}"), Random(seed), bots.by_name(bot, TITLE)
    diary, entry = Diary(state, scenario), 0
    while (deciders := TITLE.deciders(state)) and entry < LIMIT:
        seat = deciders[0]
        if seat == CHANCE:
            action = fate.settle(TITLE.draw(state), entry)
        else:
            action = player.choose(TITLE.view(state, seat), TITLE.offers(state, seat), rng)
        events = TITLE.apply(state, seat, action)
        diary.watch(state)
        for event in events:
            diary.note(state, event)
        entry += 1
    return _record(job, state, diary, entry)


def _record(job: Job, state: State, diary: Diary, entries: int) -> dict[str, Any]:
    verdict = TITLE.verdict(state)
    return {
        "scenario": job[0],
        "seed": job[1],
        "bot": job[2],
        "result": verdict.level if verdict else "not over",
        "vp": int(victory.points(state).total),
        "entries": entries,
        "turns": diary.turns,
        "exited": state.exited,
        "steps_lost": diary.lost,
        "armour_lost": diary.armour,
        "units_lost": diary.units,
        "lost_to": _both(diary.lost_to),
        "fights": _both(diary.fights),
        "snafu": _both(diary.snafu),
        "staff": _both(diary.staff),
    }


def _both(counts: list[Counter[str]]) -> dict[str, dict[str, int]]:
    return {side: dict(counts[n].most_common()) for n, side in enumerate(SIDES)}


# -- the run ------------------------------------------------------------------------------


def done(path: Path) -> set[tuple[str, int, str]]:
    """The games whose lines are there."""
    if not path.exists():
        return set()
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {(row["scenario"], row["seed"], row["bot"]) for row in rows}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=200, help="of each scenario (200)")
    parser.add_argument("--scenarios", nargs="+", choices=SCENARIOS, default=SCENARIOS)
    parser.add_argument("--bot", choices=bots.NAMES, default="greedy", help="both sides (greedy)")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--pack", type=Path, help="a chart pack to play with")
    parser.add_argument("--out", type=Path, default=RECORDS)
    return parser.parse_args()


def jobs(options: argparse.Namespace) -> Iterator[Job]:
    """The games that are still to be played."""
    there = done(options.out)
    for scenario in options.scenarios:
        for seed in range(options.games):
            if (scenario, seed, options.bot) not in there:
                yield scenario, seed, options.bot, options.pack


def main() -> None:
    options = arguments()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    due = list(jobs(options))
    with options.out.open("a", encoding="utf-8") as lines, Pool(options.processes) as pool:
        for number, record in enumerate(pool.imap_unordered(play, due, chunksize=1), 1):
            lines.write(json.dumps(record, ensure_ascii=False) + "\n")
            lines.flush()
            if number % 10 == 0 or number == len(due):
                print(f"{number} of {len(due)} games", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
