"""What docs/research.md shows is so."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_examples_of_the_page_run() -> None:
    text = PAGE.read_text(encoding="utf-8")
    session = "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    example = doctest.DocTestParser().get_doctest(session, {}, PAGE.name, PAGE.name, 0)

    assert len(example.examples) >= 15
    assert doctest.DocTestRunner().run(example).failed == 0
