"""Imports point one way and never in a circle, and the engine needs msgspec and nothing heavier."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

import grognard

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

SRC = Path(grognard.__file__).parent

BELOW = frozenset({"ground", "book", "waist"})
"""What titles are made with: the engine's own floor."""
KEEPING = frozenset({"match"})

# What each room may import besides itself. "title" is every title, "titles" the package they lie
# in, and "" the front door, for which nobody inside asks.
MAY_IMPORT: dict[str, frozenset[str]] = {
    "ground": frozenset({"book"}),
    "book": frozenset(),
    "waist": frozenset({"ground", "book"}),
    "title": BELOW,
    "titles": frozenset({"library"}),
    "library": BELOW | {"titles"},
    "match": BELOW | {"library"},
    "processes": frozenset(),
    "bots": BELOW | KEEPING,
    "draw": BELOW,
    "sim": BELOW | KEEPING | {"bots", "draw", "library", "processes"},
    "research": BELOW | KEEPING | {"bots", "library"},
    "trial": BELOW | KEEPING | {"bots", "library", "processes"},
    "table": BELOW | KEEPING | {"draw", "bots", "library"},
    "terminal": BELOW | KEEPING | {"bots", "draw", "library", "sim", "table", "trial"},
}
MAY_IMPORT[""] = BELOW | KEEPING | {"bots", "library"}
ANYTHING = frozenset({"cli", "__main__"})

# What each room of a title may import besides itself; "" is the title's own package, the waist.
WHAT_IS_THERE = frozenset({"kit", "position"})
WHAT_HAPPENS = WHAT_IS_THERE | {"rules", "script"}
WHAT_IS_SEEN = WHAT_HAPPENS | {"sight", "words"}
HOUSE: dict[str, frozenset[str]] = {
    "kit": frozenset(),
    "position": frozenset({"kit"}),
    "rules": WHAT_IS_THERE,
    "script": WHAT_IS_THERE | {"rules"},
    "sight": WHAT_HAPPENS,
    "words": WHAT_HAPPENS | {"sight"},
    "drawing": WHAT_IS_SEEN,
    "thinking": WHAT_IS_SEEN,
    "audit": WHAT_HAPPENS,
    # What the second reading may take of these its own test says.
    "referee": WHAT_HAPPENS | {""},
    "": WHAT_IS_SEEN | {"drawing", "thinking", "audit"},
}
# What each room of the table may import besides itself; a module of its own is a room too.
SAID = frozenset({"messages", "faults"})
TABLE: dict[str, frozenset[str]] = {
    "": frozenset(),
    "messages": frozenset(),
    "page_types": frozenset({"messages"}),
    "faults": frozenset({"messages"}),
    "door": SAID,
    "keeping": SAID,
    "sight": SAID,
    "records": SAID | {"door", "keeping"},
    "rooms": SAID | {"keeping", "sight"},
    "calling": SAID | {"keeping", "rooms"},
    "desk": SAID | {"door", "keeping", "sight", "records", "rooms", "calling"},
    "app": frozenset({"desk", "door", "keeping", "calling"}),
    "server": frozenset({"app", "door", "keeping", "calling"}),
}
ROOMS: dict[str, dict[str, frozenset[str]]] = {
    "titles.lost_battalion": HOUSE,
    "titles.ardennes": HOUSE,
    "titles.bcs": HOUSE,
    "table": TABLE,
}
CROWDED = 22
"""More names than this in a room are too many to find one's way."""


class Import(NamedTuple):
    """One module of ours asking for another."""

    by: str
    of: str

    def __str__(self) -> str:
        return f"{self.by} imports {self.of}"


BARE = frozenset({"grognard", "grognard.titles"})
"""Packages that have modules and no names."""


def part(module: str) -> str:
    """Which part of the program a module is in: "hexes", "table", "titles.bcs"."""
    names = module.split(".")[1:]
    return ".".join(names[:2]) if names[:1] == ["titles"] else ".".join(names[:1])


