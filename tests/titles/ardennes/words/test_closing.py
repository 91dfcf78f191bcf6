"""What would be passed up by ending a step is counted."""

from __future__ import annotations

from ea import position

from grognard.titles import ardennes
from grognard.titles.ardennes.position.actions import Done


def test_units_that_have_not_moved_are_counted() -> None:
    game = position("1508 3/2P/XLVII 2/2P/XLVII", active="3/2P/XLVII 2/2P/XLVII")
    assert ardennes.unfinished(game.state, "german", Done()) == ("two units have not moved",)


def test_hexes_that_could_be_attacked_are_counted() -> None:
    game = position(
        "1009 394/99/V   1007 Peiper/1SS/ISS   1008 2/1SS/ISS",
        active="Peiper/1SS/ISS 2/1SS/ISS",
        stage="attack",
    )
    assert "one hex could be attacked" in ardennes.unfinished(game.state, "german", Done())


def test_cards_that_could_be_played_are_counted_once() -> None:
    game = position("1508 3/2P/XLVII", hand=(1, 4))
    (words,) = ardennes.unfinished(game.state, "german", Done())
    assert words == "two cards could still be played"
