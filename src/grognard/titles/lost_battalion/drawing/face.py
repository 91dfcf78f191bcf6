"""What a seat sees, as a `Scene`: map, counters, boxes, tracks and figures.

Everything is made from a View; nothing here can show what a view does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from grognard.book.rulebook import cites, draws
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.lost_battalion.kit.tables import (
    ALLIED,
    GERMAN,
    HINDENBURG,
    KITS,
    MEUSE,
    Kit,
    Side,
    Unit,
    UnitId,
)
from grognard.titles.lost_battalion.position.decisions import (
    NOWHERE,
    Assembling,
    Battery,
    Battle,
    Volley,
)
from grognard.titles.lost_battalion.position.state import (
    DEAD,
    DUE,
    LATER,
    POOL,
    RESERVE,
    RESTING,
    WITHDRAWN,
    ids,
)
from grognard.titles.lost_battalion.rules.victory import points_now
from grognard.titles.lost_battalion.sight.glimpse import glimpse
from grognard.titles.lost_battalion.sight.view import Known, Private, Sighting, View, rank
from grognard.titles.lost_battalion.words import aids
from grognard.titles.lost_battalion.words.narration import prompt
from grognard.waist import scene as art
from grognard.waist.scene import Edge, Scene

NAMES: Final = ("Allied", "German")
COLOURS: Final = ("#2c5f94", "#9c3226")
GROUNDS: Final = {
    "us": "#b9b274",
    "french": "#9dbbdd",
    "german": "#aeb3ad",
    "austrian": "#c4e8ae",
}
INKS: Final = {"austrian": "#000000"}
SYMBOLS: Final = {
    "INF": "infantry",
    "TANK": "armour",
    "ART": "artillery",
    "MG": "machine_gun",
}
KINDS: Final = {"INF": "infantry", "TANK": "tanks", "ART": "artillery", "MG": "machine guns"}
NATIONS: Final = {
    "us": "US",
    "french": "French",
    "german": "German",
    "austrian": "Austro-Hungarian",
}
_BANDS: Final = (
    "#7a2e2e",
    "#2f5d50",
    "#3b4a7a",
    "#8a5a1f",
    "#5b3a6b",
    "#356b8a",
    "#6b6b1f",
    "#8a3b62",
    "#2f6b2f",
    "#94502a",
    "#44546a",
    "#7a4a3a",
)


def scene(view: View) -> Scene:
    """Everything that seat may see, ready to draw."""
    kit = KITS[view.terms.kit]
    pieces = [*_on_map(kit, view), *_off_map(kit, view)]
    row = kit.turns.get(view.turn)
    return Scene(
        board=board_art(view.terms.kit, _pontoons_due(kit, view.turn)),
        title=f"The Lost Battalion: {kit.scenario.title}",
        turn=f"Turn {view.turn} of {kit.scenario.last_turn} · {row.dates}" if row else "Set-up",
        prompt=art.Prompt(prompt(view), view.asked[0] if view.asked else ""),
        held=aids.held(view),
        violations=tuple(aids.to_put_right(view)),
        sequence=aids.sequence(view),
        lit=tuple(dict.fromkeys(aids.lit(view))),
        notes=tuple(aids.notes(view)),
        control=_control(kit, view.control),
        pieces=tuple(pieces),
        stacks=tuple(_summaries(kit, view)),
        markers=tuple(_markers(kit, view)),
        boxes=tuple(_boxes(kit, view)),
        tracks=(*_rest_tracks(kit, view), _turn_track(kit, view.turn)),
        facts=tuple(_facts(kit, view)),
    )


# -- the printed map -----------------------------------------------------------------


def _pontoons_due(kit: Kit, turn: int) -> bool:
    return any(turn >= pontoon.turn for pontoon in kit.pontoons)


@lru_cache(maxsize=16)
@draws("LB-14.15b")
@cites("LB-14.7", "LB-14.12", "LB-14.15")
def board_art(key: str, pontoons: bool) -> art.BoardArt:
    """The map of a scenario, north up, in our own drawing; only the hexes in play."""
    kit = KITS[key]
    return art.BoardArt(
        key=f"{key}+pontoons" if pontoons else key,
        title="Meuse-Argonne, 1918",
        hexes=tuple(_hexes(kit)),
        lines=(*_rivers(kit), _start_line(kit)),
        roads=tuple(_roads(kit)),
        exits=tuple(_exits(kit)),
        bridges=(*_bridges(kit), *(_pontoon_bridges(kit) if pontoons else ())),
        places=tuple(_places(kit)),
        hills=tuple(_hills(kit)),
        works=tuple(_works(kit)),
        stars=tuple(art.Star(row.hex, str(row.vp)) for row in kit.victory_hexes),
        edges=(
            art.EdgeName("north", "North · German supply and entry"),
            art.EdgeName("south", "South · Allied supply and entry"),
            art.EdgeName("west", "West · German entry where in German hands"),
            art.EdgeName("east", "East · German supply and entry"),
        ),
        scale="1 mile",
        note="Map, counters and charts are our own; stand-ins for the printed ones.",
    )


def _hexes(kit: Kit) -> Iterator[art.HexArt]:
    layer, label = kit.board.layers["terrain"], kit.grid.label
    ground = {label(h): kind.replace("+", "_") for h, kind in layer.items()}
    for hex_ in art.hexes_of(kit.grid, ground):
        if kit.play >> kit.grid.at(hex_.label) & 1:
            yield hex_


def _side(kit: Kit, a: Hex, b: Hex) -> str:
    return f"{kit.grid.label(a)}/{kit.grid.label(b)}"


def _rivers(kit: Kit) -> list[art.SideLine]:
    found: dict[str, list[str]] = {}
    for (a, b), side in kit.hexsides.items():
        if side.river and a < b:
            found.setdefault(side.name, []).append(_side(kit, a, b))
    major = {side.name for side in kit.hexsides.values() if side.river == MEUSE}
    return [
        art.SideLine("major_river" if name in major else "river", tuple(sides), name)
        for name, sides in sorted(found.items())
    ]


@cites("LB-14.7")
def _start_line(kit: Kit) -> art.SideLine:
    """The yellow line: every hexside between ground that starts Allied and German."""
    south = kit.start_allied
    sides = [_side(kit, a, b) for a, b in kit.hexsides if south >> a & 1 and not south >> b & 1]
    return art.SideLine("start_line", tuple(sides), "Start Line")


def _roads(kit: Kit) -> Iterator[art.Road]:
    for road in kit.board.roads.values():
        for run in _runs(kit, road.hexes):
            yield art.Road(tuple(kit.grid.label(h) for h in run))


def _runs(kit: Kit, hexes: Iterable[Hex]) -> Iterator[list[Hex]]:
    """The stretches of a road that lie in play."""
    run: list[Hex] = []
    for hex_ in hexes:
        if kit.play >> hex_ & 1:
            run.append(hex_)
        elif run:
            yield run
            run = []
    if run:
        yield run


_EDGES: Final[dict[str, Edge]] = {
    "north": "north",
    "east": "east",
    "south": "south",
    "west": "west",
}


def _exits(kit: Kit) -> Iterator[art.Exit]:
    label = kit.grid.label
    for row in kit.board.exits:
        if kit.play >> row.hex & 1:
            yield art.Exit(label(row.hex), _EDGES[row.edge])
    for road in kit.board.roads.values():
        for a, b in pairwise(road.hexes):
            for here, there in ((a, b), (b, a)):
                if kit.play >> here & 1 and not kit.play >> there & 1:
                    yield art.Exit(label(here), _way_out(kit, here, there))


def _way_out(kit: Kit, here: Hex, there: Hex) -> Edge:
    rows = kit.grid.row(there) - kit.grid.row(here)
    if rows and (kit.edges["N"] | kit.edges["S"]) >> here & 1:
        return "north" if rows < 0 else "south"
    return "west" if kit.edges["W"] >> here & 1 else "east"


def _bridges(kit: Kit) -> Iterator[art.Bridge]:
    for a, b in kit.bridge_ends:
        if kit.play >> a & kit.play >> b & 1:
            yield art.Bridge(_side(kit, a, b))


def _pontoon_bridges(kit: Kit) -> Iterator[art.Bridge]:
    for row in kit.board.extra["pontoon"]:
        yield art.Bridge(row["side"], "pontoon")


_RANKS: Final = {"city": "city", "town": "town", "strong village": "town"}


def _places(kit: Kit) -> Iterator[art.Place]:
    for place in kit.board.places:
        if kit.play >> place.hex & 1:
            rank_ = _RANKS.get(place.kind, "village") if place.extra.get("town") else "village"
            if place.kind in ("site", "mill", "ruin"):
                rank_ = "site"
            yield art.Place(kit.grid.label(place.hex), place.name, rank_)


def _hills(kit: Kit) -> Iterator[art.Hill]:
    for row in kit.board.extra["hill"]:
        if kit.play >> kit.grid.at(row["hex"]) & 1:
            yield art.Hill(row["hex"], row["name"], str(row.get("height", "")))


def _works(kit: Kit) -> Iterator[art.Works]:
    classes: dict[str, str] = kit.board.extra["fort_class"]
    for line, kind in classes.items():
        hexes = [h for h, name in kit.board.layers["fort"].items() if name == line]
        shown = tuple(kit.grid.label(h) for h in hexes if kit.play >> h & 1)
        if shown:
            weight = "main" if kind == HINDENBURG else "field"
            yield art.Works(shown, weight, f"{line.capitalize()} Line")


# -- ground held ---------------------------------------------------------------------


def _control(kit: Kit, allied: HexSet) -> tuple[art.Control, art.Control]:
    held = (allied & kit.play, kit.play & ~allied)
    allied_, german = (
        art.Control(NAMES[s].lower(), NAMES[s], COLOURS[s], tuple(kit.grid.labels(held[s])))
        for s in (ALLIED, GERMAN)
    )
    return allied_, german


# -- counters ------------------------------------------------------------------------


def _on_map(kit: Kit, view: View) -> Iterator[art.Piece]:
    if view.own is not None:
        standing = [known for known in view.own.units if known.where >= 0]
        for known in _from_below(kit, standing):
            yield own_piece(kit, view.own, known)
    seen: dict[Hex, list[Known]] = {}
    for known in view.known:
        seen.setdefault(known.where, []).append(known)
    for sighting in view.sightings:
        yield from _enemy_stack(kit, sighting, seen.get(sighting.hex, []))


def _from_below(kit: Kit, units: list[Known]) -> list[Known]:
    return sorted(units, key=lambda k: (k.where, *(-n for n in rank(kit, k.unit))))


def _off_map(kit: Kit, view: View) -> Iterator[art.Piece]:
    if view.own is not None:
        for known in view.own.units:
            if known.where < 0 and known.where != LATER:
                yield own_piece(kit, view.own, known)
    for boxes in view.boxes:
        for unit in (*boxes.dead, *boxes.withdrawn):
            yield face_piece(kit, unit, "", 0)


def own_piece(kit: Kit, own: Private, known: Known) -> art.Piece:
    """A counter of the viewer's own, with what has befallen it this turn."""
    where = kit.grid.label(known.where) if known.where >= 0 else ""
    badges = tuple(_badges(kit, own, known.unit)) if known.where >= 0 else ()
    spent = bool(own.done >> known.unit & 1)
    return face_piece(kit, known.unit, where, known.steps, badges, spent)


