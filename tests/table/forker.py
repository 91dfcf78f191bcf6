"""A process that has read everything and forks a server for each database named to it.

Run as a script: each line of its input is a database, each line of its output the
number of a process and the address it serves.
"""

from __future__ import annotations

import os
import signal
import sys

from grognard.table.desk.books import warm_up
from grognard.table.server import serve


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    warm_up()
    for line in sys.stdin:
        if os.fork() == 0:
            _serve(line.strip())
            os._exit(0)


def _serve(database: str) -> None:
    serve("127.0.0.1", 0, database, show=False, say=_say)


def _say(sentence: str) -> None:
    address = next(word for word in sentence.split() if word.startswith("http"))
    print(os.getpid(), address.rstrip("/"), flush=True)


if __name__ == "__main__":
    main()
