"""Supply lines, what they may not pass, the Supply Phase, surrender, fuel."""

from __future__ import annotations

from typing import Any

import pytest
from ea import Game, position

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import DrawCards, Sequence, SurrenderRoll
from grognard.titles.ardennes.position.questions import proceed
from grognard.titles.ardennes.position.state import DISCARDS
from grognard.titles.ardennes.rules.day import sequence
from grognard.titles.ardennes.rules.supply import supply

SPEARHEAD = "18/LXVI"  # in 1017, with one road home: 1016 … 1012, St. Vith 1009, Schönberg 1007


def west_of_manhay(text: str = "", **more: Any) -> Game:
    """A German division in 1017, its road by Manhay, Vielsalm, St. Vith and Schönberg all held.

    Every other road the Germans hold is five hexes away or more.
    """
    bridges = {"1008/1009": "german", "1012/1013": "german", **more.pop("bridges", {})}
    towns = more.pop("german", "1007 1009 1012 1016")
    return position(f"1017 {SPEARHEAD} {text}", german=towns, bridges=bridges, **more)


def traces(game: Game, name: str = SPEARHEAD) -> bool:
    return supply.in_supply(game.state, game.unit(name))


def supply_phase(game: Game) -> Game:
    """The Supply Phase is begun and played up to the first question."""
    step = sequence.STEPS.index(sequence.supply_roadblocks)
    game.state.stack = (Sequence(step),)
    game.events += proceed(game.state)
    return game


# -- tracing ---------------------------------------------------------------------------


@pytest.mark.rule("EA-SU.a")
def test_a_unit_is_in_supply_at_most_four_hexes_from_its_road() -> None:
    assert traces(position("0810 18/LXVI"))  # 0709 0708 0707 0706, a road hex
    assert not traces(position("0811 18/LXVI"))


@pytest.mark.rule("EA-SU.a")
def test_a_road_that_leads_to_no_source_supplies_nobody() -> None:
    assert traces(west_of_manhay())
    assert not traces(west_of_manhay(roadblocks="1010"))  # on the road still, but it is cut


@pytest.mark.rule("EA-SU.a")
def test_the_line_runs_from_the_unit_to_the_map_edge() -> None:
    game = west_of_manhay()
    path = supply.supply_path(game.state, GERMAN, game.hex("1017"))

    assert path is not None
    assert game.labels(path[:9]) == [
        "1017", "1016", "1015", "1014", "1013", "1012", "1011", "1010", "1009",
    ]  # fmt: skip
    assert game.labels(path[-1:])[0] in ("0301", "0501", "1201", "1801", "2301")
    off_road = supply.supply_path(game.state, GERMAN, game.hex("0917"))
    assert off_road is not None
    assert game.labels(off_road[:3]) == ["0917", "1018", "1017"]
    assert supply.supply_path(game.state, GERMAN, game.hex("1024")) is None


@pytest.mark.rule("EA-SU.b")
def test_german_supply_cannot_pass_a_roadblock() -> None:
    assert not traces(west_of_manhay(roadblocks="1011"))
    assert traces(west_of_manhay(roadblocks="1111"))  # on another road


@pytest.mark.rule("EA-SU.b")
def test_allied_supply_passes_a_roadblock() -> None:
    game = position("1009 394/99/V", roadblocks="1010 0909 1109")

    assert traces(game, "394/99/V")


@pytest.mark.rule("EA-SU.c")
def test_supply_cannot_cross_an_enemy_bridge() -> None:
    assert not traces(west_of_manhay(bridges={"1012/1013": "allied"}))
    assert not traces(west_of_manhay(bridges={"1012/1013": "destroyed"}))


@pytest.mark.rule("EA-SU.c")
def test_an_enemy_bridge_next_to_the_road_is_not_even_a_river_to_wade() -> None:
    for bridge, supplied in (("destroyed", True), ("allied", False), ("german", True)):
        game = position("1610 39/26/XLVII", bridges={"1609/1610": bridge})

        assert traces(game, "39/26/XLVII") == supplied


@pytest.mark.rule("EA-SU.d")
def test_supply_cannot_enter_an_enemy_town() -> None:
    assert not traces(west_of_manhay(german="1007 1012 1016"))  # St. Vith is Allied
    game = position("1009 394/99/V", german="1012 0810 1210 1016 0710 1411")
    assert traces(game, "394/99/V")  # by 0909 and 0810, around Malmedy off the road


