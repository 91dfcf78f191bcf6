"""The golden games go as they went when they were blessed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard import library
from grognard.cli import run
from grognard.trial import golden

HERE = Path(__file__).parent
GAMES = [(key, path) for key in library.titles() for path in golden.golden_files(HERE / key)]


@pytest.mark.parametrize(("key", "path"), GAMES, ids=[f"{key}-{p.stem}" for key, p in GAMES])
def test_a_golden_game_goes_as_it_went(key: str, path: Path) -> None:
    difference = golden.check(library.title(key), path)
    assert difference is None, str(difference)


def test_every_recipe_has_its_game_and_every_game_its_recipe() -> None:
    for key in library.titles():
        names = [recipe.name for recipe in golden.recipes(HERE / key)]
        assert sorted(names) == [path.stem for path in golden.golden_files(HERE / key)]
        assert len(names) >= 6


# -- that a difference is seen and named ---------------------------------------------------


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    source = HERE / "lost_battalion" / "learning-uniform-1.jsonl"
    path.write_bytes(b"".join(source.read_bytes().splitlines(keepends=True)[:40]))
    return path


def change(path: Path, n: int, **fields: Any) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    entry = msgspec.json.decode(lines[n + 1])
    lines[n + 1] = msgspec.json.encode({**entry, **fields}) + b"\n"
    path.write_bytes(b"".join(lines))


def check(path: Path) -> str:
    return str(golden.check(library.title("lost_battalion"), path))


def test_another_sentence_is_named(game: Path) -> None:
    assert check(game) == "None"
    change(game, 7, told=["Nothing happened."])
    assert check(game).startswith("game.jsonl, entry 7: it reads “")
    assert check(game).endswith("and was “Nothing happened.”")


def test_another_position_is_named(game: Path) -> None:
    change(game, 9, state="0" * 32)
    assert check(game).startswith("game.jsonl, entry 9: after “")


def test_an_action_that_is_no_longer_allowed_is_named(game: Path) -> None:
    change(game, 3, action={"type": "Lose", "unit": "137/35"})
    assert check(game).startswith(
        "game.jsonl, entry 3: “lose 137/35” is no longer possible: LB-S.5"
    )


def test_what_is_no_golden_game_is_said(game: Path) -> None:
    game.write_text("nothing\n")
    with pytest.raises(golden.BadGolden, match="is no golden game"):
        check(game)


def test_the_command_compares_and_blesses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "recipes.toml").write_text(
        '[[recipe]]\nname = "short"\nabout = "A few entries."\nscenario = "learning"\n'
        'seed = "1"\nstages = [{ choices = 12 }]\n'
    )
    folder = ["--folder", str(tmp_path)]
    assert run(["golden", "lost_battalion", *folder]) == 2
    assert "there are no golden games in" in capsys.readouterr().err
    assert run(["golden", "lost_battalion", "--bless", *folder]) == 0
    assert run(["golden", "lost_battalion", *folder]) == 0
    assert "1 golden games: 1 as they were blessed" in capsys.readouterr().out
    change(tmp_path / "short.jsonl", 5, state="0" * 32)
    assert run(["golden", "lost_battalion", *folder]) == 1
    assert "short.jsonl, entry 5: after “" in capsys.readouterr().out
