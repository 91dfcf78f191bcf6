"""Chapter 11: observation, bombardment, gas and machine guns.

A fire is put together gun by gun (`Battery`), rolled (`Volley`), and its steps
are taken by the owner of the hex (`Losses`, chapter 9).
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.book.derived import derived
from grognard.book.rulebook import Refusal, cites
from grognard.book.tally import Modifier, Tally
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, NOTHING, Side, UnitId, UnitSet
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.actions import (
    BARRAGE,
    Action,
    CallOff,
    Done,
    Fire,
    Shoot,
)
from grognard.titles.lost_battalion.position.decisions import (
    NO_UNIT,
    NOWHERE,
    Battery,
    Battle,
    Combat,
    Losses,
    Volley,
)
from grognard.titles.lost_battalion.position.questions import QUESTIONS, Events, Question, not_now
from grognard.titles.lost_battalion.position.state import State, ids, option, units_in
from grognard.titles.lost_battalion.rules.losses import ask_losses
from grognard.waist.asking import CHANCE_SIDE, innermost, own_side, pop, push, swap
from grognard.waist.chance import Dice, Rolled

OFFENSIVE, DEFENSIVE, BOMBARDMENT = "offensive", "defensive", "bombardment"


# -- observation (11.2) --------------------------------------------------------------


@cites("LB-11.2b", "LB-11.2c", "LB-11.2d", "LB-11.2f")
@derived(of=lambda state, side: (state.occupied[side], state.control))
def observed(state: State, side: Side) -> HexSet:
    """The hexes a side sees. Nothing blocks sight."""
    kit, grid = state.kit, state.kit.grid
    if side == ALLIED:
        return grid.within(state.occupied[ALLIED], kit.number("observation_allied"))
    hills = kit.hills & kit.play & ~state.control
    far = grid.within(hills, kit.number("observation_hill"))
    return far | grid.within(state.occupied[GERMAN], kit.number("observation_adjacent"))


# -- who may fire at what (11.2 to 11.6, 14.0) ------------------------------------------


@cites("LB-11.2a", "LB-14.0a", "LB-14.0c")
def aim_refusal(state: State, side: Side, hex_: Hex) -> Refusal | None:
    """Why a hex may not be fired at, whatever the gun."""
    label = state.kit.grid.label(hex_)
    if not observed(state, side) >> hex_ & 1:
        return Refusal("LB-11.2a", f"{label} is not observed")
    if side == ALLIED:
        return right_bank_refusal(state, hex_)
    return None


@cites("LB-14.0a", "LB-14.0c", "LB-14.0e")
def right_bank_refusal(state: State, hex_: Hex) -> Refusal | None:
    """Early in the historical game Germans east of the Meuse are left alone."""
    first = state.kit.scenario.rules.meuse_attacks_from
    if state.turn < first and state.kit.right_bank >> hex_ & 1:
        label = state.kit.grid.label(hex_)
        return Refusal("LB-14.0a", f"{label} is east of the Meuse: no attack before turn {first}")
    return None


@cites("LB-11.4a", "LB-11.5e", "LB-7.2f", "LB-11.5c", "LB-11.7k")
def gun_refusal(state: State, unit: UnitId, hex_: Hex) -> Refusal | None:
    """Why an artillery unit may not fire at a hex; neither its march nor gas is a reason."""
    kit, name = state.kit, state.kit.names[unit]
    if not kit.artillery >> unit & 1:
        return Refusal("LB-11.4a", f"{name} is not artillery")
    if state.hex_of[unit] < 0:
        return Refusal("LB-11.4a", f"{name} is not on the map")
    if state.fired >> unit & 1:
        return Refusal("LB-11.5e", f"{name} has fired this turn")
    if current_supply(state) >> unit & 1:
        return Refusal("LB-7.2f", f"{name} is out of supply")
    distance = kit.grid.distance(state.hex_of[unit], hex_)
    if distance > kit.units[unit].range:
        reach = kit.units[unit].range
        return Refusal("LB-11.4a", f"{name} reaches {reach} hexes; it is {distance} away")
    return None


@cites("LB-7.2b", "LB-7.2e")
def current_supply(state: State) -> UnitSet:
    """Who counts as out of supply now: a Hasty Attack goes by the Movement Phase."""
    battle = innermost(state, Battle)
    hasty = battle is not None and battle.origin != NOWHERE
    return state.out_moving if hasty else state.out_fighting


def ready_guns(state: State, hex_: Hex) -> UnitSet:
    """The Allied artillery that could fire at a hex."""
    # Must agree with gun_refusal, which says why not.
    kit, hex_of, ready = state.kit, state.hex_of, 0
    for unit in ids(kit.artillery & ~state.fired & ~current_supply(state)):
        at = hex_of[unit]
        if at >= 0 and kit.grid.distance(at, hex_) <= kit.units[unit].range:
            ready |= 1 << unit
    return ready


@cites("LB-11.2e", "LB-11.6b")
def can_fire_at(state: State, side: Side, hex_: Hex) -> bool:
    """Whether the side has anything to fire at that hex."""
    if aim_refusal(state, side, hex_) is not None:
        return False
    if side == GERMAN:
        return bool(state.barrage)
    return bool(ready_guns(state, hex_))


def fire_reach(state: State, side: Side) -> HexSet:
    """The observed hexes that something of the side's could fire at."""
    if side == GERMAN:
        return observed(state, side) if state.barrage else 0
    kit, reach = state.kit, 0
    for unit in ids(kit.artillery & ~state.fired & ~current_supply(state)):
        if state.hex_of[unit] >= 0:
            reach |= kit.disc(state.hex_of[unit], kit.units[unit].range)
    return reach & observed(state, side)


