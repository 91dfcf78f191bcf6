"""What one seat may see of a match: all of it is made from that seat's view.

Nothing here asks the state but through the title's `view`, `redact` and `offers`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from grognard.draw import live_svg
from grognard.match import asides
from grognard.table.messages.answers import Now, Request, result
from grognard.table.sight.offering import offer_rows
from grognard.table.sight.sheets import Seen
from grognard.waist.scene import Offer, Scene, without_board

if TYPE_CHECKING:
    from grognard.library import AnyTitle
    from grognard.match import AnyMatch
    from grognard.waist.title import Seat


def now_of(title: AnyTitle, match: AnyMatch, seat: Seat | None) -> Now:
    """The match as that seat sees it, its log left out."""
    view = match.view(seat)
    scene = title.scene(view)
    barred = () if seat is None else _barred(title, match, seat)
    return replace(
        moment_of(title, match.state, seat, view, replace(scene, offers=barred)),
        n=len(match.entries),
        offers=[] if seat is None else offer_rows(title, match, seat, scene),
        can_undo=seat is not None and match.can_undo(seat),
        request=_request(title, match, seat),
    )


def seen_by(title: AnyTitle, match: AnyMatch, seat: Seat | None) -> Seen:
    """All that a seat sees of the match but for its log."""
    view = match.view(seat)
    scene = title.scene(view)
    return Seen(
        seat=seat,
        scene=scene if seat is None else replace(scene, offers=_barred(title, match, seat)),
        prompt=title.prompt(view),
        deciders=title.deciders(match.state),
        offers=() if seat is None else tuple(offer_rows(title, match, seat, scene)),
        undo=seat is not None and match.can_undo(seat),
        request=_request(title, match, seat) or None,
        verdict=result(title.verdict(match.state)) or None,
    )


def moment_of(title: AnyTitle, state: Any, seat: Seat | None, view: Any, scene: Scene) -> Now:
    """A position as that seat sees it: nothing can be done there, and nothing has happened."""
    deciders = title.deciders(state)
    return Now(
        n=0,
        seat=seat,
        deciders=deciders,
        over=not deciders,
        prompt=title.prompt(view),
        scene=without_board(scene),
        live_svg=live_svg(scene),
        offers=[],
        can_undo=False,
        log=[],
        verdict=result(title.verdict(state)),
    )


def _request(title: AnyTitle, match: AnyMatch, reader: Seat | None) -> Request | UnsetType:
    """The open request, in words for that reader."""
    if (asked := match.request) is None:
        return UNSET
    words = asides.sentence(title, match, asked.n, reader)
    return Request(asked.seat, asked.to, words, asked.pending)


def _barred(title: AnyTitle, match: AnyMatch, seat: Seat) -> tuple[Offer, ...]:
    """The buttons that cannot be pressed now, each with the reason."""
    describe, spot = title.describe, title.spot
    return tuple(
        Offer(str(action), describe(action), spot(action), refusal.because, refusal.rule)
        for action, refusal in match.barred(seat)
    )


def looks_the_same(now: Now, before: Now | None) -> bool:
    """Whether nothing but the number and the log has changed for whoever sees it."""
    if before is None:
        return False
    plain = msgspec.structs.replace(now, n=0, log=[], stopped=UNSET)
    return plain == msgspec.structs.replace(before, n=0, log=[], stopped=UNSET)
