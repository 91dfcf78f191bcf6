"""Positions of the Battalion Combat Series as text, for tests that read like the rule.

    game = position("11.09 20AIB:3d B/3Tk   13.07 AA2m", active="2PZ", hand="AA2")
    assert game.rule("Step 12.08") == "BCS-6.0.b"

Every unit not named is off the map. A name may carry its steps and the side it
shows: `20AIB:3d`, `AA2m`, `AA2:2`. A formation with a unit on the map, and the
active one, has its HQ and Trains where its counter sheet starts them unless told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from played import Played

from grognard.ground.hexes import Hex, HexSet
from grognard.titles import bcs
from grognard.titles.bcs.kit.kit import (
    DEPLOYED,
    FATIGUE,
    GERMAN,
    KITS,
    MOVE,
    QUARTERS,
    US,
    FormationId,
    Kit,
    UnitId,
    UnitSet,
)
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position.decisions import (
    Acting,
    Activation,
    Activations,
    Activities,
    Choosing,
    Decision,
    Sequence,
)
from grognard.titles.bcs.position.options import OPTIONS
from grognard.titles.bcs.position.questions import ASKING
from grognard.titles.bcs.position.state import (
    BOX,
    DEAD,
    EXITED,
    FAIL,
    FULL,
    NO_ROLL,
    OFF,
    OFF_MAP,
    PARTIAL,
    REMOVED,
    RETURNING,
    WAITING,
    State,
    Terms,
    changed,
    copy,
    each,
    in_field,
    mark,
    names_of,
    other,
    place_hq,
    place_trains,
    put,
    units_in,
)
from grognard.titles.bcs.rules.moving.movement import allowance
from grognard.waist.asking import push

REGISTERED = (bcs,)  # the title with all its chapters, each of which registers its questions
BOXES = {
    OFF: "off",
    WAITING: "waiting",
    BOX: "box",
    RETURNING: "returning",
    DEAD: "dead",
    EXITED: "exited",
    REMOVED: "removed",
    OFF_MAP: "off map",
}
SNAFU = {"": NO_ROLL, "fail": FAIL, "partial": PARTIAL, "full": FULL}
_ACTIVITIES = 8  # the step of an Activation after the activities have been put on the table
_AFTER_ACTIVATIONS = 6  # the step of the turn that follows the Activation Phase
_UNIT = re.compile(r"(.+?)(?::(\d*))?([md]?)")


def parse(text: str) -> Any:
    """`Step 11.09`, `Attack 11.09 I/304`, `Destroy 2 0`, `Done`: the action written so."""
    verb, *words = text.split()
    kind = getattr(act, verb)
    types = [str(kind.__annotations__.get(field, "")) for field in kind.__struct_fields__]
    return kind(*(int(w) if t == "int" else w for w, t in zip(words, types, strict=False)))


class Game(Played):
    """A position of the series."""

    asking = ASKING
    parse = staticmethod(parse)
    state: State

    @property
    def kit(self) -> Kit:
        return self.state.kit

    @property
    def top(self) -> Decision:
        return self.state.top

    def march(self, name: str, *labels: str) -> Game:
        """A unit is taken in hand, moves along these hexes and halts."""
        return self.play(f"Act {name}", *(f"Step {label}" for label in labels), "Halt")

    # -- looking -----------------------------------------------------------------

    def unit(self, name: str) -> UnitId:
        return self.kit.by_name[name]

    def units(self, *names: str) -> UnitSet:
        return sum(1 << self.unit(name) for name in names)

    def formation(self, key: str) -> FormationId:
        return self.kit.by_key[key]

    def hexes(self, labels: str) -> HexSet:
        return self.kit.grid.set_of(labels.split())

    def where(self, name: str) -> str:
        """The number of a unit's hex, or the box it is in."""
        return self._place(self.state.hex_of[self.unit(name)])

    def hq(self, key: str) -> str:
        return self._place(self.state.hq[self.formation(key)])

    def trains(self, key: str) -> str:
        return self._place(self.state.trains[self.formation(key)])

    def _place(self, hex_: Hex) -> str:
        return self.kit.grid.label(hex_) if hex_ >= 0 else BOXES[hex_]

    def side(self, name: str) -> str:
        """The side of the counter that shows: "Move" or "Deployed"."""
        return "Deployed" if self.state.deployed >> self.unit(name) & 1 else "Move"

    def at(self, label: str) -> set[str]:
        """The names of the units in a hex."""
        return set(names_of(self.state, units_in(self.state, self.hex(label))))

    def has(self, column: str, what: str) -> bool:
        """Whether a unit, formation or hex is in a set of the state: `has("stopped", "AA2")`."""
        bits: dict[str, int] = {**self.kit.by_key, **self.kit.by_name}
        bit = bits[what] if what in bits else self.hex(what)
        return bool(getattr(self.state, column) >> bit & 1)

    def set(self, **fields: Any) -> Game:
        """Sets fields of the state outright, for what a position cannot say."""
        mark(self.state, **fields)
        return self

    def twin(self) -> Game:
        """The same position, to be played another way."""
        return Game(copy(self.state))


