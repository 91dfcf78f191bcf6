"""Retreats: the table, the way to the rear, off the map and back (BCS-7.5.a to BCS-7.5.n)."""

from __future__ import annotations

import msgspec
import pytest
from bcs import Game, position

from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import GERMAN, TRACK, US
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import (
    Acting,
    Activities,
    HqRetreat,
    RetreatChoice,
    Retreats,
    TrainsRetreat,
)
from grognard.titles.bcs.position.state import put
from grognard.titles.bcs.rules.fighting import retreat
from grognard.waist.asking import push

NOVILLE = {"2PZ": "14.06", "506": "08.16", "PL902": "18.16"}
HQS = {"2PZ": "13.14", "501": "05.15", "506": "04.15", "CCB10": "07.16"}


def rout(text: str, label: str, cause: str = "automatic", **more: object) -> Game:
    """The Americans of a hex have to retreat, in an Activation of the 2PZ."""
    game = position(text, **{"active": "2PZ", "hq": HQS, **more})
    units = game.state.stacks[game.hex(label)]
    retreat.order(game.state, US, game.hex(label), units, cause)
    return game.run()


def distance(game: Game, unit: str, label: str) -> int:
    return game.kit.grid.distance(game.hex(game.where(unit)), game.hex(label))


def rule_of(game: Game) -> str:
    return str(game.told(ev.Retreated)[0].rule)


# -- the first case that applies --------------------------------------------------------------


CUT_OFF = "09.14 158ECBd   08.13 II/304d   08.15 I/304d   10.15 Pi38d   10.13 AA2d"


@pytest.mark.rule("BCS-7.5.f")
@pytest.mark.rule("BCS-7.5.l")
@pytest.mark.parametrize("cause", ["automatic", "situational", "engagement"])
def test_leg_without_a_safe_path_stands(cause: str) -> None:
    game = rout(CUT_OFF, "09.14", cause)
    assert game.where("158ECB") == "09.14"
    assert game.steps("158ECB") == 2
    assert game.told(ev.Stood)[0].rule == "BCS-7.5.f"
    assert game.side("158ECB") == "Deployed"


@pytest.mark.rule("BCS-7.5.f")
def test_truck_too_but_not_tac() -> None:
    truck = rout(CUT_OFF.replace("158ECBd", "158ECBm"), "09.14")
    assert truck.where("158ECB") == "09.14"
    assert truck.steps("158ECB") == 2
    tac = rout(CUT_OFF.replace("158ECBd", "20AIBm"), "09.14")
    assert rule_of(tac) == "BCS-7.5.j"


@pytest.mark.rule("BCS-7.5.f")
def test_each_unit_of_the_stack_loses_its_step() -> None:
    game = rout(CUT_OFF.replace("158ECBd", "158ECBd 1/501"), "09.14")
    assert (game.steps("158ECB"), game.steps("1/501")) == (2, 5)


@pytest.mark.rule("BCS-7.5.g")
@pytest.mark.rule("BCS-7.5.l")
def test_a_situational_retreat_from_key_terrain() -> None:
    game = rout("08.17 1/501", "08.17", "situational")
    assert (game.where("1/501"), game.steps("1/501")) == ("08.17", 5)
    assert game.told(ev.Stood)[0].rule == "BCS-7.5.g"
    automatic = rout("08.17 1/501", "08.17", "automatic", hq={"501": "04.16"})
    assert isinstance(automatic.top, RetreatChoice)  # Key Terrain does not hold it


@pytest.mark.rule("BCS-7.5.g")
def test_a_situational_retreat_in_prepared_defense() -> None:
    """Only the unit on its Deployed side stands."""
    game = rout("09.14 158ECBm 1/501", "09.14", "situational", prepared="501")
    assert game.where("1/501") == "09.14"
    assert game.steps("1/501") == 5
    assert game.where("158ECB") != "09.14"
    assert game.steps("158ECB") == 3


@pytest.mark.rule("BCS-7.5.h")
def test_a_situational_retreat_otherwise() -> None:
    game = rout("09.14 158ECBd", "09.14", "situational")
    assert rule_of(game) == "BCS-7.5.h"
    assert distance(game, "158ECB", "09.14") == 3
    assert game.side("158ECB") == "Move"
    assert game.steps("158ECB") == 3


