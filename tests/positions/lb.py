"""Positions of The Lost Battalion as text, for tests that read like the rule.

    game = position("1242 2GzF/1G   1243 137/35 139/35   1143 344LT", at="b1")
    assert game.refusal("Strike 1242", of="137/35").rule == "LB-10.3c"

Every unit not named is off the map and out of play. A name may carry its
steps: `137/35:2`. Standing in a hex gives its side control of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from played import Played

from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.kit.tables import Kit, UnitId
from grognard.titles.lost_battalion.position import actions as act
from grognard.titles.lost_battalion.position.decisions import Assault, Sequence, Volley
from grognard.titles.lost_battalion.position.questions import ASKING, proceed
from grognard.titles.lost_battalion.position.state import LATER, POOL, State, occupy, put, units_in
from grognard.titles.lost_battalion.rules.sequence import STEPS, a1_schedule

PHASES = {step.__name__.split("_")[0]: n for n, step in enumerate(STEPS)}


def parse(text: str) -> Any:
    """`March 1242`, `Fire VA 1242`, `Done`: the action written so."""
    verb, *words = text.split()
    kind = getattr(act, verb)
    if verb in ("Reserve", "Rest", "Recall"):
        return kind(" ".join(words))
    return kind(*words)


class Game(Played):
    """A position of The Lost Battalion, audited after every play."""

    asking = ASKING
    parse = staticmethod(parse)
    state: State

    @property
    def kit(self) -> Kit:
        return self.state.kit

    def take(self, action: Any) -> None:
        super().take(action)
        assert lb.audit(self.state) == []

    def until(self, kind: type, turn: int = 0) -> Game:
        """Plays Done until such a decision is on the table (of that turn)."""
        while not isinstance(self.state.top, kind) or (turn and self.state.turn != turn):
            self.play("Done")
        return self

    def attack(self, label: str, *units: str) -> Game:
        """Declares a regular attack on a hex by these units."""
        return self.play(f"Attack {label}", *(f"Commit {name}" for name in units), "Launch")

    def end_turn(self) -> Game:
        """Nobody does anything more this turn: play goes on to the next one's first question."""
        turn = self.state.turn
        while self.state.turn == turn and not self.state.over:
            self.play("Done")
        return self

    # -- looking ---------------------------------------------------------------

    def unit(self, name: str) -> UnitId:
        return self.kit.by_name[name]

    def where(self, name: str) -> str | int:
        """The number of a unit's hex, or the box it is in (see state.py)."""
        hex_ = self.state.hex_of[self.unit(name)]
        return self.kit.grid.label(hex_) if hex_ >= 0 else int(hex_)

    def at(self, label: str) -> set[str]:
        """The names of the units in a hex."""
        stack = units_in(self.state, self.kit.grid.at(label))
        return {u.name for u in self.kit.units if stack >> u.id & 1}

    def controls(self, label: str) -> str:
        allied = self.state.control >> self.kit.grid.at(label) & 1
        return "us" if allied else "german"

    @property
    def column(self) -> str:
        """The column on which the roll that is due will be made."""
        top = self.state.top
        if isinstance(top, Assault):
            return self.kit.crt_columns[top.column]
        assert isinstance(top, Volley), f"no roll on a table is due: {top}"
        return self.kit.fire_columns[top.column]

    def set(self, **fields: Any) -> Game:
        """Sets fields of the state outright, for what a position cannot say."""
        for name, value in fields.items():
            setattr(self.state, name, value)
        return self


def position(
    text: str = "",
    *,
    turn: int = 1,
    at: str = "b1",
    scenario: str = "historical",
    options: Mapping[str, str] | None = None,
    allied: str = "",
    german: str = "",
    boxes: Mapping[str, int] | None = None,
    pack: Path | None = None,
    **fields: Any,
) -> Game:
    """A game at the step `at` (a2 … a7, b1, b2, b3, c1, c2, d) of a turn.

    `text` is hexes, each followed by the units in it; `allied` and `german`
    list further hexes that side controls; `boxes` puts units into off-map
    boxes (see state.py); `fields` are set before the step begins.
    """
    state = lb.setup(scenario, options or {}, pack)
    kit = state.kit
    for unit in kit.units:
        put(state, unit.id, POOL if unit.kind == "MG" else LATER)
    for label in allied.split():
        occupy(state, 0, kit.grid.at(label))
    for label in german.split():
        occupy(state, 1, kit.grid.at(label))
    _place(state, text)
    for name, box in (boxes or {}).items():
        put(state, kit.by_name[name], box)  # type: ignore[arg-type]  # boxes are negative hexes
    state.fresh_bridges = 0
    state.turn = turn - 1
    a1_schedule(state)
    for name, value in fields.items():
        setattr(state, name, value)
    step = PHASES[at]
    state.stack = (Sequence((step + 1) % len(STEPS)),)
    STEPS[step](state)
    proceed(state)
    return Game(state)


def before_a_gun(*way: str, others: str = "") -> Game:
    """Two regiments that came along these hexes, to 1737 next to a machine gun, on turn 1."""
    start, *on = way
    game = position(f"1636 MG1   {start} 129/33 130/33   {others}", turn=1, at="b1")
    return game.play("Pick 129/33", "Join 130/33", *(f"March {label}" for label in on))


def neighbours(label: str) -> list[str]:
    """The hexes around one, from the north-west clockwise; even rows lie half a hex east."""
    column, row = int(label[:2]), int(label[2:])
    shift = 1 - row % 2
    steps = ((-1, -1), (0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    around = [(column + c + (shift if r else 0), row + r) for c, r in steps]
    return [f"{c:02d}{r:02d}" for c, r in around if 1 <= c <= 28 and 1 <= r <= 48]


def ring(label: str, units: str, but: str = "") -> str:
    """A position with one of the units in each hex around one, but for some."""
    hexes = [near for near in neighbours(label) if near not in but.split()]
    return " ".join(f"{near} {name}" for near, name in zip(hexes, units.split(), strict=False))


def _place(state: State, text: str) -> None:
    kit, hex_ = state.kit, None
    for word in text.split():
        if kit.grid.has(word):
            hex_ = kit.grid.at(word)
            continue
        name, _, steps = word.partition(":")
        unit = kit.by_name[name]
        assert hex_ is not None, "a hex comes first"
        put(state, unit, hex_)
        occupy(state, kit.side_of[unit], hex_)
        if steps:
            state.steps[unit] = int(steps)
