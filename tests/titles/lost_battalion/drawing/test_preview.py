"""Previews: the odds line, every result with its chance, and nothing that is hidden."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import msgspec
import pytest
from positions.lb import Game, parse, position

from grognard.titles.lost_battalion.audit import audit
from grognard.titles.lost_battalion.drawing.preview import preview
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.state import copy
from grognard.waist.title import Preview, Seat


def foretell(game: Game, action: str) -> Preview:
    found = preview(game.state, game.seat, parse(action))
    assert found is not None
    return found


def rolled(game: Game, faces: int = 6) -> dict[str, Fraction]:
    """The results of every roll of the die that is due, as they come out."""
    texts: Counter[str] = Counter()
    for face in range(1, faces + 1):
        result = Game(copy(game.state)).roll(face).told(ev.AssaultRolled)[-1].result
        texts[f"{result.replace('E', 'all')} attacker/defender steps"] += 1
    return {text: Fraction(count, faces) for text, count in texts.items()}


# -- a combat that has been declared -----------------------------------------------------------


def test_when_a_battle_is_under_way_the_odds_are_exact() -> None:
    game = position("1524 R252/76R   1525 305/77").play("Pick 305/77", "Strike 1524").roll(4)

    found = foretell(game, "Again")  # 2:1 in forest is 1:1, and 2/1 came of it

    assert found.line == "4 (4) : 2 → 2:1 · 1L forest LB-S.21 → 1:1"
    assert found.tally.total == -1
    assert dict(found.outcomes) == {
        "3/0 attacker/defender steps": Fraction(1, 6),
        "2/0 attacker/defender steps": Fraction(1, 6),
        "2/1 attacker/defender steps": Fraction(1, 3),
        "1/1 attacker/defender steps": Fraction(1, 3),
    }
    # R252 had two steps and lost one: one more clears the hex.
    assert found.gist == ("The hex is cleared in 67 %, the attacker loses a step or more in 100 %.")


def test_the_chances_are_those_of_the_rolls() -> None:
    game = position("1522 20/5G 3GzF/5G   1523 305/77 306/77")
    game.play("Pick 305/77", "Join 306/77", "Strike 1522").roll(6).play("Lose 305/77", "Lose 20/5G")
    found = foretell(game, "Again")

    game.play("Again")

    assert dict(found.outcomes) == rolled(game)


def test_a_deliberate_attack_is_foretold_at_eight_to_one() -> None:
    game = position("1522 305/77   1521 20/5G", at="c2", turn=15, deliberate=1)
    game.play("Attack 1522", "Commit 20/5G")
    found = foretell(game, "Deliberate 20/5G")

    assert found.line == "Deliberate Attack → 8:1, no shifts"
    assert found.tally.modifiers == ()
    assert dict(found.outcomes) == rolled(game.play("Deliberate 20/5G"))
    assert found.outcomes[-1] == ("0/all attacker/defender steps", Fraction(1, 6))


def test_going_on_without_the_leader_is_foretold() -> None:
    text = "1522 305/77   1521 20/5G   1621 1GzF/1G   1622 IA"
    game = position(text, at="c2", turn=15, deliberate=1)
    game.play("Attack 1522", "Commit 20/5G", "Commit 1GzF/1G", "Deliberate 20/5G")
    game.state.steps[game.unit("20/5G")] = 1
    game.play("Fire IA 1521", "Shoot").roll(6)

    assert foretell(game, "Launch").line == "5 (5) : 8 → 1:2 → 1:2"


# -- before it is declared ------------------------------------------------------------------------

# Far off stand a regiment of 6 and one of 3; which stands where is hidden.
ELSEWHERE = "0620 20/5G   0820 L83/9L"


@pytest.mark.rule("LB-5.6a", "LB-5.6b")
def test_before_declaration_the_odds_run_from_the_weakest_to_the_strongest_defender() -> None:
    text = f"1522 R252/76R MG1   1523 305/77   1621 306/77   {ELSEWHERE}"
    game = position(text, at="b2")

    found = foretell(game, "Attack 1522")

    # at least 1 (a Landwehr step) + 2 (a gun, or a step of another), at most 6 + 4
    assert found.line == ("16 (8+8) : 3–10 → 5:1 to 1:1 · 1R concentric LB-9.18a → 6:1 to 2:1")
    assert found.tally.total == 1
    assert sum(chance for text, chance in found.outcomes if text.startswith("6:1: ")) == 1
    assert sum(chance for text, chance in found.outcomes if text.startswith("2:1: ")) == 1
    assert dict(found.outcomes)["2:1: 2/1 attacker/defender steps"] == Fraction(1, 3)
    # Who defends is hidden, and so is what would clear the hex. On 6:1 every roll hurts the
    # defender and half the attacker, on 2:1 five in six and all.
    assert found.gist == (
        "The defender loses a step or more in 83 to 100 %, "
        "the attacker loses a step or more in 50 to 100 %."
    )


def test_a_launch_counts_the_units_committed_so_far() -> None:
    text = f"1522 R252/76R   1523 305/77   1621 306/77   {ELSEWHERE}"
    game = position(text, at="b2").play("Attack 1522", "Commit 305/77")

    assert foretell(game, "Launch").line == "8 (8) : 1–6 → 8:1 to 1:1 → 8:1 to 1:1"


def test_an_attack_is_foretold_with_all_that_may_attack() -> None:
    text = f"1522 R252/76R   1523 305/77 344LT   1621 306/77   1622 307/77   {ELSEWHERE}"
    game = position(text, at="b2", turn=2)
    game.set(attacked=1 << game.unit("306/77"), gas=1 << game.kit.grid.at("1622"))

    assert foretell(game, "Attack 1522").line.startswith("8 (8) : 1–6 → ")


def test_a_hasty_attack_is_foretold_without_concentric_shift() -> None:
    text = f"1524 R252/76R   1525 305/77 306/77   1523 307/77   {ELSEWHERE}"
    game = position(text).play("Pick 305/77", "Join 306/77")

    found = foretell(game, "Strike 1524")

    assert found.line == "16 (8+8) : 1–6 → 8:1 to 2:1 · 1L forest LB-S.21 → 7:1 to 1:1"


@pytest.mark.parametrize(
    ("defenders", "strength"), [("MG1", "2"), ("MG1 MG2", "4"), ("R252/76R", "1–6")]
)
def test_what_the_top_counter_tells_is_used(defenders: str, strength: str) -> None:
    game = position(f"1522 {defenders}   1523 305/77   {ELSEWHERE}", at="b2")

    assert f"8 (8) : {strength} → " in foretell(game, "Attack 1522").line


@pytest.mark.parametrize(
    ("defenders", "strength"), [("IA", "1"), ("344LT", "1"), ("305/77 344LT", "2–15")]
)
def test_the_german_sees_no_more_of_the_allies(defenders: str, strength: str) -> None:
    # Under a US infantry counter may lie tanks (nothing) or another regiment (8 + 7).
    text = f"1422 {defenders}   1421 20/5G   1642 217/71DI 137/35:1"
    game = position(text, at="c2", turn=15)

    assert f"6 (6) : {strength} → " in foretell(game, "Attack 1422").line


def test_a_stack_marked_out_of_supply_is_reckoned_halved() -> None:
    ring = "1420 305/77 1520 306/77 1621 307/77 1522 308/77 1422 137/35 1421 138/35"
    game = position(f"1521 R252/76R {ring} {ELSEWHERE}", at="b2")

    line = foretell(game, "Attack 1521").line

    assert line.startswith("46 (7+7+8+8+8+8) : 1–3 → ")  # 1 to 6, halved and rounded up


@pytest.mark.rule("LB-5.6a", "LB-5.6b")
@pytest.mark.parametrize("at", ["b1", "b2"])
def test_no_hidden_fact_changes_a_byte_of_a_preview(at: str) -> None:
    ours = "1523 305/77   1623 306/77 344LT   1624 IA"
    worlds = [
        f"1522 R252/76R MG1 20/5G   0620 L83/9L R253/76R MG2   {ours}",
        f"1522 R252/76R:1 MG1 20/5G:1   0620 L83/9L R253/76R MG2   {ours}",
        f"1522 L83/9L R253/76R MG2   0620 R252/76R MG1 20/5G   {ours}",
        f"1522 L83/9L:1 R253/76R R252/76R   0620 20/5G MG1 MG2   {ours}",
    ]
    actions = {
        "b1": [["Pick 305/77", "Strike 1522"]],
        "b2": [
            ["Attack 1522"],
            ["Attack 1522", "Commit 305/77", "Launch"],
            ["Bombard 1522"],
            ["Bombard 1522", "Fire IA 1522"],
            ["Bombard 1522", "Fire IA 1522", "Shoot"],
        ],
    }[at]
    for *before, last in actions:
        seen: set[bytes] = set()
        for world in worlds:
            game = position(world, at=at, deliberate=len(seen)).play(*before)
            seen.add(msgspec.json.encode(msgspec.to_builtins(foretell(game, last), enc_hook=str)))
        assert len(seen) == 1, last


def test_the_truth_lies_within_the_range() -> None:
    columns = [*position().kit.crt_columns]
    for defenders in ("R252/76R", "20/5G", "L83/9L:1", "20/5G R252/76R MG1", "kuk5/1AH MG1"):
        text = f"1522 {defenders}   1523 305/77 306/77   0620 3GzF/5G L116/9L"
        game = position(text, at="b2").play("Attack 1522", "Commit 305/77", "Commit 306/77")
        bounds = foretell(game, "Launch").line.rpartition("→ ")[2].split(" to ")

        low, high = columns.index(bounds[-1]), columns.index(bounds[0])

        assert low <= columns.index(game.play("Launch").column) <= high


# -- bombardments ------------------------------------------------------------------------


def test_a_fire_is_foretold_gun_by_gun() -> None:
    game = position("1640 R252/76R R253/76R   1642 IA   1741 VA   1743 VC", at="b2")
    best = foretell(game, "Bombard 1640")
    assert best.line == "17 (6+6+5) · 1L forest LB-S.22 · 1L field fortification LB-14.5 → 10-12"
    assert dict(best.outcomes) == {
        "no effect": Fraction(1, 3),
        "1 step": Fraction(1, 2),
        "2 steps": Fraction(1, 6),
    }
    game.play("Bombard 1640")

    one = foretell(game, "Fire IA 1640")
    assert one.line == "6 (6) · 1L forest LB-S.22 · 1L field fortification LB-14.5 → 2"
    two = foretell(game.play("Fire IA 1640"), "Fire VA 1640")
    assert two.line.startswith("12 (6+6)")
    assert foretell(game, "Shoot") == one


def test_a_marker_that_would_fall_off_the_table_does_nothing() -> None:
    game = position("1231 R252/76R   1232 305/77", at="c2", turn=2).play("Bombard 1232")

    found = foretell(game, "Fire barrage 1232")

    assert found.line.endswith("→ off the table, no effect")
    assert found.outcomes == (("no effect", Fraction(1)),)


def test_defensive_fire_is_foretold_without_fortifications() -> None:
    game = position("1430 R252/76R   1431 305/77", at="b2", turn=2).attack("1430", "305/77")

    found = foretell(game, "Fire barrage 1431")

    assert found.line == "3 (3) → 3-4"
    assert dict(found.outcomes) == {"no effect": Fraction(2, 3), "1 step": Fraction(1, 3)}


# -- and when there is nothing to say ----------------------------------------------------


def test_nothing_is_foretold_of_what_is_refused_or_not_ones_own_or_no_fight() -> None:
    game = position("1522 R252/76R   1523 305/77", at="b2")

    assert preview(game.state, Seat("us"), parse("Attack 1523")) is None
    assert preview(game.state, Seat("german"), parse("Attack 1522")) is None
    assert preview(game.state, Seat("us"), parse("Done")) is None


def test_a_preview_changes_nothing() -> None:
    game = position("1522 R252/76R   1523 305/77   1624 IA", at="b2")
    before = msgspec.json.encode(copy(game.state))

    for action in ("Attack 1522", "Bombard 1522"):
        foretell(game, action)

    assert msgspec.json.encode(game.state) == before
    assert audit(game.state) == []
