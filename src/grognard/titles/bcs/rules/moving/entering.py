"""What a combat unit's coming to a hex brings about, however it comes."""

from __future__ import annotations

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import UnitId
from grognard.titles.bcs.position.questions import Events
from grognard.titles.bcs.position.state import State, face, note, put
from grognard.titles.bcs.rules.command import hq_retreats, mixing
from grognard.titles.bcs.rules.fighting import support
from grognard.titles.bcs.rules.turn import bridges, victory


@cites("BCS-1.2d.e", "BCS-R.20", "BCS-9.2.b")
def enter(state: State, unit: UnitId, to: Hex, how: str) -> Events:
    """A unit comes to a hex; `how` is "move", "advance", "retreat" or "arrive"."""
    start, side = state.hex_of[unit], state.kit.side_of[unit]
    put(state, unit, to)
    state.entry.pop(unit, None)
    if how in ("move", "advance"):
        note(state, moved=state.moved | 1 << unit)
    told = victory.take(state, side, to)
    if face(state, unit).prepared:
        told += hq_retreats.jump(state, unit, to)
    told += mixing.entered(state, unit) + bridges.entered(state, unit, to)
    return told + support.crossed(state, unit, start, to)
