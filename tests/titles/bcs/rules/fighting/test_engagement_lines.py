"""Fire Events and Engagements, from the lines L125 to L136 of the summary alone."""

from __future__ import annotations

import pytest
from bcs import position
from bcs_lines import (
    fall_back,
)


@pytest.mark.rule("BCS-7.0d.a", "BCS-7.0d.b", "BCS-7.1.a", "BCS-7.1.b")
def test_two_shots_and_a_stop() -> None:
    """L127, L132, L133: in the middle of its move, at no cost; after the second it stands."""
    text = "12.14 I/3Pzd   09.14 B/3Tk:2m"
    game = position(text, active="2PZ", hand="I/3Pz", hq={"2PZ": "13.13"}).play("Step 11.14")
    left = game.top.mp  # type: ignore[union-attr]
    game.play("Engage 09.14").roll(1, 1)  # AV 5, AR 4 against 7: 4, ignored at two hexes
    assert game.top.mp == left  # type: ignore[union-attr]
    assert not game.has("stopped", "I/3Pz")
    assert game.twin().allows("Step 12.14")
    game.play("Engage 09.14").roll(1, 1)
    assert game.has("stopped", "I/3Pz")
    assert not game.allows("Engage 09.14")


@pytest.mark.rule("BCS-7.0d.c")
def test_no_shots_out_of_a_crowd() -> None:
    """L127, L131: three battalions in a hex, as a retreat may leave them."""
    text = "11.14 I/3Pzd AA2m I/304m   09.14 B/3Tkm"
    game = position(text, active="2PZ", hand="I/3Pz", hq={"2PZ": "13.13"})
    assert game.rule("Engage 09.14") == "BCS-7.0d.c"
    scout = position(text, active="2PZ", hand="AA2", hq={"2PZ": "13.13"})
    assert scout.rule("Recon 09.14") == "BCS-7.0d.c"


@pytest.mark.rule("BCS-7.1.c")
def test_stand_off_guns_fire_once_for_each_step() -> None:
    """L134: one step of tank destroyers, one shot, from the stack they support."""
    text = "09.14 20AIBd   11.14 PzJg38m"
    game = position(text, active="CCB10", box="C/609TD", hq={"2PZ": "13.13"})
    shot = "StandOff C/609TD 09.14 11.14 engage"
    fall_back(
        game.play(shot).roll(3, 3)
    )  # 4 and 3 against 3 and 3, so 7: a Drop, which does nothing
    assert game.rule(shot) == "BCS-7.1.c"


@pytest.mark.rule("BCS-7.1.d")
@pytest.mark.parametrize(
    ("start", "target", "rule"),
    [
        ("11.14", "09.14", None),
        ("09.15", "09.13", None),
        ("09.15", "11.15", "BCS-7.1.d"),
        ("10.15", "11.15", None),
    ],
)
def test_targets_in_terrain_are_fired_at_from_next_door(
    start: str, target: str, rule: str | None
) -> None:
    """L136: 09.14 and 09.13 are open, Bizory 11.15 is a village; the last is next to it."""
    text = f"{start} I/3Pzd   {target} B/3Tkm"
    game = position(text, active="2PZ", hand="I/3Pz", hq={"2PZ": "10.14"})
    assert game.rule(f"Engage {target}") == rule
