"""The second reading, continued: commands, deployment, activation and action cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from itertools import pairwise

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Card
from grognard.titles.ardennes.referee import position as n
from grognard.titles.ardennes.referee.position import Label, Position

Placement = tuple[int, Label]


# -- deployment -----------------------------------------------------------------------------------


def area(pos: Position, u: int) -> set[Label]:
    """EA-AR.e, EA-D16.x."""
    corps = pos.unit(u).corps
    extra = pos.ground.area["VIII"] if corps == "XVIII" and pos.day == 16 else set()
    return pos.ground.area[corps] | extra


def empty_position(pos: Position, h: Label) -> bool:
    """EA-AR.f, EA-RB.a; EA-AR.a with it."""
    return h in pos.ground.positions and not pos.stack(h) and h not in pos.german_towns


def safe(pos: Position, u: int, h: Label) -> bool:
    """EA-AR.b, EA-SU.y: as if no Isolated German were on the map."""
    return not n.cut_off(pos.placed([u], h).without(isolated_germans(pos)), h)


def restores_communication(pos: Position, u: int, h: Label) -> bool:
    """EA-AR.k: some unit that was out of communication is in it with the unit there."""
    now, then = n.communication(pos), n.communication(pos.placed([u], h))
    cut_off = [pos.at[v] for v in pos.units(ALLIED) if pos.at[v] not in now]
    return any(label in then for label in cut_off)


def isolated_germans(pos: Position) -> list[int]:
    """EA-SU.y: they do not count when the Allies deploy."""
    return [u for u in pos.units(GERMAN) if u in pos.isolated]


def method_a(pos: Position, u: int) -> Label | None:
    """EA-AR.e to EA-AR.k."""
    fit = [h for h in pos.ground.hexes if h in area(pos, u) and empty_position(pos, h)]
    fit = [h for h in fit if n.proximate(pos, h, isolated_germans(pos))]
    fit = [
        h
        for h in fit
        if h not in n.zoc(pos, ALLIED) or pos.ground.hv[h] >= 5 or restores_communication(pos, u, h)
    ]
    fit = [h for h in fit if n.supplied_if(pos, u, h) and safe(pos, u, h)]
    return best_deployment(pos, u, fit)


def method_b(pos: Position, u: int) -> Label | None:
    """EA-AR.l to EA-AR.p."""
    kin = [v for v in same(pos, u, "division") if n.in_supply(pos, v)]
    with_kin = {pos.at[v] for v in kin if pos.at[v] in n.communication(pos)}
    fit = [h for h in with_kin if n.room(pos, [u], h) and safe(pos, u, h)]
    if fit:
        return best_deployment(pos, u, fit)
    army = same(pos, u, "army")
    germans = [v for v in pos.units(GERMAN) if v not in pos.isolated]
    fit = [h for h in pos.ground.hexes if h in area(pos, u) and empty_position(pos, h)]
    fit = [h for h in fit if near(pos, h, army, 3) and near(pos, h, germans, 4)]
    fit = [h for h in fit if n.supplied_if(pos, u, h) and safe(pos, u, h)]
    return best_deployment(pos, u, fit)


def same(pos: Position, u: int, level: str) -> list[int]:
    """Units on the map of the same division, corps or army; the unit itself is none."""
    mine = getattr(pos.unit(u), level)
    allies = [v for v in pos.units(ALLIED) if v != u]
    return [v for v in allies if mine and getattr(pos.unit(v), level) == mine]


def near(pos: Position, h: Label, units: Iterable[int], hexes: int) -> bool:
    return any(n.distance(h, pos.at[v]) <= hexes for v in units)


def best_deployment(pos: Position, u: int, fit: Iterable[Label]) -> Label | None:
    """EA-AR.q, EA-AR.r; the row decides after everything else (EA-S.66)."""
    germans = [v for v in pos.units(GERMAN) if v not in pos.isolated]

    def key(h: Label) -> tuple[object, ...]:
        kin = [not near(pos, h, same(pos, u, lv), 3) for lv in ("division", "corps", "army")]
        close = min((n.distance(h, pos.at[v]) for v in germans), default=n.FAR)
        return (*kin, -pos.ground.hv[h], -n.column(h), close, h)

    return min(fit, key=key, default=None)


def on_the_meuse(pos: Position, u: int) -> Label | None:
    """EA-S.60 for XXX Corps."""
    germans = [v for v in pos.units(GERMAN) if v not in pos.isolated]
    fit = [h for h in pos.ground.hexes if h in pos.ground.meuse and empty_position(pos, h)]
    fit = [h for h in fit if n.supplied_if(pos, u, h) and safe(pos, u, h)]

    def key(h: Label) -> tuple[object, ...]:
        threat = near(pos, h, germans, 3) or n.proximate(pos, h, isolated_germans(pos))
        return not threat, h not in pos.ground.west_bank, -pos.ground.hv[h], n.west(h)

    return min(fit, key=key, default=None)


def deployment(pos: Position, reserves: Iterable[int], formation: set[int]) -> list[Placement]:
    """EA-AR.c, EA-AR.d, EA-S.30, EA-D16.w: who is put where, in order."""
    done: list[Placement] = []
    left = []
    for u in pos.ascending(reserves):
        british = pos.unit(u).corps == "XXX"
        h = on_the_meuse(pos, u) if british else method_a(pos, u)
        if pos.day == 16 and done:
            break
        if h is not None:
            pos, done = pos.placed([u], h), [*done, (u, h)]
        elif not british:
            left.append(u)
    if pos.day < 18:
        return done
    for u in n.out_of_contact(pos):
        if u in formation - set(reserves) and u in n.out_of_contact(pos):
            h = redeployment(pos, u)
            if h not in (None, pos.at[u]):
                pos, done = pos.placed([u], h), [*done, (u, h)]
    for u in left:
        h = method_b(pos, u)
        if h is not None:
            pos, done = pos.placed([u], h), [*done, (u, h)]
    return done


def redeployment(pos: Position, u: int) -> Label | None:
    """EA-AR.d: a unit out of contact, lifted as if it were a reserve."""
    lifted = pos.without([u])
    british = pos.unit(u).corps == "XXX"
    return on_the_meuse(lifted, u) if british else method_a(lifted, u)


# -- the command list -----------------------------------------------------------------------------


def formation(pos: Position, card: Card) -> set[int]:
    """EA-S.27 for an army's or army group's card; otherwise what the card names."""
    if card.kind not in ("army", "group"):
        return set(n.bits(card.units))
    goal = pos.ground.objective[card.army]
    germans = pos.units(GERMAN)
    if not germans:
        return set()

    def key(v: int) -> tuple[object, ...]:
        return min(n.distance(pos.at[v], g) for g in goal), n.west(pos.at[v])

    centre = pos.at[min(germans, key=key)]
    return {u for u in pos.units(ALLIED) if n.distance(pos.at[u], centre) <= 5}


def reduced(pos: Position, units: Iterable[int]) -> list[int]:
    """Units on the map or in the Reserve box below their full steps."""
    in_play = [u for u in units if u in pos.at or u in pos.reserve]
    return [u for u in in_play if pos.steps[u] < pos.unit(u).steps]


def replacements(pos: Position, units: set[int]) -> list[int]:
    """EA-S.26, EA-SU.j: two supplied units, those outside German ZOC first."""
    worn = reduced(pos, units)
    if pos.day < 18 or len(worn) < 2:
        return []
    fit = [u for u in worn if u in pos.at and n.in_supply(pos, u)]
    fit.sort(key=lambda u: (pos.at[u] in n.zoc(pos, GERMAN), pos.order(u)))
    return fit[:2]


def could_dig_in(pos: Position, u: int) -> bool:
    """EA-AA.e, EA-S.19."""
    h = pos.at[u]
    open_ground = h not in pos.ground.towns and h not in pos.dug_in
    return open_ground and u not in pos.dispersed and n.in_supply(pos, u)


def eligible(pos: Position, units: set[int]) -> bool:
    """EA-AA.a to EA-AA.f."""
    standing = [u for u in units if u in pos.at]
    if any(u in pos.dispersed or could_dig_in(pos, u) for u in standing):
        return True
    spare = set(n.out_of_contact(pos))
    if any(u in spare or n.wandering(pos, u) for u in standing):
        return True
    outside = [u for u in standing if pos.at[u] not in pos.ground.vp]
    if any(n.in_danger(pos, pos.at[u]) for u in outside):
        return True
    return pos.day >= 19 and any(can_bring_odds(pos, u, standing) for u in standing)


def can_bring_odds(pos: Position, u: int, active: list[int]) -> bool:
    """EA-AA.f: 2:1 on a proximate German hex the unit is next to or can come next to."""
    able = [v for v in active if may_fight(pos, v)]
    if u not in able or not n.in_supply(pos, u):
        return False
    return any(
        attack_from(pos, u, able, t, Fraction(2), lead_moves=True) is not None
        for t in in_reach(pos, u)
        if any(n.comes_next_to(pos, g, pos.at[u]) for g in pos.stack(t))
    )


def in_reach(pos: Position, u: int) -> list[Label]:
    """The German hexes a unit is, or can come, next to."""
    beside = {pos.at[u], *n.ends(pos, u)}
    return [t for t in pos.held(GERMAN) if beside & set(pos.ground.next[t])]


# -- moves in an action ---------------------------------------------------------------------------


def settle(pos: Position, u: int, fit: Iterable[Label]) -> Label | None:
    """EA-AA.z, EA-S.80, EA-S.66: which of these hexes the unit ends its move in."""
    left = n.reach(pos, u)

    def key(h: Label) -> tuple[object, ...]:
        return h not in pos.ground.positions, -left[h], len(pos.stack(h)), n.west(h)

    return min(fit, key=key, default=None)


def may_go(
    pos: Position, u: int, h: Label, *, line: bool = True, stack: Iterable[int] = ()
) -> bool:
    """An action's move avoids surround, preserves the line and protects VP."""
    units = [*stack] or [u]
    old, after = pos.at[u], pos.placed(units, h)
    traces = old in n.supplied_hexes(pos, ALLIED)
    if traces and n.cut_off(after, h):
        return False
    if line and n.opens_gap(pos, after, old):
        return False
    return not n.leaves_vp_open(pos, units, old) and _near_the_meuse(pos, u, h)


