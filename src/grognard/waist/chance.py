"""Chance is a seat: what it is asked for, what it answers, and who answers for it.

A title never rolls. It says which draw is due; the answer arrives as an action
by `CHANCE` like any other. `Fate` answers for a match from its seed and the
number of the entry, so that a change of rules shifts no later roll.
"""

from __future__ import annotations

import hashlib
from typing import TypeAlias

import msgspec


class Dice(msgspec.Struct, frozen=True, tag=True):
    """Please roll so many dice of so many sides, for this purpose."""

    count: int
    sides: int
    purpose: str = ""


class Pick(msgspec.Struct, frozen=True, tag=True):
    """Please draw one of so many equal things, for this purpose."""

    among: int
    purpose: str = ""


Draw: TypeAlias = Dice | Pick


class Rolled(msgspec.Struct, frozen=True, tag=True):
    """The faces that came up."""

    faces: tuple[int, ...]

    def __str__(self) -> str:
        return "roll " + " ".join(map(str, self.faces))


class Picked(msgspec.Struct, frozen=True, tag=True):
    """The number of the thing drawn, from 0."""

    which: int

    def __str__(self) -> str:
        return f"draw {self.which}"


Outcome: TypeAlias = Rolled | Picked


def answers(draw: Draw, outcome: object) -> bool:
    """Whether an outcome is one that this draw can have."""
    match draw, outcome:
        case Dice(count, sides), Rolled(faces):
            return len(faces) == count and all(1 <= face <= sides for face in faces)
        case Pick(among), Picked(which):
            return 0 <= which < among
    return False


class Fate:
    """Settles draws from a secret seed, the same on every machine."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def settle(self, draw: Draw, entry: int) -> Outcome:
        """The outcome of a draw that becomes the entry of that number."""
        if isinstance(draw, Pick):
            return Picked(self._number(draw.among, entry, 0))
        return Rolled(tuple(1 + self._number(draw.sides, entry, i) for i in range(draw.count)))

    def _number(self, below: int, entry: int, index: int) -> int:
        # 64 bits against a handful of sides: the bias is below one in 10^17.
        text = f"{self.seed}/{entry}/{index}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big") % below
