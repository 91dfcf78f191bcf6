"""Main Supply Routes and Combat Trains (BCS-10.2d, BCS-10.3.a to BCS-10.3.l)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import QUARTERS, TRUCK
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import TrainsRetreat
from grognard.titles.bcs.position.questions import QUESTIONS
from grognard.titles.bcs.position.state import OFF_MAP, Terms, each, put
from grognard.titles.bcs.rules.command import snafu
from grognard.titles.bcs.rules.moving import terrain
from grognard.titles.bcs.rules.rear import trains
from grognard.titles.bcs.rules.turn.setting_up import set_up

MSR_A = """
CCB10 2    07.18 06.18 06.17 05.17 04.17 03.16 02.16 02.15 01.15 | 0 01.15 | 0
506   1.5  08.16 08.17 07.18 07.19 06.19 05.20 04.20 | 0 04.20 | 1
501   0.25 08.19 08.20 | 0 08.20 | 2
2PZ   3.25 16.11 16.12 17.13 17.14 18.14 19.13 20.13 20.12 21.12 22.11 22.10 | 0 22.10 | 0
PL902 2.5  18.16 19.16 20.16 21.17 22.17 22.16 | 0 22.16 | 0
26VG  0    22.16 | 0 22.16 | 0
"""
MSR_B = """
CCR9 3 32.15 31.16 30.16 29.16 28.16 28.17 27.17 26.18 25.18 25.19 24.19 23.19 22.19 | 22 13.01 | 1
28ID 4 36.24 35.24 35.25 34.25 33.26 32.26 32.25 31.25 30.24 30.23 29.22 28.22 27.22 | 28 13.01 | -2
ENG8  1.5  20.21 19.21 18.22 17.22 17.23 16.24 15.24 | 16 01.23 | 1
CCB10 0    22.42 | 0 22.42 | 2
501   2    20.20 19.20 19.19 18.19 17.19 16.18 15.18 15.17 14.17 | 18 01.16 | 2
506   3    16.22 17.22 17.23 16.24 15.24 15.25 14.26 13.26 13.27 12.28 | 17 01.39 | 2
502   1.5  13.15 12.14 12.13 11.12 11.11 10.10 10.09 | 11 08.01 | 2
327   7    14.21 13.21 12.22 11.22 11.21 10.21 09.22 10.23 10.24 | 12 01.23 | 2
CCA4  0    22.42 | 0 22.42 | 1
CCB4  0    16.42 | 0 16.42 | 1
2PZ   0.5  44.13 45.13 46.13 | 0 46.13 | 1
PL902 2    43.17 43.16 44.15 45.15 46.15 | 0 46.15 | 1
26VG  2    43.22 44.23 45.23 46.23 46.24 | 0 46.24 | 1
5FJ   0.5  45.26 46.26 | 0 46.26 | 0
PL901 0    46.24 | 0 46.24 | 1
116PZ 0    43.01 | 0 43.01 | 0
"""
ROWS = [
    (scenario, *(part.split() for part in row.split("|")))
    for scenario, text in (("noville", MSR_A), ("bastogne", MSR_B))
    for row in text.strip().splitlines()
]


def at_start(scenario: str, key: str) -> Game:
    """The set-up; a formation that arrives later stands alone where it will."""
    options = {"panzer116": "on"}
    game = Game(set_up(Terms(scenario, tuple(options.items()))))
    if not game.kit.formations[game.formation(key)].arrives:
        return game
    formation = game.kit.formations[game.formation(key)]
    hq, wagons = game.labels([formation.hq]), game.labels([formation.trains])
    return position(scenario=scenario, hq={key: hq[0]}, trains={key: wagons[0]}, options=options)


@pytest.mark.rule("BCS-S.43", "BCS-10.3.d", "BCS-10.3.e", "BCS-C.7", "BCS-10.2d", "BCS-B.6")
@pytest.mark.parametrize(("scenario", "front", "rear", "drm"), ROWS, ids=lambda x: x[0])
def test_supply_at_start(scenario: str, front: list[str], rear: list[str], drm: list[str]) -> None:
    key, mp, *route = front
    game = at_start(scenario, key)
    found = trains.msr(game.state, game.formation(key))
    assert found is not None
    assert game.labels(found.front) == route
    paid = sum(terrain.cost(game.state, TRUCK, a, b) for a, b in pairwise(found.front))
    assert paid == float(mp) * QUARTERS
    assert [str(len(found.rear) - 1), *game.labels(found.rear[-1:])] == rear
    assert trains.in_legal_hex(game.state, game.formation(key))
    assert trains.optimal(game.state, game.formation(key))
    assert snafu.tally(game.state, game.formation(key)).total == int(drm[0])


@pytest.mark.rule("BCS-S.43")
@pytest.mark.parametrize(("scenario", "front", "rear", "drm"), ROWS, ids=lambda x: x[0])
def test_the_same_routes_are_the_cheapest_in_mud(
    scenario: str, front: list[str], rear: list[str], drm: list[str]
) -> None:
    game = at_start(scenario, front[0]).set(ground="mud")
    found = trains.best(
        game.state, game.formation(front[0]), game.state.trains[game.formation(front[0])]
    )
    assert found is not None
    assert game.labels(found.front) == front[2:]
    assert [str(len(found.rear) - 1), *game.labels(found.rear[-1:])] == rear
    assert drm


# -- where an MSR may run ----------------------------------------------------------------


def lone(
    text: str = "",
    hq: Mapping[str, str] | None = None,
    trains: Mapping[str, str] | None = None,
    **more: Any,
) -> Game:
    """The 2nd Panzer's HQ in Bourcy 16.11, its Trains in 22.10; US units without HQs."""
    gone = {"506": "", "CCB10": "", "501": ""}
    at = {**gone, "2PZ": "16.11", **(hq or {})}
    wagons = {**gone, "2PZ": "22.10", **(trains or {})}
    return position(text, active="2PZ", hq=at, trains=wagons, **more)


