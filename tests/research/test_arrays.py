"""Arrays: fixed shapes, built from what the seat sees, and from nothing else."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
import toy
from research.test_play import wander

from grognard import library
from grognard.research import shapes
from grognard.research.arrays import Arrays, kinds_of, own_sides
from grognard.research.play import MORE, Play
from grognard.waist.scene import Fact
from grognard.waist.title import Seat

LB = library.title("lost_battalion")
FIRST = [
    (library.title(key), library.title(key).scenarios()[0].key, 25) for key in library.titles()
]
OPEN = ("bcs",)  # games in which nothing is hidden
GAMES = [(toy, "corners", 1), (LB, "learning", 25), *(g for g in FIRST if g[0] is not LB)]
by_title = pytest.mark.parametrize(
    ("title", "scenario", "stride"), GAMES, ids=lambda part: getattr(part, "KEY", None)
)


def positions(title: Any, scenario: str, stride: int, most: int = 12) -> list[Play]:
    """Games in play, so many choices apart."""
    play, rng = Play(title, scenario, width=400, seed="5"), Random(4)
    found = []
    while play.seat is not None and len(found) < most:
        found.append(play.clone())
        wander(play, rng, stride)
    return found


@by_title
def test_every_observation_is_in_the_space(title: Any, scenario: str, stride: int) -> None:
    arrays = Arrays(title, scenario)

    for play in positions(title, scenario, stride):
        for seat in arrays.seats:
            assert arrays.space.contains(arrays.observe(play, seat))
            assert arrays.mask_space().contains(arrays.mask(play, seat))


@by_title
def test_what_is_hidden_leaves_every_array_the_same(title: Any, scenario: str, stride: int) -> None:
    arrays, rng, differed = Arrays(title, scenario), Random(9), 0

    for play in positions(title, scenario, stride):
        for seat in arrays.seats:
            other = play.clone()
            other.state, other._offers = title.imagine(play.view(seat), rng), None
            differed += other.state != play.state
            seen, imagined = arrays.observe(play, seat), arrays.observe(other, seat)
            assert all(np.array_equal(seen[name], imagined[name]) for name in seen)
            assert np.array_equal(arrays.mask(play, seat), arrays.mask(other, seat))
    assert differed or title.KEY in OPEN  # or nothing was hidden, and nothing tried


def test_the_mask_is_of_the_menu_and_of_the_seat_to_choose() -> None:
    arrays, play = Arrays(toy, "corners"), Play(toy, "corners", width=16, seed="1")

    assert arrays.mask(play, toy.RED).sum() == len(play.menu())
    assert arrays.mask(play, toy.BLUE).sum() == 0
    assert (arrays.observe(play, toy.BLUE)["offers"] == -1).all()


def test_the_planes_say_what_is_where() -> None:
    arrays, play = Arrays(toy, "corners"), Play(toy, "corners", width=16, seed="1")

    board = arrays.observe(play, toy.RED)["board"]
    planes = dict(zip(arrays.planes, board, strict=True))
    assert planes["map"].sum() == 9
    assert planes["terrain clear"].sum() == 9
    assert planes["own pieces"][arrays.where["0101"]] == 1
    assert planes["other pieces"][arrays.where["0303"]] == 1
    assert planes["own control"].sum() == planes["other control"].sum() == 1
    assert planes["own strength"][arrays.where["0101"]] == 3  # “A3”

    mirrored = dict(zip(arrays.planes, arrays.observe(play, toy.BLUE)["board"], strict=True))
    assert np.array_equal(mirrored["own pieces"], planes["other pieces"])


def test_an_offer_says_its_kind_its_hex_and_its_number() -> None:
    arrays, play = Arrays(toy, "corners"), Play(toy, "corners", width=16, seed="1")
    table = arrays.observe(play, toy.RED)["offers"]
    assert table[1].tolist() == [arrays.kinds.index("Bid"), -1, -1, -1, 1, 1]  # card 1, “Bid 1”

    while not isinstance(play.menu()[-1], toy.Step):
        play.choose(len(play.menu()) - 1)
    seat, last = play.seat, len(play.menu()) - 1
    assert seat is not None
    seen = arrays.observe(play, seat)
    row, column = arrays.where[play.menu()[-1].into]
    assert seen["offers"][last, :3].tolist() == [arrays.kinds.index("Step"), row, column]
    at_spot = seen["features"][last, -len(arrays.planes) :]
    assert np.array_equal(at_spot, seen["board"][:, row, column])


def test_a_menu_of_one_is_too_narrow() -> None:
    with pytest.raises(ValueError, match="a menu of 1 is too narrow"):
        Arrays(toy, "corners", width=1)


def test_more_is_a_kind_of_its_own() -> None:
    arrays, play = Arrays(toy, "corners"), Play(toy, "corners", width=2, seed="1")

    table = arrays.observe(play, toy.RED)["offers"]
    assert table[1, 0] == arrays.kinds.index(MORE)
    assert kinds_of(toy) == ("Bid", "Scout", "Step", "Stop", MORE)


def test_units_are_told_apart_by_row() -> None:
    arrays, play = Arrays(LB, "learning"), Play(LB, "learning", width=200, seed="1")
    while not any(LB.spot(action) in pieces(play) for action in play.menu()):
        play.choose(0)
    seat = play.seat
    assert seat is not None

    seen = arrays.observe(play, seat)
    index = next(n for n, a in enumerate(play.menu()) if LB.spot(a) in pieces(play))
    row = seen["units"][seen["offers"][index, 3]]
    assert row[arrays.units.index("own")] == 1
    assert row[arrays.units.index("steps")] >= 1


def pieces(play: Play) -> set[str]:
    return {piece.id for piece in LB.scene(play.view(play.seat)).pieces if piece.hex}


def test_a_seat_without_a_side_of_its_name_plays_the_unnamed_ones() -> None:
    us, german = Seat("us"), Seat("german")

    assert own_sides(german, (us, german), {"allied", "german"}) == {"german"}
    assert own_sides(us, (us, german), {"allied", "german"}) == {"allied"}
    assert own_sides(us, (us, german), {"american", "british", "german"}) == {"american", "british"}


@pytest.mark.parametrize("key", library.titles())
def test_every_shape_that_is_kept_is_of_a_scenario(key: str) -> None:
    known = {f"{key}/{info.key}" for info in library.title(key).scenarios()}

    assert {name for name in shapes._kept() if name.startswith(f"{key}/")} <= known


def test_a_fact_has_a_figure_for_each_number_or_for_its_words() -> None:
    assert shapes.fact_figures(Fact("Supply", "2 of 3")) == [("Supply", 2), ("Supply 2", 3)]
    assert shapes.fact_figures(Fact("Sky", "overcast, snow")) == [
        ("Sky: overcast", 1),
        ("Sky: snow", 1),
    ]


def test_shapes_are_measured_from_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "shapes.json"
    path.write_text("{}")

    shapes.main(["toy", "corners", "centre"], path)
    assert set(msgspec.json.decode(path.read_bytes())) == {"toy/corners", "toy/centre"}


@pytest.mark.parametrize("words", [["moon", "landing"], ["toy", "landing"]])
def test_what_cannot_be_measured_gets_a_sentence(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "shapes.json"
    path.write_text("{}")

    with pytest.raises(SystemExit, match="2"):
        shapes.main(words, path)
    assert "has no scenario" in (told := capsys.readouterr().err) or "there is no title" in told


def test_a_shape_is_measured_by_play() -> None:
    shape = shapes.measure(toy, "corners", games=2)

    assert shape.offers % 8 == 0
    assert shape.chances == 6
    assert shape.steps == ("Bidding", "Income", "March")
    assert "Bid 1" in shape.cards
