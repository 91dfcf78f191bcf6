"""Who is posted where: each unit goes where it adds most to what its side will end up with.

What a hex promises follows from the Combat Table: how likely a force keeps it against
those who can be there soon, or takes it from those who stand in it. The pair of a unit
and a hex that adds most is settled first, and adds to what the next ones find there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from grognard.ground.hexes import Hex, members
from grognard.titles.bcs.kit.kit import (
    DEPLOYED,
    DUAL,
    NO_FORMATION,
    NONE,
    RED,
    Face,
    FormationId,
    UnitId,
)
from grognard.titles.bcs.position.state import WAITING, each, serving, units_in
from grognard.titles.bcs.thinking.judgement import fighting, orders, posts
from grognard.titles.bcs.thinking.judgement.ground import FAR
from grognard.titles.bcs.thinking.judgement.posts import Post
from grognard.titles.bcs.thinking.judgement.situation import Situation

DANGER: Final = ((1.0, 1.0), (2.0, 0.7), (3.0, 0.4), (99.0, 0.15))  # by Activations away
SOON: Final = 1.6  # Activations in which an enemy may join an attack
CHEAP: Final = 3  # victory points; for each more a post just taken has to stand another
LED: Final = 0.5  # Activations lost to one that no HQ commands before the next turn
WAITS: Final = (1.0, 2.0)  # Activations lost to one whose turn is still to come, or over
TOO_LATE: Final = 0.1  # of that if the game is over before
PACE: Final = 1.3  # Activations to be had in a turn
OFF: Final = (0.07, 0.14)  # by side, of that for each hex beyond Command Radius
OTHERS: Final = (0.1, 0.02)  # by side, of that where others are sent
STAYS: Final = 0.5  # for one who is there already
ROOM: Final = 2
STORM: Final = 4
# by side, what a unit has to add; a German who adds less keeps off the roads of others
LEAST: Final = (0.05, 0.6)


def shared_out(here: Situation) -> dict[UnitId, Post]:
    """The posts of the side's units: as its formation is the next to move, or each if it were."""
    state = here.state
    if state.active != NO_FORMATION:
        return _Sharing(here, state.active).settle()
    found: dict[UnitId, Post] = {}
    for number in here.kit.side_formations[here.side]:
        if state.hq[number] >= 0 and not state.used >> number & 1:
            units = serving(state, number)
            shared = _Sharing(here, number).settle()
            found |= {unit: post for unit, post in shared.items() if units >> unit & 1}
    return found


