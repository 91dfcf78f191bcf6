"""Why a side that follows a plan does something: one plain sentence for each kind of action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grognard.ground.hexes import Hex
from grognard.titles.lost_battalion.kit.tables import ALLIED, UnitSet
from grognard.titles.lost_battalion.position import actions as act
from grognard.titles.lost_battalion.position.actions import Action
from grognard.titles.lost_battalion.position.decisions import (
    Advancing,
    Assembling,
    Battle,
    InHand,
    Marching,
    Movement,
)
from grognard.titles.lost_battalion.position.state import ids
from grognard.titles.lost_battalion.thinking.planning.planned import Planned


def reason(judge: Planned, action: Action) -> str:
    """One sentence why, by the plan the judge follows."""
    return _REASONS[type(action)](judge, action)


# -- words -------------------------------------------------------------------------------


def _hex(judge: Planned, hex_: Hex) -> str:
    """A hex by its number; a victory hex by its name and what it is worth."""
    for row in judge.kit.victory_hexes:
        if judge.at(row.hex) == hex_:
            return f"{row.name} (worth {row.vp})"
    return judge.label(hex_)


def _units(judge: Planned, units: UnitSet) -> str:
    return " and ".join(judge.kit.names[unit] for unit in ids(units))


def _verb(units: UnitSet, one: str, many: str) -> str:
    return one if units & (units - 1) == 0 else many


def _supply(judge: Planned, hex_: Hex) -> str:
    return "in supply" if judge.now.supplied >> hex_ & 1 else "though supply does not reach it"


def _always(words: str) -> Callable[[Planned, Any], str]:
    return lambda _judge, _action: words


# -- phase A and set-up ------------------------------------------------------------------


def _place(judge: Planned, action: act.Place) -> str:
    hand = judge.now.top
    assert isinstance(hand, InHand)
    return f"{judge.kit.names[hand.unit]} fills the line at {_hex(judge, judge.at(action.hex))}"


def _gun(judge: Planned, action: act.PlaceGun) -> str:
    return f"a machine gun makes {_hex(judge, judge.at(action.hex))} harder to take"


def _take_gun(judge: Planned, action: act.RemoveGun) -> str:
    return f"the machine gun in {_hex(judge, judge.at(action.hex))} can do more elsewhere"


def _gas(judge: Planned, action: act.Gas) -> str:
    return f"gas keeps those in {_hex(judge, judge.at(action.hex))} from attacking"


def _replace(_: Planned, action: act.Replace) -> str:
    return f"{action.unit} gains most by a replacement"


def _reserve(_: Planned, action: act.Reserve) -> str:
    return f"division {action.division} is kept back until it is needed"


def _rest(_: Planned, action: act.Rest) -> str:
    return f"division {action.division} is to be fresh for the Final Offensive"


def _recall(_: Planned, action: act.Recall) -> str:
    return f"division {action.division} is needed now, rested or not"


# -- movement ----------------------------------------------------------------------------


def _done(judge: Planned, _: Action) -> str:
    phase = "marches" if isinstance(judge.now.top, Movement) else "actions"
    return f"none of the {phase} that are left would gain anything"


def _pick(judge: Planned, action: act.Pick) -> str:
    unit = judge.kit.by_name[action.unit]
    post = judge.orders.posts.get(unit)
    if post is None:
        return f"{action.unit} has no post yet and looks for the best ground in reach"
    if judge.now.state.hex_of[unit] == post:
        return f"{action.unit} is to stay in {_hex(judge, post)}"
    return f"{action.unit} is sent to {_hex(judge, post)}"


def _march(judge: Planned, action: act.March | act.Ride) -> str:
    march = judge.now.top
    assert isinstance(march, Marching)
    who, post = _units(judge, march.units), judge.post(march.units)
    goes = _verb(march.units, "goes", "go")
    if post is not None:
        return f"{who} {goes} for {_hex(judge, post)}, {_supply(judge, post)}"
    if judge.side == ALLIED:
        return f"{who} {goes} by {action.to} to where it helps the next attack most"
    return f"{who} {goes} by {action.to} to where the line needs it most"


def _halt(judge: Planned, _: act.Halt) -> str:
    march = judge.now.top
    assert isinstance(march, Marching)
    who, post = _units(judge, march.units), judge.post(march.units)
    if post is not None and post == march.at:
        return f"{who} {_verb(march.units, 'holds', 'hold')} {_hex(judge, post)}"
    return f"{who} {_verb(march.units, 'finds', 'find')} no better ground in reach"


def _join(_: Planned, action: act.Join) -> str:
    return f"{action.unit} goes along, as together they are strong enough to strike"


def _drop(_: Planned, action: act.Drop) -> str:
    return f"{action.unit} is of more use here than with the others"


def _lift(_: Planned, action: act.Lift) -> str:
    return f"{action.unit} is worn and goes back to be made whole"


def _take_back(_: Planned, action: act.TakeBack) -> str:
    return f"its hex is too full, and {action.unit} can best go back to where it came from"


def _disband(_: Planned, action: act.Disband) -> str:
    return f"its hex is too full, no way out is left, and {action.unit} can best be given up"


# -- fights ------------------------------------------------------------------------------


def _strike(judge: Planned, action: act.Strike) -> str:
    return f"the Hasty Attack on {_hex(judge, judge.at(action.to))} should take more than it costs"


def _attack(judge: Planned, action: act.Attack) -> str:
    hex_ = judge.at(action.hex)
    assault = judge.assault_on(hex_)
    there = judge.now.estimates[hex_].strength
    own = sum(judge.now.strength(u) for u in ids(assault.units & judge.kit.infantry))
    return f"{own} against about {there:.0f} promises more than it costs at {_hex(judge, hex_)}"


def _commit(judge: Planned, action: act.Commit) -> str:
    attack = judge.now.top
    assert isinstance(attack, Assembling)
    strength = judge.now.strength(judge.kit.by_name[action.unit])
    return f"{action.unit} adds {strength} to the attack on {_hex(judge, attack.target)}"


def _launch(judge: Planned, _: act.Launch) -> str:
    attack = judge.now.top
    where = f" on {_hex(judge, attack.target)}" if isinstance(attack, Assembling) else ""
    return f"more units would not help the attack{where}"


def _fire(judge: Planned, action: act.Fire | act.Bombard) -> str:
    return f"shells on {_hex(judge, judge.at(action.hex))} can be expected to take steps"


def _deliberate(judge: Planned, action: act.Deliberate) -> str:
    attack = judge.now.top
    assert isinstance(attack, Assembling)
    return f"led by {action.unit}, the attack on {_hex(judge, attack.target)} promises most"


def _repulsed_at(judge: Planned) -> str:
    battle = judge.now.view.stack[-2]
    assert isinstance(battle, Battle)
    return _hex(judge, battle.target)


def _again(judge: Planned, _: act.Again) -> str:
    return f"another round at {_repulsed_at(judge)} should take more than it costs"


def _return(judge: Planned, _: act.Return) -> str:
    return f"another round at {_repulsed_at(judge)} would cost more than it takes"


def _lose(_: Planned, action: act.Lose) -> str:
    return f"{action.unit} can best spare a step"


def _advance(judge: Planned, action: act.Advance) -> str:
    top = judge.now.top
    assert isinstance(top, Advancing)
    return f"{action.unit} takes {_hex(judge, top.into)}, {_supply(judge, top.into)}"


_REASONS: Final[dict[type, Callable[[Planned, Any], str]]] = {
    act.Done: _done,
    act.Place: _place,
    act.Gas: _gas,
    act.PlaceGun: _gun,
    act.RemoveGun: _take_gun,
    act.Replace: _replace,
    act.Reserve: _reserve,
    act.Rest: _rest,
    act.Recall: _recall,
    act.Announce: _always("it is time for the Final Offensive"),
    act.Pick: _pick,
    act.Join: _join,
    act.March: _march,
    act.Ride: _march,
    act.Strike: _strike,
    act.Drop: _drop,
    act.Halt: _halt,
    act.Lift: _lift,
    act.TakeBack: _take_back,
    act.Disband: _disband,
    act.Again: _again,
    act.Return: _return,
    act.Attack: _attack,
    act.Bombard: _fire,
    act.Commit: _commit,
    act.Launch: _launch,
    act.Deliberate: _deliberate,
    act.CallOff: _always("the attack would cost more than it promises"),
    act.Fire: _fire,
    act.Shoot: _always("more guns would add too little"),
    act.Lose: _lose,
    act.Absorb: _always("the tanks save a step that the infantry would lose"),
    act.Decline: _always("the tanks are worth more than the step they would save"),
    act.Advance: _advance,
}
