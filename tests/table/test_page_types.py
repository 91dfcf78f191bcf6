"""The page is checked against types made from the structs that are sent to it."""

from __future__ import annotations

from grognard.table import page_types


def test_the_types_are_those_the_structs_make_now() -> None:
    written = page_types.PATH.read_text(encoding="utf-8")

    assert written == page_types.declarations(), (
        "a message or the scene has changed: run `python -m grognard.table.page_types`"
    )


def test_what_may_lack_is_marked() -> None:
    lines = page_types.declarations().splitlines()

    assert "  verdict?: Result;" in lines  # UNSET unless the game is over
    assert "  spot: string;" in lines  # OfferRow: always sent, though it may be empty
    assert "  private?: boolean;" in lines  # NewMatch: need not be said
    assert "  winner: string | null;" in lines
    assert "  outcomes: [string, string, number][];" in lines
