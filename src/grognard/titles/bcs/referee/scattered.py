"""Positions of all sorts: both sides in a part of the map, so that they are in each other's way."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.bcs.kit.kit import (
    DEPLOYED,
    NO_FORMATION,
    STANDOFF,
    FormationId,
    UnitId,
    open_kit,
)
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position.actions import Action
from grognard.titles.bcs.position.decisions import (
    NO_UNIT,
    Acting,
    Activation,
    Activations,
    Activities,
    Sequence,
)
from grognard.titles.bcs.position.options import OPTIONS
from grognard.titles.bcs.position.questions import ASKING, proceed
from grognard.titles.bcs.position.state import (
    BOX,
    FAIL,
    FULL,
    OFF,
    OFF_MAP,
    PARTIAL,
    REMOVED,
    State,
    Terms,
    boxed,
    each,
    in_field,
    mark,
    place_hq,
    place_trains,
    put,
)
from grognard.titles.bcs.referee.fights import Fights
from grognard.titles.bcs.referee.ground import TYPES, Label, distance
from grognard.titles.bcs.referee.zones import Counter, Position
from grognard.titles.bcs.rules.rear import msr, trains
from grognard.titles.bcs.rules.turn.activation import STEPS as STEPS_OF_ACTIVATION
from grognard.titles.bcs.rules.turn.activation import act_in_any_order
from grognard.titles.bcs.rules.turn.sequence import STEPS, activation_phase
from grognard.titles.bcs.rules.turn.setting_up import empty_game, plays
from grognard.waist.title import CHANCE

_AFTER_ACTIVATIONS = STEPS.index(activation_phase) + 1
_IN_ACTIVITIES = STEPS_OF_ACTIVATION.index(act_in_any_order) + 1


_FIGHTS = act.Attack, act.Engage, act.Fire, act.Shock, act.Recon, act.StandOff, act.Barrage
_ENDS = act.Done, act.Halt, act.PullBack, act.Recover, act.MoveTrains
_WEIGHTS: dict[Any, float] = (
    dict.fromkeys(_FIGHTS, 6.0)
    | dict.fromkeys(_ENDS, 0.3)
    | {act.Act: 4.0, act.Step: 3.0, act.Retreat: 0.05}
)


def scattered(scenario: str, rng: Random) -> State:
    """A position that nobody would come to, with somebody to decide."""
    options = tuple((option.key, rng.choice(option.values)) for option in OPTIONS)
    state = empty_game(Terms(open_kit(scenario, None), options))
    crowd = rng.randint(1, 10)
    mark(
        state,
        turn=rng.randint(1, min(3, state.kit.last_turn)),
        ground=rng.choice(("normal", "mud", "freeze")),
        visibility=rng.randint(0, 3),
        blown=rng.choice((0, 1, 6, 31)) & (1 << len(state.kit.bridges)) - 1,
        german=_some(rng, state.kit.vp_hexes, rng.choice((0.0, 0.5, 1.0))),
        air=[rng.randrange(3), rng.randrange(3)],
    )
    if state.kit.exit is not None:
        state.exited = rng.choice((0, rng.randrange(60)))
    if state.kit.timetable is not None:
        state.bonus = rng.choice((0, *state.kit.timetable.vp.values()))
    _fill(state, rng, crowd)
    posts = [f.id for f in state.kit.formations if state.hq[f.id] >= 0]
    _ask(state, rng, rng.choice([NO_FORMATION, *posts, *posts]))
    return state


def _some(rng: Random, hexes: HexSet, share: float) -> HexSet:
    return sum(1 << h for h in members(hexes) if rng.random() < share)


def _ask(state: State, rng: Random, active: FormationId) -> None:
    """Somebody is asked: whose Activation comes next, or what this formation is to do."""
    side = _side(state, active) if active != NO_FORMATION else rng.randrange(2)
    used = sum(1 << f.id for f in state.kit.formations if f.id == active or rng.random() < 0.3)
    mark(state, used=used, recovered=rng.choice((0, used)))
    state.stack = Sequence(_AFTER_ACTIVATIONS), Activations(1 - side)
    if active == NO_FORMATION:
        proceed(state)
        return
    _meet(state, rng, active)
    firer = rng.choice((_stand_off, _backed, _none))(state, rng, active)
    began = {unit: state.hex_of[unit] for unit in each(in_field(state, active))}
    near = [h for at in began.values() for h in state.kit.grid.neighbours(at)]
    jammed = sum(1 << h for h in set(near) if rng.random() < 0.1)
    mark(state, traffic=state.traffic | jammed)
    mark(state, active=active, snafu=rng.choice((FAIL, PARTIAL, FULL, FULL)), began=began)
    mark(state, arty=rng.randrange(3) if state.snafu != FAIL else 0, second=rng.random() < 0.3)
    enemies = [h for h in state.stacks if state.occupied[1 - side] >> h & 1]
    if enemies:
        own = [*began.values(), state.hq[active]]
        near = sorted(enemies, key=lambda h: _nearest(state, h, own))
        mark(state, objectives=tuple(rng.choice(near[:4]) for _ in range(2)))
    state.stack += Activation(active, _IN_ACTIVITIES, state.second), Activities(side, active)
    if state.snafu != FAIL and rng.random() < 0.8:
        _take_up(state, rng, firer)
        if firer == NO_UNIT:
            _press_on(state, rng)
        else:
            _fire(state, firer)


def _press_on(state: State, rng: Random) -> None:
    """Some actions of its own accord, fights before all, until a die is due."""
    for _ in range(rng.randrange(16)):
        seats = ASKING.deciders(state)
        if not seats or seats[0] == CHANCE:
            return
        ASKING.apply(state, seats[0], some_action(ASKING.offers(state, seats[0]), rng))


def _fire(state: State, firer: UnitId) -> None:
    """It engages whoever is farthest off, if it can."""
    seats, at, grid = ASKING.deciders(state), state.hex_of[firer], state.kit.grid
    offers = ASKING.offers(state, seats[0]) if seats else []
    fit = [a for a in offers if isinstance(a, act.Engage)]
    if fit:
        ASKING.apply(state, seats[0], max(fit, key=lambda a: grid.distance(at, grid.at(a.hex))))


def some_action(offers: list[Action], rng: Random) -> Action:
    """A fight or two, moves, and all the rest by its kind; an end is put off."""
    kinds: dict[Any, list[Action]] = {}
    for action in offers:
        kinds.setdefault(type(action), []).append(action)
    weights = [_WEIGHTS.get(kind, 1.0) for kind in kinds]
    (kind,) = rng.choices(list(kinds), weights)
    return rng.choice(kinds[kind])


def _meet(state: State, rng: Random, active: FormationId) -> None:
    """Some enemies come up to units of the formation in its Command Radius."""
    reading = Position(state)
    own = [u for u in reading.of(active) if reading.in_radius(u)]
    enemies = [u for u in reading.on_map if u.side != _side(state, active)]
    for unit in rng.sample(own, min(6, len(own))):
        if enemies and rng.random() < 0.8:
            _come(state, rng, rng.choice(enemies).id, unit.at, rng.choice((1, 1, 1, 2)))


def _none(_state: State, _rng: Random, _active: FormationId) -> UnitId:
    return NO_UNIT


def _stand_off(state: State, rng: Random, active: FormationId) -> UnitId:
    """A gun of the formation stands behind a stack of it, an enemy as far off as it may reach."""
    reading = Position(state)
    own = [u for u in reading.units if u.formation == active and (u.at or u.place in (BOX, OFF))]
    guns = [u for u in own if state.kit.units[u.id].faces[DEPLOYED].kind == STANDOFF]
    foot = [u for u in reading.of(active) if u.prepared and not _armed(reading, u.at)]
    foes = [u for u in reading.on_map if u.side != _side(state, active)]
    if not (guns and foot and foes):
        return NO_UNIT
    gun, unit = rng.choice(guns), rng.choice(foot)
    put(state, gun.id, BOX)
    mark(state, established=state.established | 1 << unit.id, visibility=rng.randint(1, 3))
    _come(state, rng, rng.choice(foes).id, unit.at, rng.randint(1, 3))
    return NO_UNIT


def _backed(state: State, rng: Random, active: FormationId) -> UnitId:
    """An enemy with Support behind it lies two hexes from a unit with AV: the one that fires."""
    reading, side = Position(state), _side(state, active)
    if rng.random() < 0.5:
        _out_of_the_box(state, rng, active)
        reading = Position(state)
    firers = [u for u in reading.of(active) if u.showing.av and u.showing.range > 1]
    tanks = [u for u in reading.units if _lends(reading, u, 1 - side)]
    foes = [u for u in reading.on_map if u.prepared and not u.showing.av]
    pairs = [(u, tank) for u in foes for tank in tanks if u.formation == tank.formation]
    firer = rng.choice(firers) if firers and pairs else None
    if firer is not None:
        foe, tank = rng.choice(pairs)
        put(state, tank.id, BOX)
        mark(state, established=state.established | 1 << foe.id, visibility=rng.randint(2, 3))
        fights = Fights(Position(state))
        _come(state, rng, foe.id, firer.at, 2, lambda h: not fights.is_terrain(h))
    return firer.id if firer is not None else NO_UNIT


def _out_of_the_box(state: State, rng: Random, active: FormationId) -> None:
    """Tanks or guns of the formation that were Support stand beside its HQ."""
    for unit in Position(state).box(active):
        if not state.kit.units[unit.id].single:
            mark(state, deployed=state.deployed | 1 << unit.id)
        _come(state, rng, unit.id, state.kit.grid.label(state.hq[active]), 1)


def _lends(reading: Position, unit: Counter, side: int) -> bool:
    """Whether it is a unit of the side that can go into a Support box."""
    face = reading.kit.units[unit.id].faces[DEPLOYED]
    there = unit.side == side and (unit.at or unit.place in (BOX, OFF))
    return bool(there and face.av) and unit.formation != NO_FORMATION


def _armed(reading: Position, at: Label) -> bool:
    return any(u.showing.av for u in reading.stacks[at])


def _come(
    state: State,
    rng: Random,
    unit: UnitId,
    near: Label,
    far: int,
    suits: Callable[[Label], bool] = bool,
) -> None:
    """A unit comes to a hex so far from another that suits it and has room."""
    reading = Position(state)
    mover, enemy = reading.units[unit], 1 - reading.units[unit].side
    fit = {h for h in reading.ground.within(near, far) if distance(h, near) == far and suits(h)}
    fit = fit & reading.entered(mover.type) - reading.holds(enemy) - reading.tails(enemy)
    room = [h for h in sorted(fit) if len(_units_at(state, h)) < 2]
    if room:
        put(state, unit, state.kit.grid.at(rng.choice(room)))


def _units_at(state: State, label: Label) -> tuple[UnitId, ...]:
    return each(state.stacks.get(state.kit.grid.at(label), 0))


def _take_up(state: State, rng: Random, firer: UnitId) -> None:
    """A unit of the active formation is in hand, with markers on it, near it and on others."""
    units = each(in_field(state, state.active))
    enemies = [h for h in state.stacks if state.occupied[1 - _side(state, state.active)] >> h & 1]
    if not units or not enemies:
        return
    marks = {
        column: sum(1 << unit for unit in units if rng.random() < 0.2)
        for column in ("stopped", "finished", "moved", "stripped")
    }
    unit = min(units, key=lambda u: (u != firer, _apart(state, u, enemies), rng.random()))
    if unit != firer and rng.random() < 0.3:
        _pass_by(state, rng, unit)
    marks["finished"] &= ~(1 << unit)
    marks["stopped"] |= marks["finished"]
    mark(state, **marks)
    attacked = sum(1 << hex_ for hex_ in enemies if rng.random() < 0.1)
    began = {u: rng.choice((state.hex_of[u], state.hq[state.active])) for u in units}
    guns = each(boxed(state, state.active))
    fired = {unit: rng.randrange(2 if unit == firer else 3)} | {
        gun: 1 for gun in guns if rng.random() < 0.3
    }
    mark(state, attacked=attacked, began=began, fired=fired, hq_moved=rng.random() < 0.5)
    ma = state.kit.units[unit].faces[state.deployed >> unit & 1].ma
    left = rng.randrange(ma + 1)
    owes = rng.random() < 0.2
    side = _side(state, state.active)
    state.stack += (Acting(side, unit, left, ma - left, must=owes, clear=False),)


def _pass_by(state: State, rng: Random, unit: UnitId) -> None:
    """It is on its way through a hex that is full."""
    reading, at = Position(state), state.hex_of[unit]
    others = [u for u in reading.of(state.active) if u.place != at]
    fit = [u for u in others if reading.label(at) in reading.entered(u.type)]
    for other in rng.sample(fit, min(2, len(fit))):
        if len(_units_at(state, reading.label(at))) < 3:
            put(state, other.id, at)


def _side(state: State, number: FormationId) -> int:
    return state.kit.formations[number].side


def _nearest(state: State, hex_: Hex, others: list[Hex]) -> int:
    return min(state.kit.grid.distance(hex_, other) for other in others)


def _apart(state: State, unit: UnitId, enemies: list[Hex]) -> int:
    return _nearest(state, state.hex_of[unit], enemies)


def _fill(state: State, rng: Random, crowd: int) -> None:
    place = Placing(state, rng)
    for formation in state.kit.formations:
        if not plays(state, formation):
            _stays_away(state, formation.id)
        elif rng.random() < 0.8:
            place.formation(formation.id, crowd)
    for unit in each(state.kit.independents):
        if rng.random() < 0.7:
            place.independent(unit)
    trains.establish_all(state)
    place.later()
    traffic = sum(1 << rng.choice(state.kit.grid.hexes) for _ in range(rng.randrange(4)))
    marks = rng.sample(sorted(state.kit.vp), 2)
    mark(state, traffic=traffic, objectives=tuple(marks[: rng.randrange(3)]))


def _stays_away(state: State, number: FormationId) -> None:
    place_hq(state, number, REMOVED)
    place_trains(state, number, REMOVED)
    for unit in each(state.kit.formation_units[number]):
        put(state, unit, REMOVED)


class Placing:
    """Puts counters where the rules let them be."""

    def __init__(self, state: State, rng: Random) -> None:
        self.state, self.rng, self.kit = state, rng, state.kit
        self.reading = Position(state)
        self.roads = [
            h for h in self.reading.ground.hexes if self._road_hex(h, ("primary", "secondary"))
        ]
        self.middle = rng.choice(self.roads)
        self.width = rng.randrange(5, 16)

    def _road_hex(self, label: Label, kinds: tuple[str, ...]) -> bool:
        return self.reading.ground.has_road(label, kinds)

    def formation(self, number: FormationId, crowd: int) -> None:
        near = [h for h in self.roads if distance(h, self.middle) <= self.width]
        hq = self.rng.choice(near if self.rng.random() < 0.9 else self.reading.ground.hexes)
        if self._is_taken(hq, self.kit.formations[number].side):
            return
        place_hq(self.state, number, self.kit.grid.at(hq))
        self._trains(number)
        units = each(self.kit.formation_units[number])
        for unit in self.rng.sample(units, min(crowd, len(units))):
            self._unit(unit, hq, self.kit.formations[number].radius + 2)
        blocked = self.state.blocked[:]
        off = self.state.trains[number] < 0
        blocked[number] = self.rng.randint(1, 2) if off else self.rng.choice((0, 0, 1, 2))
        ghost = self.state.ghost | self.rng.randrange(2) << number
        prepared = self.state.prepared | (self.rng.random() < 0.2 and not blocked[number]) << number
        mark(self.state, blocked=blocked, ghost=ghost, prepared=prepared)

    def _trains(self, number: FormationId) -> None:
        at = self.rng.choice(self.roads)
        if self.rng.random() < 0.4:
            at = self.rng.choice(sorted(self.reading.sources(self.kit.formations[number].side)))
        if self.kit.dump is not None and self.rng.random() < 0.2:
            at = self.rng.choice(self.kit.scenario.dump[0].hexes)
        off = self.rng.random() < 0.15 or self._is_taken(at, self.kit.formations[number].side)
        place_trains(self.state, number, OFF_MAP if off else self.kit.grid.at(at))

    def _is_taken(self, label: Label, side: int) -> bool:
        hex_, enemy = self.kit.grid.at(label), 1 - side
        tails = msr.counters(self.state, enemy)
        return bool((self.state.occupied[enemy] | tails) >> hex_ & 1)

    def _unit(self, unit: UnitId, hq: Label, far: int) -> None:
        printed = self.kit.units[unit]
        if printed.faces[1].av and self.rng.random() < 0.3 and self.state.command[unit] >= 0:
            put(self.state, unit, BOX)
            return
        if not printed.single and self.rng.random() < 0.5:
            mark(self.state, deployed=self.state.deployed ^ 1 << unit)
        self.state.steps[unit] = self.rng.randint(1, printed.steps)
        side, showing = self.kit.side_of[unit], self._type(unit)
        around = self.reading.ground.within(hq, self.rng.randrange(far + 1))
        choice = sorted(around & self.reading.entered(showing))
        for at in self.rng.sample(choice, min(3, len(choice))):
            full = self.state.stacks.get(self.kit.grid.at(at), 0).bit_count() >= 2
            if not full and not self._is_taken(at, side):
                put(self.state, unit, self.kit.grid.at(at))
                dropped = self.state.dropped | (self.rng.random() < 0.1) << unit
                established = self.state.established | (self.rng.random() < 0.3) << unit
                mark(self.state, dropped=dropped, established=established)
                return

    def _type(self, unit: UnitId) -> str:
        return TYPES[self.kit.units[unit].faces[self.state.deployed >> unit & 1].type]

    def independent(self, unit: UnitId) -> None:
        side = self.kit.side_of[unit]
        posts = [n for n in self.kit.side_formations[side] if self.state.hq[n] >= 0]
        if not posts:
            return
        number = self.rng.choice(posts)
        if self.rng.random() < 0.6:
            self.state.command[unit] = number
        self._unit(unit, self.kit.grid.label(self.state.hq[number]), 8)

    def later(self) -> None:
        """A few units and bridges move on after the MSRs were established."""
        moved = [u for u in range(len(self.kit.units)) if self.state.hex_of[u] >= 0]
        for unit in self.rng.sample(moved, min(3, len(moved))):
            if self.rng.random() < 0.5:
                self._unit(UnitId(unit), self.middle, self.width)
        if self.rng.random() < 0.3:
            side = self.rng.randrange(2)
            for unit in moved:
                if self.kit.side_of[unit] == side and self.rng.random() < 0.8:
                    put(self.state, UnitId(unit), OFF)
        if self.kit.bridges and self.rng.random() < 0.3:
            mark(
                self.state, blown=self.state.blown ^ 1 << self.rng.randrange(len(self.kit.bridges))
            )
