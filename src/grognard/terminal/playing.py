"""The commands `play` and `serve`: a game tonight."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from grognard import library
from grognard.terminal.commands import FAILED, OK, WrongUsage, app, pairs, seat_of
from grognard.terminal.screen import Screen

if TYPE_CHECKING:
    from grognard.library import AnyTitle
    from grognard.match import Match
    from grognard.waist.lesson import Lesson
    from grognard.waist.title import Seat


@app.command
def play(
    key: str,
    /,
    *,
    scenario: str | None = None,
    seat: list[str] | None = None,
    option: list[str] | None = None,
    seed: str | None = None,
    record: Path | None = None,
    pack: Path | None = None,
    lesson: str | None = None,
) -> int:
    """Play a match in the terminal, line by line.

    Every prompt lists what is legal; type a number or notation, such as 308/77 0643>0642.
    "help" at the prompt lists the rest: why, odds, show, map, units, rules, undo, log, save.

    Parameters
    ----------
    key
        The title, as "grognard list" names it.
    scenario
        The scenario; the title's first unless given.
    seat
        Who sits where: SEAT=human or SEAT=BOT, once for each. People sit where nothing is said.
    option
        A house rule: KEY=VALUE, once for each.
    seed
        The seed of the dice; a secret one unless given.
    record
        Keep the match in this file. What was accepted is on the disk before the next prompt;
        start again with the same file and the match goes on.
    pack
        A folder of your own charts.
    lesson
        Play a guided game, step by step: "first" is for whoever has never played the title.
    """
    from grognard.match import Guide
    from grognard.terminal.session import Session

    if str(record) == "-":
        raise WrongUsage("name a file for --record; a match cannot be kept in “-”")
    title, screen = library.title(key), Screen()
    taught = None if lesson is None else _lesson(title, lesson)
    if taught is not None:
        if scenario or seat or option or seed or pack:
            raise WrongUsage("a lesson has its own scenario, seats, options, dice and charts")
        scenario, seed = taught.scenario, taught.seed
        seat = [f"{name}={bot}" for name, bot in taught.bots.items()]
    sitting = _sitting(title, seat or [])
    options = pairs("option", option or [])
    match, writer = _begin(title, screen, scenario, options, seed, record, pack)
    guide = None if taught is None else Guide(title, taught)
    session = Session(title, match, sitting, screen, writer, guide)
    try:
        session.run()
    finally:
        if writer is not None:
            writer.close()
    return FAILED if session.lost else OK


def _lesson(title: AnyTitle, key: str) -> Lesson:
    known = {lesson.key: lesson for lesson in title.lessons()}
    if key not in known:
        there = ", ".join(known) or "none"
        raise WrongUsage(f"{title.NAME} has no lesson “{key}”; there is {there}")
    return known[key]


def _sitting(title: AnyTitle, words: list[str]) -> dict[Seat, Any]:
    """The bots by seat; a person sits where there is none."""
    from grognard.bots import by_name

    found = {}
    for name, who in pairs("seat", words).items():
        if name not in title.SEATS:
            seats = ", ".join(title.SEATS)
            raise WrongUsage(f"{title.NAME} has no seat “{name}”; its seats are {seats}")
        if who == "human":
            continue
        if who == "greedy" and not hasattr(title, "appraise"):
            raise WrongUsage(f"{title.NAME} cannot appraise positions yet; uniform can play it")
        found[seat_of(title, name)] = by_name(who, title)
    return found


def _begin(
    title: AnyTitle,
    screen: Screen,
    scenario: str | None,
    options: dict[str, str],
    seed: str | None,
    record: Path | None,
    pack: Path | None,
) -> tuple[Match[Any, Any, Any, Any], Any]:
    from grognard.match import Match

    if record is not None and _has_content(record):
        match = _resume(title, screen, scenario, options, seed, record, pack)
    else:
        first = title.scenarios()[0].key if scenario is None else scenario
        dice = secrets.token_hex(8) if seed is None else seed
        match = Match.new(title, first, options, dice, pack)
    return match, None if record is None else _writer(record, match)


def _writer(path: Path, match: Match[Any, Any, Any, Any]) -> Any:
    from grognard.match.holding import ChangedFile
    from grognard.match.writing import RecordWriter

    writer = RecordWriter(path, match.header)
    if writer.count > len(match.entries):
        # Since it was read and before it was held, somebody has gone on with it.
        writer.close()
        raise ChangedFile(path, "somebody else has written to it")
    return writer


def _has_content(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


def _resume(
    title: AnyTitle,
    screen: Screen,
    scenario: str | None,
    options: dict[str, str],
    seed: str | None,
    path: Path,
    pack: Path | None,
) -> Match[Any, Any, Any, Any]:
    from grognard.match import BadSetup, fold, full_options
    from grognard.match.records import read_record
    from grognard.match.verifying import foreseen

    record = read_record(path)
    header = record.header
    if header.title != title.KEY:
        raise BadSetup(f"{path} is a record of {header.title}, not of {title.KEY}")
    if header.seed is None:
        raise BadSetup(f"{path} does not hold its seed, so its dice cannot be rolled on")
    asked = {
        "scenario": (scenario, header.scenario),
        "seed": (seed, header.seed),
        **{f"option {key}": (value, header.options.get(key)) for key, value in options.items()},
    }
    full_options(title, options)
    for what, (wanted, there) in asked.items():
        if wanted is not None and wanted != there:
            raise BadSetup(f"{path} was begun with {what} {there}, not {wanted}")
    if record.warning:
        screen.say(f"Notice: {path}, {record.warning}.", "yellow")
    with foreseen():
        match: Match[Any, Any, Any, Any] = fold(title, header, record.entries, record.checks, pack)
    screen.say(f"Going on with {path} after {len(record.entries)} entries.")
    return match


@app.command
def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8917,
    database: str | None = None,
    open: Annotated[bool, Parameter(name="--open")] = False,  # noqa: A002 - as it is typed
    webhook_host: tuple[str, ...] = (),
    webhook_allow_private: Annotated[bool, Parameter(negative="")] = False,
    public_name: tuple[str, ...] = (),
    trusted_proxy: tuple[str, ...] = (),
    limit: tuple[str, ...] = (),
) -> int:
    """Serve the table: play in a browser, alone or with friends.

    Every match is kept; stop the server at any moment, start it again, and all go on.

    Parameters
    ----------
    host
        The address to listen on; 0.0.0.0 lets other machines in.
    port
        The port; 0 takes any that is free.
    database
        A file, or postgresql://USER:PASSWORD@HOST/NAME, which several servers may share; a file in
        your data folder unless given.
    open
        Open the page in a browser, if there is a screen.
    webhook_host
        A host that players may have called when it is their turn, as in hooks.example.org or
        host:8080; may be given several times. Nothing is called unless its host is named.
    webhook_allow_private
        Let the hosts named be in a private network or on this machine.
    public_name
        A name by which this table is reached, as in table.example.org; may be given several times.
        By its addresses and as localhost it is always reached, by no other name.
    trusted_proxy
        An address or a network, as in 10.0.0.0/8, of a proxy in front of this table that says whom
        a request comes from (X-Forwarded-For); may be given several times. Nobody else is believed.
    limit
        Another limit on what a client may ask for, as in burst=1200; may be given several times.
        A name that there is not tells you all there are.
    """
    try:
        from grognard.table.calling.posting import Hosts, named
        from grognard.table.door.limits import limits_from
        from grognard.table.door.visitors import network
        from grognard.table.door.visitors import public_name as a_name
        from grognard.table.keeping.database import BadDatabase
        from grognard.table.server import serve as serve_table
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] == "grognard":
            raise
        raise WrongUsage("the table needs more packages: pip install 'grognard[table]'") from None
    if not 0 <= port < 65536:
        raise WrongUsage(f"a port is a number from 0 to 65535, not {port}")
    try:
        hosts = Hosts(tuple(map(named, webhook_host)), webhook_allow_private)
        limits = limits_from(limit)
        trusted = tuple(map(network, trusted_proxy))
        names = tuple(map(a_name, public_name))
    except ValueError as bad:
        raise WrongUsage(str(bad)) from None
    try:
        serve_table(
            host,
            port,
            database,
            show=open,
            say=Screen().say,
            hosts=hosts,
            limits=limits,
            trusted=trusted,
            names=names,
        )
    except BadDatabase as bad:
        raise WrongUsage(str(bad)) from None
    except OSError as error:
        raise WrongUsage(f"cannot listen on {host}, port {port}: {error.strerror}") from None
    return OK
