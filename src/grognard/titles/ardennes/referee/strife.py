"""The second reading, continued: the player's combats, from the attack declared to the advance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Card, UnitId
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.decisions import (
    Advancing,
    Assembling,
    Battle,
    ChitCount,
    Hits,
    Rallying,
    Tactics,
)
from grognard.titles.ardennes.position.state import HAND, State
from grognard.titles.ardennes.referee import combat, march
from grognard.titles.ardennes.referee import position as n
from grognard.titles.ardennes.referee.position import Label, Position
from grognard.titles.ardennes.referee.scoring import fighters


def option(state: State, key: str) -> str:
    return dict(state.terms.options)[key]


def on_table(state: State) -> Battle:
    assert state.battle is not None
    return state.battle


def target_of(pos: Position, battle: Battle) -> Label:
    return pos.kit.grid.label(battle.target)


def name(pos: Position, u: int) -> str:
    return pos.unit(u).name


# -- the attack declared --------------------------------------------------------------------------


def assembling(pos: Position, state: State, decision: Assembling) -> Iterator[act.Action]:
    """EA-ST.a, EA-SU.l: who attacks, and whether they may."""
    target, chosen = pos.kit.grid.label(decision.target), n.bits(decision.units)
    for u in n.bits(state.record.active):
        beside = u in pos.at and pos.at[u] in pos.ground.next[target]
        if beside and u not in chosen and march.can_attack(pos, state, u):
            yield act.Commit(name(pos, u))
    if chosen and march.may_launch(pos, state, chosen):
        yield act.Launch()
    yield act.CallOff()


# -- tactics --------------------------------------------------------------------------------------

ATTACK, DEFENCE = "attack", "defence"
USERS: Final[dict[str, tuple[tuple[int, ...], tuple[str, ...]]]] = {
    "Airpower": ((GERMAN, ALLIED), (ATTACK, DEFENCE)),
    "Artillery": ((GERMAN, ALLIED), (ATTACK, DEFENCE)),
    "Corps Artillery": ((ALLIED,), (ATTACK, DEFENCE)),
    "Fixed Artillery": ((GERMAN,), (ATTACK, DEFENCE)),
    "Assault Coordination": ((GERMAN, ALLIED), (ATTACK,)),
    "Bug Out": ((ALLIED,), (DEFENCE,)),
    "Engineers": ((ALLIED,), (ATTACK,)),
    "Infiltration": ((GERMAN,), (ATTACK,)),
    "Panzer Battalion": ((GERMAN,), (ATTACK, DEFENCE)),
    "Tank Battalion": ((ALLIED,), (ATTACK, DEFENCE)),
    "Press the Attack": ((GERMAN,), (ATTACK,)),
    "Reinforce Battle": ((GERMAN, ALLIED), (ATTACK, DEFENCE)),
    "Screen": ((ALLIED,), (DEFENCE,)),
}
"""Whose each tactic is, and in which part."""


def tactics(pos: Position, state: State, decision: Tactics) -> Iterator[act.Action]:
    """EA-CT.a to EA-CT.s: cards of the hand as tactics, and who joins by one."""
    side, battle = decision.side, on_table(state)
    deck = pos.kit.german_deck if side == GERMAN else pos.kit.allied_deck
    for card in deck:
        if state.cards[side][card.id] == HAND and _may_use_any(pos, state, battle, side):
            for tactic in faces(pos, card):
                if may_use(pos, state, battle, side, tactic):
                    yield act.Play(card.number, tactic)
    if side == battle.side and "Assault Coordination" in battle.tactics:
        for u in _idle_beside(pos, state, battle):
            yield act.Commit(name(pos, u))
    yield act.Done()


def faces(pos: Position, card: Card) -> set[str]:
    """EA-S.17; for two players any Allied card is Airpower under a Break in the Clouds."""
    if card.tactic == "Wild":
        return {t for t, (sides, _) in USERS.items() if card.side in sides} - {"Corps Artillery"}
    any_air = card.side == ALLIED and pos.clouds_broken and not pos.solitaire
    return {card.tactic} - {""} | ({"Airpower"} if any_air else set())


def _may_use_any(pos: Position, state: State, battle: Battle, side: int) -> bool:
    """EA-CT.p to EA-CT.s, EA-ST.k, EA-D16.d."""
    units = fighters(pos, battle, side)
    opening = pos.day == 16 and any(getattr(d, "opening", False) for d in state.stack)
    if side == ALLIED and opening:
        return False
    if side == battle.side and state.record.tactics_left <= 0:
        return False
    if side != battle.side and battle.answers:
        return False
    firm = any(u not in pos.dispersed and n.in_supply(pos, u) for u in units)
    return firm and pos.kit.vdh not in units


def may_use(pos: Position, state: State, battle: Battle, side: int, tactic: str) -> bool:
    """Whether that tactic does anything for the side in this combat."""
    sides, parts = USERS[tactic]
    if side not in sides or (ATTACK if side == battle.side else DEFENCE) not in parts:
        return False
    target, units = target_of(pos, battle), fighters(pos, battle, side)
    match tactic:
        case "Airpower":
            return combat.clear_sky(pos)
        case "Artillery":
            return side == GERMAN or pos.day != 16
        case "Fixed Artillery":
            return any(n.distance(target, h) <= 4 for h in pos.ground.westwall)
        case "Assault Coordination":
            return side == ALLIED or option(state, "assault_coordination") == "both"
        case "Infiltration":
            return any(pos.unit(u).kind == "infantry" for u in units)
        case "Bug Out":
            return combat.can_bug_out(pos, battle)
    return True


def _idle_beside(pos: Position, state: State, battle: Battle) -> list[int]:
    """EA-CT.b: units next to the target that are not active."""
    around = pos.ground.next[target_of(pos, battle)]
    own = [u for u in pos.units(battle.side) if pos.at[u] in around]
    busy = state.record.active | battle.attackers
    return [u for u in own if not busy >> u & 1 and march.can_attack(pos, state, u)]


# -- Reinforce Battle -----------------------------------------------------------------------------


def rallying(pos: Position, state: State, decision: Rallying) -> Iterator[act.Action]:
    """EA-CT.k, EA-CT.n: the stacks that can come."""
    for h in sorted(pos.held(decision.side)):
        if coming(pos, state, on_table(state), h, decision.side):
            yield act.Rally(h)
    yield act.Done()


def coming(pos: Position, state: State, battle: Battle, h: Label, side: int) -> set[Label]:
    """The hexes from which the stack of a hex could take part: none if it cannot come."""
    stack = pos.stack(h, side)
    busy = state.record.moved | state.record.fought | battle.attackers | battle.defenders
    if any(busy >> u & 1 for u in stack):
        return set()
    attacking = side == battle.side
    if attacking:
        units = [u for u in stack if march.can_attack(pos, state, u)]
    else:
        units = [u for u in stack if n.hex_limit(pos, u)]
    if not units:
        return set()
    if side == GERMAN and not attacking:
        here = sum(pos.strength(u) for u in fighters(pos, battle, side))
        if sum(map(pos.strength, units)) > here:
            return set()
    return march.battle_hexes(pos, state, side) & _reached(pos, units)


def _reached(pos: Position, units: list[int]) -> set[Label]:
    """Where they could come as one stack, with room there for all."""
    spent = dict.fromkeys(units, 0)
    start = march.March(tuple(units), pos.at[units[0]], spent, 0, strategic=False, together=True)
    return march.ends(pos, start, march.Rolls(set(), placed=False, trodden=set()))


def reinforcing_stack(
    pos: Position, battle: Battle, *, attacking: bool
) -> tuple[list[int], Label] | None:
    """EA-CT.k to EA-CT.m: the stack with the lowest # that can come, and to which hex."""
    involved = set(n.bits(battle.attackers | battle.defenders)) | pos.acted
    for u in pos.ascending(pos.units(ALLIED)):
        stack = pos.ascending(pos.stack(pos.at[u]))
        able = _who_comes(pos, stack, attacking=attacking)
        if able[:1] == [u] and not involved & set(stack):
            found = _can_reinforce(pos, battle, able, attacking=attacking)
            if found is not None:
                return found
    return None


