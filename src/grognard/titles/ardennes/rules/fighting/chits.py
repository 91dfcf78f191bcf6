"""How many chits, what each says, and the hits they come to (EA-CH.a to EA-CH.o, EA-S.70)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from grognard.book.rulebook import Refusal, cites
from grognard.book.tally import Modifier, Tally
from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import GERMAN, ChitKind, Side, UnitId, UnitSet
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Battle, ChitCount, ChitDraw
from grognard.titles.ardennes.position.questions import (
    QUESTIONS,
    Events,
    Question,
    ask_chance,
    not_now,
)
from grognard.titles.ardennes.position.state import (
    State,
    ids,
    mark,
    option,
    scripted,
    steps_of,
    strength,
    units_in,
)
from grognard.titles.ardennes.rules.fighting.battle import (
    attacks_over_river,
    battle_of,
    defending_side,
    edit,
    fighters,
    go_to,
    tactics_of,
)
from grognard.titles.ardennes.rules.supply.supply import low_supply
from grognard.waist.asking import own_side, pop, push
from grognard.waist.chance import Pick, Picked

BATTALIONS = ("Panzer Battalion", "Tank Battalion")
GUNS = ("Artillery", "Corps Artillery", "Fixed Artillery")
FURY = "Fury of Bastogne"

_RATIO = re.compile(r"ratio(>=|<)(\d+):(\d+)")
_FLANKING = (2, 3, 4)  # sixths of the way round the target


# -- strength (EA-S.40, EA-CT.h) --------------------------------------------------------------


@cites("EA-S.40")
def attack_value(state: State, unit: UnitId, origin: Hex, target: Hex) -> int:
    """What a unit attacks with: half of its strength over a river, bridge or none."""
    value = strength(state, unit)
    if attacks_over_river(state, origin, target):
        return value // state.kit.number("river_divisor")
    return value


def attack_strength(state: State, units: UnitSet, target: Hex) -> int:
    """What units attack a hex with, from where they stand."""
    return sum(attack_value(state, u, state.hex_of[u], target) for u in ids(units))


def defence_strength(state: State, hex_: Hex, units: UnitSet | None = None) -> int:
    """What a hex is defended with: doubled in a city and for Germans in the Westwall."""
    units = units_in(state, hex_) if units is None else units
    total = sum(strength(state, unit) for unit in ids(units))
    return total * _cover_factor(state, hex_, units)


def _cover_factor(state: State, hex_: Hex, units: UnitSet) -> int:
    cells, kit = state.kit.charts["defence"], state.kit
    factor = 1
    if kit.cities >> hex_ & 1:
        factor = int(cells.cell("city", "strength"))
    if kit.westwall >> hex_ & 1 and units & kit.side_units[GERMAN]:
        factor = max(factor, int(cells.cell("westwall", "strength")))
    return factor


@cites("EA-CT.h")
def strengths(state: State, battle: Battle) -> tuple[int, int]:
    """The attacker's and the defender's strength, battalions included."""
    attack = 0
    for unit, origin in battle.origins:
        if state.hex_of[unit] >= 0:
            attack += attack_value(state, unit, origin, battle.target)
    defenders = fighters(state, battle, defending_side(battle))
    defence = defence_strength(state, battle.target, defenders)
    more = state.kit.number("battalion_strength")
    for name in tactics_of(battle, battle.side):
        attack += more if name in BATTALIONS else 0
    for name in battle.answers:
        defence += more if name in BATTALIONS else 0
    return attack, defence


def ratio_words(attack: int, defence: int) -> str:
    """ "6:3 = 2:1": the exact strengths and the step of the ratio they reach."""
    if not defence or attack >= defence:
        steps = f"{attack // defence}:1" if defence else "no defence"
    else:
        steps = "below 1:1"
    return f"{attack}:{defence} = {steps}"


# -- situations (EA-S.70 to EA-S.72) ----------------------------------------------------------


@cites("EA-CT.a", "EA-CT.d", "EA-S.75")
def situations(state: State, battle: Battle) -> frozenset[str]:
    """The chit situations that are true, but for the ratio."""
    found = {"always"}
    for side, letter in ((battle.side, "a"), (defending_side(battle), "d")):
        used = tactics_of(battle, side)
        if any(name in GUNS for name in used):
            found.add(f"artillery_{letter}")
        if "Airpower" in used:
            found.add(f"airpower_{letter}")
        if _has_elite(state, fighters(state, battle, side)):
            found.add(f"elite_{letter}")
        if _has_armor(state, battle, side) and armor_counts(state, battle, side):
            found.add(f"armor_{letter}")
    if "Engineers" in tactics_of(battle, battle.side):
        found.add("engineers")
    return frozenset(found | _ground(state, battle))


def _ground(state: State, battle: Battle) -> set[str]:
    kit, bit = state.kit, 1 << battle.target
    found = set()
    if flanked(state, battle):
        found.add("flank")
    if shelter(state, battle):
        found.add("fortified")
    if (kit.woods | kit.forest) & bit:
        found.add("rough")
    return found


@cites("EA-CT.f", "EA-S.71")
def flanked(state: State, battle: Battle) -> bool:
    """Attackers from two sides, or Infiltration; never in a city or town."""
    if state.kit.towns >> battle.target & 1:
        return False
    if "Infiltration" in tactics_of(battle, battle.side):
        return True
    grid, target = state.kit.grid, battle.target
    here = fighters(state, battle, battle.side)
    sides = {grid.direction(target, hex_) for unit, hex_ in battle.origins if here >> unit & 1}
    known = [side for side in sides if side is not None]
    return any((a - b) % 6 in _FLANKING for a in known for b in known)


def _has_elite(state: State, units: UnitSet) -> bool:
    able = units & state.kit.elite & ~state.dispersed
    return any(not low_supply(state, unit) for unit in ids(able))


@cites("EA-CT.i")
def _has_armor(state: State, battle: Battle, side: Side) -> bool:
    if fighters(state, battle, side) & state.kit.armor:
        return True
    return any(name in BATTALIONS for name in tactics_of(battle, side))


@cites("EA-S.72")
def armor_counts(state: State, battle: Battle, side: Side) -> bool:
    """Armor against a side with none, on ground where it can be used."""
    foe = defending_side(battle) if side == battle.side else battle.side
    closed = (state.kit.forest | state.kit.cities) >> battle.target & 1
    return not closed and not _has_armor(state, battle, foe)


def shelter(state: State, battle: Battle) -> str:
    """What covers the defenders: "town", "westwall", "position" or "" for nothing."""
    kit, target = state.kit, battle.target
    if kit.towns >> target & 1:
        return "town"
    if kit.westwall >> target & 1 and defending_side(battle) == GERMAN:
        return "westwall"
    return "position" if state.dug_in >> target & 1 else ""


@cites("EA-S.70")
def read_chit(
    kind: ChitKind, true: frozenset[str], attack: int, defence: int
) -> tuple[str, int, int]:
    """The first true line of a chit: its words and hits; ("", 0, 0) if none is true."""
    for condition, a, d in kind.lines:
        if condition in true or _ratio_holds(condition, attack, defence):
            return condition, a, d
    return "", 0, 0


@lru_cache(maxsize=64)
def _bounds(condition: str) -> tuple[bool, int, int] | None:
    found = _RATIO.fullmatch(condition)
    return None if found is None else (found[1] == ">=", int(found[2]), int(found[3]))


def _ratio_holds(condition: str, attack: int, defence: int) -> bool:
    bounds = _bounds(condition)
    if bounds is None:
        return False
    at_least, much, little = bounds
    return (attack * little >= much * defence) == at_least


# -- how many (EA-CH.a to EA-CH.h) ------------------------------------------------------------


@cites("EA-CH.a")
def fewest(state: State, battle: Battle) -> Tally:
    """The fewest chits the attacker can draw."""
    steps = steps_of(state, fighters(state, battle, defending_side(battle)))
    return Tally((Modifier(steps, "EA-CH.a", "defending steps"),))


@cites("EA-CH.b", "EA-CH.c", "EA-CH.d", "EA-CH.e", "EA-CH.h")
def most(state: State, battle: Battle) -> Tally:
    """The most chits he can draw; below the fewest, the fewest are drawn (EA-S.47)."""
    kit = state.kit
    attackers = fighters(state, battle, battle.side)
    parts = [Modifier((attackers & ~kit.bracketed).bit_count(), "EA-CH.b", "attacking units")]
    if played := len(tactics_of(battle, battle.side)):
        parts.append(Modifier(played * kit.number("chit_tactic"), "EA-CH.c", "tactics"))
    if big := _big_units(state, battle):
        parts.append(Modifier(big * kit.number("chit_big_unit"), "EA-CH.d", "large units"))
    if attackers & kit.elite & ~kit.bracketed:
        parts.append(Modifier(kit.number("chit_elite"), "EA-CH.e", "Elite"))
    parts += _weak_defenders(state, battle)
    if "Screen" in battle.answers:
        parts.append(Modifier(-kit.number("chit_screen"), "EA-CH.h", "Screen"))
    parts += _circumstances(state, battle)
    return Tally(tuple(parts))


def _big_units(state: State, battle: Battle) -> int:
    side = battle.side if option(state, "big_units") == "attacker" else defending_side(battle)
    least = state.kit.number("big_unit_steps")
    return sum(state.steps[u] >= least for u in ids(fighters(state, battle, side)))


@cites("EA-CH.f", "EA-CH.g")
def _weak_defenders(state: State, battle: Battle) -> list[Modifier]:
    kit, defenders = state.kit, fighters(state, battle, defending_side(battle))
    if all_isolated(state, defenders):
        return [Modifier(kit.number("chit_isolated"), "EA-CH.g", "defenders Isolated")]
    if all_unsupplied(state, defenders):
        return [Modifier(kit.number("chit_out_of_supply"), "EA-CH.f", "defenders Out of Supply")]
    return []


def _circumstances(state: State, battle: Battle) -> list[Modifier]:
    """An action card's chits, and Fury of Bastogne."""
    parts = []
    if battle.extra:
        parts.append(Modifier(battle.extra, "EA-S.68", "action card"))
    if FURY in state.today and battle.side == GERMAN:
        sign = 1 if state.kit.vp_hexes >> battle.target & 1 else -1
        parts.append(Modifier(sign * state.kit.number("chit_fury"), "EA-S.13", FURY))
    return parts


