"""Words that the log, the prompts and the pictures share."""

from __future__ import annotations

import re
from typing import Final

from grognard.book.tally import Tally
from grognard.titles.ardennes.kit.kit import Side

SIDES: Final = ("German", "Allied")
_SITUATIONS: Final = {
    "always": "whatever the situation",
    "flank": "attacked from the flank",
    "engineers": "combat engineers",
    "fortified": "defender fortified",
    "rough": "defender in woods or forest",
    "armor": "Armor",
    "elite": "Elite",
    "artillery": "Artillery",
    "airpower": "Airpower",
}
_WHO: Final = {"a": "attacker's", "d": "defender's"}
_RATIO: Final = re.compile(r"ratio(>=|<)(\d+:\d+)")


def side_name(side: Side) -> str:
    return SIDES[side] if side in (0, 1) else "both sides"


def sum_words(tally: Tally) -> str:
    """`3: chits 4, city or town -1`; a sum of one part is that part."""
    parts = [f"{part.what} {part.amount}" for part in tally.modifiers]
    if len(parts) < 2:
        return str(tally.total)
    return f"{tally.total}: {', '.join(parts)}"


def signed_parts(tally: Tally) -> tuple[str, ...]:
    """Each part of a sum on a line of its own, with its rule."""
    return tuple(map(str, tally.modifiers))


def situation_words(condition: str) -> str:
    """The condition of a chit's line as a player says it."""
    if found := _RATIO.fullmatch(condition):
        return f"{found[2]} or better" if found[1] == ">=" else f"below {found[2]}"
    if condition in _SITUATIONS:
        return _SITUATIONS[condition]
    what, _, who = condition.rpartition("_")
    return f"{_WHO[who]} {_SITUATIONS[what]}"


def hits_words(attacker: int, defender: int) -> str:
    """What a line of a chit does."""
    found = [
        f"{n} on the {who}" for n, who in ((attacker, "attacker"), (defender, "defender")) if n
    ]
    return " and ".join(found) or "no hit"


def roll_words(roll: int, most: int, *, done: bool, yes: str, no: str) -> str:
    """`rolled 4, needs 6 or less: held`."""
    need = f"{most} or less" if most > 0 else "what cannot be rolled"
    return f"rolled {roll}, {need} needed: {yes if done else no}"
