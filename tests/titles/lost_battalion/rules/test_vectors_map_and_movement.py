"""Worked examples of the map, movement and supply, each played through."""

from __future__ import annotations

import pytest
from positions.lb import position, ring

from grognard.titles.lost_battalion.kit.tables import KITS
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.decisions import Battery
from grognard.titles.lost_battalion.rules.supply import usable_bridges

KIT = KITS["historical"]
GRID = KIT.grid


@pytest.mark.parametrize(
    ("label", "around"),
    [("1031", "0930 1030 1131 1032 0932 0931"), ("1030", "1029 1129 1130 1131 1031 0930")],
)
def test_vector_1_neighbours(label: str, around: str) -> None:
    near = [GRID.neighbour(GRID.at(label), direction) for direction in range(6)]

    assert [GRID.label(hex_) for hex_ in near if hex_ is not None] == around.split()


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        ("0702", "1332", 30),
        ("1636", "1332", 5),
        ("1642", "1638", 4),
        ("2242", "2335", 7),
        ("1827", "2831", 12),
        ("0134", "2834", 27),
    ],
)
def test_vector_2_distances(a: str, b: str, distance: int) -> None:
    assert GRID.distance(GRID.at(a), GRID.at(b)) == distance
    assert GRID.distance(GRID.at(b), GRID.at(a)) == distance


@pytest.mark.parametrize(
    ("lat", "lon", "label", "name"),
    [(49.2725, 5.1408, "1636", "Montfaucon"), (49.7017, 4.9403, "0702", "Sedan")],
)
def test_vector_3_places(lat: float, lon: float, label: str, name: str) -> None:
    x, y = (lon - 4.805) * 72.4, (49.715 - lat) * 111.2

    def away(text: str) -> float:
        column, row = int(text[:2]), int(text[2:])
        east = (column - 1) * 1.609344 + (0.804672 if row % 2 == 0 else 0)
        return (x - east) ** 2 + (y - (row - 1) * 1.393733) ** 2

    assert min(GRID.labels(GRID.all), key=away) == label
    (place,) = [place for place in KIT.board.places if place.name == name]
    assert GRID.label(place.hex) == label


@pytest.mark.rule("LB-7.2a", "LB-7.2b", "LB-7.2c", "LB-7.2d")
def test_vector_9_out_of_supply() -> None:
    cut = KIT.all_bridges  # all Allied: Germans in the Argonne have no supply
    attacked = position("0537 4GzF/1G 0538 305/77", at="b2", bridges=cut)
    attacked.attack("0537", "305/77").roll(1)
    assert attacked.told(ev.AssaultRolled)[0].line.startswith("8 (8) : 3 ")

    marching = position("0537 4GzF/1G", at="c1", bridges=cut).play("Pick 4GzF/1G")
    marching.play("March 0436", "March 0435", "March 0334", "March 0333")
    assert marching.rule("March 0233") == "LB-7.2a"

    attacking = position("0537 4GzF/1G 0538 305/77", at="c2", bridges=cut)
    assert attacking.rule("Attack 0538") == "LB-7.2c"


@pytest.mark.rule("LB-8.10c", "LB-8.10d", "LB-8.10e", "LB-8.10f")
def test_vector_13_operational_movement() -> None:
    for turn, rule in ((4, "LB-8.10f"), (5, None)):
        game = position("1847 137/35", at="b1", turn=turn).play("Pick 137/35")
        assert game.rule("Ride 1746") == rule
    off_road = position("1748 137/35", at="b1", turn=5).play("Pick 137/35")
    assert off_road.rule("Ride 1747") == "LB-8.10e"
    held = position("1140 137/35", at="b1", turn=5, bridges=KIT.all_bridges).play("Pick 137/35")
    assert held.rule("Ride 1240") == "LB-8.10c"
    beside = position("1140 137/35 1038 L83/9L", at="b1", turn=5, allied="1039 1040")
    assert beside.play("Pick 137/35", "Ride 1040").rule("Ride 1039") == "LB-8.10d"


@pytest.mark.rule("LB-8.11a")
@pytest.mark.parametrize("turn", [1, 8, 16])
def test_vector_14_no_german_in_1641(turn: int) -> None:
    move = position("1640 4GzF/1G", at="c1", turn=turn).play("Pick 4GzF/1G")
    assert move.rule("March 1641") == "LB-8.11a"

    attack = position("1640 4GzF/1G 1641 147/37", at="c2", turn=turn)
    assert attack.rule("Attack 1641") == "LB-8.11a"


@pytest.mark.rule("LB-14.0a", "LB-14.0b", "LB-14.0c", "LB-14.0d")
def test_vector_15_the_meuse() -> None:
    for turn, rule in ((4, "LB-14.0a"), (5, None)):
        game = position("2437 kuk5/1AH 2640 XVIIA", at="b2", turn=turn)
        assert game.rule("Bombard 2437") == rule

    for turn, rule in ((13, "LB-14.0b"), (14, None)):
        text = ring("1831", "313/79 314/79 315/79 316/79", but="1830 1931 1930")
        game = position(f"{text} 1831 137/35 1830 L83/9L:1", at="b2", turn=turn)
        game.attack("1830", "137/35")
        while isinstance(game.state.top, Battery):
            game.play("Done")
        game.roll(6)
        assert game.rule("Advance 137/35") == rule


@pytest.mark.rule("LB-8.8b", "LB-8.8c", "LB-14.0d")
def test_vector_20_a_captured_bridge() -> None:
    a, b = GRID.at("1728"), GRID.at("1827")
    bridge = KIT.bridges_at[a] & KIT.bridges_at[b]
    pontoon = KIT.hexsides[a, b].bridge & ~bridge
    game = position("1628 137/35", at="b1", turn=14).play("Pick 137/35")
    assert usable_bridges(game.state, 1) & bridge

    game.play("March 1728", "March 1827")

    assert not usable_bridges(game.state, 1) & bridge
    assert not usable_bridges(game.state, 0) & bridge
    assert usable_bridges(game.state, 0) & pontoon
    game.play("Halt").end_turn()
    assert usable_bridges(game.state, 0) & bridge


@pytest.mark.rule("LB-S.35")
def test_vector_22_victory_hexes_sum_to_60() -> None:
    assert sum(row.vp for row in KIT.victory_hexes) == 60
