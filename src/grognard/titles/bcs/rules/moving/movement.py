"""A unit in hand flips, moves hex by hex, halts, leaves the map (BCS-5.6.a, BCS-S.21)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet
from grognard.titles.bcs.kit.kit import ALL, LEG, MA_TYPES, QUARTERS, P, Quarters, UnitId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Acting, Activities
from grognard.titles.bcs.position.deeds import DEEDS, TASKS, Deed
from grognard.titles.bcs.position.offering import by_hex, of_units
from grognard.titles.bcs.position.questions import Events, owned
from grognard.titles.bcs.position.state import (
    FAIL,
    WAITING,
    State,
    each,
    face,
    fact,
    in_field,
    label,
    note,
    serving,
    turn_over,
)
from grognard.titles.bcs.rules.command import safe_path, straying
from grognard.titles.bcs.rules.fighting import support
from grognard.titles.bcs.rules.moving import entering, stacking, terrain
from grognard.titles.bcs.rules.moving.hand import (
    after_engagement,
    allowance,
    change,
    finish,
    fire_events,
    fire_refusal,
    halt,
    in_hand,
    is_liftable,
    owes_engagement,
    purse,
    release,
    spend_fire,
    stop,
    stop_reasons,
)
from grognard.titles.bcs.rules.turn import arrivals, victory
from grognard.titles.bcs.rules.ways import by_points as ways
from grognard.titles.bcs.rules.ways.within_reach import (
    barriers,
    ends,
    homeward_barriers,
    reach,
    route,
    shut_refusal,
    stop_hexes,
)
from grognard.waist.asking import pop, push, swap

__all__ = [
    "after_engagement",
    "allowance",
    "ends",
    "finish",
    "fire_refusal",
    "flip_refusal",
    "go_in",
    "going_on_refusal",
    "in_hand",
    "owed_refusal",
    "reach",
    "release",
    "route",
    "shot_refusal",
    "spend_fire",
    "stop",
    "stop_hexes",
]

# -- taking a unit in hand -----------------------------------------------------------------


def _to_take(state: State, now: Activities) -> Iterator[act.Action]:
    waiting = (u for u in each(serving(state, now.formation)) if state.hex_of[u] == WAITING)
    on_map = in_field(state, now.formation) & ~state.finished
    for unit in (*each(on_map), *waiting):
        yield act.Act(state.kit.names[unit])


def _taken(state: State, now: Activities) -> list[act.Action]:
    """The same without what is refused: on the map there is no more to ask."""
    if state.snafu == FAIL:
        return []
    found = of_units(state.kit, act.Act, in_field(state, now.formation) & ~state.finished)
    if state.entry:
        waiting = (u for u in each(serving(state, now.formation)) if state.hex_of[u] == WAITING)
        names = (act.Act(state.kit.names[unit]) for unit in waiting)
        found += [one for one in names if _take_refused(state, now, one) is None]
    return found


@cites("BCS-S.8", "BCS-S.9", "BCS-R.24", "BCS-R.47")
def _take_refused(state: State, now: Activities, action: act.Act) -> Refusal | None:
    unit = owned(state, now.side, action.unit)
    if isinstance(unit, Refusal):
        return unit
    if state.command[unit] != now.formation:
        return Refusal("BCS-S.8", f"{action.unit} does not serve in the active formation")
    if state.snafu == FAIL:
        return Refusal("BCS-R.24", "no unit acts in an Activation that failed")
    if state.finished >> unit & 1:
        return Refusal("BCS-S.9", f"{action.unit} is Finished")
    if state.hex_of[unit] == WAITING:
        return arrivals.may_enter(state, unit)
    if state.hex_of[unit] < 0:
        return Refusal("BCS-S.8", f"{action.unit} is not on the map")
    return None


def _take(state: State, now: Activities, action: act.Act) -> Events:
    unit = state.kit.by_name[action.unit]
    spent = (state.stopped | state.acted) >> unit & 1
    points = 0 if spent else allowance(state, unit)
    push(state, Acting(now.side, unit, points, clear=not spent))
    told: Events = [ev.TookUp(now.side, action.unit)]
    if state.hex_of[unit] == WAITING:
        told += _come_on(state, now, unit)
    support.ask_enemy(state)
    return told


def _come_on(state: State, now: Activities, unit: UnitId) -> Events:
    """The next of a column before an edge hex is put in it; it pays nothing for that."""
    hex_ = state.entry[unit]
    arrived = ev.Arrived(now.side, (state.kit.names[unit],), label(state, hex_))
    told = go_in(state, unit, hex_, "arrive")
    state.began[unit] = hex_  # from now on: it was in nobody's Blob before (BCS-10.1e)
    return [arrived, *told]


# -- the other side of the counter ---------------------------------------------------------


@cites("BCS-5.6.a", "BCS-5.6.b", "BCS-5.6.c", "BCS-5.6.d", "BCS-1.6.g", "BCS-R.8")
def flip_refusal(state: State, unit: UnitId) -> Refusal | None:
    """Why a unit may not be turned to its other side now."""
    name, counter = state.kit.names[unit], state.kit.units[unit]
    acting = in_hand(state, unit)
    if state.acted >> unit & 1 or (acting is not None and not acting.clear):
        return Refusal("BCS-5.6.a", f"{name} has begun its activities")
    if counter.single:
        return Refusal("BCS-R.8", f"{name} has one side only")
    to = counter.faces[not state.deployed >> unit & 1].type
    if face(state, unit).type != LEG or to == LEG:
        return None
    kind = MA_TYPES[to].capitalize()
    if not terrain.is_open_to(state, to, state.hex_of[unit]):
        return Refusal("BCS-5.6.b", f"{name} stands where {kind} units cannot go")
    if not safe_path.in_radius(state, unit):
        return Refusal("BCS-5.6.c", f"{name} is out of Command Radius")
    if not safe_path.has(state, unit, to):
        return Refusal("BCS-5.6.d", f"{name} has no Safe Path for {kind} units")
    return None


def _flip_refused(state: State, acting: Acting, _: act.Flip) -> Refusal | None:
    return flip_refusal(state, acting.unit)


def _flip(state: State, acting: Acting, _: act.Flip) -> Events:
    unit = acting.unit
    turn_over(state, unit, 1 - (state.deployed >> unit & 1))
    change(state, unit, mp=allowance(state, unit))
    up = "Deployed" if state.deployed >> unit & 1 else "Move"
    return [ev.Flipped(acting.side, state.kit.names[unit], up)]


# -- a step --------------------------------------------------------------------------------


def _steps(state: State, acting: Acting) -> Iterator[act.Action]:
    hex_ = state.hex_of[acting.unit]
    if state.stopped >> acting.unit & 1 or hex_ < 0:
        return
    for near, _, _ in terrain.steps(state, face(state, acting.unit).type, hex_):
        yield act.Step(label(state, near))


def _open_steps(state: State, acting: Acting) -> list[act.Action]:
    """The same without what is refused; what a step costs and may meet is looked up once."""
    unit, hex_ = acting.unit, state.hex_of[acting.unit]
    if state.stopped >> unit & 1 or hex_ < 0:
        return []
    by, goals, (left, fresh) = (
        barriers(state, unit),
        straying.plain_ends(state, unit),
        purse(state, unit),
    )
    shut = by.shut | by.jumps if by.jumps >> hex_ & 1 else by.shut
    found, to = [], by_hex(state.kit, act.Step)
    for near, cost, _ in terrain.steps(state, by.type, hex_):
        if shut >> near & 1 or ways.charge(cost, left, fresh) == ways.NEVER:
            continue
        if goals >> near & 1 or _way_ends_badly(state, acting, near) is None:
            found.append(to[near])
    return found


def _step_refused(state: State, acting: Acting, action: act.Step) -> Refusal | None:
    grid, hex_ = state.kit.grid, state.hex_of[acting.unit]
    if state.stopped >> acting.unit & 1:
        return Refusal("BCS-S.9", f"{state.kit.names[acting.unit]} is STOPPED")
    if not grid.has(action.to) or not grid.adjacent(hex_, grid.at(action.to)):
        return Refusal("BCS-S.21", f"{action.to} is not next to {label(state, hex_)}")
    to = grid.at(action.to)
    return _way_barred(state, acting, to) or _way_ends_badly(state, acting, to)


@cites("BCS-S.22", "BCS-6.0.b", "BCS-S.21", "BCS-R.44")
def _way_barred(state: State, acting: Acting, to: Hex) -> Refusal | None:
    """What enemies, zones, terrain and points say to a step."""
    unit, hex_, name = acting.unit, state.hex_of[acting.unit], label(state, to)
    by = barriers(state, unit)
    if by.shut >> to & 1:
        return shut_refusal(state, unit, to)
    cost = terrain.cost(state, by.type, hex_, to)
    if cost == P:
        return Refusal("BCS-S.22", f"{MA_TYPES[by.type].capitalize()} units cannot enter {name}")
    if by.jumps >> hex_ & by.jumps >> to & 1:
        return Refusal("BCS-6.0.b", f"{name} is in an EZOC, and so is {label(state, hex_)}")
    left, fresh = purse(state, unit)
    if ways.charge(cost, left, fresh) == ways.NEVER:
        if cost == ALL:
            return Refusal("BCS-S.22", f"{name} takes the whole MA, and some of it is spent")
        return Refusal("BCS-S.21", f"{name} costs {_mp(cost)} MP, {_mp(left)} left")
    return None


def _mp(quarters: Quarters) -> str:
    return f"{quarters / QUARTERS:g}"


def _step(state: State, acting: Acting, action: act.Step) -> Events:
    unit, to = acting.unit, state.kit.grid.at(action.to)
    hex_ = state.hex_of[unit]
    left, fresh = purse(state, unit)
    paid = ways.charge(terrain.cost(state, face(state, unit).type, hex_, to), left, fresh)
    left, spent = left - paid, acting.spent + paid
    swap(state, Acting(acting.side, unit, left, spent, clear=False))
    note(state, acted=state.acted | 1 << unit)
    name = state.kit.names[unit]
    moved = ev.Moved(acting.side, name, label(state, hex_), action.to, left, spent)
    return [moved, *go_in(state, unit, to, "move")]


@cites("BCS-6.0.c", "BCS-6.0.g")
def go_in(state: State, unit: UnitId, to: Hex, how: str) -> Events:
    """The unit in hand comes to a hex, moving or not; what stops it there is looked up before."""
    start = state.hex_of[unit]  # off the map for one that comes on, by road
    reasons, owes = stop_reasons(state, unit, start, to), owes_engagement(state, unit, to)
    told = entering.enter(state, unit, to, how)
    change(state, unit, lift=is_liftable(reasons), must=owes)
    if reasons:
        change(state, unit, clear=False)
    return told + [one for why, rule in reasons for one in halt(state, unit, why, rule)]


# -- how a way ends ------------------------------------------------------------------------


@cites("BCS-4.2f", "BCS-5.5.a", "BCS-R.3", "BCS-R.4", "BCS-S.28")
def _way_ends_badly(state: State, acting: Acting, to: Hex) -> Refusal | None:
    """That from there the unit can come to an end its stacking and its HQ allow."""
    unit, hex_ = acting.unit, state.hex_of[acting.unit]
    goals = straying.plain_ends(state, unit)
    if goals >> to & 1:
        return None
    left, fresh = purse(state, unit)
    paid = ways.charge(terrain.cost(state, barriers(state, unit).type, hex_, to), left, fresh)
    left = 0 if stop_reasons(state, unit, hex_, to) else left - paid
    if _can_end(state, unit, to, left, goals) or _comes_home(state, unit, to, left):
        return None
    if _can_end(state, unit, to, left, straying.mended_ends(state, unit)):
        return None
    if stacking.crowded(state, unit) >> to & 1 and not straying.end_refusal(state, unit, to):
        return Refusal("BCS-5.5.a", f"two units are in {label(state, to)}, and it could not go on")
    if straying.is_coming_home(state, unit):
        return Refusal("BCS-R.3", f"{label(state, to)} is no nearer to its Command Radius")
    return Refusal("BCS-4.2f", "it could not end its move in Command Radius")


def _can_end(state: State, unit: UnitId, at: Hex, left: Quarters, goals: HexSet) -> bool:
    if goals >> at & 1:
        return True
    if not left or not goals:
        return False
    by = barriers(state, unit)

    def find() -> bool:
        found = ways.search(state, by, at, left, goals=goals)
        return any(goals >> hex_ & 1 for hex_ in (*found.passing, *found.stopped))

    return fact(state, ("can end", unit, at, left, goals), find)


@cites("BCS-R.3")
def _comes_home(state: State, unit: UnitId, to: Hex, left: Quarters) -> bool:
    """Whether a unit outside Command Radius gets nearer by the step, and may end that way."""
    away = straying.promised_away(state, unit)
    if not straying.is_coming_home(state, unit) or away >> to & 1:
        return False
    falling = straying.homeward(state, unit)
    if falling.to(to) >= falling.to(state.hex_of[unit]):
        return False
    full = stacking.crowded(state, unit)
    if not full >> to & 1:
        return True
    by = homeward_barriers(state, unit)
    found = ways.search(state, by, to, left, falling=falling)
    return any(not full >> hex_ & 1 for hex_ in (*found.passing, *found.stopped))


# -- the end of its move -------------------------------------------------------------------


@cites("BCS-6.0.g", "BCS-4.2f", "BCS-5.5.a", "BCS-R.3")
def _halt_refused(state: State, acting: Acting, _: act.Halt) -> Refusal | None:
    """A unit that has nothing else to do may halt wherever it is."""
    unit, hex_ = acting.unit, state.hex_of[acting.unit]
    if hex_ < 0 or (acting.clear and straying.has_stayed(state, unit)):
        return None
    return owed_refusal(state, acting) or going_on_refusal(state, acting)


@cites("BCS-4.2f", "BCS-R.3")
def going_on_refusal(state: State, acting: Acting) -> Refusal | None:
    """Why the unit in hand may do nothing that ends its move here: it can go on to a better hex."""
    why = _end_refused(state, acting)
    return why if why and _can_step(state, acting) else None


@cites("BCS-4.2f", "BCS-7.0d.a")
def shot_refusal(state: State, acting: Acting) -> Refusal | None:
    """Why it cannot make a Fire Event now; after the last it STOPs."""
    bar = fire_refusal(state, acting.unit)
    last = bar is None and fire_events(state, acting.unit) == 1
    return going_on_refusal(state, acting) if last else bar


@cites("BCS-6.0.g")
def owed_refusal(state: State, acting: Acting) -> Refusal | None:
    """Why the unit in hand cannot be done with: it owes an Engagement and can make one."""
    if not acting.must or not _can_engage(state, acting):
        return None
    name = state.kit.names[acting.unit]
    return Refusal("BCS-6.0.g", f"{name} came into a Real AV EZOC and must Engage")


def _end_refused(state: State, acting: Acting) -> Refusal | None:
    unit, hex_ = acting.unit, state.hex_of[acting.unit]
    if stacking.overstacked(state, hex_):
        return Refusal("BCS-5.5.a", f"too many units are in {label(state, hex_)}")
    why = straying.end_refusal(state, unit, hex_)
    if why and straying.is_coming_home(state, unit):
        return Refusal("BCS-R.3", f"{state.kit.names[unit]} can still get nearer to its HQ")
    return why


def _can_engage(state: State, acting: Acting) -> bool:
    deed = DEEDS.get(act.Engage)
    if deed is None:
        return False
    offers = deed.candidates(state, acting)
    return any(deed.refusal(state, acting, one) is None for one in offers)


def _can_step(state: State, acting: Acting) -> bool:
    return bool(_open_steps(state, acting))


def _stay(state: State, acting: Acting, _: act.Halt) -> Events:
    pop(state)
    unit = acting.unit
    if acting.clear or state.stopped >> unit & 1 or state.hex_of[unit] < 0:
        return []
    return stop(state, unit, "it has halted", "BCS-S.9")


# -- leaving the map -----------------------------------------------------------------------


def _leave_refused(state: State, acting: Acting, _: act.Leave) -> Refusal | None:
    if state.stopped >> acting.unit & 1:
        return Refusal("BCS-S.9", f"{state.kit.names[acting.unit]} is STOPPED")
    return victory.may_leave(state, acting.unit)


def _leave(state: State, acting: Acting, _: act.Leave) -> Events:
    release(state, acting.unit)
    return victory.leave(state, acting.unit)


TASKS[act.Act] = Deed(_to_take, _take_refused, _take, offers=_taken)
DEEDS[act.Flip] = Deed(lambda *_: (act.Flip(),), _flip_refused, _flip)
DEEDS[act.Step] = Deed(_steps, _step_refused, _step, offers=_open_steps)
DEEDS[act.Halt] = Deed(lambda *_: (act.Halt(),), _halt_refused, _stay)
DEEDS[act.Leave] = Deed(lambda *_: (act.Leave(),), _leave_refused, _leave)
