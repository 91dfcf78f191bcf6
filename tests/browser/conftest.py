"""A browser, a table on a port of its own, and desks to sit down at; one of each per worker."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser.desk import Desk, Served
from playwright.sync_api import Browser, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]


def chromium() -> str:
    """Where Chromium is: a machine without it cannot hold the page to its promises."""
    named = os.environ.get("GROGNARD_CHROMIUM") or "/usr/bin/chromium"
    found = named if Path(named).is_file() else shutil.which("chromium")
    if not found:
        pytest.fail("No Chromium: install Debian's chromium or set GROGNARD_CHROMIUM.", False)
    return found


# Of a module, not of the session: while Playwright runs, this thread has a running event
# loop, and tests elsewhere begin their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    where = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=where, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("served") / "table.db")
    yield served
    served.kill()


@pytest.fixture
def sit(browser: Browser, served: Served) -> Iterator[Callable[..., Desk]]:
    """Opens windows; when the test is over none of them may have complained."""
    desks: list[Desk] = []

    def sit(address: str = "", **options: object) -> Desk:
        desks.append(Desk(browser, address or served.address, **options))
        return desks[-1]

    yield sit
    troubles = [trouble for desk in desks for trouble in desk.troubles]
    for desk in desks:
        desk.close()
    assert troubles == []
