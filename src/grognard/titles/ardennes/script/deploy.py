"""Where Allied reserves go: Method A, Method B, XXX Corps on the Meuse (EA-AR.a to EA-AR.w)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from grognard.book.priorities import Criterion, highest, lowest, narrow, only
from grognard.book.rulebook import cites
from grognard.ground.hexes import EMPTY, Hex, HexSet, hexset, listed, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, UnitId, UnitSet
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import NO_UNIT
from grognard.titles.ardennes.position.questions import Events
from grognard.titles.ardennes.position.state import (
    FIRST_DAY,
    RESERVE,
    State,
    army_of,
    ascending,
    boxed,
    copy,
    corps_of,
    each,
    fact,
    put,
    standing,
)
from grognard.titles.ardennes.rules.cards import reserves
from grognard.titles.ardennes.rules.moving import zones
from grognard.titles.ardennes.rules.moving.zones import hexes_of
from grognard.titles.ardennes.rules.supply import supply
from grognard.titles.ardennes.rules.supply.communication import (
    communication_with,
    in_communication,
    out_of_communication,
)
from grognard.titles.ardennes.script.reasons import Reasons, Silence
from grognard.titles.ardennes.script.vocabulary import (
    cut_off_germans,
    cut_off_in,
    germans_within,
    lowest_number,
    out_of_contact,
    proximate_hexes,
    reach_of,
    to_german,
    west,
    westernmost,
)

METHOD_A: Final = "Deployment, Method A"
METHOD_B: Final = "Deployment, Method B"
MEUSE: Final = "Deployment on the Meuse"


# -- the whole command -----------------------------------------------------------------------


@cites("EA-S.24", "EA-AR.c", "EA-AR.d", "EA-S.30", "EA-D16.w")
def deploy(state: State, units: UnitSet, waiting: UnitSet = 0) -> Events:
    """Deploys a formation's reserves; `waiting` units, off the map too, count as reserves."""
    told: Events = []
    left = _reserves(state, units) | waiting
    placed = 0
    for unit in ascending(state, left):
        came = _deploy_unit(state, unit, "A")
        told += came
        placed |= 1 << unit if _arrived(came) else 0
        if placed and state.day == FIRST_DAY:
            return told  # one unit by one command
    told += _redeploy(state, units & ~placed)
    if state.day < state.kit.number("method_b_from_day"):
        return told
    for unit in ascending(state, left & ~placed):
        if not _on_the_meuse(state, unit):
            told += _deploy_unit(state, unit, "B")
    return told


def _reserves(state: State, units: UnitSet) -> UnitSet:
    return boxed(state, RESERVE, ALLIED) & units & ~state.dry


def _arrived(told: Events) -> bool:
    return any(isinstance(event, ev.Deployed) for event in told)


def can_deploy(state: State, units: UnitSet, waiting: UnitSet = 0) -> bool:
    """Whether the command would bring at least one reserve onto the map."""
    methods = ("A", "B") if state.day >= state.kit.number("method_b_from_day") else ("A",)
    left = _reserves(state, units) | waiting
    why = Silence(state)
    return any(
        _has_destination(state, unit, method, why)
        for method in methods
        for unit in ascending(state, left)
    )


def _deploy_unit(state: State, unit: UnitId, method: str) -> Events:
    why, name = Reasons(state), state.kit.names[unit]
    hex_ = destination(state, unit, method, why)
    title = MEUSE if _on_the_meuse(state, unit) else METHOD_A if method == "A" else METHOD_B
    if hex_ is None:
        return [why.told(title, name, "stays in the Reserve box")]
    reasoned = why.told(title, name, state.kit.grid.label(hex_))
    state.due.pop(unit, None)
    return [reasoned, *reserves.place(state, unit, hex_)]


@cites("EA-AR.d", "EA-S.24")
def _redeploy(state: State, units: UnitSet) -> Events:
    """From 18 December units out of contact are lifted and deployed by Method A."""
    told: Events = []
    if state.day < state.kit.number("deploy_contact_from_day"):
        return told
    for unit in ascending(state, out_of_contact(state, units)):
        # What came before may have put it in contact again.
        if out_of_contact(state, 1 << unit):
            told += _lift(state, unit)
    return told


