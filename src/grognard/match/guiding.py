"""A match played by a lesson: at which step it is, what the step allows, what is off the path.

The step follows from the log alone: whoever goes on with a record, or takes back, is where
the lesson was then.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from grognard.match.faults import OffTheLesson
from grognard.waist.lesson import Check

if TYPE_CHECKING:
    from grognard.match.entries import Entry
    from grognard.match.playing import Match
    from grognard.waist.lesson import Lesson, Step
    from grognard.waist.scene import Notice
    from grognard.waist.title import Title


class Guide:
    """Somebody who looks over a player's shoulder, with a lesson in hand."""

    def __init__(self, title: Title[Any, Any, Any, Any], lesson: Lesson) -> None:
        self.title, self.lesson = title, lesson

    def at(self, match: Match[Any, Any, Any, Any]) -> int:
        """How many steps are done; an entry does one at most."""
        done, steps = 0, self.lesson.steps
        for entry in match.standing():
            if done == len(steps):
                break
            done += self._does(match, entry, steps[done].check)
        return done

    def step(self, match: Match[Any, Any, Any, Any]) -> Step | None:
        """What is to be done; None when the player is on his own."""
        steps, done = self.lesson.steps, self.at(match)
        return steps[done] if done < len(steps) else None

    def fitting(self, step: Step | None, offers: Sequence[Any]) -> list[Any]:
        """The offers on the path, in the order of the lesson; all where none of them is there."""
        wanted = step.allow if step else ()
        found = (offer for words in wanted for offer in offers if self.is_called(offer, words))
        return list(dict.fromkeys(found)) or list(offers)

    def check(self, match: Match[Any, Any, Any, Any], seat: str, action: object) -> None:
        """Raises OffTheLesson for what is allowed by the rules, and not what the step is about."""
        if seat != self.lesson.seat or (step := self.step(match)) is None:
            return
        offers = match.offers(seat)
        if action in offers and action not in self.fitting(step, offers):
            raise OffTheLesson(step.stuck or step.goal)

    def is_called(self, action: Any, words: str) -> bool:
        """Whether a lesson may mean an action by these words."""
        return any(fnmatchcase(name, words) for name in (self.title.describe(action), str(action)))

    def _does(self, match: Match[Any, Any, Any, Any], entry: Entry, check: Check) -> bool:
        mine = entry.seat == self.lesson.seat
        if check == Check():
            return mine
        if check.played and not (mine and self.is_called(entry.action, check.played)):
            return False
        told = match.told(entry.n, self.lesson.seat)
        lines = ((self.title.notice(event), self.title.narrate(event)) for event in told)
        return check == Check(check.played) or any(fits(check, *line) for line in lines)


def fits(check: Check, notice: Notice, line: str) -> bool:
    """Whether a line that was told has all that a check says of lines."""
    wanted = (
        (check.act, (notice.act,)),
        (check.kind, (notice.kind,)),
        (check.at, (notice.at, *notice.spots)),
        (check.to, notice.path[-1:]),
        (check.who, (*notice.who, *notice.spots)),
    )
    return check.line in line and all(not word or word in there for word, there in wanted)
