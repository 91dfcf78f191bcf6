"""What a player may mean by pointing at a hex, a unit, an HQ or Trains.

For each decision on the table the actions meant are listed; `refusal` then says
why none of them may be done. Formations are pointed at by their HQs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import NO_FORMATION, FormationId, Side
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import decisions as dec
from grognard.titles.bcs.position.actions import Action
from grognard.titles.bcs.position.questions import QUESTIONS, asked
from grognard.titles.bcs.position.state import (
    SEATS,
    State,
    boxed,
    each,
    in_field,
    key_of,
    label,
    other,
    units_in,
)
from grognard.titles.bcs.words.names import find_formation, find_hex, find_unit
from grognard.titles.bcs.words.routes import route
from grognard.titles.bcs.words.wording import trains_name
from grognard.waist.title import Seat

__all__ = ["probes", "route"]


class _Spot:
    """What was pointed at, and by whom."""

    def __init__(self, state: State, side: Side, text: str) -> None:
        self.state, self.side, self.text = state, side, text.strip()
        kit = state.kit
        found = find_hex(kit, self.text)
        unit = None if found else find_unit(kit, self.text, side)
        key = None if found or unit else find_formation(kit, self.text, side)
        self.is_hex, self.key = found is not None, key or ""
        self.is_trains = bool(key) and self.text.casefold() == trains_name(key or "").casefold()
        self.label = found or self._place(unit, key)
        # A word that is nothing is asked about as a unit: that says so.
        self.unit = unit or ("" if found or key else self.text)

    def _place(self, unit: str | None, key: str | None) -> str:
        """Where the piece stands."""
        state, where = self.state, Hex(-1)
        if unit is not None:
            where = state.hex_of[state.kit.by_name[unit]]
        elif key is not None:
            column = state.trains if self.is_trains else state.hq
            where = column[state.kit.by_key[key]]
        return label(state, where) or self.text

    def units(self) -> list[str]:
        """The unit, or the seat's own units in the hex."""
        if self.unit or not self.is_hex:
            return [self.unit] if self.unit else []
        kit = self.state.kit
        here = units_in(self.state, kit.grid.at(self.label)) & kit.side_units[self.side]
        return [kit.names[unit] for unit in each(here)]

    def formations(self) -> list[str]:
        """The formation, or those of the units and HQs there."""
        if self.key:
            return [self.key]
        state = self.state
        units = [state.kit.by_name[name] for name in self.units() if name in state.kit.by_name]
        found = [state.command[unit] for unit in units if state.command[unit] != NO_FORMATION]
        if self.is_hex:
            hex_ = state.kit.grid.at(self.label)
            own = state.kit.side_formations[self.side]
            found += [number for number in own if state.hq[number] == hex_]
        return [key_of(state, number) for number in dict.fromkeys(found)]

    def is_enemy(self) -> bool:
        """Whether the other side's units stand there."""
        kit, enemies = self.state.kit, self.state.occupied[other(self.side)]
        return kit.grid.has(self.label) and bool(enemies >> kit.grid.at(self.label) & 1)


def probes(state: State, seat: Seat, spot: str) -> Iterable[Action]:
    """The actions a player may mean by pointing at that spot now; never none."""
    pointed = _Spot(state, SEATS.index(seat), spot)
    meant: list[Action] = []
    if state.stack and (meaning := _MEANINGS.get(type(state.top))) is not None:
        meant = list(meaning(state, state.top, pointed))
    return meant or [act.Step(pointed.label)]


# -- the turn ----------------------------------------------------------------------------


def _offered(state: State, kinds: tuple[type, ...], pointed: _Spot) -> Iterator[Action]:
    """What might be done of these kinds with what was pointed at."""
    if SEATS[pointed.side] not in asked(state):
        return
    there = {pointed.label, pointed.unit, pointed.key, *pointed.units()} - {""}
    for action in QUESTIONS[type(state.top)].candidates(state, state.top):
        fields = (getattr(action, name) for name in action.__struct_fields__)
        if isinstance(action, kinds) and there & {word for word in fields if word}:
            yield action


def _arriving(state: State, _: dec.Arriving, pointed: _Spot) -> Iterator[Action]:
    meant = list(_offered(state, (act.Arrive,), pointed))
    yield from meant or [act.Arrive(pointed.unit or pointed.key or "nobody", pointed.label)]


def _assigning(state: State, _: dec.Assigning, pointed: _Spot) -> Iterator[Action]:
    kinds = (act.Assign, act.Release, act.Guns, act.Box, act.Unbox)
    meant = list(_offered(state, kinds, pointed))
    if meant:
        yield from meant
    elif pointed.key:
        yield act.Guns(pointed.key)
    else:
        for name in pointed.units():
            yield from (act.Release(name), act.Box(name))


# -- formations --------------------------------------------------------------------------


def _choosing(_: State, __: dec.Choosing, pointed: _Spot) -> Iterator[Action]:
    for key in pointed.formations():
        yield from (act.Activate(key), act.Recover(key))
    if not pointed.formations():
        yield act.Activate(pointed.label)