def _lift(state: State, unit: UnitId) -> Events:
    why, name = Reasons(state), state.kit.names[unit]
    old = state.hex_of[unit]
    why.unit(unit, "out of contact, may be deployed anew", "EA-AR.d")
    hex_ = destination(lifted(state, unit), unit, "A", why)
    if hex_ is None or hex_ == old:
        return [why.told(METHOD_A, name, "stays where it is")]
    label = state.kit.grid.label
    return [why.told(METHOD_A, name, label(hex_)), *reserves.place(state, unit, hex_, label(old))]


def lifted(state: State, unit: UnitId) -> State:
    """The position with a unit back in the Reserve box."""
    twin = copy(state)
    put(twin, unit, RESERVE)
    return twin


# -- the hex -------------------------------------------------------------------------------------


def destination(state: State, unit: UnitId, method: str, why: Reasons) -> Hex | None:
    """Where a unit off the map would be deployed; None if nowhere."""
    if _on_the_meuse(state, unit):
        return _meuse(state, unit, why)
    if method == "A":
        return _best(state, unit, method_a(state, unit, why), why)
    return method_b(state, unit, why)


def _has_destination(state: State, unit: UnitId, method: str, why: Reasons) -> bool:
    """Whether there is such a hex, before one is chosen. Must agree with `destination`."""
    if _on_the_meuse(state, unit):
        return bool(_on_the_river(state, unit, why))
    if method == "A":
        return bool(method_a(state, unit, why))
    return bool(_with_division(state, unit) or _near_the_army(state, unit, why))


def _on_the_meuse(state: State, unit: UnitId) -> bool:
    return corps_of(state, unit) == state.kit.meuse_corps


@cites("EA-AR.e", "EA-AR.m", "EA-D16.x")
def area(state: State, unit: UnitId) -> HexSet:
    """The area of the unit's corps; on 16 December one corps has another's too."""
    kit, corps = state.kit, corps_of(state, unit)
    hexes = kit.corps_area[corps]
    if state.day == FIRST_DAY:
        hexes |= kit.guest_areas.get(corps, EMPTY)
    return hexes


@cites("EA-AR.a", "EA-AR.f", "EA-AR.n", "EA-RB.a")
def empty_positions(state: State) -> HexSet:
    """Positions with no unit in them, a roadblock or none, that are no German town."""
    taken = state.occupied[GERMAN] | state.occupied[ALLIED] | state.german_towns
    return state.kit.positions & ~taken


@cites("EA-SU.y")
def _opposing(state: State) -> UnitSet:
    """The German units that count when the Allies look for hexes: none that is Isolated."""
    return standing(state, GERMAN) & ~cut_off_germans(state)


@cites("EA-AR.h", "EA-SU.y")
def contested(state: State) -> HexSet:
    """The hexes with a German unit proximate, those Isolated left out."""
    if not cut_off_germans(state):
        return proximate_hexes(state)
    return state.kit.grid.spread(reach_of(state, _opposing(state)))


@cites("EA-SU.y")
def _near_germans(state: State, radius: int) -> HexSet:
    if not cut_off_germans(state):
        return germans_within(state, radius)
    return _within(state, _opposing(state), radius)


@cites("EA-SU.y")
def _to_german(state: State, hex_: Hex) -> int:
    """The distance to the nearest German unit that counts."""
    if not cut_off_germans(state):
        return to_german(state, hex_)
    hexes = members(hexes_of(state, _opposing(state)))
    return min((state.kit.grid.distance(hex_, h) for h in hexes), default=0)


@cites("EA-AR.b", "EA-SU.y")
def _safe(state: State, unit: UnitId, hex_: Hex) -> bool:
    """Whether a reserve put there is neither surrounded nor in danger of it."""
    return not cut_off_in(state, hex_, 1 << unit, ignored=cut_off_germans(state))


