"""Positions of Enemy Action: Ardennes as text, for tests that read like the rule.

    game = position("1009 394/99/V   1007 Peiper/1SS/ISS:2", active="Peiper/1SS/ISS")
    assert game.rule("Step 1008") == "EA-S.36"

Every unit not named waits in the calendar for a day that never comes. A name
may carry its steps: `Peiper/1SS/ISS:2`. Standing in a hex gives its side the
town; bridges and other towns are as at the start of the game unless told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.chance import Picked, Rolled
from grognard.hexes import Hex
from grognard.rulebook import Refusal
from grognard.title import CHANCE, Seat
from grognard.titles.ardennes import actions as act
from grognard.titles.ardennes import activation, commands, sequence  # register their questions
from grognard.titles.ardennes.decisions import Activation, Decision, Impulse
from grognard.titles.ardennes.kit import ALLIED, GERMAN, KITS, Kit, UnitId, UnitSet
from grognard.titles.ardennes.options import OPTIONS
from grognard.titles.ardennes.questions import ASKING, QUESTIONS, asked, proceed
from grognard.titles.ardennes.setting_up import empty_game
from grognard.titles.ardennes.state import (
    CALENDAR,
    DEAD,
    EXITED,
    HAND,
    OKW,
    RESERVE,
    State,
    Terms,
    copy,
    mark,
    names_of,
    put,
    units_in,
)

REGISTERED = (activation, commands, sequence)
BOXES = {RESERVE: "reserve", CALENDAR: "calendar", OKW: "okw", DEAD: "dead", EXITED: "exited"}
_SIDES = {"german": GERMAN, "allied": ALLIED}


def parse(text: str) -> Any:
    """`Step 1009`, `Activate 4 2P/XLVII`, `Event 1 "Bridge Engineers"`, `Aim blow 1609/1610`."""
    verb, *words = _words(text)
    if verb == "Aim":
        return act.Aim(" ".join(words))
    kind = getattr(act, verb)
    types = [str(kind.__annotations__.get(field, "")) for field in kind.__struct_fields__]
    return kind(
        *(int(w) if t in ("Number", "int") else w for w, t in zip(words, types, strict=False))
    )


def _words(text: str) -> list[str]:
    words: list[str] = []
    for n, part in enumerate(text.split('"')):
        words += [part] if n % 2 else part.split()
    return words


class Game:
    """A position one can play from; every play is checked for legality first."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Any] = []

    @property
    def kit(self) -> Kit:
        return self.state.kit

    @property
    def top(self) -> Decision:
        return self.state.top

    @property
    def seat(self) -> Any:
        return asked(self.state)[0]

    def play(self, *actions: str) -> Game:
        """Plays actions one after another; each must be allowed."""
        for text in actions:
            action = parse(text)
            why = self._refusal(action)
            assert why is None, f"{text} was refused: {why}"
            self._apply(action)
        return self

    def _refusal(self, action: Any) -> Refusal | None:
        return QUESTIONS[type(self.top)].refusal(self.state, self.top, action)

    def _apply(self, action: Any) -> None:
        self.events += QUESTIONS[type(self.top)].answer(self.state, self.top, action)
        self.events += proceed(self.state)

    def roll(self, *faces: int) -> Game:
        """Chance answers one roll after another with these faces."""
        for face in faces:
            assert asked(self.state) == (CHANCE,), f"nothing to roll: {self.top}"
            self._apply(Rolled((face,)))
        return self

    def pick(self, *numbers: int) -> Game:
        """Chance draws these things, counted from 0."""
        for number in numbers:
            assert asked(self.state) == (CHANCE,), f"nothing to draw: {self.top}"
            self._apply(Picked(number))
        return self

    def refusal(self, action: str) -> Refusal | None:
        """Why not, if so; what is offered must agree, as the players see nothing else."""
        wanted = parse(action)
        why = self._refusal(wanted)
        offered = wanted in ASKING.offers(self.state, Seat(""))
        assert offered == (why is None), (action, why)
        return why

    def rule(self, action: str) -> str | None:
        """The id of the rule that refuses an action; None if it is allowed."""
        why = self.refusal(action)
        return None if why is None else why.rule

    def allows(self, action: str) -> bool:
        return self.refusal(action) is None

    def offers(self) -> list[str]:
        """What may be done now, as text: `Step 1009`."""
        found = []
        for action in QUESTIONS[type(self.top)].candidates(self.state, self.top):
            if self._refusal(action) is None:
                words = [str(getattr(action, field)) for field in action.__struct_fields__]
                found.append(" ".join([type(action).__name__, *words]).strip())
        return found

    def march(self, name: str, *labels: str) -> Game:
        """A unit moves along these hexes and halts."""
        return self.play(f"Pick {name}", *(f"Step {label}" for label in labels), "Halt")

    # -- looking -----------------------------------------------------------------

    def unit(self, name: str) -> UnitId:
        return self.kit.by_name[name]

    def units(self, *names: str) -> UnitSet:
        return sum(1 << self.unit(name) for name in names)

    def hex(self, label: str) -> Hex:
        return self.kit.grid.at(label)

    def labels(self, hexes: Iterable[Hex]) -> list[str]:
        return [self.kit.grid.label(hex_) for hex_ in hexes]

    def river(self, text: str) -> int:
        """The bit of the river hexside between two hexes: `1609/1610`."""
        a, b = (self.hex(label) for label in text.split("/"))
        return self.kit.river_bit[a, b]

    def where(self, name: str) -> str:
        """The number of a unit's hex, or the box it is in."""
        hex_ = self.state.hex_of[self.unit(name)]
        return self.kit.grid.label(hex_) if hex_ >= 0 else BOXES[hex_]

    def steps(self, name: str) -> int:
        return self.state.steps[self.unit(name)]

    def at(self, label: str) -> set[str]:
        """The names of the units in a hex."""
        return set(names_of(self.state, units_in(self.state, self.hex(label))))

    def has(self, column: str, what: str) -> bool:
        """Whether a unit or hex is in a column of the state: `game.has("dispersed", "16/1/V")`."""
        bit = self.unit(what) if what in self.kit.by_name else self.hex(what)
        return bool(getattr(self.state, column) >> bit & 1)

    def told(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

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
    day: int = 17,
    game: str = "gs",
    scenario: str = "",
    active: str = "",
    side: str = "german",
    stage: str = "move",
    tactics: int = 9,
    level: int = 30,
    hand: Iterable[int] = (),
    allied_hand: Iterable[int] = (),
    reserve: str = "",
    german: str = "",
    allied: str = "",
    bridges: Mapping[str, str] | None = None,
    roadblocks: str = "",
    dug_in: str = "",
    dispersed: str = "",
    unsupplied: str = "",
    isolated: str = "",
    dry: str = "",
    options: Mapping[str, str] | None = None,
    **fields: Any,
) -> Game:
    """A game on that day, in an impulse of a side, with an activation of `active` begun.

    `text` is hexes, each followed by the units in it. `german` and `allied` list
    towns that side holds; `bridges` gives river hexsides "german", "allied" or
    "destroyed"; `roadblocks` and `dug_in` list hexes; `dispersed`, `unsupplied`,
    `isolated`, `dry` list units; `reserve` units in the Reserve box; `hand` and
    `allied_hand` the numbers of cards held. `fields` are set last.
    """
    chosen = {o.key: (options or {}).get(o.key, o.values[0]) for o in OPTIONS}
    state = empty_game(Terms(scenario or f"{game}-14", tuple(sorted(chosen.items()))))
    found = Game(state)
    state.day = day
    _place(found, text)
    for name in reserve.split():
        put(state, found.unit(name), RESERVE)
    _hold(found, german, allied, bridges or {})
    _hold_cards(state, GERMAN, hand)
    _hold_cards(state, ALLIED, allied_hand)
    mark(state, roadblocks=state.kit.grid.set_of(roadblocks.split()))
    mark(state, dug_in=state.kit.grid.set_of(dug_in.split()))
    for column, names in (
        ("dispersed", dispersed),
        ("unsupplied", unsupplied),
        ("isolated", isolated),
        ("dry", dry),
    ):
        mark(state, **{column: found.units(*names.split())})
    _begin(found, _SIDES[side], active, stage, tactics, level)
    mark(state, **fields)
    return found


