"""How a line of the log is shown: what it is about, and what is folded under it.

Nothing is hidden in this game, so that events come as they happened; nothing
is added to them here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.book.tally import Tally
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.state import SEATS
from grognard.titles.bcs.words.narration import brief
from grognard.titles.bcs.words.wording import hq_name, signed_parts, trains_name
from grognard.waist.scene import PHASE, TURN, Notice

_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "turn": (ev.TurnBegan, ev.PhaseBegan, ev.FirstPlayer, ev.Weather, ev.Controlled, ev.GameOver),
    "arrival": (ev.Arrived, ev.Waits, ev.Points, ev.Replaced, ev.Assigned, ev.Boxed),
    "bridge": (ev.BridgeBlown, ev.BridgeHolds, ev.BridgeRepaired),
    "command": (
        ev.ActivationBegan,
        ev.Recovered,
        ev.DefensePrepared,
        ev.Coordinated,
        ev.SnafuRolled,
        ev.ObjectivePlaced,
        ev.FatigueRolled,
        ev.SecondRolled,
        ev.FormationGone,
        ev.ReconRolled,
    ),
    "supply": (
        ev.MsrBlocked,
        ev.Isolated,
        ev.TrainsPlaced,
        ev.TrainsFlipped,
        ev.SupportDropped,
        ev.SupportRestored,
    ),
    "in hand": (ev.TookUp,),
    "move": (
        ev.Flipped,
        ev.Moved,
        ev.Stopped,
        ev.StopLifted,
        ev.Finished,
        ev.Left,
        ev.Traffic,
    ),
    "fire": (ev.Mission, ev.LossRolled),
    "combat": (
        ev.Jumped,
        ev.Opened,
        ev.Chosen,
        ev.EngagementRolled,
        ev.CombatRolled,
        ev.Retreated,
        ev.Stood,
        ev.Advanced,
        ev.HqRetreated,
    ),
    "loss": (ev.StepsLost, ev.Eliminated),
}
_KIND_OF: Final = {event: kind for kind, events in _KINDS.items() for event in events}
_PLACES: Final = ("hex", "target", "start", "to", "origin", "hexes")
_PIECES: Final = (
    "unit",
    "units",
    "what",
    "firer",
    "attacker",
    "defender",
    "assist",
    "box",
    "spotter",
    "recon",
)
_OF_AN_HQ: Final = (
    ev.ActivationBegan,
    ev.Recovered,
    ev.SnafuRolled,
    ev.FatigueRolled,
    ev.SecondRolled,
    ev.HqRetreated,
)


def notice(event: ev.Event) -> Notice:
    """What a page does with the line of an event."""
    detail = signed_parts(_tally(event))
    places = tuple(_named(event, _PLACES))
    return Notice(
        heading=_heading(event),
        kind=_KIND_OF[type(event)],
        side=SEATS[event.side] if event.side != ev.BOTH else "",
        spots=tuple(dict.fromkeys((*places, *_pieces(event)))),
        brief=brief(event) if detail else "",
        detail=detail,
        lights=places if detail else (),
        dice=_dice(event),
        minor=isinstance(event, ev.TookUp),
    )


def _heading(event: ev.Event) -> int:
    if isinstance(event, ev.TurnBegan):
        return TURN
    return PHASE if isinstance(event, ev.PhaseBegan | ev.ActivationBegan) else 0


def _tally(event: ev.Event) -> Tally:
    found: Tally = getattr(event, "tally", Tally())
    return found


def _dice(event: ev.Event) -> tuple[int, ...]:
    """The faces as they fell."""
    if hasattr(event, "face"):
        return (event.face,)
    faces: tuple[int, ...] = getattr(event, "faces", ())
    return faces


def _pieces(event: ev.Event) -> Iterator[str]:
    yield from _named(event, _PIECES)
    if isinstance(event, _OF_AN_HQ):
        yield hq_name(event.formation)
    elif isinstance(event, ev.TrainsPlaced | ev.TrainsFlipped):
        yield trains_name(event.formation)


def _named(event: ev.Event, fields: tuple[str, ...]) -> Iterator[str]:
    """Each hex or piece once."""
    found = (getattr(event, field, ()) for field in fields)
    words = (w for words in found for w in ((words,) if isinstance(words, str) else words))
    yield from dict.fromkeys(word for word in words if word)
