"""What each result of a fight would do to the units in it, with its exact chance."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from grognard.titles.bcs import engagement as engaging
from grognard.titles.bcs import odds, retreat
from grognard.titles.bcs.decisions import NO_UNIT, Fight
from grognard.titles.bcs.engagement import BOTH, DROP, FIRER, TARGET
from grognard.titles.bcs.fights import defenders, shows_av
from grognard.titles.bcs.kit import UnitId
from grognard.titles.bcs.state import State, copy, each, note
from grognard.titles.bcs.wording import counted

Outcomes: TypeAlias = tuple[tuple[str, Fraction], ...]

_GOES = {
    "BCS-7.5.f": "stands and loses a step",
    "BCS-7.5.g": "stands and loses a step",
    "BCS-7.5.h": "retreats 3 hexes",
    "BCS-7.5.i": "retreats to its HQ",
    "BCS-7.5.j": "retreats 3 hexes",
}


def _merged(pairs: Iterable[tuple[str, Fraction]]) -> Outcomes:
    """Results that come to the same, as one."""
    found: dict[str, Fraction] = {}
    for words, chance in pairs:
        found[words] = found.get(words, Fraction(0)) + chance
    return tuple(found.items())


def _retreat_words(state: State, unit: UnitId, cause: str) -> str:
    rule = retreat.case(state, unit, cause)
    return f"{_GOES[rule]} ({rule})"


# -- Engagements -------------------------------------------------------------------------------


def engagement(state: State, fight: Fight) -> Outcomes:
    """Each result of an Engagement in words, the best for the firer first."""
    twin = _at_table(state, fight)
    chances = odds.of_engagement(state, fight)
    order = (TARGET, DROP, BOTH, FIRER)
    return _merged((_engaged(twin, fight, r), chances[r]) for r in order if r in chances)


def _at_table(state: State, fight: Fight) -> State:
    """The position with the fight on the table, which retreats look at."""
    twin = copy(state)
    note(twin, fight=fight)
    return twin


def _engaged(state: State, fight: Fight, result: str) -> str:
    out = engaging.ignored(state, fight, result)
    if result == DROP:
        return "target Drops Support (BCS-9.2.a)" if fight.backing != NO_UNIT else "no effect"
    hurt = []
    if result in (TARGET, BOTH) and TARGET not in out:
        lent = fight.backing != NO_UNIT
        unit = fight.backing if lent else fight.defender
        hurt.append(_hurt(state, unit, lent=lent, gives_way=result == TARGET))
    if result in (FIRER, BOTH) and FIRER not in out:
        lent = fight.box != NO_UNIT
        hurt.append(_hurt(state, fight.unit, lent=lent, gives_way=result == FIRER))
    return "; ".join(hurt) or "no effect"


def _hurt(state: State, unit: UnitId, *, lent: bool, gives_way: bool) -> str:
    """One party loses a step; then it retreats, or if it was Support its stack Drops that."""
    name = state.kit.names[unit]
    if state.steps[unit] <= 1:
        return f"{name} destroyed" + (", Support dropped" if lent else "")
    words = f"{name} −1 step"
    if lent:
        return f"{words}, Support dropped"
    return f"{words}, {_retreat_words(state, unit, 'engagement')}" if gives_way else words


# -- attacks -------------------------------------------------------------------------------------


def attack(state: State, fight: Fight) -> Outcomes:
    """Each result of the Combat Table in words, the best for the attacker first."""
    twin = _at_table(state, fight)
    chances = odds.of_attack(state, fight)
    order = ("D2R", "D1R", "S", "a1", "A1", "A2")
    return _merged((_attacked(twin, fight, r), chances[r]) for r in order if r in chances)


def _attacked(state: State, fight: Fight, result: str) -> str:
    if result in ("A1", "A2"):
        return f"{result}: {_loses(state, fight.unit, int(result[1]))}"
    if result == "a1":
        armed = shows_av(state, fight.target)
        return f"a1: {_loses(state, fight.unit, 1)}" if armed else "a1: no effect (no AV there)"
    if result == "S":
        return f"S: {_give_way(state, fight, 'situational')}"
    lost = int(result[1])
    steps = sum(state.steps[unit] for unit in each(defenders(state, fight)))
    if steps <= lost:
        return f"{result}: the defenders are destroyed"
    return f"{result}: {counted(lost, 'step')} lost, {_give_way(state, fight, 'automatic')}"


def _loses(state: State, unit: UnitId, count: int) -> str:
    name = state.kit.names[unit]
    if state.steps[unit] <= count:
        return f"{name} destroyed"
    return f"{name} −{count} step{'s' if count > 1 else ''}"


def _give_way(state: State, fight: Fight, cause: str) -> str:
    units = each(defenders(state, fight))
    ways = {unit: _retreat_words(state, unit, cause) for unit in units}
    if len(set(ways.values())) == 1:
        word = next(iter(ways.values()))
        return word if len(units) == 1 else f"each {word}"
    return ", ".join(f"{state.kit.names[unit]} {word}" for unit, word in ways.items())
