"""A first game of each title against the planner, which says why it does what it does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from browser.bcs import dice
from browser.desk import WHOLE_TURN, Desk, Served
from browser.test_bcs import ACT, go_on, orders, quietly
from playwright.sync_api import Locator, expect

Sit = Callable[..., Desk]
REASONS = "Bots say why they do something, as far as nothing hidden is told"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """With dice by which a first order around Noville does not go astray."""
    served = Served(tmp_path_factory.mktemp("served") / "table.db", f"--dice={dice()}")
    yield served
    served.kill()


def against_the_planner(desk: Desk, card: str, scenario: str, me: str, bot: str) -> None:
    """Begins a match in the lobby: this seat here, the planner at the other, which explains."""
    desk.lobby()
    form = desk.page.get_by_role("form", name=card, exact=True)
    form.get_by_text(scenario, exact=True).click()
    seat(form, me, "Me, here")
    seat(form, bot, "planner")
    form.get_by_role("checkbox", name=REASONS).check()
    form.get_by_role("button", name="Start", exact=True).click()
    desk.live()


def seat(form: Locator, name: str, who: str) -> None:
    form.get_by_role("group", name=name, exact=True).get_by_text(who).click()


def reasons(desk: Desk) -> Locator:
    """Sentences of the planner, each under a line of the log."""
    return desk.log.locator("li.act + li.why")


def explained(desk: Desk, bot: str, me: str) -> None:
    """What the planner did has a reason under it; what I did has none."""
    expect(reasons(desk)).not_to_have_count(0)
    expect(reasons(desk).last).to_have_text(re.compile(r"\w \w"))
    whose = desk.page.get_by_label("Whose acts")
    whose.select_option(bot)
    expect(reasons(desk)).not_to_have_count(0)
    expect(reasons(desk).first).to_be_visible()  # no more: while the planner goes on, lines move
    whose.select_option(me)
    expect(desk.log.locator("li.act")).not_to_have_count(0)
    expect(reasons(desk)).to_have_count(0)


def test_days_at_montfaucon_against_the_planner(sit: Sit) -> None:
    desk = sit()
    against_the_planner(desk, "The Lost Battalion", "First days at Montfaucon", "US", "German")
    desk.prompted("see to arrivals")
    desk.press("End the arrivals")
    desk.take("137/35")
    desk.hex("1244")
    desk.prompted("from 1244")
    desk.press("Halt")
    for now in (
        "choose a unit to move",
        "end the Combat Phase",
        "end the Artillery Movement Phase",
    ):
        desk.prompted(now)
        desk.press("End the")
    desk.prompted("Allied player, turn 2", timeout=WHOLE_TURN)
    expect(desk.log).to_contain_text("German Movement Phase began")
    explained(desk, "German", "Allied")


def test_three_days_in_the_ardennes_against_the_planner(sit: Sit) -> None:
    desk = sit(viewport={"width": 1440, "height": 900})
    card = "Enemy Action: Ardennes: two players"
    against_the_planner(desk, card, "Breakthrough", "German", "Allied")
    quietly(desk)
    desk.prompted("German player, 16 December: play engineers")
    desk.press("Go on to the impulses")
    for impulse in ("German impulse 1", "German impulse 2", "German impulse 3"):
        expect(desk.log).to_contain_text(impulse, timeout=WHOLE_TURN)
        passed(desk)
    answer = desk.log.locator('li.head:has-text("Allied impulse 4") ~ li.why')
    expect(answer).not_to_have_count(0, timeout=WHOLE_TURN)
    explained(desk, "Allied", "German")


def passed(desk: Desk) -> None:
    """By a click on a card, and on the last thing it is good for."""
    desk.prompted("play one card, or pass by discarding one")
    desk.ready()
    desk.page.locator(".hands .card-face.can").first.click()
    desk.page.get_by_role("dialog").get_by_role("button", name="Discard card").click()


def test_a_lesson_around_noville_against_the_planner(sit: Sit) -> None:
    desk = sit(viewport={"width": 1440, "height": 900})
    card = "Battalion Combat Series"
    against_the_planner(desk, card, "Noville: the first lesson", "German", "American")
    quietly(desk)
    orders(desk)
    desk.take("II/3Pz")
    desk.hex("13.10")
    expect(desk.log).to_contain_text("14.10 → 13.10")
    desk.press("Halt here")
    desk.prompted(ACT)
    go_on(desk, "End the Activation")
    desk.press("No Second Activation")
    expect(reasons(desk)).not_to_have_count(0, timeout=WHOLE_TURN)
    explained(desk, "American", "German")
