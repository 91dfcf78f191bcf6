"""What an attack or a bombardment would come to: the odds line and every result's chance.

Until a combat is declared the enemy's strength is hidden (LB-5.6a, LB-5.6b). Then
the line gives the range from the weakest to the strongest defender that would look
like what the seat sees, and the results on the columns at both ends of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

import msgspec

from grognard.book.rulebook import cites
from grognard.book.tally import Tally
from grognard.ground.hexes import Hex
from grognard.titles.lost_battalion.kit.tables import (
    EVERYONE_DIES,
    GERMAN,
    Kit,
    Side,
    UnitId,
    UnitSet,
)
from grognard.titles.lost_battalion.position.actions import (
    BARRAGE,
    Action,
    Again,
    Attack,
    Bombard,
    Deliberate,
    Fire,
    Launch,
    Shoot,
    Strike,
)
from grognard.titles.lost_battalion.position.decisions import (
    NOWHERE,
    Assembling,
    Battery,
    Battle,
    Combat,
    Marching,
)
from grognard.titles.lost_battalion.position.questions import QUESTIONS
from grognard.titles.lost_battalion.position.state import SEATS, State, ids, option, units_in
from grognard.titles.lost_battalion.rules.artillery import (
    BOMBARDMENT,
    fire_column,
    fire_line,
    offensive_guns_left,
    ready_guns,
)
from grognard.titles.lost_battalion.rules.battle import alive
from grognard.titles.lost_battalion.rules.combat import commit_refusal
from grognard.titles.lost_battalion.rules.odds import (
    assault_shifts,
    defence_strength,
    odds_column,
    odds_words,
    strength,
)
from grognard.titles.lost_battalion.rules.supply import halved
from grognard.titles.lost_battalion.sight.view import Sighting, View, rank, view
from grognard.waist.asking import innermost
from grognard.waist.gist import chance_of, gist
from grognard.waist.scene import Lit
from grognard.waist.title import Preview, Seat

Outcomes: TypeAlias = tuple[tuple[str, Fraction], ...]

UNKNOWN_STRENGTH: Final = "Strength is hidden: the least and the most it can be."


def preview(state: State, seat: str, action: Action) -> Preview | None:
    """What the action would come to; None if there is nothing to foretell or it is refused."""
    side = SEATS.index(seat)
    if not _may(state, side, action):
        return None
    if isinstance(action, Deliberate):
        return _deliberate(state.kit)
    if isinstance(action, Bombard | Fire | Shoot):
        return fire_preview(state, _battery(state, action))
    battle = _battle(state, action)
    return None if battle is None else _assault(state, SEATS[side], battle)


def _may(state: State, side: Side, action: Action) -> bool:
    if not state.stack:
        return False
    question = QUESTIONS[type(state.top)]
    return (
        question.side(state, state.top) == side
        and question.refusal(state, state.top, action) is None
    )


# -- assaults --------------------------------------------------------------------------


def _battle(state: State, action: Action) -> Battle | None:
    """The battle an action would begin, or go on with."""
    top, at = state.top, state.kit.grid.at
    match action, top:
        case Attack(label), Combat():
            target = at(label)
            return Battle(top.side, target, _able(state, top.side, target), "assault")
        case Launch(), Assembling():
            return Battle(top.side, top.target, top.units, "assault")
        case Strike(label), Marching():
            return Battle(top.side, at(label), top.units, "assault", origin=top.at)
        case ((Launch() | Again()), _):
            battle = innermost(state, Battle)
            assert battle is not None, "somebody is asked about a battle"
            return msgspec.structs.replace(battle, units=alive(state, battle.units))
    return None


def _able(state: State, side: Side, target: Hex) -> UnitSet:
    """All that could attack a hex together."""
    kit, units = state.kit, 0
    for near in kit.grid.neighbours(target):
        for unit in ids(units_in(state, near) & kit.side_units[side]):
            attack = Assembling(side, target, units)
            if commit_refusal(state, attack, kit.names[unit]) is None:
                units |= 1 << unit
    return units


def _assault(state: State, seat: Seat, battle: Battle) -> Preview:
    kit = state.kit
    parts = [strength(state, unit) for unit in ids(battle.units & kit.infantry)]
    tally = Tally(tuple(assault_shifts(state, battle)))
    bounds = _defence(state, seat, battle)
    raw = [odds_column(sum(parts), defence) for defence in bounds]
    last = len(kit.crt_columns) - 1
    columns = [max(0, min(last, column + tally.total)) for column in raw]
    line = odds_words(
        parts,
        span(bounds, "–"),
        column_names(kit, raw),
        tally.modifiers,
        column_names(kit, columns),
    )
    return on_columns(kit, line, tally, columns, steps=_steps_known(state, battle))


def _steps_known(state: State, battle: Battle) -> int:
    """The steps in the hex once the combat is declared; 0 while they are hidden."""
    if innermost(state, Battle) is None:
        return 0
    return sum(state.steps[unit] for unit in ids(units_in(state, battle.target)))


def column_names(kit: Kit, columns: Iterable[int]) -> str:
    """A column of the Combat Results Table, or from which to which."""
    return span([kit.crt_columns[column] for column in columns], " to ")


def span(values: Iterable[object], word: str) -> str:
    """One value, or the first and the last with a word between."""
    return word.join(dict.fromkeys(map(str, values)))


def _deliberate(kit: Kit) -> Preview:
    column = kit.deliberate_column
    line = f"Deliberate Attack → {kit.crt_columns[column]}, no shifts"
    return on_columns(kit, line, Tally(), [column])


def on_columns(
    kit: Kit, line: str, tally: Tally, columns: list[int], title: str = "", steps: int = 0
) -> Preview:
    """The results on one column; on two, each with its column before it."""
    cases = {kit.crt_columns[c]: _chances(_result(*cell) for cell in kit.crt[c]) for c in columns}
    told = in_cases(line, tally, cases, "crt", title)
    words = _assault_gist([kit.crt[c] for c in columns], steps)
    return msgspec.structs.replace(told, gist=words)


Column: TypeAlias = Sequence[tuple[int, int]]


def _assault_gist(columns: Sequence[Column], steps: int) -> str:
    """Whether the hex is cleared, where its steps are known, or hurt, and what that costs."""
    hits = "the hex is cleared" if steps else "the defender loses a step or more"
    least = max(steps, 1)  # EVERYONE_DIES is more than any hex holds
    return gist(
        (hits, [chance_of(lambda cell: cell[1] >= least, cells) for cells in columns]),
        (
            "the attacker loses a step or more",
            [chance_of(lambda cell: cell[0] > 0, cells) for cells in columns],
        ),
    )


def in_cases(
    line: str, tally: Tally, cases: dict[str, Outcomes], chart: str, title: str = ""
) -> Preview:
    """What comes of it in each case, by the column of a chart."""
    lit = tuple(Lit(chart, column=column) for column in cases)
    if len(cases) == 1:
        (outcomes,) = cases.values()
        return Preview(line, tally, outcomes, title, lit=lit)
    rows = [(name, words, chance) for name, found in cases.items() for words, chance in found]
    outcomes = tuple((f"{name}: {words}", chance) for name, words, chance in rows)
    groups = tuple(name for name, _, __ in rows)
    return Preview(line, tally, outcomes, title, groups, UNKNOWN_STRENGTH, lit)


def _result(attacker: int, defender: int) -> str:
    lost = "all" if defender == EVERYONE_DIES else str(defender)
    return f"{attacker}/{lost} attacker/defender steps"


def _chances(texts: Iterable[str]) -> Outcomes:
    """Each text with its share, in the order of the die."""
    counted = Counter(texts)
    return tuple((text, Fraction(n, counted.total())) for text, n in counted.items())


# -- the defender, as far as it is known ---------------------------------------------------


@cites("LB-5.6a", "LB-5.6b")
def _defence(state: State, seat: Seat, battle: Battle) -> tuple[int, int]:
    """The defence strength; before the combat is declared, the least and the most it can be."""
    if innermost(state, Battle) is not None:
        known = defence_strength(state, units_in(state, battle.target))
        return known, known
    seen = view(state, seat)
    sighting = next(s for s in seen.sightings if s.hex == battle.target)
    out = sighting.out_fighting if battle.origin == NOWHERE else sighting.out_moving
    # Units of the Lost Battalion event are not halved, and nobody else knows who they are.
    spared = option(state, "lost_battalion")
    kit = state.kit
    weakest = _sum(kit, seen, sighting, most=False, weak=out > 0)
    strongest = _sum(kit, seen, sighting, most=True, weak=out == sighting.count and not spared)
    return weakest, strongest


def _sum(kit: Kit, seen: View, sighting: Sighting, *, most: bool, weak: bool) -> int:
    """The least or most that a stack of that height under that top counter can be."""
    values = {unit: _worth(kit, unit, most, weak) for unit in unseen(kit, seen, sighting.side)}
    tops = [u for u in values if face_of(kit, u) == (sighting.kind, sighting.nation)]
    pick = max if most else min
    top = pick(tops, key=values.__getitem__)
    below = sorted(
        (values[u] for u in values if u != top and may_lie_under(kit, u, top)), reverse=most
    )
    # Tanks by themselves defend with 1 (LB-11.8d).
    return max(1, values[top] + sum(below[: sighting.count - 1]))


def _worth(kit: Kit, unit: UnitId, most: bool, weak: bool) -> int:
    printed = kit.units[unit].strength
    value = max(printed) if most else printed[1]
    return halved(value) if weak else value


def unseen(kit: Kit, seen: View, side: Side) -> list[UnitId]:
    """The counters of a side that could lie anywhere on the map."""
    boxes = next(boxes for boxes in seen.boxes if boxes.side == side)
    gone = {*boxes.later, *boxes.dead, *boxes.withdrawn}
    return [unit for unit in ids(kit.side_units[side]) if unit not in gone]


def face_of(kit: Kit, unit: UnitId) -> tuple[str, str]:
    """What shows of a counter that lies on top."""
    return kit.units[unit].kind, kit.units[unit].nation


def may_lie_under(kit: Kit, unit: UnitId, top: UnitId) -> bool:
    """Whether the other counter would show if both were in a hex."""
    if (kit.artillery >> unit | kit.artillery >> top) & 1:
        return False
    return rank(kit, unit)[:2] >= rank(kit, top)[:2]


# -- bombardments ----------------------------------------------------------------------------


def _battery(state: State, action: Action) -> Battery:
    """The fire an action adds to or makes; a bombardment just named has the best guns."""
    top, kit = state.top, state.kit
    match action, top:
        case Bombard(label), Combat():
            return _best_battery(state, top.side, kit.grid.at(label))
        case Fire(gun, label), Battery():
            more = 0 if gun == BARRAGE else 1 << kit.by_name[gun]
            return msgspec.structs.replace(
                top,
                guns=top.guns | more,
                markers=top.markers + (gun == BARRAGE),
                aim=kit.grid.at(label),
            )
    assert isinstance(top, Battery), "guns shoot from a battery"
    return top


def _best_battery(state: State, side: Side, hex_: Hex) -> Battery:
    kit, most = state.kit, offensive_guns_left(state, hex_)
    battery = Battery(side, BOMBARDMENT, 1 << hex_, most, aim=hex_)
    if side == GERMAN:
        return msgspec.structs.replace(battery, markers=min(most, state.barrage))
    ready = sorted(ids(ready_guns(state, hex_)), key=lambda gun: -kit.units[gun].guns)
    return msgspec.structs.replace(battery, guns=sum(1 << gun for gun in ready[:most]))


def fire_preview(state: State, battery: Battery, title: str = "") -> Preview:
    """What the fire of a battery would come to."""
    column, tally = fire_column(state, battery)
    line = fire_line(state, battery)
    if column < 0:
        return Preview(line, tally, (("no effect", Fraction(1)),), title)
    lit = (Lit("bombardment", column=state.kit.fire_columns[column]),)
    cells = state.kit.fire[column]
    words = gist(("a step or more is lost", [chance_of(bool, cells)]))
    return Preview(line, tally, _chances(map(_steps, cells)), title, lit=lit, gist=words)


def _steps(count: int) -> str:
    return "no effect" if not count else f"{count} step{'s' if count > 1 else ''}"
