"""16 December, from the lines L198 to L211 of the published summary alone."""

from __future__ import annotations

import pytest
from ea import position
from ea_cards import fresh, settle
from ea_combat import battle
from ea_lines import ALLIES, PAIR, method_a, refused, south
from ea_script import resolve
from ea_walk import walk

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    Hits,
    Impulse,
    Impulses,
    Moving,
    Tactics,
)
from grognard.titles.ardennes.position.state import HAND
from grognard.titles.ardennes.script import deploy


@pytest.mark.rule("EA-D16.a", "EA-D16.b", "EA-D16.e", "EA-D16.f")
def test_the_solitaire_game_as_it_opens() -> None:
    """L199, L201: nine cards and level 10; 424 in Reserve, 16/1 in 0608."""
    game = settle(fresh("gs-3"))

    assert (game.where("424/106/XVIII"), game.where("16/1/V")) == ("reserve", "0608")
    assert game.state.cards[GERMAN].count(HAND) == 9
    assert isinstance(game.top, Impulse)
    assert game.top.level == 10


@pytest.mark.rule("EA-D16.c", "EA-D16.g")
def test_the_two_player_game_opens_with_three_german_corps() -> None:
    """L200, L202: LXXX, LXXXV and LXVII; none may come again."""
    text = "2205 316/212/LXXX 2007 352/LXXXV 0506 277/LXVII 0307 102Cav/V"
    game = position(text, game="2p", day=16, hand=[47, 56, 62, 63], allied_hand=[1])
    game.state.stack = (Impulses(GERMAN, 1), Impulse(GERMAN, opening=True))
    for number, formation in ((62, "212"), (56, "352"), (47, "LXVII")):
        assert isinstance(game.top, Impulse)
        assert game.top.side == GERMAN
        if number != 62:
            assert game.rule("Activate 63 212") == "EA-D16.g"
        settle(game.play(f"Activate {number} {formation}", "Done", "Done"))

    assert isinstance(game.top, Impulse)
    assert game.top.side == ALLIED


@pytest.mark.rule("EA-D16.d")
@pytest.mark.parametrize(("opening", "asked_for"), [(True, False), (False, True)])
def test_in_the_opening_the_allied_player_is_asked_for_no_tactic(
    opening: bool, asked_for: bool
) -> None:
    """L200: an attack on 2407 in one of the three impulses; card 24 has Corps Artillery."""
    text = "2407 12/4/XII   2406 316/212/LXXX 320/212/LXXX"
    game = south(text, game="2p", day=16, hand=[62], allied_hand=[24])
    game.state.stack = (Impulses(GERMAN, 1), Impulse(GERMAN, opening=opening))
    game.play("Activate 62 212", "Done", "Attack 2407", *(f"Commit {u}" for u in PAIR), "Launch")

    assert (game.top == Tactics(ALLIED)) == asked_for


@pytest.mark.rule("EA-D16.d")
@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_the_allied_player_is_asked_for_no_card_in_the_first_three_impulses(seed: str) -> None:
    """L200: whatever the German does in them; how to take hits he is asked."""
    for game in walk("2p-3", 160, seed):
        phase = next((d for d in game.state.stack if isinstance(d, Impulses)), None)
        if game.state.day == 16 and phase is not None and phase.number <= 3:
            assert game.seat != "allied" or isinstance(game.top, Hits), game.top


@pytest.mark.rule("EA-D16.i")
def test_in_the_opening_no_reserves_and_no_events() -> None:
    """L203: card 66, LXXX Corps, has Bridge Engineers."""
    game = position("2205 316/212/LXXX", day=16, hand=[66], reserve="320/212/LXXX")
    game.state.stack = (Impulses(GERMAN, 1), Impulse(GERMAN, 10, opening=True))

    assert game.rule('Event 66 "Bridge Engineers"') == "EA-D16.i"
    assert game.rule("Reserves 66 LXXX") == "EA-D16.i"
    assert game.allows("Activate 66 LXXX")


@pytest.mark.rule("EA-D16.k", "EA-D16.l")
def test_over_the_bridge_of_echternach_one_by_bridge_and_one_by_water() -> None:
    """L205: three regiments beside the bridge 2205/2305, held by the Germans."""
    names = (*PAIR, "423/212/LXXX")
    game = south(f"2205 {' '.join(names)}", active=" ".join(names), day=16)
    game.set(rolled=game.kit.grid.all)
    game.play(f"Pick {names[0]}", "Step 2305", "Step 2406", "Halt")  # a bridge: it goes on

    game.play(f"Pick {names[1]}", "Step 2305")  # a river: its whole move
    assert not isinstance(game.top, Moving) or not game.allows("Step 2406")
    if isinstance(game.top, Moving):
        game.play("Halt")
    assert game.play(f"Pick {names[2]}").rule("Step 2305") == "EA-D16.l"


@pytest.mark.rule("EA-D16.m")
def test_on_the_16th_a_combat_command_moves_one_hex() -> None:
    """L206: CCA of the 9th Armored on the road from 2307."""
    for day, rule in ((16, "EA-D16.m"), (17, None)):
        unit = "CCA/9A/VIII"
        game = position(f"2307 {unit}", game="2p", side="allied", active=unit, day=day)
        assert game.play(f"Pick {unit}", "Step 2408").rule("Step 2409") == rule


@pytest.mark.rule("EA-D16.q", "EA-D16.r", "EA-D16.u", "EA-D16.v")
@pytest.mark.parametrize("kind", ["gs", "2p"])
def test_on_the_16th_corps_artillery_alone(kind: str) -> None:
    """L207, L209: for the defenders of 2407."""
    game = south(ALLIES, game=kind, day=16)
    found = battle(game, "2407", *PAIR)

    assert refused(game, found, "Artillery", ALLIED) == {"gs": "EA-D16.u", "2p": "EA-D16.q"}[kind]
    assert refused(game, found, "Corps Artillery", ALLIED) is None


@pytest.mark.rule("EA-D16.s", "EA-D16.t")
def test_on_the_16th_engineers_leave_the_bridge_of_ettelbruck_alone() -> None:
    """L208: the next day they blow one."""
    text = "2009 352/LXXXV   2210 109/28/VIII"
    for day, blown in ((16, 0), (17, 1)):
        game = resolve(position(text, day=day), 56)
        assert len(game.told(ev.BridgeBlown)) == blown
        if day == 16:
            assert game.told(ev.RoadblockPlaced) or game.told(ev.DugIn)


@pytest.mark.rule("EA-D16.w")
def test_on_the_16th_one_reserve_to_a_command() -> None:
    """L210: two regiments wait, Ettelbruck and Diekirch are empty."""
    for day, placed in ((16, 1), (17, 2)):
        game = position("2010 352/LXXXV", day=day, reserve="12/4/XII 2/5/XII")
        deploy.deploy(game.state, game.units("2/5/XII", "12/4/XII"))
        assert sum(game.where(n) != "reserve" for n in ("2/5/XII", "12/4/XII")) == placed


@pytest.mark.rule("EA-D16.x")
def test_on_the_16th_xviii_corps_may_go_to_wiltz() -> None:
    """L211: row 18 is in the area of VIII Corps, not of XVIII."""
    for day, may in ((16, True), (17, False)):
        game = position("1712 39/26/XLVII", day=day, reserve="424/106/XVIII")
        assert ("1812" in method_a(game, "424/106/XVIII")) == may