@pytest.mark.rule("BCS-7.5.i")
def test_an_automatic_retreat_of_leg_goes_to_the_hq() -> None:
    game = rout("09.14 158ECBd", "09.14")
    assert isinstance(game.top, RetreatChoice)
    assert sorted(game.offers()) == sorted(
        f"Withdraw 158ECB {label}"
        for label in ("05.15", "04.14", "05.14", "06.15", "05.16", "04.16", "04.15")
    )
    assert game.rule("Withdraw 158ECB 07.15") == "BCS-7.5.i"
    assert game.rule("Withdraw 158ECB off") == "BCS-7.5.i"
    assert game.rule("Withdraw 1/501 05.15") == "BCS-7.5.n"
    assert game.rule("Withdraw II/304 05.15") == "BCS-S.8"
    assert game.rule("Done") == "BCS-S.1"
    game.play("Withdraw 158ECB 05.16")
    assert (game.where("158ECB"), game.side("158ECB")) == ("05.16", "Move")
    assert rule_of(game) == "BCS-7.5.i"
    assert isinstance(game.top, Activities)


@pytest.mark.rule("BCS-7.5.i")
@pytest.mark.rule("BCS-7.5.j")
def test_tac_and_unassigned_independents_go_three_hexes() -> None:
    tac = rout("09.14 B/3Tkd", "09.14", hq={"CCB10": "04.16"})
    assert rule_of(tac) == "BCS-7.5.j"
    assert distance(tac, "B/3Tk", "09.14") == 3
    free = rout("09.14 2/502   10.14 II/3Pzm", "09.14").play("Withdraw 2/502 06.14")
    assert rule_of(free) == "BCS-7.5.j"
    assigned = rout("09.14 2/502", "09.14", command={"2/502": "501"})
    assert isinstance(assigned.top, RetreatChoice)
    assert "Withdraw 2/502 05.15" in assigned.offers()


# -- off the map and back ---------------------------------------------------------------------


@pytest.mark.rule("BCS-7.5.k")
def test_an_hq_less_than_three_hexes_away_sends_the_unit_off() -> None:
    near = rout("09.14 158ECBd", "09.14", hq={"501": "07.14"})
    assert near.where("158ECB") == "returning"
    assert rule_of(near) == "BCS-7.5.k"
    assert near.side("158ECB") == "Move"
    assert isinstance(near.top, Activities)
    far = rout("09.14 158ECBd", "09.14", hq={"501": "06.14"})
    assert isinstance(far.top, RetreatChoice)


FULL = "05.15 1/506 2/506   04.14 3/506 20AIBd   05.14 B/3Tkm D/90Cavm   06.15 2/502 3/502"


@pytest.mark.rule("BCS-7.5.k")
@pytest.mark.rule("BCS-7.5.n")
def test_without_room_by_the_hq_a_unit_goes_off_each_judged_by_itself() -> None:
    """One place is left within a hex of the HQ; who gets it is the owner's choice."""
    rest = "   05.16 A/3Tkm C/20AIBm   04.16 B/705m C/705m   04.15 3/501"
    text = f"09.14 158ECBd 1/501   {FULL}{rest}"
    game = rout(text, "09.14")
    assert sorted(game.offers()) == ["Withdraw 1/501 04.15", "Withdraw 158ECB 04.15"]
    game.play("Withdraw 1/501 04.15")
    assert game.where("1/501") == "04.15"
    assert game.where("158ECB") == "returning"


@pytest.mark.rule("BCS-7.5.i")
def test_two_units_with_room_for_both_are_put_one_by_one() -> None:
    game = rout("09.14 158ECBd 1/501", "09.14")
    game.play("Withdraw 1/501 05.15", "Withdraw 158ECB 05.15")
    assert game.at("05.15") == {"158ECB", "1/501"}


# -- to the rear ------------------------------------------------------------------------------


def kept(text: str, unit: str, **more: object) -> list[str]:
    game = position(text, **{"active": "2PZ", "hq": HQS, **more})
    return rear(game, unit)


