"""Support: who has it, who drops it, and how the marker comes off."""

from __future__ import annotations

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import GERMAN, TAC
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import (
    Acting,
    Activities,
    Choosing,
    Objectives,
    Restoring,
    SnafuRoll,
)
from grognard.titles.bcs.position.state import BOX, RETURNING, gain_step, lose_steps, put, serve
from grognard.titles.bcs.rules.command import safe_path
from grognard.titles.bcs.rules.fighting import support
from grognard.waist.title import CHANCE


def supported(game: Game, label: str) -> bool:
    return support.supported(game.state, game.hex(label))


# -- who has it ----------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.41")
def test_a_stack_without_av_has_support_from_the_box_of_its_formation() -> None:
    assert supported(position("09.15 1/506", box="B/81"), "09.15")
    assert not supported(position("09.15 1/506"), "09.15")
    assert not supported(position("09.15 1/506", box="A/81"), "09.15")  # the 501st's


@pytest.mark.rule("BCS-S.41")
def test_any_number_of_stacks_has_it_at_once() -> None:
    game = position("09.15 1/506   08.15 2/506   07.16 3/506", box="B/81")

    assert [supported(game, label) for label in ("09.15", "08.15", "07.16")] == [True] * 3


@pytest.mark.rule("BCS-S.41")
def test_a_box_without_steps_gives_none() -> None:
    game = position("09.15 1/506", box="B/81")
    game.state.steps[game.unit("B/81")] = 0

    assert support.boxes(game.state, game.formation("506")) == 0
    assert not supported(game.set(turn=1), "09.15")


@pytest.mark.rule("BCS-1.2d.d")
def test_an_unprepared_unit_has_none() -> None:
    assert not supported(position("15.11 II/304m", box="PzJg38"), "15.11")
    assert supported(position("15.11 II/304d", box="PzJg38"), "15.11")


@pytest.mark.rule("BCS-S.41", "BCS-R.11")
def test_real_av_in_the_hex_leaves_no_room_for_it() -> None:
    assert not supported(position("15.11 II/304d II/3Pz", box="PzJg38"), "15.11")
    assert not supported(position("15.11 II/304d AA2m", box="PzJg38"), "15.11")  # Light AV
    assert not supported(position("15.11 I/304d", box="PzJg38"), "15.11")  # Dual uses its own
    assert supported(position("15.11 II/304d I/2m", box="PzJg38"), "15.11")


@pytest.mark.rule("BCS-S.41")
def test_it_takes_command_radius() -> None:
    assert supported(position("08.10 1/506", box="B/81"), "08.10")
    assert not supported(position("08.09 1/506", box="B/81"), "08.09")


@pytest.mark.rule("BCS-S.41", "BCS-1.6.h")
def test_it_takes_a_tac_safe_path() -> None:
    blocked = position("08.12 1/506   09.16 II/3Pz", box="B/81")  # a Real AV EZOC at the HQ
    plain = position("08.12 1/506   09.16 II/304d", box="B/81")
    uphill = position("02.01 1/506", box="B/81", hq={"506": "03.01"})

    assert not supported(blocked, "08.12")
    assert supported(plain, "08.12")
    assert not supported(uphill, "02.01")  # Leg units could go there


@pytest.mark.rule("BCS-S.41", "BCS-9.2.b")
def test_it_does_not_follow_where_tac_units_cannot() -> None:
    game = position("03.01 1/506   02.01 2/506", box="B/81", hq={"506": "05.03"})

    assert not supported(game, "03.01")
    assert supported(game, "02.01")


@pytest.mark.rule("BCS-S.41")
def test_a_dropped_unit_has_none_but_the_one_beside_it_may() -> None:
    game = position("09.15 1/506", box="B/81", dropped="1/506")
    pair = position("09.15 1/506 2/506", box="B/81", dropped="1/506")

    assert not supported(game, "09.15")
    assert supported(pair, "09.15")
    assert not support.can_support(pair.state, pair.unit("1/506"))
    assert support.can_support(pair.state, pair.unit("2/506"))


@pytest.mark.rule("BCS-S.41")
def test_an_unassigned_independent_has_none() -> None:
    assert not supported(position("08.15 2/502", box="B/81", hq={"506": "08.16"}), "08.15")


# -- dropping it ---------------------------------------------------------------------------


def dropping(game: Game, label: str) -> Game:
    game.events += support.drop(game.state, game.hex(label), "an Engagement")
    return game


