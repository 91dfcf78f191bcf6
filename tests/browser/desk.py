"""A person at the page, for tests: a browser window, and what is seen and done in it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
from playwright.sync_api import Browser, ConsoleMessage, Locator, Response, WebSocket, expect

DEFAULTS: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 860},
    "reduced_motion": "reduce",  # the map jumps where it would glide: nothing to wait for
    "color_scheme": "light",
}
BACK_TO_LIVE = 60_000.0  # ms: the page waits longer each time it finds nobody
WHOLE_TURN = 60_000.0  # ms: a bot's turn on a busy machine
PATIENCE = 20_000.0  # ms: no wait here measures anything, so all are long
expect.set_options(timeout=PATIENCE)


class Served:
    """The table on a database file; killed and begun again on the same port."""

    def __init__(self, database: Path, *words: str) -> None:
        self.database, self.words = database, words
        self.port = 0
        self.begin()

    def begin(self) -> None:
        script = str(Path(__file__).with_name("serving.py"))
        where = (f"--port={self.port}", f"--database={self.database}")
        self.process = subprocess.Popen(
            [sys.executable, "-u", script, *where, *self.words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^ ]+:(\d+)", line)
        assert found, line
        self.address, self.port = found[0], int(found[1])
        self.client = httpx2.Client(base_url=self.address, timeout=20)

    def kill(self) -> None:
        """At once and without a word (-9); nothing if it is dead already."""
        self.client.close()
        if self.process.returncode is not None:
            return
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=20)


class Desk:
    """One window of its own, with all that went wrong in it."""

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        self.address = address
        self.context = browser.new_context(**{**DEFAULTS, **options})
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(EAVESDROP)
        self.context.add_init_script(UNASKED)
        self.page = self.context.new_page()
        self.troubles: list[str] = []
        self.frames: list[str] = []
        self.answered: list[Response] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.troubles.append(f"page error: {error}"))
        self.page.on("websocket", self._socket)
        self.page.on("response", lambda answer: self.answered.append(answer))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.type}: {message.text} ({message.location})")

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda told: self.frames.append(str(told)))

    def close(self) -> None:
        self.context.close()

    def told(self) -> list[tuple[str, str]]:
        """All that came over the wire about matches since the page was opened, and whence."""
        self.ready()
        bodies: list[list[str]] = self.page.evaluate("overheard")
        secret = [(url, body) for url, body in bodies if "/api/matches/" in url]
        # None may have come by another way than was listened to.
        assert {answer.url for answer in self.answered if "/api/matches/" in answer.url} == {
            url for url, _ in secret
        }
        assert self.frames
        return [*secret, *(("feed", frame) for frame in self.frames)]

    def weights(self) -> dict[str, int]:
        """What was loaded, and how many bytes each took on the way; the printed board apart."""
        board = re.compile(r"/drawing\?|/api/matches/[^/]+$")
        loaded = [answer for answer in self.answered if not board.search(answer.url)]
        return {answer.url: answer.request.sizes()["responseBodySize"] for answer in loaded}

    # -- where ---------------------------------------------------------------------------

    def lobby(self) -> Desk:
        self.page.goto(f"{self.address}/")
        expect(self.page.get_by_role("button", name="Start", exact=True).first).to_be_visible()
        return self

    def match(self, begun: dict[str, Any], seat: str) -> Desk:
        """Opens a seat by its secret link."""
        self.page.goto(f"{self.address}/#/match/{begun['id']}/{begun['tokens'][seat]}")
        return self.live()

    def live(self) -> Desk:
        expect(self.badge).to_have_text("Live", timeout=BACK_TO_LIVE)
        return self

    # -- what is seen --------------------------------------------------------------------

    @property
    def badge(self) -> Locator:
        return self.page.locator(".badge.net")

    @property
    def sentence(self) -> Locator:
        return self.page.locator(".prompt .sentence")

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("list", name="Log", exact=True)

    @property
    def odds(self) -> Locator:
        return self.page.get_by_role("region", name="Odds")

    @property
    def toast(self) -> Locator:
        return self.page.locator("#toasts .toast").last

    @property
    def lit(self) -> Locator:
        return self.page.locator(".lights .lit")

    @property
    def buttons(self) -> Locator:
        return self.page.get_by_role("group", name="What you may do").get_by_role("button")

    def button(self, words: str) -> Locator:
        return self.page.get_by_role("group", name="What you may do").get_by_role(
            "button", name=words
        )

    def piece(self, unit: str) -> Locator:
        return self.page.locator(f'.live [data-piece="{unit}"]')

    def stack(self, label: str) -> Locator:
        return self.page.locator(f'.live .stack[data-hex="{label}"]')

    def prompted(self, words: str | re.Pattern[str], timeout: float = PATIENCE) -> None:
        expect(self.sentence).to_contain_text(words, timeout=timeout)

    # -- what is done --------------------------------------------------------------------

    def ready(self) -> None:
        """Waits until every question is answered: till then the page takes no other deed."""
        self.page.wait_for_selector("html:not([data-asking]) #app:not(.busy)")

    def press(self, words: str) -> None:
        self.ready()
        self.button(words).first.click()

    def take(self, unit: str) -> None:
        """Clicks the counter on top of its stack, once it may act."""
        expect(self.piece(unit)).to_have_class(re.compile(r"\blit\b"))
        self.ready()
        self.piece(unit).click()
        self.prompted(unit)

    def centre(self, label: str) -> tuple[float, float]:
        """The middle of a hex on the screen, which must be in sight and not covered."""
        spot = self.page.wait_for_function(SPOT, arg=label).json_value()
        return spot["x"], spot["y"]

    def hex(self, label: str) -> None:
        self.ready()
        self.page.mouse.click(*self.centre(label))

    def key(self, name: str) -> None:
        self.ready()
        self.page.keyboard.press(name)

    def tap(self, label: str) -> None:
        self.ready()
        self.page.touchscreen.tap(*self.centre(label))

    def menu(self, words: str) -> None:
        self.page.locator("details.menu summary").click()
        self.page.get_by_role("button", name=words, exact=True).click()

    def entries(self) -> int:
        """The number of entries in the log, as the replay bar tells it."""
        self.menu("Replay")
        place = self.page.locator(".replay .place")
        expect(place).to_have_text(re.compile(r"^0 of \d+$"))
        number = int(place.inner_text().split()[-1])
        self.page.get_by_role("button", name="Back to now").click()
        expect(self.page.get_by_role("region", name="Replay")).to_be_hidden()
        return number


SPOT = """label => {
  const hex = document.querySelector(`.printed .hexes [data-hex="${label}"]`);
  const box = hex.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const there = document.elementFromPoint(x, y)?.closest(".map [data-hex]");
  return there?.dataset.hex === label && { x, y };
}"""

# Ending a step with something left is asked about where that is what a test is about.
UNASKED = """
const tastes = "grognard.tastes";
if (!localStorage.getItem(tastes)) localStorage.setItem(tastes, '{"left": "off"}');
"""

# Keeps the body of every answer the page gets: the browser itself forgets large ones.
EAVESDROP = """
const asked = window.fetch.bind(window);
window.overheard = [];
window.fetch = async (...how) => {
  const answer = await asked(...how);
  window.overheard.push([answer.url, await answer.clone().text()]);
  return answer;
};
"""
