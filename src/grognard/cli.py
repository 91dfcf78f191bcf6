"""The command `grognard`: every error is one sentence on stderr, and exit code 2."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from grognard.draw import MissingExtraError
from grognard.library import UnknownTitle

if TYPE_CHECKING:
    from collections.abc import Sequence

FAILED, WRONG = 1, 2


def main(argv: Sequence[str] | None = None) -> None:
    """Runs the command and exits."""
    sys.exit(run(sys.argv[1:] if argv is None else argv))


def run(argv: Sequence[str]) -> int:
    """Runs the command; the exit code."""
    try:
        from grognard.terminal import app
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] == "grognard":
            raise
        needed = "the command line needs cyclopts and rich: pip install 'grognard[terminal]'"
        return _complain(needed)
    try:
        return app.run(argv)
    except (ValueError, UnknownTitle, MissingExtraError, app.WrongUsage) as error:
        return _complain(str(error))
    except BrokenPipeError:
        # Whoever read the output has had enough. Nothing more may be written to it.
        sys.stderr.close()
        return 0
    except OSError as error:
        return _complain(_system(error))
    except KeyboardInterrupt:
        return _complain("interrupted")


def _system(error: OSError) -> str:
    if error.filename is None or error.strerror is None:
        return str(error)
    return f"cannot use {error.filename}: {error.strerror.lower()}"


def _complain(sentence: str) -> int:
    line = " ".join(sentence.split())
    end = "" if line.endswith((".", "?", "!")) else "."
    print(f"grognard: {line}{end}", file=sys.stderr)
    return WRONG


if __name__ == "__main__":
    main()
