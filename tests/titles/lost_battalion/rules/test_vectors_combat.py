"""Worked examples of chapters 9 to 11, each played through."""

from __future__ import annotations

import pytest
from positions.lb import Game, position

from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.decisions import Combat, Marching
from grognard.waist.chance import Rolled
from grognard.waist.title import CHANCE

FOUR = "305/77", "306/77", "307/77", "308/77"


def kriemhilde(where: str) -> Game:
    """32 against 4 and a machine gun of 2 in forest on the Hindenburg Line."""
    return position(f"1232 R252/76R MG1   1233 305/77 306/77   {where} 307/77 308/77", at="b2")


@pytest.mark.rule("LB-9.1c", "LB-9.13a", "LB-S.21")
def test_vector_4_five_to_one_shifted_three_left() -> None:
    game = kriemhilde("1333").attack("1232", *FOUR)
    assert game.column == "2:1"

    rolled = game.roll(4).told(ev.AssaultRolled)[-1]

    assert rolled.result == "1/1"
    assert rolled.line == (
        "32 (8+8+8+8) : 6 → 5:1 · 1L forest+rough LB-S.21 · 2L hindenburg line LB-S.21 → 2:1"
    )


@pytest.mark.rule("LB-9.18a")
@pytest.mark.parametrize(("face", "result"), [(4, "1/1"), (6, "0/2")])
def test_vector_5_the_same_concentric(face: int, result: str) -> None:
    game = kriemhilde("1331").attack("1232", *FOUR)
    assert game.column == "3:1"

    assert game.roll(face).told(ev.AssaultRolled)[-1].result == result


@pytest.mark.rule("LB-9.1c")
@pytest.mark.parametrize(
    ("attackers", "defenders", "sums", "column"),
    [
        ("137/35", "1GzF/1G R252/76R", "7 (7) : 9", "1:2"),
        ("305/77:3", "20/5G 3GzF/5G 3GGren/5G MG1", "6 (6) : 20", "1:3"),
        (
            "305/77 306/77 307/77 308/77 109/28 110/28 111/28 137/35 138/35",
            "1GzF/1G MG1",
            "70 (8+8+8+7+7+8+8+8+8) : 7",
            "8:1",
        ),
    ],
)
def test_vector_6_rounding_and_the_ends_of_the_table(
    attackers: str, defenders: str, sums: str, column: str
) -> None:
    game = position(f"1522 {defenders}   1523 {attackers}", at="b2")

    game.attack("1522", *(name.split(":")[0] for name in attackers.split()))

    assert game.column == column
    assert game.roll(3).told(ev.AssaultRolled)[-1].line == f"{sums} → {column} → {column}"


@pytest.mark.rule("LB-S.17", "LB-S.22", "LB-14.5")
def test_vector_7_seventeen_on_field_fortifications_in_forest() -> None:
    game = position("1640 R252/76R R253/76R   1642 IA   1741 VA   1743 VC", at="b2")

    game.play("Bombard 1640", "Fire IA 1640", "Fire VA 1640", "Fire VC 1640")
    assert game.column == "10-12"
    game.roll(6)

    assert game.told(ev.FireRolled)[-1].steps == 2
    assert game.told(ev.Bombarded)[-1].line == (
        "17 (6+6+5) · 1L forest LB-S.22 · 1L field fortification LB-14.5 → 10-12"
    )


@pytest.mark.rule("LB-11.3c", "LB-S.22", "LB-14.6")
def test_vector_8_a_barrage_marker_on_the_hindenburg_line() -> None:
    attacking = position("1430 R252/76R   1431 305/77", at="b2", turn=2)
    attacking.attack("1430", "305/77").play("Fire barrage 1431")
    assert attacking.column == "3-4"
    assert attacking.roll(5).steps("305/77") == 3

    for face in range(1, 7):
        standing = position("1430 R252/76R   1431 305/77", at="c2", turn=2)
        standing.play("Bombard 1431", "Fire barrage 1431", "Shoot")
        assert standing.column == "1"
        assert standing.roll(face).steps("305/77") == 4

    in_forest = position("1231 R252/76R   1232 305/77", at="c2", turn=2)
    in_forest.play("Bombard 1232", "Fire barrage 1232", "Shoot")
    assert isinstance(in_forest.state.top, Combat)  # nothing is rolled
    assert not in_forest.told(ev.Bombarded)[-1].in_effect
    assert in_forest.state.barrage == 2


