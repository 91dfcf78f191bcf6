"""Combat from the declaration to the end (EA-S.69)."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_combat import draw

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    Activation,
    Advancing,
    Assembling,
    ChitCount,
    ChitDraw,
    Hits,
    Tactics,
)
from grognard.titles.ardennes.rules.fighting import combat

GERMANS = "0707 27/12VG/ISS 48/12VG/ISS"
PAIR = "27/12VG/ISS 48/12VG/ISS"


def ready(text: str = f"0708 394/99/V   {GERMANS}", active: str = PAIR, **more: object) -> Game:
    return position(text, **{"active": active, "stage": "attack", "game": "2p", **more})


def assembled(text: str, *units: str, target: str = "0708", **more: object) -> Game:
    game = ready(text, **{"active": " ".join(units), **more})
    return game.play(f"Attack {target}", *(f"Commit {unit}" for unit in units))


# -- putting an attack together ---------------------------------------------------------------


@pytest.mark.rule("EA-S.69")
def test_an_attack_is_by_active_units_next_to_its_target() -> None:
    text = f"0708 394/99/V   {GERMANS}   0808 89/12VG/ISS   0706 5/3F/ISS"
    game = ready(text, f"{PAIR} 5/3F/ISS").play("Attack 0708")
    assert isinstance(game.top, Assembling)

    assert game.offers() == ["Commit 27/12VG/ISS", "Commit 48/12VG/ISS", "CallOff"]
    assert game.rule("Launch") == "EA-S.69"
    assert game.rule("Commit 5/3F/ISS") == "EA-S.69"  # two hexes away
    assert game.rule("Commit 89/12VG/ISS") == "EA-CT.b"  # not active
    assert game.rule("Commit 394/99/V") == "EA-S.13"
    assert game.rule("Done") == "EA-S.1"
    game.play("Commit 27/12VG/ISS")
    assert game.rule("Commit 27/12VG/ISS") == "EA-S.69"


def test_an_attack_may_be_given_up_before_it_is_made() -> None:
    game = ready().play("Attack 0708", "Commit 27/12VG/ISS", "CallOff")

    assert isinstance(game.top, Activation)
    assert game.allows("Attack 0708")
    assert not game.told(ev.AttackDeclared)


@pytest.mark.rule("EA-S.69")
def test_the_targets_of_an_activation_are_the_enemies_beside_it() -> None:
    text = f"0708 394/99/V   0608 16/1/V   0709 9/2/V   {GERMANS}"
    game = ready(text)

    assert combat.targets(game.state, GERMAN) == game.kit.grid.set_of(["0708", "0608"])
    for label, rule in (("0708", None), ("0709", "EA-S.69"), ("0609", "EA-S.69")):
        found = combat.target_refusal(game.state, GERMAN, game.hex(label))
        assert (found and found.rule) == rule


@pytest.mark.rule("EA-S.69")
def test_a_unit_attacks_once_in_an_activation() -> None:
    game = ready(f"0708 394/99/V   0608 16/1/V   {GERMANS}")
    game.set(fought=game.units("27/12VG/ISS"))

    game.play("Attack 0608")
    assert game.rule("Commit 27/12VG/ISS") == "EA-S.69"
    assert game.allows("Commit 48/12VG/ISS")


def refused(**states: str) -> str | None:
    game = position(f"0708 394/99/V   {GERMANS}", active=PAIR, stage="attack", **states)
    found = combat.may_attack(game.state, game.unit("27/12VG/ISS"))
    return None if found is None else found.rule


@pytest.mark.rule("EA-ST.h", "EA-ST.m", "EA-SU.n")
def test_dispersed_dry_and_unsupplied_units_cannot_attack() -> None:
    assert refused() is None
    assert refused(dispersed="27/12VG/ISS") == "EA-ST.h"
    assert refused(dry="27/12VG/ISS") == "EA-ST.m"
    assert refused(unsupplied="27/12VG/ISS") == "EA-SU.n"
    assert refused(isolated="27/12VG/ISS") == "EA-SU.n"


@pytest.mark.rule("EA-S.45")
def test_a_unit_that_has_moved_strategically_cannot_attack() -> None:
    game = ready()
    game.set(rushed=game.units("27/12VG/ISS"))

    found = combat.may_attack(game.state, game.unit("27/12VG/ISS"))
    assert found is not None
    assert found.rule == "EA-S.45"


@pytest.mark.rule("EA-ST.a")
def test_a_bracketed_unit_does_not_attack_on_its_own() -> None:
    text = "0708 394/99/V   0707 501/ISS 506/ISS 27/12VG/ISS"
    alone = assembled(text, "501/ISS", active="501/ISS 27/12VG/ISS")
    assert alone.rule("Launch") == "EA-ST.a"

    assert alone.play("Commit 27/12VG/ISS").allows("Launch")
    assert assembled(text, "501/ISS", "506/ISS").allows("Launch")


@pytest.mark.rule("EA-ST.a", "EA-SU.l")
def test_no_attack_is_begun_that_nobody_could_launch() -> None:
    text = "0708 394/99/V   0707 501/ISS 27/12VG/ISS"
    alone = ready(text, "501/ISS")
    assert alone.offers() == ["DigIn 501/ISS", "Done"]
    assert alone.rule("Attack 0708") == "EA-ST.a"
    assert ready(text, "501/ISS 27/12VG/ISS").allows("Attack 0708")

    poor = ready("1304 16/1/V   1305 27/12VG/ISS", "16/1/V", side="allied")
    assert poor.rule("Attack 1305") == "EA-SU.l"


@pytest.mark.rule("EA-ST.a")
def test_by_the_other_setting_two_bracketed_units_do_not_either() -> None:
    text = "0708 394/99/V   0707 501/ISS 506/ISS 27/12VG/ISS"
    active = "501/ISS 506/ISS 27/12VG/ISS"
    options = {"bracketed_pairs": "stay"}
    game = assembled(text, "501/ISS", "506/ISS", active=active, options=options)

    assert game.rule("Launch") == "EA-ST.a"


@pytest.mark.rule("EA-SU.l")
def test_an_allied_unit_in_low_supply_joins_an_attack_but_does_not_lead_it() -> None:
    cut_off = position("1304 16/1/V   1305 27/12VG/ISS")
    found = combat.force_refusal(cut_off.state, ALLIED, cut_off.units("16/1/V"))
    assert found is not None
    assert found.rule == "EA-SU.l"

    joined = position("1304 16/1/V   0708 9/2/V")
    assert combat.force_refusal(joined.state, ALLIED, joined.units("16/1/V", "9/2/V")) is None
    german = position("1412 27/12VG/ISS   1413 16/1/V")  # cut off too
    assert combat.force_refusal(german.state, GERMAN, german.units("27/12VG/ISS")) is None


# -- the order of a combat --------------------------------------------------------------------


@pytest.mark.rule("EA-S.69")
def test_a_combat_runs_from_tactics_to_the_advance() -> None:
    game = ready(f"0708 394/99/V:1   {GERMANS}", hand=(5,), allied_hand=(4,))
    game.play("Attack 0708", "Commit 27/12VG/ISS", "Commit 48/12VG/ISS", "Launch")
    seen = [game.top]
    game.play("Done")
    seen.append(game.top)
    game.play("Done")
    seen.append(game.top)
    game.play("Draw 2")
    seen.append(game.top)
    draw(game, "AT2", "AT2")
    seen.append(game.top)
    game.play("Retreat 0709")
    seen.append(game.top)

    kinds = [Tactics, Tactics, ChitCount, ChitDraw, Hits, Hits]
    assert [type(top) for top in seen] == kinds
    assert [top.side for top in seen if not isinstance(top, ChitDraw)] == [
        GERMAN,
        ALLIED,
        GERMAN,
        ALLIED,
        ALLIED,
    ]


@pytest.mark.rule("EA-S.69")
def test_the_defender_takes_his_hits_before_the_attacker() -> None:
    game = ready(f"0708 394/99/V   {GERMANS}")
    game.play("Attack 0708", "Commit 27/12VG/ISS", "Commit 48/12VG/ISS", "Launch")
    draw(game, "AT2", "NO")
    assert game.top == Hits(ALLIED)
    game.play("Retreat 0709")
    assert game.top == Hits(GERMAN)
    game.play("Lose 48/12VG/ISS")
    assert game.top == Advancing(GERMAN)
    game.play("Advance 48/12VG/ISS 0708", "Done")

    assert isinstance(game.top, Activation)
    assert game.state.battle is None
    assert game.told(ev.CombatOver)[0].target == "0708"
    assert game.steps("48/12VG/ISS") == 1
    assert game.where("48/12VG/ISS") == "0708"
    assert game.where("394/99/V") == "0709"


@pytest.mark.rule("EA-S.69")
def test_units_of_the_target_hex_defend_together() -> None:
    game = ready(f"0708 394/99/V 16/1/V   {GERMANS}")
    game.play("Attack 0708", "Commit 27/12VG/ISS", "Launch")

    assert game.told(ev.AttackDeclared)[0].defenders == ("16/1/V", "394/99/V")
    assert combat.defence_strength(game.state, game.hex("0708")) == 7
    assert combat.attack_strength(game.state, game.units("27/12VG/ISS"), game.hex("0708")) == 3
