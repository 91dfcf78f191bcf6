"""Records and canonical bytes: nothing is lost, nothing can be edited unnoticed."""

from __future__ import annotations

import enum
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
import toy
from hypothesis import given
from hypothesis import strategies as st
from toy import BLUE, RED, Bid, Step, Stop

from grognard import library
from grognard.book.canonical import pack, pack_hash, state_hash, unpack
from grognard.bots import Uniform, play_out
from grognard.library import AnyTitle, UnknownTitle
from grognard.match import Entry, Header, Match, fold, writing
from grognard.match import records as codec
from grognard.match.holding import CannotWrite, ChangedFile
from grognard.match.records import BadRecord, read_record
from grognard.match.verifying import verify
from grognard.match.writing import RecordWriter, save, write_record
from grognard.waist.chance import Picked
from grognard.waist.title import CHANCE


def registry(key: str) -> AnyTitle:
    return toy if key == "toy" else library.title(key)


def short() -> Match[toy.State, toy.Action, toy.Happened, toy.View]:
    """A few entries, an undo among them."""
    match = Match.new(toy, "corners", {}, "seed", settle=False)
    match.play(CHANCE, Picked(2))
    match.play(BLUE, Bid(0))
    match.play(RED, Bid(1))
    match.play(RED, Step("0102"))
    match.undo(RED)
    return match


def whole(seed: str) -> Match[toy.State, toy.Action, toy.Happened, toy.View]:
    match = Match.new(toy, "corners", {"rounds": "5"}, seed)
    play_out(match, {RED: Uniform(), BLUE: Uniform()}, Random(seed))
    return match


# -- canonical bytes -----------------------------------------------------------------


class Side(enum.Enum):
    US = "us"
    GERMAN = "german"


class Frame(msgspec.Struct, frozen=True, tag=True):
    hexes: int
    units: tuple[int, ...]


class Row(msgspec.Struct, frozen=True, tag=True, array_like=True):
    a: int
    b: str


class Big(msgspec.Struct):
    sets: list[int]
    stack: tuple[Frame, ...]
    rows: list[Row]
    by_unit: dict[int, int]
    by_pair: dict[tuple[int, int], str]
    names: frozenset[str]
    column: bytearray
    side: Side
    zone: int = 0
    note: str | None = None


ints = st.integers(-(1 << 3000), 1 << 3000)
small = st.integers(-1000, 1000)
frames = st.builds(Frame, ints, st.lists(small, max_size=3).map(tuple))
bigs = st.builds(
    Big,
    st.lists(ints, max_size=4),
    st.lists(frames, max_size=3).map(tuple),
    st.lists(st.builds(Row, small, st.text(max_size=3)), max_size=3),
    st.dictionaries(small, ints, max_size=4),
    st.dictionaries(st.tuples(small, small), st.text(max_size=3), max_size=4),
    st.frozensets(st.text(max_size=3), max_size=4),
    st.binary(max_size=5).map(bytearray),
    st.sampled_from(Side),
    ints,
    st.none() | st.text(max_size=3),
)


@given(bigs)
def test_what_is_packed_unpacks_to_the_same(state: Big) -> None:
    again = unpack(pack(state), Big)
    assert again == state
    assert pack(again) == pack(state)


@given(st.dictionaries(small, small, min_size=2))
def test_the_order_of_a_dict_does_not_matter(table: dict[int, int]) -> None:
    backwards = dict(reversed(table.items()))
    assert state_hash(table) == state_hash(backwards)


@pytest.mark.parametrize("edge", [1 << 63, (1 << 63) - 1, 1 << 64, -(1 << 63), -(1 << 63) - 1])
def test_ints_at_the_edge_of_a_word(edge: int) -> None:
    assert unpack(pack([edge]), list[int]) == [edge]


def test_what_a_state_may_not_hold_is_named() -> None:
    with pytest.raises(TypeError, match="a state may not hold a object"):
        pack([object()])
    with pytest.raises(TypeError, match="may not key a dict by a set of hexes"):
        pack({1 << 80: 1})


def test_the_hash_of_a_known_state_never_changes() -> None:
    state = toy.setup("corners", {"rounds": "3"})
    assert state_hash(state) == "650b0eafef2cb37a782e401c4fa3fbf2"
    assert unpack(pack(state), toy.State) == state


