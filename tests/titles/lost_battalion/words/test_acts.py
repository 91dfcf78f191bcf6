"""The Lost Battalion: what its log lines say of what was done, for the beats."""

from __future__ import annotations

from grognard.book.tally import Tally
from grognard.match.beats import Line, grouped, headline
from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.position import events as ev

US, GERMAN = 0, 1


def told(event: ev.Event, side: int | None) -> ev.Event:
    found = ev.redact(event, side)
    assert found is not None
    return found


def heads(*events: ev.Event) -> list[str]:
    lines = [Line(n, lb.narrate(event), lb.notice(event)) for n, event in enumerate(events)]
    return [headline(beat) for beat in grouped(lines)]


def test_a_march_is_told_by_name_to_its_owner_and_by_number_to_the_other() -> None:
    step = ev.Marched(US, ("137/35", "139/35"), "1243", "1242", "2", "march", spent=3)

    mine, theirs = lb.notice(told(step, US)), lb.notice(told(step, GERMAN))

    assert (mine.act, mine.who, mine.path) == ("march", ("137/35", "139/35"), ("1243", "1242"))
    assert (theirs.who, theirs.path, theirs.spent) == (
        ("2 Allied counters",),
        ("1243", "1242"),
        1.5,
    )
    one = ev.Marched(GERMAN, ("bR10/5bR",), "", "0912", "½", "ride", spent=1)
    assert lb.notice(told(one, US)).who == ("1 German counter",)
    assert lb.notice(told(one, US)).path == ("0912",)


def test_an_attack_reads_as_its_declaration_its_odds_and_its_end() -> None:
    attack = (
        ev.AttackDeclared(US, ("39/4", "47/4"), ("R66/7R",), "1839", "hasty attack"),
        ev.Bombarded(US, ("ArmyE",), "1839", "offensive", "7 (7) → 5-6", Tally()),
        ev.FireRolled(US, 6, 1, "5-6"),
        ev.AssaultRolled(US, 1, "16 (8+8) : 4 → 3:1", Tally(), "2/1", 2, 1, "1839"),
        ev.Destroyed(GERMAN, "R66/7R", "1839", "assault"),
        ev.Advanced(US, "39/4", "1840", "1839"),
        ev.Advanced(US, "47/4", "1840", "1839"),
    )

    assert heads(*attack) == [
        "Hasty Attack on 1839 by 39/4 and 47/4 against R66/7R: the fire took one step; "
        "3:1 = 2/1; R66/7R destroyed; 1839 taken."
    ]


def test_a_bombardment_is_a_beat_of_its_own_and_alike_lines_are_counted() -> None:
    assert lb.notice(
        ev.Bombarded(US, ("VA",), "1242", "bombardment", "6 (6) → 3-4", Tally())
    ).who == ("VA",)
    gas = [ev.GasPlaced(GERMAN, hex_) for hex_ in ("1242", "1341", "1440")]
    assert heads(*gas) == ["Gas drifted over three hexes."]
