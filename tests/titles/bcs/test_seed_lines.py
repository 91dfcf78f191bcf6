"""Positions made from the lines of the published summary alone, several for each of its lists.

The docstring of each test names its line, L8 for the eighth. What is expected was
worked out by hand, from the line and the map of Noville. Places:

- the open country between Bastogne 07.18 and Bizory 11.15: 08.15 to 10.15, 09.14 to 11.14 and
  09.16 to 11.16; Luzery 08.16 is a village, 06.14 woods;
- the corner behind the Ourthe, 01.03 and 02.02, with one bridge, 02.03/01.03, by road S1;
- the road S3 from Bourcy 16.11 to Noville 11.09, on which 13.10 and 14.10 are open.

A distance of six or seven hexes is counted along a row where it can be: the 506th has a
Command Radius of 6 and its HQ in 08.16 unless told.
"""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import FATIGUE, GERMAN, KITS, LEG, QUARTERS, US
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import (
    Activations,
    Choosing,
    FailureFlip,
    FatigueRoll,
    HqRetreat,
    Objectives,
    PreparedDefense,
    Replacing,
    RetreatChoice,
    TrySecond,
)
from grognard.titles.bcs.position.state import DEAD, put
from grognard.titles.bcs.rules.command import safe_path
from grognard.titles.bcs.rules.fighting import attack, support
from grognard.titles.bcs.rules.moving import line_of_sight as sight
from grognard.titles.bcs.rules.rear import isolation, trains
from grognard.waist.asking import pop, push, swap

NUMBER = KITS["noville"].by_key
NO_US = {"506": "", "CCB10": "", "501": ""}
NO_GERMANS = {"2PZ": "", "PL902": "", "26VG": ""}


def far(game: Game, name: str, label: str) -> int:
    return game.kit.grid.distance(game.hex(game.where(name)), game.hex(label))


def fall_back(game: Game) -> Game:
    """Whoever may choose where to retreat takes the first hex."""
    while isinstance(game.top, RetreatChoice | HqRetreat):
        game.play(game.offers()[0])
    return game


def safe(game: Game, name: str, ma_type: int | None = None) -> bool:
    return safe_path.has(game.state, game.unit(name), ma_type)


def choosing(text: str, **more: Any) -> Game:
    """The German side picks a formation."""
    game = position(f"{text}   07.17 2/506", **more)
    pop(game.state)
    swap(game.state, Activations(US))
    push(game.state, Choosing(GERMAN))
    return game


def stop_of(game: Game) -> str:
    """The rule by which the unit in hand was STOPPED last, if it was."""
    told = game.told(ev.Stopped)
    return told[-1].rule if told else ""


def to_clean_up(game: Game) -> Game:
    """The activities are over; whoever may roll for fatigue or again does neither."""
    game.play("Done")
    while isinstance(game.top, FatigueRoll):
        game.roll(1)
    return game


# -- Unprepared units: L9 to L20 -------------------------------------------------------------------


@pytest.mark.rule("BCS-1.2d.a", "BCS-6.0.a")
@pytest.mark.parametrize(("side", "stops"), [("m", False), ("d", True)])
def test_engineers_on_trucks_stop_nobody(side: str, stops: bool) -> None:
    """L9, L11: on its Move side the battalion has neither AV nor Arrow, so no ZOC."""
    game = position(f"08.15 1/506   06.14 Pi38{side}", active="506", hand="1/506")
    game.play("Step 07.15")

    assert stop_of(game) == ("BCS-6.0.a" if stops else "")
    assert game.allows("Step 07.16") != stops


ASSAULT: dict[str, Any] = {"active": "2PZ", "hq": {"2PZ": "10.13"}, "arty": 0}


@pytest.mark.rule("BCS-1.2d.b", "BCS-7.2.b")
def test_trucked_infantry_neither_attacks_nor_assists() -> None:
    """L12: refused as attacker and as Assist; the same battalion Deployed does both."""

    def attack_with(text: str, hand: str) -> Game:
        return position(f"08.15 1/506   {text}", hand=hand, objectives=["08.15"], **ASSAULT)

    truck = attack_with("09.15 II/304m Pi38d", "II/304")
    assert truck.rule("Attack 08.15") in {"BCS-1.2d.b", "BCS-7.2.b"}
    assert attack_with("09.15 II/304m Pi38d", "Pi38").rule("Attack 08.15 II/304") == "BCS-1.2d.b"
    assert attack_with("09.15 II/304d Pi38d", "II/304").allows("Attack 08.15")
    assert attack_with("09.15 II/304d Pi38d", "Pi38").allows("Attack 08.15 II/304")


@pytest.mark.rule("BCS-1.2d.d")
@pytest.mark.parametrize(("side", "there"), [("m", False), ("d", True)])
def test_trucked_infantry_has_no_support(side: str, there: bool) -> None:
    """L14: with assault guns in the box there is AV to engage only beside the Deployed side."""
    text = f"09.15 B/3Tkm   10.15 Pi38{side}"
    game = position(text, active="CCB10", hand="B/3Tk", hq={"2PZ": "13.15"}, box="PzJg38")

    assert game.allows("Engage 10.15") == there


@pytest.mark.rule("BCS-1.2d.e")
@pytest.mark.parametrize("what", ["hq", "trains"])
def test_trucked_infantry_does_not_jump(what: str) -> None:
    """L15: Sink's HQ, then Trains, alone in Luzery; the Deployed battalion drives them out."""
    us: dict[str, Any] = {"hq": {"506": "08.16", "2PZ": "11.16"}, "trains": {"506": "04.20"}}
    if what == "trains":
        us = {"hq": {"506": "07.12", "2PZ": "11.16"}, "trains": {"506": "08.16"}}
    truck = position("09.16 II/304m", active="2PZ", hand="II/304", **us)
    legs = position("09.16 II/304d", active="2PZ", hand="II/304", **us)

    assert truck.rule("Step 08.16") == "BCS-1.2d.e"
    assert legs.play("Step 08.16").told(ev.Jumped)


@pytest.mark.rule("BCS-1.2d.f")
def test_trucked_infantry_spots() -> None:
    """L19: on its trucks two hexes away over open ground."""
    game = position("09.14 158ECBd   11.14 II/304m", objectives=["09.14"], **{**ASSAULT, "arty": 1})

    assert game.allows("Barrage II/304 09.14 arty")


@pytest.mark.rule("BCS-1.2d.g")
def test_trucked_infantry_counts_in_the_defender_s_hex() -> None:
    """L20: paratroops with engineers on trucks are two units."""
    for text, two in (("08.15 1/501 158ECBm", True), ("08.15 1/501", False)):
        game = position(f"{text}   09.15 II/304d", hand="II/304", objectives=["08.15"], **ASSAULT)
        game.play("Attack 08.15")
        if two:
            game.play("Choose 1/501")
        assert game.state.fight is not None
        words = [m.what for m in attack.tally(game.state, game.state.fight).modifiers]
        assert ("two units in the hex" in words) == two


# -- Safe Paths: L22 to L32 ------------------------------------------------------------------------


@pytest.mark.rule("BCS-1.6.a")
@pytest.mark.parametrize(("label", "found"), [("19.16", True), ("20.16", False)])
def test_a_path_is_no_longer_than_the_radius_and_five(label: str, found: bool) -> None:
    """L24: radius 6, so eleven hexes; all the way along row 16."""
    assert safe(position(f"{label} 1/506", active="506"), "1/506") == found


