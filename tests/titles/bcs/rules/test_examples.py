"""The worked examples of the series and the worked figures of the two maps, each played through.

The expected values are those printed with the examples, none is recomputed. Open hexes
used: 09.15, 10.15, 09.16, 10.16, 11.16 north-east of Bastogne; 08.10 is woods.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import GERMAN, KITS, LEG, QUARTERS, TRUCK, US
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import (
    Activations,
    Choosing,
    Objectives,
    PreparedDefense,
    RetreatChoice,
)
from grognard.titles.bcs.position.state import FULL, PARTIAL, Terms
from grognard.titles.bcs.rules.command import formations, safe_path, snafu
from grognard.titles.bcs.rules.fighting import attack, engagement
from grognard.titles.bcs.rules.moving import line_of_sight as sight
from grognard.titles.bcs.rules.moving import movement, terrain
from grognard.titles.bcs.rules.rear import isolation, trains
from grognard.titles.bcs.rules.turn.setting_up import set_up
from grognard.waist.asking import pop, push, swap

HQS = {"CCB10": "07.16", "2PZ": "13.15", "PL902": "14.16"}


def at_start(scenario: str) -> Game:
    return Game(set_up(Terms(scenario, ())))


def far(game: Game, unit: str, label: str) -> int:
    return game.kit.grid.distance(game.hex(game.where(unit)), game.hex(label))


def fall_back(game: Game) -> Game:
    """Whoever may choose a hex of retreat takes the first."""
    while isinstance(game.top, RetreatChoice):
        game.play(game.offers()[0])
    return game


def engagement_net(game: Game) -> int:
    assert game.state.fight is not None
    return int(engagement.tally(game.state, game.state.fight).total)


def attack_parts(game: Game) -> list[int]:
    assert game.state.fight is not None
    found = attack.tally(game.state, game.state.fight).modifiers
    return sorted(modifier.amount for modifier in found)


# -- the eight examples ------------------------------------------------------------------------


def duel(target: str) -> Game:
    """A tank company, AV 4 and AR 4, at range 2, against Pz IV/70s, AV 3 and AR 3, at range 1."""
    text = f"09.16 A/3Tkd   {target} PzJg130:2m"
    return position(text, active="CCB10", hand="A/3Tk", hq=HQS, command={"A/3Tk": "CCB10"})


@pytest.mark.rule("BCS-S.32", "BCS-S.33")
@pytest.mark.parametrize(
    ("dice", "steps", "retreats"),
    [((2, 4), (1, 1), None), ((1, 6), (2, 1), "PzJg130"), ((2, 1), (1, 2), "A/3Tk")],
)
def test_1_real_av_against_real_av(
    dice: tuple[int, int], steps: tuple[int, int], retreats: str | None
) -> None:
    game = duel("10.16").play("Engage 10.16")
    assert engagement_net(game) == 2
    fall_back(game.roll(*dice))

    assert (game.steps("A/3Tk"), game.steps("PzJg130")) == steps
    moved = {"A/3Tk": far(game, "A/3Tk", "09.16"), "PzJg130": far(game, "PzJg130", "10.16")}
    assert moved == {name: 3 if name == retreats else 0 for name in moved}
    if retreats:
        assert game.side(retreats) == "Move"


@pytest.mark.rule("BCS-S.32")
@pytest.mark.parametrize(("dice", "steps"), [((5, 1), (2, 1)), ((2, 1), (2, 2))])
def test_2_the_same_at_two_hexes(dice: tuple[int, int], steps: tuple[int, int]) -> None:
    game = duel("11.16").play("Engage 11.16").roll(*dice)

    assert (game.steps("A/3Tk"), game.steps("PzJg130")) == steps
    assert (game.where("A/3Tk"), game.where("PzJg130")) == ("09.16", "11.16")


@pytest.mark.rule("BCS-S.34", "BCS-R.34", "BCS-R.35")
@pytest.mark.parametrize(
    ("dice", "result", "firer", "box"),
    [((3, 4), "drop", 2, 2), ((1, 3), "both", 1, 1), ((5, 6), "target", 2, 1)],
)
def test_3_against_support(dice: tuple[int, int], result: str, firer: int, box: int) -> None:
    text = "09.15 B/3Tkm   10.15 Pi38d"
    game = position(text, active="CCB10", hand="B/3Tk", hq=HQS, box="PzJg38")
    game.play("Engage 10.15")
    assert engagement_net(game) == 0
    game.roll(*dice)

    assert game.told(ev.EngagementRolled)[0].result == result
    assert (game.steps("B/3Tk"), game.steps("PzJg38")) == (firer, box)
    assert game.has("stripped", "Pi38")
    assert (game.where("Pi38"), game.steps("Pi38")) == ("10.15", 3)


WOODS = "08.10 158ECBd 2/501   08.11 Pi38d   07.10 II/304d"


def assault(**more: Any) -> Game:
    """AR 4, Assist, Suppression and Double OBJ against AR 3, two units and woods."""
    heads = {"2PZ": "10.13", "501": "11.08"}
    game = position(
        WOODS, active="2PZ", hand="Pi38", hq=heads, objectives=["08.10"] * 2, arty=1, **more
    )
    return game.play("Attack 08.10 II/304", "Suppress arty", "Choose 158ECB")


@pytest.mark.rule("BCS-S.35", "BCS-R.37", "BCS-R.38", "BCS-R.39", "BCS-7.4.a", "BCS-S.37")
def test_4_a_regular_attack() -> None:
    game = assault()
    assert attack_parts(game) == [-3, -1, -1, 1, 1, 1, 4]
    fall_back(game.roll(4, 5))

    assert game.told(ev.CombatRolled)[0].result == "S"
    assert (far(game, "158ECB", "08.10"), far(game, "2/501", "08.10")) == (3, 3)
    assert (game.steps("158ECB"), game.steps("2/501")) == (3, 6)
    assert game.has("traffic", "08.10")
    assert game.where("Pi38") == "08.10"
    assert game.has("finished", "Pi38")


@pytest.mark.rule("BCS-R.39", "BCS-7.5.g")
def test_5_the_same_in_prepared_defense() -> None:
    game = assault(prepared="501")
    assert attack_parts(game) == [-3, -2, -1, 1, 1, 1, 4]
    game.roll(6, 4)

    assert game.at("08.10") == {"158ECB", "2/501"}
    assert (game.steps("158ECB"), game.steps("2/501")) == (2, 5)
    assert not game.state.traffic
    assert game.where("Pi38") == "08.11"


@pytest.mark.rule("BCS-R.28", "BCS-R.29", "BCS-R.30", "BCS-S.12", "BCS-S.11")
def test_6_a_snafu_roll() -> None:
    """2nd Panzer has three guns; Lehr's HQ stands on its road to 22.10, where both have Trains."""
    game = position(
        "15.12 II/3Pzm   15.17 I/902   08.17 1/506",
        hq={"PL902": "18.14"},
        trains={"PL902": "22.10"},
        fatigue={"2PZ": "Fat-2"},
    )
    pop(game.state)
    swap(game.state, Activations(US))
    push(game.state, Choosing(GERMAN))
    game.play("Activate 2PZ", "Decline").roll(4, 5)

    (told,) = game.told(ev.SnafuRolled)
    assert sorted(part.amount for part in told.tally.modifiers if part.amount) == [-2, -1, 1]
    assert told.result == "Partial"
    assert isinstance(game.top, Objectives)
    assert movement.allowance(game.state, game.unit("II/3Pz")) == 7 * QUARTERS
    assert game.state.arty == 2


