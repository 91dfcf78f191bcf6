"""What a seat sees of Enemy Action: Ardennes."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import msgspec
import pytest
from ea import Game, position
from ea_cards import fresh, put_card, settle

from grognard.titles.ardennes.drawing.face import scene
from grognard.titles.ardennes.drawing.face_map import board_art
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, KITS
from grognard.titles.ardennes.position import decisions as dec
from grognard.titles.ardennes.position.state import DISCARDS, HAND, PILE, SEATS, SHOWN
from grognard.titles.ardennes.rules.fighting.combat import new_battle
from grognard.titles.ardennes.script import command
from grognard.titles.ardennes.sight.view import view
from grognard.waist.scene import Box, Card, Hand, Piece, Scene, Track, from_json, to_json

REGISTERED = command
US, THEM = SEATS[GERMAN], SEATS[ALLIED]
FRONT = "1508 3/2P/XLVII 2/2P/XLVII   1609 110/28/VIII"


def seen(game: Game, side: int | None = GERMAN) -> Scene:
    return scene(view(game.state, None if side is None else SEATS[side]))


def piece(found: Scene, name: str) -> Piece:
    (one,) = [p for p in found.pieces if p.id == name]
    return one


def box(found: Scene, key: str) -> Box:
    (one,) = [b for b in found.boxes if b.key == key]
    return one


def hand(found: Scene, key: str) -> Hand:
    (one,) = [h for h in found.hands if h.key == key]
    return one


def track(found: Scene, key: str) -> Track:
    (one,) = [t for t in found.tracks if t.key == key]
    return one


def card(found: Scene, name: str) -> Card:
    (one,) = [c for h in found.hands for c in h.cards if c.id == name]
    return one


def badges(found: Scene, name: str) -> list[str]:
    return [badge.text for badge in piece(found, name).badges]


@cache
def first_morning() -> Scene:
    return seen(settle(fresh("gs-3")))


# -- the map -------------------------------------------------------------------------------


def test_the_map_is_whole_and_north_is_up() -> None:
    art = board_art("gs-14")
    at = {hex_.label: hex_ for hex_ in art.hexes}
    assert len(at) == 729
    assert at["0116"].y < at["1815"].y, "Liège lies north of Bastogne"
    assert at["0526"].x < at["1009"].x, "Namur lies west of St. Vith"
    assert {hex_.terrain for hex_ in art.hexes} == {"clear", "broken", "woods", "forest"}


def test_every_victory_hex_has_a_star_with_its_worth() -> None:
    kit = KITS["gs-14"]
    stars = {star.hex: star.value for star in board_art("gs-14").stars}
    assert stars == {kit.grid.label(h): str(vp) for h, vp in kit.vp.items()}
    assert stars["1009"] == "2"


def test_roads_are_drawn_once_and_by_their_class() -> None:
    kit, drawn = KITS["gs-14"], []
    for road in board_art("gs-14").roads:
        for a, b in pairwise(road.path):
            side = kit.sides[kit.grid.at(a), kit.grid.at(b)]
            assert side.road == (2 if road.grade == "highway" else 1)
            drawn.append(frozenset((a, b)))
    assert len(drawn) == len(set(drawn)) == sum(s.road > 0 for s in kit.sides.values()) // 2


def test_printed_bridges_the_westwall_and_the_places_are_on_the_map() -> None:
    art = board_art("gs-14")
    assert len(art.bridges) == 42
    (works,) = art.works
    assert "0206" in works.hexes
    assert {p.name: p.rank for p in art.places}["Bastogne"] == "town"
    assert {line.name for line in art.lines if line.kind == "major_river"} == {"Meuse"}


def test_what_changes_lies_on_the_map_as_markers() -> None:
    game = position(
        FRONT,
        roadblocks="1815",
        dug_in="1609",
        german="1009",
        bridges={"1609/1610": "destroyed", "1308/1309": "german"},
    )
    found = {(m.at, m.kind) for m in seen(game).markers}
    assert ("1815", "roadblock") in found
    assert ("1609", "position") in found
    assert ("1009", "held") in found
    assert ("1609/1610", "blown") in found
    assert ("1308/1309", "built") in found


def test_the_hex_under_attack_is_marked() -> None:
    game = position(FRONT, active="3/2P/XLVII", stage="attack", hand=[4]).play("Attack 1609")
    assert ("1609", "objective") in {(m.at, m.kind) for m in seen(game).markers}


# -- counters ------------------------------------------------------------------------------


def test_a_counter_shows_who_it_is_and_what_it_can_do() -> None:
    found = piece(seen(position(FRONT)), "3/2P/XLVII")
    assert (found.name, found.parent, found.formation) == ("3", "2P", "2P/XLVII")
    assert (found.symbol, found.size, found.figures) == ("armour", "III", "5–5")
    assert (found.steps, found.steps_max, found.side) == (2, 2, "german")
    assert found.title.startswith("3rd Regiment, 2nd Panzer Division, XLVII")


@pytest.mark.parametrize(
    ("name", "symbol", "size"),
    [
        ("560/LVIII", "infantry", "XX"),
        ("CCB/9A/VIII", "armour", "X"),
        ("14Cav/XVIII", "reconnaissance", "III"),
        ("501/101/VIII", "airborne", "III"),
        ("150/ISS", "mechanised_infantry", "X"),
    ],
)
def test_symbols_and_size_marks(name: str, symbol: str, size: str) -> None:
    found = piece(seen(position(f"1508 {name}")), name)
    assert (found.symbol, found.size) == (symbol, size)


def test_a_weak_unit_has_its_strength_in_brackets_and_a_worn_one_a_stripe() -> None:
    found = seen(position("0608 14Cav/XVIII   1508 3/2P/XLVII:1"))
    assert piece(found, "14Cav/XVIII").figures.startswith("[")
    assert piece(found, "3/2P/XLVII").face == "reduced"
    assert piece(found, "3/2P/XLVII").figures == "3–5"


def test_units_of_a_corps_have_one_band_and_others_another() -> None:
    found = seen(position("1508 3/2P/XLVII 39/26/XLVII   1608 16/116P/LVIII"))
    bands = {p.id: p.band for p in found.pieces}
    assert bands["3/2P/XLVII"] == bands["39/26/XLVII"] != bands["16/116P/LVIII"]


def test_markers_of_a_unit_are_badges_on_its_counter() -> None:
    game = position(
        f"{FRONT} 1608 16/116P/LVIII 60/116P/LVIII",
        dispersed="110/28/VIII",
        unsupplied="3/2P/XLVII",
        isolated="16/116P/LVIII",
        dry="60/116P/LVIII",
    )
    found = seen(game)
    assert badges(found, "110/28/VIII") == ["D"]
    assert badges(found, "3/2P/XLVII") == ["OS"]
    assert badges(found, "16/116P/LVIII") == ["IS"]
    assert badges(found, "60/116P/LVIII") == ["OF"]


def test_who_is_active_and_who_has_moved_is_seen() -> None:
    game = position("1201 3/2P/XLVII 2/2P/XLVII", active="3/2P/XLVII 2/2P/XLVII", hand=[4])
    game.march("3/2P/XLVII", "1202")
    found = seen(game)
    assert badges(found, "3/2P/XLVII") == ["M", "A"]
    assert badges(found, "2/2P/XLVII") == ["A"]
    assert piece(found, "3/2P/XLVII").spent
    assert not piece(found, "2/2P/XLVII").spent


def test_a_stack_is_summed_up_with_its_ground() -> None:
    found = {s.hex: s.summary for s in seen(position(f"{FRONT} 1009 424/106/XVIII")).stacks}
    assert found["1508"] == "strength 9 (5+4), four steps"
    assert found["1009"] == "strength 3, two steps; town: one hit fewer, no flank"


def test_the_unit_on_the_move_is_in_hand() -> None:
    game = position("1201 3/2P/XLVII", active="3/2P/XLVII", hand=[4]).play("Pick 3/2P/XLVII")
    assert seen(game).held == ("3/2P/XLVII",)
    assert seen(game, ALLIED).held == ()


# -- boxes, tracks, facts ------------------------------------------------------------------


def test_boxes_hold_the_units_that_are_off_the_map() -> None:
    game = position(FRONT, reserve="130/Lehr/XLVII 424/106/XVIII")
    found = seen(game)
    assert box(found, "german-reserve").pieces == ("130/Lehr/XLVII",)
    assert box(found, "allied-reserve").pieces == ("424/106/XVIII",)


def test_the_calendar_has_what_comes_on_each_day() -> None:
    days = {cell.label: cell for cell in track(first_morning(), "days").cells}
    assert list(days) == ["16", "17", "18"]
    assert days["16"].current
    assert "FuhrBg/XLVII" in days["18"].pieces
    assert "FuhrBg/XLVII" not in days["17"].pieces
    assert days["16"].text in ("overcast", "clear")


@pytest.mark.rule("EA-S.8")
def test_the_gauge_shows_how_much_of_the_command_level_is_used() -> None:
    game = position(FRONT, hand=[4], level=5).play("Activate 4 2P", "Done", "Done")
    found = track(seen(game), "level")
    assert found.kind == "gauge"
    assert [cell.label for cell in found.cells] == ["0", "1", "2", "3", "4", "5"]
    assert [cell.label for cell in found.cells if cell.current] == ["2"]
    assert found.title == "Command Values: 2 of 5"


@pytest.mark.rule("EA-S.61")
def test_victory_points_are_told_place_by_place() -> None:
    game = position("1009 3/2P/XLVII  1201 2/2P/XLVII", exit_points=3)
    found = box(seen(game), "victory")
    assert found.title == "German victory points: 5"
    assert "St. Vith 1009 2 + units that left the map 3 = 5" in found.text
    assert "If it ended now:" in found.text


def test_corps_that_sit_out_are_named() -> None:
    game = position(FRONT, hand=[4], used=(frozenset({"XLVII"}), frozenset()))
    facts = {fact.label: fact.value for fact in seen(game).facts}
    assert facts["German corps that sit out"] == "XLVII"


def test_the_phase_under_way_is_marked() -> None:
    def now(found: Scene) -> list[str]:
        return [step.text for step in found.sequence if step.current]

    assert now(first_morning()) == ["Activation: German impulse"]
    game = position(FRONT, game="2p", side="allied")
    game.state.stack = (dec.Sequence(14), *game.state.stack)
    assert now(seen(game)) == ["Activation: Allied impulse"]


# -- cards and chits -----------------------------------------------------------------------


def test_a_card_says_all_that_is_printed_on_it() -> None:
    found = card(seen(position(FRONT, hand=[2, 5])), "card:5")
    assert (found.name, found.value, found.kind) == ("5 · 2P", "2", "division")
    assert found.text == (
        "Tactic: Press the Attack.\nEvent: Bridge Engineers.\n"
        "Out of fuel if drawn on 23 and 24 December.\nXLVII Corps."
    )
    dated = card(seen(position(FRONT, hand=[2, 5])), "card:2")
    assert "Event: Fury of Bastogne (20–29 December)." in dated.text


def test_a_hand_is_seen_by_its_own_player_only() -> None:
    game = position(FRONT, game="2p", hand=[1, 4], allied_hand=[3])
    mine, theirs = hand(seen(game), "german-hand"), hand(seen(game), "allied-hand")
    assert [c.id for c in mine.cards] == ["card:1", "card:4"]
    assert (theirs.cards, theirs.count) == ((), 1)
    other = seen(game, ALLIED)
    assert other.hands[0].title == "Your hand"
    assert hand(other, "german-hand").count == 2
    assert not hand(other, "german-hand").cards
    assert [h.count for h in seen(game, None).hands[:2]] == [2, 1]


def test_piles_are_numbers() -> None:
    game = position(FRONT, hand=[1])
    put_card(game, GERMAN, 4, DISCARDS)
    put_card(game, ALLIED, 10, SHOWN)
    found = seen(game)
    assert (hand(found, "german-discards").count, hand(found, "german-discards").kind) == (
        1,
        "pile",
    )
    assert hand(found, "german-pile").count == game.state.cards[GERMAN].count(PILE)
    assert hand(found, "cup").count == 40
    assert [c.name for c in hand(found, "allied-shown").cards] == ["10 · VII Corps"]
    assert game.state.cards[GERMAN].count(HAND) == 1


def test_chits_lie_on_the_table_with_the_line_that_counts_lit() -> None:
    game = position(FRONT, active="3/2P/XLVII", stage="attack", hand=[4])
    units = game.units("3/2P/XLVII", "2/2P/XLVII")
    battle = new_battle(game.state, GERMAN, game.hex("1609"), units)
    kinds = {chit.key: n for n, chit in enumerate(game.kit.chits)}
    game.set(battle=msgspec.structs.replace(battle, drawn=(kinds["R2"],), chosen=2))
    found = hand(seen(game), "chits")
    # 5 + 4 against 3 in a town: below no ratio of the chit.
    assert found.title == "Chits drawn (9:3), 1 to come"
    (chit,) = found.cards
    assert (chit.name, chit.value) == ("R2", "0/1")
    assert chit.text == "▶ 2:1 or better: 1 on the defender\nBelow 1:1: 1 on the attacker"


# -- a first game --------------------------------------------------------------------------


def test_a_first_game_is_explained_as_it_goes() -> None:
    game = position(FRONT, scenario="gs-3", hand=[4])
    assert [note.key for note in seen(game).notes] == ["Impulse", "Impulse-gs"]
    game.play("Activate 4 2P")
    assert [note.key for note in seen(game).notes][-1] == "Activation-move"
    assert seen(game, ALLIED).notes == ()
    assert seen(position(FRONT, scenario="gs-14", hand=[4])).notes == ()


# -- the whole -----------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["gs-3", "2p-14"])
def test_a_scene_survives_the_wire_and_names_only_what_it_shows(scenario: str) -> None:
    game = settle(fresh(scenario))
    for side in (GERMAN, ALLIED, None):
        found = seen(game, side)
        assert from_json(to_json(found)) == found
        known = {p.id for p in found.pieces}
        assert len(known) == len(found.pieces) == 184
        assert {name for b in found.boxes for name in b.pieces} <= known
        assert {name for t in found.tracks for c in t.cells for name in c.pieces} <= known
