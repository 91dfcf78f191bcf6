"""No hex and no unit of a scenario is named in code: such names stand in data files."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grognard import library
from grognard.titles.ardennes.kit.kit import KITS as ARDENNES
from grognard.titles.lost_battalion.kit.tables import KITS as LOST_BATTALION

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLES = Path(library.__file__).parent / "titles"
KITS = {"ardennes": ARDENNES["gs-14"], "lost_battalion": LOST_BATTALION["free"]}
OF_ITS_OWN = "referee"
"""The second reading has what it names for itself."""


def written(key: str) -> Iterator[tuple[str, str]]:
    """The strings of a title's code, with the file of each; none that only describes it."""
    for path in sorted((TITLES / key).rglob("*.py")):
        if OF_ITS_OWN not in path.parts:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for text in _strings(tree):
                yield str(path.relative_to(TITLES)), text


def _strings(tree: ast.Module) -> Iterator[str]:
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


@pytest.mark.parametrize("key", KITS)
def test_no_hex_and_no_unit_is_named_in_code(key: str) -> None:
    kit = KITS[key]
    hexes = {kit.grid.label(hex_) for hex_ in kit.grid.hexes}
    names = hexes | {unit.name for unit in kit.units}

    assert [(file, text) for file, text in written(key) if text in names] == []
