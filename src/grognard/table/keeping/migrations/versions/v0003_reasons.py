"""Whether the bots of a match say why they do something, and what they said."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_LISTED = "CREATE VIEW listed AS SELECT * FROM matches WHERE NOT private"


def upgrade() -> None:
    op.execute("DROP VIEW listed")
    silent = sa.Column("says_why", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("matches", silent)
    op.execute(_LISTED)
    op.add_column("entries", sa.Column("why", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("entries", "why")
    op.execute("DROP VIEW listed")
    op.drop_column("matches", "says_why")
    op.execute(_LISTED)