def test_a_pack_is_hashed_by_names_and_contents(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("x = 1")
    one = pack_hash(tmp_path)
    (tmp_path / "a.toml").rename(tmp_path / "b.toml")
    assert pack_hash(tmp_path) != one
    assert pack_hash(None) == ""
    with pytest.raises(FileNotFoundError, match="there is no chart pack"):
        pack_hash(tmp_path / "missing")


# -- reading and writing -------------------------------------------------------------


def test_a_record_gives_the_match_back(tmp_path: Path) -> None:
    match, path = whole("a"), tmp_path / "a.jsonl"
    save(match, path)
    record = read_record(path, registry)
    assert (record.header, record.entries, record.warning) == (match.header, match.entries, "")
    assert fold(toy, record.header, record.entries, record.checks).state == match.state
    assert record.checks[match.entries[-1].n] == state_hash(match.state)


def test_every_hundredth_entry_carries_a_check(tmp_path: Path) -> None:
    match, path = short(), tmp_path / "long.jsonl"
    while len(match.entries) < 205:
        match.play(RED, Step("0102"))
        match.undo(RED)
    with RecordWriter(path, match.header, registry) as writer:
        writer.follow(match)
    assert sorted(read_record(path, registry).checks) == [99, 199]
    assert verify(path, registry).ok


def test_a_record_for_a_player_has_no_seed(tmp_path: Path) -> None:
    path = tmp_path / "mail.jsonl"
    match = Match.new(toy, "corners", {}, "secret-seed")
    save(match, path, with_seed=False)
    assert b"secret-seed" not in path.read_bytes()
    assert b'"seed"' not in path.read_bytes()
    assert read_record(path, registry).header.seed is None


def test_writing_step_by_step_gives_the_same_bytes(tmp_path: Path) -> None:
    match = short()
    write_record(tmp_path / "whole", match.header, match.entries, {})
    for entry in match.entries:
        with RecordWriter(tmp_path / "steps", match.header, registry) as writer:
            writer.append(entry)
    assert (tmp_path / "steps").read_bytes() == (tmp_path / "whole").read_bytes()


def test_an_entry_out_of_order_is_not_written(tmp_path: Path) -> None:
    with (
        RecordWriter(tmp_path / "r", short().header, registry) as writer,
        pytest.raises(ValueError, match="entry 1 does not follow; 0 is next"),
    ):
        writer.append(Entry(1, RED, Stop()))


def test_a_writer_does_not_go_on_with_another_match(tmp_path: Path) -> None:
    path = tmp_path / "r"
    save(short(), path)
    other = Match.new(toy, "centre", {}, "seed")
    with pytest.raises(BadRecord, match="the record of another match"):
        RecordWriter(path, other.header, registry)


# -- damage --------------------------------------------------------------------------


@pytest.mark.parametrize("mask", [0x01, 0x20, 0x80])
def test_no_byte_can_be_edited(tmp_path: Path, mask: int) -> None:
    path = tmp_path / "r"
    save(short(), path)
    data = path.read_bytes()
    for i in range(len(data)):
        path.write_bytes(data[:i] + bytes([data[i] ^ mask]) + data[i + 1 :])
        if i == len(data) - 1:
            record = read_record(path, registry)
            assert record.warning == "line 6 was torn off and is dropped"
            assert record.entries == short().entries[:-1]
            continue
        with pytest.raises(BadRecord) as bad:
            read_record(path, registry)
        assert bad.value.line == 1 + data[:i].count(b"\n")


def test_no_byte_can_be_added_or_taken_out(tmp_path: Path) -> None:
    path = tmp_path / "r"
    save(short(), path)
    data = path.read_bytes()
    for i in range(len(data) - 1):
        for edited in (data[:i] + data[i + 1 :], data[:i] + b" " + data[i:]):
            path.write_bytes(edited)
            with pytest.raises(BadRecord, match=r", line \d"):
                read_record(path, registry)


def test_lines_cannot_be_swapped_or_left_out(tmp_path: Path) -> None:
    path = tmp_path / "r"
    save(short(), path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], *lines[3:]]))
    with pytest.raises(BadRecord, match="line 3: the line is damaged or was edited"):
        read_record(path, registry)


def test_a_record_torn_anywhere_keeps_its_whole_lines(tmp_path: Path) -> None:
    path, match = tmp_path / "r", short()
    save(match, path)
    data = path.read_bytes()
    for i in range(data.index(b"\n") + 1, len(data)):
        path.write_bytes(data[:i])
        kept = data[:i].count(b"\n") - 1
        record = read_record(path, registry)
        assert record.entries == match.entries[:kept]
        assert bool(record.warning) == (data[i - 1 : i] != b"\n")


def test_a_writer_cuts_off_a_torn_line_and_goes_on(tmp_path: Path) -> None:
    path, match = tmp_path / "r", short()
    with RecordWriter(path, match.header, registry) as writer:
        writer.follow(match)
    data = path.read_bytes()
    path.write_bytes(data[:-9])
    with RecordWriter(path, match.header, registry) as writer:
        assert writer.count == len(match.entries) - 1
        writer.follow(match)
    assert path.read_bytes() == data


