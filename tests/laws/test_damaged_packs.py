"""A damaged pack ends in one sentence that names the file, whatever the damage; never in less."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from damage import WAYS, Damage, damaged, damages

from grognard import library
from grognard.book.flaws import DataFlaw
from grognard.match import Match

KEYS = ("lost_battalion", "ardennes", "bcs")
TITLES = Path(library.__file__).parent / "titles"
SENTENCE = re.compile(r"[\w-]+\.toml(, line \d+(, hex \w+)?)?: .{3,300}\.")
SAMPLES = 40  # of thousands, for each title: more take too long here
FOUND = [  # what once ended in a traceback, or was taken without a word
    Damage("counters.toml", ("allowance",), "negative"),
    Damage("counters.toml", ("allowance", "tank", "value"), "text"),
    Damage("counters.toml", ("division",), "missing"),
    Damage("counters.toml", ("division", 44, "nation"), "text"),
    Damage("counters.toml", ("division", 44, "steps"), "large"),
    Damage("counters.toml", ("division", 44, "steps"), "huge"),
    Damage("counters.toml", ("division", 45, "regiments"), "empty list"),
    Damage("counters.toml", ("artillery",), "none"),
    Damage("counters.toml", ("machine_guns",), "missing"),
    Damage("counters.toml", ("machine_guns", "steps"), "number"),
    Damage("counters.toml", ("artillery", 2, "steps"), "number"),
    Damage("board.toml", ("fort_class",), "deep"),
    Damage("board.toml", ("fort_class", "freya"), "truth"),
    Damage("board.toml", ("layer", "terrain", "legend", "F"), "twice"),
    Damage("board.toml", ("hill", 20, "hex"), "huge"),
    Damage("board.toml", ("pontoon", 1, "west"), "digits"),
    Damage("board.toml", ("pontoon", 2), "number"),
    Damage("charts.toml", ("chart", "terrain"), "missing"),
    Damage("charts.toml", ("value", "deliberate_column", "value"), "number"),
    Damage("charts.toml", ("value", "us_pool", "value"), "empty table"),
    Damage("victory.toml", ("victory_hex", 11, "vp"), "no text"),
    Damage("victory.toml", ("victory_hex", 11, "hex"), "hex"),
    Damage("victory.toml", ("level", 5, "at_least"), "number"),
    Damage("scenarios/learning.toml", ("first_turn",), "none"),
    Damage("scenarios/learning.toml", ("key",), "text"),
    Damage("scenarios/learning.toml", ("reserve", 0), "text"),
    Damage("scenarios/learning.toml", ("victory_hex", 0, "hex"), "hex"),
    Damage("scenarios/learning.toml", ("window",), "large"),
    Damage("scenarios/free.toml", ("to_place", "german", 28), "text"),
]


def scenario_of(key: str, file: str) -> str:
    """A scenario that reads the file."""
    known = [info.key for info in library.title(key).scenarios()]
    return Path(file).stem if Path(file).stem in known else known[-1 if key == "bcs" else 0]


def told(key: str, damage: Damage, folder: Path) -> str:
    """What is said of a pack with that damage; nothing if a game could begin with it."""
    path = folder / damage.file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(damaged(TITLES / key / "data", damage), encoding="utf-8")
    try:
        Match.new(library.title(key), scenario_of(key, damage.file), {}, "1", folder)
    except DataFlaw as flaw:
        return str(flaw)
    finally:
        path.unlink()
    return ""


def every(key: str) -> list[Damage]:
    data, rng = TITLES / key / "data", Random(f"damage/{key}")
    files = [str(path.relative_to(data)) for path in sorted(data.rglob("*.toml"))]
    found = [
        damage
        for file in files
        if file != "rulebook.toml"  # which no game is played with
        for damage in damages(data, file, rng)
    ]
    rng.shuffle(found)
    return found


@pytest.mark.parametrize("key", KEYS)
def test_a_damaged_file_is_refused_in_one_sentence(key: str, tmp_path: Path) -> None:
    refused = 0
    for damage in every(key)[:SAMPLES]:
        sentence = told(key, damage, tmp_path)
        if sentence:
            refused += 1
            assert SENTENCE.fullmatch(sentence), (damage, sentence)
    assert refused > SAMPLES // 2


@pytest.mark.parametrize("damage", FOUND, ids=str)
def test_what_once_slipped_through_is_refused(damage: Damage, tmp_path: Path) -> None:
    sentence = told("lost_battalion", damage, tmp_path)
    assert SENTENCE.fullmatch(sentence), sentence
    assert sentence.startswith(Path(damage.file).name)


@pytest.mark.parametrize("key", KEYS)
def test_a_number_that_no_game_has_is_named_by_its_field(key: str, tmp_path: Path) -> None:
    data = TITLES / key / "data"
    file = {"bcs": "forces/bastogne.toml"}.get(key, "counters.toml")
    numbers = [d for d in damages(data, file, Random(key)) if d.way in ("huge", "vast")]
    for damage in numbers[:4]:
        field = next(part for part in reversed(damage.where) if isinstance(part, str))
        assert f": {field} should be a number from -9999 to 9999." in told(key, damage, tmp_path)


def test_a_game_that_nobody_could_look_at_does_not_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("9999")

    title = library.title("lost_battalion")
    monkeypatch.setattr(title, "scene", fail)
    with pytest.raises(DataFlaw, match="no game can begin with it: KeyError: '9999'"):
        Match.new(title, "learning", {}, "1", tmp_path)


def test_there_are_many_ways() -> None:
    assert len(WAYS) == 20
    assert all(len(every(key)) > 2000 for key in KEYS)
