"""Exact chances of fights before the dice are rolled, as fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb

import msgspec

from grognard.book.charts import distribution
from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import Side, UnitId
from grognard.titles.bcs.position.decisions import Fight
from grognard.titles.bcs.position.state import State, each
from grognard.titles.bcs.rules.fighting import attack, barrage, engagement
from grognard.titles.bcs.rules.fighting.fights import backers, defenders, tops

Chances = dict[str, Fraction]
_FACES = range(1, 7)


@lru_cache(maxsize=1)
def two_dice() -> tuple[tuple[int, Fraction], ...]:
    """Each sum of two dice with its chance."""
    return tuple(sorted(distribution(a + b for a, b in product(_FACES, _FACES)).items()))


def _table(net: int, result: Callable[[int], str]) -> Chances:
    """The results of a table of 2d6 plus a net modifier; only those that can come up."""
    found: Chances = {}
    for total, chance in two_dice():
        row = result(total + net)
        found[row] = found.get(row, Fraction(0)) + chance
    return found


def of_engagement(state: State, fight: Fight) -> Chances:
    """The results of an Engagement whose target is known."""
    net = int(engagement.tally(state, fight).total)
    return _table(net, lambda total: engagement.result_of(state, fight, total))


def of_attack(state: State, fight: Fight) -> Chances:
    """The results of an attack whose defender is known, by rows of the Combat Table."""
    net = int(attack.tally(state, fight).total)
    return _table(net, lambda total: attack.result_of(state, total))


def engagement_outlook(state: State, fight: Fight) -> dict[UnitId, Chances]:
    """The same for each unit that may answer, by the choice its owner has."""
    top = tops(state, fight.target)
    field = "defender" if top else "backing"
    answers = top or backers(state, fight.target)
    return {unit: of_engagement(state, _with(fight, field, unit)) for unit in answers}


def attack_outlook(state: State, fight: Fight) -> dict[UnitId, Chances]:
    """The same for each unit that the defender may name."""
    units = each(defenders(state, fight))
    return {unit: of_attack(state, _with(fight, "defender", unit)) for unit in units}


def _with(fight: Fight, field: str, unit: UnitId) -> Fight:
    return msgspec.structs.replace(fight, **{field: unit})


def of_loss_roll(state: State, side: Side, hex_: Hex) -> Fraction:
    """The chance that one roll on the Barrage Table costs the side's units in a hex a step."""
    needs = state.kit.number(f"barrage.{barrage.row(state, side, hex_)}")
    return Fraction(sum(face >= needs for face in _FACES), len(_FACES))


def of_loss_rolls(state: State, side: Side, hex_: Hex, rolls: int) -> dict[int, Fraction]:
    """How many of several such rolls hit, while the same row of the table fits."""
    hit = of_loss_roll(state, side, hex_)
    return {
        hits: comb(rolls, hits) * hit**hits * (1 - hit) ** (rolls - hits)
        for hits in range(rolls + 1)
    }
