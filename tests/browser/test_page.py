"""The page in a real browser, played as people play it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.desk import BACK_TO_LIVE, WHOLE_TURN, Desk, Served
from playwright.sync_api import Route, expect
from table.player import ALONE, Player, begin

Sit = Callable[..., Desk]
SECRET = "Deliberate Attacks left (secret)"
CHOOSE = "choose a unit to move"


def alone(served: Served) -> dict[str, Any]:
    """A match against the greedy bot, in the first US Movement Phase."""
    begun: dict[str, Any] = begin(served.client, seats=ALONE)
    us = Player(served.client, begun["id"], begun["tokens"]["us"])
    us.until_my_turn()
    us.said("done")
    return begun


# -- one turn --------------------------------------------------------------------------


def test_three_clicks_begin_a_match_and_its_first_turn_is_played(sit: Sit) -> None:
    desk = sit().lobby()
    page = desk.page
    page.get_by_text("First days at Montfaucon", exact=True).click()
    card = page.get_by_role("form", name="The Lost Battalion")
    card.get_by_role("group", name="German", exact=True).get_by_text("greedy").click()
    card.get_by_role("button", name="Start", exact=True).click()
    desk.live()
    desk.prompted("see to arrivals")
    desk.press("End the arrivals")
    desk.prompted(CHOOSE)

    march(desk)
    why_not(desk)
    strike(desk)
    turn_over(desk)


def march(desk: Desk) -> None:
    """One hex by clicks, and back again."""
    desk.take("137/35")
    expect(desk.lit).not_to_have_count(0)
    desk.hex("1244")
    desk.prompted("from 1244")
    expect(desk.log).to_contain_text("1243 → 1244")
    expect(desk.stack("1244").locator('[data-piece="137/35"]')).to_be_visible()
    desk.ready()
    desk.page.get_by_role("button", name="Undo (u)").click()
    desk.prompted("from 1243")
    expect(desk.log).not_to_contain_text("1243 → 1244")


def why_not(desk: Desk) -> None:
    """A hex that is not lit says which rule forbids it, and the rule can be read."""
    desk.hex("1440")
    expect(desk.toast).to_contain_text("not now")
    rule = desk.toast.locator(".link.rule").first
    expect(rule).to_have_text(re.compile(r"^LB-\d"))
    name = rule.inner_text()
    rule.click()
    expect(desk.page.locator(f'[id="rule-{name}"]')).to_be_visible()
    desk.page.get_by_role("tab", name="Log").click()


def strike(desk: Desk) -> None:
    """A Hasty Attack: the odds first, then the dice."""
    desk.hex("1242")
    expect(desk.odds).to_contain_text("Strike 1242")
    expect(desk.odds.locator(".line")).to_contain_text("→")
    expect(desk.odds.locator("meter")).not_to_have_count(0)
    desk.odds.get_by_role("button", name="Strike 1242").click()
    desk.prompted("offensive fire")
    desk.press("Hold fire")
    expect(desk.log.locator(".die")).not_to_have_count(0)
    desk.prompted(re.compile("another round|choose a unit"))
    if desk.button("Go back").count():
        desk.press("Go back")
    desk.prompted(CHOOSE)


def turn_over(desk: Desk) -> None:
    """The rest of the turn without a deed; then the bot's."""
    for now in (CHOOSE, "end the Combat Phase", "end the Artillery Movement Phase"):
        desk.prompted(now)
        desk.press("End the")
    expect(desk.log).to_contain_text("Turn 2", timeout=WHOLE_TURN)
    desk.prompted("Allied player, turn 2")
    expect(desk.log).to_contain_text("German Movement Phase began")


def test_a_unit_is_drawn_to_a_hex_by_the_mouse(sit: Sit, served: Served) -> None:
    desk = sit().match(alone(served), "us").live()
    desk.prompted(CHOOSE)
    mouse = desk.page.mouse
    at = desk.piece("137/35").bounding_box()
    assert at is not None
    mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    mouse.down()
    mouse.move(*desk.centre("1244"), steps=4)
    mouse.up()
    expect(desk.log).to_contain_text("1243 → 1244")
    desk.prompted("from 1244")


