"""Matches, their seats and their logs; and the list of the open ones."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("edition", sa.Integer, nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("pack", sa.String(64), nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("names", sa.JSON, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("deciders", sa.JSON, nullable=False),
        sa.Column("turn_line", sa.Text, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("hash", sa.String(32), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("issue", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("revoked", sa.Boolean, nullable=False),
    )
    op.create_index("matches_by_age", "matches", ["created"])
    op.execute("CREATE VIEW listed AS SELECT * FROM matches WHERE NOT private")


def downgrade() -> None:
    op.execute("DROP VIEW listed")
    op.drop_table("seats")
    op.drop_table("entries")
    op.drop_table("matches")
