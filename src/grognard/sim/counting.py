"""What is counted while a game is played, by what every title says of itself."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import msgspec

from grognard.waist.chance import Dice
from grognard.waist.scene import PHASE, TURN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grognard.library import AnyTitle
    from grognard.waist.chance import Draw, Outcome
    from grognard.waist.title import Seat

FIGHTING: Final = frozenset({"combat", "fire", "loss"})
LOSS: Final = "loss"
PROBE_EVERY: Final = 10  # decisions
PROBES: Final = 400  # candidates at most
_ID: Final = re.compile(r"[A-Z]+-[\w.]*\w")


class Counts:
    """Turns, losses, fights, dice and rules of one game."""

    def __init__(self, title: AnyTitle, state: Any, game: int) -> None:
        self.title = title
        self.rules = title.rules()
        board = title.scene(title.view(state, None)).board
        self.hexes = {spot.label for spot in board.hexes}
        self._turns = self.picks = 0
        self._unheralded = 0  # 1 where the first turn began with the game, and no line says so
        self.decisions = game  # so that not all games are sampled at the same decisions
        self._losses: dict[str, Counter[int]] = {}
        self.fights: Counter[str] = Counter()
        self.dice: dict[str, list[int]] = {}
        self.cited: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    @property
    def turn(self) -> int:
        """The turn the game is in, as far as the log names turns."""
        return self._turns + self._unheralded

    @property
    def losses(self) -> dict[str, dict[str, int]]:
        """By side and turn."""
        return {
            side: {str(turn + self._unheralded): count for turn, count in turns.items()}
            for side, turns in self._losses.items()
        }

    def drawn(self, draw: Draw, outcome: Outcome) -> None:
        """Chance has answered."""
        if not isinstance(draw, Dice):
            self.picks += 1
            return
        faces = self.dice.setdefault(str(draw.sides), [0] * draw.sides)
        for face in getattr(outcome, "faces", ()):
            faces[face - 1] += 1

    def told(self, events: Sequence[Any]) -> None:
        """An entry has happened; each hex fought over counts once for it."""
        fought: set[str] = set()
        for event in events:
            notice = self.title.notice(event)
            self._turns += notice.heading == TURN
            if notice.heading == PHASE and not self._turns:
                self._unheralded = 1
            if notice.kind in FIGHTING:
                fought.update(self.hexes.intersection(notice.spots))
            if notice.kind == LOSS:
                self._losses.setdefault(notice.side, Counter())[self._turns] += 1
            self._cite(msgspec.json.encode(event, enc_hook=str).decode(), notice.detail)
        self.fights.update(fought)

    def _cite(self, event: str, detail: Iterable[str]) -> None:
        """Each rule once for each event, wherever its id stands."""
        found = set(_ID.findall(event)).union(*(_ID.findall(line) for line in detail))
        self.cited.update(found & self.rules.keys())

    def asked(self, state: Any, seat: Seat) -> None:
        """A seat is to decide: at every tenth decision, what would be refused?"""
        if self.decisions % PROBE_EVERY == 0:
            for action in islice(self.title.candidates(state, seat), PROBES):
                refusal = self.title.refusal(state, seat, action)
                if refusal is not None:
                    self.refused[refusal.rule] += 1
        self.decisions += 1
