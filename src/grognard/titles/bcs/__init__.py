"""The Battalion Combat Series, rules 1.2, with scenarios of our own around Bastogne.

The functions of the waist, a line or two each; the rules are in the chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from grognard.book.rulebook import Refusal, Rule, load_rulebook
from grognard.titles.bcs.audit import audit
from grognard.titles.bcs.drawing.face import scene
from grognard.titles.bcs.drawing.overlays import OVERLAYS, overlay
from grognard.titles.bcs.drawing.preview import preview, threats
from grognard.titles.bcs.kit.kit import DATA, open_kit, read_scenario
from grognard.titles.bcs.position.actions import Action, spot
from grognard.titles.bcs.position.events import Event, reveals
from grognard.titles.bcs.position.options import OPTIONS
from grognard.titles.bcs.position.questions import ASKING
from grognard.titles.bcs.position.state import SEATS, State, Terms, copy
from grognard.titles.bcs.rules.fighting import (
    fire,  # Engagements and Attacks by Fire
    shock,  # attacks of either kind, Barrages, retreats
)
from grognard.titles.bcs.rules.turn import (
    sequence,  # the phases of a turn
    setting_up,
)
from grognard.titles.bcs.rules.turn.victory import verdict
from grognard.titles.bcs.sight.imagine import imagine
from grognard.titles.bcs.sight.view import View, view
from grognard.titles.bcs.thinking.judgement import appraise
from grognard.titles.bcs.thinking.planning import (
    appraise_by,
    choices,
    clock,
    holds,
    plans,
    reason,
    renew,
    worth,
)
from grognard.titles.bcs.words.aids import buttons
from grognard.titles.bcs.words.closing import unfinished
from grognard.titles.bcs.words.narration import narrate
from grognard.titles.bcs.words.no_way import no_way
from grognard.titles.bcs.words.notation import USAGE, describe, parse, prompt
from grognard.titles.bcs.words.notices import notice
from grognard.titles.bcs.words.pointing import probes, route
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

KEY = "bcs"
NAME = "Battalion Combat Series"
EDITION = 2
HABITS = Habits(
    lead=0.5,  # others are as good
    shy=0.02,  # and the worth of a world is steady
    spread=2,  # decisions: with the third the units begin to move
    plans_ahead=1,  # what a plan is worth shows by the end of its Activation
    by_purpose=True,
    first_reply=True,
)
SCENARIOS = ("lesson", "noville", "bastogne")

_REGISTERED = (fire, sequence, shock)


def scenarios() -> Sequence[ScenarioInfo]:
    return [_scenario(key) for key in SCENARIOS]


def _scenario(key: str) -> ScenarioInfo:
    row = read_scenario(key)
    return ScenarioInfo(key, row.title, row.description, len(row.turn), SEATS, unit="day")


def setup(scenario: str, options: Mapping[str, str], pack: Path | None = None) -> State:
    chosen = tuple((o.key, options.get(o.key, o.values[0])) for o in OPTIONS)
    return setting_up.new_game(Terms(open_kit(scenario, pack), chosen))


deciders, draw = ASKING.deciders, ASKING.draw
candidates, refusal, offers = ASKING.candidates, ASKING.refusal, ASKING.offers
apply = ASKING.apply
simulate = ASKING.simulate


def redact(event: Event, seat: Seat | None) -> Event | None:
    """Nothing is hidden from anybody."""
    return event


def secrets(state: State) -> Sequence[str]:
    """Nothing is hidden from anybody."""
    return ()


@cache
def rules() -> Mapping[str, Rule]:
    """Our own words for every rule."""
    return load_rulebook(DATA / "rulebook.toml")


@cache
def lessons() -> tuple[Lesson, ...]:
    return read_lessons(Path(__file__).parent / "lessons")
