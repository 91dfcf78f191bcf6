"""Shock Attacks (BCS-7.3.a to BCS-7.3.i)."""

from __future__ import annotations

import msgspec
import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import QUARTERS, TAC
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import (
    Acting,
    Activities,
    CombatRoll,
    MissionChoice,
    RetreatChoice,
)
from grognard.titles.bcs.rules.moving import terrain

HQS = {"2PZ": "12.14", "501": "06.15", "CCB10": "07.16"}


def shock(text: str, hand: str = "II/3Pz", **more: object) -> Game:
    """II/3Pz beside an enemy in the open hex 09.14, an OBJ marker on it."""
    kept = {"active": "2PZ", "hand": hand, "hq": HQS, "objectives": ["09.14"], **more}
    return position(text, **kept)


OPEN = "09.14 158ECBd   10.14 II/3Pzm"


def fall_back(game: Game) -> Game:
    while isinstance(game.top, RetreatChoice):
        game.play(game.offers()[0])
    return game


@pytest.mark.rule("BCS-7.3.a")
def test_only_tac_units_shock() -> None:
    assert shock("09.14 158ECBd   10.14 II/304d", "II/304").rule("Shock 09.14") == "BCS-7.3.a"
    game = shock("09.14 158ECBd   10.14 II/3Pzm II/304d")
    assert [offer for offer in game.offers() if offer.startswith("Shock")] == ["Shock 09.14"]


@pytest.mark.rule("BCS-R.15")
def test_no_assault_arrow_is_needed_and_a_shocker_that_is_hurt_stays() -> None:
    game = shock(OPEN).play("Shock 09.14")
    assert isinstance(game.top, CombatRoll)
    game.roll(1, 1)  # 3 against 3: 2
    assert game.steps("II/3Pz") == 1
    assert game.where("II/3Pz") == "10.14"


@pytest.mark.rule("BCS-7.3.b")
def test_no_shock_against_av() -> None:
    assert shock("09.14 B/3Tkm   10.14 II/3Pzm").rule("Shock 09.14") == "BCS-7.3.b"
    assert shock(OPEN, box="A/81").rule("Shock 09.14") == "BCS-7.3.b"
    assert shock(OPEN, box="A/81", dropped="158ECB").allows("Shock 09.14")
    assert shock("09.14 158ECBd 20AIBm   10.14 II/3Pzm").rule("Shock 09.14") == "BCS-7.3.b"


@pytest.mark.rule("BCS-7.3.c")
def test_no_shock_in_a_stop() -> None:
    game = shock(OPEN)
    game.set(stopped=game.units("II/3Pz"))
    assert game.rule("Shock 09.14") == "BCS-7.3.c"
    assert "Shock 09.14" not in game.offers()


@pytest.mark.rule("BCS-7.3.d")
def test_the_hex_must_be_open_to_the_shocker() -> None:
    slope = shock("09.02 158ECBd   09.03 II/3Pzm", objectives=["09.02"], hq={"2PZ": "08.05"})
    assert slope.rule("Shock 09.02") == "BCS-7.4.a"


@pytest.mark.rule("BCS-7.3.d")
def test_its_terrain_costs_a_tac_unit_three_mp_at_most() -> None:
    """Rolling costs 3, whatever is crossed on the way, and 4 in mud."""
    stream = shock("10.17 158ECBd   10.18 II/3Pzm", objectives=["10.17"])
    assert stream.allows("Shock 10.17")
    assert "Shock 10.17" in stream.offers()
    stream.set(ground="mud")
    assert stream.rule("Shock 10.17") == "BCS-7.3.d"
    assert shock(OPEN, ground="mud").allows("Shock 09.14")  # Open costs 3 then


@pytest.mark.rule("BCS-7.3.d")
def test_a_stream_on_the_way_into_rolling_does_no_harm() -> None:
    """To enter 14.02 from 15.01 costs a Tac unit 4: 3 for Rolling and 1 for the stream."""
    game = shock("14.02 158ECBd   15.01 II/3Pzm", objectives=["14.02"], hq={"2PZ": "17.04"})
    from_, to = game.hex("15.01"), game.hex("14.02")
    assert terrain.cost(game.state, TAC, from_, to) == 4 * QUARTERS
    assert game.allows("Shock 14.02")
    game.set(ground="mud")
    assert game.rule("Shock 14.02") == "BCS-7.3.d"