def test_a_killed_writer_loses_nothing_it_returned_from(tmp_path: Path) -> None:
    path = tmp_path / "r"
    script = textwrap.dedent("""
        import sys, toy
        from grognard.match.writing import RecordWriter
        from grognard.match import Match
        match = Match.new(toy, "corners", {}, "seed")
        writer = RecordWriter(sys.argv[1], match.header, lambda key: toy)
        while True:
            writer.follow(match)
            print(len(match.entries), flush=True)
            seat = match.deciders()[0]
            match.play(seat, match.offers(seat)[0])
            match.undo(seat)
    """)
    ours = [str(Path(toy.__file__).parent), os.environ.get("PYTHONPATH", "")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, ours))}
    command = [sys.executable, "-c", script, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        told = [int(process.stdout.readline()) for _ in range(20)]
        process.send_signal(signal.SIGKILL)
        told += [int(line) for line in process.stdout if line.endswith("\n")]
    record = read_record(path, registry)
    assert len(record.entries) >= told[-1]
    fold(toy, record.header, record.entries, record.checks)


# -- what is said of files that are no good ------------------------------------------


def refused(path: Path) -> str:
    with pytest.raises(BadRecord) as bad:
        read_record(path, registry)
    return bad.value.message


def test_files_that_are_no_records(tmp_path: Path) -> None:
    path = tmp_path / "r"
    path.write_bytes(b"")
    assert refused(path) == "the file is empty"
    path.write_bytes(b"\x89PNG\r\n\x1a\n")
    assert refused(path) == "this is not a Grognard record, or it is damaged"
    path.write_bytes(b'{"some":"json"}\n')
    assert refused(path) == "this is not a Grognard record"
    path.write_bytes(b"[" * 60_000 + b"\n")
    assert refused(path) == "this is not a Grognard record, or it is damaged"
    path.write_bytes(b'{"grognard":2}\n')
    assert refused(path) == "a record of another format; this program reads 1"
    path.write_bytes(b"no newline at all")
    assert refused(path) == "this is not a whole line of a Grognard record"


def test_what_is_no_regular_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):
        assert refused(path) == "this is no regular file"
        assert "this is no regular file" in verify(path, registry).error


def test_a_record_is_read_up_to_its_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, match = tmp_path / "r", short()
    save(match, path)
    size, longest = path.stat().st_size, max(map(len, path.read_bytes().splitlines(True)))
    for name, bound in (("MOST_BYTES", size), ("MOST_LINE", longest), ("MOST_ENTRIES", 5)):
        monkeypatch.setattr(codec, name, bound)
    assert read_record(path, registry).entries == match.entries
    for name, words in (
        ("MOST_ENTRIES", "line 6: a record may have 4 entries, not more"),
        ("MOST_LINE", f"line 1: a line of a record may have {longest - 1} bytes, not more"),
        ("MOST_BYTES", f"r: a record may have {size - 1} bytes, not more"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(codec, name, getattr(codec, name) - 1)
            with pytest.raises(BadRecord, match=words):
                read_record(path, registry)


def test_the_bounds_of_a_record() -> None:
    assert (codec.MOST_BYTES, codec.MOST_LINE, codec.MOST_ENTRIES) == (1 << 26, 1 << 16, 200_000)


def test_no_more_is_written_than_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, match = tmp_path / "r", short()
    for module in (codec, writing):
        monkeypatch.setattr(module, "MOST_ENTRIES", 4)
    with RecordWriter(path, match.header, registry) as writer:
        with pytest.raises(CannotWrite, match="a record may have 4 entries, not more"):
            writer.follow(match)
        writer.append(*match.entries[:4])
    assert len(read_record(path, registry).entries) == 4


def test_a_record_is_read_from_what_is_piped_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(short(), tmp_path / "r")
    with (tmp_path / "r").open(encoding="utf-8") as piped:
        monkeypatch.setattr(sys, "stdin", piped)
        assert read_record("-", registry).entries == short().entries
    with (tmp_path / "r").open(encoding="utf-8") as piped:
        piped.buffer.read(3)
        monkeypatch.setattr(sys, "stdin", piped)
        with pytest.raises(BadRecord, match=r"^standard input, line 1: this is not a Grog"):
            read_record("-", registry)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (
            Header("lost_batallion", 1, "x"),
            "there is no title “lost_batallion”; did you mean lost_battalion?",
        ),
        (Header("toy", 3, "corners"), "made by edition 3 of toy; this program plays edition 1"),
        (Header("toy", 1, "moon"), "Toy has no scenario “moon”"),
    ],
)
def test_records_of_what_is_not_played_here(tmp_path: Path, header: Header, message: str) -> None:
    write_record(tmp_path / "r", header, [], {})
    assert refused(tmp_path / "r") == message


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "r"
    with pytest.raises(CannotWrite, match=r"cannot write .*: no such file or directory"):
        RecordWriter(path, short().header, registry)
    with pytest.raises(CannotWrite, match=r"cannot write .*: no such file or directory"):
        save(short(), path)


