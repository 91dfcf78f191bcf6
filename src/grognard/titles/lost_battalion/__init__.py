"""The Lost Battalion (S&T 217): the Meuse-Argonne Offensive, 1918.

The functions of the waist, a line or two each; the rules are in the chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from grognard.book.rulebook import Refusal, Rule, cites, load_rulebook
from grognard.titles.lost_battalion.audit import audit
from grognard.titles.lost_battalion.drawing.face import scene
from grognard.titles.lost_battalion.drawing.overlays import OVERLAYS, overlay
from grognard.titles.lost_battalion.drawing.preview import preview
from grognard.titles.lost_battalion.drawing.routes import no_way, route
from grognard.titles.lost_battalion.drawing.threats import threats
from grognard.titles.lost_battalion.kit.tables import DATA, open_kit, read_scenario
from grognard.titles.lost_battalion.position import events
from grognard.titles.lost_battalion.position.actions import Action, spot
from grognard.titles.lost_battalion.position.events import Event, reveals
from grognard.titles.lost_battalion.position.options import OPTIONS
from grognard.titles.lost_battalion.position.questions import ASKING
from grognard.titles.lost_battalion.position.state import SEATS, State, Terms, copy
from grognard.titles.lost_battalion.rules import (
    hasty,  # what a march and a battle are
    sequence,  # the phases of a turn
    setting_up,
)
from grognard.titles.lost_battalion.rules.victory import verdict
from grognard.titles.lost_battalion.sight.imagine import imagine
from grognard.titles.lost_battalion.sight.view import View, view
from grognard.titles.lost_battalion.thinking.judgement import appraise
from grognard.titles.lost_battalion.thinking.planning import (
    appraise_by,
    choices,
    clock,
    holds,
    plans,
    reason,
    renew,
    worth,
)
from grognard.titles.lost_battalion.words.closing import unfinished
from grognard.titles.lost_battalion.words.notation import describe, narrate, parse, probes, prompt
from grognard.titles.lost_battalion.words.notices import notice
from grognard.titles.lost_battalion.words.pointing import buttons
from grognard.waist.chance import Draw
from grognard.waist.lesson import Lesson, read_lessons
from grognard.waist.plans import Habits
from grognard.waist.title import ScenarioInfo, Seat

__all__ = [
    "EDITION",
    "HABITS",
    "KEY",
    "NAME",
    "OPTIONS",
    "OVERLAYS",
    "SEATS",
    "USAGE",
    "Action",
    "Event",
    "State",
    "View",
    "apply",
    "appraise",
    "appraise_by",
    "audit",
    "buttons",
    "candidates",
    "choices",
    "clock",
    "copy",
    "deciders",
    "describe",
    "draw",
    "holds",
    "imagine",
    "lessons",
    "narrate",
    "no_way",
    "notice",
    "offers",
    "overlay",
    "parse",
    "plans",
    "preview",
    "probes",
    "prompt",
    "reason",
    "redact",
    "refusal",
    "renew",
    "reveals",
    "route",
    "rules",
    "scenarios",
    "scene",
    "secrets",
    "setup",
    "simulate",
    "spot",
    "threats",
    "unfinished",
    "verdict",
    "view",
    "worth",
]

KEY = "lost_battalion"
NAME = "The Lost Battalion"
EDITION = 2
HABITS = Habits(lead=0.3)  # many choices lie close by
USAGE = """\
  308/77 0643>0642      march, hex by hex; several units first: they march together
  >0641  >>0641  *1242  go on: a step, an Operational step, a Hasty Attack
  attack 1242 with 137/35 139/35;  fire VA;  lose 137/35;  done"""
SCENARIOS = ("historical", "free", "learning")

_SIDES = {None: None, SEATS[0]: 0, SEATS[1]: 1}
_REGISTERED = (hasty, sequence)


def scenarios() -> Sequence[ScenarioInfo]:
    return [_scenario(key) for key in SCENARIOS]


def _scenario(key: str) -> ScenarioInfo:
    row = read_scenario(key)
    turns = row.last_turn - row.first_turn + 1
    return ScenarioInfo(key, row.title, row.description, turns, SEATS)


def setup(scenario: str, options: Mapping[str, str], pack: Path | None = None) -> State:
    chosen = {option.key: options.get(option.key, option.values[0]) for option in OPTIONS}
    on = frozenset(key for key, value in chosen.items() if value == "on")
    return setting_up.new_game(Terms(open_kit(scenario, pack), on))


deciders, draw = ASKING.deciders, ASKING.draw
candidates, refusal, offers = ASKING.candidates, ASKING.refusal, ASKING.offers
apply = ASKING.apply
simulate = ASKING.simulate


def redact(event: Event, seat: Seat | None) -> Event | None:
    return events.redact(event, _SIDES[seat])


def secrets(state: State) -> Iterator[str]:
    """Units and divisions: who stands in a hex and who is kept back may be hidden."""
    yield from state.kit.names
    yield from (f"division {key}" for key in state.kit.division_by_key)


@cache
@cites("LB-14.14")
def rules() -> Mapping[str, Rule]:
    """Our own words for every rule. There is no 8.9."""
    return load_rulebook(DATA / "rulebook.toml")


@cache
def lessons() -> tuple[Lesson, ...]:
    return read_lessons(Path(__file__).parent / "lessons")
