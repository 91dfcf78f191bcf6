"""The titles this program plays, each imported when it is first asked for."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from grognard.waist.title import Title

if TYPE_CHECKING:
    from collections.abc import Callable

    from grognard.titles import ardennes, bcs, lost_battalion
    from grognard.waist.referee import Referee

AnyTitle: TypeAlias = Title[Any, Any, Any, Any]


class UnknownTitle(LookupError):  # noqa: N818 - named for what happened, as in the match
    """No title has that key, in one sentence."""


# -- the shelf: that each module is a whole title is checked where it is returned ----------

if TYPE_CHECKING:
    _Ardennes: TypeAlias = Title[ardennes.State, ardennes.Action, ardennes.Event, ardennes.View]
    _Bcs: TypeAlias = Title[bcs.State, bcs.Action, bcs.Event, bcs.View]
    _LostBattalion: TypeAlias = Title[
        lost_battalion.State, lost_battalion.Action, lost_battalion.Event, lost_battalion.View
    ]


def _ardennes() -> _Ardennes:
    from grognard.titles import ardennes

    return ardennes


def _bcs() -> _Bcs:
    from grognard.titles import bcs

    return bcs


def _lost_battalion() -> _LostBattalion:
    from grognard.titles import lost_battalion

    return lost_battalion


_SHELF: Final[dict[str, Callable[[], AnyTitle]]] = {
    "lost_battalion": _lost_battalion,
    "ardennes": _ardennes,
    "bcs": _bcs,
}


def titles() -> tuple[str, ...]:
    """The keys of all titles."""
    return tuple(_SHELF)


def title(key: str) -> AnyTitle:
    """The title of that key; raises UnknownTitle."""
    if key not in _SHELF:
        raise UnknownTitle(_unknown(key))
    return _SHELF[key]()


def referee(key: str) -> Referee:
    """The second reading of that title's rules."""
    title(key)
    found: Referee = import_module(f"grognard.titles.{key}.referee").REFEREE
    return found


def _unknown(key: str) -> str:
    near = get_close_matches(key.lower().replace(" ", "_").replace("-", "_"), _SHELF)
    if near:
        return f"there is no title “{key}”; did you mean {' or '.join(near)}?"
    return f"there is no title “{key}”; there is {', '.join(_SHELF)}"
