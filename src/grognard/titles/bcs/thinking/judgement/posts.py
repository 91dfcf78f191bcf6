"""What a formation's units are meant to do: victory hexes to take and to hold, shared out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from grognard.ground.hexes import Hex, members
from grognard.titles.bcs.kit.kit import NO_FORMATION, FormationId, UnitId
from grognard.titles.bcs.position.state import WAITING, each, serving, units_in
from grognard.titles.bcs.thinking.judgement import orders
from grognard.titles.bcs.thinking.judgement.ground import FAR
from grognard.titles.bcs.thinking.judgement.situation import Situation

NOW: Final = 1.4  # times that on the last turn
THREAT: Final = (24, 4)  # hexes from which the enemy threatens a victory hex
CLOSE: Final = 5  # from which a full garrison is wanted
FADING: Final = 0.045  # of a garrison's worth for each hex that the enemy is farther off
LAST_DAYS: Final = 1.8  # times that for one who has been on the move until then
REGRET: Final = 1.5  # what a unit gives up so that every post has somebody
TIME: Final = 0.9  # against each Activation of marching
COHESION: Final = 0.5  # against each hex beyond the reach of an HQ in its sector
STRANGE: Final = (4.0, 2.5)  # by side, against a post that is for others to see to
SHARED: Final = 0.25  # of the worth of posts in a sector that another formation has
HORIZON: Final = 1.1  # Activations a turn in which a sector has to be reached
AWAY: Final = -1.0  # a score below which a defender stays where he is
THERE: Final = 4.0  # for being there already
STORMERS: Final = 4  # how many a hex that the enemy holds is worth
GARRISON: Final = 2
DEAR: Final = 2  # victory points that a full garrison is for


class Post(msgspec.Struct, frozen=True):
    """A hex, what a unit there is worth, and how many are wanted."""

    hex: Hex
    worth: float
    room: int


def posts(here: Situation) -> list[Post]:
    """All there is to take and to hold."""
    return here.keep("posts", lambda: [*_to_take(here), *_to_hold(here)])


def prize(here: Situation, hex_: Hex) -> float:
    """What it would be worth to control a hex that the side does not."""
    if not here.wanted >> hex_ & 1:
        return 0.0
    worth = here.doctrine.take[here.side] * here.kit.vp[hex_] * (1.0 if here.turns_left else NOW)
    table = here.kit.timetable
    if table is not None and here.is_german and table.hex == hex_ and not here.state.bonus:
        worth += here.doctrine.take[here.side] * table.vp.get(here.state.turn, 0)
    return worth * here.stress.get(hex_, 1.0)


def _to_take(here: Situation) -> Iterator[Post]:
    for hex_ in members(here.wanted):
        if here.enemies >> hex_ & 1:
            yield Post(hex_, prize(here, hex_) * here.doctrine.storm[here.side], STORMERS)
        else:
            yield Post(hex_, prize(here, hex_), 1)


def guard(here: Situation, hex_: Hex) -> float:
    """What a victory hex that the side holds is worth a garrison."""
    if not here.held >> hex_ & 1:
        return 0.0
    gap = here.gap(hex_)
    if gap > THREAT[here.side]:
        return 0.0
    near = max(0.2, 1.0 - FADING * max(0, gap - 2))
    near *= LAST_DAYS if here.is_german and here.turns_left < 2 else 1.0
    return here.doctrine.hold[here.side] * here.kit.vp[hex_] * near


def _to_hold(here: Situation) -> Iterator[Post]:
    for hex_ in members(here.held):
        worth = guard(here, hex_)
        if worth:
            dear = here.kit.vp[hex_] >= DEAR and here.gap(hex_) <= CLOSE
            yield Post(hex_, worth, GARRISON if dear else 1)


# -- sectors ---------------------------------------------------------------------------------


def sectors(here: Situation) -> dict[FormationId, Hex]:
    """By formation, the hex round which its posts lie: the best choice is made first."""
    left = {post.hex: 1.0 for post in posts(here)}
    found: dict[FormationId, Hex] = {}
    state = here.state
    free = [n for n in here.kit.side_formations[here.side] if state.hq[n] >= 0]
    for number in free:
        aim = orders.aim(here, number)
        if aim is not None:
            found[number] = aim
    free = [n for n in free if n not in found]
    while free and left:
        options = ((_sector_worth(here, n, hex_, left), n, hex_) for n in free for hex_ in left)
        _, number, centre = max(options)
        found[number] = centre
        free.remove(number)
        around = here.kit.within(centre, here.kit.formations[number].radius)
        left = {h: part * SHARED if around >> h & 1 else part for h, part in left.items()}
    return found


def _sector_worth(
    here: Situation, number: FormationId, centre: Hex, left: dict[Hex, float]
) -> float:
    """What a formation may take and hold round a hex, and how soon it is there."""
    units = _members(here, number)
    around = here.kit.within(centre, here.kit.formations[number].radius)
    near = sorted((p.worth * left[p.hex] for p in posts(here) if around >> p.hex & 1), reverse=True)
    late = _approach(here, number, units, centre) / (HORIZON * (here.turns_left + 1))
    return float(sum(near[: len(units)]) * max(0.02, 1 - late) ** 2)


def _members(here: Situation, number: FormationId) -> list[UnitId]:
    units = serving(here.state, number)
    return here.keep(("members", number), lambda: [u for u in able(here) if units >> u & 1])


def _approach(here: Situation, number: FormationId, units: list[UnitId], centre: Hex) -> float:
    """The Activations that the formation as a whole needs to be there."""
    if not units:
        return 9.0
    unit = sorted(units, key=lambda u: pace(here, u))[len(units) // 2]
    far = here.field(unit, centre).get(here.state.hq[number], FAR)
    return far / pace(here, unit)


# -- who goes where ------------------------------------------------------------------------------


def mission(here: Situation, unit: UnitId) -> Post | None:
    """The post a unit makes for."""
    return shared_out(here).get(unit)


def on_post(here: Situation, unit: UnitId, hex_: Hex) -> float:
    """What it is worth that a unit is at its post, if that is held already."""
    post = mission(here, unit)
    here_it_is = post is not None and post.hex == hex_ and here.held >> hex_ & 1
    return post.worth if post is not None and here_it_is else 0.0


def missions(here: Situation, number: FormationId) -> dict[UnitId, Post]:
    """The posts of a formation's units."""
    units = serving(here.state, number)
    return {unit: post for unit, post in shared_out(here).items() if units >> unit & 1}


