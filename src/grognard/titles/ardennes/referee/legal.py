"""What the second reading allows at a decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from grognard.titles.ardennes.position import decisions as de
from grognard.titles.ardennes.position.state import State
from grognard.titles.ardennes.referee import march, placing, playing, strife
from grognard.titles.ardennes.referee.position import Position, position_of
from grognard.waist.referee import Legal

READINGS: Final[dict[type, tuple[str, Callable[[Position, State, Any], Iterator[object]]]]] = {
    de.Moving: ("a move", march.moving),
    de.Activation: ("an activation", march.activation),
    de.Assembling: ("an attack", strife.assembling),
    de.Tactics: ("combat tactics", strife.tactics),
    de.Rallying: ("Reinforce Battle", strife.rallying),
    de.ChitCount: ("chits", strife.chit_count),
    de.Hits: ("hits", strife.hits),
    de.Advancing: ("advances", strife.advancing),
    de.Impulse: ("an impulse", playing.impulse),
    de.Discarding: ("discards", playing.discarding),
    de.Gathering: ("a Kampfgruppe", playing.gathering),
    de.Deploying: ("reserves", placing.deploying),
    de.DelayedReserves: ("delayed reserves", placing.delayed),
    de.Refitting: ("replacements", playing.refitting),
    de.Aiming: ("an event's aim", playing.aiming),
    de.BridgeWork: ("bridge work", playing.bridge_work),
    de.OkwRelease: ("OKW divisions", playing.okw_release),
    de.FuelShort: ("fuel", playing.fuel_short),
    de.Reaction: ("a reaction", playing.reaction),
}
"""By the decision on the table: what it is called, and what may be done."""


def legal(state: State) -> Legal | None:
    """The actions at the decision on the table, as one types them."""
    reading = READINGS.get(type(state.stack[-1]))
    if reading is None:
        return None
    what, read = reading
    return Legal(what, frozenset(str(a) for a in read(position_of(state), state, state.stack[-1])))
