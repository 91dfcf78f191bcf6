"""What holds for the data files of every title: whose they are, tags, the ledger's rules."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.book.flaws import TAGS

TITLES = Path(grognard.__file__).parent / "titles"
KEYS = ("lost_battalion", "bcs", "ardennes")
FILES = [path for key in KEYS for path in sorted((TITLES / key / "data").rglob("*.toml"))]
LESSONS = [path for key in KEYS for path in sorted((TITLES / key / "lessons").glob("*.toml"))]
LEDGER = Path(__file__).parents[3] / "shared" / "ledger"
KINDS = {"rules": "rule", "rulings": "ruling", "structure": "structure"}  # in the ledger, in ours
OF_OUR_OWN = "scenario"  # what the scenarios add is ours, and in no ledger
DEPARTURES = {  # where our rulebook says something else than the ledger, and why
    "ardennes": {
        "EA-S.66": "westernmost is a column: what is closest to a German decides next (EA-AR.r)",
    },
}


def tags(value: object) -> list[str]:
    """Every tag written anywhere in a file."""
    if isinstance(value, list):
        return [tag for entry in value for tag in tags(entry)]
    if not isinstance(value, dict):
        return []
    found = [value["tag"]] if "tag" in value else []
    found += list(value.get("tags", {}).values())
    return found + [tag for entry in value.values() for tag in tags(entry)]


def named(path: Path) -> str:
    return str(path.relative_to(TITLES))


@pytest.mark.parametrize("path", [*FILES, *LESSONS], ids=named)
def test_files_say_whose_they_are(path: Path) -> None:
    head = path.read_text(encoding="utf-8").split("\n\n")[0]

    assert "CC0" in head
    assert "nofficial" in head


@pytest.mark.parametrize("path", FILES, ids=named)
def test_files_tag_their_values(path: Path) -> None:
    found = tags(read(path))

    assert found
    assert set(found) <= TAGS


@pytest.mark.skipif(not LEDGER.is_dir(), reason="the ledger lies only where titles are written")
@pytest.mark.parametrize("key", KEYS)
def test_the_rulebook_is_the_ledger(key: str) -> None:
    ours, theirs = shipped(key), wanted(key)
    differ = {rule for rule in ours.keys() | theirs.keys() if ours.get(rule) != theirs.get(rule)}

    # One that has ceased to depart is no departure: it fails here too.
    assert differ == DEPARTURES.get(key, {}).keys()


def shipped(key: str) -> dict[str, tuple[str, str]]:
    book = read(TITLES / key / "data" / "rulebook.toml")["rule"]
    return {r["id"]: (r["kind"], bare(r["text"])) for r in book if r["kind"] != OF_OUR_OWN}


def wanted(key: str) -> dict[str, tuple[str, str]]:
    ledger = read(LEDGER / f"{key}.toml")
    return {
        rule: (kind, bare(text))
        for table, kind in KINDS.items()
        for rule, text in ledger.get(table, {}).items()
    }


def bare(text: str) -> str:
    """Without the word in brackets that says where a ruling comes from: some have it as a tag."""
    return re.sub(r"^\[[\w-]+\] ", "", text)


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