def _near_the_meuse(pos: Position, u: int, h: Label) -> bool:
    """EA-S.60: XXX Corps keeps within two hexes of the river with no German within four."""
    free = pos.unit(u).corps != "XXX" or near(pos, pos.at[u], pos.units(GERMAN), 4)
    return free or h in pos.ground.near_meuse


def destinations(
    pos: Position, u: int, wanted: Callable[[Label], object], *, line: bool = True
) -> list[Label]:
    """The wanted hexes a unit can and may end its move in."""
    return [h for h in n.ends(pos, u) if wanted(h) and may_go(pos, u, h, line=line)]


def top(fit: Iterable[Label], key: Callable[[Label], int]) -> list[Label]:
    """Those with the highest value."""
    fit = list(fit)
    best = max(map(key, fit), default=0)
    return [h for h in fit if key(h) == best]


# -- attacks in an action -------------------------------------------------------------------------


def may_fight(pos: Position, u: int) -> bool:
    """EA-ST.h, EA-ST.m, EA-SU.n; a unit that acted before does not fight."""
    stopped = pos.dispersed | pos.unsupplied | pos.isolated | pos.dry | pos.acted
    return u in pos.at and u not in stopped


def attackers(pos: Position, able: list[int], target: Label) -> list[int]:
    """All able units next to the target; fewer than four steps stay in a VP hex (EA-AA.q)."""
    beside = [u for u in able if pos.at[u] in pos.ground.next[target]]
    return [u for u in beside if not _too_few(pos, pos.at[u], beside)]


