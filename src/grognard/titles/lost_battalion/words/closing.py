"""What the standing actions are called, and what would be passed up by ending a step."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any, Final

from grognard.titles.lost_battalion.kit.tables import GERMAN, KITS, Kit
from grognard.titles.lost_battalion.position import actions as act
from grognard.titles.lost_battalion.position import decisions as dec
from grognard.titles.lost_battalion.position.actions import Action
from grognard.titles.lost_battalion.position.questions import ASKING
from grognard.titles.lost_battalion.position.state import State
from grognard.titles.lost_battalion.rules.artillery import ready_guns
from grognard.titles.lost_battalion.rules.machine_guns import pool_guns
from grognard.titles.lost_battalion.sight.view import View
from grognard.waist.closing import Chance, missed, tell
from grognard.waist.title import Seat

# -- what a button is called ---------------------------------------------------------------

_DONE: Final[dict[type, str]] = {
    dec.SettingUp: "end the set-up",
    dec.GasPlacement: "no more gas",
    dec.GunPlacement: "no more machine guns",
    dec.GermanReplacements: "end the replacements",
    dec.Arrivals: "end the arrivals",
    dec.Announcement: "no Final Offensive yet",
    dec.Movement: "end the Movement Phase",
    dec.ArtilleryMovement: "end the Artillery Movement Phase",
    dec.Combat: "end the Combat Phase",
    dec.Advancing: "end the advance",
}


def labels(view: View) -> dict[str, str]:
    """What the standing actions are called in the decision on the table."""
    if not view.stack:
        return {}
    top = view.stack[-1]
    if type(top) in _DONE:
        return {"done": _DONE[type(top)]}
    names = _LABELS.get(type(top))
    return names(KITS[view.terms.kit], view, top) if names else {}


def _marching(_: Kit, __: View, ___: dec.Marching) -> dict[str, str]:
    return {"halt": "halt here"}


def _assembling(kit: Kit, _: View, attack: dec.Assembling) -> dict[str, str]:
    where = kit.grid.label(attack.target)
    return {"launch": f"launch the attack on {where}", "calloff": f"call off the attack on {where}"}


def _battery(kit: Kit, _: View, battery: dec.Battery) -> dict[str, str]:
    at = f" on {kit.grid.label(battery.aim)}" if battery.aim != dec.NOWHERE else ""
    words = {"shoot": f"resolve the fire{at}", "calloff": "call off the bombardment"}
    named = battery.guns or battery.markers
    return {**words, "done": "fire with no more" if named else "hold fire"}


def _faltering(_: Kit, __: View, ___: dec.Faltering) -> dict[str, str]:
    return {"launch": "go on as a normal attack", "calloff": "call off the attack"}


def _repulsed(kit: Kit, view: View, _: dec.Repulsed) -> dict[str, str]:
    battle = view.stack[-2]
    assert isinstance(battle, dec.Battle), "a repulse belongs to a battle"
    target, origin = (kit.grid.label(hex_) for hex_ in (battle.target, battle.origin))
    return {"again": f"attack {target} again", "return": f"go back to {origin}"}


def _absorption(_: Kit, __: View, ___: dec.Absorption) -> dict[str, str]:
    return {"absorb": "the tanks save a step", "decline": "take the losses in full"}


_LABELS: Final[dict[type, Callable[[Kit, View, Any], dict[str, str]]]] = {
    dec.Marching: _marching,
    dec.Assembling: _assembling,
    dec.Battery: _battery,
    dec.Faltering: _faltering,
    dec.Repulsed: _repulsed,
    dec.Absorption: _absorption,
}


# -- what is left --------------------------------------------------------------------------

_CHANCES: Final[dict[type, tuple[Chance, ...]]] = {
    dec.Movement: (Chance(act.Pick, "unit", "unit has not moved", "units have not moved"),),
    dec.ArtilleryMovement: (Chance(act.Pick, "unit", "gun has not moved", "guns have not moved"),),
    dec.Combat: (Chance(act.Attack, "hex", "hex could be attacked", "hexes could be attacked"),),
    dec.GermanReplacements: (
        Chance(act.Replace, "unit", "unit could get a step", "units could get a step"),
    ),
    dec.Arrivals: (
        Chance(act.Replace, "unit", "unit could get a step", "units could get a step"),
        Chance(act.Rest, "division", "division could rest", "divisions could rest"),
    ),
    dec.Advancing: (Chance(act.Advance, "unit", "unit could advance", "units could advance"),),
}


def unfinished(state: State, seat: str, action: Action) -> tuple[str, ...]:
    """What would be passed up by ending the step, counted; nothing for any other action."""
    if not isinstance(action, act.Done) or not state.stack:
        return ()
    top, offers = state.stack[-1], ASKING.offers(state, Seat(seat))
    told = missed(offers, _CHANCES.get(type(top), ()))
    more = _STOCKS[type(top)](state, top, offers) if type(top) in _STOCKS else ""
    return (*told, more) if more else told


def _gas(state: State, _: dec.GasPlacement, __: list[Action]) -> str:
    return tell(state.gas_left, "Gas marker is left", "Gas markers are left")


def _machine_guns(state: State, _: dec.GunPlacement, __: list[Action]) -> str:
    left = min(state.guns_left, pool_guns(state).bit_count())
    return tell(left, "machine gun could be placed", "machine guns could be placed")


def _silent_guns(state: State, phase: dec.Combat, offers: list[Action]) -> str:
    """Guns, or Barrage markers, that have not fired and could fire at somebody."""
    targets = [state.kit.grid.at(o.hex) for o in offers if isinstance(o, act.Bombard)]
    if phase.side == GERMAN:
        left = state.barrage if targets else 0
        return tell(left, "Barrage marker is left", "Barrage markers are left")
    guns = reduce(or_, (ready_guns(state, hex_) for hex_ in targets), 0)
    return tell(guns.bit_count(), "gun has not fired", "guns have not fired")


_STOCKS: Final[dict[type, Callable[[State, Any, list[Action]], str]]] = {
    dec.GasPlacement: _gas,
    dec.GunPlacement: _machine_guns,
    dec.Combat: _silent_guns,
}
