"""HQs: moves, retreats, jumps (BCS-9.1f.a to BCS-9.1f.c, BCS-9.1g, BCS-R.20)."""

from __future__ import annotations

import pytest
from bcs import Game, position

from grognard.ground.hexes import members
from grognard.titles.bcs.kit.kit import QUARTERS
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Activities, HqRetreat
from grognard.titles.bcs.rules.command import hq_reach, hq_retreats
from grognard.titles.bcs.rules.moving import entering
from grognard.titles.bcs.rules.rear import trains

NO_US = {"506": "", "CCB10": "", "501": ""}


def moving(text: str = "", at: str = "16.11", **more: str) -> Game:
    """The HQ of the 2nd Panzer in hand, units of the enemy without HQs."""
    game = position(
        text,
        active="2PZ",
        hq={**NO_US, "2PZ": at},
        trains={**NO_US, "2PZ": "22.10"},
        **more,  # type: ignore[arg-type]
    )
    return game.play("MoveHq")


# -- moves -------------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.28", "BCS-S.25")
def test_an_hq_moves_by_truck() -> None:
    game = moving()  # from Bourcy 16.11 by S3: half a point a hex, 14 in all
    game.play("Step 16.12", "Step 17.13")
    assert game.top.mp == 13 * QUARTERS  # type: ignore[union-attr]
    game.play("Halt")
    assert game.hq("2PZ") == "17.13"
    assert isinstance(game.top, Activities)
    assert game.rule("MoveHq") == "BCS-S.8"  # once
    # Marsh and slopes are closed to trucks: 03.01 is a slope beside Houffalize 13.01's road.
    assert moving(at="12.02").rule("Step 12.01") == "BCS-S.22"


@pytest.mark.rule("BCS-S.11")
def test_a_partial_halves_its_allowance() -> None:
    assert moving(snafu="partial").top.mp == 7 * QUARTERS  # type: ignore[union-attr]


def test_taken_up_and_put_down_it_has_not_moved() -> None:
    assert moving().play("Halt").allows("MoveHq")


@pytest.mark.rule("BCS-6.0.f")
def test_an_hq_does_not_enter_an_enemy_zone() -> None:
    assert moving("17.12 1/506").rule("Step 16.12") == "BCS-6.0.f"
    assert moving("17.12 158ECBm").allows("Step 16.12")  # Unprepared: no zone


@pytest.mark.rule("BCS-6.1.f")
def test_an_hq_does_not_enter_an_engagement_zone() -> None:
    # B/3Tk deployed in 14.11 reaches two hexes, 15.11 and on to 16.11's neighbour 15.12 aside.
    game = moving("13.10 B/3Tkd", at="16.11")
    assert game.rule("Step 15.11") == "BCS-6.1.f"
    assert moving("13.10 B/3Tkm", at="16.11").allows("Step 15.11")
    reach = hq_reach.reach(game.play("Halt").state, game.formation("2PZ"))
    assert game.hex("15.11") not in reach


@pytest.mark.rule("BCS-S.27")
def test_an_hq_does_not_enter_a_hex_with_enemies_of_any_kind() -> None:
    assert moving("16.12 158ECBm").rule("Step 16.12") == "BCS-S.27"
    game = position(active="2PZ", hq={**NO_US, "506": "16.12"}, trains={**NO_US})
    assert game.play("MoveHq").rule("Step 16.12") == "BCS-S.27"


@pytest.mark.rule("BCS-A.5")
def test_rows_closed_to_the_german_are_closed_to_his_hq() -> None:
    game = position(scenario="lesson", active="2PZ", hq={"2PZ": "15.14"}).play("MoveHq")
    assert game.rule("Step 15.15") == "BCS-A.5"
    assert game.allows("Step 16.14")


@pytest.mark.rule("BCS-5.1g", "BCS-S.22")
def test_woods_off_road_and_traffic_stop_an_hq() -> None:
    game = moving(traffic="16.12").play("Step 16.12")
    assert game.offers() == ["Halt"]
    woods = moving(at="12.09").play("Step 13.09")  # 13.09 is open, 14.09 woods
    assert woods.play("Step 14.09").offers() == ["Halt"]


@pytest.mark.rule("BCS-4.5.b", "BCS-R.7")
def test_in_prepared_defense_an_hq_does_not_move() -> None:
    game = position(active="2PZ", prepared="2PZ")
    assert game.rule("MoveHq") == "BCS-4.5.b"


@pytest.mark.rule("BCS-7.5.e")
def test_under_a_fail_an_hq_retreats_but_does_not_move() -> None:
    game = position(active="2PZ", snafu="fail")
    assert game.rule("MoveHq") == "BCS-7.5.e"
    assert any(text.startswith("PullBack") for text in game.offers())