def test_the_small_map_leads_there(sit: Sit, served: Served) -> None:
    desk = sit().match(alone(served), "us").live()
    small, world = desk.page.locator(".minimap"), desk.page.locator(".world")
    before = world.get_attribute("style") or ""
    small.click(position={"x": 20, "y": 20})
    expect(world).not_to_have_attribute("style", before)


# -- two players ------------------------------------------------------------------------


def test_two_players_play_a_turn_and_each_sees_only_their_own_secrets(
    sit: Sit, served: Served
) -> None:
    begun = begin(served.client)
    us, german = sit().match(begun, "us"), sit().match(begun, "german")
    us.prompted("Waiting for")
    expect(us.buttons).to_have_count(0)
    german.press("End the replacements")
    us.press("End the arrivals")
    us.prompted(CHOOSE)
    us.take("137/35")
    us.hex("1244")
    us.prompted("from 1244")
    us.press("Halt")
    us.prompted(CHOOSE)
    expect(german.log).to_contain_text("One Allied unit 1243 → 1244")
    expect(german.piece("allied@1244")).to_have_count(1)

    fight(us, german)
    own_turn(us, 1)
    german.prompted("German player, turn 1")
    own_turn(german, 1)
    expect(us.log).to_contain_text("Turn 2")
    only_own_secrets(served, begun, us, german)


def fight(us: Desk, german: Desk) -> None:
    """A Hasty Attack that both see: whoever fights is known from then on."""
    us.take("139/35")
    us.hex("1242")
    us.odds.get_by_role("button", name="Strike 1242").click()
    us.prompted("offensive fire")
    us.press("Hold fire")
    us.press("Go back")
    us.prompted(CHOOSE)
    for desk in (us, german):
        expect(desk.log).to_contain_text("Hasty Attack on 1242 by 139/35")


def own_turn(desk: Desk, turn: int) -> None:
    """Ends every phase of one's own, and whatever is asked in between."""
    for _ in range(12):
        desk.press("End the")
        desk.ready()
        if f"player, turn {turn}" not in desk.sentence.inner_text():
            return
    pytest.fail("the turn never ended")


def only_own_secrets(served: Served, begun: dict[str, Any], us: Desk, german: Desk) -> None:
    """No page shows, and no answer and no frame brings, what the other seat alone may know."""
    for desk, seat, fought in ((us, "german", "1242"), (german, "us", "139/35")):
        other = Player(served.client, begun["id"], begun["tokens"][seat]).now()
        hidden = secrets(other, fought)
        assert len(hidden) > 15
        shown = [("page", desk.page.content()), *desk.told()]
        assert [(url, word) for url, text in shown for word in named(hidden, text)] == []
    german.page.get_by_role("tab", name="Facts").click()
    expect(german.page.get_by_text(SECRET)).to_be_visible()


def secrets(now: dict[str, Any], fought: str) -> list[str]:
    """The names of a seat's own units, but those that fought, and its secret facts."""
    own = [p for p in now["scene"]["pieces"] if p.get("face") != "hidden"]
    units = [p["id"] for p in own if fought not in (p["id"], p.get("hex"))]
    return [*units, *(f["label"] for f in now["scene"]["facts"] if "secret" in f["label"])]


def named(hidden: list[str], text: str) -> list[str]:
    words = "|".join(map(re.escape, hidden))
    return re.findall(rf"(?<![\w/])(?:{words})(?![\w/])", text)


# -- away and back ------------------------------------------------------------------------


