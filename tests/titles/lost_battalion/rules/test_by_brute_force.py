"""Supply and movement against slow searches over the bare map file, in random positions."""

from __future__ import annotations

import heapq
import random
import tomllib
from collections import deque
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions.lb import Game, neighbours, position

from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.kit.tables import DATA, KITS
from grognard.titles.lost_battalion.position.actions import March, Pick, Ride
from grognard.titles.lost_battalion.position.decisions import Marching
from grognard.titles.lost_battalion.rules.supply import supplied_hexes

KIT = KITS["historical"]
SEEDS = st.integers(0, 2**32)
PONTOONS = {"1831/1830": "1831", "1831/1931": "1831", "1728/1827": "1728"}  # side: west bank
OFF_ROAD = {".": 1, "F": 2, "r": 2, "R": 3}

near = cache(neighbours)


# -- the map, from its file ------------------------------------------------------------------


@cache
def raw() -> dict[str, Any]:
    return tomllib.loads((DATA / "board.toml").read_text(encoding="utf-8"))


@cache
def ground(layer: str, label: str) -> str:
    letter: str = raw()["layer"][layer]["rows"][int(label[2:]) - 1][int(label[:2]) - 1]
    return letter


@cache
def roads() -> set[tuple[str, str]]:
    steps = [step for road in raw()["road"] for step in pairwise(road["hexes"])]
    return {*steps, *((b, a) for a, b in steps)}


@cache
def bridges() -> dict[frozenset[str], int]:
    """Bridges by their two ends, and the bit that stands for each."""
    sides = [row["side"].split("/") for row in raw()["bridge"]]
    at = KIT.grid.at
    return {frozenset(s): KIT.bridges_at[at(s[0])] & KIT.bridges_at[at(s[1])] for s in sides}


EVERYWHERE = [f"{column:02d}{row:02d}" for row in range(1, 49) for column in range(1, 29)]
NORTH = [label for label in EVERYWHERE if ground("control", label) == "G"]
WEST = {label for label in EVERYWHERE if int(label[:2]) <= 7}
THIRD = {"4/3", "7/3", "30/3"}


def river(a: str, b: str) -> str:
    """`meuse`, `minor`, or nothing."""
    regions = {ground("water", a), ground("water", b)}
    if len(regions) == 1:
        return ""
    return "meuse" if "a" in regions and regions & {"m", "n"} else "minor"


# -- random positions ---------------------------------------------------------------------------


class Setting(NamedTuple):
    """A position in plain words."""

    units: dict[str, list[str]]  # by hex
    allied: set[str]  # hexes the Allied side controls
    owned: set[frozenset[str]]  # bridges of the Allied side
    fresh: set[frozenset[str]]
    gas: set[str]
    turn: int
    blocks: bool  # the option control_blocks_supply

    def held(self, side: int) -> set[str]:
        return {h for h, names in self.units.items() if KIT.side_of[KIT.by_name[names[0]]] == side}

    def can_use(self, side: int, a: str, b: str) -> bool:
        """Whether a bridge or pontoon serves a side between two hexes."""
        ends = frozenset((a, b))
        mine = ends in bridges() and (ends in self.owned) == (side == 0)
        if mine and ends not in self.fresh:
            return True
        west = next((w for s, w in PONTOONS.items() if set(s.split("/")) == ends), None)
        return side == 0 and self.turn >= 14 and west is not None and (west in self.allied)


def some(rng: random.Random, kind: str, side: int, count: int) -> list[str]:
    names = [u.name for u in KIT.units if u.kind == kind and u.side == side]
    return rng.sample(names, min(count, len(names)))


