"""Colours and patterns: a muted printed map, bright counters."""

from __future__ import annotations

from typing import Final, NamedTuple


class Ground(NamedTuple):
    """How terrain is filled: a colour, a pattern over it, the words of the legend."""

    fill: str
    pattern: str = ""
    words: str = ""


class Stroke(NamedTuple):
    """A line: colour, width, casing under it, dashes."""

    colour: str
    width: float
    casing: str = ""
    casing_width: float = 0
    dash: str = ""
    words: str = ""


PAPER: Final = "#e9e2cf"
INK: Final = "#2b2620"
GRID: Final = "#8d8468"

CLEAR: Final = Ground("#ece5c8", "", "Clear")
GROUNDS: Final = {
    "clear": CLEAR,
    "forest": Ground("#b9cb95", "trees", "Forest"),
    "rough": Ground("#dcc9a0", "crags", "Rough"),
    "forest_rough": Ground("#a9b886", "wild", "Forest and rough"),
    "broken": Ground("#dcc9a0", "crags", "Broken"),
    "woods": Ground("#d6e2b4", "copses", "Woods"),
    "rolling": Ground("#e3d8ac", "swells", "Rolling"),
    "slope": Ground("#d9bf92", "hachures", "Slope"),
    "hills": Ground("#d8c193", "crags", "Hills"),
    "mountain": Ground("#c5ab80", "crags", "Mountain"),
    "marsh": Ground("#cfdcc8", "reeds", "Marsh"),
    "water": Ground("#a9c9dc", "", "Water"),
    "built_up": Ground("#d3c3b4", "", "Built-up"),
    "desert": Ground("#efe0b4", "", "Desert"),
}

LINES: Final = {
    "major_river": Stroke("#7fb2d1", 9, "#3f7396", 11.5, words="Major river"),
    "river": Stroke("#7fb2d1", 5, "#3f7396", 7, words="River"),
    "stream": Stroke("#6aa2c4", 2.6, words="Stream"),
    "start_line": Stroke("#f5cf1d", 5, "#7a5b00", 7.5, words="Start Line"),
    "boundary": Stroke("#8a4b2a", 2.5, "#fff6", 5, "12 5 2 5", words="Boundary"),
    "border": Stroke("#6b5a7a", 3, "#fff8", 6, "9 4", words="Border"),
    "wall": Stroke("#5b4632", 4, words="Obstacle"),
}
PLAIN_LINE: Final = Stroke("#55504a", 2.5, "#fff8", 5)

ROADS: Final = {
    "highway": Stroke("#c9563c", 3.4, "#5c2a1c", 5.4, words="Main road"),
    "road": Stroke("#f7f0d8", 2.6, "#6d5334", 4.8, words="Road"),
    "track": Stroke("#7d6442", 1.8, "", 0, "5 3.5", words="Track"),
    "rail": Stroke("#3a3632", 1.6, "#3a3632", 5.5, words="Railway"),
}

WORKS: Final = {
    "field": Stroke("#8a5a2b", 1.3, words="Field works"),
    "main": Stroke("#7d1f1a", 2.2, words="Main fortified line"),
}

PATTERNS: Final = {
    "trees": (
        30,
        26,
        '<g fill="#8fab68" stroke="#6f8c4b" stroke-width=".7">'
        '<path d="M4,11a3.4,3.4 0 0 1 .6,-6.4a3.8,3.8 0 0 1 6.8,0a3.4,3.4 0 0 1 .6,6.4z"/>'
        '<path d="M19,23a3.4,3.4 0 0 1 .6,-6.4a3.8,3.8 0 0 1 6.8,0a3.4,3.4 0 0 1 .6,6.4z"/></g>',
    ),
    "copses": (
        34,
        30,
        '<path d="M9,15a3.4,3.4 0 0 1 .6,-6.4a3.8,3.8 0 0 1 6.8,0a3.4,3.4 0 0 1 .6,6.4z" '
        'fill="#b4c88c" stroke="#8fab68" stroke-width=".7"/>',
    ),
    "crags": (
        26,
        22,
        '<g fill="none" stroke="#a5854f" stroke-width="1.1" stroke-linecap="round">'
        '<path d="M3,9l4,-6 4,6M6.2,8.5l1.2,-2.6M16,20l4,-6 4,6M19.2,19.5l1.2,-2.6"/></g>',
    ),
    "swells": (
        36,
        24,
        '<path d="M3,9q6,-5 12,0M20,21q6,-5 12,0" fill="none" stroke="#c2ae72" '
        'stroke-width="1.1" stroke-linecap="round"/>',
    ),
    "hachures": (
        20,
        18,
        '<path d="M3,3l-1.5,6M7,3l-1,7M11,3v7M15,3l1,7M1,13.5l-1,4M6,13.5v4" fill="none" '
        'stroke="#9c7a45" stroke-width="1.1" stroke-linecap="round"/>',
    ),
    "wild": (
        30,
        26,
        '<path d="M4,11a3.4,3.4 0 0 1 .6,-6.4a3.8,3.8 0 0 1 6.8,0a3.4,3.4 0 0 1 .6,6.4z" '
        'fill="#839c5c" stroke="#637c42" stroke-width=".7"/>'
        '<path d="M18,23l4.5,-7 4.5,7M21.6,22.5l1.4,-3" fill="none" stroke="#7b6336" '
        'stroke-width="1.2" stroke-linecap="round"/>',
    ),
    "reeds": (
        22,
        16,
        '<path d="M3,7h8M5,7v-4M7,7v-5M9,7v-4M14,15h6M16,15v-4M18,15v-4" fill="none" '
        'stroke="#6d8f86" stroke-width="1"/>',
    ),
    "hidden": (
        8,
        8,
        '<path d="M-2,10L10,-2M-2,2L2,-2M6,10L10,6" stroke="#0003" stroke-width="2"/>',
    ),
}
