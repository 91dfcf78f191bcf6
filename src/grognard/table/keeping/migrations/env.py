"""Run by alembic, on the connection that the store hands over."""

from __future__ import annotations

from alembic import context


def _migrate() -> None:
    connection = context.config.attributes["connection"]
    # SQLite too can take a change of tables back, so a kill leaves all of it or nothing.
    context.configure(connection=connection, transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()


_migrate()
