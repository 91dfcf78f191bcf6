"""Games in processes that are killed, where fresh processes can find them."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grognard.sim.game import play_game

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
