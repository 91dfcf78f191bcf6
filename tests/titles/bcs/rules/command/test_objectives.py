"""OBJ markers, their Zones and Recon (BCS-4.3.a to BCS-4.3.g)."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position

from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Acting, Activities, Objectives
from grognard.titles.bcs.position.state import note
from grognard.titles.bcs.rules.command import objectives

FIELD = "12.10 II/3Pz   11.09 20AIB   06.05 1/506"


def place(text: str = FIELD, **columns: Any) -> Game:
    """The OBJ step of 2PZ, whose HQ is at 16.11."""
    game = position(text, active="2PZ", **columns)
    game.events += objectives.begin(game.state, game.formation("2PZ"))
    return game


def scout(text: str, **columns: Any) -> Game:
    """AA 2 (Action Rating 4, Recon) in hand."""
    return position(text, active="2PZ", hand="AA2", **columns)


def zone(game: Game) -> set[str]:
    return set(game.kit.grid.labels(objectives.zone(game.state)))


# -- placing ---------------------------------------------------------------------------------


@pytest.mark.rule("BCS-4.3.a")
def test_a_marker_goes_on_an_enemy_unit_or_a_victory_hex() -> None:
    game = place()

    assert game.allows("Objective 06.05"), "an enemy unit"
    assert game.allows("Objective 04.07"), "an empty Victory Hex"
    assert game.rule("Objective 12.10") == "BCS-4.3.a", "an own unit"
    assert game.rule("Objective 13.10") == "BCS-4.3.a"
    assert game.rule("Objective 99.99") == "BCS-4.3.a"


@pytest.mark.rule("BCS-4.3.a")
def test_what_is_offered_is_what_is_allowed() -> None:
    game = place()
    allowed = {
        f"Objective {game.kit.grid.label(h)}"
        for h in game.kit.grid.hexes
        if game.allows(f"Objective {game.kit.grid.label(h)}")
    }

    assert set(game.offers()) == allowed | {"Done"}


@pytest.mark.rule("BCS-4.3.b")
def test_a_zone_is_every_hex_within_two() -> None:
    game = place(objectives=["11.09"])

    assert zone(game) == {
        *("10.07", "11.07", "12.07"),
        *("09.08", "10.08", "11.08", "12.08"),
        *("09.09", "10.09", "11.09", "12.09", "13.09"),
        *("09.10", "10.10", "11.10", "12.10"),
        *("10.11", "11.11", "12.11"),
    }


@pytest.mark.rule("BCS-S.15")
def test_two_markers_make_a_double_zone_where_both_reach() -> None:
    game = position(active="2PZ", objectives=["11.09", "15.09"])
    assert game.kit.grid.labels(objectives.double(game.state)) == ["13.09"]

    both = position(active="2PZ", objectives=["11.09", "11.09"])
    assert objectives.double(both.state) == objectives.zone(both.state)
    one = position(active="2PZ", objectives=["11.09"])
    assert objectives.double(one.state) == 0


@pytest.mark.rule("BCS-S.15")
def test_two_markers_are_placed_on_one_hex_if_the_owner_likes() -> None:
    game = place().play("Objective 11.09", "Objective 11.09")

    assert game.state.objectives == (game.hex("11.09"),) * 2
    assert isinstance(game.top, Activities), "there is no third"


@pytest.mark.rule("BCS-S.15")
def test_the_owner_may_place_fewer() -> None:
    game = place().play("Objective 11.09", "Done")

    assert len(game.state.objectives) == 1
    assert isinstance(game.top, Activities)


@pytest.mark.rule("BCS-R.5")
@pytest.mark.parametrize(("snafu", "asked"), [("full", True), ("partial", True), ("fail", False)])
def test_as_many_on_a_partial_and_none_on_a_fail(snafu: str, asked: bool) -> None:
    game = place(snafu=snafu)
    assert isinstance(game.top, Objectives) == asked
    if asked:
        game.play("Objective 11.09", "Objective 06.05")
        assert len(game.state.objectives) == 2


@pytest.mark.rule("BCS-4.3.c")
def test_prepared_defense_keeps_them_within_six_of_the_hq() -> None:
    # 10.11 is a Victory Hex six from the HQ, 11.09 six as well, 08.16 more
    game = place(prepared="2PZ")

    assert game.allows("Objective 10.11")
    assert game.allows("Objective 11.09")
    assert game.rule("Objective 08.16") == "BCS-4.3.c"
    assert "Objective 08.16" not in game.offers()
    assert place().allows("Objective 08.16")


# -- Recon ---------------------------------------------------------------------------------------


@pytest.mark.rule("BCS-4.3.d")
def test_only_a_recon_unit_scouts() -> None:
    text = "13.09 II/3Pz AA2   11.09 20AIB"
    tank = position(text, active="2PZ", hand="II/3Pz")

    assert tank.rule("Recon 11.09") == "BCS-4.3.d"
    assert not [a for a in tank.offers() if a.startswith("Recon")]
    assert "Recon 11.09" in scout(text).offers()


@pytest.mark.rule("BCS-4.3.d", "BCS-S.9")
def test_a_stopped_recon_unit_does_not() -> None:
    game = scout("13.09 AA2   11.09 20AIB")
    game.set(stopped=game.units("AA2"))

    assert game.rule("Recon 11.09") == "BCS-4.3.d"


@pytest.mark.rule("BCS-4.3.g")
def test_it_reaches_enemy_units_within_two_hexes() -> None:
    game = scout("13.09 AA2   11.09 20AIB   13.12 1/506")

    assert game.allows("Recon 11.09")
    assert game.rule("Recon 13.12") == "BCS-4.3.g", "three hexes off"
    assert game.rule("Recon 12.09") == "BCS-4.3.g", "nobody there"


@pytest.mark.rule("BCS-4.3.f", "BCS-4.3.g")
@pytest.mark.parametrize(("face", "made"), [(1, True), (4, True), (5, False), (6, False)])
def test_it_succeeds_on_the_action_rating_or_less(face: int, made: bool) -> None:
    game = scout("13.09 AA2   11.09 20AIB").play("Recon 11.09").roll(face)

    assert game.state.objectives == ((game.hex("11.09"),) if made else ())
    assert game.told(ev.ReconRolled)[0].made == made
    assert isinstance(game.top, Acting)


@pytest.mark.rule("BCS-4.3.e", "BCS-7.0d.b")
def test_each_attempt_is_a_fire_event() -> None:
    game = scout("13.09 AA2   11.09 20AIB")
    game.play("Recon 11.09").roll(6)
    assert game.state.fired[game.unit("AA2")] == 1

    game.play("Recon 11.09").roll(6)

    assert game.state.fired[game.unit("AA2")] == 2
    assert game.has("stopped", "AA2")
    assert game.rule("Recon 11.09") is not None


@pytest.mark.rule("BCS-4.3.g", "BCS-S.15")
def test_what_recon_makes_comes_on_top_of_the_two() -> None:
    game = scout("13.09 AA2   11.09 20AIB", objectives=["06.05", "04.07"])
    game.play("Recon 11.09").roll(1)

    assert len(game.state.objectives) == 3


@pytest.mark.rule("BCS-4.3.c")
def test_recon_in_prepared_defense_keeps_to_six_hexes_as_well() -> None:
    game = scout("09.11 AA2   08.11 1/506", prepared="2PZ")

    assert game.rule("Recon 08.11") == "BCS-4.3.c"


@pytest.mark.rule("BCS-S.15")
def test_markers_leave_in_clean_up() -> None:
    game = position("16.12 II/304", active="2PZ", objectives=["11.09"])
    game.play("Done")

    assert game.state.objectives == ()
    note(game.state, over=False)
