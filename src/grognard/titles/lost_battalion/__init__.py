"""The Lost Battalion (S&T 217): the Meuse-Argonne Offensive, 1918.

The functions of the waist, a line or two each; the rules are in the chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from grognard.chance import Dice, Draw
from grognard.rulebook import Refusal, Rule, load_rulebook
from grognard.title import CHANCE, OptionInfo, ScenarioInfo, Seat, Verdict
from grognard.titles.lost_battalion import artillery, combat, events, hasty, setting_up
from grognard.titles.lost_battalion.actions import Action
from grognard.titles.lost_battalion.audit import audit
from grognard.titles.lost_battalion.decisions import Assault, SecretRoll, Volley
from grognard.titles.lost_battalion.events import Event, reveals
from grognard.titles.lost_battalion.kit import DATA, KITS, open_kit
from grognard.titles.lost_battalion.options import OPTIONS
from grognard.titles.lost_battalion.questions import CHANCE_SIDE, QUESTIONS
from grognard.titles.lost_battalion.sequence import proceed
from grognard.titles.lost_battalion.state import SEATS, State, Terms, copy
from grognard.titles.lost_battalion.victory import verdict
from grognard.titles.lost_battalion.view import View, view

KEY = "lost_battalion"
NAME = "The Lost Battalion"
EDITION = 1
SCENARIOS = ("historical", "free", "learning")

_DRAWS = {
    SecretRoll: setting_up.secret_draw,
    Volley: artillery.volley_draw,
    Assault: combat.assault_draw,
}
_SIDES = {None: None, SEATS[0]: 0, SEATS[1]: 1}


def scenarios() -> Sequence[ScenarioInfo]:
    return [_scenario(key) for key in SCENARIOS]


def _scenario(key: str) -> ScenarioInfo:
    row = KITS[key].scenario
    turns = row.last_turn - row.first_turn + 1
    return ScenarioInfo(key, row.title, row.description, turns, SEATS)


def setup(scenario: str, options: Mapping[str, str], pack: Path | None = None) -> State:
    chosen = {option.key: options.get(option.key, option.values[0]) for option in OPTIONS}
    on = frozenset(key for key, value in chosen.items() if value == "on")
    return setting_up.new_game(Terms(open_kit(scenario, pack), on))


def deciders(state: State) -> tuple[Seat, ...]:
    if not state.stack:
        return ()
    side = QUESTIONS[type(state.top)].side(state, state.top)
    return (CHANCE,) if side == CHANCE_SIDE else (SEATS[side],)


def draw(state: State) -> Draw:
    due: Dice = _DRAWS[type(state.top)](state, state.top)  # type: ignore[operator]  # keyed by its own argument
    return due


def candidates(state: State, seat: Seat) -> Iterable[Action]:
    return QUESTIONS[type(state.top)].candidates(state, state.top)


def refusal(state: State, seat: Seat, action: Action) -> Refusal | None:
    return QUESTIONS[type(state.top)].refusal(state, state.top, action)


def offers(state: State, seat: Seat) -> list[Action]:
    top = state.top
    question = QUESTIONS[type(top)]
    refused = question.refusal
    return [a for a in question.candidates(state, top) if refused(state, top, a) is None]


def apply(state: State, seat: Seat, action: Action) -> list[Event]:
    told = QUESTIONS[type(state.top)].answer(state, state.top, action)
    return told + proceed(state)


def redact(event: Event, seat: Seat | None) -> Event | None:
    return events.redact(event, _SIDES[seat])


@cache
def rules() -> Mapping[str, Rule]:
    return load_rulebook(DATA / "rulebook.toml")
