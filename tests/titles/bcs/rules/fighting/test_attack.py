"""Regular Attacks and the Combat Table (BCS-7.2.a to BCS-7.2.f, BCS-R.37 to BCS-R.40)."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import LIGHT, UnitId
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import (
    Activities,
    CombatRoll,
    DefenderChoice,
    Fight,
    Losses,
    RetreatChoice,
)
from grognard.titles.bcs.position.state import WAITING
from grognard.titles.bcs.rules.fighting import attack, odds

WOODS = "08.10 158ECBd   "
HQS = {"2PZ": "10.13", "501": "11.08", "CCB10": "07.16", "506": "06.07"}


def assault(text: str, hand: str = "II/304", **more: object) -> Game:
    """A German attack with one OBJ marker on 08.10 and no points to spend, unless told."""
    kept = {"active": "2PZ", "hand": hand, "hq": HQS, "objectives": ["08.10"], "arty": 0, **more}
    return position(text, **kept)


def sums(game: Game) -> dict[str, int]:
    """What is in the tally of the attack on the table, by its words."""
    assert game.state.fight is not None
    found = attack.tally(game.state, game.state.fight).modifiers
    return {modifier.what: modifier.amount for modifier in found}


def net(game: Game) -> int:
    return sum(sums(game).values())


def fall_back(game: Game) -> Game:
    """Whoever has to choose a hex of retreat takes the first."""
    while isinstance(game.top, RetreatChoice):
        game.play(game.offers()[0])
    return game


def on(game: Game, label: str, unit: str, **more: str) -> Fight:
    """An attack of the unit as it would be, for its tally alone."""
    units: dict[str, UnitId] = {field: game.unit(name) for field, name in more.items()}
    attacker = game.unit(unit)
    return Fight("attack", attacker, game.state.hex_of[attacker], game.hex(label), **units)


def amounts(game: Game, fight: Fight) -> dict[str, int]:
    return {m.what: m.amount for m in attack.tally(game.state, fight).modifiers}


# -- the worked examples ----------------------------------------------------------------------

FOUR = "08.10 158ECBd 1/501   08.11 II/304d   07.10 Pi38d"


def example(**more: object) -> Game:
    game = assault(FOUR, objectives=["08.10", "08.10"], arty=1, **more)
    return game.play("Attack 08.10 Pi38", "Suppress arty", "Choose 158ECB")


@pytest.mark.rule("BCS-S.35")
@pytest.mark.rule("BCS-R.38")
@pytest.mark.rule("BCS-R.39")
@pytest.mark.rule("BCS-7.5.h")
def test_example_4() -> None:
    game = example()
    assert sums(game) == {
        "Action Rating of II/304": 4,
        "Assist": 1,
        "Suppression": 1,
        "Double OBJ Zone": 1,
        "Action Rating of 158ECB": -3,
        "two units in the hex": -1,
        "woods": -1,
    }
    game.roll(4, 5)  # 9 and 2: Situational Retreat
    assert game.told(ev.CombatRolled)[0].result == "S"
    fall_back(game)
    assert game.told(ev.Retreated)[0].rule == "BCS-7.5.h"
    for unit in ("158ECB", "1/501"):
        assert game.kit.grid.distance(game.hex("08.10"), game.hex(game.where(unit))) == 3
    assert game.side("158ECB") == "Move"
    assert game.has("traffic", "08.10")
    assert game.where("II/304") == "08.10"
    assert game.has("finished", "II/304")
    assert isinstance(game.top, Activities)


@pytest.mark.rule("BCS-R.39")
@pytest.mark.rule("BCS-7.5.g")
def test_example_5_prepared_defense() -> None:
    game = example(prepared="501")
    assert sums(game)["Prepared Defense"] == -2
    assert "woods" not in sums(game)
    assert net(game) == 1
    game.roll(4, 6)  # 10 and 1
    assert (game.steps("158ECB"), game.steps("1/501")) == (2, 5)
    assert game.at("08.10") == {"158ECB", "1/501"}
    assert not game.state.traffic
    assert game.where("II/304") == "08.11"
    assert game.has("finished", "II/304")
    assert game.has("finished", "Pi38")


# -- the Combat Table -------------------------------------------------------------------------


@pytest.mark.rule("BCS-R.37")
@pytest.mark.rule("BCS-S.35")
@pytest.mark.parametrize(
    ("total", "result"),
    [(-3, "A2"), (4, "A2"), (5, "A1"), (8, "A1"), (9, "a1"), (10, "a1"), (11, "S"),
     (12, "D1R"), (13, "D1R"), (14, "D2R"), (30, "D2R")],
)  # fmt: skip
def test_the_rows(total: int, result: str) -> None:
    assert attack.result_of(position().state, total) == result


def even(**more: object) -> Game:
    """Net 0: 4 against 3 and woods."""
    game = assault(f"{WOODS} 08.11 II/304d", **more).play("Attack 08.10")
    assert net(game) == 0
    return game


@pytest.mark.rule("BCS-7.2.e")
@pytest.mark.rule("BCS-R.37")
@pytest.mark.parametrize(
    ("dice", "left"), [((1, 3), 2), ((1, 4), 3), ((4, 4), 3), ((4, 5), 4), ((4, 6), 4)]
)
def test_losses_of_the_attacker(dice: tuple[int, int], left: int) -> None:
    """Two up to 4, one up to 8, none at 9 and 10 against a defender without AV."""
    game = even().roll(*dice)
    assert game.steps("II/304") == left
    assert game.where("II/304") == "08.11"
    assert game.steps("158ECB") == 3


@pytest.mark.rule("BCS-R.37")
def test_nine_and_ten_hurt_if_the_defender_has_av() -> None:
    supported = assault(f"{WOODS} 08.11 II/304d", box="A/81").play("Attack 08.10")
    assert net(supported) == -1
    assert supported.roll(5, 5).steps("II/304") == 3  # 9
    dropped = assault(f"{WOODS} 08.11 II/304d", box="A/81", dropped="158ECB")
    assert dropped.play("Attack 08.10").roll(4, 5).steps("II/304") == 4
    tanks = assault("08.10 B/3Tkd   08.11 II/304d").play("Attack 08.10")
    assert net(tanks) == 0
    assert tanks.roll(4, 5).steps("II/304") == 3


@pytest.mark.rule("BCS-7.2.e")
def test_an_assist_takes_no_loss() -> None:
    game = assault(f"{WOODS} 08.11 II/304d   07.10 Pi38d").play("Attack 08.10 Pi38").roll(1, 1)
    assert (game.steps("II/304"), game.steps("Pi38")) == (2, 3)


@pytest.mark.rule("BCS-7.2.d")
@pytest.mark.rule("BCS-R.37")
def test_losses_of_the_defender() -> None:
    """The AR unit's first, then as the owner likes."""
    strong = "08.10 158ECBd 1/501   08.11 I/3Pzd   07.10 Pi38d"
    game = assault(strong, "I/3Pz", objectives=["08.10", "08.10"], arty=1)
    game.play("Attack 08.10 Pi38", "Suppress arty", "Choose 158ECB")
    assert net(game) == 3  # 4 and 4 against 3 and 2
    one, two = game.twin(), game.twin()

    fall_back(one.roll(4, 5))  # 12
    assert (one.steps("158ECB"), one.steps("1/501")) == (2, 6)

    two.roll(6, 6)  # 15
    assert isinstance(two.top, Losses)
    assert two.steps("158ECB") == 2
    assert sorted(two.offers()) == ["Choose 1/501", "Choose 158ECB"]
    assert two.rule("Choose II/304") == "BCS-S.8"
    assert two.rule("Decline") == "BCS-S.1"
    two.play("Choose 1/501")
    assert (two.steps("158ECB"), two.steps("1/501")) == (2, 5)