def room(module: str) -> str:
    """Which room of its part a module is in: "rules", "words"; "" is the part's package."""
    return module.removeprefix(f"grognard.{part(module)}").lstrip(".").partition(".")[0]


def module_name(path: Path, root: Path = SRC) -> str:
    names = ("grognard", *path.relative_to(root).with_suffix("").parts)
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


@cache
def modules() -> dict[str, Path]:
    return {module_name(path): path for path in sorted(SRC.rglob("*.py"))}


def imports_of(module: str, source: str, *, package: bool = False) -> Iterator[Import]:
    """Every import of ours in a source, wherever in it, late and by name too."""
    for node in ast.walk(ast.parse(source)):
        for name in _asked_for(node, module if package else module.rpartition(".")[0]):
            if name.split(".")[0] == "grognard":
                yield Import(module, name)


def _asked_for(node: ast.AST, package: str) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return _asked_from(node, package)
    # `import_module("grognard.titles.bcs")`, however the name gets there.
    name = node.value if isinstance(node, ast.Constant) else None
    return [name] if isinstance(name, str) and re.fullmatch(r"grognard(\.\w+)+", name) else []


def _asked_from(node: ast.ImportFrom, package: str) -> list[str]:
    base = node.module or ""
    if node.level:
        above = package.split(".")[: len(package.split(".")) - node.level + 1]
        base = ".".join([*above, base]).rstrip(".")
    # `from grognard.ground import hexes` asks for a module, the same with `Grid` for a name.
    names = [f"{base}.{alias.name}" for alias in node.names]
    return [name if name in modules() or base in BARE else base for name in names]


@cache
def our_imports() -> tuple[Import, ...]:
    found: list[Import] = []
    for module, path in modules().items():
        source = path.read_text(encoding="utf-8")
        found += imports_of(module, source, package=path.name == "__init__.py")
    return tuple(found)


def is_allowed(request: Import) -> bool:
    by, of = part(request.by), part(request.of)
    if of == by:
        return is_allowed_inside(request)
    if of == "__version__" or by in ANYTHING:
        return True
    asking = "title" if by.startswith("titles.") else by
    return of.split(".")[0] in MAY_IMPORT.get(asking, frozenset())


def is_allowed_inside(request: Import) -> bool:
    """Whether one module may ask for another of the same part."""
    house = ROOMS.get(part(request.by))
    by, of = room(request.by), room(request.of)
    return house is None or by == of or of in house.get(by, frozenset())


def circle_among(names: Collection[str]) -> list[str]:
    """Modules that ask for each other in a circle, late imports included; none if there is none."""
    graph: dict[str, set[str]] = {}
    for request in our_imports():
        if {request.by, request.of} <= set(names) and request.by != request.of:
            graph.setdefault(request.by, set()).add(request.of)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as told:
        return list(told.args[1])
    return []


def in_the_toolbox() -> list[str]:
    return [module for module in modules() if not module.startswith("grognard.titles.")]


def in_part(name: str) -> list[str]:
    return [module for module in modules() if part(module) == name]


# -- the law ---------------------------------------------------------------------


def test_every_module_has_its_place() -> None:
    known = MAY_IMPORT.keys() | ANYTHING | {""}

    assert {part(module).split(".")[0] for module in modules()} <= known


def test_imports_point_one_way() -> None:
    assert [str(request) for request in our_imports() if not is_allowed(request)] == []


def test_only_titles_the_library_and_the_command_line_know_a_title() -> None:
    knowing = {part(r.by) for r in our_imports() if part(r.of).startswith("titles.")}

    assert {name for name in knowing if not name.startswith("titles.")} <= ANYTHING | {"library"}


def test_no_part_asks_for_one_that_asks_for_it() -> None:
    graph: dict[str, set[str]] = {}
    for request in our_imports():
        by, of = part(request.by), part(request.of)
        if by != of:
            graph.setdefault(by, set()).add(of)

    TopologicalSorter(graph).prepare()  # a CycleError names the circle


def test_no_modules_of_the_toolbox_ask_for_each_other_in_a_circle() -> None:
    assert circle_among(in_the_toolbox()) == []