def scatter(rng: random.Random) -> Setting:
    """Both armies in walls, rings and crowds, bridges and control at random."""
    units: dict[str, list[str]] = {}
    for side, hexes in ((1, _line(rng, NORTH)), (0, _line(rng, EVERYWHERE))):
        for label, name in zip(hexes, some(rng, "INF", side, 90), strict=False):
            units.setdefault(label, [name])
    french = [u.name for u in KIT.units if u.nation == "french" and u.kind == "INF"]
    units = {h: names for h, names in units.items() if names[0] not in french}
    for label in rng.sample(sorted(WEST - units.keys()), 12):
        units[label] = [french.pop()]
    wild = rng.choice((0.0, 0.1, 0.4))
    allied = {h for h in EVERYWHERE if (ground("control", h) == "A") != (rng.random() < wild)}
    setting = Setting(
        units,
        allied,
        {ends for ends in bridges() if rng.random() < rng.choice((0.1, 0.5, 0.9))},
        {ends for ends in bridges() if rng.random() < rng.choice((0.0, 0.3))},
        set(rng.sample(EVERYWHERE, 40)) - units.keys(),
        rng.choice((1, 4, 5, 13, 14, 16)),
        rng.random() < 0.4,
    )
    if rng.random() < 0.3:
        setting = _bridgehead(rng, setting)
    return setting._replace(allied=(setting.allied | setting.held(0)) - setting.held(1))


def _bridgehead(rng: random.Random, setting: Setting) -> Setting:
    """A narrow corridor to the pontoons, with the option that makes it count."""
    depth = rng.randint(26, 32)
    strip = {h for h in EVERYWHERE if "17" <= h[:2] <= "19" and int(h[2:]) >= depth}
    across = dict(zip(("1830", "1931", "1827"), (["4/3"], ["7/3"], ["30/3"]), strict=True))
    units = {h: names for h, names in setting.units.items() if not {*names} & THIRD}
    clear = {h: names for h, names in units.items() if h not in strip or h in setting.held(0)}
    turn = rng.choice((13, 14, 16))
    lost = strip - {"1831"} if rng.random() < 0.3 else strip
    return setting._replace(units=clear | across, allied=lost, turn=turn, blocks=True)


def _line(rng: random.Random, hexes: list[str]) -> list[str]:
    """Hexes of one row or column with a few gaps, rings around some, and others anywhere."""
    row, column = rng.randint(2, 47), rng.randint(1, 28)
    crossing = {h for h in hexes if int(h[2:]) == row or int(h[:2]) == column}
    chosen = [h for h in sorted(crossing) if rng.random() > rng.choice((0.0, 0.04))]
    for centre in rng.sample(hexes, 4):
        chosen += [h for h in near(centre) if h in set(hexes) and rng.random() > 0.08]
    chosen += rng.sample(hexes, 20)
    rng.shuffle(chosen)
    return chosen


def bits(ends: set[frozenset[str]]) -> int:
    return sum(bridges()[pair] for pair in ends)


def laid_out(setting: Setting, at: str) -> Game:
    text = " ".join(f"{h} {' '.join(names)}" for h, names in setting.units.items())
    return position(
        text,
        at=at,
        turn=setting.turn,
        options={"control_blocks_supply": "on" if setting.blocks else "off"},
        control=KIT.grid.set_of(setting.allied),
        bridges=bits(setting.owned),
        fresh_bridges=bits(setting.fresh),
        gas=KIT.grid.set_of(setting.gas),
    )


# -- supply ------------------------------------------------------------------------------------


def has_line(setting: Setting, side: int, start: str, french: bool) -> bool:
    """Walks outward from a hex until it comes to a source."""
    enemies = setting.held(1 - side)
    west_too = french and int(start[:2]) < 6
    seen, edge = {start}, deque([start])
    while edge:
        here = edge.popleft()
        if is_source(setting, side, here, enemies, west_too):
            return True
        for there in near(here):
            closed = setting.blocks and (there in setting.allied) != (side == 0)
            if there in seen or there in enemies or closed:
                continue
            if river(here, there) and not setting.can_use(side, here, there):
                continue
            seen.add(there)
            edge.append(there)
    return False


