"""Chapter 5: stacking, its cures, and what the other side may see of a stack."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest
from positions.lb import Game, position

from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.kit.tables import KITS
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.decisions import (
    NOWHERE,
    Advancing,
    Assembling,
    Combat,
    Marching,
    Movement,
    Sequence,
)
from grognard.titles.lost_battalion.position.state import DEAD, DUE, POOL, RESERVE
from grognard.titles.lost_battalion.rules.stacking import stack_refusal
from grognard.waist.title import Seat

US, GERMAN = Seat("us"), Seat("german")


def broken(names: str) -> str | None:
    """The id of the limit that these units break together in a hex."""
    kit = KITS["historical"]
    why = stack_refusal(kit, sum(1 << kit.by_name[name] for name in names.split()))
    return None if why is None else why.rule


def end(game: Game) -> str | None:
    """What keeps the Movement Phase from ending, as a player reads it."""
    why = game.refusal("Done")
    return None if why is None else str(why)


# -- 5.2: the limits -----------------------------------------------------------------------


@pytest.mark.rule("LB-5.2a")
def test_germans_stack_three_infantry_and_two_machine_guns() -> None:
    assert broken("2GzF/1G 157/117ID R66/7R MG1 MG2") is None
    assert broken("2GzF/1G 157/117ID R66/7R L83/9L") == "LB-5.2a"
    assert broken("MG1 MG2 MG3") == "LB-5.2a"
    assert broken("2GzF/1G MG1 MG2 MG3") == "LB-5.2a"


@pytest.mark.rule("LB-5.2b")
def test_the_us_stacks_two_infantry_of_one_division_and_a_tank() -> None:
    assert broken("137/35 138/35 344LT") is None
    assert broken("137/35 138/35 139/35") == "LB-5.2b"
    assert broken("137/35 109/28") == "LB-5.2b"
    assert broken("137/35 344LT 345LT") == "LB-5.2b"
    assert broken("344LT 345LT") == "LB-5.2b"


@pytest.mark.rule("LB-5.2c")
@pytest.mark.parametrize("other", ["137/35", "344LT", "217/71DI", "IB", "XXXVIII"])
def test_artillery_stacks_with_nothing(other: str) -> None:
    assert broken("IA") is None
    assert broken(f"IA {other}") == "LB-5.2c"


@pytest.mark.rule("LB-5.2d")
def test_austrians_and_germans_stack_and_each_counts() -> None:
    assert broken("kuk5/1AH kuk61/1AH 102/32ID MG1 MG2") is None
    assert broken("kuk5/1AH 102/32ID") is None
    assert broken("kuk5/1AH kuk61/1AH 102/32ID 103/32ID") == "LB-5.2a"


@pytest.mark.rule("LB-5.2e")
def test_us_and_french_units_do_not_stack() -> None:
    assert broken("137/35 217/71DI") == "LB-5.2e"
    assert broken("344LT 217/71DI") == "LB-5.2e"
    assert broken("137/35 217/71DI Gr14") == "LB-5.2e"


@pytest.mark.rule("LB-5.2f")
def test_a_french_tank_fills_the_tank_slot_of_a_us_stack() -> None:
    assert broken("137/35 138/35 Gr14") is None
    assert broken("137/35 Gr14") is None
    assert broken("137/35 138/35 Gr14 344LT") == "LB-5.2b"
    assert broken("137/35 Gr14 Gr15") == "LB-5.2b"


@pytest.mark.rule("LB-5.2g")
def test_steps_make_no_difference_to_stacking() -> None:
    weak = position("1243 137/35:1 138/35:1 139/35:1  1343 145/37:4 146/37:4")
    strong = position("1243 137/35:4 138/35:4 139/35:4  1343 145/37:1 146/37:1")

    assert end(weak) == end(strong)
    assert "1243: no more than two US infantry" in str(end(weak))
    assert "1343" not in str(end(weak))


@pytest.mark.rule("LB-5.2h")
def test_the_french_stack_two_infantry_of_any_divisions_and_a_french_tank() -> None:
    assert broken("217/71DI 4Cuir/1DCP Gr14") is None
    assert broken("217/71DI 221/71DI 358/71DI") == "LB-5.2h"
    assert broken("217/71DI Gr14 Gr15") == "LB-5.2h"


@pytest.mark.rule("LB-5.2b", "LB-5.2f", "LB-5.3a")
def test_two_divisions_in_a_hex_keep_the_phase_open_two_regiments_and_a_french_tank_do_not() -> (
    None
):
    game = position("0943 305/77 109/28")
    assert game.rule("Done") == "LB-5.3a"
    assert "0943: US infantry in a hex must be of the same division" in str(end(game))

    assert position("1043 111/28 112/28 Gr14").allows("Done")


# -- 5.3: when stacking is tested, and how an overstack is cured ----------------------------


@pytest.mark.rule("LB-5.3a")
def test_units_pass_freely_through_a_full_stack() -> None:
    # 1243 to 1343 to 1443: row 43 is clear to column 13, forest in 14.
    game = position("1243 109/28  1343 138/35 140/35 344LT")

    game.play("Pick 109/28", "March 1343", "March 1443", "Halt", "Done")


@pytest.mark.rule("LB-5.3a")
def test_a_unit_may_stop_in_a_full_stack_if_another_leaves_before_the_phase_ends() -> None:
    game = position("1243 109/28  1343 138/35 140/35")
    game.play("Pick 109/28", "March 1343", "Halt")
    assert game.rule("Done") == "LB-5.3a"

    game.play("Pick 138/35", "March 1344", "Halt")
    assert game.rule("Done") == "LB-5.3a", "two divisions are still in the hex"

    game.play("Pick 140/35", "March 1344", "Halt", "Done")
    assert game.at("1343") == {"109/28"}


@pytest.mark.rule("LB-5.3a")
def test_every_overstacked_hex_is_listed_with_its_reason() -> None:
    game = position("1243 137/35 109/28  1144 IA 138/35  1343 217/71DI 139/35  1443 140/35")

    why = str(end(game))

    assert "1243: US infantry in a hex must be of the same division" in why
    assert "1144: artillery may not stack with any unit" in why
    assert "1343: US and French infantry may not stack together" in why
    assert "1443" not in why


@pytest.mark.rule("LB-5.3a")
def test_germans_too_put_their_stacks_right_before_their_phase_ends() -> None:
    game = position("1523 18/41ID 148/41ID 152/41ID 178/123ID", at="c1")
    assert game.rule("Done") == "LB-5.3a"

    assert game.play("Pick 178/123ID", "March 1423", "Halt").allows("Done")


@pytest.mark.rule("LB-5.3a")
def test_only_the_mover_is_asked_to_put_stacks_right() -> None:
    assert position("1523 18/41ID 148/41ID 152/41ID 178/123ID", at="b1").allows("Done")
    assert position("1243 137/35 109/28", at="c1").allows("Done")


@pytest.mark.rule("LB-5.3a")
def test_a_unit_that_came_this_phase_may_be_taken_back_to_where_it_began() -> None:
    game = position("1243 109/28  1343 138/35 140/35", german="1344")
    game.play("Pick 109/28", "March 1343", "Halt")

    assert "TakeBack 109/28" in game.offers()
    assert game.rule("TakeBack 138/35") == "LB-5.3a"
    game.play("TakeBack 109/28")

    assert game.where("109/28") == "1243"
    assert game.rule("Pick 109/28") == "LB-8.0a"
    assert game.rule("TakeBack 109/28") == "LB-5.3a"
    assert game.allows("Done")


@pytest.mark.rule("LB-5.3a")
def test_a_unit_that_came_onto_the_map_is_taken_back_off_it() -> None:
    game = position("2048 137/35", turn=5, boxes={"6/5": DUE, "16/1": RESERVE})
    game.play("Pick 6/5", "March 2048", "Halt", "Pick 16/1", "March 2048", "Halt")

    game.play("TakeBack 6/5", "TakeBack 16/1")

    assert (game.where("6/5"), game.where("16/1")) == (DUE, RESERVE)
    assert game.rule("Pick 6/5") == "LB-8.0a"
    assert game.play("Done").state.entered == 0


@pytest.mark.rule("LB-5.3a")
def test_nothing_is_taken_back_from_a_sound_stack() -> None:
    game = position("1243 137/35  1343 138/35")
    game.play("Pick 137/35", "March 1343", "Halt")

    assert game.rule("TakeBack 137/35") == "LB-5.3a"


@pytest.mark.rule("LB-5.3a")
def test_a_unit_is_given_up_only_when_nothing_else_cures_the_overstack() -> None:
    game = position("1243 137/35 109/28")
    assert game.rule("Disband 137/35") == "LB-5.3a", "both could still move"

    game.play("Pick 137/35", "Halt", "Pick 109/28", "Halt")
    game.state.out_moving = game.state.stacks[game.kit.grid.at("1243")]  # so none can be lifted
    assert game.rule("Done") == "LB-5.3a"
    assert {"Disband 137/35", "Disband 109/28"} <= set(game.offers())
    game.play("Disband 109/28")

    assert game.where("109/28") == DEAD
    assert game.steps("109/28") == 0
    assert game.rule("Disband 137/35") == "LB-5.3a", "the stack is sound now"
    assert game.allows("Done")


@pytest.mark.rule("LB-5.3a", "LB-6.3c")
def test_no_unit_is_given_up_while_one_can_be_lifted() -> None:
    game = position("1243 137/35 109/28").play("Pick 137/35", "Halt", "Pick 109/28", "Halt")

    assert not [offer for offer in game.offers() if offer.startswith("Disband")]
    assert game.rule("Disband 137/35") == "LB-5.3a"
    assert game.play("Lift 109/28").allows("Done")


@pytest.mark.rule("LB-5.3a", "LB-11.7j")
def test_no_unit_is_taken_back_into_gas() -> None:
    game = position("1243 109/28  1343 138/35 140/35", gas=1 << KITS["historical"].grid.at("1243"))
    game.play("Pick 109/28", "March 1343", "Halt")

    assert game.rule("TakeBack 109/28") == "LB-11.7j"
    assert "TakeBack 109/28" not in game.offers()
    assert game.play("Lift 138/35", "Lift 140/35").allows("Done")


@pytest.mark.rule("LB-5.3a")
def test_a_unit_that_came_round_to_where_it_began_is_not_taken_back() -> None:
    game = position("1243 109/28 137/35").play("Pick 137/35", "Halt")
    game.play("Pick 109/28", "March 1244", "March 1243", "Halt")

    assert game.rule("TakeBack 109/28") == "LB-5.3a", "it would stay where it is"
    assert "TakeBack 109/28" not in game.offers()


@pytest.mark.rule("LB-5.3a")
def test_no_gun_is_given_up_while_the_other_can_move_on() -> None:
    game = position("1144 IA  1245 IC", at="b3")
    game.play("Pick IA", "March 1245", "Halt")
    game.state.began[game.unit("IA")] = NOWHERE  # as if it had taken ground on its way

    assert game.rule("Disband IC") == "LB-5.3a"
    assert not [offer for offer in game.offers() if offer.startswith("Disband")]
    game.play("Pick IC", "March 1144", "Halt")

    assert game.allows("Done")


@pytest.mark.rule("LB-5.3a")
def test_no_unit_is_given_up_while_one_can_be_taken_back() -> None:
    game = position("1243 109/28  1343 138/35")
    game.play("Pick 138/35", "Halt", "Pick 109/28", "March 1343", "Halt")

    assert game.rule("Disband 138/35") == "LB-5.3a"
    assert game.rule("Disband 109/28") == "LB-5.3a"
    assert game.allows("TakeBack 109/28")


@pytest.mark.rule("LB-5.3a")
def test_a_unit_that_fought_and_then_stopped_on_artillery_can_be_cured() -> None:
    # The unit may not go back, having fought, and the guns do not move in this phase.
    game = position("1143 109/28  1142 L83/9L:1  1144 IA", turn=1)
    game.play("Pick 109/28", "Strike 1142", "Done").roll(6)
    game.play("March 1143", "March 1144", "Halt")

    assert game.rule("Done") == "LB-5.3a"
    assert game.rule("TakeBack 109/28") == "LB-5.3a"
    game.play("Disband 109/28", "Done")


CROWD = ("137/35", "109/28", "344LT", "IA")


@pytest.mark.rule("LB-5.3a")
@pytest.mark.parametrize("crowd", [CROWD[:2], CROWD[:3], CROWD, ("137/35", "IA")])
def test_no_overstack_is_a_dead_end(crowd: tuple[str, ...]) -> None:
    """Whatever the units have done this phase, what is offered cures the hex in the end."""
    movers = [name for name in crowd if name != "IA"]
    for fates in product(("fresh", "stood", "came", "fought"), repeat=len(movers)):
        game = position(f"1144 {' '.join(crowd)}")
        for name, fate in zip(movers, fates, strict=True):
            suffer(game, name, fate)
        for _ in range(4 * len(crowd)):
            if game.allows("Done"):
                break
            cure(game)
        assert game.allows("Done"), fates


def suffer(game: Game, name: str, fate: str) -> None:
    state, unit = game.state, game.unit(name)
    if fate != "fresh":
        state.done |= 1 << unit
    if fate in ("came", "fought"):
        state.moved |= 1 << unit
        state.began[unit] = game.kit.grid.at("1244")
    if fate == "fought":
        state.struck |= 1 << unit


def cure(game: Game) -> None:
    """The first thing offered, a lift last; a unit picked up has nowhere to go and halts."""
    offers = sorted(game.offers(), key=lambda offer: offer.startswith("Lift"))
    assert offers, "nothing may be done and the phase may not end"
    game.play(offers[0])
    if offers[0].startswith("Pick"):
        game.play("Halt")


@pytest.mark.rule("LB-5.3a")
@pytest.mark.parametrize("refilled", [False, True])
def test_a_german_overstack_of_units_that_cannot_move_is_no_dead_end(refilled: bool) -> None:
    game = position("1523 18/41ID 148/41ID 152/41ID 178/123ID MG1 MG2 MG3", at="c1")
    if refilled:
        game.state.refilled = game.state.stacks[game.kit.grid.at("1523")]

    for _ in range(12):
        if game.allows("Done"):
            break
        cure(game)

    assert game.allows("Done")


@pytest.mark.rule("LB-5.3a")
def test_a_machine_gun_given_up_goes_back_to_the_pool() -> None:
    game = position("1523 MG1 MG2 MG3", at="c1").play("Disband MG2", "Done")

    assert game.where("MG2") == POOL


@pytest.mark.rule("LB-5.3a", "LB-5.2c")
def test_artillery_may_pass_artillery_but_not_stay_with_it() -> None:
    game = position("1144 IA  1245 IC", at="b3")
    game.play("Pick IA", "March 1245", "Halt")
    assert game.rule("Done") == "LB-5.3a"
    assert game.rule("Disband IC") == "LB-5.3a"

    assert game.play("TakeBack IA").where("IA") == "1144"
    assert game.allows("Done")


# -- 5.3b: advances ------------------------------------------------------------------------


def after_the_assault(**options: str) -> Game:
    """Four regiments of two divisions have cleared 1422 and may advance (30:1, 8:1)."""
    text = "1422 L83/9L:1  1423 137/35 138/35  1523 16/1 18/1"
    game = position(text, at="b2", turn=1, options=options)
    game.attack("1422", "137/35", "138/35", "16/1", "18/1").roll(6)
    assert isinstance(game.state.top, Advancing)
    return game


@pytest.mark.rule("LB-5.3b")
def test_an_advance_may_overstack_until_the_next_own_movement_phase_ends() -> None:
    game = after_the_assault()

    game.play("Advance 137/35", "Advance 138/35", "Advance 16/1", "Advance 18/1")
    assert len(game.at("1422")) == 4
    game.until(Movement).play("Done")
    game.until(Movement, turn=2)
    assert game.seat == "us"
    assert game.rule("Done") == "LB-5.3a"

    game.play("Pick 16/1", "Join 18/1", "March 1523", "Halt", "Done")


@pytest.mark.rule("LB-5.3b")
def test_with_the_option_an_advance_keeps_to_the_limits() -> None:
    game = after_the_assault(stacking_after_advance="on").play("Advance 137/35")

    assert game.rule("Advance 16/1") == "LB-5.2b"
    assert game.play("Advance 138/35").rule("Advance 16/1") == "LB-5.2b"
    assert game.allows("Done")


@pytest.mark.rule("LB-5.3b")
def test_markers_do_not_count() -> None:
    game = position("1323 137/35 138/35 344LT  1322 18/41ID", at="a2", turn=2)

    game.play("Gas 1323", "Lose 137/35").until(Movement)

    assert game.state.gas
    assert game.allows("Done")


# -- 5.6: what shows of a stack ------------------------------------------------------------

SPARE = ("137/35", "138/35", "18/41ID", "148/41ID")


def stack(text: str, **more: Any) -> Game:
    """Units of `SPARE` that are not placed lie in a box, so that positions differ in faces only."""
    box = {"137/35": RESERVE, "138/35": RESERVE, "18/41ID": DUE, "148/41ID": DUE}
    boxes = {name: box[name] for name in SPARE if f" {name}" not in text}
    return position(text, boxes=boxes, turn=4, **more)


@pytest.mark.rule("LB-5.6a", "LB-5.6b")
def test_stacks_that_differ_in_identity_and_steps_look_alike_to_the_enemy() -> None:
    one = stack("1243 137/35:4 344LT  1422 18/41ID:2 MG1")
    other = stack("1243 138/35:1 344LT  1422 148/41ID:1 MG1")

    for seat, theirs in ((US, "german"), (GERMAN, "us")):
        shown = [(lb.view(game.state, seat)) for game in (one, other)]
        assert shown[0].sightings == shown[1].sightings
        assert shown[0].known == shown[1].known == ()
        assert shown[0].boxes == shown[1].boxes
        assert {sighting.nation for sighting in shown[0].sightings} == {theirs}
    bare = [msgspec.structs.replace(lb.view(g.state, None), own=None) for g in (one, other)]
    assert bare[0] == bare[1], "nor does an onlooker learn anything"


@pytest.mark.rule("LB-5.6b")
def test_nation_type_of_the_top_counter_and_height_are_seen() -> None:
    game = stack("1243 137/35 138/35 344LT  0143 217/71DI  1144 IA  1422 kuk5/1AH MG1 MG2")
    label = game.kit.grid.label

    german = {label(s.hex): s for s in lb.view(game.state, GERMAN).sightings}
    allied = {label(s.hex): s for s in lb.view(game.state, US).sightings}

    seen = {hex_: (s.nation, s.kind, s.count) for hex_, s in (german | allied).items()}
    assert seen == {
        "1243": ("us", "INF", 3),
        "0143": ("french", "INF", 1),
        "1144": ("us", "ART", 1),
        "1422": ("austrian", "INF", 3),
    }


@pytest.mark.rule("LB-5.6a")
def test_a_player_sees_his_own_units_in_full() -> None:
    game = stack("1243 137/35:3  1422 18/41ID:1")

    own = lb.view(game.state, US).own

    assert own is not None
    known = {fact.unit: (fact.where, fact.steps) for fact in own.units}
    assert known[game.unit("137/35")] == (game.kit.grid.at("1243"), 3)
    assert game.unit("18/41ID") not in known


def faces(game: Game, seat: Seat) -> set[str]:
    """The counters of the other side whose faces a seat sees now."""
    return {game.kit.names[fact.unit] for fact in lb.view(game.state, seat).known}


@pytest.mark.rule("LB-5.6b")
def test_faces_show_once_a_combat_in_the_hex_is_declared_and_no_longer() -> None:
    game = stack("1422 18/41ID MG1  1322 148/41ID  1423 137/35  1523 138/35", at="b2")
    game.play("Attack 1422", "Commit 137/35")
    assert faces(game, US) == faces(game, GERMAN) == set()

    game.play("Launch")
    assert faces(game, US) == {"18/41ID", "MG1"}
    assert faces(game, GERMAN) == {"137/35"}

    game.play("Done").roll(1)
    assert isinstance(game.state.top, Combat), "1:1, and a 1: only the attacker lost steps"
    assert faces(game, US) == faces(game, GERMAN) == set()


@pytest.mark.rule("LB-5.6b")
def test_a_bombardment_shows_the_faces_in_its_hex() -> None:
    game = stack("1422 18/41ID MG1  1322 148/41ID  1423 137/35", at="c2")
    game.play("Bombard 1423")
    assert faces(game, GERMAN) == set(), "nothing has been fired yet"

    game.play("Fire barrage 1423", "Shoot")
    assert faces(game, GERMAN) == {"137/35"}


def heard(game: Game, seat: Seat | None) -> str:
    """Everything that a seat is told of what happened, as text."""
    told = [lb.redact(event, seat) for event in game.events]
    return msgspec.json.encode([event for event in told if event is not None]).decode()


@pytest.mark.rule("LB-5.6a")
def test_what_the_enemy_hears_of_marches_names_no_unit() -> None:
    game = position("1243 137/35:2  1343 109/28")
    game.play("Pick 109/28", "March 1443", "March 1444", "Halt", "Pick 137/35", "March 1343")
    game.play("Halt")

    for seat in (GERMAN, None):
        assert "109/28" not in heard(game, seat)
        assert "137/35" not in heard(game, seat)
        assert "1444" in heard(game, seat), "where a stack goes is seen"
    assert "109/28" in heard(game, US)
    moves = [lb.redact(event, GERMAN) for event in game.told(ev.Marched)]
    assert [getattr(move, "count", 0) for move in moves] == [1, 1, 1]


@pytest.mark.rule("LB-5.6a")
def test_what_the_enemy_hears_of_boxes_and_replacements_names_no_unit() -> None:
    lifting = position("1243 137/35").play("Lift 137/35")
    refilling = position("1523 18/41ID:1", turn=4, at="a4").play("Replace 18/41ID")
    first = ("16/1", "18/1", "26/1", "28/1")
    resting = position(turn=5, at="a6", boxes=dict.fromkeys(first, RESERVE))
    resting.state.steps[resting.unit("16/1")] = 2
    resting.play("Replace 16/1", "Rest US 1")

    assert "137/35" in heard(lifting, US)
    assert "137/35" not in heard(lifting, GERMAN)
    assert "18/41ID" not in heard(refilling, US)
    assert "16/1" not in heard(resting, GERMAN)
    assert "US 1" not in heard(resting, GERMAN)


@pytest.mark.rule("LB-5.6a")
def test_a_unit_taken_back_is_not_named_to_the_enemy() -> None:
    game = position("1243 109/28  1343 138/35 140/35")

    game.play("Pick 109/28", "March 1343", "Halt", "TakeBack 109/28")

    assert "109/28" not in heard(game, GERMAN)


@pytest.mark.rule("LB-5.6a")
def test_an_attack_that_is_being_put_together_is_not_on_the_enemys_table() -> None:
    game = stack("1422 18/41ID  1423 137/35", at="b2").play("Attack 1422", "Commit 137/35")

    for seat, kinds in ((US, [Sequence, Combat, Assembling]), (GERMAN, [Sequence, Combat])):
        assert [type(d) for d in lb.view(game.state, seat).stack] == kinds


@pytest.mark.rule("LB-5.3a")
def test_a_unit_that_took_ground_on_its_way_is_not_taken_back() -> None:
    # 1142 is German-held and empty; 1143 is full, so 138/35 may not stay there.
    game = position("1143 109/28 110/28   1243 138/35", at="b1", allied="1144")
    game.play("Pick 138/35", "March 1142", "March 1143", "Halt")

    assert game.controls("1142") == "us"
    assert game.rule("TakeBack 138/35") == "LB-5.3a"


@pytest.mark.rule("LB-5.6a")
def test_a_march_on_the_table_does_not_tell_who_marches() -> None:
    views = []
    for name, other in (("109/28", "305/77"), ("305/77", "109/28")):
        game = position(f"1144 {name} 137/35", at="b1", boxes={other: RESERVE})
        game.play(f"Pick {name}", "March 1145")
        views.append(lb.view(game.state, Seat("german")))

    assert views[0] == views[1]
    assert any(isinstance(d, Marching) for d in views[0].stack)
