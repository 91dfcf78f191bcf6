"""The page keeps some letters for itself; what a title asks for are others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import grognard
from grognard import library

PAGE = Path(grognard.__file__).parent / "table" / "static" / "match" / "acting" / "keys.js"
GUIDE = Path(__file__).parents[2] / "docs" / "adding-a-title.md"


def taken() -> set[str]:
    found = re.search(r'TAKEN = new Set\("([a-z]+)"\)', PAGE.read_text(encoding="utf-8"))
    assert found is not None
    return set(found[1])


def bound() -> set[str]:
    """The letters that do something at the page whatever is played."""
    return set(re.findall(r'^    \["([a-z])",', PAGE.read_text(encoding="utf-8"), re.MULTILINE))


def test_the_page_keeps_the_letters_it_uses() -> None:
    assert taken() == bound()


def test_the_guide_names_the_letters_of_the_page() -> None:
    found = re.search(r"page uses these letters itself: ([a-z ]+)\.", GUIDE.read_text("utf-8"))
    assert found is not None
    assert set(found[1].split()) == taken()


@pytest.mark.parametrize("key", library.titles())
def test_a_title_asks_for_letters_that_are_free(key: str) -> None:
    letters = [info.hotkey for info in library.title(key).OVERLAYS]
    assert all(re.fullmatch("[a-z]", letter) for letter in letters)
    assert len(set(letters)) == len(letters)
    assert not set(letters) & taken()
