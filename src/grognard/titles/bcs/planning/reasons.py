"""Why a side that follows a plan does something: one plain sentence for each kind of action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from grognard.hexes import Hex
from grognard.titles.bcs import actions as act
from grognard.titles.bcs import snafu
from grognard.titles.bcs.actions import Action
from grognard.titles.bcs.decisions import HqMoving
from grognard.titles.bcs.judgement import judged, posts
from grognard.titles.bcs.judgement.situation import Situation
from grognard.titles.bcs.kit import FATIGUE, FormationId, UnitId
from grognard.titles.bcs.planning.orders import place_name
from grognard.titles.bcs.state import FAIL


def reason(here: Situation, action: Action) -> str:
    """One sentence why, by the plan that is followed."""
    return _REASONS.get(type(action), _usual)(here, action)


def _usual(here: Situation, action: Action) -> str:
    return f"nothing else looked better than “{action}” ({judged(here, action):.1f})"


def _place(here: Situation, hex_: Hex) -> str:
    points = here.kit.vp.get(hex_, 0)
    name = place_name(here.kit, hex_)
    return f"{name}, worth {points}" if points else name


def _errand(here: Situation, unit: UnitId) -> str:
    """What a unit is sent to do."""
    post = posts.mission(here, unit)
    if post is None:
        return ""
    return f"{'hold' if here.held >> post.hex & 1 else 'take'} {_place(here, post.hex)}"


def _formation_errand(here: Situation, number: FormationId) -> str:
    hexes = Counter(post.hex for post in posts.missions(here, number).values())
    if not hexes:
        return ""
    hex_ = hexes.most_common(1)[0][0]
    return f"{'hold' if here.held >> hex_ & 1 else 'take'} {_place(here, hex_)}"


def _activate(here: Situation, action: act.Activate) -> str:
    number = here.kit.by_key[action.formation]
    risk = float(snafu.odds(here.state, number).get(FAIL, 0))
    errand = _formation_errand(here, number) or "do most of all"
    return f"{action.formation} is to {errand}; its SNAFU roll fails in {risk:.0%} of cases"


def _recover(here: Situation, action: act.Recover) -> str:
    tired = FATIGUE[here.state.fatigue[here.kit.by_key[action.formation]]]
    return f"{action.formation} is {tired}, and a rest brings more than it could do now"


def _take_up(here: Situation, action: act.Act) -> str:
    unit = here.kit.by_name[action.unit]
    errand = _errand(here, unit)
    return f"{action.unit} is to {errand}" if errand else f"{action.unit} has most to do now"


def _in_hand(here: Situation) -> str:
    return str(here.kit.names[here.top.unit])


def _step(here: Situation, action: act.Step) -> str:
    if isinstance(here.top, HqMoving):
        key = here.kit.formations[here.top.formation].key
        return f"the HQ of {key} keeps its units in radius and its Trains behind it"
    errand = _errand(here, here.top.unit)
    to = place_name(here.kit, here.at(action.to))
    return f"{_in_hand(here)} goes by {to} to {errand}" if errand else f"{to} is better ground"


def _flip(here: Situation, _: act.Flip) -> str:
    return f"{_in_hand(here)} needs its other side for what it is to do"


def _halt(here: Situation, _: act.Halt) -> str:
    if isinstance(here.top, HqMoving):
        return "the HQ has come as far as is good for it"
    return f"{_in_hand(here)} stands as well here as anywhere it can go"


def _attack(here: Situation, action: act.Attack | act.Shock) -> str:
    place = _place(here, here.at(action.hex))
    return f"the odds at {place} promise more than the steps they may cost"


def _fire(here: Situation, action: act.Engage | act.Fire | act.Barrage) -> str:
    return f"the fire at {_place(here, here.at(action.hex))} promises more than it risks"


def _objective(here: Situation, action: act.Objective) -> str:
    return f"the best attacks in reach are round {_place(here, here.at(action.hex))}"


def _prepare(*_: object) -> str:
    return "there is more to hold here than to go for"


def _again(*_: object) -> str:
    return "there is enough left to do for another try"


def _move_hq(here: Situation, _: act.MoveHq) -> str:
    return f"the HQ of {here.kit.formations[here.top.formation].key} follows its units"


def _move_trains(here: Situation, action: act.MoveTrains) -> str:
    key = here.kit.formations[here.top.formation].key
    return f"the Trains of {key} are better placed for supply at {action.hex}"


def _done(*_: object) -> str:
    return "nothing that is left would gain anything"


_REASONS: Final[dict[type, Callable[[Situation, Any], str]]] = {
    act.Activate: _activate,
    act.Recover: _recover,
    act.Act: _take_up,
    act.Step: _step,
    act.Flip: _flip,
    act.Halt: _halt,
    act.Attack: _attack,
    act.Shock: _attack,
    act.Engage: _fire,
    act.Fire: _fire,
    act.Barrage: _fire,
    act.Objective: _objective,
    act.Prepare: _prepare,
    act.Again: _again,
    act.MoveHq: _move_hq,
    act.MoveTrains: _move_trains,
    act.Done: _done,
}
