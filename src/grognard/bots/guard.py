"""A bot that can be relied on: in time, within the offers, and never a fault that stops a game."""

from __future__ import annotations

import ctypes
import os
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from grognard.bots.greedy import Greedy
from grognard.bots.uniform import Uniform

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grognard.bots.bot import Bot
    from grognard.waist.title import Title

SECONDS: Final = 60.0  # a decision may take, unless told otherwise
TURN_SECONDS: Final = 600.0  # all decisions of a turn may take together
SHARE: Final = 0.9  # of a turn's time, what the bot itself may use; the rest is the greedy one's


class GivenUp(BaseException):
    """Time is over; not an Exception, so that a bot's own handlers let it pass."""


class Guarded:
    """Plays as its bot does; a decision it fails at is made by the greedy one, or else by lot.

    The caps on a decision and on a turn are always held: when a turn's time is over, lots are
    drawn. A turn is what the title's clock says it is; where that stands still, the whole match.
    `fault` is told each failure in a sentence.
    """

    def __init__(
        self,
        bot: Bot,
        title: Title[Any, Any, Any, Any],
        fault: Callable[[str], None],
        seconds: float = SECONDS,
        turn_seconds: float = TURN_SECONDS,
    ) -> None:
        self.bot, self.seconds, self.fault = bot, seconds, fault
        self.turn_seconds = turn_seconds
        self._greedy: Bot = Greedy(title)
        self._clock = title.clock
        self._turn, self._spent, self._late = -1, 0.0, False
        self._chooser: Bot = bot

    def choose(self, view: Any, offers: Sequence[Any], rng: Random) -> Any:
        self._look_at_clock(view)
        before = rng.getstate()
        for bot, seconds in self._line():
            own = Random()
            own.setstate(before)  # a bot that was given up on may still be drawing from its own
            try:
                choice = self._checked(bot, view, offers, own, seconds)
            except _Failed as failed:
                self.fault(f"{type(bot).__name__.lower()}: {failed}")
                continue
            rng.setstate(own.getstate())
            self._chooser = bot
            return choice
        self._chooser = Uniform()
        return self._chooser.choose(view, offers, rng)

    def why(self, view: Any, offers: Sequence[Any], action: Any) -> str:
        """Why whoever made the last choice made it; nothing, if it cannot say so in time."""
        chooser = self._chooser
        try:
            return str(_in_time(lambda: chooser.why(view, list(offers), action), self.seconds))
        except _Failed as failed:
            self.fault(f"{type(chooser).__name__.lower()}: {failed}")
            return ""

    # -- time ------------------------------------------------------------------------------

    def _look_at_clock(self, view: Any) -> None:
        turn = self._clock(view)
        if turn != self._turn:
            self._turn, self._spent, self._late = turn, 0.0, False

    def _line(self) -> Iterator[tuple[Bot, float]]:
        """Who may still choose, each with the time it has."""
        for bot, share in ((self.bot, SHARE), (self._greedy, 1.0)):
            left = share * self.turn_seconds - self._spent
            if left > 0:
                yield bot, min(self.seconds, left)
            elif not self._late:
                self._late = True
                self.fault(f"{type(bot).__name__.lower()}: the time of this turn is over")

    def _checked(
        self, bot: Bot, view: Any, offers: Sequence[Any], rng: Random, seconds: float
    ) -> Any:
        begun = monotonic()
        try:
            # A list of its own: what the bot does to it is no concern of the next.
            choice = _in_time(lambda: bot.choose(view, list(offers), rng), seconds)
        finally:
            self._spent += monotonic() - begun
        if choice not in offers:
            raise _Failed(f"“{choice}” was not offered")
        return choice


class _Failed(Exception):  # noqa: N818 - caught in this module
    pass


def _in_time(think: Callable[[], Any], seconds: float) -> Any:
    try:
        thinker = _IDLE.pop()
    except IndexError:
        thinker = _Thinker()
    outcome = thinker.ask(think, seconds)
    _IDLE.append(thinker)
    if isinstance(outcome, _Failed):
        raise outcome
    return outcome


class _Thinker(threading.Thread):
    """Thinks for whoever asks, one thought after the other; whoever thinks too long is given up.

    One for all decisions: with a new thread for each, an arena of quick bots took twice as long.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True, name="bot")
        self._asked: SimpleQueue[Callable[[], Any]] = SimpleQueue()
        self._told: SimpleQueue[Any] = SimpleQueue()
        self.start()

    def ask(self, think: Callable[[], Any], seconds: float) -> Any:
        """What comes of it; raises if nothing does in time, and is then of no more use."""
        self._asked.put(think)
        try:
            return self._told.get(timeout=seconds)
        except Empty:
            self._give_up()
            raise _Failed(f"no choice in {seconds:g} seconds") from None

    def run(self) -> None:
        with suppress(GivenUp):
            while True:
                self._told.put(_thought(self._asked.get()))

    def _give_up(self) -> None:
        """Ends it at its next step in Python, so that it takes no more of the machine."""
        self._asked.put(_end)  # had it come to its end just now, it would wait for ever
        if self.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(self.ident), ctypes.py_object(GivenUp)
            )


def _thought(think: Callable[[], Any]) -> Any:
    try:
        return think()
    except GivenUp:
        raise
    except BaseException as error:
        return _Failed(f"{type(error).__name__}: {error}")


def _end() -> None:
    raise GivenUp


_IDLE: Final[list[_Thinker]] = []
if hasattr(os, "register_at_fork"):  # a fork has their names, but not the threads
    os.register_at_fork(after_in_child=_IDLE.clear)
