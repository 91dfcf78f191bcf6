"""The second reading, continued: what the chits of a combat come to."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from typing import Final

from grognard.titles.ardennes.kit.kit import ALLIED
from grognard.titles.ardennes.position.decisions import Battle
from grognard.titles.ardennes.referee import combat
from grognard.titles.ardennes.referee import position as n
from grognard.titles.ardennes.referee.position import Label, Position

GUNS: Final = {"Artillery", "Corps Artillery", "Fixed Artillery"}
TANKS: Final = {"Panzer Battalion", "Tank Battalion"}


def used(battle: Battle, side: int) -> list[str]:
    """The tactics of a side."""
    return [*battle.tactics, *battle.gifts] if side == battle.side else list(battle.answers)


def fighters(pos: Position, battle: Battle, side: int) -> list[int]:
    """The side's units of the combat that are left."""
    units = battle.attackers if side == battle.side else battle.defenders
    return [u for u in n.bits(units) if u in pos.at]


def scored(pos: Position, battle: Battle, mixed: str) -> tuple[int, int]:
    """EA-S.70, EA-CH.i to EA-CH.o: hits on the attacker and on the defender."""
    hits = [_read(pos, battle, kind) for kind in battle.drawn]
    on_attacker, on_defender = sum(a for a, _ in hits), sum(d for _, d in hits)
    theirs = fighters(pos, battle, 1 - battle.side)
    if all(u in pos.isolated for u in theirs):
        on_attacker = 0
    on_attacker -= _weak(pos, theirs, mixed)
    on_defender -= covered(pos, battle)
    return max(0, on_attacker), max(0, on_defender)


def _weak(pos: Position, units: list[int], mixed: str) -> int:
    """EA-CH.l to EA-CH.n, EA-ST.q: what is taken off for defenders in a bad way."""
    hungry = combat.all_out_of_supply(pos, units, mixed)
    cut_off = all(u in pos.isolated for u in units)
    dry = all(u in pos.dry for u in units)
    lost = all(u in pos.dispersed for u in units)
    return (hungry and not cut_off) + dry or int(lost)


def covered(pos: Position, battle: Battle) -> bool:
    """EA-CH.i to EA-CH.k, EA-S.49: one hit fewer between them."""
    h = pos.kit.grid.label(battle.target)
    wall = h in pos.ground.westwall and battle.side == ALLIED
    return h in pos.ground.towns | pos.dug_in or wall


def _read(pos: Position, battle: Battle, kind: int) -> tuple[int, int]:
    """The first true line of a chit."""
    for condition, a, d in pos.kit.chits[kind].lines:
        if _holds(pos, battle, condition):
            return a, d
    return 0, 0


def _holds(pos: Position, battle: Battle, condition: str) -> bool:
    if ratio := re.fullmatch(r"ratio(>=|<)(\d+):(\d+)", condition):
        enough = odds(pos, battle) >= Fraction(int(ratio[2]), int(ratio[3]))
        return enough == (ratio[1] == ">=")
    return condition == "always" or condition in situations(pos, battle)


def odds(pos: Position, battle: Battle) -> Fraction:
    """EA-S.40, EA-CT.h: attack to defence, with the battalions of both."""
    target = pos.kit.grid.label(battle.target)
    mine, theirs = fighters(pos, battle, battle.side), fighters(pos, battle, 1 - battle.side)
    attack = n.attack_strength(pos, mine, target)
    defence = sum(map(pos.strength, theirs))
    wall = target in pos.ground.westwall and battle.side == ALLIED
    defence *= 2 if target in pos.ground.cities or wall else 1
    attack += sum(name in TANKS for name in used(battle, battle.side))
    defence += sum(name in TANKS for name in used(battle, 1 - battle.side))
    return Fraction(attack, defence or 1)


def situations(pos: Position, battle: Battle) -> set[str]:
    """EA-CT.a, EA-CT.i, EA-S.71, EA-S.72, EA-S.75."""
    target = pos.kit.grid.label(battle.target)
    found = set()
    for side, letter in ((battle.side, "a"), (1 - battle.side, "d")):
        units, tactics = fighters(pos, battle, side), set(used(battle, side))
        elite = [u for u in units if pos.unit(u).elite and u not in pos.dispersed]
        facts = {
            "artillery": bool(tactics & GUNS),
            "airpower": "Airpower" in tactics,
            "elite": any(n.in_supply(pos, u) for u in elite),
            "armor": _armor_tells(pos, battle, side, target),
        }
        found |= {f"{what}_{letter}" for what, true in facts.items() if true}
    if "Engineers" in used(battle, battle.side):
        found.add("engineers")
    if flanked(pos, battle, target):
        found.add("flank")
    if covered(pos, battle):
        found.add("fortified")
    if pos.ground.terrain[target] in ("woods", "forest"):
        found.add("rough")
    return found


def _armor_tells(pos: Position, battle: Battle, side: int, target: Label) -> bool:
    closed = pos.ground.terrain[target] == "forest" or target in pos.ground.cities
    return not closed and _armor(pos, battle, side) and not _armor(pos, battle, 1 - side)


def _armor(pos: Position, battle: Battle, side: int) -> bool:
    tanks = set(used(battle, side)) & TANKS
    return bool(tanks) or any(pos.unit(u).armor for u in fighters(pos, battle, side))


def flanked(pos: Position, battle: Battle, target: Label) -> bool:
    """EA-S.71: two hexes with a hex between them both ways round; EA-CT.f."""
    if target in pos.ground.towns:
        return False
    mine = fighters(pos, battle, battle.side)
    hexes = {pos.kit.grid.label(h) for u, h in battle.origins if u in mine}
    apart = any(n.distance(a, b) >= 2 for a, b in product(hexes, hexes))
    return apart or "Infiltration" in used(battle, battle.side)
