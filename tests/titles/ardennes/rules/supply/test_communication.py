"""Communication, and who is surrounded."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_script import go, ring

from grognard.titles.ardennes.rules.supply import communication as c

ALLY = "110/28/VIII"


def is_in(game: Game, hexes: int, label: str) -> bool:
    return bool(hexes >> game.hex(label) & 1)


# -- communication -------------------------------------------------------------------------------


@pytest.mark.rule("EA-S.32")
def test_communication_does_not_pass_german_units_and_open_zoc() -> None:
    game = position(f"1714 {ALLY}  {ring('1714', 3)}", day=20)
    broken = position(f"1714 {ALLY}  {ring('1714', 3, but=go('1714', 'W', 'W', 'W'))}", day=20)

    assert c.out_of_communication(game.state) == game.units(ALLY)
    assert c.out_of_communication(broken.state) == 0


@pytest.mark.rule("EA-S.32")
def test_an_allied_unit_opens_a_hex_of_german_zoc_for_communication() -> None:
    # 1716 lies in the zone of two Germans that close the ring; a unit there opens it.
    gate = go("1714", "W", "W", "SW")
    text = f"1714 {ALLY}  {ring('1714', 3)}"
    game = position(f"{text}  {gate} 109/28/VIII", day=20)

    assert c.out_of_communication(game.state) == 0
    assert (
        c.communication_with(position(text, day=20).state, game.hex(gate)) >> game.hex("1714") & 1
    )


@pytest.mark.rule("EA-S.32")
def test_a_german_town_bars_communication_and_a_german_bridge_does_not() -> None:
    game = position("1815 110/28/VIII", day=20)
    towns = position("1815 110/28/VIII", day=20, german="1719")
    game.set(german_bridges=game.state.bridges)

    assert is_in(game, c.in_communication(game.state), "1719")
    assert not is_in(towns, c.in_communication(towns.state), "1719")
    assert is_in(game, c.in_communication(game.state), "1124")  # beyond the Meuse from Dinant


@pytest.mark.rule("EA-S.32")
def test_nothing_is_reported_from_behind_the_german_front() -> None:
    # 1301 is nearer a German source than any Allied one; an Allied unit within two hexes
    # of the way brings word from there.
    far = position("1815 110/28/VIII", day=20)
    near = position("1303 110/28/VIII", day=20)

    assert not is_in(far, c.in_communication(far.state), "1303")
    assert not is_in(near, c.in_communication(near.state), "1303")
    chain = "1303 110/28/VIII  1306 109/28/VIII  1309 112/28/VIII"
    assert is_in(position(chain), c.in_communication(position(chain).state), "1303")


@pytest.mark.rule("EA-RB.t")
def test_german_communication_is_traced_from_the_german_sources() -> None:
    game = position("1815 110/28/VIII", day=20)

    assert is_in(game, c.german_communication(game.state), "1201")
    assert not is_in(game, c.german_communication(game.state), "1815")
    assert not is_in(game, c.german_communication(game.state), "1814")  # Allied ZOC


# -- surround ------------------------------------------------------------------------------------


@pytest.mark.rule("EA-S.33")
def test_surrounded_is_six_neighbours_german_or_in_their_zoc() -> None:
    closed = f"1714 {ALLY}  {ring('1714', 2)}"
    game = position(closed, day=20)
    friend = position(f"{closed}  {go('1714', 'W')} 109/28/VIII", day=20)

    assert c.surrounded(game.state, game.hex("1714"))
    assert not c.surrounded(friend.state, friend.hex("1714"))
    assert c.surrounded(friend.state, friend.hex("1714"), friend.units("109/28/VIII"))
    open_ = position(f"1714 {ALLY}  {ring('1714', 3)}", day=20)
    assert not c.surrounded(open_.state, open_.hex("1714"))
