"""The commands `list` and `bots`: what there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from grognard import library
from grognard.terminal.commands import OK, app, as_json
from grognard.terminal.screen import Screen

if TYPE_CHECKING:
    from grognard.library import AnyTitle


@app.command(name="list")
def list_(*, json: bool = False) -> int:
    """List the titles, with their scenarios, seats and options.

    Parameters
    ----------
    json
        Print JSON instead of text.
    """
    screen = Screen()
    titles = [_about(library.title(key)) for key in library.titles()]
    if json:
        return as_json(titles)
    for about in titles:
        screen.say(f"{about['key']}  {about['name']}, edition {about['edition']}", "bold")
        screen.say(f"  seats: {', '.join(about['seats'])}")
        for row in about["scenarios"]:
            screen.say(
                f"  scenario {row['key']}: {row['name']}, {row['turns']} turns. {row['text']}"
            )
        for row in about["options"]:
            values = "|".join(row["values"])
            screen.say(f"  option {row['key']}={values}: {row['text']} ({row['rule']})")
    return OK


def _about(title: AnyTitle) -> dict[str, Any]:
    scenarios: list[dict[str, Any]] = msgspec.to_builtins(list(title.scenarios()))
    for row in scenarios:
        row["text"] = " ".join(row["text"].split())
    return {
        "key": title.KEY,
        "name": title.NAME,
        "edition": title.EDITION,
        "seats": list(title.SEATS),
        "scenarios": scenarios,
        "options": msgspec.to_builtins(list(title.OPTIONS)),
    }


@app.command
def bots() -> int:
    """List the bots that can take a seat."""
    from grognard.bots import NAMES, by_name

    title = library.title(library.titles()[0])
    for name in NAMES:
        words = (type(by_name(name, title)).__doc__ or "").strip().splitlines()[0]
        Screen().say(f"{name}  {words}")
    return OK