# -- a battery is named -------------------------------------------------------------------


def open_battery(state: State, side: Side, role: str, at: HexSet, most: int) -> None:
    """Asks a side for its guns, if for all the other side can see it has any that could fire."""
    aimed = sum(1 << h for h in members(at) if aim_refusal(state, side, h) is None)
    if any(_seems_in_range(state, side, h) for h in members(aimed)):
        push(state, Battery(side, role, aimed, most))


def _seems_in_range(state: State, side: Side, hex_: Hex) -> bool:
    """A gun's own range is hidden, so any gun is taken to reach as far as the farthest."""
    if side == GERMAN:
        return bool(state.barrage)
    kit, near = state.kit, state.kit.disc(hex_, state.kit.longest_range)
    silent = state.fired | current_supply(state)
    standing = (state.hex_of[u] for u in ids(kit.artillery & ~silent))
    return any(h >= 0 and near >> h & 1 for h in standing)


def battery_candidates(state: State, battery: Battery) -> Iterable[Action]:
    kit = state.kit
    targets = battery.at if battery.aim == NOWHERE else 1 << battery.aim
    for hex_ in members(targets):
        label = kit.grid.label(hex_)
        if battery.side == GERMAN:
            yield Fire(BARRAGE, label)
        else:
            for unit in ids(ready_guns(state, hex_) & ~battery.guns):
                yield Fire(kit.names[unit], label)
    yield Shoot() if battery.aim != NOWHERE else Done()
    if battery.role == BOMBARDMENT:
        yield CallOff()


def battery_refusal(state: State, battery: Battery, action: Action) -> Refusal | None:
    match action:
        case Fire(gun, label):
            return fire_refusal(state, battery, gun, label)
        case Shoot():
            if battery.aim == NOWHERE:
                return Refusal("LB-11.4a", "name the artillery that fires first")
            return None
        case Done():
            if battery.aim != NOWHERE:
                return Refusal("LB-11.4a", "the artillery named must shoot")
            return None
        case CallOff():
            if battery.role != BOMBARDMENT:
                return Refusal("LB-11.4b", "only a bombardment by itself can be called off")
            return None
    return not_now(action, "name the artillery that fires")


