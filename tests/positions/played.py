"""What the tests of every title do with a position: play from it, ask why not, look at it."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar, Self

from grognard.book.rulebook import Refusal
from grognard.ground.hexes import Hex
from grognard.waist.asking import Asking
from grognard.waist.chance import Dice, Picked, Rolled
from grognard.waist.title import CHANCE


class Played:
    """A position one can play from; every play is checked for legality first."""

    asking: ClassVar[Asking[Any, Any, Any]]
    state: Any

    def __init__(self, state: Any) -> None:
        self.state = state
        self.events: list[Any] = []

    @staticmethod
    def parse(text: str) -> Any:
        """The action written so."""
        raise NotImplementedError

    @property
    def seat(self) -> Any:
        return self.asking.deciders(self.state)[0]

    # -- playing -----------------------------------------------------------------

    def play(self, *actions: str) -> Self:
        """Plays actions one after another; each must be allowed."""
        for text in actions:
            action = self.parse(text)
            why = self._why_not(action)
            assert why is None, f"{text} was refused: {why}"
            self.take(action)
        return self

    def take(self, action: Any) -> None:
        """Whatever is asked is answered so."""
        self.events += self.asking.apply(self.state, self.seat, action)

    def roll(self, *faces: int) -> Self:
        """Chance answers one roll with these faces."""
        self._is_chance()
        self.take(Rolled(faces))
        return self

    def pick(self, *numbers: int) -> Self:
        """Chance draws these things, counted from 0."""
        for number in numbers:
            self._is_chance()
            self.take(Picked(number))
        return self

    def settle(self, rng: Random) -> None:
        """Chance answers whatever it is asked for."""
        while self.asking.deciders(self.state) == (CHANCE,):
            due = self.asking.draw(self.state)
            if isinstance(due, Dice):
                self.take(Rolled(tuple(rng.randint(1, due.sides) for _ in range(due.count))))
            else:
                self.take(Picked(rng.randrange(due.among)))

    def run(self) -> Self:
        """Carries out what asks nobody."""
        self.events += self.asking.proceed(self.state)
        return self

    def _is_chance(self) -> None:
        asked = self.asking.deciders(self.state)
        assert asked == (CHANCE,), f"chance is not asked by {self.state.top}"

    # -- why not -----------------------------------------------------------------

    def refusal(self, action: str) -> Refusal | None:
        """Why not, if so; what is offered must agree, as the players see nothing else."""
        wanted = self.parse(action)
        why = self._why_not(wanted)
        offered = wanted in self.asking.offers(self.state, self.seat)
        assert offered == (why is None), (action, why)
        return why

    def rule(self, action: str) -> str | None:
        """The id of the rule that refuses an action; None if it is allowed."""
        why = self.refusal(action)
        return None if why is None else why.rule

    def allows(self, action: str) -> bool:
        return self.refusal(action) is None

    def allowed(self) -> list[Any]:
        """The candidates that are not refused, one by one: what is offered must agree."""
        found = self.asking.candidates(self.state, self.seat)
        return [action for action in found if self._why_not(action) is None]

    def offers(self) -> list[str]:
        """What may be done now, as text: `Step 1242`."""
        return [_as_text(action) for action in self.allowed()]

    def _why_not(self, action: Any) -> Refusal | None:
        return self.asking.refusal(self.state, self.seat, action)

    # -- looking -----------------------------------------------------------------

    def hex(self, label: str) -> Hex:
        found: Hex = self.state.kit.grid.at(label)
        return found

    def labels(self, hexes: Iterable[Hex]) -> list[str]:
        return [self.state.kit.grid.label(hex_) for hex_ in hexes]

    def steps(self, name: str) -> int:
        found: int = self.state.steps[self.state.kit.by_name[name]]
        return found

    def told(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def _as_text(action: Any) -> str:
    words = [str(getattr(action, field)) for field in action.__struct_fields__]
    return " ".join([type(action).__name__, *words]).strip()
