"""Section 14: forces, set-up, corrections, and the calendar they belong to."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from positions.lb import Game, position

import grognard
from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.kit.tables import DATA, KITS, Unit
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.decisions import SettingUp
from grognard.titles.lost_battalion.position.options import OPTIONS
from grognard.titles.lost_battalion.position.state import DUE, LATER, POOL, RESERVE, State, ids

KIT = KITS["historical"]
PACKAGE = Path(grognard.__file__).parent

# The order of battle's set-up hexes, west to east.
INFANTRY = """
1840 39/4 47/4          1841 58/4 59/4          1043 111/28 112/28      1143 109/28 110/28
2139 131/33 132/33      2239 129/33 130/33      1243 137/35 139/35      1343 138/35 140/35
1542 145/37 146/37      1641 147/37 148/37      0643 308/77             0743 307/77
0843 306/77             0943 305/77             1741 313/79 314/79      1742 315/79 316/79
1940 319/80 320/80      2040 317/80 318/80      1443 363/91 364/91      1442 361/91 362/91
0442 368/92
0142 4Cuir/1DCP         0242 9Cuir/1DCP         0342 11Cuir/1DCP        0143 217/71DI
0243 221/71DI           0343 358/71DI           2439 32/18DI            2538 66/18DI 77/18DI
2638 33Col/10DIC        2738 52Col/10DIC        2838 53Col/10DIC
0141 R252/76R           0241 R253/76R           0240 R254/76R           0341 L83/9L
0441 L116/9L            0541 L118/9L            0642 L122/2L            0842 L120/2L
1042 L125/2L            1142 4GzF/1G            1242 2GzF/1G            1342 1GzF/1G
1441 157/117ID          1541 R22/117ID          1740 11Gren/117ID       1839 R66/7R
2039 R72/7R             2138 R36/7R             2437 kuk5/1AH           2537 kuk61/1AH
2536 kuk112/1AH         2637 102/32ID           2737 103/32ID           2837 177/32ID
2734 98/33ID            2632 130/33ID           2831 135/33ID           1332 147/37ID
1330 150/37ID           1531 151/37ID           1831 bR7/5bR bR10/5bR   1728 bR12/5bR
0834 3GzF/5G            0733 3GGren/5G          0431 20/5G
"""
TANKS = "1143 344LT 1243 345LT 1542 Gr14 1741 Gr15"
ARTILLERY = """
1144 IA 0744 IB 1245 IC 1642 VA 1743 VB 1744 VC 1941 IIIA 2041 IIIB 2142 IIIC 1246 ArmyW
2242 ArmyE 0443 XXXVIII 2640 XVIIA 2642 XVIIB
"""
MACHINE_GUNS = ["0742", "0942", "1636", "1640", "2238"]


def placed(text: str) -> dict[str, str]:
    """The hex of every unit named in a position."""
    found, hex_ = {}, ""
    for word in text.split():
        if KIT.grid.has(word):
            hex_ = word
        else:
            found[word] = hex_
    return found


def start(scenario: str = "historical") -> Game:
    return Game(lb.setup(scenario, {}))


def in_box(game: Game, box: int) -> set[str]:
    """Divisions with a unit in a box."""
    units = game.state.boxes[box]  # type: ignore[index]  # boxes are negative hexes
    kit = game.kit
    return {
        kit.divisions[kit.division_of[u]].key if kit.division_of[u] >= 0 else kit.names[u]
        for u in ids(units)
    }


def on_map(game: Game, kind: str) -> dict[str, str | int]:
    names = [u.name for u in game.kit.units if u.kind == kind and game.state.hex_of[u.id] >= 0]
    return {name: game.where(name) for name in names}


# -- the historical set-up -----------------------------------------------------------------


@pytest.mark.rule("LB-S.28")
def test_the_historical_set_up() -> None:
    game = start()

    assert on_map(game, "INF") == placed(INFANTRY)
    assert on_map(game, "TANK") == placed(TANKS)
    assert sorted(map(str, on_map(game, "MG").values())) == MACHINE_GUNS
    assert in_box(game, RESERVE) == {"US 1", "US 3", "US 29", "US 32", "US 82"}
    assert game.state.boxes[POOL].bit_count() == 5
    assert lb.audit(game.state) == []


@pytest.mark.rule("LB-14.4", "LB-S.27")
def test_all_allied_artillery_starts_on_the_map() -> None:
    assert on_map(start(), "ART") == placed(ARTILLERY)
    assert KIT.artillery.bit_count() == 14


@pytest.mark.rule("LB-14.1")
def test_the_78th_does_not_start_on_the_map_and_enters_on_turn_8() -> None:
    regiments = ["309/78", "310/78", "311/78", "312/78"]
    assert {start().where(name) for name in regiments} == {LATER}

    seventh = position("", at="a6", turn=7).play("Done")
    assert seventh.rule("Pick 309/78") == "LB-14.16"
    eighth = position("", at="a6", turn=8).play("Done")
    assert all(eighth.allows(f"Pick {name}") for name in regiments)


@pytest.mark.rule("LB-14.2")
def test_french_tanks_start_with_us_units_and_attack_with_them() -> None:
    assert start().at("1542") == {"145/37", "146/37", "Gr14"}
    assert start().at("1741") == {"313/79", "314/79", "Gr15"}

    regular = position("1542 145/37 146/37 Gr14 1541 R22/117ID", at="b2")
    regular.play("Attack 1541", "Commit 145/37", "Commit Gr14", "Launch")
    hasty = position("1542 145/37 146/37 Gr14 1541 R22/117ID", at="b1")
    hasty.play("Pick 145/37", "Join Gr14", "Strike 1541")


@pytest.mark.rule("LB-14.3", "LB-14.3b")
def test_of_the_92nd_only_the_368th_is_in_play_and_on_the_map() -> None:
    division = KIT.division_by_key["US 92"]

    assert [KIT.names[u] for u in ids(KIT.division_units[division])] == ["368/92"]
    assert start().where("368/92") == "0442"
    assert "US 92" not in in_box(start(), RESERVE)


# -- forces ---------------------------------------------------------------------------------


def by_steps(name: str) -> tuple[int, ...]:
    """A unit's strength from full steps down to one."""
    return KIT.units[KIT.by_name[name]].strength[:0:-1]