def _too_few(pos: Position, h: Label, units: Iterable[int]) -> bool:
    return h in pos.ground.vp and sum(pos.steps[v] for v in units if pos.at[v] == h) < 4


Plan = tuple[Fraction, Position, list[int]]
"""The odds, the position when all have moved up, and who attacks."""


def attack_from(
    pos: Position,
    lead: int,
    able: list[int],
    target: Label,
    odds: Fraction,
    *,
    lead_moves: bool = False,
    hexes: int = 1,
) -> Plan | None:
    """The attack on the target, if it comes to the odds: those beside it, then others by #."""
    if pos.at[lead] not in pos.ground.next[target]:
        moved = _move_up(pos, lead, able, target, lead=True) if lead_moves else None
        if moved is None:
            return None
        pos = moved
    plan = _plan(pos, able, target)
    waiting = [u for u in pos.ascending(able) if u not in plan[2] and u != lead]
    for u in waiting:
        if plan[0] >= odds or lead not in plan[2]:
            break
        moved = _move_up(plan[1], u, able, target)
        if moved is not None:
            plan = _plan(moved, able, target)
    return plan if _enough(plan, lead, odds, hexes) else None


def _plan(pos: Position, able: list[int], target: Label) -> Plan:
    fighters = attackers(pos, able, target)
    attack, defence = n.attack_strength(pos, fighters, target), n.defence_strength(pos, target)
    return Fraction(attack, defence), pos, fighters


