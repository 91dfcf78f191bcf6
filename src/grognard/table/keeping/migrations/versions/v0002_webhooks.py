"""Where a seat wants to be told of its turn, and whether it has been."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "webhooks",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("url", sa.String(500), nullable=False),
        sa.Column("told", sa.Boolean, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("watched", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("webhooks")
