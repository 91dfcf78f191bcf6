"""What a player may mean by pointing at a hex, a unit or a division.

For each decision on the table the actions meant are listed; `refusal` then says
why none of them may be done. Only what the seat knows goes into the list: its
own units, and hexes. Where pointing means nothing, marching there is asked
about, which tells the player what it is time for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from grognard.ground.hexes import Hex, members
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, Side
from grognard.titles.lost_battalion.position import actions as act
from grognard.titles.lost_battalion.position import decisions as dec
from grognard.titles.lost_battalion.position.actions import Action
from grognard.titles.lost_battalion.position.questions import QUESTIONS
from grognard.titles.lost_battalion.position.state import SEATS, State, ids, units_in
from grognard.titles.lost_battalion.rules.artillery import BOMBARDMENT
from grognard.titles.lost_battalion.rules.stacking import overstacked
from grognard.titles.lost_battalion.words.names import find_division, find_hex, find_unit
from grognard.waist.title import Seat


class _Spot:
    """What was pointed at, and by whom."""

    def __init__(self, state: State, side: Side, text: str) -> None:
        self.state, self.side = state, side
        label = find_hex(state.kit, text)
        unit = None if label else find_unit(state.kit, text, side)
        self.division = None if label or unit else find_division(state.kit, text)
        self.label = label or text.strip()
        self.hex: Hex | None = state.kit.grid.at(label) if label else None
        # A word that is nothing is asked about as a hex and as a unit: both say so.
        self.unit = unit or ("" if label or self.division else text.strip())

    def units(self) -> list[str]:
        """The unit, or the seat's own units in the hex."""
        if self.unit:
            return [self.unit]
        if self.hex is None:
            return []
        kit = self.state.kit
        own = units_in(self.state, self.hex) & kit.side_units[self.side]
        return [kit.names[unit] for unit in ids(own)]


def probes(state: State, seat: Seat, spot: str) -> Iterable[Action]:
    """The actions a player may mean by pointing at that spot now; never none."""
    pointed = _Spot(state, SEATS.index(seat), spot)
    meant = list(_MEANINGS[type(state.top)](state, state.top, pointed)) if state.stack else []
    return meant or [act.March(pointed.label)]


def _movement(state: State, phase: Any, spot: _Spot) -> Iterator[Action]:
    guns_only = isinstance(phase, dec.ArtilleryMovement)
    for name in spot.units():
        yield act.Pick(name)
        if spot.side == ALLIED and not guns_only:
            yield act.Lift(name)
        unit = state.kit.by_name.get(name)
        if unit is None or state.kit.side_of[unit] != spot.side:
            continue
        if state.hex_of[unit] >= 0 and overstacked(state, state.hex_of[unit]):
            yield from (act.TakeBack(name), act.Disband(name))


def _marching(state: State, march: dec.Marching, spot: _Spot) -> Iterator[Action]:
    if spot.hex is None or spot.hex == march.at:
        for name in spot.units():
            unit = state.kit.by_name.get(name)
            in_group = unit is not None and march.units >> unit & 1
            if not in_group:
                yield act.Join(name)
            elif spot.hex is None:
                yield act.Drop(name)
        return
    yield from (act.March(spot.label), act.Ride(spot.label), act.Strike(spot.label))


def _combat(_: State, __: dec.Combat, spot: _Spot) -> Iterator[Action]:
    if spot.hex is None:
        yield from map(act.Commit, spot.units())
    else:
        yield from (act.Attack(spot.label), act.Bombard(spot.label))


def _assembling(_: State, attack: dec.Assembling, spot: _Spot) -> Iterator[Action]:
    if spot.hex == attack.target:
        yield act.Launch()
    for name in spot.units():
        yield act.Commit(name)
        if attack.side == GERMAN:
            yield act.Deliberate(name)


def _battery(state: State, battery: dec.Battery, spot: _Spot) -> Iterator[Action]:
    kit = state.kit
    if battery.side == GERMAN:
        yield act.Fire(act.BARRAGE, spot.label)
        return
    if spot.hex is not None and (battery.at >> spot.hex & 1 or not spot.units()):
        guns = kit.artillery & kit.side_units[battery.side] & ~battery.guns
        on_map = [u for u in ids(guns) if state.hex_of[u] >= 0] or list(ids(guns))
        yield from (act.Fire(kit.names[gun], spot.label) for gun in on_map)
        return
    for hex_ in members(battery.at):
        yield from (act.Fire(name, kit.grid.label(hex_)) for name in spot.units())