def _enough(plan: Plan, lead: int, odds: Fraction, hexes: int) -> bool:
    ratio, pos, fighters = plan
    alone = len(fighters) == 1 and pos.unit(fighters[0]).bracketed  # EA-ST.a
    used = len({pos.at[u] for u in fighters})
    leads = lead in fighters and n.in_supply(pos, lead)  # EA-SU.l
    return leads and ratio >= odds and not alone and used >= hexes


def _move_up(
    pos: Position, u: int, able: list[int], target: Label, *, lead: bool = False
) -> Position | None:
    """The position with the unit next to the target, by its best move (EA-AA.y, EA-AA.z)."""
    around = set(pos.ground.next[target])
    beside = destinations(pos, u, around.__contains__)
    beside = [h for h in beside if not _too_few(pos.placed([u], h), h, able)]
    if lead:  # EA-SU.l
        beside = [h for h in beside if n.supplied_if(pos, u, h)]
    h = settle(pos, u, beside)
    return None if h is None else n.marched(pos, u, h)


def best_attack(pos: Position, plans: dict[Label, Plan | None]) -> tuple[Label, Plan] | None:
    """The best ratio, then the most German steps, then the lowest hex number."""

    def key(t: Label) -> tuple[object, ...]:
        plan = plans[t]
        assert plan is not None
        return -plan[0], -sum(pos.steps[v] for v in pos.stack(t)), t

    fit = [t for t, plan in plans.items() if plan is not None]
    if not fit:
        return None
    chosen = min(fit, key=key)
    plan = plans[chosen]
    assert plan is not None
    return chosen, plan


# -- the action cards -----------------------------------------------------------------------------

Outcome = tuple[int, Label | None, dict[int, Label], list[int]]
"""The lead, the hex attacked, where everybody who moved is then, and who attacks."""


def play_action(
    pos: Position, number: int, active: list[int], waiting: list[int]
) -> Outcome | None:
    """EA-AA.m, EA-S.68: the first unit by # that the card's situation fits, and what it does."""
    card = next(c for c in pos.kit.action_deck if c.number == number)
    if pos.day < card.from_day:
        return None
    odds = Fraction(card.odds[0], card.odds[1] or 1)
    for lead in pos.ascending(waiting):
        outcome = ACTIONS[card.situation](pos, lead, active, odds)
        if outcome is not None:
            return outcome
    return None


def _moves(pos: Position, lead: int, fit: Iterable[Label]) -> Outcome | None:
    h = settle(pos, lead, fit)
    return None if h is None else (lead, None, {lead: h}, [])


