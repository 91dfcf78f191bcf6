"""Why a side that follows a plan does something: one plain sentence for each kind of action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import FAT0, FATIGUE, FormationId, UnitId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position.actions import Action
from grognard.titles.bcs.position.decisions import BackingChoice, DefenderChoice, HqMoving
from grognard.titles.bcs.position.state import DEAD, FAIL
from grognard.titles.bcs.rules.command import snafu
from grognard.titles.bcs.thinking.judgement import posts
from grognard.titles.bcs.thinking.judgement.situation import Situation
from grognard.titles.bcs.thinking.planning.orders import place_name


def reason(here: Situation, action: Action) -> str:
    """One sentence why, by the plan that is followed."""
    return _REASONS[type(action)](here, action)


def _place(here: Situation, hex_: Hex) -> str:
    points = here.kit.vp.get(hex_, 0)
    name = place_name(here.kit, hex_)
    return f"{name} (worth {points})" if points else name


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
    errand = _formation_errand(here, number)
    todo = f"is to {errand}" if errand else "has most to do"
    return f"{action.formation} {todo}; its SNAFU roll fails in {risk:.0%} of cases"


def _recover(here: Situation, action: act.Recover) -> str:
    fatigue = here.state.fatigue[here.kit.by_key[action.formation]]
    state = f"is {FATIGUE[fatigue]}" if fatigue > FAT0 else "is not tired but in disorder"
    return f"{action.formation} {state}, and a rest brings more than it could do now"


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


def _retreat(here: Situation, _: act.Retreat) -> str:
    return f"{_in_hand(here)} can do nothing here that would be worth its steps"


def _attack(here: Situation, action: act.Attack | act.Shock) -> str:
    place = _place(here, here.at(action.hex))
    return f"the odds at {place} promise more than the steps they may cost"


def _fire(here: Situation, action: act.Engage | act.Fire | act.Barrage) -> str:
    return f"the fire at {_place(here, here.at(action.hex))} promises more than it risks"


def _stand_off(here: Situation, action: act.StandOff) -> str:
    place = _place(here, here.at(action.hex))
    return f"{action.box} can reach {place} from its Support box, which costs its formation little"


def _mission(here: Situation, action: act.Suppress | act.Destroy) -> str:
    assert here.state.fight is not None, "asked in a fight only"
    place = _place(here, here.state.fight.target)
    if isinstance(action, act.Suppress):
        return f"with the guns the attack on {place} promises more than they would elsewhere"
    return f"the guns may well take a step at {place} before the attack"


def _choose(here: Situation, action: act.Choose) -> str:
    if isinstance(here.top, DefenderChoice):
        return f"of those in the hex {action.unit} stands best against this attack"
    if isinstance(here.top, BackingChoice):
        return f"{action.unit} has the best guns to answer with"
    return f"a step of {action.unit} is the least loss"


def _withdraw(here: Situation, action: act.Withdraw) -> str:
    if action.hex == act.OFF_MAP:
        return f"there is no room on the map for {action.unit}"
    place = place_name(here.kit, here.at(action.hex))
    return f"{action.unit} does most good at {place}, of where it may retreat to"


def _follow(here: Situation, _: act.Follow) -> str:
    assert here.state.fight is not None, "asked in a fight only"
    unit, place = here.kit.names[here.state.fight.assist], _place(here, here.state.fight.target)
    return f"{unit} goes along: two hold {place} better than one"


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
    if action.hex == act.OFF_MAP:
        return f"there is no road left for the Trains of {key}"
    return f"the Trains of {key} are better placed for supply at {action.hex}"


def _pull_back(here: Situation, action: act.PullBack) -> str:
    key = here.kit.formations[here.top.formation].key
    return f"at {action.hex} the HQ of {key} is out of the enemy's way and near its units"


# -- between Activations ---------------------------------------------------------------------


def _arrive(here: Situation, action: act.Arrive) -> str:
    if action.where in here.kit.by_key:
        return f"{action.where} can use {action.who} in its Support box"
    return f"from {place_name(here.kit, here.at(action.where))} it is not far to what is at stake"


def _replace(here: Situation, action: act.Replace) -> str:
    if here.state.hex_of[here.kit.by_name[action.unit]] == DEAD:
        return f"{action.unit} is worth having back"
    return f"nobody can use the men better than {action.unit}"


def _assign(_: Situation, action: act.Assign) -> str:
    return f"the HQ of {action.formation} is in the best place to lead {action.unit}"


def _release(_: Situation, action: act.Release) -> str:
    return f"another formation can make better use of {action.unit}"


def _guns(_: Situation, action: act.Guns) -> str:
    return f"{action.formation} has most to do with more guns"


def _box(_: Situation, action: act.Box) -> str:
    return f"{action.unit} cannot assault by itself, and supports all of its formation from the box"


def _unbox(here: Situation, action: act.Unbox) -> str:
    return f"{action.unit} does more at {_place(here, here.at(action.hex))} than from the box"


def _recon(here: Situation, action: act.Recon) -> str:
    return f"another marker at {_place(here, here.at(action.hex))} would open an attack"


def _restore(_: Situation, action: act.Restore) -> str:
    return f"{action.unit} can have its Support back, which costs nothing"


def _leave(here: Situation, _: act.Leave) -> str:
    return f"{_in_hand(here)} counts for more beyond the map than on it"


def _abandon(*_: object) -> str:
    return "there is more to go for than to hold here"


def _decline(*_: object) -> str:
    return "it would cost more than it brings"


def _done(*_: object) -> str:
    return "nothing that is left would gain anything"


_REASONS: Final[dict[type, Callable[[Situation, Any], str]]] = {
    act.Activate: _activate,
    act.Recover: _recover,
    act.Act: _take_up,
    act.Step: _step,
    act.Flip: _flip,
    act.Halt: _halt,
    act.Retreat: _retreat,
    act.Attack: _attack,
    act.Shock: _attack,
    act.Engage: _fire,
    act.Fire: _fire,
    act.Barrage: _fire,
    act.StandOff: _stand_off,
    act.Suppress: _mission,
    act.Destroy: _mission,
    act.Choose: _choose,
    act.Withdraw: _withdraw,
    act.Follow: _follow,
    act.Objective: _objective,
    act.Prepare: _prepare,
    act.Again: _again,
    act.MoveHq: _move_hq,
    act.MoveTrains: _move_trains,
    act.PullBack: _pull_back,
    act.Arrive: _arrive,
    act.Replace: _replace,
    act.Assign: _assign,
    act.Release: _release,
    act.Guns: _guns,
    act.Box: _box,
    act.Unbox: _unbox,
    act.Recon: _recon,
    act.Restore: _restore,
    act.Leave: _leave,
    act.Abandon: _abandon,
    act.Decline: _decline,
    act.Done: _done,
}
