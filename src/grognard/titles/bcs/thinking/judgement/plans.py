"""Where a unit had best go, and which side it had best show there."""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.ground.hexes import Hex, HexSet, hexset, members
from grognard.titles.bcs.kit.kit import DEPLOYED, LEG, MOVE, NO_FORMATION, Face, Quarters, UnitId
from grognard.titles.bcs.position.decisions import Acting
from grognard.titles.bcs.position.state import FAIL, PARTIAL, WAITING, each, face, in_field
from grognard.titles.bcs.rules.command import safe_path, straying
from grognard.titles.bcs.rules.moving import movement
from grognard.titles.bcs.rules.ways import by_points as ways
from grognard.titles.bcs.thinking.judgement import fighting, posts, rear
from grognard.titles.bcs.thinking.judgement.ground import FAR
from grognard.titles.bcs.thinking.judgement.situation import Situation

PACE: Final = 3.0  # for an Activation's march nearer to the post
STRAGGLER: Final = 1.0  # against each friend who would be left behind
TRUCKED: Final = (4.0, 1.6)  # against an Unprepared unit next to the enemy, or two hexes off
UNREADY: Final = ((1.0, 0.5), (0.5, 0.25))  # by side, the same for any unit on its Move side
WORTH_A_FLIP: Final = 0.12
SECOND_MAN: Final = 0.45  # of a garrison's worth for the second unit of it
JUMP: Final = 1.5  # an HQ or Trains without protection
MARCHES: Final = 6  # ends of a plain march that are looked at


class Plan(msgspec.Struct, frozen=True):
    """A hex to end in, a side to show, and what is gained over standing still."""

    hex: Hex
    side_up: int
    gain: float


# -- what a place is worth -----------------------------------------------------------------------


def worth_at(here: Situation, unit: UnitId, up: int, hex_: Hex) -> float:
    """What it is worth to have a unit in a hex, one side or the other showing."""
    key = ("worth", unit, up, hex_)
    return here.keep(key, lambda: _worth(here, unit, up, hex_))


def _worth(here: Situation, unit: UnitId, up: int, hex_: Hex) -> float:
    shown = here.kit.units[unit].faces[up]
    worth = _march(here, unit, hex_) + _ground(here, unit, shown, hex_)
    if here.near(2) >> hex_ & 1:
        worth += _in_contact(here, unit, up, shown, hex_)
    if here.state.hex_of[unit] == hex_:
        worth += here.doctrine.inertia[here.side] if here.near(3) >> hex_ & 1 else 0.0
    return worth - _cut_off(here, unit, shown, hex_)


def _march(here: Situation, unit: UnitId, hex_: Hex) -> float:
    """Nearer to its post, and the post itself."""
    post = posts.mission(here, unit)
    if post is None:
        return 0.0
    far = here.way(unit, post.hex).get(hex_, FAR)
    return -PACE * far / posts.pace(here, unit)


def _ground(here: Situation, unit: UnitId, shown: Face, hex_: Hex) -> float:
    worth = posts.prize(here, hex_)
    worth += _on_guard(here, unit, hex_)
    if here.prey >> hex_ & 1 and shown.prepared:
        worth += JUMP
    if here.foreign >> hex_ & 1 and not _is_mixed(here, unit):
        worth -= here.doctrine.mixed[here.side]
    if here.their_lines >> hex_ & 1 and shown.prepared:
        worth += here.doctrine.cutting[here.side]
    return worth


def _on_guard(here: Situation, unit: UnitId, hex_: Hex) -> float:
    """What a unit is worth as a garrison; by a plan, that of its post only."""
    if here.sent is not None:
        return posts.on_post(here, unit, hex_)
    watched = posts.guard(here, hex_)
    return watched * (1.0, SECOND_MAN, 0.0)[min(here.others_in(unit, hex_), 2)] if watched else 0.0


def _is_mixed(here: Situation, unit: UnitId) -> bool:
    number = here.state.command[unit]
    return number != NO_FORMATION and bool(here.state.coordination >> number & 1)


