"""The second reading, continued: losses, holds, retreats, advances, cards for a combat, checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Final

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Card, UnitId
from grognard.titles.ardennes.position.decisions import Battle
from grognard.titles.ardennes.referee import position as n
from grognard.titles.ardennes.referee.position import Bridge, Label, Position
from grognard.titles.ardennes.referee.system import block_site, isolated_germans, near

# -- losses ---------------------------------------------------------------------------------------


def pick_loss(pos: Position, units: Iterable[int], hurt: Mapping[UnitId, int]) -> int:
    """EA-CR.c with EA-CR.a: large units first, then the fewest losses, then the highest #."""

    def key(u: int) -> tuple[int, int, int, int]:
        number, rank = pos.order(u)
        return pos.steps[u] == 1, hurt.get(UnitId(u), 0), -number, rank

    return min(units, key=key)


def attackers_of_biggest_stack(pos: Position, units: Iterable[int]) -> list[int]:
    """EA-CR.o."""
    units = list(units)
    size = {h: sum(pos.steps[u] for u in units if pos.at[u] == h) for h in pos.at.values()}
    return [u for u in units if size[pos.at[u]] == max(size.values())]


def attacker_hit(pos: Position, battle: Battle, few_steps: str) -> str:
    """EA-CR.p to EA-CR.u for the next hit: loss, dispersed or ignored."""
    units = [u for u in n.bits(battle.attackers) if u in pos.at]
    dispersed = all(u in pos.dispersed for u in units)
    steps = battle.began if few_steps == "at_start" else sum(pos.steps[u] for u in units)
    match battle.taken + 1:
        case 1:
            return "loss"
        case 2:
            return "dispersed" if steps < 4 else "loss"
        case 3:
            return "ignored" if dispersed else "dispersed"
        case 4:
            return "loss" if battle.losses < 2 else "ignored"
        case _:
            return "ignored"


# -- retreats -------------------------------------------------------------------------------------


Way = tuple[tuple[int, int], int, Label]
"""Last resorts and priority, the cost in steps, the hex."""


def longest_retreat(pos: Position, units: list[int], battle: Battle) -> int:
    """EA-RT.d to EA-RT.i, EA-CT.g: in hexes from the combat hex."""
    if any(u == pos.kit.vdh or u in pos.dry for u in units):
        return 0
    if any(u in pos.isolated and pos.unit(u).kind == "mechanized" for u in units):
        return 0
    if any(u in pos.isolated for u in units) or "Infiltration" in battle.tactics:
        return 1
    slow = battle.retreated < 2 and any(u in pos.dispersed for u in units)  # then all became so
    return 1 if slow else 2


def ways(pos: Position, units: list[int], target: Label, *, second: bool) -> list[Way]:
    """EA-RT.j to EA-RT.s: every hex the units could retreat to, with priority and cost."""
    home = pos.at[units[0]]
    found = []
    for h in pos.ground.next[home]:
        if n.distance(h, target) != (2 if second else 1):  # EA-RT.l
            continue
        if not _open_to_retreat(pos, units, home, h):
            continue
        way = _way(pos, units, home, h)
        if way[1] < sum(pos.steps[u] for u in units):  # EA-RT.n
            found.append(way)
    return found


def _open_to_retreat(pos: Position, units: list[int], home: Label, h: Label) -> bool:
    side = pos.kit.side_of[units[0]]
    if pos.stack(h, 1 - side) or n.enemy_town(pos, side, h):
        return False
    if side == ALLIED and h in pos.ground.westwall and not pos.stack(h):
        return False
    if side == GERMAN and h in pos.roadblocks:  # EA-RB.b
        return False
    cut_off = any(u in pos.isolated for u in units)
    return not (cut_off and n.enemy_bridge(pos, side, home, h))