@pytest.mark.rule("BCS-9.2.a")
def test_a_stack_in_reach_drops_support_without_a_marker() -> None:
    game = dropping(position("09.15 1/506 2/506", box="B/81"), "09.15")

    assert not supported(game, "09.15")
    assert game.state.dropped == 0
    (told,) = game.told(ev.SupportDropped)
    assert (told.units, told.marker) == (("1/506", "2/506"), False)


@pytest.mark.rule("BCS-9.2.a")
def test_it_is_for_the_rest_of_the_activation() -> None:
    game = dropping(position("09.15 1/506", box="B/81"), "09.15")

    assert supported(game.set(stripped=0), "09.15")


@pytest.mark.rule("BCS-9.2.a")
@pytest.mark.parametrize(
    "text",
    [
        "08.09 1/506",  # out of Command Radius
        "08.12 1/506   09.16 II/3Pz",  # no Safe Path for Tac
    ],
)
def test_out_of_reach_there_is_a_marker(text: str) -> None:
    game = position(text, box="B/81")
    dropping(game, game.where("1/506"))

    assert game.has("dropped", "1/506")
    assert game.told(ev.SupportDropped)[-1].marker


@pytest.mark.rule("BCS-9.2.b")
def test_going_where_tac_units_cannot_drops_it_with_a_marker() -> None:
    game = position("02.01 1/506 2/506", active="506", hq={"506": "05.03"}, box="B/81")
    game.march("1/506", "03.01").march("2/506", "01.01")

    assert game.has("dropped", "1/506")
    assert not game.has("dropped", "2/506")
    (told,) = game.told(ev.SupportDropped)
    assert (told.hex, told.units, told.marker) == ("03.01", ("1/506",), True)


@pytest.mark.rule("BCS-9.2.b")
def test_crossing_a_river_does_too_but_not_a_bridge() -> None:
    river = position("01.04 1/506", active="506", hq={"506": "03.05"}).march("1/506", "01.03")
    bridge = position("02.03 1/506", active="506", hq={"506": "03.05"}).march("1/506", "01.03")

    assert river.has("dropped", "1/506")
    assert not bridge.has("dropped", "1/506")


# -- taking the marker off -----------------------------------------------------------------


@pytest.mark.rule("BCS-9.2.c")
def test_the_marker_may_be_taken_off_at_any_moment() -> None:
    game = position("09.15 1/506   08.15 2/506", active="506", box="B/81", dropped="1/506")

    assert "Restore 1/506" in game.offers()
    assert "Restore 1/506" in game.twin().play("Act 2/506").offers()
    game.play("Restore 1/506")
    assert supported(game, "09.15")
    assert game.rule("Restore 1/506") == "BCS-9.2.c"
    assert game.rule("Restore 2/506") == "BCS-9.2.c"


@pytest.mark.rule("BCS-4.2d.b")
def test_not_out_of_command_radius() -> None:
    game = position("08.09 1/506", active="506", box="B/81", dropped="1/506")

    assert game.rule("Restore 1/506") == "BCS-4.2d.b"
    assert game.offers().count("Restore 1/506") == 0


@pytest.mark.rule("BCS-9.2.c")
def test_not_with_an_empty_box() -> None:
    game = position("09.15 1/506", active="506", dropped="1/506")

    assert game.rule("Restore 1/506") == "BCS-9.2.c"


@pytest.mark.rule("BCS-9.2.c", "BCS-1.6.h")
def test_not_without_a_tac_safe_path() -> None:
    text = "08.12 1/506   09.16 II/3Pz"
    game = position(text, active="506", box="B/81", dropped="1/506")

    assert game.rule("Restore 1/506") == "BCS-9.2.c"


@pytest.mark.rule("BCS-9.2.c")
def test_whoever_of_the_side_is_active() -> None:
    game = position("09.15 1/506   09.18 1/501", active="506", box="B/81 A/81", dropped="1/501")

    game.play("Restore 1/501")
    assert not game.has("dropped", "1/501")
    theirs = position("09.15 1/506", active="2PZ", box="B/81", dropped="1/506")
    assert theirs.rule("Restore 1/506") == "BCS-S.8"  # it is the German who is asked


# -- for how long it stands ------------------------------------------------------------------

SIEGE = "08.12 1/506   09.12 II/3Pz   10.16 I/3Pz   08.17 2/506"
"""The tanks of I/3Pz can reach 09.16, whence they hold the hex of the HQ in 08.16."""


def siege(text: str = SIEGE, **more: object) -> Game:
    """2PZ is about to be activated against the 506th."""
    heads = {"2PZ": "12.14", "506": "08.16"}
    return position(text, hq=heads, box="B/81", table=Choosing(GERMAN), **more)