def all_isolated(state: State, units: UnitSet) -> bool:
    return bool(units) and not units & ~state.isolated


def all_unsupplied(state: State, units: UnitSet) -> bool:
    """All Out of Supply and not all Isolated; what a mixed stack is, is a setting."""
    if not units or all_isolated(state, units) or units & ~(state.unsupplied | state.isolated):
        return False
    return not units & state.isolated or option(state, "mixed_supply") == "out_of_supply"


@cites("EA-S.47")
def limits(state: State, battle: Battle) -> tuple[int, int]:
    """The fewest and the most chits of this draw."""
    left = sum(state.cup)
    low = min(fewest(state, battle).total, left)
    return low, min(max(low, most(state, battle).total), left)


# -- the draw ---------------------------------------------------------------------------------


def begin_count(state: State) -> Events:
    """The attacker says how many; the rules draw as many as they may."""
    battle = battle_of(state)
    low, high = limits(state, battle)
    go_to(state, "draw")
    if low < high and not scripted(state, battle.side):
        push(state, ChitCount(battle.side))
        return []
    return _choose(state, high)


def _choose(state: State, count: int) -> Events:
    battle = edit(state, chosen=count)
    words = ratio_words(*strengths(state, battle))
    low, high = fewest(state, battle), most(state, battle)
    return [ev.ChitsChosen(battle.side, count, low, high, words)]