def _way(pos: Position, units: list[int], home: Label, h: Label) -> Way:
    side, after = pos.kit.side_of[units[0]], pos.placed(units, h)
    ford = not n.dry_or_bridged(pos, home, h)
    by_road = (home, h) in pos.ground.road and not ford
    wild = pos.ground.terrain[h] == "forest" and not by_road
    zones = [n.bounds(pos, u) for u in units] if side == GERMAN else []
    astray = any(zone and home in zone and h not in zone for zone in zones)  # EA-RT.u
    supplied = h in n.supplied_hexes(after, side)
    others = pos.stack(h, side)
    firm = any(n.in_supply(pos, u) for u in others)
    free = h not in n.zoc(pos, 1 - side)
    if supplied and (free or firm):
        priority = 1
    elif supplied and not others:
        priority = 2
    else:
        priority = 3
    return (ford + wild + astray, priority), int(priority > 1), h


def retreat_choice(pos: Position, units: list[int], fit: list[Label]) -> Label:
    """EA-RT.t: a city or town, the nearest to another Allied unit, the westernmost."""
    others = [v for v in pos.units(ALLIED) if v not in units]

    def key(h: Label) -> tuple[object, ...]:
        close = min((n.distance(h, pos.at[v]) for v in others), default=n.FAR)
        return h not in pos.ground.towns, close, n.west(h)

    return min(fit, key=key)


def overstacked(pos: Position, h: Label) -> bool:
    return not n.room(pos, [], h)


def retreat(pos: Position, battle: Battle, hits: int) -> tuple[Label, int] | str | None:
    """Where the defenders go with so many hits open, and its price; "split" if they must part."""
    units = [u for u in n.bits(battle.defenders) if u in pos.at]
    target = pos.kit.grid.label(battle.target)
    if battle.retreated >= longest_retreat(pos, units, battle) or battle.scattered:
        return None
    found = ways(pos, units, target, second=battle.retreated == 1)
    for rank in sorted({key for key, _, _ in found}):
        best = [(h, cost) for key, cost, h in found if key == rank]
        roomy = [h for h, _ in best if n.room(pos, units, h)]
        crowded = [h for h, _ in best if can_crowd(pos, units, battle, h, hits)]
        if roomy or crowded:
            return retreat_choice(pos, units, [*roomy, *crowded]), best[0][1]
        if can_split(pos, units, best):
            return "split"
    return None


def can_split(pos: Position, units: list[int], best: list[tuple[Label, int]]) -> bool:
    """EA-RT.b: whether each finds a hex with room that leaves it a step, whatever the others do."""
    return len(units) > 1 and any(
        all(pos.steps[u] > cost for u, (_, cost) in zip(units, chosen, strict=True))
        and all(
            n.room(pos, [u for u, (g, _) in zip(units, chosen, strict=True) if g == h], h)
            for h, _ in chosen
        )
        for chosen in product(best, repeat=len(units))
    )


def has_free_way(pos: Position, battle: Battle, hits: int) -> bool:
    """EA-CR.k: a way free of a step loss for all together, or for each where they split."""
    units = [u for u in n.bits(battle.defenders) if u in pos.at]
    target = pos.kit.grid.label(battle.target)
    found = ways(pos, units, target, second=battle.retreated == 1)
    free = [(key, h) for key, cost, h in found if not cost]
    if any(n.room(pos, units, h) or can_crowd(pos, units, battle, h, hits) for _, h in free):
        return True
    return any(can_split(pos, units, [(h, 0) for k, h in free if k == key]) for key, _ in free)


def can_crowd(pos: Position, units: list[int], battle: Battle, h: Label, hits: int) -> bool:
    """EA-RT.c, EA-S.51: a full hex on the way to a second one, with a hit still open."""
    if pos.kit.side_of[units[0]] == GERMAN or battle.retreated or hits < 2:
        return False
    if longest_retreat(pos, units, battle) < 2:
        return False
    target = pos.kit.grid.label(battle.target)
    (cost,) = {cost for _, cost, g in ways(pos, units, target, second=False) if g == h}
    return second_hex(pos, units, target, h, cost)


