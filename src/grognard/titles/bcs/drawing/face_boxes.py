"""Beside the map: boxes, turns with what comes on each, figures worth always seeing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.book.words import counted
from grognard.titles.bcs.kit.kit import GERMAN, US, Formation, Side
from grognard.titles.bcs.position.state import (
    DEAD,
    EXITED,
    FATIGUE,
    OFF,
    OFF_MAP,
    RETURNING,
    WAITING,
    State,
    boxed,
    each,
    in_field,
    names_of,
)
from grognard.titles.bcs.rules.command.prepared import guns
from grognard.titles.bcs.rules.turn.victory import points as victory_points
from grognard.titles.bcs.words.wording import SIDES, SNAFU, hq_name, trains_name
from grognard.waist import scene as art

_BOXES: Final = (
    (WAITING, "waiting", "Columns before the map"),
    (RETURNING, "returning", "Due back next turn"),
    (EXITED, "exited", "Left the map"),
    (DEAD, "dead", "Dead Pile"),
)


def boxes(state: State) -> Iterator[art.Box]:
    """Victory, a Support box for each formation with its state, and where else counters lie."""
    yield _victory(state)
    for formation in state.kit.formations:
        if state.hq[formation.id] >= 0:
            yield _support(state, formation)
    for side in (US, GERMAN):
        yield from _elsewhere(state, side)


def _victory(state: State) -> art.Box:
    """The points so far, part by part, and the level they would give."""
    tally, levels = victory_points(state), state.kit.scenario.levels
    sums = " + ".join(f"{m.what}: {m.amount}" for m in tally.modifiers) or "none yet"
    level = next((row for row in levels if tally.total >= row.at_least), levels[-1])
    higher = [row for row in levels if row.at_least > tally.total]
    nearest = min(higher, key=lambda row: row.at_least, default=None)
    more = f" From {nearest.at_least}: {nearest.result}." if nearest else ""
    words = f"{sums} = {tally.total}. If it ended now: {level.result}.{more}"
    return art.Box("victory", f"German victory points: {tally.total}", text=words, unfolded=True)


def _support(state: State, formation: Formation) -> art.Box:
    names = names_of(state, boxed(state, formation.id))
    active = state.active == formation.id
    title = f"{formation.key} Support box{', active' if active else ''}"
    text = f"{formation.name}. {', '.join(status(state, formation))}."
    return art.Box(support_key(formation.key), title, names, text, unfolded=active)


def support_key(key: str) -> str:
    """What the Support box of a formation is called among the boxes."""
    return f"support-{key}"


def status(state: State, formation: Formation) -> Iterator[str]:
    """How a formation does, in a few words each."""
    number = formation.id
    yield FATIGUE[state.fatigue[number]]
    yield counted(guns(state, number), "Artillery Point")
    where = state.trains[number]
    ghost = "Ghost" if state.ghost >> number & 1 else "Regular"
    yield f"Trains {'off the map' if where < 0 else f'{ghost} in {state.kit.grid.label(where)}'}"
    if state.blocked[number]:
        yield f"MSR Blocked level {state.blocked[number]}"
    if state.coordination >> number & 1:
        yield "Coordination"
    if state.prepared >> number & 1:
        yield "Prepared Defense"
    yield counted(in_field(state, number).bit_count(), "unit") + " on the map"
    if state.active == number:
        yield f"SNAFU {SNAFU[state.snafu]}"
    elif state.used >> number & 1:
        yield "has recovered" if state.recovered >> number & 1 else "has been activated"


def _elsewhere(state: State, side: Side) -> Iterator[art.Box]:
    for where, key, title in _BOXES:
        names = tuple(
            state.kit.names[unit]
            for unit in each(state.kit.side_units[side])
            if state.hex_of[unit] == where
        )
        if names:
            text = _entries(state, names) if where == WAITING else ""
            yield art.Box(f"{key}-{side}", f"{title}, {SIDES[side]}", names, text)
    if stray := tuple(_trains_off(state, side)):
        yield art.Box(f"trains-{side}", f"Trains off the map, {SIDES[side]}", stray)
    if late := tuple(_late(state, side)):
        yield art.Box(f"late-{side}", f"Held back, {SIDES[side]}", late)


def _entries(state: State, names: tuple[str, ...]) -> str:
    label = state.kit.grid.label
    units = (state.kit.by_name[name] for name in names)
    entries = {unit: state.entry[unit] for unit in units if unit in state.entry}
    return ", ".join(f"{state.kit.names[unit]} before {label(at)}" for unit, at in entries.items())


def _trains_off(state: State, side: Side) -> Iterator[str]:
    for number in state.kit.side_formations[side]:
        if state.trains[number] == OFF_MAP:
            yield trains_name(state.kit.formations[number].key)


def _late(state: State, side: Side) -> Iterator[str]:
    """Reinforcements whose turn has come and gone."""
    for unit in each(state.kit.side_units[side]):
        if state.hex_of[unit] == OFF and state.kit.units[unit].arrives <= state.turn:
            yield state.kit.names[unit]


# -- the turns ---------------------------------------------------------------------------------


def tracks(state: State) -> Iterator[art.Track]:
    """The turns, each with its weather and what arrives on it."""
    cells = []
    for row in state.kit.turns:
        now = row.turn == max(state.turn, 1)
        ground = state.ground if now and state.turn else row.ground
        text = f"{row.date.removesuffix(' 1944')}, {ground}"
        cells.append(art.Cell(str(row.turn), text, tuple(_due(state, row.turn)), now))
    yield art.Track("turns", "Turns", tuple(cells))


def _due(state: State, turn: int) -> Iterator[str]:
    """The counters still to come on a turn ahead."""
    if turn < state.turn:
        return
    for formation in state.kit.formations:
        if formation.arrives == turn and state.hq[formation.id] == OFF:
            yield hq_name(formation.key)
            yield trains_name(formation.key)
    for unit in state.kit.units:
        if unit.arrives == turn > state.turn and state.hex_of[unit.id] == OFF:
            yield unit.name


# -- figures ------------------------------------------------------------------------------------


def facts(state: State) -> Iterator[art.Fact]:
    """What is always worth seeing."""
    yield art.Fact("Ground", state.ground.capitalize())
    yield art.Fact("Atmosphere", state.atmosphere.capitalize() or "—")
    yield art.Fact("Visibility", _hexes(state.visibility))
    yield art.Fact("German victory points", str(victory_points(state).total))
    if state.active >= 0:
        yield art.Fact("Artillery Points left", str(state.arty))
    for side in (US, GERMAN):
        yield from _pools(state, side)
    if state.exited:
        yield art.Fact("Steps that left the map", str(state.exited))


def _hexes(count: int) -> str:
    return f"{count} hex{'' if count == 1 else 'es'}"


def _pools(state: State, side: Side) -> Iterator[art.Fact]:
    if state.air[side]:
        yield art.Fact(f"{SIDES[side]} Air Points", str(state.air[side]))
    av, other = state.replacements[side]
    if av or other:
        yield art.Fact(f"{SIDES[side]} replacements", f"{av} AV, {other} non-AV")
    if state.corps[side]:
        yield art.Fact(f"{SIDES[side]} corps guns to give", str(state.corps[side]))
