"""How Allied units take hits: who loses a step, and the hold check."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_combat import battle, hit, lost

from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Advancing, Hits, HoldCheck
from grognard.titles.ardennes.script import losses

GERMANS = "0707 27/12VG/ISS 48/12VG/ISS"
PAIR = ("27/12VG/ISS", "48/12VG/ISS")
PLAIN = f"0708 394/99/V   {GERMANS}"


def hold(game: Game, target: str = "0708", *units: str, **fields: object) -> dict[str, int]:
    found = losses.hold_tally(game.state, battle(game, target, *(units or PAIR), **fields))
    kept: dict[str, int] = {}
    for modifier in found.modifiers:
        kept[modifier.rule] = kept.get(modifier.rule, 0) + modifier.amount
    return kept


# -- who loses a step -------------------------------------------------------------------------


@pytest.mark.rule("EA-CR.c")
def test_allied_losses_fall_on_large_units_by_descending_number_then_on_small_ones() -> None:
    text = f"0708 16/1/V 9/2/V:1 394/99/V   {GERMANS}"  # 3, 6 and 13
    game = hit(position(text), "0708", *PAIR, d=4, retreated=2)

    assert lost(game) == ["394/99/V", "16/1/V", "9/2/V", "394/99/V"]


@pytest.mark.rule("EA-CR.a", "EA-CR.c")
def test_like_allied_units_take_turns() -> None:
    text = f"0708 5/GA/XXX 9/2/V   {GERMANS}"  # 1 of three steps, 6 of two
    game = hit(position(text), "0708", *PAIR, d=2, retreated=2)

    assert lost(game) == ["9/2/V", "5/GA/XXX"]


@pytest.mark.rule("EA-CR.o")
def test_an_allied_attackers_losses_come_from_the_stack_with_the_most_steps() -> None:
    text = "0707 27/12VG/ISS   0708 394/99/V   0608 16/1/V 9/2/V"
    game = hit(position(text), "0707", "394/99/V", "16/1/V", "9/2/V", side="allied", a=1)

    assert lost(game) == ["9/2/V"]


# -- the defender --------------------------------------------------------------------------


@pytest.mark.rule("EA-CR.d")
def test_after_two_hexes_every_hit_is_a_step_loss() -> None:
    text = f"0710 394/99/V 16/1/V   {GERMANS}"
    game = hit(position(text), "0710", *PAIR, d=1, retreated=2)

    assert lost(game) == ["394/99/V"]
    assert not game.told(ev.RetreatMade)


@pytest.mark.rule("EA-CR.e")
def test_with_as_many_hits_as_steps_they_retreat_unasked() -> None:
    game = hit(position(PLAIN), "0708", *PAIR, d=2)

    assert game.told(ev.RetreatMade)[0].units == ("394/99/V",)
    assert isinstance(game.top, HoldCheck)  # one hit on two steps is left


@pytest.mark.rule("EA-CR.e")
def test_with_more_steps_than_hits_they_do_not() -> None:
    game = hit(position(PLAIN), "0708", *PAIR, d=1)

    assert not game.told(ev.RetreatMade)
    assert isinstance(game.top, HoldCheck)


@pytest.mark.rule("EA-CR.f")
@pytest.mark.parametrize(
    ("stack", "back"),
    [
        ("395/99/V:1 4Cav/VII:1", True),  # 14 is lost before 13: a lone bracketed unit is left
        ("394/99/V:1 102Cav/V:1", False),  # 15 is lost before 13
        ("102Cav/V:1 14Cav/XVIII:1", True),  # two bracketed units have a ZOC, one has none
        ("102Cav/V:2", False),  # it has no ZOC to lose
        ("395/99/V:2 4Cav/VII:1", False),  # the step is that of a larger unit
    ],
)
def test_they_retreat_rather_than_lose_their_zoc(stack: str, back: bool) -> None:
    game = hit(position(f"0708 {stack}   {GERMANS}"), "0708", *PAIR, d=1)

    assert bool(game.told(ev.RetreatMade)) == back
    if back:
        assert game.told(ev.Reasoned)[0].lines[0].rule == "EA-CR.f"
    else:
        assert isinstance(game.top, HoldCheck)


@pytest.mark.rule("EA-CR.f")
@pytest.mark.parametrize(("friend", "back"), [("", True), ("16/1/V", False)])
def test_a_friend_in_the_hex_of_retreat_keeps_the_zoc(friend: str, back: bool) -> None:
    game = position(f"0709 102Cav/V:1 14Cav/XVIII:1 {friend}   {GERMANS}")
    path = (game.hex("0708"), game.hex("0709"))
    defenders = game.units("102Cav/V", "14Cav/XVIII")
    hit(game, "0708", *PAIR, d=1, retreated=1, path=path, defenders=defenders)

    assert bool(game.told(ev.RetreatMade)) == back
    assert isinstance(game.top, HoldCheck) != back


@pytest.mark.rule("EA-CR.g")
def test_the_hold_number_is_the_hold_value_and_the_steps() -> None:
    game = position(f"0708 394/99/V   0608 16/1/V 9/2/V   {GERMANS}")

    assert hold(game) == {"EA-CR.g": 1 + 2}
    assert hold(game, "0608") == {"EA-CR.g": 4 + 4}


@pytest.mark.rule("EA-CR.g")
def test_up_to_it_they_stay_and_lose_a_step_above_it_they_go() -> None:
    held = hit(position(PLAIN), "0708", *PAIR, d=1).roll(3)
    assert (held.where("394/99/V"), held.steps("394/99/V")) == ("0708", 1)
    assert held.told(ev.HoldRolled)[0].held

    went = hit(position(PLAIN), "0708", *PAIR, d=1).roll(4)
    assert (went.where("394/99/V"), went.steps("394/99/V")) == ("0609", 2)


@pytest.mark.rule("EA-CR.g")
def test_the_hold_value_is_that_of_the_hex_they_stand_in_now() -> None:
    text = "0706 27/12VG/ISS 48/12VG/ISS   0707 394/99/V   0607 393/99/V   0608 16/1/V"
    game = hit(position(text, day=16), "0707", *PAIR, d=2)

    assert game.where("394/99/V") == "0608"
    assert game.top == HoldCheck(4 + 2 + 2)


@pytest.mark.rule("EA-CR.h")
def test_three_less_if_they_are_surrounded() -> None:
    ring = "0707 27/12VG/ISS   0809 48/12VG/ISS   0609 89/12VG/ISS"
    game = position(f"0708 394/99/V   {ring}")

    assert hold(game)["EA-CR.h"] == -3
    found = losses.hold_tally(game.state, battle(game, "0708", "27/12VG/ISS"))
    assert "surrounded" in [modifier.what for modifier in found.modifiers]


@pytest.mark.rule("EA-CR.h")
def test_three_less_once_if_they_are_out_of_communication() -> None:
    text = "0806 394/99/V   0705 27/12VG/ISS"  # Losheim, far behind the German front
    game = position(text + "   0708 5/3F/ISS   0808 8/3F/ISS   0607 9/3F/ISS   0908 89/12VG/ISS")

    assert hold(game, "0806", "27/12VG/ISS")["EA-CR.h"] == -3


@pytest.mark.rule("EA-CR.i")
def test_two_more_after_one_hex_of_retreat() -> None:
    game = position(PLAIN)

    assert hold(game, retreated=1)["EA-CR.i"] == 2
    assert "EA-CR.i" not in hold(game)


@pytest.mark.rule("EA-CR.j")
def test_two_more_with_every_attacker_over_a_river_before_they_retreat() -> None:
    text = "1009 394/99/V   1008 27/12VG/ISS   1108 48/12VG/ISS"
    game = position(text)
    assert hold(game, "1009", *PAIR)["EA-CR.j"] == 2
    assert "EA-CR.j" not in hold(game, "1009", *PAIR, retreated=1)

    one_near = position("1009 394/99/V   1008 27/12VG/ISS   1010 48/12VG/ISS")
    assert "EA-CR.j" not in hold(one_near, "1009", *PAIR)


@pytest.mark.rule("EA-CR.k")
def test_four_more_if_every_retreat_costs_a_step() -> None:
    """Germans all round leave only hexes in their zones."""
    text = "0708 394/99/V 16/1/V   0707 27/12VG/ISS   0809 48/12VG/ISS"
    assert "EA-CR.k" not in hold(position(text), "0708", "27/12VG/ISS")

    closed = position(f"{text}   0709 89/12VG/ISS   0610 5/3F/ISS")
    assert hold(closed, "0708", "27/12VG/ISS")["EA-CR.k"] == 4


@pytest.mark.rule("EA-CR.k", "EA-RT.b")
def test_a_stack_that_can_split_for_nothing_has_a_free_retreat() -> None:
    """Each of two friendly hexes has room for one of the two defenders."""
    germans, full_hex = "0707 27/12VG/ISS   0908 48/12VG/ISS", "0709 18/1/V 26/1/V 47/9/V"
    text = f"0708 394/99/V 16/1/V   {germans}   {full_hex}   0608 9/2/V 38/2/V"
    split = position(f"{text}   0609 23/2/V 393/99/V")
    assert "EA-CR.k" not in hold(split, "0708", "27/12VG/ISS")

    full = position(f"{text}   0609 23/2/V 393/99/V 395/99/V")
    assert hold(full, "0708", "27/12VG/ISS")["EA-CR.k"] == 4


def test_with_no_way_back_they_lose_steps_without_a_check() -> None:
    ring = "0707 27/12VG/ISS 0808 48/12VG/ISS 0809 89/12VG/ISS 0709 5/3F/ISS 0609 8/3F/ISS"
    game = position(f"0708 394/99/V   {ring}   0608 9/3F/ISS")
    hit(game, "0708", *PAIR, d=1)

    assert lost(game) == ["394/99/V"]
    assert not game.told(ev.HoldRolled)


# -- the attacker --------------------------------------------------------------------------


def counterattack(a: int, *steps: int, **more: object) -> Game:
    """Allied units of so many steps attack 0707 and take hits."""
    units = ("16/1/V", "9/2/V", "38/2/V")[: len(steps)]
    stack = " ".join(f"{unit}:{n}" for unit, n in zip(units, steps, strict=True))
    game = position(f"0707 27/12VG/ISS   0708 {stack}", **more)
    return hit(game, "0707", *units, side="allied", a=a, began=sum(steps))


@pytest.mark.rule("EA-CR.p")
def test_the_first_hit_on_an_allied_attacker_is_a_step_loss() -> None:
    game = counterattack(1, 2, 2)

    assert lost(game) == ["9/2/V"]
    assert not game.state.dispersed


@pytest.mark.rule("EA-CR.q")
def test_the_second_disperses_an_attacker_of_fewer_than_four_steps() -> None:
    game = counterattack(2, 2, 2)  # three steps are left

    assert lost(game) == ["9/2/V"]
    assert game.state.dispersed == game.units("16/1/V", "9/2/V")


@pytest.mark.rule("EA-CR.r")
def test_the_second_is_another_loss_for_one_of_four_or_more() -> None:
    game = counterattack(2, 2, 2, 2)

    assert lost(game) == ["38/2/V", "9/2/V"]
    assert not game.state.dispersed


@pytest.mark.rule("EA-CR.q", "EA-CR.r")
def test_by_the_other_setting_steps_are_counted_as_the_attack_began() -> None:
    game = counterattack(2, 2, 2, options={"few_steps": "at_start"})

    assert lost(game) == ["9/2/V", "16/1/V"]


@pytest.mark.rule("EA-CR.s")
def test_the_third_disperses_and_does_nothing_to_the_dispersed() -> None:
    strong = counterattack(3, 2, 2, 2)
    assert len(lost(strong)) == 2
    assert strong.state.dispersed.bit_count() == 3

    weak = counterattack(3, 2, 2)
    assert lost(weak) == ["9/2/V"]
    assert weak.told(ev.HitIgnored)[0].rule == "EA-CR.s"


@pytest.mark.rule("EA-CR.t", "EA-CR.u")
def test_the_fourth_is_the_second_loss_if_there_was_only_one() -> None:
    weak = counterattack(4, 2, 2)
    assert lost(weak) == ["9/2/V", "16/1/V"]

    strong = counterattack(4, 2, 2, 2)
    assert len(lost(strong)) == 2
    assert strong.told(ev.HitIgnored)[0].rule == "EA-CR.u"


@pytest.mark.rule("EA-CR.u")
def test_a_fifth_hit_is_ignored() -> None:
    game = counterattack(5, 2, 2)

    assert len(lost(game)) == 2
    assert not isinstance(game.top, Hits | Advancing)
