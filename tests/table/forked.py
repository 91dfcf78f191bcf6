"""Servers that start at once and can be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx2


class Forker:
    """Forks servers from a process that has everything read already."""

    def __init__(self) -> None:
        script = Path(__file__).with_name("forker.py")
        self._process = subprocess.Popen(
            [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def serve(self, database: Path | str) -> Server:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{database}\n")
        self._process.stdin.flush()
        pid, address = self._process.stdout.readline().split()
        return Server(int(pid), address)

    def __enter__(self) -> Forker:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=20)


class Server:
    """One server, known by its process and its address."""

    def __init__(self, pid: int, address: str) -> None:
        self.pid = pid
        self.client = httpx2.Client(base_url=address, timeout=20)

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        self.kill()
        with suppress(ProcessLookupError):
            for _ in range(1000):
                os.kill(self.pid, 0)
                time.sleep(0.005)
