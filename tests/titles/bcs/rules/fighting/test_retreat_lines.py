"""Retreats, from the lines L174 to L219 of the summary alone."""

from __future__ import annotations

import pytest
from bcs import Game, position
from bcs_lines import SHUT, attack_on, driven_out, fall_back, far, net_of, rolled, safe, stop_of

from grognard.titles.bcs.position import events as ev


@pytest.mark.rule("BCS-7.5.d", "BCS-7.5.e", "BCS-7.5.m")
def test_going_back_of_one_s_own_will() -> None:
    """L184: three hexes, to the Move side, a step, Finished; and without a Safe Path just so."""
    game = position("09.15 158ECBd", active="501", hand="158ECB", hq={"501": "07.17"})
    fall_back(game.play("Retreat"))
    assert (far(game, "158ECB", "09.15"), game.steps("158ECB")) == (3, 2)
    assert game.side("158ECB") == "Move"
    assert game.has("finished", "158ECB")

    shut = position(f"06.12 158ECBd   {SHUT}", active="501", hand="158ECB", hq={"501": "08.17"})
    assert not safe(shut, "158ECB")
    fall_back(shut.play("Retreat"))
    assert far(shut, "158ECB", "06.12") == 3


@pytest.mark.rule("BCS-7.5.e", "BCS-6.0.g")
def test_any_unit_with_an_ma_may_go_back() -> None:
    """L186: one STOPPED in an EZOC too; tanks that owe an Engagement make it first."""
    text = "11.14 158ECBd   08.14 II/304d"
    game = position(text, active="501", hand="158ECB", hq={"501": "12.16"})
    game.play("Step 10.14", "Step 09.14")
    assert stop_of(game) == "BCS-6.0.a"
    assert game.allows("Retreat")
    text = "11.15 I/3Pzm   09.14 B/3Tkd"
    tanks = position(text, active="2PZ", hand="I/3Pz", hq={"2PZ": "13.14"}).play("Step 10.15")
    assert tanks.rule("Retreat") == "BCS-6.0.g"


@pytest.mark.rule("BCS-7.5.e")
def test_under_a_fail_hqs_alone_pull_back() -> None:
    """L188: no unit is even taken up."""
    text = "09.15 158ECBd   13.16 Pi38d"
    game = position(text, active="501", hq={"501": "09.16"}, snafu="fail")
    assert not game.allows("Act 158ECB")
    assert any(offer.startswith("PullBack") for offer in game.offers())


@pytest.mark.rule("BCS-7.5.f", "BCS-7.5.l")
@pytest.mark.parametrize("total", [11, 12])
def test_no_safe_path_no_retreat_on_foot(total: int) -> None:
    """L201: HQ and Trains out of reach behind Germans: a step each in place of the retreat."""
    ring = "09.15 II/304d   07.15 Pi38d   07.16 I/2d   08.14 II/2d"
    game = driven_out(f"08.15 1/506   {ring}", total, objectives=["08.15"] * 2)
    assert game.where("1/506") == "08.15"
    assert game.steps("1/506") == (5 if total == 11 else 4)  # one of the table's with a 12
    assert game.told(ev.Stood)[0].rule == "BCS-7.5.f"


@pytest.mark.rule("BCS-7.5.h")
def test_a_situational_retreat_in_the_open() -> None:
    """L204: three hexes and the Move side."""
    game = driven_out("08.15 158ECBd   09.15 II/304d", 11)
    assert far(game, "158ECB", "08.15") == 3
    assert (game.side("158ECB"), game.steps("158ECB")) == ("Move", 3)


@pytest.mark.rule("BCS-7.5.g")
def test_a_situational_retreat_from_a_city() -> None:
    """L203: Bastogne-Nord is Key Terrain, so they stand and lose a step."""
    heads = {"2PZ": "10.13", "501": "05.16"}
    text = "08.17 158ECBd   09.17 II/304d   08.16 Pi38d"
    game = attack_on(text, objectives=["08.17"] * 2, hq=heads, arty=1)
    game.play("Attack 08.17 Pi38", "Suppress arty")
    rolled(game, 11)
    assert (game.where("158ECB"), game.steps("158ECB")) == ("08.17", 2)


@pytest.mark.rule("BCS-7.5.i", "BCS-7.5.k")
@pytest.mark.parametrize(
    ("hq", "home"), [("05.12", True), ("05.15", True), ("06.15", False), ("07.16", False)]
)
def test_an_automatic_retreat_goes_to_the_hq(hq: str, home: bool) -> None:
    """L205, L213, L219: to it or next to it; off the map if it is less than three hexes away."""
    game = driven_out("08.15 158ECBd   09.15 II/304d", 12, hq={"2PZ": "10.13", "501": hq})
    if home:
        assert far(game, "158ECB", hq) <= 1
        assert game.side("158ECB") == "Move"
    else:
        assert game.where("158ECB") == "returning"


@pytest.mark.rule("BCS-7.5.k", "BCS-7.5.n")
def test_no_room_at_the_hq() -> None:
    """L217: its hex and the six round it hold two battalions each."""
    friends = "05.12 1/506 2/506   04.12 3/506 2/502   06.12 3/502 1/501   05.11 2/501 3/501"
    more = "   06.11 20AIBd B/3Tkd   05.13 A/3Tkd C/20AIBd   06.13 D/90Cavd"
    heads = {"2PZ": "10.13", "501": "05.12", "506": "03.12", "CCB10": "03.12"}
    room = driven_out(f"08.15 158ECBd   09.15 II/304d   {friends}{more}", 12, hq=heads)
    assert room.where("158ECB") == "06.13"
    full = f"{friends}{more} C/609TDd"
    none = driven_out(f"08.15 158ECBd   09.15 II/304d   {full}", 12, hq=heads)
    assert none.where("158ECB") == "returning"


@pytest.mark.rule("BCS-7.5.i", "BCS-7.5.j")
def test_an_unassigned_battalion_goes_three_hexes() -> None:
    """L206, L207: it has no HQ to go to."""
    game = driven_out("08.15 2/502   09.15 II/304d Pi38d", 11)
    assert far(game, "2/502", "08.15") == 3


@pytest.mark.rule("BCS-7.5.b", "BCS-7.5.i")
def test_a_retreat_into_a_zone_costs_a_step() -> None:
    """L178: the HQ's own hex is full, the six round it are in German zones, or two are not.

    A friend in 06.15 keeps the Safe Path open, but saves nobody who retreats there a step.
    """
    heads = {"2PZ": "10.13", "501": "05.15", "26VG": ""}
    text = (
        "08.15 158ECBd   09.15 II/304d   05.15 1/501 2/501   06.15 3/501   05.13 I/77   06.16 I/78"
    )

    def beaten(more: str) -> Game:
        game = attack_on(f"{text}   {more}", hq=heads).play("Attack 08.15")
        return game.roll(6, 12 - net_of(game) - 6)

    for ring, label, left in (("03.16 II/77", "06.15", 1), ("", "06.15", 1), ("", "04.15", 2)):
        game = beaten(ring).play(f"Withdraw 158ECB {label}")
        assert (game.where("158ECB"), game.steps("158ECB")) == (label, left)
