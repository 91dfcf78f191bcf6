"""What helps a player along: what is in hand, what must be put right, where the turn stands,
which part of a chart is read, and a word at each new thing of a first game.

Everything is made from a View.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, KITS, Kit, Side
from grognard.titles.lost_battalion.position import decisions as dec
from grognard.titles.lost_battalion.position.state import ids, units_in
from grognard.titles.lost_battalion.rules.artillery import fire_column
from grognard.titles.lost_battalion.rules.stacking import violations
from grognard.titles.lost_battalion.sight.glimpse import glimpse
from grognard.titles.lost_battalion.sight.view import View
from grognard.waist.scene import Lit, Note, Step, Violation

# -- in hand -----------------------------------------------------------------------------------


def held(view: View) -> tuple[str, ...]:
    """The viewer's units that the decision on the table is about."""
    names, top = KITS[view.terms.kit].names, view.stack[-1] if view.stack else None
    if view.own is None or getattr(top, "side", None) != view.own.side:
        return ()
    match top:
        case dec.Marching(units=units) | dec.Assembling(units=units) | dec.Battery(guns=units):
            return tuple(names[unit] for unit in ids(units))
        case dec.InHand(unit=unit):
            return (names[unit],)
    return ()


# -- to be put right ----------------------------------------------------------------------------


@cites("LB-5.3a")
def to_put_right(view: View) -> Iterator[Violation]:
    """The viewer's overstacked hexes, while its Movement Phase lasts."""
    phase = next((d for d in view.stack if _is_own_movement(view, d)), None)
    if view.own is None or phase is None:
        return
    state = glimpse(view)
    guns_only = isinstance(phase, dec.ArtilleryMovement)
    for hex_, why in violations(state, view.own.side).items():
        if not guns_only or units_in(state, hex_) & state.kit.artillery:
            label = state.kit.grid.label(hex_)
            yield Violation(f"{label}: {why.because}", why.rule, label)


def _is_own_movement(view: View, decision: dec.Decision) -> bool:
    if view.own is None:
        return False
    if isinstance(decision, dec.ArtilleryMovement):
        return view.own.side == ALLIED
    return isinstance(decision, dec.Movement) and decision.side == view.own.side


# -- where the turn stands -----------------------------------------------------------------------

_US, _GE = "allied", "german"
# Must agree with the steps of `sequence`.
_STEPS: Final = (
    ("A1", "Schedule: markers and events of the turn", ""),
    ("A2", "Gas", _GE),
    ("A3", "Machine guns", _GE),
    ("A4", "German replacements", _GE),
    ("A5", "German arrivals", _GE),
    ("A6", "Allied arrivals, replacements, R&R", _US),
    ("A7", "Final Offensive", _US),
    ("B1", "Allied Movement", _US),
    ("B2", "Allied Combat", _US),
    ("B3", "Allied Artillery Movement", _US),
    ("C1", "German Movement", _GE),
    ("C2", "German Combat", _GE),
    ("D", "End Phase", ""),
)


@cites("LB-S.5")
def sequence(view: View) -> tuple[Step, ...]:
    """The sequence of play, the step under way marked."""
    turn = next((d for d in view.stack if isinstance(d, dec.Sequence)), None)
    # The sequence names the step that comes next.
    now = (turn.step - 1) % len(_STEPS) if turn is not None and view.turn else -1
    return tuple(
        Step(name, text, side, current=i == now) for i, (name, text, side) in enumerate(_STEPS)
    )


# -- what is read now ------------------------------------------------------------------------------


def lit(view: View) -> Iterator[Lit]:
    """The columns and rows of the charts that the decision on the table is about."""
    kit = KITS[view.terms.kit]
    for decision in view.stack:
        match decision:
            case dec.Marching():
                yield Lit("terrain", column="move")
            case dec.Assembling(target=hex_) | dec.Battle(target=hex_):
                yield from _ground(kit, hex_, "assault")
            case dec.Battery(aim=aim) if aim != dec.NOWHERE:
                yield from _ground(kit, aim, "bombard")
                yield from _fire(view, decision)
            case dec.Assault(column=column):
                yield Lit("crt", column=kit.crt_columns[column])
            case dec.Volley(column=column):
                yield Lit("bombardment", column=kit.fire_columns[column])