class _Sharing:
    """Posts as they are shared out, one formation being the next to move."""

    def __init__(self, here: Situation, moving: FormationId) -> None:
        self.here, self.moving = here, moving
        self.units = list(posts.able(here))
        self.centres = posts.sectors(here)
        self.hexes = [*members(here.held | here.wanted)]
        self.force = {hex_: _strangers(here, hex_, self.units) for hex_ in self.hexes}
        self.parts: dict[tuple[UnitId, Hex], float] = {}  # see `_in_time`
        self.so_far = {hex_: promise(here, hex_, force) for hex_, force in self.force.items()}

    def settle(self) -> dict[UnitId, Post]:
        found: dict[UnitId, Post] = {}
        gains = {(u, h): self._gain(u, h) for h in self.hexes for u in self.units}
        while gains:
            unit, hex_ = max(gains, key=lambda pair: gains[pair])
            if gains[unit, hex_] < LEAST[self.here.side]:
                break
            found[unit] = Post(hex_, gains[unit, hex_], ROOM)
            self.force[hex_].append(unit)
            self.so_far[hex_] = promise(self.here, hex_, self.force[hex_])
            gains = {pair: gain for pair, gain in gains.items() if pair[0] != unit}
            for other, there in [pair for pair in gains if pair[1] == hex_]:
                gains[other, there] = self._gain(other, there)
        return found | dict(self._rest(found))

    def _gain(self, unit: UnitId, hex_: Hex) -> float:
        """What a unit adds to those who are posted to a hex already."""
        here, force = self.here, self.force[hex_]
        if len(force) >= (STORM if here.enemies >> hex_ & 1 else ROOM):
            return 0.0
        added = promise(here, hex_, [*force, unit]) - self.so_far[hex_]
        stays = STAYS if posts.place_of(here, unit) == hex_ else 0.0
        return added * self._in_time(unit, hex_) + (stays if added > 0 else 0.0)

    def _in_time(self, unit: UnitId, hex_: Hex) -> float:
        """The part of a post's worth that is left when the unit gets there; asked many times."""
        part = self.parts.get((unit, hex_))
        if part is None:
            part = self.parts[unit, hex_] = self._find_part(unit, hex_)
        return part

    def _find_part(self, unit: UnitId, hex_: Hex) -> float:
        here, number = self.here, self.here.state.command[unit]
        away = marches(here, unit, hex_)
        if away and number != self.moving:
            away += WAITS[here.state.used >> number & 1]
        part = float(here.doctrine.later[here.side] ** away)
        if away > PACE * (here.turns_left + 1):
            part *= TOO_LATE
        if not self._sees_to(number, hex_):
            part *= OTHERS[here.side]
        return part * max(0.2, 1.0 - OFF[here.side] * self._off(number, hex_))

    def _sees_to(self, number: FormationId, hex_: Hex) -> bool:
        """Whether a hex is for a formation: by its orders, or by being the nearest.

        An attacker's formations keep apart, lest they be Mixed and their SNAFU rolls fail.
        """
        here = self.here
        if orders.aims_of(here, number):
            return orders.is_ordered(here, number, hex_)
        if not here.is_german:
            return True
        return number == here.keep(("nearest", hex_), lambda: self._nearest(hex_))

    def _nearest(self, hex_: Hex) -> FormationId:
        """The formation that has a second unit there first."""
        found: dict[FormationId, list[float]] = {}
        for unit in self.units:
            away = found.setdefault(self.here.state.command[unit], [])
            away.append(marches(self.here, unit, hex_))
        return min(found, key=lambda number: sorted(found[number])[:2][-1])

    def _off(self, number: FormationId, hex_: Hex) -> int:
        """How far a hex is beyond Command Radius, of the HQ where it is or is going."""
        here = self.here
        radius, between = here.kit.formations[number].radius, here.kit.grid.distance
        centre = self.centres.get(number, hex_)
        return max(0, min(between(here.state.hq[number], hex_), between(centre, hex_)) - radius)

    def _rest(self, found: dict[UnitId, Post]) -> Iterator[tuple[UnitId, Post]]:
        """Those who are left over back up their formation's posts, if it is for them to get on."""
        command = self.here.state.command
        for unit in self.units if self.here.is_german else ():
            own = [p for u, p in found.items() if command[u] == command[unit]]
            if unit not in found and own:
                post = max(own, key=lambda post: self._call(unit, post))
                yield unit, Post(post.hex, min(1.0, post.worth), 1)

    def _call(self, unit: UnitId, post: Post) -> float:
        """How much one more is wanted at a post: twice as much where it has to be stormed."""
        here = self.here
        storm = 2.0 if here.enemies >> post.hex & 1 else 1.0
        later = here.doctrine.later[here.side]
        return float(storm * post.worth * later ** marches(here, unit, post.hex))


def _strangers(here: Situation, hex_: Hex, units: Iterable[UnitId]) -> list[UnitId]:
    """Those in a hex that no HQ commands: they stay."""
    there = units_in(here.state, hex_) & here.kit.side_units[here.side]
    return [unit for unit in each(there) if unit not in set(units)]


# -- what a hex promises ---------------------------------------------------------------------


def promise(here: Situation, hex_: Hex, force: list[UnitId]) -> float:
    """What a side may expect of a hex to which a force is posted."""
    if here.held >> hex_ & 1:
        return here.doctrine.hold[here.side] * _points(here, hex_) * keeps(here, hex_, force)
    chance = takes(here, hex_, force)
    if chance and here.is_german:  # what is taken has to be kept
        chance *= keeps(here, hex_, force)
    return here.doctrine.take[here.side] * _points(here, hex_) * chance


def _points(here: Situation, hex_: Hex) -> float:
    table, points = here.kit.timetable, here.kit.vp[hex_]
    if table is not None and table.hex == hex_ and not here.state.bonus:
        points += table.vp.get(here.state.turn, 0)
    return points * here.stress.get(hex_, 1.0)


def keeps(here: Situation, hex_: Hex, force: list[UnitId]) -> float:
    """How likely a victory hex is still held when the enemy has had his try."""
    danger = here.keep(("danger", hex_), lambda: _danger(here, hex_))
    if not force:
        return 1.0 - danger
    comes = here.keep(("comes", hex_), lambda: _comes(here, hex_))
    beaten = _success(here, comes - _stands(here, hex_, force), firm=is_firm(here, hex_))
    return float(1.0 - danger * (1.0 - (1.0 - beaten) ** _attempts(here, hex_)))


def _attempts(here: Situation, hex_: Hex) -> int:
    """The attacks that a post has to stand: one, or more if the American wants a dear one back."""
    if here.held >> hex_ & 1 or not here.is_german:
        return 1
    return max(1, here.kit.vp[hex_] - CHEAP)