def _attacks(pos: Position, lead: int, plans: dict[Label, Plan | None]) -> Outcome | None:
    best = best_attack(pos, plans)
    if best is None:
        return None
    target, (_, after, fighters) = best
    moved = {u: after.at[u] for u in fighters if after.at[u] != pos.at[u]}
    return lead, target, moved, fighters


def _beside(pos: Position, lead: int) -> list[Label]:
    return [t for t in pos.ground.next[pos.at[lead]] if t in pos.held(GERMAN)]


def counterattack(
    pos: Position, lead: int, active: list[int], odds: Fraction, *, hexes: int = 1, vp: bool = False
) -> Outcome | None:
    """Cards 1 to 3: a German hex next to the lead."""
    able = [u for u in active if may_fight(pos, u)]
    if lead not in able or not n.in_supply(pos, lead):  # EA-SU.l
        return None
    targets = [t for t in _beside(pos, lead) if not vp or _at_vp(pos, t)]
    return _attacks(
        pos, lead, {t: attack_from(pos, lead, able, t, odds, hexes=hexes) for t in targets}
    )


def _at_vp(pos: Position, t: Label) -> bool:
    return t in pos.ground.vp or any(h in pos.ground.vp for h in pos.ground.next[t])


def armored_thrust(pos: Position, lead: int, active: list[int], odds: Fraction) -> Outcome | None:
    """Card 4."""
    able = [u for u in active if may_fight(pos, u)]
    if lead not in able or not pos.unit(lead).armor or not n.in_supply(pos, lead):
        return None
    open_ground = [t for t in in_reach(pos, lead) if pos.ground.terrain[t] in ("clear", "broken")]
    targets = [t for t in open_ground if not any(pos.unit(v).armor for v in pos.stack(t))]
    return _attacks(
        pos,
        lead,
        {t: attack_from(pos, lead, able, t, odds, lead_moves=True) for t in targets},
    )


def relief(pos: Position, lead: int, active: list[int], odds: Fraction) -> Outcome | None:
    """Card 5: a German hex on a shortest way to a stack cut off within four hexes."""
    home = pos.at[lead]
    cut_off = {pos.at[u] for u in pos.units(ALLIED) if u in pos.unsupplied | pos.isolated}
    goals = [c for c in cut_off if 0 < n.distance(home, c) <= 4]
    between = [
        t
        for t in pos.held(GERMAN)
        if any(n.distance(home, t) + n.distance(t, c) == n.distance(home, c) for c in goals)
    ]
    able = [u for u in active if may_fight(pos, u)]
    if lead in able and n.in_supply(pos, lead):
        plans = {t: attack_from(pos, lead, able, t, odds, lead_moves=True) for t in between}
        attack = _attacks(pos, lead, plans)
        if attack is not None:
            return attack
    if any(t in pos.ground.next[home] for t in between):
        return None
    beside = {h for t in between for h in pos.ground.next[t]}
    return _moves(pos, lead, destinations(pos, lead, beside.__contains__))


def cut_off(pos: Position, lead: int, _active: list[int], _odds: Fraction) -> Outcome | None:
    """Card 6: a road hex where the unit's presence takes supply from German units."""
    before, net = n.supplied_hexes(pos, GERMAN), n.supply_roads(pos, GERMAN)
    fed = [v for v in pos.units(GERMAN) if pos.at[v] in before]

    def cut(h: Label) -> int:
        after = n.supplied_hexes(pos.placed([lead], h), GERMAN)
        return sum(pos.at[v] not in after for v in fed)

    fit = destinations(pos, lead, lambda h: h in net and cut(h))
    return _moves(pos, lead, top(top(fit, cut), lambda h: pos.ground.hv[h]))


def plug_the_gap(pos: Position, lead: int, _active: list[int], _odds: Fraction) -> Outcome | None:
    """Cards 7 and 8: hexes closed less hexes opened."""
    before = len(n.german_advance(pos))

    def closed(h: Label) -> int:
        return before - len(n.german_advance(pos.placed([lead], h)))

    return _moves(pos, lead, top(destinations(pos, lead, lambda h: closed(h) > 0), closed))


