"""The laws of design: what holds in every position of every title.

Each takes a position and a source of chance, and fails with the position's
name. `test_laws.py` holds sampled positions to them, `test_any_position.py`
positions that Hypothesis looks for.
"""

from __future__ import annotations

from random import Random
from typing import Any

from laws.mutants import all_words, mutants, vocabulary
from laws.subjects import Position, offers

from grognard.canonical import pack, state_hash, unpack
from grognard.rulebook import Refusal
from grognard.title import Seat


def offered_is_allowed(position: Position, rng: Random, *, every_word: bool = False) -> None:
    """The menu holds exactly what is not refused, each once; every refusal has its reason."""
    title, state, seat, menu = position.title, position.state, position.seat, position.offers
    before, allowed = pack(state), set(menu)
    assert menu, f"{position}: nothing may be done"
    assert len(allowed) == len(menu), f"{position}: something is offered twice"
    if hasattr(title, "offers"):
        assert title.offers(state, seat) == list(menu), position
    candidates = list(title.candidates(state, seat))
    tried = [*candidates, *mutants(position, rng, 4), *(all_words(position) if every_word else ())]
    for action in tried:
        refusal = title.refusal(state, seat, action)
        assert (refusal is None) == (action in allowed), f"{position}: {action!r}, {refusal}"
        if refusal is not None:
            gives_a_reason(title, refusal)
    assert pack(state) == before, f"{position}: asking changed the state"


def gives_a_reason(title: Any, refusal: Refusal) -> None:
    """A rule of the title's book, and a sentence without its full stop."""
    assert refusal.rule in title.rules(), refusal
    because = refusal.because
    assert because, refusal
    assert not because.endswith("."), refusal
    assert "None" not in because, refusal


def a_copy_stands_alone(position: Position, rng: Random) -> None:
    """Playing on a copy leaves the original as it was, and the copy sound."""
    title, state, before = position.title, position.state, pack(position.state)
    for action in rng.sample(position.offers, min(3, len(position.offers))):
        twin = title.copy(state)
        assert pack(twin) == before, position
        title.apply(twin, position.seat, action)
        assert pack(state) == before, f"{position}: {action} changed the original"
        assert title.audit(twin) == [], f"{position}: {action}"
        assert bool(title.deciders(twin)) == (title.verdict(twin) is None), position


def packing_keeps_all(position: Position) -> None:
    """What is packed comes back equal, with an equal hash."""
    state = position.state
    back = unpack(pack(state), position.title.State)
    assert back == state, position
    assert state_hash(back) == state_hash(state), position
    assert back is not state


def it_can_be_imagined(position: Position, rng: Random) -> None:
    """What `imagine` makes of a view is sound and looks the same."""
    title = position.title
    for seat in (None, *title.SEATS):
        seen = title.view(position.state, seat)
        imagined = title.imagine(seen, rng)
        assert title.audit(imagined) == [], f"{position}: imagined for {seat}"
        assert title.view(imagined, seat) == seen, f"{position}: imagined for {seat}"
        assert pack(title.view(imagined, seat)) == pack(seen), position
        assert title.deciders(imagined) == title.deciders(position.state), position


def nothing_leaks(position: Position, rng: Random) -> None:
    """Hidden facts changed, the seat to decide gets the same bytes: menus, reasons, events."""
    title, seat, true = position.title, position.seat, position.state
    other = title.imagine(title.view(true, seat), rng)
    assert offers(title, other, seat) == list(position.offers), position
    asked = [*title.candidates(true, seat), *mutants(position, rng, 2)]
    for action in asked:
        same = title.refusal(true, seat, action) == title.refusal(other, seat, action)
        assert same, f"{position}: {action} is answered by what is hidden"
    _words_agree(position, other, rng)
    for action in rng.sample(position.offers, min(6, len(position.offers))):
        _preview_agrees(position, other, action)
        _telling_agrees(position, other, action)


def _words_agree(position: Position, other: Any, rng: Random) -> None:
    """Prompts, and what may be meant by pointing at a spot, tell nothing either."""
    title, seat, true = position.title, position.seat, position.state
    words = [word for values in vocabulary(title.KEY).values() for word in values]
    for spot in rng.sample(words, min(6, len(words))):
        meant = [list(title.probes(state, seat, str(spot))) for state in (true, other)]
        assert meant[0] == meant[1], f"{position}: pointing at {spot}"
        heard = [_typed(title, state, seat, str(spot)) for state in (true, other)]
        assert heard[0] == heard[1], f"{position}: typing {spot}"
    for action in rng.sample(position.offers, min(3, len(position.offers))):
        heard = [_typed(title, state, seat, title.describe(action)) for state in (true, other)]
        assert heard[0] == heard[1], f"{position}: typing “{title.describe(action)}”"


def _typed(title: Any, state: Any, seat: Seat, text: str) -> list[Any] | str:
    """The actions a line means, or the sentence that says why it means none."""
    try:
        found: list[Any] = title.parse(state, seat, text)
    except ValueError as error:
        return str(error)
    return found


def _preview_agrees(position: Position, other: Any, action: Any) -> None:
    title, seat = position.title, position.seat
    if hasattr(title, "preview"):
        expected = title.preview(position.state, seat, action)
        assert title.preview(other, seat, action) == expected, f"{position}: preview of {action}"


def _telling_agrees(position: Position, other: Any, action: Any) -> None:
    """The same events up to the first that reveals, the same right to undo, the same view.

    The view is compared while the seat goes on deciding: the other side's own
    affairs, which run of themselves between decisions, may show in it later.
    """
    title, seat = position.title, position.seat
    twins = [title.copy(position.state), title.copy(other)]
    told = [title.apply(twin, seat, action) for twin in twins]
    first, second = (_before_a_reveal(title, events, seat) for events in told)
    assert first == second, f"{position}: events of {action}"
    shown = [any(map(title.reveals, events)) for events in told]
    assert shown[0] == shown[1], f"{position}: whether {action} can be undone"
    if not shown[0] and all(title.deciders(twin) == (seat,) for twin in twins):
        views = [pack(title.view(twin, seat)) for twin in twins]
        assert views[0] == views[1], f"{position}: the view after {action}"


def _before_a_reveal(title: Any, events: list[Any], seat: Seat) -> list[Any]:
    seen = []
    for event in events:
        if title.reveals(event):
            break
        if (told := title.redact(event, seat)) is not None:
            seen += [told, title.narrate(told)]
    return seen
