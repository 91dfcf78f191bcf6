"""The commands. Each asks the library for a title, does one thing, and returns an exit code."""

from __future__ import annotations

import json
import secrets
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import App, CycloptsError, Parameter

from grognard import library
from grognard.terminal.manual import ManualPage
from grognard.terminal.screen import Screen, console

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.codec import Record, Report
    from grognard.fuzz import FuzzReport
    from grognard.library import AnyTitle
    from grognard.match import Match
    from grognard.scene import Scene
    from grognard.title import Seat

OK, FAILED, WRONG = 0, 1, 2


class WrongUsage(Exception):  # noqa: N818 - named for what happened
    """The command line itself was not understood."""


def _version() -> str:
    try:
        return version("grognard")
    except PackageNotFoundError:
        return "unknown"


app = App(
    name="grognard",
    help="""Play operational hex-and-counter wargames by their whole rulebook.

The program knows every rule, offers only what is legal, says which rule forbids what is not,
rolls the dice, keeps the log, and plays the side nobody sits at.

Begin with: grognard play lost_battalion --scenario learning --seat german=uniform""",
    help_format="plaintext",
    help_formatter=ManualPage(),
    help_epilogue="""Exit codes: 0 all is well; 1 something was found wanting (rules, fuzz, golden);
2 the command could not be carried out, with one sentence on stderr that says why.

NO_COLOR is honoured; piped output is plain text.""",
    version=_version,
    default_parameter=Parameter(negative=""),
    suppress_keyboard_interrupt=False,
)


def run(argv: Sequence[str]) -> int:
    """Runs one command line; the exit code."""
    try:
        # Given a list: an empty one must not be taken for "read sys.argv".
        code = app(
            list(argv) or ["--help"],
            print_error=False,
            exit_on_error=False,
            result_action="return_value",
        )
    except CycloptsError as error:
        raise WrongUsage(str(error)) from None
    return code if isinstance(code, int) else OK


# -- what there is -----------------------------------------------------------------------


@app.command(name="list")
def list_(*, json: bool = False) -> int:
    """List the titles, with their scenarios, seats and options.

    Parameters
    ----------
    json
        Print JSON instead of text.
    """
    screen = Screen()
    titles = [_about(library.title(key)) for key in library.titles()]
    if json:
        return _json(titles)
    for about in titles:
        screen.say(f"{about['key']}  {about['name']}, edition {about['edition']}", "bold")
        screen.say(f"  seats: {', '.join(about['seats'])}")
        for row in about["scenarios"]:
            screen.say(
                f"  scenario {row['key']}: {row['name']}, {row['turns']} turns. {row['text']}"
            )
        for row in about["options"]:
            values = "|".join(row["values"])
            screen.say(f"  option {row['key']}={values}: {row['text']} ({row['rule']})")
    return OK


def _about(title: AnyTitle) -> dict[str, Any]:
    scenarios: list[dict[str, Any]] = msgspec.to_builtins(list(title.scenarios()))
    for row in scenarios:
        row["text"] = " ".join(row["text"].split())
    return {
        "key": title.KEY,
        "name": title.NAME,
        "edition": title.EDITION,
        "seats": list(title.SEATS),
        "scenarios": scenarios,
        "options": msgspec.to_builtins(list(title.OPTIONS)),
    }


@app.command
def bots() -> int:
    """List the bots that can take a seat."""
    from grognard.bots import NAMES, by_name

    title = library.title(library.titles()[0])
    for name in NAMES:
        words = (type(by_name(name, title)).__doc__ or "").strip().splitlines()[0]
        Screen().say(f"{name}  {words}")
    return OK


