"""The command `grognard`: every error is one sentence on stderr, and exit code 2.

Nothing else is imported before an interrupt would be one sentence too.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # not from typing, which takes a while
if TYPE_CHECKING:
    from collections.abc import Sequence

FAILED, WRONG, INTERRUPTED = 1, 2, 130


def main(argv: Sequence[str] | None = None) -> None:
    """Runs the command and exits."""
    code = run(sys.argv[1:] if argv is None else argv)
    import signal

    # All is said and done; who interrupts now wants it gone, and no traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(code)


def run(argv: Sequence[str]) -> int:
    """Runs the command; the exit code."""
    try:
        return _run(argv)
    except KeyboardInterrupt as stop:
        return _complain(str(stop) or "interrupted", INTERRUPTED)


def _run(argv: Sequence[str]) -> int:
    from grognard.draw import MissingExtraError
    from grognard.library import UnknownTitle

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


def _system(error: OSError) -> str:
    if error.filename is None or error.strerror is None:
        return str(error)
    return f"cannot use {error.filename}: {error.strerror.lower()}"


def _complain(sentence: str, code: int = WRONG) -> int:
    line = " ".join(sentence.split())
    end = "" if line.endswith((".", "?", "!")) else "."
    print(f"grognard: {line}{end}", file=sys.stderr)
    return code


if __name__ == "__main__":
    main()
