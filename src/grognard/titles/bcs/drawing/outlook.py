"""What each result of a fight would do to the units in it, with its exact chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final, TypeAlias

import msgspec

from grognard.book.tally import Tally
from grognard.book.words import counted
from grognard.ground.hexes import Hex
from grognard.titles.bcs.drawing.report import sum_words
from grognard.titles.bcs.kit.kit import MOVE, Side, UnitId
from grognard.titles.bcs.position.decisions import NO_UNIT, Fight
from grognard.titles.bcs.position.state import (
    RETURNING,
    State,
    copy,
    each,
    label,
    note,
    other,
    units_in,
)
from grognard.titles.bcs.rules.fighting import attack as attacking
from grognard.titles.bcs.rules.fighting import barrage, odds, retreat
from grognard.titles.bcs.rules.fighting import engagement as engaging
from grognard.titles.bcs.rules.fighting.engagement import BOTH, DROP, FIRER, TARGET
from grognard.titles.bcs.rules.fighting.fights import backers, defenders, shows_av, tops
from grognard.titles.bcs.rules.moving import zones
from grognard.titles.bcs.words.wording import at_least
from grognard.waist.gist import gist
from grognard.waist.scene import Lit
from grognard.waist.title import Preview

Outcomes: TypeAlias = tuple[tuple[str, Fraction], ...]

_STANDS: Final = ("BCS-7.5.f", "BCS-7.5.g")
_MANY: Final = 4  # so many hexes to choose from are not named


def _merged(pairs: Iterable[tuple[str, Fraction]]) -> Outcomes:
    """Results that come to the same, as one."""
    found: dict[str, Fraction] = {}
    for words, chance in pairs:
        found[words] = found.get(words, Fraction(0)) + chance
    return tuple(found.items())


def retreat_words(state: State, unit: UnitId, cause: str) -> str:
    """Whether a unit forced back stands or goes, where to, and what that costs it."""
    rule = retreat.case(state, unit, cause)
    if rule in _STANDS:
        return f"stands and loses a step ({rule})"
    hexes = retreat.ways(state, unit, cause)
    if not hexes:
        return "has nowhere to go and loses a step (BCS-R.17)"
    if RETURNING in hexes:
        return "leaves the map until next turn (BCS-7.5.k)"
    price = " at the cost of a step" if all(hurts(state, unit, h) for h in hexes) else ""
    if rule == "BCS-7.5.i":
        return f"retreats to its HQ{price} ({rule})"
    labels = [label(state, hex_) for hex_ in hexes]
    where = f" to {' or '.join(labels)}" if len(labels) < _MANY else ""
    return f"retreats 3 hexes{where}{price} ({rule})"


def hurts(state: State, unit: UnitId, hex_: Hex) -> bool:
    """Whether an enemy zone in the hex costs the retreating unit a step; it shows its Move side."""
    type_ = state.kit.units[unit].faces[MOVE].type
    return bool(zones.affecting(state, state.kit.side_of[unit], type_) >> hex_ & 1)


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
    return f"{words}, {retreat_words(state, unit, 'engagement')}" if gives_way else words


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
    lost, units = int(result[1]), each(defenders(state, fight))
    if sum(state.steps[unit] for unit in units) <= lost:
        return f"{result}: the defenders are destroyed"
    hurt = _loses(state, fight.defender, lost if len(units) == 1 else 1)
    more = ", one step more in the hex" if lost > 1 and len(units) > 1 else ""
    return f"{result}: {hurt}{more}; {_give_way(state, fight, 'automatic')}"


def _loses(state: State, unit: UnitId, count: int) -> str:
    name = state.kit.names[unit]
    if state.steps[unit] <= count:
        return f"{name} destroyed"
    return f"{name} −{count} step{'s' if count > 1 else ''}"


def _give_way(state: State, fight: Fight, cause: str) -> str:
    units = each(defenders(state, fight))
    ways = {unit: retreat_words(state, unit, cause) for unit in units}
    if len(set(ways.values())) == 1:
        word = next(iter(ways.values()))
        return word if len(units) == 1 else f"each {word}"
    return ", ".join(f"{state.kit.names[unit]} {word}" for unit, word in ways.items())


# -- what matters most ----------------------------------------------------------------------------


def _gist(state: State, fights: list[Fight]) -> str:
    """Whether the hex is taken, or the target hurt, and what that costs whoever fights."""
    kinds = {fight.kind for fight in fights}
    if kinds <= {"attack", "shock"}:
        return _attack_gist(state, fights)
    if kinds == {"engage"}:
        return _engagement_gist(state, fights)
    side = other(state.kit.side_of[fights[0].unit])
    return gist(("a step is lost", [_any_hit(state, side, fight) for fight in fights]))


def _any_hit(state: State, side: Side, fight: Fight) -> Fraction:
    return 1 - odds.of_loss_rolls(state, side, fight.target, max(fight.rolls, 1))[0]


def _attack_gist(state: State, fights: list[Fight]) -> str:
    taken, hurt = [], []
    for fight in fights:
        twin, chances = _at_table(state, fight), odds.of_attack(state, fight)
        taken.append(sum((p for r, p in chances.items() if _clears(twin, fight, r)), Fraction(0)))
        hurt.append(sum((p for r, p in chances.items() if _costs(state, fight, r)), Fraction(0)))
    first = "if the Barrage hits nobody, " if fights[0].mission == "destruction" else ""
    return gist((f"{first}the hex is cleared", taken), ("the attacker loses a step", hurt))


def _clears(state: State, fight: Fight, result: str) -> bool:
    """Whether nobody is left in the hex, as far as it is not the defender's choice."""
    if result not in ("D2R", "D1R", "S"):
        return False
    units = each(defenders(state, fight))
    lost = int(result[1]) if result != "S" else 0
    if lost and sum(state.steps[unit] for unit in units) <= lost:
        return True
    cause = "automatic" if lost else "situational"
    return all(_leaves(state, unit, cause) for unit in units)


