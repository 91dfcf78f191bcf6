"""A game in play as an agent meets it: one seat to choose, a numbered menu, draws, copies.

The log it keeps is the one a match with the same seed would keep, so that every
game played here can be saved, replayed and verified as a record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from grognard import library
from grognard.book.canonical import pack_hash
from grognard.match import Entry, Header, Match, check_scenario, fold, full_options
from grognard.waist.chance import Dice, Fate, Outcome, Picked, Rolled
from grognard.waist.title import CHANCE, Seat, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from grognard.library import AnyTitle

Reward: TypeAlias = Callable[[Verdict, Seat], float]

MORE: Final = "more"  # an index that stands for the rest of a long menu


class NoSuchChoice(ValueError):  # noqa: N818 - named for what happened, as in the match
    """An index that stands for no offer of the present menu, in one sentence."""


def win_or_lose(verdict: Verdict, seat: Seat) -> float:
    """1 for the winner, -1 for the others, 0 for all in a draw."""
    if verdict.winner is None:
        return 0.0
    return 1.0 if verdict.winner == seat else -1.0


def players(title: AnyTitle, scenario: str) -> tuple[Seat, ...]:
    """The seats of a scenario, in order; raises BadSetup."""
    check_scenario(title, scenario)
    return next(info.seats for info in title.scenarios() if info.key == scenario)


class Play:
    """A position, its log and the present menu of at most `width` choices.

    With a seed chance is settled at once. Without one every die and every draw
    waits as a choice of its own among `chances` equal ones.
    """

    def __init__(
        self,
        title: AnyTitle,
        scenario: str,
        options: Mapping[str, str] | None = None,
        *,
        width: int,
        seed: str | None = None,
        pack: Path | None = None,
    ) -> None:
        check_scenario(title, scenario)
        chosen = full_options(title, options or {})
        self.title, self.width, self.pack = title, width, pack
        self.header = Header(title.KEY, title.EDITION, scenario, chosen, pack_hash(pack), seed)
        self.state: Any = title.setup(scenario, chosen, pack)
        self.entries: list[Entry] = []
        self.events: list[list[Any]] = []
        self.page = 0
        self.faces: tuple[int, ...] = ()  # of a roll whose dice have not all fallen
        self._fate = None if seed is None else Fate(seed)
        self._offers: list[Any] | None = None
        self._settle()

    # -- asking ------------------------------------------------------------------

    @property
    def seat(self) -> Seat | None:
        """Who is to choose: the first of those asked, CHANCE, or nobody when the game is over."""
        return next(iter(self.title.deciders(self.state)), None)

    @property
    def is_chance(self) -> bool:
        return self.seat == CHANCE

    def menu(self) -> list[Any]:
        """What each index stands for: actions, and MORE in the last place of a menu too long."""
        rest = self.offers()[self.page * (self.width - 1) :]
        return rest if len(rest) <= self.width else [*rest[: self.width - 1], MORE]

    def offers(self) -> list[Any]:
        """Everything the seat to choose may do, however much it is."""
        if self._offers is None:
            seat = self.seat
            nobody = seat is None or seat == CHANCE
            self._offers = [] if nobody else self.title.offers(self.state, Seat(str(seat)))
        return self._offers

    def chances(self) -> int:
        """Among how many equal outcomes chance chooses now."""
        draw = self.title.draw(self.state)
        return draw.sides if isinstance(draw, Dice) else draw.among

    def verdict(self) -> Verdict | None:
        return self.title.verdict(self.state)

    def view(self, seat: Seat | None) -> Any:
        return self.title.view(self.state, seat)

    def told(self, seat: Seat) -> list[str]:
        """The log as a seat may know it: a line for each entry, and its own choices in full."""
        return [self._line(entry, seat) for entry in self.entries]

    def _line(self, entry: Entry, seat: Seat) -> str:
        seen = (self.title.redact(event, seat) for event in self.events[entry.n])
        words = [self.title.narrate(event) for event in seen if event is not None]
        mine = [f"({self.title.describe(entry.action)})"] if entry.seat == seat else []
        return " ".join([f"{entry.n}:", *mine, *words])

    def rewards(self, reward: Reward) -> dict[Seat, float]:
        """What each seat gets: nothing before the verdict."""
        seats, verdict = players(self.title, self.header.scenario), self.verdict()
        return {s: 0.0 if verdict is None else reward(verdict, s) for s in seats}

    # -- playing -----------------------------------------------------------------

    def choose(self, index: int) -> None:
        """Plays what an index of the menu stands for; raises NoSuchChoice."""
        menu = self.menu()
        if not 0 <= index < len(menu):
            raise NoSuchChoice(f"{index} is none of the {len(menu)} choices of {self.seat}")
        if menu[index] is MORE:
            self.page += 1
            return
        self.act(menu[index])

    def act(self, action: Any) -> None:
        """Plays an offer of the seat to choose."""
        seat = self.seat
        assert seat is not None, "nobody is to choose"
        self._enter(seat, action)
        self._settle()

    def chance(self, which: int) -> None:
        """Lets chance choose: a face less one, or the number of the thing drawn."""
        if not self.is_chance or not 0 <= which < self.chances():
            raise NoSuchChoice(f"{which} answers no draw that is due")
        draw = self.title.draw(self.state)
        if not isinstance(draw, Dice):
            self._enter(CHANCE, Picked(which))
            return
        self.faces = (*self.faces, which + 1)
        if len(self.faces) == draw.count:
            self._enter(CHANCE, Rolled(self.faces))

    def _settle(self) -> None:
        while self._fate is not None and self.is_chance:
            draw = self.title.draw(self.state)
            self._enter(CHANCE, self._fate.settle(draw, len(self.entries)))

    def _enter(self, seat: Seat, action: Any | Outcome) -> None:
        state = self.title.copy(self.state)  # copies of this game may hold the old one
        self.events.append(self.title.apply(state, seat, action))
        self.state = state
        self.entries.append(Entry(len(self.entries), seat, action))
        self.page, self.faces, self._offers = 0, (), None

    # -- copies ------------------------------------------------------------------

    def clone(self) -> Play:
        """A game that goes its own way from here."""
        twin = object.__new__(Play)
        twin.__dict__.update(self.__dict__)
        twin.entries, twin.events = self.entries[:], self.events[:]
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Play:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        # States share what does not change; the log is smaller, and says the same.
        kept = (self.entries, self.page, self.faces)
        return _again, (library.packed(self.title), self.header, self.width, self.pack, *kept)

    def match(self) -> Match[Any, Any, Any, Any]:
        """The match of this log, every entry asked about again."""
        return fold(self.title, self.header, self.entries, pack=self.pack)


def _again(
    kept: AnyTitle | str,
    header: Header,
    width: int,
    pack: Path | None,
    entries: list[Entry],
    page: int,
    faces: tuple[int, ...],
) -> Play:
    """A game as it was pickled, played again from its log."""
    play = Play(library.unpacked(kept), header.scenario, header.options, width=width, pack=pack)
    for entry in entries:
        play._enter(entry.seat, entry.action)
    play.header, play.page, play.faces = header, page, faces
    play._fate = None if header.seed is None else Fate(header.seed)
    return play