def _who_comes(pos: Position, stack: list[int], *, attacking: bool) -> list[int]:
    """Those of a stack that can move, and fight if they are to attack."""
    able = [u for u in stack if n.hex_limit(pos, u)]
    return [u for u in able if not attacking or u not in pos.unsupplied | pos.isolated]


def _can_reinforce(
    pos: Position, battle: Battle, able: list[int], *, attacking: bool
) -> tuple[list[int], Label] | None:
    home, target = pos.at[able[0]], target_of(pos, battle)
    goals = set(pos.ground.next[target]) if attacking else {target}
    if attacking and home in goals:
        return None if _few_in_vp(pos, battle, able, home) else (able, home)
    fit = [
        h for h in goals & _reached(pos, able) if not n.opens_gap(pos, pos.placed(able, h), home)
    ]
    if attacking:
        fit = [h for h in fit if not _few_in_vp(pos, battle, able, h)]
    if not fit or n.leaves_vp_open(pos, able, home):
        return None
    left = n.reach(pos, able[0], limit=n.FAR)

    def key(h: Label) -> tuple[object, ...]:
        return h not in pos.ground.positions, -left.get(h, 0), len(pos.stack(h)), n.west(h)

    return able, min(fit, key=key)


def _few_in_vp(pos: Position, battle: Battle, units: list[int], h: Label) -> bool:
    """EA-AA.q: fewer than four steps would attack out of a VP hex."""
    with_them = [u for u in n.bits(battle.attackers) if pos.at.get(u) == h]
    return h in pos.ground.vp and sum(pos.steps[u] for u in {*units, *with_them}) < 4


