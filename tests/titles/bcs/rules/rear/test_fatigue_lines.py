"""Fatigue, Recovery and Isolation, from the lines L348 to L380 of the summary alone."""

from __future__ import annotations

import pytest
from bcs import Game, position
from bcs_lines import NUMBER, SHUT, choosing, guns

from grognard.titles.bcs.kit.kit import FATIGUE
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import (
    Choosing,
    FailureFlip,
    FatigueRoll,
    TrySecond,
)
from grognard.titles.bcs.rules.rear import isolation


def level(game: Game, key: str = "2PZ") -> str:
    return FATIGUE[game.state.fatigue[game.formation(key)]]


@pytest.mark.rule("BCS-10.4.a")
def test_fighting_tires_and_marching_does_not() -> None:
    """L350: a roll after an Activation with an Attack by Fire, none after a quiet one."""
    text = "08.15 158ECBd   09.15 II/3Pzd"
    quiet = guns(text).play("Act II/3Pz", "Step 10.15", "Halt", "Done")
    assert not isinstance(quiet.top, FatigueRoll)
    loud = guns(text).play("Act II/3Pz", "Fire 08.15").roll(1).play("Halt", "Done")
    assert isinstance(loud.top, FatigueRoll)


@pytest.mark.rule("BCS-10.4.b", "BCS-10.4.c", "BCS-10.4.g", "BCS-10.4.h", "BCS-10.4.j")
def test_a_recovery() -> None:
    """L352 to L358: markers off, Trains regular, a level less, no SNAFU roll, once a turn."""
    more = {"coordination": "2PZ", "prepared": "2PZ", "ghost": "2PZ", "fatigue": {"2PZ": "Fat-2"}}
    game = choosing("16.12 II/304d", **more).play("Recover 2PZ")
    assert level(game) == "Fat-1"
    for marker in ("coordination", "prepared", "ghost"):
        assert not game.has(marker, "2PZ")
    assert not game.told(ev.SnafuRolled)
    twice = choosing("16.12 II/304d", recovered=1 << NUMBER["2PZ"])
    assert twice.rule("Recover 2PZ") == "BCS-10.4.c"
    assert choosing("16.12 II/304d", trains={"2PZ": ""}).rule("Recover 2PZ") == "BCS-10.4.b"


@pytest.mark.rule("BCS-10.4.c", "BCS-10.4.e")
def test_nobody_recovers_to_fresh() -> None:
    """L358, L362: Fat-0 stays Fat-0."""
    assert level(choosing("16.12 II/304d", fatigue={"2PZ": "Fat-0"}).play("Recover 2PZ")) == "Fat-0"


@pytest.mark.rule("BCS-10.4.i", "BCS-10.5.a")
def test_a_recovery_applies_isolation() -> None:
    """L354: a battalion out of radius loses its step all the same."""
    game = choosing("16.12 II/304d   07.11 Pi38d").play("Recover 2PZ")
    assert game.steps("Pi38") == 2


def failed(second: bool) -> Game:
    """The 2nd Panzer rolls a double one."""
    game = choosing("16.12 II/304d", fatigue={"2PZ": "Fat-1"})
    if second:
        game.play("Activate 2PZ", "Decline").roll(6, 6).play("Done", "Done", "Again").roll(6)
        return game.play("Decline").roll(1, 1)
    return game.play("Activate 2PZ", "Decline").roll(1, 1)


@pytest.mark.rule("BCS-10.4.d")
def test_the_failure_flip() -> None:
    """L360: after a Fail in the first Activation; there is no second one then, nor a flip in it."""
    game = failed(second=False)
    assert isinstance(game.top, FailureFlip)
    game.play("Recover 2PZ")
    assert level(game) == "Fat-0"
    assert isinstance(game.top, Choosing)
    assert game.seat == "american"
    assert not isinstance(failed(second=True).top, FailureFlip)


@pytest.mark.rule("BCS-10.4.f")
@pytest.mark.parametrize(("fatigue", "asked"), [("Fat-3", True), ("Fat-4", False)])
def test_the_worn_out_do_not_go_twice(fatigue: str, asked: bool) -> None:
    """L364: Fat-4 is not asked for a Second Activation."""
    game = position("16.12 II/304d   07.17 2/506", active="2PZ", fatigue={"2PZ": fatigue})
    assert isinstance(game.play("Done").top, TrySecond) == asked


@pytest.mark.rule("BCS-10.5.a", "BCS-10.5.b", "BCS-10.5.c")
@pytest.mark.parametrize(
    ("text", "blocked", "lost"),
    [
        (f"06.12 1/506   {SHUT}", 0, 1),  # no path, in radius
        ("15.16 1/506", 0, 1),  # a path, out of radius
        ("06.08 1/506   05.08 I/77   07.08 II/77", 0, 2),  # neither
        ("06.08 1/506   05.08 I/77   07.08 II/77", 2, 3),
        ("15.16 1/506", 1, 1),  # level 1 adds nothing
        ("15.16 1/506", 2, 2),
        ("08.15 1/506", 2, 0),  # nor does level 2 alone
    ],
)
def test_isolation(text: str, blocked: int, lost: int) -> None:
    """L368 to L376, for the 506th at the end of its Activation."""
    game = position(f"{text}   07.17 2/506", active="506", blocked={"506": blocked})
    isolation.apply(game.state, NUMBER["506"])
    assert game.steps("1/506") == 6 - lost


@pytest.mark.rule("BCS-10.5.d")
@pytest.mark.parametrize(("friend", "gone"), [("", True), ("07.17 2/506", False)])
def test_complete_command_disruption(friend: str, gone: bool) -> None:
    """L378 to L380: all its units cut off and out of radius, and the regiment is no more."""
    text = f"06.08 1/506 3/506   05.08 I/77   07.08 II/77   {friend}"
    game = position(text, active="506")
    isolation.apply(game.state, NUMBER["506"])
    assert (game.where("1/506") == "removed") == gone
    assert (game.hq("506") == "08.16") != gone
