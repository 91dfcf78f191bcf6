"""Serving the table from this process."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import uvicorn

from grognard.table.app import make_app
from grognard.table.calling import Hosts
from grognard.table.limits import Limits
from grognard.table.store import Store

if TYPE_CHECKING:
    from starlette.applications import Starlette

_GRACE: Final = 3
# Seconds for which a bot that thinks keeps the interpreter while others wait for it. With
# Python's own, ten times as long, two that search make everybody else's table sluggish.
_KEEPS: Final = 0.0005


def default_database() -> str:
    """A file in the user's data folder."""
    return f"sqlite:///{_data_folder() / 'grognard' / 'table.db'}"


def _data_folder() -> Path:
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")


def serve(
    host: str,
    port: int,
    database: str | None,
    *,
    show: bool,
    say: Callable[[str], None],
    hosts: Hosts | None = None,
) -> None:
    """Serves until interrupted; raises OSError or BadDatabase before it has begun."""
    where = database or default_database()
    Store(where).close()  # what is wrong with it is said before anybody comes
    limits = Limits()
    with _listening(host, port) as listening:
        address = _address(listening)
        say(f"The table is at {address} (stop it with Ctrl-C).")
        sys.stdout.flush()  # into a pipe or a file it would wait for more
        if show:
            open_page(address)
        run(make_app(where, limits, hosts=hosts), limits, listening)


def run(app: Starlette, limits: Limits, listening: socket.socket) -> None:
    """Serves an app on a socket until interrupted."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        server_header=False,
        ws_max_size=limits.frame,
        timeout_graceful_shutdown=_GRACE,
    )
    sys.setswitchinterval(_KEEPS)
    # Being interrupted is how a server ends, once those under way have been answered.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


def open_page(address: str) -> bool:
    """Opens it in a browser, if there is a screen to see it on; whether that was done."""
    windows = sys.platform in ("darwin", "win32")
    # Without a screen a text browser would take the terminal.
    if not (windows or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    with suppress(webbrowser.Error, OSError):
        return webbrowser.open(address)
    return False


def _listening(host: str, port: int) -> socket.socket:
    # Listening already: a browser that is opened now waits for the first answer.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=1024)
    # Connections have it from here: otherwise the second half of an answer waits for the
    # receipt of the first, which is long in coming.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"
