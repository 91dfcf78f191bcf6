"""Logs as the store has them, read beside the servers and checked."""

from __future__ import annotations

from typing import Any

from grognard.match import Header, Match, fold
from grognard.table.keeping.rows import EntryRow, MatchRow, entries_of, rows_of
from grognard.table.keeping.store import Store
from grognard.titles import lost_battalion as lb


def read(database: str, match: str) -> tuple[MatchRow, list[EntryRow]]:
    """A match and its log, of one moment."""
    store = Store(database)
    try:
        for _ in range(100):
            row, rows = store.match(match), store.entries(match)
            assert row is not None
            # PostgreSQL may still be at the last commit of a server that is dead already.
            if row.length == len(rows):
                return row, rows
    finally:
        store.close()
    raise AssertionError(f"{row.length} entries should be there, {len(rows)} are")


def header(row: MatchRow) -> Header:
    return Header(row.title, row.edition, row.scenario, row.options, row.pack, row.seed)


def check_log(database: str, match: str) -> int:
    """The log is one chain of legal entries, every position as it was; its length."""
    row, rows = read(database, match)
    checks = {entry.n: entry.state for entry in rows if entry.state}
    folded: Match[Any, Any, Any, Any] = fold(lb, header(row), entries_of(lb, rows), checks)
    assert len(rows) - 1 in checks
    assert [r.hash for r in rows_of(folded, 0, "grognard")] == [r.hash for r in rows]
    return len(rows)
