"""Why no way leads to a far hex: too far, with the figures, or where the way breaks off."""

from __future__ import annotations

import pytest
from bcs import Game, position

from grognard.titles import bcs
from grognard.waist.no_way import NoWay


def why(game: Game, to: str, *pieces: str) -> NoWay | None:
    return bcs.no_way(game.state, "german", pieces, to)


def told(found: NoWay | None) -> tuple[str, str, str]:
    assert found is not None
    return found.refusal.rule, found.refusal.because, found.at


@pytest.mark.rule("BCS-S.21")
def test_a_hex_beyond_the_points_is_too_far() -> None:
    game = position("09.14 I/3Pzm", active="2PZ", hand="I/3Pz", mp=1)
    rule, because, at = told(why(game, "09.18"))
    assert (rule, at) == ("BCS-S.21", "09.18")
    assert because.startswith("too far: 09.18 needs ")
    assert because.endswith(" MP, 1 left")


@pytest.mark.rule("BCS-S.27")
def test_the_enemy_ends_the_way() -> None:
    game = position("09.14 I/3Pzm   08.14 1/506", active="2PZ", hand="I/3Pz")
    assert told(why(game, "08.14")) == (
        "BCS-S.27",
        "no way to 08.14: the enemy is in 08.14",
        "08.14",
    )


def test_what_leads_there_is_not_spoken_against() -> None:
    game = position("09.14 I/3Pzm   08.14 1/506", active="2PZ", hand="I/3Pz")
    for hex_ in game.state.kit.grid.hexes:
        to = game.state.kit.grid.label(hex_)
        assert not (bcs.route(game.state, "german", [], to) and why(game, to)), to


def test_nobody_else_is_spoken_of() -> None:
    game = position("09.14 I/3Pzm   08.14 1/506", active="2PZ", hand="I/3Pz")
    assert why(game, "01.01", "1/506") is None
    assert bcs.no_way(game.state, "american", (), "01.01") is None
    assert why(game, "99.99") is None
