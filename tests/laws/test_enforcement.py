"""A rule is carried out where it is cited: none of the seeds' rests on display alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import grognard
from grognard import library
from grognard.terminal.tables import ledger_of
from grognard.trial.ledger import DRAWN, ENFORCED

TITLES = Path(grognard.__file__).parent / "titles"

# Rules about the picture and nothing else: what they say is done when it is drawn.
OF_THE_PICTURE = {
    "lost_battalion": {
        "LB-14.11",  # the colours of Austro-Hungarian counters
        "LB-14.15b",  # north is up
    },
}


@pytest.mark.parametrize("key", library.titles())
def test_no_rule_rests_on_display_alone(key: str) -> None:
    assert ledger_of(library.title(key)).unenforced == ()


@pytest.mark.parametrize("key", library.titles())
def test_only_rules_of_the_picture_rest_on_being_drawn(key: str) -> None:
    kinds = {
        line.id: {place.kind for place in line.code} for line in ledger_of(library.title(key)).lines
    }

    drawn = {rule for rule, of in kinds.items() if DRAWN in of and ENFORCED not in of}
    assert drawn == OF_THE_PICTURE.get(key, set())


@pytest.mark.parametrize("key", library.titles())
def test_every_rule_that_a_title_names_is_in_its_rulebook(key: str) -> None:
    rules, home = library.title(key).rules().keys(), TITLES / key
    prefix = min(rules).partition("-")[0]
    named = {
        (place.name, rule)
        for place in (*home.rglob("*.py"), home / "rulings.md")
        for rule in re.findall(rf"\b{prefix}-\w+(?:\.\w+)*", place.read_text(encoding="utf-8"))
    }

    # A name may stand for all that begins with it: 7.5 for 7.5.a and those after it.
    assert {(place, rule) for place, rule in named if not any(map(begins(rule), rules))} == set()


def begins(head: str) -> Callable[[str], bool]:
    return lambda rule: rule.startswith(head)