def _leaves(state: State, unit: UnitId, cause: str) -> bool:
    stands = retreat.case(state, unit, cause) in _STANDS
    return not stands and bool(retreat.ways(state, unit, cause))


def _costs(state: State, fight: Fight, result: str) -> bool:
    return result in ("A1", "A2") or (result == "a1" and shows_av(state, fight.target))


def _engagement_gist(state: State, fights: list[Fight]) -> str:
    theirs = [_engaged_chance(state, fight, TARGET) for fight in fights]
    own = [_engaged_chance(state, fight, FIRER) for fight in fights]
    return gist(("the target loses a step", theirs), ("the firer loses a step", own))


def _engaged_chance(state: State, fight: Fight, party: str) -> Fraction:
    chances = odds.of_engagement(state, fight)
    hits = (
        p for r, p in chances.items() if r in (party, BOTH) and _is_hurt(state, fight, r, party)
    )
    return sum(hits, Fraction(0))


def _is_hurt(state: State, fight: Fight, result: str, party: str) -> bool:
    return party not in engaging.ignored(state, fight, result)


# -- as a preview ------------------------------------------------------------------------------


def describe(state: State, fights: list[Fight]) -> Preview | None:
    """The line and every outcome of a fight, for each choice the other side has in it."""
    if not fights:
        return None
    lines, outcomes, groups = [], [], []
    for fight in fights:
        case = _case(state, fight) if len(fights) > 1 else ""
        lines.append((f"{case}: " if case else "") + _line(state, fight))
        for group, found in _parts(state, fight, case):
            outcomes += list(found)
            groups += [group] * len(found)
    note = "The other side chooses." if len(fights) > 1 else _fight_note(state, fights[0])
    lit = tuple(dict.fromkeys(one for fight in fights for one in _lit(state, fight)))
    tally = _sum(state, fights[0])
    return Preview(
        " · ".join(lines),
        tally,
        tuple(outcomes),
        groups=_plain(groups),
        note=note,
        lit=lit,
        gist=_gist(state, fights),
    )