def position(
    text: str = "",
    *,
    scenario: str = "noville",
    active: str = "",
    hand: str = "",
    mp: float | None = None,
    snafu: str = "full",
    second: bool = False,
    hq: Mapping[str, str] | None = None,
    trains: Mapping[str, str] | None = None,
    box: str = "",
    command: Mapping[str, str] | None = None,
    waiting: Mapping[str, str] | None = None,
    fatigue: Mapping[str, str] | None = None,
    blocked: Mapping[str, int] | None = None,
    guns: Mapping[str, int] | None = None,
    prepared: str = "",
    coordination: str = "",
    ghost: str = "",
    dropped: str = "",
    objectives: Iterable[str] = (),
    traffic: str = "",
    arty: int | None = None,
    air: tuple[int, int] = (0, 0),
    ground: str = "normal",
    visibility: int = 2,
    turn: int = 1,
    table: Decision | None = None,
    options: Mapping[str, str] | None = None,
    **fields: Any,
) -> Game:
    """A game in that turn, with the activities of the formation `active` on the table.

    `text` is hexes, each followed by the units in it; `box` lists units in
    Support boxes, `command` gives Independents their formations, `waiting` units
    their entry hexes. `hand` is the unit in hand, with `mp` points left (all of
    its MA if not told). `hq` and `trains` give hexes by formation ("" for none),
    `prepared`, `coordination`, `ghost` list formations, `dropped` units. `table`
    puts another decision on the table; `fields` are set last.
    """
    state = empty(scenario, options or {})
    game = Game(state)
    mark(state, turn=turn, ground=ground, visibility=visibility, air=list(air))
    for name, key in (command or {}).items():
        state.command[game.unit(name)] = game.formation(key)
    _place(game, text)
    for name in box.split():
        put(state, game.unit(name), BOX)
    for name, label in (waiting or {}).items():
        put(state, game.unit(name), WAITING)
        state.entry[game.unit(name)] = game.hex(label)
    _headquarters(game, active, hq or {}, trains or {})
    for key, level in (fatigue or {}).items():
        state.fatigue[game.formation(key)] = FATIGUE.index(level)
    for key, count in (blocked or {}).items():
        state.blocked[game.formation(key)] = count
    for key, count in (guns or {}).items():
        state.guns[game.formation(key)] = count
    for column, keys in (("prepared", prepared), ("coordination", coordination), ("ghost", ghost)):
        mark(state, **{column: sum(1 << game.formation(key) for key in keys.split())})
    mark(state, dropped=game.units(*dropped.split()), traffic=game.hexes(traffic))
    _begin(game, active, second)
    if active:
        mark(state, snafu=SNAFU[snafu], objectives=tuple(game.hex(label) for label in objectives))
        own = state.kit.formations[state.active]
        mark(state, arty=own.arty + state.guns[own.id] if arty is None else arty)
    if hand:
        _take(game, hand, mp)
    if table is not None:
        push(state, table)
    mark(state, **fields)
    return game


def empty(scenario: str = "noville", options: Mapping[str, str] | None = None) -> State:
    """The map without a counter on it."""
    kit = KITS[scenario]
    formations = len(kit.formations)
    state = State(
        terms=Terms(scenario, tuple(sorted(_options(options or {}).items()))),
        hex_of=[OFF] * len(kit.units),
        steps=bytearray(unit.steps for unit in kit.units),
        command=list(kit.formation_of),
        stacks={},
        occupied=[0, 0],
        hq=[OFF] * formations,
        trains=[OFF] * formations,
        fatigue=bytearray(formation.fatigue for formation in kit.formations),
        blocked=bytearray(formations),
        guns=bytearray(formations),
        routes=[None] * formations,
        german=kit.control_at_start,
    )
    for unit in kit.units:
        state.deployed |= (unit.showing == DEPLOYED) << unit.id
    return state


def _options(chosen: Mapping[str, str]) -> dict[str, str]:
    return {o.key: chosen.get(o.key, o.values[0]) for o in OPTIONS}


def _place(game: Game, text: str) -> None:
    hex_ = None
    for word in text.split():
        if game.kit.grid.has(word):
            hex_ = game.hex(word)
            continue
        assert hex_ is not None, "a hex comes first"
        put(game.state, _showing(game, word), hex_)


def _showing(game: Game, word: str) -> UnitId:
    """The unit, with the steps and the side the word gives it."""
    name, steps, up = word, "", ""
    if word not in game.kit.by_name:
        found = _UNIT.fullmatch(word)
        assert found is not None, word
        name, steps, up = found[1], found[2] or "", found[3]
    unit = game.unit(name)
    if steps:
        game.state.steps[unit] = int(steps)
    if up and not game.kit.units[unit].single:
        game.state.deployed &= ~(1 << unit)
        game.state.deployed |= (DEPLOYED if up == "d" else MOVE) << unit
    return unit


def _headquarters(
    game: Game, active: str, hq: Mapping[str, str], trains: Mapping[str, str]
) -> None:
    state = game.state
    for formation in game.kit.formations:
        there = formation.key == active or in_field(state, formation.id)
        at = hq.get(formation.key, game.kit.grid.label(formation.hq) if there else "")
        place_hq(state, formation.id, game.hex(at) if at else OFF)
        at = trains.get(formation.key, game.kit.grid.label(formation.trains) if there else "")
        place_trains(state, formation.id, game.hex(at) if at else OFF_MAP if there else OFF)


def _begin(game: Game, active: str, second: bool) -> None:
    state = game.state
    state.stack = (Sequence(_AFTER_ACTIVATIONS),)
    if not active:
        push(state, Activations(GERMAN), Choosing(US))
        return
    number = game.formation(active)
    side = game.kit.formations[number].side
    push(state, Activations(other(side)), Activation(number, _ACTIVITIES, second))
    push(state, Activities(side, number))
    state.active, state.second = number, second
    state.used = 1 << number
    state.began = {unit: state.hex_of[unit] for unit in each(in_field(state, number))}
    changed(state)


def _take(game: Game, name: str, mp: float | None) -> None:
    state, unit = game.state, game.unit(name)
    points = allowance(state, unit) if mp is None else int(mp * QUARTERS)
    push(state, Acting(game.kit.side_of[unit], unit, points))


def kit(scenario: str = "noville") -> Kit:
    return KITS[scenario]