CUT = "21.11 1/506"
"""Its zone is in 22.11, 21.12 and 20.12: no road from 22.10 to the HQ is left."""


def route(game: Game, key: str = "2PZ") -> list[str] | None:
    found = trains.msr(game.state, game.formation(key))
    return None if found is None else game.labels(found.front)


def legal(game: Game, label: str, key: str = "2PZ") -> bool:
    return trains.is_legal(game.state, game.formation(key), game.hex(label))


@pytest.mark.rule("BCS-10.3.f")
def test_no_enemy_unit_or_zone_on_the_msr_but_at_the_hq() -> None:
    assert route(lone("21.09 II/2m")) is not None
    # 1/506 in 17.12 has a zone in 16.12 and 17.13: the route by Moinet is closed.
    assert "17.13" not in (route(lone("17.12 1/506")) or [])
    # Unprepared trucks have none, but their own hex is closed.
    assert "17.13" in (route(lone("17.12 158ECBm")) or [])
    assert "17.13" not in (route(lone("17.13 158ECBm")) or [])
    # 15.10 touches the HQ's hex 16.11 and not its way: that hex is exempt.
    assert route(lone("15.10 1/506")) == route(lone())


@pytest.mark.rule("BCS-S.43")
def test_a_friend_does_not_cancel_a_zone_for_the_msr() -> None:
    assert "17.13" not in (route(lone("17.12 1/506 16.12 Pi38 17.13 II/304")) or [])


@pytest.mark.rule("BCS-6.1.e", "BCS-10.3.f")
def test_no_engagement_zone_on_the_msr() -> None:
    # B/3Tk has range 1 on its Move side and 2 deployed; 19.13 is two hexes from 19.11.
    near = lone("19.11 B/3Tkm")
    far = lone("19.11 B/3Tkd")
    assert route(near) is not None
    assert "19.13" in (route(near) or [])
    assert "19.13" not in (route(far) or [])


