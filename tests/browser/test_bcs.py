"""The first turn of the lesson around Noville, both seats played by clicks; and what is drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser.bcs import dice
from browser.desk import WHOLE_TURN, Desk, Served
from browser.test_page import barriers
from playwright.sync_api import Locator, expect

Sit = Callable[..., Desk]

ACT = "act with a unit, HQ or Trains"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("served") / "table.db", f"--dice={dice()}")
    yield served
    served.kill()


def begin(served: Served, **seats: str) -> dict[str, Any]:
    asked = {"title": "bcs", "scenario": "lesson", "seats": seats}
    begun: dict[str, Any] = served.client.post("/api/matches", json=asked).json()
    return begun


@pytest.fixture
def desk(sit: Sit, served: Served) -> Desk:
    """One person with both seats; the German one is asked first."""
    begun = begin(served, american="human", german="human")
    desk = sit(viewport={"width": 1440, "height": 900})
    desk.match(begun, "american").match(begun, "german")
    desk.prompted("German player, turn 1: choose a formation")
    return desk


# -- what is done -----------------------------------------------------------------------------


def legend(desk: Desk) -> Locator:
    return desk.page.locator(".legend")


def rolled(desk: Desk) -> Locator:
    return desk.page.get_by_role("region", name="Just rolled")


def sure(desk: Desk, words: str) -> None:
    """Looks at what a button would come to, and does it."""
    desk.ready()
    desk.page.mouse.move(1, 1)
    desk.button(words).first.hover()
    agree(desk, words)


def aim(desk: Desk, label: str, words: str) -> None:
    """Points at a hex till the odds are there: a click while they come might mean either."""
    desk.ready()
    desk.page.mouse.move(1, 1)
    desk.page.mouse.move(*desk.centre(label))
    expect(desk.odds.get_by_role("heading", name=words)).to_be_visible()


def agree(desk: Desk, words: str) -> None:
    """Presses the button under the odds."""
    expect(desk.odds.get_by_role("heading", name=words)).to_be_visible()
    desk.odds.get_by_role("button", name=words).click()


def quietly(desk: Desk) -> None:
    """Without the notes of a first game."""
    desk.page.get_by_role("button", name="Show no more notes").click()


def activate(desk: Desk, key: str) -> None:
    """Clicks an HQ and declares no Prepared Defense; the dice say what the formation may do."""
    desk.ready()
    desk.piece(f"HQ {key}").click()
    desk.prompted(f"declare Prepared Defense for {key}")
    desk.press("Leave it as it is")
    expect(desk.log).to_contain_text(f"SNAFU of {key}")


def orders(desk: Desk) -> None:
    """The German formation is active, its OBJ markers in and beside Noville."""
    activate(desk, "2PZ")
    for place in ("11.09", "10.10"):
        desk.prompted("put OBJ markers of 2PZ")
        desk.hex(place)
        expect(desk.log).to_contain_text(f"2PZ put an OBJ marker on {place}")
    desk.prompted(ACT)


# -- a whole turn -----------------------------------------------------------------------------


def test_a_first_turn_is_played_by_clicks(desk: Desk) -> None:
    quietly(desk)
    looked_before(desk)
    orders(desk)
    march(desk)
    engage(desk)
    attack(desk)
    rear(desk)
    rest(desk)
    american_turn(desk)
    expect(desk.log).to_contain_text("Turn 2, 20 Dec 1944", timeout=WHOLE_TURN)
    desk.prompted("turn 2")


def looked_before(desk: Desk) -> None:
    """The chances of a SNAFU roll are there before anything is decided."""
    desk.piece("HQ 2PZ").hover()
    expect(desk.odds).to_contain_text("Optimal Distance")
    for result in ("Fail", "Partial", "Full"):
        expect(desk.odds.get_by_role("rowheader", name=result)).to_be_visible()


def march(desk: Desk) -> None:
    """Turned over, and along the road to the far end in one click; a farther hex says why not."""
    desk.take("II/3Pz")
    desk.prompted("14 MP left")
    taken(desk)
    desk.press("Turn the counter over")
    desk.prompted("7 MP left")
    expect(legend(desk)).to_contain_text("Reach of II/3Pz: 7 Tac")
    desk.hex("20.08")
    expect(desk.toast).to_contain_text("20.08: not now")
    expect(desk.toast.locator(".link.rule").first).to_have_text(re.compile(r"^BCS-"))
    desk.hex("12.09")
    desk.prompted("which had to STOP")
    for step in ("14.10 → 13.10", "13.10 → 12.10", "12.10 → 12.09"):
        expect(desk.log).to_contain_text(step)
    expect(desk.stack("12.09").locator('[data-piece="II/3Pz"]')).to_be_visible()
    expect(desk.page.locator(".buttons .barred", has_text="Halt here")).to_be_visible()


def taken(desk: Desk) -> None:
    """What is in hand is seen on the map; the log tells it to whoever asks."""
    words = "II/3Pz was taken in hand"
    expect(desk.log).not_to_contain_text(words)
    kinds = desk.page.get_by_label("What kind of act")
    kinds.select_option("in hand")
    expect(desk.log).to_contain_text(words)
    kinds.select_option("")
    expect(desk.log).not_to_contain_text(words)


def engage(desk: Desk) -> None:
    """All outcomes first, then the dice, and what they brought beside the map."""
    aim(desk, "11.09", "Engage 11.09")
    expect(desk.odds).to_contain_text("AV of B/3Tk")
    expect(desk.odds.locator("meter")).to_have_count(3)
    agree(desk, "Engage 11.09")
    desk.prompted("Fire Events left: 1")
    expect(rolled(desk)).to_contain_text("II/3Pz engaged B/3Tk in 11.09")
    expect(rolled(desk).get_by_role("img", name="rolled")).to_have_count(2)


def attack(desk: Desk) -> None:
    """Guns for one side, the defender and the way back for the other, all at one screen."""
    desk.hex("11.09")
    desk.page.locator(".tray").get_by_role("button", name="attack 11.09", exact=True).click()
    desk.prompted("add a Barrage mission")
    expect(desk.button("Destruction (3 Artillery)")).to_be_visible()
    sure(desk, "Suppression (1 Artillery)")
    desk.prompted("American player, turn 1: choose the unit whose Action Rating defends")
    expect(desk.toast).to_contain_text("You play American now")
    sure(desk, "Choose 20AIB")
    desk.prompted("send 20AIB back from 11.09")
    expect(rolled(desk)).to_contain_text("II/3Pz attacked 20AIB")
    expect(desk.buttons).to_have_count(0)
    desk.hex("08.17")
    desk.prompted("German player, turn 1")
    expect(desk.log).to_contain_text("The German side took Noville")
    expect(desk.stack("11.09").locator('[data-piece="II/3Pz"]')).to_be_visible()


def rear(desk: Desk) -> None:
    """Trains and HQ are moved by a button and a click; nothing is a wall of buttons."""
    desk.prompted(ACT)
    desk.ready()
    assert desk.buttons.count() <= 5
    desk.press("Move the Trains to")
    expect(legend(desk)).to_contain_text("at Optimal Distance")
    desk.key("f")
    desk.hex("20.13")
    expect(desk.log).to_contain_text("Trains of 2PZ went to 20.13")
    desk.press("Move the HQ")
    desk.prompted("move the HQ of 2PZ")
    desk.hex("14.10")
    expect(desk.log).to_contain_text("15.11 → 14.10")
    desk.press("Halt the HQ here")
    desk.prompted(ACT)
    expect(desk.page.locator(".buttons .barred", has_text="Move the HQ")).to_be_visible()


def rest(desk: Desk) -> None:
    """Fatigue, and no Second Activation."""
    sure(desk, "End the Activation")
    desk.prompted("roll for a Second Activation of 2PZ")
    desk.button("Roll for a Second Activation").hover()
    expect(desk.odds.get_by_role("rowheader", name="Second Activation")).to_be_visible()
    desk.press("No Second Activation")
    desk.prompted("American player, turn 1: choose a formation")


def american_turn(desk: Desk) -> None:
    """One formation recovers; the other marches, whatever its roll lets it do."""
    sure(desk, "Recover CCB10")
    expect(desk.log).to_contain_text("CCB10 recovered")
    desk.prompted("American player, turn 1: choose a formation")
    activate(desk, "506")
    for _ in range(8):
        desk.ready()
        words = desk.sentence.inner_text()
        if "turn 2" in words:
            return
        go_on(desk, next(button for now, button in WAYS_ON.items() if now in words))
    pytest.fail("the turn never ended")


def go_on(desk: Desk, words: str) -> None:
    """Presses a button, and again under the odds if there are any."""
    app = desk.page.locator("#app")
    before = app.get_attribute("data-at") or ""
    desk.page.mouse.move(1, 1)
    # Not by the pointer: odds may have come of its resting there, and then one press is enough.
    desk.button(words).first.dispatch_event("click")
    desk.page.wait_for_function(AGREED, arg=[before, words])


AGREED = """([before, words]) => {
  if (document.querySelector("#app").dataset.at !== before) return true;
  const odds = document.querySelector(".odds:not([hidden])");
  if (odds?.querySelector("h2").textContent === words) odds.querySelector("button.main").click();
  return false;
}"""


WAYS_ON = {
    "put OBJ markers": "No more OBJ markers",
    "turn the failed Activation": "Go on with the failed Activation",
    "Second Activation of 506, or not": "No Second Activation",
    "end the Activation": "End the Activation",
    "end its Activation": "End the Activation",
}


# -- against the program ------------------------------------------------------------------------


def test_the_program_plays_the_other_side(sit: Sit, served: Served) -> None:
    begun = begin(served, american="human", german="bot greedy")
    desk = sit().match(begun, "american")
    desk.prompted("American player, turn 1", timeout=WHOLE_TURN)
    expect(desk.log).to_contain_text("German 2PZ: Initial Activation")
    expect(desk.buttons).not_to_have_count(0)


# -- a first game ------------------------------------------------------------------------------


def test_notes_of_the_lesson_are_shown_and_put_away(desk: Desk) -> None:
    notes = desk.page.locator(".notes")
    expect(notes).to_contain_text("Whose turn it is")
    notes.get_by_role("button", name="Got it").click()
    expect(notes).to_be_hidden()
    desk.ready()
    desk.piece("HQ 2PZ").click()
    expect(notes).to_contain_text("A formation that digs in")
    desk.press("Leave it as it is")
    expect(notes).to_contain_text("Objectives")
    quietly(desk)
    expect(notes).to_be_hidden()
    desk.press("No more OBJ markers")
    desk.prompted(ACT)
    expect(notes).to_be_hidden()
    desk.menu("Notes for a first game")
    expect(notes).to_contain_text("Your formation acts")


# -- answers on the map ---------------------------------------------------------------------------


def test_overlays_come_by_their_keys(desk: Desk) -> None:
    quietly(desk)
    for key, words in OVERLAYS.items():
        desk.page.mouse.move(*desk.centre("16.12"))
        desk.key(key)
        expect(legend(desk)).to_contain_text(words)
    for key in ("c", "s"):
        desk.key(key)
        expect(legend(desk)).to_contain_text(OVERLAYS[key])
        expect(desk.page.locator('.live path[stroke-dasharray="9 6"]')).not_to_have_count(0)


OVERLAYS = {
    "r": "Reach of Pi38: 18 Truck",
    "c": "Command and Safe Path of Pi38",
    "z": "Real AV ZOC",
    "e": "no Engagement Zone",
    "s": "HQ to Trains, 10 hexes",
    "k": "at Optimal Distance",
    "w": "Next SNAFU roll",
    "o": "OBJ Zones: no OBJ marker",
    "g": "Victory hexes and Supply Sources",
    "i": "Traffic: no Traffic Stopped marker",
}


def test_why_not_names_the_rule_and_opens_it(desk: Desk) -> None:
    desk.hex("20.08")
    expect(desk.toast).to_contain_text("you have no HQ in 20.08")
    desk.hex("11.09")
    expect(desk.toast).to_contain_text("B/3Tk: not now")
    rule = desk.toast.locator(".link.rule").first
    name = rule.inner_text()
    assert name.startswith("BCS-")
    rule.click()
    expect(desk.page.locator(f'[id="rule-{name}"]')).to_be_visible()


# -- for everybody --------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_grave_barriers_around_noville(desk: Desk, scheme: str) -> None:
    desk.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    assert barriers(desk) == []
    orders(desk)
    desk.take("II/3Pz")
    expect(legend(desk)).to_contain_text("Reach of II/3Pz")
    legend(desk).get_by_text("How it stands").click()
    assert barriers(desk) == []
    desk.press("Turn the counter over")
    desk.prompted("7 MP left")
    desk.hex("12.09")
    desk.prompted("STOP")
    aim(desk, "11.09", "Engage 11.09")
    agree(desk, "Engage 11.09")
    expect(rolled(desk)).to_be_visible()
    assert barriers(desk) == []
    for tab in ("Facts", "Charts"):
        desk.page.get_by_role("tab", name=tab).click()
        desk.ready()
        assert barriers(desk, within="[role=tabpanel]:not([hidden])") == [], tab


def test_a_phone_has_room_for_it(sit: Sit, served: Served) -> None:
    begun = begin(served, american="human", german="human")
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    desk = sit(**phone).match(begun, "german")
    desk.prompted("choose a formation")
    desk.page.get_by_role("button", name="Show no more notes").tap()
    wide = desk.page.evaluate("document.scrollingElement.scrollWidth")
    assert wide <= desk.page.evaluate("innerWidth") == 390
    expect(desk.button("Activate 2PZ")).to_be_in_viewport()
    desk.tap("16.11")
    desk.prompted("declare Prepared Defense")