@pytest.mark.rule("BCS-7.3.d")
def test_a_road_into_dear_terrain_does_not_help() -> None:
    """A primary road runs from 12.02 through the Rolling of 12.03 to the Woods of 12.04."""
    rolling = shock("12.03 158ECBd   12.02 II/3Pzm", objectives=["12.03"], hq={"2PZ": "12.05"})
    assert rolling.allows("Shock 12.03")
    rolling.set(ground="mud")
    assert rolling.rule("Shock 12.03") == "BCS-7.3.d"
    woods = shock("12.04 158ECBd   12.03 II/3Pzm", objectives=["12.04"], hq={"2PZ": "12.05"})
    assert woods.rule("Shock 12.04") == "BCS-7.3.d"  # a STOP is no number


@pytest.mark.rule("BCS-S.16")
def test_a_shock_needs_an_obj_zone() -> None:
    assert shock(OPEN, objectives=["09.11"]).rule("Shock 09.14") == "BCS-S.16"
    assert shock("09.13 158ECBd   10.14 II/3Pzm").rule("Shock 09.13") == "BCS-S.35"


@pytest.mark.rule("BCS-7.3.e")
@pytest.mark.rule("BCS-7.3.f")
@pytest.mark.rule("BCS-7.3.i")
def test_two_shocks_at_one_hex_for_two_fire_events() -> None:
    game = shock(OPEN)
    before = game.top
    game.play("Shock 09.14").roll(4, 5)  # 9: nothing
    after = game.top
    assert isinstance(before, Acting)
    assert isinstance(after, Acting)
    assert after.mp == before.mp
    assert game.state.fired == {game.unit("II/3Pz"): 1}
    moving = game.twin().play("Step 10.15")  # with a Fire Event left it may go on
    assert moving.where("II/3Pz") == "10.15"
    game.play("Shock 09.14").roll(4, 5)
    assert game.has("stopped", "II/3Pz")
    assert game.rule("Step 10.15") == "BCS-S.9"
    assert game.rule("Shock 09.14") == "BCS-7.3.c"


@pytest.mark.rule("BCS-7.3.e")
def test_another_unit_may_shock_the_same_hex() -> None:
    game = shock("09.14 158ECBd   10.14 II/3Pzm   10.15 I/3Pzm").play("Shock 09.14").roll(4, 5)
    game.play("Halt", "Act I/3Pz", "Shock 09.14")
    assert isinstance(game.top, CombatRoll)


@pytest.mark.rule("BCS-7.3.f")
@pytest.mark.rule("BCS-7.0d.b")
def test_no_third_fire_event() -> None:
    game = shock(OPEN)
    game.state.fired[game.unit("II/3Pz")] = 2
    assert game.rule("Shock 09.14") == "BCS-7.0d.a"


def won(text: str, *faces: int, suppress: bool = True, **more: object) -> Game:
    """A Shock Attack with 1 for the Double OBJ Zone and 1 for Suppression."""
    objectives = ["09.14", "09.13"]
    game = shock(text + "   10.15 Pi38d", objectives=objectives, air=(0, 1), **more)
    game.play("Shock 09.14", "Suppress air Pi38" if suppress else "Decline")
    return fall_back(game.roll(*faces))


@pytest.mark.rule("BCS-7.3.h")
@pytest.mark.rule("BCS-5.1g")
@pytest.mark.rule("BCS-7.4.d")
@pytest.mark.rule("BCS-S.37")
def test_the_shocker_advances_and_the_traffic_stops_it() -> None:
    """Row D1R leaves a marker: 3 and 1 against 3, and 12."""
    game = won(OPEN, 6, 6, suppress=False)
    assert game.told(ev.CombatRolled)[0].result == "D1R"
    assert game.steps("158ECB") == 2
    assert game.where("II/3Pz") == "09.14"
    assert game.has("traffic", "09.14")
    assert game.has("stopped", "II/3Pz")
    assert not game.has("finished", "II/3Pz")
    assert isinstance(game.top, Acting)  # still in hand
    assert game.rule("Step 09.15") == "BCS-S.9"
    assert [s.rule for s in game.told(ev.Stopped) if s.unit == "II/3Pz"] == ["BCS-5.1g"]
    game.play("Halt")
    assert isinstance(game.top, Activities)


@pytest.mark.rule("BCS-7.3.h")
@pytest.mark.rule("BCS-S.37")
def test_the_greatest_success_leaves_no_traffic_and_the_shocker_goes_on() -> None:
    """Row D2R: 3 and 2 against 3, and 12. The points it had are still there."""
    game = won(OPEN, 6, 6)
    assert game.told(ev.CombatRolled)[0].result == "D2R"
    assert game.steps("158ECB") == 1
    assert game.where("II/3Pz") == "09.14"
    assert not game.has("traffic", "09.14")
    assert not game.has("stopped", "II/3Pz")
    assert game.state.fired == {game.unit("II/3Pz"): 1}
    game.play("Step 09.15", "Halt")
    assert game.where("II/3Pz") == "09.15"


