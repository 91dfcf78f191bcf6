"""Chapter 6: entering the map, the Reserve Box, replacements, R&R, the Final Offensive."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, Side, UnitId, UnitSet
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.actions import (
    Action,
    Announce,
    Done,
    Recall,
    Replace,
    Reserve,
    Rest,
)
from grognard.titles.lost_battalion.position.decisions import (
    Announcement,
    Arrivals,
    GermanReplacements,
)
from grognard.titles.lost_battalion.position.questions import QUESTIONS, Events, Question, not_now
from grognard.titles.lost_battalion.position.state import (
    DEAD,
    DUE,
    LATER,
    RESERVE,
    RESTING,
    WITHDRAWN,
    State,
    ids,
    option,
    put,
)
from grognard.titles.lost_battalion.rules.supply import out_of_supply
from grognard.titles.lost_battalion.rules.terrain import barred_refusal, ground_refusal
from grognard.waist.asking import pop, push

GERMAN_EDGES: Final = ("E", "N", "W")

# -- entering the map (3.4, 6.1, 6.3) ----------------------------------------------


@cites("LB-6.3a", "LB-6.3b", "LB-6.3e", "LB-6.4e", "LB-6.1e")
def entry_refusal(state: State, unit: UnitId) -> Refusal | None:
    """Why a unit that is not on the map may not come onto it this phase."""
    name, where = state.kit.names[unit], state.hex_of[unit]
    first = state.kit.reserve_from
    if where == RESERVE and state.turn < first:
        return Refusal("LB-6.3a", f"the Reserve Box opens on turn {first}")
    if where == RESERVE and state.lifted >> unit & 1:
        return Refusal("LB-6.3e", f"{name} was lifted this turn and may not come back in it")
    if where == RESTING:
        return Refusal("LB-6.4e", f"{name} is on the R&R track")
    if where == DEAD:
        return Refusal("LB-6.3i", f"{name} has been destroyed")
    if where == LATER:
        return Refusal("LB-14.16", f"{name} has not arrived by the schedule")
    if where not in (DUE, RESERVE):
        return Refusal("LB-14.16", f"{name} is not in play")
    if state.done >> unit & 1:
        return Refusal("LB-8.0a", f"{name} has made its move this phase")
    return None


@cites("LB-6.1a", "LB-6.1b", "LB-6.1f", "LB-S.32")
def entry_hexes(state: State, units: UnitSet) -> HexSet:
    """The edge hexes where these units might enter; `edge_refusal` has the last word."""
    if units & state.kit.side_units[GERMAN]:
        return _german_entries(state, units)
    return _allied_edge(state, units)


def _allied_edge(state: State, units: UnitSet) -> HexSet:
    kit = state.kit
    if units & kit.us:
        return kit.edges["S"]
    return kit.french_south | _west_entries(state, units)


@cites("LB-6.1f")
def _west_entries(state: State, units: UnitSet) -> HexSet:
    """The west-edge hexes in Allied hands, for divisions to which the turn record opens them."""
    kit = state.kit
    open_ = (d for d, turn in kit.west_entry.items() if turn <= state.turn)
    if any(kit.division_units[division] & units for division in open_):
        return kit.edges["W"] & state.control
    return 0


@cites("LB-6.1b", "LB-6.1f")
def edge_refusal(state: State, units: UnitSet, hex_: Hex) -> Refusal | None:
    """Why units may not come onto the map at that hex."""
    kit, label = state.kit, state.kit.grid.label(hex_)
    if not kit.rim >> hex_ & 1:
        return Refusal("LB-6.1c", f"{label} is not on the edge of the map")
    if units & kit.side_units[ALLIED]:
        if not _allied_edge(state, units) >> hex_ & 1:
            return _allied_edge_refusal(state, units, label)
        return ground_refusal(state, ALLIED, hex_)
    return _german_edge_refusal(state, units, hex_)


def _allied_edge_refusal(state: State, units: UnitSet, label: str) -> Refusal:
    if units & state.kit.us:
        return Refusal("LB-6.1b", f"US units enter on the south edge, not at {label}")
    return Refusal(
        "LB-6.1f", f"French units enter in the south, columns 01–05 or 22–28, not at {label}"
    )


@cites("LB-6.1a", "LB-S.32")
def _german_edge_refusal(state: State, units: UnitSet, hex_: Hex) -> Refusal | None:
    kit, label = state.kit, state.kit.grid.label(hex_)
    if _german_entries(state, units) >> hex_ & 1:
        return ground_refusal(state, GERMAN, hex_)
    shut = [_shut_refusal(state, e, hex_) for e in GERMAN_EDGES if kit.edges[e] >> hex_ & 1]
    if not shut:
        return Refusal(
            "LB-6.1a", f"German units enter from the north, east or west, not at {label}"
        )
    if None not in shut:
        return shut[0]
    return barred_refusal(state, GERMAN, hex_) or Refusal(
        "LB-S.32", f"the schedule brings this unit in at another edge than {label}"
    )


@cites("LB-6.1a", "LB-S.32")
def _german_entries(state: State, units: UnitSet) -> HexSet:
    """The open hexes of the edges given for a division; of every edge if those are closed."""
    kit = state.kit
    given = kit.entry_edges[kit.division_of[next(ids(units))]]
    return _open_hexes(state, given) or _open_hexes(state, GERMAN_EDGES)


def _open_hexes(state: State, edges: Iterable[str]) -> HexSet:
    found: HexSet = 0
    for edge in edges:
        found |= _open_edge(state, edge)
    return found & ~state.kit.start_allied


@cites("LB-3.4a", "LB-3.4b", "LB-3.4c", "LB-3.4d", "LB-3.4g", "LB-6.1g")
def _open_edge(state: State, edge: str) -> HexSet:
    """The hexes of an edge that no Allied unit holds; in the west, nor Allied control."""
    free = state.kit.edges[edge] & ~state.occupied[ALLIED]
    return free & ~state.control if edge == "W" else free


@cites("LB-3.4a", "LB-3.4b", "LB-3.4c", "LB-3.4d")
def _shut_refusal(state: State, edge: str, hex_: Hex) -> Refusal | None:
    label = state.kit.grid.label(hex_)
    if _open_edge(state, edge) >> hex_ & 1:
        return None
    if state.occupied[ALLIED] >> hex_ & 1:
        rule = {"E": "LB-3.4b", "N": "LB-3.4c", "W": "LB-3.4d"}[edge]
        return Refusal(rule, f"an Allied unit stands in {label}")
    return Refusal("LB-3.4a", f"the west-edge hex {label} is in Allied hands")


# -- the Reserve Box --------------------------------------------------------------------


@cites("LB-6.3c", "LB-6.3e", "LB-6.3l", "LB-6.3m")
def lift_refusal(state: State, side: Side, name: str) -> Refusal | None:
    """Why a unit may not be lifted into the Reserve Box."""
    unit = state.kit.by_name.get(name)
    if unit is None or state.kit.side_of[unit] != side:
        return Refusal("LB-S.1", f"you have no unit called {name}")
    bit, kit = 1 << unit, state.kit
    if not bit & kit.us & (kit.infantry | kit.tanks):
        return Refusal("LB-6.3c", f"only US infantry and tanks go to the Reserve Box, not {name}")
    if state.hex_of[unit] < 0:
        return Refusal("LB-6.3c", f"{name} is not on the map")
    if bit & (state.moved | state.entered | state.struck):
        return Refusal("LB-6.3e", f"{name} has moved or attacked and may not be lifted this turn")
    if bit & state.out_moving:
        return Refusal("LB-6.3m", f"{name} has no line of communication")
    return None


def lift(state: State, side: Side, unit: UnitId) -> Events:
    kit = state.kit
    label = kit.grid.label(state.hex_of[unit])
    put(state, unit, RESERVE)
    state.lifted |= 1 << unit
    return [ev.WasLifted(side, kit.names[unit], label)]


# -- replacements ---------------------------------------------------------------------


@cites("LB-6.3f", "LB-6.3g", "LB-6.3h", "LB-6.3i", "LB-6.3k", "LB-14.13", "LB-11.8e")
def replacement_refusal(state: State, side: Side, name: str) -> Refusal | None:
    """Why a unit may not take a step from its side's pool."""
    kit, unit = state.kit, state.kit.by_name.get(name)
    if unit is None or kit.side_of[unit] != side:
        return Refusal("LB-S.1", f"you have no unit called {name}")
    bit = 1 << unit
    if bit & kit.tanks:
        return Refusal("LB-11.8e", "tank units never receive replacements")
    if bit & kit.french:
        return Refusal("LB-6.3h", "French units never receive replacements")
    if bit & kit.austrians:
        return Refusal("LB-14.13", "Austro-Hungarian units never receive replacements")
    if not bit & kit.infantry:
        return Refusal("LB-6.3k", "machine guns and artillery take no replacements")
    if state.hex_of[unit] in (DEAD, WITHDRAWN):
        return Refusal("LB-6.3i", f"{name} is gone for good and cannot be replaced")
    if state.steps[unit] >= kit.units[unit].steps:
        return Refusal("LB-6.3g", f"{name} is at full strength")
    if state.pools[side] < 1:
        return Refusal("LB-6.3f", "the replacement pool is empty")
    return _german_refusal(state, unit) if side == GERMAN else _us_refusal(state, unit)


