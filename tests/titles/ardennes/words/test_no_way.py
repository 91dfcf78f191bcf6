"""Why no way leads to a far hex: too far, with the figures, or where the way breaks off."""

from __future__ import annotations

import pytest
from ea import Game, position

from grognard.titles import ardennes
from grognard.waist.no_way import NoWay

FRONT = "1508 3/2P/XLVII 2/2P/XLVII   1609 110/28/VIII"


def why(game: Game, to: str) -> NoWay | None:
    return ardennes.no_way(game.state, "german", ["3/2P/XLVII"], to)


def front() -> Game:
    return position(FRONT, active="3/2P/XLVII 2/2P/XLVII")


@pytest.mark.rule("EA-S.36")
def test_the_enemy_ends_the_way() -> None:
    found = why(front(), "1609")
    assert found is not None
    assert (found.refusal.rule, found.at) == ("EA-S.36", "1609")
    assert found.refusal.because == "no way to 1609: an enemy unit is in 1609"


@pytest.mark.rule("EA-S.44")
def test_an_army_boundary_ends_the_way() -> None:
    found = why(front(), "2222")
    assert found is not None
    assert found.refusal.rule == "EA-S.44"
    assert f"{found.at} lies over the army boundary" in found.refusal.because


def test_what_leads_there_is_not_spoken_against() -> None:
    game = front()
    for hex_ in game.kit.grid.hexes:
        to = game.kit.grid.label(hex_)
        assert not (ardennes.route(game.state, "german", ["3/2P/XLVII"], to) and why(game, to)), to


def test_in_the_stage_of_attacks_nobody_moves() -> None:
    assert why(position(FRONT, active="3/2P/XLVII", stage="attack"), "2222") is None
