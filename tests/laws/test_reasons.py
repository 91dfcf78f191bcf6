"""What bots say of their reasons: a seat reads nothing in them that it might not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from laws.subjects import TITLES

from grognard.bots import NAMES, by_name
from grognard.match import Match
from grognard.table.sight.log import log_rows
from grognard.waist.scene import Scene
from grognard.waist.title import CHANCE, Seat

SCENARIOS = {
    "lost_battalion": ("learning", "historical"),
    "ardennes": ("gs-3", "2p-3"),
    "bcs": ("lesson",),
}
ENTRIES = {"search": 60}  # the others have time for more
GAMES = [(key, name, bot) for key, names in SCENARIOS.items() for name in names for bot in NAMES]


class Said(NamedTuple):
    """A deed of a bot, why it did it, and what everybody saw before and after."""

    match: Any
    n: int
    seat: Seat
    why: str
    scenes: dict[Seat | None, list[Scene]]


def said(key: str, scenario: str, bot: str, most: int) -> Iterator[Said]:
    """Bots of a kind play against one another and give their reasons."""
    title = TITLES[key]
    match: Any = Match.new(title, scenario, {}, f"{bot}/{key}")
    bots = {seat: by_name("search:1" if bot == "search" else bot, title) for seat in title.SEATS}
    everybody = (None, *title.SEATS)
    while match.deciders() and len(match.entries) < most:
        seat, n = match.deciders()[0], len(match.entries)
        assert seat != CHANCE
        view, offers = match.view(seat), match.offers(seat)
        choice = bots[seat].choose(view, offers, Random(n))
        why = bots[seat].why(view, offers, choice)
        before = {who: title.scene(match.view(who)) for who in everybody}
        match.play(seat, choice)
        after = {who: title.scene(match.view(who)) for who in everybody}
        yield Said(match, n, seat, why, {who: [before[who], after[who]] for who in everybody})


def names(scenes: list[Scene]) -> set[str]:
    """Everything with a name that can be seen there: counters, and cards as they are quoted."""
    found = {p.id for scene in scenes for p in scene.pieces if p.face != "hidden"}
    hands = [hand for scene in scenes for hand in scene.hands]
    return found | {f"“{card.name}”" for hand in hands for card in hand.cards if card.name}


def mentioned(sentence: str, known: set[str]) -> set[str]:
    def stands(name: str) -> bool:
        return re.search(rf"(?<![\w/]){re.escape(name)}(?![\w/])", sentence) is not None

    return {name for name in known if stands(name)}


def read_by(told: Said, who: Seat | None) -> tuple[str, str]:
    """What somebody reads of the deed, and of why it was done."""
    rows = log_rows(told.match.title, told.match, who, told.n, told.n + 1, {told.n: told.why})
    return "\n".join(rows[0].lines), rows[0].why


@pytest.mark.parametrize(("key", "scenario", "bot"), GAMES)
def test_no_reason_tells_what_a_seat_may_not_know(key: str, scenario: str, bot: str) -> None:
    title = TITLES[key]
    for told in said(key, scenario, bot, ENTRIES.get(bot, 120)):
        assert read_by(told, told.seat)[1] == told.why
        for who in (None, *title.SEATS):
            lines, why = read_by(told, who)
            if who == told.seat or not why:
                continue
            events = told.match.events[told.n]
            assert [title.redact(event, who) for event in events] == events, (who, why)
            hidden = names(told.scenes[told.seat]) - names(told.scenes[who])
            assert mentioned(why, hidden) <= mentioned(lines, hidden), (who, why, lines)


def test_a_reason_that_names_somebody_else_is_not_read() -> None:
    tried = 0
    for told in said("lost_battalion", "learning", "greedy", 60):
        lines, why = read_by(told, None)
        other = "division US 32" if "137/35" in lines else "137/35"
        if why:
            tried += 1
            assert read_by(told._replace(why=f"{other} is near"), None)[1] == ""
            assert read_by(told._replace(why="137/350 is near"), None)[1] == "137/350 is near"
            assert read_by(told._replace(why=f"{other} is near"), told.seat)[1]
    assert tried


@pytest.mark.parametrize("key", SCENARIOS)
def test_what_may_be_hidden_is_among_the_secrets(key: str) -> None:
    """Of whom one seat sees the name and another does not, the title says that it is a secret."""
    title = TITLES[key]
    for told in said(key, SCENARIOS[key][0], "uniform", 60):
        secrets = set(title.secrets(told.match.state))
        for who in (None, *title.SEATS):
            own = (piece for scene in told.scenes[told.seat] for piece in scene.pieces)
            seen = {p.id for scene in told.scenes[who] for p in scene.pieces}
            assert {p.id for p in own if p.face != "hidden"} - seen <= secrets


@pytest.mark.parametrize("bot", ["uniform", "greedy"])
def test_where_nothing_is_hidden_everybody_reads_every_reason(bot: str) -> None:
    for told in said("bcs", "lesson", bot, 60):
        if read_by(told, None)[0]:
            assert read_by(told, None)[1] == told.why


def test_a_reason_tells_no_number_of_offers() -> None:
    for told in said("lost_battalion", "learning", "greedy", 60):
        assert not re.search(r"\d+ (other|possible )?actions", told.why)
