"""A first day of the German solitaire game, played by clicks; and what is drawn for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser.ardennes import UNITS, dice
from browser.desk import WHOLE_TURN, Desk, Served
from browser.test_page import barriers
from playwright.sync_api import Locator, expect

Sit = Callable[..., Desk]

PLAY = "play a card"
ATTACK = "end the activation"
NEXT_DAY = re.compile(r"17 December, \w+ sky")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("served") / "table.db", f"--dice={dice()}")
    yield served
    served.kill()


@pytest.fixture
def morning(sit: Sit, served: Served) -> Desk:
    """The German player on 16 December, with all cards."""
    asked = {"title": "ardennes", "scenario": "gs-3", "seats": {"german": "human"}}
    begun: dict[str, Any] = served.client.post("/api/matches", json=asked).json()
    desk = sit(viewport={"width": 1440, "height": 900}).match(begun, "german")
    desk.prompted("play engineers")
    return desk


@pytest.fixture
def desk(morning: Desk) -> Desk:
    """The first impulse, the engineers seen to."""
    morning.press("Go on")
    morning.prompted(PLAY)
    return morning


def card(desk: Desk, number: int) -> Locator:
    return desk.page.locator(f'.hands [data-card="card:{number}"]')


def choose(desk: Desk, number: int, words: str) -> None:
    """Clicks a card and, in the list of what it can be played for, one thing."""
    desk.ready()
    card(desk, number).click()
    desk.page.get_by_role("dialog").get_by_role("button", name=words).click()


def agree(desk: Desk, words: str) -> None:
    """Presses the button under the odds."""
    desk.odds.get_by_role("button", name=words).click()


def deed(desk: Desk, act: Callable[[], None]) -> None:
    """Does something that goes into the log, and waits until it is drawn."""
    desk.ready()
    app = desk.page.locator("#app")
    before = app.get_attribute("data-at") or ""
    act()
    expect(app).not_to_have_attribute("data-at", before, timeout=WHOLE_TURN)
    desk.ready()


# -- a whole day --------------------------------------------------------------------------


def test_the_first_day_is_played_by_clicks(desk: Desk) -> None:
    choose(desk, 13, "Activate LVIII with card 13")
    desk.prompted("move the units activated by LVIII Corps (6 not yet moved)")
    desk.press("Go on to attacks")
    desk.prompted(ATTACK)
    attack(desk)
    settle(desk)
    desk.press("End the activation")
    desk.prompted("Command Values used")
    desk.press("End the impulse")
    desk.prompted("discard cards")
    allied_impulse(desk)
    impulses = rest_of_the_day(desk)
    assert 2 <= impulses < 20
    expect(desk.log).to_contain_text("German victory points")
    desk.prompted("German player, 17 December")
    traced(desk)


def attack(desk: Desk) -> None:
    """Two stacks and a tactic against one regiment; chits one by one."""
    desk.hex("1309")
    expect(desk.odds).to_contain_text("hits")
    agree(desk, "Attack 1309")
    for unit in UNITS:
        commit(desk, unit)
    desk.press("Launch the attack")
    agree(desk, "Launch the attack")
    desk.prompted("combat tactic")
    desk.ready()
    card(desk, 15).hover()
    expect(desk.page.locator(".card-read .what-if")).to_contain_text("on average")
    card(desk, 15).click()
    agree(desk, "Use Panzer Battalion with card 15")
    expect(card(desk, 15)).to_have_count(0)
    desk.press("No further tactic")
    desk.prompted("how many chits")
    desk.ready()
    chits = re.findall(r"Draw (\d+) chits", " ".join(desk.buttons.all_inner_texts()))
    desk.press(f"Draw {chits[-1]} chits")
    agree(desk, f"Draw {chits[-1]} chits")
    drawn = desk.page.get_by_role("region", name="Just drawn")
    expect(drawn.locator(".card-face", has_text="chit")).to_have_count(int(chits[-1]))


def commit(desk: Desk, unit: str) -> None:
    """A click on a counter, or on the stack it lies in and then on it."""
    at = desk.piece(unit)
    expect(at).to_have_class(re.compile(r"\blit\b"))
    deed(desk, lambda: at.click(position={"x": 6, "y": 4}, force=True))
    desk.prompted(unit)


def settle(desk: Desk) -> None:
    """Whatever the combat still asks: steps are lost, nobody advances."""
    for _ in range(12):
        words = desk.sentence.inner_text()
        if ATTACK in words:
            return
        if "hit" in words or "pays" in words:
            deed(desk, lambda: desk.page.locator(".live .piece.lit").last.click())
        else:
            deed(desk, lambda: desk.buttons.first.click())
    pytest.fail("the combat never ended")


def allied_impulse(desk: Desk) -> None:
    """What the other side did is marked in the log and on the map, and can be watched."""
    deed(desk, lambda: desk.page.locator(".hands .card-face.can").first.click())
    deed(desk, lambda: desk.button("Go on").click())
    desk.prompted(PLAY)
    expect(desk.log.locator(".head.fresh")).to_contain_text("Allied impulse 1")
    expect(desk.log.locator(".act.fresh")).not_to_have_count(0)
    expect(desk.toast).to_contain_text("The other side has acted")
    expect(desk.log.locator(".head.fresh")).to_be_in_viewport()


def traced(desk: Desk) -> None:
    """Each decision is one line; open, it says why, and its hexes are lit as long."""
    marked = desk.page.locator(".over .marked")
    desk.page.get_by_label("What kind of act").select_option("allied system")
    folds = desk.log.locator(".how")
    expect(folds).not_to_have_count(0)
    for n in range(folds.count()):
        expect(folds.nth(n)).to_have_attribute("aria-expanded", "false")
        folds.nth(n).click()
        if marked.count():
            break
        folds.nth(n).click()
    expect(marked).not_to_have_count(0)
    expect(desk.log.locator(".sums:visible")).to_contain_text("EA-")
    desk.log.locator(".how[aria-expanded=true]").click()
    expect(marked).to_have_count(0)


def rest_of_the_day(desk: Desk) -> int:
    """Impulse after impulse without a card played; how many there were."""
    for n in range(20):
        if NEXT_DAY.search(desk.log.inner_text()):
            return n
        if PLAY in desk.sentence.inner_text():
            deed(desk, lambda: desk.button("End the impulse").click())
        if "discard at least one" in desk.sentence.inner_text():
            deed(desk, lambda: desk.page.locator(".hands .card-face.can").first.click())
        deed(desk, lambda: desk.buttons.first.click())
    pytest.fail("the day never ended")


# -- moving ---------------------------------------------------------------------------------


def test_a_far_hex_is_walked_to_and_another_kind_of_move_is_a_click_away(desk: Desk) -> None:
    choose(desk, 13, "Activate LVIII with card 13")
    desk.take("16/116P/LVIII")
    expect(desk.page.locator(".legend")).to_contain_text("Reach of 16/116P/LVIII")
    desk.hex("1405")
    desk.prompted("from 1405")
    desk.press("Halt here")
    desk.prompted("5 not yet moved")
    desk.take("StuG/LVIII")
    desk.press("Instead: rush StuG/LVIII")
    desk.prompted("strategically, along the road")
    desk.hex("1306")
    desk.prompted("from 1306")
    desk.press("Halt here")
    desk.press("Go on to attacks")
    desk.prompted(ATTACK)


# -- cards --------------------------------------------------------------------------------


def test_a_card_is_played_by_key_and_by_drag(desk: Desk) -> None:
    can = desk.page.locator(".hands .card-face.can")
    desk.key("y")
    expect(can.first).to_be_focused()
    expect(desk.page.locator(".card-read")).to_contain_text("Tactic: ")
    for _ in range(can.count()):
        if card(desk, 13).evaluate("el => el === document.activeElement"):
            break
        desk.key("ArrowRight")
    expect(card(desk, 13)).to_be_focused()
    desk.key("Enter")
    first = desk.page.get_by_role("dialog").get_by_role("button").first
    expect(first).to_have_text("Activate LVIII with card 13")
    expect(first).to_be_focused()
    desk.key("Enter")
    desk.prompted("activated by LVIII Corps")
    expect(card(desk, 13)).to_have_count(0)
    desk.key("u")
    desk.prompted(PLAY)

    dragged(desk, card(desk, 15))
    expect(desk.page.get_by_role("dialog")).to_contain_text("Form a Kampfgruppe")


def dragged(desk: Desk, what: Locator) -> None:
    """Onto the middle of the map."""
    desk.ready()
    at, field = what.bounding_box(), desk.page.locator(".map").bounding_box()
    assert at
    assert field
    desk.page.mouse.move(at["x"] + 30, at["y"] + 30)
    desk.page.mouse.down()
    desk.page.mouse.move(at["x"] + 60, at["y"] - 40)
    desk.page.mouse.move(field["x"] + field["width"] / 2, field["y"] + field["height"] / 2)
    desk.page.mouse.up()


def test_a_unit_clicked_does_not_spend_a_card_unasked(desk: Desk) -> None:
    desk.piece("StuG/LVIII").click()
    tray = desk.page.locator(".tray")
    tray.get_by_role("button", name="activate StuG/LVIII alone with card 15").click()
    desk.prompted("activated by 116P (1 not yet moved)")


def test_a_river_is_pointed_at_from_either_bank(morning: Desk) -> None:
    morning.ready()
    morning.page.locator(".hands .card-face.can").first.click()
    morning.prompted("say what Bridge Engineers is aimed at")
    expect(morning.page.locator(".lights .lit-side")).not_to_have_count(0)
    morning.hex("0903")
    tray = morning.page.locator(".tray")
    tray.get_by_role("button", name="aim at 0803/0903", exact=True).click()
    expect(morning.log).to_contain_text("built a bridge at 0803/0903")
    morning.prompted("play engineers")


# -- answers on the map ---------------------------------------------------------------------


def test_what_it_would_do_is_asked_by_key_and_by_click(desk: Desk) -> None:
    legend = desk.page.locator(".legend")
    desk.page.mouse.move(*desk.centre("1309"))
    desk.key("w")
    expect(legend).to_contain_text("What would it do in 1309?")
    expect(legend).to_contain_text("A hit is held on")
    expect(legend.get_by_role("button", name="EA-CR.g").first).to_be_visible()
    legend.get_by_role("button", name="Clear the overlay").click()
    expect(legend).to_be_hidden()

    for name, words in OVERLAYS.items():
        desk.page.locator(".layers summary").click()
        desk.page.locator(".layers").get_by_role("button", name=name, exact=True).click()
        expect(legend).to_contain_text(words)
    desk.page.mouse.move(*desk.centre("1610"))
    desk.page.locator(".layers summary").click()
    desk.page.locator(".layers").get_by_role("button", name="What would it do?").click()
    expect(legend).to_contain_text("What would it do in 1610?")


OVERLAYS = {
    "Supply": "Supply of 1309",
    "Communication": "Allied communication",
    "Zones of control": "German zone of control",
    "Positions and Hold Values": "Hold Value",
    "Boundaries": "VIII Corps",
    "Danger of surround": "danger",
    "Control": "towns and cities",
    "Stacking": "room for",
}


# -- for everybody ------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_grave_barriers_at_a_table_with_cards(desk: Desk, scheme: str) -> None:
    desk.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    card(desk, 13).click()
    assert barriers(desk, within="dialog") == []
    desk.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    desk.page.locator(".layers summary").click()
    desk.page.locator(".layers").get_by_role("button", name="Control", exact=True).click()
    expect(desk.page.locator(".legend")).to_be_visible()
    desk.page.locator(".layers summary").click()
    assert barriers(desk) == []
    for tab in ("Facts", "Charts"):
        desk.page.get_by_role("tab", name=tab).click()
        desk.ready()
        assert barriers(desk, within="[role=tabpanel]:not([hidden])") == [], tab
