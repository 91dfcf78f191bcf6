"""What helps a player on the page: far hexes, barred buttons, notes, charts, a filtered log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from browser.desk import Desk, Served
from playwright.sync_api import expect

Sit = Callable[..., Desk]


def moving(sit: Sit, served: Served) -> Desk:
    """The US player in the first Movement Phase, against a person who waits."""
    asked = {"title": "lost_battalion", "scenario": "learning"}
    begun: dict[str, Any] = served.client.post("/api/matches", json=asked).json()
    for seat in ("german", "us"):
        headers = {"Authorization": f"Bearer {begun['tokens'][seat]}"}
        path = f"/api/matches/{begun['id']}"
        at = served.client.get(f"{path}/now", headers=headers).json()["n"]
        said = served.client.post(f"{path}/play", headers=headers, json={"at": at, "text": "done"})
        assert said.status_code == 200, said.text
    desk = sit().match(begun, "us")
    desk.prompted("choose a unit to move")
    return desk


def test_a_far_hex_is_walked_to_and_what_is_wrong_there_bars_the_button(
    sit: Sit, served: Served
) -> None:
    desk = moving(sit, served)
    desk.take("137/35")
    expect(desk.page.locator(".legend")).to_contain_text("Reach of 137/35")
    desk.hex("1344")
    desk.prompted("from 1344")
    desk.hex("1343")
    desk.prompted("from 1343")
    desk.press("Halt")

    wrong = desk.page.get_by_role("list", name="To be put right first")
    expect(wrong).to_contain_text("1343: no more than two US infantry units")
    barred = desk.page.locator(".buttons .barred")
    expect(barred).to_have_attribute("aria-disabled", "true")
    barred.click(force=True)  # it is marked as disabled, and still says why
    expect(desk.toast).to_contain_text("LB-5.3a")
    wrong.get_by_role("button").first.click()
    expect(desk.page.locator(".status")).to_contain_text("1343")


def test_a_note_is_read_once(sit: Sit, served: Served) -> None:
    desk = moving(sit, served)
    notes = desk.page.get_by_role("complementary", name="For a first game")
    expect(notes).to_contain_text("Moving")
    notes.get_by_role("button", name="Got it").click()
    expect(notes).to_contain_text("Hasty Attacks")

    desk.page.reload()
    desk.live()

    expect(notes).to_contain_text("Hasty Attacks")
    notes.get_by_role("button", name="Show no more notes").click()
    expect(notes).to_be_hidden()


def test_the_log_is_filtered_and_the_charts_are_lit(sit: Sit, served: Served) -> None:
    desk = moving(sit, served)
    desk.take("137/35")
    desk.prompted("march with")
    expect(desk.log).not_to_contain_text("137/35 taken in hand")

    desk.page.get_by_label("What kind of act").select_option("combat")
    expect(desk.log).not_to_contain_text("137/35 taken in hand")
    desk.page.get_by_label("What kind of act").select_option("move")
    expect(desk.log).to_contain_text("137/35 taken in hand")
    desk.page.get_by_role("tab", name="Charts").click()
    expect(desk.page.locator(".sequence [aria-current=step]")).to_contain_text("Allied Movement")
    expect(desk.page.locator(".charts th.now")).to_have_text("move")
