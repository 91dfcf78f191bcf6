"""Barrages and Attacks by Fire (BCS-8.0.a to BCS-8.0.i, BCS-8.3.a to BCS-8.3.b)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import US
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import (
    Acting,
    Activities,
    CombatRoll,
    DefenderChoice,
    Losses,
    LossRoll,
    MissionChoice,
    RetreatChoice,
)
from grognard.titles.bcs.rules.fighting import odds

HQS = {"2PZ": "12.14", "501": "06.15", "CCB10": "07.16"}
TARGET = "09.14 158ECBd   "


def guns(text: str = TARGET + "11.14 II/304d", **more: object) -> Game:
    """The 2PZ with a target in the open hex 09.14 and a battalion two hexes away that sees it."""
    kept = {"active": "2PZ", "hq": HQS, "objectives": ["09.14"], **more}
    return position(text, **kept)


# -- by itself --------------------------------------------------------------------------------


@pytest.mark.rule("BCS-8.0.c")
@pytest.mark.rule("BCS-S.38")
@pytest.mark.rule("BCS-R.41")
def test_one_point_and_one_roll() -> None:
    game = guns().play("Barrage II/304 09.14 arty")
    assert isinstance(game.top, LossRoll)
    hit, miss = game.twin().roll(4), game.twin().roll(3)
    assert (hit.steps("158ECB"), miss.steps("158ECB")) == (2, 3)
    assert hit.told(ev.LossRolled)[0].row == "other"
    assert isinstance(hit.top, Activities)
    assert isinstance(miss.top, Activities)
    assert hit.state.fight is None
    assert not hit.told(ev.CombatRolled)  # nobody fires back


@pytest.mark.rule("BCS-R.41")
@pytest.mark.parametrize(
    ("text", "needs", "row", "more"),
    [
        ("09.14 158ECBd   11.14 II/304d", 4, "other", {}),
        ("09.14 158ECBd   11.14 II/304d", 5, "city_or_prepdef", {"prepared": "501"}),
        ("09.14 158ECBm   11.14 II/304d", 4, "other", {"prepared": "501"}),
    ],
)
def test_the_rows_of_the_barrage_table(
    text: str, needs: int, row: str, more: dict[str, str]
) -> None:
    game = guns(text, **more).play("Barrage II/304 09.14 arty").roll(needs - 1)
    rolled = game.told(ev.LossRolled)[0]
    assert (rolled.row, rolled.needs, rolled.hit) == (row, needs, False)


@pytest.mark.rule("BCS-R.41")
def test_a_city_and_hard_units() -> None:
    city = position(
        "08.17 1/501   08.18 II/902d", active="PL902", hq={"PL902": "12.17"}, objectives=["08.17"]
    )
    city.play("Barrage II/902 08.17 arty").roll(4)
    assert (city.told(ev.LossRolled)[0].needs, city.steps("1/501")) == (5, 6)
    text, kept = "09.14 I/3Pzd   08.14 20AIBd", {"active": "CCB10", "hq": HQS}
    hard = position(text, objectives=["09.14"], **kept).play("Barrage 20AIB 09.14 arty")
    assert hard.twin().roll(5).steps("I/3Pz") == 3
    assert hard.roll(6).steps("I/3Pz") == 2
    assert hard.told(ev.LossRolled)[0].row == "hard"
    mixed = position("09.14 I/3Pzd II/304d Pi38d   08.14 20AIBd", objectives=["09.14"], **kept)
    mixed.play("Barrage 20AIB 09.14 arty").roll(4)
    assert isinstance(mixed.top, Losses)
    assert mixed.offers() == ["Choose II/304", "Choose Pi38"]
    assert mixed.rule("Choose I/3Pz") == "BCS-R.41"
    assert mixed.rule("Choose AA2") == "BCS-7.2.d"
    assert mixed.play("Choose Pi38").steps("Pi38") == 2


@pytest.mark.rule("BCS-8.0.a")
def test_one_mission_per_hex() -> None:
    game = guns().play("Barrage II/304 09.14 arty").roll(1)
    assert game.rule("Barrage II/304 09.14 arty") == "BCS-8.0.a"
    game = guns(TARGET + "10.14 II/304d").play("Barrage II/304 09.14 arty").roll(1)
    game.play("Act II/304", "Attack 09.14")
    assert isinstance(game.top, CombatRoll)  # no mission is offered


@pytest.mark.rule("BCS-8.0.g")
def test_the_hex_is_in_an_obj_zone_and_in_command_radius() -> None:
    assert guns(objectives=["09.11"]).rule("Barrage II/304 09.14 arty") == "BCS-8.0.g"
    assert guns(hq={"2PZ": "18.14"}).rule("Barrage II/304 09.14 arty") == "BCS-8.0.g"
    assert guns(hq={"2PZ": "17.14"}).allows("Barrage II/304 09.14 arty")


@pytest.mark.rule("BCS-8.0.h")
@pytest.mark.rule("BCS-S.39")
def test_the_spotter_is_near_and_sees_the_hex() -> None:
    far = guns(TARGET + "13.14 II/304d   13.13 Pi38d", visibility=4)
    assert far.allows("Barrage II/304 09.14 arty")  # four hexes, all open
    assert far.rule("Barrage Pi38 09.14 arty") == "BCS-8.0.h"  # forest between
    assert guns(TARGET + "13.14 II/304d", visibility=3).rule("Barrage II/304 09.14 arty") == (
        "BCS-8.0.h"
    )
    five = guns("08.14 158ECBd   13.14 II/304d", visibility=6, objectives=["08.14"])
    assert five.rule("Barrage II/304 08.14 arty") == "BCS-8.0.h"
    other = guns(TARGET + "10.14 II/902d")
    assert other.rule("Barrage II/902 09.14 arty") == "BCS-S.39"
    assert other.rule("Barrage 158ECB 09.14 arty") == "BCS-S.8"
    near = guns(TARGET + "10.14 II/304d", visibility=0)
    assert near.allows("Barrage II/304 09.14 arty")


@pytest.mark.rule("BCS-1.2d.f")
def test_an_unprepared_unit_spots() -> None:
    assert guns(TARGET + "11.14 II/304m").allows("Barrage II/304 09.14 arty")


@pytest.mark.rule("BCS-8.0.i")
def test_a_spotter_stops_and_a_stopped_unit_spots() -> None:
    game = guns("09.14 158ECBd   08.13 2/501   11.14 II/304d", objectives=["09.14", "08.13"])
    game.play("Barrage II/304 09.14 arty").roll(1)
    assert game.has("stopped", "II/304")
    assert [s.rule for s in game.told(ev.Stopped)] == ["BCS-8.0.i"]
    stopped = guns()
    stopped.set(stopped=stopped.units("II/304"))
    assert stopped.allows("Barrage II/304 09.14 arty")
    stopped.set(finished=stopped.units("II/304"))
    assert stopped.rule("Barrage II/304 09.14 arty") == "BCS-S.9"


@pytest.mark.rule("BCS-R.42")
def test_points_are_spent() -> None:
    game = guns("09.14 158ECBd   10.13 2/501   11.14 II/304d", arty=1, air=(0, 1))
    game.play("Barrage II/304 09.14 arty").roll(1)
    assert (game.state.arty, game.state.air) == (0, [0, 1])
    assert game.rule("Barrage II/304 10.13 arty") == "BCS-R.42"
    game.play("Barrage II/304 10.13 air").roll(1)
    assert game.state.air == [0, 0]
    assert guns().rule("Barrage II/304 09.14 air") == "BCS-R.42"
    assert guns().rule("Barrage II/304 09.14 gas") == "BCS-8.0.c"


@pytest.mark.rule("BCS-R.24")
def test_no_barrage_under_a_fail() -> None:
    game = guns(snafu="fail")
    assert game.rule("Barrage II/304 09.14 arty") == "BCS-R.24"
    assert not [offer for offer in game.offers() if offer.startswith("Barrage")]


@pytest.mark.rule("BCS-R.32")
def test_a_barrage_tires() -> None:
    assert guns().play("Barrage II/304 09.14 arty").state.fatiguing


# -- inside an attack -------------------------------------------------------------------------


def attack(text: str = TARGET + "10.14 II/304d", **more: object) -> Game:
    return guns(text, hand="II/304", **more).play("Attack 09.14")


@pytest.mark.rule("BCS-8.0.c")
@pytest.mark.rule("BCS-8.0.e")
def test_missions_in_a_regular_attack() -> None:
    game = attack(arty=2, air=(0, 2))
    assert isinstance(game.top, MissionChoice)
    assert game.offers() == [
        "Decline",
        "Suppress arty",
        "Suppress air",
        "Destroy 0 1",
        "Destroy 0 2",
        "Destroy 1 0",
        "Destroy 1 1",
        "Destroy 1 2",
        "Destroy 2 0",
        "Destroy 2 1",
    ]
    assert game.rule("Destroy 2 2") == "BCS-8.0.c"
    assert game.rule("Destroy 0 0") == "BCS-8.0.c"
    assert game.rule("Destroy 3 0") == "BCS-R.42"
    assert game.rule("Suppress gas") == "BCS-8.0.e"
    assert game.rule("Suppress arty II/304") == "BCS-R.43"
    assert game.rule("Halt") == "BCS-S.1"


@pytest.mark.rule("BCS-8.0.b")
@pytest.mark.rule("BCS-8.0.c")
def test_destruction_rolls_for_each_point_and_modifies_nothing() -> None:
    game = attack(arty=3).play("Destroy 3 0").roll(3).roll(4).roll(5)
    assert game.steps("158ECB") == 1
    assert isinstance(game.top, CombatRoll)
    assert game.state.arty == 0
    game.roll(5, 5)  # 10, 4 against 3: 11
    assert game.told(ev.CombatRolled)[0].tally.total == 1


@pytest.mark.rule("BCS-8.0.d")
@pytest.mark.rule("BCS-8.0.e")
def test_suppression_modifies_and_rolls_for_nothing() -> None:
    game = attack(arty=3).play("Suppress arty")
    assert isinstance(game.top, CombatRoll)
    assert game.state.arty == 2
    assert game.roll(5, 5).told(ev.CombatRolled)[0].tally.total == 2
    assert not game.told(ev.LossRolled)


@pytest.mark.rule("BCS-R.43")
def test_an_attacking_unit_spots_for_nothing() -> None:
    game = attack(arty=1).play("Suppress arty").roll(1, 6)
    assert not game.told(ev.Stopped)


@pytest.mark.rule("BCS-R.41")
def test_inside_an_attack_the_ar_unit_is_hit_first() -> None:
    game = attack("09.14 158ECB:1d 1/501   10.14 II/304d", arty=2)
    game.play("Destroy 2 0", "Choose 158ECB").roll(6)
    assert game.where("158ECB") == "dead"
    game.roll(6)
    assert game.steps("1/501") == 5
    assert isinstance(game.top, CombatRoll)  # the last one left defends
    both = attack("09.14 158ECB:1d 1/501 2/501   10.14 II/304d", arty=1)
    both.play("Destroy 1 0", "Choose 158ECB").roll(6)
    assert isinstance(both.top, DefenderChoice)


@pytest.mark.rule("BCS-7.4.a")
def test_a_barrage_that_leaves_nobody_lets_the_attacker_in() -> None:
    game = (
        attack("09.14 158ECB:1d   10.14 II/304d   06.16 1/501", arty=2).play("Destroy 2 0").roll(6)
    )
    assert game.where("II/304") == "09.14"
    assert not game.state.traffic  # no row of the Combat Table was read
    assert game.has("finished", "II/304")
    assert not game.told(ev.CombatRolled)
    assert isinstance(game.top, Activities)


# -- Attacks by Fire --------------------------------------------------------------------------


def tanks(text: str = TARGET + "11.14 II/3Pzd", **more: object) -> Game:
    return guns(text, hand="II/3Pz", **more)


@pytest.mark.rule("BCS-8.3.b")
@pytest.mark.rule("BCS-7.0d.b")
def test_an_attack_by_fire() -> None:
    game = tanks(objectives=[]).play("Fire 09.14").roll(4)
    assert game.steps("158ECB") == 2
    assert game.state.fired == {game.unit("II/3Pz"): 1}
    assert isinstance(game.top, Acting)
    game.play("Fire 09.14").roll(3)
    assert game.steps("158ECB") == 2
    assert game.has("stopped", "II/3Pz")
    assert game.rule("Fire 09.14") == "BCS-7.0d.a"
    assert game.state.fatiguing
    assert guns(TARGET + "10.14 II/304d", hand="II/304").rule("Fire 09.14") == "BCS-8.3.b"


@pytest.mark.rule("BCS-R.14")
def test_fire_is_for_hexes_without_av() -> None:
    assert tanks("09.14 B/3Tkd   11.14 II/3Pzd").rule("Fire 09.14") == "BCS-R.14"
    assert tanks(box="A/81").rule("Fire 09.14") == "BCS-R.14"
    assert tanks(TARGET + "11.14 II/3Pzm").rule("Fire 09.14") == "BCS-R.14"  # range 1
    woods = "08.10 158ECBd   "
    assert tanks(woods + "06.10 II/3Pzd").rule("Fire 08.10") == "BCS-R.14"
    assert tanks(woods + "07.10 II/3Pzd").allows("Fire 08.10")
    assert tanks().offers().count("Fire 09.14") == 1


@pytest.mark.rule("BCS-8.3.a")
@pytest.mark.rule("BCS-8.0.a")
def test_any_number_of_fires_even_after_an_attack_and_a_barrage() -> None:
    text = TARGET + "11.14 II/3Pzd   10.14 II/304d"
    game = guns(text, arty=1).play("Act II/304", "Attack 09.14", "Destroy 1 0").roll(1)
    game.roll(4, 4)  # nothing comes of it but a loss of the attacker
    game.play("Act II/3Pz", "Fire 09.14").roll(4)
    game.play("Fire 09.14").roll(4)
    assert game.steps("158ECB") == 1


def test_the_chances_are_exact() -> None:
    game = guns()
    assert odds.of_loss_roll(game.state, US, game.hex("09.14")) == Fraction(1, 2)
    assert odds.of_loss_rolls(game.state, US, game.hex("09.14"), 2) == {
        0: Fraction(1, 4),
        1: Fraction(1, 2),
        2: Fraction(1, 4),
    }


def test_a_retreat_may_follow_a_barrage_and_an_attack() -> None:
    game = attack(arty=3).play("Destroy 1 0").roll(6).roll(6, 5)  # 4 against 3: 12
    while isinstance(game.top, RetreatChoice):
        game.play(game.offers()[0])
    assert game.steps("158ECB") == 1
    assert game.where("II/304") == "09.14"