@pytest.mark.rule("BCS-10.3.c")
def test_a_legal_hex_has_a_primary_or_secondary_road() -> None:
    game = lone()
    assert game.allows("MoveTrains 20.13")  # Primary
    assert game.allows("MoveTrains 15.11")  # Secondary
    assert game.rule("MoveTrains 11.15") == "BCS-10.3.c"  # Track
    assert game.rule("MoveTrains 16.10") == "BCS-10.3.c"  # Railroad
    assert game.rule("MoveTrains 15.10") == "BCS-10.3.c"  # nothing


@pytest.mark.rule("BCS-10.3.c")
def test_trains_do_not_block_an_enemy_msr() -> None:
    # The 506th's MSR runs 08.16 08.17 07.18 07.19 06.19 05.20 04.20.
    game = lone(hq={"506": "08.16"}, trains={"506": "04.20"})
    assert game.rule("MoveTrains 07.19") == "BCS-10.3.c"
    assert game.allows("MoveTrains 09.17")
    assert trains.blocks(game.state, 1, game.hex("08.17"))
    assert not trains.blocks(game.state, 1, game.hex("09.17"))
    # With the Trains of the 506th off the map there is no MSR to block.
    assert lone(hq={"506": "08.16"}, trains={"506": ""}).allows("MoveTrains 07.19")


@pytest.mark.rule("BCS-C.8")
def test_trains_keep_away_from_the_enemys_entry_hexes() -> None:
    """The German comes on at 22.06, 22.10, 22.16 and 22.18, the American at 01.15, 04.20, 08.20."""
    bases = {"hq": {"506": "08.16"}, "trains": {"506": "04.20"}}
    game = position(active="506", **bases)
    for label in ("22.06", "22.18", "22.17", "22.05"):
        assert game.rule(f"MoveTrains {label}") == "BCS-C.8"
        assert f"MoveTrains {label}" not in game.offers()
    assert game.allows("MoveTrains 21.17")
    assert game.allows("MoveTrains 08.20")  # his own
    german = position(active="2PZ", hq={"2PZ": "13.14"}, trains={"2PZ": "20.13"})
    assert german.rule("MoveTrains 04.20") == "BCS-C.8"
    assert german.rule("MoveTrains 08.19") == "BCS-C.8"
    there = position(active="506", hq={"506": "08.16"}, trains={"506": "22.18"})
    assert there.rule("Done") == "BCS-10.3.g"


@pytest.mark.rule("BCS-C.8")
def test_an_entry_hex_of_an_option_counts_from_its_turn() -> None:
    """The 116th holds Houffalize from turn 2."""
    bases = {"hq": {"506": "08.16"}, "trains": {"506": "04.20"}}
    early = position(active="506", **bases, options={"houffalize": "on"})
    late = position(active="506", **bases, options={"houffalize": "on"}, turn=2)
    assert early.allows("MoveTrains 13.02")
    assert late.rule("MoveTrains 13.02") == "BCS-C.8"


@pytest.mark.rule("BCS-10.3.d")
def test_the_way_to_the_source_keeps_to_main_roads() -> None:
    game = lone(trains={"2PZ": "20.16"})  # Derenbach: by S7 and S8 to 22.16
    found = trains.msr(game.state, game.formation("2PZ"))
    assert found is not None
    assert game.labels(found.rear) == ["20.16", "21.17", "22.17", "22.16"]
    # With 21.17 held the way back is Féitsch; the Tracks T18 and T19 would be shorter.
    held = lone("21.17 158ECBm", trains={"2PZ": "20.16"})
    found = trains.msr(held.state, held.formation("2PZ"))
    assert found is not None
    rear = ["20.16", "20.15", "19.14", "20.13", "20.12", "21.12", "22.11", "22.10"]
    assert game.labels(found.rear) == rear


def blow(game: Game, *sides: str) -> Game:
    """These bridges are down."""
    for side in sides:
        a, b = side.split("/")
        number = game.kit.bridge_number[game.hex(a), game.hex(b)]
        game.set(blown=game.state.blown | 1 << number)
    return game


