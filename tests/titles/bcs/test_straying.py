"""Staying in Command Radius while the HQ moves (4.2f, R.4)."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position
from msgspec import structs

from grognard.asking import push, swap
from grognard.titles.bcs import actions as act
from grognard.titles.bcs import movement, safe_path
from grognard.titles.bcs.decisions import HqMoving
from grognard.titles.bcs.kit import GERMAN
from grognard.titles.bcs.routes import route
from grognard.titles.bcs.state import SEATS


@pytest.mark.rule("BCS-4.2f", "BCS-R.4")
def test_the_hq_does_not_leave_a_unit_that_moved() -> None:
    game = position("09.11 II/304d", active="2PZ").march("II/304", "08.11")  # eight hexes away
    game.play("MoveHq")

    assert game.allows("Step 15.11")  # nearer
    assert game.allows("Step 17.11")  # it can come back
    assert game.play("Step 17.11").rule("Halt") == "BCS-4.2f"
    assert game.play("Step 16.11").allows("Halt")


@pytest.mark.rule("BCS-4.2f", "BCS-R.4")
def test_nor_goes_where_it_could_not_come_back_from() -> None:
    game = position("09.11 II/304d", active="2PZ").march("II/304", "08.11")
    number, minded = game.formation("2PZ"), game.units("II/304")
    push(game.state, HqMoving(GERMAN, number, 2))  # half a point
    assert game.allows("Step 16.12")  # there is nobody to mind
    swap(game.state, HqMoving(GERMAN, number, 2, minded=minded))

    assert game.rule("Step 16.12") == "BCS-4.2f"
    assert game.allows("Step 15.11")


@pytest.mark.rule("BCS-4.2f")
def test_a_unit_that_has_stayed_is_nobody_s_concern() -> None:
    game = position("08.11 II/304d", active="2PZ").play("MoveHq", "Step 17.11")

    assert game.allows("Halt")


@pytest.mark.rule("BCS-R.4")
def test_the_hq_goes_to_a_unit_that_strayed() -> None:
    game = position("08.11 II/304d", active="2PZ").march("II/304", "07.11").play("MoveHq")

    assert game.rule("Halt") == "BCS-4.2f"
    assert game.play("Step 15.11").allows("Halt")


@pytest.mark.rule("BCS-4.2f")
def test_who_would_be_left_behind() -> None:
    game = position("09.11 II/304d   08.10 Pi38d", active="2PZ").march("II/304", "08.11")
    number = game.formation("2PZ")

    assert safe_path.stranded(game.state, number, game.hex("16.11")) == 0
    assert safe_path.stranded(game.state, number, game.hex("17.11")) == game.units("II/304")


@pytest.mark.rule("BCS-4.2f", "BCS-R.4")
def test_the_activation_ends_when_nothing_can_be_mended() -> None:
    game = position("07.11 II/304d", active="2PZ", hq_moved=True)
    game.state.began[game.unit("II/304")] = game.hex("08.11")
    game.set(moved=game.units("II/304"))

    assert movement.strayed(game.state, game.formation("2PZ")) is None
    assert movement.strayed(game.set(hq_moved=False).state, game.formation("2PZ")) is not None


@pytest.mark.rule("BCS-4.2f")
def test_one_that_left_its_hex_and_came_back_has_not_stayed() -> None:
    game = position("07.11 II/304d", active="2PZ", prepared="2PZ")
    unit, here = game.unit("II/304"), game.hex("07.11")

    assert movement.end_refusal(game.state, unit, here) is None
    why = movement.end_refusal(game.set(moved=1 << unit).state, unit, here)
    assert why is not None
    assert why.rule == "BCS-4.2f"


@pytest.mark.rule("BCS-4.2f")
@pytest.mark.parametrize("taken", [False, True])
def test_no_way_is_shown_to_where_the_hq_may_not_halt(taken: bool) -> None:
    game = position("09.11 II/304d", active="2PZ").march("II/304", "08.11")
    if taken:
        game.play("MoveHq")

    assert route(game.state, SEATS[GERMAN], ["HQ 2PZ"], "17.11") == []
    assert route(game.state, SEATS[GERMAN], ["HQ 2PZ"], "15.11")[-1] == act.Step("15.11")


# -- what would strand a unit outside -------------------------------------------------------


def out(text: str, name: str, to: str, fired: int = 0, **more: Any) -> Game:
    """A unit that has stepped out of the radius, which ends eight hexes from the HQ in 17.14."""
    hqs = {"2PZ": "17.14", "501": "04.20"}
    game = position(text, active="2PZ", hand=name, hq=hqs, hq_moved=True, **more)
    game.state.fired = {game.unit(name): fired}
    return game.play(f"Step {to}")


@pytest.mark.rule("BCS-4.2f", "BCS-7.0d.a")
def test_the_last_attack_by_fire_is_not_made_outside() -> None:
    game = out("09.14 I/3Pzm   07.14 1/506", "I/3Pz", "08.14")

    why = game.play("Fire 07.14").roll(1).refusal("Fire 07.14")
    assert why is not None
    assert why.rule == "BCS-4.2f"
    assert why.because == "I/3Pz would end out of Command Radius in 08.14"
    assert game.play("Step 09.14").allows("Halt")  # it has to go back first


@pytest.mark.rule("BCS-4.2f", "BCS-7.0d.a")
def test_nor_the_last_engagement_or_recon() -> None:
    tanks = "09.14 II/3Pzd   07.12 B/3Tkm"
    assert out(tanks, "II/3Pz", "08.14").allows("Engage 07.12")
    assert out(tanks, "II/3Pz", "08.14", fired=1).rule("Engage 07.12") == "BCS-4.2f"
    scouts = "09.14 AA2m   07.14 1/506"
    assert out(scouts, "AA2", "08.14").allows("Recon 07.14")
    assert out(scouts, "AA2", "08.14", fired=1).rule("Recon 07.14") == "BCS-4.2f"


@pytest.mark.rule("BCS-4.2f", "BCS-7.4.b")
def test_nor_an_attack_that_would_finish_a_unit_there() -> None:
    """The hex attacked is in Command Radius: should the attack fail, the unit is not."""
    game = out("10.15 II/304d   09.14 158ECBm", "II/304", "09.15", objectives=["09.14"])

    assert game.rule("Attack 09.14") == "BCS-4.2f"
    assert game.play("Step 10.15").allows("Attack 09.14")
    game = position("09.15 II/304d   08.14 158ECBm", active="2PZ", objectives=["08.14"])
    assert game.twin().play("Act II/304", "Step 08.15").allows("Attack 08.14")  # the HQ can come
    game.set(hq_moved=True).play("Act II/304", "Step 08.15")
    assert game.rule("Attack 08.14") == "BCS-R.3"  # it began outside


@pytest.mark.rule("BCS-4.2f", "BCS-7.3.i")
def test_nor_a_shock_with_the_last_fire_event() -> None:
    text, more = "10.15 II/3Pzm   09.14 158ECBd", {"objectives": ["09.14"], "air": (0, 1)}

    assert out(text, "II/3Pz", "09.15", fired=1, **more).rule("Shock 09.14") == "BCS-4.2f"
    game = out(text, "II/3Pz", "09.15", **more).play("Shock 09.14")
    assert game.rule("Suppress air") == "BCS-4.2f"  # who spots stops
    assert game.rule("Destroy 0 1") == "BCS-4.2f"
    assert game.play("Decline").roll(1, 1).allows("Step 10.15")  # it failed, and goes home


@pytest.mark.rule("BCS-4.2f", "BCS-R.3")
def test_a_unit_on_its_way_home_does_not_dawdle_by_firing() -> None:
    game = position("06.14 II/3Pzm   06.15 1/506", active="2PZ", hq_moved=True, hq={"2PZ": "17.14"})
    twin = game.twin()
    assert twin.play("Act II/3Pz", "Fire 06.15").roll(1).play("Fire 06.15").roll(1).allows("Halt")
    game.state.fired = {game.unit("II/3Pz"): 1}

    assert game.play("Act II/3Pz", "Step 07.15").rule("Fire 06.15") == "BCS-R.3"


@pytest.mark.rule("BCS-4.2f")
def test_one_that_can_go_no_farther_may_fire_all_it_has() -> None:
    game = out("09.14 I/3Pzm   07.14 1/506", "I/3Pz", "08.14", fired=1)
    swap(game.state, structs.replace(game.top, mp=0))

    assert game.allows("Fire 07.14")
