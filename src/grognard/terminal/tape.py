"""A record wound forward and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from grognard.match import ASIDES, Match, asides, follow
from grognard.match.verifying import foreseen
from grognard.terminal import looks
from grognard.waist.scene import PHASE, TURN

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.library import AnyTitle
    from grognard.match.records import Record
    from grognard.terminal.screen import Screen
    from grognard.waist.scene import Scene
    from grognard.waist.title import Seat

_EVERY: Final = 25

HELP: Final = """\
Enter         the next entry            back [N]   so many entries back
phase         to the next phase         turn       to the next turn
jump N        to after N entries        log [N]    the last lines up to here
map [0838]    the hexes around          show 0838  what is in a hex
units [WORD]  the counters              facts      turn, pools and limits
end           to the last entry         quit"""


class Tape:
    """The positions of a record, any of them at once or soon."""

    def __init__(self, title: AnyTitle, record: Record, pack: Path | None = None) -> None:
        self.title = title
        self.match: Match[Any, Any, Any, Any] = Match(title, record.header, pack)
        # Where an aside leads cannot be played forward to, so it is kept too.
        self._kept: dict[int, Any] = {0: self.match.state}
        for entry in record.entries:
            with foreseen():
                follow(self.match, (entry,), record.checks)
            n = entry.n + 1
            if n % _EVERY == 0 or isinstance(entry.action, ASIDES):
                self._kept[n] = self.match.state

    def __len__(self) -> int:
        return len(self.match.entries)

    def state(self, n: int) -> Any:
        """The position after the first n entries."""
        start = max(kept for kept in self._kept if kept <= n)
        state = self.title.copy(self._kept[start])
        for entry in self.match.entries[start:n]:
            self.title.apply(state, entry.seat, entry.action)
        return state

    def lines(self, n: int, seat: Seat | None) -> list[str]:
        """What is read of entry n."""
        if asides.is_aside(self.match, n):
            return [asides.sentence(self.title, self.match, n, seat)]
        return [self.title.narrate(event) for event in self.match.told(n, seat)]

    def headings(self, n: int, seat: Seat | None) -> set[int]:
        """The headings among what is read of entry n."""
        return {self.title.notice(event).heading for event in self.match.told(n, seat)}


class Replay:
    """Somebody winding a tape."""

    def __init__(self, tape: Tape, seat: Seat | None, screen: Screen) -> None:
        self.tape, self.seat, self.screen = tape, seat, screen
        self.at = 0
        self._done = False

    def run(self) -> None:
        self.screen.say(f"{len(self.tape)} entries; Enter steps, “help” says more.")
        while not self._done:
            line = self.screen.ask(f"{self.at}/{len(self.tape)}> ")
            if line is None:
                return
            word, _, rest = line.partition(" ")
            command = self._commands().get(word.casefold())
            if command is None:
                self.screen.say(f"“{word}” is not understood; “help” lists what is.", "yellow")
                continue
            try:
                command(rest.strip())
            except ValueError as error:
                self.screen.say(str(error), "yellow")

    def _commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "": lambda _: self._forward(set(), 1),
            "step": lambda _: self._forward(set(), 1),
            "phase": lambda _: self._forward({TURN, PHASE}),
            "turn": lambda _: self._forward({TURN}),
            "end": lambda _: self._jump(str(len(self.tape))),
            "jump": self._jump,
            "back": self._back,
            "map": self._map,
            "show": self._show,
            "units": lambda rest: self.screen.say_all(looks.unit_lines(self._scene(), rest)),
            "facts": lambda _: self.screen.say_all(looks.fact_lines(self._scene())),
            "log": self._log,
            "help": lambda _: self.screen.say(HELP),
            "quit": lambda _: self._quit(),
        }

    def _forward(self, until: set[int], most: int | None = None) -> None:
        """On until one of those headings, or so many entries; everything passed is read."""
        if self.at >= len(self.tape):
            self.screen.say("This is the end of the record.")
            return
        stop = len(self.tape) if most is None else self.at + most
        while self.at < stop:
            lines = self.tape.lines(self.at, self.seat)
            self.screen.say_all(
                lines or [f"({self.tape.match.entries[self.at].seat} acted unseen)"]
            )
            self.at += 1
            if until & self.tape.headings(self.at - 1, self.seat):
                return

    def _jump(self, text: str) -> None:
        if not text.isdecimal() or int(text) > len(self.tape):
            raise ValueError(f"say an entry from 0 to {len(self.tape)}, as in jump 100")
        self.at = int(text)
        self.screen.say(self._prompt())

    def _back(self, text: str) -> None:
        steps = int(text) if text.isdecimal() else 1
        self.at = max(0, self.at - steps)
        self.screen.say(self._prompt())

    def _view(self) -> Any:
        return self.tape.title.view(self.tape.state(self.at), self.seat)

    def _prompt(self) -> str:
        return self.tape.title.prompt(self._view())

    def _scene(self) -> Scene:
        return self.tape.title.scene(self._view())

    def _map(self, spot: str) -> None:
        scene = self._scene()
        recent = self.tape.lines(self.at - 1, self.seat) if self.at else []
        label = looks.hex_called(scene, spot) if spot else looks.last_hex(scene, recent)
        if label is None:
            raise ValueError(f"there is no hex {spot} on the map")
        self.screen.say_all(looks.area(scene, label))

    def _show(self, spot: str) -> None:
        scene = self._scene()
        label = looks.hex_called(scene, spot)
        if label is None:
            raise ValueError(f"there is no hex {spot} on the map")
        self.screen.say_all(looks.hex_lines(scene, label))

    def _log(self, text: str) -> None:
        count = int(text) if text.isdecimal() else 20
        lines = [line for n in range(self.at) for line in self.tape.lines(n, self.seat)]
        self.screen.say_all(lines[-count:] if count else [])

    def _quit(self) -> None:
        self._done = True
