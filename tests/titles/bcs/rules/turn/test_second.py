"""The Second Activation roll (BCS-S.18, BCS-R.31)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from bcs import Game, position

from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Activities, TrySecond
from grognard.titles.bcs.position.state import FAIL
from grognard.titles.bcs.rules.turn import second
from grognard.waist.asking import pop


def finish(level: str = "Fat-0", *, key: str = "2PZ", text: str = "14.10 II/3Pz", **c: Any) -> Game:
    """The last step of an Activation, with nothing of it left on the table."""
    game = position(text, active=key, fatigue={key: level}, **c)
    pop(game.state)  # the activities
    game.events += second.begin(game.state, game.formation(key))
    return game


def needed(level: str, **columns: Any) -> int:
    """The lowest face that gives the Second Activation."""
    faces = [f for f in range(1, 7) if granted(finish(level, **columns), f)]
    return faces[0]


def granted(game: Game, face: int) -> bool:
    game.play("Again").roll(face)
    told: ev.SecondRolled = game.told(ev.SecondRolled)[0]
    return told.granted


@pytest.mark.rule("BCS-R.31", "BCS-10.4.e")
@pytest.mark.parametrize(
    ("level", "lowest"), [("Fresh", 3), ("Fat-0", 4), ("Fat-1", 4), ("Fat-2", 5), ("Fat-3", 5)]
)
def test_fatigue_modifies_the_die(level: str, lowest: int) -> None:
    assert needed(level) == lowest  # the number of 2PZ is 4


@pytest.mark.rule("BCS-R.31")
def test_the_number_is_the_hqs() -> None:
    assert needed("Fat-0", key="506", text="08.16 1/506") == 3


@pytest.mark.rule("BCS-R.31")
def test_a_blocked_msr_hurts() -> None:
    assert needed("Fat-0", blocked={"2PZ": 1}) == 5
    assert needed("Fat-2", blocked={"2PZ": 2}) == 6


def numbered(monkeypatch: pytest.MonkeyPatch, game: Game, number: int) -> Game:
    """The HQs with another number printed on them."""
    kit = game.kit
    others = tuple(msgspec.structs.replace(f, second=number) for f in kit.formations)
    monkeypatch.setattr(kit, "formations", others)
    return game


@pytest.mark.rule("BCS-R.31")
def test_a_one_fails_and_a_six_succeeds_whatever_the_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    easy = numbered(monkeypatch, finish("Fresh"), 2)
    assert second.chance(easy.state, easy.formation("2PZ")) == Fraction(5, 6)
    assert not granted(easy, 1)
    hard = numbered(monkeypatch, finish("Fat-3", blocked={"2PZ": 2}), 6)
    assert second.chance(hard.state, hard.formation("2PZ")) == Fraction(1, 6)
    assert granted(hard, 6)


@pytest.mark.rule("BCS-R.31")
def test_an_hq_without_a_number_has_4(monkeypatch: pytest.MonkeyPatch) -> None:
    game = numbered(monkeypatch, finish(), 0)

    assert second.chance(game.state, game.formation("2PZ")) == Fraction(3, 6)


@pytest.mark.rule("BCS-R.31")
def test_a_special_leader_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    game = finish()
    led = tuple(msgspec.structs.replace(f, leader=1) for f in game.kit.formations)
    monkeypatch.setattr(game.kit, "formations", led)

    assert second.chance(game.state, game.formation("2PZ")) == Fraction(4, 6)


@pytest.mark.rule("BCS-10.4.f")
def test_fat_4_has_no_second_activation() -> None:
    game = finish("Fat-4")

    assert not isinstance(game.top, TrySecond)
    refused = second.refusal(game.state, game.formation("2PZ"))
    assert refused is not None
    assert refused.rule == "BCS-10.4.f"


@pytest.mark.rule("BCS-S.18")
def test_no_third_follows() -> None:
    assert not isinstance(finish(second=True).top, TrySecond)


@pytest.mark.rule("BCS-R.31")
def test_a_fail_does_not_bar_the_roll() -> None:
    game = finish(snafu="fail")
    assert game.state.snafu == FAIL
    assert game.offers() == ["Again", "Decline"]


@pytest.mark.rule("BCS-S.18")
def test_it_begins_at_once_and_from_nothing() -> None:
    game = finish(fatiguing=True, moved=1, finished=1)
    assert granted(game, 6)

    assert game.told(ev.ActivationBegan)[-1].second
    assert game.state.second
    assert (game.state.moved, game.state.finished, game.state.fatiguing) == (0, 0, False)


@pytest.mark.rule("BCS-S.18")
def test_without_the_roll_the_activation_is_over() -> None:
    game = finish()
    game.play("Decline")

    assert not game.told(ev.SecondRolled)
    assert game.state.active == game.formation("2PZ")
    assert not any(isinstance(d, Activities) for d in game.state.stack)