# -- chits ----------------------------------------------------------------------------------------


def chit_count(pos: Position, state: State, _: ChitCount) -> Iterator[act.Action]:
    """EA-CH.a to EA-CH.h, EA-S.47."""
    battle = on_table(state)
    fewest, most = chit_range(pos, state, battle)
    for count in range(fewest, most + 1):
        yield act.Draw(count)


def chit_range(pos: Position, state: State, battle: Battle) -> tuple[int, int]:
    mine, theirs = fighters(pos, battle, battle.side), fighters(pos, battle, 1 - battle.side)
    big = mine if option(state, "big_units") == "attacker" else theirs
    fewest = sum(pos.steps[u] for u in theirs)
    most = sum(not pos.unit(u).bracketed for u in mine)
    most += len(battle.tactics) + len(battle.gifts) + battle.extra
    most += sum(pos.steps[u] >= 3 for u in big)
    most += any(pos.unit(u).elite and not pos.unit(u).bracketed for u in mine)
    if all(u in pos.isolated for u in theirs):
        most += 2
    elif combat.all_out_of_supply(pos, theirs, option(state, "mixed_supply")):
        most += 1
    most -= 2 * ("Screen" in battle.answers)
    if "Fury of Bastogne" in state.today and battle.side == GERMAN:
        most += 2 if target_of(pos, battle) in pos.ground.vp else -2
    left = sum(state.cup)
    return min(fewest, left), min(max(fewest, most), left)


# -- hits -----------------------------------------------------------------------------------------


def hits(pos: Position, state: State, decision: Hits) -> Iterator[act.Action]:
    """EA-CR.a, EA-CR.b, EA-CR.l to EA-CR.n: how the next hit can be taken."""
    side, battle = decision.side, on_table(state)
    owing = [u for u in n.bits(battle.payers) if u in pos.at]
    units = fighters(pos, battle, side)
    if battle.toll and owing:
        yield from _losses(pos, battle, owing)
    elif side == battle.side:
        yield from _losses(pos, battle, units)
        if battle.taken and not battle.absorbed:
            yield act.Disperse()
    else:
        back = list(_ways_back(pos, battle, units))
        yield from back
        driven = battle.bugged_out or battle.shifted or (back and _must_go_on(pos, battle, units))
        if not driven:
            yield from _losses(pos, battle, units)


def _losses(pos: Position, battle: Battle, units: Iterable[int]) -> Iterator[act.Action]:
    """The fewest losses first, then the hex with the fewest, the dead counted."""
    units, hurt, origin = list(units), dict(battle.hurt), dict(battle.origins)
    lost: dict[Label, int] = {}
    for hit, losses in hurt.items():
        h = pos.at.get(hit) or pos.kit.grid.label(origin.get(hit, battle.target))
        lost[h] = lost.get(h, 0) + losses
    key = {u: (hurt.get(UnitId(u), 0), lost.get(pos.at[u], 0)) for u in units}
    for u in units:
        if key[u] == min(key.values()):
            yield act.Lose(name(pos, u))


def _must_go_on(pos: Position, battle: Battle, units: list[int]) -> bool:
    """EA-RT.c: an Allied stack in an overfull hex."""
    allied = battle.side == GERMAN and battle.retreated == 1 and not battle.scattered
    return allied and combat.overstacked(pos, pos.at[units[0]])


