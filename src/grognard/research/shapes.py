"""How large the arrays of a scenario are, and which words they have columns for.

Shapes are measured by playing bots and kept in `shapes.json`; a scenario that is
not there is measured when it is first asked for. A word that was never met
falls into the column "other", a menu that is longer goes on under "more".

    python -m grognard.research.shapes lost_battalion learning
"""

from __future__ import annotations

import argparse
import re
from functools import cache
from importlib.resources import files
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from grognard import library
from grognard.bots import Greedy, Uniform, decide
from grognard.match import BadSetup, Match
from grognard.waist.chance import Dice
from grognard.waist.title import CHANCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from grognard.library import AnyTitle
    from grognard.waist.scene import Fact, Scene

KEPT: Final = "shapes.json"
ROOM: Final = 1.25  # measured games are few: the largest menu and stack may be larger
LONGER: Final = 4  # and the longest game longer
HASTY: Final = 2  # games that measure a scenario nobody has measured
LIMIT: Final = 20_000

_NUMBER: Final = re.compile(r"\d+")


class Shape(msgspec.Struct, frozen=True):
    """Sizes and words of the arrays of one scenario."""

    offers: int
    units: int
    chances: int
    length: int
    symbols: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()
    boxes: tuple[str, ...] = ()
    tracks: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


WORDS: Final = ("symbols", "markers", "boxes", "tracks", "steps", "facts", "hands", "cards")


def shape_of(title: AnyTitle, scenario: str) -> Shape:
    """The shape of a scenario as it is kept, or measured in haste."""
    key = f"{title.KEY}/{scenario}"
    if key not in _kept():
        _kept()[key] = measure(title, scenario, HASTY)
    return _kept()[key]


@cache
def _kept() -> dict[str, Shape]:
    text = files("grognard.research").joinpath(KEPT).read_bytes()
    return msgspec.json.decode(text, type=dict[str, Shape])


class _Seen:
    """The most of everything that was met."""

    def __init__(self) -> None:
        self.offers = self.units = self.chances = self.length = 1
        self.words: dict[str, dict[str, None]] = {name: {} for name in WORDS}

    def take(self, scene: Scene) -> None:
        self.units = max(self.units, len(scene.pieces))
        for name, met in zip(WORDS, words_of(scene), strict=True):
            self.words[name].update(dict.fromkeys(met))


def words_of(scene: Scene) -> tuple[Iterable[str], ...]:
    """The open words of a scene, in the order of WORDS."""
    cards = chain.from_iterable(hand.cards for hand in scene.hands)
    return (
        [piece.symbol for piece in scene.pieces],
        [marker.kind for marker in scene.markers],
        [box.key for box in scene.boxes],
        [track.key for track in scene.tracks],
        [step.name for step in scene.sequence],
        [word for fact in scene.facts for word, _ in fact_figures(fact)],
        [hand.key for hand in scene.hands],
        [card.name for card in cards if card.name],
    )


def numbers_in(*texts: str) -> list[int]:
    """The whole numbers in texts, in order."""
    return [int(found) for text in texts for found in _NUMBER.findall(text)]


def fact_figures(fact: Fact) -> list[tuple[str, int]]:
    """Each number of a fact under a word of its own; where there is none, its words."""
    found = numbers_in(fact.value)
    if not found:
        return [(f"{fact.label}: {part}", 1) for part in fact.value.split(", ")]
    return [(fact.label if n == 1 else f"{fact.label} {n}", v) for n, v in enumerate(found, 1)]


def measure(title: AnyTitle, scenario: str, games: int) -> Shape:
    """The shape that so many games by bots come to, with room to spare."""
    seen = _Seen()
    for n in range(games):
        _play(title, scenario, n, seen)
    words = {name: tuple(sorted(met)) for name, met in seen.words.items()}
    return Shape(
        offers=_roomy(seen.offers),
        units=_roomy(seen.units),
        chances=seen.chances,
        length=LONGER * seen.length,
        **words,
    )


def _roomy(most: int) -> int:
    """A multiple of 8 that leaves some room."""
    return 8 * (int(most * ROOM) // 8 + 1)


def _play(title: AnyTitle, scenario: str, n: int, seen: _Seen) -> None:
    match = Match.new(title, scenario, seed=f"shape {n}", settle=False)
    bot, rng = (Greedy(title), Uniform())[n % 2], Random(n)
    for seat in islice(_turns(match, seen), LIMIT):
        view, offers, choice = decide(bot, match, seat, rng)
        seen.take(title.scene(view))
        seen.offers = max(seen.offers, len(offers))
        match.play(seat, choice, settle=False)
    seen.length = max(seen.length, len(match.entries))


def _turns(match: Match[Any, Any, Any, Any], seen: _Seen) -> Iterator[Any]:
    while deciders := match.deciders():
        if deciders == (CHANCE,):
            draw = match.draw()
            most = draw.sides if isinstance(draw, Dice) else draw.among
            seen.chances = max(seen.chances, most)
            match.settle()
        else:
            yield deciders[0]


def keep(title: AnyTitle, scenario: str, games: int, path: Path) -> Shape:
    """Measures a scenario, and keeps its shape in the file beside the others."""
    shape = measure(title, scenario, games)
    kept = msgspec.json.decode(path.read_bytes(), type=dict[str, Shape])
    kept[f"{title.KEY}/{scenario}"] = shape
    path.write_bytes(msgspec.json.format(msgspec.json.encode(dict(sorted(kept.items())))) + b"\n")
    return shape


def main(words: Sequence[str] | None = None, path: Path | None = None) -> None:
    """Measures the scenarios that are named on the command line."""
    parser = argparse.ArgumentParser(description="Measure the arrays of scenarios.")
    parser.add_argument("title")
    parser.add_argument("scenarios", nargs="+")
    parser.add_argument("--games", type=int, default=HASTY)
    told = parser.parse_args(words)
    kept = path or Path(__file__).with_name(KEPT)
    try:
        for scenario in told.scenarios:
            shape = keep(library.title(told.title), scenario, max(1, told.games), kept)
            print(f"{scenario}: {shape.offers} offers, {shape.units} units")
    except (library.UnknownTitle, BadSetup) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
