"""Games in processes that are killed or held up, where fresh processes can find them."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grognard.sim.game import play_game
from grognard.sim.runs import Run

if TYPE_CHECKING:
    from grognard.sim.plan import Plan


def dies_at_its_first_try(plan: Plan, number: int) -> bytes:
    """As `play_game`, in a process that once is killed half way."""
    mark = Path(plan.seed)
    if number == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_game(msgspec.structs.replace(plan, seed="k"), number)


def dies(plan: Plan, number: int) -> bytes:
    del plan, number
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("this process is gone")


def hold_up_after_a_game(ready: str, go: str) -> None:
    """Lets the arena of this process keep one game, say so, and wait for a word."""
    add = Run.add

    def held_up(run: Run, number: int, line: bytes) -> None:
        add(run, number, line)
        Path(ready).touch()
        while not Path(go).exists():
            time.sleep(0.02)

    Run.add = held_up  # type: ignore[method-assign] # for this process only
