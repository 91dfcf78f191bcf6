"""Enemy Action: Ardennes: December 1944, German solitaire and for two players.

The functions of the waist, a line or two each; the rules are in the chapters,
and those that play the Allies of the solitaire game in `script`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from grognard.book.rulebook import Refusal, Rule, load_rulebook
from grognard.titles.ardennes.audit import audit
from grognard.titles.ardennes.drawing.face import scene
from grognard.titles.ardennes.drawing.overlays import OVERLAYS, overlay
from grognard.titles.ardennes.drawing.preview import preview, threats
from grognard.titles.ardennes.kit.kit import DATA, open_kit, read_scenario
from grognard.titles.ardennes.position import events
from grognard.titles.ardennes.position.actions import Action, spot
from grognard.titles.ardennes.position.events import Event, reveals
from grognard.titles.ardennes.position.options import OPTIONS
from grognard.titles.ardennes.position.questions import ASKING
from grognard.titles.ardennes.position.state import SEATS, State, Terms, copy
from grognard.titles.ardennes.rules.cards import (
    commands,  # what a card can be played for
    effects,  # what its event does
)
from grognard.titles.ardennes.rules.day import (
    sequence,  # the phases of a day
    setting_up,
)
from grognard.titles.ardennes.rules.day.victory import verdict
from grognard.titles.ardennes.script import (
    advances,  # whether the Allies advance
    command,  # their impulse
    defence,  # their card for a combat
    losses,  # how they take hits
    roads,  # what they roll when Germans come
    rounds,  # how impulses go with them
)
from grognard.titles.ardennes.sight.imagine import imagine
from grognard.titles.ardennes.sight.view import View, view
from grognard.titles.ardennes.thinking.judgement import appraise
from grognard.titles.ardennes.thinking.planning import (
    appraise_by,
    choices,
    clock,
    holds,
    plans,
    reason,
    renew,
    worth,
)
from grognard.titles.ardennes.words.aids import buttons
from grognard.titles.ardennes.words.closing import unfinished
from grognard.titles.ardennes.words.narration import narrate
from grognard.titles.ardennes.words.notation import USAGE, describe, parse, prompt
from grognard.titles.ardennes.words.notices import notice
from grognard.titles.ardennes.words.pointing import no_way, probes, route
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

KEY = "ardennes"
NAME = "Enemy Action: Ardennes"
EDITION = 2
GAMES = {"gs": "German solitaire", "2p": "two players"}
LENGTHS = (3, 5, 7, 10, 14)
HABITS = Habits(lead=0.5, shy=0.03)  # others are as good; the worth of a world is steady
SCENARIOS = tuple(f"{game}-{days}" for game in GAMES for days in LENGTHS)

_SIDES = {None: None, SEATS[0]: 0, SEATS[1]: 1}
_REGISTERED = (commands, effects, sequence, advances, command, defence, losses, roads, rounds)


def scenarios() -> Sequence[ScenarioInfo]:
    return [_scenario(key) for key in SCENARIOS]


def _scenario(key: str) -> ScenarioInfo:
    row = read_scenario(key)
    days, seats = row.last_day - row.first_day + 1, tuple(map(Seat, row.seats))
    return ScenarioInfo(key, row.title, row.description, days, seats, GAMES[row.game], "day")


def setup(scenario: str, options: Mapping[str, str], pack: Path | None = None) -> State:
    chosen = tuple((o.key, options.get(o.key, o.values[0])) for o in OPTIONS)
    return setting_up.new_game(Terms(open_kit(scenario, pack), chosen))


deciders, draw = ASKING.deciders, ASKING.draw
candidates, refusal, offers = ASKING.candidates, ASKING.refusal, ASKING.offers
apply = ASKING.apply
simulate = ASKING.simulate


def redact(event: Event, seat: Seat | None) -> Event | None:
    return events.redact(event, _SIDES[seat])


def secrets(state: State) -> Iterator[str]:
    """The cards, as sentences quote them: which of them somebody holds is hidden."""
    for card in (*state.kit.german_deck, *state.kit.allied_deck):
        yield f"“{card.name}”"


@cache
def rules() -> Mapping[str, Rule]:
    """Our own words for every rule."""
    return load_rulebook(DATA / "rulebook.toml")


@cache
def lessons() -> tuple[Lesson, ...]:
    return read_lessons(Path(__file__).parent / "lessons")
