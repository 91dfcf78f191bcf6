"""How smoothly the page pans and zooms a large map: the time between frames in Chromium."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles

import msgspec
from playwright.sync_api import Browser, Route, sync_playwright

import grognard.table
from grognard.draw import board_svg, live_svg
from grognard.ground.hexes import Grid
from grognard.waist.scene import BoardArt, Control, Piece, Place, Road, Scene, SideLine, hexes_of

GOAL = 25.0
STATIC = Path(grognard.table.__file__).parent / "static"
ADDRESS = "http://frames.invalid"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
TERRAIN = ("clear", "clear", "clear", "forest", "rough", "forest_rough")
SYMBOLS = ("infantry", "armour", "artillery", "cavalry", "engineer", "headquarters")


@dataclass(frozen=True)
class Smoothness:
    """Milliseconds between the frames of a pan and a zoom, and what a frame cost the processor."""

    times: list[float]
    cost: float

    @property
    def middle(self) -> float:
        return median(self.times)

    @property
    def slow(self) -> float:
        """Nineteen of twenty frames come sooner."""
        return quantiles(self.times, n=20)[-1]

    @property
    def verdict(self) -> str:
        return "goal" if self.middle < GOAL else "MISS"


def measure(quick: bool) -> Smoothness | None:
    """The frames of a few seconds; None where there is no Chromium."""
    where = shutil.which("chromium")
    if where is None:
        return None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=where, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 860})
        page.route(f"{ADDRESS}/**", serve)
        page.goto(f"{ADDRESS}/")
        page.wait_for_function("window.board !== undefined")
        before = processor_time(browser)
        times: list[float] = page.evaluate(RIDE, 400 if quick else 5000)
        spent = processor_time(browser) - before
        browser.close()
    return Smoothness(times, spent / len(times))


def processor_time(browser: Browser) -> float:
    """Milliseconds that all processes of the browser have computed so far."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    return sum(1000 * float(process["cpuTime"]) for process in told["processInfo"])


def serve(route: Route) -> None:
    """The page's own modules from the disk, and a document with nothing but a map."""
    name = route.request.url.removeprefix(ADDRESS)
    if name.startswith("/static/"):
        route.fulfill(path=STATIC / name.removeprefix("/static/"))
    elif name == "/scene.json":
        route.fulfill(body=scene_json(), content_type="application/json")
    else:
        route.fulfill(body=PAGE, content_type="text/html")


# -- a large map ---------------------------------------------------------------------


def scene_json() -> bytes:
    scene = large_scene()
    drawn = {"board": scene.board, "printed": board_svg(scene.board), "live": live_svg(scene)}
    return msgspec.json.encode(drawn)


def large_scene() -> Scene:
    """2,400 hexes and 300 counters, with roads, a river, places and a front."""
    chance, grid = Random(1), Grid(60, 40)
    labels = [grid.label(hex_) for hex_ in grid.hexes]
    terrain = {label: chance.choice(TERRAIN) for label in labels}
    board = BoardArt(
        key="large",
        hexes=hexes_of(grid, terrain),
        lines=(SideLine("river", tuple(f"{c:02}20/{c:02}21" for c in range(1, 61))),),
        roads=tuple(Road(tuple(f"{c:02}{r:02}" for c in range(1, 61))) for r in (6, 14, 27, 35)),
        places=tuple(Place(label, f"Place {label}") for label in chance.sample(labels, 80)),
    )
    half = len(labels) // 2
    control = (
        Control("blue", "Blue", "#3b6ea5", tuple(labels[:half])),
        Control("red", "Red", "#a53b3b", tuple(labels[half:])),
    )
    pieces = tuple(counter(n, chance.choice(labels), chance) for n in range(300))
    return Scene(board=board, control=control, pieces=pieces)


def counter(number: int, label: str, chance: Random) -> Piece:
    return Piece(
        id=f"{number}/Div",
        hex=label,
        side=chance.choice(("blue", "red")),
        symbol=chance.choice(SYMBOLS),
        size="III",
        name=str(number),
        parent=str(number // 4),
        figures="4-4-6",
        ground=chance.choice(("#b9c9a7", "#c9b7a6", "#a7b9c9")),
        steps=2,
        steps_max=3,
    )


PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Frames</title>
<link rel="stylesheet" href="/static/base.css">
<link rel="stylesheet" href="/static/match/match.css">
<style>.field { position: fixed; inset: 0; }</style>
<div id="app"><main class="match"><div class="field"></div></main></div>
<script type="module">
import { Board } from "/static/map/board.js";
const scene = await (await fetch("/scene.json")).json();
const none = () => {};
const hands = { click: none, hover: none, hold: none, movable: none, lift: none, drop: none };
const board = new Board(scene.board, scene.printed, hands);
document.querySelector(".field").append(board.host);
board.show(scene.live);
board.fit(undefined, false);
requestAnimationFrame(() => requestAnimationFrame(() => { window.board = board; }));
</script>"""

# A wheel that zooms in and out and a hand that pans, one small step for each frame.
RIDE = """async (milliseconds) => {
  const times = [];
  const box = board.host.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const here = { clientX: x, clientY: y, bubbles: true, cancelable: true };
  const wheel = by => board.host.dispatchEvent(new WheelEvent("wheel", { ...here, deltaY: by }));
  const frame = () => new Promise(requestAnimationFrame);
  let last = await frame();
  const end = last + milliseconds;
  for (let n = 0; last < end; n++) {
    if (n % 90 < 30) wheel(n % 180 < 90 ? -22 : 22);
    else board.panBy(n % 90 < 60 ? 14 : -14, n % 120 < 60 ? 8 : -8);
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  return times;
}"""


if __name__ == "__main__":
    seen = measure(quick=False)
    print("no Chromium" if seen is None else f"{seen.middle:.1f} ms, cost {seen.cost:.1f} ms")
