"""What seats see of recorded games, for tests of sheets and frames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from grognard import library
from grognard.match import AnyMatch, Match
from grognard.table.sight.now import seen_by
from grognard.table.sight.sheets import Sheet, sheet
from grognard.trial import golden
from grognard.waist.title import Seat

GOLDEN = Path(__file__).parents[1] / "golden"


def watchers(title: Any) -> tuple[Seat | None, ...]:
    """Every seat, and the onlookers."""
    return (None, *title.SEATS)


def recorded(key: str) -> Iterator[tuple[str, AnyMatch, Seat, Any]]:
    """The golden games of a title entry by entry: name, match, and what is played next."""
    title = library.title(key)
    for path in golden.golden_files(GOLDEN / key):
        game = golden.read(title, path)
        match: AnyMatch = Match(title, game.header)
        for entry in game.entries:
            yield path.stem, match, Seat(entry.seat), entry.action
            match.play(entry.seat, entry.action, settle=False)


def imagined(match: AnyMatch, seat: Seat | None, rng: Random) -> AnyMatch:
    """The same match in another world that looks the same to that seat."""
    twin = copy(match)
    twin.state = match.title.imagine(match.view(seat), rng)
    return twin


def sheet_of(match: AnyMatch, seat: Seat | None) -> Sheet:
    return sheet(seen_by(match.title, match, seat))


# -- what a page makes of a sheet --------------------------------------------------------------

PLAIN = ("title", "turn", "held", "lit", "open")
NAMED = {"wrongs": "violations", "barred": "offers"}
LISTED = {"box": "boxes", "track": "tracks", "show": "overlays", "note": "notes"}


def read(rows: Mapping[str, bytes]) -> dict[str, Any]:
    return {key: msgspec.json.decode(row) for key, row in rows.items()}


def scene_of(rows: Mapping[str, Any]) -> dict[str, Any]:
    """The scene that a sheet was made of, pieces and markers in an order of their own."""
    scene: dict[str, Any] = {"board": {"key": rows["board"]}}
    scene |= {key: rows[key] for key in PLAIN if key in rows}
    scene |= {name: rows[key] for key, name in NAMED.items() if key in rows}
    for key, name in LISTED.items():
        found = [_bare(row) | {"key": at} for at, row in _listed(rows, key)]
        scene |= {name: found} if found else {}
    more = {
        "prompt": {key: value for key, value in rows["prompt"].items() if key != "line"},
        "sequence": _sequence(rows),
        "facts": [{"label": label, "value": value} for label, value in _listed(rows, "fact")],
        "stacks": [{"hex": hex_, "summary": row} for hex_, row in _under(rows, "sum/")],
        "hands": [_hand(rows, key, row) for key, row in _listed(rows, "hand")],
        "pieces": _pieces(rows),
        "markers": [_bare(row) for _, row in _under(rows, "m/")],
        "control": [_side(rows, side) for side in rows.get("sides", [])],
    }
    return scene | {name: found for name, found in more.items() if found}


def offers_of(rows: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What may be done, as it was offered."""
    return [_offer(stem, row, last) for stem, row in _listed(rows, "offer") for last in row["of"]]


def _offer(stem: str, row: dict[str, Any], last: str) -> dict[str, Any]:
    full = {
        "token": f"{stem.rstrip('~')} {last}".rstrip(),
        "text": last.join(row["text"]),
        "spot": last.join(row["spot"]),
        "verb": row["verb"],
        "names": [last.join(name) for name in row.get("names", [])],
        "begun": last.join(row.get("begun", [])),
        **{key: row[key] for key in ("taker", "left", "blow") if key in row},
    }
    needed = ("token", "text", "spot", "verb")
    return {key: value for key, value in full.items() if key in needed or value}


def plainly(scene: dict[str, Any]) -> dict[str, Any]:
    """A scene in the order in which a sheet gives it back."""
    order = {"pieces": lambda p: p["id"], "markers": lambda m: (m["at"], m["kind"], str(m))}
    for name, key in order.items():
        if name in scene:
            scene[name] = sorted(scene[name], key=key)
    for side in scene.get("control", []):
        side["hexes"] = sorted(side.get("hexes", []))
    if "stacks" in scene:
        scene["stacks"] = sorted(scene["stacks"], key=lambda stack: stack["hex"])
    return scene


def _bare(row: dict[str, Any]) -> dict[str, Any]:
    drawings = ("drawn", "x", "y", "shaded", "traced", "over")
    return {key: value for key, value in row.items() if key not in drawings}


def _under(rows: Mapping[str, Any], prefix: str) -> list[tuple[str, Any]]:
    return [(key[len(prefix) :], row) for key, row in rows.items() if key.startswith(prefix)]


def _listed(rows: Mapping[str, Any], name: str) -> list[tuple[str, Any]]:
    return [(key, rows[f"{name}/{key}"]) for key in rows.get(f"list/{name}", [])]


def _sequence(rows: Mapping[str, Any]) -> list[dict[str, Any]]:
    stage = rows.get("stage", [])
    return [
        step | ({"current": True} if n in stage else {})
        for n, step in enumerate(rows.get("sequence", []))
    ]


def _hand(rows: Mapping[str, Any], key: str, row: dict[str, Any]) -> dict[str, Any]:
    cards = [{"id": card} | rows[f"card/{key}/{card}"] for card in row["cards"]]
    return {**row, "key": key} | {"cards": cards} if cards else _without({**row, "key": key})


def _without(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != "cards"}


def _side(rows: Mapping[str, Any], side: dict[str, Any]) -> dict[str, Any]:
    held = _under(rows, f"held/{side['side']}/")
    return side | {"hexes": [hex_ for _, some in held for hex_ in some]}


def _pieces(rows: Mapping[str, Any]) -> list[dict[str, Any]]:
    where = {piece[0]: hex_ for hex_, pile in _under(rows, "at/") for piece in pile["pieces"]}
    return [
        {"id": id_, **({"hex": where[id_]} if id_ in where else {}), **_bare(row)}
        for id_, row in _under(rows, "p/")
    ]