@cites("EA-AR.h", "EA-AR.i", "EA-AR.j", "EA-AR.k", "EA-AR.g", "EA-AR.b")
def method_a(state: State, unit: UnitId, why: Reasons) -> list[Hex]:
    """The hexes fit for Method A."""
    found = empty_positions(state) & area(state, unit)
    why.hexes("empty Positions in the area of its corps", listed(found), "EA-AR.e")
    found &= contested(state)
    why.hexes("with a German unit proximate", listed(found), "EA-AR.h")
    found = hexset(h for h in listed(found) if _zone_allows(state, h))
    text = "not in an Allied ZOC, or of Hold Value 5 or more, or restoring communication"
    why.hexes(text, listed(found), "EA-AR.i")
    return _supplied_and_safe(state, unit, found, "EA-AR.g", why)


@cites("EA-AR.i", "EA-AR.j", "EA-AR.k")
def _zone_allows(state: State, hex_: Hex) -> bool:
    if not zones.zone(state, ALLIED) >> hex_ & 1:
        return True
    return state.kit.hv[hex_] >= state.kit.number("high_hold") or restores(state, hex_)


@cites("EA-AR.k")
def restores(state: State, hex_: Hex) -> bool:
    """Whether a unit in the hex would bring one that is cut off back into communication."""
    cut = out_of_communication(state)
    if not cut:
        return False
    restored = communication_with(state, hex_)
    return any(restored >> state.hex_of[unit] & 1 for unit in each(cut))


@cites("EA-AR.g", "EA-AR.n", "EA-AR.b")
def _supplied_and_safe(
    state: State, unit: UnitId, hexes: HexSet, rule: str, why: Reasons
) -> list[Hex]:
    fit = [h for h in listed(hexes) if supply.supplied_if(state, ALLIED, h)]
    why.hexes("in supply with the unit there", fit, rule)
    fit = [h for h in fit if _safe(state, unit, h)]
    why.hexes("not in danger of surround", fit, "EA-AR.b")
    return fit


@cites("EA-AR.l", "EA-AR.a", "EA-AR.b")
def method_b(state: State, unit: UnitId, why: Reasons) -> Hex | None:
    """With its division, or else an empty Position near the army and the enemy."""
    fit = _with_division(state, unit)
    why.hexes("with a unit of its division, supplied and in communication", fit, "EA-AR.l")
    if fit:
        return _best(state, unit, fit, why)
    return _best(state, unit, _near_the_army(state, unit, why), why)


def _with_division(state: State, unit: UnitId) -> list[Hex]:
    fit = []
    sound = in_communication(state) & ~state.german_towns
    kin = [u for u in each(_own(state, unit, "division")) if not supply.low_supply(state, u)]
    for hex_ in sorted({state.hex_of[u] for u in kin}):
        room = zones.room_for(state, hex_, 1 << unit)
        if sound >> hex_ & 1 and room and _safe(state, unit, hex_):
            fit.append(hex_)
    return fit


@cites("EA-AR.m", "EA-AR.n", "EA-AR.o", "EA-AR.p")
def _near_the_army(state: State, unit: UnitId, why: Reasons) -> list[Hex]:
    kit = state.kit
    found = empty_positions(state) & area(state, unit)
    why.hexes("empty Positions in the area of its corps", listed(found), "EA-AR.m")
    found &= _within(state, _own(state, unit, "army"), kit.number("method_b_army"))
    why.hexes("within three hexes of its army", listed(found), "EA-AR.o")
    found &= _near_germans(state, kit.number("method_b_german"))
    why.hexes("within four hexes of a German unit", listed(found), "EA-AR.p")
    return _supplied_and_safe(state, unit, found, "EA-AR.n", why)


# -- ties ------------------------------------------------------------------------------------------


def _own(state: State, unit: UnitId, formation: str) -> UnitSet:
    """The other units on the map of a unit's division, corps or army."""
    kit, face = state.kit, state.kit.units[unit]
    if formation == "division":
        kin = kit.division_units.get(face.division, 0)
    elif formation == "corps":
        kin = kit.corps_units[face.corps]
    else:
        kin = kit.army_units[army_of(state, unit)]
    return kin & standing(state, ALLIED) & ~(1 << unit)


def _within(state: State, units: UnitSet, radius: int) -> HexSet:
    return state.kit.grid.within(hexes_of(state, units), radius)


