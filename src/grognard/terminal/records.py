"""The commands `replay`, `verify` and `draw`: games that were played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

from grognard import library
from grognard.terminal.commands import OK, WRONG, WrongUsage, app, as_json, seat_of
from grognard.terminal.screen import Screen

if TYPE_CHECKING:
    from grognard.library import AnyTitle
    from grognard.match.records import Record
    from grognard.match.verifying import Report
    from grognard.waist.scene import Scene


@app.command
def replay(file: Path, /, *, seat: str | None = None, pack: Path | None = None) -> int:
    """Wind a record forward and back.

    Enter steps; phase, turn, jump N, back, end, map, show, units, log, help and quit do what
    they say.

    Parameters
    ----------
    file
        The record; “-” for one that is piped in.
    seat
        Whose eyes to look through; an onlooker's unless given.
    pack
        The folder of charts the match was begun with, if any.
    """
    from grognard.terminal.tape import Replay, Tape

    title, record = _read(file)
    eyes = None if seat is None else seat_of(title, seat)
    screen = Screen()
    if record.warning:
        screen.say(f"Notice: {file}, {record.warning}.", "yellow")
    Replay(Tape(title, record, pack), eyes, screen).run()
    return OK


def _read(file: Path) -> tuple[AnyTitle, Record]:
    from grognard.match.records import read_record

    record = read_record(file)
    return library.title(record.header.title), record


@app.command
def verify(*files: Path, json: bool = False, pack: Path | None = None) -> int:
    """Play records again by the rules, entry by entry.

    Names the first entry that differs; the exit code is then 2.

    Parameters
    ----------
    files
        The records; “-” for one that is piped in.
    json
        Print JSON instead of text.
    pack
        The folder of charts the matches were begun with, if any.
    """
    from grognard.match.verifying import verify as check

    if not files:
        raise WrongUsage("name at least one record to verify")
    reports = [check(file, pack=pack) for file in files]
    if json:
        as_json([{"ok": report.ok, **msgspec.to_builtins(report)} for report in reports])
    for report in reports if not json else []:
        Screen().say(_verified(report)) if report.ok else _grumble(report.error)
    return OK if all(report.ok for report in reports) else WRONG


def _grumble(sentence: str) -> None:
    print(f"grognard: {sentence.rstrip('.')}.", file=sys.stderr)


def _verified(report: Report) -> str:
    end = f"finished, {report.verdict}" if report.finished else "not finished"
    torn = f" ({report.warning})" if report.warning else ""
    what = f"{report.title} {report.scenario}, {report.entries} entries"
    return f"{report.file}: sound; {what}, {end}{torn}"


@app.command
def draw(
    what: str,
    /,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"])],
    scenario: str | None = None,
    at: int | None = None,
    seat: str | None = None,
    window: str | None = None,
    scale: float = 1.0,
    pack: Path | None = None,
) -> int:
    """Draw a position as an SVG or PNG picture.

    Parameters
    ----------
    what
        A record, “-” for one that is piped in, or a title for the beginning of a scenario.
    output
        The picture: a name that ends in .svg or .png.
    scenario
        The scenario, when a title was given.
    at
        After how many entries of the record; the last unless given.
    seat
        Whose eyes to look through; an onlooker's unless given.
    window
        A part of the map, HEX:RADIUS, as in 0838:5.
    scale
        How much larger a PNG is drawn.
    pack
        A folder of your own charts.
    """
    from grognard import draw as pictures

    if output.suffix not in (".svg", ".png"):
        raise WrongUsage(f"the picture's name should end in .svg or .png, not “{output.name}”")
    scene = _scene(what, scenario, at, seat, pack)
    part = _window(window)
    if output.suffix == ".svg":
        output.write_text(pictures.svg(scene, part), encoding="utf-8")
    else:
        output.write_bytes(pictures.png(scene, scale, part))
    return OK


def _window(text: str | None) -> tuple[str, int] | None:
    if text is None:
        return None
    label, _, radius = text.partition(":")
    if not radius.isdecimal():
        raise WrongUsage(f"--window wants HEX:RADIUS, as in 0838:5, not “{text}”")
    return label, int(radius)


def _scene(
    what: str, scenario: str | None, at: int | None, seat: str | None, pack: Path | None
) -> Scene:
    from grognard.match import Match
    from grognard.terminal.tape import Tape

    if what == "-" or (Path(what).exists() and not Path(what).is_dir()):
        title, record = _read(Path(what))
        tape = Tape(title, record, pack)
        n = len(tape) if at is None else at
        if not 0 <= n <= len(tape):
            raise WrongUsage(f"{what} has {len(tape)} entries; --at may be 0 to {len(tape)}")
        state = tape.state(n)
    else:
        title = library.title(what)
        if at is not None:
            raise WrongUsage("--at belongs to a record; a title is drawn as it begins")
        first = title.scenarios()[0].key if scenario is None else scenario
        state = Match.new(title, first, {}, "0", pack).state
    eyes = None if seat is None else seat_of(title, seat)
    scene: Scene = title.scene(title.view(state, eyes))
    return scene