def occupy_position(
    pos: Position, lead: int, _active: list[int], _odds: Fraction
) -> Outcome | None:
    """Cards 9 and 10."""
    hv = pos.ground.hv

    def better(h: Label) -> bool:
        stronger = hv[h] > hv[pos.at[lead]] and empty_position(pos, h)
        return stronger and n.proximate(pos, h) and n.supplied_if(pos, lead, h)

    return _moves(pos, lead, top(destinations(pos, lead, better), hv.__getitem__))


def garrison_vp(pos: Position, lead: int, _active: list[int], _odds: Fraction) -> Outcome | None:
    """Card 11; the line may be broken."""
    bare = pos.ground.vp - pos.german_towns - pos.held(ALLIED)

    def threatened(h: Label) -> bool:
        return h in bare and (near(pos, h, pos.units(GERMAN), 3) or n.proximate(pos, h))

    return _moves(pos, lead, destinations(pos, lead, threatened, line=False))


def retake(pos: Position, lead: int, _active: list[int], _odds: Fraction) -> Outcome | None:
    """Card 12."""
    lost = pos.german_towns - pos.held(GERMAN)

    def open_to_it(h: Label) -> bool:
        return h in lost and h in n.communication(pos.placed([lead], h))

    return _moves(pos, lead, destinations(pos, lead, open_to_it))


def link_up(pos: Position, lead: int, _active: list[int], _odds: Fraction) -> Outcome | None:
    """Card 13."""
    home = pos.at[lead]
    if near(pos, home, (u for u in pos.units(ALLIED) if u != lead), 2):
        return None
    kin = same(pos, lead, "division") or same(pos, lead, "corps")
    if not kin:
        return None
    goal = pos.at[min(kin, key=lambda v: (n.distance(home, pos.at[v]), pos.order(v)))]  # EA-S.66

    def away(h: Label) -> int:
        return n.distance(h, goal)

    closer = destinations(pos, lead, lambda h: away(h) < away(home))
    return _moves(pos, lead, top(closer, lambda h: -away(h)))


def refuse_the_flank(
    pos: Position, lead: int, _active: list[int], _odds: Fraction
) -> Outcome | None:
    """Card 14."""
    home = pos.at[lead]
    if home in pos.ground.vp or not n.in_danger(pos, home):
        return None
    one = set(n.rearward(pos, home)) & set(n.reach(pos, lead, limit=min(1, n.hex_limit(pos, lead))))
    back = destinations(pos, lead, one.__contains__)
    return _moves(pos, lead, [h for h in back if not n.cut_off(pos.placed([lead], h), h)])


def strengthen(
    pos: Position, lead: int, _active: list[int], _odds: Fraction, vp: bool = False
) -> Outcome | None:
    """Cards 15 and 16: a weak stack in reach, the closest, then the weakest."""
    home = pos.at[lead]

    def power(h: Label) -> int:
        return sum(map(pos.strength, pos.stack(h)))

    def weak(h: Label) -> bool:
        steps = sum(pos.steps[u] for u in pos.stack(h))
        return steps <= 3 if h in pos.ground.vp else power(h) <= 3

    friends = pos.held(ALLIED) & pos.ground.vp if vp else pos.held(ALLIED)
    fit = destinations(pos, lead, lambda h: h in friends and weak(h))
    closest = top(fit, lambda h: -n.distance(home, h))
    return _moves(pos, lead, top(closest, lambda h: -power(h)))


def pull_back(pos: Position, lead: int, _active: list[int], odds: Fraction) -> Outcome | None:
    """Card 18: the stack goes one or two hexes rearward."""
    home = pos.at[lead]
    germans = [v for h in pos.ground.next[home] for v in pos.stack(h, GERMAN)]
    pressed = n.attack_strength(pos, germans, home) >= odds * n.defence_strength(pos, home)
    if home in pos.ground.vp or not germans or not pressed:
        return None
    first = n.rearward(pos, home)
    back = {*first, *(h for f in first for h in n.rearward(pos, f))}
    free = [h for h in n.ends(pos, lead) if h in back and h not in n.zoc(pos, GERMAN)]
    h = settle(pos, lead, [h for h in free if may_go(pos, lead, h, stack=whole(pos, lead))])
    return None if h is None else (lead, None, follow(pos, lead, [h]), [])


