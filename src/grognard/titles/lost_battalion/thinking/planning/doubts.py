"""Where a player would stop and think: attacks. All else follows the plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.titles.lost_battalion.position import actions as act
from grognard.titles.lost_battalion.position.actions import Action
from grognard.titles.lost_battalion.position.decisions import Assembling, Combat
from grognard.titles.lost_battalion.thinking.planning.planned import Planned

MOST: Final = 4  # offers compared at once
HOPE: Final = -1.5  # what an attack must look like to be thought of at all

_KINDS: Final[dict[type, tuple[type, ...]]] = {
    Combat: (act.Attack, act.Done),
    Assembling: (act.Launch, act.Deliberate),
}


def doubtful(judge: Planned, offers: Sequence[Action]) -> Sequence[Action]:
    """The offers to compare, the best by the plan first; one or none if there is no doubt."""
    kinds = _KINDS.get(type(judge.now.top))
    if kinds is None:
        return ()
    first = max(offers, key=judge.worth)
    if not isinstance(first, kinds):
        return ()
    rest = [a for a in offers if a != first and isinstance(a, kinds) and _thinkable(judge, a)]
    rest.sort(key=lambda action: -_liking(judge, action))
    return (first, *rest[: MOST - 1])


def _liking(judge: Planned, action: Action) -> float:
    if isinstance(action, act.Attack):
        return judge.assault_on(judge.at(action.hex)).worth
    return judge.worth(action)


def _thinkable(judge: Planned, action: Action) -> bool:
    return not isinstance(action, act.Attack) or _liking(judge, action) > HOPE
