"""The titles this program plays, each imported when it is first asked for.

Besides those that come with it, whoever starts the program may name others in GROGNARD_TITLES, each
by its key and where it is imported from; commas stand between several:

    GROGNARD_TITLES=crossroads=crossroads:GAME
"""

from __future__ import annotations

import os
import sys
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from grognard.waist.title import Title

if TYPE_CHECKING:
    from collections.abc import Callable

    from grognard.titles import ardennes, bcs, lost_battalion
    from grognard.waist.referee import Referee

AnyTitle: TypeAlias = Title[Any, Any, Any, Any]


_PARTS: Final = [part for part in Title.__mro__ if part.__module__.startswith("grognard.")]
_NAMES: Final = sorted(
    {name for part in _PARTS for name in (*vars(part), *part.__annotations__) if name[0] != "_"}
)
"""What a title must be able to say."""


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


VARIABLE: Final = "GROGNARD_TITLES"


def titles() -> tuple[str, ...]:
    """The keys of all titles."""
    return (*_SHELF, *_from_elsewhere())


def title(key: str) -> AnyTitle:
    """The title of that key; raises UnknownTitle."""
    if key in _SHELF:
        return _SHELF[key]()
    elsewhere = _from_elsewhere()
    if key not in elsewhere:
        raise UnknownTitle(_unknown(key))
    return _brought(key, elsewhere[key])


def _from_elsewhere() -> dict[str, str]:
    """By key, where the titles are imported from that the environment names."""
    named = [entry.partition("=") for entry in os.environ.get(VARIABLE, "").split(",") if entry]
    return {key.strip(): where.strip() for key, _, where in named if key.strip() not in _SHELF}


@cache
def _brought(key: str, where: str) -> AnyTitle:
    if not where:
        raise UnknownTitle(f"{VARIABLE} says not where “{key}” is: KEY=MODULE or KEY=MODULE:NAME")
    try:
        found = imported(where)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownTitle(
            f"the title “{key}” of {VARIABLE} is not at “{where}”: {error}"
        ) from error
    if missing := [name for name in _NAMES if not hasattr(found, name)]:
        raise UnknownTitle(f"“{where}” is no title: it lacks {', '.join(missing[:8])}")
    if key != found.KEY:
        raise UnknownTitle(f"the title at “{where}” has the key {found.KEY}, not {key}")
    return found


# -- titles on their way to another process ------------------------------------------------


def imported(where: str) -> AnyTitle:
    """The title that is imported from there: from a module, or from MODULE:NAME."""
    module, _, name = where.partition(":")
    home: Any = import_module(module)
    found: AnyTitle = getattr(home, name) if name else home
    return found


def where(title: AnyTitle) -> str:
    """Where a title is imported from; a ValueError where it has no name to be found by."""
    if isinstance(title, ModuleType):
        return title.__name__
    home = sys.modules[type(title).__module__]
    for name, value in vars(home).items():
        if value is title:
            return f"{home.__name__}:{name}"
    raise ValueError(f"{title.NAME} has no name in a module, so it cannot travel")


def packed(title: AnyTitle) -> AnyTitle | str:
    """What to pickle of a title: where it is imported from, or itself if it has no name there."""
    try:
        return where(title)
    except ValueError:
        return title


def unpacked(kept: AnyTitle | str) -> AnyTitle:
    return imported(kept) if isinstance(kept, str) else kept


def package_of(title: AnyTitle) -> Path:
    """The folder of a title's sources."""
    home = title if isinstance(title, ModuleType) else sys.modules[type(title).__module__]
    return Path(home.__file__ or "").resolve().parent


def referee(key: str) -> Referee:
    """The second reading of that title's rules."""
    title(key)
    if key not in _SHELF:
        raise UnknownTitle(f"the title “{key}” has no second reading")
    found: Referee = import_module(f"grognard.titles.{key}.referee").REFEREE
    return found


def _unknown(key: str) -> str:
    near = get_close_matches(key.lower().replace(" ", "_").replace("-", "_"), titles())
    if near:
        return f"there is no title “{key}”; did you mean {' or '.join(near)}?"
    return f"there is no title “{key}”; there is {', '.join(titles())}"
