"""The command line: what it does, and one sentence when it cannot."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from terminal.shell import Shell

from grognard.match.records import read_record
from grognard.match.writing import write_record
from grognard.titles.lost_battalion.kit.tables import DATA

LEARN = ("play", "lost_battalion", "--scenario", "learning", "--seed", "7")
VERSUS = (*LEARN, "--seat", "german=uniform")


@pytest.fixture
def record(sh: Shell, tmp_path: Path) -> Path:
    """A record of a few entries."""
    path = tmp_path / "match.jsonl"
    typed = "done\n137/35 1243>1244\nhalt\nquit\n"
    assert sh(*VERSUS, "--record", path, typed=typed).code == 0
    return path


# -- help -------------------------------------------------------------------------------


def test_help_reads_like_a_manual_page(sh: Shell) -> None:
    told = sh("--help")
    assert told.code == 0
    for word in ("play", "replay", "verify", "draw", "rules", "fuzz", "golden", "charts", "list"):
        assert f"  {word}\n        " in told.out
    assert "Exit codes:" in told.out
    assert sh().out == told.out


@pytest.mark.parametrize(
    "command",
    ["play", "replay", "verify", "draw", "rules", "fuzz", "golden", "charts", "list", "bots"],
)
def test_every_command_has_its_page(sh: Shell, command: str) -> None:
    assert f"Usage: grognard {command}" in sh(command, "--help").out


def test_titles_scenarios_and_bots_are_listed(sh: Shell) -> None:
    told = sh("list")
    assert "lost_battalion  The Lost Battalion, edition" in told.out
    assert "  scenario learning: First days at Montfaucon, 3 turns." in told.out
    assert "option control_blocks_supply=off|on" in told.out
    keys = [row["key"] for row in json.loads(sh("list", "--json").out)]
    assert keys == ["lost_battalion", "ardennes", "bcs"]
    assert sh("bots").out.startswith("uniform  ")


# -- playing ------------------------------------------------------------------------------


def test_a_learning_turn_is_played_through_a_pipe(sh: Shell) -> None:
    typed = "\n".join(
        ["done", "137/35 1243>1244", "undo", ">1245", "halt", "137/35 1244>1243", "1", "quit"]
    )
    told = sh(*VERSUS, typed=typed + "\n")
    assert told.code == 0
    assert told.err == ""
    assert "Allied player, turn 1: choose a unit to move, or end the Movement Phase." in told.out
    assert "137/35 1243 → 1244 (1 MP)" in told.out
    assert "Taken back." in told.out
    assert "\x1b" not in told.out


def test_a_whole_learning_game_is_played_with_the_menu(sh: Shell) -> None:
    told = sh(*LEARN, "--seat", "us=uniform", "--seat", "german=uniform")
    assert told.code == 0
    assert "The game ended: " in told.out


def test_questions_are_answered_at_the_prompt(sh: Shell, tmp_path: Path) -> None:
    saved = tmp_path / "saved.jsonl"
    asked = ["done", "why 1541", "why 308/77", "show 1541", "show 137/35", "map 1541 2", "map"]
    asked += ["units 137", "facts", "rules lb-9.18a", "list lift", "log 3", f"save {saved}"]
    asked += ["odds", "help", "137/35", "why 0101", "why 1541", "why done", "map"]
    told = sh(*VERSUS, typed="\n".join([*asked, "quit", ""]))
    assert told.code == 0
    assert "1541: LB-S.5: " in told.out
    assert "1541: clear; Hagen Line; held by the German side." in told.out
    assert ">1541." in told.out
    assert "LB-9.18a (Combat): A concentric attack shifts one column right" in told.out
    assert "(to the Reserve Box)" in told.out
    assert "Saved " in told.out
    assert "1541: LB-8.0a: no way to 1541: 1541 is held by the enemy" in told.out
    assert "done: LB-S.5: “Done” has no place here" in told.out
    assert sh("verify", saved).code == 0


def test_cards_and_answers_on_the_map_are_told_in_words(sh: Shell) -> None:
    asked = ["cards", "cards artillery", "ask supply 1508", "ask positions", "ask weather", "help"]
    told = sh("play", "ardennes", "--scenario", "gs-3", "--seed", "1", typed="\n".join(asked))
    assert told.code == 0
    assert "Your hand: 9" in told.out
    assert "Chits in the cup: 40" in told.out
    assert "Tactic: " in told.out
    assert "Supply of 1508" in told.out
    assert "German supply line, " in told.out
    assert "Positions and Hold Values" in told.out
    assert "There is no overlay “weather”; there are reach, supply" in told.out
    assert "an answer drawn on the map, in words: reach, supply" in told.out


def test_what_is_not_understood_is_said_and_asked_again(sh: Shell) -> None:
    told = sh(*VERSUS, typed="fly\nwhy\nshow nothing\nrules X\n#99\nsave\nmap 9999\nlose 137/35\n")
    assert told.code == 0
    assert "“fly” is neither a unit, a hex nor a verb" in told.out
    assert "Say where: why, and a hex, a unit or an action" in told.out
    assert "There is no hex or unit “nothing” to be seen." in told.out
    assert "The Lost Battalion has no rule “X”" in told.out
    assert "and no number 99." in told.out
    assert "No: LB-S.5: “Lose” has no place here" in told.out


def test_two_people_hand_over_and_do_not_see_each_other(sh: Shell) -> None:
    # The German is asked first, for replacements.
    typed = ["done", "done", "137/35 1243>1244", "halt", "done", "done", "done", "log 99", "quit"]
    told = sh(*LEARN, typed="\n".join([*typed, ""]))
    first, allied, german = told.out.split("--- hand over to ")
    assert "Deliberate Attacks in the game" in first
    assert allied.startswith("us ---")
    assert "137/35 1243 → 1244 (1 MP)" in allied
    assert "Deliberate Attacks in the game" not in allied
    assert german.startswith("german ---")
    assert "One Allied unit 1243 → 1244 (1 MP)" in german
    assert "137/35" not in german


def test_a_long_menu_is_cut_short(sh: Shell) -> None:
    told = sh(*VERSUS, typed="done\nlist take\nquit\n")
    shown, _, listed = told.out.partition("us> list take")
    assert "more; “list take” shows them" in shown
    assert listed.count("take ") > shown.count("take ")


# -- records --------------------------------------------------------------------------------


def test_what_cannot_be_done_yet_and_what_is_new_is_said(sh: Shell) -> None:
    typed = ["done", "137/35 1243>1343", "halt", "threats 1343", "undo", "undo", "quit", ""]
    told = sh(*VERSUS, typed="\n".join(typed)).out

    assert "not now: end the step (LB-5.3a: " in told
    assert "!  1343: no more than two US infantry units in a hex (LB-5.2b)" in told
    assert told.count("*  Moving. ") == 1
    assert "Nothing that you can see threatens that" in told


def test_a_match_goes_on_where_it_was_left(sh: Shell, record: Path) -> None:
    before = record.read_bytes()
    told = sh(*VERSUS, "--record", record, typed="139/35 1243>1244\nquit\n")
    assert f"Going on with {record} after " in told.out
    assert "139/35 1243 → 1244 (1 MP)" in told.out
    assert record.read_bytes().startswith(before)
    assert len(record.read_bytes()) > len(before)


def test_a_torn_line_is_dropped_with_a_notice(sh: Shell, record: Path) -> None:
    whole = record.read_bytes()
    record.write_bytes(whole[:-9])
    told = sh(*VERSUS, "--record", record, typed="quit\n")
    assert told.code == 0
    assert "Notice: " in told.out
    assert "was torn off and is dropped." in told.out
    assert sh("verify", record).code == 0


def test_replay_steps_and_jumps(sh: Shell, record: Path) -> None:
    typed = ["", "", "phase", "back 2", "turn", "jump 1", "map 1243", "show 1243", "units", "log"]
    typed += ["end", "", "foo", "jump x", "help", "quit", ""]
    told = sh("replay", record, typed="\n".join(typed))
    assert told.code == 0
    assert "Turn 1, 26–27 Sep." in told.out
    assert "“foo” is not understood" in told.out
    assert "This is the end of the record." in told.out
    assert "say an entry from 0 to" in told.out
    assert "137/35" not in told.out
    assert (
        "137/35 1243 → 1244 (1 MP)" in sh("replay", record, "--seat", "us", typed="end\nlog\n").out
    )


def test_replay_goes_back_over_an_undo(sh: Shell, tmp_path: Path) -> None:
    path = tmp_path / "undone.jsonl"
    typed = "done\n137/35 1243>1244\nundo\nundo\n138/35\nquit\n"
    assert sh(*VERSUS, "--record", path, typed=typed).code == 0
    told = sh("replay", path, "--seat", "us", typed="end\nback\nshow 137/35\nshow 1243\nlog\n")
    assert "us took back everything after entry" in told.out
    assert "  137/35: " in told.out


def test_verify_says_sound_or_names_the_entry(sh: Shell, record: Path) -> None:
    told = sh("verify", record)
    assert told.code == 0
    assert "sound; lost_battalion learning, " in told.out
    assert json.loads(sh("verify", "--json", record).out)[0]["ok"] is True
    lines = record.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"n":2', b'"n":3')
    record.write_bytes(b"".join(lines))
    assert "line 4: the line is damaged or was edited" in sh("verify", record).sentence()
    told = sh("verify", "--json", record)
    assert told.code == 2
    assert json.loads(told.out)[0]["line"] == 4


def test_a_position_is_drawn(sh: Shell, record: Path, tmp_path: Path) -> None:
    picture = tmp_path / "map.svg"
    assert sh("draw", "lost_battalion", "--scenario", "learning", "-o", picture).code == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    part = tmp_path / "part.png"
    window = ("--at", 2, "--seat", "us", "--window", "1243:2")
    assert sh("draw", record, *window, "-o", part).code == 0
    assert part.read_bytes().startswith(b"\x89PNG")


def test_a_record_can_be_piped_in(sh: Shell, record: Path, tmp_path: Path) -> None:
    typed = record.read_text(encoding="utf-8")
    assert sh("verify", "-", typed=typed).out.startswith("standard input: sound; ")
    assert "6 entries" in sh("replay", "-", typed=typed).out
    assert sh("draw", "-", "-o", tmp_path / "map.svg", typed=typed).code == 0
    assert "is not a whole line" in sh("verify", "-", typed=typed[:30]).sentence()
    assert "name a file" in sh(*VERSUS, "--record=-", typed=typed).sentence()


def test_a_device_or_a_pipe_is_no_record(sh: Shell, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        for command in (("replay",), ("verify",), ("draw", "-o", tmp_path / "x.svg")):
            assert "this is no regular file" in sh(*command, path).sentence()


def test_every_command_compares_the_positions(sh: Shell, record: Path, tmp_path: Path) -> None:
    other = read_record(record)
    write_record(record, other.header, other.entries, {2: "0" * 32})
    said = "entry 2: the position is not the one that was recorded"
    for command in (
        ("replay", record),
        ("verify", record),
        ("draw", record, "-o", tmp_path / "x.svg"),
        (*VERSUS, "--record", record),
    ):
        assert said in sh(*command).sentence()


def test_every_command_says_so_when_the_rules_fail(
    sh: Shell, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise IndexError("no such unit")

    monkeypatch.setattr("grognard.titles.lost_battalion.refusal", fail)
    for command in (
        ("replay", record),
        ("verify", record),
        ("draw", record, "-o", tmp_path / "x.svg"),
        (*VERSUS, "--record", record),
    ):
        assert "the rules cannot follow it: IndexError: no such unit" in sh(*command).sentence()


# -- rules, charts, fuzz -----------------------------------------------------------------------


def test_a_rule_is_shown_with_its_places(sh: Shell) -> None:
    told = sh("rules", "lost_battalion", "LB-9.18a")
    assert told.code == 0
    assert "A concentric attack shifts one column right" in told.out
    assert "Enforced in:\n  grognard/titles/lost_battalion/rules/odds.py:" in told.out
    assert "tests/titles/lost_battalion/rules/test_combat.py::test_" in told.out
    assert json.loads(sh("rules", "lost_battalion", "lb-9.18a", "--json").out)["id"] == "LB-9.18a"


def test_a_rule_is_told_apart_by_who_enforces_and_who_shows_it(sh: Shell) -> None:
    told = sh("rules", "lost_battalion", "LB-3.4f").out
    enforced, shown = told.split("Shown in:\n")

    assert "state.py" in enforced.split("Enforced in:\n")[1]
    assert "overlays.py" in shown
    assert (
        "Drawn in:\n  grognard/titles/lost_battalion/drawing/counters"
        in sh("rules", "lost_battalion", "LB-14.11").out
    )


def test_the_ledger_ends_in_a_summary(sh: Shell) -> None:
    told = sh("rules", "lost_battalion")
    last = told.out.splitlines()[-1]
    assert last.startswith("224 rules: ")
    assert told.code == (0 if last == "224 rules: 224 enforced, 224 tested" else 1)
    assert json.loads(sh("rules", "lost_battalion", "--json").out)["summary"] == last


def test_charts_show_provenance(sh: Shell) -> None:
    told = sh("charts", "lost_battalion")
    assert told.code == 0
    assert "Combat Results Table [stand-in] (charts.toml, chart.crt)" in told.out
    assert "board.toml: " in told.out
    assert "crt" in json.loads(sh("charts", "lost_battalion", "--json").out)["charts"]


def test_fuzz_reports(sh: Shell, tmp_path: Path) -> None:
    options = ("--scenario", "learning", "--games", 2, "--seed", 3, "--workers", 1)
    told = sh("fuzz", "lost_battalion", *options, "--records", tmp_path, "--json")
    assert told.code == 0
    report = json.loads(told.out)
    assert (report["ok"], report["games"], report["crashes"]) == (True, 2, 0)
    assert len(list(tmp_path.glob("*.jsonl"))) == 2
    assert (
        "0 crashes, 0 dead ends, 0 flaws, 0 endless"
        in sh("fuzz", "lost_battalion", *options, "--records", tmp_path).out
    )


# -- one sentence, exit 2 -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("play", "lost_batalion"),
            "there is no title “lost_batalion”; did you mean lost_battalion?",
        ),
        (("play", "chess"), "there is no title “chess”; there is lost_battalion, ardennes, bcs."),
        (
            ("play", "lost_battalion", "--scenario", "none"),
            "The Lost Battalion has no scenario “none”; it has historical, free, learning.",
        ),
        (
            (*LEARN, "--seat", "french=human"),
            "The Lost Battalion has no seat “french”; its seats are us, german.",
        ),
        ((*LEARN, "--seat", "us"), "--seat wants KEY=VALUE, not “us”."),
        ((*LEARN, "--seat", "us=deep"), "there is no bot “deep”; there are uniform, greedy"),
        ((*LEARN, "--option", "snow=on"), "The Lost Battalion has no option “snow”"),
        (
            (*LEARN, "--option", "german_hasty=maybe"),
            "option “german_hasty” may be off or on, not “maybe”.",
        ),
        ((*LEARN, "--pack", "/nowhere"), "there is no chart pack at /nowhere."),
        ((*LEARN, "--record", "/proc/match.jsonl"), "cannot write /proc/match.jsonl: "),
        (("replay", "/nowhere.jsonl"), "cannot use /nowhere.jsonl: no such file or directory."),
        (("verify", "/nowhere.jsonl"), "cannot read /nowhere.jsonl: no such file or directory."),
        (("verify",), "name at least one record to verify."),
        (("rules", "lost_battalion", "LB-0"), "The Lost Battalion has no rule “LB-0”."),
        (("draw", "lost_battalion", "-o", "map.bmp"), "the picture's name should end in .svg"),
        (("draw", "lost_battalion", "-o", "/proc/map.svg"), "cannot use /proc/map.svg: "),
        (
            ("draw", "lost_battalion", "-o", "/tmp/x.svg", "--window", "0838"),
            "--window wants HEX:RADIUS, as in 0838:5, not “0838”.",
        ),
        (
            ("draw", "lost_battalion", "-o", "/tmp/x.svg", "--window", "9999:2"),
            "there is no hex 9999 on this map.",
        ),
        (("fuzz", "lost_battalion", "--games", "0"), "there should be at least one game"),
        (("fuzz", "lost_battalion", "--games", "many"), "Invalid value for --games: unable to"),
        (("plya",), 'Unknown command "plya". Did you mean "play"?'),
        (("play",), 'Command "play" parameter KEY requires an argument.'),
        (
            ("play", "lost_battalion", "learning"),
            "“play” takes no “learning”; “grognard play --help” says what it takes.",
        ),
        (("list", "a", "b"), "“list” takes no “a b”; “grognard list --help” says what it takes."),
        (("play", "lost_battalion", "--sead", "1"), "Unknown option: --sead."),
        (("charts", "lost_battalion", "--pack", "/nowhere"), "there is no chart pack at /nowhere."),
        (("golden", "lost_battalion", "--folder", "/nowhere"), "there are no golden games in"),
    ],
)
def test_errors_are_one_sentence(sh: Shell, words: tuple[str, ...], sentence: str) -> None:
    assert sh(*words).sentence().startswith(sentence)


def test_no_command_takes_a_word_too_many(sh: Shell) -> None:
    from grognard.terminal.commands import app as commands

    names = [name for name in commands if not name.startswith("-") and name != "verify"]
    needed = {"arena": ("--bots", "uniform"), "draw": ("-o", "x.svg")}
    assert len(names) == 12
    for name in names:
        words = ("one", "two", "nosuch")
        told = sh(name, *words, *needed.get(name, ())).sentence()
        assert told.endswith(f"nosuch”; “grognard {name} --help” says what it takes.")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (b'"edition":2', b'"edition":99', "made by edition 99 of lost_battalion"),
        (
            b'"edition":2',
            b'"edition":1',
            "edition 1 of lost_battalion; this program plays edition 2",
        ),
        (b'"title":"lost_battalion"', b'"title":"waterloo"', "there is no title “waterloo”"),
        (b'"scenario":"learning"', b'"scenario":"teaching"', "no scenario “teaching”"),
        (b'"seed":"7"', b'"seed":"8"', "line 1: the line is damaged or was edited"),
        (b'"n":1,', b'"n":1,\x00', "line 3: the line is damaged"),
        (b"{", b"[", "line 1: this is not a Grognard record, or it is damaged"),
    ],
)
def test_a_damaged_or_foreign_record_is_refused(
    sh: Shell, record: Path, old: bytes, new: bytes, sentence: str
) -> None:
    data = record.read_bytes()
    if b"edition" in old or b"title" in old or b"scenario" in old:
        data = rechained(data, old, new)
    record.write_bytes(data.replace(old, new, 1))
    for command in (("replay", record), ("verify", record), (*VERSUS, "--record", record)):
        assert sentence in sh(*command).sentence()
    assert record.read_bytes() == data.replace(old, new, 1)


def rechained(data: bytes, old: bytes, new: bytes) -> bytes:
    """The header changed and hashed as if an honest program had written it."""
    from grognard.book.canonical import digest

    first, _, _ = data.partition(b"\n")
    body = first.replace(old, new, 1)
    body = body[: body.rindex(b',"hash"')] + b"}"
    return body[:-1] + b',"hash":"' + digest(b"", body).encode() + b'"}\n'


def test_a_record_is_gone_on_with_as_it_was_begun(sh: Shell, record: Path) -> None:
    other = ("play", "lost_battalion", "--record", record)
    assert (
        "was begun with scenario learning, not free." in sh(*other, "--scenario", "free").sentence()
    )
    assert "was begun with seed 7, not 8." in sh(*other, "--seed", "8").sentence()
    on = sh(*other, "--option", "german_hasty=on").sentence()
    assert "was begun with option german_hasty off, not on." in on
    assert sh(*other, "--seat", "german=uniform", typed="quit\n").code == 0


def test_a_folder_that_is_a_file_cannot_be_written_to(sh: Shell, record: Path) -> None:
    assert "cannot" in sh(*VERSUS, "--record", record / "match.jsonl").sentence()
    assert "is no regular file" in sh(*VERSUS, "--record", record.parent).sentence()


# -- chart packs ----------------------------------------------------------------------------


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA, tmp_path / "pack"))


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_sound_pack_is_played_with(sh: Shell, pack: Path) -> None:
    assert sh("charts", "lost_battalion", "--pack", pack).code == 0
    assert sh(*VERSUS, "--pack", pack, typed="quit\n").code == 0


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        (
            "board.toml",
            '"..........FFFF..............", # 01',
            '"..........FF?F..............", # 01',
            "board.toml, line ",
        ),
        ("scenarios/learning.toml", '"VA" = "1642"', '"VA" = "9942"', "learning.toml, line "),
        (
            "scenarios/learning.toml",
            '"VA" = "1642"',
            '"VZ" = "1642"',
            "there is no unit VZ among the counters",
        ),
        ("charts.toml", '"4/0", "3/0"', '"4/0"', "charts.toml, line "),
    ],
)
def test_a_broken_pack_is_refused_with_file_and_line(
    sh: Shell, pack: Path, file: str, old: str, new: str, words: str
) -> None:
    edit(pack / file, old, new)
    assert words in sh(*VERSUS, "--pack", pack).sentence()
    assert words in sh("charts", "lost_battalion", "--pack", pack).sentence()


@pytest.mark.parametrize("text", ["rule = [", "rule = " + "[" * 5000, "rule = 99999999"])
def test_a_broken_rulebook_of_a_pack_is_named(sh: Shell, pack: Path, text: str) -> None:
    (pack / "rulebook.toml").write_text(text)
    assert sh("charts", "lost_battalion", "--pack", pack).sentence().startswith("rulebook.toml")


def test_a_road_through_hexes_that_do_not_touch_is_refused(sh: Shell, pack: Path) -> None:
    edit(pack / "board.toml", '"1348", "1347", "1246"', '"1348", "0101", "1246"')
    sentence = sh("charts", "lost_battalion", "--pack", pack).sentence()
    assert sentence.startswith("board.toml, line ")
    assert "0101" in sentence
