"""Where Allied defenders retreat."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_combat import hit, lost

from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.rules.fighting import retreat
from grognard.titles.ardennes.script import retreats

GERMANS = "0707 27/12VG/ISS 48/12VG/ISS"
PAIR = ("27/12VG/ISS", "48/12VG/ISS")
PLAIN = f"0708 394/99/V   {GERMANS}"


CLOSED = "   0808 8/3F/ISS   0809 89/12VG/ISS   0608 5/3F/ISS"


@pytest.mark.rule("EA-RT.b")
def test_the_allied_system_splits_a_stack_by_ascending_number() -> None:
    text = f"0708 394/99/V 16/1/V   0609 23/2/V 38/2/V   0709 393/99/V 395/99/V   {GERMANS}{CLOSED}"
    game = hit(position(text), "0708", *PAIR, d=1).roll(10)

    assert game.where("16/1/V") == "0609"  # westernmost of equals: the lower row
    assert game.where("394/99/V") == "0709"


@pytest.mark.rule("EA-CT.g", "EA-CR.d")
def test_kept_from_a_second_hex_by_infiltration_the_allied_system_loses_steps() -> None:
    game = hit(position(PLAIN), "0708", *PAIR, d=2, tactics=("Infiltration",))

    assert len(game.told(ev.RetreatMade)) == 1
    assert lost(game) == ["394/99/V"]
    assert not game.has("dispersed", "394/99/V")


# -- which of equal hexes ---------------------------------------------------------------------


def picked(game: Game, *labels: str) -> str:
    routes = [retreat.Route(game.hex(label), 0, 1, 0) for label in labels]
    found = retreats.allied_pick(game.state, game.units("394/99/V"), routes)
    return game.kit.grid.label(found.kept[0])


@pytest.mark.rule("EA-RT.t")
def test_of_equal_hexes_a_town_then_the_nearest_to_a_friend_then_the_westernmost() -> None:
    text = f"{PLAIN}   0810 16/1/V"
    game = position(text)

    assert picked(game, "0608", "0709", "0809") == "0608"
    assert picked(game, "0609", "0709", "0808") == "0709"  # next to 0810
    assert picked(position(PLAIN), "0609", "0808", "0709") == "0609"


@pytest.mark.rule("EA-RT.t")
def test_the_reasons_are_told() -> None:
    game = hit(position(PLAIN), "0708", *PAIR, d=2)
    told = next(event for event in game.told(ev.Reasoned) if event.procedure == "Retreat")

    assert told.chosen == "0609"  # 0709 lies as far west, but in a lower row
    assert "EA-RT.t" in {line.rule for line in told.lines}
