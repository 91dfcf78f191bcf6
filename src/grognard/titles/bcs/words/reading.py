"""Reads what a player types, clause by clause, by what is on the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from grognard.titles.bcs.kit.kit import Side
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import decisions as dec
from grognard.titles.bcs.position.actions import Action
from grognard.titles.bcs.position.state import State, each, label, units_in
from grognard.titles.bcs.words.names import find_formation, find_hex, find_unit

HELP: Final = (
    "type a unit, a hex, a formation, or a verb such as “activate”, “take”, “attack” or “done”"
)
_FILLERS: Final = frozenset(
    [
        "a",
        "an",
        "and",
        "assisting",
        "at",
        "back",
        "by",
        "defense",
        "for",
        "from",
        "hq",
        "in",
        "into",
        "it",
        "map",
        "of",
        "on",
        "out",
        "point",
        "points",
        "prepared",
        "second",
        "activation",
        "spotting",
        "step",
        "support",
        "the",
        "to",
        "with",
    ]
)
_ROUTE: Final = re.compile(r"(\d\d\.\d\d)?((?:>\d\d\.\d\d)+)")
_HALT: Final = ("halt", "stop", ".")
_POINTS: Final = {"arty": "arty", "artillery": "arty", "guns": "arty", "air": "air"}
_HQ, _TRAINS = "hq", "trains"
_BY_POINTS: Final = "mp"  # how the way of Trains to a source is measured


class Reader:
    """Asks the state about what lies open, which is everything."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.kit, self.side = state, state.kit, side
        self.top = state.top if state.stack else None

    def clause(self, words: list[str]) -> list[Action]:
        words = [word.strip(",:") or word for word in words]
        routes = [i for i, word in enumerate(words) if _ROUTE.fullmatch(word)]
        if routes:
            return self._route(words[: routes[0]], words[routes[0]], words[routes[0] + 1 :])
        for length in (2, 1):
            verb = VERBS.get(" ".join(words[:length]).casefold())
            if verb is not None and len(words) >= length:
                return verb(self, words[length:])
        return self._bare(words)

    # -- moves ---------------------------------------------------------------------------

    def _route(self, before: list[str], route: str, after: list[str]) -> list[Action]:
        found = _ROUTE.fullmatch(route)
        assert found is not None, "the clause was chosen for its route"
        who = [word for word in before if word.casefold() not in (*_MOVING, "the", "from", "to")]
        legs: list[Action] = [act.Step(self.hex(to)) for to in found[2].split(">")[1:]]
        return [*self._taken(who, found[1]), *legs, *self._ending(after)]

    def _taken(self, words: list[str], start: str | None) -> list[Action]:
        """Whatever puts that unit or HQ in hand: nothing, if it is."""
        if not words:
            return self._taken_from(start)
        if words[0].casefold() == _HQ:
            return [] if isinstance(self.top, dec.HqMoving) else [act.MoveHq()]
        if len(words) > 1:
            raise ValueError("units move one by one; name one, as in 1/506 11.12>11.11")
        return self._take(self.unit(words[0]), start)

    def _take(self, name: str, start: str | None) -> list[Action]:
        unit = self.kit.by_name[name]
        at = label(self.state, self.state.hex_of[unit])
        if start is not None and at != start:
            raise ValueError(f"{name} is {f'in {at}' if at else 'off the map'}, not in {start}")
        if not isinstance(self.top, dec.Acting):
            return [act.Act(name)]
        return [] if self.top.unit == unit else [act.Halt(), act.Act(name)]

    def _taken_from(self, start: str | None) -> list[Action]:
        if start is None:
            if isinstance(self.top, dec.Acting | dec.HqMoving):
                return []
            raise ValueError("nothing is in hand; name a unit, as in 1/506 11.12>11.11")
        if start == self._in_hand():
            return []
        own = units_in(self.state, self.kit.grid.at(self.hex(start)))
        names = [self.kit.names[unit] for unit in each(own & self.kit.side_units[self.side])]
        if len(names) != 1:
            raise ValueError(f"say which unit moves from {start}: {', '.join(names) or 'none can'}")
        return self._take(names[0], start)

    def _in_hand(self) -> str:
        """The hex of the unit or HQ in hand."""
        match self.top:
            case dec.Acting(unit=unit):
                return label(self.state, self.state.hex_of[unit])
            case dec.HqMoving(formation=formation):
                return label(self.state, self.state.hq[formation])
        return ""

    def _ending(self, words: list[str]) -> list[Action]:
        for word in words:
            if word.casefold() not in _HALT:
                raise ValueError(f"“{word}” after a move is not understood; only “halt” may follow")
        return [act.Halt()] if words else []

    # -- words ---------------------------------------------------------------------------

    def kept(self, words: Sequence[str]) -> list[str]:
        return [word for word in words if word.casefold() not in _FILLERS]

    def hex(self, word: str) -> str:
        found = find_hex(self.kit, word)
        if found is None:
            raise ValueError(f"there is no hex {word} on the map" if word else "say which hex")
        return found

    def unit(self, word: str) -> str:
        found = find_unit(self.kit, word, self.side)
        if found is None:
            raise ValueError(f"there is no one unit “{word}”; units are named as in 1/506")
        return found

    def formation(self, word: str) -> str:
        found = find_formation(self.kit, word, self.side)
        if found is None:
            raise ValueError(f"there is no formation “{word}”; they are named as in CCB10")
        return found

    def place(self, word: str) -> str:
        """A hex, or a formation for its Support box."""
        return find_hex(self.kit, word) or self.formation(word)

    def sorted(self, words: list[str]) -> tuple[list[str], list[str], list[str]]:
        """Hexes and units in the order they were said, and whatever else."""
        hexes, units, rest = [], [], []
        for word in self.kept(words):
            if found := find_hex(self.kit, word):
                hexes.append(found)
            elif found := find_unit(self.kit, word, self.side):
                units.append(found)
            else:
                rest.append(word)
        return hexes, units, rest

    def exactly(self, words: list[str], hexes: int, units: int, example: str) -> Any:
        """So many hexes and units and nothing else."""
        found = self.sorted(words)
        if (len(found[0]), len(found[1])) != (hexes, units) or found[2]:
            strange = f"“{found[2][0]}” is not understood; " if found[2] else ""
            raise ValueError(f"{strange}say it as in {example}")
        return (*found[0], *found[1])

    # -- a unit, a hex or a formation and nothing else ---------------------------------------

    def _bare(self, words: list[str]) -> list[Action]:
        said = " ".join(words)
        if place := find_hex(self.kit, said):
            return [self._hex_alone(place)]
        if unit := find_unit(self.kit, said, self.side):
            return [self._alone(_UNIT_MEANS, unit, "unit")]
        if key := find_formation(self.kit, said, self.side):
            return [self._alone(_FORMATION_MEANS, key, "formation")]
        raise ValueError(f"“{words[0]}” is neither a unit, a hex, a formation nor a verb; {HELP}")

    def _hex_alone(self, place: str) -> Action:
        if isinstance(self.top, dec.RetreatChoice):
            return act.Withdraw(self._only_one(self.top), place)
        return self._alone(_HEX_MEANS, place, "hex")

    def _only_one(self, choice: dec.RetreatChoice) -> str:
        names = [self.kit.names[unit] for unit in each(choice.units)]
        if len(names) != 1:
            raise ValueError(f"say which unit, as in withdraw {names[0]} to 11.11")
        return names[0]

    def _alone(self, table: dict[type, Callable[[str], Action]], name: str, what: str) -> Action:
        kind = table.get(type(self.top))
        if kind is None:
            raise ValueError(f"a {what} alone means nothing now; say what to do with {name}")
        return kind(name)

    # -- verbs that need more than one word --------------------------------------------------

    def move(self, words: list[str]) -> list[Action]:
        """`move 1/506 to 11.11`, `move HQ`, `move Trains to 08.17`."""
        said = [word for word in words if word.casefold() not in ("the", "to", "of")]
        what = said[0].casefold() if said else ""
        if what == _TRAINS:
            return self.move_trains(said[1:])
        legs: list[Action] = [act.Step(self.hex(word)) for word in said[1:]]
        if what == _HQ:
            return [*self._taken(said[:1], None), *legs]
        if not said:
            raise ValueError("say what to move, as in move 1/506 to 11.11")
        if not legs:
            return [act.Act(self.unit(said[0]))]
        return [*self._taken(said[:1], None), *legs]

    def move_trains(self, words: list[str]) -> list[Action]:
        kept = self.kept(words)
        if [word.casefold() for word in kept] == [act.OFF_MAP]:
            return [act.MoveTrains(act.OFF_MAP)]
        by = [kept.pop().casefold()] if kept and kept[-1].casefold() == _BY_POINTS else []
        return [act.MoveTrains(self.hex(" ".join(kept)), *by)]

    def arrive(self, words: list[str]) -> list[Action]:
        kept = self.kept(words)
        if len(kept) < 2:
            raise ValueError("say who arrives and where, as in bring 26VG to 22.10")
        who = find_unit(self.kit, kept[0], self.side) or self.formation(kept[0])
        return [act.Arrive(who, self.place(" ".join(kept[1:])))]

    def assign(self, words: list[str]) -> list[Action]:
        kept = self.kept(words)
        if len(kept) != 2:
            raise ValueError("name an Independent and a formation, as in assign B/705 to 506")
        return [act.Assign(self.unit(kept[0]), self.formation(kept[1]))]

    def unbox(self, words: list[str]) -> list[Action]:
        place, unit = self.exactly(words, 1, 1, "unbox C/609TD to 11.11")
        return [act.Unbox(unit, place)]

    def withdraw(self, words: list[str]) -> list[Action]:
        kept = self.kept(words)
        if isinstance(self.top, dec.RetreatChoice) and len(kept) == 1:
            return [self._hex_alone(self.hex(kept[0]))]
        if len(kept) == 2 and kept[1].casefold() == act.OFF_MAP:
            return [act.Withdraw(self.unit(kept[0]), act.OFF_MAP)]
        place, unit = self.exactly(words, 1, 1, "withdraw 20AIB to 11.11")
        return [act.Withdraw(unit, place)]

    def engage(self, words: list[str]) -> list[Action]:
        return self._shoot(words, "engage", act.Engage)

    def fire(self, words: list[str]) -> list[Action]:
        return self._shoot(words, "fire", act.Fire)

    def _shoot(self, words: list[str], how: str, kind: Callable[[str], Action]) -> list[Action]:
        """By the unit in hand, or by Stand Off Support from a hex."""
        hexes, units, _ = self.sorted(words)
        if units or len(hexes) > 1:
            target, origin, box = self.exactly(words, 2, 1, f"{how} 11.09 with Fla273 from 12.08")
            return [act.StandOff(box, origin, target, how)]
        return [kind(self.hex(" ".join(self.kept(words))))]

    def stand_off(self, words: list[str]) -> list[Action]:
        how = words[-1].casefold() if words else ""
        if how not in ("engage", "fire"):
            raise ValueError("say how at the end, as in standoff Fla273 12.08 11.09 engage")
        found = self.exactly(words[:-1], 2, 1, "standoff Fla273 12.08 11.09 engage")
        return [act.StandOff(found[2], found[0], found[1], how)]

    def attack(self, words: list[str]) -> list[Action]:
        hexes, units, rest = self.sorted(words)
        if len(hexes) != 1 or len(units) > 1 or rest:
            strange = f"“{rest[0]}” is not understood; " if rest else ""
            raise ValueError(f"{strange}say it as in attack 11.09, or attack 11.09 with 2/506")
        return [act.Attack(hexes[0], *units)]

    def barrage(self, words: list[str]) -> list[Action]:
        points = [_POINTS[word.casefold()] for word in words if word.casefold() in _POINTS]
        rest = [word for word in words if word.casefold() not in _POINTS]
        place, unit = self.exactly(rest, 1, 1, "barrage 11.09 with arty, 1/506 spotting")
        return [act.Barrage(unit, place, (points or ["arty"])[0])]

    def suppress(self, words: list[str]) -> list[Action]:
        points = [_POINTS[word.casefold()] for word in words if word.casefold() in _POINTS]
        spotter = self._spotter([word for word in words if word.casefold() not in _POINTS])
        if len(points) != 1:
            raise ValueError("say with which point, as in suppress with arty")
        return [act.Suppress(points[0], *spotter)]

    def destroy(self, words: list[str]) -> list[Action]:
        """The first two numbers are Artillery and Air Points: a unit may have one for a name."""
        said = [w for w in self.kept(words) if w.casefold() not in _POINTS]
        numbers = [word for word in said[:2] if word.isdecimal()]
        if not numbers:
            raise ValueError("say how many points, as in destroy with 2 arty and 0 air")
        arty, air = int(numbers[0]), int(numbers[1]) if len(numbers) > 1 else 0
        return [act.Destroy(arty, air, *self._spotter(said[len(numbers) :]))]

    def _spotter(self, words: list[str]) -> list[str]:
        """The unit that spots for a mission, where one is named."""
        kept = self.kept(words)
        if len(kept) > 1:
            raise ValueError(f"“{kept[1]}” is not understood; only who is spotting may follow")
        return [self.unit(word) for word in kept]


