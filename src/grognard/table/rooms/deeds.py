"""What a seat may ask of its match: play, take back, why not, odds, a drawing on the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, UnsetType

from grognard.draw import live_svg
from grognard.match import GameOver, Malformed, NotYourTurn, Refused, Route
from grognard.table.messages import answers, requests

if TYPE_CHECKING:
    from grognard.book.rulebook import Refusal
    from grognard.library import AnyTitle
    from grognard.table.rooms.room import Room
    from grognard.waist.title import Preview, Seat

_UNREADABLE = (msgspec.DecodeError, ValueError, RecursionError)


def read_action(title: AnyTitle, raw: bytes | msgspec.Raw) -> Any:
    """An action of the title; raises Malformed."""
    try:
        return msgspec.json.decode(raw, type=title.Action)
    except _UNREADABLE as error:
        raise Malformed(f"this is no action of {title.NAME}: {error}") from error


def meant(room: Room, seat: Seat, deed: requests.Deed) -> list[Any]:
    """The actions a deed stands for; raises Malformed."""
    given = [p for p in (deed.action, deed.text, deed.route, deed.to) if p is not UNSET]
    if len(given) != 1 or (deed.pieces and deed.to is UNSET):
        raise Malformed("say exactly one of action, text, route and to")
    if deed.text is not UNSET:
        return _typed(room, seat, deed.text)
    if deed.to is not UNSET:
        return _way(room, seat, deed.pieces, deed.to)
    raws = deed.route if deed.route is not UNSET else [deed.action]
    actions = [read_action(room.title, raw) for raw in raws if raw is not UNSET]
    if not actions:
        raise Malformed("a route has at least one action")
    return actions


def _way(room: Room, seat: Seat, pieces: str | list[str], to: str) -> list[Any]:
    """The steps to a far hex; raises Refused with the first reason against the hex."""
    names = [pieces] if isinstance(pieces, str) else pieces
    if found := room.title.route(room.match.state, seat, names, to):
        return found
    if reasons := _against(room, seat, names, to).refusals:
        raise Refused(reasons[0])
    raise Malformed(f"no way to {to} is known")


def _typed(room: Room, seat: Seat, text: str) -> list[Any]:
    try:
        return list(room.title.parse(room.match.state, seat, text))
    except ValueError as error:
        raise Malformed(str(error)) from error


def check_turn(room: Room, seat: Seat) -> None:
    """Raises GameOver or NotYourTurn."""
    deciders = room.match.deciders()
    if not deciders:
        raise GameOver("the game is over")
    if seat not in deciders:
        raise NotYourTurn(f"it is not for {seat} to decide now")


def play(room: Room, seat: Seat, deed: requests.Deed) -> Refusal | None:
    """Plays it; the refusal that ended a route of which something was played."""
    check_turn(room, seat)
    actions = meant(room, seat, deed)
    if deed.to is not UNSET:
        return _walk(room, seat, actions)
    route: Route = room.match.play_route(seat, actions)
    if route.refusal is not None and not route.played:
        raise Refused(route.refusal)
    return route.refusal


def _walk(room: Room, seat: Seat, steps: list[Any]) -> Refusal | None:
    """Step by step, until something is shown or rolled or another is to act."""
    for n, step in enumerate(steps):
        route: Route = room.match.play_route(seat, [step])
        if route.refusal is not None:
            if n == 0:
                raise Refused(route.refusal)
            return route.refusal
        if _happened(room, seat, route):
            break
    return None


def _happened(room: Room, seat: Seat, route: Route) -> bool:
    return (
        any(map(room.title.reveals, route.events))
        or room.match.entries[-1].seat != seat
        or seat not in room.match.deciders()
    )


# -- questions -------------------------------------------------------------------------


def why(room: Room, seat: Seat, asked: requests.Why) -> answers.Reasons:
    """The reasons against a spot or an action; none if something can be done."""
    if (asked.spot is UNSET) == (asked.action is UNSET):
        raise Malformed("say exactly one of spot and action")
    check_turn(room, seat)
    if asked.spot is not UNSET:
        return _why_there(room, seat, asked.spot, asked.pieces)
    assert asked.action is not UNSET, "one of the two was given"
    refusal = room.match.refusal(seat, read_action(room.title, asked.action))
    return answers.Reasons([] if refusal is None else [refusal])


def _why_there(room: Room, seat: Seat, spot: str, pieces: list[str] | UnsetType) -> answers.Reasons:
    title, state = room.title, room.match.state
    steps = [] if pieces is UNSET else title.route(state, seat, pieces, spot)
    if steps:
        return answers.Reasons([], [title.spot(step) for step in steps])
    return _against(room, seat, [] if pieces is UNSET else pieces, spot)


def _against(room: Room, seat: Seat, pieces: Sequence[str], spot: str) -> answers.Reasons:
    """Why no way leads there for these pieces, or those in hand; failing that, whatever bars it."""
    reasons = room.match.why_not(seat, spot)
    barrier = room.title.no_way(room.match.state, seat, pieces, spot) if reasons else None
    return (
        answers.Reasons([barrier.refusal], at=barrier.at) if barrier else answers.Reasons(reasons)
    )


def odds(room: Room, seat: Seat, deed: requests.Deed) -> answers.Odds:
    """What the last of the actions that has odds would come to."""
    check_turn(room, seat)
    actions = meant(room, seat, deed)
    for action in actions:
        room.match.refusal(seat, action)  # raises Malformed for what is no action of a seat
    found = [preview for preview in _previews(room, seat, actions) if preview is not None]
    return answers.odds(found[-1] if found else None)


def _previews(room: Room, seat: Seat, actions: list[Any]) -> Iterator[Preview | None]:
    """Each action as if those before it had been played, up to where more would be seen."""
    title = room.title
    state = title.copy(room.match.state)
    for action in actions:
        if (refusal := title.refusal(state, seat, action)) is not None:
            raise Refused(refusal)
        yield title.preview(state, seat, action)
        events = title.apply(state, seat, action)
        if any(map(title.reveals, events)) or title.deciders(state) != (seat,):
            return


def threats(room: Room, seat: Seat, asked: requests.At) -> answers.Threats:
    """What the other side could do at a spot, by what the seat sees."""
    found = room.title.threats(room.match.view(seat), asked.spot)
    return answers.Threats([answers.odds(preview) for preview in found])


def overlay(room: Room, seat: Seat, asked: requests.Show) -> answers.Drawn:
    """An answer drawn on the map, from what the seat sees."""
    try:
        scene = room.title.overlay(room.match.view(seat), asked.name, asked.spot)
    except ValueError as error:
        raise Malformed(str(error)) from error
    return answers.Drawn(scene.overlays, live_svg(scene))