@pytest.mark.rule("BCS-7.5.c")
@pytest.mark.rule("BCS-R.17")
def test_farthest_from_the_enemy() -> None:
    """The enemy is next to it, so the best a retreat of three can do is four hexes."""
    game = position("09.14 B/3Tkd   10.14 II/3Pzd", active="2PZ", hq=HQS)
    found = retreat.rearward(game.state, game.unit("B/3Tk"))
    assert found.kept
    for hex_ in found.kept:
        assert game.kit.grid.distance(hex_, game.hex("10.14")) == 4
    assert len(found.candidates) > len(found.kept)


@pytest.mark.rule("BCS-R.17")
def test_a_hex_it_can_enter_free_of_enemies() -> None:
    """A slope or the enemy's own hex never comes into question."""
    text = "09.14 B/3Tkd   10.14 II/3Pzd   06.14 I/3Pzd"
    assert "06.14" not in kept(text, "B/3Tk")
    game = position("09.05 B/3Tkd", active="2PZ", hq=HQS)
    found = retreat.rearward(game.state, game.unit("B/3Tk"))
    labels = game.labels(found.candidates)
    assert "09.02" not in labels
    assert "08.02" in labels
    assert "10.02" in labels
    for label in labels:
        assert game.kit.grid.distance(game.hex("09.05"), game.hex(label)) == 3


CORNER = (
    "01.20 2/502   01.17 1/506 2/506   02.17 3/506 1/501   03.17 2/501 3/501"
    "   03.18 20AIBd B/3Tkd   04.19 3/502 158ECBd   05.20 {}"
)


@pytest.mark.rule("BCS-R.17")
@pytest.mark.rule("BCS-R.16")
def test_an_affecting_ezoc_is_avoided_before_overstacking() -> None:
    """Of the six hexes three away only 04.20 has room; infantry beside it has a zone there."""
    assert "04.20" not in kept(CORNER.format("II/304d"), "2/502")
    assert kept(CORNER.format("II/304m"), "2/502") == ["04.20"]  # Unprepared: no zone


WEST = ["06.14", "07.12", "07.13", "07.15", "07.16", "08.11", "08.17"]
"""The hexes three from 09.14 and four from 10.14."""

SOUTH_WEST = ["06.14", "07.15", "07.16", "08.17"]
"""Those of them with no more road to 08.20, the nearest source, than the six hexes of 09.14."""


@pytest.mark.rule("BCS-R.17")
def test_overstacking_is_avoided_before_distance() -> None:
    text = "09.14 2/502   10.14 II/3Pzd   "
    assert kept(text, "2/502") == SOUTH_WEST
    assert kept(text + "06.14 1/501 2/501", "2/502") == [h for h in SOUTH_WEST if h != "06.14"]
    assert kept(text + "06.14 1/501", "2/502") == SOUTH_WEST


@pytest.mark.rule("BCS-7.5.c", "BCS-R.17")
def test_a_beaten_battalion_does_not_run_past_its_attackers() -> None:
    """14 hexes of road from its Trains: only 09.10, 10.11 and 10.12 are no more, all two from
    the attackers; behind them 14.07 is three off."""
    game = rout("12.09 2/506   11.09 II/3Pzd   11.10 I/304d", "12.09", "situational", hq=NOVILLE)
    assert game.where("2/506") == "10.11"


@pytest.mark.rule("BCS-7.5.c", "BCS-R.17")
def test_a_beaten_patrol_goes_back_the_way_it_came() -> None:
    """15 hexes of road from its Trains: of those no farther only 12.19 is three off any enemy."""
    text = "10.16 AA130m   11.16 1/506   12.13 2/506   09.18 3/506"
    assert kept(text, "AA130", hq=NOVILLE) == ["12.19"]


@pytest.mark.rule("BCS-R.17")
def test_with_zones_on_its_road_back_it_goes_to_the_rear_across_country() -> None:
    """As the crow flies these are the free hexes no more than 13 from 04.20, as 12.09 is."""
    text = "12.09 2/506   11.09 II/3Pzd   09.11 I/304d   11.11 Pi38d"
    found = kept(text, "2/506", hq=NOVILLE)
    assert not {"09.10", "10.11", "10.12"} & set(found)
    assert set(found) <= {"09.08", "09.09", "11.12", "12.12", "13.12"}