@pytest.mark.rule("LB-S.24")
def test_us_infantry() -> None:
    veterans = {"US 1", "US 2", "US 3", "US 4", "US 26", "US 28", "US 32", "US 42", "US 77"}
    regiments = [u for u in KIT.units if u.nation == "us" and u.kind == "INF"]

    assert len(regiments) == 93
    assert len({u.division for u in regiments}) == 24
    for unit in regiments:
        veteran = KIT.divisions[unit.division].key in veterans
        assert by_steps(unit.name) == ((8, 6, 4, 2) if veteran else (7, 5, 3, 2)), unit.name
        assert unit.steps == 4


@pytest.mark.rule("LB-S.25")
def test_french_infantry() -> None:
    regiments = [u for u in KIT.units if u.nation == "french" and u.kind == "INF"]

    assert len(regiments) == 18
    for unit in regiments:
        cavalry = KIT.divisions[unit.division].key == "French 1 DCP"
        assert by_steps(unit.name) == ((4, 2) if cavalry else (5, 4, 2)), unit.name


@pytest.mark.rule("LB-S.26")
def test_german_and_austro_hungarian_infantry() -> None:
    elite = {"5 Gd", "28", "3 Gd"}
    good = {"1 Gd", "37", "5 Bav Res", "52", "13", "27"}
    poor = {"9 Ldw", "2 Ldw", "106 AH", "13 Ldw"}
    regiments = [u for u in KIT.units if u.side == 1 and u.kind == "INF"]

    assert len(regiments) == 105
    assert len({u.division for u in regiments}) == 35
    for unit in regiments:
        key = KIT.divisions[unit.division].key
        want = (6, 4, 2) if key in elite else (5, 3) if key in good else (4, 2)
        assert by_steps(unit.name) == ((3, 1) if key in poor else want), unit.name
    assert {KIT.divisions[u.division].key for u in regiments if u.nation == "austrian"} == {
        "1 AH",
        "106 AH",
    }


@pytest.mark.rule("LB-S.27")
def test_artillery_and_tanks() -> None:
    want = {
        "IA": (6, 4), "IB": (5, 5), "IC": (5, 6), "VA": (6, 4), "VB": (6, 5), "VC": (5, 6),
        "IIIA": (6, 4), "IIIB": (6, 5), "IIIC": (5, 6), "ArmyW": (7, 8), "ArmyE": (7, 8),
        "XXXVIII": (5, 5), "XVIIA": (5, 5), "XVIIB": (5, 6),
    }  # fmt: skip

    found = {u.name: (u.guns, u.range) for u in KIT.units if u.kind == "ART"}
    assert found == want
    assert Counter(u.nation for u in KIT.units if u.kind == "ART") == {"us": 11, "french": 3}
    tanks = {u.name: u.nation for u in KIT.units if u.kind == "TANK"}
    assert tanks == {
        "344LT": "us",
        "345LT": "us",
        "331LT": "us",
        "Gr14": "french",
        "Gr15": "french",
    }
    assert position("", at="a6", turn=12).where("331LT") == LATER
    assert position("", at="a6", turn=13).where("331LT") == DUE