@pytest.mark.rule("EA-SU.e")
def test_supply_cannot_enter_a_hex_with_an_enemy_unit() -> None:
    assert not traces(west_of_manhay("1011 102Cav/V"))  # alone, without a zone
    assert traces(west_of_manhay("0911 102Cav/V"))  # next to the road


@pytest.mark.rule("EA-SU.f")
def test_supply_cannot_enter_an_enemy_zone_without_a_friend_in_it() -> None:
    regiment = "0911 394/99/V"  # next to the road in 1011 and 1012

    assert not traces(west_of_manhay(regiment))
    assert not traces(west_of_manhay(f"{regiment} 1011 27/12VG/ISS"))
    assert traces(west_of_manhay(f"{regiment} 1011 27/12VG/ISS 1012 48/12VG/ISS"))


@pytest.mark.rule("EA-SU.f")
def test_the_zone_over_a_units_own_hex_does_not_cut_it_off() -> None:
    game = west_of_manhay("1117 394/99/V")  # next to the spearhead in 1017, and to 1116

    assert traces(game)
    assert not supply.supplied(game.state, GERMAN) >> game.hex("1116") & 1


@pytest.mark.rule("EA-SU.f")
def test_a_hex_in_an_enemy_zone_would_be_in_supply_with_a_unit_in_it() -> None:
    game = position("0911 394/99/V", german="1007 1009", bridges={"1008/1009": "german"})
    hex_ = game.hex("1011")

    assert not supply.supplied(game.state, GERMAN) >> hex_ & 1
    assert supply.supplied_if(game.state, GERMAN, hex_)
    assert not supply.supplied_if(game.state, GERMAN, game.hex("0911"))  # an enemy is in it


@pytest.mark.rule("EA-SU.g")
def test_over_a_river_without_a_bridge_the_way_is_one_hex_long() -> None:
    assert traces(position("1610 39/26/XLVII"), "39/26/XLVII")  # the road ends in 1609, Dasburg
    assert not traces(position("1510 39/26/XLVII"), "39/26/XLVII")  # a hex farther
    bridged = position("1510 39/26/XLVII", bridges={"1609/1610": "german"})
    assert traces(bridged, "39/26/XLVII")


@pytest.mark.rule("EA-SU.g")
def test_one_hex_over_a_river_from_a_hex_off_the_road_is_too_far() -> None:
    game = position("1309 39/26/XLVII")  # 1308 over the Our is two hexes from the road

    assert not traces(game, "39/26/XLVII")


@pytest.mark.rule("EA-SU.h")
def test_allied_supply_cannot_pass_an_empty_westwall_hex() -> None:
    assert traces(position("1006 423/106/XVIII"), "423/106/XVIII")  # in it, next to 1007
    assert not traces(position("1005 423/106/XVIII"), "423/106/XVIII")
    held = position("1005 423/106/XVIII 1006 422/106/XVIII")
    assert traces(held, "423/106/XVIII")


@pytest.mark.rule("EA-SU.h")
def test_the_westwall_does_not_bar_german_supply() -> None:
    assert traces(position("1007 18/LXVI"))  # 1106 and 1006 are Westwall hexes


@pytest.mark.rule("EA-SU.f")
def test_one_german_unit_cuts_off_both_regiments_on_the_schnee_eifel() -> None:
    schnee_eifel = "1006 423/106/XVIII 0906 422/106/XVIII"
    assert traces(position(schnee_eifel), "423/106/XVIII")

    cut = position(f"{schnee_eifel} 1107 62/LXVI 0807 18/LXVI")
    assert not traces(cut, "423/106/XVIII")
    assert not traces(cut, "422/106/XVIII")


# -- the states and the Supply Phase -----------------------------------------------------


def cut_off(**more: Any) -> Game:
    """The spearhead without its bridge over the Salm."""
    return west_of_manhay(bridges={"1012/1013": "destroyed"}, **more)