@pytest.mark.rule("BCS-7.2.d")
def test_a_loss_the_hex_cannot_choose_is_taken_at_once() -> None:
    game = assault("08.10 158ECB:1d   08.11 I/3Pzd   06.06 1/501", "I/3Pz", arty=1)
    game.play("Attack 08.10", "Suppress arty").roll(6, 6)
    assert game.where("158ECB") == "dead"
    assert game.where("I/3Pz") == "08.10"


# -- the modifiers ----------------------------------------------------------------------------


@pytest.mark.rule("BCS-R.38")
def test_dual_and_supported_count_for_either_side() -> None:
    game = assault("08.10 20AIBd   08.11 I/304d   07.10 II/304d", "I/304", box="C/609TD Fla273")
    dual = amounts(game, on(game, "08.10", "I/304", defender="20AIB"))
    assert dual["I/304 is Dual"] == 1
    assert dual["20AIB is Supported"] == -1
    backed = amounts(game, on(game, "08.10", "II/304", defender="20AIB"))
    assert backed["II/304 is Supported"] == 1
    bare = assault("08.10 20AIBd   08.11 II/304d")
    found = amounts(bare, on(bare, "08.10", "II/304", defender="20AIB"))
    assert "20AIB is Supported" not in found
    assert "II/304 is Supported" not in found


