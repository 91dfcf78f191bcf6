"""Retreats and advances, from the lines L167 to L196 of the published summary alone."""

from __future__ import annotations

from typing import Any

import pytest
from ea import Game, position
from ea_combat import fight, hit, lost
from ea_lines import ALLIES, PAIR, south

from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    AdvanceRoll,
    DemolitionCheck,
)
from grognard.titles.ardennes.rules.fighting import retreat


def ways(game: Game, name: str, start: str) -> dict[str, tuple[int, int]]:
    """By hex of retreat: priority and cost in steps, the last resorts left out."""
    hex_ = game.hex(start)
    found = retreat.retreat_hexes(game.state, game.units(name), hex_, hex_, 1)
    return {game.kit.grid.label(r.hex): (r.priority, r.cost) for r in found if not r.resorts}


@pytest.mark.rule("EA-RT.o", "EA-RT.p")
def test_the_ways_back_from_2407() -> None:
    """L175: 2307, 2408 and 2507 are free; 2306 (by no road into forest) is a last resort and
    2506 is in German ZOC: a step."""
    game = south(ALLIES)

    assert ways(game, "CCA/10A/XII", "2407") == {
        "2307": (1, 0), "2408": (1, 0), "2507": (1, 0), "2506": (2, 1),
    }  # fmt: skip


@pytest.mark.rule("EA-RT.o")
def test_a_supplied_friend_opens_a_hex_in_enemy_zoc() -> None:
    """L175: with 22/4 in 2506 the way there costs nothing."""
    game = south(f"{ALLIES}   2506 22/4/XII")

    assert ways(game, "CCA/10A/XII", "2407")["2506"] == (1, 0)


@pytest.mark.rule("EA-RT.t")
@pytest.mark.parametrize(
    ("friend", "where"),
    [("", "2408"), ("2607 22/4/XII", "2507"), ("2207 22/4/XII", "2307")],
)
def test_towards_the_nearest_friend_else_west(friend: str, where: str) -> None:
    """L178: no town is next to 2407."""
    game = hit(south(f"{ALLIES}   {friend}"), "2407", *PAIR, d=1).roll(10)

    assert game.where("CCA/10A/XII") == where


@pytest.mark.rule("EA-RT.o", "EA-RT.s")
def test_the_ways_back_out_of_echternach() -> None:
    """L175, L177: the forest 2306 has a road from the town and is free, as are 2405 and 2406;
    2206 is in German ZOC. From 2407 the same forest is a last resort (above)."""
    game = position("2305 12/4/XII   2205 316/212/LXXX", day=18)

    assert ways(game, "12/4/XII", "2305") == {
        "2306": (1, 0), "2405": (1, 0), "2406": (1, 0), "2206": (2, 1),
    }  # fmt: skip


@pytest.mark.rule("EA-RT.j", "EA-RT.k")
def test_nobody_retreats_into_an_enemy_town_or_an_empty_westwall_hex() -> None:
    """L172: from 2405 neither German Echternach nor the Westwall 2304 and 2404."""
    game = south("2405 12/4/XII   2406 316/212/LXXX")
    hex_ = game.hex("2405")
    found = retreat.retreat_hexes(game.state, game.units("12/4/XII"), hex_, hex_, 1)

    assert not {"2305", "2304", "2404"} & set(game.labels(r.hex for r in found))


@pytest.mark.rule("EA-RT.g", "EA-RT.h", "EA-RT.i")
@pytest.mark.parametrize(
    ("unit", "marker"),
    [("VDH/ISS", ""), ("FuhGren/LIII", "dry"), ("FuhGren/LIII", "isolated")],
)
def test_who_does_not_retreat(unit: str, marker: str) -> None:
    """L172: the paratroops, tanks without fuel, isolated tanks."""
    more = {marker: unit} if marker else {}
    game = hit(south(f"2406 {unit}   2407 2/5/XII", day=22, **more), "2406", "2/5/XII",
               side="allied", d=1)  # fmt: skip

    assert game.told(ev.RetreatMade) == []
    assert lost(game) == [unit]


@pytest.mark.rule("EA-RT.m", "EA-RT.l")
def test_two_hexes_back_is_two_hexes_away() -> None:
    """L173: from 2407 by 2408 the second hex is one of 2308, 2409, 2508 and not 2307 or 2507."""
    game = hit(south(ALLIES, game="2p"), "2407", *PAIR, d=2).play("Retreat 2408")

    second = {o.split()[1] for o in game.offers() if o.startswith("Retreat")}
    assert second == {"2308", "2409", "2508"}
    assert game.play("Retreat 2409").has("dispersed", "CCA/10A/XII")