def test_the_page_comes_back_after_the_server_was_killed(sit: Sit, tmp_path: Path) -> None:
    served = Served(tmp_path / "table.db")
    try:
        desk = sit(served.address).match(alone(served), "us")
        desk.take("137/35")
        desk.hex("1244")
        desk.prompted("from 1244")
        before = desk.entries()
        served.kill()
        expect(desk.badge).to_contain_text("Reconnecting")
        served.begin()
        expect(desk.badge).to_have_text("Live", timeout=BACK_TO_LIVE)
        # Nobody answered for a while, and the browser says so.
        desk.troubles[:] = [t for t in desk.troubles if "WebSocket connection to" not in t]

        assert desk.entries() == before
        expect(desk.log).to_contain_text("1243 → 1244")
        desk.press("Halt")
        desk.prompted(CHOOSE)
        assert desk.entries() == before + 1
    finally:
        served.kill()


# -- the past -----------------------------------------------------------------------------


def test_replay_goes_to_and_fro_and_a_branch_is_a_match_of_its_own(
    sit: Sit, served: Served
) -> None:
    begun = begin(served.client)
    german, us = (
        Player(served.client, begun["id"], begun["tokens"][seat]) for seat in ("german", "us")
    )
    german.said("done")
    us.said("done")
    last = us.said("137/35 1243>1244; halt")["n"]
    desk = sit().match(begun, "german")
    desk.match(begun, "us")
    page = desk.page
    desk.menu("Replay")
    place, there = page.locator(".replay .place"), desk.stack("1244")
    expect(place).to_have_text(f"0 of {last}")
    expect(there).to_have_count(0)

    page.get_by_role("slider", name="Entry of the log").fill(str(last))
    expect(place).to_have_text(f"{last} of {last}")
    expect(there).to_have_count(1)
    page.get_by_role("button", name="Step back").click()
    page.get_by_role("button", name="Step back").click()
    expect(place).to_have_text(f"{last - 2} of {last}")
    expect(there).to_have_count(0)
    page.get_by_role("button", name="Step (right bracket)").click()
    expect(there).to_have_count(1)
    page.get_by_role("button", name="Branch from here").click()
    expect(page).not_to_have_url(re.compile(begun["id"]))
    hot_seat(desk)


def hot_seat(desk: Desk) -> None:
    """The match branched off: this browser plays both seats, one after the other."""
    desk.live()
    desk.prompted("from 1244")
    desk.press("Halt")
    for now in (CHOOSE, "end the Combat Phase", "end the Artillery Movement Phase"):
        desk.prompted(now)
        desk.press("End the")
    desk.page.get_by_role("dialog").get_by_role("button", name="I play German").click()
    desk.prompted("German player, turn 1")
    expect(desk.piece("allied@1244")).to_have_count(1)


# -- sizes and hands ------------------------------------------------------------------------


def test_a_phone_has_prompt_buttons_and_board(sit: Sit, served: Served) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    desk = sit(**phone).lobby()
    no_sideways(desk)
    desk.match(alone(served), "us")
    no_sideways(desk)
    expect(desk.sentence).to_be_in_viewport()
    expect(desk.button("End the")).to_be_in_viewport()
    board = desk.page.locator(".map").bounding_box()
    assert board
    assert board["width"] >= 350
    assert board["height"] >= 300

    desk.tap("1343")
    desk.page.locator(".tray").get_by_role("button", name="take 138/35").first.tap()
    desk.prompted("138/35")
    expect(desk.lit).not_to_have_count(0)
    desk.tap("1344")
    desk.prompted("from 1344")
    no_sideways(desk)
    desk.ready()
    desk.button("Halt").tap()
    desk.prompted(CHOOSE)


def no_sideways(desk: Desk) -> None:
    wide = desk.page.evaluate("document.scrollingElement.scrollWidth")
    assert wide <= desk.page.evaluate("innerWidth") == 390


def test_keys_alone_begin_a_match_and_march(sit: Sit) -> None:
    desk = sit().lobby()
    tab_to(desk, "Start")
    desk.key("Enter")
    desk.live()
    desk.prompted("see to arrivals")
    tab_to(desk, "End the arrivals")
    desk.key("Enter")
    desk.prompted(CHOOSE)

    tab_to(desk, "Map.")
    desk.key("n")
    desk.key("Enter")
    tray = desk.page.locator(".tray")
    expect(tray.get_by_role("button").first).to_be_focused()
    desk.key("Enter")
    desk.prompted("march with")
    walk_to_march(desk)