@pytest.mark.rule("BCS-10.3.d", "BCS-B.1")
def test_a_bridge_that_is_down_ends_the_road() -> None:
    ourthe = ("14.05/15.05", "09.09/10.09")  # all that leads from Tenneville to the east
    game = position(scenario="bastogne", active="2PZ", hq={"2PZ": "07.08"}, trains={"2PZ": ""})
    assert game.allows("MoveTrains 08.08")
    assert blow(game.twin(), ourthe[0]).allows("MoveTrains 08.08")
    assert blow(game.twin(), *ourthe).rule("MoveTrains 08.08") == "BCS-10.3.d"


@pytest.mark.rule("BCS-10.3.d", "BCS-B.1")
def test_an_established_msr_does_not_outlive_its_bridge() -> None:
    game = position(scenario="bastogne", active="CCA4", turn=4, trains={"CCA4": "21.40"})
    trains.establish_all(game.state)
    assert route(game, "CCA4") == ["22.42", "22.41", "21.40"]
    blow(game, "21.40/22.41")
    assert route(game, "CCA4") != ["22.42", "22.41", "21.40"]


@pytest.mark.rule("BCS-10.3.d")
def test_the_owner_measures_in_hexes_or_in_movement_points() -> None:
    # From 22.19 it is 22 hexes to La Roche, mostly by a Secondary Road; to Arlon 24, all Primary.
    game = position(
        scenario="bastogne", active="CCR9", hq={"CCR9": "32.15"}, trains={"CCR9": "23.19"}
    )
    by_hexes = game.twin().play("MoveTrains 22.19")
    by_mp = game.twin().play("MoveTrains 22.19 mp")
    ends = []
    for played in (by_hexes, by_mp):
        found = trains.msr(played.state, played.formation("CCR9"))
        assert found is not None
        ends.append((len(found.rear) - 1, played.labels(found.rear[-1:])[0]))
    assert ends == [(22, "13.01"), (24, "22.42")]
    # Where both ways are the same there is nothing to choose.
    assert game.rule("MoveTrains 22.41 mp") == "BCS-10.3.d"
    assert game.rule("MoveTrains 22.19 miles") == "BCS-10.3.d"


@pytest.mark.rule("BCS-10.3.d")
def test_an_msr_stays_until_it_is_blocked() -> None:
    game = position(
        scenario="bastogne", active="CCR9", hq={"CCR9": "32.15"}, trains={"CCR9": "23.19"}
    ).play("MoveTrains 22.19 mp")
    number = game.formation("CCR9")
    trains.establish_all(game.state)
    held = trains.msr(game.state, number)
    assert held is not None
    assert game.labels(held.rear[-1:]) == ["22.42"]
    # German trucks on the Arlon road: the shortest way left is another.
    cut = game.twin()
    put(cut.state, cut.unit("Pi38"), cut.hex("22.41"))
    again = trains.msr(cut.state, number)
    assert again is not None
    assert game.labels(again.rear[-1:]) == ["01.03"]  # in MPs still; in hexes it would be 13.01


@pytest.mark.rule("BCS-10.3.d")
def test_an_msr_made_for_want_of_a_better_stays_when_the_better_is_open() -> None:
    game = lone("17.12 1/506")
    number = game.formation("2PZ")
    trains.establish(game.state, number)
    detour = route(game)
    assert detour is not None
    assert "11.09" in detour  # round by Noville
    put(game.state, game.unit("1/506"), game.hex("05.05"))
    assert route(game) == detour
    game.play("MoveHq", "Step 16.12", "Halt")  # the HQ moves: the way is found anew
    assert route(game) == ["16.12", "17.13", "17.14", "18.14", "19.13", "20.13", "20.12", "21.12",
                           "22.11", "22.10"]  # fmt: skip


@pytest.mark.rule("BCS-10.3.e")
def test_trains_are_joined_to_the_hq_by_a_road_other_than_a_railroad() -> None:
    assert route(lone(hq={"2PZ": "17.10"})) is not None  # the Track of Troine
    assert lone(hq={"2PZ": "14.09"}).rule("MoveTrains 20.13") == "BCS-10.3.e"  # no road
    assert lone(hq={"2PZ": "17.08"}).rule("MoveTrains 20.13") == "BCS-10.3.e"  # railroad


