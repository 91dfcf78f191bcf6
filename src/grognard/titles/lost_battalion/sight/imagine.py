"""A position that could be true, for a seat that knows only its view (LB-5.6a, LB-5.6b).

What the view tells is kept to the letter. The counters it does not name are
dealt out at random to the places it counts: hexes, boxes, the R&R track. A deal
that gets stuck is put right by exchanging counters, so that one is always found
where one exists. Stacking limits are kept where that is easy; what the other
side did this turn with units that cannot be told apart is left blank.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Final

from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, Kit, UnitId, UnitSet
from grognard.titles.lost_battalion.position.decisions import (
    NO_UNIT,
    NOWHERE,
    Advancing,
    ArtilleryMovement,
    Battery,
    Battle,
    Decision,
    Losses,
    Marching,
    SecretRoll,
    Sequence,
    SettingUp,
)
from grognard.titles.lost_battalion.position.state import (
    DEAD,
    DUE,
    LATER,
    POOL,
    RESERVE,
    RESTING,
    WITHDRAWN,
    State,
    ids,
    recount,
    units_in,
)
from grognard.titles.lost_battalion.rules.artillery import DEFENSIVE, can_fire_at
from grognard.titles.lost_battalion.rules.combat import divisions_of
from grognard.titles.lost_battalion.sight.deal import Deal
from grognard.titles.lost_battalion.sight.glimpse import known_facts
from grognard.titles.lost_battalion.sight.view import Boxes, Sighting, View
from grognard.waist.asking import innermost

_FRESH: Final = 0.6  # how often an unseen counter is taken to be at full strength
_TRIES: Final = 100
_A6: Final = 5  # the step of the sequence in which divisions leave the R&R track


def imagine(view: View, rng: Random) -> State:
    """A state that looks like this to the seat the view is for."""
    state = known_facts(view)
    for boxes in view.boxes:
        _other_side(state, view, boxes, rng)
    _stand(state)
    _flags(state, view, rng)
    state.stack = tuple(_filled(state, view, decision, rng) for decision in view.stack)
    return state


def _stand(state: State) -> None:
    """The stacks and occupied hexes, from where each unit is."""
    side_of = state.kit.side_of
    for unit, hex_ in enumerate(state.hex_of):
        if hex_ >= 0:
            state.stacks[hex_] = state.stacks.get(hex_, 0) | 1 << unit
            state.occupied[side_of[unit]] |= 1 << hex_
    recount(state)


# -- the other side's counters ------------------------------------------------------------


def _other_side(state: State, view: View, boxes: Boxes, rng: Random) -> None:
    kit, hidden = state.kit, state.kit.side_units[boxes.side]
    for where, gone in ((LATER, boxes.later), (DEAD, boxes.dead), (WITHDRAWN, boxes.withdrawn)):
        hidden &= ~_place(state, gone, where)
    for known in view.known:
        if hidden >> known.unit & 1:
            state.hex_of[known.unit], state.steps[known.unit] = known.where, known.steps
            hidden &= ~(1 << known.unit)
    for unit in boxes.dead:
        state.steps[unit] = 0
    spare = _spare_guns(kit, view, boxes)
    hidden &= ~_place(state, spare, POOL)
    _hide(state, view, boxes, hidden, len(spare), rng)
    _weaken(state, hidden, view, rng)
    if boxes.side == GERMAN:
        state.deliberate = _deliberate(kit, view, rng)


def _place(state: State, units: tuple[UnitId, ...], where: Hex) -> UnitSet:
    placed = 0
    for unit in units:
        state.hex_of[unit] = where
        placed |= 1 << unit
    return placed


def _spare_guns(kit: Kit, view: View, boxes: Boxes) -> tuple[UnitId, ...]:
    """In a free set-up the first machine guns are not for placing: they are in the pool."""
    if boxes.side != GERMAN or SettingUp(GERMAN) not in view.stack:
        return ()
    return tuple(ids(kit.machine_guns))[: kit.scenario.machine_gun_pool]


def _weaken(state: State, units: UnitSet, view: View, rng: Random) -> None:
    """Strengths nobody saw; before the first turn, and before entering, they are whole."""
    if view.turn < state.kit.scenario.first_turn:
        return
    for unit in ids(units):
        most = state.kit.units[unit].steps
        if most > 1 and state.hex_of[unit] != DUE and rng.random() > _FRESH:
            state.steps[unit] = rng.randint(1, most)


def _deliberate(kit: Kit, view: View, rng: Random) -> int:
    if SecretRoll() in view.stack:
        return 0
    rolled = sum(rng.randint(1, 6) for _ in range(kit.number("deliberate_dice")))
    return rng.randint(0, -(-rolled // kit.number("deliberate_divisor")))


def _hide(state: State, view: View, boxes: Boxes, hidden: UnitSet, spare: int, rng: Random) -> None:
    """Deals the hidden counters out; what rests is whole divisions, so it is drawn first."""
    for _ in range(_TRIES):
        resting = _resting(state, hidden, boxes.resting, rng)
        if resting is None:
            continue
        rest = hidden
        for division in resting:
            rest &= ~state.kit.division_units[division]
        deal = Deal(state.kit, rest, rng)
        for sighting in view.sightings:
            if sighting.side == boxes.side:
                deal.add_stack(sighting, _known_in(state, view, sighting))
        _add_boxes(deal, view, boxes, spare)
        if deal.run():
            _settle(state, deal, hidden & ~rest)
            _since(state, view, resting, rng)
            return
    raise AssertionError("the view is of no position that can be reached")


def _known_in(state: State, view: View, sighting: Sighting) -> UnitSet:
    side = state.kit.side_units[sighting.side]
    known = sum(1 << k.unit for k in view.known if k.where == sighting.hex)
    return known & side


def _add_boxes(deal: Deal, view: View, boxes: Boxes, spare: int) -> None:
    kit = deal.kit
    deal.add_box(DUE, boxes.due, _arrived(kit, view.turn))
    deal.add_box(RESERVE, boxes.reserve, kit.us & (kit.infantry | kit.tanks))
    placing = SettingUp(boxes.side) in view.stack
    deal.add_box(POOL, boxes.pool - spare, -1 if placing else kit.machine_guns)


@lru_cache(maxsize=64)
def _arrived(kit: Kit, turn: int) -> UnitSet:
    """The units the schedule has brought so far."""
    units = 0
    for number in range(kit.scenario.first_turn, turn + 1):
        units |= kit.arriving(number)
    return units


def _settle(state: State, deal: Deal, resting: UnitSet) -> None:
    for place, unit in zip(deal.places, deal.taken, strict=True):
        state.hex_of[unit] = place
    for unit in ids(resting):
        state.hex_of[unit] = RESTING


# -- the R&R track -------------------------------------------------------------------------


def _resting(state: State, hidden: UnitSet, count: int, rng: Random) -> list[int] | None:
    """Whole surviving US divisions with so many regiments in all, by lot."""
    sizes = _whole_divisions(state, hidden) if count else []
    rng.shuffle(sizes)
    sums = [1]  # of the divisions from the last on: bit n is set if n can be made of them
    for _, size in reversed(sizes):
        sums.append(sums[-1] | sums[-1] << size)
    if not sums[-1] >> count & 1:
        return None
    chosen = []
    for division, size in sizes:
        sums.pop()
        without, with_ = sums[-1] >> count & 1, count >= size and sums[-1] >> (count - size) & 1
        if with_ and (not without or rng.random() < 0.5):
            chosen.append(division)
            count -= size
    return chosen


def _whole_divisions(state: State, hidden: UnitSet) -> list[tuple[int, int]]:
    kit, found = state.kit, []
    for division in ids(kit.us_divisions):
        regiments = kit.division_units[division]
        alive = sum(1 << u for u in ids(regiments) if state.hex_of[u] != DEAD)
        if alive and not alive & ~hidden:
            found.append((int(division), alive.bit_count()))
    return found


def _since(state: State, view: View, divisions: list[int], rng: Random) -> None:
    """When they went onto the track: too lately to have left it by now."""
    sequence = view.stack[0] if view.stack else Sequence()
    assert isinstance(sequence, Sequence), "the turn lies at the bottom of the stack"
    last = view.turn - (1 <= sequence.step <= _A6)
    first = max(state.kit.scenario.first_turn, last - state.kit.number("rest_turns") + 1)
    for division in divisions:
        state.resting_since[division] = rng.randint(min(first, last), last)


# -- what lies on the counters ---------------------------------------------------------------


def _flags(state: State, view: View, rng: Random) -> None:
    kit = state.kit
    for sighting in view.sightings:
        stack = state.stacks[sighting.hex]
        state.fired |= _some(stack & kit.artillery, sighting.fired, rng)
        state.out_moving |= _some(stack, sighting.out_moving, rng)
        state.out_fighting |= _some(stack, sighting.out_fighting, rng)
    battle = innermost(state, Battle)
    if battle is not None and battle.origin == NOWHERE:
        state.attacked |= battle.units
    elif battle is not None:
        state.struck |= battle.units
    state.divisions |= _divisions(state, view, battle, rng)


def _some(units: UnitSet, count: int, rng: Random) -> UnitSet:
    if not count:
        return 0
    return sum(1 << u for u in rng.sample(list(ids(units)), count))


def _divisions(state: State, view: View, battle: Battle | None, rng: Random) -> int:
    """As many US divisions as have attacked; those in the battle on the table among them."""
    if view.own is not None and view.own.side == ALLIED:
        return 0
    seen = divisions_of(state, battle.units) if battle is not None else 0
    others = state.kit.us_divisions & ~seen
    return seen | _some(others, view.divisions_attacked - seen.bit_count(), rng)


# -- decisions of which the seat sees only the outside ----------------------------------------


def _filled(state: State, view: View, decision: Decision, rng: Random) -> Decision:
    match decision:
        case Marching(side, 0, at, spent, mode):
            return Marching(side, _marchers(state, view, at, rng), at, spent, mode)
        case Losses(side, 0, left, "gas"):
            return Losses(side, _gassed(state, rng), left, "gas")
        case Advancing(side, into, 0, most):
            return Advancing(side, into, _advancers(state, decision, rng), most)
        case Battery(side, role, 0, most):
            return Battery(side, role, _aims(state, decision), most)
    return decision


def _marchers(state: State, view: View, at: Hex, rng: Random) -> UnitSet:
    kit, stack, battle = state.kit, units_in(state, at), innermost(state, Battle)
    count = sum(sighting.marching for sighting in view.sightings if sighting.hex == at)
    by_road = any(isinstance(decision, ArtilleryMovement) for decision in view.stack)
    likely = stack & (kit.artillery if by_road else kit.infantry | kit.tanks)
    if battle is not None:
        likely = stack & battle.units
    chosen = _some(likely, min(count, likely.bit_count()), rng)
    return chosen | _some(stack & ~chosen, count - chosen.bit_count(), rng)


def _gassed(state: State, rng: Random) -> UnitSet:
    """A stack in gas that leaves its owner a choice."""
    stacks = [units_in(state, hex_) for hex_ in members(state.gas & state.occupied[ALLIED])]
    return rng.choice([stack for stack in stacks if stack & (stack - 1)] or stacks or [0])


def _advancers(state: State, advance: Advancing, rng: Random) -> UnitSet:
    kit, near = state.kit, 0
    for hex_ in kit.grid.neighbours(advance.into):
        near |= units_in(state, hex_) & kit.side_units[advance.side]
    infantry = near & kit.infantry
    if advance.most == 1:
        return infantry
    # Several enter only after an assault, in which tanks may have been.
    many = infantry if infantry.bit_count() >= advance.most else near & (infantry | kit.tanks)
    return _some(many, min(advance.most, many.bit_count()), rng)


def _aims(state: State, battery: Battery) -> HexSet:
    battle = innermost(state, Battle)
    assert battle is not None, "a fire that others see belongs to a battle"
    return sum(
        1 << hex_
        for hex_ in set(_fired_upon(state, battery, battle))
        if hex_ >= 0 and can_fire_at(state, battery.side, hex_)
    )


def _fired_upon(state: State, battery: Battery, battle: Battle) -> Iterator[Hex]:
    if battery.role != DEFENSIVE or battle.origin != NOWHERE:
        yield battle.target
    elif battle.leader != NO_UNIT:
        yield state.hex_of[battle.leader]
    else:
        yield from (state.hex_of[unit] for unit in ids(battle.units))


__all__ = ["imagine"]