SHUT = "05.12 I/77   07.12 II/77"  # between them they cover all six neighbours of 06.12


@pytest.mark.rule("BCS-1.6.b", "BCS-1.6.d")
def test_enemy_zones_cut_a_path_and_a_friend_opens_it() -> None:
    """L24: a battalion between two of the enemy's; a friend in 06.13 negates the EZOC there."""
    assert not safe(position(f"06.12 1/506   {SHUT}"), "1/506")
    assert safe(position(f"06.12 1/506   06.13 2/506   {SHUT}"), "1/506")


@pytest.mark.rule("BCS-1.6.c")
def test_tanks_do_not_mind_support() -> None:
    """L24: Jagdpanzers lent to both battalions do not hold a tank company; real tanks do."""
    heads = {"26VG": "06.08", "2PZ": "06.08"}
    lent = position(f"06.12 B/3Tkm   {SHUT}", hq=heads, box="PzJg26")
    real = position("06.12 B/3Tkm   05.12 PzJg38d   07.12 II/3Pzd", hq=heads)
    assert support.supported(lent.state, lent.hex("05.12"))
    assert support.supported(lent.state, lent.hex("07.12"))

    assert safe(lent, "B/3Tk")
    assert not safe(real, "B/3Tk")


@pytest.mark.rule("BCS-1.6.e")
@pytest.mark.parametrize(
    ("enemy", "found"),
    [
        ("", True),
        ("06.20 I/77", False),  # its zone is in 07.19, the third hex
        ("06.20 I/77   07.19 2/506", True),  # negated by a friend
        ("05.19 I/77", True),  # only in the fourth, 06.19
    ],
)
def test_a_battalion_with_its_hq_looks_back_along_the_road(enemy: str, found: bool) -> None:
    """L26: three hexes from Luzery toward the Trains at 04.20: 08.17, 07.18, 07.19."""
    assert safe(position(f"08.16 1/506   {enemy}"), "1/506") == found


BEHIND: dict[str, Any] = {"hq": {"CCB10": "06.06", "506": "05.07"}}  # the Ourthe lies between


@pytest.mark.rule("BCS-1.6.g", "BCS-5.6.d")
def test_halftracks_need_a_path_for_halftracks() -> None:
    """L30, L97: on foot they could wade; tanks cover the one bridge, infantry would not do."""

    def beyond(enemy: str) -> Game:
        return position(f"01.03 20AIBd   {enemy}", active="CCB10", hand="20AIB", **BEHIND)

    tanks = beyond("02.04 II/3Pzm")
    assert safe(tanks, "20AIB", LEG)
    assert tanks.rule("Flip") == "BCS-5.6.d"
    assert beyond("02.04 Pi38d").allows("Flip")


@pytest.mark.rule("BCS-1.6.h", "BCS-1.6.i", "BCS-9.4")
def test_men_wade_where_tanks_are_not_replaced() -> None:
    """L31, L32: behind the Ourthe, the bridge covered: non-AV points take a Leg path, AV a Tac."""
    text = "01.03 B/3Tk:1d 1/506:3   02.04 II/3Pzm"
    heads = {"CCB10": "05.07", "506": "05.07", "2PZ": ""}
    game = position(text, table=Replacing(US), turn=2, replacements=[[1, 1], [0, 0]], hq=heads)

    assert game.rule("Replace B/3Tk") == "BCS-9.4"
    assert game.allows("Replace 1/506")
    free = position(
        "01.03 B/3Tk:1d", table=Replacing(US), turn=2, replacements=[[1, 1], [0, 0]], hq=heads
    )
    assert free.allows("Replace B/3Tk")


# -- Command Radius: L34 to L46 --------------------------------------------------------------------


@pytest.mark.rule("BCS-4.2d.a")
@pytest.mark.parametrize(("label", "rule"), [("14.16", None), ("15.16", "BCS-4.2d.a")])
def test_no_men_for_a_battalion_out_of_radius(label: str, rule: str | None) -> None:
    """L36: six hexes east of the HQ and seven."""
    game = position(
        f"{label} 1/506:3   07.17 2/506:5",
        table=Replacing(US),
        turn=2,
        replacements=[[0, 1], [0, 0]],
    )
    assert game.rule("Replace 1/506") == rule


@pytest.mark.rule("BCS-4.2d.b", "BCS-9.2.c")
@pytest.mark.parametrize(("label", "rule"), [("14.16", None), ("15.16", "BCS-4.2d.b")])
def test_no_support_back_for_a_battalion_out_of_radius(label: str, rule: str | None) -> None:
    """L37, L277 to L283: the marker comes off in radius only."""
    game = position(f"{label} 1/506", active="506", box="B/81", dropped="1/506")
    assert game.rule("Restore 1/506") == rule


@pytest.mark.rule("BCS-4.2d.c", "BCS-10.5.a")
def test_a_battalion_out_of_radius_wastes_away() -> None:
    """L38, L370: one step at the end of the Activation, its path being whole."""
    game = position("15.16 1/506   07.17 2/506", active="506")
    to_clean_up(game)
    assert (game.steps("1/506"), game.steps("2/506")) == (5, 6)


@pytest.mark.rule("BCS-4.2f")
def test_who_moves_ends_in_the_radius() -> None:
    """L44: from the rim at 08.10 a battalion looks at 08.09 and has to come back."""
    game = position("08.10 1/506", active="506", hand="1/506", hq_moved=True)
    game.play("Step 08.09")
    assert game.rule("Halt") == "BCS-4.2f"
    assert game.play("Step 08.10").allows("Halt")


@pytest.mark.rule("BCS-4.2f")
def test_who_is_outside_may_stay_or_come_nearer() -> None:
    """L45, L46: ten hexes out it may stand still; a move goes toward the radius without a pause."""
    game = position("18.16 1/506", active="506", hq_moved=True, snafu="partial")
    assert game.allows("Done")
    game.play("Act 1/506")
    assert game.rule("Step 19.16") in {"BCS-4.2f", "BCS-R.3"}
    assert not game.play("Step 17.16").allows("Halt")  # it still has the MPs to go on


# -- OBJ markers: L48 to L54 -----------------------------------------------------------------------


def marking(text: str, **more: Any) -> Game:
    table = Objectives(GERMAN, NUMBER["2PZ"])
    return position(f"14.10 II/3Pz   {text}", active="2PZ", table=table, **more)


@pytest.mark.rule("BCS-4.3.a")
def test_a_marker_goes_on_an_enemy_or_a_victory_hex() -> None:
    """L50: Foy is worth points, 10.14 holds an enemy, 10.13 neither."""
    game = marking("10.14 1/506")
    assert game.allows("Objective 10.11")
    assert game.allows("Objective 10.14")
    assert game.rule("Objective 10.13") == "BCS-4.3.a"
    assert game.rule("Objective 14.10") == "BCS-4.3.a"  # one's own unit is no objective


@pytest.mark.rule("BCS-4.3.b", "BCS-S.16")
@pytest.mark.parametrize(("marker", "inside"), [("06.15", True), ("05.15", False)])
def test_a_marker_opens_two_hexes_round_it(marker: str, inside: bool) -> None:
    """L50: 08.15 is two hexes from 06.15 and three from 05.15."""
    text = "08.15 1/506   09.15 II/304d"
    game = position(text, hand="II/304", objectives=[marker], **ASSAULT)
    assert game.allows("Attack 08.15") == inside