@pytest.mark.rule("BCS-R.17")
def test_off_the_roads_the_rear_is_where_the_trains_are() -> None:
    """13.12 lies in the fields, 13 from 04.20, and the enemy on the way home."""
    found = kept("13.12 2/506   12.12 II/3Pzd   11.13 I/304d", "2/506", hq=NOVILLE)
    game = position()
    assert found
    for label in found:
        assert game.kit.grid.distance(game.hex(label), game.hex("04.20")) <= 13


@pytest.mark.rule("BCS-R.17")
def test_from_its_trains_a_unit_goes_toward_its_hq() -> None:
    """Nothing is as near to the Trains as their own hex, and 04.16 is six from it."""
    bases = {"hq": {"CCB10": "04.16"}, "trains": {"CCB10": "09.14"}}
    found = kept("09.14 B/3Tkd   08.14 II/3Pzd   10.18 I/304d", "B/3Tk", **bases)
    game = position(**bases)
    assert found
    for label in found:
        assert game.kit.grid.distance(game.hex(label), game.hex("04.16")) <= 6


@pytest.mark.rule("BCS-R.17")
def test_with_nothing_to_the_rear_it_goes_where_the_enemy_is_not() -> None:
    """No hex is as near to 08.20 as 08.20."""
    found = kept("08.20 2/502   08.19 II/3Pzd", "2/502")
    game = position()
    assert found
    for label in found:
        assert game.kit.grid.distance(game.hex(label), game.hex("08.19")) == 4


@pytest.mark.rule("BCS-R.17")
def test_then_the_roads_to_trains_and_hq() -> None:
    """Of the seven hexes roads lead from some; the rest have no road distance at all."""
    text = "09.14 B/3Tkd   10.14 II/3Pzd"
    by_trains = position(text, active="2PZ", hq={"CCB10": "01.01"}, trains={"CCB10": "08.20"})
    assert by_road(by_trains, "08.20") == rear(by_trains)
    by_hq = position(text, active="2PZ", hq={"CCB10": "08.07"}, trains={"CCB10": ""})
    assert by_road(by_hq, "08.07") == rear(by_hq)
    assert rear(by_hq) != rear(by_trains)


def rear(game: Game, unit: str = "B/3Tk") -> list[str]:
    """Where it goes; what is shown of the choice comes to the same."""
    found = retreat.most_rearward(game.state, game.unit(unit))
    assert found == retreat.rearward(game.state, game.unit(unit)).kept
    return sorted(game.labels(found))


def by_road(game: Game, goal: str) -> list[str]:
    """Those of the seven with the least way along roads, found hex by hex."""
    near, ring = {game.hex(goal)}, {game.hex(goal)}
    west = {game.hex(label) for label in WEST}
    while not ring & west:
        ring = {b for a in ring for b in game.kit.grid.neighbours(a) if linked(game, a, b)} - near
        assert ring, f"no road from {goal}"
        near |= ring
    return sorted(game.labels(ring & west))


def linked(game: Game, a: Hex, b: Hex) -> bool:
    return game.kit.crossings[a, b].road >= TRACK


@pytest.mark.rule("BCS-R.17")
def test_at_last_command_radius() -> None:
    """No Trains, and no road from the HQ in the forest of 03.02: 08.11 alone is within nine."""
    game = position(
        "09.14 B/3Tkd   10.14 II/3Pzd", active="2PZ", hq={"CCB10": "03.02"}, trains={"CCB10": ""}
    )
    assert rear(game) == ["08.11"]


def surrounded(free: str = "") -> Game:
    """Germans in every hex of the ring of B/3Tk in 09.14, but for one."""
    game = position("09.14 B/3Tkd", active="2PZ", hq=HQS)
    ring = game.kit.grid.labels(game.kit.grid.ring(game.hex("09.14"), 3))
    names = [name for name in game.kit.names if game.kit.side_of[game.unit(name)] == GERMAN]
    for name, label in zip(names, sorted(set(ring) - {free}), strict=False):
        put(game.state, game.unit(name), game.hex(label))
    return game


def driven_out(game: Game) -> Game:
    retreat.order(game.state, US, game.hex("09.14"), game.units("B/3Tk"), "automatic")
    return game.run()