@pytest.mark.rule("BCS-10.5.a", "BCS-10.5.c")
def test_7_isolation_with_the_msr_blocked_twice() -> None:
    """In radius (4 hexes of 6), shut in on both sides by the 26th Volksgrenadier."""
    text = "06.12 2/506 3/506   05.12 I/77   07.12 II/77   08.17 1/506"
    game = position(text, active="506", blocked={"506": 2})
    game.events += isolation.apply(game.state, game.formation("506"))

    assert (game.steps("2/506"), game.steps("3/506"), game.steps("1/506")) == (4, 4, 6)


@pytest.mark.rule("BCS-1.6.a", "BCS-R.1")
def test_8_a_radius_of_five_gives_a_path_of_ten() -> None:
    """The 28th Division at Wiltz, radius 5; nobody is in the way."""
    near = position("26.24 3/110", scenario="bastogne", hq={"28ID": "36.24"})
    too_far = position("25.24 3/110", scenario="bastogne", hq={"28ID": "36.24"})

    assert safe_path.has(near.state, near.unit("3/110"), LEG)
    assert not safe_path.has(too_far.state, too_far.unit("3/110"), LEG)


# -- the worked figures of the maps ------------------------------------------------------------


@pytest.mark.rule("BCS-S.17")
@pytest.mark.parametrize(
    ("scenario", "a", "b", "hexes"),
    [
        ("noville", "07.18", "11.09", 9),
        ("noville", "16.11", "11.09", 6),
        ("noville", "01.15", "22.10", 24),
        ("bastogne", "20.20", "24.11", 9),
        ("bastogne", "22.42", "20.20", 22),
        ("bastogne", "46.13", "20.20", 29),
    ],
)
def test_distances(scenario: str, a: str, b: str, hexes: int) -> None:
    grid = KITS[scenario].grid
    assert grid.distance(grid.at(a), grid.at(b)) == hexes


