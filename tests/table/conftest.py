"""A table for a module's tests, served in this process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from table.postgres import Postgres

from grognard.table.app import make_app
from grognard.table.door.limits import Limits

EASY = Limits(burst=1e9, rate=1e9, matches=10_000)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    database = str(tmp_path_factory.mktemp("table") / "table.db")
    with TestClient(make_app(database, EASY)) as client:
        yield client


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    try:
        yield server
    finally:
        server.close()
