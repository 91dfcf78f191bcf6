"""Every overlay of every title, asked about anything: it answers in words and never breaks down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random
from typing import Any

import pytest
from laws.subjects import SUBJECTS, TITLES, Position, positions

from grognard.waist.scene import Scene

NONSENSE = (
    "",
    " ",
    "nowhere",
    "9999",
    "0000",
    "-5",
    "None",
    "0101 0102",
    "%s",
    "{}",
    "🪖",
    "x" * 99,
)
PIECES = 9  # asked about in a position, of those that are not on the map

subjects = pytest.mark.parametrize(("key", "scenario"), SUBJECTS)


def hexes(title: Any, position: Position) -> tuple[str, ...]:
    return tuple(hex_.label for hex_ in title.scene(title.view(position.state, None)).board.hexes)


def off_the_map(scene: Scene, rng: Random) -> list[str]:
    """Pieces, most of them not on the map; boxes, tracks and hands; what is nothing at all."""
    boxed = [piece.id for piece in scene.pieces if not piece.hex]
    placed = [piece.id for piece in scene.pieces if piece.hex]
    found = rng.sample(boxed, min(PIECES, len(boxed))) + rng.sample(placed, min(3, len(placed)))
    found += [box.key for box in scene.boxes] + [box.title for box in scene.boxes[:2]]
    found += [track.key for track in scene.tracks] + [hand.key for hand in scene.hands]
    found += [card.id for hand in scene.hands for card in hand.cards[:2]]
    return found + rng.sample(NONSENSE, 2)


def answers(title: Any, view: Any, name: str, spot: str, known: set[str]) -> None:
    """One overlay, with a title; its shades say what they are and lie on the map."""
    (shown,) = title.overlay(view, name, spot).overlays
    assert shown.key == name
    assert shown.title.strip(), f"no words about {spot!r}"
    for shade in shown.shades:
        assert shade.title.strip() or not shade.hexes, f"a shade without words: {shade}"
        assert known.issuperset(shade.hexes), f"{shade} lies off the map"
    for arrow in shown.arrows:
        assert known.issuperset(arrow.path), f"{arrow} leads off the map"


def asked(
    key: str, scenario: str, draw_once: Callable[[Any, Scene], None]
) -> Iterator[tuple[Position, Any, str, set[str]]]:
    """Every hex in one position or another, and in a quarter of them what is not on the map."""
    title, rng = TITLES[key], Random(f"{key}/{scenario}/overlays")
    kept = positions(key, scenario)
    labels = hexes(title, kept[0])
    known = set(labels)
    share = -(-len(labels) // len(kept))
    for n, (position, seat) in enumerate(zip(kept, cycle((*title.SEATS, None)), strict=False)):
        view = title.view(position.state, seat)
        scene = title.scene(view)
        draw_once(title, scene)
        mine = labels[n * share : (n + 1) * share]
        beside = off_the_map(scene, rng) if n % 4 == 0 else []
        for spot in (*mine, *beside):
            yield position, view, spot, known


@subjects
def test_an_overlay_answers_about_any_spot_in_words(
    key: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw_once(title: Any, scene: Scene) -> None:
        """An answer lies on the scene of its view, which is the same for all the questions."""
        monkeypatch.setitem(title.overlay.__globals__, "scene", lambda _: scene)

    title = TITLES[key]
    for position, view, spot, known in asked(key, scenario, draw_once):
        for info in title.OVERLAYS:
            try:
                answers(title, view, info.key, spot, known)
            except Exception as error:
                raise AssertionError(f"{position}: {info.key} {spot!r}: {error!r}") from error


@pytest.mark.parametrize("key", TITLES)
def test_an_overlay_that_there_is_not_is_refused_in_a_sentence(key: str) -> None:
    title = TITLES[key]
    view = title.view(positions(key, title.scenarios()[0].key)[0].state, None)
    known = ", ".join(info.key for info in title.OVERLAYS) or "none"
    for name in (*NONSENSE, *(info.name for info in title.OVERLAYS[:1])):
        with pytest.raises(ValueError, match="there is no overlay") as refused:
            title.overlay(view, name, "")
        assert str(refused.value).endswith(f"; there are {known}")