_MOVING: Final = ("move", "take", "act", "pick", "go")
_UNIT_MEANS: Final[dict[type, Callable[[str], Action]]] = {
    dec.Replacing: act.Replace,
    dec.Activities: act.Act,
    dec.BackingChoice: act.Choose,
    dec.DefenderChoice: act.Choose,
    dec.Losses: act.Choose,
}
_HEX_MEANS: Final[dict[type, Callable[[str], Action]]] = {
    dec.Objectives: act.Objective,
    dec.Acting: act.Step,
    dec.HqMoving: act.Step,
    dec.HqRetreat: act.PullBack,
    dec.TrainsRetreat: act.MoveTrains,
}
_FORMATION_MEANS: Final[dict[type, Callable[[str], Action]]] = {
    dec.Choosing: act.Activate,
    dec.FailureFlip: act.Recover,
    dec.Assigning: act.Guns,
}

_Verb = Callable[[Reader, list[str]], list[Action]]


def _plain(action: Action) -> _Verb:
    def read(reader: Reader, words: list[str]) -> list[Action]:
        if kept := reader.kept(words):
            raise ValueError(f"“{kept[0]}” is not understood after “{action}”")
        return [action]

    return read


def _one(kind: Callable[[str], Any], find: Callable[[Reader, str], str]) -> _Verb:
    """A verb of one name, which may have several words."""
    return lambda reader, words: [kind(find(reader, " ".join(reader.kept(words))))]


