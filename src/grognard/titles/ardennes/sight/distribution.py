"""The exact chances of a combat: every pair of hits for any number of chits drawn.

Chits that would do the same are alike, so the draws are counted class by class:
of c like chits k can come up in "c over k" ways. Nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import TypeAlias

import msgspec

from grognard.book.rulebook import cites
from grognard.book.tally import Tally
from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import Side, UnitSet
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.decisions import (
    Activation,
    Assembling,
    Battle,
    ChitCount,
    Tactics,
)
from grognard.titles.ardennes.position.state import State
from grognard.titles.ardennes.rules.cards import cards
from grognard.titles.ardennes.rules.fighting import combat, tactics
from grognard.titles.ardennes.rules.fighting.chits import (
    attacker_hits,
    defender_hits,
    fewest,
    limits,
    most,
    ratio_words,
    read_chit,
    situations,
    strengths,
)
from grognard.waist.gist import gist
from grognard.waist.title import Preview

Hits: TypeAlias = tuple[int, int]
"""On the attacker, on the defender."""
Chances: TypeAlias = dict[Hits, Fraction]
Ways: TypeAlias = dict[Hits, int]


# -- counting ---------------------------------------------------------------------------------


def ways(classes: Mapping[Hits, int], draws: int) -> list[Ways]:
    """By number of chits up to `draws`: in how many ways each sum of hits comes up."""
    found: list[Ways] = [{(0, 0): 1}] + [{} for _ in range(draws)]
    for (a, d), count in classes.items():
        found = _with_class(found, a, d, count)
    return found


def _with_class(found: list[Ways], a: int, d: int, count: int) -> list[Ways]:
    wider: list[Ways] = [dict(sums) for sums in found]
    for drawn, sums in enumerate(found):
        for more in range(1, min(count, len(found) - 1 - drawn) + 1):
            row, factor = wider[drawn + more], comb(count, more)
            for (x, y), number in sums.items():
                key = (x + a * more, y + d * more)
                row[key] = row.get(key, 0) + number * factor
    return wider


def classes_of(state: State, battle: Battle) -> dict[Hits, int]:
    """The chits in the cup by what each would do in this combat."""
    true, (attack, defence) = situations(state, battle), strengths(state, battle)
    found: dict[Hits, int] = {}
    for kind, count in zip(state.kit.chits, state.cup, strict=True):
        _, a, d = read_chit(kind, true, attack, defence)
        found[a, d] = found.get((a, d), 0) + count
    return found


def distributions(state: State, battle: Battle) -> dict[int, Chances]:
    """For each number of chits the attacker can draw: the chance of every pair of hits.

    Hits are those to be taken, after all adjustments; chances are exact.
    """
    low, high = limits(state, battle)
    counted = ways(classes_of(state, battle), high)
    total = sum(state.cup)
    adjusted = _adjustments(state, battle, _most_hits(counted))
    return {n: _chances(counted[n], comb(total, n), adjusted) for n in range(low, high + 1)}


def _most_hits(counted: list[Ways]) -> int:
    return max(max(hits) for sums in counted for hits in sums)


def _adjustments(state: State, battle: Battle, most_hits: int) -> tuple[list[int], list[int]]:
    """What so many hits on the attacker, and on the defender, come to."""
    numbers = range(most_hits + 1)
    on_attacker = [attacker_hits(state, battle, n).total for n in numbers]
    return on_attacker, [defender_hits(state, battle, n).total for n in numbers]


def _chances(counted: Ways, total: int, adjusted: tuple[list[int], list[int]]) -> Chances:
    found: dict[Hits, int] = {}
    for (a, d), number in counted.items():
        key = adjusted[0][a], adjusted[1][d]
        found[key] = found.get(key, 0) + number
    return {hits: Fraction(number, total) for hits, number in sorted(found.items())}


def expected(chances: Chances) -> tuple[Fraction, Fraction]:
    """The mean hits on the attacker and on the defender."""
    on_attacker = sum((p * a for (a, _), p in chances.items()), Fraction())
    return on_attacker, sum((p * d for (_, d), p in chances.items()), Fraction())


# -- what if ----------------------------------------------------------------------------------


def with_tactic(battle: Battle, side: Side, name: str) -> Battle:
    """The combat as it would be if a side used one tactic more."""
    if side == battle.side:
        return msgspec.structs.replace(battle, tactics=(*battle.tactics, name))
    return msgspec.structs.replace(battle, answers=(*battle.answers, name))


def tactics_in_hand(state: State, battle: Battle, side: Side) -> list[tuple[int, str]]:
    """The tactics a player could use in this combat, each with the first card that has it."""
    if tactics.limit_refusal(state, battle, side):
        return []
    found: dict[str, int] = {}
    for card in cards.hand(state, side):
        face = cards.printed(state, side, card)
        for name in tactics.faces(state, face):
            if tactics.use_refusal(state, battle, side, name) is None:
                found.setdefault(name, face.number)
    return [(number, name) for name, number in found.items()]


def what_ifs(state: State, battle: Battle, side: Side) -> dict[str, dict[int, Chances]]:
    """For each tactic in hand, the distributions if it were played."""
    return {
        name: distributions(state, with_tactic(battle, side, name))
        for _, name in tactics_in_hand(state, battle, side)
    }


# -- previews ---------------------------------------------------------------------------------


def preview(state: State, side: Side, action: act.Action) -> Preview | None:
    """What an attack, a tactic or a number of chits would come to; None for anything else.

    The action is one that is not refused.
    """
    top = state.top
    match action, top:
        case act.Attack(label), Activation():
            target = state.kit.grid.at(label)
            return _of_attack(state, side, target, combat.able(state, side, target))
        case act.Launch(), Assembling():
            return _of_attack(state, side, top.target, top.units)
        case act.Commit(name), Assembling():
            more = 1 << state.kit.by_name[name]
            return _of_attack(state, side, top.target, top.units | more)
        case act.Play(_, name), Tactics():
            assert state.battle is not None, "tactics are played in a combat"
            return describe(state, with_tactic(state.battle, side, name))
        case act.Draw(count), ChitCount():
            assert state.battle is not None, "chits are drawn in a combat"
            low, high = limits(state, state.battle)
            return describe(state, state.battle, count) if low <= count <= high else None
    return None


def _of_attack(state: State, side: Side, target: Hex, units: UnitSet) -> Preview | None:
    if not units:
        return None
    return describe(state, combat.new_battle(state, side, target, units))


def describe(state: State, battle: Battle, count: int = 0) -> Preview:
    """The line a player reads, how the most chits come about, and every outcome."""
    if battle.bugged_out or "Bug Out" in battle.answers:
        line = "Bug Out: the defenders go back two hexes, Dispersed; no chits"
        return Preview(line, Tally(), (("the combat hex is vacated", Fraction(1)),))
    number = count or limits(state, battle)[1]
    chances = distributions(state, battle)[number]
    outcomes = tuple((_words(hits), p) for hits, p in chances.items())
    line, sums = _line(state, battle, number, chances), _tally(state, battle)
    return Preview(line, sums, outcomes, gist=_gist(chances))


def _gist(chances: Chances) -> str:
    """How likely each side is hit at all; a hit on the defender is a step or a hex of retreat."""
    on_defender = sum((p for (_, d), p in chances.items() if d), Fraction())
    on_attacker = sum((p for (a, _), p in chances.items() if a), Fraction())
    return gist(
        ("the defender loses a step or gives way", [on_defender]),
        ("the attacker takes a hit", [on_attacker]),
    )


def _words(hits: Hits) -> str:
    return f"{hits[0]}/{hits[1]} attacker/defender hits"


def _line(state: State, battle: Battle, number: int, chances: Chances) -> str:
    low, high = limits(state, battle)
    span = str(low) if low == high else f"{low} to {high}"
    parts = [ratio_words(*strengths(state, battle)), f"{span} chits, {number} drawn"]
    parts += [
        SITUATION_WORDS[name] for name in SITUATION_WORDS if name in situations(state, battle)
    ]
    on_attacker, on_defender = expected(chances)
    parts.append(f"on average {float(on_attacker):.1f} / {float(on_defender):.1f} hits")
    return " · ".join(parts)


SITUATION_WORDS = {
    "flank": "Flank",
    "armor_a": "Armor",
    "armor_d": "Armor of the defender",
    "elite_a": "Elite",
    "elite_d": "Elite of the defender",
    "artillery_a": "Artillery",
    "artillery_d": "Artillery of the defender",
    "airpower_a": "Airpower",
    "airpower_d": "Airpower of the defender",
    "engineers": "Combat Engineers",
    "fortified": "fortified",
    "rough": "rough ground",
}


@cites("EA-S.47")
def _tally(state: State, battle: Battle) -> Tally:
    """The most chits; where the defending steps are more, those."""
    low, high = fewest(state, battle), most(state, battle)
    return high if high.total >= low.total else low