@pytest.mark.rule("BCS-S.14")
def test_msr_blocked_counts_against_either_side() -> None:
    text = f"{WOODS} 08.11 II/304d"
    game = assault(text, blocked={"2PZ": 1, "501": 2})
    found = amounts(game, on(game, "08.10", "II/304", defender="158ECB"))
    assert found["2PZ is MSR Blocked"] == -1
    assert found["501 is MSR Blocked"] == 1


@pytest.mark.rule("BCS-R.38")
def test_own_prepared_defense_and_a_single_obj_zone() -> None:
    text = f"{WOODS} 08.11 II/304d"
    game = assault(text, prepared="2PZ")
    found = amounts(game, on(game, "08.10", "II/304", defender="158ECB"))
    assert found["own Prepared Defense"] == -1
    assert "Double OBJ Zone" not in found
    twice = assault(text, objectives=["08.12", "09.09"])
    assert amounts(twice, on(twice, "08.10", "II/304", defender="158ECB"))["Double OBJ Zone"] == 1


@pytest.mark.rule("BCS-R.38")
def test_an_attack_from_off_the_map() -> None:
    game = assault(f"{WOODS} 08.11 II/304d")
    there = on(game, "08.10", "II/304", defender="158ECB")
    away = msgspec.structs.replace(there, origin=WAITING)
    assert "attack from off map" not in amounts(game, there)
    assert amounts(game, away)["attack from off map"] == -1


@pytest.mark.rule("BCS-S.36")
def test_breakthrough_and_hard_av() -> None:
    text = f"{WOODS} 08.11 I/3Pzd   07.10 II/304d   08.09 II/3Pzd"
    game = assault(text, "I/3Pz")
    hard = amounts(game, on(game, "08.10", "I/3Pz", defender="158ECB"))
    assert hard["Hard Red AV"] == 1
    helped = amounts(game, on(game, "08.10", "II/304", defender="158ECB", assist="I/3Pz"))
    assert helped["Hard Red AV"] == 1
    assert "Hard Red AV" not in amounts(game, on(game, "08.10", "II/3Pz", defender="158ECB"))


@pytest.mark.rule("BCS-S.36")
def test_of_breakthrough_and_hard_the_better_alone_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    game = assault(f"{WOODS} 08.11 II/3Pzd   07.10 I/3Pzd", "II/3Pz")
    units = list(game.kit.units)
    unit = game.unit("II/3Pz")
    units[unit] = msgspec.structs.replace(units[unit], breakthrough=True)
    monkeypatch.setattr(game.kit, "units", tuple(units))
    found = amounts(game, on(game, "08.10", "II/3Pz", defender="158ECB", assist="I/3Pz"))
    assert found["Breakthrough AV"] == 2
    assert "Hard Red AV" not in found