@cites("LB-11.3a", "LB-11.3b", "LB-11.4a", "LB-11.4b", "LB-11.4c", "LB-9.16d")
def fire_refusal(state: State, battery: Battery, gun: str, label: str) -> Refusal | None:
    """Why this gun or marker may not be added to the fire on that hex."""
    kit = state.kit
    if not kit.grid.has(label) or not battery.at >> kit.grid.at(label) & 1:
        return Refusal("LB-11.3b", f"{label} is not a hex this fire may fall on")
    hex_ = kit.grid.at(label)
    if battery.aim not in (NOWHERE, hex_):
        return Refusal("LB-11.4b", "one fire falls on one hex")
    if battery.guns.bit_count() + battery.markers >= battery.most:
        return Refusal(_limit_rule(battery), f"no more than {battery.most} may fire")
    if battery.side == GERMAN:
        return _marker_refusal(state, battery, gun)
    unit = kit.by_name.get(gun)
    if unit is None or kit.side_of[unit] != battery.side:
        return Refusal("LB-S.1", f"you have no artillery called {gun}")
    if battery.guns >> unit & 1:
        return Refusal("LB-11.5e", f"{gun} is firing already")
    return gun_refusal(state, unit, hex_)


def _limit_rule(battery: Battery) -> str:
    return "LB-11.3a" if battery.role == DEFENSIVE else "LB-11.4a"


@cites("LB-11.2e", "LB-11.6b")
def _marker_refusal(state: State, battery: Battery, gun: str) -> Refusal | None:
    if gun != BARRAGE:
        return Refusal("LB-11.2e", "the German side fires Barrage markers, not units")
    if battery.markers >= state.barrage:
        return Refusal("LB-11.6b", "every Barrage marker has been used this turn")
    return None


def battery_answer(state: State, battery: Battery, action: Action) -> Events:
    match action:
        case Fire(gun, label):
            return _add_gun(state, battery, gun, state.kit.grid.at(label))
        case Shoot():
            return shoot(state, battery)
        case Done() | CallOff():
            pop(state)
            if battery.role == BOMBARDMENT:
                pop(state)
            return []
    raise AssertionError(f"refusal should have stopped {action} in {battery}")


def _add_gun(state: State, battery: Battery, gun: str, hex_: Hex) -> Events:
    unit = state.kit.by_name.get(gun)
    named = Battery(
        battery.side,
        battery.role,
        battery.at,
        battery.most,
        battery.guns | (0 if unit is None else 1 << unit),
        battery.markers + (unit is None),
        hex_,
    )
    swap(state, named)
    if named.guns.bit_count() + named.markers < named.most:
        return []
    return shoot(state, named)


# -- the roll ---------------------------------------------------------------------------


@cites("LB-11.4a")
def offensive_guns_left(state: State, hex_: Hex) -> int:
    """How many may yet fire at a hex in this Combat Phase, for an attack on it or without."""
    return state.kit.number("attack_bombardment_units") - state.shelled.get(hex_, 0)


@cites("LB-11.5a", "LB-14.6")
def shoot(state: State, battery: Battery) -> Events:
    """The guns turn to their fired side; off the left of the table nothing happens."""
    pop(state)
    kit = state.kit
    column, tally = fire_column(state, battery)
    state.fired |= battery.guns
    state.barrage -= battery.markers
    if battery.role != DEFENSIVE and innermost(state, Combat) is not None:
        count = battery.guns.bit_count() + battery.markers
        state.shelled[battery.aim] = state.shelled.get(battery.aim, 0) + count
    if battery.role == BOMBARDMENT:
        state.bombarded |= 1 << battery.aim
        battle = state.top
        assert isinstance(battle, Battle)
        swap(state, Battle(battle.side, battle.target, 0, "smoke"))
    if column >= 0:
        push(state, Volley(battery.side, battery.role, battery.aim, column))
    return [
        ev.Bombarded(
            battery.side,
            gun_names(state, battery),
            kit.grid.label(battery.aim),
            battery.role,
            fire_line(state, battery),
            tally,
            column >= 0,
        )
    ]


def gun_names(state: State, battery: Battery) -> tuple[str, ...]:
    named = tuple(state.kit.names[unit] for unit in ids(battery.guns))
    return named + (BARRAGE,) * battery.markers


