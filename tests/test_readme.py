"""What the README and the docs say is so: their examples run, their links lead somewhere."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

from grognard.terminal.app import app

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])

_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#\s]+)")
_FILE = re.compile(r"[\w<>*./-]*[\w>*]\.(?:py|pyx|js|toml|css)\b")
_COMMAND = re.compile(r"`grognard ([a-z][^`]*)`")


def readme() -> doctest.DocTest:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    session = "\n".join(block for block in _BLOCK.findall(text) if ">>>" in block)
    return doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)


def test_the_examples_of_the_readme_run() -> None:
    example = readme()

    assert len(example.examples) >= 10
    assert doctest.DocTestRunner().run(example).failed == 0


def test_the_game_of_the_readme_goes_as_it_says() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = [line.strip() for line in re.findall(r"^    (\S.*)$", text, re.MULTILINE)]
    shown = [line for line in shown if not line.startswith(("make ", "grognard "))]
    typed = [line.removeprefix("us> ") for line in shown if line.startswith("us> ")]
    words = "play lost_battalion --scenario learning --seed 1918 --seat german=greedy"

    told = subprocess.run(
        [sys.executable, "-m", "grognard.cli", *words.split()],
        input="\n".join(["done", *typed, "quit", ""]),
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        check=True,
    ).stdout

    lines = iter(told.splitlines())
    assert [line for line in shown if line not in lines] == []  # each after the one before


def test_the_examples_of_the_readme_are_well_typed(tmp_path: Path) -> None:
    lines = [example.source for example in readme().examples]
    (tmp_path / "examples.py").write_text("".join(lines), encoding="utf-8")

    words = ["-m", "mypy", "--strict", str(tmp_path / "examples.py")]
    told = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True)

    assert told.stdout.startswith("Success"), told.stdout + told.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    links = _LINK.findall(page.read_text(encoding="utf-8"))

    assert [link for link in links if ":" not in link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_are_understood(page: Path) -> None:
    for line in _COMMAND.findall(page.read_text(encoding="utf-8")):
        words = shlex.split(
            line.replace("<key>", "lost_battalion").replace("KEY", "lost_battalion")
        )
        app.parse_args(words, print_error=False, exit_on_error=False)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_are_named_are_there(page: Path) -> None:
    named = _FILE.findall(page.read_text(encoding="utf-8"))

    assert [name for name in named if not _is_there(name)] == []


def _is_there(name: str) -> bool:
    """Whether a file of ours has this path, or ends in it; `<key>` is any name."""
    pattern = "*/" + re.sub(r"<\w+>", "*", name.lstrip("./"))
    return any(fnmatchcase(path, pattern) for path in _ours())


@cache
def _ours() -> list[str]:
    rooms = ("src", "tests", "benchmarks", "docs", "examples", "scripts")
    found = (path for room in rooms for path in (ROOT / room).rglob("*.*"))
    return [f"/{path.relative_to(ROOT)}" for path in found if "node_modules" not in path.parts]
