"""Beats: lines by hand, and the golden games of every title."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grognard import library
from grognard.match import Match, Undo
from grognard.match.beats import (
    Beat,
    Line,
    add,
    beats_of,
    grouped,
    headline,
    lines_of,
    points,
)
from grognard.trial import golden
from grognard.waist.scene import PHASE, TURN, Notice

GAMES = Path(__file__).parents[1] / "golden"


def log(*notices: Notice) -> list[Line]:
    """A log of lines "0.", "1.", …, each of an entry of its own."""
    return [Line(n, f"{n}.", notice) for n, notice in enumerate(notices)]


def entries(*notices: Notice) -> list[list[int]]:
    """How such a log is grouped, by the numbers of its entries."""
    return [[line.n for line in beat.lines] for beat in grouped(log(*notices))]


def one(*notices: Notice) -> Beat:
    """The one beat that such a log comes to."""
    (beat,) = grouped(log(*notices))
    return beat


def march(way: str, *who: str, spent: float = 0, **more: Any) -> Notice:
    return Notice(act="march", who=who, path=tuple(way.split()), spent=spent, **more)


def battle(at: str = "", *who: str, **more: Any) -> Notice:
    return Notice(act="battle", who=who, at=at, **more)


def fire(at: str = "", *who: str, **more: Any) -> Notice:
    return Notice(act="fire", who=who, at=at, **more)


def line(**more: Any) -> Notice:
    """A line that has no act."""
    return Notice(**more)


def act(name: str, **more: Any) -> Notice:
    return Notice(act=name, **more)


# -- marches ---------------------------------------------------------------------------


def test_a_march_is_one_beat_with_its_whole_way() -> None:
    beat = one(march("1243 1242", "137/35"), march("1242 1141", "137/35"))

    assert (beat.sort, beat.who, beat.path) == ("march", ("137/35",), ("1243", "1242", "1141"))
    assert (beat.begin, beat.end) == (0, 1)


def test_another_group_another_beat() -> None:
    first, second = march("1243 1242", "137/35"), march("1242 1141", "139/35")

    assert entries(first, second) == [[0], [1]]


def test_whoever_starts_elsewhere_has_begun_anew() -> None:
    assert entries(march("1243 1242", "137/35"), march("1340 1339", "137/35")) == [[0], [1]]


def test_a_march_onto_the_map_goes_on_from_the_hex_it_entered_at() -> None:
    assert one(march("1243", "137/35"), march("1243 1242", "137/35")).path == ("1243", "1242")


def test_two_unseen_marches_that_meet_stay_two() -> None:
    who = "1 Allied counter"
    first, on = march("1243 1242", who, spent=2), march("1242 1241", who, spent=3)
    another = march("1241 1240", who, spent=1)

    assert entries(first, on, another) == [[0, 1], [2]]
    assert entries(first, march("1242 1241", who, spent=2)) == [[0], [1]]


def test_of_an_untold_number_of_points_a_march_goes_on() -> None:
    assert entries(march("01 02", "HQ 506"), march("02 03", "HQ 506")) == [[0, 1]]


def test_what_happens_on_the_way_belongs_to_the_march() -> None:
    bridge = line(result="took the Varennes bridge")
    steps = march("1243 1242", "137/35", spent=2), march("1242 1141", "137/35", spent=3)
    beat = one(steps[0], bridge, steps[1])

    assert headline(beat) == "137/35: 1243 – 1242 – 1141, 3 MP spent; took the Varennes bridge"


def test_a_march_that_was_halted_is_over() -> None:
    first, second = march("1243 1242", "137/35"), march("1242 1141", "137/35")

    assert entries(first, act("over"), second) == [[0, 1], [2]]


def test_a_unit_that_turns_is_about_to_march_or_to_fight() -> None:
    turns = act("march", who=("I/304",))

    assert one(turns, march("14.10 13.10", "I/304")).path == ("14.10", "13.10")
    assert one(turns, battle("11.09", "I/304")).sort == "battle"
    assert entries(turns, march("14.10 13.10", "II/304")) == [[0], [1]]


def test_a_march_reads_from_who_and_way() -> None:
    group = march("1243 1242", "137/35", "139/35"), march("1242 1141", "137/35", "139/35")

    assert headline(one(*group)) == "137/35, 139/35: 1243 – 1242 – 1141"
    unseen = march("1042 1141", "2 Allied counters", spent=2.5)
    assert headline(one(unseen)) == "2 Allied counters: 1042 – 1141, 2½ MP spent"


def test_a_march_without_a_way_reads_as_its_line() -> None:
    assert headline(one(march("1243", "137/35"))) == "0."
    assert headline(one(act("march", who=("I/304",)))) == "0."


@pytest.mark.parametrize(
    ("spent", "words"), [(1, "1"), (0.5, "½"), (0.25, "¼"), (13.75, "13¾"), (0, "0")]
)
def test_points_are_written_as_fractions(spent: float, words: str) -> None:
    assert points(spent) == words


# -- battles ---------------------------------------------------------------------------


def test_bombardment_assault_losses_and_advance_are_one_battle() -> None:
    told = (
        battle("1242", "137/35"),
        fire("1242"),
        fire(result="the fire took one step"),
        battle("1242", result="3:1 = 1/2"),
        line(),
        line(path=("1243", "1242"), result="1242 taken"),
    )
    beat = one(*told)

    assert (beat.sort, beat.at, beat.who) == ("battle", "1242", ("137/35",))
    assert beat.path == ()
    assert headline(beat) == "0: the fire took one step; 3:1 = 1/2; 1242 taken."


def test_another_target_or_another_attacker_is_another_battle() -> None:
    first = battle("1242", "137/35")

    assert entries(first, battle("1241", "137/35")) == [[0], [1]]
    assert entries(first, battle("1242", "139/35")) == [[0], [1]]
    assert entries(first, fire("1241")) == [[0], [1]]


def test_a_battle_on_the_way_is_a_beat_and_the_march_after_it_another() -> None:
    first, second = march("1244 1243", "137/35"), march("1242 1141", "137/35")

    assert entries(first, battle("1242", "137/35"), line(), second) == [[0], [1, 2], [3]]


def test_reactions_and_reasons_belong_to_an_open_battle_alone() -> None:
    fight, reacts, why = battle("0906", "Peiper"), act("reaction"), act("why")

    assert entries(fight, why, reacts, line()) == [[0, 1, 2, 3]]
    assert entries(fight, act("over"), reacts) == [[0, 1], [2]]
    assert entries(fight, act("over"), why, line()) == [[0, 1], [2, 3]]
    assert entries(march("0804 0805", "Peiper"), reacts) == [[0], [1]]


def test_the_head_says_the_short_line_and_each_result_once() -> None:
    first = battle("1242", "137/35", brief="Attack on 1242.")
    loss = line(result="a step lost")

    assert headline(one(first, loss, loss)) == "Attack on 1242: a step lost."
    said = battle("1242", "137/35", brief="Attack: 3:1.")
    assert headline(one(said, loss)) == "Attack: 3:1; a step lost."
    assert headline(one(said, line(result="3:1"))) == "Attack: 3:1."


# -- reasons ---------------------------------------------------------------------------


def test_a_reason_goes_to_the_head_of_what_comes_of_it() -> None:
    why, moved = act("why"), march("2207 2208", "CCA/9A")
    beats = grouped(log(act("card"), why, why, moved))

    assert [[line.n for line in beat.lines] for beat in beats] == [[0], [1, 2, 3]]
    assert headline(beats[1]) == "CCA/9A: 2207 – 2208"


def test_a_reason_waits_for_a_single_line_too() -> None:
    beats = grouped(log(act("why"), line(), act("card")))

    assert [(beat.sort, beat.begin) for beat in beats] == [("event", 0), ("card", 2)]
    assert headline(beats[0]) == "1."


def test_a_reason_nothing_came_of_is_a_beat() -> None:
    beats = grouped(log(act("why"), line(heading=PHASE)))

    assert [beat.sort for beat in beats] == ["why", "heading"]
    assert headline(beats[0]) == "0."


# -- headings, single lines, numbers ---------------------------------------------------


def test_a_heading_stands_alone_and_ends_what_is_open() -> None:
    heading = line(heading=TURN)

    assert entries(march("01 02", "A"), heading, march("02 03", "A")) == [[0], [1], [2]]
    assert entries(heading, heading) == [[0], [1]]
    assert [beat.sort for beat in grouped(log(heading, line()))] == ["heading", "event"]


def test_lines_without_an_act_join_what_is_open() -> None:
    assert entries(act("card"), line(), line()) == [[0, 1, 2]]
    assert one(line(), line()).sort == "event"


def test_minor_lines_and_ends_never_begin_a_beat() -> None:
    heading, minor = line(heading=PHASE), line(minor=True)

    assert entries(heading, minor, act("over")) == [[0, 1, 2]]
    assert entries(march("01 02", "A"), minor, march("02 03", "A")) == [[0, 1, 2]]
    assert entries(minor, act("card")) == [[0], [1]]


def test_several_alike_are_one_line_with_a_number() -> None:
    drew = act("card", many="The German side drew {} cards.")
    other = act("card", many="The German side discarded {} cards.")
    beats = grouped(log(*[drew] * 6, other, drew))

    assert [len(beat.lines) for beat in beats] == [6, 1, 1]
    assert headline(beats[0]) == "The German side drew six cards."
    assert headline(beats[1]) == "6."
    ways = act("arrival", many="{} Allied units set up.")
    assert headline(one(ways, ways)) == "Two Allied units set up."


def test_what_the_same_one_does_next_is_one_event() -> None:
    tired, second = act("event", who=("HQ 506",)), act("event", who=("HQ 506",))

    assert entries(tired, second) == [[0, 1]]
    assert entries(tired, act("event", who=("HQ 2PZ",))) == [[0], [1]]
    assert entries(tired, act("card", who=("HQ 506",))) == [[0], [1]]
    assert entries(act("event"), act("event")) == [[0], [1]]


# -- games -----------------------------------------------------------------------------

FILES = {path.stem: key for key in library.titles() for path in golden.golden_files(GAMES / key)}
games = pytest.mark.parametrize("name", FILES)


@cache
def game(name: str) -> Any:
    """A golden game, played again."""
    title = library.title(FILES[name])
    told = golden.read(title, GAMES / FILES[name] / f"{name}.jsonl")
    match: Any = Match(title, told.header)
    for entry in told.entries:
        match.play(entry.seat, entry.action, settle=False)
    return match


def lines(name: str, reader: Any) -> list[Line]:
    match = game(name)
    return [
        told for n in range(len(match.entries)) for told in lines_of(match.title, match, n, reader)
    ]


def readers(name: str) -> list[Any]:
    return [None, *game(name).title.SEATS]


@games
def test_every_line_of_a_game_is_in_exactly_one_beat_in_its_order(name: str) -> None:
    for reader in readers(name):
        told = lines(name, reader)
        beats = grouped(told)

        assert [line for beat in beats for line in beat.lines] == told
        assert all(headline(beat) for beat in beats)
        assert not [beat for beat in beats if "{}" in headline(beat)]


@games
def test_a_game_is_grouped_as_it_grows_as_it_is_grouped_in_one_go(name: str) -> None:
    for reader in readers(name):
        told, grown = lines(name, reader), list[Beat]()
        for n, line in enumerate(told):
            before = list(grown)
            began = add(grown, line)
            assert len(grown) == len(before) + began
            assert grown[: len(before) - (not began)] == before[: len(before) - (not began)]
            if n % 97 == 0:
                assert grown == grouped(told[: n + 1])
        assert grown == grouped(told)


ACTS = {"", "march", "battle", "fire", "card", "reaction", "arrival", "event", "why", "over"}


@games
def test_notices_speak_of_hexes_of_the_map_and_of_known_acts(name: str) -> None:
    match = game(name)
    hexes = {art.label for art in match.title.scene(match.view(None)).board.hexes}
    for told in (line.notice for reader in readers(name) for line in lines(name, reader)):
        assert told.act in ACTS
        assert hexes.issuperset(told.path), told
        assert told.at in {"", *hexes}, told
        assert told.act != "march" or told.who, told
        assert told.many.count("{}") == bool(told.many), told
        assert not told.result.endswith("."), told


@pytest.mark.parametrize("key", library.titles())
def test_at_most_a_third_of_a_titles_beats_are_single_lines(key: str) -> None:
    sorts: Counter[str] = Counter()
    for name in (name for name in FILES if FILES[name] == key):
        for reader in readers(name):
            sorts.update(beat.sort for beat in grouped(lines(name, reader)))

    assert {"march", "heading", "event"} <= sorts.keys()
    without_headings = sorts.total() - sorts["heading"]
    assert sorts["event"] * 3 <= without_headings, sorts
    assert sorts["why"] * 20 <= without_headings, sorts


def test_what_was_taken_back_is_in_no_beat() -> None:
    lb = library.title("lost_battalion")
    match: Any = Match.new(lb, "learning", seed="7")
    for seat in lb.SEATS[::-1]:
        match.play(seat, *lb.parse(match.state, seat, "done"))
    for text in ("137/35", "march 1244"):
        match.play("us", *lb.parse(match.state, "us", text))
    there = len(match.entries)
    match.play("us", *lb.parse(match.state, "us", "march 1245"))
    match.undo("us")
    match.play("us", *lb.parse(match.state, "us", "march 1345"))

    assert isinstance(match.entries[there + 1].action, Undo)
    assert headline(beats_of(lb, match, None)[-1]).startswith(
        "1 Allied counter: 1243 – 1244 – 1345"
    )
    assert "1245" in headline(beats_of(lb, match, None, there + 1)[-1])
