"""Staying in Command Radius while the HQ moves (BCS-4.2f, BCS-R.4)."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position
from msgspec import structs

from grognard.titles.bcs.kit.kit import GERMAN
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position.decisions import Activities, HqMoving
from grognard.titles.bcs.position.state import SEATS, put
from grognard.titles.bcs.rules.command import straying
from grognard.titles.bcs.rules.moving import movement
from grognard.titles.bcs.words.routes import route
from grognard.waist.asking import push, swap


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
    number, moved = game.formation("2PZ"), game.state.moved

    assert straying.left_out(game.state, number, game.hex("16.11"), moved) == 0
    assert straying.left_out(game.state, number, game.hex("17.11"), moved) == moved
    assert moved == game.units("II/304")


@pytest.mark.rule("BCS-4.2f", "BCS-R.4")
def test_the_activation_ends_when_nothing_can_be_mended() -> None:
    game = position("07.11 II/304d", active="2PZ", hq_moved=True)
    game.state.began[game.unit("II/304")] = game.hex("08.11")
    game.set(moved=game.units("II/304"))

    assert straying.done_refusal(game.state, game.formation("2PZ")) is None
    assert straying.done_refusal(game.set(hq_moved=False).state, game.formation("2PZ")) is not None


@pytest.mark.rule("BCS-4.2f")
def test_one_that_left_its_hex_and_came_back_has_not_stayed() -> None:
    game = position("07.11 II/304d", active="2PZ", prepared="2PZ")
    unit, here = game.unit("II/304"), game.hex("07.11")

    assert straying.end_refusal(game.state, unit, here) is None
    why = straying.end_refusal(game.set(moved=1 << unit).state, unit, here)
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


# -- the HQ's promise ----------------------------------------------------------------------


def apart(game: Game, a: str, b: str) -> int:
    return game.kit.grid.distance(game.hex(a), game.hex(b))


@pytest.mark.rule("BCS-4.2f", "BCS-R.4")
def test_an_hq_that_has_to_come_does_not_retreat_from_it() -> None:
    game = position("08.11 II/304d", active="2PZ")
    free = [offer for offer in game.offers() if offer.startswith("PullBack")]
    assert {"PullBack 11.08", "PullBack 20.11"} <= set(free)
    game.march("II/304", "07.11")

    assert game.rule("PullBack 20.11") == "BCS-4.2f"
    assert game.allows("PullBack 11.08")  # six hexes from the unit
    kept = [offer for offer in game.offers() if offer.startswith("PullBack")]
    assert kept == [text for text in free if apart(game, text.split()[1], "07.11") <= 8]


@pytest.mark.rule("BCS-4.2f")
def test_nor_from_units_that_moved_inside_its_radius() -> None:
    game = position("10.11 II/304d", active="2PZ")
    assert game.twin().allows("PullBack 20.11")
    game.march("II/304", "09.11")

    assert game.rule("PullBack 20.11") == "BCS-4.2f"
    assert game.allows("PullBack 12.10")


@pytest.mark.rule("BCS-R.4")
def test_a_unit_does_not_go_where_the_hq_could_not_keep_it_and_its_promise() -> None:
    """Both ends of the radius at once: 07.11 and 21.05 are 17 hexes apart."""
    game = position("08.11 II/304d   21.06 Pi38d", active="2PZ")
    assert game.twin().play("Act Pi38", "Step 21.05").allows("Halt")
    game.march("II/304", "07.11").play("Act Pi38", "Step 21.05")

    why = game.refusal("Halt")
    assert why is not None
    assert why.rule == "BCS-R.4"
    assert why.because == "the HQ has to come to II/304, and cannot have Pi38 in 21.05 as well"
    assert "21.05" not in ends_of(game, "Pi38")
    assert "20.07" in ends_of(game, "Pi38")


@pytest.mark.rule("BCS-R.4", "BCS-4.2f")
def test_nor_does_one_stray_from_an_hq_that_has_others_to_keep() -> None:
    game = position("08.11 II/304d   21.06 Pi38d", active="2PZ").march("Pi38", "21.05")
    game.play("Act II/304", "Step 07.11")

    assert game.rule("Halt") == "BCS-4.2f"
    assert game.play("Step 08.11").allows("Halt")


@pytest.mark.rule("BCS-R.4")
def test_the_activation_does_not_end_before_the_promise_is_kept() -> None:
    game = position("08.11 II/304d   20.07 Pi38d", active="2PZ").march("II/304", "07.11")
    game.march("Pi38", "20.06")

    assert game.rule("Done") == "BCS-4.2f"
    assert game.play("MoveHq").rule("Halt") == "BCS-4.2f"
    assert game.rule("Step 17.11") is None  # it could still come back
    game.play("Step 15.11", "Halt")
    assert game.allows("Done")


@pytest.mark.rule("BCS-R.3", "BCS-R.4")
def test_one_that_comes_home_comes_where_the_hq_will_be() -> None:
    text = "08.11 II/304d   22.05 Pi38d"
    game = position(text, active="2PZ").march("II/304", "07.11").play("Act Pi38")
    assert (apart(game, "22.05", "16.11"), apart(game, "21.05", "16.11")) == (9, 8)

    assert game.play("Step 21.06").rule("Halt") == "BCS-R.4"
    assert not {"21.05", "21.06"} & ends_of(game, "Pi38")
    assert game.play("Step 20.06").allows("Halt")


@pytest.mark.rule("BCS-4.2f")
def test_one_that_went_out_and_back_is_minded_as_well() -> None:
    game = position("08.11 II/304d", active="2PZ").march("II/304", "09.11", "08.11").play("MoveHq")

    assert game.play("Step 17.11").rule("Halt") == "BCS-4.2f"


@pytest.mark.rule("BCS-4.2f")
def test_one_that_was_driven_off_is_not() -> None:
    """It moved, and lost an Engagement; where that leads is no end of its own choosing."""
    game = position("09.14 II/3Pzm   08.12 B/3Tkd", active="2PZ", hq={"2PZ": "16.15"})
    game.play("Act II/3Pz", "Step 09.13", "Engage 08.12").roll(1, 1)
    while not isinstance(game.top, Activities):
        game.play(game.offers()[0])

    assert game.has("moved", "II/3Pz")
    put(game.state, game.unit("II/3Pz"), game.hex("05.13"))  # as if it had led there
    assert straying.done_refusal(game.state, game.formation("2PZ")) is None
    assert game.allows("PullBack 20.11")


@pytest.mark.rule("BCS-R.4")
def test_a_promise_that_can_be_kept_no_more_is_forgiven() -> None:
    game = position("08.11 II/304d   21.06 Pi38d", active="2PZ").march("II/304", "07.11")
    put(game.state, game.unit("1/506"), game.hex("15.11"))  # on two sides of the HQ
    put(game.state, game.unit("2/506"), game.hex("17.11"))

    assert straying.done_refusal(game.state, game.formation("2PZ")) is None
    assert game.allows("PullBack 19.12")  # farther away
    assert game.play("Act Pi38", "Step 21.05").allows("Halt")


def ends_of(game: Game, name: str) -> set[str]:
    return set(game.kit.grid.labels(movement.ends(game.state, game.unit(name))))
