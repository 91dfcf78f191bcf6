"""Unseen counters dealt to the places they may lie in, at random."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from grognard.ground.hexes import Hex
from grognard.titles.lost_battalion.kit.tables import GERMAN, Kit, UnitId, UnitSet
from grognard.titles.lost_battalion.position.decisions import NO_UNIT
from grognard.titles.lost_battalion.position.state import DUE, ids
from grognard.titles.lost_battalion.sight.view import Sighting, rank


class Deal:
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
