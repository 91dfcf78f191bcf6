"""The Battalion Combat Series: what its log lines say of what was done, for the beats."""

from __future__ import annotations

from grognard.book.tally import Tally
from grognard.match.beats import Line, grouped, headline
from grognard.titles import bcs
from grognard.titles.bcs.position import events as ev

US, GERMAN = 0, 1


def beats(*events: ev.Event) -> list[tuple[str, str]]:
    lines = [Line(n, bcs.narrate(event), bcs.notice(event)) for n, event in enumerate(events)]
    return [(beat.sort, headline(beat)) for beat in grouped(lines)]


def test_a_unit_turns_moves_and_stops_in_one_beat() -> None:
    told = (
        ev.TookUp(GERMAN, "I/304"),
        ev.Flipped(GERMAN, "I/304", "Deployed"),
        ev.Moved(GERMAN, "I/304", "14.10", "13.10", 10, 2),
        ev.Moved(GERMAN, "I/304", "13.10", "13.09", 6, 6),
        ev.Stopped(GERMAN, "I/304", "an enemy zone of control", "BCS-6.0.a"),
    )

    assert beats(*told)[1:] == [("march", "I/304: 14.10 – 13.10 – 13.09, 1½ MP spent")]


def test_an_engagement_and_the_attack_after_it_are_one_fight() -> None:
    told = (
        ev.Opened(GERMAN, "engage", "I/304", "11.08", "11.09"),
        ev.EngagementRolled(GERMAN, "I/304", "B/3Tk", "11.09", (4, 4), Tally(), "both"),
        ev.Opened(GERMAN, "attack", "I/304", "11.08", "11.09"),
        ev.Chosen(US, "20AIB", "defends"),
        ev.CombatRolled(GERMAN, "I/304", "20AIB", "11.09", (6, 6), Tally(), "D1R"),
        ev.Flipped(US, "20AIB", "Move", forced=True),
        ev.Retreated(US, "20AIB", "11.09", "10.09", "BCS-7.5.a"),
        ev.Advanced(GERMAN, "I/304", "11.09"),
    )

    assert beats(*told) == [
        (
            "battle",
            "Engagement of 11.09 by I/304 from 11.08: both lose a step; Attack on 11.09; "
            "the defender loses a step and retreats; 20AIB back to 10.09; advance to 11.09.",
        )
    ]


def test_a_barrage_is_fire_at_its_hex() -> None:
    told = (
        ev.Opened(GERMAN, "barrage", "AA2", "12.08", "11.09"),
        ev.Mission(GERMAN, "destruction", "11.09", 1, 0, "AA2"),
        ev.LossRolled(GERMAN, "11.09", 2, 4, "other", hit=False),
        ev.Opened(GERMAN, "barrage", "AA2", "12.08", "12.09"),
    )

    assert beats(*told) == [
        ("fire", "Barrage of 11.09 by AA2 from 12.08: no loss."),
        ("fire", "Barrage of 12.09 by AA2 from 12.08."),
    ]


def test_what_one_formation_rolls_at_the_end_is_one_event() -> None:
    told = (
        ev.FatigueRolled(GERMAN, "2PZ", 5, 5, "Fat-2"),
        ev.SecondRolled(GERMAN, "2PZ", 2, Tally(), 4, granted=False),
        ev.FatigueRolled(US, "506", 1, 3, "Fresh"),
    )

    assert [sort for sort, _ in beats(*told)] == ["event", "event"]
    assert beats(*told)[0][1].endswith("it is Fat-2 now; no Second Activation.")
