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
from grognard.titles.lost_battalion.sight.glimpse import known_facts
from grognard.titles.lost_battalion.sight.view import Boxes, Sighting, View, rank
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
        deal = _Deal(state.kit, rest, rng)
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


def _add_boxes(deal: _Deal, view: View, boxes: Boxes, spare: int) -> None:
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


def _settle(state: State, deal: _Deal, resting: UnitSet) -> None:
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


# -- the deal --------------------------------------------------------------------------------


class _Deal:
    """Places to be filled, each with the units that may fill it, and who does."""

    def __init__(self, kit: Kit, free: UnitSet, rng: Random) -> None:
        self.kit, self.free = kit, free
        self.order = list(ids(free))
        rng.shuffle(self.order)
        self.rng = rng
        self.places: list[Hex] = []
        self.allowed: list[UnitSet] = []
        self.taken: list[UnitId] = []
        self.stacks: dict[Hex, UnitSet] = {}  # the units dealt to a hex, or known to be there
        self.heights: dict[Hex, int] = {}
        self.slots: dict[Hex, list[int]] = {}

    def add_stack(self, sighting: Sighting, known: UnitSet) -> None:
        """A sighting: its top counter, the guns that have fired, and what lies below them."""
        kit, hex_ = self.kit, sighting.hex
        same, below = _faces(kit)[sighting.nation, sighting.kind]
        left, guns = sighting.count - known.bit_count(), sighting.fired
        guns -= (known & kit.artillery).bit_count()
        self.stacks[hex_], self.heights[hex_] = known, sighting.count
        if not known & same:
            self._add(hex_, same)
            left, guns = left - 1, guns - (sighting.kind == "ART")
        fired = max(0, guns)
        off_road = 0 if kit.roads >> hex_ & 1 else kit.artillery
        for n in range(left):
            self._add(hex_, below & kit.artillery if n < fired else below & ~off_road)

    def add_box(self, box: Hex, count: int, units: UnitSet) -> None:
        for _ in range(count):
            self._add(box, units)

    def _add(self, place: Hex, units: UnitSet) -> None:
        self.slots.setdefault(place, []).append(len(self.places))
        self.places.append(place)
        self.allowed.append(units & self.free)
        self.taken.append(NO_UNIT)

    def run(self) -> bool:
        """Fills every place; false if that cannot be done."""
        if len(self.places) != len(self.order):
            return False
        self._deal_named()
        self._deal_rare()
        return all(self._fill(slot) for slot in self._by_height())

    def _deal_named(self) -> None:
        """What only one kind of unit can fill: tops that are not infantry, the pool of guns."""
        infantry = self.kit.infantry
        for slot, units in enumerate(self.allowed):
            if not units & infantry:
                self._take(slot, units & self.free)

    def _deal_rare(self) -> None:
        """Tanks and guns that nobody sees lie under infantry or in a box."""
        for unit in [u for u in self.order if self.free & ~self.kit.infantry & 1 << u]:
            open_ = [s for s in self._open_below() if self.allowed[s] >> unit & 1]
            fit = [s for s in open_ if self._welcome(s) >> unit & 1] or open_
            crowded = [s for s in fit if self._too_high(self.places[s])]
            if fit:
                self._give(self.rng.choice(crowded or fit), unit)

    def _open_below(self) -> list[int]:
        """Empty places that are not the top of a stack."""
        return [
            slot
            for hex_, slots in self.slots.items()
            for slot in (slots[1:] if hex_ >= 0 and not self.stacks[hex_] else slots)
            if self.taken[slot] == NO_UNIT
        ]

    def _too_high(self, hex_: Hex) -> bool:
        if hex_ < 0:
            return False
        rare = self.stacks[hex_] & ~self.kit.infantry
        return self.heights[hex_] - rare.bit_count() > _infantry_limit(self.kit, self.free)

    def _by_height(self) -> list[int]:
        """Boxes that few may fill first, then the highest stacks, then the other boxes."""

        def height(place: Hex) -> int:
            return 99 if place == DUE else self.heights.get(place, 0)

        places = sorted(self.slots, key=height, reverse=True)
        return [s for place in places for s in self.slots[place] if self.taken[s] == NO_UNIT]

    def _fill(self, slot: int) -> bool:
        units = self.allowed[slot] & self.free
        hex_ = self.places[slot]
        paired = 0
        if hex_ >= 0:
            units = units & self._welcome(slot) or units
            if self.heights[hex_] > 1 and not self.stacks[hex_] & self.kit.infantry:
                paired = units & _with_mates(self.kit, self.free)
        return self._take(slot, paired or units) or self._exchange(slot, [0])

    def _take(self, slot: int, units: UnitSet) -> bool:
        for unit in self.order:
            if units >> unit & 1:
                self._give(slot, unit)
                return True
        return False

    def _give(self, slot: int, unit: UnitId) -> None:
        place = self.places[slot]
        self.taken[slot] = unit
        self.free &= ~(1 << unit)
        if place >= 0:
            self.stacks[place] |= 1 << unit

    def _exchange(self, slot: int, seen: list[UnitSet]) -> bool:
        """Takes a unit from a place that can have another instead, and so on down the line."""
        if self._take(slot, self.allowed[slot] & self.free):
            return True
        for other, unit in enumerate(self.taken):
            if unit == NO_UNIT or not self.allowed[slot] & ~seen[0] & 1 << unit:
                continue
            seen[0] |= 1 << unit
            self._leave(other)
            if self._exchange(other, seen):
                self._give(slot, unit)
                return True
            self._give(other, unit)
        return False

    def _leave(self, slot: int) -> None:
        # The unit that goes is spoken for: it is not free.
        place = self.places[slot]
        if place >= 0:
            self.stacks[place] &= ~(1 << self.taken[slot])
        self.taken[slot] = NO_UNIT

    def _welcome(self, slot: int) -> UnitSet:
        """The units that would break no stacking limit by joining those dealt so far."""
        place = self.places[slot]
        return -1 if place < 0 else _companions(self.kit, self.stacks[place])


