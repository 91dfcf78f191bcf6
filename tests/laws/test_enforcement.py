"""A rule is carried out where it is cited: none of the seeds' rests on display alone."""

from __future__ import annotations

import pytest

from grognard import library
from grognard.terminal.tables import ledger_of
from grognard.trial.ledger import DRAWN, ENFORCED

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
