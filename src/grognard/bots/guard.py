"""A bot that can be relied on: in time, within the offers, and never a fault that stops a game."""

from __future__ import annotations

import ctypes
import threading
from random import Random
from typing import TYPE_CHECKING, Any, Final

from grognard.bots.greedy import Greedy
from grognard.bots.uniform import Uniform

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grognard.bots import Bot
    from grognard.title import Title

SECONDS: Final = 60.0  # a decision may take, unless told otherwise


class GivenUp(BaseException):
    """Time is over; not an Exception, so that a bot's own handlers let it pass."""


class Guarded:
    """Plays as its bot does; a decision it fails at is made by the greedy one, or else by lot.

    The cap is always held. `fault` is told each failure in a sentence.
    """

    def __init__(
        self,
        bot: Bot,
        title: Title[Any, Any, Any, Any],
        fault: Callable[[str], None],
        seconds: float = SECONDS,
    ) -> None:
        self.bot, self.seconds, self.fault = bot, seconds, fault
        self._line: tuple[Bot, ...] = (bot, Greedy(title))

    def choose(self, view: Any, offers: Sequence[Any], rng: Random) -> Any:
        before = rng.getstate()
        for bot in self._line:
            own = Random()
            own.setstate(before)  # a bot that was given up on may still be drawing from its own
            try:
                choice = self._checked(bot, view, offers, own)
            except _Failed as failed:
                self.fault(f"{type(bot).__name__.lower()}: {failed}")
                continue
            rng.setstate(own.getstate())
            return choice
        return Uniform().choose(view, offers, rng)

    def why(self, view: Any, offers: Sequence[Any], action: Any) -> str:
        return self.bot.why(view, offers, action)

    def _checked(self, bot: Bot, view: Any, offers: Sequence[Any], rng: Random) -> Any:
        # A list of its own: what the bot does to it is no concern of the next.
        choice = _in_time(lambda: bot.choose(view, list(offers), rng), self.seconds)
        if choice not in offers:
            raise _Failed(f"“{choice}” was not offered")
        return choice


class _Failed(Exception):  # noqa: N818 - caught in this module
    pass


def _in_time(think: Callable[[], Any], seconds: float) -> Any:
    found: list[Any] = []
    wrong: list[str] = []

    def body() -> None:
        try:
            found.append(think())
        except GivenUp:
            pass
        except BaseException as error:
            wrong.append(f"{type(error).__name__}: {error}")

    thread = threading.Thread(target=body, daemon=True, name="bot")
    thread.start()
    thread.join(seconds)
    if found:
        return found[0]
    if wrong:
        raise _Failed(wrong[0])
    _give_up(thread)
    raise _Failed(f"no choice in {seconds:g} seconds")


def _give_up(thread: threading.Thread) -> None:
    """Ends the thread at its next step in Python, so that it takes no more of the machine."""
    if thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(thread.ident), ctypes.py_object(GivenUp)
        )