@pytest.mark.rule("BCS-S.43", "BCS-S.25")
@pytest.mark.parametrize(
    ("scenario", "key", "start", "end", "hexes", "mp"),
    [
        ("noville", "2PZ", "16.11", "22.10", 10, 3.25),
        ("bastogne", "CCR9", "32.15", "22.19", 12, 3),
        ("bastogne", "28ID", "36.24", "27.22", 12, None),
    ],
)
def test_routes(
    scenario: str, key: str, start: str, end: str, hexes: int, mp: float | None
) -> None:
    game = at_start(scenario)
    found = trains.msr(game.state, game.formation(key))
    assert found is not None
    assert game.labels((found.front[0], found.front[-1])) == [start, end]
    assert len(found.front) - 1 == hexes
    if mp is not None:
        steps = pairwise(found.front)
        assert sum(terrain.cost(game.state, TRUCK, a, b) for a, b in steps) == mp * QUARTERS


P1 = ("09.15", "09.14", "10.13", "09.12", "10.11", "10.10", "11.09")


@pytest.mark.rule("BCS-S.25", "BCS-R.30")
def test_a_march_to_noville() -> None:
    """Seven hexes of a Primary road for 3.5 of six points; a Partial's three end in 10.10."""
    game = position("08.16 1/506", active="506", hand="1/506", hq={"506": "09.12"})
    game.play(*(f"Step {label}" for label in P1))
    assert game.top.spent == 3.5 * QUARTERS  # type: ignore[union-attr]

    half = position("08.16 1/506", active="506", hand="1/506", hq={"506": "09.12"}, snafu="partial")
    half.play(*(f"Step {label}" for label in P1[:-1]))
    assert half.where("1/506") == "10.10"
    assert not half.allows("Step 11.09")


@pytest.mark.rule("BCS-S.25", "BCS-S.26")
@pytest.mark.parametrize(("ground", "mp"), [("normal", 1.5), ("mud", 3)])
def test_a_march_in_mud(ground: str, mp: float) -> None:
    game = position("14.10 II/3Pzm", active="2PZ", hand="II/3Pz", ground=ground)
    game.play("Step 13.10", "Step 12.10", "Step 12.09")
    assert game.top.spent == mp * QUARTERS  # type: ignore[union-attr]


@pytest.mark.rule("BCS-6.1.c", "BCS-R.13")
@pytest.mark.parametrize(
    ("a", "b", "clear"),
    [
        ("11.09", "13.09", True),
        ("11.09", "11.07", False),
        ("12.16", "14.16", False),
        ("07.18", "09.18", True),
    ],
)
def test_lines_of_sight(a: str, b: str, clear: bool) -> None:
    game = position()
    assert sight.sees(game.state, game.hex(a), game.hex(b)) is clear
    assert sight.sees(game.state, game.hex(b), game.hex(a)) is clear


NOVILLE = "11.09 20AIBd B/3Tkd"


@pytest.mark.rule("BCS-7.1.d", "BCS-S.32", "BCS-S.33")
def test_an_engagement_at_noville() -> None:
    """The village can be engaged from next door only; an 8 becomes a 9."""
    two = position(f"{NOVILLE}   13.09 I/3Pzd", active="2PZ", hand="I/3Pz")
    assert two.rule("Engage 11.09") == "BCS-7.1.d"

    game = position(f"{NOVILLE}   12.09 I/3Pzm", active="2PZ", hand="I/3Pz").play("Engage 11.09")
    assert engagement_net(game) == 1
    fall_back(game.roll(4, 4))
    assert (game.steps("B/3Tk"), game.steps("I/3Pz")) == (1, 3)
    assert far(game, "B/3Tk", "11.09") == 3
    assert game.where("20AIB") == "11.09"


