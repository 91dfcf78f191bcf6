"""The Assignment Phase: Independents, corps guns, Support boxes (BCS-S.40, BCS-R.47)."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import GERMAN, US
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Assigning
from grognard.titles.bcs.position.state import Terms
from grognard.titles.bcs.rules.turn import activation, assignment
from grognard.titles.bcs.rules.turn.setting_up import set_up


def phase(text: str = "", side: int = US, **more: Any) -> Game:
    """A side in its Assignment Phase of turn 2."""
    return position(text, table=Assigning(side), turn=2, **more)


# -- the phase ---------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.4", "BCS-C.2")
def test_turn_one_has_no_assignment_phase() -> None:
    game = Game(set_up(Terms("noville", ()))).run()
    assert game.state.turn == 1
    assert not any(event.name == "Assignment" for event in game.told(ev.PhaseBegan))
    later = position(turn=2)
    later.events += assignment.begin(later.state)
    assert [event.name for event in later.told(ev.PhaseBegan)] == ["Assignment"]
    assert later.top == Assigning(US)
    assert later.play("Done").top == Assigning(GERMAN)


# -- Independents --------------------------------------------------------------------------


TEAM = "12.13 A/3Tkd"


@pytest.mark.rule("BCS-R.47", "BCS-A.1")
def test_an_independent_is_assigned_in_command_radius_with_a_safe_path() -> None:
    # CCB's radius is 9 from 07.18; Noville 11.09 is 9 away, 11.08 is 10.
    game = phase("11.10 A/3Tkd 07.17 2/506", hq={"CCB10": "07.18"}, trains={"CCB10": "01.15"})
    game.play("Assign A/3Tk CCB10")
    assert game.state.command[game.unit("A/3Tk")] == game.formation("CCB10")
    assert game.rule("Assign A/3Tk 506") == "BCS-R.47"  # one formation a turn
    far = phase("11.08 A/3Tkd", hq={"CCB10": "07.18"}, trains={"CCB10": "01.15"})
    assert far.rule("Assign A/3Tk CCB10") == "BCS-R.47"
    # 2/506 is no Independent.
    assert game.rule("Assign 2/506 CCB10") == "BCS-R.47"
    assert game.rule("Release 2/506") == "BCS-R.47"


@pytest.mark.rule("BCS-R.47")
def test_no_safe_path_no_assignment() -> None:
    ring = "10.10 I/304d 12.10 I/902d"
    free = phase("11.10 2/502", hq={"CCB10": "07.18"}, trains={"CCB10": "01.15"})
    shut = phase(
        f"11.10 2/502 {ring} 11.12 I/77 10.12 II/77",
        hq={"CCB10": "07.18", "2PZ": "", "PL902": "", "26VG": ""},
        trains={"CCB10": "01.15", "2PZ": "", "PL902": "", "26VG": ""},
    )
    assert free.allows("Assign 2/502 CCB10")
    assert shut.rule("Assign 2/502 CCB10") == "BCS-R.47"


@pytest.mark.rule("BCS-R.47", "BCS-A.1")
def test_an_unassigned_independent_never_activates() -> None:
    game = position(TEAM, active="CCB10", hq={"CCB10": "07.18"}, trains={"CCB10": "01.15"})
    assert not game.allows("Act A/3Tk")
    served = position(
        TEAM,
        active="CCB10",
        command={"A/3Tk": "CCB10"},
        hq={"CCB10": "07.18"},
        trains={"CCB10": "01.15"},
    )
    assert served.allows("Act A/3Tk")
    assert game.formation("CCB10") in activation.ready(position(hq={"CCB10": "07.18"}).state, US)


@pytest.mark.rule("BCS-R.47")
def test_an_independent_can_be_released() -> None:
    game = phase("11.15 158ECB", command={"158ECB": "501"})
    assert game.rule("Assign 158ECB 501") == "BCS-R.47"
    game.play("Release 158ECB")
    assert game.state.command[game.unit("158ECB")] == -1
    assert game.rule("Assign 158ECB 501") == "BCS-R.47"
    loose = phase("11.15 158ECB", command={}, hq={"501": "08.19"}, trains={"501": "08.20"})
    loose.state.command[loose.unit("158ECB")] = -1  # type: ignore[call-overload]
    assert loose.rule("Release 158ECB") == "BCS-R.47"


# -- corps guns ------------------------------------------------------------------------------


@pytest.mark.rule("BCS-C.5", "BCS-R.47")
def test_corps_guns_go_to_formations_with_trains_in_a_legal_hex() -> None:
    where: dict[str, Any] = {
        "hq": {"CCB10": "07.18", "506": "08.16"},
        "trains": {"CCB10": "01.15", "506": ""},
    }
    game = phase(corps=[2, 0], **where)
    assert game.rule("Guns 506") == "BCS-R.47"  # Trains off the map
    assert game.rule("Guns 2PZ") == "BCS-S.8"
    game.play("Guns CCB10", "Guns CCB10")
    assert game.state.guns[game.formation("CCB10")] == 2
    assert game.rule("Guns CCB10") == "BCS-C.5"


@pytest.mark.rule("BCS-C.5")
def test_each_turn_brings_the_points_of_the_record() -> None:
    game = position(scenario="bastogne", turn=3, guns={"CCR9": 1})
    assignment.begin(game.state)
    assert game.state.corps == [3, 1]
    assert sum(game.state.guns) == 0
    first = Game(set_up(Terms("bastogne", ()))).run()
    assert first.state.guns[first.formation("CCR9")] == 1  # the 58th AFA
    assert sum(first.state.guns) == 1


# -- Support boxes -----------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.40")
def test_av_units_go_into_the_box_from_command_radius() -> None:
    game = phase("11.09 B/3Tkm 20AIBd 10.10 D/90Cavm")
    game.play("Box B/3Tk")
    assert game.where("B/3Tk") == "box"
    assert game.side("B/3Tk") == "Deployed"
    assert game.steps("B/3Tk") == 2
    assert game.rule("Box 20AIB") == "BCS-S.40"  # no AV on its Deployed side
    assert game.rule("Unbox B/3Tk 07.18") == "BCS-R.47"  # once in a phase
    assert phase("11.08 B/3Tkd").rule("Box B/3Tk") == "BCS-S.40"  # ten hexes from the HQ


@pytest.mark.rule("BCS-S.40", "BCS-1.6.h")
def test_not_into_the_box_without_a_safe_path_or_from_a_real_av_zone() -> None:
    none = {"2PZ": "", "PL902": "", "26VG": ""}
    here: dict[str, Any] = {"hq": none, "trains": none}
    assert phase("11.09 B/3Tkd 12.09 II/304d", **here).allows("Box B/3Tk")  # a plain zone
    near = phase("11.09 B/3Tkd 12.09 I/304d", **here)  # Dual AV of its own
    assert near.rule("Box B/3Tk") == "BCS-S.40"
    # With its HQ it looks back along 06.18 06.17 05.17: Panthers in 05.16 are upon that road.
    assert phase("07.18 B/3Tkd", **here).allows("Box B/3Tk")
    assert phase("07.18 B/3Tkd 05.16 I/3Pzd", **here).rule("Box B/3Tk") == "BCS-S.40"
    # A friend in the zone does not help: the rule is about the zone.
    assert phase("11.09 B/3Tkd 20AIBd 12.09 I/304d", **here).rule("Box B/3Tk") == "BCS-S.40"


@pytest.mark.rule("BCS-S.40")
def test_out_of_the_box_at_or_next_to_the_hq_on_the_move_side() -> None:
    game = phase(box="C/609TD", hq={"CCB10": "07.18"}, trains={"CCB10": "01.15"})
    assert game.rule("Unbox C/609TD 07.16") == "BCS-S.40"
    spots = {text.split()[-1] for text in game.offers() if text.startswith("Unbox")}
    assert spots == {"07.18", "07.17", "08.17", "08.18", "08.19", "07.19", "06.18"}
    game.play("Unbox C/609TD 08.17")
    assert game.where("C/609TD") == "08.17"
    assert game.side("C/609TD") == "Move"
    full = phase(
        "07.18 1/506 2/506", box="C/609TD", hq={"CCB10": "07.18"}, trains={"CCB10": "01.15"}
    )
    assert full.rule("Unbox C/609TD 07.18") == "BCS-S.40"


@pytest.mark.rule("BCS-S.40")
def test_boxes_are_filled_in_the_assignment_phase_only() -> None:
    game = position("11.09 B/3Tkd", active="CCB10")
    assert game.rule("Box B/3Tk") == "BCS-S.1"


def test_what_is_offered_is_all_that_is_allowed() -> None:
    game = phase("11.10 A/3Tkd 07.17 2/506 11.15 158ECB", box="C/609TD B/81", corps=[1, 0])
    offered = set(game.offers())
    names, keys = list(game.kit.by_name), list(game.kit.by_key)
    texts = {f"Assign {n} {k}" for n in names for k in keys}
    texts |= {f"{verb} {n}" for n in names for verb in ("Box", "Release")}
    texts |= {f"Guns {k}" for k in keys} | {"Done"}
    texts |= {f"Unbox {n} {h}" for n in names for h in game.labels(game.kit.grid.hexes)}
    assert offered == {text for text in texts if game.allows(text)}