def whole(pos: Position, lead: int) -> list[int]:
    """EA-AA.p: every unit in the lead's hex; a Dispersed one cannot go (EA-ST.g)."""
    return [u for u in pos.ascending(pos.stack(pos.at[lead])) if u not in pos.dispersed]


def follow(pos: Position, lead: int, goals: list[Label]) -> dict[int, Label]:
    """The lead goes to the first of the hexes, the rest of its stack by # to one it can."""
    where = {lead: goals[0]}
    after = n.marched(pos, lead, goals[0])
    for u in whole(pos, lead):
        open_to_it = [h for h in goals if u != lead and h in n.ends(after, u)]
        if open_to_it:
            after = n.marched(after, u, open_to_it[0])
            where[u] = open_to_it[0]
    return where


def withdrawal(pos: Position, lead: int, _active: list[int], _odds: Fraction) -> Outcome | None:
    """Cards 19 and 20: hex by hex out of the zone."""
    home = pos.at[lead]
    if home in pos.ground.vp or not _beside(pos, lead) or not n.in_danger(pos, home):
        return None
    german = n.zoc(pos, GERMAN)
    way, reachable = [home], list(n.ends(pos, lead))

    def key(h: Label) -> tuple[object, ...]:
        back = h in n.rearward(pos, way[-1])
        place, hv = h in pos.ground.positions, pos.ground.hv[h]
        return h in german, not back, not place, -hv, n.west(h)

    while True:
        fit = [h for h in pos.ground.next[way[-1]] if h in reachable and h not in way]
        if len(way) == 1:
            fit = [h for h in fit if may_go(pos, lead, h, stack=whole(pos, lead))]
        else:
            fit = [h for h in fit if h not in german and h in n.rearward(pos, way[-1])]
            fit = [h for h in fit if may_go(pos, lead, h)]
            fit = [h for h in fit if path_cost(pos, lead, [*way, h]) <= pos.unit(lead).allowance]
        if not fit:
            break
        way.append(min(fit, key=key))
    if len(way) == 1:
        return None
    return lead, None, follow(pos, lead, [way[-1], way[1]]), []


def path_cost(pos: Position, u: int, way: list[Label]) -> int:
    leave = 1 if way[0] in n.zoc(pos, GERMAN) else 0
    return leave + sum(n.terrain_cost(pos, u, a, b) for a, b in pairwise(way))


ACTIONS: dict[str, Callable[..., Outcome | None]] = {
    "counterattack": counterattack,
    "counterattack_vp": partial(counterattack, vp=True),
    "coordinated_attack": partial(counterattack, hexes=2),
    "armored_thrust": armored_thrust,
    "relief": relief,
    "cut_off": cut_off,
    "plug_the_gap": plug_the_gap,
    "occupy_position": occupy_position,
    "garrison": garrison_vp,
    "retake": retake,
    "link_up": link_up,
    "refuse_the_flank": refuse_the_flank,
    "strengthen": strengthen,
    "strengthen_strongpoint": partial(strengthen, vp=True),
    "dig_in": lambda *_: None,
    "pull_back": pull_back,
    "withdrawal_under_fire": withdrawal,
}


# -- wandering units ------------------------------------------------------------------------------


def wander_goal(pos: Position, u: int) -> Label | None:
    """EA-AA.i, EA-AA.l: a goal is judged as it would be with the unit there."""
    fit = list(n.ends(pos, u))
    kinds: list[Callable[[Label], bool]] = [
        lambda h: h in n.communication(pos.placed([u], h)),
        lambda h: h in pos.ground.westwall,
        lambda h: h in pos.ground.towns,
    ]
    for goal in kinds:
        found = [h for h in fit if goal(h)]
        if not found and pos.at[u] in pos.ground.westwall:
            return pos.at[u]  # it is in the Westwall already
        if found:
            return min(found, key=lambda h: (to_supplied(pos, u, h), n.west(h)))
    return None


