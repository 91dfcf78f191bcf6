"""How a decision of the Allied system is told: line by line, with rule and hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from grognard.book.priorities import Narrowed
from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import ALLIED, UnitId
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.state import State

T = TypeVar("T")

MANY = 8  # spots a line names; more are counted


class Reasons:
    """The lines of one decision, in the order they were thought."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.lines: list[ev.Line] = []

    def say(self, text: str, rule: str = "", spots: Iterable[str] = ()) -> Reasons:
        if self.state.quiet:
            return self
        self.lines.append(ev.Line(text, rule, tuple(spots)))
        return self

    def unit(self, unit: UnitId, text: str, rule: str = "") -> Reasons:
        """What a test said of a unit."""
        name = self.state.kit.names[unit]
        return self.say(f"{name}: {text}", rule, (name,))

    def hexes(self, text: str, hexes: Iterable[Hex], rule: str = "") -> Reasons:
        """A condition, and the hexes it leaves."""
        if self.state.quiet:
            return self
        spots = list(map(self.state.kit.grid.label, hexes))
        return self.say(f"{text}: {listed(spots)}", rule, spots)

    def narrowed(self, found: Narrowed[Hex]) -> Reasons:
        """How a list of priorities came down to one hex."""
        return self._narrowed(found, self.state.kit.grid.label)

    def narrowed_units(self, found: Narrowed[UnitId]) -> Reasons:
        return self._narrowed(found, lambda unit: self.state.kit.names[unit])

    def _narrowed(self, found: Narrowed[T], show: Callable[[T], str]) -> Reasons:
        if self.state.quiet:
            return self
        for step in found.trace:
            spots = [show(one) for one in step.matched]
            self.say(
                f"{step.name}: {listed(spots) if spots else 'none, passed over'}", step.rule, spots
            )
        return self

    def told(self, procedure: str, subject: str, chosen: str) -> ev.Reasoned:
        """The whole decision."""
        return ev.Reasoned(ALLIED, procedure, subject, chosen, tuple(self.lines))


class Silence(Reasons):
    """For a decision that is only thought through: nothing is written down."""

    def say(self, *_: object, **__: object) -> Reasons:
        return self

    unit = hexes = narrowed = narrowed_units = say


def listed(spots: list[str]) -> str:
    if not spots:
        return "none"
    if len(spots) > MANY:
        return f"{len(spots)}"
    return ", ".join(spots)