# -- the free set-up -------------------------------------------------------------------------


def free() -> Game:
    """The German's turn to place."""
    return start("free").roll(1, 1)


def place(game: Game, *placements: str) -> Game:
    for text in placements:
        unit, hex_ = text.split("@")
        game.play(f"Pick {unit}", f"Place {hex_}")
    return game


def allied_turn() -> Game:
    """The Allied player's turn to place; the German has set up as in history."""
    game = free()
    germans = {n: h for n, h in placed(INFANTRY).items() if KIT.side_of[KIT.by_name[n]] == 1}
    place(game, *(f"{name}@{hex_}" for name, hex_ in germans.items()))
    guns = [text for text in game.offers() if text.startswith("Pick MG")]
    for pick, hex_ in zip(guns, MACHINE_GUNS, strict=True):
        game.play(pick, f"Place {hex_}")
    return game.play("Done")


@pytest.mark.rule("LB-S.29")
def test_in_the_free_set_up_the_german_places_everything_first_north_of_the_line() -> None:
    game = free()
    assert game.state.top == SettingUp(1)
    assert game.rule("Done") == "LB-S.29"
    assert sum(text.startswith("Pick MG") for text in game.offers()) == 5

    game.play("Pick 4GzF/1G")
    assert game.rule("Place 1243") == "LB-S.29"
    game.play("Place 1242")
    assert game.rule("Pick 4GzF/1G") == "LB-S.29"

    game = allied_turn()
    assert game.state.top == SettingUp(0)
    assert (game.state.boxes[POOL] & KIT.machine_guns).bit_count() == 5


@pytest.mark.rule("LB-S.29", "LB-14.2", "LB-14.4")
def test_then_the_allied_player_places_everything_south_of_it() -> None:
    game = allied_turn()
    assert game.rule("Done") == "LB-S.29"
    game.play("Pick 137/35")
    assert game.rule("Place 1242") == "LB-S.29"
    game.play("Place 1243")

    mine = placed(INFANTRY) | placed(TANKS) | placed(ARTILLERY)
    mine = {n: h for n, h in mine.items() if KIT.side_of[KIT.by_name[n]] == 0}
    place(game, *(f"{name}@{hex_}" for name, hex_ in mine.items() if name != "137/35"))
    game.play("Done")

    assert game.state.turn == 1
    assert {name: game.where(name) for name in mine} == mine
    assert in_box(game, RESERVE) == {"US 1", "US 3", "US 29", "US 32", "US 82"}


@pytest.mark.rule("LB-S.29")
def test_a_division_is_set_up_within_three_hexes() -> None:
    game = place(allied_turn(), "137/35@1243").play("Pick 138/35")

    refusal = game.refusal("Place 1643")
    assert refusal is not None
    assert str(refusal) == "LB-S.29: the infantry of a division is set up within 3 hexes"
    assert game.allows("Place 1543")


@pytest.mark.rule("LB-S.29")
def test_three_hexes_from_each_of_its_regiments() -> None:
    game = place(allied_turn(), "137/35@1243", "138/35@1543").play("Pick 139/35")

    assert game.rule("Place 1743") == "LB-S.29"
    assert game.allows("Place 1443")


@pytest.mark.rule("LB-S.29", "LB-14.4")
def test_artillery_is_set_up_alone_and_on_roads() -> None:
    game = place(allied_turn(), "137/35@1143").play("Pick IA")

    assert game.rule("Place 1444") == "LB-S.29"
    assert game.rule("Place 1143") == "LB-5.2c"
    game.play("Place 1144", "Pick 138/35")
    assert game.rule("Place 1144") == "LB-5.2c"


@pytest.mark.rule("LB-14.2", "LB-S.29")
def test_french_tanks_may_be_set_up_with_us_units() -> None:
    game = place(allied_turn(), "145/37@1542", "146/37@1542").play("Pick Gr14")

    assert game.allows("Place 1542")


# -- corrections -----------------------------------------------------------------------------