# -- play -----------------------------------------------------------------------------------


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
    """
    from grognard.terminal.session import Session

    title, screen = library.title(key), Screen()
    sitting = _sitting(title, seat or [])
    options = _pairs("option", option or [])
    match, writer = _begin(title, screen, scenario, options, seed, record, pack)
    try:
        Session(match, sitting, screen, writer).run()
    finally:
        if writer is not None:
            writer.close()
    return OK


def _pairs(what: str, words: list[str]) -> dict[str, str]:
    pairs = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not (key and sign and value):
            raise WrongUsage(f"--{what} wants KEY=VALUE, not “{word}”")
        pairs[key.strip()] = value.strip()
    return pairs


def _sitting(title: AnyTitle, words: list[str]) -> dict[Seat, Any]:
    """The bots by seat; a person sits where there is none."""
    from grognard.bots import by_name

    found = {}
    for name, who in _pairs("seat", words).items():
        if name not in title.SEATS:
            seats = ", ".join(title.SEATS)
            raise WrongUsage(f"{title.NAME} has no seat “{name}”; its seats are {seats}")
        if who == "human":
            continue
        if who == "greedy" and not hasattr(title, "appraise"):
            raise WrongUsage(f"{title.NAME} cannot appraise positions yet; uniform can play it")
        found[_seat(title, name)] = by_name(who, title)
    return found


def _seat(title: AnyTitle, name: str) -> Seat:
    for seat in title.SEATS:
        if seat == name:
            return seat
    raise WrongUsage(f"{title.NAME} has no seat “{name}”; its seats are {', '.join(title.SEATS)}")


def _begin(
    title: AnyTitle,
    screen: Screen,
    scenario: str | None,
    options: dict[str, str],
    seed: str | None,
    record: Path | None,
    pack: Path | None,
) -> tuple[Match[Any, Any, Any, Any], Any]:
    from grognard.codec import RecordWriter
    from grognard.match import Match

    if record is not None and _has_content(record):
        match = _resume(title, screen, scenario, options, seed, record, pack)
    else:
        first = title.scenarios()[0].key if scenario is None else scenario
        dice = secrets.token_hex(8) if seed is None else seed
        match = Match.new(title, first, options, dice, pack)
    writer = None if record is None else RecordWriter(record, match.header)
    return match, writer


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
    from grognard.codec import read_record
    from grognard.match import BadSetup, fold, full_options

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
    match: Match[Any, Any, Any, Any] = fold(title, header, record.entries, record.checks, pack)
    screen.say(f"Going on with {path} after {len(record.entries)} entries.")
    return match


# -- the table ---------------------------------------------------------------------------------


@app.command
def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8917,
    database: str | None = None,
    open: Annotated[bool, Parameter(name="--open")] = False,  # noqa: A002 - as it is typed
    webhook_host: tuple[str, ...] = (),
    webhook_allow_private: Annotated[bool, Parameter(negative="")] = False,
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
    """
    try:
        from grognard.table.calling import Hosts, named
        from grognard.table.server import serve as serve_table
        from grognard.table.store import BadDatabase
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] == "grognard":
            raise
        raise WrongUsage("the table needs more packages: pip install 'grognard[table]'") from None
    if not 0 <= port < 65536:
        raise WrongUsage(f"a port is a number from 0 to 65535, not {port}")
    try:
        hosts = Hosts(tuple(map(named, webhook_host)), webhook_allow_private)
    except ValueError as bad:
        raise WrongUsage(str(bad)) from None
    try:
        serve_table(host, port, database, show=open, say=Screen().say, hosts=hosts)
    except BadDatabase as bad:
        raise WrongUsage(str(bad)) from None
    except OSError as error:
        raise WrongUsage(f"cannot listen on {host}, port {port}: {error.strerror}") from None
    return OK


# -- records -----------------------------------------------------------------------------------


@app.command
def replay(file: Path, /, *, seat: str | None = None, pack: Path | None = None) -> int:
    """Wind a record forward and back.

    Enter steps; phase, turn, jump N, back, end, map, show, units, log, help and quit do what
    they say.

    Parameters
    ----------
    file
        The record.
    seat
        Whose eyes to look through; an onlooker's unless given.
    pack
        The folder of charts the match was begun with, if any.
    """
    from grognard.terminal.tape import Replay, Tape

    title, record = _read(file)
    eyes = None if seat is None else _seat(title, seat)
    screen = Screen()
    if record.warning:
        screen.say(f"Notice: {file}, {record.warning}.", "yellow")
    Replay(Tape(title, record, pack), eyes, screen).run()
    return OK


def _read(file: Path) -> tuple[AnyTitle, Record]:
    from grognard.codec import read_record

    record = read_record(file)
    return library.title(record.header.title), record


@app.command
def verify(*files: Path, json: bool = False, pack: Path | None = None) -> int:
    """Play records again by the rules, entry by entry.

    Names the first entry that differs; the exit code is then 2.

    Parameters
    ----------
    files
        The records.
    json
        Print JSON instead of text.
    pack
        The folder of charts the matches were begun with, if any.
    """
    from grognard.codec import verify as check

    if not files:
        raise WrongUsage("name at least one record to verify")
    reports = [check(file, pack=pack) for file in files]
    if json:
        _json([{"ok": report.ok, **msgspec.to_builtins(report)} for report in reports])
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
        A record, or a title for the beginning of a scenario.
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

    if Path(what).is_file():
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
    eyes = None if seat is None else _seat(title, seat)
    scene: Scene = title.scene(title.view(state, eyes))
    return scene