@pytest.mark.rule("BCS-7.3.h")
def test_a_marker_that_lay_there_stops_the_shocker_all_the_same() -> None:
    game = won(OPEN, 6, 6, traffic="09.14")
    assert [s.rule for s in game.told(ev.Stopped) if s.unit == "II/3Pz"] == ["BCS-5.1g"]
    assert game.rule("Step 09.15") == "BCS-S.9"


@pytest.mark.rule("BCS-7.3.h")
@pytest.mark.rule("BCS-6.0.g")
def test_an_av_ezoc_stops_it_there_and_is_engaged() -> None:
    """As it would stop one that moves in; the Engagement that is owed may lift it."""
    game = won(OPEN + "   08.14 B/3Tkd", 6, 6)
    assert [s.rule for s in game.told(ev.Stopped) if s.unit == "II/3Pz"] == ["BCS-6.0.c"]
    assert game.rule("Step 09.15") == "BCS-S.9"
    assert game.rule("Halt") == "BCS-6.0.g"
    assert game.allows("Engage 08.14")


@pytest.mark.rule("BCS-7.3.h")
@pytest.mark.rule("BCS-6.0.g")
def test_with_its_last_fire_event_it_owes_nothing_any_more() -> None:
    unit = position().unit("II/3Pz")
    game = won(OPEN + "   08.14 B/3Tkd", 6, 6, fired={unit: 1})
    assert game.state.fired == {unit: 2}
    assert isinstance(game.top, Acting)
    assert not game.top.must
    assert game.allows("Halt")


@pytest.mark.rule("BCS-S.37")
def test_bombs_that_leave_nobody_leave_no_traffic() -> None:
    """No row of the table was read, and the markers belong to rows."""
    game = shock("09.14 158ECB:1d   10.14 II/3Pzm   10.15 Pi38d", air=(0, 1))
    game.play("Shock 09.14", "Destroy 0 1 Pi38").roll(6)
    assert game.where("158ECB") == "dead"
    assert game.where("II/3Pz") == "09.14"
    assert not game.has("traffic", "09.14")
    assert not game.has("stopped", "II/3Pz")


@pytest.mark.rule("BCS-7.3.g")
@pytest.mark.rule("BCS-8.0.f")
def test_one_air_point_and_no_artillery() -> None:
    assert isinstance(shock(OPEN, arty=3).play("Shock 09.14").top, CombatRoll)
    game = shock(OPEN, arty=3, air=(0, 2)).play("Shock 09.14")
    assert isinstance(game.top, MissionChoice)
    assert game.offers() == ["Decline", "Suppress air", "Destroy 0 1"]
    assert game.rule("Suppress arty") == "BCS-8.0.f"
    assert game.rule("Destroy 0 2") == "BCS-8.0.f"
    assert game.rule("Destroy 1 0") == "BCS-8.0.f"
    bombs = game.twin().play("Destroy 0 1").roll(4)
    assert bombs.steps("158ECB") == 2
    assert bombs.state.air == [0, 1]
    game.play("Suppress air").roll(4, 6)  # 10, 3 and 1 against 3
    assert game.told(ev.CombatRolled)[0].result == "S"


@pytest.mark.rule("BCS-8.0.i")
@pytest.mark.rule("BCS-R.43")
def test_a_shocker_that_spots_for_itself_stops() -> None:
    game = shock(OPEN, air=(0, 1)).play("Shock 09.14", "Suppress air").roll(4, 4)
    assert game.has("stopped", "II/3Pz")
    two = shock(OPEN + "   10.15 Pi38d", air=(0, 1)).play("Shock 09.14")
    assert two.rule("Suppress air I/304") == "BCS-S.39"
    two.play("Suppress air Pi38").roll(4, 4)
    assert two.has("stopped", "Pi38")
    assert not two.has("stopped", "II/3Pz")


@pytest.mark.rule("BCS-1.2d.b")
def test_an_unprepared_unit_does_not_shock(monkeypatch: pytest.MonkeyPatch) -> None:
    """No Tac side of these counters is Unprepared, so one is made."""
    game = shock(OPEN)
    units, unit = list(game.kit.units), game.unit("II/3Pz")
    bare = msgspec.structs.replace(units[unit].faces[0], av=0, kind=0, arrow=False, prepared=False)
    units[unit] = msgspec.structs.replace(units[unit], faces=(bare, bare))
    monkeypatch.setattr(game.kit, "units", tuple(units))
    assert game.rule("Shock 09.14") == "BCS-1.2d.b"
