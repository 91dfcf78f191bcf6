"""How a line of the log is shown: what it is about, and what is folded under it.

Events come as they were redacted; nothing is added to them here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

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
    )


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
