"""Actions in words: phrases for a menu, and what a player types.

    308/77 0643>0642>0641     take a unit in hand and march; several units march together
    0643>0642                 the same with all that may move from 0643
    >0641   >>0641   *1242    go on: a step, an Operational step (also =), a Hasty Attack (also x)
    attack 1242 with 137/35 139/35
    fire VA VB at 1242   lose 137/35   mg 1242   rest US 77   done

Clauses are parted by semicolons. A bare unit or hex means what pointing at it
means just now. Every phrase of `describe`, and every action as it prints,
can be typed back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from grognard.ground.hexes import members
from grognard.titles.lost_battalion.kit.tables import GERMAN, Side
from grognard.titles.lost_battalion.position import actions as act
from grognard.titles.lost_battalion.position import decisions as dec
from grognard.titles.lost_battalion.position.actions import Action
from grognard.titles.lost_battalion.position.state import SEATS, State, ids, units_in
from grognard.titles.lost_battalion.rules.movement import pick_refusal
from grognard.titles.lost_battalion.words.names import find_division, find_hex, find_unit
from grognard.titles.lost_battalion.words.narration import narrate, prompt
from grognard.titles.lost_battalion.words.pointing import probes

__all__ = ["describe", "narrate", "parse", "probes", "prompt"]


# -- a phrase for a menu -----------------------------------------------------------------

_PHRASES: Final[dict[type, str]] = {
    act.Done: "end the step",
    act.Place: "place it in {hex}",
    act.Gas: "gas {hex}",
    act.PlaceGun: "mg in {hex} (place a machine gun)",
    act.RemoveGun: "remove the mg in {hex}",
    act.Replace: "replace a step of {unit}",
    act.Reserve: "reserve {division} (to the Reserve Box)",
    act.Rest: "rest {division} (to the R&R track)",
    act.Recall: "recall {division} (from the R&R track)",
    act.Announce: "announce the Final Offensive",
    act.Pick: "take {unit}",
    act.Join: "join {unit} to the group",
    act.March: "march to {to}",
    act.Ride: "ride to {to} (Operational Movement)",
    act.Strike: "strike {to} (Hasty Attack)",
    act.Drop: "drop {unit} here",
    act.Halt: "halt",
    act.Lift: "lift {unit} (to the Reserve Box)",
    act.TakeBack: "take back {unit}",
    act.Disband: "disband {unit}",
    act.Again: "fight again",
    act.Return: "return",
    act.Attack: "attack {hex}",
    act.Bombard: "bombard {hex}",
    act.Commit: "commit {unit}",
    act.Launch: "launch the attack",
    act.Deliberate: "deliberate attack led by {unit}",
    act.CallOff: "call off",
    act.Fire: "fire {gun} at {hex}",
    act.Shoot: "shoot",
    act.Lose: "lose a step of {unit}",
    act.Absorb: "absorb (the tanks save a step)",
    act.Decline: "decline the tanks' help",
    act.Advance: "advance {unit}",
}


def describe(action: Action) -> str:
    """A short phrase for a menu, which can be typed back."""
    phrase = _PHRASES.get(type(action))
    if phrase is None:
        return str(action)
    return phrase.format(**{f: getattr(action, f) for f in action.__struct_fields__})


# -- what a player types -------------------------------------------------------------------

_HELP: Final = "type a unit, a hex, a verb such as “done”, or a march such as 308/77 0643>0642"
_FILLERS: Final = frozenset(
    {
        "a",
        "against",
        "an",
        "and",
        "at",
        "attack",
        "by",
        "final",
        "from",
        "group",
        "help",
        "here",
        "in",
        "into",
        "it",
        "its",
        "led",
        "march",
        "of",
        "off",
        "offensive",
        "on",
        "one",
        "onto",
        "phase",
        "step",
        "steps",
        "tanks'",
        "the",
        "to",
        "turn",
        "with",
    }
)
_OPERATORS: Final[dict[str, Callable[[str], Action]]] = {
    ">": act.March,
    ">>": act.Ride,
    "=": act.Ride,
    "*": act.Strike,
    "x": act.Strike,
}
_LEG: Final = re.compile(r"(>>|>|=|\*|x)(\d{4})")
_ROUTE: Final = re.compile(r"(\d{4})?((?:(?:>>|>|=|\*|x)\d{4})+)")
_AFTER: Final = re.compile(r"(>|=|\*)\s+")
_BEFORE: Final = re.compile(r"\b(\d{4})\s+(?=[>=*])")
_LAST: Final[dict[str, Action]] = {"halt": act.Halt(), "stop": act.Halt(), ".": act.Halt()}


def parse(state: State, seat: str, text: str) -> list[Action]:
    """The actions a line stands for; a ValueError in one sentence if it stands for none."""
    reader = _Reader(state, SEATS.index(seat))
    actions: list[Action] = []
    for clause in re.split(r";", re.sub(r"\([^)]*\)", " ", text)):
        if words := _BEFORE.sub(r"\1", _AFTER.sub(r"\1", clause)).split():
            actions += reader.clause(words)
    if not actions:
        raise ValueError(f"nothing was said; {_HELP}")
    return actions


class _Reader:
    """Reads clauses by what is on the table; asks the state only about the seat's own units."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.kit, self.side = state, state.kit, side
        self.top = state.top if state.stack else None

    def clause(self, words: list[str]) -> list[Action]:
        # `0643>0642`, and `x1242`; blanks beside the signs are gone by now.
        routes = [i for i, word in enumerate(words) if _ROUTE.fullmatch(word.casefold())]
        if routes:
            return self._route(words[: routes[0]], words[routes[0]], words[routes[0] + 1 :])
        for length in (2, 1):
            verb = _VERBS.get(" ".join(words[:length]).casefold())
            if verb is not None and len(words) >= length:
                return verb(self, self._kept(words[length:]))
        return self._bare(words)

    def _kept(self, words: Sequence[str]) -> list[str]:
        return [word.strip(",") for word in words if word.strip(",").casefold() not in _FILLERS]

    # -- marches -----------------------------------------------------------------------

    def _route(self, before: list[str], route: str, after: list[str]) -> list[Action]:
        found = _ROUTE.fullmatch(route.casefold())
        assert found is not None, "the clause was chosen for its route"
        units = [self.unit(word) for word in self._marchers(before)]
        legs = [_OPERATORS[sign](self.hex(to)) for sign, to in _LEG.findall(found[2])]
        start = self.hex(found[1]) if found[1] else None
        return [*self._take(units, start), *legs, *self._ending(after)]

    def _marchers(self, words: list[str]) -> list[str]:
        kept = self._kept(words)
        return kept[1:] if kept and kept[0].casefold() in ("move", "pick", "take") else kept

    def _ending(self, words: list[str]) -> list[Action]:
        kept = self._kept(words)
        for word in kept:
            if word.casefold() not in _LAST:
                raise ValueError(
                    f"“{word}” after a march is not understood; only “halt” may follow"
                )
        return [_LAST[word.casefold()] for word in kept[:1]]

    def _take(self, units: list[str], start: str | None) -> list[Action]:
        """Whatever puts exactly these units in hand: nothing, if they are."""
        march = self.top if isinstance(self.top, dec.Marching) else None
        here = self.kit.grid.label(march.at) if march and march.at >= 0 else None
        if march is not None and start in (None, here):
            group = {self.kit.names[unit] for unit in ids(march.units)}
            if set(units) <= group or not march.mode:
                return [act.Join(name) for name in units if name not in group]
        self._check_places(units, start)
        units = units or self._all_in(start)
        ending: list[Action] = [] if march is None else [self._end(march)]
        return [*ending, act.Pick(units[0]), *(act.Join(name) for name in units[1:])]

    def _end(self, march: dec.Marching) -> Action:
        if march.mode:
            return act.Halt()
        names = " ".join(self.kit.names[unit] for unit in ids(march.units))
        raise ValueError(f"{names} is in hand; march with it, or “halt” to give its move up")

    def _check_places(self, units: list[str], start: str | None) -> None:
        for name in units:
            unit = self.kit.by_name[name]
            if self.kit.side_of[unit] != self.side:
                raise ValueError(f"{name} belongs to the other side")
            hex_ = self.state.hex_of[unit]
            at = self.kit.grid.label(hex_) if hex_ >= 0 else None
            if start is not None and at != start:
                raise ValueError(f"{name} is {f'in {at}' if at else 'off the map'}, not in {start}")

    def _all_in(self, start: str | None) -> list[str]:
        if start is None:
            raise ValueError("no unit is in hand; name one, as in 308/77 >0642")
        own = units_in(self.state, self.kit.grid.at(start)) & self.kit.side_units[self.side]
        names = [self.kit.names[unit] for unit in ids(own)]
        able = [name for name in names if pick_refusal(self.state, self.side, name) is None]
        if not (able or names):
            raise ValueError(f"none of your units stands in {start}")
        # If none may move the rules shall say why, about the first.
        return able or names[:1]

    # -- words ---------------------------------------------------------------------------

    def hex(self, word: str) -> str:
        label = find_hex(self.kit, word)
        if label is None:
            raise ValueError(f"there is no hex {word} on the map")
        return label

    def unit(self, word: str) -> str:
        name = find_unit(self.kit, word, self.side)
        if name is None:
            raise ValueError(f"there is no unit “{word}”; units are named as in 308/77 or 344LT")
        return name

    def units(self, words: list[str]) -> list[str]:
        if not words:
            raise ValueError("name at least one unit, as in 308/77")
        return [self.unit(word) for word in words]

    def hexes(self, words: list[str]) -> list[str]:
        if not words:
            raise ValueError("name at least one hex, as in 0643")
        if place := find_hex(self.kit, " ".join(words)):
            return [place]
        return [self.hex(word) for word in words]

    def division(self, words: list[str]) -> str:
        key = find_division(self.kit, " ".join(words))
        if key is None:
            raise ValueError(f"there is no division “{' '.join(words)}”; try “US 77”")
        return key

    # -- a unit or a hex and nothing else -----------------------------------------------------

    def _bare(self, words: list[str]) -> list[Action]:
        kept = self._kept(words)
        if label := find_hex(self.kit, " ".join(kept)):
            return [self._meaning(_HEX_MEANS, label, "hex")]
        units = [self._thing(word) for word in kept]
        if isinstance(self.top, dec.Battery):
            return self.fire(kept)
        if isinstance(self.top, dec.Movement | dec.ArtilleryMovement) and units:
            return [act.Pick(units[0]), *map(act.Join, units[1:])]
        if not units:
            raise ValueError(f"“{' '.join(words)}” is not understood; {_HELP}")
        return [self._meaning(_UNIT_MEANS, name, "unit") for name in units]

    def _thing(self, word: str) -> str:
        name = find_unit(self.kit, word, self.side)
        if name is None:
            raise ValueError(f"“{word}” is neither a unit, a hex nor a verb; {_HELP}")
        return name

    def _meaning(self, table: dict[type, Callable[[str], Action]], name: str, what: str) -> Action:
        kind = table.get(type(self.top))
        if kind is None:
            raise ValueError(f"a {what} alone means nothing now; say what to do with {name}")
        march = self.top
        if isinstance(march, dec.Marching) and what == "unit":
            unit = self.kit.by_name[name]
            return act.Drop(name) if march.units >> unit & 1 else act.Join(name)
        return kind(name)

    # -- verbs that need more than one word --------------------------------------------------

    def attack(self, words: list[str]) -> list[Action]:
        if not words:
            raise ValueError("say which hex to attack, as in attack 1242 with 137/35")
        launching = words[-1].casefold() in ("launch", "now", "!")
        rest = words[1:-1] if launching and len(words) > 1 else words[1:]
        # A Deliberate Attack is declared by its leader, who must be committed first.
        names, leader = self._with_leader(rest)
        actions: list[Action] = [act.Attack(self.hex(words[0])), *map(act.Commit, names)]
        if leader:
            return [*actions, act.Deliberate(leader)]
        return [*actions, act.Launch()] if launching else actions

    def _with_leader(self, words: list[str]) -> tuple[list[str], str]:
        marks = [i for i, word in enumerate(words) if word.casefold() == "deliberate"]
        if not marks:
            return [self.unit(word) for word in words], ""
        named = [self.unit(word) for word in words[: marks[0]]]
        leader = [self.unit(word) for word in words[marks[0] + 1 :]] or named[:1]
        if len(leader) != 1:
            raise ValueError("name the one unit that leads, as in deliberate 2GzF/1G")
        return named if leader[0] in named else [*named, *leader], leader[0]

    def bombard(self, words: list[str]) -> list[Action]:
        if not words:
            raise ValueError("say which hex to bombard, as in bombard 1242 with VA")
        target = self.hex(words[0])
        return [act.Bombard(target), *(act.Fire(self.gun(word), target) for word in words[1:])]

    def gun(self, word: str) -> str:
        return act.BARRAGE if word.casefold() in _MARKER else self.unit(word)

    def fire(self, words: list[str]) -> list[Action]:
        hexes = [label for word in words if (label := find_hex(self.kit, word))]
        guns = [self.gun(word) for word in words if not find_hex(self.kit, word)]
        if not guns and self.side == GERMAN:
            guns = [act.BARRAGE]
        if not guns:
            raise ValueError("say which artillery fires, as in fire VA")
        target = hexes[0] if hexes else self._aim()
        return [act.Fire(gun, target) for gun in guns]

    def _aim(self) -> str:
        battery = self.top
        if not isinstance(battery, dec.Battery):
            raise ValueError("say at which hex, as in fire VA at 1242")
        aims = members(battery.at) if battery.aim == dec.NOWHERE else [battery.aim]
        labels = [self.kit.grid.label(hex_) for hex_ in aims]
        if len(labels) != 1:
            raise ValueError(f"say at which hex to fire: {' or '.join(labels)}")
        return labels[0]

    def replace(self, words: list[str]) -> list[Action]:
        return [act.Replace(name) for name in self.units(words)]

    def guns(self, words: list[str]) -> list[Action]:
        return [
            act.RemoveGun(self.hex(word[1:]))
            if word.startswith("-")
            else act.PlaceGun(self.hex(word))
            for word in (words or [""])
        ]

    def remove(self, words: list[str]) -> list[Action]:
        return [
            act.RemoveGun(label) for label in self.hexes([w for w in words if w.casefold() != "mg"])
        ]

    def pick(self, words: list[str]) -> list[Action]:
        first, *rest = self.units(words)
        return [act.Pick(first), *map(act.Join, rest)]

    def move(self, words: list[str]) -> list[Action]:
        """`move 308/77 to 0642`: taken in hand and marched, hex by hex."""
        legs: list[Action] = [act.March(label) for w in words if (label := find_hex(self.kit, w))]
        units = [self.unit(word) for word in words if not find_hex(self.kit, word)]
        return [*self._take(units, None), *legs] if units else legs or self.pick(words)


