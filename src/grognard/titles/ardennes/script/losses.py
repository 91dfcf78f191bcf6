"""How Allied units take hits: who loses a step, and the hold check (EA-CR.c to EA-CR.u)."""

from __future__ import annotations

from grognard.book.priorities import Criterion, Narrowed, highest, lowest, narrow, only
from grognard.book.rulebook import cites
from grognard.book.tally import Modifier, Tally
from grognard.titles.ardennes.kit.kit import ALLIED, UnitId, UnitSet
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Battle, Hits, HoldCheck
from grognard.titles.ardennes.position.questions import SCRIPTED, Events, ask_chance, d10
from grognard.titles.ardennes.position.state import State, ids, names_of, option, steps_of, units_in
from grognard.titles.ardennes.rules.fighting import retreat
from grognard.titles.ardennes.rules.fighting.battle import (
    attacks_over_river,
    battle_of,
    edit,
    fighters,
    suffer,
)
from grognard.titles.ardennes.rules.fighting.hits import (
    COMBAT,
    RETREAT,
    can_retreat,
    count_attacker_hit,
    disperse,
    owing,
    spend_on_retreat,
)
from grognard.titles.ardennes.rules.moving.zones import controls
from grognard.titles.ardennes.rules.supply.communication import in_communication, surrounded
from grognard.titles.ardennes.script.reasons import Reasons
from grognard.titles.ardennes.script.retreats import allied_retreat
from grognard.waist.asking import pop, push
from grognard.waist.chance import Rolled

# -- one hit ----------------------------------------------------------------------------------


def take_hit(state: State, decision: Hits) -> Events:
    """The next hit, or the step that a retreat costs."""
    battle = battle_of(state)
    if payers := owing(state, battle):
        edit(state, toll=battle.toll - 1)
        return _allied_loses(state, payers, RETREAT)
    if decision.side == battle.side:
        return _allied_attacker(state)
    return allied_retreat(state) if battle.bugged_out else _allied_defends(state)


SCRIPTED[Hits] = take_hit


# -- who loses a step -------------------------------------------------------------------------


@cites("EA-CR.c", "EA-CR.o")
def allied_loss(state: State, units: UnitSet, *, attacking: bool) -> Narrowed[UnitId]:
    """The Allied unit that loses a step by the rules."""
    lost = dict(battle_of(state).hurt) if state.battle else {}
    order = state.kit.order
    criteria: list[Criterion[UnitId]] = [
        only("more than one step", lambda u: state.steps[u] > 1, "EA-CR.c"),
        lowest("fewest losses so far", lambda u: lost.get(u, 0), "EA-CR.a"),
        highest("highest #", lambda u: state.kit.units[u].number, "EA-CR.c"),
        lowest("lowest corps number", lambda u: order[u], "EA-S.66"),
    ]
    if attacking:

        def stack(unit: UnitId) -> int:
            return steps_of(state, units_in(state, state.hex_of[unit]) & units)

        criteria.insert(0, highest("stack with the most steps", stack, "EA-CR.o"))
    return narrow(list(ids(units)), criteria)


def _allied_loses(state: State, units: UnitSet, cause: str, *, attacking: bool = False) -> Events:
    found = allied_loss(state, units, attacking=attacking)
    unit = found.kept[0]
    told: Events = []
    if len(found.candidates) > 1:
        reasons = Reasons(state).narrowed_units(found)
        told.append(reasons.told("Step loss", "Allied units", state.kit.names[unit]))
    return told + suffer(state, unit, cause)


# -- the defender ---------------------------------------------------------------------------


@cites("EA-CR.d", "EA-CR.e", "EA-CR.f", "EA-RT.c", "EA-S.51")
def _allied_defends(state: State) -> Events:
    """One hit: a step after two hexes of retreat, a retreat where it must be, else a hold check."""
    battle = battle_of(state)
    if not can_retreat(state, battle):
        return _stand(state)
    rule, why = forced_back(state, battle)
    if rule:
        subject = ", ".join(names_of(state, fighters(state, battle, ALLIED)))
        reasons = Reasons(state).say(why, rule)
        return [reasons.told("Hit", subject, "retreat"), *_fall_back(state)]
    push(state, HoldCheck(hold_tally(state, battle).total))
    return []


@cites("EA-CR.e", "EA-CR.f", "EA-RT.c")
def forced_back(state: State, battle: Battle) -> tuple[str, str]:
    """The rule that makes Allied defenders retreat without a hold check, with its words."""
    units = fighters(state, battle, ALLIED)
    if retreat.must_go_on(state, battle):
        return "EA-RT.c", "they stand in an overfull hex"
    if battle.defender_hits >= steps_of(state, units):
        return "EA-CR.e", "as many hits are left as they have steps, or more"
    if _loses_zone(state, battle, units):
        return "EA-CR.f", "a step loss would take away their ZOC"
    return "", ""