def to_supplied(pos: Position, u: int, h: Label) -> int:
    """How far the hex is from the nearest supplied Allied unit."""
    others = [v for v in pos.units(ALLIED) if v != u and n.in_supply(pos, v)]
    return min((n.distance(h, pos.at[v]) for v in others), default=n.FAR)


def one_hex_rearward(pos: Position, u: int) -> Label | None:
    """EA-AA.j: on a 1; it obeys enemy units but not ZOC."""
    back = [h for h in n.rearward(pos, pos.at[u]) if h not in pos.held(GERMAN)]
    back = [h for h in back if n.room(pos, [u], h)]
    return min(back, key=lambda h: (to_supplied(pos, u, h), n.west(h)), default=None)


# -- Engineers ------------------------------------------------------------------------------------


def far_bank(pos: Position, bridge: n.Bridge) -> Label:
    """The bank nearer the Allied edge."""
    return min(bridge, key=lambda h: (pos.ground.edge[ALLIED][h], n.west(h)))


def bridge_to_blow(pos: Position) -> n.Bridge | None:
    """EA-S.76, EA-D16.s: the Allied bridge near the Germans with the highest far HV."""
    if pos.day < 17:
        return None
    germans = pos.units(GERMAN)
    fit = [
        b
        for b in pos.bridges - pos.german_bridges
        if any(near(pos, h, germans, 2) or n.proximate(pos, h) for h in b)
    ]

    def key(b: n.Bridge) -> tuple[object, ...]:
        far = far_bank(pos, b)
        return -pos.ground.hv[far], n.west(far), sorted(b)

    return min(fit, key=key, default=None)


def block_site(pos: Position, h: Label, movers: Iterable[int] = ()) -> bool:
    """EA-RB.k to EA-RB.r; the zone of the units that cause the check is not there for supply."""
    ground, movers = pos.ground, set(movers)
    if h not in ground.positions or pos.stack(h) or h not in ground.roads:
        return False
    if h in pos.german_towns or h in pos.roadblocks:
        return False
    others = [v for v in pos.units(GERMAN) if v not in movers]
    if any(pos.at[v] in ground.next[h] for v in others):  # EA-RB.o
        return False
    if ground.hv[h] < 5 and h in n.zoc(pos, ALLIED):  # EA-RB.p
        return False
    if (ground.hv[h] >= 5 or pos.day >= 20) and h not in ground.vp:  # EA-RB.q, EA-RB.r
        return False
    return h in n.supplied_hexes(pos.without(movers) if movers else pos, ALLIED)


def block_to_place(pos: Position) -> Label | None:
    """EA-S.76: the site closest to a German unit, then the highest HV."""
    fit = [h for h in pos.ground.hexes if block_site(pos, h)]

    def key(h: Label) -> tuple[object, ...]:
        close = min((n.distance(h, g) for g in pos.held(GERMAN)), default=n.FAR)
        return close, -pos.ground.hv[h], n.west(h)

    return min(fit, key=key, default=None)


def position_to_improve(pos: Position) -> Label | None:
    """EA-S.76: a supplied Allied hex with a German unit proximate, the highest HV."""
    fit = [
        h
        for h in pos.held(ALLIED)
        if any(could_dig_in(pos, u) for u in pos.stack(h)) and n.proximate(pos, h)
    ]
    return min(fit, key=lambda h: (-pos.ground.hv[h], n.west(h)), default=None)


def engineers(pos: Position) -> tuple[str, object] | None:
    """The first they can do."""
    for what, found in (
        ("bridge", bridge_to_blow(pos)),
        ("roadblock", block_to_place(pos)),
        ("position", position_to_improve(pos)),
    ):
        if found is not None:
            return what, found
    return None