@cites("EA-AR.q", "EA-AR.r")
def deployment_order(state: State, unit: UnitId) -> list[Criterion[Hex]]:
    """Near its own, then the strongest Position, then west, then near the enemy; then by number."""
    kit = state.kit

    def near(formation: str) -> Callable[[Sequence[Hex]], list[Hex]]:
        def keep(hexes: Sequence[Hex]) -> list[Hex]:
            around = _within(state, _own(state, unit, formation), kit.number("deploy_near"))
            return [h for h in hexes if around >> h & 1]

        return keep

    return [
        Criterion("within three hexes of its division", near("division"), "EA-AR.q"),
        Criterion("of its corps", near("corps"), "EA-AR.q"),
        Criterion("of its army", near("army"), "EA-AR.q"),
        highest("highest Hold Value", lambda h: kit.hv[h], "EA-AR.r"),
        lowest("westernmost", lambda h: west(state, h), "EA-AR.r"),
        lowest("nearest a German unit", lambda h: _to_german(state, h), "EA-AR.r"),
        lowest_number(state),
    ]


def _best(state: State, unit: UnitId, hexes: Sequence[Hex], why: Reasons) -> Hex | None:
    if len(hexes) <= 1:  # nothing to choose between, nothing to tell
        return hexes[0] if hexes else None
    found = narrow(hexes, deployment_order(state, unit))
    why.narrowed(found)
    return found.kept[0]


# -- on the Meuse --------------------------------------------------------------------------------


@cites("EA-S.60")
def threatened(state: State) -> HexSet:
    """Hexes with a German unit proximate or within three."""
    return contested(state) | _near_germans(state, state.kit.number("threat_distance"))


@cites("EA-S.60")
def _meuse(state: State, unit: UnitId, why: Reasons) -> Hex | None:
    """Empty Positions of the Meuse line: threatened ones, the west bank, the strongest."""
    kit, fit = state.kit, _on_the_river(state, unit, why)
    if len(fit) <= 1:  # nothing to choose between, nothing to tell
        return fit[0] if fit else None
    danger = threatened(state)
    order: list[Criterion[Hex]] = [
        only("under threat", lambda h: bool(danger >> h & 1), "EA-S.60"),
        only("on the west bank", lambda h: bool(kit.west_bank >> h & 1), "EA-S.60"),
        highest("highest Hold Value", lambda h: kit.hv[h], "EA-S.60"),
        *westernmost(state),
    ]
    best = narrow(fit, order)
    why.narrowed(best)
    return best.kept[0]


@cites("EA-S.60", "EA-AR.a", "EA-AR.b")
def _on_the_river(state: State, unit: UnitId, why: Reasons) -> list[Hex]:
    found = empty_positions(state) & state.kit.meuse
    why.hexes("empty Positions on the Meuse", listed(found), "EA-S.60")
    return _supplied_and_safe(state, unit, found, "EA-S.60", why)


@cites("EA-S.60")
def tied_to_the_meuse(state: State, unit: UnitId) -> bool:
    """A unit of the Meuse's corps stays near the river until a German unit comes near it."""
    if not _on_the_meuse(state, unit):
        return False
    near = germans_within(state, state.kit.number("xxx_free_distance"))
    return not near >> state.hex_of[unit] & 1


# -- one unit for a defence -------------------------------------------------


@cites("EA-CT.y")
def next_reserve(state: State, units: UnitSet) -> UnitId:
    """The lowest # in the Reserve box, or else the lowest # out of contact; NO_UNIT if none."""
    for find in (_reserves, out_of_contact):
        if pool := find(state, units):
            return ascending(state, pool)[0]
    return NO_UNIT


def reserve_plan(state: State, unit: UnitId) -> tuple[Hex | None, ev.Reasoned]:
    """Where a unit in the Reserve box would go if its formation's card came up now."""

    def find() -> tuple[Hex | None, ev.Reasoned]:
        late = state.day >= state.kit.number("method_b_from_day")
        why = Reasons(state)
        title, hex_ = METHOD_A, destination(state, unit, "A", why)
        if hex_ is None and late and not _on_the_meuse(state, unit):
            title, hex_ = METHOD_B, destination(state, unit, "B", why)
        chosen = "nowhere" if hex_ is None else state.kit.grid.label(hex_)
        return hex_, why.told(title, state.kit.names[unit], chosen)

    return fact(state, ("reserve plan", unit), find)
