"""Retreats: together or apart, how far, where, at what price."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_combat import battle, hit, lost

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    Advancing,
    DemolitionCheck,
    Hits,
    RoadblockCheck,
)
from grognard.titles.ardennes.rules.fighting import retreat

GERMANS = "0707 27/12VG/ISS 48/12VG/ISS"
PAIR = ("27/12VG/ISS", "48/12VG/ISS")
PLAIN = f"0708 394/99/V   {GERMANS}"
# A German defender in the woods of 0604, attacked from 0605: 0603, 0503 and 0703 are free.
DEFENCE = "0604 27/12VG/ISS   0605 16/1/V"


def offered(game: Game, verb: str = "Retreat") -> set[str]:
    return {text.split()[-1] for text in game.offers() if text.startswith(verb)}


def allied(text: str = PLAIN, *units: str, d: int = 1, **more: object) -> Game:
    """The Allied player takes hits in 0708 (2P)."""
    return hit(position(text, game="2p", **more), "0708", *(units or PAIR), d=d)


def german(text: str = DEFENCE, *, d: int = 1, **more: object) -> Game:
    """The German player takes hits in 0604."""
    return hit(position(text, **more), "0604", "16/1/V", side="allied", d=d)


def ranks(game: Game, name: str, start: str) -> dict[str, tuple[int, int, int]]:
    """By hex of retreat from a combat there: last resorts, priority, cost."""
    hex_ = game.hex(start)
    found = retreat.retreat_hexes(game.state, game.units(name), hex_, hex_, 1)
    return {game.kit.grid.label(r.hex): (r.resorts, r.priority, r.cost) for r in found}


# -- together ---------------------------------------------------------------------------------


@pytest.mark.rule("EA-RT.a")
def test_all_units_of_the_hex_go_together() -> None:
    game = allied(f"0708 394/99/V 16/1/V   {GERMANS}").play("Retreat 0709")

    assert game.at("0709") == {"394/99/V", "16/1/V"}
    assert game.told(ev.RetreatMade)[0].units == ("16/1/V", "394/99/V")


@pytest.mark.rule("EA-RT.a")
def test_a_retreat_goes_hex_by_hex() -> None:
    game = allied(d=2)

    assert game.rule("Retreat 0710") == "EA-RT.a"
    assert game.rule("Retreat 9999") == "EA-RT.a"


FULL = "0609 23/2/V 38/2/V 9/2/V   0709 393/99/V 395/99/V 26/1/V:1"
CLOSED = "   0808 8/3F/ISS   0809 89/12VG/ISS   0608 5/3F/ISS"


@pytest.mark.rule("EA-RT.b")
def test_a_stack_splits_only_where_it_would_be_overstacked() -> None:
    text = f"0708 394/99/V 16/1/V   0609 23/2/V 38/2/V   0709 393/99/V 395/99/V   {GERMANS}{CLOSED}"
    game = allied(text)
    assert offered(game) == set()
    assert offered(game, "Split") == {"0609", "0709"}

    game.play("Split 394/99/V 0609")

    assert game.where("394/99/V") == "0609"
    assert game.where("16/1/V") == "0709"  # the other hex was the only one left


@pytest.mark.rule("EA-RT.b")
def test_a_stack_with_room_ahead_stays_together() -> None:
    game = allied(f"0708 394/99/V 16/1/V   {GERMANS}")

    assert game.rule("Split 16/1/V 0709") == "EA-RT.b"


@pytest.mark.rule("EA-RT.c", "EA-S.51")
def test_an_allied_stack_stops_overstacked_only_with_a_hit_open_and_then_goes_on() -> None:
    text = f"0708 394/99/V   {FULL}   {GERMANS}{CLOSED}"
    last = hit(position(text), "0708", *PAIR, d=1)
    assert lost(last) == ["394/99/V"]  # nowhere to go

    text = text.replace("394/99/V", "394/99/V 16/1/V", 1)
    game = hit(position(text), "0708", *PAIR, d=2).roll(10)
    moves = [(event.start, event.to) for event in game.told(ev.RetreatMade)]
    assert moves[0] == ("0708", "0609")
    assert len(moves) == 2  # without a second hold check
    assert len(game.told(ev.HoldRolled)) == 1
    assert game.has("dispersed", "394/99/V")


@pytest.mark.rule("EA-RT.c")
def test_the_allied_player_may_do_so_too_and_must_then_go_on() -> None:
    text = f"0708 394/99/V   {FULL}   {GERMANS}{CLOSED}"
    assert allied(text, d=1).state.battle is None  # the step was lost: no choice
    game = allied(text, d=2)
    game.play("Retreat 0609")

    assert game.rule("Lose 394/99/V") == "EA-RT.c"


@pytest.mark.rule("EA-RT.b")
def test_a_stack_that_has_split_retreats_no_farther() -> None:
    friends = "0603 1/1SS/ISS 2/1SS/ISS   0503 25/12SS/ISS 26/12SS/ISS   0703 5/3F/ISS 8/3F/ISS"
    game = german(f"0604 27/12VG/ISS 48/12VG/ISS   0605 16/1/V   {friends}", d=2)
    assert offered(game) == set()
    game.play("Split 27/12VG/ISS 0603", "Split 48/12VG/ISS 0703")

    assert game.offers() == ["Lose 27/12VG/ISS", "Lose 48/12VG/ISS"]
    assert game.rule("Retreat 0602") == "EA-CR.n"


@pytest.mark.rule("EA-S.37", "EA-RT.c")
def test_nobody_stops_overstacked_after_the_second_hex() -> None:
    ring = "0710 23/2/V 38/2/V 9/2/V   0610 18/1/V 26/1/V CCA/5A/V"
    more = "0810 504/82/XVIII 505/82/XVIII 508/82/XVIII"
    game = allied(f"0708 394/99/V 16/1/V   {ring}   {more}   {GERMANS}", d=4)
    game.play("Retreat 0709")

    assert offered(game) == set()


@pytest.mark.rule("EA-RT.c", "EA-S.37")
def test_no_german_stack_stops_overstacked() -> None:
    full = "0603 1/1SS/ISS 2/1SS/ISS 48/12VG/ISS   0503 25/12SS/ISS 26/12SS/ISS 89/12VG/ISS"
    more = "0703 5/3F/ISS 8/3F/ISS 9/3F/ISS"
    game = german(f"{DEFENCE}   {full}   {more}", d=2)

    assert not offered(game) & {"0603", "0503", "0703"}
    assert game.rule("Retreat 0603") == "EA-S.37"


@pytest.mark.rule("EA-S.51")
def test_with_no_second_hex_they_do_not_enter_an_overfull_first_one() -> None:
    text = f"0708 394/99/V   {FULL}   {GERMANS}{CLOSED}"
    fence = "   0610 18/1/V CCA/5A/V 325/82/XVIII   0710 504/82/XVIII 505/82/XVIII 508/82/XVIII"
    wall = "   0510 119/30/XVIII 117/30/XVIII 120/30/XVIII   0810 422/106/XVIII 423/106/XVIII"
    more = "   0509 333/84/VII 334/84/VII 335/84/VII   0508 329/83/VII 330/83/VII 331/83/VII"
    game = position(text + fence + wall + " 424/106/XVIII" + more)
    hit(game, "0708", *PAIR, d=2)

    assert not game.told(ev.RetreatMade)
    assert game.where("394/99/V") == "dead"


# -- how far ----------------------------------------------------------------------------------


@pytest.mark.rule("EA-RT.d")
def test_a_dispersed_unit_retreats_one_hex() -> None:
    game = allied(d=2, dispersed="394/99/V").play("Retreat 0709")

    assert game.top == Advancing(GERMAN)  # the second hit was a step: no choice
    assert (game.where("394/99/V"), game.steps("394/99/V")) == ("0709", 1)


@pytest.mark.rule("EA-RT.e")
def test_and_so_do_the_units_with_it() -> None:
    text = f"0708 394/99/V 16/1/V   {GERMANS}"
    game = allied(text, d=2, dispersed="394/99/V").play("Retreat 0709")

    assert game.rule("Retreat 0710") == "EA-RT.e"


@pytest.mark.rule("EA-RT.f")
def test_isolated_infantry_retreats_one_hex() -> None:
    text = f"0708 394/99/V 16/1/V   {GERMANS}"
    game = allied(text, d=2, isolated="394/99/V").play("Retreat 0709")

    assert game.rule("Retreat 0710") == "EA-RT.f"


@pytest.mark.rule("EA-CT.g")
def test_against_infiltration_a_retreat_is_one_hex() -> None:
    game = position(f"0708 394/99/V 16/1/V   {GERMANS}", game="2p")
    hit(game, "0708", *PAIR, d=2, tactics=("Infiltration",))
    game.play("Retreat 0709")

    assert game.rule("Retreat 0710") == "EA-CT.g"


@pytest.mark.rule("EA-RT.g")
def test_vdh_does_not_retreat() -> None:
    game = german("0604 VDH/ISS 27/12VG/ISS   0605 16/1/V")

    assert game.rule("Retreat 0503") == "EA-RT.g"


@pytest.mark.rule("EA-RT.h")
def test_a_unit_out_of_fuel_does_not_retreat() -> None:
    text = "0604 8/3PG/LXVII 27/12VG/ISS   0605 16/1/V"
    game = german(text, dry="8/3PG/LXVII")

    assert game.rule("Retreat 0503") == "EA-RT.h"
    assert german(text).allows("Retreat 0503")


@pytest.mark.rule("EA-RT.i")
def test_an_isolated_mechanized_unit_does_not_retreat() -> None:
    text = "0604 8/3PG/LXVII 27/12VG/ISS   0605 16/1/V"
    game = german(text, isolated="8/3PG/LXVII")

    assert game.rule("Retreat 0503") == "EA-RT.i"


@pytest.mark.rule("EA-RT.l")
def test_a_retreat_of_two_hexes_ends_two_hexes_away() -> None:
    game = allied(d=2).play("Retreat 0709")

    assert game.rule("Retreat 0609") == "EA-RT.l"  # next to 0709, and to 0708
    assert {"0710", "0610", "0810"} >= offered(game) > set()


@pytest.mark.rule("EA-RT.m")
def test_two_hexes_leave_units_of_either_side_dispersed() -> None:
    game = allied(d=2).play("Retreat 0709")
    assert not game.has("dispersed", "394/99/V")
    game.play("Retreat 0710")
    assert game.has("dispersed", "394/99/V")

    other = german(d=2).play("Retreat 0503", "Retreat 0502")
    assert other.has("dispersed", "27/12VG/ISS")


# -- where ------------------------------------------------------------------------------------


@pytest.mark.rule("EA-RT.j")
def test_no_retreat_enters_an_enemy_town() -> None:
    game = allied(german="0608")
    assert game.rule("Retreat 0608") == "EA-RT.j"

    held = german("0604 27/12VG/ISS   0605 16/1/V", allied="0505")
    assert held.rule("Retreat 0505") == "EA-RT.a"  # two hexes off
    near = position("0504 27/12VG/ISS   0503 16/1/V", allied="0505")
    hit(near, "0504", "16/1/V", side="allied", d=1)
    assert near.rule("Retreat 0505") == "EA-RT.j"


@pytest.mark.rule("EA-RT.k")
def test_no_allied_retreat_enters_an_empty_westwall_hex() -> None:
    game = position("0907 16/1/V   1007 27/12VG/ISS", game="2p")
    hit(game, "0907", "27/12VG/ISS", d=1)
    assert game.rule("Retreat 0906") == "EA-RT.k"

    manned = position("0907 16/1/V   0906 422/106/XVIII   1007 27/12VG/ISS", game="2p")
    hit(manned, "0907", "27/12VG/ISS", d=1)
    assert manned.rule("Retreat 0906") != "EA-RT.k"


@pytest.mark.rule("EA-RT.k")
def test_germans_may() -> None:
    game = position("0706 27/12VG/ISS   0707 16/1/V")

    assert "0705" in ranks(game, "27/12VG/ISS", "0706")


def test_no_retreat_enters_a_hex_with_enemy_units_or_a_roadblock() -> None:
    assert allied().rule("Retreat 0707") == "EA-RT.o"
    assert german(roadblocks="0503").rule("Retreat 0503") == "EA-RB.b"


@pytest.mark.rule("EA-RT.o", "EA-RT.p", "EA-RT.q")
def test_the_three_priorities_and_their_price() -> None:
    text = "0708 394/99/V   0707 27/12VG/ISS   0808 48/12VG/ISS   0608 16/1/V"
    found = ranks(position(text), "394/99/V", "0708")

    assert found["0709"] == (0, 1, 0)  # free of enemy ZOC
    assert found["0608"] == (0, 1, 0)  # in a German ZOC, but with a supplied unit in it
    assert found["0809"] == (0, 2, 1)  # empty, in a German ZOC
    cut = position(f"{text}   0908 89/12VG/ISS   0910 5/3F/ISS   0711 8/3F/ISS   0509 9/3F/ISS")
    assert ranks(cut, "394/99/V", "0708")["0709"] == (0, 3, 1)  # out of supply


@pytest.mark.rule("EA-RT.o", "EA-RT.q")
@pytest.mark.parametrize("marker", ["unsupplied", "isolated"])
def test_a_friend_that_is_not_supplied_lifts_no_enemy_zone(marker: str) -> None:
    game = position("0708 394/99/V   0707 27/12VG/ISS   0608 16/1/V 9/2/V")
    game.set(**{marker: game.units("16/1/V")})
    assert ranks(game, "394/99/V", "0708")["0608"] == (0, 1, 0)  # 9/2/V is supplied
    game.set(**{marker: game.units("16/1/V", "9/2/V")})

    assert ranks(game, "394/99/V", "0708")["0608"] == (0, 3, 1)


@pytest.mark.rule("EA-RT.o")
def test_a_free_hex_is_taken_before_one_that_costs_a_step() -> None:
    game = allied(f"{PLAIN}   0808 89/12VG/ISS")

    assert offered(game) == {"0709", "0609"}
    assert game.rule("Retreat 0809") == "EA-RT.o"


RING = "0707 27/12VG/ISS   0709 48/12VG/ISS   0609 89/12VG/ISS   0608 5/3F/ISS"


@pytest.mark.rule("EA-RT.p")
def test_a_hex_in_enemy_zoc_costs_a_step() -> None:
    game = allied(f"0708 394/99/V 16/1/V   {RING}   0808 8/3F/ISS", "27/12VG/ISS")
    assert offered(game) == {"0809"}
    game.play("Retreat 0809")
    assert game.top == Hits(ALLIED)  # who pays?
    assert game.rule("Retreat 0810") == "EA-RT.p"
    game.play("Lose 394/99/V")

    assert (game.where("394/99/V"), game.steps("394/99/V")) == ("0809", 1)


@pytest.mark.rule("EA-RT.q")
def test_a_lone_unit_pays_at_once_for_a_hex_out_of_supply() -> None:
    fence = "0810 9/3F/ISS   0910 12/12SS/ISS   0909 25/12SS/ISS   0908 26/12SS/ISS"
    game = allied(f"0708 394/99/V   {RING}   0808 8/3F/ISS   {fence}", "27/12VG/ISS")
    game.play("Retreat 0809")

    assert game.told(ev.RetreatMade)[0].cost == 1
    assert lost(game) == ["394/99/V"]


@pytest.mark.rule("EA-RT.n")
def test_a_lesser_way_is_taken_where_the_better_would_eliminate_the_units() -> None:
    """0807 lies in a ZOC; 0706 is free of charge, but a forest without a road from here."""

    def best(steps: int) -> set[str]:
        allies = "0608 16/1/V   0708 9/2/V   0808 38/2/V"
        game = position(f"0707 27/12VG/ISS:{steps}   {allies}")
        routes = retreat.whole_routes(game.state, battle(game, "0707", "16/1/V", side="allied"))
        return {game.kit.grid.label(route.hex) for route in routes}

    assert best(steps=2) == {"0807"}
    assert best(steps=1) == {"0706"}


@pytest.mark.rule("EA-RT.r")
def test_a_river_without_a_bridge_is_a_last_resort() -> None:
    text = "1009 394/99/V   1109 27/12VG/ISS"

    assert ranks(position(text), "394/99/V", "1009")["1108"][0] == 1  # no bridge there
    assert ranks(position(text), "394/99/V", "1009")["1008"][0] == 0
    blown = position(text, bridges={"1008/1009": "destroyed"})
    assert ranks(blown, "394/99/V", "1009")["1008"][0] == 1
    assert ranks(blown, "394/99/V", "1009")["1010"][0] == 0


@pytest.mark.rule("EA-RT.s")
def test_a_forest_without_a_road_is_a_last_resort() -> None:
    game = position("0707 27/12VG/ISS   0607 48/12VG/ISS   0708 16/1/V")

    assert ranks(game, "27/12VG/ISS", "0707")["0706"][0] == 1  # no road from 0707
    assert ranks(game, "48/12VG/ISS", "0607")["0706"][0] == 0  # by the road from Krinkelt
    hit(game, "0707", "16/1/V", side="allied", d=1)
    assert game.rule("Retreat 0706") == "EA-RT.s"


@pytest.mark.rule("EA-RT.r", "EA-RT.s")
def test_a_road_whose_bridge_is_down_leads_into_no_forest() -> None:
    text = "1012 394/99/V   1011 27/12VG/ISS"  # 1013 is a forest beyond the Salm
    down = position(text, bridges={"1012/1013": "destroyed"})

    assert ranks(position(text), "394/99/V", "1012")["1013"][0] == 0
    assert ranks(down, "394/99/V", "1012")["1013"][0] == 2


@pytest.mark.rule("EA-RT.u")
def test_until_19_december_the_army_boundary_is_a_last_resort_for_germans() -> None:
    """The 6th Panzer Army's zone ends with row 09."""
    text = "0904 27/12VG/ISS   0804 16/1/V"

    assert ranks(position(text, day=19), "27/12VG/ISS", "0904")["1004"][0] == 1
    assert ranks(position(text, day=20), "27/12VG/ISS", "0904")["1004"][0] == 0