@draws("LB-14.11")
@cites("LB-14.10")
def face_piece(
    kit: Kit,
    unit: UnitId,
    where: str,
    steps: int,
    badges: tuple[art.Badge, ...] = (),
    spent: bool = False,
) -> art.Piece:
    """A counter with its face up: a circled number of steps, no size mark."""
    face = kit.units[unit]
    name, _, parent = face.name.partition("/")
    return art.Piece(
        id=face.name,
        hex=where,
        side=NAMES[face.side].lower(),
        symbol=SYMBOLS[face.kind],
        name=name,
        parent=parent,
        figures=figures(face, steps),
        ground=GROUNDS[face.nation],
        ink=INKS.get(face.nation, ""),
        band=band(face),
        formation=kit.divisions[face.division].name if face.division >= 0 else "",
        steps=steps,
        steps_max=face.steps,
        steps_as="circle",
        face="reduced" if 0 < steps < face.steps else "full",
        badges=badges,
        title=_title(face, steps),
        spent=spent,
    )


@cites("LB-14.10")
def figures(face: Unit, steps: int) -> str:
    """The bottom row: strength now; of artillery its fire strength and its range."""
    if face.kind == "ART":
        return f"{face.guns}–{face.range}"
    if face.kind == "TANK":
        return ""
    return str(face.strength[steps])