def shared_out(here: Situation) -> Mapping[UnitId, Post]:
    """The posts shared out among the units of the side, best pairs first.

    Units of the active formation count where they began, so that plans hold while they move.
    """
    if here.sent is not None:
        return here.sent
    return here.keep("shared out", lambda: _recall(here))


def _recall(here: Situation) -> dict[UnitId, Post]:
    state, memo = here.state, here.kit.memo
    places = tuple((unit, place_of(here, unit)) for unit in able(here))
    basis = (
        places,
        here.enemies,
        state.german,
        state.turn,
        state.bonus,
        tuple(state.hq),
        here.doctrine,
    )
    name = ("posts", here.side, state.ground, state.blown)
    found: dict[UnitId, Post] | None = memo.recall(name, basis)
    return memo.keep(name, basis, _share_out(here)) if found is None else found


def _share_out(here: Situation) -> dict[UnitId, Post]:
    every = posts(here)
    units = list(able(here))
    centres = sectors(here)
    pairs = [(_score(here, centres, unit, post), unit, post) for unit in units for post in every]
    pairs.sort(key=lambda pair: -pair[0])
    manned = {post.hex: _strangers(here, units, post) for post in every}
    best: dict[UnitId, float] = {}
    found: dict[UnitId, Post] = {}
    for score, unit, post in pairs:
        wanted = manned[post.hex] < post.room and score > best.setdefault(unit, score) - REGRET
        if unit not in found and wanted:
            found[unit] = post
            manned[post.hex] += 1
    for score, unit, post in pairs:
        stays = score < AWAY and not here.is_german
        if unit not in found and manned[post.hex] < 2 * post.room and not stays:
            found[unit] = post
            manned[post.hex] += 1
    for unit in units if here.is_german else ():
        centre = centres.get(here.state.command[unit])
        if centre is not None:
            found.setdefault(unit, Post(centre, 1.0, 1))
    return found


def able(here: Situation) -> Iterator[UnitId]:
    """The side's units on the map or about to come on, under an HQ that is there."""
    state = here.state
    for unit in each(here.kit.side_units[here.side]):
        number = state.command[unit]
        led = number != NO_FORMATION and state.hq[number] >= 0
        if led and (state.hex_of[unit] >= 0 or state.hex_of[unit] == WAITING):
            yield unit


def _strangers(here: Situation, units: list[UnitId], post: Post) -> int:
    """How many units that no HQ commands man a post."""
    there = units_in(here.state, post.hex) & here.kit.side_units[here.side]
    return (there & ~sum(1 << unit for unit in units)).bit_count()


def place_of(here: Situation, unit: UnitId) -> Hex:
    """Where a unit began its formation's Activation, or is; a waiting one where it comes in."""
    state = here.state
    hex_ = state.began.get(unit, state.hex_of[unit])
    return state.entry[unit] if hex_ == WAITING else hex_


def _score(here: Situation, centres: dict[FormationId, Hex], unit: UnitId, post: Post) -> float:
    start, number = place_of(here, unit), here.state.command[unit]
    far = here.field(unit, post.hex).get(start, FAR)
    formation, centre = here.kit.formations[number], centres[number]
    off = here.kit.grid.distance(centre, post.hex) - formation.radius
    there = THERE if start == post.hex else 0.0
    strange = 0.0 if orders.is_ordered(here, number, post.hex) else STRANGE[here.side]
    late = TIME * far / pace(here, unit) + COHESION * max(0, off)
    return post.worth + there - late - strange


def pace(here: Situation, unit: UnitId) -> int:
    """What a unit can march in an Activation."""
    return max(shown.ma for shown in here.kit.units[unit].faces)
