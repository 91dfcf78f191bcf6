"""The laws of design: what holds in every position of every title.

Each takes a position and a source of chance, and fails with the position's
name. `test_laws.py` holds sampled positions to them, `test_any_position.py`
positions that Hypothesis looks for.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

from laws.mutants import all_words, mutants, vocabulary
from laws.subjects import Position, offers

from grognard.book.canonical import pack, state_hash, unpack
from grognard.book.rulebook import Refusal
from grognard.waist.chance import Fate
from grognard.waist.title import CHANCE, Seat


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


def simulating_is_playing(position: Position, rng: Random) -> None:
    """With nobody to tell, a state changes as it does with events, and keeps no trace of it."""
    title, fate = position.title, Fate(str(rng.random()))
    told, untold = title.copy(position.state), title.copy(position.state)
    for entry in range(12):
        deciders = title.deciders(told)
        if not deciders:
            break
        seat = deciders[0]
        if seat == CHANCE:
            action = fate.settle(title.draw(told), entry)
        else:
            action = rng.choice(list(title.offers(told, seat)))
        title.apply(told, seat, action)
        title.simulate(untold, seat, action)
    assert pack(untold) == pack(told), position
    assert not getattr(untold, "quiet", False), position


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
    _buttons_and_routes_agree(position, other, rng)
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


def _buttons_and_routes_agree(position: Position, other: Any, rng: Random) -> None:
    """No button, no reason against one and no way to a hex is found by what is hidden."""
    title, seat, true = position.title, position.seat, position.state
    shown = [list(title.buttons(state, seat)) for state in (true, other)]
    assert shown[0] == shown[1], position
    for action in shown[0]:
        reasons = [title.refusal(state, seat, action) for state in (true, other)]
        assert reasons[0] == reasons[1], f"{position}: the button {action}"
    for pieces, to in _ways(position, rng, 6):
        ways = [title.route(state, seat, pieces, to) for state in (true, other)]
        assert ways[0] == ways[1], f"{position}: from {pieces} to {to}"


def _ways(position: Position, rng: Random, count: int) -> list[tuple[list[str], str]]:
    """Pieces in hand or by lot, and hexes to bring them to."""
    title = position.title
    scene = title.scene(title.view(position.state, position.seat))
    hexes = [art.label for art in scene.board.hexes]
    names = [piece.id for piece in scene.pieces if piece.face != "hidden"] or ["nobody"]
    groups = [list(scene.held), *([rng.choice(names)] for _ in range(count - 1))]
    near = [hex_ for hex_ in map(title.spot, position.offers) if hex_ in hexes]
    return [
        (group, rng.choice(near or hexes) if i % 2 else rng.choice(hexes))
        for i, group in enumerate(groups)
    ]


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


# -- what helps a player ---------------------------------------------------------------------


def aids_are_sound(position: Position, rng: Random) -> None:
    """Buttons, routes, threats and what a scene says beside the map hold together."""
    title, state, seat = position.title, position.state, position.seat
    before = pack(state)
    shown = list(title.buttons(state, seat))
    assert len(set(shown)) == len(shown), f"{position}: a button twice"
    for action in shown:
        refusal = title.refusal(state, seat, action)
        assert (refusal is None) == (action in position.offers), f"{position}: button {action}"
    for other in set(title.SEATS) - set(title.deciders(state)):
        assert list(title.buttons(state, other)) == [], f"{position}: buttons for {other}"
    for pieces, to in _ways(position, rng, 4):
        _route_can_be_walked(position, title.route(state, seat, pieces, to))
    for viewer in (None, *title.SEATS):
        _scene_is_sound(position, title.view(state, viewer), rng)
    assert pack(state) == before, f"{position}: asking changed the state"


def whoever_plans_can_say_why(position: Position) -> None:
    """Of every kind of action that is offered, in words and not in figures of merit."""
    title, view = position.title, position.title.view(position.state, position.seat)
    plan = next(iter(title.plans(view)))
    for action in {type(action): action for action in position.offers}.values():
        said = title.reason(view, plan, action)
        assert re.fullmatch(r"[^ ].* .*[^ .]", said), f"{position}: {action}: {said}"
        assert not re.search(r"None|[{}<>_]|-?\d\.\d\)", said), f"{position}: {action}: {said}"


def _route_can_be_walked(position: Position, way: list[Any]) -> None:
    """Step by step, until somebody else is to act or something is shown."""
    title, seat = position.title, position.seat
    twin = title.copy(position.state)
    for i, action in enumerate(way):
        refusal = title.refusal(twin, seat, action)
        # What a unit may not begin is refused at once, and never on the way.
        assert refusal is None or i == 0, f"{position}: {way} at {action}: {refusal}"
        if refusal is not None:
            return
        events = title.apply(twin, seat, action)
        if any(map(title.reveals, events)) or title.deciders(twin) != (seat,):
            return


def _scene_is_sound(position: Position, view: Any, rng: Random) -> None:
    title, scene = position.title, position.title.scene(view)
    pieces = {piece.id for piece in scene.pieces}
    assert set(scene.held) <= pieces, f"{position}: {scene.held} in hand"
    assert sum(step.current for step in scene.sequence) <= 1, position
    assert all(v.rule in title.rules() for v in scene.violations), position
    assert len({note.key for note in scene.notes}) == len(scene.notes), position
    spots = [piece.hex for piece in scene.pieces if piece.hex]
    for spot in [*rng.sample(spots, min(3, len(spots))), "nowhere", ""]:
        for preview in title.threats(view, spot):
            assert preview.title, f"{position}: {preview}"
            assert len(preview.groups) in (0, len(preview.outcomes)), preview
            cases = max(1, len(set(preview.groups)))
            certain = cases if preview.outcomes else 0  # some are words only
            assert sum(chance for _, chance in preview.outcomes) == certain, preview


def _before_a_reveal(title: Any, events: list[Any], seat: Seat) -> list[Any]:
    seen = []
    for event in events:
        if title.reveals(event):
            break
        if (told := title.redact(event, seat)) is not None:
            seen += [told, title.narrate(told), title.notice(told)]
    return seen