@pytest.mark.rule("EA-S.52")
def test_a_unit_that_cannot_trace_is_out_of_supply_and_then_isolated() -> None:
    game = supply_phase(cut_off())
    assert game.has("unsupplied", SPEARHEAD)
    assert not game.has("isolated", SPEARHEAD)
    assert game.told(ev.SupplyTested)[0].unsupplied == (SPEARHEAD,)

    supply_phase(game)
    assert game.has("isolated", SPEARHEAD)
    assert not game.has("unsupplied", SPEARHEAD)  # the one marker takes the other's place


@pytest.mark.rule("EA-S.52")
def test_a_unit_that_traces_again_loses_its_marker() -> None:
    for marker in ("unsupplied", "isolated"):
        game = supply_phase(west_of_manhay(**{marker: SPEARHEAD}))

        assert not game.has("unsupplied", SPEARHEAD)
        assert not game.has("isolated", SPEARHEAD)
        assert game.told(ev.SupplyTested)[0].recovered == (SPEARHEAD,)


@pytest.mark.rule("EA-S.52")
def test_a_unit_deployed_today_gets_no_marker() -> None:
    game = cut_off()
    game.set(fresh=game.units(SPEARHEAD))

    assert not supply_phase(game).has("unsupplied", SPEARHEAD)


@pytest.mark.rule("EA-S.52")
def test_a_unit_supplied_by_air_starts_again_with_the_first_marker() -> None:
    game = cut_off()
    game.set(airlifted=game.units(SPEARHEAD))

    assert supply_phase(game).has("unsupplied", SPEARHEAD)
    assert not game.state.airlifted


@pytest.mark.rule("EA-SU.m")
def test_a_marked_unit_is_in_low_supply_even_if_it_could_trace_by_now() -> None:
    game = west_of_manhay()
    assert not supply.low_supply(game.state, game.unit(SPEARHEAD))
    game.set(unsupplied=game.units(SPEARHEAD))
    assert supply.low_supply(game.state, game.unit(SPEARHEAD))


@pytest.mark.rule("EA-SU.m")
def test_a_unit_that_cannot_trace_is_in_low_supply_at_once() -> None:
    game = cut_off()

    assert not game.state.unsupplied
    assert supply.low_supply(game.state, game.unit(SPEARHEAD))


@pytest.mark.rule("EA-SU.q")
def test_isolated_units_count_as_out_of_supply() -> None:
    game = position("1009 394/99/V 1212 395/99/V", unsupplied="394/99/V", isolated="395/99/V")

    assert supply.out_of_supply(game.state) == game.units("394/99/V", "395/99/V")


@pytest.mark.rule("EA-S.4")
def test_roadblocks_come_off_before_supply_is_tested() -> None:
    # Cut off from the Allies by zones on all sides, the block in 1010 is lifted first.
    behind = "1009 27/12VG/ISS 1011 48/12VG/ISS"
    game = supply_phase(west_of_manhay(behind, roadblocks="1010"))

    assert not game.state.roadblocks
    assert not game.has("unsupplied", SPEARHEAD)


@pytest.mark.rule("EA-S.4")
def test_engineers_work_before_supply_is_tested() -> None:
    game = supply_phase(cut_off(hand=[1]))  # XLVII Corps with Bridge Engineers
    assert not game.has("unsupplied", SPEARHEAD)
    game.play('Event 1 "Bridge Engineers"', "Aim 1012/1013", "Done")

    assert not game.has("unsupplied", SPEARHEAD)
    assert game.told(ev.BridgeBuilt)[0].bridge == "1012/1013"


@pytest.mark.rule("EA-S.4")
def test_german_supply_is_tested_before_allied_supply_and_surrender_comes_last() -> None:
    game = cut_off(text="1005 423/106/XVIII")
    game.set(isolated=game.units("423/106/XVIII"))
    supply_phase(game)

    assert [event.side for event in game.told(ev.SupplyTested)] == [GERMAN]
    assert isinstance(game.top, SurrenderRoll)  # the Allied unit stays Isolated: no news of it


# -- surrender ---------------------------------------------------------------------------


