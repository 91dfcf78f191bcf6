"""The ledger: what counts as a citation and as a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.book.rulebook import Rule
from grognard.trial.ledger import TOOLBOX, citations, ledger, marks, repository_of

RULES = {rule: Rule(rule, "rule", "One", "Words.") for rule in ("XY-1.1", "XY-1.1a", "XY-S.2")}

CODE = '''"""Chapter 1 (XY-1.1)."""

@cites("XY-1.1a")
def refusal(state):
    # XY-S.2 and XY-9.9 and AXY-S.2
    return Refusal("XY-1.1a", "no")
'''
TESTS = """import pytest

@pytest.mark.rule("XY-1.1", "XY-S.2")
def test_one():
    pass

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("XY-1.1a"))])
def test_two(x):
    pass

def helper():
    pytest.mark.rule("XY-7.7")
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A repository with one title."""
    home = tmp_path / "repository"
    package = home / "src" / "grognard" / "titles" / "xy"
    package.mkdir(parents=True)
    (home / "pyproject.toml").write_text("")
    (package / "chapter.py").write_text(CODE)
    for name in TOOLBOX:
        file = home / "src" / "grognard" / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text("")
    (home / "tests").mkdir()
    (home / "tests" / "test_xy.py").write_text(TESTS)
    return home


def package(home: Path) -> Path:
    return home / "src" / "grognard" / "titles" / "xy"


def test_places_are_found_by_whole_ids(home: Path) -> None:
    file = package(home) / "chapter.py"
    found = citations([file], RULES, home / "src" / "grognard")
    assert {rule: [p.line for p in places] for rule, places in found.items()} == {
        "XY-1.1": [1],
        "XY-1.1a": [3, 6],
        "XY-S.2": [5],
    }
    assert {place.function for place in found["XY-1.1a"]} == {"refusal"}
    assert {place.kind for place in found["XY-1.1a"]} == {"enforced"}
    assert {place.kind for place in found["XY-S.2"]} == {"mentioned"}
    assert str(found["XY-1.1"][0]) == "grognard/titles/xy/chapter.py:1"


@pytest.mark.parametrize(
    ("module", "kind"),
    [
        ("overlays.py", "shown"),
        ("face_map.py", "shown"),
        ("script/foresight.py", "shown"),
        ("planning/posts.py", "weighed"),
        ("imagine.py", "weighed"),
        ("referee/march.py", "checked"),
        ("audit.py", "checked"),
        ("view.py", "enforced"),
        ("script/deploy.py", "enforced"),
    ],
)
def test_what_a_citation_does_is_told_by_the_module(home: Path, module: str, kind: str) -> None:
    file = package(home) / module
    file.parent.mkdir(exist_ok=True)
    file.write_text(CODE)

    found = citations([file], RULES, home / "src" / "grognard")

    assert {place.kind for place in found["XY-1.1a"]} == {kind}
    assert {place.kind for place in found["XY-S.2"]} == {
        "mentioned" if kind == "enforced" else kind
    }


def test_a_rule_of_the_picture_is_enforced_where_it_is_drawn(home: Path) -> None:
    (package(home) / "chapter.py").write_text('@draws("XY-1.1a")\ndef coat(unit):\n    pass\n')
    (package(home) / "face.py").write_text('@draws("XY-S.2")\n@cites("XY-1.1")\ndef f(): ...\n')

    book = ledger("xy", RULES, package(home), repository_of(package(home)))

    assert {line.id: line.enforced for line in book.lines} == {
        "XY-1.1": False,
        "XY-1.1a": True,
        "XY-S.2": True,
    }
    assert book.unenforced == ("XY-1.1",)
    assert not book.ok


def test_tests_count_by_their_marks(home: Path) -> None:
    assert marks(home / "tests") == {
        "XY-1.1": ["tests/test_xy.py::test_one"],
        "XY-S.2": ["tests/test_xy.py::test_one"],
        "XY-1.1a": ["tests/test_xy.py::test_two"],
    }


def test_a_whole_ledger(home: Path) -> None:
    book = ledger("xy", RULES, package(home), repository_of(package(home)))
    assert book.uncited == ()
    assert book.unenforced == ("XY-1.1", "XY-S.2")  # cited in a docstring and a comment
    assert book.summary == "3 rules: 1 enforced, 3 tested"
    assert not book.ok

    (package(home) / "other.py").write_text('RULES = ("XY-1.1", "XY-S.2")\n')
    assert ledger("xy", RULES, package(home), repository_of(package(home))).ok


def test_what_is_wanting_is_named(home: Path) -> None:
    (package(home) / "chapter.py").write_text('"""XY-1.1 and XY-S.2"""')
    (home / "tests" / "test_xy.py").write_text(
        'import pytest\n\n@pytest.mark.rule("XY-1.1", "XY-5")\ndef test_one():\n    pass\n'
    )
    book = ledger("xy", RULES, package(home), home)
    assert book.uncited == ("XY-1.1a",)
    assert book.untested == ("XY-1.1a", "XY-S.2")
    assert book.strange == ("XY-5",)
    assert not book.ok
    assert book.summary == "3 rules: 0 enforced, 1 tested, 1 unknown to the rulebook"


def test_without_tests_it_says_so(home: Path) -> None:
    (package(home) / "other.py").write_text('RULES = ("XY-1.1", "XY-S.2")\n')
    book = ledger("xy", RULES, package(home), None)
    assert not book.tests_seen
    assert book.ok
    assert book.summary == "3 rules: 3 enforced, tests not here"