@pytest.mark.rule("LB-11.8b", "LB-11.8c", "LB-11.8j")
def test_vector_10_three_steps_and_one_step_with_tanks() -> None:
    text = "1522 R252/76R R253/76R   1523 305/77 344LT"
    three = position(text, at="b2").attack("1522", "305/77", "344LT").roll(1)  # 1:1, 3/0
    three.play("Absorb", "Lose 305/77")
    assert three.rule("Lose 305/77") == "LB-11.8c"
    three.play("Lose 344LT")
    assert (three.steps("305/77"), three.steps("344LT")) == (3, 1)

    one = position(text, at="b2").attack("1522", "305/77", "344LT").roll(6)  # 1/1
    one.play("Absorb")
    assert (one.steps("305/77"), one.steps("344LT")) == (4, 2)


@pytest.mark.rule("LB-9.16c")
def test_vector_11_a_deliberate_attack_over_the_meuse_on_a_fortified_town() -> None:
    # 1831 is a town in the Kriemhilde line; 1830 and 1931 lie over the Meuse.
    text = "1831 305/77 306/77   1830 20/5G   1931 1GzF/1G"
    game = position(text, at="c2", turn=15, deliberate=1)

    game.play("Attack 1831", "Commit 20/5G", "Commit 1GzF/1G", "Deliberate 20/5G")

    assert game.column == "8:1"
    assert game.roll(6).told(ev.AssaultRolled)[-1].tally.modifiers == ()
    assert game.at("1831") == set()


@pytest.mark.rule("LB-9.16a", "LB-9.16g")
@pytest.mark.parametrize(("faces", "count"), [((3, 4), 4), ((1, 1), 1)])
def test_vector_12_how_many_deliberate_attacks(faces: tuple[int, int], count: int) -> None:
    state = lb.setup("historical", {})

    lb.apply(state, CHANCE, Rolled(faces))

    assert state.deliberate == count


@pytest.mark.rule("LB-10.3b", "LB-10.3g")
@pytest.mark.parametrize(
    ("target", "start", "cost"),
    [("1342", "1343", 4), ("1640", "1641", 6), ("1232", "1333", 8)],
)
def test_vector_16_what_a_hasty_attack_costs(target: str, start: str, cost: int) -> None:
    game = position(f"{target} R252/76R   {start} 305/77").play("Pick 305/77", f"Strike {target}")

    (march,) = [decision for decision in game.state.stack if isinstance(decision, Marching)]

    assert march.spent == 2 * cost  # in halves


@pytest.mark.rule("LB-11.7c", "LB-11.7d", "LB-11.7e")
def test_vector_18_gas_on_two_regiments() -> None:
    text = "2139 317/80 318/80   2239 319/80   2138 R252/76R"
    game = position(text, at="a2", turn=2).play("Gas 2139", "Lose 317/80")
    assert game.steps("317/80") + game.steps("318/80") == 7
    game.play("Done", "Done", "Done")
    while game.allows("Done") and not game.allows("Pick 317/80"):
        game.play("Done")

    game.play("Pick 319/80")
    assert game.rule("March 2139") == "LB-11.7d"
    game.play("Halt", "Pick 317/80", "March 2140", "Halt", "Done", "Attack 2138")
    assert game.rule("Commit 318/80") == "LB-11.7e"
    assert game.allows("Commit 319/80")


@pytest.mark.rule("LB-7.4b", "LB-7.4c", "LB-7.4d")
def test_vector_19_an_eighth_division_on_a_turn_with_seven() -> None:
    text = "1522 R252/76R R253/76R   1523 305/77 306/77   1623 137/35   1422 217/71DI"
    seven = ("US 1", "US 4", "US 28", "US 33", "US 37", "US 77", "US 79")
    game = position(text, at="b2", turn=6)
    assert game.kit.turns[6].us_divisions_may_attack == 7
    game.set(divisions=sum(1 << game.kit.division_by_key[key] for key in seven))

    game.play("Attack 1522")

    assert game.rule("Commit 137/35") == "LB-7.4b"
    assert game.allows("Commit 305/77")
    assert game.allows("Commit 217/71DI")