def second_hex(pos: Position, units: list[int], target: Label, h: Label, cost: int) -> bool:
    """Whether a second hex with room lies behind, that leaves them a step."""
    after, left = pos.placed(units, h), sum(pos.steps[u] for u in units) - cost
    onward = ways(after, units, target, second=True)
    return any(more < left and n.room(after, units, far) for _, more, far in onward)


# -- hits on Allied defenders ---------------------------------------------------------------------


def hold_number(pos: Position, battle: Battle) -> int:
    """EA-CR.g to EA-CR.k."""
    units = [u for u in n.bits(battle.defenders) if u in pos.at]
    home, target = pos.at[units[0]], pos.kit.grid.label(battle.target)
    total = pos.ground.hv[home] + sum(pos.steps[u] for u in units)
    if n.surrounded(pos, home) or home not in n.communication(pos):
        total -= 3
    if battle.retreated:
        total += 2
    origins = [pos.kit.grid.label(h) for _, h in battle.origins]
    if not battle.retreated and all(n.over_river(pos, h, target) for h in origins):
        total += 2
    return total if has_free_way(pos, battle, battle.defender_hits) else total + 4


def loses_zone(pos: Position, units: list[int], hurt: Mapping[UnitId, int]) -> bool:
    """EA-CR.f: would the next step loss take away their ZOC?"""
    home = pos.at[units[0]]
    lost = pick_loss(pos, units, hurt)
    if pos.steps[lost] > 1 or not n.commands_around(pos, home, ALLIED):
        return False
    return not n.commands_around(pos.without([lost]), home, ALLIED)


def defender_hit(pos: Position, battle: Battle) -> tuple[str, object]:
    """EA-CR.d to EA-CR.g for the next hit: loss, retreat or hold with its number."""
    units = [u for u in n.bits(battle.defenders) if u in pos.at]
    steps, hits, hurt = sum(pos.steps[u] for u in units), battle.defender_hits, dict(battle.hurt)
    way = retreat(pos, battle, hits)
    if way is None:
        return "loss", pick_loss(pos, units, hurt)
    if overstacked(pos, pos.at[units[0]]) or hits >= steps or loses_zone(pos, units, hurt):
        return "retreat", way
    return "hold", hold_number(pos, battle)


# -- advance --------------------------------------------------------------------------------------


def advance_number(pos: Position, u: int, target: Label, gone: int) -> int:
    """EA-AD.r to EA-AD.y."""
    home = pos.at[u]
    road = pos.ground.road.get((home, target), 0) if n.dry_or_bridged(pos, home, target) else 0
    if road == 2 or target in pos.ground.vp:
        return (10, 7, 0)[min(gone, 2)]
    if road == 1 or target in pos.ground.towns:
        return (8, 4, 0)[min(gone, 2)]
    return (3, 0, 0)[min(gone, 2)]


def next_to_advance(pos: Position, battle: Battle) -> list[int]:
    """EA-AD.m to EA-AD.o: the next by #; bracketed ones of a stack together, and none alone."""
    left = [u for u in n.bits(battle.attackers & ~battle.tested) if u in pos.at]
    waiting = [u for u in left if not pos.unit(u).bracketed or len(pos.stack(pos.at[u])) > 1]
    if not waiting:
        return []
    first = pos.ascending(waiting)[0]
    if not pos.unit(first).bracketed:
        return [first]
    mates = [u for u in waiting if pos.at[u] == pos.at[first] and pos.unit(u).bracketed]
    return pos.ascending(mates)


