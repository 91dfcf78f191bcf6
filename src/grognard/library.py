"""The titles this program plays, each imported when it is first asked for."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import Any, Final, TypeAlias, cast

from grognard.waist.referee import Referee
from grognard.waist.title import Title

AnyTitle: TypeAlias = Title[Any, Any, Any, Any]

_MODULES: Final = {
    "lost_battalion": "grognard.titles.lost_battalion",
    "ardennes": "grognard.titles.ardennes",
    "bcs": "grognard.titles.bcs",
}


class UnknownTitle(LookupError):  # noqa: N818 - named for what happened, as in the match
    """No title has that key, in one sentence."""


def titles() -> tuple[str, ...]:
    """The keys of all titles."""
    return tuple(_MODULES)


def title(key: str) -> AnyTitle:
    """The title of that key."""
    if key not in _MODULES:
        raise UnknownTitle(_unknown(key))
    return cast(AnyTitle, import_module(_MODULES[key]))


def referee(key: str) -> Referee:
    """The second reading of that title's rules."""
    title(key)
    return cast(Referee, import_module(f"{_MODULES[key]}.referee").REFEREE)


def _unknown(key: str) -> str:
    near = get_close_matches(key.lower().replace(" ", "_").replace("-", "_"), _MODULES)
    if near:
        return f"there is no title “{key}”; did you mean {' or '.join(near)}?"
    return f"there is no title “{key}”; there is {', '.join(_MODULES)}"
