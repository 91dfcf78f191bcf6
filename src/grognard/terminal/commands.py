"""What all commands share: the program they belong to, its exit codes, and small words."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from cyclopts import App, Parameter

from grognard.terminal.manual import ManualPage

if TYPE_CHECKING:
    from grognard.library import AnyTitle
    from grognard.waist.title import Seat

OK, FAILED, WRONG = 0, 1, 2


class WrongUsage(Exception):  # noqa: N818 - named for what happened
    """The command line itself was not understood."""


def _version() -> str:
    try:
        return version("grognard")
    except PackageNotFoundError:
        return "unknown"


app = App(
    name="grognard",
    help="""Play operational hex-and-counter wargames by their whole rulebook.

The program knows every rule, offers only what is legal, says which rule forbids what is not,
rolls the dice, keeps the log, and plays the side nobody sits at.

Begin with: grognard play lost_battalion --scenario learning --seat german=planner""",
    help_format="plaintext",
    help_formatter=ManualPage(),
    help_epilogue="""Exit codes: 0 all is well; 1 something was found wanting (rules, fuzz, golden)
or a match is no longer kept (play); 2 the command could not be carried out, with one sentence on
stderr that says why; 130 it was interrupted.

NO_COLOR is honoured; piped output is plain text.""",
    version=_version,
    default_parameter=Parameter(negative=""),
    suppress_keyboard_interrupt=False,
)


def as_json(value: Any) -> int:
    print(json.dumps(value, ensure_ascii=False, indent=1))
    return OK


def pairs(what: str, words: list[str]) -> dict[str, str]:
    pairs = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not (key and sign and value):
            raise WrongUsage(f"--{what} wants KEY=VALUE, not “{word}”")
        pairs[key.strip()] = value.strip()
    return pairs


def seat_of(title: AnyTitle, name: str) -> Seat:
    for seat in title.SEATS:
        if seat == name:
            return seat
    raise WrongUsage(f"{title.NAME} has no seat “{name}”; its seats are {', '.join(title.SEATS)}")
