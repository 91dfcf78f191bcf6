"""Taking hits: step losses, retreats, dispersal; the Allied hold check (EA-CR.a to EA-CR.u)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from grognard.book.priorities import Criterion, Narrowed, highest, lowest, narrow, only
from grognard.book.rulebook import Refusal, cites
from grognard.book.tally import Modifier, Tally
from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import ALLIED, Side, UnitId, UnitSet
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Battle, Hits, HoldCheck
from grognard.titles.ardennes.position.questions import (
    QUESTIONS,
    Events,
    Question,
    ask_chance,
    d10,
    not_now,
    owned,
)
from grognard.titles.ardennes.position.state import (
    State,
    ids,
    mark,
    names_of,
    option,
    scripted,
    steps_of,
    units_in,
)
from grognard.titles.ardennes.rules.fighting import retreat
from grognard.titles.ardennes.rules.fighting.battle import (
    alive,
    attacks_over_river,
    battle_of,
    defending_side,
    edit,
    fighters,
    go_to,
    suffer,
)
from grognard.titles.ardennes.rules.moving.zones import controls
from grognard.titles.ardennes.rules.supply.communication import in_communication, surrounded
from grognard.titles.ardennes.script.reasons import Reasons
from grognard.waist.asking import own_side, pop, push
from grognard.waist.chance import Rolled

COMBAT, RETREAT = "combat", "retreat"


# -- who loses a step (EA-CR.a to EA-CR.c) ----------------------------------------------------


@cites("EA-CR.a", "EA-CR.b")
def losable(state: State, units: UnitSet) -> UnitSet:
    """The units that can take the next loss: hit least so far, then in the hex hit least."""
    lost = dict(battle_of(state).hurt)
    least = min((lost.get(unit, 0) for unit in ids(units)), default=0)
    fresh = [unit for unit in ids(units) if lost.get(unit, 0) == least]
    by_hex = _losses_by_hex(state, battle_of(state))
    fewest = min((by_hex[state.hex_of[unit]] for unit in fresh), default=0)
    return sum(1 << unit for unit in fresh if by_hex[state.hex_of[unit]] == fewest)


@cites("EA-CR.b")
def _losses_by_hex(state: State, battle: Battle) -> Counter[Hex]:
    """The steps lost in each hex, those of units that died there too."""
    found, origins = Counter[Hex](), dict(battle.origins)
    for unit, losses in battle.hurt:
        here = state.hex_of[unit]
        found[here if here >= 0 else origins.get(unit, battle.target)] += losses
    return found


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


# -- the stages of a combat -------------------------------------------------------------------


@cites("EA-S.69")
def defender_stage(state: State) -> Events:
    """The next hit on the defender, until there is none."""
    battle = battle_of(state)
    side = defending_side(battle)
    if alive(state, battle.payers) and battle.toll:
        return _pay(state, side)
    if not fighters(state, battle, side) or battle.defender_hits <= 0:
        go_to(state, "attacker")
        return []
    if scripted(state, side):
        return _allied_defends(state)
    return _ask(state, side)


@cites("EA-S.48")
def bug_out_stage(state: State) -> Events:
    """Bug Out: two hexes back, one after the other, and no chits."""
    battle = battle_of(state)
    side = defending_side(battle)
    if alive(state, battle.payers) and battle.toll:
        return _pay(state, side)
    if battle.retreated >= state.kit.number("bug_out_hexes") or not retreat.whole_routes(
        state, battle
    ):
        go_to(state, "advance")
        return []
    return retreat.allied_retreat(state) if scripted(state, side) else _ask(state, side)


@cites("EA-S.69")
def attacker_stage(state: State) -> Events:
    """The next hit on the attacker, until there is none."""
    battle = battle_of(state)
    if not fighters(state, battle, battle.side) or battle.attacker_hits <= 0:
        go_to(state, "advance")
        return []
    if scripted(state, battle.side):
        return _allied_attacker(state)
    return _ask(state, battle.side)


def _pay(state: State, side: Side) -> Events:
    """The step that a retreat costs."""
    if not scripted(state, side):
        return _ask(state, side)
    battle = battle_of(state)
    edit(state, toll=battle.toll - 1)
    return _allied_loses(state, alive(state, battle.payers), RETREAT)


def _ask(state: State, side: Side) -> Events:
    """What leaves no choice is done at once."""
    choices = list(options(state, side))
    if len(choices) == 1:
        return _take(state, side, choices[0])
    push(state, Hits(side))
    return []


# -- players ----------------------------------------------------------------------------------


@cites("EA-CR.l", "EA-CR.m", "EA-CR.n", "EA-S.50")
def options(state: State, side: Side) -> Iterable[act.Action]:
    """What a player can do with the next hit on his units."""
    battle, names = battle_of(state), state.kit.names
    if battle.toll and (payers := alive(state, battle.payers)):
        yield from (act.Lose(names[unit]) for unit in ids(losable(state, payers)))
        return
    units = fighters(state, battle, side)
    if side == battle.side or _may_stand(state, battle):
        yield from (act.Lose(names[unit]) for unit in ids(losable(state, units)))
    if side != battle.side:
        yield from _ways_back(state, battle)
    elif _absorbable(state, battle):
        yield act.Disperse()


def _may_stand(state: State, battle: Battle) -> bool:
    """Whether a defender's hit can be a step loss."""
    if battle.bugged_out or battle.shifted:
        return False
    if not retreat.must_go_on(state, battle):
        return True
    return not can_retreat(state, battle)


