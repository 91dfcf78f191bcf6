"""What a seat sees, as a `Scene`: map, counters, boxes, tracks and figures.

Everything is made from a View; nothing here can show what a view does not hold.
"""

from __future__ import annotations

from grognard.ground.hexes import HexSet
from grognard.titles.lost_battalion.drawing.beside import boxes, facts, rest_tracks, turn_track
from grognard.titles.lost_battalion.drawing.board import board_art, pontoons_due
from grognard.titles.lost_battalion.drawing.counters import markers, off_map, on_map, summaries
from grognard.titles.lost_battalion.drawing.sides import COLOURS, NAMES
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, KITS, Kit
from grognard.titles.lost_battalion.sight.view import View
from grognard.titles.lost_battalion.words import aids, closing
from grognard.titles.lost_battalion.words.narration import prompt
from grognard.waist import scene as art
from grognard.waist.scene import Scene


def scene(view: View) -> Scene:
    """Everything that seat may see, ready to draw."""
    kit = KITS[view.terms.kit]
    pieces = [*on_map(kit, view), *off_map(kit, view)]
    row = kit.turns.get(view.turn)
    return Scene(
        board=board_art(view.terms.kit, pontoons_due(kit, view.turn)),
        title=f"The Lost Battalion: {kit.scenario.title}",
        turn=f"Turn {view.turn} of {kit.scenario.last_turn} · {row.dates}" if row else "Set-up",
        prompt=art.Prompt(prompt(view), view.asked[0] if view.asked else "", closing.labels(view)),
        held=aids.held(view),
        violations=tuple(aids.to_put_right(view)),
        sequence=aids.sequence(view),
        lit=tuple(dict.fromkeys(aids.lit(view))),
        notes=tuple(aids.notes(view)),
        control=_control(kit, view.control),
        pieces=tuple(pieces),
        stacks=tuple(summaries(kit, view)),
        markers=tuple(markers(kit, view)),
        boxes=tuple(boxes(kit, view)),
        tracks=(*rest_tracks(kit, view), turn_track(kit, view.turn)),
        facts=tuple(facts(kit, view)),
    )


def _control(kit: Kit, allied: HexSet) -> tuple[art.Control, art.Control]:
    held = (allied & kit.play, kit.play & ~allied)
    allied_, german = (
        art.Control(NAMES[s].lower(), NAMES[s], COLOURS[s], tuple(kit.grid.labels(held[s])))
        for s in (ALLIED, GERMAN)
    )
    return allied_, german
