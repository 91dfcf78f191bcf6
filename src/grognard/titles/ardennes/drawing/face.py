"""What a seat sees, as a `Scene`: map, counters, boxes, tracks, cards and figures.

Everything is made from a View; nothing here can show what a view does not hold.
"""

from __future__ import annotations

from grognard.titles.ardennes.drawing.face_boxes import boxes, facts, tracks
from grognard.titles.ardennes.drawing.face_cards import hands
from grognard.titles.ardennes.drawing.face_map import board_art, markers
from grognard.titles.ardennes.drawing.face_pieces import pieces, stacks
from grognard.titles.ardennes.position.state import FIRST_DAY
from grognard.titles.ardennes.sight.imagine import known_facts
from grognard.titles.ardennes.sight.view import View
from grognard.titles.ardennes.words import aids
from grognard.titles.ardennes.words.notes import notes
from grognard.titles.ardennes.words.prompts import labels, prompt
from grognard.waist import scene as art
from grognard.waist.scene import Scene


def scene(view: View) -> Scene:
    """Everything that seat may see, ready to draw."""
    state = known_facts(view)
    kit = state.kit
    begun = view.day >= FIRST_DAY
    days = f"{view.day} December 1944, to the {kit.scenario.last_day}th"
    return Scene(
        board=board_art(view.terms.kit),
        title=f"Enemy Action: Ardennes: {kit.scenario.title}",
        turn=days if begun else "Set-up",
        prompt=art.Prompt(prompt(view), view.asked[0] if view.asked else "", labels(view)),
        held=aids.held(view),
        sequence=aids.sequence(view),
        lit=tuple(dict.fromkeys(aids.lit(state))),
        notes=tuple(notes(view)),
        pieces=tuple(pieces(state, view)),
        stacks=tuple(stacks(state)),
        markers=tuple(markers(kit, view)),
        boxes=tuple(boxes(state)),
        tracks=tuple(tracks(state)),
        hands=tuple(hands(state, view)),
        facts=tuple(facts(state)),
    )