def _unit(kind: Callable[[str], Any]) -> _Verb:
    return _one(kind, Reader.unit)


def _hex(kind: Callable[[str], Any]) -> _Verb:
    return _one(kind, Reader.hex)


def _formation(kind: Callable[[str], Any]) -> _Verb:
    return _one(kind, Reader.formation)


def _spread(table: dict[str, Any]) -> dict[str, Any]:
    return {name: verb for names, verb in table.items() for name in names.split("|")}


VERBS: Final[dict[str, _Verb]] = _spread(
    {
        "done|end|finish|next|go on": _plain(act.Done()),
        "decline|no|none": _plain(act.Decline()),
        "halt|stop|put down": _plain(act.Halt()),
        "prepare": _plain(act.Prepare()),
        "abandon|give up": _plain(act.Abandon()),
        "again|second": _plain(act.Again()),
        "flip|turn over": _plain(act.Flip()),
        "leave|exit": _plain(act.Leave()),
        "retreat|fall back": _plain(act.Retreat()),
        "movehq": _plain(act.MoveHq()),
        "follow": _plain(act.Follow()),
        "arrive|bring": Reader.arrive,
        "replace|refill|rebuild": _unit(act.Replace),
        "assign": Reader.assign,
        "release": _unit(act.Release),
        "guns": _formation(act.Guns),
        "box": _unit(act.Box),
        "unbox": Reader.unbox,
        "activate": _formation(act.Activate),
        "recover": _formation(act.Recover),
        "objective|obj": _hex(act.Objective),
        "act|take|pick": _unit(act.Act),
        "move": Reader.move,
        "movetrains|trains": Reader.move_trains,
        "pullback|pull": _hex(act.PullBack),
        "step|go": _hex(act.Step),
        "engage": Reader.engage,
        "fire": Reader.fire,
        "standoff": Reader.stand_off,
        "shock": _hex(act.Shock),
        "recon|scout": _hex(act.Recon),
        "attack|assault": Reader.attack,
        "barrage": Reader.barrage,
        "restore": _unit(act.Restore),
        "choose|lose": _unit(act.Choose),
        "suppress": Reader.suppress,
        "destroy": Reader.destroy,
        "withdraw": Reader.withdraw,
    }
)
