"""Orders of the day: by formation, what it is to take on its way. The scenario has them."""

from __future__ import annotations

from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import FormationId
from grognard.titles.bcs.thinking.judgement.situation import Situation


def aim(here: Situation, number: FormationId) -> Hex | None:
    """The first of a formation's aims that it has not got yet; a defender's first of all."""
    aims = aims_of(here, number)
    if not here.is_german:
        return aims[0] if aims else None
    return next((hex_ for hex_ in aims if here.wanted >> hex_ & 1), None)


def aims_of(here: Situation, number: FormationId) -> tuple[Hex, ...]:
    """What a formation is to see to."""
    order = here.orders.get(number)
    if order is None:
        return ()
    later = order.later and here.state.turn >= order.later_from
    return order.later if later else order.aims


def is_ordered(here: Situation, number: FormationId, hex_: Hex) -> bool:
    """Whether a hex is among a formation's aims; any is, for one without orders."""
    aims = aims_of(here, number)
    return not aims or hex_ in aims
