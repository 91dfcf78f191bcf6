"""Simple Blobs, Mixing and the Coordination marker (BCS-4.4.a, BCS-10.1e, BCS-R.19)."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, kit, position

from grognard.titles.bcs.kit.kit import KITS
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.state import Terms, put
from grognard.titles.bcs.rules.command import mixing
from grognard.titles.bcs.rules.command.mixing import hull
from grognard.titles.bcs.rules.turn.setting_up import set_up

FRESH_START = {"506": "08.16", "CCB10": "07.18"}


def inside(*corners: str) -> set[str]:
    grid = kit().grid
    return set(grid.labels(hull(grid.set_of(corners), grid.width)))


def blob(game: Game, key: str) -> set[str]:
    return set(game.kit.grid.labels(mixing.blob(game.state, game.formation(key))))


def two(text: str, **columns: Any) -> Game:
    """The 506th, active, beside the 501st."""
    return position(text, active="506", hq={"506": "05.05", "501": "12.05"}, **columns)


def go(game: Game, name: str, label: str) -> Game:
    """A unit comes to a hex in its move."""
    put(game.state, game.unit(name), game.hex(label))
    game.events += mixing.entered(game.state, game.unit(name))
    return game


# -- the Blob --------------------------------------------------------------------------------


@pytest.mark.rule("BCS-R.19")
def test_one_hex_is_its_own_hull() -> None:
    assert inside("05.05") == {"05.05"}


@pytest.mark.rule("BCS-R.19")
def test_two_hexes_and_the_centres_on_the_line_between() -> None:
    assert inside("05.05", "08.05") == {"05.05", "06.05", "07.05", "08.05"}
    assert inside("05.05", "06.07") == {"05.05", "05.06", "06.07"}
    assert inside("05.05", "05.07") == {"05.05", "05.07"}  # the line runs along a hexside


@pytest.mark.rule("BCS-R.19")
def test_a_triangle_with_its_edges() -> None:
    assert inside("05.05", "09.05", "07.09") == {
        *("05.05", "06.05", "07.05", "08.05", "09.05"),
        *("05.06", "06.06", "07.06", "08.06"),
        *("06.07", "07.07", "08.07"),
        *("06.08", "07.08"),
        "07.09",
    }


@pytest.mark.rule("BCS-R.19")
def test_the_blob_takes_the_hq_and_units_in_command_radius() -> None:
    # 18.05 is six hexes from the HQ at 12.05, 19.05 seven
    near = two("18.05 1/501")
    far = two("19.05 1/501")

    assert blob(near, "501") == {f"{c}.05" for c in range(12, 19)}
    assert blob(far, "501") == {"12.05"}


@pytest.mark.rule("BCS-R.19")
def test_without_an_hq_there_is_no_blob() -> None:
    game = position("18.05 1/501", active="506", hq={"501": ""})

    assert blob(game, "501") == set()


# -- Mixing ------------------------------------------------------------------------------------


@pytest.mark.rule("BCS-10.1e", "BCS-4.4.a")
def test_standing_in_anothers_blob_is_mixed() -> None:
    game = two("14.05 1/506   16.05 1/501", snafu="")
    game.events += mixing.check(game.state, game.formation("506"))

    assert game.has("coordination", "506")
    assert not game.has("coordination", "501"), "only the active formation is marked"
    (told,) = game.told(ev.Coordinated)
    assert (told.on, told.why, told.hexes) == (True, "Mixed with 501", ("14.05",))


@pytest.mark.rule("BCS-10.1e")
def test_standing_beside_a_blob_is_not() -> None:
    game = two("14.06 1/506   16.05 1/501", snafu="")

    assert mixing.check(game.state, game.formation("506")) == []


@pytest.mark.rule("BCS-10.1e", "BCS-R.19")
def test_enemies_and_the_active_hq_and_trains_cause_no_mixing() -> None:
    game = position(
        "16.05 1/501   05.05 1/506",
        active="506",
        hq={"506": "14.05", "501": "12.05"},
        trains={"506": "15.05"},
    )
    assert not mixing.mixed(game.state, game.formation("506"))

    enemy = position("14.10 II/3Pz   16.11 II/304   15.10 1/506", active="506", hq={"506": "10.05"})
    assert not mixing.mixed(enemy.state, enemy.formation("506"))


@pytest.mark.rule("BCS-R.19", "BCS-10.1e", "BCS-4.4.a")
def test_entering_a_blob_marks_at_once() -> None:
    game = go(two("14.06 1/506   16.05 1/501"), "1/506", "14.05")

    assert game.has("coordination", "506")
    assert game.state.mixed


@pytest.mark.rule("BCS-10.1e")
def test_a_unit_of_an_inactive_formation_mixes_nobody() -> None:
    game = go(two("05.06 1/506   06.06 1/501"), "1/501", "05.06")

    assert not game.has("coordination", "501")
    assert not game.has("coordination", "506")


@pytest.mark.rule("BCS-10.1e")
def test_moving_about_in_a_blob_one_began_in_is_not_entering() -> None:
    game = go(two("14.05 1/506   16.05 1/501"), "1/506", "15.05")

    assert not game.told(ev.Coordinated)


@pytest.mark.rule("BCS-10.1e")
def test_nobody_is_mixed_at_the_start_of_noville() -> None:
    state = set_up(Terms("noville", ()))

    for formation in KITS["noville"].formations:
        assert not mixing.mixed(state, formation.id), formation.key


# -- the marker ---------------------------------------------------------------------------


@pytest.mark.rule("BCS-R.6")
def test_the_marker_leaves_in_the_clean_up_of_the_roll_it_changed() -> None:
    game = two("05.06 1/506", coordination="506", coordinated=True)
    game.events += mixing.clean_up(game.state, game.formation("506"))

    assert not game.has("coordination", "506")
    assert not game.told(ev.Coordinated)[0].on


@pytest.mark.rule("BCS-R.6")
def test_it_stays_while_the_formation_is_mixed_again() -> None:
    game = two("14.05 1/506   16.05 1/501", coordination="506", coordinated=True)

    assert mixing.clean_up(game.state, game.formation("506")) == []
    assert game.has("coordination", "506")


@pytest.mark.rule("BCS-R.6", "BCS-R.19")
def test_a_marker_that_came_after_the_roll_waits_for_the_next() -> None:
    game = go(two("14.06 1/506   16.05 1/501"), "1/506", "14.05")
    go(game, "1/506", "14.06")
    game.events += mixing.clean_up(game.state, game.formation("506"))

    assert game.has("coordination", "506")


@pytest.mark.rule("BCS-R.6")
def test_mixing_anew_renews_a_marker_that_has_had_its_roll() -> None:
    game = two("14.06 1/506   16.05 1/501", coordination="506", coordinated=True)
    go(go(game, "1/506", "14.05"), "1/506", "14.06")
    game.events += mixing.clean_up(game.state, game.formation("506"))

    assert game.has("coordination", "506")


@pytest.mark.rule("BCS-4.4.b")
def test_an_hq_that_retreats_is_coordinated() -> None:
    game = position("08.17 1/506", active="506")
    game.play(next(a for a in game.offers() if a.startswith("PullBack")))

    assert game.has("coordination", "506")
