"""How a line of the log is shown: what it is about, and what is folded under it.

Nothing is hidden in this game, so that events come as they happened; nothing
is added to them here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.book.tally import Tally
from grognard.titles.bcs.kit.kit import QUARTERS
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.state import SEATS
from grognard.titles.bcs.words.narration import COMBAT, ENGAGEMENT, FIGHTS, brief
from grognard.titles.bcs.words.wording import hq_name, side_name, signed_parts, trains_name
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
# What begins a beat; any other line joins the beat that is open.
_ACTS: Final[dict[str, tuple[type, ...]]] = {
    "march": (ev.Flipped, ev.Moved, ev.HqRetreated, ev.TrainsPlaced),
    "battle": (ev.Opened, ev.EngagementRolled, ev.CombatRolled),
    "fire": (ev.Mission, ev.LossRolled),
    "reaction": (ev.Chosen,),
    "arrival": (ev.Arrived, ev.Waits, ev.Points, ev.Replaced, ev.Assigned, ev.Boxed),
    "event": (
        ev.Weather,
        ev.FirstPlayer,
        ev.BridgeRepaired,
        ev.Recovered,
        ev.DefensePrepared,
        ev.SnafuRolled,
        ev.FatigueRolled,
        ev.SecondRolled,
        ev.Isolated,
        ev.FormationGone,
        ev.GameOver,
    ),
}
_ACT_OF: Final = {event: act for act, events in _ACTS.items() for event in events}
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
        act=_act(event),
        who=_who(event),
        path=_path(event),
        at=_at(event),
        spent=event.spent / QUARTERS if isinstance(event, ev.Moved) else 0,
        result=_result(event),
        many=_many(event),
    )


def _act(event: ev.Event) -> str:
    match event:
        case ev.Flipped(forced=True) | ev.DefensePrepared(on=False):
            return ""  # it follows from what is told just before
        case ev.Opened(kind="barrage"):
            return "fire"
    return _ACT_OF.get(type(event), "")


def _who(event: ev.Event) -> tuple[str, ...]:
    match event:
        case ev.Moved(what=what):
            return (what,)
        case ev.Flipped(unit=unit, forced=False):
            return (unit,)
        case ev.Opened(unit=unit, box=box):
            return (box or unit,)
        case ev.HqRetreated(formation=formation):
            return (hq_name(formation),)
        case ev.TrainsPlaced(formation=formation):
            return (trains_name(formation),)
        case ev.SnafuRolled() | ev.FatigueRolled() | ev.SecondRolled():
            return (hq_name(event.formation),)
    return ()


def _path(event: ev.Event) -> tuple[str, ...]:
    match event:
        case ev.Moved() | ev.Retreated() | ev.HqRetreated():
            return tuple(hex_ for hex_ in (event.start, event.to) if hex_)
        case ev.Advanced(to=to):
            return (to,)
        case ev.TrainsPlaced(hex=hex_) if hex_:
            return (hex_,)
    return ()


def _at(event: ev.Event) -> str:
    match event:
        case ev.Opened(target=target):
            return target
        case ev.Mission() | ev.LossRolled() | ev.EngagementRolled() | ev.CombatRolled():
            return event.hex
    return ""


def _result(event: ev.Event) -> str:
    """What came of it, for the one line of the beat."""
    match event:
        case ev.Opened(kind=kind, target=target):
            return FIGHTS.get(kind, f"{kind} on {{0}}").format(target)
        case ev.EngagementRolled(result=result):
            return ENGAGEMENT.get(result, result)
        case ev.CombatRolled(result=result):
            return COMBAT.get(result, "no effect")
        case ev.LossRolled(hit=hit):
            return "a step lost" if hit else "no loss"
        case ev.Eliminated(unit=unit):
            return f"{unit} eliminated"
        case ev.Retreated(unit=unit, to=to):
            return f"{unit} back {f'to {to}' if to else 'off the map'}"
        case ev.Stood(unit=unit):
            return f"{unit} stood for a step"
        case ev.Advanced(to=to):
            return f"advance to {to}"
    return _met(event)


def _met(event: ev.Event) -> str:
    """What a march met with or took, and what an Activation came to."""
    match event:
        case ev.Jumped(what=what, real=True):
            return f"came upon {what}"
        case ev.Controlled(hex=hex_, name=name):
            return f"took {name or hex_}"
        case ev.BridgeBlown(bridge=bridge):
            return f"the {bridge} bridge was blown"
        case ev.ReconRolled(hex=hex_):
            return f"scouted {hex_}"
        case ev.ObjectivePlaced(hex=hex_):
            return f"OBJ on {hex_}"
        case ev.SecondRolled(granted=granted):
            return "a Second Activation" if granted else "no Second Activation"
        case ev.Left():
            return "off the map"
    return ""


def _many(event: ev.Event) -> str:
    """One line for several alike, {} for their number."""
    match event:
        case ev.Replaced(side=side):
            return f"The {side_name(side)} side replaced {{}} steps."
        case ev.Assigned(side=side):
            return f"The {side_name(side)} side made {{}} assignments."
        case ev.Isolated():
            return "Isolation cost steps in {} hexes."
        case ev.Boxed(side=side, hex=hex_):
            went = "came out of their Support boxes" if hex_ else "went into their Support boxes"
            return f"{{}} {side_name(side)} units {went}."
    return ""


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