@cites("LB-S.17", "LB-14.6")
def fire_column(state: State, battery: Battery) -> tuple[int, Tally]:
    """The column of the Bombardment Table, below 0 if shifted off it, and the shifts."""
    strength, floors = fire_strength(state, battery), state.kit.fire_floors
    column = max(i for i, floor in enumerate(floors) if strength >= floor)
    tally = Tally(tuple(_fire_shifts(state, battery)))
    return column + tally.total, tally


@cites("LB-11.6a", "LB-S.17", "LB-11.4b")
def fire_strength(state: State, battery: Battery) -> int:
    kit = state.kit
    guns = sum(kit.units[unit].guns for unit in ids(battery.guns))
    return guns + battery.markers * kit.number("barrage_strength")


@cites("LB-S.22", "LB-9.13a", "LB-14.5", "LB-11.3c", "LB-11.3d", "LB-8.8d")
def _fire_shifts(state: State, battery: Battery) -> Iterable[Modifier]:
    kit, hex_ = state.kit, battery.aim
    natural = kit.natural[hex_]
    if natural.bombard:
        yield Modifier(-natural.bombard, "LB-S.22", natural.name)
    built = kit.man_made[hex_]
    if battery.role == DEFENSIVE or not forts_serve(state, 1 - battery.side, hex_):
        # Attacking units keep the cover of a town, never that of fortifications.
        built = kit.town_cover if kit.towns >> hex_ & 1 else NOTHING
    if built.bombard:
        rule = "LB-14.5" if built.name == "field fortification" else "LB-S.22"
        yield Modifier(-built.bombard, rule, built.name)


@cites("LB-8.8a", "LB-8.8d")
def forts_serve(state: State, side: Side, hex_: Hex) -> bool:
    """A fortification, never destroyed, serves whoever holds it, unless agreed otherwise."""
    if not state.kit.forts >> hex_ & 1:
        return True
    return side == GERMAN or not option(state, "forts_german_only")


def fire_line(state: State, battery: Battery) -> str:
    """`17 (6+6+5) on 17-20 · 1L forest → 13-16`, as a player reads it."""
    kit = state.kit
    column, tally = fire_column(state, battery)
    parts = [str(kit.units[unit].guns) for unit in ids(battery.guns)]
    parts += [str(kit.number("barrage_strength"))] * battery.markers
    shifts = [f"{-m.amount}L {m.what} {m.rule}" for m in tally.modifiers]
    final = kit.fire_columns[column] if column >= 0 else "off the table, no effect"
    total = fire_strength(state, battery)
    return " · ".join([f"{total} ({'+'.join(parts)})", *shifts]) + f" → {final}"


def volley_draw(_: State, __: Volley) -> Dice:
    return Dice(1, 6, "bombardment")


@cites("LB-S.17")
def volley_answer(state: State, volley: Volley, action: Rolled) -> Events:
    """The roll gives the steps lost in the hex; its owner chooses the units."""
    pop(state)
    (face,) = action.faces
    steps = state.kit.fire[volley.column][face - 1]
    told: Events = [ev.FireRolled(volley.side, face, steps, state.kit.fire_columns[volley.column])]
    if steps:
        target = _under_fire(state, volley)
        told += ask_losses(state, Losses(1 - volley.side, target, steps, "bombardment"))
    return told


@cites("LB-9.16d", "LB-9.16e", "LB-11.3b")
def _under_fire(state: State, volley: Volley) -> UnitSet:
    """Whom a fire strikes: the hex; in defence the attackers there, or the leader alone."""
    battle = innermost(state, Battle)
    if volley.role != DEFENSIVE or battle is None:
        return units_in(state, volley.aim)
    if battle.leader != NO_UNIT:
        return 1 << battle.leader
    if battle.origin != NOWHERE:
        return battle.units
    return battle.units & units_in(state, volley.aim)


def chance_side(_: State, __: object) -> Side:
    return CHANCE_SIDE


def no_candidates(_: State, __: object) -> Iterable[Action]:
    return ()


def chance_refusal(_: State, __: object, action: Action) -> Refusal | None:
    return not_now(action, "roll the dice")


QUESTIONS[Battery] = Question(own_side, battery_candidates, battery_refusal, battery_answer)
QUESTIONS[Volley] = Question(chance_side, no_candidates, chance_refusal, volley_answer, volley_draw)
