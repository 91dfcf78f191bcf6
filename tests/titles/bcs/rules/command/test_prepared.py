"""Prepared Defense: who gains, how it is taken up and how it ends (BCS-4.5.a to BCS-4.5.g)."""

from __future__ import annotations

import msgspec
import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import GERMAN
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Activities, PreparedDefense
from grognard.titles.bcs.rules.command import prepared
from grognard.titles.bcs.rules.rear import trains

HOLD = "16.12 II/304d I/304m"


def ask(game: Game, key: str = "2PZ") -> Game:
    """The Prepared Defense step."""
    game.events += prepared.begin(game.state, game.formation(key))
    return game


def protects(game: Game, name: str) -> bool:
    return prepared.protects(game.state, game.unit(name))


@pytest.mark.rule("BCS-4.5.g")
def test_only_the_deployed_side_gains() -> None:
    game = position(HOLD, active="2PZ", prepared="2PZ")

    assert protects(game, "II/304")
    assert not protects(game, "I/304")


@pytest.mark.rule("BCS-4.5.g", "BCS-R.8")
def test_a_single_sided_unit_counts_as_deployed() -> None:
    game = position("08.17 1/506", active="506", prepared="506", deployed=0)

    assert protects(game, "1/506")


@pytest.mark.rule("BCS-4.5.a")
def test_it_reaches_six_hexes_from_the_hq() -> None:
    # 10.11 is six hexes from 16.11, 09.11 seven
    game = position("10.11 II/304d   09.11 Pi38d", active="2PZ", prepared="2PZ")

    assert protects(game, "II/304")
    assert not protects(game, "Pi38")


@pytest.mark.rule("BCS-1.2d.c")
def test_an_unprepared_unit_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No Deployed side of ours is Unprepared, so one is printed for the test."""
    game = position("16.12 II/304d", active="2PZ", prepared="2PZ")
    assert protects(game, "II/304")
    units = list(game.kit.units)
    old = units[game.unit("II/304")]
    bare = msgspec.structs.replace(old.faces[1], av=0, arrow=False, prepared=False)
    units[old.id] = msgspec.structs.replace(old, faces=(old.faces[0], bare))
    monkeypatch.setattr(game.kit, "units", tuple(units))

    assert not protects(game, "II/304")


@pytest.mark.rule("BCS-4.5.a")
def test_other_formations_gain_nothing() -> None:
    game = position(f"{HOLD}   15.17 I/902d", active="2PZ", prepared="2PZ")

    assert not protects(game, "I/902")


@pytest.mark.rule("BCS-4.5.e")
def test_a_blocked_msr_forbids_and_ends_it() -> None:
    game = position(HOLD, active="2PZ", prepared="2PZ")
    game.events += trains.go_off(game.state, game.formation("2PZ"), "cut off")

    assert not game.has("prepared", "2PZ")
    assert game.told(ev.DefensePrepared)[0].why == "MSR Blocked"
    assert not protects(game, "II/304")
    assert game.allows("MoveHq")  # nothing holds the HQ any more
    table = PreparedDefense(GERMAN, game.formation("2PZ"))
    blocked = position(HOLD, active="2PZ", blocked={"2PZ": 1}, table=table)
    assert blocked.rule("Prepare") == "BCS-4.5.e"


@pytest.mark.rule("BCS-4.5.f")
def test_it_takes_an_artillery_point_of_either_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    own = ask(position(HOLD, active="2PZ"))
    assert own.allows("Prepare")
    gunless = tuple(msgspec.structs.replace(f, arty=0) for f in own.kit.formations)
    monkeypatch.setattr(own.kit, "formations", gunless)

    assert own.rule("Prepare") == "BCS-4.5.f"
    assert isinstance(ask(position(HOLD, active="2PZ")).top, Activities), "nobody is asked"
    assert ask(position(HOLD, active="2PZ", guns={"2PZ": 1})).allows("Prepare")


@pytest.mark.rule("BCS-4.5.f", "BCS-S.7")
def test_the_owner_declares_it_in_its_step() -> None:
    game = ask(position(HOLD, active="2PZ"))
    assert game.offers() == ["Prepare", "Decline"]

    game.play("Prepare")

    assert game.has("prepared", "2PZ")
    assert isinstance(game.top, Activities)


@pytest.mark.rule("BCS-R.7")
def test_the_owner_may_give_it_up_in_its_step() -> None:
    game = ask(position(HOLD, active="2PZ", prepared="2PZ"))
    assert game.offers() == ["Abandon", "Decline"]
    assert game.rule("Prepare") is not None

    game.play("Abandon")

    assert not game.has("prepared", "2PZ")


@pytest.mark.rule("BCS-R.7")
def test_it_stays_if_the_owner_says_nothing() -> None:
    game = ask(position(HOLD, active="2PZ", prepared="2PZ")).play("Decline")

    assert game.has("prepared", "2PZ")


@pytest.mark.rule("BCS-4.5.b", "BCS-R.7")
def test_the_hq_stays_where_it_is() -> None:
    assert position(HOLD, active="2PZ", prepared="2PZ").rule("MoveHq") == "BCS-4.5.b"
    assert position(HOLD, active="2PZ").allows("MoveHq")


@pytest.mark.rule("BCS-4.5.d")
def test_it_ends_when_the_hq_moves() -> None:
    game = position("08.17 1/506", active="506", prepared="506")
    (where, *_) = [a for a in game.offers() if a.startswith("PullBack")]

    game.play(where)

    assert not game.has("prepared", "506")