@pytest.mark.rule("BCS-4.3.c")
def test_prepared_defense_keeps_markers_near() -> None:
    """L52, L69: from Bourcy 16.11, Foy 10.11 is six hexes away and Recogne 09.11 seven."""
    game = marking("09.11 1/506", prepared="2PZ")
    assert game.allows("Objective 10.11")
    assert game.rule("Objective 09.11") == "BCS-4.3.c"
    assert marking("09.11 1/506").allows("Objective 09.11")


SCOUT: dict[str, Any] = {"active": "2PZ", "hq": {"2PZ": "12.14"}}


@pytest.mark.rule("BCS-4.3.e", "BCS-4.3.f", "BCS-4.3.g")
@pytest.mark.parametrize(("die", "made"), [(4, True), (5, False)])
def test_recon_makes_an_objective(die: int, made: bool) -> None:
    """L54: Action Rating 4, one Fire Event an attempt, an enemy two hexes off."""
    game = position("11.14 AA2m   09.14 1/506", hand="AA2", **SCOUT).play("Recon 09.14").roll(die)
    assert (game.hex("09.14") in game.state.objectives) == made
    assert game.state.fired[game.unit("AA2")] == 1


@pytest.mark.rule("BCS-4.3.d", "BCS-4.3.g")
def test_recon_is_for_recon_units_that_can_still_move() -> None:
    """L54: not a tank battalion, not a STOPPED one, not at three hexes, not at an empty hex."""
    tank = position("11.14 II/3Pzm   09.14 1/506", hand="II/3Pz", **SCOUT)
    assert tank.rule("Recon 09.14") == "BCS-4.3.d"
    there = position("12.14 AA2m   09.14 1/506", hand="AA2", **SCOUT)
    assert there.rule("Recon 09.14") == "BCS-4.3.g"
    assert there.rule("Recon 10.14") == "BCS-4.3.g"
    halted = position("12.13 AA2m   09.14 1/506", active="2PZ", traffic="11.14", hand="AA2")
    halted.play("Step 11.14")
    assert halted.rule("Recon 09.14") == "BCS-4.3.d"


# -- Coordination and Prepared Defense: L56 to L77 -------------------------------------------------


@pytest.mark.rule("BCS-4.4.a", "BCS-10.1e")
def test_who_enters_another_s_ground_is_coordinated() -> None:
    """L60, L301: CCB's blob is the triangle of Bastogne 07.18, Noville 11.09 and 06.11."""
    text = "11.09 20AIBd   06.11 B/3Tkd   09.15 1/506"
    game = position(text, active="506", hand="1/506")
    assert not game.has("coordination", "506")
    game.play("Step 08.15")
    assert game.has("coordination", "506")


@pytest.mark.rule("BCS-4.4.b", "BCS-9.1f.c", "BCS-9.1g", "BCS-4.5.d")
def test_an_hq_that_pulls_back_is_coordinated() -> None:
    """L61, L249 to L257: Trains to Ghost, Prepared Defense gone, the owner's choice."""
    game = position("10.16 1/506   13.16 Pi38d", active="506", hq={"506": "09.16"}, snafu="fail")
    assert not game.has("ghost", "506")
    game.play(next(offer for offer in game.offers() if offer.startswith("PullBack")))
    assert game.has("coordination", "506")
    assert game.has("ghost", "506")
    assert game.kit.grid.distance(game.hex(game.hq("506")), game.hex("09.16")) >= 3


