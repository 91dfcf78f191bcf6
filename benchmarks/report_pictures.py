"""The figures of a report as small PNG files, for docs/report.md.

    grognard report runs/first
    python -m benchmarks.report_pictures runs/first/report.html lb    writes report/lb-*.png
    python -m benchmarks.report_pictures runs/first/report.html lb --only fighting,dice-d6

Needs Chromium (GROGNARD_CHROMIUM names another than the system's) and pngquant.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

ROOT: Final = Path(__file__).resolve().parents[1]
PICTURES: Final = ROOT / "docs" / "pictures" / "report"
FLAGS: Final = ["--no-sandbox", "--disable-gpu"]
WIDE: Final = 880
CHROMIUM: Final = os.environ.get("GROGNARD_CHROMIUM", "/usr/bin/chromium")


def main(argv: Sequence[str] | None = None) -> int:
    asked = _asked(argv)
    plots = sorted(asked.page.with_suffix("").glob("*.svg"))
    if not plots:
        print(f"benchmarks.report_pictures: no plots lie beside {asked.page}.", file=sys.stderr)
        return 2
    if missing := _missing():
        print(f"benchmarks.report_pictures: {missing}.", file=sys.stderr)
        return 2
    wanted = asked.only.split(",") if asked.only else [plot.stem for plot in plots]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for plot in plots:
            if plot.stem in wanted:
                take(browser, plot, PICTURES / f"{asked.name}-{plot.stem}.png")
        browser.close()
    return 0


def _missing() -> str:
    """Which program this cannot do without is not there; nothing if all are."""
    if shutil.which("pngquant") is None:
        return "this needs pngquant, which makes the pictures small: apt install pngquant"
    if shutil.which(CHROMIUM) is None:
        return f"there is no Chromium at {CHROMIUM}; GROGNARD_CHROMIUM may name another"
    return ""


def take(browser: Browser, plot: Path, to: Path) -> None:
    """One plot on the paper of the page, in few colours."""
    window = browser.new_page(viewport={"width": WIDE, "height": 400})
    image = f'<img src="{plot.resolve().as_uri()}" style="width:100%;display:block">'
    page = to.with_suffix(".html")
    page.write_text(f'<body style="margin:0;background:#fbf9f3">{image}', encoding="utf-8")
    try:
        window.goto(page.resolve().as_uri())
        window.screenshot(path=to, full_page=True)
    finally:
        page.unlink()
        window.close()
    subprocess.run(["pngquant", "--force", "--ext=.png", "--nofs", "96", str(to)], check=True)


def _asked(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.report_pictures", description=__doc__
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("page", type=Path, help="the page of a run")
    parser.add_argument("name", help="stands in the names of the pictures")
    parser.add_argument("--only", default="", help="plots by name, with commas")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