@pytest.mark.parametrize("reason", ["Permission denied", "Read-only file system"])
def test_a_disk_that_refuses_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(13, reason)

    save(short(), tmp_path / "r")
    monkeypatch.setattr(os, "open", refuse)
    for name in ("r", "new"):
        with pytest.raises(CannotWrite) as cannot:
            RecordWriter(tmp_path / name, short().header, registry)
        assert str(cannot.value) == f"cannot write {tmp_path / name}: {reason.lower()}"


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="is a directory"):
        RecordWriter(tmp_path, short().header, registry)


def test_a_full_disk_leaves_a_sound_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, match = tmp_path / "r", short()
    with RecordWriter(path, match.header, registry) as writer:
        writer.append(*match.entries[:2])
        sound = path.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", _full)
            with pytest.raises(CannotWrite, match="no space left"):
                writer.follow(match)
        assert path.read_bytes() == sound
        writer.follow(match)
    assert read_record(path, registry).entries == match.entries


def _full(_: int) -> None:
    raise OSError(28, "No space left on device")


# -- a record is written by one program only -------------------------------------------


def test_a_record_is_held_by_one_writer_at_a_time(tmp_path: Path) -> None:
    path, match = tmp_path / "r", short()
    with RecordWriter(path, match.header, registry) as writer:
        with pytest.raises(CannotWrite, match="another program is keeping a match in it"):
            RecordWriter(path, match.header, registry)
        writer.follow(match)
    with RecordWriter(path, match.header, registry) as writer:
        assert writer.count == len(match.entries)


def _moved(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


def _replaced(path: Path) -> None:
    path.with_name("copy").write_bytes(path.read_bytes())
    path.with_name("copy").replace(path)


def _longer(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"{}\n")


def _shorter(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 1)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_moved, "it is no longer where it was"),
        (_replaced, "another file has taken its place"),
        (_longer, "somebody else has written to it"),
        (_shorter, "somebody else has written to it"),
    ],
)
def test_a_record_that_was_changed_is_not_written_to(
    tmp_path: Path, change: Callable[[Path], None], words: str
) -> None:
    path, match = tmp_path / "r", short()
    with RecordWriter(path, match.header, registry) as writer:
        writer.append(*match.entries[:2])
        change(path)
        left = {file: file.read_bytes() for file in tmp_path.iterdir()}
        for _ in range(2):
            with pytest.raises(ChangedFile, match=words):
                writer.follow(match)
        assert writer.count == 2
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == left


def test_a_record_that_is_no_file_is_not_written_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/null")):
        with pytest.raises(CannotWrite, match="it is no regular file"):
            RecordWriter(path, short().header, registry)


# -- verifying -----------------------------------------------------------------------


def test_a_finished_game_is_verified(tmp_path: Path) -> None:
    match, path = whole("v"), tmp_path / "r"
    save(match, path)
    report = verify(path, registry)
    assert report.ok
    assert report.finished
    assert report.verdict
    assert report.state == state_hash(match.state)
    assert msgspec.json.decode(msgspec.json.encode(report))["entries"] == len(match.entries)


def test_a_chained_record_of_an_illegal_game_is_found_out(tmp_path: Path) -> None:
    match, path = short(), tmp_path / "r"
    entries = [*match.entries, Entry(5, RED, Step("0303"))]
    write_record(path, match.header, entries, {})
    report = verify(path, registry)
    assert (report.ok, report.line) == (False, 7)
    assert report.error == "entry 5: TOY-3: 0303 is not next to your pawn"


def test_a_record_the_rules_fail_on_is_reported(tmp_path: Path) -> None:
    def fail(*_: object) -> None:
        raise IndexError("no such unit")

    save(short(), tmp_path / "r")
    failing: Any = SimpleNamespace(**{**vars(toy), "refusal": fail})
    report = verify(tmp_path / "r", lambda _: failing)
    assert report.error == "the rules cannot follow it: IndexError: no such unit"


def test_verifying_reports_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "no such file" in verify(tmp_path / "none", registry).error
    (tmp_path / "empty").write_bytes(b"")
    assert verify(tmp_path / "empty", registry).error.endswith("the file is empty")


# -- the library ---------------------------------------------------------------------


def test_the_library_names_near_matches() -> None:
    assert library.titles() == ("lost_battalion", "ardennes", "bcs")
    with pytest.raises(UnknownTitle, match="did you mean lost_battalion"):
        library.title("Lost Batalion")
    with pytest.raises(UnknownTitle, match="there is no title “chess”; there is lost_battalion"):
        library.title("chess")
