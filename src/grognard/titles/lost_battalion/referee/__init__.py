"""A second reading of the rules: see `grognard.waist.referee`.

It is written from the ledger, the rulings and the chart files, over labels, names and
sets; of the program it takes the printed data (`kit`) and the plain columns of a state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from grognard.titles.lost_battalion.position.state import copy
from grognard.titles.lost_battalion.referee.asked import READINGS
from grognard.titles.lost_battalion.referee.comparing import facts
from grognard.titles.lost_battalion.referee.deeds import deeds
from grognard.titles.lost_battalion.referee.position import Position
from grognard.titles.lost_battalion.referee.scattered import scattered
from grognard.waist.referee import Compared, Legal

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from grognard.titles.lost_battalion.position.actions import Action
    from grognard.titles.lost_battalion.position.events import Event
    from grognard.titles.lost_battalion.position.state import State
    from grognard.waist.referee import Referee
    from grognard.waist.title import Seat


AT_IT: Final = frozenset(
    ("Strike", "Attack", "Bombard", "Commit", "Launch", "Fire", "Again", "Absorb")
)
"""What leads to a fight, and on."""
IDLE: Final = frozenset(("Done", "Halt", "CallOff", "Return", "Drop", "Lift"))


class _Reading:
    """The referee of this title."""

    def __init__(self) -> None:
        self._looked: tuple[Position, ...] = ()  # at the last two positions, the later first

    def scattered(self, scenario: str, rng: Random) -> State:
        return scattered(scenario, rng)

    def choose(self, offers: list[Any], rng: Random) -> Any:
        """What the sides do in a scattered position: they fight."""
        kinds = {type(offer).__name__ for offer in offers}
        rest = (kinds & AT_IT if rng.random() < 0.5 else None) or kinds - IDLE or kinds
        wanted = rest if rng.random() < 0.8 else kinds
        return rng.choice([offer for offer in offers if type(offer).__name__ in wanted])

    def legal(self, state: State, _seat: Seat) -> Legal | None:
        kind = type(state.stack[-1]).__name__
        if kind not in READINGS:
            return None
        position = self._look(state)
        return Legal(kind, frozenset(READINGS[kind](position, state.stack[-1])))

    def facts(self, state: State) -> Iterable[Compared]:
        return facts(state, self._look(state))

    def deeds(
        self, before: State, _seat: Seat, action: Action, _told: list[Event], after: State
    ) -> Iterable[Compared]:
        return deeds(self._look(before), action, self._look(after))

    def _look(self, state: State) -> Position:
        """A position is looked at once: after an action, and before the next."""
        known = next((p for p in self._looked if p.state == state), None)
        if known is None:
            known = Position(copy(state))
            self._looked = (known, *self._looked[:1])
        return known


REFEREE: Final[Referee] = _Reading()