def walk_to_march(desk: Desk) -> None:
    """Arrows find a lit hex, Enter marches there, Escape takes it back."""
    before = desk.sentence.inner_text()
    tab_to(desk, "Map.")
    spoken = desk.page.locator("#spoken")
    for arrow in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowRight"):
        desk.key(arrow)
        if "You may march to" in spoken.inner_text():
            break
    expect(spoken).to_contain_text("You may march to")
    desk.key("Enter")
    expect(desk.log).to_contain_text(re.compile(r"\d{4} → \d{4}"))
    expect(desk.sentence).not_to_have_text(before)
    desk.key("u")
    expect(desk.sentence).to_have_text(before)


def test_what_comes_unasked_does_not_talk_over_the_walk(sit: Sit, served: Served) -> None:
    desk = sit().match(alone(served), "us")
    desk.ready()
    held: list[Route] = []
    desk.page.route("**/overlay", lambda route: held.append(route))
    with desk.page.expect_request("**/overlay"):
        desk.piece("137/35").click()
    desk.prompted("137/35")
    desk.page.locator(".map").focus()
    desk.page.keyboard.press("ArrowRight")
    spoken = desk.page.locator("#spoken")
    expect(spoken).to_contain_text("You may march to")
    words = spoken.inner_text()
    with desk.page.expect_response("**/overlay"):
        held[0].continue_()

    expect(desk.page.locator(".legend")).to_contain_text("Reach of 137/35")
    expect(spoken).to_have_text(words)


def tab_to(desk: Desk, name: str) -> None:
    """Presses Tab until what is so called has the focus."""
    for _ in range(80):
        if str(desk.page.evaluate(FOCUSED)).strip().startswith(name):
            return
        desk.key("Tab")
    pytest.fail(f"Tab never came to {name!r}")


FOCUSED = """() => {
  const el = document.activeElement;
  const own = [...el.childNodes].filter(x => x.nodeType === Node.TEXT_NODE);
  return el.getAttribute("aria-label") ?? own.map(x => x.textContent).join("");
}"""


# -- on a thin line ----------------------------------------------------------------------------


def test_lobby_and_match_are_less_than_300_kilobytes_on_the_way(sit: Sit) -> None:
    desk = sit().lobby()
    desk.page.get_by_role("button", name="Start", exact=True).first.click()
    desk.live()
    desk.ready()
    weights = desk.weights()

    assert any(url.endswith("/game.js") for url in weights)
    assert any("/api/rules/" in url for url in weights)
    assert 20_000 < sum(weights.values()) < 300_000, weights


# -- for everybody ---------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_grave_barriers(sit: Sit, served: Served, scheme: str) -> None:
    desk = sit(color_scheme=scheme).lobby()
    expect(desk.page.get_by_role("heading", name="Watch or replay")).to_be_visible()
    assert barriers(desk) == []
    desk.match(alone(served), "us")
    assert barriers(desk) == []
    desk.take("137/35")
    desk.hex("1242")
    expect(desk.odds).to_be_visible()
    assert barriers(desk) == []
    for tab in ("Facts", "Charts", "Rules", "Hexes"):
        desk.page.get_by_role("tab", name=tab).click()
        desk.ready()
        assert barriers(desk, within="[role=tabpanel]:not([hidden])") == [], tab
    desk.menu("Replay")
    expect(desk.page.get_by_role("region", name="Replay")).to_be_visible()
    desk.ready()
    assert barriers(desk) == []


def barriers(desk: Desk, within: str = "html") -> list[str]:
    """What axe finds that is serious or critical: the rule, and the first place."""
    found = Axe().run(desk.page, context=within).response["violations"]
    grave = [v for v in found if v["impact"] in ("serious", "critical")]
    return [f"{v['id']}: {v['help']}: {v['nodes'][0]['html'][:200]}" for v in grave]
