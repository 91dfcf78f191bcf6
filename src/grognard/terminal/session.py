"""A match played in a terminal: people type, bots answer, the record is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from grognard.book.words import capital
from grognard.bots import decide
from grognard.match import AnyMatch, MatchError, OffTheLesson
from grognard.match.holding import ChangedFile
from grognard.match.writing import RecordWriter, save
from grognard.terminal import looks
from grognard.terminal.lines import menu, sentence, step_lines
from grognard.terminal.questions import Questions
from grognard.waist.title import seats_of

if TYPE_CHECKING:
    from grognard.bots import Bot
    from grognard.library import AnyTitle
    from grognard.match import Guide
    from grognard.terminal.screen import Screen
    from grognard.waist.title import Seat


_BATCH: Final = 50
_MUCH: Final = 60  # lines of what has happened, at most
_LOST: Final = " The match is no longer kept; “save FILE” writes it to another file."

HELP: Final = """\
Type the number of an offer, or what to do in words. For example:
{usage}
And at any time:
  list [WORD]           all offers, or those with a word in them
  why HEX               why nothing can be done there; also why UNIT, why ACTION
  odds [ACTION]         what the attacks on offer, or one action, would come to
  threats HEX           what the other side could do there, as far as you can see
  show HEX              what is in a hex; also with a unit
  map [HEX] [RADIUS]    the hexes around, drawn in letters
  units [WORD]          the counters you can see
  cards [WORD]          the cards and chits you can see, and how many lie in the piles
  facts                 turn, pools and limits
  ask NAME [SPOT]       an answer drawn on the map, in words: {overlays}
  ask on, ask off       whether ending a step with something left is asked about first
  rules ID              a rule in our own words
  log [N]               the last lines of the log
  step, brief           in a lesson: what is to be done now; who you are and how you win
  undo                  take your last action back, if nothing has sealed it
  save FILE             write the record of the match to a file
  help, quit"""


class Session:
    """People and bots at one table."""

    def __init__(
        self,
        title: AnyTitle,
        match: AnyMatch,
        bots: Mapping[Seat, Bot],
        screen: Screen,
        writer: RecordWriter | None = None,
        guide: Guide | None = None,
    ) -> None:
        self.match, self.title, self.bots = match, title, bots
        self.guide = guide
        self._taught = -1  # the step that was shown last
        self.screen, self.writer = screen, writer
        self.questions = Questions(title, match, screen)
        self.people = [s for s in seats_of(self.title, match.header.scenario) if s not in bots]
        self._seen: dict[Seat | None, int] = {}
        self._last: Seat | None = None
        self._noted: set[tuple[Seat, str]] = set()
        self._doubted: Any = None  # what was asked about; typed again it is meant
        self._asks = screen.is_terminal  # a script says what it means
        self._over = False
        self.lost = False  # the file of the record is no longer ours

    # -- the loop ------------------------------------------------------------------------

    def run(self) -> None:
        """Plays until the game is over or somebody quits."""
        self.match.settle()
        self.match.drop_request()
        self._keep()
        self._lesson_begins()
        while not self._over and (deciders := self.match.deciders()):
            seat = deciders[0]
            if seat in self.bots:
                self._bot(seat)
            else:
                self._person(seat)
        self._keep()
        if not self.match.deciders():
            self._verdict()

    def _bot(self, seat: Seat) -> None:
        self.match.play(seat, decide(self.bots[seat], self.match, seat).choice)
        # Nobody has been told yet; the disk is waited for now and then, and before each prompt.
        if len(self.match.entries) % _BATCH == 0:
            self._keep()

    def _person(self, seat: Seat) -> None:
        self._keep()
        if not self._hand_over(seat):
            return
        self._catch_up(seat)
        self.screen.say()
        self.screen.say(self.title.prompt(self.match.view(seat)), "bold")
        offers = self.match.offers(seat)
        step = self.guide.step(self.match) if self.guide else None
        if self.guide and step:
            offers = self.guide.fitting(step, offers)
        self.screen.say_all(menu(self.title.describe, offers))
        if self.guide:
            self._teach(self.guide)
        else:
            self._asides(seat)
        before = len(self.match.entries)
        while len(self.match.entries) == before and not self._over:
            line = self.screen.ask(f"{seat}> ")
            if line is None:
                self._quit()
            elif line:
                self._obey(seat, offers, line)

    def _lesson_begins(self) -> None:
        """Who one is, what one wants and how one wins."""
        if self.guide is None:
            return
        lesson, brief = self.guide.lesson, self.guide.lesson.brief
        self.screen.say(f"Lesson: {lesson.name}.", "bold")
        self.screen.say_all((brief.you, brief.want, brief.win))
        self.screen.say("“brief” shows this again, “step” what is to be done now.")

    def _teach(self, guide: Guide) -> None:
        """The step the lesson is at, when it is a new one."""
        done = guide.at(self.match)
        if done != self._taught:
            self._taught = done
            self.screen.say_all(step_lines(guide.lesson, done), "cyan")

    def _step(self, _: Seat, __: str) -> None:
        self._taught = -1
        self._teach(self._guided())

    def _brief(self, _: Seat, __: str) -> None:
        self._guided()
        self._lesson_begins()

    def _guided(self) -> Guide:
        if self.guide is None:
            raise ValueError("this is no lesson; “grognard play KEY --lesson first” begins one")
        return self.guide

    def _asides(self, seat: Seat) -> None:
        """What cannot be done yet and why, what must be put right, and a word for a first game."""
        scene = self.questions.scene(seat)
        for action, refusal in self.match.barred(seat):
            self.screen.say(f"     not now: {self.title.describe(action)} ({refusal})")
        for violation in scene.violations:
            self.screen.say(f"  !  {violation.text} ({violation.rule})", "yellow")
        for note in scene.notes:
            if (seat, note.key) not in self._noted:
                self._noted.add((seat, note.key))
                self.screen.say(f"  *  {note.title}. {note.text}")

    def _hand_over(self, seat: Seat) -> bool:
        """Between two people the screen is wiped, and the one who is to act says so."""
        if len(self.people) > 1 and self._last not in (None, seat):
            self.screen.clear()
            self.screen.say(f"--- hand over to {seat} ---", "bold")
            if self.screen.is_terminal and self.screen.ask("Press Enter when ready. ") is None:
                self._quit()
                return False
        self._last = seat
        return True

    def _catch_up(self, seat: Seat | None) -> None:
        lines = list(self.questions.lines(seat, self._seen.get(seat, 0)))
        self._seen[seat] = len(self.match.entries)
        # Without people nobody could ask for the rest.
        much = _MUCH if self.people else len(lines)
        if len(lines) > much:
            self.screen.say(f"… {len(lines) - much} earlier lines; “log {len(lines)}” shows them")
        self.questions.recent = lines[-much:] or self.questions.recent
        self.screen.say_all(lines[-much:] if much else [])

    def _verdict(self) -> None:
        watcher = self.people[0] if len(self.people) == 1 else None
        # Two people at one screen read the end as onlookers, from where they left off.
        self._seen.setdefault(watcher, max(self._seen.values(), default=0))
        self._catch_up(watcher)
        verdict = self.match.verdict()
        if verdict is not None:
            self.screen.say(f"{verdict.level}. {verdict.tally}", "bold")

    # -- what is typed ---------------------------------------------------------------------

    def _obey(self, seat: Seat, offers: Sequence[Any], line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self._commands().get(word.casefold())
        try:
            if command is not None:
                command(seat, rest.strip())
            elif not self._doubts(seat, actions := self.questions.meant(seat, offers, line)):
                self._play(seat, actions)
        except OffTheLesson as off:
            self.screen.say(f"Not in this lesson. {off}", "cyan")
        except MatchError as error:
            self.screen.say(f"No: {error}", "yellow")
        except (ValueError, OSError) as error:
            self.screen.say(f"{sentence(str(error))}", "yellow")

    def _commands(self) -> dict[str, Callable[[Seat, str], None]]:
        return {
            **self.questions.commands(),
            "ask": self._ask,
            "step": self._step,
            "brief": self._brief,
            "undo": self._undo,
            "save": self._save,
            "help": self._help,
            "?": self._help,
            "quit": lambda _seat, _rest: self._quit(),
            "exit": lambda _seat, _rest: self._quit(),
        }

    def _doubts(self, seat: Seat, actions: list[Any]) -> bool:
        """Whether ending a step with something left is asked about first, once."""
        if not self._asks or len(actions) != 1 or self._doubted == actions[0]:
            self._doubted = None
            return False
        left = self.title.unfinished(self.match.state, seat, actions[0])
        if not left or self.match.refusal(seat, actions[0]) is not None:
            return False
        self._doubted = actions[0]
        self.screen.say(f"{capital(', '.join(left))}. {self._really(seat, actions[0])}", "yellow")
        return True

    def _really(self, seat: Seat, action: Any) -> str:
        prompt = self.questions.scene(seat).prompt
        words = (prompt.labels if prompt else {}).get(str(action), self.title.describe(action))
        return f"{capital(words)}? Type it again to do so; “ask off” asks no more."

    def _play(self, seat: Seat, actions: list[Any]) -> None:
        if self.guide and actions:
            self.guide.check(self.match, seat, actions[0])
        route = self.match.play_route(seat, actions)
        # First on the disk, then on the screen.
        self._keep()
        if route.refusal is not None:
            done = len(route.played)
            stopped = f" (after {done} of {len(actions)} actions)" if done else ""
            self.screen.say(f"No{stopped}: {route.refusal}", "yellow")

    def _keep(self) -> None:
        if self.writer is None or self.lost:
            return
        try:
            self.writer.follow(self.match)
        except ChangedFile as changed:
            self.lost = True
            self.screen.say(sentence(str(changed)) + _LOST, "yellow")

    def _quit(self) -> None:
        self._over = True
        if self.lost:
            self.screen.say("The match is not kept.")
        elif self.writer is not None:
            self.screen.say(f"The match is kept in {self.writer.path}.")

    # -- what is not about the game ------------------------------------------------------------

    def _ask(self, seat: Seat, text: str) -> None:
        if text in ("on", "off"):
            self._asks = text == "on"
            self.screen.say(f"Ending a step with something left is asked about: {text}.")
            return
        name, _, spot = text.partition(" ")
        scene = self.title.overlay(self.match.view(seat), name, spot.strip())
        self.screen.say_all(looks.overlay_lines(scene))

    def _undo(self, seat: Seat, _: str) -> None:
        self.match.undo(seat)
        self._keep()
        self.screen.say("Taken back.")

    def _save(self, _: Seat, name: str) -> None:
        if not name:
            raise ValueError("say to which file, as in save match.jsonl")
        if self._is_kept_in(name):
            raise ValueError(f"the match is kept in {name} as it is")
        save(self.match, name)
        self.screen.say(f"Saved {len(self.match.entries)} entries to {name}.")

    def _is_kept_in(self, name: str) -> bool:
        if self.writer is None or self.lost:
            return False
        return Path(name).exists() and self.writer.path.samefile(name)

    def _help(self, _: Seat, __: str) -> None:
        known = ", ".join(info.key for info in self.title.OVERLAYS)
        self.screen.say(HELP.format(usage=self.title.USAGE, overlays=known))
