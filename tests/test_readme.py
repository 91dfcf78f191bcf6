"""What the README and the docs say is so: their examples run, their links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from grognard.terminal.app import app

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])

_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#\s]+)")
_COMMAND = re.compile(r"`grognard ([a-z][^`]*)`")


def test_the_examples_of_the_readme_run() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    session = "\n".join(block for block in _BLOCK.findall(text) if ">>>" in block)
    example = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)

    assert len(example.examples) >= 10
    assert doctest.DocTestRunner().run(example).failed == 0


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