def begun(game: Game, key: str = "2PZ") -> Game:
    """A formation is activated, with a Full, and asked what to do."""
    game.play(f"Activate {key}")
    while not isinstance(game.top, Activities):
        if isinstance(game.top, SnafuRoll):
            game.roll(6, 6)
        else:
            game.play("Done" if isinstance(game.top, Objectives) else "Decline")
    return game


def ended(game: Game) -> Game:
    """The Activation is over, and no second one follows."""
    game.play("Done")
    while not isinstance(game.top, Choosing):
        if game.seat == CHANCE:
            game.roll(1)
        else:
            game.play("Decline")
    return game


@pytest.mark.rule("BCS-S.41", "BCS-9.2.a")
def test_support_that_was_there_stays_when_the_enemy_cuts_the_path() -> None:
    game = begun(siege()).march("I/3Pz", "09.16")

    assert safe_path.in_radius(game.state, game.unit("1/506"))
    assert not safe_path.has(game.state, game.unit("1/506"), TAC)
    assert supported(game, "08.12")
    assert ended(game).has("established", "1/506")
    assert supported(game, "08.12")


@pytest.mark.rule("BCS-S.41")
def test_none_comes_where_the_path_was_cut_before() -> None:
    game = begun(siege(SIEGE.replace("10.16", "09.16")))

    assert not supported(game, "08.12")


@pytest.mark.rule("BCS-9.2.a", "BCS-9.2.c")
def test_a_stack_that_was_cut_off_drops_it_with_a_marker_and_gets_it_back() -> None:
    """Of the 506th 2/506 comes into the hex of the HQ, where a friend undoes the zone."""
    game = begun(siege()).march("I/3Pz", "09.16").play("Act II/3Pz", "Engage 08.12").roll(3, 3)

    assert game.told(ev.SupportDropped)[-1].marker
    assert game.has("dropped", "1/506")
    ended(game.play("Halt"))
    assert not supported(game, "08.12")
    assert begun(game, "506").rule("Restore 1/506") == "BCS-9.2.c"
    game.march("2/506", "08.16").play("Restore 1/506")
    assert supported(game, "08.12")


@pytest.mark.rule("BCS-S.41", "BCS-R.22")
def test_with_the_last_gun_support_is_gone_and_has_to_come_anew() -> None:
    game = begun(siege()).march("I/3Pz", "09.16")
    lose_steps(game.state, game.unit("B/81"), 9)
    assert not supported(ended(game), "08.12")

    assert not game.has("established", "1/506")
    put(game.state, game.unit("B/81"), BOX)
    gain_step(game.state, game.unit("B/81"))
    assert not supported(game, "08.12")


@pytest.mark.rule("BCS-S.41")
def test_off_the_map_or_under_another_hq_it_does_not_go_along() -> None:
    game = position("09.15 1/506 158ECBd", box="B/81", command={"158ECB": "506"})
    support.establish(game.state)
    assert game.has("established", "1/506")
    assert game.has("established", "158ECB")

    put(game.state, game.unit("1/506"), RETURNING)
    serve(game.state, game.unit("158ECB"), game.formation("501"))
    assert game.state.established == 0


# -- in the enemy's Activation ---------------------------------------------------------------


@pytest.mark.rule("BCS-9.2.c")
def test_the_owner_is_asked_as_an_enemy_activation_begins() -> None:
    game = siege(dropped="1/506").play("Activate 2PZ")

    assert isinstance(game.top, Restoring)
    assert (game.seat, game.offers()) == ("american", ["Restore 1/506", "Decline"])
    assert game.rule("Restore 2/506") == "BCS-9.2.c"
    assert game.rule("Halt") == "BCS-S.1"
    kept = game.twin().play("Decline")
    assert not supported(kept, "08.12")
    assert not isinstance(kept.top, Restoring)
    game.play("Restore 1/506")
    assert supported(game, "08.12")
    assert not isinstance(game.top, Restoring)


@pytest.mark.rule("BCS-9.2.c")
def test_nobody_is_asked_while_the_path_is_cut_and_once_it_is_open_once() -> None:
    """I/3Pz moves off; before the next unit acts the American may take his marker off."""
    game = begun(siege(SIEGE.replace("10.16", "09.16"), dropped="1/506"))
    game.play("Act I/3Pz")
    assert isinstance(game.top, Acting)
    game.play("Step 10.16", "Halt", "Act II/3Pz")
    assert isinstance(game.top, Restoring)
    assert "Engage 08.12" in game.twin().play("Restore 1/506").offers()
    game.play("Decline", "Halt", "Act II/3Pz")
    assert isinstance(game.top, Acting)
    assert "Engage 08.12" not in game.offers()