def test_every_title_has_rooms() -> None:
    housed = {name for name in ROOMS if name.startswith("titles.")}

    assert housed == set(map(part, titles()))


@pytest.mark.parametrize("name", ROOMS)
def test_every_module_has_its_room(name: str) -> None:
    assert {room(module) for module in in_part(name)} <= ROOMS[name].keys()


@pytest.mark.parametrize("name", ROOMS)
def test_no_modules_of_a_part_ask_for_each_other_in_a_circle(name: str) -> None:
    assert circle_among(in_part(name)) == []


@pytest.mark.parametrize("name", ROOMS)
def test_no_room_is_crowded(name: str) -> None:
    inside = Counter(module.rpartition(".")[0] for module in in_part(name))

    assert {package for package, count in inside.items() if count > CROWDED} == set()


# -- that the law is read right ----------------------------------------------------

LB = "grognard.titles.lost_battalion"


@pytest.mark.parametrize(
    ("module", "source", "allowed"),
    [
        ("grognard.ground.hexes", "import msgspec", True),
        ("grognard.book.tally", "from grognard.book.rulebook import RuleId", True),
        ("grognard.book.tally", "from grognard import __version__", True),
        ("grognard.book.tally", "from grognard.waist.title import Seat", False),
        ("grognard.book.tally", "from grognard import title", False),
        ("grognard.book.tally", "from ..waist.title import Seat", False),
        ("grognard.book.tally", "from ..waist import title", False),
        ("grognard.book.tally", "import grognard.titles.bcs.state", False),
        ("grognard.book.tally", "def late():\n    from grognard.match import Match", False),
        (
            "grognard.book.tally",
            "if TYPE_CHECKING:\n    from grognard.waist.title import Seat",
            False,
        ),
        ("grognard.book.tally", "import grognard", False),
        ("grognard.book.tally", "from grognard import Refusal", False),
        ("grognard", "from grognard.match import Match", True),
        ("grognard", "from grognard.table.app import app", False),
        ("grognard.titles", "from grognard.library import titles", True),
        ("grognard.titles.bcs", "from grognard.library import titles", False),
        ("grognard.waist.title", "from grognard.waist.scene import Scene", True),
        ("grognard.waist.scene", "from grognard.draw.svg import svg", False),
        (
            "grognard.waist.scene",
            "if TYPE_CHECKING:\n    from grognard.match import Match",
            False,
        ),
        (
            "grognard.titles.bcs.rules.zones",
            "from grognard.titles.bcs.position.state import State",
            True,
        ),
        ("grognard.titles.bcs.rules.zones", "from ..position.state import State", True),
        ("grognard.titles.bcs.rules.zones", "from grognard.waist.scene import Scene", True),
        (
            "grognard.titles.bcs.rules.zones",
            "from grognard.titles.ardennes import chits",
            False,
        ),
        ("grognard.titles.bcs.rules.zones", "from ...ardennes import chits", False),
        ("grognard.titles.bcs.rules.zones", "from grognard.titles import ardennes", False),
        ("grognard.titles.bcs.rules.zones", "from grognard.match import Match", False),
        ("grognard.match", "from grognard.titles import bcs", False),
        ("grognard.match", "import_module('grognard.titles.bcs')", False),
        ("grognard.library", "from grognard.titles import bcs", True),
        ("grognard.library", "import_module('grognard.titles.bcs')", True),
        ("grognard.cli", "from grognard.titles import bcs", True),
        ("grognard.bots.greedy", "from grognard.match import Match", True),
        ("grognard.bots.greedy", "from grognard.table.app import app", False),
        ("grognard.draw.svg", "from grognard.waist.scene import Scene", True),
        ("grognard.draw.svg", "from grognard.match import Match", False),
        ("grognard.table.app", "from grognard.draw import svg", True),
        ("grognard.table.app", "from grognard.sim import arena", False),
        ("grognard.table.app", "from grognard.table.desk import lobby", True),
        ("grognard.table.desk.play", "from grognard.table.rooms import deeds", True),
        ("grognard.table.desk.play", "from grognard.table.app import make_app", False),
        ("grognard.table.rooms.deeds", "from grognard.table.sight.now import now_of", True),
        ("grognard.table.rooms.deeds", "from grognard.table.desk import books", False),
        ("grognard.table.rooms.deeds", "from ..desk import books", False),
        ("grognard.table.rooms.live", "from grognard.table.door.limits import Limits", False),
        (
            "grognard.table.keeping.store",
            "if TYPE_CHECKING:\n    from grognard.table.rooms.room import Room",
            False,
        ),
        ("grognard.table.faults", "from grognard.table.messages.answers import Fault", True),
        ("grognard.table.messages.answers", "from grognard.table.faults import Denied", False),
        ("grognard.table.anew", "from grognard.table.messages.answers import Fault", False),
        (f"{LB}.rules.hasty", "from .battle import strike", True),
        (f"{LB}.rules.hasty", f"from {LB}.kit.tables import Kit", True),
        (f"{LB}.rules.hasty", f"from {LB}.drawing.face import scene", False),
        (f"{LB}.rules.hasty", f"from {LB}.drawing import face", False),
        (f"{LB}.rules.hasty", f"def late():\n    from {LB}.words import names", False),
        (f"{LB}.rules.hasty", f"import {LB}", False),
        (f"{LB}.rules.hasty", "from ..sight.view import View", False),
        (f"{LB}.kit.tables", f"from {LB}.position.state import State", False),
        (f"{LB}.sight.view", f"from {LB}.rules.combat import odds", True),
        (f"{LB}.words.names", f"from {LB}.drawing.face import scene", False),
        (f"{LB}.drawing.face", f"from {LB}.thinking.situation import Situation", False),
        (f"{LB}.thinking.situation", f"from {LB}.sight.view import View", True),
        (f"{LB}.thinking.situation", f"from {LB}.drawing.face import scene", False),
        (f"{LB}.anew", f"from {LB}.kit.tables import Kit", False),
        (LB, f"from {LB}.drawing.face import scene", True),
        (LB, f"from {LB}.referee import compare", False),
        ("grognard.anew", "from grognard.ground.hexes import Hex", False),
    ],
)
def test_how_imports_are_read(module: str, source: str, allowed: bool) -> None:
    assert all(map(is_allowed, imports_of(module, source))) == allowed


