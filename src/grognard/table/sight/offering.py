"""What may be done, as the page is told of it.

The page matches no verbs and no names. So each row says what it calls itself, which pieces it
speaks of, and whether it is struck at somebody.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from grognard.table.messages.answers import OfferRow

if TYPE_CHECKING:
    from grognard.library import AnyTitle
    from grognard.match import AnyMatch
    from grognard.waist.scene import Scene
    from grognard.waist.title import Seat


def offer_rows(title: AnyTitle, match: AnyMatch, seat: Seat, scene: Scene) -> list[OfferRow]:
    offering = _Offering(title, scene)
    state, left = match.state, title.unfinished
    return [offering.row(action, left(state, seat, action)) for action in match.offers(seat)]


class _Offering:
    """The pieces of a scene, and which of them are taken up for what."""

    def __init__(self, title: AnyTitle, scene: Scene) -> None:
        self._title = title
        self._pieces = {piece.id for piece in scene.pieces}
        pairs = [(kind, piece.id) for piece in scene.pieces for kind in piece.offers]
        self._takers = dict(reversed(pairs))  # of two pieces the first is meant

    def row(self, action: Any, left: tuple[str, ...]) -> OfferRow:
        text, spot = self._title.describe(action), self._title.spot(action)
        names = tuple(self._named(action, spot))
        taker = self._taker(action, spot)
        return OfferRow(
            token=str(action),
            text=text,
            spot=spot,
            action=action,
            left=left,
            verb=text.split(" ", 1)[0],
            blow=bool(getattr(action, "blow", False)),
            names=names,
            taker=taker,
            begun=text.replace(spot, "…") if spot and (names or taker) else "",
        )

    def _named(self, action: Any, spot: str) -> Iterable[str]:
        """The pieces it names, but for the one that is its spot."""
        values = (getattr(action, field) for field in action.__struct_fields__)
        return (v for v in values if isinstance(v, str) and v != spot and v in self._pieces)

    def _taker(self, action: Any, spot: str) -> str:
        """The piece to take up for it, if that leads to its spot or is all that it takes."""
        alone = not any(getattr(action, field) for field in action.__struct_fields__)
        kind = type(action).__name__.lower()
        return self._takers.get(kind, "") if spot or alone else ""