def _plain(groups: list[str]) -> tuple[str, ...]:
    return tuple(groups) if any(groups) else ()


def _parts(state: State, fight: Fight, case: str) -> Iterator[tuple[str, Outcomes]]:
    """The rolls of a fight, each with its outcomes; a Destruction mission is rolled first."""
    side = other(state.kit.side_of[fight.unit])
    rolls = fight.rolls or (fight.arty + fight.air if fight.mission == "destruction" else 0)
    more = f"{case}, " if case else ""
    if rolls:
        group = f"{more}the Barrage" if fight.kind in ("attack", "shock") else case
        yield group, _loss_outcomes(state, side, fight.target, rolls)
    if fight.kind == "engage":
        yield case, engagement(state, fight)
    elif fight.kind in ("attack", "shock"):
        yield f"{more}the attack if nobody was hit" if rolls else case, attack(state, fight)


def _loss_outcomes(state: State, side: Side, hex_: Hex, rolls: int) -> Outcomes:
    chances = odds.of_loss_rolls(state, side, hex_, rolls)
    return tuple((f"{counted(hits, 'step')} lost", chance) for hits, chance in chances.items())


def _case(state: State, fight: Fight) -> str:
    """Which choice of the defender's this is."""
    if fight.backing != NO_UNIT:
        return f"If {state.kit.names[fight.backing]} answers"
    return f"If {state.kit.names[fight.defender]} defends" if fight.defender != NO_UNIT else ""


def _sum(state: State, fight: Fight) -> Tally:
    if fight.kind == "engage":
        return engaging.tally(state, fight)
    if fight.kind in ("attack", "shock"):
        return attacking.tally(state, fight)
    return Tally()


def _line(state: State, fight: Fight) -> str:
    """Raw parts with their rules, then the sum; of a loss roll the row and what hurts."""
    if fight.kind in ("engage", "attack", "shock"):
        return f"2d6, {sum_words(_sum(state, fight))}"
    side = other(state.kit.side_of[fight.unit])
    row = barrage.row(state, side, fight.target)
    needs = at_least(state.kit.number(f"barrage.{row}"))
    return f"one die, a step lost on {needs} ({_ROWS[row]}, BCS-R.41)"


_ROWS: Final = {
    "hard": "all units are Hard",
    "city_or_prepdef": "City or Prepared Defense",
    "other": "other ground",
}


def _lit(state: State, fight: Fight) -> Iterator[Lit]:
    if fight.kind == "engage":
        involved = fight.box != NO_UNIT or fight.backing != NO_UNIT
        yield Lit("engagement", "support" if involved else "real")
    elif fight.kind in ("attack", "shock"):
        yield Lit("combat")
    else:
        side = other(state.kit.side_of[fight.unit])
        yield Lit("barrage", barrage.row(state, side, fight.target))


def _fight_note(state: State, fight: Fight) -> str:
    if fight.kind != "engage":
        return ""
    if FIRER in engaging.ignored(state, fight, FIRER):
        return "The firer is out of the target's range, and ignores what would hurt it (BCS-S.32)."
    return ""


def cases(state: State, fight: Fight) -> list[Fight]:
    """The fight once for each unit the defender may name."""
    put = msgspec.structs.replace
    if fight.kind == "engage":
        real = tops(state, fight.target)
        if real:
            return [put(fight, defender=unit) for unit in real]
        return [put(fight, backing=unit) for unit in backers(state, fight.target)]
    if fight.kind in ("attack", "shock") and fight.defender == NO_UNIT:
        side = other(state.kit.side_of[fight.unit])
        here = each(units_in(state, fight.target) & state.kit.side_units[side])
        return [put(fight, defender=unit) for unit in here]
    return [fight]
