"""What the second reading allows at a decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from grognard.referee import Legal
from grognard.titles.ardennes.decisions import (
    Activation,
    Advancing,
    Assembling,
    ChitCount,
    Hits,
    Moving,
    Rallying,
    Tactics,
)
from grognard.titles.ardennes.referee import march, strife
from grognard.titles.ardennes.referee.position import Position
from grognard.titles.ardennes.state import State

READINGS: Final[dict[type, tuple[str, Callable[[Position, State, Any], Iterator[object]]]]] = {
    Moving: ("a move", march.moving),
    Activation: ("an activation", march.activation),
    Assembling: ("an attack", strife.assembling),
    Tactics: ("combat tactics", strife.tactics),
    Rallying: ("Reinforce Battle", strife.rallying),
    ChitCount: ("chits", strife.chit_count),
    Hits: ("hits", strife.hits),
    Advancing: ("advances", strife.advancing),
}
"""By the decision on the table: what it is called, and what may be done."""


def legal(state: State) -> Legal | None:
    """The actions at the decision on the table, as one types them."""
    reading = READINGS.get(type(state.stack[-1]))
    if reading is None:
        return None
    what, read = reading
    return Legal(what, frozenset(str(a) for a in read(Position(state), state, state.stack[-1])))
