"""The rule ledger: every rule of a title, where the code cites it and which tests hold it.

Code is read, not run: an id counts where it stands in the title's package or
in the toolbox beside it. It enforces where it is written as a whole literal, in
`@cites`, a refusal or a modifier, in a module that carries out rules; what a
module is for, its name says. In a docstring or a comment it is only mentioned.
A rule about the picture itself is enforced where it is drawn, by `@draws`.
Tests count by their mark, `@pytest.mark.rule("LB-9.18a")`. The data files do
not count: the title's `rulebook.toml` is the list of the rules there are.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from grognard.book.rulebook import Rule, RuleId

# What a title is built from; other modules speak of ids only by way of example.
TOOLBOX: Final = (
    *("ground/hexes", "ground/fields", "ground/board"),
    *("book/charts", "book/tally", "book/priorities", "waist/chance", "waist/scene"),
)

ENFORCED: Final = "enforced"
DRAWN: Final = "drawn"
MENTIONED: Final = "mentioned"
SHOWN: Final = "shown"
WEIGHED: Final = "weighed"
CHECKED: Final = "checked"
KINDS: Final = (ENFORCED, DRAWN, SHOWN, WEIGHED, CHECKED, MENTIONED)

# What modules and rooms of these names do with a rule; any other module carries it out.
# `view` and `events` carry out what a seat may know: nothing reaches a player but through them.
_DOES: Final = {
    SHOWN: re.compile(
        "aids|distribution|drawing|face(_.+)?|foresight|names|narration|notation|notes|notices"
        "|options|outlook|overlays|pointing|preview|prompts|reading(_.+)?|reasons|report|routes"
        "|scene|spots|threats|tracing|wording|words"
    ),
    WEIGHED: re.compile("glimpse|imagine|judgement|planning|situation|thinking"),
    CHECKED: re.compile("audit|referee"),
}

_ID = re.compile(r"\b[A-Z]+-[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*")
_MARK = "mark.rule"


class Place(msgspec.Struct, frozen=True):
    """Somewhere in the sources: the file, the line, and the function around it, if any."""

    file: str
    line: int
    function: str = ""
    kind: str = ENFORCED

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + (f" {self.function}" if self.function else "")


class Line(msgspec.Struct, frozen=True):
    """One rule with its citations and its tests (`file::function`)."""

    id: str
    kind: str
    chapter: str
    text: str
    code: tuple[Place, ...]
    tests: tuple[str, ...]

    @property
    def enforced(self) -> bool:
        """Whether some code carries the rule out, and does not only show or weigh it."""
        return any(place.kind in (ENFORCED, DRAWN) for place in self.code)


class Ledger(msgspec.Struct, frozen=True):
    """A title's rules. `tests_seen` is false where there are no tests to read."""

    title: str
    lines: tuple[Line, ...]
    tests_seen: bool
    strange: tuple[str, ...] = ()  # ids that tests mark and the rulebook lacks

    @property
    def uncited(self) -> tuple[str, ...]:
        return tuple(line.id for line in self.lines if not line.code)

    @property
    def unenforced(self) -> tuple[str, ...]:
        return tuple(line.id for line in self.lines if not line.enforced)

    @property
    def untested(self) -> tuple[str, ...]:
        if not self.tests_seen:
            return ()
        return tuple(line.id for line in self.lines if not line.tests)

    @property
    def ok(self) -> bool:
        return not (self.unenforced or self.untested or self.strange)

    @property
    def summary(self) -> str:
        """`224 rules: 224 enforced, 224 tested`."""
        total = len(self.lines)
        tested = f"{total - len(self.untested)} tested" if self.tests_seen else "tests not here"
        told = f"{total} rules: {total - len(self.unenforced)} enforced, {tested}"
        return told + (f", {len(self.strange)} unknown to the rulebook" if self.strange else "")