@pytest.mark.rule("BCS-R.17")
def test_with_nowhere_to_go_a_unit_loses_a_step_and_stays() -> None:
    game = driven_out(surrounded())
    assert (game.where("B/3Tk"), game.steps("B/3Tk")) == ("09.14", 1)
    assert game.told(ev.Stood)[0].rule == "BCS-R.17"


@pytest.mark.rule("BCS-R.17")
def test_with_nowhere_to_go_nobody_retreats_of_his_own_will() -> None:
    game = surrounded()
    number = game.formation("CCB10")
    push(game.state, Activities(US, number), Acting(US, game.unit("B/3Tk"), 0))
    assert game.set(active=number).rule("Retreat") == "BCS-R.17"


@pytest.mark.rule("BCS-R.9")
def test_a_retreat_may_overstack_where_nothing_else_is_left() -> None:
    game = surrounded(free="06.14")
    for name in ("1/501", "2/501"):
        put(game.state, game.unit(name), game.hex("06.14"))
    driven_out(game)
    assert game.at("06.14") == {"1/501", "2/501", "B/3Tk"}


@pytest.mark.rule("BCS-R.17")
def test_the_owner_chooses_among_equals_only() -> None:
    """No Trains, no HQ, no formation: the unassigned Independent has nothing but distance."""
    game = rout("09.14 2/502   10.14 II/3Pzm", "09.14", "situational")
    assert isinstance(game.top, RetreatChoice)
    offers = game.offers()
    assert "Withdraw 2/502 06.14" in offers
    assert len(offers) > 1
    assert all(not offer.endswith(("11.15", "11.16", "12.14")) for offer in offers)
    assert game.rule("Withdraw 2/502 11.16") == "BCS-R.17"
    assert game.rule("Withdraw 2/502 09.15") == "BCS-R.17"
    game.play("Withdraw 2/502 06.14")
    assert game.where("2/502") == "06.14"


@pytest.mark.rule("BCS-7.5.a")
def test_the_way_there_does_not_matter() -> None:
    """Through the enemy's hexes and zones to the hex beyond."""
    text = (
        "09.14 B/3Tkd   08.14 II/304d   08.13 I/304d   08.15 Pi38d   13.14 II/3Pzd   13.13 I/3Pzd"
    )
    game = rout(text, "09.14")
    while isinstance(game.top, RetreatChoice):
        game.play(game.offers()[0])
    assert distance(game, "B/3Tk", "09.14") == 3


# -- the price --------------------------------------------------------------------------------


@pytest.mark.rule("BCS-7.5.b")
@pytest.mark.rule("BCS-R.16")
def test_ending_in_an_ezoc_that_affects_it_costs_a_step() -> None:
    """The HQ's neighbourhood is in a plain EZOC: Leg and Truck lose a step there, Tac does not."""
    text = "09.14 158ECBd   04.13 II/304d"
    game = rout(text, "09.14", hq={"501": "05.15", "2PZ": "13.14"})
    free, zone = game.twin(), game.twin()
    free.play("Withdraw 158ECB 05.16")
    assert free.steps("158ECB") == 3
    zone.play("Withdraw 158ECB 04.14")
    assert zone.steps("158ECB") == 2
    assert zone.told(ev.StepsLost)[0].rule == "BCS-7.5.b"


@pytest.mark.rule("BCS-7.5.d")
@pytest.mark.rule("BCS-7.5.m")
def test_a_voluntary_retreat() -> None:
    """Without a Safe Path even: three hexes, Move side, a step, Finished."""
    text = CUT_OFF.replace("158ECBd", "158ECBd 1/501")
    game = position(text, active="501", hand="158ECB", hq=HQS).play("Retreat")
    while isinstance(game.top, RetreatChoice):
        game.play(game.offers()[0])
    assert rule_of(game) == "BCS-7.5.j"
    assert distance(game, "158ECB", "09.14") == 3
    assert game.side("158ECB") == "Move"
    assert game.steps("158ECB") == 2
    assert game.has("finished", "158ECB")
    assert isinstance(game.top, Activities)
    assert game.where("1/501") == "09.14"


