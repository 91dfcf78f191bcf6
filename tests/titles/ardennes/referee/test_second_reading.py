"""Random games and positions of every sort, read a second time: both readings find the same.

The second reading (the package `referee`) is brute force by the ledger, over labels and
sets; it may share the printed data and the columns of a position with the
program, and nothing else.
"""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest
from ea import position
from ea_combat import fight

from grognard import library
from grognard.titles import ardennes
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.decisions import MannedRoll, RoadblockCheck
from grognard.titles.ardennes.position.state import CALENDAR, State
from grognard.titles.ardennes.referee import REFEREE
from grognard.titles.ardennes.referee.scattered import scattered
from grognard.trial.fuzz import FuzzReport, fuzz
from grognard.waist.referee import Bench

HERE = Path(ardennes.__file__).parent / "referee"
MEETING = ("__init__", "choices", "facts", "late", "scattered")
"""The modules where the two readings meet: they may ask the program what it tells."""
READING = [path for path in sorted(HERE.glob("*.py")) if path.stem not in MEETING]

TITLE = "grognard.titles.ardennes"
OWN = f"{TITLE}.referee"
POSITION = f"{TITLE}.position"
DATA = {f"{TITLE}.kit.kit"} | {f"{POSITION}.{name}" for name in ("state", "decisions", "actions")}
ROOMS = {TITLE, POSITION, f"{TITLE}.kit"}
SHARED = DATA | {"grognard.ground.hexes", "grognard.waist.referee"}
COLUMNS = {"State", "RESERVE", "CALENDAR", "OKW", "AVAILABLE", "PILE", "HAND"}
"""What may be taken from `state`: the columns, no fact derived from them."""
# Scenarios, games (every other one from a scattered position), seed, entries at most.
GAMES = [("gs-3,2p-3", 16, "a", 200), ("gs-14,2p-14", 16, "b", 200)]


def refereed(scenarios: str, games: int, seed: str, limit: int) -> FuzzReport:
    title = library.title("ardennes")
    return fuzz(title, scenarios, games, seed, limit, referee="ardennes")


def differences(report: FuzzReport) -> list[str]:
    """What went wrong, but for games that are longer than the limit."""
    return [str(failure) for failure in report.failures if failure.kind != "endless"]


@pytest.mark.parametrize(("scenarios", "games", "seed", "limit"), GAMES)
def test_both_readings_of_a_random_game(scenarios: str, games: int, seed: str, limit: int) -> None:
    report = refereed(scenarios, games, seed, limit)

    assert differences(report) == []
    assert report.refereed > 1_000
    assert report.unread == {}
    assert {"command", "zone", "supply", "victory points"} <= set(report.compared)


@pytest.mark.slow
@pytest.mark.parametrize("scenarios", ["gs-7,2p-7", "gs-14,2p-14"])
def test_both_readings_of_many_games(scenarios: str) -> None:
    report = refereed(scenarios, 8, "slow", 2_000)

    assert differences(report) == []
    assert report.refereed > 2_000


def test_a_scattered_position_is_one_that_a_game_could_come_to() -> None:
    for n in range(60):
        state = scattered(("gs-14", "2p-14")[n % 2], Random(f"sound/{n}"))

        assert ardennes.audit(state) == []
        waiting = {u for u, hex_ in enumerate(state.hex_of) if hex_ == CALENDAR}
        assert waiting == set(state.due)


@pytest.mark.rule("EA-S.41")
@pytest.mark.parametrize("tried", [False, True])
def test_both_readings_of_an_advance_over_an_allied_bridge(tried: bool) -> None:
    """It is tried before anybody is on it, or taken at once if it has been tried."""
    game = position("1010 394/99/V   1008 8/3PG/LXVII", day=20)
    game.set(mined=game.river("1008/1009") if tried else 0)
    fight(game, "1009", "8/3PG/LXVII", stage="advance")
    before, bench = game.twin().state, Bench(library.title("ardennes"), REFEREE)
    game.play("Advance 8/3PG/LXVII 1009")

    assert (game.where("8/3PG/LXVII") == "1008") == (not tried)
    assert bench.deed(before, "german", act.Advance("8/3PG/LXVII", "1009"), [], game.state) == []


@pytest.mark.rule("EA-S.41", "EA-S.42", "EA-RB.g")
def test_both_readings_of_a_bridge_that_nobody_would_blow() -> None:
    """It is put by first: the roadblock that is tried is the next thing, not another."""
    bridges = {"0515/0616": "allied", "0515/0615": "destroyed"}
    text = "0715 FuhrBg/XLVII"
    game = position(text, german="0515", bridges=bridges, active="FuhrBg/XLVII").play(
        "Pick FuhrBg/XLVII"
    )
    before, bench = game.twin().state, Bench(library.title("ardennes"), REFEREE)
    game.play("Step 0616")

    assert isinstance(game.top, RoadblockCheck)
    assert bench.deed(before, "german", act.Step("0616"), [], game.state) == []


@pytest.mark.rule("EA-RB.w")
def test_both_readings_of_a_roadblock_that_one_allied_unit_keeps_in_supply() -> None:
    """Whether it is manned is judged with one unit more, not with one lifted from elsewhere."""
    text = "2508 62/LXVI   2610 130/Lehr/XLVII   2409 2/2SS/IISS   2510 508/82/XVIII"
    game = position(text, day=18, roadblocks="2509", active="62/LXVI")
    before, bench = game.twin().state, Bench(library.title("ardennes"), REFEREE)
    game.play("Done")

    assert isinstance(game.top, MannedRoll)
    assert bench.deed(before, "german", act.Done(), [], game.state) == []


# -- what the second reading may use -------------------------------------------------------


def imported(path: Path) -> set[tuple[str, str]]:
    """The modules of the program a file imports, each with the name taken from it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            module = node.module
            found |= {
                (f"{module}.{alias.name}", "") if module in ROOMS else (module, alias.name)
                for alias in node.names
            }
    return {(m, name) for m, name in found if m.startswith("grognard") and not m.startswith(OWN)}


def asked_of_state(path: Path) -> set[str]:
    """What a file asks of everything called `state`."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            of = node.value
            name = of.attr if isinstance(of, ast.Attribute) else getattr(of, "id", "")
            found |= {node.attr} if name == "state" else set()
    return found


@pytest.mark.parametrize("path", READING, ids=[path.stem for path in READING])
def test_the_second_reading_shares_only_data_with_the_program(path: Path) -> None:
    used = imported(path)

    assert {module for module, _ in used} <= SHARED
    assert {name for module, name in used if module == f"{POSITION}.state"} <= COLUMNS
    assert {name for module, name in used if module == "grognard.ground.hexes"} <= {"Hex"}
    assert {name for module, name in used if module == "grognard.waist.referee"} <= {
        "Legal",
        "Compared",
    }
    assert asked_of_state(path) <= {*State.__struct_fields__, "kit"}


def test_there_is_a_second_reading() -> None:
    assert len(READING) >= 5
