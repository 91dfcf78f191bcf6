"""The small game of docs/adding-a-title.md: its rules, and that it sits down everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
import tokenize
from pathlib import Path
from typing import Any

import crossroads
import msgspec
import pytest
from crossroads import GAME, LOST, NUMBER, UNITS, Attack, Done, Move, Position, Turn
from starlette.testclient import TestClient
from table.player import begin, sit

from grognard import library
from grognard.table.app import make_app
from grognard.table.desk import books
from grognard.waist.chance import Rolled
from grognard.waist.title import CHANCE

RED, BLUE = GAME.SEATS
HOME = Path(crossroads.__file__).parent
NAMED = f"{GAME.KEY}=crossroads:GAME"
TITLES = {**os.environ, library.VARIABLE: NAMED, "PYTHONPATH": str(HOME.parent)}


def position(**where: str) -> Position:
    """Red is to move, these units stand there and nobody else does."""
    hexes = [crossroads.at(where[unit.name]) if unit.name in where else LOST for unit in UNITS]
    return Position((Turn(0),), hexes, [unit.movement for unit in UNITS])


def why(state: Position, action: Any) -> str:
    return str(GAME.refusal(state, RED, action))


def fight(state: Position, target: str, face: int) -> list[str]:
    """Who is lost when red attacks and that face comes up."""
    before = state.hexes[:]
    GAME.apply(state, RED, Attack(target))
    GAME.apply(state, CHANCE, Rolled((face,)))  # type: ignore[arg-type]  # chance answers too
    pairs = zip(UNITS, before, state.hexes, strict=True)
    return [unit.name for unit, was, is_ in pairs if was != LOST and is_ == LOST]


# -- the rules -------------------------------------------------------------------------------


@pytest.mark.rule("CR-1")
def test_woods_cost_two_and_movement_ends() -> None:
    state = position(R1="0204")
    GAME.apply(state, RED, Move("R1", "0304"))  # woods
    assert state.left[NUMBER["R1"]] == 2
    GAME.apply(state, RED, Move("R1", "0404"))
    assert state.left[NUMBER["R1"]] == 1

    assert why(state, Move("R1", "0304")) == "CR-1: it costs 2 movement, 1 left"
    assert why(state, Move("R1", "0403")) == "None"


@pytest.mark.rule("CR-1")
@pytest.mark.parametrize("action", [Move("R1", "0404"), Move("B1", "0605"), Move("R1", "moon")])
def test_a_move_is_a_step_of_ones_own(action: Move) -> None:
    assert why(position(R1="0204", B1="0604"), action).startswith("CR-1: a move takes a unit of")


@pytest.mark.rule("CR-2")
def test_whoever_comes_next_to_an_enemy_stops_there() -> None:
    state = position(R1="0304", B2="0504")
    GAME.apply(state, RED, Move("R1", "0404"))

    assert state.left[NUMBER["R1"]] == 0


@pytest.mark.rule("CR-2")
def test_from_one_controlled_hex_nobody_goes_straight_to_another() -> None:
    state = position(R1="0404", B2="0504")  # 0503 is next to B2 too, 0403 is not

    assert why(state, Move("R1", "0503")) == "CR-2: an enemy controls both hexes"
    assert why(state, Move("R1", "0403")) == "None"


@pytest.mark.rule("CR-3")
def test_two_units_never_share_a_hex() -> None:
    assert why(position(R1="0404", R2="0403"), Move("R1", "0403")) == "CR-3: a unit stands there"


@pytest.mark.rule("CR-4")
@pytest.mark.parametrize(
    ("where", "ratio"),
    [
        ({"R1": "0404", "R2": "0403", "B1": "0504"}, "1:1"),  # 0403 is not next to it: 4 against 3
        ({"R1": "0404", "R2": "0503", "B1": "0504"}, "2:1"),  # 8 against 3 in the open
        ({"R1": "0504", "R2": "0603", "B1": "0604"}, "1:1"),  # 8 against 6 in the town
        ({"R1": "0504", "R2": "0603", "R3": "0605", "B1": "0604"}, "3:2"),  # 11 against 6
    ],
)
def test_all_next_to_the_hex_attack_and_cover_counts_double(
    where: dict[str, str], ratio: str
) -> None:
    state, target = position(**where), crossroads.at(where["B1"])

    assert crossroads.TABLE.columns[crossroads.column(state, 0, target)] == ratio


@pytest.mark.rule("CR-4", "CR-5")
def test_each_attacks_once_and_moves_no_more() -> None:
    state = position(R1="0404", R2="0503", B1="0504")
    assert fight(state, "0504", 2) == []

    assert why(state, Attack("0504")) == "CR-4: no unit next to 0504 has yet to fight"
    assert why(state, Move("R1", "0304")) == "CR-1: it costs 2 movement, 0 left"


@pytest.mark.rule("CR-4")
def test_an_attack_needs_an_enemy() -> None:
    assert why(position(R1="0404"), Attack("0504")) == "CR-4: no enemy stands in 0504"
    assert why(position(R1="0404"), Attack("moon")) == "CR-4: no enemy stands in moon"


@pytest.mark.rule("CR-5")
@pytest.mark.parametrize(("face", "lost"), [(1, ["R3"]), (2, []), (3, ["R3", "B1"]), (6, ["B1"])])
def test_the_table_says_who_is_lost(face: int, lost: list[str]) -> None:
    state = position(R1="0404", R3="0503", B1="0504")  # 7 against 3: 2:1, and R3 is the weaker

    assert fight(state, "0504", face) == lost


@pytest.mark.rule("CR-6")
def test_red_wins_by_holding_the_crossroads() -> None:
    state = position(R1="0604", B1="0804")
    assert GAME.verdict(state) is None
    GAME.apply(state, RED, Done())

    verdict = GAME.verdict(state)
    assert verdict is not None
    assert verdict.winner == RED


@pytest.mark.rule("CR-6")
def test_after_six_turns_blue_has_won() -> None:
    state = position(R1="0104", B1="0604")
    for _ in range(6):
        assert GAME.verdict(state) is None
        GAME.apply(state, RED, Done())
        GAME.apply(state, BLUE, Done())

    verdict = GAME.verdict(state)
    assert verdict is not None
    assert verdict.winner == BLUE


# -- at the terminal, in the arena, at the table ----------------------------------------------


def run(
    *words: str, typed: str = "", env: dict[str, str] = TITLES
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "grognard", *words]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, env=env, timeout=120, check=False
    )


def test_it_is_played_at_the_prompt(tmp_path: Path) -> None:
    record = str(tmp_path / "game.jsonl")
    told = run("play", "crossroads", "--record", record, typed="why 0909\nmove R1 0203\nquit\n")

    assert told.returncode == 0, told.stderr
    assert "0909: CR-4: no enemy stands in 0909" in told.stdout
    assert "R1 moves to 0203." in told.stdout
    assert "sound" in run("verify", record).stdout


def test_it_is_played_in_the_arena(tmp_path: Path) -> None:
    out, bots = str(tmp_path / "run"), "uniform,greedy"
    told = run("arena", "crossroads", "--bots", bots, "--games", "2", "--workers", "2", "-o", out)

    assert told.returncode == 0, told.stderr
    assert "greedy at any seat: won" in told.stdout


def test_it_is_played_at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(library.VARIABLE, NAMED)
    books.title_rows.cache_clear()
    with TestClient(make_app(str(tmp_path / "table.db"))) as client:
        red = sit(client, begin(client, title="crossroads", scenario="six-turns"), "red")
        offers = red.now()["offers"]
        step = next(offer for offer in offers if offer["token"] == "move R1 0203")
        told = red.play(action=step["action"])
    books.title_rows.cache_clear()

    assert step["spot"] == "0203"
    assert "R1 moves to 0203." in str(msgspec.to_builtins(told))


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        (
            "x=nowhere:GAME",
            "“x” of GROGNARD_TITLES is not at “nowhere:GAME”: No module named 'nowhere'",
        ),
        ("x=crossroads:GAMES", "has no attribute 'GAMES'"),
        ("x=crossroads", "“crossroads” is no title: it lacks Action, EDITION"),
        ("x=crossroads:GAME", "the title at “crossroads:GAME” has the key crossroads, not x"),
        ("x", "says not where “x” is: KEY=MODULE or KEY=MODULE:NAME"),
    ],
)
def test_what_is_no_title_is_one_sentence(named: str, sentence: str) -> None:
    told = run("play", "x", env={**TITLES, library.VARIABLE: named})

    assert (told.returncode, told.stderr.count("\n")) == (2, 1), told.stderr
    assert sentence in told.stderr


def test_it_has_no_second_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(library.VARIABLE, NAMED)

    with pytest.raises(library.UnknownTitle, match="“crossroads” has no second reading"):
        library.referee("crossroads")


def test_a_shipped_title_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(library.VARIABLE, "bcs=crossroads:GAME")

    assert library.title("bcs").KEY == "bcs"
    assert library.titles().count("bcs") == 1


def test_it_is_small() -> None:
    """Under 150 lines of code; blank ones, comments and docstrings not counted."""
    passing = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    with tokenize.open(crossroads.__file__) as source:
        tokens = [t for t in tokenize.generate_tokens(source.readline) if t.type not in passing]
    code = {line for t in tokens if not t.string.startswith('"""') for line in _lines(t)}

    assert len(code) < 150
    assert [path.name for path in HOME.rglob("*.py")] == ["__init__.py"]
    assert [path.name for path in HOME.rglob("*.toml")] == ["charts.toml"]


def _lines(token: tokenize.TokenInfo) -> range:
    return range(token.start[0], token.end[0] + 1)