def _in_contact(here: Situation, unit: UnitId, up: int, shown: Face, hex_: Hex) -> float:
    """Ready or not, in cover or not, and what there is to fight."""
    next_to = here.near(1) >> hex_ & 1
    which = 0 if next_to else 1
    worth = 0.0
    if not shown.prepared:
        worth -= here.doctrine.trucked[here.side] * TRUCKED[which]
    elif up == MOVE and not here.kit.units[unit].single:
        worth -= UNREADY[here.side][which]
    if here.kit.cities >> hex_ & 1:
        worth += here.doctrine.city[here.side]
    elif here.kit.is_terrain >> hex_ & 1 and shown.type == LEG:
        worth += here.doctrine.cover[here.side]
    if here.kit.road_hexes_ps >> hex_ & 1 and shown.prepared:
        worth += here.doctrine.bar[here.side]
    if here.state.hex_of[unit] == hex_:
        worth += here.doctrine.stand[here.side]
    return worth + here.doctrine.contact[here.side] * max(
        0.0, fighting.prospect(here, unit, shown, hex_)
    )


def _cut_off(here: Situation, unit: UnitId, shown: Face, hex_: Hex) -> float:
    """Against hexes without a Safe Path, as far as the HQ where it is can tell."""
    state, number = here.state, here.state.command[unit]
    if number == NO_FORMATION or state.hq[number] < 0:
        return 0.0
    if safe_path.radius(state, number) >> hex_ & 1:
        safe = safe_path.area(state, number, shown.type) >> hex_ & 1
        return 0.0 if safe or hex_ == state.hq[number] else here.doctrine.safe[here.side]
    outside = here.doctrine.outside[here.side]
    if number != state.active:
        return outside
    spots = rear.posts_for(here, number, hex_)
    if not spots:
        return outside + here.doctrine.astray[here.side]
    return outside + STRAGGLER * _left_behind(here, unit, spots)


def _left_behind(here: Situation, unit: UnitId, spots: HexSet) -> int:
    """How many that have moved an HQ that follows would be too far from."""
    state, number = here.state, here.state.command[unit]
    near = rear.covered(here, number, spots)
    friends = each(in_field(state, number) & state.acted & ~(1 << unit))
    return sum(not near >> state.hex_of[friend] & 1 for friend in friends)


# -- plans ---- ----------------------------------------------------------------------------------


def plan(here: Situation, unit: UnitId) -> Plan:
    """The best end of a unit's move from where it is now, with a flip if one is open to it."""
    return here.keep(("plan", unit), lambda: _plan(here, unit))


def _plan(here: Situation, unit: UnitId) -> Plan:
    state, at = here.state, here.state.hex_of[unit]
    if at < 0 or state.snafu == FAIL or (state.stopped | state.finished) >> unit & 1:
        return Plan(at, _up(here, unit), 0.0)
    as_it_is, turned = _both(here, unit)
    if _is_better(turned, as_it_is) and not _turns_back(here, unit):
        return turned
    return as_it_is


def _turns_back(here: Situation, unit: UnitId) -> bool:
    """Whether, on its Move side, it would see other ends and rather be Deployed again."""
    if _up(here, unit) == MOVE:
        return False
    moving, deployed = _both(_turned(here, unit), unit)
    return _is_better(deployed, moving)


def _both(here: Situation, unit: UnitId) -> tuple[Plan, Plan]:
    """The best end as it is, and the best if it is turned over first."""
    at, up = here.state.hex_of[unit], _up(here, unit)
    now, none = worth_at(here, unit, up, at), Plan(at, up, 0.0)
    best = _best(here, unit, up, movement.ends(here.state, unit), none, now)
    if movement.flip_refusal(here.state, unit) is not None:
        return best, none
    return best, _best(here, unit, 1 - up, _ends_flipped(here, unit), none, now)


def _is_better(turned: Plan, as_it_is: Plan) -> bool:
    return turned.gain > as_it_is.gain + WORTH_A_FLIP


