"""A Formation's guns, and what becomes of one without units (BCS-9.1i.a to BCS-9.1i.c)."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position

from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import NO_FORMATION, US
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Assigning, Choosing
from grognard.titles.bcs.position.state import BOX, DEAD, OFF, RETURNING, lose_steps, put
from grognard.titles.bcs.rules.command import formations
from grognard.titles.bcs.rules.fighting.losses import hit
from grognard.waist.asking import push


def last_dies(text: str, *names: str, key: str = "506", **columns: Any) -> Game:
    """The named units lose all their steps."""
    game = position(text, active="2PZ", **columns)
    for name in names:
        lose_steps(game.state, game.unit(name), 9)
    game.events += formations.check(game.state, game.formation(key))
    return game


@pytest.mark.rule("BCS-9.1i.b")
def test_hq_support_dead_pile_and_trains_go_with_the_last_unit() -> None:
    game = last_dies("08.17 1/506", "1/506", box="B/81")

    assert game.hq("506") == game.trains("506") == "removed"
    assert game.where("B/81") == game.where("1/506") == "removed"
    (told,) = game.told(ev.FormationGone)
    assert (told.formation, told.rule) == ("506", "BCS-9.1i.b")


@pytest.mark.rule("BCS-9.1i.b")
def test_not_while_a_unit_is_left() -> None:
    game = last_dies("08.17 1/506 2/506", "1/506", box="B/81")

    assert game.hq("506") == "08.16"
    assert game.where("1/506") == "dead"


@pytest.mark.rule("BCS-9.1i.c")
def test_nor_while_one_is_due_back_from_a_retreat() -> None:
    game = position("08.17 1/506", active="2PZ")
    put(game.state, game.unit("1/506"), RETURNING)

    assert formations.check(game.state, game.formation("506")) == []
    assert game.hq("506") == "08.16"


@pytest.mark.rule("BCS-9.1i.a")
def test_higher_assets_are_free_for_others() -> None:
    game = last_dies("08.17 1/501   08.18 158ECB", "1/501", key="501", guns={"501": 2})

    assert game.hq("501") == "removed"
    assert game.where("158ECB") == "08.18"
    assert game.state.command[game.unit("158ECB")] == NO_FORMATION
    assert game.state.guns[game.formation("501")] == 0
    assert game.state.corps[US] == 2


@pytest.mark.rule("BCS-9.1i.a")
@pytest.mark.parametrize("where", [BOX, RETURNING])
def test_assets_off_the_map_find_another_formation_in_the_assignment_phase(where: Hex) -> None:
    game = position("08.17 1/501   08.16 1/506", active="2PZ", command={"B/705": "501"}, turn=2)
    put(game.state, game.unit("B/705"), where)
    lose_steps(game.state, game.unit("1/501"), 9)
    game.events += formations.check(game.state, game.formation("501"))
    push(game.state, Assigning(US))

    assert game.rule("Assign B/705 501") == "BCS-R.47"
    assert "Assign B/705 506" in game.offers()
    game.play("Assign B/705 506")
    assert game.state.command[game.unit("B/705")] == game.formation("506")
    assert game.state.hex_of[game.unit("B/705")] == where


@pytest.mark.rule("BCS-9.1i.b")
def test_support_and_dead_pile_wait_for_reinforcements_that_are_due() -> None:
    """I/2 and II/2 of 2PZ arrive in turn 2."""
    game = position("14.10 II/3Pz", active="506", box="PzJg38")
    put(game.state, game.unit("I/304"), DEAD)
    for name in ("I/3Pz", "AA2", "II/304", "Pi38", "Fla273"):
        lose_steps(game.state, game.unit(name), 9)
    lose_steps(game.state, game.unit("II/3Pz"), 9)
    game.events += formations.check(game.state, game.formation("2PZ"))

    assert game.hq("2PZ") == "removed"
    assert game.state.hex_of[game.unit("I/2")] == OFF
    assert game.where("PzJg38") == "box"
    assert game.where("II/3Pz") == "dead"


@pytest.mark.rule("BCS-9.1i.b")
def test_the_activation_of_a_formation_that_is_gone_is_over() -> None:
    text = "12.10 II/3Pz:1   08.17 1/506"
    game = position(text, active="2PZ", hand="II/3Pz", traffic="12.08", objectives=["11.09"])
    game.events += hit(game.state, game.unit("II/3Pz"), 1, "BCS-7.2.e")
    game.run()

    assert game.top == Choosing(US)
    assert game.state.active == NO_FORMATION
    assert (game.state.traffic, game.state.objectives) == (0, ())


@pytest.mark.rule("BCS-9.1i.b")
def test_its_markers_go_too() -> None:
    game = last_dies(
        "08.17 1/506", "1/506", prepared="506", coordination="506", ghost="506", blocked={"506": 2}
    )

    for column in ("prepared", "coordination", "ghost"):
        assert not game.has(column, "506")
    assert game.state.blocked[game.formation("506")] == 0


@pytest.mark.rule("BCS-B.2")
@pytest.mark.parametrize(("snafu", "points"), [("full", 1), ("partial", 1)])
def test_the_dump_halves_the_guns(snafu: str, points: int) -> None:
    """CCB10 has two; with its own roads cut it lives from the dump in Bastogne."""
    roads = position(scenario="bastogne", active="CCB10", snafu=snafu, turn=2)
    assert formations.guns(roads.state, roads.formation("CCB10")) == 2
    game = dump(snafu)

    assert formations.artillery(game.state, game.formation("CCB10")) == points
    assert formations.artillery(roads.state, roads.formation("CCB10")) == (
        2 if snafu == "full" else 1
    )


def dump(snafu: str) -> Game:
    """Trains in 21.19, and a ring of enemies three hexes round the HQ at 20.20 on every road."""
    ring = "19.17 I/77   22.17 II/77   23.20 I/78   22.23 II/78   19.23 I/39   17.20 II/39"
    return position(
        ring,
        scenario="bastogne",
        active="CCB10",
        snafu=snafu,
        turn=2,
        hq={"CCB10": "20.20"},
        trains={"CCB10": "21.19"},
    )
