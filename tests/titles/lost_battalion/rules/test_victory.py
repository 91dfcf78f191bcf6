"""Victory: the hexes with the black star, counted after the last turn."""

from __future__ import annotations

from typing import Any

import pytest
from positions.lb import Game, position, ring

from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.kit.tables import KITS
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.rules.victory import points_now

KIT = KITS["historical"]
STARS = {
    "0403": 3, "0605": 3, "0702": 8, "0804": 3, "1205": 3, "1310": 4, "1614": 2,
    "1708": 4, "1819": 4, "1827": 3, "1921": 2, "2127": 2, "2233": 2, "2327": 2,
    "2332": 2, "2335": 1, "2522": 2, "2617": 5, "2732": 2, "2831": 3,
}  # fmt: skip


def last_phase(text: str = "", **more: Any) -> Game:
    """The German Combat Phase of turn 16, with every bridge in Allied hands."""
    bridges = {"bridges": KIT.all_bridges, **more}
    return position(text, at="c2", turn=16, **bridges)


def points(game: Game) -> int:
    return points_now(game.state).total


@pytest.mark.rule("LB-14.12", "LB-S.35")
def test_each_star_is_worth_its_points() -> None:
    for label, worth in STARS.items():
        assert points(last_phase(allied=label)) == worth, label
    assert points(last_phase(allied="1724 1332 1636")) == 0


@pytest.mark.rule("LB-S.35", "LB-14.12")
def test_twenty_stars_and_sixty_points() -> None:
    game = last_phase(allied=" ".join(STARS)).play("Done")

    verdict = lb.verdict(game.state)
    assert verdict is not None
    assert verdict.tally.total == 60
    assert len(verdict.tally.modifiers) == 20


@pytest.mark.rule("LB-S.35")
def test_a_star_counts_by_control_though_nobody_stands_there() -> None:
    assert points(last_phase(allied="1819")) == 4
    assert points(last_phase()) == 0


@pytest.mark.rule("LB-S.35")
def test_a_star_without_a_supply_line_does_not_count() -> None:
    germans = "R252/76R R253/76R R254/76R L83/9L L118/9L L120/2L"

    assert points(last_phase(ring("1819", germans) + " 1819 137/35")) == 0
    assert points(last_phase(ring("1819", germans, but="1719") + " 1819 137/35")) == 4
    no_bridge = last_phase(ring("1819", germans, but="1719") + " 1819 137/35", bridges=0)
    assert points(no_bridge) == 0


@pytest.mark.rule("LB-S.35")
def test_points_are_scored_after_turn_16_only() -> None:
    early = position("", at="c2", turn=15, allied="1819", bridges=KIT.all_bridges).play("Done")
    assert lb.verdict(early.state) is None

    late = last_phase(allied="1819").play("Done")
    (over,) = late.told(ev.GameOver)
    assert over.points == 4
    assert lb.deciders(late.state) == ()


def scoring(total: int) -> str:
    """Stars that are worth so much together."""
    chosen, left = [], total
    for label, worth in sorted(STARS.items(), key=lambda star: -star[1]):
        if worth <= left:
            chosen.append(label)
            left -= worth
    assert left == 0
    return " ".join(chosen)


@pytest.mark.rule("LB-S.36")
@pytest.mark.parametrize(
    ("total", "winner", "level"),
    [
        (60, "us", "Allied decisive"),
        (45, "us", "Allied decisive"),
        (44, "us", "Allied substantial"),
        (33, "us", "Allied substantial"),
        (32, "us", "Allied marginal"),
        (24, "us", "Allied marginal"),
        (23, None, "draw"),
        (16, None, "draw"),
        (15, "german", "German marginal"),
        (8, "german", "German marginal"),
        (7, "german", "German decisive"),
        (0, "german", "German decisive"),
    ],
)
def test_the_result_by_points(total: int, winner: str | None, level: str) -> None:
    game = last_phase(allied=scoring(total)).play("Done")

    verdict = lb.verdict(game.state)
    assert verdict is not None
    assert verdict.tally.total == total
    assert verdict.winner == winner
    assert verdict.level.lower().startswith(level.lower())
