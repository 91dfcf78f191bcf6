"""Guided games: played to the end, true to rules and places, and strict about their path."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard import library
from grognard.book.flaws import DataFlaw
from grognard.bots import by_name
from grognard.library import AnyTitle
from grognard.match import AnyMatch, Guide, Match, OffTheLesson
from grognard.waist.lesson import Lesson, read_lesson
from grognard.waist.title import seats_of

LESSONS = [(key, lesson) for key in library.titles() for lesson in library.title(key).lessons()]
NAMES = [f"{key}-{lesson.key}" for key, lesson in LESSONS]
LONGEST = 120  # decisions of the player


def begin(title: AnyTitle, lesson: Lesson) -> AnyMatch:
    return Match.new(title, lesson.scenario, {}, lesson.seed)


def others_play(title: AnyTitle, match: AnyMatch, lesson: Lesson) -> None:
    while (deciders := match.deciders()) and lesson.seat not in deciders:
        seat = deciders[0]
        rng = Random(f"{lesson.seed}/{seat}/{len(match.entries)}")
        bot = by_name(lesson.bots[seat], title)
        match.play(seat, bot.choose(match.view(seat), match.offers(seat), rng))


def obedient(title: AnyTitle, guide: Guide, match: AnyMatch) -> Any:
    """Who does the first that the step names; where it names nothing, ends whatever goes on."""
    step = guide.step(match)
    assert step is not None, "the lesson is over"
    offers = match.offers(guide.lesson.seat)
    if step.allow:
        return guide.fitting(step, offers)[0]
    ending = ("done", "decline", "halt", "end the step")
    return next((o for o in offers if title.describe(o) in ending), offers[0])


@pytest.mark.parametrize(("key", "lesson"), LESSONS, ids=NAMES)
def test_whoever_does_as_he_is_told_comes_to_the_end(key: str, lesson: Lesson) -> None:
    title = library.title(key)
    match, guide, seen = begin(title, lesson), Guide(title, lesson), [0]
    others_play(title, match, lesson)
    for _ in range(LONGEST):
        if (step := guide.step(match)) is None:
            break
        offers = match.offers(lesson.seat)
        called = [guide.is_called(o, words) for o in offers for words in step.allow]
        assert any(called) or not step.allow, f"{step.key}: none of {step.allow} is offered"
        match.play(lesson.seat, obedient(title, guide, match))
        others_play(title, match, lesson)
        seen.append(guide.at(match))
    assert sorted(set(seen)) == list(range(len(lesson.steps) + 1))
    assert seen == sorted(seen), "the steps came one after the other"


@pytest.mark.parametrize(("key", "lesson"), LESSONS, ids=NAMES)
def test_all_that_a_lesson_names_is_there(key: str, lesson: Lesson) -> None:
    title = library.title(key)
    scene = title.scene(begin(title, lesson).view(lesson.seat))
    there = {cell.label for cell in scene.board.hexes} | {piece.id for piece in scene.pieces}
    seats = set(seats_of(title, lesson.scenario))
    assert set(lesson.bots) == seats - {lesson.seat}
    for step in lesson.steps:
        assert not step.rule or step.rule in title.rules(), step.key
        assert set(step.lit) <= there, step.key


@pytest.mark.parametrize(("key", "lesson"), LESSONS, ids=NAMES)
def test_off_the_path_the_lesson_says_so_and_nothing_is_played(key: str, lesson: Lesson) -> None:
    title = library.title(key)
    match, guide, stopped = begin(title, lesson), Guide(title, lesson), 0
    others_play(title, match, lesson)
    for _ in range(LONGEST):
        if (step := guide.step(match)) is None:
            break
        offers = match.offers(lesson.seat)
        astray = [offer for offer in offers if offer not in guide.fitting(step, offers)]
        for offer in astray[:1]:
            with pytest.raises(OffTheLesson, match=r"\w"):
                guide.check(match, lesson.seat, offer)
            stopped += 1
        guide.check(match, lesson.seat, obedient(title, guide, match))
        match.play(lesson.seat, obedient(title, guide, match))
        others_play(title, match, lesson)
    assert stopped > 3, "hardly any step keeps to a path"


def test_what_is_taken_back_is_to_be_done_again() -> None:
    title = library.title("lost_battalion")
    lesson = title.lessons()[0]
    match, guide = begin(title, lesson), Guide(title, lesson)
    others_play(title, match, lesson)
    for _ in range(2):
        match.play(lesson.seat, obedient(title, guide, match))
    assert guide.at(match) == 2
    match.undo(lesson.seat)
    assert guide.at(match) == 1


BROKEN = {
    "two keys alike": ('key = "take"', 'key = "arrivals"', "two steps have the key 'arrivals'"),
    "a word misspelt": ("\ngoal = ", "\ngaol = ", "gaol|lacks the key goal"),
    "no brief": ("[brief]", "[briefing]", "brief"),
    "a sentence too long": ('say = "A turn', f'say = "{"long " * 60}A turn', "say"),
    "a number for a word": ('seed = "1918"', "seed = 1918", "seed"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_lesson_is_one_sentence_with_file_and_line(fault: str, tmp_path: Path) -> None:
    old, new, said = BROKEN[fault]
    data = Path(library.title("lost_battalion").__file__ or "").parent / "lessons"
    text = (data / "first.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "first.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataFlaw, match=said) as caught:
        read_lesson(path)
    assert str(caught.value).startswith("first.toml")
    assert "\n" not in str(caught.value)
