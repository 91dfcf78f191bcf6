"""What fights promise: exact chances weighed by what each result is worth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import msgspec

from grognard.ground.hexes import Hex, members
from grognard.titles.bcs.kit.kit import DUAL, NO_FORMATION, RED, TAC, Face, Kit, UnitId
from grognard.titles.bcs.position.decisions import NO_UNIT, Fight
from grognard.titles.bcs.position.state import State, each, face, in_field, units_in
from grognard.titles.bcs.rules.command import objectives, prepared, safe_path
from grognard.titles.bcs.rules.fighting import attack, engagement, odds, support
from grognard.titles.bcs.rules.fighting.fights import real_av, shows_av, targets
from grognard.titles.bcs.thinking.judgement import posts
from grognard.titles.bcs.thinking.judgement.situation import Situation

ARMOUR: Final = 0.2  # a step with Red AV, besides
TANK: Final = 0.8  # one that an Engagement takes
LAST: Final = 0.5  # the last step of a unit, besides
REARWARD: Final = 0.8  # from beside an MSR of one's own
SCOUTED: Final = 0.25


# -- what things are worth -----------------------------------------------------------------------


def step_worth(here: Situation, unit: UnitId) -> float:
    red = here.kit.units[unit].faces[1].kind == RED
    last = LAST if here.state.steps[unit] == 1 else 0.0
    return here.doctrine.step[here.side] + (ARMOUR if red else 0.0) + last


def risk(here: Situation, unit: UnitId) -> float:
    """What the loss of a step counts for one who means to attack."""
    return here.doctrine.risk[here.side] * step_worth(here, unit)


def clearing(here: Situation, target: Hex) -> float:
    """What it is worth to drive the enemy out of a hex and advance into it."""

    def weigh() -> float:
        worth = here.doctrine.ground[here.side] + posts.prize(here, target)
        if here.kit.road_hexes_ps >> target & 1:
            worth += here.doctrine.road[here.side]
        if here.supply_lines >> target & 1:
            worth += REARWARD
        return worth + here.doctrine.routed[here.side] * units_in(here.state, target).bit_count()

    return here.keep(("clearing", target), weigh)


def tiring(here: Situation) -> float:
    """What the first fight of an Activation costs in fatigue."""
    if here.state.fatiguing or not here.turns_left:
        return 0.0
    return here.doctrine.tiring[here.side]


# -- attacks -- ----------------------------------------------------------------------------------


def chances(state: State, net: int) -> Mapping[str, float]:
    """The results of the Combat Table with a net modifier."""
    return _chances(state.kit, net)


@lru_cache(maxsize=512)
def _chances(kit: Kit, net: int) -> Mapping[str, float]:
    names = kit.charts["combat"].rows
    bounds = [int(kit.number(f"combat.{row}")) for row in names]
    found = dict.fromkeys(names, 0.0)
    for total, chance in odds.two_dice():
        row = next(n for n, most in enumerate(bounds) if total + net <= most)
        found[names[row]] += float(chance)
    return MappingProxyType(found)


def _exchange(
    here: Situation, unit: UnitId, target: Hex, found: Mapping[str, float], *, firm: bool
) -> float:
    """The mean of an attack's results; `firm` defenders lose steps in place of a retreat."""
    mine = risk(here, unit)
    theirs = here.keep(("theirs", target), lambda: _their_step(here, target))
    armed = here.keep(("armed", target), lambda: shows_av(here.state, target))
    clear = clearing(here, target)
    hurt = 2 * found.get("A2", 0.0) + found.get("A1", 0.0)
    hurt += found.get("a1", 0.0) if armed else 0.0
    stood = units_in(here.state, target).bit_count() * theirs
    gained = found.get("S", 0.0) * (stood if firm else clear)
    gained += found.get("D1R", 0.0) * (clear + theirs) + found.get("D2R", 0.0) * (
        clear + 2 * theirs
    )
    return gained - hurt * mine


