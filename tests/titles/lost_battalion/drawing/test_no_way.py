"""Why no way leads to a far hex: too far, with the figures, or where the way breaks off."""

from __future__ import annotations

import pytest
from positions.lb import Game, position

from grognard.titles import lost_battalion as lb
from grognard.waist.no_way import NoWay


def why(game: Game, to: str, *pieces: str, seat: str = "us") -> NoWay | None:
    return lb.no_way(game.state, seat, pieces, to)


@pytest.mark.rule("LB-8.0a")
def test_a_hex_beyond_the_points_is_too_far() -> None:
    # Clear ground costs 1 a hex, and a regiment has 8.
    found = why(position("1246 137/35"), "0546", "137/35")
    assert found is not None
    assert found.refusal.rule == "LB-8.0a"
    assert found.refusal.because.startswith("too far: 0546 needs ")
    assert found.refusal.because.endswith(" movement, 8 left")


@pytest.mark.rule("LB-8.0a")
def test_the_enemy_ends_the_way() -> None:
    found = why(position("1246 137/35   1242 2GzF/1G"), "1242", "137/35")
    assert found is not None
    assert (found.refusal.rule, found.at) == ("LB-8.0a", "1242")


@pytest.mark.rule("LB-11.5b")
def test_guns_find_no_way_off_the_road() -> None:
    game = position("1723 VA", at="b3")
    found = why(game, "1720", "VA")
    assert found is not None
    assert (found.refusal.rule, found.at) == ("LB-11.5b", "1720")


def test_where_a_way_leads_and_where_nobody_may_go_there_is_nothing_to_say() -> None:
    game = position("1246 137/35")
    assert why(game, "1247", "137/35") is None
    assert why(game, "1246", "137/35") is None
    assert why(game, "9999", "137/35") is None
    assert why(game, "0546") is None
    assert why(game, "0546", "137/35", seat="german") is None
    assert why(game, "0546", "nobody") is None


def test_every_reason_is_true_of_some_route() -> None:
    """What is said to be out of reach is; what is within reach is not spoken against."""
    game = position("1246 137/35   1242 2GzF/1G   1145 139/35")
    for hex_ in game.kit.grid.hexes:
        to = game.kit.grid.label(hex_)
        leads = bool(lb.route(game.state, "us", ["137/35"], to))
        assert not (leads and why(game, to, "137/35")), to