@cites("LB-6.3d", "LB-6.4g")
def _us_refusal(state: State, unit: UnitId) -> Refusal | None:
    division = state.kit.division_of[unit]
    if all(state.hex_of[u] in (RESERVE, RESTING) for u in ids(survivors(state, division))):
        return None
    key = state.kit.divisions[division].key
    return Refusal("LB-6.3d", f"not all that is left of {key} is in the Reserve Box or on R&R")


@cites("LB-6.3j", "LB-6.3k")
def _german_refusal(state: State, unit: UnitId) -> Refusal | None:
    hex_, name = state.hex_of[unit], state.kit.names[unit]
    if hex_ < 0:
        return Refusal("LB-6.3j", f"{name} is not on the map")
    if state.kit.grid.spread(state.occupied[ALLIED]) >> hex_ & 1:
        return Refusal("LB-6.3j", f"{name} is next to an Allied unit")
    if out_of_supply(state, GERMAN) >> unit & 1:
        return Refusal("LB-6.3k", f"{name} is out of supply")
    return None


def survivors(state: State, division: int) -> UnitSet:
    """The regiments of a division that are not destroyed."""
    units = state.kit.division_units[division]
    return sum(1 << u for u in ids(units) if state.hex_of[u] not in (DEAD, WITHDRAWN))


