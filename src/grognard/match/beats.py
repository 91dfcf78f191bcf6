"""Beats: the lines of a log, grouped by what was done.

A march with its whole way is one beat, a battle with its dice and losses is one.
A line either lengthens the last beat or begins one, so that a log can be grouped
as it grows. Titles are not asked: all is read from the notices of the lines.

    >>> from grognard.waist.scene import Notice
    >>> step = Notice(act="march", who=("137/35",), path=("1243", "1242"), spent=2)
    >>> on = Notice(act="march", who=("137/35",), path=("1242", "1141"), spent=3.5)
    >>> (beat,) = grouped([Line(4, "…", step), Line(5, "…", on)])
    >>> headline(beat)
    '137/35: 1243 – 1242 – 1141, 3½ MP spent'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from grognard.book.words import capital, number
from grognard.match import asides
from grognard.waist.scene import Notice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grognard.match import AnyMatch
    from grognard.match.asides import AnyWords
    from grognard.waist.title import Seat

MARCH: Final = "march"
BATTLE, FIRE = "battle", "fire"
REACTION: Final = "reaction"
EVENT: Final = "event"
WHY: Final = "why"
OVER: Final = "over"
HEADING: Final = "heading"

_FIGHTS: Final = (BATTLE, FIRE)
_MOVES: Final = (MARCH, *_FIGHTS)


class Line(msgspec.Struct, frozen=True):
    """A line of the log as one reader has it: the entry it is of, its words and its notice."""

    n: int
    words: str
    notice: Notice


class Beat(msgspec.Struct, frozen=True):
    """Lines that tell of one thing; `sort` is its act, `lead` the line that gave it.

    `sort` is HEADING for a heading, EVENT for lines without an act, WHY as long
    as nothing has come of a reason. Nothing but what never begins a beat joins one
    that is `over`.
    """

    lines: tuple[Line, ...]
    sort: str
    who: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    at: str = ""
    spent: float = 0
    lead: int = 0
    over: bool = False

    @property
    def begin(self) -> int:
        """The entry of its first line."""
        return self.lines[0].n

    @property
    def end(self) -> int:
        """The entry of its last line."""
        return self.lines[-1].n

    @property
    def told_by(self) -> Line:
        """The line that gave it its sort."""
        return self.lines[self.lead]


# -- grouping --------------------------------------------------------------------------


def grouped(lines: Iterable[Line]) -> list[Beat]:
    """The beats of a log, every line in exactly one."""
    beats: list[Beat] = []
    for line in lines:
        add(beats, line)
    return beats


def add(beats: list[Beat], line: Line) -> bool:
    """Lengthens the last beat by a line, or begins one; whether it began one."""
    if beats and goes_on(beats[-1], line.notice):
        beats[-1] = lengthened(beats[-1], line)
        return False
    beats.append(begun(line))
    return True


def begun(line: Line) -> Beat:
    """The beat that a line begins."""
    told = line.notice
    if told.heading:
        return Beat((line,), HEADING, over=True)
    if told.minor or told.act in ("", OVER):
        return Beat((line,), EVENT, over=told.act == OVER)
    return Beat((line,), told.act, told.who, told.path, told.at, told.spent)


def lengthened(beat: Beat, line: Line) -> Beat:
    """The beat with one more line."""
    lines, told = (*beat.lines, line), line.notice
    longer = msgspec.structs.replace(beat, lines=lines, over=beat.over or told.act == OVER)
    if told.minor or told.act in (OVER, WHY):
        return longer
    if beat.sort == WHY or (told.act and _waits(beat)):
        sort = told.act or EVENT
        longer = msgspec.structs.replace(longer, sort=sort, lead=len(beat.lines))
    if not told.act:
        return longer
    path = (*beat.path, *told.path[1:]) if beat.path else told.path
    return msgspec.structs.replace(
        longer,
        who=told.who or beat.who,
        path=path if told.act == MARCH else beat.path,
        at=told.at or beat.at,
        spent=told.spent or beat.spent,
    )


def goes_on(beat: Beat, told: Notice) -> bool:
    """Whether a line lengthens this beat, the last of the log; else it begins the next."""
    if told.heading:
        return False
    if told.minor or told.act == OVER:
        return True
    if beat.over:
        return False
    return not told.act or _waits_for(beat, told) or _same_again(beat, told)


def _waits(beat: Beat) -> bool:
    """Whether what it is about is still to come: a reason, or a group taken in hand."""
    return beat.sort == WHY or (beat.sort == MARCH and not beat.path)


def _waits_for(beat: Beat, told: Notice) -> bool:
    if beat.sort == WHY:
        return True
    return _waits(beat) and told.act in _MOVES and set(told.who) >= set(beat.who)


def _same_again(beat: Beat, told: Notice) -> bool:
    """Whether a line with an act of its own goes on with what the beat tells."""
    if told.act == MARCH:
        return beat.sort == MARCH and _marches_on(beat, told)
    if told.act in _FIGHTS:
        there = not beat.at or told.at in ("", beat.at)
        by = told.who in ((), beat.who)
        return beat.sort in _FIGHTS and there and by
    if told.act in (REACTION, WHY):
        return beat.sort in _FIGHTS
    if told.many and told.many == beat.told_by.notice.many:
        return True
    return bool(told.who) and (told.act, told.who) == (beat.sort, beat.who)


def _marches_on(beat: Beat, told: Notice) -> bool:
    """The same group, from where it stood; what it has spent tells two unseen ones apart."""
    on = len(told.path) > 1 and beat.path[-1:] == told.path[:1]
    return on and told.who == beat.who and (told.spent > beat.spent or not told.spent)


# -- the one line ----------------------------------------------------------------------


def headline(beat: Beat) -> str:
    """The beat in one line: who went which way, or what was done and what came of it."""
    words = _told(beat)
    results = [result for result in _results(beat) if result not in words]
    if not results:
        return words
    more = "; ".join(results)
    if beat.sort == MARCH:
        return f"{words.rstrip('.')}; {more}"
    return f"{words.rstrip('.')}{';' if ': ' in words else ':'} {more}."


def _told(beat: Beat) -> str:
    lead = beat.told_by
    if beat.sort == MARCH and beat.who and len(beat.path) > 1:
        cost = f", {points(beat.spent)} MP spent" if beat.spent else ""
        return f"{', '.join(beat.who)}: {' – '.join(beat.path)}{cost}"
    if (count := len(_alike(beat))) > 1:
        return capital(lead.notice.many.format(number(count)))
    return lead.notice.brief or lead.words


def _alike(beat: Beat) -> list[Line]:
    """The lines that one line with a number stands for."""
    many = beat.told_by.notice.many
    return [line for line in beat.lines if many and line.notice.many == many]


def _results(beat: Beat) -> list[str]:
    """What came of it, each thing once; what the line itself says is not said again."""
    said = () if beat.sort == MARCH else (beat.told_by, *_alike(beat))
    rest = (line.notice.result for line in beat.lines if line not in said)
    return list(dict.fromkeys(result for result in rest if result))


_QUARTERS: Final = ("", "¼", "½", "¾")


def points(spent: float) -> str:
    """Movement points as one writes them: `3½`."""
    whole, rest = divmod(round(spent * 4), 4)
    return f"{whole or ''}{_QUARTERS[rest]}" or "0"


# -- from a match ----------------------------------------------------------------------


def lines_of(words: AnyWords, match: AnyMatch, n: int, reader: Seat | None) -> list[Line]:
    """What a seat, or an onlooker, reads of one entry; of an aside nothing."""
    if asides.is_aside(match, n):
        return []
    return [Line(n, words.narrate(told), words.notice(told)) for told in match.told(n, reader)]


def beats_of(
    words: AnyWords, match: AnyMatch, reader: Seat | None, to: int | None = None
) -> list[Beat]:
    """The beats of a match up to an entry; what had been taken back by then is left out."""
    end = len(match.entries) if to is None else to
    gone = match.gone(end)
    standing = (n for n in range(end) if n not in gone)
    return grouped(line for n in standing for line in lines_of(words, match, n, reader))
