"""Reads what a player types, clause by clause, by what is on the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from grognard.titles.ardennes.kit.kit import Side
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import decisions as dec
from grognard.titles.ardennes.position.actions import Action
from grognard.titles.ardennes.position.state import State, ids
from grognard.titles.ardennes.words.names import find_corps, find_division, find_hex, find_unit
from grognard.titles.ardennes.words.reading_cards import CardReader, aimed

HELP: Final = "type a unit, a hex, a card's number, or a verb such as “move”, “attack” or “done”"
_FILLERS: Final = frozenset(
    [
        "a",
        "a,",
        "along",
        "alone",
        "and",
        "at",
        "by",
        "for",
        "from",
        "in",
        "into",
        "it",
        "its",
        "map",
        "of",
        "off",
        "on",
        "road",
        "stack",
        "step",
        "the",
        "to",
        "using",
        "with",
        "chits",
        "chit",
    ]
)
_ROUTE: Final = re.compile(r"(\d{4})?((?:>\d{4})+)")
_LAST: Final[dict[str, Action]] = {"halt": act.Halt(), "stop": act.Halt(), ".": act.Halt()}


class Reader:
    """Asks the state about what lies open and the seat's own cards, nothing else."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.kit, self.side = state, state.kit, side
        self.top = state.top if state.stack else None

    def clause(self, words: list[str]) -> list[Action]:
        if isinstance(self.top, dec.Aiming):
            return self._aim(self.top, words)
        routes = [i for i, word in enumerate(words) if _ROUTE.fullmatch(word)]
        if routes:
            return self._route(words[: routes[0]], words[routes[0]], words[routes[0] + 1 :])
        card_read = CardReader(self.state, self.side).clause(words)
        if card_read is not None:
            return card_read
        for length in (2, 1):
            verb = VERBS.get(" ".join(words[:length]).casefold())
            if verb is not None and len(words) >= length:
                return verb(self, self.kept(words[length:]))
        return self._bare(words)

    def _aim(self, aiming: dec.Aiming, words: list[str]) -> list[Action]:
        rest = words[1:] if words[0].casefold() == "aim" else words
        return [act.Aim(aimed(self.state, self.side, aiming.among, " ".join(rest)))]

    def kept(self, words: Sequence[str]) -> list[str]:
        return [word.strip(",") for word in words if word.strip(",").casefold() not in _FILLERS]

    # -- moves -----------------------------------------------------------------------------

    def _route(self, before: list[str], route: str, after: list[str]) -> list[Action]:
        found = _ROUTE.fullmatch(route)
        assert found is not None, "the clause was chosen for its route"
        kept = self.kept(before)
        rushing = bool(kept) and kept[0].casefold() in _RUSHING
        if kept and kept[0].casefold() in (*_RUSHING, *_MOVING):
            kept = kept[1:]
        legs: list[Action] = [act.Step(self.hex(to)) for to in found[2].split(">")[1:]]
        return [*self._take(kept, found[1], rushing), *legs, *self._ending(after)]

    def _take(self, words: list[str], start: str | None, rushing: bool) -> list[Action]:
        """Whatever puts that unit in hand: nothing, if it is."""
        moving = self.top if isinstance(self.top, dec.Moving) else None
        if not words:
            return self._taken_from(moving, start, rushing)
        if len(words) > 1:
            raise ValueError("units move one by one; name one, as in move 3/2P 1508>1509")
        unit = self.unit(words[0])
        if moving is not None and moving.units >> self.kit.by_name[unit] & 1:
            return []
        self._check_place(unit, start)
        ending: list[Action] = [] if moving is None else [act.Halt()]
        return [*ending, act.Rush(unit) if rushing else act.Pick(unit)]

    def _taken_from(self, moving: dec.Moving | None, start: str | None, rush: bool) -> list[Action]:
        if moving is not None and start in (None, self.kit.grid.label(moving.at)):
            return []
        if start is None:
            raise ValueError("no unit is in hand; name one, as in move 3/2P >1509")
        here = self.state.stacks.get(self.kit.grid.at(self.hex(start)), 0)
        able = here & self.state.record.active & ~self.state.record.moved
        names = [self.kit.names[unit] for unit in ids(able & self.kit.side_units[self.side])]
        if len(names) != 1:
            raise ValueError(f"say which unit moves from {start}: {', '.join(names) or 'none can'}")
        return [act.Rush(names[0]) if rush else act.Pick(names[0])]

    def _check_place(self, name: str, start: str | None) -> None:
        hex_ = self.state.hex_of[self.kit.by_name[name]]
        at = self.kit.grid.label(hex_) if hex_ >= 0 else None
        if start is not None and at != start:
            raise ValueError(f"{name} is {f'in {at}' if at else 'off the map'}, not in {start}")

    def _ending(self, words: list[str]) -> list[Action]:
        kept = self.kept(words)
        for word in kept:
            if word.casefold() not in _LAST:
                raise ValueError(f"“{word}” after a move is not understood; only “halt” may follow")
        return [_LAST[word.casefold()] for word in kept[:1]]

    # -- words ---------------------------------------------------------------------------

    def hex(self, word: str) -> str:
        label = find_hex(self.kit, word)
        if label is None:
            raise ValueError(f"there is no hex {word} on the map")
        return label

    def unit(self, word: str) -> str:
        name = find_unit(self.kit, word, self.side)
        if name is None:
            raise ValueError(f"there is no one unit “{word}”; units are named as in 3/2P/XLVII")
        return name

    def units(self, words: list[str]) -> list[str]:
        if not words:
            raise ValueError("name at least one unit, as in 3/2P/XLVII")
        return [self.unit(word) for word in words]

    def hexes(self, words: list[str]) -> list[str]:
        if not words:
            raise ValueError("name at least one hex, as in 1610")
        if place := find_hex(self.kit, " ".join(words)):
            return [place]
        return [self.hex(word) for word in words]

    # -- a unit or a hex and nothing else -----------------------------------------------------

    def _bare(self, words: list[str]) -> list[Action]:
        kept = self.kept(words)
        if label := find_hex(self.kit, " ".join(kept)):
            return [self._meaning(_HEX_MEANS, label, "hex")]
        found = [find_unit(self.kit, word, self.side) for word in kept]
        for word, name in zip(kept, found, strict=True):
            if name is None:
                raise ValueError(f"“{word}” is neither a unit, a hex, a card nor a verb; {HELP}")
        if not kept:
            raise ValueError(f"“{' '.join(words)}” is not understood; {HELP}")
        return [self._meaning(_UNIT_MEANS, name, "unit") for name in found if name]

    def _meaning(self, table: dict[type, Callable[[str], Action]], name: str, what: str) -> Action:
        kind = table.get(type(self.top))
        if kind is None:
            raise ValueError(f"a {what} alone means nothing now; say what to do with {name}")
        if isinstance(self.top, dec.Activation) and self.top.stage != "move" and what == "unit":
            return act.DigIn(name)
        return kind(name)

    # -- verbs that need more than one word --------------------------------------------------

    def attack(self, words: list[str]) -> list[Action]:
        if not words:
            raise ValueError("say which hex to attack, as in attack 1610 with 3/2P")
        launching = words[-1].casefold() in ("launch", "now", "!")
        names = [self.unit(word) for word in (words[1:-1] if launching else words[1:])]
        actions: list[Action] = [act.Attack(self.hex(words[0])), *map(act.Commit, names)]
        return [*actions, act.Launch()] if launching else actions

    def deploy(self, words: list[str]) -> list[Action]:
        return [act.Deploy(*self._unit_and_hex(words, "deploy"))]

    def advance(self, words: list[str]) -> list[Action]:
        return [act.Advance(*self._unit_and_hex(words, "advance"))]

    def split(self, words: list[str]) -> list[Action]:
        return [act.Split(*self._unit_and_hex(words, "split"))]

    def _unit_and_hex(self, words: list[str], verb: str) -> tuple[str, str]:
        if len(words) < 2:
            raise ValueError(f"name a unit and a hex, as in {verb} 3/2P 1610")
        return self.unit(words[0]), self.hex(" ".join(words[1:]))

    def release(self, words: list[str]) -> list[Action]:
        named = [word for word in words if word.casefold() != "corps"]
        division = find_division(self.kit, named[0]) if named else None
        corps = find_corps(self.kit, " ".join(named[1:]))
        if division is None or corps is None:
            raise ValueError("name a division and a corps, as in release 10SS to XLVII")
        return [act.Release(division, corps)]

    def draw(self, words: list[str]) -> list[Action]:
        if len(words) != 1 or not words[0].isdecimal():
            raise ValueError("say how many chits, as in draw 4")
        return [act.Draw(int(words[0]))]

    def move(self, words: list[str]) -> list[Action]:
        """`move 3/2P to 1509`: taken in hand and moved, hex by hex."""
        return self._go(words, rushing=False)

    def rush(self, words: list[str]) -> list[Action]:
        return self._go(words, rushing=True)

    def _go(self, words: list[str], *, rushing: bool) -> list[Action]:
        legs: list[Action] = [act.Step(label) for w in words if (label := find_hex(self.kit, w))]
        units = [word for word in words if not find_hex(self.kit, word)]
        if not legs and len(units) == 1:
            kind = act.Rush if rushing else act.Pick
            return [kind(self.unit(units[0]))]
        return [*self._take(units, None, rushing), *legs]


