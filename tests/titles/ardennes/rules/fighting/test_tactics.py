"""Combat tactics: who can use which, when, and what they bring about (EA-CT.a to EA-CT.z)."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_combat import battle, fight

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    ChitCount,
    ChitDraw,
    Fight,
    Impulse,
    Moving,
    Rallying,
    TacticDraw,
    Tactics,
)
from grognard.titles.ardennes.position.state import PILE, mark
from grognard.titles.ardennes.rules.fighting import tactics
from grognard.titles.ardennes.rules.fighting.battle import edit

GERMANS = "0707 27/12VG/ISS 48/12VG/ISS"
PAIR = ("27/12VG/ISS", "48/12VG/ISS")

# Cards by the tactic printed on them.
ARTILLERY, REINFORCE, COORDINATION, PANZER, PRESS, INFILTRATION, WILD, FIXED = (
    1, 2, 3, 4, 5, 8, 24, 34,
)  # fmt: skip
CORPS_ARTILLERY, US_ARTILLERY, TANKS, SCREEN, US_COORDINATION = 1, 2, 4, 7, 11
US_REINFORCE, BUG_OUT, US_WILD, AIRPOWER = 17, 21, 51, 52


def play(number: int, name: str) -> str:
    return f'Play {number} "{name}"'


def attacking(text: str = f"0708 394/99/V   {GERMANS}", *units: str, **more: object) -> Game:
    """The German attacker on 0708 is asked for tactics."""
    game = position(text, **{"hand": (PRESS,), "tactics": 9, "active": PAIR[0], **more})
    return fight(game, "0708", *(units or PAIR), stage="tactics")


def defending(text: str = "0707 27/12VG/ISS   0708 16/1/V", **more: object) -> Game:
    """The German defender of 0707 is asked for a tactic (GS)."""
    game = position(text, **{"hand": (PRESS,), **more})
    return fight(game, "0707", "16/1/V", side="allied", stage="answer")


def two_players(*, attacker: str, **more: object) -> Game:
    """One regiment against another, in the two-player game."""
    text = "0707 27/12VG/ISS   0708 16/1/V"
    hands = {"hand": (PRESS,), "allied_hand": (TANKS,)}
    unit, target = ("27/12VG/ISS", "0708") if attacker == "german" else ("16/1/V", "0707")
    settings = {**hands, "active": unit, "side": attacker, "game": "2p", **more}
    game = position(text, **settings)
    return fight(game, target, unit, side=attacker, stage="tactics")


def refuses(game: Game, side: int, name: str, **fields: object) -> str | None:
    """The rule against a tactic in a German attack on 0708."""
    found = tactics.use_refusal(game.state, battle(game, "0708", *PAIR, **fields), side, name)
    return None if found is None else found.rule


# -- playing a card ---------------------------------------------------------------------------


def test_a_tactic_costs_its_card_and_counts_for_its_side() -> None:
    game = attacking(hand=(ARTILLERY, PRESS))
    game.play(play(ARTILLERY, "Artillery"))

    assert game.state.battle.tactics == ("Artillery",)
    assert game.rule(play(ARTILLERY, "Artillery")) == "EA-S.13"
    assert game.told(ev.TacticUsed) == [ev.TacticUsed(GERMAN, "Artillery", ARTILLERY, True)]


@pytest.mark.rule("EA-S.13")
def test_a_card_is_played_as_what_is_printed_on_it() -> None:
    game = attacking(hand=(PRESS,))

    assert game.rule(play(PRESS, "Artillery")) == "EA-S.13"
    assert game.rule(play(ARTILLERY, "Artillery")) == "EA-S.13"
    assert game.rule("Advance 27/12VG/ISS 0708") == "EA-S.1"


@pytest.mark.rule("EA-S.17")
def test_a_wild_card_is_any_tactic_of_its_owner_but_corps_artillery() -> None:
    german = attacking(hand=(WILD,))
    allied = two_players(attacker="allied", allied_hand=(US_WILD,))

    assert german.allows(play(WILD, "Infiltration"))
    assert german.rule(play(WILD, "Corps Artillery")) == "EA-S.17"
    assert german.rule(play(WILD, "Tank Battalion")) == "EA-S.17"
    assert allied.allows(play(US_WILD, "Artillery"))
    assert allied.rule(play(US_WILD, "Corps Artillery")) == "EA-S.17"


@pytest.mark.rule("EA-CT.q")
def test_the_command_value_limits_the_attackers_tactics_in_an_activation() -> None:
    game = attacking(hand=(ARTILLERY, PRESS, PANZER), tactics=2)
    game.play(play(ARTILLERY, "Artillery"))
    assert game.state.record.tactics_left == 1

    game.play(play(PRESS, "Press the Attack"))

    assert not isinstance(game.top, Tactics)  # the third card stays in the hand
    found = tactics.limit_refusal(game.state, game.state.battle, GERMAN)
    assert found is not None
    assert found.rule == "EA-CT.q"


@pytest.mark.rule("EA-CT.r")
def test_a_german_defender_plays_one_tactic() -> None:
    game = defending(hand=(ARTILLERY, PANZER), tactics=0)
    game.play(play(ARTILLERY, "Artillery"))

    assert game.state.battle.answers == ("Artillery",)
    assert not isinstance(game.top, Tactics)


@pytest.mark.rule("EA-S.50", "EA-CT.q", "EA-CT.r")
def test_with_two_players_both_sides_have_these_limits() -> None:
    allied = two_players(attacker="allied", allied_hand=(TANKS, US_ARTILLERY), tactics=1)
    allied.play(play(TANKS, "Tank Battalion"))
    assert allied.top == Tactics(GERMAN)

    german = two_players(attacker="german", allied_hand=(TANKS, US_ARTILLERY))
    german.play("Done", play(TANKS, "Tank Battalion"))
    assert isinstance(german.top, ChitCount | ChitDraw)


@pytest.mark.rule("EA-CT.p")
def test_a_tactic_takes_a_supplied_unit_that_is_not_dispersed() -> None:
    cut_off = position("1412 27/12VG/ISS   1413 16/1/V", hand=(PRESS,), active=PAIR[0])
    fight(cut_off, "1413", "27/12VG/ISS", stage="tactics")
    assert not cut_off.told(ev.TacticUsed)
    assert isinstance(cut_off.top, TacticDraw)  # the German was not asked

    found = tactics.support_refusal(cut_off.state, cut_off.state.battle, GERMAN)
    assert found is not None
    assert found.rule == "EA-CT.p"


@pytest.mark.rule("EA-CT.p", "EA-SU.i")
def test_one_such_unit_among_the_attackers_is_enough() -> None:
    game = attacking("0708 394/99/V   0707 27/12VG/ISS 48/12VG/ISS")
    game.set(dispersed=game.units("27/12VG/ISS"))

    assert game.allows(play(PRESS, "Press the Attack"))
    game.set(dispersed=game.units(*PAIR))
    assert game.rule(play(PRESS, "Press the Attack")) == "EA-CT.p"


@pytest.mark.rule("EA-SU.i", "EA-SU.m")
def test_a_unit_that_is_marked_out_of_supply_gets_no_tactic() -> None:
    marked = position("0707 27/12VG/ISS   0708 16/1/V", unsupplied="27/12VG/ISS")
    found = battle(marked, "0707", "16/1/V", side="allied")
    refusal = tactics.use_refusal(marked.state, found, GERMAN, "Artillery")

    assert refusal is not None
    assert refusal.rule == "EA-CT.p"


@pytest.mark.rule("EA-ST.k")
def test_defenders_all_dispersed_use_no_tactic() -> None:
    text = "0707 27/12VG/ISS 48/12VG/ISS   0708 16/1/V"
    all_out = defending(text, hand=(ARTILLERY,), dispersed="27/12VG/ISS 48/12VG/ISS")
    one_up = defending(text, hand=(ARTILLERY,), dispersed="27/12VG/ISS")

    assert not isinstance(all_out.top, Tactics)
    assert one_up.allows(play(ARTILLERY, "Artillery"))
    found = tactics.support_refusal(all_out.state, all_out.state.battle, GERMAN)
    assert found is not None
    assert found.rule == "EA-ST.k"


@pytest.mark.rule("EA-ST.l")
def test_no_card_is_drawn_for_allied_defenders_all_dispersed() -> None:
    text = f"0708 394/99/V 16/1/V   {GERMANS}"
    game = position(text, dispersed="394/99/V 16/1/V")
    fight(game, "0708", *PAIR, stage="answer")
    assert not isinstance(game.top, TacticDraw)

    game = position(text, dispersed="394/99/V")
    fight(game, "0708", *PAIR, stage="answer")
    assert game.top == TacticDraw(ALLIED, attacking=False)


@pytest.mark.rule("EA-CT.s")
def test_no_tactic_is_played_for_vdh() -> None:
    attack = position("0708 16/1/V   0707 27/12VG/ISS VDH/ISS", hand=(PRESS,))
    defence = position("0707 VDH/ISS   0708 16/1/V", hand=(ARTILLERY,))
    attacker = battle(attack, "0708", "27/12VG/ISS", "VDH/ISS")
    defender = battle(defence, "0707", "16/1/V", side="allied")

    for game, found in ((attack, attacker), (defence, defender)):
        refusal = tactics.use_refusal(game.state, found, GERMAN, "Artillery")
        assert refusal is not None
        assert refusal.rule == "EA-CT.s"


@pytest.mark.rule("EA-D16.d")
def test_in_the_opening_the_allied_player_plays_no_tactic() -> None:
    game = two_players(attacker="german", day=16)
    game.state.stack = (Impulse(GERMAN, opening=True), *game.state.stack[1:])
    game.play("Done")

    assert isinstance(game.top, ChitCount | ChitDraw)


# -- whose tactics, and in which part ---------------------------------------------------------


@pytest.mark.rule("EA-CT.c")
def test_bug_out_is_for_an_allied_defender() -> None:
    game = position(f"0708 394/99/V   {GERMANS}")

    assert refuses(game, ALLIED, "Bug Out") is None
    assert refuses(game, GERMAN, "Bug Out") == "EA-CT.c"
    attack = position("0707 27/12VG/ISS   0708 16/1/V")
    found = battle(attack, "0707", "16/1/V", side="allied")
    refusal = tactics.use_refusal(attack.state, found, ALLIED, "Bug Out")
    assert refusal is not None
    assert refusal.rule == "EA-CT.c"


@pytest.mark.rule("EA-CT.o")
def test_screen_is_for_an_allied_defender() -> None:
    game = position(f"0708 394/99/V   {GERMANS}")

    assert refuses(game, ALLIED, "Screen") is None
    assert refuses(game, GERMAN, "Screen") == "EA-CT.o"
    attack = position("0707 27/12VG/ISS   0708 16/1/V")
    found = battle(attack, "0707", "16/1/V", side="allied")
    refusal = tactics.use_refusal(attack.state, found, ALLIED, "Screen")
    assert refusal is not None
    assert refusal.rule == "EA-CT.o"


@pytest.mark.rule("EA-CT.j")
def test_press_the_attack_is_for_a_german_attacker() -> None:
    game = defending(hand=(PRESS,))

    assert game.rule(play(PRESS, "Press the Attack")) == "EA-CT.j"
    assert refuses(position(f"0708 394/99/V   {GERMANS}"), GERMAN, "Press the Attack") is None


@pytest.mark.rule("EA-CT.e")
def test_infiltration_takes_an_attacking_german_infantry_unit() -> None:
    foot = attacking(hand=(INFILTRATION,))
    wheels = position("0708 394/99/V   0707 8/3PG/LXVII", hand=(INFILTRATION,), active=PAIR[0])
    fight(wheels, "0708", "8/3PG/LXVII", stage="tactics")

    assert foot.allows(play(INFILTRATION, "Infiltration"))
    assert wheels.rule(play(INFILTRATION, "Infiltration")) == "EA-CT.e"
    assert defending(hand=(INFILTRATION,)).rule(play(INFILTRATION, "Infiltration")) == "EA-CT.e"


@pytest.mark.rule("EA-CT.d")
def test_fixed_artillery_needs_a_westwall_hex_within_four_of_the_target() -> None:
    near = position(f"0708 394/99/V   {GERMANS}")
    assert refuses(near, GERMAN, "Fixed Artillery") is None

    for target, rule in (("0709", None), ("0710", "EA-CT.d")):  # 0705 and 0606 are the nearest
        game = position(f"{target} 394/99/V")
        found = tactics._fixed_refusal(game.state, battle(game, target), GERMAN)
        assert (found and found.rule) == rule
    assert refuses(near, ALLIED, "Fixed Artillery") == "EA-CT.d"


@pytest.mark.rule("EA-S.75")
def test_corps_artillery_is_an_allied_tactic() -> None:
    game = position(f"0708 394/99/V   {GERMANS}")

    assert refuses(game, ALLIED, "Corps Artillery") is None
    assert refuses(game, GERMAN, "Corps Artillery") == "EA-S.75"


@pytest.mark.rule("EA-CT.a")
def test_airpower_needs_a_clear_sky() -> None:
    text = f"0708 394/99/V   {GERMANS}"
    clouds = frozenset({"Break in the Clouds"})

    assert refuses(position(text, day=22), ALLIED, "Airpower") == "EA-CT.a"
    assert refuses(position(text, day=23), ALLIED, "Airpower") is None
    assert refuses(position(text, day=22, today=clouds), ALLIED, "Airpower") is None


def test_under_break_in_the_clouds_any_allied_card_is_airpower() -> None:
    clouds = frozenset({"Break in the Clouds"})
    game = two_players(attacker="allied", day=20, today=clouds)
    plain = two_players(attacker="allied", day=23)

    assert game.allows(play(TANKS, "Airpower"))
    assert plain.rule(play(TANKS, "Airpower")) == "EA-S.13"


@pytest.mark.rule("EA-D16.q", "EA-D16.r")
def test_on_16_december_the_allied_player_has_corps_artillery_but_no_other() -> None:
    hand = (US_ARTILLERY, CORPS_ARTILLERY)
    first = two_players(attacker="allied", day=16, allied_hand=hand)
    later = two_players(attacker="allied", day=17, allied_hand=hand)

    assert first.rule(play(US_ARTILLERY, "Artillery")) == "EA-D16.q"
    assert first.allows(play(CORPS_ARTILLERY, "Corps Artillery"))
    assert later.allows(play(US_ARTILLERY, "Artillery"))


@pytest.mark.rule("EA-D16.u", "EA-D16.v")
def test_on_16_december_a_drawn_artillery_card_is_no_tactic_in_the_solitaire_game() -> None:
    game = position(f"0708 394/99/V   {GERMANS}", day=16)

    assert refuses(game, ALLIED, "Artillery") == "EA-D16.u"
    assert refuses(game, ALLIED, "Corps Artillery") is None
    assert refuses(game, GERMAN, "Artillery") is None
    assert refuses(position(f"0708 394/99/V   {GERMANS}"), ALLIED, "Artillery") is None


# -- cards drawn for the Allies (GS) ----------------------------------------------------------


def drawn(game: Game, number: int) -> Game:
    """Chance draws that Allied card."""
    pile = [card for card, place in enumerate(game.state.cards[ALLIED]) if place == PILE]
    return game.pick(pile.index(number - 1))


def pile_of(game: Game, *numbers: int) -> Game:
    """The Allied draw pile is these cards alone."""
    for card, place in enumerate(game.state.cards[ALLIED]):
        if place == PILE:
            game.state.cards[ALLIED][card] = PILE + 2
    for number in numbers:
        game.state.cards[ALLIED][number - 1] = PILE
    return game


@pytest.mark.rule("EA-CT.u", "EA-CT.z")
def test_a_card_is_drawn_for_an_allied_defence_and_its_tactic_used() -> None:
    game = pile_of(position(f"0708 394/99/V   {GERMANS}"), SCREEN)
    fight(game, "0708", *PAIR, stage="answer")
    drawn(game, SCREEN)

    assert game.state.battle.answers == ("Screen",)


@pytest.mark.rule("EA-S.73", "EA-CT.t")
def test_one_card_is_drawn_for_an_allied_attack_and_tactics_given_come_on_top() -> None:
    game = pile_of(position("0707 27/12VG/ISS   0708 16/1/V"), US_ARTILLERY, TANKS)
    fight(game, "0707", "16/1/V", side="allied", stage="tactics", gifts=("Tank Battalion",))
    assert game.top == TacticDraw(ALLIED, attacking=True)
    drawn(game, US_ARTILLERY)

    found = game.state.battle
    assert (found.tactics, found.gifts) == (("Artillery",), ("Tank Battalion",))
    assert tactics.tactics_of(found, ALLIED) == ("Artillery", "Tank Battalion")


@pytest.mark.rule("EA-S.73")
def test_tactics_that_cannot_be_used_are_not_given() -> None:
    game = pile_of(position("0707 27/12VG/ISS   0708 16/1/V", day=20), US_ARTILLERY)
    fight(game, "0707", "16/1/V", side="allied", stage="tactics", gifts=("Artillery", "Airpower"))

    assert game.state.battle.gifts == ("Artillery",)  # the sky is overcast


@pytest.mark.rule("EA-D16.u")
def test_a_drawn_artillery_card_does_nothing_on_16_december() -> None:
    game = pile_of(position(f"0708 394/99/V   {GERMANS}", day=16), US_ARTILLERY)
    fight(game, "0708", *PAIR, stage="answer")
    drawn(game, US_ARTILLERY)

    assert game.state.battle.answers == ()


# -- Assault Coordination ---------------------------------------------------------------------


@pytest.mark.rule("EA-CT.b")
def test_assault_coordination_lets_stacks_next_to_the_target_join() -> None:
    text = "0708 394/99/V   0707 27/12VG/ISS   0808 48/12VG/ISS   0706 89/12VG/ISS"
    game = attacking(text, "27/12VG/ISS", hand=(COORDINATION, PRESS))
    assert game.rule("Commit 48/12VG/ISS") == "EA-CT.b"

    game.play(play(COORDINATION, "Assault Coordination"))
    assert game.rule("Commit 89/12VG/ISS") == "EA-CT.b"  # two hexes away
    game.play("Commit 48/12VG/ISS")

    assert game.state.battle.attackers == game.units(*PAIR)
    assert game.has("fought", "48/12VG/ISS")
    assert tactics.coordinable(game.state, game.state.battle, GERMAN) == 0


@pytest.mark.rule("EA-CT.b")
def test_an_active_unit_left_out_of_the_attack_does_not_join_by_it() -> None:
    text = "0708 394/99/V   0707 27/12VG/ISS   0808 48/12VG/ISS"
    active = "27/12VG/ISS 48/12VG/ISS"
    game = attacking(text, "27/12VG/ISS", hand=(COORDINATION, PRESS), active=active)
    game.play(play(COORDINATION, "Assault Coordination"))

    assert game.rule("Commit 48/12VG/ISS") == "EA-CT.b"


@pytest.mark.rule("EA-CT.b", "EA-ST.h")
def test_a_unit_that_cannot_attack_does_not_join() -> None:
    text = "0708 394/99/V   0707 27/12VG/ISS   0808 48/12VG/ISS"
    game = attacking(text, "27/12VG/ISS", hand=(COORDINATION, PRESS), dispersed="48/12VG/ISS")
    game.play(play(COORDINATION, "Assault Coordination"))

    assert game.rule("Commit 48/12VG/ISS") == "EA-ST.h"


@pytest.mark.rule("EA-CT.b")
def test_by_the_other_reading_it_is_for_the_allies() -> None:
    options = {"assault_coordination": "allied"}
    game = attacking(hand=(COORDINATION,), options=options)

    assert game.rule(play(COORDINATION, "Assault Coordination")) == "EA-CT.b"
    allied = {"allied_hand": (US_COORDINATION,), "options": options}
    other = two_players(attacker="allied", **allied)
    assert other.allows(play(US_COORDINATION, "Assault Coordination"))


@pytest.mark.rule("EA-CT.b", "EA-AA.q")
def test_the_allied_system_brings_all_but_small_garrisons() -> None:
    text = "0809 27/12VG/ISS   0808 16/1/V   0708 9/2/V   0709 38/2/V"
    game = position(text)
    gifts = ("Assault Coordination",)
    fight(game, "0809", "16/1/V", side="allied", stage="tactics", gifts=gifts)
    assert game.state.battle.attackers == game.units("16/1/V", "9/2/V", "38/2/V")

    beside = position("0709 27/12VG/ISS   0708 16/1/V   0710 9/2/V")  # 0710 is worth points
    fight(beside, "0709", "16/1/V", side="allied", stage="tactics", gifts=gifts)
    assert beside.state.battle.attackers == beside.units("16/1/V")


# -- Reinforce Battle -------------------------------------------------------------------------


@pytest.mark.rule("EA-CT.k")
def test_reinforce_battle_moves_a_stack_into_the_attack() -> None:
    text = "0708 394/99/V   0707 27/12VG/ISS   0807 48/12VG/ISS"
    game = attacking(text, "27/12VG/ISS", hand=(REINFORCE, PRESS))
    game.play(play(REINFORCE, "Reinforce Battle"))
    assert game.top == Rallying(GERMAN)
    assert game.offers() == ["Rally 0807", "Done"]

    game.play("Rally 0807")
    assert isinstance(game.top, Moving)
    assert game.top.reinforcing
    game.play("Step 0808")
    if isinstance(game.top, Moving):
        game.play("Halt")

    found = game.state.battle
    assert found.attackers == game.units("27/12VG/ISS", "48/12VG/ISS")
    assert dict(found.origins)[game.unit("48/12VG/ISS")] == game.hex("0808")
    assert isinstance(game.top, Tactics)


@pytest.mark.rule("EA-CT.k")
def test_a_stack_that_has_moved_or_attacked_does_not_reinforce() -> None:
    text = "0708 394/99/V   0707 27/12VG/ISS   0806 48/12VG/ISS   0807 89/12VG/ISS   0604 5/3F/ISS"
    game = attacking(text, "27/12VG/ISS", hand=(REINFORCE, PRESS))
    game.set(moved=game.units("48/12VG/ISS"))
    game.play(play(REINFORCE, "Reinforce Battle"))

    assert game.rule("Rally 0806") == "EA-CT.k"
    assert game.rule("Rally 0604") == "EA-CT.k"  # too far
    assert game.rule("Rally 9999") == "EA-CT.k"
    assert game.allows("Rally 0807")
    assert game.rule("Draw 2") == "EA-S.1"
    game.play("Done")
    assert isinstance(game.top, Tactics)


@pytest.mark.rule("EA-CT.k")
def test_a_stack_that_is_called_goes_only_where_it_takes_part() -> None:
    text = "0708 394/99/V   0707 27/12VG/ISS   0806 48/12VG/ISS"
    game = attacking(text, "27/12VG/ISS", hand=(REINFORCE, PRESS))
    game.play(play(REINFORCE, "Reinforce Battle"), "Rally 0806")
    assert game.offers() == ["Step 0706"]
    assert game.rule("Step 0807") == "EA-CT.k"  # over the river: that is its whole move
    assert game.rule("Halt") == "EA-CT.k"

    game.play("Step 0706")
    assert set(game.offers()) == {"Step 0607", "Step 0707", "Step 0807"}
    assert game.rule("Step 0606") == "EA-CT.k"
    assert game.rule("Halt") == "EA-CT.k"
    game.play("Step 0807", "Step 0808", "Halt")
    assert game.state.battle.attackers == game.units("27/12VG/ISS", "48/12VG/ISS")


@pytest.mark.rule("EA-CT.k")
def test_a_stack_that_is_called_to_a_defence_goes_only_to_the_combat_hex() -> None:
    text = "0707 27/12VG/ISS   0708 16/1/V   0710 9/2/V"
    game = position(text, game="2p", allied_hand=(US_REINFORCE,), active="27/12VG/ISS")
    fight(game, "0708", "27/12VG/ISS", stage="answer")
    game.play(play(US_REINFORCE, "Reinforce Battle"), "Rally 0710")
    assert set(game.offers()) == {"Step 0610", "Step 0709", "Step 0810"}
    assert game.rule("Step 0611") == "EA-CT.k"
    assert game.rule("Halt") == "EA-CT.k"

    game.play("Step 0709")
    assert game.rule("Halt") == "EA-CT.k"  # beside the combat hex, not in it
    game.play("Step 0708", "Halt")
    assert game.state.battle.defenders == game.units("16/1/V", "9/2/V")


@pytest.mark.rule("EA-CT.k")
def test_a_stack_next_to_the_target_may_fight_from_there_or_go_round_it() -> None:
    text = "0708 394/99/V   0707 27/12VG/ISS   0609 48/12VG/ISS"
    game = attacking(text, "27/12VG/ISS", hand=(REINFORCE, PRESS))
    game.play(play(REINFORCE, "Reinforce Battle"), "Rally 0609")

    assert game.allows("Step 0610")  # 2 MP out of the ZOC, and 0709 is next
    game.play("Halt")
    assert game.state.battle.attackers == game.units("27/12VG/ISS", "48/12VG/ISS")


@pytest.mark.rule("EA-CT.k", "EA-S.38")
def test_a_stack_is_called_only_if_it_can_come_as_one() -> None:
    text = "0708 394/99/V   0707 27/12VG/ISS   0907 48/12VG/ISS"
    one = attacking(text, "27/12VG/ISS", hand=(REINFORCE, PRESS))
    two = attacking(f"{text} 89/12VG/ISS", "27/12VG/ISS", hand=(REINFORCE, PRESS))
    for game in (one, two):
        game.play(play(REINFORCE, "Reinforce Battle"))

    assert one.offers() == ["Rally 0907", "Done"]  # over the river into 0808
    assert isinstance(two.top, Tactics)  # two cannot wade it: nobody is asked


def called(game: Game, target: str, *units: str) -> Game:
    """German attackers of the target may call a stack."""
    mark(game.state, battle=battle(game, target, *units))
    game.state.stack = (*game.state.stack, Fight("answer"), Rallying(GERMAN))
    return game


@pytest.mark.rule("EA-CT.k", "EA-S.79")
def test_a_stack_that_is_stopped_on_its_way_stays_there_and_out_of_the_combat() -> None:
    text = "1010 394/99/V   1110 27/12VG/ISS   1007 18/LXVI"
    game = called(position(text, day=18), "1010", "27/12VG/ISS")
    edit(game.state, tactics=("Reinforce Battle",))
    game.play("Rally 1007", "Step 1008").roll(1)  # the bridge to 1009 falls
    game.roll(10)  # and no roadblock beyond it

    assert game.offers() == ["Halt"]
    assert game.rule("Step 1108") == "EA-CT.k"
    game.play("Halt")
    assert game.state.battle is not None
    assert game.state.battle.attackers == game.units("27/12VG/ISS")
    assert game.state.battle.tactics == ("Reinforce Battle",)


@pytest.mark.rule("EA-CT.n")
def test_a_german_defender_is_helped_by_no_more_than_he_has() -> None:
    text = "0707 27/12VG/ISS   0706 48/12VG/ISS   0806 25/12SS/ISS   0708 16/1/V"
    game = defending(text, hand=(REINFORCE,))
    game.play(play(REINFORCE, "Reinforce Battle"))

    assert game.offers() == ["Rally 0706", "Done"]
    assert game.rule("Rally 0806") == "EA-CT.n"  # strength 4 to help 3
    game.play("Rally 0706", "Step 0707")
    if isinstance(game.top, Moving):
        game.play("Halt")
    assert game.state.battle.defenders == game.units("27/12VG/ISS", "48/12VG/ISS")


@pytest.mark.rule("EA-CT.k", "EA-ST.n")
def test_of_a_stack_called_to_a_defence_those_come_that_can_move() -> None:
    text = "0707 27/12VG/ISS   0706 48/12VG/ISS 8/3PG/LXVII   0708 16/1/V"
    game = defending(text, hand=(REINFORCE,), dry="8/3PG/LXVII")
    game.play(play(REINFORCE, "Reinforce Battle"), "Rally 0706", "Step 0707", "Halt")

    assert game.state.battle.defenders == game.units("27/12VG/ISS", "48/12VG/ISS")
    assert game.where("8/3PG/LXVII") == "0706"


@pytest.mark.rule("EA-RB.s", "EA-CT.k")
@pytest.mark.parametrize("names", ["9/2/V", "9/2/V 38/2/V"])
def test_an_allied_stack_called_to_a_combat_takes_off_roadblocks_on_its_way(names: str) -> None:
    game = position(f"0707 27/12VG/ISS   0708 16/1/V   0710 {names}", roadblocks="0609")
    gifts = ("Reinforce Battle",)
    fight(game, "0707", "16/1/V", side="allied", stage="tactics", gifts=gifts)

    assert game.at("0608") == set(names.split())  # three points away, by 0609 whatever comes first
    assert not game.state.roadblocks


@pytest.mark.rule("EA-S.38", "EA-CT.k")
def test_an_allied_unit_called_to_a_combat_uses_up_the_river_it_wades() -> None:
    game = position("0707 27/12VG/ISS   0708 16/1/V   0907 9/2/V")
    gifts = ("Reinforce Battle",)
    fight(game, "0707", "16/1/V", side="allied", stage="tactics", gifts=gifts)

    assert game.where("9/2/V") == "0808"
    assert game.state.record.forded == game.river("0808/0907")


# -- Bug Out ----------------------------------------------------------------------------------


@pytest.mark.rule("EA-S.48")
def test_bug_out_takes_the_defenders_two_hexes_back_before_any_chit() -> None:
    game = pile_of(position(f"0708 394/99/V   {GERMANS}"), BUG_OUT)
    fight(game, "0708", *PAIR, stage="answer")
    drawn(game, BUG_OUT)

    target = game.hex("0708")
    assert game.kit.grid.distance(game.state.hex_of[game.unit("394/99/V")], target) == 2
    assert game.has("dispersed", "394/99/V")
    assert not game.told(ev.ChitDrawn)
    assert game.offers()[0] == "Advance 27/12VG/ISS 0708"


@pytest.mark.rule("EA-S.48")
def test_the_allied_player_leads_his_units_back_himself() -> None:
    game = two_players(attacker="german", allied_hand=(BUG_OUT,), hand=())
    game.play(play(BUG_OUT, "Bug Out"))
    assert game.rule("Lose 16/1/V") == "EA-S.48"
    game.play("Retreat 0709", "Retreat 0710")

    assert game.where("16/1/V") == "0710"
    assert game.has("dispersed", "16/1/V")


@pytest.mark.rule("EA-S.48")
def test_units_that_cannot_go_two_hexes_do_not_bug_out() -> None:
    game = position(f"0708 394/99/V 16/1/V   {GERMANS}", dispersed="16/1/V")

    assert refuses(game, ALLIED, "Bug Out") == "EA-S.48"
    plain = position(f"0708 394/99/V   {GERMANS}")
    assert refuses(plain, ALLIED, "Bug Out", tactics=("Infiltration",)) == "EA-S.48"
