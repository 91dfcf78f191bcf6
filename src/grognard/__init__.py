"""Operational wargames, played by their whole rulebook.

A match is a title, a scenario and a seed:

    import grognard

    title = grognard.title("bcs")
    match = grognard.Match.new(title, "lesson", seed="1944")
    print(title.prompt(match.view("american")))

Whose turn it is, `match.deciders()` says; what may be done, `match.offers(seat)`. Actions print as
they are typed, and are read by `title.parse(match.state, seat, text)`, which gives a list: one line
may stand for several. `match.play(seat, action)` plays one and returns what happened, for
`title.narrate` to tell; chance answers by itself. What a rule forbids is raised as `Refused` and
names the rule; `match.why_not(seat, spot)` asks about a place, `title.preview` what an attack
would come to.

Bots sit down by name: `grognard.bot("planner", title)`. `play_out` plays a match to its end. A
record is a file of the whole match: `save` writes one, `read_record` reads it, `fold` makes the
match of it again and asks the rules about every entry.

Seats are plain words ("german", "us"), named in `title.SEATS`; None is an onlooker. Names come by
being asked for: `import grognard` loads nothing else.
"""

TYPE_CHECKING = False  # not from typing, which takes a while
if TYPE_CHECKING:
    from grognard.book.rulebook import Refusal
    from grognard.bots import NAMES as BOTS
    from grognard.bots import Bot, play_out
    from grognard.library import AnyTitle, UnknownTitle
    from grognard.match import AnyMatch, Match, MatchError, Refused, fold
    from grognard.match.records import BadRecord, Record, read_record
    from grognard.match.writing import save
    from grognard.waist.title import Preview, Verdict

__version__ = "0.1.0"

__all__ = [
    "BOTS",
    "AnyMatch",
    "AnyTitle",
    "BadRecord",
    "Bot",
    "Match",
    "MatchError",
    "Preview",
    "Record",
    "Refusal",
    "Refused",
    "UnknownTitle",
    "Verdict",
    "bot",
    "fold",
    "play_out",
    "read_record",
    "save",
    "title",
    "titles",
]


def titles() -> tuple[str, ...]:
    """The keys of all titles there are, each of which `title` opens."""
    from grognard.library import titles

    return titles()


def title(key: str) -> "AnyTitle":
    """The title of that key, such as "bcs"; raises UnknownTitle, which says what there is.

    What a title can do is listed, part by part, in `grognard.waist.title`.
    """
    from grognard.library import title

    return title(key)


def bot(name: str, title: "AnyTitle") -> "Bot":
    """A player for one seat of a match of that title; raises ValueError for a name not in BOTS.

    From the weakest to the strongest they are uniform, greedy, planner and search; "search:5s"
    thinks five seconds about a decision, "search:200" plays two hundred imagined games.
    """
    from grognard.bots import by_name

    return by_name(name, title)


_ROOMS = {
    "grognard.book.rulebook": ("Refusal",),
    "grognard.bots": ("BOTS", "Bot", "play_out"),
    "grognard.library": ("AnyTitle", "UnknownTitle"),
    "grognard.match": ("AnyMatch", "Match", "MatchError", "Refused", "fold"),
    "grognard.match.records": ("BadRecord", "Record", "read_record"),
    "grognard.match.writing": ("save",),
    "grognard.waist.title": ("Preview", "Verdict"),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

if not TYPE_CHECKING:  # whoever checks types sees the imports above

    def __getattr__(name: str) -> object:
        if name not in _ROOM_OF:
            raise AttributeError(f"module 'grognard' has no attribute {name!r}")
        from importlib import import_module

        room = import_module(_ROOM_OF[name])
        found = globals()[name] = getattr(room, "NAMES" if name == "BOTS" else name)
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