def is_source(setting: Setting, side: int, here: str, enemies: set[str], west_too: bool) -> bool:
    column, row = int(here[:2]), int(here[2:])
    if side == 0:
        return row == 48 or (west_too and column == 1 and here in setting.allied)
    german_west = column == 1 and here not in setting.allied
    return here not in enemies and (row == 1 or column == 28 or german_west)


@pytest.mark.rule("LB-7.3a", "LB-7.3b", "LB-7.3c", "LB-7.4a", "LB-7.4e", "LB-7.5a", "LB-7.5b")
@settings(max_examples=30)
@given(SEEDS)
def test_supply_agrees_with_a_walk_from_every_unit(seed: int) -> None:
    rng = random.Random(seed)
    setting = scatter(rng)
    game = laid_out(setting, "b1")

    chosen = {h for h in setting.units if h in WEST or h in ("1830", "1931", "1827")}
    for label in sorted(chosen | set(rng.sample(sorted(setting.units), 8))):
        (name,) = setting.units[label]
        unit = KIT.units[KIT.by_name[name]]
        fed = has_line(setting, unit.side, label, unit.nation == "french")
        assert bool(game.state.out_moving >> unit.id & 1) != fed, (name, label)


@pytest.mark.rule("LB-7.3a", "LB-7.3b", "LB-7.3c", "LB-14.0d", "LB-8.8b", "LB-8.8c")
@settings(max_examples=15)
@given(SEEDS)
def test_supplied_hexes_agree_with_a_walk_from_every_hex(seed: int) -> None:
    rng = random.Random(seed)
    setting = scatter(rng)
    state = laid_out(setting, "c1").state
    for side in (0, 1):
        fed = supplied_hexes(state, side)
        passable = set(EVERYWHERE) - setting.held(1 - side)
        if setting.blocks:
            passable &= setting.allied if side == 0 else set(EVERYWHERE) - setting.allied
        for label in rng.sample(sorted(passable), min(15, len(passable))):
            assert bool(fed >> KIT.grid.at(label) & 1) == has_line(setting, side, label, False)


# -- movement ----------------------------------------------------------------------------------