# -- rules and charts -------------------------------------------------------------------------


@app.command
def rules(key: str, rule: str | None = None, /, *, json: bool = False) -> int:
    """Show a rule in our own words, or the ledger of all: rule by code by tests.

    Without a rule the exit code is 1 if any rule is uncited or untested.

    Parameters
    ----------
    key
        The title.
    rule
        The id of a rule, such as LB-9.18a.
    json
        Print JSON instead of text.
    """
    from grognard.terminal.tables import ledger_lines, ledger_of, rule_lines

    title = library.title(key)
    book = ledger_of(title)
    if rule is not None:
        found = next((line for line in book.lines if line.id.casefold() == rule.casefold()), None)
        if found is None:
            raise WrongUsage(f"{title.NAME} has no rule “{rule}”")
        if json:
            return _json(msgspec.to_builtins(found))
        Screen().say_all(rule_lines(found, book.tests_seen))
        return OK
    if json:
        about = {"ok": book.ok, "summary": book.summary}
        about |= {"uncited": list(book.uncited), "untested": list(book.untested)}
        _json({**about, **msgspec.to_builtins(book)})
    else:
        Screen().say_all(ledger_lines(book))
    return OK if book.ok else FAILED


@app.command
def charts(key: str, /, *, pack: Path | None = None, json: bool = False) -> int:
    """Show every chart and value with its provenance, once all data have been checked.

    seed: the rule corrections; found: a page that was read; recalled: from memory; inferred: from
    the others; reading: our choice; stand-in: invented, because the printed value is not known.

    Parameters
    ----------
    key
        The title.
    pack
        A folder of your own charts, checked in place of ours.
    json
        Print JSON instead of text.
    """
    from grognard.terminal.tables import chart_lines, read_charts

    title = library.title(key)
    found = read_charts(title, pack)
    if json:
        return _json(found.plain())
    Screen().say_all(chart_lines(found))
    return OK


# -- hunting --------------------------------------------------------------------------------------


