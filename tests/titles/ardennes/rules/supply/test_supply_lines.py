"""Supply states, from the lines L109 to L129 of the published summary alone."""

from __future__ import annotations

from typing import Any

import pytest
from ea import position
from ea_lines import PAIR, PANZER, south, step_on
from ea_script import ring

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position.decisions import (
    Discarding,
    Moving,
    SurrenderRoll,
)
from grognard.titles.ardennes.rules.moving import zones
from grognard.titles.ardennes.rules.supply import supply


@pytest.mark.rule("EA-SU.j")
def test_no_replacement_for_a_regiment_that_cannot_trace() -> None:
    """L113: 320 in 2406 beyond an enemy bridge, 316 at home in 2204."""
    text = "2406 320/212/LXXX:1   2204 316/212/LXXX:1"
    game = south(text, bridges={"2205/2305": "allied"}, hand=[66]).play("Refit 66")

    assert game.rule("Replace 320/212/LXXX") == "EA-SU.j"
    assert game.allows("Replace 316/212/LXXX")


@pytest.mark.rule("EA-SU.k")
def test_no_exit_in_low_supply() -> None:
    """L114: alone on the west edge, with no German road behind it."""
    game = position(f"0829 {PANZER}", active=PANZER, day=24).play(f"Pick {PANZER}")

    assert game.rule("Exit") == "EA-SU.k"


@pytest.mark.rule("EA-SU.l")
def test_a_low_supply_combat_command_joins_but_does_not_lead() -> None:
    """L115: 2204 behind the Westwall is out of Allied supply, 2206 south of the river is not."""
    text = "2205 316/212/LXXX   2204 CCA/10A/XII   2206 2/5/XII"
    units = "CCA/10A/XII 2/5/XII"
    game = position(text, game="2p", side="allied", active=units, day=20).play("Done")
    game.play("Attack 2205", "Commit CCA/10A/XII")

    assert game.rule("Launch") == "EA-SU.l"
    assert game.play("Commit 2/5/XII").allows("Launch")


@pytest.mark.rule("EA-SU.n", "EA-SU.o")
def test_out_of_supply_neither_attack_nor_position() -> None:
    """L117: south of the Sûre, marked since this morning."""
    text = "2406 316/212/LXXX   2407 12/4/XII"
    game = south(text, active=PAIR[0], unsupplied=PAIR[0]).play("Done")

    assert game.rule("Attack 2407") == "EA-SU.n"
    assert game.rule(f"DigIn {PAIR[0]}") == "EA-SU.o"


@pytest.mark.rule("EA-SU.p", "EA-SU.s", "EA-SU.t")
@pytest.mark.parametrize(
    ("unit", "marker", "hexes"),
    [
        ("FuhGren/LIII", "unsupplied", 1),
        ("FuhGren/LIII", "isolated", 0),
        ("316/212/LXXX", "unsupplied", 3),
        ("316/212/LXXX", "isolated", 1),
    ],
)
def test_how_far_panzers_and_infantry_go_when_cut_off(unit: str, marker: str, hexes: int) -> None:
    """L118, L122, L123: along the clear hexes 2407 2408 2308 from 2406."""
    game = south(f"2406 {unit}", active=unit, day=22, **{marker: unit})
    game.set(rolled=game.kit.grid.all)
    gone = 0
    if game.allows(f"Pick {unit}"):
        game.play(f"Pick {unit}")
        for label in ("2407", "2408", "2308"):
            if isinstance(game.top, Moving) and game.allows(f"Step {label}"):
                game.play(f"Step {label}")
                gone += 1

    assert gone == hexes


@pytest.mark.rule("EA-SU.r")
def test_an_isolated_garrison_of_diekirch_has_no_zoc() -> None:
    """L121: not even in a town."""
    for marker, controls in (("", True), ("109/28/VIII", False)):
        game = position("2108 109/28/VIII", isolated=marker)
        assert bool(zones.zone(game.state, ALLIED) >> game.hex("2009") & 1) == controls


@pytest.mark.rule("EA-SU.u")
def test_isolated_infantry_stays_beside_the_enemy() -> None:
    """L124: 12/4 in 2407 is in the ZOC of the German in 2406."""
    text = "2407 12/4/XII   2406 316/212/LXXX"
    for marker, rule in (("12/4/XII", "EA-SU.u"), ("", None)):
        game = south(text, game="2p", side="allied", active="12/4/XII", isolated=marker)
        assert game.rule("Pick 12/4/XII") == rule


@pytest.mark.rule("EA-SU.v", "EA-SU.w", "EA-SU.x")
@pytest.mark.parametrize(
    ("start", "to", "rule"),
    [
        ("2306", "2305", "EA-SU.v"),  # Echternach, German
        ("2306", "2206", None),
        ("2405", "2404", "EA-SU.x"),  # an empty Westwall hex over the river
        ("2208", "2108", "EA-SU.w"),  # Diekirch is Allied, the bridge is not
    ],
)
def test_where_isolated_infantry_does_not_go(start: str, to: str, rule: str | None) -> None:
    """L125, L126: no enemy town, no enemy bridge, no empty Westwall hex."""
    bridges = {"2205/2305": "german", "2108/2208": "german"}
    text = f"{start} 12/4/XII"
    game = south(text, game="2p", side="allied", active="12/4/XII", isolated="12/4/XII",
                 bridges=bridges)  # fmt: skip

    assert game.play("Pick 12/4/XII").rule(f"Step {to}") == rule


@pytest.mark.rule("EA-SU.y")
def test_an_isolated_garrison_does_not_keep_reserves_away() -> None:
    """L127: the Germans may deploy next to it, though no German unit is in the hex."""
    text = "2204 316/212/LXXX   2305 12/4/XII"
    more: dict[str, Any] = {"day": 18, "hand": [66], "reserve": "320/212/LXXX"}
    for marker, rule in (("12/4/XII", None), ("", "EA-S.21")):
        game = position(text, isolated=marker, **more).play("Reserves 66 LXXX")
        assert game.rule("Deploy 320/212/LXXX 2205") == rule


LUXEMBOURG = (  # a ring at the map's edge
    "2707 39/26/XLVII 2709 77/26/XLVII 2711 78/26/XLVII 2808 27/12VG/ISS 2810 48/12VG/ISS"
)


@pytest.mark.rule("EA-SU.z", "EA-S.53")
@pytest.mark.parametrize(("hex_", "number"), [("1710", 6), ("1411", 4), ("1611", 2), ("2809", 2)])
def test_surrender_in_the_open_in_a_town_and_in_a_vp_hex(hex_: str, number: int) -> None:
    """L129: forest 1710, Troisvierges 1411, Clervaux 1611 and the city of Luxembourg."""
    around = ring(hex_, 2) if hex_ != "2809" else LUXEMBOURG
    text = f"{hex_} 110/28/VIII   {around}"
    for roll, steps in ((number, 1), (number + 1, 2)):
        game = position(text, day=20, isolated="110/28/VIII")
        game.state.stack = (Discarding(GERMAN, must=False),)
        game.events += supply.test_supply(game.state, ALLIED)
        game.events += supply.begin_surrenders(game.state)
        game = step_on(game)
        assert isinstance(game.top, SurrenderRoll)
        assert game.roll(roll).steps("110/28/VIII") == steps