def takes(here: Situation, hex_: Hex, force: list[UnitId]) -> float:
    """How likely a victory hex is taken by the end."""
    if not force:
        return 0.0
    if not here.enemies >> hex_ & 1:
        return 1.0
    strength = max(_assails(here, unit) for unit in force) + 2 + (len(force) > 1)
    beaten = _success(here, strength - fighting.defence(here, hex_), firm=is_firm(here, hex_))
    tries = here.turns_left + max(1, len(force) - 1)
    return float(1.0 - (1.0 - beaten) ** tries)


def is_firm(here: Situation, hex_: Hex) -> bool:
    return bool(here.kit.key_terrain >> hex_ & 1)


def _success(here: Situation, net: int, *, firm: bool) -> float:
    """How likely an attack drives the defender out."""
    found = fighting.chances(here.state, net)
    return found["D1R"] + found["D2R"] + (0.0 if firm else found["S"])


def _assails(here: Situation, unit: UnitId) -> int:
    """The Action Rating it attacks with, Support or armour of its own thrown in."""
    return here.keep(("assails", unit), lambda: _find_assails(here, unit))


def _find_assails(here: Situation, unit: UnitId) -> int:
    faces = [shown for shown in here.kit.units[unit].faces if shown.arrow]
    if not faces:
        return 0
    best = max(shown.ar for shown in faces)
    number = here.state.command[unit]
    helped = any(shown.kind == DUAL or not shown.av for shown in faces) and here.supports(number)
    return best + (1 if helped or here.kit.units[unit].hard else 0)


def _stands(here: Situation, hex_: Hex, force: list[UnitId]) -> int:
    """What a force takes off an attacker's roll."""
    best = max(_defends(here, unit, hex_) for unit in force)
    return best + (1 if len(force) > 1 else 0)


def _defends(here: Situation, unit: UnitId, hex_: Hex) -> int:
    return here.keep(("defends", unit, hex_), lambda: _find_defends(here, unit, hex_))


def _find_defends(here: Situation, unit: UnitId, hex_: Hex) -> int:
    shown: Face = here.kit.units[unit].faces[DEPLOYED]
    value = shown.ar
    if shown.kind in (NONE, DUAL):
        cover = 2 if here.kit.cities >> hex_ & 1 else 1 if here.kit.is_terrain >> hex_ & 1 else 0
        value += cover + (1 if shown.kind == DUAL or here.supports(_under(here, unit)) else 0)
    elif shown.kind == RED and not here.kit.is_terrain >> hex_ & 1:
        value += 1
    return value


def _under(here: Situation, unit: UnitId) -> FormationId:
    return here.state.command[unit]


# -- how soon the enemy is there ------------------------------------------------------------


def marches(here: Situation, unit: UnitId, hex_: Hex) -> float:
    """The Activations a unit needs to be in a hex."""

    def find() -> float:
        start = posts.place_of(here, unit)
        return here.field(unit, hex_).get(start, FAR) / posts.pace(here, unit)

    return here.keep(("marches", unit, hex_), find)


def _arrivals(here: Situation, hex_: Hex) -> list[tuple[float, UnitId]]:
    """The enemy's units that could come, by the Activations they need."""
    found = []
    for unit in each(here.kit.side_units[here.enemy]):
        there = here.state.hex_of[unit]
        led = here.state.command[unit] != NO_FORMATION
        may = here.turns_left or (led and not _is_done(here, unit))
        if (there >= 0 or there == WAITING) and may:
            found.append((marches(here, unit, hex_) + (0.0 if led else LED), unit))
    return found


def _is_done(here: Situation, unit: UnitId) -> bool:
    """Whether the unit's formation has had its go, to a side that counts that on the last turn."""
    state, number = here.state, here.state.command[unit]
    used = number != state.active and bool(state.used >> number & 1)
    return here.doctrine.counts[here.side] and used


def _danger(here: Situation, hex_: Hex) -> float:
    """How likely the enemy is to come at all."""
    away = min((away for away, _ in _arrivals(here, hex_)), default=99.0)
    danger = next(part for most, part in DANGER if away <= most or most == 99.0)
    return danger if away <= PACE * (here.turns_left + 1) else danger * TOO_LATE


def _comes(here: Situation, hex_: Hex) -> int:
    """What he attacks with, all told."""
    able = [_assails(here, unit) for away, unit in _arrivals(here, hex_) if away <= SOON]
    return max(able, default=0) + 2 + (len(able) > 1)