def _prepared(state: State, asked_: dec.PreparedDefense, _: _Spot) -> Iterator[Action]:
    yield act.Abandon() if state.prepared >> asked_.formation & 1 else act.Prepare()


def _flip(state: State, asked_: dec.FailureFlip, pointed: _Spot) -> Iterator[Action]:
    yield from map(act.Recover, pointed.formations() or [key_of(state, asked_.formation)])


def _activities(state: State, now: dec.Activities, pointed: _Spot) -> Iterator[Action]:
    if pointed.key and pointed.key != key_of(state, now.formation):
        yield act.Activate(pointed.key)
    elif pointed.is_enemy():
        yield from _at_enemies(state, now.formation, pointed)
    elif pointed.is_trains:
        yield act.MoveTrains(pointed.label)
    elif pointed.key:
        yield act.MoveHq()
    elif units := pointed.units():
        yield from _with_units(state, units)
        if pointed.is_hex:
            yield from _offered(state, (act.MoveTrains, act.PullBack), pointed)
    else:
        yield from (act.MoveTrains(pointed.label), act.PullBack(pointed.label))


def _with_units(state: State, names: list[str]) -> Iterator[Action]:
    for name in names:
        yield act.Act(name)
        if state.dropped >> state.kit.by_name.get(name, 0) & 1:
            yield act.Restore(name)


def _at_enemies(state: State, number: FormationId, pointed: _Spot) -> Iterator[Action]:
    """Guns and Stand Off Support need no unit in hand; the nearest unit would spot."""
    kit, target = state.kit, state.kit.grid.at(pointed.label)
    field = sorted(
        each(in_field(state, number)),
        key=lambda unit: kit.grid.distance(state.hex_of[unit], target),
    )
    if not field:
        return
    yield act.Barrage(kit.names[field[0]], pointed.label, "arty")
    for box in each(boxed(state, number)):
        origin = label(state, state.hex_of[field[0]])
        yield act.StandOff(kit.names[box], origin, pointed.label, "engage")


# -- one unit or HQ ----------------------------------------------------------------------


def _acting(state: State, acting: dec.Acting, pointed: _Spot) -> Iterator[Action]:
    if pointed.is_enemy():
        for kind in (act.Attack, act.Shock, act.Engage, act.Fire):
            yield kind(pointed.label)
        if state.kit.units[acting.unit].recon:
            yield act.Recon(pointed.label)
    elif pointed.label == label(state, state.hex_of[acting.unit]):
        yield act.Halt()
    else:
        yield act.Step(pointed.label)


def _hq_moving(state: State, moving: dec.HqMoving, pointed: _Spot) -> Iterator[Action]:
    here = label(state, state.hq[moving.formation])
    yield act.Halt() if pointed.label == here else act.Step(pointed.label)


# -- fights ------------------------------------------------------------------------------


def _retreat(state: State, choice: dec.RetreatChoice, pointed: _Spot) -> Iterator[Action]:
    named = [pointed.unit] if pointed.unit else [state.kit.names[u] for u in each(choice.units)]
    where = act.OFF_MAP if pointed.unit else pointed.label
    yield from (act.Withdraw(name, where) for name in named)


def _mission(_: State, __: dec.MissionChoice, ___: _Spot) -> Iterator[Action]:
    yield from (act.Suppress("arty"), act.Destroy(1, 0))


def _each(kind: Callable[[str], Action]) -> Callable[[State, Any, _Spot], Iterable[Action]]:
    return lambda _state, _decision, pointed: map(kind, pointed.units())


def _there(kind: Callable[[str], Action]) -> Callable[[State, Any, _Spot], Iterable[Action]]:
    return lambda _state, _decision, pointed: [kind(pointed.label)]


def _always(*actions: Action) -> Callable[[State, Any, _Spot], Iterable[Action]]:
    return lambda _state, _decision, _pointed: actions


_MEANINGS: Final[dict[type, Callable[[State, Any, _Spot], Iterable[Action]]]] = {
    dec.Arriving: _arriving,
    dec.Replacing: _each(act.Replace),
    dec.Assigning: _assigning,
    dec.Choosing: _choosing,
    dec.PreparedDefense: _prepared,
    dec.FailureFlip: _flip,
    dec.Objectives: _there(act.Objective),
    dec.Activities: _activities,
    dec.TrySecond: _always(act.Again()),
    dec.Acting: _acting,
    dec.HqMoving: _hq_moving,
    dec.BackingChoice: _each(act.Choose),
    dec.MissionChoice: _mission,
    dec.DefenderChoice: _each(act.Choose),
    dec.Losses: _each(act.Choose),
    dec.RetreatChoice: _retreat,
    dec.Following: _always(act.Follow()),
    dec.Restoring: _each(act.Restore),
    dec.HqRetreat: _there(act.PullBack),
    dec.TrainsRetreat: _there(act.MoveTrains),
}
