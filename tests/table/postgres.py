"""A PostgreSQL of one's own: Debian's, in a temporary folder, gone when the tests are."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

PASSWORD = "s3cret-for-tests"
# PostgreSQL will not be run by root.
AS_NOBODY: dict[str, Any] = (
    {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}
)


def program(name: str) -> str:
    """Debian keeps them out of the way, one folder for each version."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = str(debian[-1]) if debian else shutil.which(name)
    assert found, f"{name} is missing: install Debian's postgresql (scripts/setup does)"
    return found


class Postgres:
    """A cluster that listens on a socket in its folder alone."""

    def __init__(self) -> None:
        # Short: the path of a socket may not be long. Not pytest's: others may not enter that.
        self.folder = Path(tempfile.mkdtemp(prefix="grognard-pg-", dir="/tmp"))
        self._process: subprocess.Popen[bytes] | None = None
        if AS_NOBODY:
            shutil.chown(self.folder, "postgres", "postgres")
        word = self.folder / "password"
        word.write_text(PASSWORD)
        word.chmod(0o644)
        options = ["--no-sync", "-U", "grognard", "-A", "scram-sha-256", "--pwfile", str(word)]
        where = ["-D", str(self.folder / "data"), "-E", "UTF8", "--no-locale"]
        subprocess.run(
            [program("initdb"), *where, *options],
            check=True,
            capture_output=True,
            cwd="/",
            **AS_NOBODY,
        )
        self.start()

    def start(self) -> None:
        # The tests kill tables, not this: it need not wait for the disk.
        settings = ["fsync=off", "listen_addresses=", "max_connections=120"]
        words = [word for setting in settings for word in ("-c", setting)]
        data, socket = str(self.folder / "data"), str(self.folder)
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [program("postgres"), "-D", data, "-k", socket, *words],
                stdout=log,
                stderr=log,
                cwd="/",
                **AS_NOBODY,
            )
        self._await()

    def _await(self) -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                self.connect().close()
                return
            except psycopg.OperationalError:
                time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def stop(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        self._process.wait(60)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def connect(self, database: str = "postgres") -> psycopg.Connection[Any]:
        where = {"host": str(self.folder), "user": "grognard", "dbname": database}
        return psycopg.connect(password=PASSWORD, autocommit=True, **where)

    def url(self, database: str, password: str = PASSWORD) -> str:
        return f"postgresql://grognard:{password}@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"t{secrets.token_hex(6)}"
        with self.connect() as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self.url(name)
