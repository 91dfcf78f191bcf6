"""Sheets: all that a seat sees and nothing else, row by row; and what one tells after another."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from positions.lb import position
from table.seen import (
    imagined,
    offers_of,
    plainly,
    read,
    recorded,
    scene_of,
    sheet_of,
    watchers,
)

from grognard import library
from grognard.draw import live_svg
from grognard.draw.ink import number, plain
from grognard.match import AnyMatch
from grognard.table.sight.now import seen_by
from grognard.table.sight.sheets import Difference, Seen, Sheet, difference, folded, sheet
from grognard.waist.scene import without_board
from grognard.waist.title import Seat

titles = pytest.mark.parametrize("key", library.titles())


@cache
def entries(key: str) -> int:
    return sum(1 for _ in recorded(key))


def moments(key: str, pairs: int) -> Iterator[tuple[str, AnyMatch, Seat | None]]:
    """That many sights of recorded games: a match at a moment, and who looks at it."""
    seats = watchers(library.title(key))
    every = max(1, entries(key) * len(seats) // pairs)
    for n, (name, match, *_) in enumerate(recorded(key)):
        if n % every == every // 2:
            for seat in seats:
                yield f"{name}, entry {len(match.entries)}, seen by {seat}", match, seat


@pytest.fixture
def pairs(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("--pairs"))


# -- the law ---------------------------------------------------------------------------------


@titles
def test_two_worlds_that_look_alike_make_the_same_sheet(key: str, pairs: int) -> None:
    rng = Random(key)
    for where, match, seat in moments(key, pairs):
        other = sheet_of(imagined(match, seat, rng), seat)
        assert list(sheet_of(match, seat).items()) == list(other.items()), where


@titles
def test_no_key_names_a_unit_whose_face_is_not_shown(key: str, pairs: int) -> None:
    for where, match, seat in moments(key, pairs):
        rows = sheet_of(match, seat)
        shown = {id_ for id_, row in pieces(rows) if row.get("face") != "hidden"}
        unseen = set(match.title.secrets(match.state)) - shown - named(match, seat)
        words = {word for row in rows for part in row.split("/", 1) for word in part.split()}
        words |= {word for word in rows if word[2:] in unseen}
        assert not unseen & (words | {row.partition("/")[2] for row in rows}), where


def pieces(rows: Sheet) -> list[tuple[str, Any]]:
    return [(k[2:], msgspec.json.decode(row)) for k, row in rows.items() if k.startswith("p/")]


def named(match: AnyMatch, seat: Seat | None) -> set[str]:
    """What a seat is told in words, or owns: cards in its hand, units it may bring."""
    words = msgspec.json.encode(seen_by(match.title, match, seat)).decode()
    return {name for name in match.title.secrets(match.state) if f'"{name}"' in words}


def test_sheets_are_the_same_in_every_process() -> None:
    script = (
        "import sys; sys.path[:0] = ['tests', 'tests/positions']\n"
        "from table.sight.test_sheets import fingerprint\n"
        "print(fingerprint())"
    )
    told = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONHASHSEED": "217"},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == fingerprint()


def fingerprint() -> str:
    """Of the sheets of a few moments, byte by byte."""
    made = hashlib.sha256()
    for key in library.titles():
        for _, match, *_ in islice(recorded(key), 0, 100, 40):
            for seat in watchers(match.title):
                made.update(msgspec.msgpack.encode(list(sheet_of(match, seat).items())))
    return made.hexdigest()


# -- one after another -----------------------------------------------------------------------


@titles
def test_the_first_sheet_and_all_differences_make_the_last(key: str) -> None:
    known: dict[tuple[str, Seat | None], Sheet] = {}
    for n, (name, match, *_) in enumerate(recorded(key)):
        if n % 23:
            continue
        for seat in watchers(match.title):
            new = sheet_of(match, seat)
            change = difference(known.get((name, seat), {}), new)
            made = folded(known.get((name, seat), {}), change)
            assert made == new
            assert list(change.put) == sorted(change.put)
            assert list(change.drop) == sorted(change.drop)
            known[name, seat] = made


def test_what_was_put_again_as_it_was_is_not_told() -> None:
    old: Sheet = {"a": b"1", "b": b"2", "c": b"3"}
    new: Sheet = {"d": b"4", "b": b"2", "a": bytes([49]), "c": b"5"}

    assert difference(old, new) == Difference({"c": b"5", "d": b"4"}, ())
    assert difference(new, old) == Difference({"c": b"3"}, ("d",))
    assert difference(new, dict(new)) == Difference({}, ())


@pytest.mark.rule("LB-5.6b")
def test_a_hidden_stack_that_moves_is_one_that_goes_and_one_that_comes() -> None:
    game = position("1243 137/35   1740 2GzF/1G", at="b1").play("Pick 137/35")
    before = sheet(sight_of(game.state, "german"))
    game.play("March 1143")
    after = sheet(sight_of(game.state, "german"))

    change = difference(before, after)
    assert {"p/allied@1143", "at/1143"} <= set(change.put)
    assert {"p/allied@1243", "at/1243"} <= set(change.drop)
    assert not [key for key in (*before, *after) if "137/35" in key]


def sight_of(state: Any, seat: str) -> Seen:
    title = library.title("lost_battalion")
    view = title.view(state, Seat(seat))
    return Seen(seat, title.scene(view), title.prompt(view), title.deciders(state))


# -- what it holds ---------------------------------------------------------------------------


@titles
def test_a_sheet_holds_the_whole_scene_and_every_offer(key: str) -> None:
    for where, match, seat in moments(key, 40):
        seen = seen_by(match.title, match, seat)
        rows = read(sheet(seen))
        scene = msgspec.json.decode(msgspec.json.encode(without_board(seen.scene)))
        assert plainly(scene_of(rows)) == plainly(scene), where
        offered = msgspec.json.decode(msgspec.json.encode(seen.offers))
        assert offers_of(rows) == [{k: v for k, v in o.items() if k != "action"} for o in offered]
        assert rows["deciders"] == list(seen.deciders), where


@titles
def test_what_is_offered_can_be_sent_back_as_it_is_written(key: str) -> None:
    for where, match, seat in moments(key, 40):
        for action in [] if seat is None else match.offers(seat)[:40]:
            assert list(match.title.parse(match.state, seat, str(action))) == [action], where


@titles
def test_the_layer_of_a_page_is_that_of_a_picture(key: str) -> None:
    for where, match, seat in moments(key, 12):
        scene = match.title.scene(match.view(seat))
        scene = replace(scene, pieces=tuple(replace(p, offers=()) for p in scene.pieces))
        layer = list(laid(read(sheet(Seen(seat, scene, "", ())))))
        picture = live_svg(scene)
        for drawn in layer:
            assert drawn in picture, where
        for sign in ("data-piece=", "data-marker=", 'r="6.3"'):
            assert picture.count(sign) == "".join(layer).count(sign), where


def laid(rows: dict[str, Any]) -> Iterator[str]:
    """What a page makes of the rows that are drawn, a string for each."""
    yield from (row for key, row in rows.items() if key.startswith("ground/"))
    for key, row in rows.items():
        if key.startswith("at/"):
            for id_, *at in row["pieces"]:
                if at:
                    sign = f'class="piece" data-piece="{plain(id_)}"'
                    yield put(rows, rows[f"p/{id_}"]["drawn"], *at, sign)
            if "count" in row:
                yield put(rows, *row["count"])
        if key.startswith("m/") and "drawn" in row:
            sign = f'class="marker" data-marker="{plain(row["kind"])}" data-at="{row["at"]}"'
            yield put(rows, row["drawn"], row["x"], row["y"], sign)
        if key.startswith("show/"):
            yield from (row[name][3:-4] for name in ("shaded", "traced", "over"))


def put(rows: dict[str, Any], face: str, x: float, y: float, sign: str = "") -> str:
    place = f'transform="translate({number(x)} {number(y)})"'
    return f"<g {f'{place} {sign}'.strip()}>{rows[f'f/{face}']}</g>"