def _their_step(here: Situation, target: Hex) -> float:
    units = each(units_in(here.state, target))
    worth = max((step_worth(here, u) for u in units), default=here.doctrine.step[here.side])
    return worth + _siege(here, target)


def _siege(here: Situation, target: Hex) -> float:
    """A garrison that dies out opens its hex: what each of its steps is worth besides."""
    if not here.doctrine.siege[here.side]:
        return 0.0
    steps = sum(here.state.steps[unit] for unit in each(units_in(here.state, target)))
    return here.doctrine.siege[here.side] * posts.prize(here, target) / max(1, steps)


def _firm(here: Situation, target: Hex) -> bool:
    """Whether the defender stands in a Situational Retreat."""
    units = each(units_in(here.state, target))
    dug_in = any(prepared.protects(here.state, unit) for unit in units)
    return dug_in or bool(here.kit.key_terrain >> target & 1)


def attack_worth(here: Situation, unit: UnitId, target: Hex, assist: UnitId = NO_UNIT) -> float:
    """What an attack of a unit where it stands promises, a Suppression mission thrown in."""
    key = ("attack", unit, target, assist)
    return here.keep(key, lambda: _attack_worth(here, unit, target, assist))


def _attack_worth(here: Situation, unit: UnitId, target: Hex, assist: UnitId) -> float:
    state = here.state
    fight = Fight("attack", unit, state.hex_of[unit], target, assist=assist)
    if _can_suppress(here, target):
        fight = msgspec.structs.replace(fight, mission="suppression", arty=1)
    return fight_worth(here, fight) - tiring(here)


def _can_suppress(here: Situation, target: Hex) -> bool:
    state = here.state
    if state.arty + state.air[here.side] <= 0 or state.barraged >> target & 1:
        return False
    if state.active == NO_FORMATION or not objectives.zone(state) >> target & 1:
        return False
    return bool(safe_path.radius(state, state.active) >> target & 1)


def shock_worth(here: Situation, unit: UnitId, target: Hex) -> float:
    fight = Fight("shock", unit, here.state.hex_of[unit], target)
    return here.keep(("shock", unit, target), lambda: fight_worth(here, fight) - tiring(here))


def fight_worth(here: Situation, fight: Fight) -> float:
    """What an attack as it stands promises, the defender naming the unit that suits him."""
    state, unit = here.state, fight.unit
    firm = _firm(here, fight.target)
    defenders = each(units_in(state, fight.target))
    if not defenders:
        return 1.0
    nets = [int(attack.tally(state, _named(fight, d)).total) for d in defenders]
    worth = _exchange(here, unit, fight.target, chances(state, min(nets)), firm=firm)
    return worth - _given_up(here, unit, fight.target)


def _named(fight: Fight, unit: UnitId) -> Fight:
    return msgspec.structs.replace(fight, defender=unit)


def _given_up(here: Situation, unit: UnitId, target: Hex) -> float:
    """What leaving its hex by the advance costs, were the attack to succeed half the time."""
    hex_ = here.state.hex_of[unit]
    if here.others_in(unit, hex_):
        return 0.0
    return 0.4 * max(0.0, posts.guard(here, hex_) - posts.prize(here, target))


def used_up(here: Situation, helper: UnitId) -> float:
    """What an assisting unit might do by itself instead."""
    moved = here.state.acted >> helper & 1
    return 0.05 if moved else 0.15


# -- attacks from hexes where a unit is not yet --------------------------------------------------


def defence(here: Situation, target: Hex) -> int:
    """What the best defender of a hex takes off an attacker's roll."""
    return here.keep(("defence", target), lambda: _defence(here, target))