@app.command
def fuzz(
    key: str,
    /,
    *,
    games: int = 10,
    seed: str = "0",
    scenario: str | None = None,
    option: list[str] | None = None,
    limit: int = 20_000,
    workers: int = 2,
    records: Path | None = None,
    json: bool = False,
) -> int:
    """Play random games, hunting crashes, dead ends, flaws and games without end.

    The exit code is 1 if anything was caught.

    Parameters
    ----------
    key
        The title.
    games
        How many games.
    seed
        All but the timing depends on it alone.
    scenario
        The scenario, several with commas between them, or "all"; the title's first unless given.
    option
        A house rule: KEY=VALUE, once for each.
    limit
        A game of so many entries is called endless.
    workers
        How many processes.
    records
        A folder for the records of all games; without it those that fail are kept in
        "fuzz-failures" here.
    json
        Print JSON instead of text.
    """
    from rich.progress import Progress

    from grognard.fuzz import fuzz as hunt

    title = library.title(key)
    keys = [row.key for row in title.scenarios()]
    first = ",".join(keys) if scenario == "all" else scenario or keys[0]
    if games < 1 or workers < 1:
        raise WrongUsage("there should be at least one game and one worker")
    failing = Path("fuzz-failures") if records is None else records
    with Progress(console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task("games", total=games)
        report = hunt(
            title,
            first,
            games,
            seed,
            limit,
            lambda done, _: bar.update(task, completed=done),
            options=_pairs("option", option or []),
            failing=failing,
            records=records,
            workers=min(workers, games),
        )
    if records is None and report.ok and failing.is_dir() and not any(failing.iterdir()):
        failing.rmdir()
    if json:
        _json({"ok": report.ok, **msgspec.to_builtins(report)})
    else:
        Screen().say_all(_hunted(report))
    return OK if report.ok else FAILED


def _hunted(report: FuzzReport) -> list[str]:
    lines = [
        f"{report.title} {report.scenario}, seed {report.seed}: {report.games} games, "
        f"{report.actions} actions, {report.actions_per_second:.0f} a second",
    ]
    lines += [f"  {count:4} {verdict}" for verdict, count in report.verdicts.items()]
    for failure in report.failures:
        where = f" ({failure.record})" if failure.record else ""
        lines.append(f"  game {failure.game}, entry {failure.n}: {failure.kind}: ")
        lines[-1] += f"{failure.sentence}{where}"
    caught = f"{report.crashes} crashes, {report.dead_ends} dead ends, {report.flaws} flaws"
    return [*lines, f"{caught}, {report.endless} endless; digest {report.digest}"]


# -- many games -----------------------------------------------------------------------------------


@app.command
def arena(
    key: str,
    /,
    *,
    bots: str,
    scenario: str | None = None,
    games: int = 20,
    seed: str = "0",
    option: list[str] | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    out: Path | None = None,
    seconds: float = 60.0,
    limit: int = 100_000,
    json: bool = False,
) -> int:
    """Let bots play many games; stop it at any time, and the same command goes on.

    Every two bots meet, with sides swapped and the same dice for both games. The results depend on
    the seed alone, not on how many processes or machines play.

    Parameters
    ----------
    key
        The title.
    bots
        Who plays, as in uniform,greedy; one alone plays against itself.
    scenario
        The scenario; the title's first unless given.
    games
        How many games every two bots play; with more than before, those are added.
    seed
        All results depend on it alone.
    option
        A house rule: KEY=VALUE, once for each.
    workers
        How many processes; one for each core unless given.
    cluster
        The address of a Dask scheduler whose workers play, as in tcp://10.0.0.5:8786.
    out
        The folder of the run; named after what is played unless given.
    seconds
        How long a decision may take; after that the greedy bot makes it, and that is noted.
    limit
        A game of so many entries is left without a verdict.
    json
        Print JSON instead of text.
    """
    from grognard import sim
    from grognard.terminal.games import Bar, arena_lines, default_folder, default_workers

    title = library.title(key)
    first = title.scenarios()[0].key if scenario is None else scenario
    if workers is not None and workers < 1:
        raise WrongUsage("there should be at least one worker")
    names = [name.strip() for name in bots.split(",") if name.strip()]
    options = _pairs("option", option or [])
    plan = sim.new_plan(
        title, first, names, games, seed, options=options, seconds=seconds, limit=limit
    )
    folder = default_folder(plan) if out is None else out
    with Bar() as bar:
        run = sim.run_arena(
            plan, folder, workers=workers or default_workers(), cluster=cluster, progress=bar
        )
    lines = arena_lines(run)
    if json:
        records = msgspec.to_builtins(run.records())
        return _json({"folder": str(folder), "plan": msgspec.to_builtins(plan), "games": records})
    Screen().say_all(lines)
    return OK


@app.command
def report(
    folder: Path,
    /,
    *,
    against: Path | None = None,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    trace: int = 2,
) -> int:
    """Make a page of a run: win rates, margins, losses, a map of the fighting, dice and rules.

    Parameters
    ----------
    folder
        The folder of a run of the arena.
    against
        Another run to compare with.
    output
        The page; report.html in the folder unless given. The plots are put beside it.
    trace
        So many games are played again to see which rules' code runs; 0 for none.
    """
    try:
        from grognard.sim.report import write_report
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] == "grognard":
            raise
        raise WrongUsage("a report needs more packages: pip install 'grognard[sim]'") from None
    if trace < 0:
        raise WrongUsage("no fewer than no games can be played again")
    page = folder / "report.html" if output is None else output
    write_report(folder, page, against=against, trace=trace)
    Screen().say(str(page))
    return OK


@app.command
def golden(key: str, /, *, bless: bool = False, folder: Path | None = None) -> int:
    """Play the golden games again and compare every sentence and every position.

    The exit code is 1 if a game went another way.

    Parameters
    ----------
    key
        The title.
    bless
        Play the recipes anew and write their files; read the difference before you commit it.
    folder
        Where the games are; tests/golden/KEY of the repository unless given.
    """
    from grognard import golden as gold
    from grognard.ledger import repository_of
    from grognard.terminal.tables import package_of

    title, screen = library.title(key), Screen()
    home = repository_of(package_of(title))
    if folder is None and home is None:
        raise WrongUsage("there is no repository with golden games here; name their --folder")
    games = folder if folder is not None else Path(str(home)) / "tests" / "golden" / key
    if bless:
        screen.say_all(f"blessed {path.name}" for path in gold.bless(title, games))
        return OK
    files = gold.golden_files(games)
    if not files:
        raise WrongUsage(f"there are no golden games in {games}")
    differences = [d for path in files if (d := gold.check(title, path)) is not None]
    screen.say_all(map(str, differences))
    screen.say(f"{len(files)} golden games: {len(files) - len(differences)} as they were blessed")
    return FAILED if differences else OK


def _json(value: Any) -> int:
    print(json.dumps(value, ensure_ascii=False, indent=1))
    return OK
