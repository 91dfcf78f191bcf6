"""Allied activation, from the lines L213 to L234 of the published summary alone."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_lines import PAIR, south, step_on
from ea_script import action, ring

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    AlliedActivation,
    Discarding,
    WanderRoll,
)
from grognard.titles.ardennes.rules.cards import activation as ground
from grognard.titles.ardennes.script import activation, vocabulary
from grognard.titles.ardennes.script.reasons import Reasons


def eligible_by(game: Game, name: str) -> str:
    why = Reasons(game.state)
    found = activation.eligible(game.state, game.units(name), why)
    return why.lines[-1].rule if found else ""


@pytest.mark.rule("EA-AA.b", "EA-AA.c", "EA-AA.e")
@pytest.mark.parametrize(
    ("text", "more", "rule"),
    [
        ("2210 109/28/VIII   2010 352/LXXXV", {}, ""),  # in a town, in contact
        ("2210 109/28/VIII   2010 352/LXXXV", {"dispersed": "109/28/VIII"}, "EA-AA.b"),
        ("2614 109/28/VIII   2010 352/LXXXV", {}, "EA-AA.c"),
        ("2211 109/28/VIII   2010 352/LXXXV", {}, "EA-AA.e"),
        ("2211 109/28/VIII   2010 352/LXXXV", {"dug_in": "2211"}, ""),
    ],
)
def test_what_makes_the_28th_division_act(text: str, more: dict[str, str], rule: str) -> None:
    """L215, L217, L218: around Ettelbruck, and in Arlon far from the enemy."""
    game = position(text, day=18, **more)  # type: ignore[arg-type]  # markers by name

    assert eligible_by(game, "109/28/VIII") == rule


@pytest.mark.rule("EA-AA.f")
@pytest.mark.parametrize(("day", "rule"), [(18, ""), (19, "EA-AA.f")])
def test_from_the_19th_two_to_one_makes_eligible(day: int, rule: str) -> None:
    """L219: 5 and 4 against 3, less 1 on clear ground and 1 more dug in; 5 alone is not enough."""
    text = "2307 CCA/10A/XII   2408 2/5/XII   2407 316/212/LXXX"
    game = south(text, day=day, dug_in="2307 2407 2408")

    assert eligible_by(game, "CCA/10A/XII") == ""
    why = Reasons(game.state)
    found = activation.eligible(game.state, game.units("CCA/10A/XII", "2/5/XII"), why)
    assert (why.lines[-1].rule if found else "") == rule


@pytest.mark.rule("EA-AA.h")
def test_who_wanders() -> None:
    """L221: out of communication in the open; not in a town, not surrounded."""
    lost_ = f"1616 110/28/VIII   {ring('1616', 3)}"
    town = f"1517 110/28/VIII   {ring('1517', 3)}"  # Champlon
    tight = f"1616 110/28/VIII   {ring('1616', 2)}   {'1615 3/2P/XLVII 1617 16/116P/LVIII'}"

    for text, count in ((lost_, 1), (town, 0), (tight, 0)):
        game = position(text, day=20)
        assert vocabulary.wandering(game.state).bit_count() == count, text


@pytest.mark.rule("EA-AA.j", "EA-AA.k")
@pytest.mark.parametrize(("roll", "where"), [(2, "calendar"), (6, "calendar"), (7, "1616")])
def test_a_lost_regiment_rolls(roll: int, where: str) -> None:
    """L223, L224: 2 to 6 are days; 7 and more leave it there."""
    unit = "CCR/9A/VIII"
    game = position(f"1616 {unit}   {ring('1616', 3)}", day=20, unsupplied=unit)
    activated_wander(game, unit)
    assert isinstance(game.top, WanderRoll)
    game.roll(roll)

    assert game.where(unit) == where
    if where == "calendar":
        assert game.told(ev.Calendared)[0].day == 20 + roll


def activated_wander(game: Game, name: str) -> None:
    ground.open_record(game.state, ALLIED, game.units(name), 1)
    game.state.stack = (Discarding(GERMAN, must=False), AlliedActivation(27, "wander"))
    step_on(game)


@pytest.mark.rule("EA-AA.m")
@pytest.mark.parametrize("units", ["2/5/XII 12/4/XII", "12/4/XII 2/5/XII"])
def test_an_action_is_tried_on_the_lowest_number_first(units: str) -> None:
    """L226: card 12, Retake; both regiments are next to empty Diekirch, # 3 and # 10."""
    near = dict(zip(("2109", "2208"), units.split(), strict=True))
    text = "  ".join(f"{hex_} {name}" for hex_, name in near.items())
    game = position(f"{text}  0503 27/12VG/ISS", day=18, german="2108")
    action(game, 12, units)

    assert game.where("2/5/XII") == "2108"
    assert game.where("12/4/XII") in near


@pytest.mark.rule("EA-AA.q", "EA-AA.r")
def test_the_garrison_of_ettelbruck_stays() -> None:
    """L228: two steps do not attack out of a VP hex, and nobody leaves it with Germans near."""
    few = position("2210 12/4/XII   2209 352/LXXXV", day=20)
    many = position("2210 12/4/XII 8/4/XII   2209 352/LXXXV", day=20)

    for game, kept in ((few, True), (many, False)):
        units = game.units(*game.at("2210"))
        assert vocabulary.too_few_to_leave(game.state, units, game.hex("2210")) == kept
        assert vocabulary.guards_vp(game.state, units)
    far = position("2210 12/4/XII   0503 27/12VG/ISS", day=20)
    assert not vocabulary.guards_vp(far.state, far.units("12/4/XII"))


@pytest.mark.rule("EA-AA.t", "EA-AA.u", "EA-AA.v", "EA-AA.w", "EA-AA.x")
@pytest.mark.parametrize(
    ("hex_", "more", "strength"),
    [
        ("0117", {}, 6),  # Liège, a city: twice 3
        ("2809", {}, 5),  # Luxembourg, a city: twice 3, less 1 on clear ground
        ("2404", {}, 6),  # the Westwall: twice 3
        ("2108", {}, 4),  # Diekirch, no VP
        ("2210", {}, 3),  # Ettelbruck, a VP town
        ("2306", {}, 4),  # forest
        ("2407", {}, 2),  # clear
        ("2407", {"dug_in": "2407"}, 3),
        ("2407", {"unsupplied": PAIR[0]}, 1),
        ("2208", {"unsupplied": PAIR[0]}, 2),
        ("2208", {"dry": PAIR[0]}, 2),
        ("2208", {"isolated": PAIR[0]}, 1),
    ],
)
def test_situational_strength_of_a_regiment_of_three(
    hex_: str, more: dict[str, str], strength: int
) -> None:
    """L229 to L233: doubled first, then added to and taken from."""
    game = position(f"{hex_} {PAIR[0]}", day=20, **more)  # type: ignore[arg-type]  # markers

    assert vocabulary.situational_defence(game.state, GERMAN, game.hex(hex_)) == strength
