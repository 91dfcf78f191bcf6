"""The command line. Each command asks for a title, does one thing, and returns an exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cyclopts import CycloptsError, UnusedCliTokensError

from grognard.terminal import hunting, listing, many, playing, records, rulings
from grognard.terminal.commands import OK, WrongUsage, app

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["WrongUsage", "app", "run"]

_COMMANDS = (listing, playing, records, rulings, hunting, many)


def run(argv: Sequence[str]) -> int:
    """Runs one command line; the exit code."""
    try:
        # Given a list: an empty one must not be taken for "read sys.argv".
        code = app(
            _piped_last(argv) or ["--help"],
            print_error=False,
            exit_on_error=False,
            result_action="return_value",
        )
    except UnusedCliTokensError as error:
        raise WrongUsage(_too_many(error)) from None
    except CycloptsError as error:
        raise WrongUsage(str(error)) from None
    return code if isinstance(code, int) else OK


def _too_many(error: UnusedCliTokensError) -> str:
    words = " ".join(error.unused_tokens or ())
    command = " ".join(error.command_chain or ())
    return f"“{command}” takes no “{words}”; “grognard {command} --help” says what it takes"


def _piped_last(argv: Sequence[str]) -> list[str]:
    """“-” stands for what is piped in; only after “--” is it not taken for an option."""
    if "-" not in argv or "--" in argv:
        return list(argv)
    return [*(word for word in argv if word != "-"), "--", *(word for word in argv if word == "-")]
