"""The tables that matches are kept in, as `migrations` makes them."""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa

_meta = sa.MetaData()
_MATCH_COLUMNS: Final = (
    ("id", sa.String(32)),
    ("title", sa.String(64)),
    ("edition", sa.Integer),
    ("scenario", sa.String(64)),
    ("options", sa.JSON),
    ("pack", sa.String(64)),
    ("seed", sa.String(64)),
    ("private", sa.Boolean),
    ("created", sa.Float),
    ("names", sa.JSON),
    ("length", sa.Integer),
    ("over", sa.Boolean),
    ("deciders", sa.JSON),
    ("turn_line", sa.Text),
    ("says_why", sa.Boolean),
)
matches = sa.Table("matches", _meta, *(sa.Column(name, kind) for name, kind in _MATCH_COLUMNS))
listed = sa.Table("listed", _meta, *(sa.Column(name, kind) for name, kind in _MATCH_COLUMNS))
entries = sa.Table(
    "entries",
    _meta,
    sa.Column("match", sa.String(32)),
    sa.Column("n", sa.Integer),
    sa.Column("seat", sa.String(64)),
    sa.Column("action", sa.Text),
    sa.Column("hash", sa.String(32)),
    sa.Column("state", sa.String(32)),
    sa.Column("why", sa.Text),
)
seats = sa.Table(
    "seats",
    _meta,
    sa.Column("match", sa.String(32)),
    sa.Column("seat", sa.String(64)),
    sa.Column("issue", sa.Integer),
    sa.Column("kind", sa.String(64)),
    sa.Column("token_hash", sa.String(64)),
    sa.Column("revoked", sa.Boolean),
)

JSON: Final = {name for name, kind in _MATCH_COLUMNS if kind is sa.JSON}


def plain(table: sa.Table) -> sa.Select[Any]:
    """All of a table, JSON as its text: what is broken in one row must not hide the others."""
    return sa.select(*(sa.cast(c, sa.Text).label(c.name) if _is_json(c) else c for c in table.c))


def _is_json(column: sa.Column[Any]) -> bool:
    return isinstance(column.type, sa.JSON)