@pytest.mark.rule("BCS-S.34", "BCS-R.34", "BCS-7.1.d")
@pytest.mark.parametrize(
    ("dice", "result"), [((1, 4), "both"), ((3, 3), "drop"), ((4, 6), "drop"), ((5, 6), "target")]
)
def test_an_engagement_on_a_supported_stack(dice: tuple[int, int], result: str) -> None:
    text = "11.09 20AIBd   12.09 II/3Pzm"
    game = position(text, active="2PZ", hand="II/3Pz", box="C/609TD").play("Engage 11.09")
    assert engagement_net(game) == 0
    assert fall_back(game.roll(*dice)).told(ev.EngagementRolled)[0].result == result


@pytest.mark.rule("BCS-R.29", "BCS-C.7", "BCS-B.6")
@pytest.mark.parametrize(
    ("scenario", "key", "parts"),
    [
        ("noville", "506", [-1, 1, 1]),
        ("noville", "2PZ", [-1, 1]),
        ("bastogne", "5FJ", [-1, 1]),
        ("bastogne", "28ID", [-3, 1]),
    ],
)
def test_first_snafu_modifiers(scenario: str, key: str, parts: list[int]) -> None:
    game = at_start(scenario)
    found = snafu.tally(game.state, game.formation(key)).modifiers
    assert sorted(part.amount for part in found if part.amount) == parts


@pytest.mark.rule("BCS-4.5.c")
def test_the_28th_begins_in_prepared_defense_and_has_a_partial_at_best() -> None:
    game = at_start("bastogne")
    assert game.has("prepared", "28ID")
    odds = snafu.odds(game.state, game.formation("28ID"))
    assert odds[FULL] == 0
    assert odds[PARTIAL] > 0


@pytest.mark.rule("BCS-5.5.a", "BCS-S.28")
def test_a_third_battalion_passes_through_noville() -> None:
    text = f"{NOVILLE}   10.10 1/506"
    game = position(text, active="506", hand="1/506", hq={"506": "10.11"}).play("Step 11.09")
    assert game.rule("Halt") == "BCS-5.5.a"
    assert game.play("Step 11.08").allows("Halt")


@pytest.mark.rule("BCS-4.5.f")
def test_the_engineers_need_a_corps_gun_for_prepared_defense() -> None:
    def asked(**more: Any) -> Game:
        number = KITS["bastogne"].by_key["ENG8"]
        table = PreparedDefense(US, number)
        return position(scenario="bastogne", active="ENG8", table=table, **more)

    assert asked().rule("Prepare") == "BCS-4.5.f"
    assert asked(guns={"ENG8": 1}, turn=2).allows("Prepare")


RING = (
    "19.24 I/77 17.23 II/77 18.19 I/78 19.17 II/78 20.25 I/39 22.23 II/39 "
    "23.16 I/14 23.20 II/14 22.21 III/14 21.22 I/15"
)


@pytest.mark.rule("BCS-B.2")
def test_trains_on_the_bastogne_dump() -> None:
    """Every road out of the town is cut; both the Full's and the Partial's points come to one."""
    game = position(
        RING,
        scenario="bastogne",
        active="CCB10",
        hq={"CCB10": "20.20", "26VG": ""},
        trains={"CCB10": "21.19", "26VG": ""},
    )
    number = game.formation("CCB10")
    assert trains.in_legal_hex(game.state, number)
    assert trains.on_dump(game.state, number)
    for result in (FULL, PARTIAL):
        assert formations.artillery(game.set(snafu=result).state, number) == 1
    game.play("Done")
    assert game.has("ghost", "CCB10")

    lost = game.twin().set(german=game.hexes("20.20"))
    assert not trains.in_legal_hex(lost.state, number)


@pytest.mark.rule("BCS-A.6", "BCS-B.8")
@pytest.mark.parametrize(
    ("scenario", "points", "units", "steps"),
    [("noville", 34, (19, 21), (66, 69)), ("bastogne", 48, (60, 48), (161, 180))],
)
def test_counts(scenario: str, points: int, units: tuple[int, int], steps: tuple[int, int]) -> None:
    kit = KITS[scenario]
    assert sum(kit.vp.values()) == points
    found = [[unit for unit in kit.units if kit.side_of[unit.id] == side] for side in (US, GERMAN)]
    assert tuple(len(side) for side in found) == units
    assert tuple(sum(unit.steps for unit in side) for side in found) == steps