@pytest.mark.rule("EA-S.53", "EA-SU.z")
@pytest.mark.parametrize(
    ("hex_", "dug_in", "number"),
    [
        ("1018", "", 6),  # in the open
        ("1018", "1018", 4),  # in an Improved Position
        ("1016", "", 4),  # Manhay, a town
        ("1118", "", 2),  # Hotton, a VP hex
        ("0526", "", 2),  # Namur, a city
    ],
)
def test_a_unit_isolated_since_yesterday_may_lose_a_step(
    hex_: str, dug_in: str, number: int
) -> None:
    for roll, steps in ((number, 3), (number + 1, 4)):
        game = position(f"{hex_} 18/LXVI", isolated="18/LXVI", dug_in=dug_in)
        supply_phase(game).roll(roll)

        assert game.steps("18/LXVI") == steps
        assert game.told(ev.SurrenderRolled)[0].number == number


@pytest.mark.rule("EA-S.53")
def test_the_westwall_shelters_only_germans_from_surrender() -> None:
    german = position("2503 18/LXVI", isolated="18/LXVI", bridges={"2302/2303": "destroyed"})
    german.set(roadblocks=german.kit.grid.set_of(["2304", "2303"]))
    allied = position("1006 423/106/XVIII 1107 62/LXVI 0807 18/LXVI", isolated="423/106/XVIII")

    assert supply.surrender_number(german.state, german.unit("18/LXVI")) == 4
    assert supply.surrender_number(allied.state, allied.unit("423/106/XVIII")) == 6


@pytest.mark.rule("EA-S.53")
def test_a_unit_that_has_just_become_isolated_does_not_roll() -> None:
    game = supply_phase(cut_off(unsupplied=SPEARHEAD))

    assert game.has("isolated", SPEARHEAD)
    assert not isinstance(game.top, SurrenderRoll)


@pytest.mark.rule("EA-S.53")
def test_a_unit_relieved_in_time_does_not_roll() -> None:
    game = supply_phase(west_of_manhay(isolated=SPEARHEAD))

    assert not isinstance(game.top, SurrenderRoll)


@pytest.mark.rule("EA-SU.z")
def test_units_surrender_by_ascending_number_and_the_last_step_is_the_end() -> None:
    game = position("1018 18/LXVI:1 1216 27/12VG/ISS", isolated="18/LXVI 27/12VG/ISS")
    supply_phase(game)
    assert game.top == SurrenderRoll(game.unit("18/LXVI"))  # number 1 before number 8

    game.roll(6)
    assert game.where("18/LXVI") == "dead"
    assert game.told(ev.Eliminated)[0].cause == "surrender"
    assert game.top == SurrenderRoll(game.unit("27/12VG/ISS"))


# -- fuel ----------------------------------------------------------------------------------


def draw_fuel_card(**more: Any) -> Game:
    """Card 5 (2nd Panzer, short of fuel on 23 and 24 December) is drawn on the 23rd."""
    game = position("1212 3/2P/XLVII 1213 2/2P/XLVII 1214 39/26/XLVII", day=23, **more)
    pile = [0] * len(game.state.cards[GERMAN])
    pile[4] = 3  # PILE
    game.state.cards[GERMAN] = bytearray(pile)
    game.state.stack = (*game.state.stack, DrawCards(GERMAN, 6))
    return game.pick(0)


@pytest.mark.rule("EA-S.54")
def test_a_card_drawn_on_a_day_of_shortage_puts_its_formation_out_of_fuel() -> None:
    game = draw_fuel_card()

    assert game.has("dry", "3/2P/XLVII")
    assert game.has("dry", "2/2P/XLVII")
    assert not game.has("dry", "39/26/XLVII")
    assert game.state.cards[GERMAN][4] == DISCARDS


@pytest.mark.rule("EA-S.54")
def test_units_in_the_reserve_box_run_dry_too() -> None:
    assert draw_fuel_card(reserve="304/2P/XLVII").has("dry", "304/2P/XLVII")


@pytest.mark.rule("EA-ST.r", "EA-ST.s")
def test_isolated_units_do_not_run_dry_but_the_card_is_gone() -> None:
    game = draw_fuel_card(isolated="3/2P/XLVII 2/2P/XLVII")

    assert not game.state.dry
    assert game.state.cards[GERMAN][4] == DISCARDS


def test_both_sides_are_traced_apart() -> None:
    game = position("1009 394/99/V")

    assert supply.supplied(game.state, ALLIED) >> game.hex("1009") & 1
    assert not supply.supplied(game.state, GERMAN) >> game.hex("1009") & 1
