"""What this table allows, in the site's own words and with the numbers that are in force."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from grognard.table.door.limits import Limits

_KB: Final = 1024
GROUPS: Final = {
    "One visitor": {
        "burst": "requests at once; to begin a match or to load a record counts as ten",
        "rate": "requests a second after that",
        "answers": "requests answered at the same time; more of them wait for these",
        "matches": "matches begun at once, and as many again each hour",
        "bot_matches": "running matches with bots at every seat",
        "connections": "open connections",
        "feeds": "open pages",
        "records_at_once": "records that are being read or wait for it",
    },
    "All visitors together": {
        "all_connections": "open connections",
        "sockets": "open pages",
        "records_waiting": "records that wait while one is read",
    },
    "A record that you load": {
        "record": "in all",
        "entries": "entries",
        "rewinds": "requests to go back",
        "record_seconds": "seconds to replay it",
    },
    "Sizes and times": {
        "body": "in any other request",
        "frame": "in a message of an open page",
        "head_seconds": "seconds for the head of a request to arrive",
        "body_seconds": "seconds for its body to arrive; a record has four times as long",
        "answer_seconds": "seconds to read an answer",
        "idle_seconds": "seconds between two requests of a connection",
        "hello_seconds": "seconds for the first message of an open page",
        "unwatched_seconds": "seconds until a match of bots alone sleeps if nobody looks at it",
    },
}
_BYTES: Final = ("record", "body", "frame")
_PAGE: Final = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>What this table allows · Grognard</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/base.css">
<link rel="stylesheet" href="/static/limits.css"></head>
<body><main>
<h1>What this table allows</h1>
<p>Anybody with a link may play. These limits keep one visitor from slowing another. A visitor is
one address, or one home network. If you ask for more, the table says so and when to come again.
It never takes a running match away.</p>
{tables}
<p>Whoever runs the table changes a limit with <code>grognard serve --limit NAME=NUMBER</code>;
the last column has the names. On the open Internet, put a proxy that speaks TLS in front of the
table, and tell the table its own name with <code>--public-name</code> and the proxy's address with
<code>--trusted-proxy</code>. <code>docs/hosting.md</code>, which comes with the program, says
more.</p>
<p><a href="/">To the lobby</a></p>
</main></body></html>
"""


def page(limits: Limits) -> bytes:
    """The page about a table's limits."""
    tables = "\n".join(_table(name, words, limits) for name, words in GROUPS.items())
    return _PAGE.format(tables=tables).encode()


def _table(name: str, words: dict[str, str], limits: Limits) -> str:
    rows = (_row(limit, what, getattr(limits, limit)) for limit, what in words.items())
    return f"<table><caption>{escape(name)}</caption>\n" + "\n".join(rows) + "</table>"


def _row(name: str, what: str, number: float) -> str:
    told = f"<td>{_shown(name, number)}</td><td>{escape(what)}</td>"
    return f"<tr>{told}<td><code>{name}</code></td></tr>"


def _shown(name: str, number: float) -> str:
    if name in _BYTES:
        return f"{number / _KB:,.0f} KB"
    return f"{number:,g}" if number < 1e6 else f"{number:,.0f}"
