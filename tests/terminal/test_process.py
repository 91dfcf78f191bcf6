"""The command as a process: killed in the middle, gone on with, and never a traceback."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from grognard.match.records import read_record
from grognard.match.verifying import verify

COMMAND = (sys.executable, "-m", "grognard")
ENVIRONMENT = {**os.environ, "NO_COLOR": "1"}


def play(record: Path, *more: str) -> list[str]:
    words = ["play", "lost_battalion", "--scenario", "learning", "--seed", "7"]
    return [*COMMAND, *words, "--seat", "german=uniform", "--record", str(record), *more]


def until_the_prompt(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout is not None
    told = b""
    while not told.endswith(b"us> "):
        byte = process.stdout.read(1)
        assert byte, told.decode()
        told += byte
    return told.decode()


def type_(process: subprocess.Popen[bytes], line: str) -> str:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n".encode())
    process.stdin.flush()
    return until_the_prompt(process)


def begin(record: Path, *more: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(
        play(record, *more), stdin=pipe, stdout=pipe, stderr=pipe, env=ENVIRONMENT
    )


def kill(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGKILL)
    process.communicate()


def test_what_was_accepted_survives_a_kill(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    process = begin(record)
    until_the_prompt(process)
    type_(process, "done")
    type_(process, "137/35 1243>1244")
    on_disk = len(read_record(record).entries)
    kill(process)
    assert verify(record).ok
    assert len(read_record(record).entries) == on_disk
    again = begin(record)
    assert f"after {on_disk} entries" in until_the_prompt(again)
    # The march that was in hand is gone on with.
    assert "137/35 halted in 1244." in type_(again, "halt")
    # The bot takes its whole turn, and every step of it is kept.
    type_(again, "done")
    type_(again, "done")
    assert "Turn 2, 28–29 Sep." in type_(again, "done")
    kill(again)
    assert verify(record).ok


def test_a_bot_that_was_to_move_moves_when_the_match_goes_on(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    process = begin(record)
    until_the_prompt(process)
    for _ in range(4):
        type_(process, "done")
    kill(process)
    whole = record.read_bytes()
    lines = whole.splitlines(keepends=True)
    seats = [entry.seat for entry in read_record(record).entries]
    # As if the power had failed in the middle of the German turn, and of a line.
    middle = [n for n, seat in enumerate(seats) if seat == "german"][-4]
    record.write_bytes(b"".join(lines[: middle + 1]) + lines[middle + 1][:20])
    again = begin(record)
    told = until_the_prompt(again)
    kill(again)
    assert "was torn off and is dropped." in told
    assert record.read_bytes() == whole


def test_two_programs_do_not_keep_a_match_in_one_file(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    first = begin(record)
    until_the_prompt(first)
    told = subprocess.run(
        play(record), input=b"", capture_output=True, env=ENVIRONMENT, check=False
    )
    assert told.returncode == 2
    assert told.stderr.decode() == (
        f"grognard: cannot write {record}: another program is keeping a match in it.\n"
    )
    type_(first, "done")
    kill(first)
    assert verify(record).ok
    again = begin(record)
    assert "Going on with" in until_the_prompt(again)
    kill(again)


def test_a_match_whose_file_was_replaced_is_played_on_and_said_not_to_be_kept(
    tmp_path: Path,
) -> None:
    record = tmp_path / "match.jsonl"
    process = begin(record)
    until_the_prompt(process)
    record.rename(tmp_path / "away.jsonl")
    record.write_text("mine")
    lost = f"Cannot write {record}: another file has taken its place. "
    lost += "The match is no longer kept; “save FILE” writes it to another file."
    assert lost in type_(process, "done")
    assert "Saved 3 entries" in type_(process, f"save {tmp_path / 'whole.jsonl'}")
    out, err = process.communicate(b"quit\n")
    assert (process.returncode, err) == (1, b"")
    assert b"The match is not kept." in out
    assert record.read_text() == "mine"
    assert verify(tmp_path / "away.jsonl").ok
    assert verify(tmp_path / "whole.jsonl").ok


def test_a_match_is_not_saved_over_the_file_it_is_kept_in(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    process = begin(record)
    until_the_prompt(process)
    assert f"The match is kept in {record} as it is." in type_(process, f"save {record}")
    type_(process, "done")
    kill(process)
    assert verify(record).ok
    assert len(read_record(record).entries) > 0


def test_an_error_is_one_sentence_and_exit_2(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("not a record\n")
    told = subprocess.run(play(bad), input=b"", capture_output=True, env=ENVIRONMENT, check=False)
    assert told.returncode == 2
    assert told.stderr.decode() == (
        f"grognard: {bad}, line 1: this is not a Grognard record, or it is damaged.\n"
    )


def test_a_reader_who_has_had_enough_is_no_error() -> None:
    command = f"{sys.executable} -m grognard.cli rules lost_battalion | head -1"
    told = subprocess.run(command, shell=True, capture_output=True, env=ENVIRONMENT, check=False)
    assert told.stdout.startswith(b"LB-")
    assert b"Traceback" not in told.stderr


def test_without_its_packages_it_says_which_to_install() -> None:
    look = "import sys; sys.modules['cyclopts'] = None\nfrom grognard.cli import run\n"
    command = [sys.executable, "-c", look + "sys.exit(run(['list']))"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert told.stderr == (
        "grognard: the command line needs cyclopts and rich: pip install 'grognard[terminal]'.\n"
    )


def test_an_interrupt_is_one_sentence_too(tmp_path: Path) -> None:
    process = begin(tmp_path / "match.jsonl")
    until_the_prompt(process)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode == 130
    assert err.decode() == "grognard: interrupted.\n"


INTERRUPTS_ITSELF = """
import os, signal, sys