@pytest.mark.rule("BCS-S.36")
def test_hard_units_need_red_av_on_the_side_showing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = assault(f"{WOODS} 08.11 I/3Pzd", "I/3Pz")
    units, unit = list(game.kit.units), game.unit("I/3Pz")
    light = msgspec.structs.replace(units[unit].faces[1], kind=LIGHT)
    units[unit] = msgspec.structs.replace(units[unit], faces=(light, light))
    monkeypatch.setattr(game.kit, "units", tuple(units))
    assert "Hard Red AV" not in amounts(game, on(game, "08.10", "I/3Pz", defender="158ECB"))


@pytest.mark.rule("BCS-1.2d.g")
def test_an_unprepared_unit_counts_as_the_second_unit() -> None:
    game = assault("08.10 1/501 158ECBm   08.11 II/304d").play("Attack 08.10", "Choose 1/501")
    assert sums(game)["two units in the hex"] == -1


@pytest.mark.rule("BCS-R.38")
def test_all_attackers_across_water() -> None:
    """A stream runs between 11.17 and 10.18; 11.17 is reached dry from 10.17 and 11.16."""
    text = "11.17 1/501   10.18 II/902d   11.16 II/130d"
    game = position(text, active="PL902", hand="II/902", objectives=["11.17"], hq={"501": "08.19"})
    alone = amounts(game, on(game, "11.17", "II/902", defender="1/501"))
    assert alone["all attack across water"] == -1
    helped = amounts(game, on(game, "11.17", "II/902", defender="1/501", assist="II/130"))
    assert "all attack across water" not in helped


@pytest.mark.rule("BCS-R.39")
def test_the_ground_of_a_defender() -> None:
    city = "08.17 1/501   08.18 II/902d"
    game = position(city, active="PL902", hand="II/902", objectives=["08.17"])
    assert amounts(game, on(game, "08.17", "II/902", defender="1/501"))["City"] == -2
    village = "08.16 1/501 B/3Tkd   09.16 II/902d"
    game = position(village, active="PL902", hand="II/902", objectives=["08.16"])
    assert amounts(game, on(game, "08.16", "II/902", defender="1/501"))["Luzery"] == -1
    tanks = amounts(game, on(game, "08.16", "II/902", defender="B/3Tk"))
    assert "Luzery" not in tanks  # neither Dual nor infantry
    mounted = position("14.12 II/304m   14.11 20AIBd", active="CCB10", hand="20AIB")
    trucks = amounts(mounted, on(mounted, "14.12", "20AIB", defender="II/304"))
    assert "Michamps" not in trucks  # infantry, but not on its feet
    scouts = position("14.12 AA2d   14.11 20AIBd", active="CCB10", hand="20AIB")
    assert "Michamps" not in amounts(scouts, on(scouts, "14.12", "20AIB", defender="AA2"))
    armoured = position("14.12 II/902d   14.11 20AIBd", active="CCB10", hand="20AIB")
    assert amounts(armoured, on(armoured, "14.12", "20AIB", defender="II/902"))["Michamps"] == -1
    dual = position("14.12 I/304d   14.11 20AIBd", active="CCB10", hand="20AIB")
    assert amounts(dual, on(dual, "14.12", "20AIB", defender="I/304"))["Michamps"] == -1


@pytest.mark.rule("BCS-R.38")
def test_red_av_in_the_open() -> None:
    game = assault("09.14 B/3Tkd 158ECBd   10.14 II/304d", objectives=["09.14"])
    assert amounts(game, on(game, "09.14", "II/304", defender="158ECB"))["Red AV in the open"] == -1
    woods = assault("08.10 B/3Tkd   08.11 II/304d")
    assert "Red AV in the open" not in amounts(
        woods, on(woods, "08.10", "II/304", defender="B/3Tk")
    )
    light = assault("09.14 20AIBm   10.14 II/304d", objectives=["09.14"])
    assert "Red AV in the open" not in amounts(
        light, on(light, "09.14", "II/304", defender="20AIB")
    )


