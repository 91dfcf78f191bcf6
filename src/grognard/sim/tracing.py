"""Which rules' code runs: games played again with an eye on the functions that cite them."""

from __future__ import annotations

import sys
from inspect import unwrap
from typing import TYPE_CHECKING, Any

from grognard.sim.game import play

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import FrameType

    from grognard.sim.plan import Plan


def rules_reached(plan: Plan, games: Iterable[int]) -> set[str]:
    """The ids cited by functions that ran in these games.

    Told as yes or no, not how often: what a title remembers it does not work out again.
    """
    plan.open_title()
    cited = {id(code): ids for code, ids in _citing(plan.package)}
    reached: set[int] = set()

    def look(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and id(frame.f_code) in cited:
            reached.add(id(frame.f_code))

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        for number in games:
            play(plan, number)
    finally:
        sys.setprofile(before)
    return {rule for code in reached for rule in cited[code]}


def has_citations(plan: Plan) -> bool:
    """Whether functions of this title say which rules they stand for."""
    plan.open_title()
    return any(True for _ in _citing(plan.package))


def _citing(package: str) -> Iterator[tuple[Any, tuple[str, ...]]]:
    inside = [m for name, m in list(sys.modules.items()) if f"{name}.".startswith(f"{package}.")]
    for module in inside:
        for thing in list(vars(module).values()):
            members = vars(thing).values() if isinstance(thing, type) else (thing,)
            for member in members:
                ids = getattr(member, "__dict__", {}).get("cites")
                if ids and (code := getattr(unwrap(member), "__code__", None)) is not None:
                    yield code, ids
