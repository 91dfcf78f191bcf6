"""How long until the engine is there and the campaign is set up, in a new interpreter."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass

GAMES = {"lost_battalion": "historical", "ardennes": "gs-3"}
LIMITS = {"lost_battalion": 0.3, "ardennes": 0.6}
CLOCKED = """
import time
start = time.perf_counter(); {load}
loaded = time.perf_counter(); {setup}
print(loaded - start, time.perf_counter() - start)
"""


@dataclass(frozen=True)
class Loading:
    """Seconds, the best of some tries: clocked inside, and as `-X importtime` adds them up."""

    title: str
    imported: float
    ready: float
    importtime: float
    tries: list[float]

    @property
    def limit(self) -> float:
        return LIMITS[self.title]

    @property
    def verdict(self) -> str:
        return "goal" if self.ready < self.limit else "MISS"


def measure_all(tries: int) -> list[Loading]:
    return [measure(title, tries) for title in GAMES]


def measure(title: str, tries: int) -> Loading:
    clocked = [clock(title) for _ in range(tries)]
    return Loading(
        title=title,
        imported=min(imported for imported, _ in clocked),
        ready=min(ready for _, ready in clocked),
        importtime=min(add_up_importtime(title) for _ in range(tries)),
        tries=[ready for _, ready in clocked],
    )


def code(title: str) -> tuple[str, str]:
    """What imports the engine with a title, and what sets a game of it up."""
    name = f"grognard.titles.{title}"
    return f"import grognard.match, {name}", f"{name}.setup({GAMES[title]!r}, {{}})"


def clock(title: str) -> tuple[float, float]:
    """Seconds to import, and to import and set up."""
    load, setup = code(title)
    done = python("-c", CLOCKED.format(load=load, setup=setup))
    imported, ready = done.stdout.split()
    return float(imported), float(ready)


def add_up_importtime(title: str) -> float:
    """Seconds of all modules, the interpreter's own included; the tool itself costs some."""
    done = python("-X", "importtime", "-c", "; ".join(code(title)))
    own = [line.split(":", 1)[1].split("|")[0] for line in done.stderr.splitlines()]
    return sum(int(text) for text in own if text.strip().isdigit()) / 1e6


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)