def band(face: Unit) -> str:
    """A colour for each division; none for units of no division."""
    return _BANDS[face.division % len(_BANDS)] if face.division >= 0 else ""


def _title(face: Unit, steps: int) -> str:
    told = {
        "INF": f"strength {face.strength[steps]}",
        "ART": f"fire strength {face.guns}, range {face.range} hexes",
        "TANK": "saves the attacker a step",
        "MG": f"defence {face.strength[steps]}",
    }[face.kind]
    return f"{face.title} ({NATIONS[face.nation]} {KINDS[face.kind]}): {told}"


def _badges(kit: Kit, own: Private, unit: UnitId) -> Iterator[art.Badge]:
    marks = (
        (own.out_moving | own.out_fighting, "OS", "out of supply", "#b3261e"),
        (own.fired, "F", "has fired", "#c4631a"),
        (own.refilled, "R", "took replacements: no move, no attack", "#2f6b2f"),
        (own.entered, "E", "entered the map this turn", "#356b8a"),
        (own.struck, "H", "made a Hasty Attack", "#7a2e2e"),
        (own.attacked, "A", "has attacked", "#7a2e2e"),
        (own.moved, "M", "has moved", "#55504a"),
        (_finals(kit, own), "★", "in the Final Offensive", "#8a6d00"),
        (own.stubborn, "!", "holds out", "#5b3a6b"),
    )
    for units, text, words, colour in marks:
        if units >> unit & 1:
            yield art.Badge(text, words, colour)