@pytest.mark.rule("EA-RT.w")
@pytest.mark.parametrize(("day", "checked"), [(16, False), (17, True), (22, True), (29, True)])
def test_a_german_driven_back_to_a_bridge_has_it_tested_from_the_17th(
    day: int, checked: bool
) -> None:
    """L179: from 2307 back to 2208, next to the Allied bridge of Diekirch."""
    game = south("2307 316/212/LXXX   2408 2/5/XII", day=day)
    game.set(rolled=game.kit.grid.all)
    hit(game, "2307", "2/5/XII", side="allied", d=1).play("Retreat 2208")

    assert isinstance(game.top, DemolitionCheck) == checked


def won(text: str, target: str, *units: str, path: str = "", **more: Any) -> Game:
    """The Germans have cleared the target; roadblocks and bridges have been rolled for."""
    game = south(text, **more)
    game.set(rolled=game.kit.grid.all, mined=game.kit.printed_bridges)
    hexes = tuple(game.hex(label) for label in (target, *path.split()))
    fields = {"path": hexes, "retreated": len(hexes) - 1} if path else {}
    return fight(game, target, *units, stage="advance", **fields)


@pytest.mark.rule("EA-AD.a", "EA-AD.b", "EA-AD.c")
def test_tanks_follow_the_path_of_a_two_hex_retreat() -> None:
    """L183 to L185: into 2407 whatever the ZOC; on along the path from ZOC to ZOC."""
    text = "2406 FuhGren/LIII 316/212/LXXX   2409 12/4/XII   2508 22/4/XII"
    game = won(text, "2407", "FuhGren/LIII", PAIR[0], path="2408 2409", day=21)
    game.play("Advance FuhGren/LIII 2407", f"Advance {PAIR[0]} 2407")

    assert game.allows("Advance FuhGren/LIII 2408")
    assert game.rule(f"Advance {PAIR[0]} 2408") == "EA-AD.b"  # infantry


@pytest.mark.rule("EA-AD.d", "EA-AD.e", "EA-AD.g")
def test_off_the_path_neither_zoc_to_zoc_nor_into_the_forest() -> None:
    """L185: the defender is eliminated; 2408 and 2407 are in the ZOC of 2508."""
    text = "2406 FuhGren/LIII   2507 22/4/XII"
    game = won(text, "2407", "FuhGren/LIII", day=21).play("Advance FuhGren/LIII 2407")

    assert game.rule("Advance FuhGren/LIII 2408") == "EA-AD.e"
    assert game.rule("Advance FuhGren/LIII 2306") == "EA-AD.g"
    assert game.allows("Advance FuhGren/LIII 2307")


@pytest.mark.rule("EA-AD.i", "EA-AD.j")
def test_one_unit_wades_the_our_and_stops() -> None:
    """L187: an attack out of the Westwall 2007 and 1907 on 2008, over the river."""
    text = "2007 14/5F/LXXXV 11/LXXXV   1907 FuhGren/LIII"
    game = won(text, "2008", "14/5F/LXXXV", "FuhGren/LIII", "11/LXXXV", day=21)
    game.play("Advance 14/5F/LXXXV 2008")

    assert game.rule("Advance 11/LXXXV 2008") == "EA-AD.i"
    assert game.allows("Advance FuhGren/LIII 2008")  # over a hexside of its own
    game.play("Advance FuhGren/LIII 2008")
    assert "Advance FuhGren/LIII 2108" not in game.offers()


def cleared(text: str, target: str, *units: str, **more: Any) -> Game:
    """The Allies have cleared the target."""
    return fight(position(text, **{"day": 22, **more}), target, *units, side="allied",
                 stage="advance")  # fmt: skip


@pytest.mark.rule("EA-AD.m", "EA-AD.u", "EA-AD.v")
def test_by_the_secondary_road_to_the_hex_before_ettelbruck() -> None:
    """L188, L195: 2211 to 2212 is secondary; # 3 first on 1 to 8, then # 4 on 1 to 4."""
    game = cleared("2211 10/5/XII 2/5/XII", "2212", "2/5/XII", "10/5/XII")
    assert game.top == AdvanceRoll(game.units("2/5/XII"), game.hex("2212"), 8)
    game.roll(8)

    assert game.top == AdvanceRoll(game.units("10/5/XII"), game.hex("2212"), 4)
    assert game.roll(5).where("10/5/XII") == "2211"


@pytest.mark.rule("EA-AD.s", "EA-AD.t", "EA-AD.y")
def test_into_marche_one_at_once_one_by_a_roll_and_no_third() -> None:
    """L194: a VP hex; 504, 505 and 508 are # 7, 8 and 9."""
    names = ("504/82/XVIII", "505/82/XVIII", "508/82/XVIII")
    game = cleared(f"1319 {' '.join(names)}", "1220", *names)
    assert game.where(names[0]) == "1220"
    assert game.top == AdvanceRoll(game.units(names[1]), game.hex("1220"), 7)
    game.roll(7)

    assert (game.where(names[1]), game.where(names[2])) == ("1220", "1319")
    assert game.state.battle is None