_MOVING: Final = ("move", "pick", "take")
_RUSHING: Final = ("rush", "strategic")
_UNIT_MEANS: Final[dict[type, Callable[[str], Action]]] = {
    dec.Gathering: act.Join,
    dec.Refitting: act.Replace,
    dec.Activation: act.Pick,
    dec.Assembling: act.Commit,
    dec.Tactics: act.Commit,
    dec.Hits: act.Lose,
}
_HEX_MEANS: Final[dict[type, Callable[[str], Action]]] = {
    dec.Activation: act.Attack,
    dec.Moving: act.Step,
    dec.Rallying: act.Rally,
    dec.Hits: act.Retreat,
}

_Verb = Callable[[Reader, list[str]], list[Action]]


def _plain(action: Action) -> _Verb:
    def read(_: Reader, words: list[str]) -> list[Action]:
        if words:
            raise ValueError(f"“{words[0]}” is not understood after “{action}”")
        return [action]

    return read


def _units(kind: Callable[[str], Any]) -> _Verb:
    return lambda reader, words: [kind(name) for name in reader.units(words)]


def _hexes(kind: Callable[[str], Any]) -> _Verb:
    return lambda reader, words: [kind(label) for label in reader.hexes(words)]


def _spread(table: dict[str, Any]) -> dict[str, Any]:
    return {name: verb for names, verb in table.items() for name in names.split("|")}


VERBS: Final[dict[str, _Verb]] = _spread(
    {
        "done|end|finish|next|go on|stay": _plain(act.Done()),
        "decline|no": _plain(act.Decline()),
        "halt|stop": _plain(act.Halt()),
        "exit|leave": _plain(act.Exit()),
        "launch|declare": _plain(act.Launch()),
        "calloff|call off|cancel|abort": _plain(act.CallOff()),
        "disperse|become dispersed|dispersed": _plain(act.Disperse()),
        "join|add": lambda reader, words: _units(act.Join)(
            reader, [w for w in words if w.casefold() != "kampfgruppe"]
        ),
        "deploy|place": Reader.deploy,
        "release": Reader.release,
        "replace|refill": _units(act.Replace),
        "move|pick|take": Reader.move,
        "rush|strategic": Reader.rush,
        "step|go|march": _hexes(act.Step),
        "digin|dig in|dig": _units(act.DigIn),
        "attack|assault": Reader.attack,
        "commit": _units(act.Commit),
        "rally|reinforce": _hexes(act.Rally),
        "draw": Reader.draw,
        "lose|loss": _units(act.Lose),
        "retreat": _hexes(act.Retreat),
        "split": Reader.split,
        "advance": Reader.advance,
    }
)
