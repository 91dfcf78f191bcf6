"""How long until the engine is there and the campaign is set up, in a new interpreter."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass

LIMIT = 0.3
IMPORT = "import grognard.match, grognard.titles.lost_battalion"
SETUP = "grognard.titles.lost_battalion.setup('historical', {})"
CLOCKED = f"""
import time
start = time.perf_counter(); {IMPORT}
loaded = time.perf_counter(); {SETUP}
print(loaded - start, time.perf_counter() - start)
"""


@dataclass(frozen=True)
class Loading:
    """Seconds, the best of some tries: clocked inside, and as `-X importtime` adds them up."""

    imported: float
    ready: float
    importtime: float
    tries: list[float]

    @property
    def verdict(self) -> str:
        return "goal" if self.ready < LIMIT else "MISS"


def measure(tries: int) -> Loading:
    clocked = [clock() for _ in range(tries)]
    return Loading(
        imported=min(imported for imported, _ in clocked),
        ready=min(ready for _, ready in clocked),
        importtime=min(add_up_importtime() for _ in range(tries)),
        tries=[ready for _, ready in clocked],
    )


def clock() -> tuple[float, float]:
    """Seconds to import, and to import and set up."""
    done = python("-c", CLOCKED)
    imported, ready = done.stdout.split()
    return float(imported), float(ready)


def add_up_importtime() -> float:
    """Seconds of all modules, the interpreter's own included; the tool itself costs some."""
    done = python("-X", "importtime", "-c", f"{IMPORT}; {SETUP}")
    own = [line.split(":", 1)[1].split("|")[0] for line in done.stderr.splitlines()]
    return sum(int(text) for text in own if text.strip().isdigit()) / 1e6


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)
