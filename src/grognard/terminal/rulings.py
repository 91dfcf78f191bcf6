"""The commands `rules` and `charts`: what a title goes by."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grognard import library
from grognard.terminal.commands import FAILED, OK, WrongUsage, app, as_json
from grognard.terminal.screen import Screen

if TYPE_CHECKING:
    pass


@app.command
def rules(key: str, rule: str | None = None, /, *, json: bool = False) -> int:
    """Show a rule in our own words, or the ledger of all: rule by code by tests.

    Without a rule the exit code is 1 if any rule is enforced nowhere, or untested.

    Parameters
    ----------
    key
        The title.
    rule
        The id of a rule, such as LB-9.18a.
    json
        Print JSON instead of text.
    """
    from grognard.terminal.tables import ledger_lines, ledger_of, rule_lines

    title = library.title(key)
    book = ledger_of(title)
    if rule is not None:
        found = next((line for line in book.lines if line.id.casefold() == rule.casefold()), None)
        if found is None:
            raise WrongUsage(f"{title.NAME} has no rule “{rule}”")
        if json:
            return as_json(msgspec.to_builtins(found))
        Screen().say_all(rule_lines(found, book.tests_seen))
        return OK
    if json:
        about = {"ok": book.ok, "summary": book.summary}
        about |= {"uncited": list(book.uncited), "untested": list(book.untested)}
        about["unenforced"] = list(book.unenforced)
        as_json({**about, **msgspec.to_builtins(book)})
    else:
        Screen().say_all(ledger_lines(book))
    return OK if book.ok else FAILED


@app.command
def charts(key: str, /, *, pack: Path | None = None, json: bool = False) -> int:
    """Show every chart and value with its provenance, once all data have been checked.

    seed: the rule corrections; found: a page that was read; recalled: from memory; inferred: from
    the others; reading: our choice; stand-in: invented, because the printed value is not known.

    Parameters
    ----------
    key
        The title.
    pack
        A folder of your own charts, checked in place of ours.
    json
        Print JSON instead of text.
    """
    from grognard.terminal.tables import chart_lines, read_charts

    title = library.title(key)
    found = read_charts(title, pack)
    if json:
        return as_json(found.plain())
    Screen().say_all(chart_lines(found))
    return OK
