"""HQs and formations, from the lines L245 to L297 of the summary alone."""

from __future__ import annotations

import pytest
from bcs import position
from bcs_lines import driven_out

from grognard.titles.bcs.kit.kit import GERMAN
from grognard.titles.bcs.rules.moving import line_of_sight as sight


@pytest.mark.rule("BCS-9.1f.a")
def test_where_a_jumped_hq_goes() -> None:
    """L247: three hexes off, on a road that is no railway, out of zones and Engagement Zones."""
    game = position("09.16 II/304d   05.14 1/506", active="2PZ", hand="II/304", hq={"2PZ": "11.16"})
    game.play("Step 08.16")
    places = [offer.split()[1] for offer in game.offers()]
    assert places
    for place in places:
        assert game.kit.grid.distance(game.hex(place), game.hex("08.16")) >= 3
    zone = sight.engagement_zone(game.state, GERMAN)
    assert not any(zone >> game.hex(place) & 1 for place in places)
    assert "10.15" not in places


@pytest.mark.rule("BCS-9.1i.b", "BCS-9.1i.c")
@pytest.mark.parametrize(("hq", "gone"), [("05.12", True), ("06.15", False)])
def test_a_formation_without_units_leaves(hq: str, gone: bool) -> None:
    """L263: the last company dies and all goes; sent off the map to return, it keeps the HQ."""
    text = f"08.15 158ECB:{1 if gone else 3}d   09.15 II/304d"
    game = driven_out(text, 12, hq={"2PZ": "10.13", "501": hq}, box="A/81")
    assert (game.hq("501") in {"off", "removed"}) == gone
    assert (game.where("A/81") == "removed") == gone