def ledger(
    key: str,
    rules: Mapping[RuleId, Rule],
    package: Path,
    repository: Path | None = None,
) -> Ledger:
    """Reads a title's package and the tests of the repository, where there is one."""
    toolbox = [package.parents[1] / f"{name}.py" for name in TOOLBOX]
    beside = filter(Path.is_file, toolbox)  # a title from elsewhere has none beside it
    code = citations([*sorted(package.rglob("*.py")), *beside], rules, package.parents[1])
    folder = None if repository is None else repository / "tests"
    seen = folder is not None and folder.is_dir()
    tests = marks(folder) if folder is not None and seen else {}
    prefixes = {rule.split("-")[0] for rule in rules}
    return Ledger(
        key,
        tuple(
            Line(r.id, r.kind, r.chapter, r.text, code.get(r.id, ()), tuple(tests.get(r.id, ())))
            for r in rules.values()
        ),
        seen,
        tuple(sorted(r for r in tests if r.split("-")[0] in prefixes and r not in rules)),
    )


def repository_of(package: Path) -> Path | None:
    """The checkout a package lies in (`src/grognard/…`), if it lies in one."""
    for folder in package.parents:
        if (folder / "pyproject.toml").is_file() and (folder / "src").is_dir():
            return folder
    return None


# -- code ------------------------------------------------------------------------------


def citations(
    files: Iterable[Path], rules: Iterable[RuleId], root: Path
) -> dict[str, tuple[Place, ...]]:
    """Every place where one of the ids stands in these sources, and what it does there."""
    known = set(rules)
    found: dict[str, list[Place]] = {}
    for path in files:
        text = path.read_text(encoding="utf-8")
        if any(token in known for token in _ID.findall(text)):
            for rule, place in _places(text, path.relative_to(root.parent), known):
                found.setdefault(rule, []).append(place)
    return {rule: tuple(places) for rule, places in found.items()}


def _places(text: str, path: Path, known: set[str]) -> Iterator[tuple[str, Place]]:
    tree = ast.parse(text)
    functions, written = list(_functions(tree)), _literals(tree)
    for number, line in enumerate(text.splitlines(), 1):
        for rule in dict.fromkeys(_ID.findall(line)):
            if rule in known:
                kind = _kind(path, written.get((number, rule), MENTIONED))
                yield rule, Place(path.as_posix(), number, _at(functions, number), kind)


def _kind(path: Path, written: str) -> str:
    """What an id does where it is written so, in a module of that name."""
    if written == DRAWN:
        return written
    names = (*path.parts[:-1], path.stem)
    does = (kind for kind, known in _DOES.items() if any(map(known.fullmatch, names)))
    return next(does, written)


def _literals(tree: ast.Module) -> dict[tuple[int, str], str]:
    """By line, the ids that stand by themselves in a string: in `@draws`, or anywhere else."""
    found = {
        (node.lineno, node.value): ENFORCED
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "draws":
            ids = (word for word in node.args if isinstance(word, ast.Constant))
            found |= {(word.lineno, str(word.value)): DRAWN for word in ids}
    return found


def _functions(tree: ast.Module) -> Iterator[tuple[int, int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            yield first, node.end_lineno or node.lineno, node.name


def _at(functions: list[tuple[int, int, str]], line: int) -> str:
    around = [f for f in functions if f[0] <= line <= f[1]]
    return max(around, default=(0, 0, ""))[2]


# -- tests -----------------------------------------------------------------------------


def marks(folder: Path) -> dict[str, list[str]]:
    """The ids that tests are marked with, and those tests."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(folder.parent).as_posix()
        for function, rule in _marked(ast.parse(text).body) if _MARK in text else ():
            tests = found.setdefault(rule, [])
            if (test := f"{name}::{function}") not in tests:
                tests.append(test)
    return found


def _marked(body: Iterable[ast.stmt]) -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _marked(node.body)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _is_test(node.name):
            for decorator in node.decorator_list:
                yield from ((node.name, rule) for rule in _rules_in(decorator))


def _is_test(name: str) -> bool:
    return name.startswith("test")


def _rules_in(decorator: ast.expr) -> Iterator[str]:
    # A mark may also sit on one case: `pytest.param(…, marks=pytest.mark.rule("LB-7.2a"))`.
    for node in ast.walk(decorator):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(_MARK):
            for word in node.args:
                if isinstance(word, ast.Constant) and isinstance(word.value, str):
                    yield word.value
