"""What a seat sees, as a `Scene`: map, counters, boxes, turns and figures.

Nothing in this game is hidden, so that all see the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from grognard.titles.bcs.drawing.face_boxes import boxes, facts, tracks
from grognard.titles.bcs.drawing.face_map import board_art, markers
from grognard.titles.bcs.drawing.face_pieces import pieces, stacks
from grognard.titles.bcs.position.decisions import Activities
from grognard.titles.bcs.position.state import FAIL, NO_ROLL, State
from grognard.titles.bcs.rules.command import straying
from grognard.titles.bcs.rules.rear import trains
from grognard.titles.bcs.sight.imagine import imagine
from grognard.titles.bcs.sight.view import View
from grognard.titles.bcs.words import aids
from grognard.titles.bcs.words.notes import notes
from grognard.titles.bcs.words.prompts import labels, prompt
from grognard.titles.bcs.words.wording import hq_name, trains_name
from grognard.waist import scene as art
from grognard.waist.scene import Scene


@lru_cache(maxsize=8)
def known(view: View) -> State:
    """The position of a view, to be looked at and not changed: what is derived from it stays."""
    return imagine(view, Random(0))


def scene(view: View) -> Scene:
    """Everything that seat may see, ready to draw."""
    state = known(view)
    return Scene(
        board=board_art(view.terms.kit),
        title=f"Battalion Combat Series: {state.kit.scenario.title}",
        turn=turn_words(state),
        prompt=art.Prompt(prompt(view), view.asked[0] if view.asked else "", labels(view)),
        held=aids.held(view),
        sequence=aids.sequence(view),
        violations=tuple(violations(state)),
        lit=tuple(dict.fromkeys(aids.lit(state))),
        notes=tuple(notes(view)),
        pieces=tuple(pieces(state)),
        stacks=tuple(stacks(state)),
        markers=tuple(markers(state)),
        boxes=tuple(boxes(state)),
        tracks=tuple(tracks(state)),
        facts=tuple(facts(state)),
        open=True,
    )


def turn_words(state: State) -> str:
    """Which turn it is of how many."""
    if not state.turn:
        return "Set-up"
    row = state.kit.turns[state.turn - 1]
    return f"Turn {state.turn} of {state.kit.last_turn}, {row.date}"


def violations(state: State) -> Iterator[art.Violation]:
    """What must be put right before the Activation may end: Trains, and units that strayed."""
    top = state.top if state.stack else None
    if not isinstance(top, Activities) or state.snafu == NO_ROLL:
        return
    key = state.kit.formations[top.formation].key
    must = trains.must_move(state, top.formation)
    if must is not None:
        yield art.Violation(must.because, must.rule, trains_name(key))
    out = None if state.snafu == FAIL else straying.done_refusal(state, top.formation)
    if out is not None:
        yield art.Violation(out.because, out.rule, hq_name(key))