@pytest.mark.rule("BCS-7.5.e")
@pytest.mark.rule("BCS-S.9")
def test_who_may_retreat_voluntarily() -> None:
    game = position("09.14 158ECBm", active="501", hand="158ECB", hq=HQS)
    assert game.allows("Retreat")
    game.set(stopped=game.units("158ECB"))
    assert game.allows("Retreat")  # a retreat is no move
    game.set(finished=game.units("158ECB"))
    assert game.rule("Retreat") == "BCS-S.9"
    failed = position("09.14 158ECBm", active="501", hq=HQS, snafu="fail")
    assert failed.rule("Act 158ECB") == "BCS-R.24"
    assert any(offer.startswith("PullBack") for offer in failed.offers())


@pytest.mark.rule("BCS-7.5.e")
def test_a_unit_without_ma_does_not_retreat_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    game = position("09.14 158ECBm", active="501", hand="158ECB", hq=HQS)
    units, unit = list(game.kit.units), game.unit("158ECB")
    fixed = msgspec.structs.replace(units[unit].faces[0], ma=0)
    units[unit] = msgspec.structs.replace(units[unit], faces=(fixed, fixed))
    monkeypatch.setattr(game.kit, "units", tuple(units))
    assert game.rule("Retreat") == "BCS-7.5.e"


def test_a_voluntary_retreat_may_be_the_end_of_a_unit() -> None:
    game = position("09.14 158ECB:1m 1/501", active="501", hand="158ECB", hq=HQS).play("Retreat")
    while isinstance(game.top, RetreatChoice):
        game.play(game.offers()[0])
    assert game.where("158ECB") == "dead"
    assert isinstance(game.top, Activities)


# -- HQ and Trains in the hex -----------------------------------------------------------------


@pytest.mark.rule("BCS-R.20")
def test_an_hq_goes_with_the_units_that_are_forced_out() -> None:
    game = rout("09.14 B/3Tkd   10.14 II/3Pzd", "09.14", hq={"CCB10": "09.14"})
    while isinstance(game.top, HqRetreat | RetreatChoice):
        game.play(game.offers()[0])
    assert game.hq("CCB10") != "09.14"
    assert game.has("coordination", "CCB10")
    one = rout("09.14 158ECBd 1/501", "09.14", "situational", prepared="501", hq={"501": "09.14"})
    assert one.hq("501") == "09.14"  # a unit stood, so the HQ stays


@pytest.mark.rule("BCS-R.20")
def test_an_hq_stays_with_a_unit_that_stays_and_when_nobody_is_forced() -> None:
    text = "09.14 B/3Tkd   10.14 II/304d PzJg38m"
    game = position(text, active="CCB10", hand="B/3Tk", hq={"CCB10": "07.16", "2PZ": "10.14"})
    game.play("Engage 10.14").roll(3, 4)
    assert game.at("10.14") == {"II/304"}
    assert game.hq("2PZ") == "10.14"
    assert isinstance(game.top, Acting)
    alone = position("09.14 158ECBm", active="501", hand="158ECB", hq={"501": "09.14"})
    alone.play("Retreat")
    while isinstance(alone.top, RetreatChoice):
        alone.play(alone.offers()[0])
    assert alone.where("158ECB") != "09.14"
    assert alone.hq("501") == "09.14"
    assert isinstance(alone.top, Activities)


@pytest.mark.rule("BCS-R.20")
def test_trains_go_too() -> None:
    game = rout("08.16 B/3Tkd   09.16 II/3Pzd", "08.16", trains={"CCB10": "08.16"})
    while isinstance(game.top, TrainsRetreat | RetreatChoice):
        game.play(game.offers()[0])
    assert game.trains("CCB10") != "08.16"


def test_a_unit_in_hand_that_leaves_the_map_is_let_go() -> None:
    """Infantry with Panzerfausts fires, is thrown back, and its HQ is near."""
    text = "09.14 I/304d   10.14 B/3Tkd"
    game = position(text, active="2PZ", hand="I/304", hq={"2PZ": "09.13", "CCB10": "07.16"})
    assert isinstance(game.top, Acting)
    game.play("Engage 10.14").roll(1, 1)
    assert game.where("I/304") == "returning"
    assert isinstance(game.top, Activities)
    assert not any(isinstance(one, Acting | Retreats) for one in game.state.stack)