@pytest.mark.rule("EA-SU.w")
def test_an_isolated_unit_does_not_go_back_over_an_enemy_bridge() -> None:
    text = "1009 394/99/V   1109 27/12VG/ISS"
    german_bridge = {"1008/1009": "german"}
    game = position(text, isolated="394/99/V", bridges=german_bridge)

    assert "1008" not in ranks(game, "394/99/V", "1009")
    assert "1008" in ranks(position(text, bridges=german_bridge), "394/99/V", "1009")


# -- what a German retreat sets off -----------------------------------------------------------


def driven_back(**more: object) -> Game:
    """A German is driven from 1107 into 1008, beside the bridge to St. Vith."""
    game = position("1107 62/LXVI   1208 16/1/V", german="1007", **more)
    return hit(game, "1107", "16/1/V", side="allied", d=1).play("Retreat 1008")


@pytest.mark.rule("EA-RT.v")
def test_a_german_retreat_causes_roadblock_checks_until_the_19th() -> None:
    blown = {"1008/1009": "destroyed"}

    assert isinstance(driven_back(day=19, bridges=blown).top, RoadblockCheck)
    assert not isinstance(driven_back(day=20, bridges=blown).top, RoadblockCheck)


@pytest.mark.rule("EA-RT.w")
def test_a_german_retreat_causes_demolition_checks_from_the_17th() -> None:
    assert isinstance(driven_back(day=17).top, DemolitionCheck)
    assert not isinstance(driven_back(day=16).top, DemolitionCheck)


@pytest.mark.rule("EA-RT.w", "EA-S.67")
def test_an_allied_bridge_is_tested_too_where_germans_retreat_over_it() -> None:
    game = hit(position("1009 18/LXVI   1010 16/1/V"), "1009", "16/1/V", side="allied", d=1)
    game.play("Retreat 1008")

    assert isinstance(game.top, DemolitionCheck)
    assert not game.state.german_bridges & game.river("1008/1009")
    assert game.roll(10).state.german_bridges & game.river("1008/1009")
