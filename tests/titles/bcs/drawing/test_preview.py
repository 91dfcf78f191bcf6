"""What actions of the Battalion Combat Series would come to, and what the enemy could do."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from bcs import Game, parse, position

from grognard.titles import bcs
from grognard.titles.bcs.drawing.preview import preview, threats
from grognard.titles.bcs.position import decisions as dec
from grognard.titles.bcs.position.state import SEATS
from grognard.titles.bcs.sight.view import view
from grognard.waist.title import Preview

# B/3Tk has AV 4, AR 4; II/3Pz Deployed the same; 20AIB Deployed AR 4, an arrow, no AV.
FRONT = "11.09 20AIB:3d B/3Tkd  12.09 II/3Pzd  11.08 II/304d"


def foretold(game: Game, action: str, side: int = 1) -> Preview:
    found = preview(game.state, SEATS[side], parse(action))
    assert found is not None, f"nothing is foretold of {action}: {game.refusal(action)}"
    return found


def chances(found: Preview, group: str = "") -> dict[str, Fraction]:
    groups = found.groups or ("",) * len(found.outcomes)
    return {
        words: chance
        for (words, chance), of in zip(found.outcomes, groups, strict=True)
        if of == group
    }


def of_36(*numbers: int) -> list[Fraction]:
    return [Fraction(n, 36) for n in numbers]


# -- fights --------------------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.32", "BCS-S.33")
def test_an_engagement_shows_its_sum_and_every_result() -> None:
    # 4 + 4 - 4 - 4 = 0: 9 or more 10 of 36, 6 to 8 16 of 36, 5 or less 10 of 36.
    found = foretold(position(FRONT, active="2PZ", hand="II/3Pz"), "Engage 11.09")
    assert found.tally.total == 0
    assert found.line == (
        "2d6, +4 AV of II/3Pz (BCS-S.32), +4 Action Rating of II/3Pz (BCS-S.32), "
        "−4 AV of B/3Tk (BCS-S.32), −4 Action Rating of B/3Tk (BCS-S.32) = 0"
    )
    target, both, firer = found.outcomes
    assert re.fullmatch(r"B/3Tk −1 step, retreats 3 hexes to .* \(BCS-7.5.j\)", target[0])
    assert both == ("B/3Tk −1 step; II/3Pz −1 step", Fraction(16, 36))
    assert re.fullmatch(r"II/3Pz −1 step, retreats 3 hexes to .* \(BCS-7.5.j\)", firer[0])
    assert target[1] == firer[1] == Fraction(10, 36)
    # Each is hurt by its own 10 of 36 and by the 16 that hurt both.
    assert found.gist == "The target loses a step in 72 %, the firer loses a step in 72 %."
    assert [(one.chart, one.row) for one in found.lit] == [("engagement", "real")]


@pytest.mark.rule("BCS-S.34", "BCS-R.35")
def test_an_engagement_of_support_can_make_it_drop() -> None:
    # C/609TD answers for 20AIB from the box: AV and AR 3 against 4 + 4.
    game = position(
        "11.09 20AIB:3d  12.09 II/3Pzd", active="2PZ", hand="II/3Pz", box="C/609TD",
        hq={"CCB10": "09.13"},
    )  # fmt: skip
    found = foretold(game, "Engage 11.09")
    assert found.lit[0].row == "support"
    assert "target Drops Support (BCS-9.2.a)" in chances(found)
    assert sum(chances(found).values()) == 1


@pytest.mark.rule("BCS-S.32")
def test_a_firer_out_of_range_is_told_so() -> None:
    # B/3Tk fires two hexes over open ground at II/3Pz on its Move side, whose range is 1.
    game = position("06.16 B/3Tkd  04.16 II/3Pzm", active="CCB10", hand="B/3Tk")
    found = foretold(game, "Engage 04.16", 0)
    assert "out of the target's range" in found.note
    assert not any("B/3Tk −1" in words for words in chances(found))


@pytest.mark.rule("BCS-R.37", "BCS-R.38", "BCS-R.39")
def test_an_attack_is_shown_for_each_unit_that_may_defend() -> None:
    # AR 4 and an Assist against AR 4, two units, village: -1, by B/3Tk 0 without the village.
    game = position(FRONT, active="2PZ", hand="II/304", objectives=["11.09"], arty=0)
    found = foretold(game, "Attack 11.09 II/3Pz")
    assert set(found.groups) == {"If 20AIB defends", "If B/3Tk defends"}
    # Net 0: 6, 20, 7, 2, 1 and 0 of 36 by the reference; -1: 10, 20, 5, 1.
    worst, best = chances(found, "If 20AIB defends"), chances(found, "If B/3Tk defends")
    assert list(worst.values()) == of_36(1, 5, 20, 10)
    assert list(best.values()) == of_36(1, 2, 7, 20, 6)
    assert next(iter(worst)).startswith("S: each retreats 3 hexes to ")
    assert next(iter(best)).startswith("D1R: B/3Tk −1 step; 20AIB retreats to its HQ (BCS-7.5.i)")
    assert list(worst)[-1] == "A2: II/304 −2 steps"
    # Cleared by 1 of 36, or by 1 + 2 if B/3Tk defends; hurt by a1, A1, A2, with AV in the hex.
    assert found.gist == "The hex is cleared in 3 to 8 %, the attacker loses a step in 92 to 97 %."
    assert found.asks


@pytest.mark.rule("BCS-7.5.g")
def test_prepared_defense_would_stand_a_situational_retreat() -> None:
    # 1/506 in Prepared Defense: stands, and loses a step.
    game = position(
        "08.16 1/506  09.15 II/304d I/304d", active="2PZ", hand="II/304",
            objectives=["08.16", "08.16"],
        prepared="506", hq={"506": "07.16", "2PZ": "11.14"}, arty=0,
    )  # fmt: skip
    found = foretold(game, "Attack 08.16 I/304")
    assert any("stands and loses a step (BCS-7.5.g)" in words for words, _ in found.outcomes)


def test_with_points_left_the_attack_waits_for_the_mission() -> None:
    game = position(FRONT, active="2PZ", hand="II/304", objectives=["11.09"], arty=2)
    found = foretold(game, "Attack 11.09")
    assert not found.asks
    assert found.note.startswith("A Barrage mission can be added.")


@pytest.mark.rule("BCS-8.0.b", "BCS-8.0.d")
def test_missions_are_foretold_one_beside_the_other() -> None:
    game = position(FRONT, active="2PZ", hand="II/304", objectives=["11.09"], arty=3)
    game.play("Attack 11.09")
    none, one = foretold(game, "Decline"), foretold(game, "Suppress arty")
    assert one.tally.total == none.tally.total + 1
    three = foretold(game, "Destroy 3 0")
    assert three.tally == none.tally
    # Other ground: a step on 4 to 6, three times.
    rolls = chances(three, "If 20AIB defends, the Barrage")
    assert list(rolls.values()) == [Fraction(n, 8) for n in (1, 3, 3, 1)]


@pytest.mark.rule("BCS-7.3.b", "BCS-R.37")
def test_a_shock_attack_meets_no_av() -> None:
    game = position("11.09 20AIB:3d  12.09 II/3Pzm", active="2PZ", hand="II/3Pz",
                    objectives=["11.09"])  # fmt: skip
    found = foretold(game, "Shock 11.09")
    assert "a1: no effect (no AV there)" in chances(found)


@pytest.mark.rule("BCS-R.41", "BCS-8.3.b")
def test_an_attack_by_fire_is_one_die() -> None:
    game = position("11.09 20AIB:3d  12.09 II/3Pzm", active="2PZ", hand="II/3Pz")
    found = foretold(game, "Fire 11.09")
    assert found.line == "one die, a step lost on 4 or more (other ground, BCS-R.41)"
    assert list(chances(found).values()) == [Fraction(1, 2), Fraction(1, 2)]


@pytest.mark.rule("BCS-8.0.c")
def test_a_barrage_by_itself_is_one_die() -> None:
    game = position(FRONT, active="2PZ", objectives=["11.09"], hq={"2PZ": "14.10"})
    found = foretold(game, "Barrage II/3Pz 11.09 arty")
    assert list(chances(found).values()) == [Fraction(1, 2), Fraction(1, 2)]


@pytest.mark.rule("BCS-7.5.f")
def test_foot_without_a_safe_path_would_stand() -> None:
    # 20AIB has no Safe Path: its HQ is at the other end of the map.
    game = position(
        "11.09 20AIB:3d  12.09 II/3Pzd  11.08 II/304d",
        active="2PZ",
        hand="II/304",
        objectives=["11.09", "11.09"],
        hq={"CCB10": "22.20"},
        arty=0,
    )
    found = foretold(game, "Attack 11.09 II/3Pz")
    assert any("stands and loses a step (BCS-7.5.f)" in words for words, _ in found.outcomes)


@pytest.mark.rule("BCS-7.5.k")
def test_foot_near_its_hq_would_leave_the_map() -> None:
    game = position(
        "11.09 20AIB:3d  12.09 II/3Pzd  11.08 II/304d",
        active="2PZ",
        hand="II/304",
        objectives=["11.09", "11.09"],
        hq={"CCB10": "10.10"},
        arty=0,
    )
    found = foretold(game, "Attack 11.09 II/3Pz")
    assert any("leaves the map until next turn (BCS-7.5.k)" in words for words, _ in found.outcomes)


# -- against the rules themselves --------------------------------------------------------------

TANKS = position(FRONT, active="2PZ", hand="II/3Pz")
GUNS = position(
    "11.09 20AIB:3d  12.09 II/3Pz:1d",
    active="2PZ",
    hand="II/3Pz",
    box="C/609TD",
    hq={"CCB10": "09.13"},
)
FAR = position("06.16 B/3Tkd  04.16 II/3Pzm", active="CCB10", hand="B/3Tk")
OVERRUN = position(
    "11.09 20AIB:3d  12.09 II/3Pzm", active="2PZ", hand="II/3Pz", objectives=["11.09"]
)
ASSAULT = position(FRONT, active="2PZ", hand="II/304", objectives=["11.09", "11.09"])


@pytest.mark.parametrize(
    ("game", "action"),
    [
        (TANKS, "Engage 11.09"),
        (GUNS, "Engage 11.09"),
        (FAR, "Engage 04.16"),
        (OVERRUN, "Shock 11.09"),
        (ASSAULT, "Attack 11.09 II/3Pz"),
    ],
)
def test_steps_lost_are_foretold_as_all_thirty_six_rolls_cost_them(game: Game, action: str) -> None:
    side = SEATS.index(game.seat)
    found = foretold(game, action, side)
    names = [unit.name for unit in game.kit.units if game.where(unit.name) not in ("off", "dead")]
    for group in set(found.groups or ("",)):
        said = {name: Counter[int]() for name in names}
        for words, chance in chances(found, group).items():
            for name in names:
                said[name][_cost(game, words, name)] += int(chance * 36)
        assert said == _rolled(game, action, group, names)


def _cost(game: Game, words: str, name: str) -> int:
    """The steps the words say a unit loses; no retreat of these positions ends in an EZOC."""
    if f"{name} destroyed" in words:
        return game.steps(name)
    lost = re.search(rf"{re.escape(name)} −(\d) step", words)
    return int(lost[1]) if lost else 0


def _rolled(game: Game, action: str, group: str, names: list[str]) -> dict[str, Counter[int]]:
    found = {name: Counter[int]() for name in names}
    for first, second in product(range(1, 7), repeat=2):
        after = _fought(game.twin().play(action), group).roll(first, second)
        while isinstance(after.top, dec.Losses | dec.RetreatChoice | dec.Following):
            after.play(after.offers()[0])
        for name in names:
            found[name][game.steps(name) - after.steps(name)] += 1
    return found


def _fought(game: Game, group: str) -> Game:
    """Up to the dice: no mission, and the defender that the group names."""
    if isinstance(game.top, dec.MissionChoice):
        game.play("Decline")
    if isinstance(game.top, dec.DefenderChoice | dec.BackingChoice):
        game.play(f"Choose {group.split()[1]}")
    return game


# -- retreats, Recon, Trains ---------------------------------------------------------------------


@pytest.mark.rule("BCS-7.5.d", "BCS-R.17")
def test_a_voluntary_retreat_says_where_to_and_why_there() -> None:
    found = foretold(position(FRONT, active="2PZ", hand="II/3Pz"), "Retreat")
    assert "loses a step (BCS-7.5.d), flips to its Move side and goes to " in found.line
    assert "hexes → " in found.note


@pytest.mark.rule("BCS-9.1f.c", "BCS-9.1g")
def test_an_hq_that_pulls_back_pays_for_it() -> None:
    game = position("13.07 AA2m", active="2PZ", snafu="fail")
    back = next(text for text in game.offers() if text.startswith("PullBack"))
    assert "Coordination, Trains flip to Ghost (BCS-9.1f.c)" in foretold(game, back).line


@pytest.mark.rule("BCS-4.3.f")
def test_recon_needs_the_action_rating_or_less() -> None:
    game = position("11.09 20AIB:3d  12.09 AA2m", active="2PZ", hand="AA2")
    assert chances(foretold(game, "Recon 11.09"))["OBJ marker"] == Fraction(4, 6)


@pytest.mark.rule("BCS-10.3.h")
def test_a_move_of_the_trains_says_how_far_they_would_be() -> None:
    game = position("13.07 AA2m", active="2PZ", hq={"2PZ": "16.11"})
    found = foretold(game, "MoveTrains 22.11")
    assert found.line.startswith("MSR of 9 hexes to the HQ, 1 to the source; at Optimal Distance")
    assert not found.asks


# -- the rolls of an Activation ------------------------------------------------------------------


@pytest.mark.rule("BCS-R.28", "BCS-10.3.k")
def test_an_activation_shows_its_snafu_roll() -> None:
    # Fat-0, Optimal Distance +1: Fail 3, Partial 12, Full 21 of 36.
    found = foretold(position("11.09 20AIB"), "Activate CCB10", 0)
    assert list(chances(found).values()) == of_36(3, 12, 21)
    assert not found.asks


@pytest.mark.rule("BCS-10.4.j")
def test_a_recovery_says_how_tired_the_formation_would_be() -> None:
    game = position("11.09 20AIB", fatigue={"CCB10": "Fat-3"})
    assert "Fatigue Fat-3 to Fat-2" in foretold(game, "Recover CCB10", 0).line


@pytest.mark.rule("BCS-R.33", "BCS-10.5.a")
def test_the_end_of_the_activities_warns_of_fatigue_and_isolation() -> None:
    game = position("13.07 AA2m", active="2PZ", fatiguing=True, fatigue={"2PZ": "Fresh"})
    assert chances(foretold(game, "Done"))["tired to Fat-0"] == Fraction(1, 2)
    lost = position("01.01 AA2m  16.10 I/304", active="2PZ", hq={"2PZ": "16.11"})
    assert "AA2 in 01.01 two steps" in foretold(lost, "Done").note


def test_an_end_that_costs_nothing_is_not_foretold() -> None:
    game = position("16.10 AA2m", active="2PZ", hq={"2PZ": "16.11"})
    assert preview(game.state, SEATS[1], parse("Done")) is None


def test_what_is_refused_or_not_ones_own_is_not_foretold() -> None:
    game = position(FRONT, active="2PZ", hand="II/3Pz")
    assert preview(game.state, SEATS[1], parse("Engage 01.01")) is None
    assert preview(game.state, SEATS[0], parse("Engage 11.09")) is None
    assert preview(game.state, SEATS[1], parse("Halt")) is None


def test_every_offer_can_be_foretold_and_its_chances_add_up() -> None:
    games = [
        position(FRONT, active="2PZ", hand="II/3Pz", objectives=["11.09"], air=(0, 1)),
        position(FRONT, active="2PZ", hand="II/304", objectives=["11.09"], air=(0, 1)),
        position(FRONT, active="2PZ", objectives=["11.09"], box="Fla273", hq={"2PZ": "14.10"}),
        Game(bcs.setup("bastogne", {})),
    ]
    for game in games:
        for text in game.offers():
            found = preview(game.state, game.seat, parse(text))
            if found is not None and found.outcomes:
                for group in set(found.groups or ("",)):
                    assert sum(chances(found, group).values(), Fraction(0)) == 1, text


# -- threats -------------------------------------------------------------------------------------


def test_threats_name_who_could_engage_or_attack() -> None:
    game = position(FRONT)
    titles = [one.title for one in threats(view(game.state, SEATS[0]), "20AIB")]
    assert "Engagement of 11.09 by II/3Pz" in titles
    assert "Regular Attack of 11.09 by II/304 with II/3Pz" in titles


def test_without_av_the_threat_is_fire_and_shock() -> None:
    game = position("11.09 20AIB:3d  12.09 II/3Pzm")
    titles = [one.title for one in threats(view(game.state, SEATS[0]), "11.09")]
    assert titles == ["Attack by Fire of 11.09 by II/3Pz", "Shock Attack of 11.09 by II/3Pz"]


def test_threats_name_who_could_come_near() -> None:
    game = position("11.09 20AIB:3d  13.07 AA2m", hq={"2PZ": "14.10"})
    (coming,) = threats(view(game.state, SEATS[0]), "11.09")
    assert coming.line == "one unit could come next to it: AA2"


def test_an_hq_has_its_rolls_ahead() -> None:
    game = position("11.09 20AIB")
    for spot in ("HQ CCB10", "Trains CCB10", "CCB10", "07.18"):
        titles = [one.title for one in threats(view(game.state, SEATS[0]), spot)]
        assert titles == ["SNAFU of CCB10", "Second Activation of CCB10"]


def test_nothing_threatens_an_empty_hex_or_nonsense() -> None:
    seen = view(position(FRONT).state, None)
    assert threats(seen, "01.01") == []
    assert threats(seen, "nonsense") == []