@cites("EA-CR.f")
def _loses_zone(state: State, battle: Battle, units: UnitSet) -> bool:
    """Friends who were not attacked are in the hex of retreat too, and may keep its ZOC."""
    hex_ = retreat.place_of(state, battle)
    here = units_in(state, hex_)
    if not controls(state, ALLIED, hex_, here):
        return False
    unit = allied_loss(state, units, attacking=False).kept[0]
    left = here if state.steps[unit] > 1 else here & ~(1 << unit)
    return not controls(state, ALLIED, hex_, left)


@cites("EA-CR.g", "EA-CR.h", "EA-CR.i", "EA-CR.j", "EA-CR.k")
def hold_tally(state: State, battle: Battle) -> Tally:
    """The number of the hold check: up to it the defenders stay and lose a step."""
    kit, units = state.kit, fighters(state, battle, ALLIED)
    hex_ = retreat.place_of(state, battle)
    parts = [
        Modifier(kit.hv[hex_], "EA-CR.g", "Hold Value"),
        Modifier(steps_of(state, units), "EA-CR.g", "defending steps"),
    ]
    if surrounded(state, hex_):
        parts.append(Modifier(kit.number("hold_surrounded"), "EA-CR.h", "surrounded"))
    elif not in_communication(state) >> hex_ & 1:
        words = "out of communication"
        parts.append(Modifier(kit.number("hold_surrounded"), "EA-CR.h", words))
    if battle.retreated == 1:
        parts.append(Modifier(kit.number("hold_retreated"), "EA-CR.i", "retreated one hex"))
    if not battle.retreated and _all_over_river(state, battle):
        parts.append(Modifier(kit.number("hold_river"), "EA-CR.j", "attackers over a river"))
    if not retreat.has_free_route(state, battle):
        parts.append(Modifier(kit.number("hold_costly_retreat"), "EA-CR.k", "no free retreat"))
    return Tally(tuple(parts))


@cites("EA-CR.j")
def _all_over_river(state: State, battle: Battle) -> bool:
    here = fighters(state, battle, battle.side)
    origins = {hex_ for unit, hex_ in battle.origins if here >> unit & 1}
    return bool(origins) and all(attacks_over_river(state, h, battle.target) for h in origins)


def _hold_rolled(state: State, _: HoldCheck, action: Rolled) -> Events:
    pop(state)
    battle, roll = battle_of(state), action.faces[0]
    tally = hold_tally(state, battle)
    held = roll <= tally.total
    label = state.kit.grid.label(retreat.place_of(state, battle))
    told: Events = [ev.HoldRolled(ALLIED, label, roll, tally, held)]
    return told + (_stand(state) if held else _fall_back(state))


ask_chance(HoldCheck, d10("the hold check"), _hold_rolled)


def _stand(state: State) -> Events:
    battle = battle_of(state)
    edit(state, defender_hits=battle.defender_hits - 1)
    return _allied_loses(state, fighters(state, battle, ALLIED), COMBAT)


def _fall_back(state: State) -> Events:
    told = allied_retreat(state)
    spend_on_retreat(state)
    return told


# -- the attacker --------------------------------------------------------------------------


@cites("EA-CR.p", "EA-CR.q", "EA-CR.r", "EA-CR.s", "EA-CR.t", "EA-CR.u")
def _allied_attacker(state: State) -> Events:
    """One hit, by its number."""
    battle = battle_of(state)
    number = battle.taken + 1
    if number == 1 or (number == 2 and not _few_steps(state, battle)):
        return _attacker_loss(state)
    if number in (2, 3):
        return _attacker_dispersal(state, "EA-CR.s")
    if number == 4 and battle.losses == 1:
        return _attacker_loss(state)
    return _ignore(state, "EA-CR.u")


def _few_steps(state: State, battle: Battle) -> bool:
    now = steps_of(state, fighters(state, battle, battle.side))
    steps = now if option(state, "few_steps") == "when_hit" else battle.began
    return steps < state.kit.number("attacker_few_steps")


def _attacker_loss(state: State) -> Events:
    battle = battle_of(state)
    count_attacker_hit(state, losses=1)
    units = fighters(state, battle, battle.side)
    return _allied_loses(state, units, COMBAT, attacking=True)


def _attacker_dispersal(state: State, rule: str) -> Events:
    battle = battle_of(state)
    if not fighters(state, battle, battle.side) & ~state.dispersed:
        return _ignore(state, rule)
    count_attacker_hit(state, absorbed=1)
    return disperse(state, battle, "hit absorbed")


def _ignore(state: State, rule: str) -> Events:
    count_attacker_hit(state)
    return [ev.HitIgnored(battle_of(state).side, rule)]