@cites("LB-6.3g", "LB-6.3n")
def replace(state: State, side: Side, unit: UnitId) -> Events:
    state.steps[unit] += 1
    us, german = state.pools
    state.pools = (us - 1, german) if side == ALLIED else (us, german - 1)
    if side == GERMAN:
        state.refilled |= 1 << unit
    return [ev.Replaced(side, state.kit.names[unit], state.pools[side])]


# -- A4: German replacements ---------------------------------------------------------------


def german_candidates(state: State, _: GermanReplacements) -> Iterable[Action]:
    if state.pools[GERMAN]:
        kit = state.kit
        weak = kit.side_units[GERMAN] & kit.infantry & ~kit.austrians
        for unit in ids(weak):
            if state.hex_of[unit] >= 0 and state.steps[unit] < kit.units[unit].steps:
                yield Replace(kit.names[unit])
    yield Done()


def german_refusal(state: State, _: GermanReplacements, action: Action) -> Refusal | None:
    match action:
        case Replace(name):
            return replacement_refusal(state, GERMAN, name)
        case Done():
            return None
    return not_now(action, "give German units replacements, or finish")


def german_answer(state: State, _: GermanReplacements, action: Action) -> Events:
    match action:
        case Replace(name):
            return replace(state, GERMAN, state.kit.by_name[name])
        case Done():
            pop(state)
            return []
    raise AssertionError(f"refusal should have stopped {action}")


QUESTIONS[GermanReplacements] = Question(
    lambda _s, _d: GERMAN, german_candidates, german_refusal, german_answer
)


# -- A6: Allied arrivals, replacements, R&R --------------------------------------------------


@cites("LB-6.4e")
def begin_arrivals(state: State) -> Events:
    """A6 opens: divisions that have rested their turns come back to the Reserve Box."""
    told: Events = [ev.PhaseBegan(ALLIED, "Arrivals")]
    for division, since in sorted(state.resting_since.items()):
        if state.turn - since >= state.kit.number("rest_turns"):
            _off_track(state, division)
            state.rested |= 1 << division
            told.append(ev.Refreshed(ALLIED, state.kit.divisions[division].key))
    push(state, Arrivals())
    return told


@cites("LB-6.4f")
def _off_track(state: State, division: int) -> Events:
    del state.resting_since[division]
    for unit in ids(survivors(state, division)):
        put(state, unit, RESERVE)
    return [ev.Boxed(ALLIED, state.kit.divisions[division].key, "Reserve Box")]


def arrivals_candidates(state: State, _: Arrivals) -> Iterable[Action]:
    kit = state.kit
    for division in ids(kit.us_divisions):
        key = kit.divisions[division].key
        boxes = {state.hex_of[u] for u in ids(survivors(state, division))}
        if boxes == {DUE}:
            yield Reserve(key)
        if boxes in ({DUE}, {RESERVE}):
            yield Rest(key)
        if boxes == {RESTING}:
            yield Recall(key)
        if state.pools[ALLIED] and boxes <= {RESERVE, RESTING}:
            for unit in ids(survivors(state, division)):
                yield Replace(kit.names[unit])
    yield Done()