# -- who may ----------------------------------------------------------------------------------


@pytest.mark.rule("BCS-7.2.a")
def test_one_regular_attack_per_hex() -> None:
    game = even().roll(4, 5)
    assert game.rule("Attack 08.10") == "BCS-S.1"  # no unit is in hand
    again = assault(f"{WOODS} 08.11 II/304d   07.10 Pi38d").play("Attack 08.10").roll(4, 5)
    again.play("Act Pi38")
    assert again.rule("Attack 08.10") == "BCS-7.2.a"
    assert not [offer for offer in again.offers() if offer.startswith("Attack")]


@pytest.mark.rule("BCS-7.2.b")
def test_an_assault_arrow_is_needed() -> None:
    tanks = assault(f"{WOODS} 08.11 II/3Pzm", "II/3Pz")
    assert tanks.rule("Attack 08.10") == "BCS-7.2.b"
    assert assault(f"{WOODS} 08.11 II/3Pzd", "II/3Pz").allows("Attack 08.10")


@pytest.mark.rule("BCS-1.2d.b")
def test_an_unprepared_unit_neither_attacks_nor_assists() -> None:
    assert assault(f"{WOODS} 08.11 II/304m").rule("Attack 08.10") == "BCS-1.2d.b"
    game = assault(f"{WOODS} 08.11 II/304d   07.10 Pi38m")
    assert game.rule("Attack 08.10 Pi38") == "BCS-1.2d.b"
    assert game.allows("Attack 08.10")


@pytest.mark.rule("BCS-7.2.c")
def test_where_an_assist_stands() -> None:
    """Stacked with or next to the attacker, and next to the defender."""
    text = f"{WOODS} 08.11 II/304d I/304d   07.10 Pi38d   08.09 II/3Pzd   08.12 I/3Pzd   09.11 AA2d"
    game = assault(text)
    assert sorted(offer for offer in game.offers() if offer.startswith("Attack")) == [
        "Attack 08.10",
        "Attack 08.10 AA2",
        "Attack 08.10 I/304",
        "Attack 08.10 Pi38",
    ]
    assert game.rule("Attack 08.10 II/3Pz") == "BCS-7.2.c"  # not next to the attacker
    assert game.rule("Attack 08.10 I/3Pz") == "BCS-7.2.c"  # not next to the defender
    assert game.rule("Attack 08.10 II/304") == "BCS-7.2.c"
    assert game.rule("Attack 08.10 158ECB") == "BCS-S.8"


@pytest.mark.rule("BCS-7.2.f")
def test_finished_units_do_not_attack_and_stopped_ones_do() -> None:
    text = f"{WOODS} 08.11 II/304d   07.10 Pi38d"
    game = assault(text)
    stopped = game.twin().set(stopped=game.units("II/304", "Pi38"))
    assert stopped.allows("Attack 08.10 Pi38")
    assert game.twin().set(finished=game.units("Pi38")).rule("Attack 08.10 Pi38") == "BCS-7.2.f"
    assert game.twin().set(finished=game.units("II/304")).rule("Attack 08.10") == "BCS-7.2.f"


@pytest.mark.rule("BCS-S.8")
def test_only_units_of_the_active_formation_assist() -> None:
    game = assault(f"{WOODS} 08.11 II/304d   07.10 II/902d")
    assert game.rule("Attack 08.10 II/902") == "BCS-S.8"


@pytest.mark.rule("BCS-S.16")
def test_an_attack_needs_an_obj_zone_next_to_it() -> None:
    text = f"{WOODS} 08.11 II/304d"
    assert assault(text, objectives=["08.13"]).rule("Attack 08.10") == "BCS-S.16"
    assert assault(text, objectives=["08.12"]).allows("Attack 08.10")
    assert assault(f"{WOODS} 08.12 II/304d").rule("Attack 08.10") == "BCS-S.35"