def test_reach_is_where_the_steps_lead() -> None:
    game = moving("17.12 1/506").play("Halt")
    reach = hq_reach.reach(game.state, game.formation("2PZ"))
    assert reach[game.hex("15.11")] == 2  # half a point
    assert game.hex("16.12") not in reach
    assert reach[game.hex("16.11")] == 0


# -- retreats -------------------------------------------------------------------------------


def refuges(game: Game, key: str = "506") -> set[str]:
    return set(game.labels(members(hq_retreats.refuges(game.state, game.formation(key)))))


def hunted(text: str, at: str, key: str = "506", **more: object) -> Game:
    """An HQ of the US side, Trains in 04.20, and no HQ of the enemy."""
    return position(
        text,
        active=key,
        hq={"2PZ": "", "PL902": "", key: at},
        trains={"2PZ": "", "PL902": "", key: "04.20"},
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.rule("BCS-9.1f.a", "BCS-9.1g")
def test_an_hq_retreats_three_hexes_to_a_road() -> None:
    game = hunted("", "10.11")
    found = refuges(game)
    # Three hexes from Foy: on roads Noville's 11.08? no: 10.08, 09.14, 07.11, 12.09 are.
    assert {"10.08", "07.11", "12.09"} <= found
    distance = game.kit.grid.distance
    assert min(distance(game.hex("10.11"), game.hex(label)) for label in found) == 3
    assert game.rule("PullBack 09.08") == "BCS-9.1f.a"  # three away, but no road
    assert game.rule("PullBack 10.10") == "BCS-9.1f.a"  # one away
    # R2, the railroad, is no road: 12.13 has nothing else.
    assert "12.13" not in found


@pytest.mark.rule("BCS-9.1f.a")
def test_it_keeps_three_hexes_from_the_enemy_and_out_of_his_zones() -> None:
    game = hunted("11.08 II/304d", "10.11")
    found = refuges(game)
    assert "10.08" not in found  # next to the enemy
    assert "12.09" not in found  # two from him
    assert "07.11" in found


@pytest.mark.rule("BCS-9.1f.a")
def test_it_does_not_block_an_enemy_msr() -> None:
    # 2PZ's way from 12.09 goes by 12.10, three hexes from Foy, to the east.
    game = position(
        active="506",
        hq={"2PZ": "12.09", "506": "10.11"},
        trains={"2PZ": "22.10", "506": "04.20"},
    )
    clear = hunted("", "10.11")
    way = trains.msr(game.state, game.formation("2PZ"))
    assert way is not None
    assert "12.10" in game.labels(way.front)
    assert "12.10" in refuges(clear)
    assert "12.10" not in refuges(game)


@pytest.mark.rule("BCS-9.1f.b")
def test_it_goes_farther_only_for_a_complete_msr() -> None:
    free = hunted("", "13.01")
    assert "12.04" in refuges(free)
    assert "10.10" in refuges(free)  # nine away, though nearer hexes have their MSR too
    # Trucks on every road out of Houffalize: a complete MSR only beyond them.
    cut = hunted("12.07 Pi38m 08.05 II/304m 14.06 I/2m 21.05 II/2m", "13.01")
    assert {"12.04", "10.10"} <= refuges(cut)
    assert not {"10.04", "16.04"} & refuges(cut)  # four away, and cut off as well
    assert cut.allows("PullBack 10.10")


@pytest.mark.rule("BCS-9.1f.b")
def test_it_does_not_go_farther_toward_the_enemy() -> None:
    """He is eight hexes from the HQ: four hexes on it would be nearer to him on one side."""
    game = hunted("18.07 II/304d", "10.11")
    found, distance = refuges(game), game.kit.grid.distance
    enemy, hq = game.hex("18.07"), game.hex("10.11")
    gone = {label: distance(game.hex(label), hq) for label in found}
    assert any(far > 3 for far in gone.values())
    for label, far in gone.items():
        assert far == 3 or distance(game.hex(label), enemy) >= distance(hq, enemy)


@pytest.mark.rule("BCS-R.21")
def test_for_want_of_a_hex_it_goes_next_to_its_trains_or_to_a_source() -> None:
    # An HQ in the corner 22.01: every road hex within ten has an enemy less than three away.
    text = "21.05 I/77 14.03 II/77 20.10 I/78 16.05 II/78 16.09 I/902d"
    none = {"2PZ": "", "PL902": "", "26VG": ""}
    by_trains = position(
        text, active="506", hq={**none, "506": "22.01"}, trains={**none, "506": "04.20"}
    )
    assert refuges(by_trains) == {"04.19", "03.20", "05.20"}  # next to 04.20 and on a road
    off = position(text, active="506", hq={**none, "506": "22.01"}, trains={**none, "506": ""})
    assert refuges(off) == {"01.15", "04.20", "08.20"}  # the US sources


@pytest.mark.rule("BCS-9.1f.c", "BCS-9.1g", "BCS-4.4.b", "BCS-4.5.d")
def test_what_an_hq_retreat_brings_with_it() -> None:
    game = hunted("", "10.11", prepared="506").play("PullBack 07.11")
    assert game.hq("506") == "07.11"
    assert game.has("coordination", "506")
    assert game.has("ghost", "506")
    assert not game.has("prepared", "506")
    assert game.told(ev.HqRetreated) == [ev.HqRetreated(0, "506", "10.11", "07.11", "by choice")]
    assert game.rule("PullBack 10.11") == "BCS-S.8"
    assert game.rule("MoveHq") == "BCS-S.8"


# -- jumps -------------------------------------------------------------------------------------


def jumped(text: str, name: str, at: str = "10.11", **more: object) -> Game:
    """The 506th's HQ in Foy and its Trains in 06.14; a German unit comes to `at`."""
    game = position(
        text,
        active="2PZ",
        hq={"2PZ": "16.11", "506": "10.11", "PL902": ""},
        trains={"2PZ": "22.10", "506": "06.14", "PL902": ""},
        **more,  # type: ignore[arg-type]
    )
    trains.establish_all(game.state)
    game.events += entering.enter(game.state, game.unit(name), game.hex(at), "move")
    return game.run()


@pytest.mark.rule("BCS-R.20")
def test_a_prepared_unit_jumps_an_hq() -> None:
    game = jumped("11.10 AA2m", "AA2")
    assert isinstance(game.top, HqRetreat)
    assert game.seat == "american"
    assert [event.what for event in game.told(ev.Jumped)] == ["HQ 506"]
    assert game.rule("PullBack 10.12") == "BCS-9.1f.a"
    game.play("PullBack 07.11")
    assert game.hq("506") == "07.11"
    assert game.has("coordination", "506")
    assert game.has("ghost", "506")


@pytest.mark.rule("BCS-1.2d.e")
def test_an_unprepared_unit_jumps_nothing() -> None:
    game = jumped("11.10 II/304m", "II/304")
    assert not game.told(ev.Jumped)
    assert game.hq("506") == "10.11"
    assert jumped("06.13 II/304m", "II/304", at="06.14").trains("506") == "06.14"
    assert not hq_retreats.jump(game.state, game.unit("II/304"), game.hex("10.11"))


@pytest.mark.rule("BCS-R.20", "BCS-10.3.l")
def test_a_prepared_unit_jumps_trains() -> None:
    game = jumped("06.13 AA2m", "AA2", at="06.14")
    assert [event.what for event in game.told(ev.Jumped)] == ["Trains 506"]
    # Their way goes 07.15 07.16 07.17 07.18 and two hexes more to 08.20: fewer than ten.
    assert game.trains("506") == "08.20"
    assert game.has("ghost", "506")
    assert game.seat == "american"
    assert set(game.offers()) == {"MoveTrains 08.20", "MoveTrains 01.15", "MoveTrains 04.20"}


@pytest.mark.rule("BCS-R.20")
def test_an_hq_with_a_combat_unit_is_not_jumped() -> None:
    game = jumped("11.10 AA2m 10.11 158ECBm", "AA2")
    assert not game.told(ev.Jumped)


@pytest.mark.rule("BCS-4.5.d")
@pytest.mark.rule("BCS-R.48")
def test_a_soft_jump_only_displaces_by_a_hex() -> None:
    soft = {"soft_jump": "on"}
    missed = jumped("11.10 AA2m", "AA2", options=soft).roll(4)
    assert missed.kit.grid.distance(missed.hex(missed.hq("506")), missed.hex("10.11")) == 1
    assert not missed.has("coordination", "506")
    assert not missed.has("ghost", "506")
    dug_in = jumped("11.10 AA2m", "AA2", options=soft, prepared="506").roll(4)
    assert not dug_in.has("prepared", "506")  # it moved, whatever the reason
    hit = jumped("11.10 AA2m", "AA2", options=soft).roll(5)
    assert isinstance(hit.top, HqRetreat)
    wagons = jumped("06.13 AA2m", "AA2", at="06.14", options=soft).roll(1)
    assert wagons.trains("506") == "07.15"
    assert not wagons.has("ghost", "506")
