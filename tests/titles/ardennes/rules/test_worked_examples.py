"""Six worked examples, each played through from its first choice."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_cards import fresh, put_card, settle
from ea_combat import draw, lost
from ea_script import action

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    AdvanceRoll,
    ChitCount,
    ChitDraw,
    Hits,
    HoldCheck,
    Moving,
    RoadblockCheck,
    TacticDraw,
)
from grognard.titles.ardennes.position.state import HAND, PILE
from grognard.titles.ardennes.rules.supply import supply

REGIMENTS = ("27/12VG/ISS", "48/12VG/ISS")
SOURCES = ["0110", "0114", "0118", "0129", "1129", "1529", "2025", "2421", "2810", "2814"]
NO_COMMAND = 56  # matches nobody and has no tactic


def opening(*numbers: int) -> Game:
    """The first impulse of the solitaire game, with these cards in the German hand."""
    game = settle(fresh("gs-14"))
    for number in numbers:
        put_card(game, GERMAN, number, HAND)
    return game


def combat_card(game: Game, number: int = NO_COMMAND) -> Game:
    """Chance draws that Allied card for the combat."""
    put_card(game, ALLIED, number, PILE)
    assert isinstance(game.top, TacticDraw)
    pile = [card for card, place in enumerate(game.state.cards[ALLIED]) if place == PILE]
    return game.pick(pile.index(number - 1))


def traced(game: Game, name: str) -> list[str] | None:
    unit = game.unit(name)
    path = supply.supply_path(game.state, ALLIED, game.state.hex_of[unit])
    return None if path is None else game.labels(path)


# -- 1: supply on the Schnee Eifel ---------------------------------------------------------


@pytest.mark.rule("EA-SU.a", "EA-SU.c", "EA-SU.f")
def test_the_schnee_eifel_is_supplied_by_schoenberg_until_a_german_stands_in_1107() -> None:
    game = opening(23)
    path = traced(game, "423/106/XVIII")
    assert path is not None
    assert path[0] == "1006"
    road = path.index("1007")  # by 422/106 in 0906 or straight
    assert path[road : road + 3] == ["1007", "1008", "1009"]  # over the bridge to St. Vith
    assert path[-1] in SOURCES
    assert supply.in_supply(game.state, game.unit("422/106/XVIII"))

    game.play("Activate 23 62", "Pick 62/LXVI", "Step 1107")
    while isinstance(game.top, RoadblockCheck):
        game.roll(10)

    for name in ("422/106/XVIII", "423/106/XVIII"):
        assert not supply.in_supply(game.state, game.unit(name))
        assert traced(game, name) is None


# -- 2, 3 and 4: the 12th Volksgrenadiers attack the 99th Division -------------------------


def attack_on_0707() -> Game:
    """Two regiments in 0706 against 394/99 in the woods of 0707, with Fixed Artillery."""
    game = opening(34, 37)
    game.play("Activate 34 12VG", "Done", "Attack 0707")
    game.play(*(f"Commit {name}" for name in REGIMENTS), "Launch")
    game.play('Play 37 "Fixed Artillery"')
    if not isinstance(game.top, TacticDraw):
        game.play("Done")
    return combat_card(game)


@pytest.mark.rule("EA-CH.a", "EA-CH.b", "EA-CH.c", "EA-CT.d", "EA-S.70")
def test_two_regiments_draw_two_or_three_chits_and_score_two_and_one() -> None:
    game = attack_on_0707()
    assert isinstance(game.top, ChitCount)
    assert game.offers() == ["Draw 2", "Draw 3"]
    game.play("Draw 3")
    assert isinstance(game.top, ChitDraw)
    draw(game, "R2", "AT", "RS")  # 6:3 is 2:1, artillery, and a resolute defence

    drawn = [(chit.attacker, chit.defender) for chit in game.told(ev.ChitDrawn)]
    assert drawn == [(0, 1), (0, 1), (1, 0)]
    scored = game.told(ev.HitsScored)[0]
    assert (scored.attacker.total, scored.defender.total) == (1, 2)  # woods take off nothing


@pytest.mark.rule("EA-CR.e", "EA-CR.g", "EA-CR.i", "EA-RT.t")
@pytest.mark.parametrize(("roll", "holds"), [(8, True), (9, False)])
def test_the_394th_goes_to_buetgenbach_and_holds_there_on_eight(roll: int, holds: bool) -> None:
    game = draw(attack_on_0707().play("Draw 3"), "R2", "AT", "RS")
    assert game.where("394/99/V") == "0608"
    assert game.top == HoldCheck(8)  # Hold Value 4, two steps, 2 for the hex gone back
    game.roll(roll)

    assert (game.where("394/99/V") == "0608") == holds
    assert game.steps("394/99/V") == (1 if holds else 2)
    assert game.has("dispersed", "394/99/V") == (not holds)


@pytest.mark.rule("EA-CR.l", "EA-CR.m")
def test_one_hit_on_the_volksgrenadiers_is_a_step_and_no_dispersal() -> None:
    game = draw(attack_on_0707().play("Draw 3"), "R2", "AT", "RS").roll(8)
    assert game.top == Hits(GERMAN)
    assert sorted(game.offers()) == [f"Lose {name}" for name in REGIMENTS]
    assert game.rule("Disperse") is not None
    game.play("Lose 48/12VG/ISS")

    assert [game.steps(name) for name in REGIMENTS] == [2, 1]
    assert not any(game.has("dispersed", name) for name in REGIMENTS)


# -- 5: a roadblock in St. Vith -------------------------------------------------------------


@pytest.mark.rule("EA-RB.g", "EA-RB.d", "EA-RB.q")
@pytest.mark.parametrize(("roll", "placed"), [(6, True), (7, False)])
def test_st_vith_is_blocked_on_six(roll: int, placed: bool) -> None:
    game = position("1007 18/LXVI", active="18/LXVI", day=16)
    game.play("Pick 18/LXVI", "Step 1008")
    assert isinstance(game.top, RoadblockCheck)
    assert game.top.hex == game.hex("1009")
    game.roll(roll)
    while isinstance(game.top, RoadblockCheck):
        game.roll(10)

    assert game.has("roadblocks", "1009") == placed
    assert isinstance(game.top, Moving)
    if placed:  # the road 1008 1009 holds it
        assert {game.rule(f"Step {label}") for label in ("1107", "1108")} == {"EA-RB.d"}


# -- 6: an Allied advance by a secondary road --------------------------------------------------


@pytest.mark.rule("EA-AD.u", "EA-AD.v", "EA-AD.y")
def test_by_secondary_road_one_on_eight_one_on_four_and_no_third() -> None:
    names = ("2/5/XII", "10/5/XII", "11/5/XII")  # # 3, 4 and 5
    game = position(f"2211 {' '.join(names)}   2212 243/XLVII", day=22)
    action(game, 1, " ".join(names))  # Counterattack: 12 against 2, one chit more
    combat_card(game)
    draw(game, "BT", "NO", "NO")
    while isinstance(game.top, ChitDraw):
        draw(game, "TR")
    if isinstance(game.top, Hits):
        game.play("Lose 243/XLVII")
    assert lost(game) == ["243/XLVII"]

    assert game.top == AdvanceRoll(game.units(names[0]), game.hex("2212"), 8)
    game.roll(8)
    assert game.top == AdvanceRoll(game.units(names[1]), game.hex("2212"), 4)
    game.roll(4)
    assert [game.where(name) for name in names] == ["2212", "2212", "2211"]
    assert game.state.battle is None