def _ways_back(state: State, battle: Battle) -> Iterable[act.Action]:
    label, names = state.kit.grid.label, state.kit.names
    for route in retreat.whole_routes(state, battle):
        yield act.Retreat(label(route.hex))
    for unit, routes in retreat.split_routes(state, battle).items():
        for route in routes:
            yield act.Split(names[unit], label(route.hex))


@cites("EA-CR.m")
def _absorbable(state: State, battle: Battle) -> int:
    """How many of the hits left could be taken by dispersal."""
    if not battle.taken:
        return 0
    return min(state.kit.number("dispersal_hits") - battle.absorbed, battle.attacker_hits)


def _hits_candidates(state: State, decision: Hits) -> Iterable[act.Action]:
    return options(state, decision.side)


def _hits_refusal(state: State, decision: Hits, action: act.Action) -> Refusal | None:
    if action in set(options(state, decision.side)):
        return None
    match action:
        case act.Lose(unit):
            return _loss_refusal(state, decision.side, unit)
        case act.Disperse():
            return _dispersal_refusal(state, decision.side)
        case act.Retreat(to) | act.Split(_, to):
            return _retreat_refusal(state, decision.side, to, action)
    return not_now(action, "take the hits of the combat")


def _loss_refusal(state: State, side: Side, name: str) -> Refusal:
    unit, battle = owned(state, side, name), battle_of(state)
    if isinstance(unit, Refusal):
        return unit
    if not fighters(state, battle, side) >> unit & 1:
        return Refusal("EA-S.69", f"{name} is not in the combat")
    if battle.toll and battle.payers:
        return Refusal("EA-RT.p", "the step is owed by the units that retreated")
    if side != battle.side and not _may_stand(state, battle):
        rule = "EA-S.48" if battle.bugged_out else "EA-RT.c"
        return Refusal(rule, "these units have to go on retreating")
    lost = dict(battle.hurt)
    units = fighters(state, battle, side)
    rule = "EA-CR.a" if any(lost.get(u, 0) < lost.get(unit, 0) for u in ids(units)) else "EA-CR.b"
    return Refusal(rule, "losses are spread evenly: another unit is to take this one")


def _dispersal_refusal(state: State, side: Side) -> Refusal:
    battle = battle_of(state)
    if side != battle.side:
        return Refusal("EA-CR.n", "a defender loses steps or retreats")
    if not battle.taken:
        return Refusal("EA-CR.l", "the first hit on an attacker is a step loss")
    return Refusal("EA-CR.m", "dispersal takes up two hits and no more")


def _retreat_refusal(state: State, side: Side, to: str, action: act.Action) -> Refusal:
    battle, grid = battle_of(state), state.kit.grid
    if side == battle.side:
        return Refusal("EA-CR.m", "an attacker does not retreat")
    if battle.toll and battle.payers:
        return Refusal("EA-RT.p", "the retreat costs a step: say which unit loses it")
    if not grid.has(to):
        return Refusal("EA-RT.a", f"there is no hex {to} on this map")
    units = retreat.retreating(state, battle)
    if stays := retreat.stay_refusal(state, units):
        return stays
    most, why = retreat.limit(state, battle)
    if battle.retreated >= most or battle.scattered:
        return why
    return _hex_refusal(state, battle, units, to, action)


def _hex_refusal(
    state: State, battle: Battle, units: UnitSet, to: str, action: act.Action
) -> Refusal:
    grid, hex_ = state.kit.grid, state.kit.grid.at(to)
    start = retreat.place_of(state, battle)
    if not grid.adjacent(start, hex_):
        return Refusal("EA-RT.a", f"{to} is not next to the retreating units")
    if grid.distance(hex_, battle.target) != battle.retreated + 1:
        return Refusal("EA-RT.l", "a retreat of two hexes ends two hexes from the combat")
    if barred := retreat.bar_refusal(state, defending_side(battle), units, start, hex_):
        return barred
    if isinstance(action, act.Split):
        return Refusal("EA-RT.b", "units split only where they would be overstacked together")
    return _rank_refusal(state, battle, units, hex_)