def _ways_back(pos: Position, battle: Battle, units: list[int]) -> Iterator[act.Action]:
    """EA-RT.a, EA-RT.b: for the whole stack, or for each unit of one that has to split."""
    moving = [u for u in units if not battle.shifted >> u & 1]
    if not moving or battle.scattered:
        return
    if battle.retreated >= combat.longest_retreat(pos, units, battle):
        return
    target = target_of(pos, battle)
    found = combat.ways(pos, moving, target, second=battle.retreated == 1)
    for rank in sorted({key for key, _, _ in found}):
        best = [(h, cost) for key, cost, h in found if key == rank]
        whole = [h for h, cost in best if _takes_all(pos, battle, moving, h, cost)]
        if whole and not battle.shifted:
            yield from map(act.Retreat, whole)
            return
        apart = set() if battle.bugged_out else set(_apart(pos, moving, best))
        if apart and (len(moving) > 1 or battle.shifted):
            yield from (act.Split(name(pos, u), h) for u, h in apart)
            return


def _takes_all(pos: Position, battle: Battle, units: list[int], h: Label, cost: int) -> bool:
    if battle.bugged_out and not battle.retreated:
        return combat.second_hex(pos, units, target_of(pos, battle), h, cost)
    return n.room(pos, units, h) or combat.can_crowd(pos, units, battle, h, battle.defender_hits)


def _apart(
    pos: Position, units: list[int], best: list[tuple[Label, int]]
) -> Iterator[tuple[int, Label]]:
    """Each unit and each hex for it with which all find one."""
    for chosen in product(best, repeat=len(units)):
        pairs = list(zip(units, chosen, strict=True))
        alive = all(pos.steps[u] > cost for u, (_, cost) in pairs)
        if alive and all(n.room(pos, [u for u, (g, _) in pairs if g == h], h) for h, _ in chosen):
            yield from ((u, h) for u, (h, _) in pairs)


# -- advance --------------------------------------------------------------------------------------


def advancing(pos: Position, state: State, decision: Advancing) -> Iterator[act.Action]:
    """EA-AD.a to EA-AD.l."""
    battle = on_table(state)
    for u in fighters(pos, battle, decision.side):
        for h in _advances(pos, battle, u):
            yield act.Advance(name(pos, u), h)
    yield act.Done()


def _advances(pos: Position, battle: Battle, u: int) -> list[Label]:
    target = target_of(pos, battle)
    if pos.stack(target, 1 - battle.side) or u in pos.dispersed | pos.dry:
        return []
    if not battle.advanced >> u & 1:
        return [target] if _may_advance(pos, battle, u, target) else []
    if not _goes_on(pos, battle, u, target):
        return []
    fit = [h for h in pos.ground.next[target] if _second(pos, battle, target, h)]
    return [h for h in fit if _may_advance(pos, battle, u, h)]


def _may_advance(pos: Position, battle: Battle, u: int, h: Label) -> bool:
    """EA-AD.h, EA-AD.i, EA-AD.l, EA-D16.k, EA-RB.b, EA-S.37."""
    home, side, sides = pos.at[u], battle.side, pos.ground.river_number
    zone, river = n.bounds(pos, u) if side == GERMAN else None, pos.ground.river.get((home, h))
    if pos.stack(h, 1 - side) or not n.room(pos, [u], h):
        return False
    if side == GERMAN and (h in pos.roadblocks or (zone and home in zone and h not in zone)):
        return False
    if river is None:
        return True
    if n.wades(pos, side, home, h):
        return river not in {sides[k] for k in n.bits(battle.forded)}
    used = river in {sides[k] for k in n.bits(battle.bridged)}
    return not (used and h in n.zoc(pos, 1 - side))


def _goes_on(pos: Position, battle: Battle, u: int, target: Label) -> bool:
    """EA-AD.b, EA-AD.j, EA-RB.d: whether a unit goes a second hex at all."""
    routed = battle.retreated >= 2 or not fighters(pos, battle, 1 - battle.side)
    done = (battle.far | battle.halted) >> u & 1
    blocked = battle.side == GERMAN and any(
        (target, b) in pos.ground.road for b in pos.roadblocks & set(pos.ground.next[target])
    )
    return routed and not done and not blocked and pos.unit(u).kind == "mechanized"


def _second(pos: Position, battle: Battle, target: Label, h: Label) -> bool:
    """EA-AD.c to EA-AD.g: on the path of those who live, or under the limits."""
    path = [pos.kit.grid.label(x) for x in battle.path]
    if h in path[1:2] and fighters(pos, battle, 1 - battle.side):
        return True
    zone, ford = n.zoc(pos, 1 - battle.side), not n.dry_or_bridged(pos, target, h)
    by_road = (target, h) in pos.ground.road
    wild = pos.ground.terrain[h] == "forest" and not by_road
    return not ({target, h} <= zone or ford or wild)