@pytest.mark.rule("BCS-4.5.a", "BCS-4.5.g")
@pytest.mark.parametrize(
    ("unit", "held"), [("10.11 II/304d", True), ("09.11 II/304d", False), ("10.11 II/304m", False)]
)
def test_whom_prepared_defense_holds(unit: str, held: bool) -> None:
    """L65, L77: six hexes from Bourcy, Deployed, an attack that asks for a retreat is stood out."""
    label = unit[:5]
    game = position(
        f"{unit}   09.12 1/506 2/506", active="506", hand="1/506", prepared="2PZ", arty=0,
        objectives=[label], hq={"506": "09.15"},
    )  # fmt: skip
    game.play(f"Attack {label} 2/506")
    assert game.state.fight is not None
    net = attack.tally(game.state, game.state.fight).total
    dice = 11 - net  # a Situational Retreat
    fall_back(game.roll(dice // 2, dice - dice // 2))
    assert (game.where("II/304") == label) == held


@pytest.mark.rule("BCS-4.5.b", "BCS-4.5.c")
def test_what_prepared_defense_costs() -> None:
    """L67: the HQ stays where it is and a double six is a Partial."""
    game = choosing("16.12 II/304d", prepared="2PZ").play("Activate 2PZ", "Decline").roll(6, 6)
    assert game.told(ev.SnafuRolled)[0].result == "Partial"
    game.play("Done")
    assert game.rule("MoveHq") == "BCS-4.5.b"


@pytest.mark.rule("BCS-4.5.d")
def test_prepared_defense_ends_when_the_hq_is_jumped() -> None:
    """L71: it moves for any reason, here because the enemy is in its hex."""
    game = position(
        "09.16 II/304d   05.14 1/506", active="2PZ", hand="II/304", prepared="506",
        hq={"2PZ": "11.16"},
    )  # fmt: skip
    fall_back(game.play("Step 08.16"))
    assert game.hq("506") != "08.16"
    assert not game.has("prepared", "506")


@pytest.mark.rule("BCS-4.5.e", "BCS-4.5.f")
def test_who_may_prepare() -> None:
    """L73, L75: not with the MSR Blocked marker, not without a gun."""
    table = PreparedDefense(GERMAN, NUMBER["2PZ"])

    def asked(**more: Any) -> Game:
        return position("16.12 II/304d", active="2PZ", table=table, **more)

    assert asked().allows("Prepare")
    assert asked(blocked={"2PZ": 1}).rule("Prepare") == "BCS-4.5.e"


# -- movement: L79 to L97 --------------------------------------------------------------------------


@pytest.mark.rule("BCS-5.1g")
def test_traffic_stops_and_costs_nothing() -> None:
    """L81: on the Primary road north of Luzery it is half a point as ever."""
    game = position("08.16 1/506", active="506", hand="1/506", traffic="09.15")
    game.play("Step 09.15")
    assert game.top.spent == QUARTERS // 2  # type: ignore[union-attr]
    assert stop_of(game) == "BCS-5.1g"
    assert not game.allows("Step 09.14")


@pytest.mark.rule("BCS-5.5.a")
def test_no_third_battalion_ends_in_a_hex() -> None:
    """L85: two are there."""
    text = "09.15 2/506 3/506   10.15 1/506"
    game = position(text, active="506", hand="1/506").play("Step 09.15")
    assert game.rule("Halt") == "BCS-5.5.a"


@pytest.mark.rule("BCS-5.5.b")
def test_the_best_gun_is_on_top() -> None:
    """L87: of halftracks, AV 1, and tanks, AV 4, it is the tanks that are engaged."""
    text = "09.15 20AIBm B/3Tkd   10.15 II/3Pzm"
    game = position(text, active="2PZ", hand="II/3Pz", hq={"2PZ": "12.14"}).play("Engage 09.15")
    assert game.state.fight is not None
    assert game.state.fight.defender == game.unit("B/3Tk")


@pytest.mark.rule("BCS-5.6.a")
def test_no_flip_after_the_first_step() -> None:
    """L91: before any activity only."""
    game = position("14.10 II/3Pzm", active="2PZ", hand="II/3Pz")
    assert game.allows("Flip")
    assert game.play("Step 13.10").rule("Flip") == "BCS-5.6.a"


@pytest.mark.rule("BCS-5.6.b", "BCS-5.6.c")
def test_no_halftracks_on_a_slope_or_out_of_radius() -> None:
    """L95, L96: 02.02 is a slope; 17.18 is ten hexes from Bastogne, one outside the radius."""
    slope = position("02.02 20AIBd", active="CCB10", hand="20AIB", **BEHIND)
    assert slope.rule("Flip") == "BCS-5.6.b"
    out = position("17.18 20AIBd", active="CCB10", hand="20AIB")
    assert out.rule("Flip") == "BCS-5.6.c"
    assert position("16.18 20AIBd", active="CCB10", hand="20AIB").allows("Flip")
    assert position("17.18 20AIBm", active="CCB10", hand="20AIB").allows("Flip")  # to Leg: free


# -- zones: L99 to L123 ----------------------------------------------------------------------------


@pytest.mark.rule("BCS-6.0.b")
def test_no_way_from_zone_to_zone_on_foot() -> None:
    """L101: beside Pi 38 in 06.14, from 07.15 to 07.14 is barred, away to 07.16 is not."""
    game = position("07.15 1/506   06.14 Pi38d", active="506", hand="1/506")
    assert game.rule("Step 07.14") == "BCS-6.0.b"
    assert game.allows("Step 07.16")


@pytest.mark.rule("BCS-6.0.c")
def test_tanks_drive_past_infantry_and_stop_at_guns() -> None:
    """L103: through the zone of plain infantry in 09.14, but not of assault guns."""
    for enemy, rule in (("1/506", ""), ("B/3Tkd", "BCS-6.0.c")):
        text = f"11.15 II/3Pzm   09.14 {enemy}"
        game = position(text, active="2PZ", hand="II/3Pz", hq={"2PZ": "13.14"}).play("Step 10.15")
        assert stop_of(game) == rule
        assert game.allows("Step 09.16") == (not rule)


LENT: dict[str, Any] = {"active": "2PZ", "hand": "II/3Pz", "hq": {"2PZ": "13.14"}, "box": "B/81"}


@pytest.mark.rule("BCS-6.0.d", "BCS-6.0.h")
def test_tanks_go_on_when_support_is_dropped() -> None:
    """L105, L113: the STOP of 57 mm guns is lifted by a Drop; no Engagement is owed them."""
    game = position("11.15 II/3Pzm   09.14 1/506", **LENT).play("Step 10.15")
    assert stop_of(game) == "BCS-6.0.c"
    assert not game.allows("Step 09.16")
    assert game.allows("Halt")
    game.play("Engage 09.14").roll(3, 3)  # 7 against 5: 8, a Drop
    assert game.told(ev.EngagementRolled)[0].result == "drop"
    assert game.allows("Step 09.16")


@pytest.mark.rule("BCS-6.0.e", "BCS-6.0.g")
def test_tanks_must_engage_tanks_and_go_on_if_they_win() -> None:
    """L107, L109, L113: Panthers beside a tank company owe a shot; it retreats, they go on."""
    text = "11.15 I/3Pzm   09.14 B/3Tkd"
    game = position(text, active="2PZ", hand="I/3Pz", hq={"2PZ": "13.14"}).play("Step 10.15")
    assert game.rule("Halt") == "BCS-6.0.g"
    assert not game.allows("Step 09.16")
    fall_back(game.play("Engage 09.14").roll(4, 4))  # 9 against 8: 9, the target retreats
    assert game.where("B/3Tk") != "09.14"
    assert game.allows("Step 09.16")


@pytest.mark.rule("BCS-6.0.g")
def test_light_armour_owes_nothing() -> None:
    """L113: a reconnaissance battalion STOPs beside tanks and may leave it at that."""
    text = "11.15 AA2m   09.14 B/3Tkd"
    game = position(text, active="2PZ", hand="AA2", hq={"2PZ": "13.14"}).play("Step 10.15")
    assert not game.allows("Step 09.16")
    assert game.allows("Halt")


@pytest.mark.rule("BCS-6.0.f", "BCS-6.1.f")
def test_where_an_hq_does_not_go() -> None:
    """L111, L123: not next to infantry, not two hexes before tanks that see it."""

    def hq(text: str) -> Game:
        return position(text, active="2PZ", hq={**NO_US, "2PZ": "11.14"}).play("MoveHq")

    assert hq("09.14 1/506").rule("Step 10.14") == "BCS-6.0.f"
    assert hq("08.14 1/506").allows("Step 10.14")
    assert hq("08.14 B/3Tkd").rule("Step 10.14") == "BCS-6.1.f"


@pytest.mark.rule("BCS-6.1.a", "BCS-6.1.b", "BCS-6.1.d")
@pytest.mark.parametrize(
    ("enemy", "box", "rule"),
    [
        ("09.14 B/3Tkd", "", "BCS-6.1.d"),  # Range 2
        ("09.14 B/3Tkm", "", ""),  # Range 1
        ("09.14 20AIBd", "C/609TD", "BCS-6.1.d"),  # Stand Off
        ("09.14 1/506", "B/81", ""),  # Support of the common kind
    ],
)
def test_trucks_stop_where_they_can_be_shot(enemy: str, box: str, rule: str) -> None:
    """L117, L121: two hexes away in the open."""
    text = f"12.14 Pi38m   {enemy}"
    game = position(text, active="2PZ", hand="Pi38", hq={"2PZ": "13.14"}, box=box)
    assert stop_of(game.play("Step 11.14")) == rule
    assert game.allows("Step 11.15") == (not rule)


@pytest.mark.rule("BCS-6.1.c")
def test_what_stands_between_blocks() -> None:
    """L119: from 05.14 to 07.14 the woods of 06.14 are between; woods at either end are not."""
    game = position()
    assert not sight.sees(game.state, game.hex("05.14"), game.hex("07.14"))
    assert sight.sees(game.state, game.hex("07.14"), game.hex("09.14"))  # from woods over open
    assert sight.sees(game.state, game.hex("09.14"), game.hex("07.14"))


@pytest.mark.rule("BCS-6.1.e", "BCS-10.3.f")
@pytest.mark.parametrize(
    ("enemy", "legal"),
    [("", True), ("21.14 B/3Tkm", True), ("21.14 B/3Tkd", False), ("21.13 1/506", False)],
)
def test_an_msr_does_not_run_under_guns(enemy: str, legal: bool) -> None:
    """L121, L319: the road of the 2nd Panzer runs over 20.13 and 20.12 to its Trains in 22.10.

    21.14 is two hexes from 20.12 and next to 21.13, off the road; 21.13 is beside it.
    """
    game = position(
        enemy, active="2PZ", hq={**NO_US, "2PZ": "16.11"}, trains=NO_US | {"2PZ": "22.10"}
    )
    assert trains.in_legal_hex(game.state, NUMBER["2PZ"]) == legal


# -- Fire Events and Engagements: L125 to L136 ----------------------------------------------------


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


# -- attacks: L138 to L172 ------------------------------------------------------------------------


def attack_on(text: str, hand: str = "II/304", **more: Any) -> Game:
    """An attack on 08.15, with an OBJ marker on it and no guns."""
    return position(text, hand=hand, **{**ASSAULT, "objectives": ["08.15"], **more})


def net_of(game: Game) -> int:
    assert game.state.fight is not None
    return int(attack.tally(game.state, game.state.fight).total)


def rolled(game: Game, total: int) -> Game:
    """The dice that make this total with the modifier on the table."""
    dice = total - net_of(game)
    assert 2 <= dice <= 12
    low = max(1, dice - 6)
    return fall_back(game.roll(low, dice - low))


@pytest.mark.rule("BCS-7.2.a")
def test_a_hex_is_attacked_once() -> None:
    """L140: another battalion does not attack it again, but another hex it may."""
    text = "08.15 1/506   09.15 II/304d   08.14 Pi38d   07.14 2/506"
    game = attack_on(text, objectives=["08.15", "07.14"], hq={"2PZ": "10.13", "506": "05.12"})
    rolled(game.play("Attack 08.15"), 9)  # nothing happens
    game.play("Act Pi38")
    assert game.rule("Attack 08.15") == "BCS-7.2.a"
    assert game.allows("Attack 07.14")


@pytest.mark.rule("BCS-7.2.b")
def test_no_attack_without_an_arrow() -> None:
    """L142: halftracks on their Move side have AV and no Arrow; Deployed they have one."""
    assert attack_on("08.15 1/506   09.15 I/304m", "I/304").rule("Attack 08.15") == "BCS-7.2.b"
    assert attack_on("08.15 1/506   09.15 I/304d", "I/304").allows("Attack 08.15")


@pytest.mark.rule("BCS-7.2.c")
@pytest.mark.parametrize(
    ("helper", "rule"),
    [
        ("09.15 Pi38d", None),  # stacked
        ("08.14 Pi38d", None),  # next to both
        ("07.15 Pi38d", "BCS-7.2.c"),  # next to the defender alone
        ("10.15 Pi38d", "BCS-7.2.c"),  # next to the attacker alone
    ],
)
def test_where_an_assist_stands(helper: str, rule: str | None) -> None:
    """L144: with or next to the attacking unit, and next to the defender."""
    assert attack_on(f"08.15 1/506   09.15 II/304d   {helper}").rule("Attack 08.15 Pi38") == rule


@pytest.mark.rule("BCS-7.2.d")
def test_the_unit_that_lent_its_rating_loses_first() -> None:
    """L146: of two steps the first falls on it; the second falls where the defender likes."""
    text = "08.15 1/501 158ECBd   09.15 II/304d Pi38d"
    game = attack_on(text, objectives=["08.15"] * 2, arty=1, hq={"2PZ": "10.13", "501": "05.12"})
    game.play("Attack 08.15 Pi38", "Suppress arty", "Choose 158ECB")
    dice = 14 - net_of(game)
    game.roll(dice - 6, 6)
    assert {"Choose 1/501", "Choose 158ECB"} <= set(game.offers())
    assert game.steps("158ECB") == 2
    fall_back(game.play("Choose 1/501"))
    assert (game.steps("1/501"), game.steps("158ECB")) == (5, 2)


@pytest.mark.rule("BCS-7.2.e")
def test_an_assist_never_loses() -> None:
    """L146: two steps, both from the attacking unit."""
    game = attack_on("08.15 1/506   09.15 II/304d Pi38d").play("Attack 08.15 Pi38")
    rolled(game, 4)
    assert (game.steps("II/304"), game.steps("Pi38")) == (2, 3)


@pytest.mark.rule("BCS-7.2.f")
def test_stopped_units_attack_and_finished_ones_do_not() -> None:
    """L148: the battalion that has just come up to the enemy attacks; one that attacked is done."""
    text = "08.15 1/506   10.15 II/304d   08.14 Pi38d"
    game = attack_on(text, hq={"2PZ": "10.13", "506": "05.12"}).play("Step 09.15")
    assert stop_of(game) == "BCS-6.0.a"
    rolled(game.play("Attack 08.15 Pi38"), 9)
    assert not game.allows("Act Pi38")
    assert not game.allows("Act II/304")


# -- shock: L150 to L164 --------------------------------------------------------------------------


def shock_on(text: str, hand: str = "II/3Pz", **more: Any) -> Game:
    heads = {"2PZ": "10.13", "506": "05.12", "501": "05.12", "CCB10": "05.12"}
    kept = {"active": "2PZ", "hq": heads, "objectives": ["08.15"], **more}
    return position(text, hand=hand, **kept)


@pytest.mark.rule("BCS-7.3.a", "BCS-7.3.b")
def test_who_shocks_whom() -> None:
    """L152: tanks into infantry; not infantry, not into a hex with AV of its own or lent."""
    assert shock_on("08.15 1/506   09.15 II/3Pzm").allows("Shock 08.15")
    assert shock_on("08.15 1/506   09.15 II/304d", "II/304").rule("Shock 08.15") == "BCS-7.3.a"
    assert shock_on("08.15 1/506   09.15 II/3Pzm", box="B/81").rule("Shock 08.15") == "BCS-7.3.b"
    tanks = shock_on("08.15 20AIBd B/3Tkm   09.15 II/3Pzm")
    assert tanks.rule("Shock 08.15") == "BCS-7.3.b"


@pytest.mark.rule("BCS-7.3.c")
def test_no_shock_out_of_a_stop() -> None:
    """L154: tanks that have run into Traffic on the way do not overrun any more."""
    game = shock_on("08.15 1/506   10.15 II/3Pzm", traffic="09.15").play("Step 09.15")
    assert game.rule("Shock 08.15") == "BCS-7.3.c"


@pytest.mark.rule("BCS-7.3.d")
def test_the_ground_of_a_shock() -> None:
    """L154: no tank can enter a slope; open ground costs 2 and in mud 3."""
    slope = shock_on("04.01 1/506   04.02 II/3Pzm", objectives=["04.01"], hq={"2PZ": "06.03"})
    assert slope.rule("Shock 04.01") in {"BCS-7.3.d", "BCS-7.4.a"}
    mud = shock_on("08.15 1/506   09.15 II/3Pzm", ground="mud")
    assert mud.allows("Shock 08.15")
    # Rolling 12.15 costs 3 in the dry and 4 in mud; no road leads in from 11.16.
    for ground, rule in (("normal", None), ("mud", "BCS-7.3.d")):
        game = shock_on("12.15 1/506   11.16 II/3Pzm", objectives=["12.15"], ground=ground)
        assert game.rule("Shock 12.15") == rule


@pytest.mark.rule("BCS-7.3.e", "BCS-7.3.f", "BCS-7.3.i")
def test_shock_upon_shock() -> None:
    """L156, L158, L164: twice by one battalion, for a Fire Event each and no MP; then another."""
    game = shock_on("08.15 1/506   09.15 II/3Pzm   08.14 PzJg38m")
    left = game.top.mp  # type: ignore[union-attr]
    rolled(game.play("Shock 08.15"), 9)
    assert game.top.mp == left  # type: ignore[union-attr]
    assert game.allows("Step 10.15")  # it could go on from where it is
    rolled(game.play("Shock 08.15"), 9)
    assert game.has("stopped", "II/3Pz")
    game.play("Halt", "Act PzJg38")
    assert game.allows("Shock 08.15")


@pytest.mark.rule("BCS-7.3.g", "BCS-8.0.f")
def test_a_shock_has_aircraft_and_no_guns() -> None:
    """L160, L227: one Air Point, for either mission; no Artillery."""
    game = shock_on("08.15 1/506   09.15 II/3Pzm", air=(0, 2), arty=3).play("Shock 08.15")
    assert not game.allows("Suppress arty")
    assert not game.allows("Destroy 1 0")
    assert not game.allows("Destroy 0 2")
    assert game.allows("Suppress air")
    assert game.allows("Destroy 0 1")


@pytest.mark.rule("BCS-7.3.h")
def test_a_shock_that_succeeds_goes_in_and_is_caught_in_traffic() -> None:
    """L162: the tanks advance, are not Finished, and the marker just placed STOPs them."""
    game = shock_on("08.15 158ECB:3m   09.15 I/3Pzm", "I/3Pz").play("Shock 08.15")
    rolled(game, 12)
    assert game.where("I/3Pz") == "08.15"
    assert game.has("traffic", "08.15")
    assert game.has("stopped", "I/3Pz")
    assert not game.has("finished", "I/3Pz")


# -- advances: L166 to L172 -----------------------------------------------------------------------


@pytest.mark.rule("BCS-7.4.a", "BCS-7.4.c", "BCS-7.4.d")
@pytest.mark.parametrize(("helper", "asked"), [("09.15 Pi38d", True), ("08.14 Pi38d", False)])
def test_who_advances(helper: str, asked: bool) -> None:
    """L168, L170, L172: the attacker must, an Assist from its hex may, another may not."""
    game = attack_on(
        f"08.15 1/506   09.15 II/304d   {helper}   07.16 2/506",
        hq={"2PZ": "10.13", "506": "05.12"},
        objectives=["08.15"] * 2,
    )
    rolled(game.play("Attack 08.15 Pi38"), 11)
    assert ("Follow" in game.offers()) == asked
    if asked:
        game.play("Follow")
    assert game.at("08.15") == ({"II/304", "Pi38"} if asked else {"II/304"})  # EZOC or not
    assert game.has("finished", "II/304")


@pytest.mark.rule("BCS-7.4.b")
@pytest.mark.parametrize(("hq", "allowed"), [("16.15", True), ("17.15", False)])
def test_no_attack_that_would_lead_out_of_radius(hq: str, allowed: bool) -> None:
    """L168: the radius is 8 and the advance into 08.15 has to be made."""
    game = attack_on("08.15 1/506   09.15 II/304d", hq={"2PZ": hq}, hq_moved=True)
    assert game.allows("Attack 08.15") == allowed


# -- retreats: L174 to L219 -----------------------------------------------------------------------


@pytest.mark.rule("BCS-7.5.d", "BCS-7.5.e", "BCS-7.5.m")
def test_going_back_of_one_s_own_will() -> None:
    """L184: three hexes, to the Move side, a step, Finished; and without a Safe Path just so."""
    game = position("09.15 158ECBd", active="501", hand="158ECB", hq={"501": "07.17"})
    fall_back(game.play("Retreat"))
    assert (far(game, "158ECB", "09.15"), game.steps("158ECB")) == (3, 2)
    assert game.side("158ECB") == "Move"
    assert game.has("finished", "158ECB")

    shut = position(f"06.12 158ECBd   {SHUT}", active="501", hand="158ECB", hq={"501": "08.17"})
    assert not safe(shut, "158ECB")
    fall_back(shut.play("Retreat"))
    assert far(shut, "158ECB", "06.12") == 3


@pytest.mark.rule("BCS-7.5.e", "BCS-6.0.g")
def test_any_unit_with_an_ma_may_go_back() -> None:
    """L186: one STOPPED in an EZOC too; tanks that owe an Engagement make it first."""
    text = "11.14 158ECBd   08.14 II/304d"
    game = position(text, active="501", hand="158ECB", hq={"501": "12.16"})
    game.play("Step 10.14", "Step 09.14")
    assert stop_of(game) == "BCS-6.0.a"
    assert game.allows("Retreat")
    text = "11.15 I/3Pzm   09.14 B/3Tkd"
    tanks = position(text, active="2PZ", hand="I/3Pz", hq={"2PZ": "13.14"}).play("Step 10.15")
    assert tanks.rule("Retreat") == "BCS-6.0.g"


@pytest.mark.rule("BCS-7.5.e")
def test_under_a_fail_hqs_alone_pull_back() -> None:
    """L188: no unit is even taken up."""
    text = "09.15 158ECBd   13.16 Pi38d"
    game = position(text, active="501", hq={"501": "09.16"}, snafu="fail")
    assert not game.allows("Act 158ECB")
    assert any(offer.startswith("PullBack") for offer in game.offers())


def driven_out(text: str, total: int, **more: Any) -> Game:
    game = attack_on(text, **{"hq": {"2PZ": "10.13", "506": "05.12", "501": "05.12"}, **more})
    game.play("Attack 08.15")
    return rolled(game, total)


@pytest.mark.rule("BCS-7.5.f", "BCS-7.5.l")
@pytest.mark.parametrize("total", [11, 12])
def test_no_safe_path_no_retreat_on_foot(total: int) -> None:
    """L201: HQ and Trains out of reach behind Germans: a step each in place of the retreat."""
    ring = "09.15 II/304d   07.15 Pi38d   07.16 I/2d   08.14 II/2d"
    game = driven_out(f"08.15 1/506   {ring}", total, objectives=["08.15"] * 2)
    assert game.where("1/506") == "08.15"
    assert game.steps("1/506") == (5 if total == 11 else 4)  # one of the table's with a 12
    assert game.told(ev.Stood)[0].rule == "BCS-7.5.f"


@pytest.mark.rule("BCS-7.5.h")
def test_a_situational_retreat_in_the_open() -> None:
    """L204: three hexes and the Move side."""
    game = driven_out("08.15 158ECBd   09.15 II/304d", 11)
    assert far(game, "158ECB", "08.15") == 3
    assert (game.side("158ECB"), game.steps("158ECB")) == ("Move", 3)


@pytest.mark.rule("BCS-7.5.g")
def test_a_situational_retreat_from_a_city() -> None:
    """L203: Bastogne-Nord is Key Terrain, so they stand and lose a step."""
    heads = {"2PZ": "10.13", "501": "05.16"}
    text = "08.17 158ECBd   09.17 II/304d   08.16 Pi38d"
    game = attack_on(text, objectives=["08.17"] * 2, hq=heads, arty=1)
    game.play("Attack 08.17 Pi38", "Suppress arty")
    rolled(game, 11)
    assert (game.where("158ECB"), game.steps("158ECB")) == ("08.17", 2)


@pytest.mark.rule("BCS-7.5.i", "BCS-7.5.k")
@pytest.mark.parametrize(
    ("hq", "home"), [("05.12", True), ("05.15", True), ("06.15", False), ("07.16", False)]
)
def test_an_automatic_retreat_goes_to_the_hq(hq: str, home: bool) -> None:
    """L205, L213, L219: to it or next to it; off the map if it is less than three hexes away."""
    game = driven_out("08.15 158ECBd   09.15 II/304d", 12, hq={"2PZ": "10.13", "501": hq})
    if home:
        assert far(game, "158ECB", hq) <= 1
        assert game.side("158ECB") == "Move"
    else:
        assert game.where("158ECB") == "returning"


@pytest.mark.rule("BCS-7.5.k", "BCS-7.5.n")
def test_no_room_at_the_hq() -> None:
    """L217: its hex and the six round it hold two battalions each."""
    friends = "05.12 1/506 2/506   04.12 3/506 2/502   06.12 3/502 1/501   05.11 2/501 3/501"
    more = "   06.11 20AIBd B/3Tkd   05.13 A/3Tkd C/20AIBd   06.13 D/90Cavd"
    heads = {"2PZ": "10.13", "501": "05.12", "506": "03.12", "CCB10": "03.12"}
    room = driven_out(f"08.15 158ECBd   09.15 II/304d   {friends}{more}", 12, hq=heads)
    assert room.where("158ECB") == "06.13"
    full = f"{friends}{more} C/609TDd"
    none = driven_out(f"08.15 158ECBd   09.15 II/304d   {full}", 12, hq=heads)
    assert none.where("158ECB") == "returning"


@pytest.mark.rule("BCS-7.5.i", "BCS-7.5.j")
def test_an_unassigned_battalion_goes_three_hexes() -> None:
    """L206, L207: it has no HQ to go to."""
    game = driven_out("08.15 2/502   09.15 II/304d Pi38d", 11)
    assert far(game, "2/502", "08.15") == 3


@pytest.mark.rule("BCS-7.5.b", "BCS-7.5.i")
def test_a_retreat_into_a_zone_costs_a_step() -> None:
    """L178: the HQ's own hex is full, the six round it are in German zones, or two are not.

    A friend in 06.15 keeps the Safe Path open, but saves nobody who retreats there a step.
    """
    heads = {"2PZ": "10.13", "501": "05.15", "26VG": ""}
    text = (
        "08.15 158ECBd   09.15 II/304d   05.15 1/501 2/501   06.15 3/501   05.13 I/77   06.16 I/78"
    )

    def beaten(more: str) -> Game:
        game = attack_on(f"{text}   {more}", hq=heads).play("Attack 08.15")
        return game.roll(6, 12 - net_of(game) - 6)

    for ring, label, left in (("03.16 II/77", "06.15", 1), ("", "06.15", 1), ("", "04.15", 2)):
        game = beaten(ring).play(f"Withdraw 158ECB {label}")
        assert (game.where("158ECB"), game.steps("158ECB")) == (label, left)


# -- fires: L190 to L243 --------------------------------------------------------------------------


def guns(text: str = "08.15 158ECBd   10.15 II/304d", **more: Any) -> Game:
    heads = {"2PZ": "10.13", "501": "05.12"}
    return position(text, **{"active": "2PZ", "hq": heads, "objectives": ["08.15"], **more})


@pytest.mark.rule("BCS-8.0.a", "BCS-8.0.i")
def test_one_barrage_a_hex_and_the_spotter_stops() -> None:
    """L192, L235: the second mission on the hex is refused, whoever spots."""
    game = guns("08.15 158ECBd   10.15 II/304d Pi38d").play("Barrage II/304 08.15 arty").roll(1)
    assert game.has("stopped", "II/304")
    assert game.rule("Barrage Pi38 08.15 arty") == "BCS-8.0.a"


@pytest.mark.rule("BCS-8.0.b", "BCS-8.0.c", "BCS-8.0.d", "BCS-8.0.e")
def test_missions_of_a_regular_attack() -> None:
    """L194, L221 to L225: up to three points with a roll each, or one point and +1 without any."""
    text = "08.15 158ECBd   09.15 II/304d"
    game = guns(text, hand="II/304", arty=3).play("Attack 08.15")
    before = net_of(game.twin().play("Decline"))
    assert game.allows("Destroy 3 0")
    hit = game.twin().play("Destroy 2 0").roll(1).roll(1)
    assert len(hit.told(ev.LossRolled)) == 2
    assert net_of(hit) == before
    dampened = game.twin().play("Suppress arty")
    assert not dampened.told(ev.LossRolled)
    assert net_of(dampened) == before + 1
    assert not guns(text, hand="II/304", arty=4).play("Attack 08.15").allows("Destroy 4 0")


@pytest.mark.rule("BCS-8.0.g")
@pytest.mark.parametrize(
    ("more", "allowed"),
    [
        ({}, True),
        ({"objectives": ["05.15"]}, False),  # three hexes off
        ({"hq": {"2PZ": "16.15"}}, True),  # eight hexes, the radius
        ({"hq": {"2PZ": "17.15"}}, False),
    ],
)
def test_what_a_barrage_may_hit(more: dict[str, Any], allowed: bool) -> None:
    """L229: in an OBJ Zone and within Command Radius, both."""
    game = guns(**more)
    assert game.allows("Barrage II/304 08.15 arty") == allowed
    if not allowed:
        assert game.rule("Barrage II/304 08.15 arty") == "BCS-8.0.g"


@pytest.mark.rule("BCS-8.0.h")
@pytest.mark.parametrize(
    ("spotter", "visibility", "allowed"),
    [("12.16", 5, True), ("11.16", 5, True), ("12.17", 5, False), ("05.16", 5, True)],
)
def test_who_spots(spotter: str, visibility: int, allowed: bool) -> None:
    """L233, L234: at most four hexes off, nothing Blocking between: over row 16 to 08.16."""
    text = f"08.16 158ECBd   {spotter} II/304d"
    game = guns(text, objectives=["08.16"], visibility=visibility)
    assert game.allows("Barrage II/304 08.16 arty") == allowed


@pytest.mark.rule("BCS-8.3.a", "BCS-8.3.b")
def test_fire_upon_fire() -> None:
    """L239 to L243: after a Barrage and a Regular Attack a tank battalion still fires twice."""
    text = "08.15 158ECBd   09.15 II/304d II/3Pzd"
    game = guns(text, hand="II/304", arty=1).play("Attack 08.15", "Destroy 1 0").roll(1)
    rolled(game, 9)
    game.play("Act II/3Pz")
    for _ in range(2):
        game.play("Fire 08.15").roll(1)
    assert game.state.fired[game.unit("II/3Pz")] == 2
    assert not game.allows("Fire 08.15")
    assert not position(text, hand="II/304", active="2PZ", hq={"2PZ": "10.13"}).allows("Fire 08.15")


# -- HQs and formations: L245 to L297 -------------------------------------------------------------


@pytest.mark.rule("BCS-9.1f.a")
def test_where_a_jumped_hq_goes() -> None:
    """L247: three hexes off, on a road that is no railway, out of zones and Engagement Zones."""
    game = position("09.16 II/304d   05.14 1/506", active="2PZ", hand="II/304", hq={"2PZ": "11.16"})
    game.play("Step 08.16")
    places = [offer.split()[1] for offer in game.offers()]
    assert places
    for place in places:
        assert game.kit.grid.distance(game.hex(place), game.hex("08.16")) >= 3
    zone = sight.engagement_zone(game.state, GERMAN)
    assert not any(zone >> game.hex(place) & 1 for place in places)
    assert "10.15" not in places


@pytest.mark.rule("BCS-9.1i.b", "BCS-9.1i.c")
@pytest.mark.parametrize(("hq", "gone"), [("05.12", True), ("06.15", False)])
def test_a_formation_without_units_leaves(hq: str, gone: bool) -> None:
    """L263: the last company dies and all goes; sent off the map to return, it keeps the HQ."""
    text = f"08.15 158ECB:{1 if gone else 3}d   09.15 II/304d"
    game = driven_out(text, 12, hq={"2PZ": "10.13", "501": hq}, box="A/81")
    assert (game.hq("501") in {"off", "removed"}) == gone
    assert (game.where("A/81") == "removed") == gone


@pytest.mark.rule("BCS-9.2.a")
def test_dropped_support_comes_back_by_itself_in_radius() -> None:
    """L267 to L271: stripped for the Activation, no marker; a hex out of radius there was none."""
    text = "08.15 1/506   09.15 II/3Pzm"

    def engaged(hq: str) -> Game:
        heads = {"2PZ": "10.13", "506": hq}
        return position(text, active="2PZ", hand="II/3Pz", hq=heads, box="B/81")

    game = engaged("02.15").play("Engage 08.15").roll(3, 3)  # six hexes, the radius
    assert game.has("stripped", "1/506")
    assert not game.has("dropped", "1/506")
    assert not support.supported(game.state, game.hex("08.15"))
    assert support.supported(to_clean_up(game.play("Halt")).state, game.hex("08.15"))
    assert not engaged("01.15").allows("Engage 08.15")


@pytest.mark.rule("BCS-9.2.b", "BCS-9.2.c")
def test_guns_do_not_follow_over_a_river() -> None:
    """L275, L277: wading the Ourthe from 03.02 to 02.02 leaves them behind, marked."""
    heads = {"506": "05.07"}
    game = position("03.02 1/506", active="506", hand="1/506", box="B/81", hq=heads)
    assert not game.has("dropped", "1/506")
    game.play("Step 02.02")
    assert game.has("dropped", "1/506")
    assert not game.allows("Restore 1/506")  # a slope: no Tac path leads there


@pytest.mark.rule("BCS-9.2.c")
def test_there_must_be_something_in_the_box() -> None:
    """L281: an empty box restores nothing."""
    for box, allowed in (("B/81", True), ("", False)):
        game = position("08.15 1/506", active="506", dropped="1/506", box=box)
        assert game.allows("Restore 1/506") == allowed


def points(text: str, **more: Any) -> Game:
    kept = {"turn": 2, "replacements": [[0, 1], [0, 0]], **more}
    return position(f"07.17 2/506:5   {text}", table=Replacing(US), **kept)


@pytest.mark.rule("BCS-9.4")
def test_who_is_replaced() -> None:
    """L287 to L297: Trains in a Legal Hex and a Safe Path; or from the Dead Pile."""
    assert points("08.15 1/506:3").allows("Replace 1/506")
    assert points("08.15 1/506:3", trains={"506": ""}).rule("Replace 1/506") == "BCS-9.4"
    assert points(f"06.12 1/506:3   {SHUT}").rule("Replace 1/506") == "BCS-9.4"
    dead = points("")
    dead.state.steps[dead.unit("1/506")] = 0
    put(dead.state, dead.unit("1/506"), DEAD)
    assert dead.play("Replace 1/506").where("1/506") == "08.16"


# -- supply: L303 to L346 -------------------------------------------------------------------------


@pytest.mark.rule("BCS-10.2d")
@pytest.mark.parametrize(("trains_at", "crosses"), [("04.20", True), ("01.03", False)])
def test_crossing_the_streams(trains_at: str, crosses: bool) -> None:
    """L305: CCB's road leaves Bastogne 07.18 by the west; a 506th that lives off it crosses it."""
    text = "11.09 20AIBd   08.17 1/506"
    at: dict[str, Any] = {"hq": {"CCB10": "07.18", "506": "08.16" if crosses else "05.12"}}
    wagons = {"CCB10": "01.15", "506": trains_at if crosses else "06.14"}
    game = position(text, active="CCB10", **at, trains=wagons)
    assert bool(trains.crossing(game.state, NUMBER["CCB10"])) == crosses


def supply(text: str = "", at: str = "22.10", hq: str = "16.11", **more: Any) -> Game:
    heads, wagons = {**NO_US, "2PZ": hq}, {**NO_US, "2PZ": at}
    return position(f"16.12 II/304d   {text}", active="2PZ", hq=heads, trains=wagons, **more)


@pytest.mark.rule("BCS-10.3.b", "BCS-10.3.a", "BCS-10.3.g")
def test_trains_cut_off_leave_the_map() -> None:
    """L309, L325: with battalions on the roads they have nowhere to go, go off and are Blocked."""
    south = "20.13 2/506   21.17 2/501   19.13 3/501"
    game = supply(f"20.12 1/506   21.07 3/506   21.05 1/501   {south}")
    offers = [offer for offer in game.offers() if offer.startswith("MoveTrains")]
    assert offers == ["MoveTrains off"]
    assert not game.allows("Done")
    game.play("MoveTrains off")
    assert game.trains("2PZ") == "off map"
    assert game.state.blocked[NUMBER["2PZ"]] == 1


@pytest.mark.rule("BCS-10.3.c", "BCS-10.3.e")
@pytest.mark.parametrize(
    ("label", "rule"),
    [
        ("17.14", None),  # Primary and Secondary
        ("17.11", "BCS-10.3.c"),  # a Track
        ("17.12", "BCS-10.3.c"),  # no road
        ("22.18", None),  # another source
    ],
)
def test_where_trains_may_stand(label: str, rule: str | None) -> None:
    """L313, L317, L323: on a Primary or Secondary road that reaches the HQ at Bourcy."""
    assert supply().rule(f"MoveTrains {label}") == rule


@pytest.mark.rule("BCS-10.3.h", "BCS-10.3.i", "BCS-10.3.k")
def test_trains_that_moved_are_ghosts_until_they_rest() -> None:
    """L327, L329, L340: moved to 20.12, seven hexes back; regular again an Activation later."""
    game = to_clean_up(supply().play("MoveTrains 20.12"))
    assert game.has("ghost", "2PZ")
    assert not to_clean_up(supply(at="20.12", ghost="2PZ")).has("ghost", "2PZ")


@pytest.mark.rule("BCS-10.3.k", "BCS-10.3.h")
@pytest.mark.parametrize(
    ("at", "optimal"),
    [("18.14", False), ("19.13", True), ("16.14", False), ("22.10", True)],
)
def test_optimal_distance(at: str, optimal: bool) -> None:
    """L340, L342: four hexes are too near, five will do; 16.14 is not on the way to the rear."""
    game = supply(at=at)
    assert trains.optimal(game.state, NUMBER["2PZ"]) == optimal
    assert to_clean_up(game).has("ghost", "2PZ") == (not optimal)


@pytest.mark.rule("BCS-10.3.l")
def test_jumped_trains_fall_back_ten_hexes() -> None:
    """L346: from Noville by P1 to Bastogne, the ninth hex, and on toward the Arlon road's 08.20."""
    heads, wagons = {"CCB10": "12.04", "2PZ": "13.10"}, {"CCB10": "11.09"}
    game = position("12.09 II/304d", active="2PZ", hand="II/304", hq=heads, trains=wagons)
    game.play("Step 11.09")
    assert game.told(ev.Jumped)
    assert game.trains("CCB10") == "08.19"
    assert game.has("ghost", "CCB10")


# -- fatigue and isolation: L348 to L380 ----------------------------------------------------------


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