def _defence(here: Situation, target: Hex) -> int:
    state, amount = here.state, here.kit.number
    units = each(units_in(state, target))
    best = 0
    for unit in units:
        shown = face(state, unit)
        value = shown.ar
        if shown.kind == DUAL or attack.backed(state, unit):
            value += amount("combat_mods.supported_or_dual")
        if attack.takes_cover(state, unit):
            value += _works(here, unit, target)
        number = state.command[unit]
        if number != NO_FORMATION and state.blocked[number]:
            value -= amount("combat_mods.msr_blocked")
        best = max(best, value)
    if len(units) > 1:
        best += amount("combat_mods.two_units")
    in_open = not here.kit.is_terrain >> target & 1
    if in_open and any(face(state, u).kind == RED for u in real_av(state, target)):
        best += amount("combat_mods.red_av_open")
    return int(best)


def _works(here: Situation, unit: UnitId, target: Hex) -> int:
    amount = here.kit.number
    if here.kit.cities >> target & 1 or prepared.protects(here.state, unit):
        return int(amount("combat_mods.city_fort_prepdef"))
    return int(amount("combat_mods.terrain")) if here.kit.is_terrain >> target & 1 else 0


def prospect(here: Situation, unit: UnitId, shown: Face, hex_: Hex) -> float:
    """What the best fight in sight would be worth to a unit in a hex, showing a face."""
    best = 0.0
    for target in members(here.kit.within(hex_, 1) & here.enemies):
        best = max(best, assault_prospect(here, unit, shown, target))
    if shown.av:
        for target in targets(here.state, here.side, hex_, shown.range):
            best = max(best, fire_prospect(here, unit, shown, target))
    return best


def assault_prospect(
    here: Situation, unit: UnitId, shown: Face, target: Hex, double: bool | None = None
) -> float:
    """What an attack on a hex promises to a unit next to it, with what help there may be."""
    if double is None and not is_aimed_at(here, target):
        return 0.0
    shocks = shown.type == TAC and not here.keep(
        ("armed", target), lambda: shows_av(here.state, target)
    )
    if not shown.arrow and not shocks:
        return 0.0
    twice = bool(objectives.double(here.state) >> target & 1) if double is None else double
    key = ("assault", unit, shown, target, twice)
    return here.keep(key, lambda: _assault(here, unit, shown, target, twice))


def is_aimed_at(here: Situation, target: Hex) -> bool:
    """Whether the hex is in an OBJ Zone, or no markers have been placed yet."""
    state = here.state
    return not state.objectives or bool(objectives.zone(state) >> target & 1)


def _assault(here: Situation, unit: UnitId, shown: Face, target: Hex, twice: bool) -> float:
    state, amount = here.state, here.kit.number
    net = shown.ar - defence(here, target) + (amount("combat_mods.double_obj") if twice else 0)
    if shown.arrow:
        net += amount("combat_mods.suppression") if _can_suppress(here, target) else 0
        net += _help(here, unit, target)
    number = state.command[unit]
    if shown.kind == DUAL or (not shown.av and here.supports(number)):
        net += amount("combat_mods.supported_or_dual")
    found = chances(state, int(net))
    return _exchange(here, unit, target, found, firm=_firm(here, target)) - tiring(here)


def _help(here: Situation, unit: UnitId, target: Hex) -> int:
    """What an Assist would add: one of the formation that is near, Hard Red AV best."""
    state, amount = here.state, here.kit.number
    near = here.kit.within(target, 3)
    friends = in_field(state, state.command[unit]) & ~state.finished & ~(1 << unit)
    helpers = [u for u in each(friends) if near >> state.hex_of[u] & 1]
    hard = any(here.kit.units[u].hard for u in (*helpers, unit))
    found = amount("combat_mods.assist") if helpers else 0
    return int(found + (amount("combat_mods.hard_red") if hard else 0))


# -- Engagements and fire ------------------------------------------------------------------------