def _begin(game: Game, side: int, active: str, stage: str, tactics: int, level: int) -> None:
    state = game.state
    state.stack = (Impulse(side, level),)
    if active:
        units = game.units(*active.split())
        card = next((c for c, place in enumerate(state.cards[side]) if place == HAND), 0)
        activation.begin(state, side, card, units, tactics)
        if stage != "move":
            state.stack = (*state.stack[:-1], Activation(side, card, stage))


def _place(game: Game, text: str) -> None:
    state, hex_ = game.state, None
    for word in text.split():
        if game.kit.grid.has(word):
            hex_ = game.hex(word)
            continue
        name, _, steps = word.partition(":")
        assert hex_ is not None, "a hex comes first"
        put(state, game.unit(name), hex_)
        _own_town(state, game.kit.side_of[game.unit(name)], hex_)
        if steps:
            state.steps[game.unit(name)] = int(steps)


def _own_town(state: State, side: int, hex_: Hex) -> None:
    bit = 1 << hex_ & state.kit.towns
    towns = state.german_towns | bit if side == GERMAN else state.german_towns & ~bit
    mark(state, german_towns=towns)


def _hold(game: Game, german: str, allied: str, bridges: Mapping[str, str]) -> None:
    state = game.state
    for label in german.split():
        _own_town(state, GERMAN, game.hex(label))
    for label in allied.split():
        _own_town(state, ALLIED, game.hex(label))
    for text, holder in bridges.items():
        bit = game.river(text)
        standing = state.bridges & ~bit if holder == "destroyed" else state.bridges | bit
        held = state.german_bridges | bit if holder == "german" else state.german_bridges & ~bit
        mark(state, bridges=standing, german_bridges=held)


def _hold_cards(state: State, side: int, numbers: Iterable[int]) -> None:
    deck = state.kit.german_deck if side == GERMAN else state.kit.allied_deck
    for card in deck:
        if card.number in tuple(numbers):
            state.cards[side][card.id] = HAND


def kit(game: str = "gs") -> Kit:
    return KITS[f"{game}-14"]
