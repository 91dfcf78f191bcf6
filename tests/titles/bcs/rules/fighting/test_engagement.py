"""Engagements and Stand Off Support (BCS-7.1.a to BCS-7.1.d, BCS-S.31 to BCS-S.34)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from bcs import Game, position

from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import (
    Acting,
    Activities,
    BackingChoice,
    DefenderChoice,
    EngagementRoll,
)
from grognard.titles.bcs.rules.fighting import engagement, odds

HQS = {"CCB10": "07.16", "2PZ": "13.15"}


def duel(text: str = "09.14 B/3Tkd   10.14 PzJg38m", hand: str = "B/3Tk", **more: object) -> Game:
    """AV 4 and AR 4 against AV 3 and AR 3 in the open, unless told."""
    return position(text, **{"active": "CCB10", "hand": hand, "hq": HQS, **more})


def net(game: Game) -> int:
    assert game.state.fight is not None
    return int(engagement.tally(game.state, game.state.fight).total)


# -- the worked examples ----------------------------------------------------------------------


@pytest.mark.rule("BCS-S.32")
@pytest.mark.rule("BCS-S.33")
def test_example_1_real_av_against_real_av() -> None:
    game = duel().play("Engage 10.14")
    assert net(game) == 8 - 6
    both, away, hurt = game.twin(), game.twin(), game.twin()

    both.roll(3, 3)  # 6 and 2: both lose a step, nobody retreats
    assert (both.steps("B/3Tk"), both.steps("PzJg38")) == (1, 1)
    assert (both.where("B/3Tk"), both.where("PzJg38")) == ("09.14", "10.14")

    away.roll(3, 4)  # 9: the target loses a step and retreats three hexes
    assert (away.steps("B/3Tk"), away.steps("PzJg38")) == (2, 1)
    assert away.kit.grid.distance(away.hex("10.14"), away.hex(away.where("PzJg38"))) == 3
    assert away.where("B/3Tk") == "09.14"  # no advance

    hurt.roll(1, 2)  # 5: the firer does
    assert (hurt.steps("B/3Tk"), hurt.steps("PzJg38")) == (1, 2)
    assert hurt.kit.grid.distance(hurt.hex("09.14"), hurt.hex(hurt.where("B/3Tk"))) == 3
    assert hurt.side("B/3Tk") == "Move"
    assert hurt.has("finished", "B/3Tk")
    assert isinstance(hurt.top, Activities)


@pytest.mark.rule("BCS-S.33")
@pytest.mark.parametrize(
    ("dice", "result"),
    [((1, 2), "firer"), ((1, 3), "both"), ((3, 3), "both"), ((3, 4), "target")],
)
def test_the_bands_without_support(dice: tuple[int, int], result: str) -> None:
    """Net 2, so 5, 6, 8 and 9."""
    game = duel().play("Engage 10.14").roll(*dice)
    assert game.told(ev.EngagementRolled)[0].result == result


@pytest.mark.rule("BCS-S.32")
def test_example_2_a_firer_out_of_the_target_s_range_is_not_hurt() -> None:
    far = duel("09.14 B/3Tkd   11.14 PzJg38m").play("Engage 11.14")
    both, hurt = far.twin(), far.twin()

    both.roll(3, 3)
    assert (both.steps("B/3Tk"), both.steps("PzJg38")) == (2, 1)
    assert both.told(ev.EngagementRolled)[0].ignored == ("firer",)

    hurt.roll(1, 2)
    assert (hurt.steps("B/3Tk"), hurt.steps("PzJg38")) == (2, 2)
    assert hurt.where("B/3Tk") == "09.14"


@pytest.mark.rule("BCS-S.32")
def test_a_target_that_reaches_as_far_hurts_the_firer() -> None:
    game = duel("09.14 B/3Tkd   11.14 PzJg38d").play("Engage 11.14")
    assert net(game) == 8 - 7
    game.roll(1, 2)  # 4
    assert game.steps("B/3Tk") == 1


SUPPORTED = "09.14 B/3Tkm   10.14 II/304d"


@pytest.mark.rule("BCS-S.34")
@pytest.mark.rule("BCS-R.34")
@pytest.mark.rule("BCS-R.35")
def test_example_3_against_support() -> None:
    game = duel(SUPPORTED, box="PzJg38").play("Engage 10.14")
    assert net(game) == (4 + 3) - (4 + 3)  # Support has Action Rating 3
    drop, both, gone, hurt = game.twin(), game.twin(), game.twin(), game.twin()

    drop.roll(3, 4)
    assert drop.told(ev.EngagementRolled)[0].result == "drop"
    assert drop.steps("PzJg38") == 2
    assert drop.has("stripped", "II/304")

    both.roll(2, 2)
    assert (both.steps("B/3Tk"), both.steps("PzJg38"), both.steps("II/304")) == (1, 1, 4)
    assert both.has("stripped", "II/304")
    assert both.where("II/304") == "10.14"

    gone.roll(5, 6)
    assert (gone.steps("B/3Tk"), gone.steps("PzJg38")) == (2, 1)
    assert gone.has("stripped", "II/304")
    assert gone.where("II/304") == "10.14"  # it Drops in place of retreating

    hurt.roll(1, 2)
    assert (hurt.steps("B/3Tk"), hurt.steps("PzJg38")) == (1, 2)
    assert not hurt.has("stripped", "II/304")


@pytest.mark.rule("BCS-R.34")
def test_support_has_an_action_rating_of_its_own() -> None:
    """The tank destroyers of the box have AR 4 by themselves."""
    text, heads = "09.14 20AIBd   10.14 II/3Pzm", {"CCB10": "07.16", "2PZ": "13.15"}
    game = position(text, active="2PZ", hand="II/3Pz", hq=heads, box="C/609TD")
    game.play("Engage 09.14")
    assert net(game) == (4 + 3) - (4 + 3)


@pytest.mark.rule("BCS-S.34")
@pytest.mark.parametrize(
    ("dice", "result"),
    [((1, 2), "firer"), ((1, 3), "both"), ((1, 4), "both"), ((1, 5), "drop"),
     ((4, 6), "drop"), ((5, 6), "target")],
)  # fmt: skip
def test_the_bands_with_support(dice: tuple[int, int], result: str) -> None:
    game = duel(SUPPORTED, box="PzJg38").play("Engage 10.14").roll(*dice)
    assert game.told(ev.EngagementRolled)[0].result == result


# -- who, at what -----------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.31")
def test_av_engages_av() -> None:
    assert duel("09.14 B/3Tkd   10.14 II/304d").rule("Engage 10.14") == "BCS-S.31"
    assert duel("09.14 20AIBd   10.14 PzJg38m", "20AIB").rule("Engage 10.14") == "BCS-S.31"
    assert duel("09.14 20AIBm   10.14 PzJg38m", "20AIB").allows("Engage 10.14")
    assert duel("09.14 B/3Tkm   11.14 PzJg38m").rule("Engage 11.14") == "BCS-S.31"  # range 1
    assert duel("09.14 B/3Tkd   11.14 PzJg38m", visibility=1).rule("Engage 11.14") == "BCS-S.31"
    assert duel().rule("Engage 09.13") == "BCS-S.8"
    assert duel().rule("Engage 99.99") == "BCS-S.8"


@pytest.mark.rule("BCS-S.31")
def test_av_of_its_own_is_the_target_before_support() -> None:
    """The battalion beside the guns is not Supported, and the box loses nothing."""
    game = duel("09.14 B/3Tkd   10.14 II/304d PzJg38m", box="Fla273").play("Engage 10.14")
    assert game.state.fight is not None
    assert game.state.fight.defender == game.unit("PzJg38")
    game.roll(3, 3)
    assert (game.steps("PzJg38"), game.steps("Fla273"), game.steps("II/304")) == (1, 1, 4)


@pytest.mark.rule("BCS-S.31")
@pytest.mark.rule("BCS-5.5.b")
def test_the_top_unit_of_a_stack_is_the_target() -> None:
    game = duel("09.14 B/3Tkd   10.14 PzJg38m I/3Pzm").play("Engage 10.14")
    assert net(game) == 8 - 9  # the heavy tanks, AV 5
    game.roll(6, 6)  # 11: they retreat, the guns stay
    assert game.at("10.14") == {"PzJg38"}


@pytest.mark.rule("BCS-R.9")
def test_of_units_alike_the_owner_puts_one_on_top() -> None:
    game = duel("09.14 B/3Tkd   10.14 I/304m AA2m").play("Engage 10.14")
    assert isinstance(game.top, DefenderChoice)
    assert game.offers() == ["Choose AA2", "Choose I/304"]
    assert game.rule("Choose B/3Tk") == "BCS-S.8"
    assert game.rule("Decline") == "BCS-S.1"
    game.play("Choose I/304")
    assert isinstance(game.top, EngagementRoll)
    assert net(game) == 8 - 4


@pytest.mark.rule("BCS-S.41")
def test_the_owner_picks_the_support_that_answers() -> None:
    game = duel(SUPPORTED, box="PzJg38 Fla273").play("Engage 10.14")
    assert isinstance(game.top, BackingChoice)
    assert sorted(game.offers()) == ["Choose Fla273", "Choose PzJg38"]
    assert game.rule("Choose II/304") == "BCS-S.41"
    game.play("Choose Fla273")
    assert net(game) == 7 - 8
    game.roll(6, 6)  # 11
    assert game.where("Fla273") == "dead"


@pytest.mark.rule("BCS-7.1.d")
def test_a_target_in_terrain_is_engaged_from_the_next_hex() -> None:
    woods = "08.10 PzJg38m   "
    assert duel(woods + "06.10 B/3Tkd").rule("Engage 08.10") == "BCS-7.1.d"
    assert duel(woods + "07.10 B/3Tkd").allows("Engage 08.10")


@pytest.mark.rule("BCS-7.1.a")
@pytest.mark.rule("BCS-7.1.b")
def test_an_engagement_in_the_middle_of_a_move_costs_no_mp() -> None:
    game = position("08.15 B/3Tkd   11.14 PzJg38m", active="CCB10", hq=HQS)
    game.play("Act B/3Tk", "Step 08.14")
    before = game.top
    assert isinstance(before, Acting)
    game.play("Step 09.14", "Engage 11.14").roll(3, 3)
    after = game.top
    assert isinstance(after, Acting)
    assert before.mp - after.mp == 8  # the step alone: 2 MP in the open
    game.play("Step 09.13")


@pytest.mark.rule("BCS-7.0d.b")
def test_an_engagement_is_a_fire_event() -> None:
    game = duel("09.14 B/3Tkd   11.14 II/3Pz:3m").play("Engage 11.14").roll(3, 3)
    assert game.state.fired == {game.unit("B/3Tk"): 1}
    assert not game.has("stopped", "B/3Tk")
    game.play("Engage 11.14").roll(3, 3)
    assert game.has("stopped", "B/3Tk")
    assert game.rule("Engage 11.14") == "BCS-7.0d.a"


@pytest.mark.rule("BCS-R.32")
def test_an_engagement_tires_the_formation() -> None:
    game = duel()
    assert not game.state.fatiguing
    assert game.play("Engage 10.14").state.fatiguing


# -- what follows -----------------------------------------------------------------------------


@pytest.mark.rule("BCS-R.36")
def test_traffic_jams_behind_the_firer_unless_the_target_drops() -> None:
    game = duel().play("Engage 10.14").roll(3, 4)
    assert game.has("traffic", "09.14")
    assert not game.has("stopped", "B/3Tk")  # it was there before
    drop = duel(SUPPORTED, box="PzJg38").play("Engage 10.14").roll(3, 4)
    assert not drop.state.traffic


@pytest.mark.rule("BCS-R.35")
def test_a_drop_against_real_av_does_nothing() -> None:
    """Stand Off Support fires, so the bands are those of Support; the target has AV of its own."""
    game = guns("11.14 B/3Tkm 20AIBd").play("StandOff Fla273 10.14 11.14 engage")
    assert game.state.fight is not None
    assert net(game) == (5 + 3) - (4 + 3)
    game.roll(3, 4)
    assert game.told(ev.EngagementRolled)[0].result == "drop"
    assert game.steps("B/3Tk") == 2
    assert game.where("B/3Tk") == "11.14"
    assert not game.state.stripped


@pytest.mark.rule("BCS-R.18")
def test_a_retreat_after_an_engagement() -> None:
    """Tac goes three hexes; Leg goes to its HQ."""
    text, heads = "09.14 B/3Tkd   10.14 I/304d", {"CCB10": "07.16", "2PZ": "14.12"}
    leg = duel(text, hq=heads).play("Engage 10.14")
    assert net(leg) == 8 - 6
    leg.roll(3, 4).play("Withdraw I/304 14.12")
    assert leg.where("I/304") == "14.12"
    assert leg.told(ev.Retreated)[0].rule == "BCS-7.5.i"

    tac = duel("09.14 B/3Tkd   10.14 PzJg38m", hq=heads).play("Engage 10.14").roll(3, 4)
    assert tac.told(ev.Retreated)[0].rule == "BCS-7.5.j"


@pytest.mark.rule("BCS-S.33")
def test_only_the_target_of_a_stack_gives_way() -> None:
    game = duel("09.14 B/3Tkd   10.14 II/304d PzJg38m").play("Engage 10.14").roll(3, 4)
    assert game.at("10.14") == {"II/304"}
    assert game.steps("II/304") == 4


def test_a_firer_that_dies_is_no_longer_in_hand() -> None:
    game = duel("09.14 B/3Tk:1d   10.14 PzJg38m   11.16 D/90Cavm").play("Engage 10.14").roll(1, 2)
    assert game.where("B/3Tk") == "dead"
    assert isinstance(game.top, Activities)
    assert game.state.fight is None


@pytest.mark.rule("BCS-9.1i.b")
def test_a_formation_that_dies_in_its_own_activation_acts_no_more() -> None:
    game = duel("09.14 B/3Tk:1d   10.14 PzJg38m").play("Engage 10.14").roll(1, 2)
    assert game.told(ev.FormationGone)
    assert not any(isinstance(one, Acting | Activities) for one in game.state.stack)


@pytest.mark.rule("BCS-R.48")
def test_the_option_of_no_both_at_range() -> None:
    on = {"long_range_both": "on"}
    far = duel("09.14 B/3Tkd   11.14 PzJg38m", options=on).play("Engage 11.14").roll(3, 3)
    assert far.steps("PzJg38") == 2
    near = duel(options=on).play("Engage 10.14").roll(3, 3)
    assert near.steps("PzJg38") == 1


# -- Stand Off Support ------------------------------------------------------------------------


def guns(enemy: str, **more: object) -> Game:
    """Flak with Range 3 stands behind II/304 in 10.14."""
    text = f"10.14 II/304d   {enemy}"
    kept = {"active": "2PZ", "hq": HQS, "box": "Fla273", "visibility": 3, **more}
    return position(text, **kept)


@pytest.mark.rule("BCS-7.1.c")
def test_stand_off_support_fires_once_per_step() -> None:
    game = guns("11.14 B/3Tkm").play("StandOff Fla273 10.14 11.14 engage").roll(3, 4)
    assert isinstance(game.top, Activities)
    assert game.rule("StandOff Fla273 10.14 11.14 engage") == "BCS-7.1.c"
    assert "StandOff Fla273 10.14 11.14 engage" not in game.offers()
    assert not game.state.fired.get(game.unit("II/304"))
    two = guns("11.14 B/3Tkm")  # none of ours has two steps
    two.state.steps[two.unit("Fla273")] = 2
    two.play("StandOff Fla273 10.14 11.14 engage").roll(3, 4)
    assert two.allows("StandOff Fla273 10.14 11.14 engage")


@pytest.mark.rule("BCS-R.11")
def test_stand_off_support_fires_from_a_stack_it_supports() -> None:
    game = guns("08.14 B/3Tkm   13.15 I/304m")
    assert "StandOff Fla273 10.14 08.14 engage" in game.offers()
    assert game.rule("StandOff Fla273 13.15 08.14 engage") == "BCS-R.11"
    assert game.rule("StandOff II/304 10.14 08.14 engage") == "BCS-R.11"
    assert (
        guns("08.14 B/3Tkm", dropped="II/304").rule("StandOff Fla273 10.14 08.14 engage")
        == "BCS-R.11"
    )
    assert (
        guns("08.14 B/3Tkm", box="PzJg38").rule("StandOff PzJg38 10.14 08.14 engage") == "BCS-R.11"
    )
    assert guns("06.14 B/3Tkm").rule("StandOff Fla273 10.14 06.14 engage") == "BCS-7.1.d"
    assert guns("08.14 B/3Tkm", snafu="fail").rule("StandOff Fla273 10.14 08.14 engage") == (
        "BCS-R.24"
    )


@pytest.mark.rule("BCS-7.0d.c")
def test_stand_off_support_does_not_fire_from_an_overstacked_stack() -> None:
    game = guns("11.14 B/3Tkm   10.14 Pi38d I/2d")
    assert game.rule("StandOff Fla273 10.14 11.14 engage") == "BCS-7.0d.c"
    assert guns("11.14 B/3Tkm   10.14 Pi38d").allows("StandOff Fla273 10.14 11.14 engage")


@pytest.mark.rule("BCS-R.35")
def test_support_that_is_hit_as_it_fires_drops_its_own_stack() -> None:
    game = guns("11.14 B/3Tkm").play("StandOff Fla273 10.14 11.14 engage").roll(1, 1)  # 3
    assert game.told(ev.EngagementRolled)[0].result == "firer"
    assert game.where("Fla273") == "dead"
    assert game.where("II/304") == "10.14"
    assert game.has("stripped", "II/304")


@pytest.mark.rule("BCS-R.14")
def test_stand_off_support_may_fire_at_a_hex_without_av() -> None:
    game = guns("11.14 20AIBd")
    assert game.rule("StandOff Fla273 10.14 11.14 engage") == "BCS-S.31"
    game.play("StandOff Fla273 10.14 11.14 fire").roll(4)
    assert game.steps("20AIB") == 2
    assert game.rule("StandOff Fla273 10.14 11.14 fire") == "BCS-7.1.c"
    assert guns("11.14 B/3Tkm").rule("StandOff Fla273 10.14 11.14 fire") == "BCS-R.14"
    assert guns("11.14 20AIBd").rule("StandOff Fla273 10.14 11.14 dance") == "BCS-S.8"


@pytest.mark.rule("BCS-S.32")
def test_support_that_is_no_stand_off_answers_at_one_hex_only() -> None:
    text = "09.14 B/3Tkd   11.14 II/304d"
    far = duel(text, box="PzJg38").play("Engage 11.14").roll(1, 1)
    assert far.told(ev.EngagementRolled)[0].ignored == ("firer",)
    assert far.steps("B/3Tk") == 2
    flak = duel(text, box="Fla273").play("Engage 11.14").roll(1, 1)
    assert flak.told(ev.EngagementRolled)[0].ignored == ()
    assert flak.steps("B/3Tk") == 1


# -- chances ----------------------------------------------------------------------------------


def test_the_chances_are_exact() -> None:
    """At a net of 2: 3 or less, 4 to 6, 7 or more on the dice."""
    game = duel().play("Engage 10.14")
    assert game.state.fight is not None
    assert odds.of_engagement(game.state, game.state.fight) == {
        "firer": Fraction(3, 36),
        "both": Fraction(12, 36),
        "target": Fraction(21, 36),
    }
    assert set(odds.engagement_outlook(game.state, game.state.fight)) == {game.unit("PzJg38")}
