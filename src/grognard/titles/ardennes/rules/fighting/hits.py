"""Taking hits: step losses, retreats, dispersal (EA-CR.a, EA-CR.b, EA-CR.l to EA-CR.n)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import Side, UnitId, UnitSet
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Battle, Hits
from grognard.titles.ardennes.position.questions import (
    QUESTIONS,
    Events,
    Question,
    ask,
    not_now,
    owned,
)
from grognard.titles.ardennes.position.state import State, ids, mark, names_of, scripted, steps_of
from grognard.titles.ardennes.rules.fighting import retreat
from grognard.titles.ardennes.rules.fighting.battle import (
    alive,
    battle_of,
    defending_side,
    edit,
    fighters,
    go_to,
    suffer,
)
from grognard.waist.asking import own_side, pop

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


# -- the stages of a combat -------------------------------------------------------------------


@cites("EA-S.69")
def defender_stage(state: State) -> Events:
    """The next hit on the defender, until there is none."""
    battle = battle_of(state)
    side = defending_side(battle)
    if owing(state, battle):
        return _ask(state, side)
    if not fighters(state, battle, side) or battle.defender_hits <= 0:
        go_to(state, "attacker")
        return []
    return _ask(state, side)


@cites("EA-S.48")
def bug_out_stage(state: State) -> Events:
    """Bug Out: two hexes back, one after the other, and no chits."""
    battle = battle_of(state)
    side = defending_side(battle)
    if owing(state, battle):
        return _ask(state, side)
    if battle.retreated >= state.kit.number("bug_out_hexes") or not retreat.whole_routes(
        state, battle
    ):
        go_to(state, "advance")
        return []
    return _ask(state, side)


@cites("EA-S.69")
def attacker_stage(state: State) -> Events:
    """The next hit on the attacker, until there is none."""
    battle = battle_of(state)
    if not fighters(state, battle, battle.side) or battle.attacker_hits <= 0:
        go_to(state, "advance")
        return []
    return _ask(state, battle.side)


def owing(state: State, battle: Battle) -> UnitSet:
    """The units of which one has still to lose the step that their retreat costs."""
    return alive(state, battle.payers) if battle.toll else 0


def _ask(state: State, side: Side) -> Events:
    """What leaves a player no choice is done at once."""
    if not scripted(state, side):
        choices = list(options(state, side))
        if len(choices) == 1:
            return _take(state, side, choices[0])
    return ask(state, Hits(side))


# -- players ----------------------------------------------------------------------------------


@cites("EA-CR.l", "EA-CR.m", "EA-CR.n", "EA-S.50")
def options(state: State, side: Side) -> Iterable[act.Action]:
    """What a player can do with the next hit on his units."""
    battle, names = battle_of(state), state.kit.names
    if payers := owing(state, battle):
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


def can_retreat(state: State, battle: Battle) -> bool:
    """Whether the defenders have a hex to retreat into."""
    return any(retreat.plan(state, battle))


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
        count_attacker_hit(state, losses=1)
    else:
        edit(state, defender_hits=battle.defender_hits - 1)
    return suffer(state, unit, COMBAT)


def count_attacker_hit(state: State, *, losses: int = 0, absorbed: int = 0) -> None:
    """The attacker has taken one hit, or as many as dispersal took up."""
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
    count_attacker_hit(state, absorbed=_absorbable(state, battle))
    return disperse(state, battle, "hits absorbed")


def disperse(state: State, battle: Battle, why: str) -> Events:
    """All attackers are Dispersed."""
    units = fighters(state, battle, battle.side)
    mark(state, dispersed=state.dispersed | units)
    return [ev.BecameDispersed(battle.side, names_of(state, units), why)]


def _go_back(state: State, battle: Battle, to: str) -> Events:
    hex_ = state.kit.grid.at(to)
    route = next(r for r in retreat.whole_routes(state, battle) if r.hex == hex_)
    spend_on_retreat(state)
    return retreat.go(state, retreat.retreating(state, battle), route, last=True)


def _split_off(state: State, battle: Battle, unit: UnitId, to: str) -> Events:
    hex_ = state.kit.grid.at(to)
    route = next(r for r in retreat.split_routes(state, battle)[unit] if r.hex == hex_)
    if not retreat.retreating(state, battle) & ~(1 << unit):
        spend_on_retreat(state)
    return retreat.go_split(state, unit, route)


def spend_on_retreat(state: State) -> None:
    """The defender has taken a hit by going back; Bug Out costs none."""
    battle = battle_of(state)
    if not battle.bugged_out:
        edit(state, defender_hits=battle.defender_hits - 1)


QUESTIONS[Hits] = Question(own_side, _hits_candidates, _hits_refusal, _hits_answer, exact=True)
