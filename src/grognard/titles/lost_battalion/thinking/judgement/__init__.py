"""What an action is worth to a player who looks one step ahead.

`appraise` gives each offer a figure: above 0 it is better than finishing, below
0 worse. Marches follow the best stopping place within reach; attacks go by the
mean exchange of the combat table; nothing that leads back to where one was is
ever worth more than finishing. The weights are the named constants below.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

import msgspec

from grognard.ground.hexes import Hex, HexSet
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, UnitId, UnitSet
from grognard.titles.lost_battalion.position import actions as act
from grognard.titles.lost_battalion.position.actions import Action
from grognard.titles.lost_battalion.position.decisions import (
    NO_UNIT,
    Advancing,
    Assembling,
    Battery,
    Battle,
    InHand,
    Marching,
    SettingUp,
)
from grognard.titles.lost_battalion.position.state import DEAD, RESERVE, RESTING, WITHDRAWN, ids
from grognard.titles.lost_battalion.rules.marching import RIDE
from grognard.titles.lost_battalion.rules.odds import odds_column
from grognard.titles.lost_battalion.rules.stacking import stack_refusal
from grognard.titles.lost_battalion.sight.view import View
from grognard.titles.lost_battalion.thinking.judgement.marches import Marches
from grognard.titles.lost_battalion.thinking.judgement.weights import (
    ALONE,
    ATTACKER,
    BAD,
    CLEARED,
    COMRADES,
    COVER,
    CROWD,
    CUT_OFF,
    DANGER,
    DEFENDER,
    DIVISION,
    ENOUGH,
    EXPOSED,
    GUARD,
    HOLD,
    HOLE,
    LEAVE,
    LIFT_BELOW,
    MOST_AWAY,
    NEED,
    PRESS,
    PRIZE,
    PROGRESS,
    RAID,
    REST_BELOW,
    REST_FROM,
    REST_UNTIL,
    SHELLED,
    STIR,
    TAKEN,
    TANKS,
    WHOLE,
)
from grognard.titles.lost_battalion.thinking.situation import (
    FAR,
    Estimate,
    Situation,
    clearing,
    exchanges,
)


def appraise(view: View, action: Action) -> float:
    """How good an offer looks to the side that is asked."""
    return judge(view)(action)


# Every offer of a decision is asked about in turn: the view last asked about is kept.
_LAST: list[tuple[View, Callable[[Action], float]]] = []


def judge(view: View) -> Callable[[Action], float]:
    """An appraiser of the offers of one view."""
    for seen, worth in _LAST:
        if seen is view:
            return worth
    fresh = Judge(Situation(view)).worth
    _LAST[:] = [(view, fresh)]
    return fresh


class Judge(Marches):
    def worth(self, action: Action) -> float:
        answer = _WORTH.get(type(action))
        return 0.0 if answer is None else answer(self, action)

    # -- phase A ------------------------------------------------------------------------

    def gas(self, action: act.Gas) -> float:
        """The tallest stack that could attack a weak spot."""
        hex_ = self.at(action.hex)
        if not self.now.foes >> hex_ & 1:
            return -1.0
        near = sum(self.now.mine >> h & 1 for h in self.now.around(hex_))
        seen = self.now.sightings[hex_]
        return seen.count + 0.5 * near if seen.kind == "INF" else -0.5

    def place_gun(self, action: act.PlaceGun) -> float:
        """In the gaps of the line first, then with the infantry in front."""
        hex_ = self.at(action.hex)
        if self.now.gaps >> hex_ & 1:
            return 3.0 + self.now.cover(hex_)
        if self.now.near_foes >> hex_ & 1 and self.now.mine >> hex_ & 1:
            return 2.0 + 0.5 * self.now.cover(hex_)
        return -1.0

    def replace(self, action: act.Replace) -> float:
        unit = self.kit.by_name[action.unit]
        steps, printed = self.now.state.steps[unit], self.kit.units[unit].strength
        return 1.0 + printed[steps + 1] - printed[steps] + 0.1 * printed[-1]

    def rest(self, action: act.Rest) -> float:
        """Divisions in reserve rest in time for the Final Offensive."""
        division = self.kit.division_by_key[action.division]
        turn = self.now.view.turn
        fresh = bool(self.now.own.rested >> division & 1)
        room = len(self.now.own.resting_since) < MOST_AWAY
        in_time = REST_FROM <= turn <= REST_UNTIL and self._final_comes()
        return 1.0 if in_time and room and not fresh else -1.0

    def announce(self, _: act.Announce) -> float:
        late = self.now.view.turn > self.kit.final_offensive_from
        return 1.0 if late or self.now.own.rested else -1.0

    # -- set-up ---------------------------------------------------------------------------

    def place(self, action: act.Place) -> float:
        """A line along the Start Line, guns behind it, divisions together."""
        hand, hex_ = self.now.top, self.at(action.hex)
        assert isinstance(hand, InHand)
        south = self.kit.start_allied
        beyond = self.kit.play & ~south if self.side == ALLIED else south
        gap = self._gap(hex_, beyond)
        held = self.now.units(hex_).bit_count()
        if self.side == GERMAN:
            return 20.0 - gap + self.now.cover(hex_) - 2.0 * held
        wanted = 3 if self.kit.artillery >> hand.unit & 1 else 1
        return 20.0 - abs(gap - wanted) - 0.5 * held

    def _gap(self, hex_: Hex, beyond: HexSet) -> int:
        reached, steps = 1 << hex_, 0
        while not reached & beyond and steps < 40:
            reached = self.kit.grid.spread(reached)
            steps += 1
        return steps


def _always(worth: float) -> Callable[[Judge, Any], float]:
    return lambda _judge, _action: worth


_WORTH: Final[dict[type, Callable[[Judge, Any], float]]] = {
    act.Done: _always(0.0),
    act.Halt: _always(0.0),
    act.Shoot: _always(0.0),
    act.Launch: _always(0.0),
    act.Return: _always(0.0),
    act.Decline: _always(0.0),
    act.Absorb: _always(1.0),
    act.CallOff: _always(-5.0),
    act.Drop: _always(-5.0),
    act.Recall: _always(-5.0),
    act.Reserve: _always(-5.0),
    act.RemoveGun: _always(-5.0),
    act.TakeBack: _always(0.2),
    act.Disband: _always(0.1),
    act.Place: Judge.place,
    act.Gas: Judge.gas,
    act.PlaceGun: Judge.place_gun,
    act.Replace: Judge.replace,
    act.Rest: Judge.rest,
    act.Announce: Judge.announce,
    act.Pick: Judge.pick,
    act.Join: Judge.join,
    act.March: Judge.march,
    act.Ride: Judge.march,
    act.Strike: Judge.strike,
    act.Lift: Judge.lift,
    act.Again: Judge.again,
    act.Attack: Judge.attack,
    act.Bombard: Judge.bombard,
    act.Commit: Judge.commit,
    act.Deliberate: Judge.deliberate,
    act.Fire: Judge.fire,
    act.Lose: Judge.lose,
    act.Advance: Judge.advance,
}