def _count_candidates(state: State, _: ChitCount) -> Iterable[act.Action]:
    low, high = limits(state, battle_of(state))
    return (act.Draw(count) for count in range(low, high + 1))


def _count_refusal(state: State, _: ChitCount, action: act.Action) -> Refusal | None:
    if not isinstance(action, act.Draw):
        return not_now(action, "say how many chits are drawn")
    low, high = limits(state, battle_of(state))
    if action.chits < low:
        return Refusal("EA-CH.a", f"at least {low} chits, as many as there are defending steps")
    if action.chits > high:
        return Refusal("EA-CH.b", f"at most {high} chits can be drawn for this attack")
    return None


def _count_answer(state: State, _: ChitCount, action: act.Draw) -> Events:
    pop(state)
    return _choose(state, action.chits)


QUESTIONS[ChitCount] = Question(
    own_side, _count_candidates, _count_refusal, _count_answer, exact=True
)


def go_on_drawing(state: State) -> Events:
    """One chit after another until all are drawn."""
    battle = battle_of(state)
    if len(battle.drawn) < battle.chosen:
        push(state, ChitDraw())
    else:
        go_to(state, "score")
    return []


def _chit_draw(state: State, _: ChitDraw) -> Pick:
    return Pick(sum(state.cup), "a combat chit")


