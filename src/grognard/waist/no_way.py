"""Why no way leads to a far hex: too far, or where the way breaks off."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

import msgspec

from grognard.book.rulebook import Refusal, RuleId
from grognard.ground.hexes import Grid, Hex


class NoWay(msgspec.Struct, frozen=True):
    """The reason, and the hex where the way ends."""

    refusal: Refusal
    at: str = ""


def too_far(rule: RuleId, to: str, needs: str, left: str) -> NoWay:
    """The way is open, and longer than the points that are left."""
    return NoWay(Refusal(rule, f"too far: {to} needs {needs}, {left} left"), to)


def broken_off(
    grid: Grid,
    costs: Mapping[Hex, int],
    goal: Hex,
    why: Callable[[Hex, Hex], Refusal | None],
) -> NoWay | None:
    """Where the way would have to go on from what can be reached, nearest to the goal, and cannot.

    `costs` are what it takes to come to each hex that can be reached, whatever points are left.
    """
    for here, there in _brinks(grid, costs, goal):
        if (refusal := why(here, there)) is not None:
            words = f"no way to {grid.label(goal)}: {refusal.because}"
            return NoWay(Refusal(refusal.rule, words), grid.label(there))
    return None


def _brinks(grid: Grid, costs: Mapping[Hex, int], goal: Hex) -> Iterator[tuple[Hex, Hex]]:
    """Steps out of what can be reached, those nearest to the goal first, of these the cheapest."""
    for ring in _rings(grid, goal):
        steps = [(costs[h], h, out) for out in ring for h in grid.neighbours(out) if h in costs]
        yield from ((here, out) for _, here, out in sorted(steps) if out not in costs)


def _rings(grid: Grid, goal: Hex) -> Iterator[Collection[Hex]]:
    seen, ring = {goal}, [goal]
    while ring:
        yield ring
        ring = sorted({n for h in ring for n in grid.neighbours(h)} - seen)
        seen.update(ring)
