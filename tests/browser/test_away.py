"""Being told that it is one's turn: by the tab, by a notification, by a web address."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from browser.desk import Desk, Served
from playwright.sync_api import expect
from table.player import Player, begin

Sit = Callable[..., Desk]
TURN = re.compile("^● Your turn · ")
# A page that nobody looks at, in a browser that notifies.
AWAY = """
Object.defineProperty(Document.prototype, "hidden", { get: () => true });
window.notified = [];
window.Notification = class {
  static permission = "granted";
  constructor(words, how) { window.notified.push([words, how.body]); }
};
"""


def test_tab_and_notification_tell_of_each_turn_once(sit: Sit, served: Served) -> None:
    begun = begin(served.client)
    german, us = (
        Player(served.client, begun["id"], begun["tokens"][seat]) for seat in ("german", "us")
    )
    desk = sit()
    desk.context.add_init_script(AWAY)
    desk.match(begun, "us")
    icon = desk.page.locator("link[rel=icon]")
    expect(desk.page).not_to_have_title(TURN)
    expect(icon).to_have_attribute("href", "/static/icon.svg")

    german.said("done")
    expect(desk.page).to_have_title(TURN)
    expect(icon).to_have_attribute("href", "/static/icon-turn.svg")
    us.said("done")
    us.said("137/35 1243>1244")
    desk.prompted("from 1244")
    assert [words for words, _ in desk.page.evaluate("notified")] == ["It is your turn"]

    german.post("/rewind", {"at": german.now()["n"], "to": 2})
    expect(desk.page.get_by_role("region", name="Asked to go back")).to_be_visible()
    assert len(desk.page.evaluate("notified")) == 1  # it was this seat's turn anyway
    desk.page.locator(".home").click()
    expect(desk.page).to_have_title("Grognard")
    expect(icon).to_have_attribute("href", "/static/icon.svg")


def test_without_hosts_no_address_is_asked_for(sit: Sit, served: Served) -> None:
    desk = sit().match(begin(served.client), "us")
    desk.menu("Tell me when it is my turn")
    dialog = desk.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Notification")
    expect(dialog.get_by_label("Web address to call")).to_have_count(0)


def test_a_web_address_is_set_and_removed(sit: Sit, tmp_path: Path) -> None:
    served = Served(tmp_path / "table.db", "--webhook-host=hooks.example.org")
    try:
        begun = begin(served.client)
        us = Player(served.client, begun["id"], begun["tokens"]["us"])
        desk = sit(served.address).match(begun, "us")
        desk.menu("Tell me when it is my turn")
        dialog = desk.page.get_by_role("dialog")
        url = dialog.get_by_label("Web address to call")
        url.fill("https://elsewhere.example.org/x")
        dialog.get_by_role("button", name="Save").click()
        expect(dialog.get_by_role("alert")).to_contain_text("calls only hooks.example.org")

        url.fill("https://hooks.example.org/x")
        dialog.get_by_role("button", name="Save").click()
        remove = dialog.get_by_role("button", name="Remove")
        expect(remove).to_be_visible()
        assert us.get("/webhook").json()["url"] == "https://hooks.example.org/x"
        remove.click()
        expect(remove).to_have_count(0)
        assert us.get("/webhook").json()["url"] == ""
        # The browser notes each request that was refused.
        desk.troubles[:] = [t for t in desk.troubles if "422" not in t]
    finally:
        served.kill()