@pytest.mark.rule("LB-14.5", "LB-14.6")
def test_field_fortifications_give_one_column_against_artillery() -> None:
    game = position("1441 157/117ID 1743 VB", at="b2")  # clear ground, Hagen position

    game.play("Bombard 1441", "Fire VB 1441", "Shoot")

    (shift,) = game.told(ev.Bombarded)[0].tally.modifiers
    assert (shift.amount, shift.rule, shift.what) == (-1, "LB-14.5", "field fortification")
    assert game.column == "3-4"  # strength 6: one column left of 5-6


@pytest.mark.rule("LB-14.6")
def test_a_bombardment_shifted_off_the_table_has_no_effect() -> None:
    text = "2432 137/35 2431 135/33ID"  # forest and rough, Hindenburg Line: three columns
    game = position(text, at="c2", turn=2)

    game.play("Bombard 2432", "Fire barrage 2432", "Shoot")

    assert not game.told(ev.Bombarded)[0].in_effect
    assert lb.deciders(game.state) == ("german",)
    assert game.steps("137/35") == 4
    assert game.state.barrage == 2

    two = position(text, at="c2", turn=2).play("Bombard 2432", "Fire barrage 2432")
    two.play("Fire barrage 2432", "Shoot")
    assert two.column == "1"  # strength 6: three columns left of 5-6


@pytest.mark.rule("LB-14.7")
def test_the_start_line_runs_between_its_two_sides_and_is_the_one_the_rules_mean() -> None:
    grid = KIT.grid
    north = position("1242 4GzF/1G", at="c1").play("Pick 4GzF/1G")
    for near in grid.neighbours(grid.at("1242")):
        south = bool(KIT.start_allied >> near & 1)
        assert (north.rule(f"March {grid.label(near)}") == "LB-8.11a") == south
    assert tomllib.loads((DATA / "board.toml").read_text(encoding="utf-8"))["start_line"]
    # 14.0 means the same line: this Meuse bridge lies south of it, that one north.
    for start_hex, to, rule in (("2542", "2642", None), ("2235", "2335", "LB-14.0b")):
        crossing = position(f"{start_hex} 137/35", at="b1", bridges=KIT.all_bridges)
        assert crossing.play("Pick 137/35").rule(f"March {to}") == rule


def texts(*suffixes: str) -> dict[str, str]:
    own = PACKAGE / "titles" / "lost_battalion"  # a railroad of another title is none of ours
    files = [p for p in own.rglob("*") if p.suffix in suffixes]
    return {p.name: p.read_text(encoding="utf-8") for p in files}


@pytest.mark.rule("LB-14.8")
def test_the_track_of_6_4_is_called_the_rest_and_reorganization_track() -> None:
    game = position("", at="a6", turn=5).play("Rest US 5")

    assert game.told(ev.Boxed)[-1].box == "R&R track"
    rulebook = (DATA / "rulebook.toml").read_text(encoding="utf-8")
    assert "Rest & Reorganization (R&R) track" in rulebook
    found = {name for name, text in texts(".py", ".toml").items() if "railroad" in text.lower()}
    assert found <= {"rulebook.toml"}  # which says that the name is wrong


@pytest.mark.rule("LB-14.9")
def test_nothing_depends_on_weather() -> None:
    fields = [*State.__struct_fields__, *KIT.charts, *KIT.values, *(o.key for o in OPTIONS)]
    fields += [event.key for row in KIT.turns.values() for event in row.events]
    fields += list(lb.rules())

    assert not [name for name in fields if re.search(r"weather|\brain|\bmud", name)]
    speaking = {rule.id for rule in lb.rules().values() if "weather" in rule.text.lower()}
    assert speaking == {"LB-14.9"}


@pytest.mark.rule("LB-14.10")
def test_counters_carry_steps_and_artillery_its_range_but_no_size() -> None:
    assert {"steps", "range"} <= set(Unit.__struct_fields__)
    assert not {"size", "echelon", "turn", "entry"} & set(Unit.__struct_fields__)
    assert {u.name for u in KIT.units if u.range} == set(placed(ARTILLERY))
    ia = KIT.units[KIT.by_name["IA"]]
    far = position("1144 IA 1243 137/35 1240 L83/9L 1239 L116/9L", at="b2")
    assert (ia.range, KIT.grid.distance(KIT.grid.at("1144"), KIT.grid.at("1240"))) == (4, 4)
    far.play("Bombard 1240")
    assert far.allows("Fire IA 1240")
    assert far.play("CallOff").rule("Bombard 1239") == "LB-11.4a"


