"""The counts of the census are the counts on file."""

from __future__ import annotations

import json

import pytest
from laws.census import SUBJECTS, count

from grognard import library

CASES = [(key, scenario) for key, subject in SUBJECTS.items() for scenario in subject.scenarios]


@pytest.mark.parametrize(("key", "scenario"), CASES)
def test_the_menus_are_as_they_were_counted(key: str, scenario: str) -> None:
    subject = SUBJECTS[key]
    on_file = json.loads(subject.file.read_text(encoding="utf-8"))[scenario]
    counted = count(subject, scenario)

    # The first that differs is the one to read: the game goes another way from there.
    for position, kinds in on_file.items():
        assert counted.get(position) == kinds, f"{scenario}, {position}"
    assert counted == on_file


def test_every_title_is_counted() -> None:
    assert list(SUBJECTS) == sorted(library.titles(), key=list(SUBJECTS).index)
