"""11.9: machine guns, placed in step A3."""

from __future__ import annotations

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import HexSet, members
from grognard.titles.lost_battalion.kit.tables import GERMAN, UnitId, UnitSet
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.actions import Action, Done, PlaceGun, RemoveGun
from grognard.titles.lost_battalion.position.decisions import GunPlacement
from grognard.titles.lost_battalion.position.menu import DONE, menu
from grognard.titles.lost_battalion.position.questions import QUESTIONS, Events, Question, not_now
from grognard.titles.lost_battalion.position.state import POOL, State, ids, put, standing, units_in
from grognard.titles.lost_battalion.rules.stacking import stack_refusal
from grognard.titles.lost_battalion.rules.supply import supplied_hexes
from grognard.waist.asking import pop, push

# -- A3: machine guns ----------------------------------------------------------------------


@cites("LB-11.9c")
def begin_step(state: State) -> Events:
    """A3, from the turn the record names."""
    if state.turn >= state.kit.guns_from:
        push(state, GunPlacement())
    return []


@cites("LB-11.9b", "LB-11.9d")
def pool_guns(state: State) -> UnitSet:
    """The machine guns that may be placed: not yet used, removed, or eliminated."""
    return state.boxes[POOL] & state.kit.machine_guns


def gun_candidates(state: State, _: GunPlacement) -> list[Action]:
    kit, guns = state.kit, menu(state.kit).guns
    found: list[Action] = [guns[hex_] for hex_ in members(_open_to_guns(state))]
    on_map = kit.machine_guns & standing(state, GERMAN)
    placed = sorted({state.hex_of[unit] for unit in ids(on_map)})
    return [*found, *(RemoveGun(kit.grid.label(hex_)) for hex_ in placed), DONE]


def _open_to_guns(state: State) -> HexSet:
    """Every hex for which `place_gun_refusal` has no reason: must agree with it."""
    kit, pool = state.kit, pool_guns(state)
    if not state.guns_left or not pool:
        return 0
    fit = supplied_hexes(state, GERMAN) & ~state.control & ~kit.start_allied
    fit &= _gun_ground(state) & ~(state.gas & ~kit.forts)
    for hex_ in members(fit & state.occupied[GERMAN]):
        if stack_refusal(kit, state.stacks[hex_] | pool & -pool) is not None:
            fit ^= 1 << hex_
    return fit


def _gun_ground(state: State) -> HexSet:
    """Ground machine guns like, and hexes with German infantry (LB-11.9c)."""
    kit = state.kit
    infantry = 0
    for hex_ in members(state.occupied[GERMAN]):
        if units_in(state, hex_) & kit.infantry:
            infantry |= 1 << hex_
    return infantry | kit.gun_ground


def guns_refusal(state: State, _: GunPlacement, action: Action) -> Refusal | None:
    match action:
        case Done():
            return None
        case PlaceGun(label):
            return place_gun_refusal(state, label)
        case RemoveGun(label):
            if _gun_in(state, label) is None:
                return Refusal("LB-11.9c", f"no machine gun stands in {label}")
            return None
    return not_now(action, "place or remove machine guns, or finish")


@cites("LB-11.9b", "LB-11.9c", "LB-5.2a")
def place_gun_refusal(state: State, label: str) -> Refusal | None:
    """Why a machine gun may not be placed there."""
    kit = state.kit
    hex_ = kit.in_play(label)
    if hex_ is None:
        return Refusal("LB-11.9c", f"there is no hex {label} on the map")
    pool = pool_guns(state)
    if not pool:
        return Refusal("LB-11.9b", "all the machine guns there are stand on the map")
    if not state.guns_left:
        return Refusal("LB-11.9c", "no more machine guns may be placed this turn")
    if state.control >> hex_ & 1 or kit.start_allied >> hex_ & 1:
        return Refusal("LB-11.9c", f"{label} is not German-held ground north of the Start Line")
    if not kit.gun_ground >> hex_ & 1 and not units_in(state, hex_) & kit.infantry:
        return Refusal("LB-11.9c", f"{label} has no infantry, fortification, town, forest or rough")
    if not supplied_hexes(state, GERMAN) >> hex_ & 1:
        return Refusal("LB-11.9c", f"{label} is out of German supply")
    if state.gas >> hex_ & 1 and not kit.forts >> hex_ & 1:
        return Refusal("LB-11.7f", f"gas lies in {label}, and it has no fortification")
    return stack_refusal(kit, units_in(state, hex_) | pool & -pool)


def _gun_in(state: State, label: str) -> UnitId | None:
    if not state.kit.grid.has(label):
        return None
    guns = units_in(state, state.kit.grid.at(label)) & state.kit.machine_guns
    return next(ids(guns), None)


def guns_answer(state: State, _: GunPlacement, action: Action) -> Events:
    match action:
        case Done():
            pop(state)
            return []
        case PlaceGun(label):
            put(state, next(ids(pool_guns(state))), state.kit.grid.at(label))
            state.guns_left -= 1
            return [ev.GunPlaced(GERMAN, label)]
        case RemoveGun(label):
            gun = _gun_in(state, label)
            assert gun is not None, "refusal should have stopped this"
            put(state, gun, POOL)
            return [ev.GunRemoved(GERMAN, label)]
    raise AssertionError(f"refusal should have stopped {action}")


QUESTIONS[GunPlacement] = Question(
    lambda _s, _d: GERMAN, gun_candidates, guns_refusal, guns_answer, exact=True
)
