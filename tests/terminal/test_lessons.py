"""The guided games at the prompt: typed as a newcomer would, to their end and beyond."""

from __future__ import annotations

import pytest
from terminal.shell import Shell

OVER = "That was the lesson."
TYPED = {
    "lost_battalion": (
        "done",
        "137/35",
        "*1242",
        "fire IC",
        "halt",
        "139/35",
        ">1242",
        "halt",
        "done",
        "attack 1342 with 137/35 139/35",
        "launch",
        "fire VA",
        "shoot",
        "lose 137/35",
        "lose 139/35",
        "done",
    ),
    "bcs": (
        "activate 2PZ",
        "decline",
        "objective on 11.09",
        "objective on 10.11",
        "take II/3Pz",
        "flip",
        "go to 13.10",
        "go to 12.10",
        "go to 12.09",
        "engage 11.09",
        "halt",
        "take I/304",
        "go to 13.10",
        "halt",
        "done",
    ),
    "ardennes": (
        "done",
        "activate 4 2P",
        *("move 3/2P/XLVII", "go to 1509", "halt"),
        *("move 2/2P/XLVII", "go to 1509", "halt"),
        *("move 304/2P/XLVII", "go to 1509", "halt"),
        "done",
        "attack 1610",
        *("commit 3/2P/XLVII", "commit 2/2P/XLVII", "commit 304/2P/XLVII"),
        "launch",
        "play 72 Artillery",
        "done",
        "draw 4",
        "advance 3/2P/XLVII to 1610",
        *("done", "done", "done", "done"),
    ),
}


@pytest.mark.parametrize("key", TYPED)
def test_a_lesson_is_typed_to_its_end(sh: Shell, key: str) -> None:
    told = sh("play", key, "--lesson", "first", typed="\n".join(TYPED[key]))
    assert told.code == 0
    assert "Lesson: " in told.out
    assert "Not in this lesson." not in told.out
    assert OVER in told.out, told.out[-1500:]


def test_what_is_off_the_path_is_said_with_a_word_of_help(sh: Shell) -> None:
    told = sh("play", "lost_battalion", "--lesson", "first", typed="done\n138/35\nstep\nbrief")
    assert "Not in this lesson. Choose 137/35 in 1243" in told.out
    assert told.out.count("2 of 10: Take the 137th") == 2
    assert told.out.count("You lead eight American divisions") == 2


def test_a_lesson_has_its_own_seats_and_dice(sh: Shell) -> None:
    told = sh("play", "bcs", "--lesson", "first", "--seed", "7")
    assert told.code == 2
    assert "a lesson has its own" in told.err
    told = sh("play", "bcs", "--lesson", "nosuch")
    assert told.code == 2
    assert "no lesson “nosuch”; there is first" in told.err


def test_there_is_no_step_outside_a_lesson(sh: Shell) -> None:
    told = sh("play", "bcs", "--scenario", "lesson", "--seat", "american=greedy", typed="step")
    assert "this is no lesson" in told.out.casefold()
