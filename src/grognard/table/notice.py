"""What this table allows, in the site's own words and with the numbers that are in force."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from grognard.table.limits import Limits

_KB: Final = 1024
WORDS: Final = {
    "burst": "requests at once",
    "rate": "requests a second after that",
    "answers": "answers under way at once; further questions wait behind them",
    "matches": "matches begun at once, and as many again each hour",
    "bot_matches": "matches of bots among themselves at play",
    "unwatched_seconds": "seconds after which such a match sleeps if nobody looks",
    "connections": "open connections",
    "all_connections": "open connections of everybody",
    "feeds": "open pages",
    "sockets": "open pages of everybody",
    "record": "of a record that is brought",
    "entries": "entries of such a record",
    "rewinds": "requests to go back in it",
    "record_seconds": "seconds to follow it",
    "records_at_once": "records of one visitor that wait to be read",
    "records_waiting": "records of everybody that wait",
    "body": "of any other request",
    "frame": "of a message on an open page",
    "head_seconds": "seconds for the head of a request",
    "body_seconds": "seconds for its body; a record has four times as long",
    "answer_seconds": "seconds for an answer to be read",
    "idle_seconds": "seconds between two requests of a connection",
    "hello_seconds": "seconds for the first word of an open page",
}
_BYTES: Final = ("record", "body", "frame")
_PAGE: Final = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>What this table allows · Grognard</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml"></head>
<body><main>
<h1>What this table allows</h1>
<p>Anybody with a link may play. So that nobody slows another, each visitor (an address, or a home
behind one) may ask so much at a time. Whoever asks more is told so, and when to come again; no
running match is taken away.</p>
<table>{rows}</table>
<p>Whoever runs the table changes any of these with <code>grognard serve --limit NAME=NUMBER</code>.
On the open Internet a proxy that speaks TLS stands before it: the table is told its own name with
<code>--public-name</code> and the proxy's address with <code>--trusted-proxy</code>. The program's
<code>docs/hosting.md</code> says more.</p>
<p><a href="/">To the table</a></p>
</main></body></html>
"""


def page(limits: Limits) -> bytes:
    """The page about a table's limits."""
    rows = (
        f'<tr><td align="right">{_shown(name, getattr(limits, name))}</td>'
        f"<td>{escape(words)}</td><td><code>{name}</code></td></tr>"
        for name, words in WORDS.items()
    )
    return _PAGE.format(rows="\n".join(rows)).encode()


def _shown(name: str, number: float) -> str:
    if name in _BYTES:
        return f"{number / _KB:,.0f} KB"
    return f"{number:,g}" if number < 1e6 else f"{number:,.0f}"