def _finals(kit: Kit, own: Private) -> int:
    units = 0
    for division in members(own.final):
        units |= kit.division_units[division]
    return units


# -- the other side's ------------------------------------------------------------------


def _enemy_stack(kit: Kit, sighting: Sighting, seen: list[Known]) -> Iterator[art.Piece]:
    """Faces that are seen lie on what is not."""
    label = kit.grid.label(sighting.hex)
    hidden = sighting.count - len(seen)
    if hidden > 0:
        yield _hidden_piece(kit, sighting, label, hidden, seen)
    for known in _from_below(kit, seen):
        yield face_piece(kit, known.unit, label, known.steps)


def _hidden_piece(
    kit: Kit, sighting: Sighting, label: str, hidden: int, seen: list[Known]
) -> art.Piece:
    # Once the top counter is turned up, what shows of the rest is its number.
    top = {(kit.units[k.unit].nation, kit.units[k.unit].kind) for k in seen}
    plain = (sighting.nation, sighting.kind) not in top
    what = f"{NATIONS[sighting.nation]} {KINDS[sighting.kind]} on top" if plain else "unknown"
    return art.Piece(
        id=f"{NAMES[sighting.side].lower()}@{label}",
        hex=label,
        side=NAMES[sighting.side].lower(),
        symbol=SYMBOLS[sighting.kind] if plain else "unknown",
        ground=GROUNDS[sighting.nation],
        ink=INKS.get(sighting.nation, ""),
        face="hidden",
        count=hidden,
        badges=tuple(_hidden_badges(sighting)),
        title=f"{hidden} {NAMES[sighting.side]} counter{'s' * (hidden > 1)}: {what}",
    )


def _hidden_badges(sighting: Sighting) -> Iterator[art.Badge]:
    out = max(sighting.out_moving, sighting.out_fighting)
    if out:
        yield art.Badge("OS", f"{out} out of supply", "#b3261e")
    if sighting.fired:
        yield art.Badge("F", f"{sighting.fired} fired", "#c4631a")
    if sighting.marching:
        yield art.Badge("M", f"{sighting.marching} on the march", "#55504a")


def _summaries(kit: Kit, view: View) -> Iterator[art.Stack]:
    piles: dict[Hex, list[Known]] = {}
    for known in view.own.units if view.own is not None else ():
        if known.where >= 0:
            piles.setdefault(known.where, []).append(known)
    for hex_, pile in sorted(piles.items()):
        parts = [kit.units[k.unit].strength[k.steps] for k in pile if _fights(kit, k)]
        words = f"strength {sum(parts)} ({'+'.join(map(str, parts))})" if parts else "no strength"
        steps = sum(k.steps for k in pile)
        yield art.Stack(kit.grid.label(hex_), f"{words}, {steps} steps")
    for sighting in view.sightings:
        face = f"{NATIONS[sighting.nation]} {KINDS[sighting.kind]}"
        words = f"{sighting.count} counters, {face} on top" if sighting.count > 1 else face
        yield art.Stack(kit.grid.label(sighting.hex), words)


def _fights(kit: Kit, known: Known) -> bool:
    return kit.units[known.unit].kind != "TANK"


# -- markers -------------------------------------------------------------------------


def _markers(kit: Kit, view: View) -> Iterator[art.Marker]:
    label = kit.grid.label
    for hex_ in members(view.gas):
        yield art.Marker(label(hex_), "gas", "GAS", "Gas: no Allied entry, no attack from here")
    for decision in view.stack:
        match decision:
            case Battery(aim=aim) | Volley(aim=aim) if aim != NOWHERE:
                yield art.Marker(label(aim), "barrage", "", "under fire")
            case Assembling(target=target) | Battle(target=target):
                yield art.Marker(label(target), "objective", "", "under attack")
    for bit in members(view.fresh_bridges & kit.all_bridges):
        a, b = kit.bridge_ends[bit]
        yield art.Marker(_side(kit, a, b), "fresh", "", "this bridge changed hands this turn")


# -- beside the map --------------------------------------------------------------------


_BOXES: Final = (
    (DUE, "due", "May enter now"),
    (RESERVE, "reserve", "US Reserve Box"),
    (POOL, "pool", "Machine-gun pool"),
    (DEAD, "losses", "Losses"),
    (WITHDRAWN, "withdrawn", "Withdrawn"),
)


def _boxes(kit: Kit, view: View) -> Iterator[art.Box]:
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
def _rest_tracks(kit: Kit, view: View) -> Iterator[art.Track]:
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


def _turn_track(kit: Kit, now: int) -> art.Track:
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


def _facts(kit: Kit, view: View) -> Iterator[art.Fact]:
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