def test_a_package_asks_from_inside_itself() -> None:
    source = "from .state import State"

    assert [r.of for r in imports_of("grognard.titles.bcs", source, package=True)] == [
        "grognard.titles.bcs.state"
    ]


# -- weight ------------------------------------------------------------------------


def engine() -> list[str]:
    """What a game is played with: the rooms below, whole, and the packages of the titles."""
    wanted = BELOW | KEEPING | {"library"}
    return [module for module in modules() if part(module) in wanted] + titles()


def titles() -> list[str]:
    return [module for module in modules() if re.fullmatch(r"grognard\.titles\.\w+", module)]


# What msgspec itself finds useful is its own affair, so it goes first.
LOOK = """
import sys, msgspec
from importlib import import_module
before = set(sys.modules)
for name in sys.argv[1:]:
    import_module(name)
    print(name, *{new.split(".")[0] for new in set(sys.modules) - before})
"""


def test_the_engine_needs_msgspec_and_nothing_heavier() -> None:
    # One after the other in one process: the first line with a stranger names who brought it.
    told = subprocess.run(
        [sys.executable, "-c", LOOK, *engine()], capture_output=True, text=True, check=True
    ).stdout.splitlines()

    strangers = ((line.split()[0], *_strangers(line.split()[1:])) for line in told)
    assert next((found for found in strangers if found[1:]), ()) == ()
    assert len(told) == len(engine())


def _strangers(names: list[str]) -> set[str]:
    # A module that Cython compiled brings names of its own; the package Cython is not imported.
    found = {name for name in names if not name.startswith(("_cython_", "cython_runtime"))}
    return found - sys.stdlib_module_names - {"msgspec", "grognard"}