@pytest.mark.rule("LB-14.14")
def test_nothing_cites_a_rule_8_9() -> None:
    cited = {name for name, text in texts(".py", ".toml").items() if re.search(r"LB-8\.9", text)}

    assert cited == set()
    assert not [rule for rule in lb.rules() if re.match(r"LB-8\.9", rule)]


@pytest.mark.rule("LB-14.15", "LB-14.15b")
def test_compass_words_mean_true_north_and_north_is_the_first_row() -> None:
    grid = KIT.grid
    rows = {edge: {grid.row(h) for h in grid.hexes if KIT.edges[edge] >> h & 1} for edge in "NS"}
    columns = {
        edge: {grid.column(h) for h in grid.hexes if KIT.edges[edge] >> h & 1} for edge in "WE"
    }
    assert rows == {"N": {1}, "S": {48}}
    assert columns == {"W": {1}, "E": {28}}
    places = {place.name: place for place in KIT.board.places}
    sedan, verdun, grandpre = places["Sedan"], places["Verdun"], places["Grandpré"]
    assert sedan.extra["lat"] > verdun.extra["lat"]
    assert grid.row(sedan.hex) < grid.row(verdun.hex)
    assert grandpre.extra["lon"] < verdun.extra["lon"]
    assert grid.column(grandpre.hex) < grid.column(verdun.hex)


# -- the calendar ------------------------------------------------------------------------------

ARRIVALS = {
    2: {"52", "115", "236", "28"},
    3: {"45 Res"},
    4: {"French 26 DI", "41", "123"},
    5: {"US 5", "US 42", "15", "228"},
    6: {"US 89", "3 Gd", "13", "15 Bav"},
    7: {"US 26", "107", "106 AH"},
    8: {"US 78", "US 90", "88", "240"},
    9: {"31"},
    10: {"US 2", "192"},
    11: {"27"},
    12: {"US 6", "20"},
    13: {"331LT", "109", "13 Ldw"},
    14: {"French 40 DI", "10"},
    15: {"US 81"},
}


@pytest.mark.rule("LB-14.16")
@pytest.mark.parametrize("turn", range(1, 17))
def test_what_the_schedule_lists_for_a_turn_comes_on_that_turn(turn: int) -> None:
    game = position("", at="a5", turn=turn)

    assert {key.split(" (")[0] for key in in_box(game, DUE)} == ARRIVALS.get(turn, set())


@pytest.mark.rule("LB-14.16")
def test_the_turns_switches_are_applied_with_the_turn() -> None:
    game = position("", at="c2", turn=4).play("Done")

    (began,) = game.told(ev.TurnBegan)
    assert (began.turn, began.dates) == (5, "6–8 Oct")
    assert any("Operational Movement" in note for note in began.notes)


@pytest.mark.rule("LB-S.33", "LB-14.16")
@pytest.mark.parametrize("turn", range(1, 17))
def test_markers_and_machine_guns_by_turn(turn: int) -> None:
    markers = [0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 1, 0, 0][turn - 1]
    state = position("", at="b1", turn=turn).state

    assert (state.barrage, state.guns_left) == (markers, markers)


@pytest.mark.rule("LB-S.30")
@pytest.mark.parametrize("turn", range(1, 17))
def test_us_divisions_that_may_attack_by_turn(turn: int) -> None:
    limit = [10, 6, 3, 8, 6, 7, 8, 6, 4, 4, 3, 3, 9, 10, 10, 8][turn - 1]
    others = [d.id for d in KIT.divisions if d.nation == "us" and d.key != "US 35"]
    game = position("1242 4GzF/1G 1243 137/35", at="b2", turn=turn)

    game.set(divisions=sum(1 << d for d in others[: limit - 1]))
    assert game.allows("Attack 1242")
    game.set(divisions=sum(1 << d for d in others[:limit]))
    assert game.rule("Attack 1242") == "LB-7.4b"


@pytest.mark.rule("LB-S.4")
def test_the_game_is_sixteen_turns_from_26_september_to_11_november() -> None:
    dates = [KIT.turns[turn].dates for turn in sorted(KIT.turns)]
    days = "26–27 28–29 30–2 3–5 6–8 9–11 12–14 15–17 18–20 21–23 24–26 27–29 30–1 2–4 5–7 8–11"

    bare = [re.sub(r"[A-Za-z ]", "", text) for text in dates]
    assert bare == days.split()
    assert dates[0] == "26–27 Sep"
    assert dates[15] == "8–11 Nov"

    assert not position("", at="c2", turn=15).play("Done").state.over
    assert position("", at="c2", turn=16).play("Done").state.over
