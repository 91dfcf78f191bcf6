"""Roads that are not there: no road back, a bridge that went, a dump that is not needed."""

from __future__ import annotations

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import LEG, TAC, TRUCK
from grognard.titles.bcs.position.state import Route, mark
from grognard.titles.bcs.rules.command import safe_path
from grognard.titles.bcs.rules.rear import msr
from grognard.titles.bcs.rules.ways import within_reach as reaching

NO_ROAD = "17.12"


def is_safe(game: Game, name: str) -> bool:
    return safe_path.has(game.state, game.unit(name))


@pytest.mark.rule("BCS-1.6.e")
def test_a_unit_with_its_hq_off_the_roads_has_no_safe_path() -> None:
    off, on = (
        position(f"{label} I/304d", hq={"2PZ": label}, trains={"2PZ": "22.10"})
        for label in (NO_ROAD, "17.13")
    )

    assert not off.kit.road_hexes >> off.hex(NO_ROAD) & 1
    assert not is_safe(off, "I/304")
    assert is_safe(on, "I/304")
    broken = safe_path.broken_at(off.state, off.unit("I/304"))
    assert broken == (off.hex(NO_ROAD), "no road to its Trains", "BCS-1.6.e")


@pytest.mark.rule("BCS-1.6.e")
@pytest.mark.parametrize("type_", [LEG, TAC, TRUCK])
def test_units_elsewhere_do_not_need_that_road(type_: int) -> None:
    game = position("18.13 I/304d", hq={"2PZ": NO_ROAD}, trains={"2PZ": "22.10"})

    assert safe_path.has(game.state, game.unit("I/304"), type_)


@pytest.mark.rule("BCS-1.6.e", "BCS-10.3.d")
def test_the_road_back_is_looked_up_anew_when_both_sides_get_an_msr() -> None:
    """The quickest road from 16.11 runs by 17.13, where the enemy is; the MSR goes by 17.11."""
    bases = {"hq": {"2PZ": "16.11", "506": "08.16"}, "trains": {"2PZ": "22.10", "506": "04.20"}}
    game = position("16.11 I/304   17.13 1/506   08.16 2/506", **bases)
    assert not is_safe(game, "I/304")
    assert is_safe(game, "2/506")

    msr.establish_all(game.state)

    assert is_safe(game, "I/304")


def blown(game: Game, *labels: str) -> Game:
    number = game.kit.bridge_number[game.hex(labels[0]), game.hex(labels[1])]
    mark(game.state, blown=1 << number)
    return game


@pytest.mark.rule("BCS-1.6.e", "BCS-B.1")
def test_the_road_back_does_not_run_over_a_bridge_that_is_down() -> None:
    game = position(
        "15.05 I/304d", scenario="bastogne", hq={"2PZ": "15.05"}, trains={"2PZ": "14.05"}
    )
    route = Route((game.hex("15.05"), game.hex("14.05")), (game.hex("14.05"),))
    number = game.formation("2PZ")
    game.state.routes[number] = route

    assert safe_path.way_back(game.state, number)[:1] == [game.hex("14.05")]
    assert safe_path.way_back(blown(game, "14.05", "15.05").state, number)[:1] != [
        game.hex("14.05")
    ]


@pytest.mark.rule("BCS-B.2", "BCS-10.3.d")
def test_trains_on_the_dump_take_the_road_as_soon_as_one_is_open() -> None:
    game = position(
        "20.21 54AIB", scenario="bastogne", hq={"CCB10": "20.20"}, trains={"CCB10": "21.19"}
    )
    number = game.formation("CCB10")
    dumped = Route((game.hex("20.20"), game.hex("21.19")), (game.hex("21.19"),))
    game.state.routes[number] = dumped
    found = msr.msr(game.state, number)

    assert not msr.on_dump(game.state, number)
    assert found is not None
    assert found.rear[-1] != game.hex("21.19")


@pytest.mark.rule("BCS-R.3")
def test_a_move_from_outside_does_not_end_where_it_could_go_on() -> None:
    game = position("03.12 2/501d", active="501", hq={"501": "05.04"}, hq_moved=True)
    ends = game.labels(
        h for h in game.kit.grid.hexes if reaching.ends(game.state, game.unit("2/501")) >> h & 1
    )

    assert "04.10" in ends  # in Command Radius
    assert not {"01.12", "02.11"} & set(ends)  # nearer to it, but it could go on from there
    assert game.play("Act 2/501", "Step 02.12", "Step 02.11").rule("Halt") == "BCS-R.3"
