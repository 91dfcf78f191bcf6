"""What no data file may be, and the sentence that says so."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from grognard.book.flaws import LONGEST, DataFlaw, Source
from grognard.book.rulebook import load_rulebook


def refused(tmp_path: Path, text: str) -> str:
    path = tmp_path / "x.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataFlaw) as flaw:
        Source(path)
    return str(flaw.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a = 1\nb = 99999", "x.toml, line 2: b should be a number from -9999 to 9999."),
        ("a = -10000", "x.toml, line 1: a should be a number from -9999 to 9999."),
        ("a = inf", "x.toml, line 1: a should be a number from -9999 to 9999."),
        ("a = nan", "x.toml, line 1: a should be a number from -9999 to 9999."),
        ("a = 1e300", "x.toml, line 1: a should be a number from -9999 to 9999."),
        (
            "[[u]]\nn = 1\n[[u]]\nk = 2\nn = [3, 99999]",
            "x.toml, line 5: n should be a number from -9999 to 9999.",
        ),
        (
            "[c.d]\ne = 1\nf = { g = 99999 }",
            "x.toml, line 3: g should be a number from -9999 to 9999.",
        ),
        ("a = 2024-12-16", "x.toml, line 1: a should not be a date or a time."),
        ("a = " + "9" * 5000, "x.toml: a number of it is too long to be read."),
        (
            "a = " + "[" * 17 + "]" * 17,
            "x.toml, line 1: its tables and lists are nested too deeply.",
        ),
        (
            "a = " + "[" * 90_000 + "]" * 90_000,
            "x.toml: its tables and lists are nested too deeply.",
        ),
        (
            ".".join(["a"] * 500) + " = 1",
            "x.toml, line 1: its tables and lists are nested too deeply.",
        ),
        ("a = 1 #" + "x" * LONGEST, f"x.toml: the file is longer than {LONGEST} bytes."),
        ("a = ?", "x.toml, line 1: this is not TOML: invalid value."),
    ],
    ids=range(14),
)
def test_what_no_file_may_say(tmp_path: Path, text: str, sentence: str) -> None:
    assert refused(tmp_path, text) == sentence


class Row(msgspec.Struct):
    steps: Annotated[int, msgspec.Meta(ge=1, le=9)]
    tag: str = "found"


def test_a_bound_is_told_with_its_field(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("[[unit]]\nsteps = 3\n\n[[unit]]\nname = 1\nsteps = 300\n")
    with pytest.raises(DataFlaw) as flaw:
        Source(tmp_path / "x.toml").rows("unit", Row)
    assert str(flaw.value) == "x.toml, line 6: steps of the unit should be at most 9."


def test_what_nobody_foresaw_is_a_flaw_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("a = 1")
    source = Source(tmp_path / "x.toml")
    words = r"^x\.toml: it cannot be used as it is: KeyError: 'b'\.$"
    with pytest.raises(DataFlaw, match=words), source.read():
        source.tables["b"]
    with pytest.raises(DataFlaw, match=r"^x\.toml, line 1: no\.$"), source.read():
        raise source.flaw(1, "no")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[rule]]\nid = 'X-1'\n", "rulebook.toml, line 1: the rule lacks the key kind."),
        ("rule = 3", "rulebook.toml, line 1: the file has no [[rule]]."),
        ("rule = [", "rulebook.toml, line 1: this is not TOML: invalid value."),
    ],
)
def test_a_fault_of_a_rulebook_names_the_file(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "rulebook.toml").write_text(text)
    with pytest.raises(DataFlaw) as flaw:
        load_rulebook(tmp_path / "rulebook.toml")
    assert str(flaw.value) == words
