"""Derived facts: given again while what they were derived from is the same."""

from __future__ import annotations

from grognard.book.memo import Memo


def test_what_was_kept_is_recalled_for_the_same_basis_alone() -> None:
    memo = Memo()

    assert memo.recall("zones", (1, 2)) is None
    assert memo.keep("zones", (1, 2), 7) == 7
    assert memo.recall("zones", (1, 2)) == 7
    assert memo.recall("zones", (1, 3)) is None
    assert memo.recall("supply", (1, 2)) is None


def test_a_name_has_its_last_value_only() -> None:
    memo = Memo()
    memo.keep("zones", 1, "old")
    memo.keep("zones", 2, "new")

    assert memo.recall("zones", 1) is None
    assert memo.recall("zones", 2) == "new"
