"""NATO unit symbols, taken from the milsymbol package and drawn small."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from grognard.draw.ink import el, plain

# Entity codes of land units; friendly frames for all, since the ground colour tells the side.
ENTITIES: Final = {
    "infantry": "121100",
    "motorised_infantry": "121104",
    "mechanised_infantry": "121102",
    "airborne": "121101",
    "armour": "120500",
    "cavalry": "121300",
    "reconnaissance": "121300",
    "antitank": "120400",
    "tank_destroyer": "120401",
    "artillery": "130300",
    "antiaircraft": "130100",
    "engineer": "140700",
    "supply": "163400",
}
LETTERS: Final = {"machine_gun": "MG", "headquarters": "HQ", "trains": "TR", "unknown": "?"}
NONE: Final = "none"

_SIDC: Final = re.compile(r"[0-9]{20}")
_FRAME: Final = '<path d="M25,50l150,0 0,100 -150,0z" stroke="currentColor" stroke-width="9"/>'
_VIEW: Final = "18 43 164 114"
_STROKE: Final = re.compile(r'stroke-width="([0-9.]+)"')


class MissingExtraError(ImportError):
    """Drawing was asked for without the packages it needs."""


def symbol_id(kind: str) -> str:
    """The name of a symbol's definition in the picture."""
    known = kind in ENTITIES or kind in LETTERS or _SIDC.fullmatch(kind)
    return f"nato-{kind}" if known else "nato-unknown"


@lru_cache(maxsize=256)
def definition(name: str) -> str:
    """The `<symbol>` of that name: frame in the fill of its user, lines in its colour."""
    kind = name.removeprefix("nato-")
    inside = _lettered(LETTERS[kind]) if kind in LETTERS else _nato(kind)
    return el("symbol", inside, id=name, viewBox=_VIEW)


def _lettered(letters: str) -> str:
    words = el(
        "text",
        plain(letters),
        x="100",
        y="131",
        font_size="86",
        font_weight="bold",
        text_anchor="middle",
        fill="currentColor",
    )
    return _FRAME + words


def _nato(kind: str) -> str:
    try:
        from milsymbol import Symbol
    except ImportError as missing:
        raise MissingExtraError(
            "unit symbols need the milsymbol package: pip install 'grognard[draw]'"
        ) from missing
    sidc = kind if _SIDC.fullmatch(kind) else f"1003100000{ENTITIES[kind]}0000"
    drawing = Symbol(sidc)
    return _repainted(drawing.as_svg()) if drawing.is_valid() else _lettered("?")


def _repainted(svg: str) -> str:
    inside = svg[svg.index(">") + 1 : svg.rindex("</svg>")]
    inside = inside.replace(' fill="rgb(128,224,255)" fill-opacity="1"', "")
    inside = inside.replace('"black"', '"currentColor"')
    # Made for large symbols: at counter size its lines would be half a pixel wide.
    return _STROKE.sub(lambda m: f'stroke-width="{float(m[1]) * 2.5:g}"', inside)