def _rank_refusal(state: State, battle: Battle, units: UnitSet, hex_: int) -> Refusal:
    hop, start = battle.retreated + 1, retreat.place_of(state, battle)
    found = retreat.retreat_hexes(state, units, start, battle.target, hop)
    route = next(r for r in found if r.hex == hex_)
    if route.cost >= steps_of(state, units):
        return Refusal("EA-RT.n", "that way would eliminate the units")
    if route.resorts:
        return retreat.last_resorts(state, units, start, route.hex)[0]
    best = retreat.whole_routes(state, battle)
    if best and best[0].rank < route.rank:
        return Refusal("EA-RT.o", "there is a hex of a higher retreat priority")
    return Refusal("EA-S.37", "the units would be overstacked there")


def _hits_answer(state: State, decision: Hits, action: act.Action) -> Events:
    pop(state)
    return _take(state, decision.side, action)


def _take(state: State, side: Side, action: act.Action) -> Events:
    """A hit is taken as the action says."""
    battle = battle_of(state)
    match action:
        case act.Lose(name):
            return _lose(state, battle, side, state.kit.by_name[name])
        case act.Disperse():
            return _absorb(state, battle)
        case act.Retreat(to):
            return _go_back(state, battle, to)
        case act.Split(name, to):
            return _split_off(state, battle, state.kit.by_name[name], to)
    raise AssertionError("refusal saw to it")


def _lose(state: State, battle: Battle, side: Side, unit: UnitId) -> Events:
    if battle.toll and alive(state, battle.payers):
        edit(state, toll=battle.toll - 1)
        return suffer(state, unit, RETREAT)
    if side == battle.side:
        _count_attacker_hit(state, losses=1)
    else:
        edit(state, defender_hits=battle.defender_hits - 1)
    return suffer(state, unit, COMBAT)


def _count_attacker_hit(state: State, *, losses: int = 0, absorbed: int = 0) -> None:
    battle = battle_of(state)
    gone = max(absorbed, 1)
    edit(
        state,
        attacker_hits=battle.attacker_hits - gone,
        taken=battle.taken + gone,
        losses=battle.losses + losses,
        absorbed=battle.absorbed + absorbed,
    )


@cites("EA-CR.m")
def _absorb(state: State, battle: Battle) -> Events:
    """All attackers are Dispersed, for one hit or two."""
    _count_attacker_hit(state, absorbed=_absorbable(state, battle))
    return disperse(state, battle, "hits absorbed")


def disperse(state: State, battle: Battle, why: str) -> Events:
    units = fighters(state, battle, battle.side)
    mark(state, dispersed=state.dispersed | units)
    return [ev.BecameDispersed(battle.side, names_of(state, units), why)]


def _go_back(state: State, battle: Battle, to: str) -> Events:
    hex_ = state.kit.grid.at(to)
    route = next(r for r in retreat.whole_routes(state, battle) if r.hex == hex_)
    _spend_on_retreat(state)
    return retreat.go(state, retreat.retreating(state, battle), route, last=True)


def _split_off(state: State, battle: Battle, unit: UnitId, to: str) -> Events:
    hex_ = state.kit.grid.at(to)
    route = next(r for r in retreat.split_routes(state, battle)[unit] if r.hex == hex_)
    if not retreat.retreating(state, battle) & ~(1 << unit):
        _spend_on_retreat(state)
    return retreat.go_split(state, unit, route)


def _spend_on_retreat(state: State) -> None:
    battle = battle_of(state)
    if not battle.bugged_out:
        edit(state, defender_hits=battle.defender_hits - 1)


QUESTIONS[Hits] = Question(own_side, _hits_candidates, _hits_refusal, _hits_answer, exact=True)


# -- the Allied defender (GS) -----------------------------------------------------------------


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


def can_retreat(state: State, battle: Battle) -> bool:
    """Whether the defenders have a hex to retreat into."""
    return any(retreat.plan(state, battle))


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
    told = retreat.allied_retreat(state)
    _spend_on_retreat(state)
    return told


# -- the Allied attacker (GS) -----------------------------------------------------------------


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
    _count_attacker_hit(state, losses=1)
    units = fighters(state, battle, battle.side)
    return _allied_loses(state, units, COMBAT, attacking=True)


def _attacker_dispersal(state: State, rule: str) -> Events:
    battle = battle_of(state)
    if not fighters(state, battle, battle.side) & ~state.dispersed:
        return _ignore(state, rule)
    _count_attacker_hit(state, absorbed=1)
    return disperse(state, battle, "hit absorbed")


def _ignore(state: State, rule: str) -> Events:
    _count_attacker_hit(state)
    return [ev.HitIgnored(battle_of(state).side, rule)]
