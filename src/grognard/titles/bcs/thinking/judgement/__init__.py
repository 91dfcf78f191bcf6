"""What an action is worth to a player who looks one step ahead.

`appraise` gives each offer a figure: above 0 it is better than finishing, below
0 worse. The German marches on victory hexes and attacks what bars them if the
exact chances promise more than they cost; the American holds them and the
roads before them. Units move before they attack, the HQ follows, the Trains
come last. The weights are named constants beside what they weigh.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position.actions import Action
from grognard.titles.bcs.sight.view import View
from grognard.titles.bcs.thinking.judgement import acts, dealing, duels, staff
from grognard.titles.bcs.thinking.judgement.situation import Situation, look


def appraise(view: View, action: Action) -> float:
    """The worth of an offer to the side that is asked."""
    return judged(look(view), action)


def judged(here: Situation, action: Action) -> float:
    """The same in a situation that has been looked at."""
    judge = _WORTHS.get(type(action))
    return judge(here, action) if judge else 0.0


# -- formations ----------------------------------------------------------------------------------


def _activate(here: Situation, action: act.Activate) -> float:
    return staff.choice(here, here.kit.by_key[action.formation], rest=False)


def _recover(here: Situation, action: act.Recover) -> float:
    number = here.kit.by_key[action.formation]
    if acts.is_failure(here):
        return staff.flip_worth(here, number)
    return staff.choice(here, number, rest=True)


def _prepare(here: Situation, _: act.Prepare) -> float:
    return staff.defence_gain(here, here.top.formation)


def _abandon(here: Situation, _: act.Abandon) -> float:
    return -staff.defence_gain(here, here.top.formation) - 0.8


def _objective(here: Situation, action: act.Objective) -> float:
    return staff.objective_worth(here, here.at(action.hex))


def _again(here: Situation, _: act.Again) -> float:
    return staff.second_worth(here, here.top.formation)


_WORTHS: Final[dict[type, Callable[[Situation, Any], float]]] = {
    act.Activate: _activate,
    act.Recover: _recover,
    act.Prepare: _prepare,
    act.Abandon: _abandon,
    act.Objective: _objective,
    act.Again: _again,
    act.Act: acts.take_up,
    act.Flip: acts.flip,
    act.Step: acts.step,
    act.Halt: acts.halt,
    act.Leave: acts.leave,
    act.Engage: acts.engage,
    act.Fire: acts.fire,
    act.Shock: acts.shock,
    act.Recon: acts.recon,
    act.Attack: acts.attack,
    act.Retreat: lambda *_: -5.0,
    act.StandOff: acts.stand_off,
    act.Barrage: acts.barrage,
    act.Restore: lambda *_: 4.0,
    act.MoveHq: acts.move_hq,
    act.PullBack: acts.pull_back,
    act.MoveTrains: acts.move_trains,
    act.Choose: duels.choose,
    act.Suppress: duels.suppress,
    act.Destroy: duels.destroy,
    act.Withdraw: duels.withdraw,
    act.Follow: duels.follow,
    act.Arrive: dealing.arrive,
    act.Replace: dealing.replace,
    act.Assign: dealing.assign,
    act.Release: lambda *_: -1.0,
    act.Guns: dealing.guns,
    act.Box: dealing.box,
    act.Unbox: lambda *_: -1.0,
}