def _ground(kit: Kit, hex_: Hex, column: str) -> Iterator[Lit]:
    for cover in (kit.natural[hex_], kit.man_made[hex_]):
        if cover.name:
            yield Lit("terrain", cover.name, column)


def _fire(view: View, battery: dec.Battery) -> Iterator[Lit]:
    state = glimpse(view)
    if battery.guns or battery.markers:
        column, _ = fire_column(state, battery)
        if column >= 0:
            yield Lit("bombardment", column=state.kit.fire_columns[column])


# -- a first game ----------------------------------------------------------------------------------


def notes(view: View) -> Iterator[Note]:
    """A word at each new kind of decision, in the learning scenario."""
    if KITS[view.terms.kit].scenario.key != "learning" or view.seat not in view.asked:
        return
    for decision in view.stack[1:]:
        found = _NOTES.get(type(decision))
        if found is not None:
            yield Note(type(decision).__name__, *found)
        if isinstance(decision, dec.Movement | dec.Combat):
            yield from _of_a_side(decision)


def _of_a_side(phase: dec.Movement | dec.Combat) -> Iterator[Note]:
    key = type(phase).__name__, phase.side
    if key in _SIDE_NOTES:
        yield Note(f"{key[0]}-{'AG'[phase.side]}", *_SIDE_NOTES[key])


_NOTES: Final[dict[type, tuple[str, str]]] = {
    dec.GasPlacement: (
        "Gas",
        "Put a Gas marker where it hurts: no American enters that hex or attacks out of it "
        "this turn, and a stack caught in it loses steps.",
    ),
    dec.GunPlacement: (
        "Machine guns",
        "Machine guns never move by themselves. Take some from the pool and put them under the "
        "regiments that will be attacked.",
    ),
    dec.GermanReplacements: (
        "Replacements",
        "A step from the pool makes a worn regiment stronger, but it then neither moves nor "
        "attacks this turn.",
    ),
    dec.Arrivals: (
        "Arrivals and rest",
        "New divisions wait off the map, or in the Reserve Box. A worn division may be sent to "
        "rest; what took replacements stays where it is this turn.",
    ),
    dec.Movement: (
        "Moving",
        "Take a unit, then choose a hex, near or far: the reach says how much movement is left "
        "there. Others of the hex may join before the group sets out. Halt ends this march only.",
    ),
    dec.Marching: (
        "On the march",
        "Forest and rough cost more, roads less. There are no zones of control: an enemy next "
        "door does not stop you. Stacking counts when the phase ends, not on the way.",
    ),
    dec.ArtilleryMovement: (
        "Moving the guns",
        "Artillery moves after the fighting, along roads only, and only if it has not fired.",
    ),
    dec.Combat: (
        "Attacking",
        "Choose an enemy hex to attack or bombard it. The odds are shown before anything is "
        "rolled; his strength is hidden, so they run from the least to the most it can be.",
    ),
    dec.Assembling: (
        "Putting an attack together",
        "Commit the units next to the hex, then launch. From opposite sides the attack is "
        "concentric and gains a column.",
    ),
    dec.Battery: (
        "Guns",
        "Name the guns for this fire, then shoot. A gun fires once in a turn, so keep some back.",
    ),
    dec.Absorption: (
        "Tanks",
        "Tanks may take the edge off your losses: the assault then costs one step less.",
    ),
    dec.Losses: (
        "Taking losses",
        "Each step is lost one by one. A regiment on its last step is gone with the next.",
    ),
    dec.Repulsed: (
        "Not through yet",
        "A Hasty Attack may be fought again and again at no more movement, or you go back to "
        "where it came from.",
    ),
    dec.Advancing: (
        "Advance",
        "The hex is clear. Units of the attack may take it now; ground is what counts at the end.",
    ),
}
_SIDE_NOTES: Final[dict[tuple[str, Side], tuple[str, str]]] = {
    ("Movement", ALLIED): (
        "Hasty Attacks",
        "On the first turn a group may strike from the march: it costs twice the movement of the "
        "hex. Choose an enemy hex next to the group.",
    ),
    ("Combat", ALLIED): (
        "How many may attack",
        "Supply feeds only some US divisions in a turn. The facts beside the map say how many "
        "have attacked and how many may.",
    ),
    ("Movement", GERMAN): (
        "Holding on",
        "Behind you are victory hexes, on the map with a star. Units that enter come in at the "
        "edges; along roads behind the front Operational Movement goes far.",
    ),
}