def advance_chance(pos: Position, battle: Battle, units: list[int]) -> int:
    """EA-AD.h to EA-AD.y: the number they roll against; 10 is always, 0 never."""
    target, home = pos.kit.grid.label(battle.target), pos.at[units[0]]
    if pos.stack(target, GERMAN) or any(u in pos.dispersed | pos.dry for u in units):
        return 0
    if not n.room(pos, units, target):
        return 0
    side = Bridge((home, target))
    if side in pos.ground.rivers and not _may_cross(pos, battle, side, target, len(units)):
        return 0
    if n.leaves_vp_open(pos, units, home):  # EA-AA.r
        return 0
    after = pos.placed(units, target)
    if target not in pos.ground.vp:
        if n.cut_off(after, target):  # EA-AD.p
            return 0
        if n.opens_gap(pos, after, home):  # EA-AD.q
            return 0
    return advance_number(pos, units[0], target, already_advanced(pos, battle))


def already_advanced(pos: Position, battle: Battle) -> int:
    """EA-AD.o: bracketed units that came from one stack count as one."""
    origin, gone = dict(battle.origins), n.bits(battle.advanced)
    light = {origin[UnitId(u)] for u in gone if pos.unit(u).bracketed}
    return len(light) + sum(not pos.unit(u).bracketed for u in gone)


def _may_cross(pos: Position, battle: Battle, side: Bridge, target: Label, many: int) -> bool:
    """EA-AD.h, EA-AD.i."""
    sides = pos.ground.river_number
    if side in pos.bridges:
        used = side in {sides[k] for k in n.bits(battle.bridged)}
        return target not in n.zoc(pos, GERMAN) or (not used and many == 1)
    return side not in {sides[k] for k in n.bits(battle.forded)} and many == 1


# -- the card drawn for a combat ------------------------------------------------------------------

WILD_DEFENCE: Final = ("Airpower", "Artillery", "Screen", "Tank Battalion")
WILD_ATTACK: Final = ("Airpower", "Artillery", "Tank Battalion")


def joins(pos: Position, battle: Battle, card: Card) -> int | None:
    """EA-CT.u to EA-CT.y: the unit of the card's formation that joins the defence."""
    defenders = [u for u in n.bits(battle.defenders) if u in pos.at]
    own = set(n.bits(card.units))
    home = pos.kit.grid.label(battle.target)
    if not own & set(defenders) or sum(pos.steps[u] for u in defenders) >= 4:
        return None
    if home not in n.communication(pos) or n.cut_off(pos.without(isolated_germans(pos)), home):
        return None
    spare = [u for u in n.out_of_contact(pos) if u not in defenders]
    for pool in (pos.ascending(u for u in pos.reserve if u in own), spare):
        fit = [u for u in pool if u in own and n.room(pos, [u], home)]
        if fit:
            return fit[0]
    return None


def clear_sky(pos: Position) -> bool:
    return pos.kit.days[pos.day].sky == "clear" or pos.clouds_broken


def usable(pos: Position, battle: Battle, tactic: str, *, attacking: bool) -> bool:
    """EA-CT.a to EA-CT.p, EA-D16.u, EA-S.48 for the Allied system."""
    if tactic == "Airpower":
        return clear_sky(pos)
    if tactic == "Artillery":
        return pos.day != 16
    if tactic in ("Corps Artillery", "Tank Battalion", "Reinforce Battle"):
        return True
    if attacking:
        return tactic == "Engineers" or tactic == "Assault Coordination"
    return tactic == "Screen" or (tactic == "Bug Out" and can_bug_out(pos, battle))


def can_bug_out(pos: Position, battle: Battle) -> bool:
    """EA-S.48: two hexes back."""
    units = [u for u in n.bits(battle.defenders) if u in pos.at]
    target = pos.kit.grid.label(battle.target)
    if longest_retreat(pos, units, battle) < 2:
        return False
    found = ways(pos, units, target, second=False)
    return any(second_hex(pos, units, target, h, cost) for _, cost, h in found)


def combat_tactic(pos: Position, battle: Battle, card: Card, *, attacking: bool) -> str:
    """EA-CT.t, EA-CT.z, EA-S.17, EA-S.73: the tactic the card brings, "" for none."""
    mine = n.bits(battle.attackers if attacking else battle.defenders)
    if not any(u in pos.at and u not in pos.dispersed and n.in_supply(pos, u) for u in mine):
        return ""
    wild = WILD_ATTACK if attacking else WILD_DEFENCE
    for tactic in wild if card.tactic == "Wild" else (card.tactic,):
        if tactic and usable(pos, battle, tactic, attacking=attacking):
            return tactic
    return "Airpower" if pos.clouds_broken else ""