@lru_cache(maxsize=8)
def _faces(kit: Kit) -> dict[tuple[str, str], tuple[UnitSet, UnitSet]]:
    """By nation and kind: the units with that face, and those that may lie below it."""
    order = {unit.id: rank(kit, unit.id)[:2] for unit in kit.units}
    found = {}
    for unit in kit.units:
        same = sum(1 << u for u, face in order.items() if face == order[unit.id])
        below = sum(1 << u for u, face in order.items() if face >= order[unit.id])
        side = kit.side_units[kit.side_of[unit.id]]
        found[unit.nation, unit.kind] = same & side, below & side
    return found


def _infantry_limit(kit: Kit, units: UnitSet) -> int:
    german = units & kit.side_units[GERMAN]
    return kit.number("stack_german_infantry" if german else "stack_us_infantry")


# As `stack_refusal` has it; that is asked of whole stacks, this of one that grows.
@lru_cache(maxsize=1 << 12)
def _companions(kit: Kit, stack: UnitSet) -> UnitSet:
    if not stack:
        return -1
    if stack & kit.artillery:
        return 0
    infantry = stack & kit.infantry
    full = infantry.bit_count() >= _infantry_limit(kit, stack)
    if stack & kit.side_units[GERMAN]:
        guns = (stack & kit.machine_guns).bit_count()
        room = guns < kit.number("stack_german_machine_guns")
        return (0 if full else kit.infantry) | (kit.machine_guns if room else 0)
    french = bool(infantry & kit.french)
    tanks = 0 if stack & kit.tanks else kit.tanks & (kit.french if french else -1)
    return tanks | (0 if full else _mates(kit, stack))


def _mates(kit: Kit, stack: UnitSet) -> UnitSet:
    """Allied infantry that may share a hex with these."""
    infantry = stack & kit.infantry
    if not infantry:
        return kit.infantry
    if infantry & kit.french:
        return 0 if stack & kit.tanks & kit.us else kit.infantry & kit.french
    return kit.division_units[kit.division_of[next(ids(infantry))]]


def _with_mates(kit: Kit, free: UnitSet) -> UnitSet:
    """Free units of divisions that have two or more of them."""
    found = 0
    for regiments in kit.division_units:
        here = regiments & free
        if here & (here - 1):
            found |= here
    return found


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
