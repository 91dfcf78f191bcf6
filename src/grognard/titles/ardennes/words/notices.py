"""How a line of the log is shown: what it is about, and what is folded under it.

Events come as they were redacted; nothing is added to them here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.book.words import capital, counted, listed
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.words.chits import chit_art
from grognard.titles.ardennes.words.narration import line_words, reasoned_brief
from grognard.titles.ardennes.words.wording import SIDES, roll_words, signed_parts
from grognard.waist.scene import PHASE, TURN, Card, Notice

_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "day": (ev.DayBegan, ev.PhaseBegan, ev.GameOver, ev.VictoryCounted),
    "impulse": (ev.ImpulseBegan, ev.LevelRevealed, ev.Passed, ev.ImpulseSkipped),
    "card": (
        ev.CardsEntered,
        ev.Dealt,
        ev.Drew,
        ev.Reshuffled,
        ev.CardPlayed,
        ev.Discarded,
        ev.CardLost,
        ev.Happened,
        ev.Activated,
    ),
    "reserves": (ev.Arrived, ev.Released, ev.Deployed, ev.Refitted, ev.Calendared),
    "supply": (
        ev.SupplyTested,
        ev.SurrenderRolled,
        ev.FuelShort,
        ev.FuelKept,
    ),
    "move": (ev.Moved, ev.Exited, ev.TownTaken, ev.DugIn, ev.PositionGone, ev.Recovered),
    "roadblock": (
        ev.RoadblockRolled,
        ev.RoadblockPlaced,
        ev.RoadblockLifted,
        ev.RoadblockManned,
    ),
    "bridge": (
        ev.DemolitionRolled,
        ev.BridgeBlown,
        ev.BridgeSaved,
        ev.BridgeBuilt,
        ev.BridgeTaken,
    ),
    "loss": (ev.StepLost, ev.Eliminated),
    "combat": (
        ev.AttackDeclared,
        ev.TacticUsed,
        ev.CombatCard,
        ev.Joined,
        ev.ChitsChosen,
        ev.ChitDrawn,
        ev.HitsScored,
        ev.HoldRolled,
        ev.HitIgnored,
        ev.RetreatMade,
        ev.BecameDispersed,
        ev.AdvanceRolled,
        ev.Advanced,
        ev.CombatOver,
    ),
    "allied system": (ev.Reasoned, ev.CommandChosen, ev.ActionDrawn, ev.Acted),
}
_KIND_OF: Final = {event: kind for kind, events in _KINDS.items() for event in events}
# What begins a beat, or ends one; any other line joins the beat that is open.
_ACTS: Final[dict[str, tuple[type, ...]]] = {
    "march": (ev.Moved,),
    "battle": (ev.AttackDeclared,),
    "reaction": (ev.TacticUsed, ev.CombatCard),
    "card": (
        ev.Drew,
        ev.CardPlayed,
        ev.Discarded,
        ev.Passed,
        ev.ImpulseSkipped,
        ev.CardLost,
        ev.FuelShort,
        ev.LevelRevealed,
        ev.CommandChosen,
        ev.ActionDrawn,
    ),
    "arrival": (
        ev.Arrived,
        ev.Released,
        ev.CardsEntered,
        ev.Dealt,
        ev.Deployed,
        ev.Refitted,
        ev.Calendared,
    ),
    "event": (ev.SupplyTested, ev.VictoryCounted, ev.GameOver, ev.DugIn, ev.Recovered),
    "why": (ev.Reasoned, ev.Acted),
    "over": (ev.CombatOver,),
}
_ACT_OF: Final = {event: act for act, events in _ACTS.items() for event in events}
_NOTHING: Final = ("nobody", "stays")
_PLACES: Final = ("hex", "target", "start", "to", "hexes", "bridge", "spots")
_UNITS: Final = ("unit", "units", "defenders", "lead")


def notice(event: ev.Event) -> Notice:
    """What a page does with the line of an event."""
    places, units = tuple(_named(event, _PLACES)), tuple(_named(event, _UNITS))
    brief, detail = _folded(event)
    reasons = tuple(dict.fromkeys(s for line in _lines(event) for s in line.spots))
    return Notice(
        heading=_heading(event),
        kind=_KIND_OF[type(event)],
        side="" if event.side == ev.BOTH else SIDES[event.side].lower(),
        spots=(*places, *units, *_subject(event)),
        brief=brief,
        detail=detail,
        lights=reasons or (places if detail else ()),
        dice=(event.roll,) if hasattr(event, "roll") else (),
        sides=10 if hasattr(event, "roll") else 6,
        cards=_turned_up(event),
        act=_act(event),
        who=_who(event),
        path=_path(event),
        at=event.target if isinstance(event, ev.AttackDeclared) else "",
        spent=event.spent if isinstance(event, ev.Moved) else 0,
        result=_result(event),
        many=_many(event),
    )


def _act(event: ev.Event) -> str:
    match event:
        case ev.CardPlayed(use="reaction"):
            return "reaction"
        case ev.Reasoned(chosen=chosen) if chosen.startswith(_NOTHING):
            return ""  # nothing comes of it: it belongs to what was tried
    return _ACT_OF.get(type(event), "")


def _who(event: ev.Event) -> tuple[str, ...]:
    return event.units if isinstance(event, ev.Moved | ev.AttackDeclared) else ()


def _path(event: ev.Event) -> tuple[str, ...]:
    if isinstance(event, ev.Moved | ev.RetreatMade):
        return event.start, event.to
    return (event.to,) if isinstance(event, ev.Advanced) else ()


def _result(event: ev.Event) -> str:
    """What came of it, for the one line of the beat."""
    match event:
        case ev.ChitsChosen(ratio=ratio):
            return ratio
        case ev.HitsScored(attacker=attacker, defender=defender):
            return f"hits {attacker.total} on the attacker, {defender.total} on the defender"
        case ev.HoldRolled(hex=hex_, held=True):
            return f"{hex_} held"
        case ev.RetreatMade(units=units, to=to):
            return f"{listed(units)} back to {to}"
        case ev.Eliminated(unit=unit):
            return f"{unit} eliminated"
        case ev.Advanced(to=to):
            return f"advance to {to}"
    return _found(event)


def _found(event: ev.Event) -> str:
    """What a march met with or took."""
    match event:
        case ev.TownTaken(hex=hex_):
            return f"took {hex_}"
        case ev.BridgeTaken(bridge=bridge):
            return f"took the bridge {bridge}"
        case ev.BridgeBlown(bridge=bridge):
            return f"the bridge {bridge} was blown"
        case ev.RoadblockPlaced(hex=hex_):
            return f"roadblock in {hex_}"
        case ev.Exited(points=points):
            return f"off the map, {counted(points, 'victory point')}"
    return ""


def _many(event: ev.Event) -> str:
    """One line for several alike, {} for their number."""
    match event:
        case ev.Drew(side=side):
            return f"The {SIDES[side]} side drew {{}} cards."
        case ev.Discarded(side=side):
            return f"The {SIDES[side]} side discarded {{}} cards."
        case ev.Deployed(side=side):
            return f"{{}} {SIDES[side]} units deployed."
        case ev.Refitted(side=side):
            return f"{{}} {SIDES[side]} units were given a step back."
    return ""


def _turned_up(event: ev.Event) -> tuple[Card, ...]:
    """Chits and Allied cards, so that one sees what was drawn when all is over."""
    match event:
        case ev.ChitDrawn(chit=key, situation=counted, attacker=a, defender=d, lines=lines):
            return (chit_art(f"drawn:{key}", key, lines, counted, (a, d)),)
        case ev.CombatCard(card=number, outcome=outcome, name=name):
            text = f"For the combat: {outcome}."
            return (Card(f"drawn:{number}", f"{number} · {name}", text, kind="Allied card"),)
    return ()


def _heading(event: ev.Event) -> int:
    if isinstance(event, ev.DayBegan):
        return TURN
    return PHASE if isinstance(event, ev.PhaseBegan | ev.ImpulseBegan) else 0


def _named(event: ev.Event, fields: tuple[str, ...]) -> Iterator[str]:
    """Each hex, hexside or unit once."""
    found = (getattr(event, field, ()) for field in fields)
    words = (w for words in found for w in ((words,) if isinstance(words, str) else words))
    yield from dict.fromkeys(word for word in words if word)


def _lines(event: ev.Event) -> tuple[ev.Line, ...]:
    return event.lines if isinstance(event, ev.Reasoned) else ()


def _subject(event: ev.Event) -> tuple[str, ...]:
    """What a decision was about and came to, where that is a spot."""
    if not isinstance(event, ev.Reasoned):
        return ()
    return tuple(dict.fromkeys(word for word in (event.subject, event.chosen) if word))


def _folded(event: ev.Event) -> tuple[str, tuple[str, ...]]:
    """The line without its reasons or its arithmetic, and these."""
    match event:
        case ev.Reasoned(lines=lines) if lines:
            return reasoned_brief(event), tuple(map(line_words, lines))
        case ev.HoldRolled(hex=hex_, roll=roll, tally=tally, held=held):
            words = roll_words(roll, tally.total, done=held, yes="held", no="fell back")
            return f"Hold check in {hex_}: {words}.", signed_parts(tally)
        case ev.ChitsChosen(count=count, ratio=ratio):
            parts = (f"at least {event.low.total}", *signed_parts(event.low))
            more = (f"at most {event.high.total}", *signed_parts(event.high))
            return f"{capital(counted(count, 'chit'))} at {ratio}.", (*parts, *more)
        case ev.HitsScored(attacker=attacker, defender=defender):
            words = f"Hits: attacker {attacker.total}; defender {defender.total}."
            return words, _hit_parts(event)
        case ev.VictoryCounted(tally=tally) if tally.modifiers:
            return f"German victory points: {tally.total}.", signed_parts(tally)
    return "", ()


def _hit_parts(event: ev.HitsScored) -> tuple[str, ...]:
    both = (("attacker", event.attacker), ("defender", event.defender))
    return tuple(f"{who}: {part}" for who, tally in both for part in signed_parts(tally))