# -- Train Movement --------------------------------------------------------------------------


@pytest.mark.rule("BCS-10.3.j", "BCS-S.44")
def test_trains_move_from_legal_to_legal_once() -> None:
    game = lone()
    assert game.rule("MoveTrains off") == "BCS-10.3.j"
    assert game.rule("MoveTrains 22.10") == "BCS-10.3.j"
    game.play("MoveTrains 20.13")
    assert game.trains("2PZ") == "20.13"
    assert game.rule("MoveTrains 22.10") == "BCS-S.44"


@pytest.mark.rule("BCS-10.3.g", "BCS-10.3.j")
def test_trains_in_an_illegal_hex_must_move() -> None:
    game = lone(CUT)
    assert not legal(game, "22.10")
    assert game.rule("Done") == "BCS-10.3.g"
    assert game.rule("MoveTrains 22.11") == "BCS-10.3.f"
    away = game.twin().play("MoveTrains off")
    assert away.trains("2PZ") == "off map"
    assert away.rule("Done") != "BCS-10.3.g"
    other = game.twin().play("MoveTrains 22.16")
    assert other.trains("2PZ") == "22.16"


@pytest.mark.rule("BCS-10.3.j", "BCS-10.3.g")
def test_trains_off_the_map_come_back_to_a_legal_hex_only() -> None:
    game = lone(trains={"2PZ": ""})
    assert game.rule("MoveTrains off") == "BCS-10.3.j"
    assert game.rule("MoveTrains 11.15") == "BCS-10.3.c"
    assert game.play("MoveTrains 22.10").trains("2PZ") == "22.10"


@pytest.mark.rule("BCS-R.24")
def test_under_a_fail_they_move_only_if_they_must() -> None:
    assert lone(snafu="fail").rule("MoveTrains 20.13") == "BCS-R.24"
    assert lone(CUT, snafu="fail").allows("MoveTrains 22.16")


def test_what_is_offered_is_what_is_allowed() -> None:
    for game in (lone(), lone(CUT), lone(trains={"2PZ": ""})):
        offered = {text for text in game.offers() if text.startswith("MoveTrains")}
        labels = [*game.labels(game.kit.grid.hexes), "off"]
        texts = {f"MoveTrains {label}{by}" for label in labels for by in ("", " mp")}
        assert offered == {text for text in texts if game.allows(text)}


# -- Clean Up and upkeep -----------------------------------------------------------------------


def cleaned(game: Game, key: str = "2PZ") -> Game:
    game.events += trains.clean_up(game.state, game.formation(key))
    return game


@pytest.mark.rule("BCS-10.3.b", "BCS-10.3.a", "BCS-S.13")
def test_trains_in_an_illegal_hex_go_off_the_map() -> None:
    game = cleaned(lone(CUT))
    assert game.trains("2PZ") == "off map"
    assert game.state.blocked[game.formation("2PZ")] == 1
    assert cleaned(lone()).trains("2PZ") == "22.10"


@pytest.mark.rule("BCS-S.13", "BCS-10.3.a")
def test_msr_blocked_rises_at_the_second_upkeep_and_leaves_with_a_legal_hex() -> None:
    game = cleaned(lone(CUT))
    number = game.formation("2PZ")
    levels = []
    for _ in range(3):
        trains.upkeep(game.state, number)
        levels.append(game.state.blocked[number])
    assert levels == [1, 2, 2]
    trains.arrive(game.state, number, game.hex("22.16"), "moved")
    assert game.state.blocked[number] == 2
    trains.upkeep(game.state, number)
    assert game.state.blocked[number] == 0


@pytest.mark.rule("BCS-10.3.a")
def test_trains_off_the_map_are_a_snafu_modifier() -> None:
    game = cleaned(lone(CUT))
    amounts = {
        part.what: part.amount for part in snafu.tally(game.state, game.formation("2PZ")).modifiers
    }
    assert amounts["MSR Blocked, level 1"] == -2
    assert "Optimal Distance" not in amounts


