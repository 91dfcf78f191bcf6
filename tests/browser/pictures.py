"""Takes the pictures of the page in docs/pictures anew.

In tests/: `../.venv/bin/python -m browser.pictures`. Needs Chromium, and pngquant for small files.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from browser import bcs
from browser.ardennes import LINES, dice
from browser.conftest import FLAGS, chromium
from browser.desk import Desk, Served
from playwright.sync_api import Browser, expect, sync_playwright
from table.player import ALONE, Player, begin

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}


def main() -> None:
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder) / "table.db")
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            wide = Desk(browser, served.address, viewport={"width": 1180, "height": 900})
            at_the_desk(wide, served)
            in_the_ardennes(browser, Path(folder) / "ardennes.db")
            around_noville(browser, Path(folder) / "bcs.db")
            small = Desk(browser, served.address, **PHONE, device_scale_factor=2)
            on_a_phone(small, served)
        finally:
            browser.close()
            served.kill()


def match(served: Served, *lines: str) -> dict[str, object]:
    """A match against the greedy bot in which these lines have been said."""
    begun = begin(served.client, seats=ALONE)
    us = Player(served.client, begun["id"], begun["tokens"]["us"])
    for line in lines:
        us.until_my_turn()
        us.said(line)
    return begun


def at_the_desk(desk: Desk, served: Served) -> None:
    match(served, "done", "137/35 1243>1244; halt")
    desk.lobby()
    desk.page.wait_for_load_state("networkidle")
    take(desk, "table/lobby")
    desk.match(match(served, "done"), "us")
    desk.take("137/35")
    expect(desk.page.locator(".legend")).to_be_visible()
    take(desk, "table/reach")
    desk.hex("1242")
    expect(desk.odds).to_be_visible()
    take(desk, "table/odds")
    desk.odds.get_by_role("button", name="Not now").click()
    desk.hex("1440")
    expect(desk.toast).to_contain_text("1440")
    take(desk, "table/why-not")
    replayed(desk, served)


def replayed(desk: Desk, served: Served) -> None:
    lines = ["done", "139/35 *1242", "done", "return", "done", "done", "done"]
    desk.match(match(served, *lines), "us")
    desk.prompted(re.compile("turn 2"), timeout=60_000)
    desk.page.get_by_role("button", name="Close the message").click()
    last = desk.entries()
    desk.menu("Replay")
    desk.page.get_by_role("slider", name="Entry of the log").fill(str(last * 2 // 3))
    desk.ready()
    take(desk, "table/replay")


def in_the_ardennes(browser: Browser, database: Path) -> None:
    """At a table with dice of its own."""
    served = Served(database, f"--dice={dice()}")
    try:
        cards(Desk(browser, served.address, viewport={"width": 1360, "height": 860}), served)
    finally:
        served.kill()


def cards(desk: Desk, served: Served) -> None:
    """A hand and chits, what the system would do, and why it did what it did."""
    asked = {"title": "ardennes", "scenario": "gs-3", "seats": {"german": "human"}}
    begun = served.client.post("/api/matches", json=asked).json()
    german = Player(served.client, begun["id"], begun["tokens"]["german"])
    german.said("done")
    desk.match(begun, "german")
    desk.page.get_by_role("button", name="Show no more notes").click()
    desk.page.mouse.move(*desk.centre("1309"))
    desk.key("w")
    expect(desk.page.locator(".legend")).to_contain_text("What would it do")
    take(desk, "ardennes/what-would-it-do")
    for line in LINES[1:]:
        german.said(line)
    desk.prompted("how many chits")
    desk.ready()
    desk.buttons.last.click()
    desk.odds.get_by_role("button", name=re.compile("Draw")).click()
    expect(desk.page.get_by_role("region", name="Just drawn")).to_be_visible()
    take(desk, "ardennes/chits")
    unfolded(desk)


def unfolded(desk: Desk) -> None:
    """To the Allied impulse; then its decisions are opened till one lights the map."""
    while not desk.log.locator(".fresh .how").count():
        desk.ready()
        desk.buttons.first.click()
        desk.ready()
    for close in desk.page.get_by_role("button", name="Close the message").all():
        close.click()
    for fold in desk.log.locator(".fresh .how").all():
        fold.click()
        if desk.page.locator(".over .marked").count() > 1:
            break
    take(desk, "ardennes/trace")


def around_noville(browser: Browser, database: Path) -> None:
    """The lesson of the Battalion Combat Series, at a table with dice of its own."""
    served = Served(database, f"--dice={bcs.dice()}")
    try:
        asked = {"title": "bcs", "scenario": "lesson"}
        seats = {"american": "human", "german": "human"}
        begun = served.client.post("/api/matches", json={**asked, "seats": seats}).json()
        desk = Desk(browser, served.address, viewport={"width": 1360, "height": 860})
        desk.match(begun, "german")
        desk.page.get_by_role("button", name="Show no more notes").click()
        answers(desk)
        german = Player(served.client, begun["id"], begun["tokens"]["german"])
        fought(desk, german)
    finally:
        served.kill()


def answers(desk: Desk) -> None:
    """What the rules say of the map, each by its key; and a SNAFU roll before it is made."""
    for key, spot, name in (
        ("c", "13.07", "bcs/safe-path"),
        ("s", "14.10", "bcs/msr"),
        ("z", "11.09", "bcs/zones"),
    ):
        desk.page.mouse.move(*desk.centre(spot))
        desk.key(key)
        expect(desk.page.locator(".legend")).to_be_visible()
        take(desk, name)
    desk.page.get_by_role("button", name="Clear the overlay").click()
    desk.piece("HQ 2PZ").hover()
    expect(desk.odds).to_be_visible()
    desk.ready()
    picture(desk, "bcs/snafu")


def fought(desk: Desk, german: Player) -> None:
    """An Engagement before and after its dice."""
    for line in bcs.LINES[:6]:
        german.said(line)
    desk.prompted("which had to STOP")
    desk.hex("11.09")
    expect(desk.odds).to_be_visible()
    take(desk, "bcs/engagement")
    desk.odds.get_by_role("button", name="Engage 11.09").click()
    expect(desk.page.get_by_role("region", name="Just rolled")).to_be_visible()
    take(desk, "bcs/rolled")


def on_a_phone(desk: Desk, served: Served) -> None:
    desk.match(match(served, "done"), "us")
    desk.tap("1343")
    desk.page.locator(".tray").get_by_role("button", name="take 138/35").first.tap()
    desk.prompted("138/35")
    desk.ready()
    for note in desk.page.get_by_role("button", name="Got it").all():
        note.tap()
    take(desk, "table/phone")


def take(desk: Desk, name: str) -> None:
    """A picture of the window, in few colours."""
    desk.ready()
    desk.page.mouse.move(1, 1)
    expect(desk.page.locator(".tray.glance:not([hidden])")).to_have_count(0)
    picture(desk, name)


def picture(desk: Desk, name: str) -> None:
    path = PICTURES / f"{name}.png"
    desk.page.screenshot(path=path)
    subprocess.run(["pngquant", "--force", "--ext=.png", "--nofs", "192", str(path)], check=True)


if __name__ == "__main__":
    main()
