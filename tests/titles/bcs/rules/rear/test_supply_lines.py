"""MSRs and Combat Trains, from the lines L303 to L346 of the summary alone."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position
from bcs_lines import (
    NO_US,
    NUMBER,
    to_clean_up,
)

from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.rules.rear import trains


@pytest.mark.rule("BCS-10.2d")
@pytest.mark.parametrize(("trains_at", "crosses"), [("04.20", True), ("01.03", False)])
def test_crossing_the_streams(trains_at: str, crosses: bool) -> None:
    """L305: CCB's road leaves Bastogne 07.18 by the west; a 506th that lives off it crosses it."""
    text = "11.09 20AIBd   08.17 1/506"
    at: dict[str, Any] = {"hq": {"CCB10": "07.18", "506": "08.16" if crosses else "05.12"}}
    wagons = {"CCB10": "01.15", "506": trains_at if crosses else "06.14"}
    game = position(text, active="CCB10", **at, trains=wagons)
    assert bool(trains.crossing(game.state, NUMBER["CCB10"])) == crosses


def supply(text: str = "", at: str = "22.10", hq: str = "16.11", **more: Any) -> Game:
    heads, wagons = {**NO_US, "2PZ": hq}, {**NO_US, "2PZ": at}
    return position(f"16.12 II/304d   {text}", active="2PZ", hq=heads, trains=wagons, **more)


@pytest.mark.rule("BCS-10.3.b", "BCS-10.3.a", "BCS-10.3.g")
def test_trains_cut_off_leave_the_map() -> None:
    """L309, L325: with battalions on the roads they have nowhere to go, go off and are Blocked."""
    south = "20.13 2/506   21.17 2/501   19.13 3/501"
    game = supply(f"20.12 1/506   21.07 3/506   21.05 1/501   {south}")
    offers = [offer for offer in game.offers() if offer.startswith("MoveTrains")]
    assert offers == ["MoveTrains off"]
    assert not game.allows("Done")
    game.play("MoveTrains off")
    assert game.trains("2PZ") == "off map"
    assert game.state.blocked[NUMBER["2PZ"]] == 1


@pytest.mark.rule("BCS-10.3.c", "BCS-10.3.e")
@pytest.mark.parametrize(
    ("label", "rule"),
    [
        ("17.14", None),  # Primary and Secondary
        ("17.11", "BCS-10.3.c"),  # a Track
        ("17.12", "BCS-10.3.c"),  # no road
        ("22.18", None),  # another source
    ],
)
def test_where_trains_may_stand(label: str, rule: str | None) -> None:
    """L313, L317, L323: on a Primary or Secondary road that reaches the HQ at Bourcy."""
    assert supply().rule(f"MoveTrains {label}") == rule


@pytest.mark.rule("BCS-10.3.h", "BCS-10.3.i", "BCS-10.3.k")
def test_trains_that_moved_are_ghosts_until_they_rest() -> None:
    """L327, L329, L340: moved to 20.12, seven hexes back; regular again an Activation later."""
    game = to_clean_up(supply().play("MoveTrains 20.12"))
    assert game.has("ghost", "2PZ")
    assert not to_clean_up(supply(at="20.12", ghost="2PZ")).has("ghost", "2PZ")


@pytest.mark.rule("BCS-10.3.k", "BCS-10.3.h")
@pytest.mark.parametrize(
    ("at", "optimal"),
    [("18.14", False), ("19.13", True), ("16.14", False), ("22.10", True)],
)
def test_optimal_distance(at: str, optimal: bool) -> None:
    """L340, L342: four hexes are too near, five will do; 16.14 is not on the way to the rear."""
    game = supply(at=at)
    assert trains.optimal(game.state, NUMBER["2PZ"]) == optimal
    assert to_clean_up(game).has("ghost", "2PZ") == (not optimal)


@pytest.mark.rule("BCS-10.3.l")
def test_jumped_trains_fall_back_ten_hexes() -> None:
    """L346: from Noville by P1 to Bastogne, the ninth hex, and on toward the Arlon road's 08.20."""
    heads, wagons = {"CCB10": "12.04", "2PZ": "13.10"}, {"CCB10": "11.09"}
    game = position("12.09 II/304d", active="2PZ", hand="II/304", hq=heads, trains=wagons)
    game.play("Step 11.09")
    assert game.told(ev.Jumped)
    assert game.trains("CCB10") == "08.19"
    assert game.has("ghost", "CCB10")