class Finder:
    left = {left}

    def find_spec(self, name, path=None, target=None):
        Finder.left -= 1
        if Finder.left == 0:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
sys.argv[1:] = {words}
from grognard import cli
cli.main()
"""


def interrupted(words: list[str], left: int) -> subprocess.CompletedProcess[str]:
    """A command that is interrupted just before it asks for so many-th of its modules."""
    code = INTERRUPTS_ITSELF.format(left=left, words=words)
    return subprocess.run(
        [sys.executable, "-c", code],
        input="",
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("left", [4, 20, 60, 150, 250, 320])
def test_an_interrupt_while_it_starts_is_one_sentence_too(left: int) -> None:
    told = interrupted(["draw", "lost_battalion", "-o", "/dev/null/x.svg"], left)
    assert (told.returncode, told.stderr) == (130, "grognard: interrupted.\n")


def on_a_terminal(command: list[str], typed: bytes, **environment: str) -> str:
    """What a person at a terminal would get, escape codes and all."""
    keyboard, terminal = pty.openpty()
    bare = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    process = subprocess.Popen(
        command,
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**bare, "TERM": "xterm-256color", **environment},
        close_fds=True,
    )
    os.close(terminal)
    os.write(keyboard, typed)
    told = b""
    # Linux ends the stream with an error when the other side has closed it.
    with suppress(OSError):
        while chunk := os.read(keyboard, 4096):
            told += chunk
    process.wait()
    os.close(keyboard)
    return told.decode()


def test_colour_is_for_terminals_and_for_those_who_want_it(tmp_path: Path) -> None:
    command = play(tmp_path / "match.jsonl")
    assert "\x1b[1m" in on_a_terminal(command, b"quit\n")
    assert "\x1b[1m" not in on_a_terminal(command, b"quit\n", NO_COLOR="1")


def test_two_people_at_a_terminal_press_enter_between_them() -> None:
    command = [*COMMAND, "play", "lost_battalion", "--scenario", "learning", "--seed", "7"]
    told = on_a_terminal(command, b"done\n\nquit\n", NO_COLOR="1")
    assert "--- hand over to us ---" in told
    assert "Press Enter when ready." in told
    assert "Allied player, turn 1: see to arrivals" in told
