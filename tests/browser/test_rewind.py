"""Going back by consent, between two windows and at one screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from browser.desk import Desk, Served
from playwright.sync_api import Locator, expect
from table.player import Player, begin

Sit = Callable[..., Desk]
MARCHED = "1243 → 1244"


def sealed(served: Served) -> dict[str, Any]:
    """A match in which the US player has marched to 1244 and ended the phase, and more."""
    begun: dict[str, Any] = begin(served.client)
    german, us = (
        Player(served.client, begun["id"], begun["tokens"][seat]) for seat in ("german", "us")
    )
    german.said("done")
    us.said("done")
    us.said("137/35 1243>1244; halt")
    for _ in range(3):
        us.said("done")
    return begun


def banner(desk: Desk) -> Locator:
    return desk.page.get_by_role("region", name="Asked to go back")


def press(desk: Desk, words: str) -> None:
    desk.ready()
    banner(desk).get_by_role("button", name=words, exact=True).click()


def ask(desk: Desk, words: str) -> None:
    """By keys alone: the moment is chosen from the list."""
    desk.page.locator(".map").focus()
    desk.key("Shift+U")
    dialog = desk.page.get_by_role("dialog")
    moments = dialog.get_by_label("Go back to before")
    expect(moments).to_be_focused()
    wanted = moments.locator("option", has_text=words)
    moments.select_option(wanted.get_attribute("value"))
    desk.page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)


def test_two_windows_agree_after_one_refusal(sit: Sit, served: Served) -> None:
    begun = sealed(served)
    us, german = sit().match(begun, "us"), sit().match(begun, "german")
    german.prompted("German player, turn 1")

    ask(us, MARCHED)
    expect(banner(us)).to_contain_text("Waiting for the answer of German")
    expect(banner(german)).to_contain_text("One Allied unit 1243 → 1244")
    expect(german.buttons).to_have_count(0)
    press(german, "Refuse")
    for desk in (us, german):
        expect(banner(desk)).to_be_hidden()
        expect(desk.log).to_contain_text("The German player does not agree to go back")
        expect(desk.log).to_contain_text(MARCHED)
    german.prompted("German player, turn 1")
    expect(german.buttons).not_to_have_count(0)

    ask(us, MARCHED)
    press(german, "Grant")
    for desk in (us, german):
        expect(banner(desk)).to_be_hidden()
        expect(desk.log).to_contain_text("The German player agrees")
        expect(desk.log).not_to_contain_text(MARCHED)
        expect(desk.stack("1244")).to_have_count(0)
    us.prompted("137/35 from 1243")
    german.prompted("Waiting for")
    us.hex("1244")
    expect(german.stack("1244")).to_have_count(1)


def test_whoever_asked_may_withdraw_or_play_on(sit: Sit, served: Served) -> None:
    begun = sealed(served)
    us, german = sit().match(begun, "us"), sit().match(begun, "german")
    german.prompted("German player, turn 1")

    ask(german, "Artillery Movement Phase ended")
    expect(banner(us)).to_contain_text("The German player asks")
    press(german, "Withdraw")
    expect(banner(us)).to_be_hidden()
    expect(us.toast).to_contain_text("no longer asks")
    ask(german, "Artillery Movement Phase ended")
    expect(banner(us)).to_be_visible()
    german.press("End the")
    expect(banner(us)).to_be_hidden()
    expect(us.toast).to_contain_text("German played on")


def test_the_replay_asks_for_the_moment_it_shows(sit: Sit, served: Served) -> None:
    begun = sealed(served)
    us, german = sit().match(begun, "us"), sit().match(begun, "german")
    us.menu("Replay")
    here = us.page.get_by_role("button", name="Ask to go back here")
    expect(us.page.locator(".replay .place")).to_have_text(re.compile("^0 of"))
    expect(here).to_be_hidden()  # a roll comes first
    us.page.get_by_role("slider", name="Entry of the log").fill("2")
    here.click()
    expect(banner(german)).to_contain_text("(entry 2)")
    german.page.get_by_role("button", name="See that moment").click()
    expect(german.page.locator(".replay .place")).to_have_text(re.compile("^2 of"))
    press(german, "Grant")
    us.prompted("see to arrivals")
    german.prompted("Waiting for")


def test_at_one_screen_every_seat_is_asked_there(sit: Sit) -> None:
    desk = sit().lobby()
    card = desk.page.get_by_role("form", name="The Lost Battalion")
    card.get_by_role("group", name="German", exact=True).get_by_text("Me, here").click()
    desk.page.get_by_role("button", name="Start", exact=True).first.click()
    desk.live()
    desk.page.get_by_role("dialog").get_by_role("button", name="I play German").click()
    desk.prompted("German player")
    desk.press("End the replacements")
    desk.page.get_by_role("dialog").get_by_role("button", name="I play US").click()
    desk.prompted("see to arrivals")
    ask(desk, "German")
    press(desk, "German: grant")
    desk.page.get_by_role("dialog").get_by_role("button", name="I play German").click()
    desk.prompted("German player")
    expect(desk.log).to_contain_text("The German player agrees")