@cites("EA-S.70")
def _chit_drawn(state: State, _: ChitDraw, action: Picked) -> Events:
    """The chit stays out of the cup until the combat is over."""
    pop(state)
    kind = _kind_at(state.cup, action.which)
    state.cup[kind] -= 1
    battle = edit(state, drawn=(*battle_of(state).drawn, kind))
    chit = state.kit.chits[kind]
    words, a, d = read_chit(chit, situations(state, battle), *strengths(state, battle))
    return [ev.ChitDrawn(battle.side, chit.key, words, a, d, chit.lines)]


def _kind_at(cup: list[int], which: int) -> int:
    for kind, count in enumerate(cup):
        if which < count:
            return kind
        which -= count
    raise AssertionError("the draw lies within the cup")


ask_chance(ChitDraw, _chit_draw, _chit_drawn)


def refill_cup(state: State) -> None:
    """The chits of the combat go back."""
    for kind in battle_of(state).drawn:
        state.cup[kind] += 1


# -- hits (EA-CH.i to EA-CH.o) ----------------------------------------------------------------


@cites("EA-S.69", "EA-CH.j")
def score(state: State) -> Events:
    """The hits of all chits, adjusted; an Improved Position that was hit is gone."""
    battle = battle_of(state)
    a, d = _raw_hits(state, battle)
    on_attacker, on_defender = attacker_hits(state, battle, a), defender_hits(state, battle, d)
    told: Events = [ev.HitsScored(battle.side, on_attacker, on_defender)]
    if d and state.dug_in >> battle.target & 1:
        mark(state, dug_in=state.dug_in & ~(1 << battle.target))
        label = state.kit.grid.label(battle.target)
        told.append(ev.PositionGone(defending_side(battle), label))
    began = steps_of(state, fighters(state, battle, battle.side))
    edit(state, attacker_hits=on_attacker.total, defender_hits=on_defender.total, began=began)
    go_to(state, "defender")
    return told


def _raw_hits(state: State, battle: Battle) -> tuple[int, int]:
    true, (attack, defence) = situations(state, battle), strengths(state, battle)
    read = [read_chit(state.kit.chits[kind], true, attack, defence) for kind in battle.drawn]
    return sum(a for _, a, _ in read), sum(d for _, _, d in read)


_SHELTERS = {
    "town": ("EA-CH.i", "city or town"),
    "westwall": ("EA-CH.k", "Westwall"),
    "position": ("EA-CH.j", "Improved Position"),
}


@cites("EA-CH.i", "EA-CH.j", "EA-CH.k", "EA-S.49")
def defender_hits(state: State, battle: Battle, hits: int) -> Tally:
    """The hits on the defender: one fewer under cover, of whatever kind."""
    parts = [Modifier(hits, "EA-S.70", "chits")]
    if hits and (cover := shelter(state, battle)):
        rule, words = _SHELTERS[cover]
        parts.append(Modifier(-1, rule, words))
    return Tally(tuple(parts))


@cites("EA-CH.o", "EA-ST.q")
def attacker_hits(state: State, battle: Battle, hits: int) -> Tally:
    """The hits on the attacker: fewer if the defenders are all in a bad way."""
    parts = [Modifier(hits, "EA-S.70", "chits")]
    units = fighters(state, battle, defending_side(battle))
    if hits and all_isolated(state, units):
        parts.append(Modifier(-hits, "EA-CH.o", "defenders Isolated"))
        return Tally(tuple(parts))
    for part in _relief(state, units)[:hits]:
        parts.append(part)
    return Tally(tuple(parts))


@cites("EA-CH.l", "EA-CH.m", "EA-CH.n", "EA-ST.q")
def _relief(state: State, units: UnitSet) -> list[Modifier]:
    """Out of Fuel adds to Out of Supply; Dispersed counts only where neither does."""
    parts = []
    if all_unsupplied(state, units):
        parts.append(Modifier(-1, "EA-CH.m", "defenders Out of Supply"))
    if units and not units & ~state.dry:
        parts.append(Modifier(-1, "EA-CH.n", "defenders Out of Fuel"))
    if not parts and units and not units & ~state.dispersed:
        parts.append(Modifier(-1, "EA-CH.l", "defenders Dispersed"))
    return parts
