"""How a line of the log is shown: what it is about, and what is folded under it.

Events come as they were redacted; nothing is added to them here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.book.words import counted
from grognard.titles.lost_battalion.kit.tables import Side
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.actions import BARRAGE
from grognard.titles.lost_battalion.words.narration import FACES, SIDES, assault_words, fire_words
from grognard.waist.scene import PHASE, TURN, Notice

_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "turn": (ev.TurnBegan, ev.GameOver),
    "phase": (ev.PhaseBegan, ev.PhaseEnded),
    "set-up": (ev.Set,),
    "gas": (ev.GasPlaced,),
    "machine guns": (ev.GunPlaced, ev.GunRemoved),
    "reserves": (ev.Replaced, ev.Came, ev.Withdrawn, ev.Boxed, ev.Refreshed, ev.WasLifted),
    "offensive": (ev.OffensiveAnnounced, ev.OffensiveJoined),
    "move": (ev.Taken, ev.Marched, ev.Stood, ev.WentBack, ev.BridgeTaken),
    "fire": (ev.Bombarded, ev.FireRolled),
    "combat": (
        ev.DeliberateCounted,
        ev.AttackDeclared,
        ev.AttackCalledOff,
        ev.AssaultRolled,
        ev.TanksAbsorbed,
        ev.Advanced,
        ev.FoughtOn,
        ev.FellBack,
        ev.LeaderFell,
    ),
    "loss": (ev.StepLost, ev.Destroyed, ev.HeldOut),
}
_KIND_OF: Final = {event: kind for kind, events in _KINDS.items() for event in events}
# What begins a beat, or ends one; any other line joins the beat that is open.
_ACTS: Final[dict[str, tuple[type, ...]]] = {
    "march": (ev.Marched, ev.WentBack),
    "battle": (ev.AttackDeclared, ev.AssaultRolled),
    "fire": (ev.Bombarded, ev.FireRolled),
    "arrival": (
        ev.Set,
        ev.Replaced,
        ev.Came,
        ev.Withdrawn,
        ev.Boxed,
        ev.Refreshed,
        ev.WasLifted,
    ),
    "event": (
        ev.DeliberateCounted,
        ev.GasPlaced,
        ev.GunPlaced,
        ev.GunRemoved,
        ev.OffensiveAnnounced,
        ev.OffensiveJoined,
        ev.GameOver,
    ),
    "over": (ev.Stood, ev.FellBack, ev.AttackCalledOff, ev.PhaseEnded),
}
_ACT_OF: Final = {event: act for act, events in _ACTS.items() for event in events}
_PLACES: Final = ("hex", "target", "start", "to", "unsupplied")
_UNITS: Final = ("unit", "units", "guns", "defenders")


def notice(event: ev.Event) -> Notice:
    """What a page does with the line of an event."""
    places, units = tuple(_named(event, _PLACES)), tuple(_named(event, _UNITS))
    brief, detail = _folded(event)
    return Notice(
        heading=_heading(event),
        kind=_KIND_OF[type(event)],
        side=_side(event.side),
        spots=(*places, *units),
        brief=brief,
        detail=detail,
        lights=places if detail else (),
        minor=isinstance(event, ev.Taken),
        act=_ACT_OF.get(type(event), ""),
        who=_who(event),
        path=_path(event),
        at=getattr(event, "target", ""),
        spent=event.spent / 2 if isinstance(event, ev.Marched) else 0,
        result=_result(event),
        many=_many(event),
    )


def _who(event: ev.Event) -> tuple[str, ...]:
    """Who acts, as far as told."""
    match event:
        case ev.Marched(units=units, count=count):
            return units or _unseen(event.side, count)
        case ev.WentBack(unit=unit):
            return _unseen(event.side, 1) if unit == ev.UNKNOWN else (unit,)
        case ev.AttackDeclared(units=units):
            return units
        case ev.Bombarded(guns=guns, role="bombardment"):
            return tuple(gun for gun in guns if gun not in (ev.UNKNOWN, BARRAGE))
    return ()


def _unseen(side: Side, count: int) -> tuple[str, ...]:
    return (f"{count} {SIDES[side]} counter{'' if count == 1 else 's'}",)


def _path(event: ev.Event) -> tuple[str, ...]:
    if isinstance(event, ev.Marched | ev.WentBack | ev.Advanced):
        return tuple(hex_ for hex_ in (event.start, event.to) if hex_)
    return ()


def _result(event: ev.Event) -> str:
    """What came of it, for the one line of the beat."""
    match event:
        case ev.AssaultRolled(line=line, result=result):
            return f"{_last(line)} = {result}"
        case ev.FireRolled(steps=steps):
            return f"the fire took {counted(steps, 'step')}"
        case ev.Destroyed(unit=unit):
            return f"{unit} destroyed"
        case ev.HeldOut():
            return "the units held out"
        case ev.Advanced(to=to):
            return f"{to} taken"
        case ev.FellBack():
            return "the attackers fell back"
        case ev.AttackCalledOff():
            return "called off"
        case ev.LeaderFell(unit=unit):
            return f"{unit} fell"
        case ev.BridgeTaken(name=name):
            return f"took the {name} bridge"
    return ""


def _many(event: ev.Event) -> str:
    """One line for several alike, {} for their number."""
    match event:
        case ev.Set(side=side):
            return f"{{}} {SIDES[side]} units set up."
        case ev.GasPlaced():
            return "Gas drifted over {} hexes."
        case ev.GunPlaced():
            return "{} machine guns were placed."
        case ev.GunRemoved():
            return "{} machine guns were taken off the map."
        case ev.Replaced(side=side):
            return f"{{}} {SIDES[side]} replacement steps were taken."
        case ev.WasLifted(side=side):
            return f"{{}} {SIDES[side]} units went to the Reserve Box."
        case ev.Boxed(box=box):
            return f"{{}} divisions went to the {box}."
    return ""


def _side(side: Side) -> str:
    return "" if side == ev.BOTH else SIDES[side].lower()


def _heading(event: ev.Event) -> int:
    if isinstance(event, ev.TurnBegan):
        return TURN
    return PHASE if isinstance(event, ev.PhaseBegan) else 0


def _named(event: ev.Event, fields: tuple[str, ...]) -> Iterator[str]:
    """Each hex or unit once; neither the unknown nor markers."""
    found = (getattr(event, field, ()) for field in fields)
    words = (w for words in found for w in ((words,) if isinstance(words, str) else words))
    yield from dict.fromkeys(w for w in words if w not in ("", ev.UNKNOWN, BARRAGE))


def _folded(event: ev.Event) -> tuple[str, tuple[str, ...]]:
    """The line without its arithmetic, and the arithmetic."""
    match event:
        case ev.AssaultRolled(line=line):
            return assault_words(event, _last(line)), (f"{line}, rolled {FACES[event.face]}",)
        case ev.Bombarded(line=line):
            return fire_words(event, _last(line)), (line,)
    return "", ()


def _last(line: str) -> str:
    """Where an odds line ends: the column that is rolled on."""
    return line.rpartition("→ ")[2]