_MARKER: Final = frozenset({"barrage", "marker", "barr"})
_UNIT_MEANS: Final[dict[type, Callable[[str], Action]]] = {
    dec.SettingUp: act.Pick,
    dec.Movement: act.Pick,
    dec.ArtilleryMovement: act.Pick,
    dec.Marching: act.Join,
    dec.GermanReplacements: act.Replace,
    dec.Arrivals: act.Replace,
    dec.Assembling: act.Commit,
    dec.Losses: act.Lose,
    dec.Advancing: act.Advance,
}
_HEX_MEANS: Final[dict[type, Callable[[str], Action]]] = {
    dec.InHand: act.Place,
    dec.GasPlacement: act.Gas,
    dec.GunPlacement: act.PlaceGun,
    dec.Marching: act.March,
    dec.Combat: act.Attack,
}

_Verb = Callable[[_Reader, list[str]], list[Action]]


def _plain(action: Action) -> _Verb:
    def read(_: _Reader, words: list[str]) -> list[Action]:
        if words:
            raise ValueError(f"“{words[0]}” is not understood after “{action}”")
        return [action]

    return read


def _units(kind: Callable[[str], Any]) -> _Verb:
    return lambda reader, words: [kind(name) for name in reader.units(words)]


def _hexes(kind: Callable[[str], Any]) -> _Verb:
    return lambda reader, words: [kind(label) for label in reader.hexes(words)]