@pytest.mark.rule("BCS-10.3.h")
def test_trains_that_moved_or_stand_too_near_become_ghosts() -> None:
    assert not cleaned(lone()).has("ghost", "2PZ")
    assert cleaned(lone().play("MoveTrains 20.13")).has("ghost", "2PZ")
    assert cleaned(lone(trains={"2PZ": "17.14"})).has("ghost", "2PZ")  # three hexes away


@pytest.mark.rule("BCS-10.3.i")
def test_ghosts_turn_back_if_they_stood_still_at_optimal_distance() -> None:
    assert not cleaned(lone(ghost="2PZ")).has("ghost", "2PZ")
    assert cleaned(lone(ghost="2PZ").play("MoveTrains 20.13")).has("ghost", "2PZ")
    assert cleaned(lone(ghost="2PZ", trains={"2PZ": "17.14"})).has("ghost", "2PZ")


# -- Optimal Distance and streams -----------------------------------------------------------------


def optimal(game: Game, key: str = "2PZ") -> bool:
    return trains.optimal(game.state, game.formation(key))


@pytest.mark.rule("BCS-10.3.k", "BCS-R.23")
@pytest.mark.parametrize(
    ("at", "is_optimal"),
    # by 16.12 17.13 17.14 18.14 19.13 20.13 20.12 from the HQ in 16.11
    [("18.14", False), ("19.13", True), ("20.13", True), ("20.12", True)],
)
def test_optimal_distance_begins_at_five_hexes(at: str, is_optimal: bool) -> None:
    assert optimal(lone(trains={"2PZ": at})) is is_optimal


@pytest.mark.rule("BCS-10.3.k", "BCS-R.23")
def test_optimal_distance_ends_at_fifteen_hexes() -> None:
    # From 22.11 by P2: 20.12 20.13 ... 17.14 are 6; then S3 to Bourcy 16.11 is 9, Noville 15.
    far = {"15.11": True, "12.09": True, "11.09": True, "10.10": False}
    for hq, expected in far.items():
        assert optimal(lone(hq={"2PZ": hq}, trains={"2PZ": "22.11"})) is expected, hq
    # In the Entry hex 22.10 it is one hex more, and the same limit holds.
    assert optimal(lone(hq={"2PZ": "12.09"}))
    assert not optimal(lone(hq={"2PZ": "11.09"}))


@pytest.mark.rule("BCS-10.3.k", "BCS-R.23")
def test_in_an_entry_hex_no_distance_is_too_short() -> None:
    assert optimal(lone(hq={"2PZ": "22.11"}))
    assert optimal(lone(hq={"2PZ": "22.10"}))
    assert not optimal(lone(hq={"2PZ": "22.10"}, trains={"2PZ": "22.11"}))


@pytest.mark.rule("BCS-S.44", "BCS-10.3.k")
def test_trains_ahead_of_the_hq_are_not_at_optimal_distance() -> None:
    ahead = lone(trains={"2PZ": "11.09"})  # Noville is six hexes in front of Bourcy
    assert not trains.rearward(ahead.state, ahead.formation("2PZ"))
    assert not optimal(ahead)
    behind = lone(trains={"2PZ": "20.13"})
    assert trains.rearward(behind.state, behind.formation("2PZ"))


@pytest.mark.rule("BCS-10.2d")
def test_crossing_the_streams_is_between_hqs_and_trains() -> None:
    game = Game(set_up(Terms("noville", ())))
    crossed = {
        key: {game.kit.formations[f].key for f in each(trains.crossing(game.state, number))}
        for key, number in game.kit.by_key.items()
        if game.state.hq[number] >= 0
    }
    # CCB's 07.18 ... 01.15 and the 506th's 08.16 08.17 07.18 ... 04.20 share Bastogne.
    assert crossed == {
        "CCB10": {"506"}, "506": {"CCB10"}, "501": set(), "2PZ": set(), "PL902": set(),
    }  # fmt: skip
    # Trains of both in one hex: the ends count.
    both = position(
        hq={"2PZ": "20.13", "PL902": "20.16"}, trains={"2PZ": "22.16", "PL902": "22.16"}
    )
    assert trains.crossing(both.state, both.formation("2PZ")) == 1 << both.formation("PL902")
    # Behind the Trains nothing counts: 2PZ's way on from 20.16 is PL902's stretch.
    rear = position(
        hq={"2PZ": "20.13", "PL902": "21.17"}, trains={"2PZ": "20.16", "PL902": "22.16"}
    )
    assert not trains.crossing(rear.state, rear.formation("2PZ"))