def engagement_worth(here: Situation, fight: Fight) -> float:
    """What an Engagement promises, the target's owner picking who answers."""

    def find() -> float:
        outlook = odds.engagement_outlook(here.state, fight)
        worths = [_engaged(here, fight, unit, found) for unit, found in outlook.items()]
        return min(worths, default=-1.0) - tiring(here)

    return here.keep(("engage", fight.unit, fight.origin, fight.target), find)


def _engaged(here: Situation, fight: Fight, answers: UnitId, found: odds.Chances) -> float:
    state = here.state
    mine, theirs = risk(here, fight.unit), step_worth(here, answers)
    lent = support.boxes(state, state.command[answers]) >> answers & 1
    theirs += 0.0 if lent else _siege(here, fight.target)
    target = msgspec.structs.replace(fight, **{"backing" if lent else "defender": answers})
    safe = engagement.FIRER in engagement.ignored(state, target, engagement.FIRER)
    retreats = 0.0 if fight.box != NO_UNIT else 0.6
    stripped = here.doctrine.stripped[here.side]
    worth = 0.0
    for result, chance in found.items():
        if result in (engagement.TARGET, engagement.BOTH):
            worth += float(chance) * theirs
        if result in (engagement.FIRER, engagement.BOTH) and not safe:
            worth -= float(chance) * mine
        if result == engagement.TARGET:
            worth += float(chance) * (stripped if lent else _driven_off(here, fight.target))
        if result == engagement.FIRER and not safe:
            worth -= float(chance) * retreats
        if result == engagement.DROP:
            worth += float(chance) * stripped
    return worth


def _driven_off(here: Situation, target: Hex) -> float:
    """A lone tank that retreats opens its hex; one of two leaves the other without AV."""
    return 0.6 + (posts.prize(here, target) * 0.5 if _alone(here, target) else 0.3)


def _alone(here: Situation, target: Hex) -> bool:
    return units_in(here.state, target).bit_count() == 1


def fire_worth(here: Situation, target: Hex) -> float:
    """What one roll on the Barrage Table promises."""

    def find() -> float:
        chance = float(odds.of_loss_roll(here.state, here.enemy, target))
        return chance * _their_step(here, target)

    return here.keep(("fire", target), find)


def fire_prospect(here: Situation, unit: UnitId, shown: Face, target: Hex) -> float:
    """What fire or an Engagement at a hex promises to a unit in range."""
    state = here.state
    if not here.keep(("armed", target), lambda: shows_av(state, target)):
        return 1.5 * fire_worth(here, target) - tiring(here)
    key = ("fire prospect", unit, shown, target)
    return here.keep(key, lambda: _engagement_prospect(here, unit, shown, target))


def _engagement_prospect(here: Situation, unit: UnitId, shown: Face, target: Hex) -> float:
    state, number = here.state, here.kit.number
    armed = real_av(state, target)
    row = "real" if armed else "support"
    if armed:
        enemy = max((face(state, u) for u in armed), key=lambda f: f.av)
        theirs = enemy.av + enemy.ar
    else:
        owners = {state.command[u] for u in each(units_in(state, target))}
        boxed = [b for n in owners if n != NO_FORMATION for b in each(support.boxes(state, n))]
        theirs = max((support.box_face(state, b).av for b in boxed), default=0)
        theirs += number("support_ar")
    net = shown.av + shown.ar - int(theirs)
    worth = 0.0
    for total, chance in odds.two_dice():
        worth += float(chance) * _result_worth(here, unit, row, total + net)
    return worth - tiring(here)


def _result_worth(here: Situation, unit: UnitId, row: str, total: int) -> float:
    bound = here.kit.number
    mine = risk(here, unit)
    if total <= bound(f"engagement.{row}.firer"):
        return -mine - 0.6
    if total <= bound(f"engagement.{row}.both"):
        return TANK - mine
    if total <= bound(f"engagement.{row}.drop"):
        return here.doctrine.stripped[here.side]
    return TANK + here.doctrine.stripped[here.side]