def arrivals_refusal(state: State, _: Arrivals, action: Action) -> Refusal | None:
    match action:
        case Done():
            return None
        case Replace(name):
            return replacement_refusal(state, ALLIED, name)
        case Reserve(key) | Rest(key) | Recall(key):
            return _division_refusal(state, key, action)
    return not_now(action, "see to Allied arrivals, replacements and R&R, or finish")


@cites("LB-S.9", "LB-6.4e", "LB-6.4f")
def _division_refusal(state: State, key: str, action: Action) -> Refusal | None:
    division = state.kit.division_by_key.get(key)
    if division is None or not state.kit.us_divisions >> division & 1:
        return Refusal("LB-S.9", f"{key} is not a US division")
    boxes = {state.hex_of[u] for u in ids(survivors(state, division))}
    match action:
        case Reserve() if boxes != {DUE}:
            return Refusal("LB-S.9", f"{key} is not waiting to enter as a whole")
        case Rest() if boxes not in ({RESERVE}, {DUE}):
            return Refusal("LB-6.4e", f"{key} is not wholly in the Reserve Box or just arrived")
        case Recall() if boxes != {RESTING}:
            return Refusal("LB-6.4f", f"{key} is not on the R&R track")
        case Recall() if state.resting_since[division] == state.turn:
            return Refusal("LB-6.4e", f"{key} went onto the R&R track this very turn")
    return None


@cites("LB-14.8")
def arrivals_answer(state: State, _: Arrivals, action: Action) -> Events:
    match action:
        case Done():
            pop(state)
            return []
        case Replace(name):
            return replace(state, ALLIED, state.kit.by_name[name])
        case Reserve(key):
            return _move_division(state, key, RESERVE, "Reserve Box")
        case Rest(key):
            state.resting_since[state.kit.division_by_key[key]] = state.turn
            return _move_division(state, key, RESTING, "R&R track")
        case Recall(key):
            return _off_track(state, state.kit.division_by_key[key])
    raise AssertionError(f"refusal should have stopped {action}")


def _move_division(state: State, key: str, box: Hex, title: str) -> Events:
    for unit in ids(survivors(state, state.kit.division_by_key[key])):
        put(state, unit, box)
    return [ev.Boxed(ALLIED, key, title)]


QUESTIONS[Arrivals] = Question(
    lambda _s, _d: ALLIED, arrivals_candidates, arrivals_refusal, arrivals_answer
)


# -- A7: the Final Offensive --------------------------------------------------------------


@cites("LB-6.4b", "LB-6.4h", "LB-6.4j")
def begin_announcement(state: State) -> Events:
    """A7: the announcement is offered once; afterwards rested divisions may still join."""
    if state.turn < state.kit.final_offensive_from:
        return []
    if not state.announced:
        push(state, Announcement())
        return []
    if not option(state, "late_rested_join"):
        return []
    joining = fit_divisions(state) & ~state.final
    state.final |= joining
    return [ev.OffensiveJoined(ALLIED, _keys(state, joining))] if joining else []


@cites("LB-6.4d")
def fit_divisions(state: State) -> int:
    """Divisions that completed R&R, with every regiment alive and at full strength."""
    kit, fit = state.kit, 0
    for division in ids(state.rested & kit.us_divisions):
        regiments = kit.division_units[division]
        full = all(state.steps[u] == kit.units[u].steps for u in ids(regiments))
        if full and survivors(state, division) == regiments:
            fit |= 1 << division
    return fit


def _keys(state: State, divisions: int) -> tuple[str, ...]:
    return tuple(state.kit.divisions[d].key for d in ids(divisions))


def announcement_candidates(_: State, __: Announcement) -> Iterable[Action]:
    return (Announce(), Done())


def announcement_refusal(_: State, __: Announcement, action: Action) -> Refusal | None:
    if isinstance(action, Announce | Done):
        return None
    return not_now(action, "announce the Final Offensive, or not")


@cites("LB-6.4b", "LB-6.4d", "LB-6.4j")
def announcement_answer(state: State, _: Announcement, action: Action) -> Events:
    pop(state)
    if isinstance(action, Done):
        return []
    state.announced = state.turn
    state.final = fit_divisions(state)
    return [ev.OffensiveAnnounced(ALLIED, _keys(state, state.final))]


QUESTIONS[Announcement] = Question(
    lambda _s, _d: ALLIED, announcement_candidates, announcement_refusal, announcement_answer
)
