"""A state as a view tells it, for bots that search: nothing is hidden, so it is the state."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from grognard.titles.bcs.position.state import State
from grognard.titles.bcs.sight.view import PLAIN, View

_BYTES: Final = ("steps", "fatigue", "blocked", "guns")
_LISTS: Final = ("hex_of", "command", "hq", "trains", "routes", "air", "corps")
_DICTS: Final = ("entry", "began", "fired")


def imagine(view: View, _: Random) -> State:
    """The one state that looks so."""
    columns = {name: _open(name, getattr(view, name)) for name in PLAIN}
    state = State(**columns, stacks={}, occupied=[0, 0])
    _stack_up(state)
    return state


def _open(name: str, value: Any) -> Any:
    """A column of a view as the state keeps it."""
    if name in _BYTES:
        return bytearray(value)
    if name in _LISTS:
        return list(value)
    if name in _DICTS:
        return dict(value)
    return [list(pool) for pool in value] if name == "replacements" else value


def _stack_up(state: State) -> None:
    for unit, hex_ in enumerate(state.hex_of):
        if hex_ >= 0:
            state.stacks[hex_] = state.stacks.get(hex_, 0) | 1 << unit
            state.occupied[state.kit.side_of[unit]] |= 1 << hex_