@pytest.mark.rule("BCS-5.5.a")
def test_no_attack_while_overstacked() -> None:
    game = assault(f"{WOODS} 08.11 II/304d I/304d Pi38d")
    assert game.rule("Attack 08.10") == "BCS-5.5.a"


@pytest.mark.rule("BCS-7.4.a")
def test_no_attack_into_what_the_unit_cannot_enter() -> None:
    """Slopes are closed to Tac units."""
    slope = "09.02 158ECBd   "
    tanks = assault(slope + "09.03 II/3Pzd", "II/3Pz", objectives=["09.02"], hq={"2PZ": "08.05"})
    assert tanks.rule("Attack 09.02") == "BCS-7.4.a"
    foot = assault(slope + "09.03 II/304d", objectives=["09.02"], hq={"2PZ": "08.05"})
    assert foot.allows("Attack 09.02")


@pytest.mark.rule("BCS-6.0.g")
def test_an_engagement_that_is_owed_comes_first() -> None:
    text = "10.14 B/3Tkd   10.15 158ECBd   08.14 I/3Pzd"
    game = position(text, active="2PZ", hq={"2PZ": "08.13"}, objectives=["10.15"], arty=0)
    game.play("Act I/3Pz", "Step 09.14")
    assert game.rule("Attack 10.15") == "BCS-6.0.g"
    game.play("Engage 10.14").roll(3, 3)
    assert game.allows("Attack 10.15")


# -- the course of an attack ------------------------------------------------------------------


@pytest.mark.rule("BCS-R.40")
def test_attack_and_assist_are_finished_and_no_fire_event_is_spent() -> None:
    game = assault(f"{WOODS} 08.11 II/304d   07.10 Pi38d").play("Attack 08.10 Pi38").roll(1, 6)
    assert game.has("finished", "II/304")
    assert game.has("finished", "Pi38")
    assert not game.state.fired
    assert isinstance(game.top, Activities)
    assert game.state.fatiguing


@pytest.mark.rule("BCS-R.40")
def test_the_defender_names_his_ar_unit() -> None:
    game = assault("08.10 158ECBd 1/501   08.11 II/304d").play("Attack 08.10")
    assert isinstance(game.top, DefenderChoice)
    assert sorted(game.offers()) == ["Choose 1/501", "Choose 158ECB"]
    assert game.rule("Choose II/304") == "BCS-S.8"
    game.play("Choose 1/501")
    assert sums(game)["Action Rating of 1/501"] == -5
    assert isinstance(game.top, CombatRoll)
    alone = assault(f"{WOODS} 08.11 II/304d").play("Attack 08.10")
    assert isinstance(alone.top, CombatRoll)


def test_an_attacker_that_dies_is_no_longer_in_hand() -> None:
    game = assault(f"{WOODS} 08.11 II/304:2d   07.10 Pi38d").play("Attack 08.10 Pi38").roll(1, 1)
    assert game.where("II/304") == "dead"
    assert game.has("finished", "Pi38")
    assert isinstance(game.top, Activities)
    assert game.state.fight is None


def test_the_chances_are_exact() -> None:
    """Net 0, in 36ths: 6, 20, 7, 2, 1, 0."""
    game = even()
    assert game.state.fight is not None
    assert odds.of_attack(game.state, game.state.fight) == {
        "A2": Fraction(6, 36),
        "A1": Fraction(20, 36),
        "a1": Fraction(7, 36),
        "S": Fraction(2, 36),
        "D1R": Fraction(1, 36),
    }
    pair = assault("08.10 158ECBd 1/501   08.11 II/304d").play("Attack 08.10")
    assert pair.state.fight is not None
    outlook = odds.attack_outlook(pair.state, pair.state.fight)
    assert set(outlook) == {pair.unit("158ECB"), pair.unit("1/501")}
