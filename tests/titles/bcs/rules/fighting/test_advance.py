"""Advance after combat, and what it brings about (BCS-7.4.a to BCS-7.4.d)."""

from __future__ import annotations

import pytest
from bcs import Game, position

from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Activities, Following, HqRetreat, RetreatChoice

HQS = {"2PZ": "12.14", "501": "05.15", "CCB10": "07.16"}


def won(text: str, attack: str, hand: str = "II/304", **more: object) -> Game:
    """An attack on 09.14 in the open that makes the defender give way."""
    kept = {"active": "2PZ", "hand": hand, "hq": HQS, "objectives": ["09.14"], "arty": 0, **more}
    game = position(text, **kept).play(attack).roll(5, 6)  # 11 and more
    while isinstance(game.top, RetreatChoice):
        game.play(game.offers()[0])
    return game


@pytest.mark.rule("BCS-7.4.a")
@pytest.mark.rule("BCS-7.4.d")
@pytest.mark.rule("BCS-S.37")
def test_the_attacker_advances_into_a_vacant_hex_whatever_zones_there_are() -> None:
    game = won("09.14 158ECBd   10.14 II/304d   09.12 1/501", "Attack 09.14")
    assert game.where("II/304") == "09.14"
    assert game.has("finished", "II/304")
    assert game.has("traffic", "09.14")
    assert game.told(ev.Advanced)[0].to == "09.14"
    assert game.rule("Act II/304") == "BCS-S.9"
    assert isinstance(game.top, Activities)


@pytest.mark.rule("BCS-7.4.a")
@pytest.mark.rule("BCS-S.37")
def test_no_advance_while_a_defender_stands() -> None:
    text = "09.14 158ECBm 1/501   10.14 II/304d   10.15 Pi38d"
    game = position(
        text, active="2PZ", hand="II/304", hq=HQS, objectives=["09.14", "09.14"], prepared="501",
        arty=1,
    )  # fmt: skip
    game.play("Attack 09.14 Pi38", "Suppress arty", "Choose 158ECB")
    game.roll(4, 3)  # 4 and 3 against 2 and 1: 11
    while isinstance(game.top, RetreatChoice):
        game.play(game.offers()[0])
    assert game.told(ev.CombatRolled)[0].result == "S"
    assert game.at("09.14") == {"1/501"}
    assert game.where("II/304") == "10.14"
    assert not game.state.traffic


@pytest.mark.rule("BCS-7.4.a")
def test_a_hex_whose_defender_dies_is_entered() -> None:
    game = won("09.14 158ECB:1d   10.14 II/304d   09.12 1/501", "Attack 09.14")
    assert game.told(ev.CombatRolled)[0].result == "D1R"
    assert game.where("158ECB") == "dead"
    assert game.where("II/304") == "09.14"
    assert game.has("traffic", "09.14")


@pytest.mark.rule("BCS-7.4.b")
def test_no_attack_that_would_lead_out_of_command_radius() -> None:
    """The HQ has moved already, so it cannot help either."""
    text = "09.14 158ECBd   10.14 II/304d"
    kept = {"active": "2PZ", "hand": "II/304", "objectives": ["09.14"], "hq_moved": True}
    edge = position(text, hq={"2PZ": "17.14"}, **kept)
    assert edge.allows("Attack 09.14")  # eight hexes
    out = position(text, hq={"2PZ": "18.14"}, **kept)
    assert out.rule("Attack 09.14") == "BCS-7.4.b"
    tanks = position(
        "09.14 158ECBd   10.14 II/3Pzm", **{**kept, "hand": "II/3Pz"}, hq={"2PZ": "18.14"}
    )
    assert tanks.rule("Shock 09.14") == "BCS-7.4.b"


@pytest.mark.rule("BCS-7.4.c")
def test_an_assist_from_the_same_hex_may_follow() -> None:
    text = "09.14 158ECBd   10.14 II/304d Pi38d   09.12 1/501"
    game = won(text, "Attack 09.14 Pi38")
    assert isinstance(game.top, Following)
    assert game.offers() == ["Follow", "Decline"]
    assert game.rule("Done") == "BCS-S.1"
    stays, goes = game.twin(), game.twin()
    stays.play("Decline")
    assert stays.where("Pi38") == "10.14"
    goes.play("Follow")
    assert goes.at("09.14") == {"II/304", "Pi38"}
    for one in (stays, goes):
        assert one.has("finished", "Pi38")
        assert isinstance(one.top, Activities)


@pytest.mark.rule("BCS-7.4.c", "BCS-4.2f")
def test_one_that_may_not_end_there_does_not_follow() -> None:
    """Both are outside; the one comes nearer, the other began inside and went out."""
    text = "09.14 158ECBd   10.14 II/304d Pi38d   09.12 1/501"
    empty = position()
    began = {empty.unit("II/304"): empty.hex("10.14"), empty.unit("Pi38"): empty.hex("08.14")}
    far = {"hq": {**HQS, "2PZ": "03.08"}, "hq_moved": True, "began": began}
    game = won(text, "Attack 09.14 Pi38", moved=empty.units("Pi38"), **far)

    assert game.where("II/304") == "09.14"
    assert game.where("Pi38") == "10.14"
    assert isinstance(game.top, Activities)


@pytest.mark.rule("BCS-7.4.c")
def test_an_assist_from_another_hex_may_not() -> None:
    game = won("09.14 158ECBd   10.14 II/304d   10.15 Pi38d   09.12 1/501", "Attack 09.14 Pi38")
    assert isinstance(game.top, Activities)
    assert game.where("Pi38") == "10.15"
    assert game.has("finished", "Pi38")


@pytest.mark.rule("BCS-R.20")
def test_an_hq_whose_defenders_die_is_jumped() -> None:
    text = "09.14 158ECB:1d   10.14 II/304d   07.12 1/501"
    game = won(text, "Attack 09.14", hq={**HQS, "501": "09.14"})
    while isinstance(game.top, HqRetreat):
        game.play(game.offers()[0])
    assert game.told(ev.Jumped)[0].what == "HQ 501"
    assert game.hq("501") != "09.14"
    assert game.where("II/304") == "09.14"
    assert game.has("finished", "II/304")


@pytest.mark.rule("BCS-R.20")
def test_an_hq_whose_defenders_retreat_is_gone_before_the_enemy_comes() -> None:
    text = "09.14 B/3Tkm   10.14 II/304d   10.15 Pi38d"
    kept = {"active": "2PZ", "hand": "II/304", "objectives": ["09.14", "09.14"], "arty": 1}
    game = position(text, hq={"2PZ": "12.14", "CCB10": "09.14"}, **kept)
    game.play("Attack 09.14 Pi38", "Suppress arty").roll(4, 4)  # 7 against 4: 11
    while isinstance(game.top, HqRetreat | RetreatChoice):
        game.play(game.offers()[0])
    assert not game.told(ev.Jumped)
    assert game.told(ev.HqRetreated)
    assert game.where("II/304") == "09.14"


@pytest.mark.rule("BCS-9.1i.b")
def test_a_formation_whose_last_unit_dies_in_combat_is_gone() -> None:
    game = won("09.14 158ECB:1d   10.14 II/304d", "Attack 09.14")
    assert game.told(ev.FormationGone)
    assert game.hq("501") == "removed"
    assert game.where("II/304") == "09.14"
    assert isinstance(game.top, Activities)