# -- displaced ------------------------------------------------------------------------------------


@pytest.mark.rule("BCS-10.3.l")
def test_displaced_trains_fall_back_ten_hexes_along_their_msr() -> None:
    game = position(
        scenario="bastogne", active="CCR9", hq={"CCR9": "32.15"}, trains={"CCR9": "22.19"}
    )
    number = game.formation("CCR9")
    trains.establish(game.state, number)
    way = trains.msr(game.state, number)
    assert way is not None
    trains.displace(game.state, number)
    # 22.19 21.19 20.20 20.19 20.18 20.17 19.16 19.15 18.14 19.13 18.12: ten hexes up the road S1.
    assert game.trains("CCR9") == "18.12"
    assert game.has("ghost", "CCR9")


@pytest.mark.rule("BCS-10.3.l")
def test_near_the_edge_the_owner_may_shift_them_to_another_source() -> None:
    game = lone(trains={"2PZ": "20.13"})
    number = game.formation("2PZ")
    trains.establish(game.state, number)
    trains.displace(game.state, number)
    assert game.trains("2PZ") == "22.10"  # four hexes to the edge
    assert set(game.offers()) == {
        f"MoveTrains {label}" for label in ("22.10", "22.16", "22.18", "22.06")
    }
    assert game.rule("MoveTrains 20.13") == "BCS-10.3.l"
    game.play("MoveTrains 22.16")
    assert game.trains("2PZ") == "22.16"
    assert game.has("ghost", "2PZ")


@pytest.mark.rule("BCS-10.3.l")
def test_with_every_source_taken_they_go_off_the_map() -> None:
    game = lone("22.10 1/506 22.16 2/506 22.18 3/506 22.06 1/501", trains={"2PZ": "20.13"})
    trains.displace(game.state, game.formation("2PZ"))
    assert game.state.trains[game.formation("2PZ")] == OFF_MAP


@pytest.mark.rule("BCS-10.3.l")
@pytest.mark.parametrize(("at", "to"), [("16.11", "22.10"), ("15.11", "22.11")])
def test_ten_hexes_from_the_source_is_near_enough_and_eleven_is_not(at: str, to: str) -> None:
    """By 16.12 17.13 17.14 18.14 19.13 20.13 20.12 21.12 22.11 the edge is ten hexes off."""
    game = lone(hq={"2PZ": "12.14"}, trains={"2PZ": at})
    trains.displace(game.state, game.formation("2PZ"))
    assert game.trains("2PZ") == to
    assert isinstance(game.top, TrainsRetreat) == (to == "22.10")


@pytest.mark.rule("BCS-10.3.h", "BCS-10.3.i")
def test_trains_that_fell_back_stay_ghosts_in_the_clean_up() -> None:
    """They end at an Entry hex, which is Optimal Distance; but they moved."""
    game = lone(trains={"2PZ": "20.13"})
    trains.displace(game.state, game.formation("2PZ"))
    game.play("MoveTrains 22.10", "Done")
    assert trains.optimal(game.state, game.formation("2PZ"))
    assert game.has("ghost", "2PZ")


@pytest.mark.rule("BCS-S.44")
def test_a_displacement_is_no_train_movement() -> None:
    game = lone(trains={"2PZ": "20.13"})
    trains.displace(game.state, game.formation("2PZ"))
    game.play("MoveTrains 22.10")
    assert game.allows("MoveTrains 20.13")


def test_events_and_registration() -> None:
    game = lone().play("MoveTrains 20.13")
    assert game.told(ev.TrainsPlaced) == [ev.TrainsPlaced(1, "2PZ", "20.13", "moved")]
    assert TrainsRetreat in QUESTIONS
