"""Words that the log, the prompts and the pictures share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from grognard.book.tally import Tally
from grognard.titles.bcs.kit.kit import QUARTERS, Side

SIDES: Final = ("American", "German")
SNAFU: Final = ("not rolled", "Fail", "Partial", "Full")
_FRACTIONS: Final = ("", "¼", "½", "¾")
_LABEL: Final = re.compile(r"\d\d\.\d\d")
_MINUS: Final = "−"
DIE: Final = 6


def side_name(side: Side) -> str:
    return SIDES[side] if side in (0, 1) else "both sides"


def points(quarters: int) -> str:
    """Movement points as one writes them: `3¼`."""
    whole, rest = divmod(quarters, QUARTERS)
    return f"{whole or ''}{_FRACTIONS[rest]}" or "0"


def hq_name(key: str) -> str:
    """The piece that is a formation's HQ."""
    return f"HQ {key}"


def trains_name(key: str) -> str:
    """The piece that is a formation's Combat Trains."""
    return f"Trains {key}"


def is_label(text: str) -> bool:
    """Whether it has the form of a hex number."""
    return bool(_LABEL.fullmatch(text))


def place(where: str) -> str:
    """A hex by its number, the Support box of a formation, or off the map."""
    if is_label(where):
        return where
    return f"the Support box of {where}" if where else "off the map"


def signed(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else f"{_MINUS}{-amount}"


def of_rule(rule: str) -> str:
    """` (BCS-4.2f)`, nothing for none."""
    return f" ({rule})" if rule else ""


def because(why: str, rule: str = "") -> str:
    """`: the reason (rule)`."""
    return f"{f': {why}' if why else ''}{of_rule(rule)}"


def parts(tally: Tally) -> str:
    """`+2 AR, −1 mixed`."""
    return ", ".join(f"{signed(part.amount)} {part.what}" for part in tally.modifiers)


def signed_parts(tally: Tally) -> tuple[str, ...]:
    """Each part of a sum on a line of its own, with its rule."""
    return tuple(map(str, tally.modifiers))


def faces_words(faces: Sequence[int]) -> str:
    """`5`, or `4 + 3`."""
    return " + ".join(map(str, faces))


def throw(faces: Sequence[int], tally: Tally) -> str:
    """The roll and what it comes to: `4 + 3 − 1 = 6`."""
    words = faces_words(faces)
    if tally.total:
        words += f" + {tally.total}" if tally.total > 0 else f" {_MINUS} {-tally.total}"
    elif len(faces) < 2:
        return words
    return f"{words} = {sum(faces) + tally.total}".replace("-", _MINUS)


def at_least(number: int) -> str:
    """What a die needs."""
    if number > DIE:
        return "what cannot be rolled"
    return f"{number} or more" if number < DIE else str(number)
