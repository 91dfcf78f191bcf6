"""The counts of the census are the counts on file."""

from __future__ import annotations

import json

import pytest
from laws.census import FILE, count

ON_FILE = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("scenario", ON_FILE)
def test_the_menus_are_as_they_were_counted(scenario: str) -> None:
    counted = count(scenario)

    # The first that differs is the one to read: the game goes another way from there.
    for position, kinds in ON_FILE[scenario].items():
        assert counted.get(position) == kinds, f"{scenario}, {position}"
    assert counted == ON_FILE[scenario]