def _turned(here: Situation, unit: UnitId) -> Situation:
    """The same with the unit on its other side."""
    view, bit = here.view, 1 << unit
    shown = here.kit.units[unit].faces[1 - _up(here, unit)]
    *below, top = view.stack
    if isinstance(top, Acting) and top.unit == unit:
        top = msgspec.structs.replace(top, mp=allowance(here, shown.ma))
    stack = (*below, top)
    view = msgspec.structs.replace(view, deployed=view.deployed ^ bit, stack=stack)
    return Situation(view, here.doctrine, here.sent)


def _up(here: Situation, unit: UnitId) -> int:
    return DEPLOYED if here.state.deployed >> unit & 1 else MOVE


def _best(here: Situation, unit: UnitId, up: int, hexes: HexSet, best: Plan, now: float) -> Plan:
    for hex_ in _promising(here, unit, hexes):
        gain = worth_at(here, unit, up, hex_) - now
        if gain > best.gain:
            best = Plan(hex_, up, gain)
    return best


def _promising(here: Situation, unit: UnitId, hexes: HexSet) -> list[Hex]:
    """The hexes with something about them, and of the others those nearest to the post."""
    special = hexes & here.keep("special", lambda: _special(here))
    post = posts.mission(here, unit)
    if post is None:
        return [*members(special)]
    field = here.way(unit, post.hex)
    plain = sorted(members(hexes & ~special), key=lambda hex_: field.get(hex_, FAR))
    return [*members(special), *plain[:MARCHES]]


def _special(here: Situation) -> HexSet:
    prizes = here.near(2) | here.wanted | here.held | here.prey
    return prizes | here.their_lines


def _ends_flipped(here: Situation, unit: UnitId) -> HexSet:
    """Where its move may end if it is turned over first."""
    state, at = here.state, here.state.hex_of[unit]
    shown = here.kit.units[unit].faces[1 - _up(here, unit)]
    by = ways.barriers(state, here.side, shown.type)
    found = ways.search(state, by, at, allowance(here, shown.ma), fresh=True)
    goals = straying.plain_ends(state, unit) | straying.mended_ends(state, unit)
    return goals & hexset({*found.passing, *found.stopped})


def allowance(here: Situation, full: Quarters) -> Quarters:
    """Of an MA, what the SNAFU roll leaves."""
    divisor = here.kit.number("partial.ma") if here.state.snafu == PARTIAL else 1
    return full // int(divisor)


def next_step(here: Situation, unit: UnitId) -> Hex:
    """The hex to enter next on the way of the plan; its own if it had best stay or flip."""
    found = plan(here, unit)
    at = here.state.hex_of[unit]
    if (
        found.gain < here.doctrine.a_move[here.side]
        or found.side_up != _up(here, unit)
        or found.hex == at
    ):
        return at
    way = movement.route(here.state, unit, found.hex)
    return way[0] if way else at


def wants_flip(here: Situation, unit: UnitId) -> bool:
    found = plan(here, unit)
    return found.side_up != _up(here, unit) and found.gain > WORTH_A_FLIP


def move_gain(here: Situation, unit: UnitId) -> float:
    """What a unit gains by moving or flipping; nothing unless it is worth while."""
    state = here.state
    if state.hex_of[unit] == WAITING:
        return 2.0
    if state.acted >> unit & 1:
        return 0.0
    found = plan(here, unit)
    if found.side_up != _up(here, unit):
        return found.gain if found.gain > WORTH_A_FLIP else 0.0
    if found.gain < here.doctrine.a_move[here.side] or next_step(here, unit) == state.hex_of[unit]:
        return 0.0
    return found.gain


def eager(here: Situation, unit: UnitId) -> float:
    """The same, told without a search: how far from its post, how near the enemy a unit is."""
    at = posts.place_of(here, unit)
    post = posts.mission(here, unit)
    if at < 0:
        return 0.0
    worth = 0.15 * max(0, 5 - here.gap(at)) * (1.0 if here.is_german else 0.5)
    if post is not None and post.hex != at:
        most = 1.5 if here.sent is None else here.doctrine.urgent[here.side]
        worth += min(most, 0.5 * post.worth)
    return worth


def showing(here: Situation, unit: UnitId) -> Face:
    return face(here.state, unit)
