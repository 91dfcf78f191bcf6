"""The searches as the rest asks for them: compiled where that was done, plain elsewhere.

`python -m grognard.ground.compiling` makes the compiled twin (extra `fast`); GROGNARD_PLAIN=1
leaves it aside. A twin made of another source than the one that lies here is left aside too.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zlib import crc32

from grognard.ground.plain import NEVER, Chain, Graph, Hex, HexSet, Lead, Steps, Ways

__all__ = [
    "COMPILED",
    "NEVER",
    "Chain",
    "Field",
    "Graph",
    "Hex",
    "HexSet",
    "Lead",
    "Steps",
    "Ways",
    "by_cost",
    "chain",
    "hexset",
    "leads",
    "members",
    "reach",
    "reach_paths",
]

SOURCE: Final = Path(__file__).with_name("twin.pyx")


def made_of() -> int:
    """What a twin of the source that lies here says of itself."""
    return crc32(SOURCE.read_bytes())


def _has_twin() -> bool:
    if os.environ.get("GROGNARD_PLAIN") or sys.byteorder != "little":
        return False
    try:
        from grognard.ground.twin import MADE_OF
    except ImportError:
        return False
    return bool(made_of() == MADE_OF)


COMPILED: Final = not TYPE_CHECKING and _has_twin()

if TYPE_CHECKING or not COMPILED:
    from grognard.ground.plain import (
        Field,
        by_cost,
        chain,
        hexset,
        leads,
        members,
        reach,
        reach_paths,
    )
else:
    from grognard.ground.twin import (
        Field,
        by_cost,
        chain,
        hexset,
        leads,
        members,
        reach,
        reach_paths,
    )
