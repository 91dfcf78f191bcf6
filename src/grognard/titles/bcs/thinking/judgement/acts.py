"""What the active formation does: units taken in hand, fights, the HQ and the Trains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from grognard.titles.bcs.kit.kit import FormationId, UnitId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position.actions import Action
from grognard.titles.bcs.position.decisions import (
    NO_UNIT,
    Acting,
    Activities,
    FailureFlip,
    Fight,
    HqMoving,
    HqRetreat,
)
from grognard.titles.bcs.position.deeds import DEEDS, TASKS
from grognard.titles.bcs.position.state import FAIL, WAITING, each, face, in_field, serving
from grognard.titles.bcs.rules.command import straying
from grognard.titles.bcs.rules.moving import hand
from grognard.titles.bcs.rules.rear import trains
from grognard.titles.bcs.rules.turn import arrivals
from grognard.titles.bcs.thinking.judgement import fighting, plans, rear
from grognard.titles.bcs.thinking.judgement.situation import Situation

Kinds: TypeAlias = tuple[type[Action], ...]

MOST: Final = 5.0  # beyond which one gain is as good as another
FIGHTS: Final = (act.Engage, act.Shock, act.Fire, act.Attack, act.Recon)
FIRES: Final = (act.Engage, act.Fire)
BEFORE: Final = 4.0  # for guns that fire before an attack is made
SHELLS: Final = 0.9  # of what a Barrage promises, that comes after attacks
GONE: Final = 1.2  # for each victory point of units that leave the map


def is_failure(here: Situation) -> bool:
    """Whether a Recovery now would be a Failure Flip."""
    return isinstance(here.top, FailureFlip)


# -- whom to take in hand ------------------------------------------------------------------------


def take_up(here: Situation, action: act.Act) -> float:
    """Units move one after the other, armour first; then those that have a fight."""
    unit = here.kit.by_name[action.unit]
    return 2.0 + _rank(here, unit) if unit == _next_unit(here) else -1.0


def _next_unit(here: Situation) -> UnitId:
    return here.keep("next unit", lambda: _find_next(here))


def _find_next(here: Situation) -> UnitId:
    unit = _next_mover(here)
    if unit == NO_UNIT and here.doctrine.softens[here.side]:
        unit = _keenest(here, FIRES)
    return _keenest(here, FIGHTS) if unit == NO_UNIT else unit


def _next_mover(here: Situation) -> UnitId:
    for unit in _in_order(here):
        if _may_move(here, unit) and plans.move_gain(here, unit) > 0:
            return unit
    return NO_UNIT


def _keenest(here: Situation, kinds: Kinds) -> UnitId:
    """Who has the best fight of these kinds."""
    fights = {unit: best_fight(here, unit, kinds) for unit in _in_order(here)}
    unit = max(fights, key=lambda u: fights[u], default=NO_UNIT)
    return unit if fights.get(unit, 0.0) > 0 else NO_UNIT


def _may_move(here: Situation, unit: UnitId) -> bool:
    if here.state.hex_of[unit] != WAITING:
        return True
    return arrivals.may_enter(here.state, unit) is None


def _in_order(here: Situation) -> list[UnitId]:
    """The units of the active formation that could still do something."""
    state = here.state
    if state.snafu == FAIL:
        return []
    units = [*each(in_field(state, state.active) & ~state.finished)]
    units += [u for u in each(serving(state, state.active)) if state.hex_of[u] == WAITING]
    return sorted(units, key=lambda unit: -_rank(here, unit))


def _rank(here: Situation, unit: UnitId) -> float:
    """Armour breaks the way, those nearest to the enemy first."""
    hex_ = here.state.hex_of[unit]
    gap = here.gap(hex_) if hex_ >= 0 else 12
    red = max(shown.av for shown in here.kit.units[unit].faces)
    return (0.5 if red >= 3 else 0.0) + 0.02 * (12 - gap)


def _others_to_move(here: Situation, unit: UnitId) -> bool:
    """Whether a friend may yet come up, so that an attack had better wait."""

    def find() -> bool:
        units = [u for u in _in_order(here) if u != unit and not here.state.acted >> u & 1]
        return any(_may_move(here, u) and plans.move_gain(here, u) > 0 for u in units)

    return here.keep(("others to move", unit), find)


def _softens_first(here: Situation) -> bool:
    """Whether there is fire yet that would make an attack easier: a hex has one attack only."""

    def find() -> bool:
        return _keenest(here, FIRES) != NO_UNIT or any(_stand_offs(here))

    return here.doctrine.softens[here.side] and here.keep("softens first", find)


def _stand_offs(here: Situation) -> Iterator[act.StandOff]:
    """What the guns in the Support box had better do."""
    state, deed = here.state, TASKS[act.StandOff]
    now = Activities(here.side, state.active)
    for offer in deed.candidates(state, now):
        assert isinstance(offer, act.StandOff), "the deed offers its own kind"
        if _stand_off_worth(here, offer) > 0 and deed.refusal(state, now, offer) is None:
            yield offer


# -- fights of a unit ----------------------------------------------------------------------------


def best_fight(here: Situation, unit: UnitId, kinds: Kinds = FIGHTS) -> float:
    """What the best fight open to a unit from where it stands is worth, were it taken in hand."""
    state = here.state
    if state.hex_of[unit] < 0:
        return 0.0
    clear = not (state.stopped | state.acted) >> unit & 1
    points = hand.allowance(state, unit) if clear else 0
    return _best_open(here, Acting(here.side, unit, points, clear=clear), kinds)


def _best_open(here: Situation, acting: Acting, kinds: Kinds) -> float:
    best, state = 0.0, here.state
    for kind in kinds:
        deed = DEEDS[kind]
        for offer in deed.candidates(state, acting):
            worth = _fight_worth(here, acting.unit, offer)
            if worth > best and deed.refusal(state, acting, offer) is None:
                best = worth
    return best


def _fight_worth(here: Situation, unit: UnitId, offer: Action) -> float:
    state = here.state
    match offer:
        case act.Engage(hex=text):
            fight = Fight("engage", unit, state.hex_of[unit], here.at(text))
            return fighting.engagement_worth(here, fight)
        case act.Shock(hex=text):
            return fighting.shock_worth(here, unit, here.at(text))
        case act.Fire(hex=text):
            return fighting.fire_worth(here, here.at(text)) - fighting.tiring(here)
        case act.Attack(hex=text, assist=name):
            return _attack_worth(here, unit, text, name)
        case act.Recon(hex=text):
            return _recon_worth(here, unit, text)
    return 0.0


def _attack_worth(here: Situation, unit: UnitId, text: str, name: str) -> float:
    helper = here.kit.by_name[name] if name else NO_UNIT
    target = here.at(text)
    worth = fighting.attack_worth(here, unit, target, helper)
    return worth - (fighting.used_up(here, helper) if helper != NO_UNIT else 0.0)


def _recon_worth(here: Situation, unit: UnitId, text: str) -> float:
    """A marker more where a friend has an attack to make that lacks one."""
    state, target = here.state, here.at(text)
    if fighting.is_aimed_at(here, target) or not here.near(1) >> state.hex_of[unit] & 1:
        return -0.1
    return fighting.SCOUTED * face(state, unit).ar / 6 - fighting.tiring(here)


# -- the unit in hand ----------------------------------------------------------------------------


def flip(here: Situation, _: act.Flip) -> float:
    unit = here.top.unit
    return 1.0 + min(plans.plan(here, unit).gain, MOST) if plans.wants_flip(here, unit) else -1.0


def step(here: Situation, action: act.Step) -> float:
    to = here.at(action.to)
    if isinstance(here.top, HqMoving):
        return _hq_step(here, here.top, action)
    unit: UnitId = here.top.unit
    if plans.next_step(here, unit) == to:
        return 0.5 + min(plans.plan(here, unit).gain, MOST)
    up = int(here.state.deployed >> unit & 1)
    return -2.0 + plans.worth_at(here, unit, up, to) / 1000  # where it may not halt


def halt(here: Situation, _: act.Halt) -> float:
    """An HQ whose units have strayed does not halt before it has them in its radius."""
    top = here.top
    if isinstance(top, HqMoving) and straying.done_refusal(here.state, top.formation) is not None:
        return -10.0
    return 0.0


def leave(here: Situation, _: act.Leave) -> float:
    rule = here.kit.exit
    if rule is None:
        return 2.0
    steps: int = here.state.steps[here.top.unit]
    room = max(0, rule.most * rule.steps_per_vp - here.state.exited)
    return GONE * min(steps, room) / rule.steps_per_vp - (0.5 if here.turns_left else 0.0)


def engage(here: Situation, action: act.Engage) -> float:
    """An Engagement that is owed is made at the best target there is."""
    worth = _fight_worth(here, here.top.unit, action)
    return max(0.1, 1.0 + worth) if here.top.must else worth


def fire(here: Situation, action: act.Fire) -> float:
    return _fight_worth(here, here.top.unit, action)


def shock(here: Situation, action: act.Shock) -> float:
    return _fight_worth(here, here.top.unit, action)


def recon(here: Situation, action: act.Recon) -> float:
    return _fight_worth(here, here.top.unit, action)


def attack(here: Situation, action: act.Attack) -> float:
    """With all hands: it waits while a friend may still come up or fire."""
    unit = here.top.unit
    worth = _fight_worth(here, unit, action)
    if worth > 0 and (_others_to_move(here, unit) or _softens_first(here)):
        return -0.5
    return worth


# -- guns ----- ----------------------------------------------------------------------------------


def stand_off(here: Situation, action: act.StandOff) -> float:
    worth = _stand_off_worth(here, action)
    if worth <= 0 or not here.doctrine.softens[here.side]:
        return worth
    return worth + BEFORE if _next_mover(here) == NO_UNIT else -0.5


def _stand_off_worth(here: Situation, action: act.StandOff) -> float:
    target, origin = here.at(action.hex), here.at(action.origin)
    if action.how == "fire":
        return 1.0 + fighting.fire_worth(here, target) - fighting.tiring(here)
    box = here.kit.by_name[action.box]
    fight = Fight("engage", box, origin, target, box=box)
    worth = fighting.engagement_worth(here, fight)
    return 1.0 + worth if worth > 0 else -0.5


def barrage(here: Situation, action: act.Barrage) -> float:
    """What is left of the guns when nobody attacks any more, spotted for by those who are done."""
    state, unit = here.state, here.kit.by_name[action.spotter]
    if _next_unit(here) != NO_UNIT:
        return -1.0
    worth = fighting.fire_worth(here, here.at(action.hex)) - fighting.tiring(here)
    busy = 0.0 if state.stopped >> unit & 1 else 0.05
    return SHELLS * worth - busy


# -- HQ and Trains -------------------------------------------------------------------------------


def move_hq(here: Situation, _: act.MoveHq) -> float:
    """When the units have done."""
    if _next_unit(here) != NO_UNIT:
        return -1.0
    to, gain = rear.hq_plan(here, here.top.formation)
    return _after_all(here, gain) if to != here.state.hq[here.top.formation] else -1.0


def _after_all(here: Situation, gain: float) -> float:
    """A move of HQ or Trains counts for no more than so much: units and guns go first."""
    return min(here.doctrine.rear[here.side], gain)


def _hq_step(here: Situation, moving: HqMoving, action: act.Step) -> float:
    """Towards the best hex, by the cheapest way."""
    to = here.at(action.to)
    return 1.0 if rear.hq_next(here, moving) == to else -1.0


def pull_back(here: Situation, action: act.PullBack) -> float:
    top = here.top
    number: FormationId = top.formation
    worth = rear.hq_worth(here, number, here.at(action.hex))
    if isinstance(top, HqRetreat):
        return worth
    assert isinstance(top, Activities), "an HQ retreats by choice in its own Activation"
    return -2.0 if here.gap(here.state.hq[number]) > 1 else worth - 8.0


def move_trains(here: Situation, action: act.MoveTrains) -> float:
    top = here.top
    number: FormationId = top.formation
    if not isinstance(top, Activities):
        return -0.01 * here.kit.grid.distance(here.at(action.hex), here.state.hq[number])
    if _next_unit(here) != NO_UNIT:
        return -1.0
    must = trains.must_move(here.state, number) is not None
    if not here.state.hq_moved and rear.hq_plan(here, number)[1] > 0:
        return -1.0  # the HQ goes first
    if action.hex == act.OFF_MAP:
        return 0.1 if must else -2.0
    best, gain = rear.trains_plan(here, number)
    if here.at(action.hex) == best and gain > 0 and not action.by:
        return _after_all(here, gain) - 0.01 + (1.0 if must else 0.0)
    return -1.0
