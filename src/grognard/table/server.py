"""Serving the table from this process."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import uvicorn

from grognard.table.app import make_app
from grognard.table.calling.posting import Hosts
from grognard.table.door.connections import Doors, fitting, keep_log_short, note, protocol
from grognard.table.door.limits import Limits
from grognard.table.door.visitors import Network, own_names
from grognard.table.keeping.store import Store

if TYPE_CHECKING:
    from types import FrameType

    from starlette.applications import Starlette

_GRACE: Final = 3
_LAST: Final = 7.0  # seconds after which it ends whatever is under way
_BACKLOG: Final = 128
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
    limits: Limits | None = None,
    trusted: tuple[Network, ...] = (),
    names: Iterable[str] = (),
) -> None:
    """Serves until interrupted; raises OSError or BadDatabase before it has begun."""
    where = database or default_database()
    Store(where).close()  # what is wrong with it is said before anybody comes
    bounds = fitting(limits or Limits())
    doors = Doors(bounds, trusted)
    with _listening(host, port) as listening:
        address = _address(listening)
        say(f"The table is at {address} (stop it with Ctrl-C).")
        sys.stdout.flush()  # into a pipe or a file it would wait for more
        if show:
            open_page(address)
        known = own_names(names)
        app = make_app(where, bounds, hosts=hosts, trusted=trusted, names=known)
        run(app, bounds, listening, doors)


def run(
    app: Starlette, limits: Limits, listening: socket.socket, doors: Doors | None = None
) -> None:
    """Serves an app on a socket until interrupted."""
    config = uvicorn.Config(
        app,
        http=protocol(doors or Doors(limits)),
        # Who is behind a proxy is found out by ourselves, from proxies that are named.
        proxy_headers=False,
        log_level="warning",
        server_header=False,
        ws_max_size=limits.frame,
        timeout_keep_alive=limits.idle_seconds,
        timeout_graceful_shutdown=_GRACE,
        # Out of descriptors each of these would be a line in the log, again and again.
        backlog=_BACKLOG,
    )
    keep_log_short()
    sys.setswitchinterval(_KEEPS)
    # Being interrupted is how a server ends, once those under way have been answered.
    with suppress(KeyboardInterrupt):
        _Server(config, app).run(sockets=[listening])


class _Server(uvicorn.Server):
    """Ends in good time, whatever is under way: what was acknowledged is in the store."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self.app = app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(note)
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._captured_signals.clear()  # it was asked to end, and ends: nothing went wrong
        last = threading.Timer(_LAST, os._exit, [0])
        last.daemon = True
        last.start()
        table = getattr(self.app.state, "table", None)
        if table is not None:
            table.porter.close()


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
    listening = socket.create_server((host, port), family=family, backlog=_BACKLOG)
    # Connections have it from here: otherwise the second half of an answer waits for the
    # receipt of the first, which is long in coming.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"