def _division(kind: Callable[[str], Any]) -> _Verb:
    return lambda reader, words: [kind(reader.division(words))]


_VERBS: Final[dict[str, _Verb]] = {}


def _verb(names: str, verb: _Verb) -> None:
    _VERBS.update(dict.fromkeys(names.split("|"), verb))


_verb("done|end|pass|finish|next|stay|hold|hold fire|stand pat", _plain(act.Done()))
_verb("halt|stop", _plain(act.Halt()))
_verb("place|set|put", _hexes(act.Place))
_verb("gas", _hexes(act.Gas))
_verb("mg|gun|placegun|place mg", _Reader.guns)
_verb("removegun|remove|remove mg", _Reader.remove)
_verb("replace|refill", _Reader.replace)
_verb("reserve", _division(act.Reserve))
_verb("rest", _division(act.Rest))
_verb("recall", _division(act.Recall))
_verb("announce|announce final", _plain(act.Announce()))
_verb("pick|take", _Reader.pick)
_verb("move", _Reader.move)
_verb("join|add", _units(act.Join))
_verb("march|go", _hexes(act.March))
_verb("ride|op|operational", _hexes(act.Ride))
_verb("strike|hasty", _hexes(act.Strike))
_verb("drop|leave", _units(act.Drop))
_verb("lift", _units(act.Lift))
_verb("takeback|take back|back", _units(act.TakeBack))
_verb("disband|give up", _units(act.Disband))
_verb("again|fight again|fight on", _plain(act.Again()))
_verb("return|fall back|retreat", _plain(act.Return()))
_verb("attack|assault", _Reader.attack)
_verb("bombard|bombardment", _Reader.bombard)
_verb("commit", _units(act.Commit))
_verb("launch|go on|declare", _plain(act.Launch()))
_verb("deliberate|lead", _units(act.Deliberate))
_verb("calloff|call off|cancel|abort", _plain(act.CallOff()))
_verb("fire", _Reader.fire)
_verb("shoot", _plain(act.Shoot()))
_verb("lose|loss", _units(act.Lose))
_verb("absorb", _plain(act.Absorb()))
_verb("decline", _plain(act.Decline()))
_verb("advance", _units(act.Advance))