class Mover(NamedTuple):
    name: str
    kind: str
    side: int
    start: str
    setting: Setting
    enemies: set[str]

    def cost(self, mode: str, a: str, b: str) -> Fraction | None:
        """Movement points from a hex to the next; None if it is barred."""
        if not self._may_enter(b) or not self._may_cross(a, b):
            return None
        over = self._over(a, b)
        by_road = (a, b) in roads() and (not river(a, b) or over)
        dug_in = ground("fort", b) != "-"
        if mode == "ride":
            return Fraction(1, 2) if by_road and self._may_ride(a, b) else None
        if by_road:
            return Fraction(1 + dug_in)
        if self.kind == "ART" or (self.kind == "TANK" and ground("terrain", b) != "."):
            return None
        wading = 2 if river(a, b) and not over else 0
        return Fraction(OFF_ROAD[ground("terrain", b)] + dug_in + wading)

    def _over(self, a: str, b: str) -> bool:
        # Whoever stands on the west bank holds it.
        here = self.setting._replace(allied=self.setting.allied | {a}) if self.side == 0 else None
        return (here or self.setting).can_use(self.side, a, b)

    def _may_enter(self, b: str) -> bool:
        if b in self.enemies:
            return False
        if self.side == 1 and ground("control", b) == "A":
            return False
        return b not in self.setting.gas or (self.side == 1 and ground("fort", b) != "-")

    def _may_cross(self, a: str, b: str) -> bool:
        kind = river(a, b)
        both_south = ground("control", a) == ground("control", b) == "A"
        if kind == "meuse" and self.side == 0 and not both_south and self.setting.turn < 14:
            return False
        return not kind or self._over(a, b) or (kind == "minor" and self.kind == "INF")

    def _may_ride(self, a: str, b: str) -> bool:
        if self.side == 0 and self.setting.turn < 5:
            return False
        beside = any(h in self.enemies for h in (*near(a), *near(b)))
        return (b in self.setting.allied) == (self.side == 0) and not beside

    @property
    def allowance(self) -> Fraction:
        full = 8 if self.kind == "INF" else 6
        nation = KIT.units[KIT.by_name[self.name]].nation
        fed = has_line(self.setting, self.side, self.start, nation == "french")
        return Fraction(full if fed else (full + 1) // 2)

    def reach(self, mode: str) -> dict[str, Fraction]:
        """The cheapest cost of every hex that can be reached."""
        best, edge = {self.start: Fraction(0)}, [(Fraction(0), self.start)]
        limit = self.allowance
        while edge:
            spent, here = heapq.heappop(edge)
            for there in near(here):
                step = self.cost(mode, here, there)
                if step is None or spent + step > limit:
                    continue
                if there not in best or spent + step < best[there]:
                    best[there] = spent + step
                    heapq.heappush(edge, (spent + step, there))
        return best


def mover(rng: random.Random) -> Mover:
    """A unit somewhere in a random position, on a road more often than not."""
    setting = scatter(rng)._replace(blocks=False)
    side, kind = rng.choice(((0, "INF"), (0, "INF"), (1, "INF"), (0, "TANK"), (0, "ART")))
    used = {name for names in setting.units.values() for name in names}
    name = rng.choice([n for n in some(rng, kind, side, 200) if n not in used])
    hexes = [h for h in (EVERYWHERE if side == 0 else NORTH) if h not in setting.held(1 - side)]
    by_road = [h for h in hexes if any((h, other) in roads() for other in near(h))]
    start = rng.choice(by_road if kind == "ART" or rng.random() < 0.6 else hexes)
    if rng.random() < 0.15 and kind != "ART":
        banks = ("1831", "1830", "1931", "1728", "1827")
        start = rng.choice([h for h in hexes if h in banks] or [start])
    units = {**setting.units, start: [*setting.units.get(start, []), name]}
    allied = setting.allied | {start} if side == 0 else setting.allied - {start}
    setting = setting._replace(units=units, allied=allied)
    return Mover(name, kind, side, start, setting, setting.held(1 - side))


def reach_by_playing(game: Game, who: Mover, mode: str) -> dict[str, Fraction]:
    """The same by trying every step in the engine."""
    verb, seat = {"march": March, "ride": Ride}[mode], game.seat
    first = lb.copy(game.state)
    lb.apply(first, seat, Pick(who.name))
    best, count = {who.start: Fraction(0)}, 0
    edge = [(Fraction(0), count, who.start, first)]
    while edge:
        _, _, here, state = heapq.heappop(edge)
        for there in near(here):
            if lb.refusal(state, seat, verb(there)) is not None:
                continue
            after = lb.copy(state)
            lb.apply(after, seat, verb(there))
            assert isinstance(after.top, Marching)
            spent = Fraction(after.top.spent, 2)
            if there not in best or spent < best[there]:
                best[there], count = spent, count + 1
                heapq.heappush(edge, (spent, count, there, after))
    return best


@pytest.mark.rule("LB-8.0a", "LB-8.12", "LB-S.18", "LB-S.19", "LB-S.20", "LB-S.23", "LB-8.10a")
@settings(max_examples=20)
@given(SEEDS)
def test_movement_agrees_with_costs_worked_out_from_the_chart(seed: int) -> None:
    who = mover(random.Random(seed))
    phase = "b3" if who.kind == "ART" else "b1" if who.side == 0 else "c1"
    game = laid_out(who.setting, phase)
    if phase == "b3":  # its supply was fixed in B1
        game.set(out_moving=laid_out(who.setting, "b1").state.out_moving)

    for mode in ("march", "ride"):
        assert reach_by_playing(game, who, mode) == who.reach(mode)
