"""What lies beside the map: boxes, tracks and figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.book.rulebook import cites
from grognard.ground.hexes import members
from grognard.titles.lost_battalion.drawing.sides import NAMES
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, Kit, Side
from grognard.titles.lost_battalion.position.state import (
    DEAD,
    DUE,
    POOL,
    RESERVE,
    RESTING,
    WITHDRAWN,
    ids,
)
from grognard.titles.lost_battalion.rules.victory import points_now
from grognard.titles.lost_battalion.sight.glimpse import glimpse
from grognard.titles.lost_battalion.sight.view import Private, View
from grognard.waist import scene as art

_BOXES: Final = (
    (DUE, "due", "May enter now"),
    (RESERVE, "reserve", "US Reserve Box"),
    (POOL, "pool", "Machine-gun pool"),
    (DEAD, "losses", "Losses"),
    (WITHDRAWN, "withdrawn", "Withdrawn"),
)


def boxes(kit: Kit, view: View) -> Iterator[art.Box]:
    yield _victory_box(kit, view)
    if view.own is not None:
        yield from _own_boxes(kit, view.own)
        yield _schedule_box(kit, view, view.own.side)
    for boxes in view.boxes:
        side = boxes.side
        counts = (
            ("may enter", boxes.due),
            ("in the Reserve Box", boxes.reserve),
            ("on the R&R track", boxes.resting),
            ("machine guns in the pool", boxes.pool),
        )
        words = ", ".join(f"{n} {what}" for what, n in counts if n) or "nothing"
        yield art.Box(f"{side}-off", f"{NAMES[side]} off the map", text=f"Counters: {words}.")
        yield _schedule_box(kit, view, side)
        gone = tuple(kit.names[unit] for unit in (*boxes.dead, *boxes.withdrawn))
        yield art.Box(f"{side}-losses", f"{NAMES[side]} losses", gone, "" if gone else "none")


def _own_boxes(kit: Kit, own: Private) -> Iterator[art.Box]:
    for where, key, title in _BOXES:
        pieces = tuple(kit.names[known.unit] for known in own.units if known.where == where)
        empty_shown = key == "losses" or (key == "reserve" and own.side == ALLIED)
        if pieces or empty_shown:
            yield art.Box(key, title, pieces, "" if pieces else "none")


def _schedule_box(kit: Kit, view: View, side: Side) -> art.Box:
    """What the printed schedule still brings, turn by turn."""
    lines = []
    for turn in range(view.turn + 1, kit.scenario.last_turn + 1):
        names = [key for key, when in kit.arrivals.items() if when == turn]
        mine = [key for key in names if _side_of(kit, key) == side]
        if mine:
            lines.append(f"turn {turn}: {', '.join(mine)}")
    return art.Box(
        f"{side}-due", f"{NAMES[side]} reinforcements to come", text="; ".join(lines) or "none"
    )


def _side_of(kit: Kit, key: str) -> Side:
    division = kit.division_by_key.get(key)
    unit = kit.by_name[key] if division is None else next(ids(kit.division_units[division]))
    return kit.side_of[unit]


@cites("LB-14.8", "LB-6.4d")
def rest_tracks(kit: Kit, view: View) -> Iterator[art.Track]:
    """The Rest & Reorganization track, which its owner alone sees into."""
    own = view.own
    if own is None or own.side != ALLIED:
        return
    turns = kit.number("rest_turns")
    cells = []
    for box in range(1, turns + 1):
        there = [d for d, since in own.resting_since.items() if view.turn - since + 1 == box]
        units = {u for d in there for u in ids(kit.division_units[d])}
        pieces = tuple(
            kit.names[k.unit] for k in own.units if k.unit in units and k.where == RESTING
        )
        text = ", ".join(kit.divisions[d].key for d in there)
        cells.append(art.Cell(str(box), text, pieces))
    rested = ", ".join(kit.divisions[d].key for d in members(own.rested))
    cells.append(art.Cell("rested", rested))
    yield art.Track("rest", "Rest & Reorganization (R&R) track", tuple(cells))


def turn_track(kit: Kit, now: int) -> art.Track:
    turns = range(kit.scenario.first_turn, kit.scenario.last_turn + 1)
    cells = (art.Cell(str(n), kit.turns[n].dates, current=n == now) for n in turns)
    return art.Track("turns", "Turns", tuple(cells))


@cites("LB-S.35", "LB-S.36")
def _victory_box(kit: Kit, view: View) -> art.Box:
    """The points so far, hex by hex, and the level they would give."""
    tally = points_now(glimpse(view))
    sums = " + ".join(f"{m.what} {m.amount}" for m in tally.modifiers) or "none"
    level = next(row for row in kit.levels if tally.total >= row.at_least)
    higher = [row for row in kit.levels if row.at_least > tally.total]
    nearest = min(higher, key=lambda row: row.at_least, default=None)
    more = f" From {nearest.at_least}: {nearest.result}." if nearest else ""
    words = f"{sums} = {tally.total}. If it ended now: {level.result}.{more}"
    return art.Box("victory", f"Victory points: {tally.total}", text=words, unfolded=True)


def facts(kit: Kit, view: View) -> Iterator[art.Fact]:
    row = kit.turns.get(view.turn)
    if row is not None:
        used = f"{view.divisions_attacked} of {row.us_divisions_may_attack}"
        yield art.Fact("US divisions that have attacked (supply)", used)
    us, german = view.pools
    yield art.Fact("Replacements: US, German", f"{us}, {german}")
    yield art.Fact("Barrage, Gas markers left", f"{view.barrage}, {view.gas_left}")
    yield art.Fact("Machine guns to place", str(view.guns_left))
    if view.own is not None and view.own.side == GERMAN:
        yield art.Fact("Deliberate Attacks left (secret)", str(view.own.deliberate))
    if view.announced:
        yield art.Fact("Final Offensive", f"since turn {view.announced}")