def _guns(state: State, _: dec.GunPlacement, spot: _Spot) -> Iterator[Action]:
    unit = state.kit.by_name.get(spot.unit)
    if spot.hex is not None:
        yield act.PlaceGun(spot.label)
        if units_in(state, spot.hex) & state.kit.machine_guns:
            yield act.RemoveGun(spot.label)
    elif unit is not None and state.kit.machine_guns >> unit & 1 and state.hex_of[unit] >= 0:
        yield act.RemoveGun(state.kit.grid.label(state.hex_of[unit]))


def _arrivals(_: State, __: dec.Arrivals, spot: _Spot) -> Iterator[Action]:
    if spot.division is not None:
        yield from (kind(spot.division) for kind in (act.Rest, act.Reserve, act.Recall))
    yield from map(act.Replace, spot.units())


def _advancing(state: State, advance: dec.Advancing, spot: _Spot) -> Iterator[Action]:
    into = (
        [state.kit.names[unit] for unit in ids(advance.units)] if spot.hex == advance.into else []
    )
    yield from map(act.Advance, [*into, *spot.units()])


def _repulsed(state: State, _: dec.Repulsed, spot: _Spot) -> Iterator[Action]:
    battle = state.stack[-2]
    assert isinstance(battle, dec.Battle), "a repulse belongs to a battle"
    if spot.hex == battle.target:
        yield act.Again()
    if spot.hex == battle.origin:
        yield act.Return()


def _faltering(state: State, _: dec.Faltering, spot: _Spot) -> Iterator[Action]:
    battle = state.stack[-2]
    if isinstance(battle, dec.Battle) and spot.hex == battle.target:
        yield act.Launch()


def _each(kind: Callable[[str], Action]) -> Callable[[State, Any, _Spot], Iterable[Action]]:
    return lambda _state, _decision, spot: map(kind, spot.units())


def _hex(kind: Callable[[str], Action]) -> Callable[[State, Any, _Spot], Iterable[Action]]:
    return lambda _state, _decision, spot: [kind(spot.label)]


def _nothing(_: State, __: Any, ___: _Spot) -> Iterable[Action]:
    return ()


_MEANINGS: Final[dict[type, Callable[[State, Any, _Spot], Iterable[Action]]]] = {
    dec.SettingUp: _each(act.Pick),
    dec.InHand: _hex(act.Place),
    dec.GasPlacement: _hex(act.Gas),
    dec.GunPlacement: _guns,
    dec.GermanReplacements: _each(act.Replace),
    dec.Arrivals: _arrivals,
    dec.Announcement: _nothing,
    dec.Movement: _movement,
    dec.ArtilleryMovement: _movement,
    dec.Marching: _marching,
    dec.Combat: _combat,
    dec.Assembling: _assembling,
    dec.Battery: _battery,
    dec.Losses: _each(act.Lose),
    dec.Absorption: _nothing,
    dec.Faltering: _faltering,
    dec.Repulsed: _repulsed,
    dec.Advancing: _advancing,
    # Nobody is asked here, so nobody can ask why not; pointing still means something.
    dec.Sequence: _nothing,
    dec.SecretRoll: _nothing,
    dec.Battle: _nothing,
    dec.Volley: _nothing,
    dec.Assault: _nothing,
}


# -- buttons -----------------------------------------------------------------------------------


def buttons(state: State, seat: Seat) -> Iterable[Action]:
    """The standing actions of the decision on the table, whether or not they are allowed now."""
    if not state.stack or SEATS.index(seat) != QUESTIONS[type(state.top)].side(state, state.top):
        return ()
    if isinstance(state.top, dec.Battery):
        return _battery_buttons(state.top)
    return _BUTTONS.get(type(state.top), ())


def _battery_buttons(battery: dec.Battery) -> tuple[Action, ...]:
    if battery.role == BOMBARDMENT:
        return (act.Shoot(), act.CallOff())
    return (act.Shoot(), act.Done())


_BUTTONS: Final[dict[type, tuple[Action, ...]]] = {
    dec.SettingUp: (act.Done(),),
    dec.GasPlacement: (act.Done(),),
    dec.GunPlacement: (act.Done(),),
    dec.GermanReplacements: (act.Done(),),
    dec.Arrivals: (act.Done(),),
    dec.Announcement: (act.Announce(), act.Done()),
    dec.Movement: (act.Done(),),
    dec.ArtilleryMovement: (act.Done(),),
    dec.Marching: (act.Halt(),),
    dec.Combat: (act.Done(),),
    dec.Assembling: (act.Launch(), act.CallOff()),
    dec.Absorption: (act.Absorb(), act.Decline()),
    dec.Faltering: (act.Launch(), act.CallOff()),
    dec.Repulsed: (act.Again(), act.Return()),
    dec.Advancing: (act.Done(),),
}