# -- roadblocks and bridges -----------------------------------------------------------------------


def block_checks(
    pos: Position, units: list[int], h: Label, rolled: set[Label], trodden: set[Label]
) -> list[Label]:
    """EA-RB.g to EA-RB.r, EA-S.78: the hexes next to the arrival to be rolled for, in order."""
    fit = [s for s in pos.ground.next[h] if s not in rolled | trodden]
    fit = [s for s in fit if block_site(pos, s, units)]
    return sorted(fit, key=lambda s: (-pos.ground.hv[s], n.west(s)))


def demolition_checks(
    pos: Position, units: list[int], h: Label, mined: set[Bridge]
) -> dict[Bridge, Label]:
    """EA-S.41, EA-S.42: the bridges beside the hex to be rolled for, with their far hexes."""
    if pos.day < 17:
        return {}
    found = {}
    for bridge in pos.bridges - pos.german_bridges - mined:
        if h in bridge:
            (far,) = bridge - {h}
            guards = [u for u in pos.units(ALLIED) if u not in pos.isolated]
            close = any(near(pos, bank, guards, 2) for bank in bridge)
            if close or far in n.communication(pos.without(units)):
                found[bridge] = far
    return found


def manned_by(pos: Position, h: Label, first: str) -> int | None:
    """EA-RB.x, EA-RB.y: division, corps, then army of the nearest unit, and reserves first in
    each; or, as a setting, reserves of any of them first."""
    allies = pos.ascending(pos.units(ALLIED))
    if not allies:
        return None
    nearest = min(allies, key=lambda u: (n.distance(pos.at[u], h), pos.order(u)))
    pools = (pos.ascending(pos.reserve), n.out_of_contact(pos))
    searches = list(product(("division", "corps", "army"), pools))
    if first == "reserve_first":
        searches.sort(key=lambda search: search[1] is not pools[0])
    for level, pool in searches:
        mine = getattr(pos.unit(nearest), level)
        fit = [u for u in pool if pos.kit.side_of[u] == ALLIED]
        fit = [u for u in fit if mine and getattr(pos.unit(u), level) == mine]
        if fit:
            return fit[0]
    return None


def blocks_lifted(pos: Position) -> set[Label]:
    """EA-RB.t, EA-RB.u: no way of either side leads up to a hex next to the roadblock."""
    allied, german = n.communication(pos), german_communication(pos)

    def reached(h: Label, way: set[Label]) -> bool:
        return h in way or any(b in way for b in pos.ground.next[h])

    return {h for h in pos.roadblocks if not (reached(h, allied) and reached(h, german))}


def german_communication(pos: Position) -> set[Label]:
    """As EA-S.32, for the German side."""
    found: set[Label] = set()
    front = [h for h in pos.ground.sources[GERMAN] if _german_way(pos, h)]
    while front:
        a = front.pop()
        if a not in found:
            found.add(a)
            front += [b for b in pos.ground.next[a] if _german_way(pos, b)]
    return found


def _german_way(pos: Position, h: Label) -> bool:
    own = h in pos.held(GERMAN)
    if h in pos.held(ALLIED) or h in pos.roadblocks or n.enemy_town(pos, GERMAN, h):
        return False
    return own or h not in n.zoc(pos, ALLIED)


# -- defenders cut off ----------------------------------------------------------------------------


def all_out_of_supply(pos: Position, units: list[int], mixed: str) -> bool:
    """EA-CH.f, EA-CH.m: all of them, and not all Isolated."""
    if any(u not in pos.isolated | pos.unsupplied for u in units):
        return False
    return all(u not in pos.isolated for u in units) or mixed == "out_of_supply"
