"""A first game: a few words at each new kind of decision of the two scenarios around Noville."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.titles.bcs.kit.kit import KITS
from grognard.titles.bcs.position import decisions as dec
from grognard.titles.bcs.position.state import FAIL, PARTIAL, SEATS
from grognard.titles.bcs.sight.view import View
from grognard.waist.scene import Note

FIRST_GAMES: Final = ("lesson", "noville")


def notes(view: View) -> Iterator[Note]:
    """What a newcomer should know of whatever is on the table, the widest first."""
    kit = KITS[view.terms.kit]
    if kit.scenario.key not in FIRST_GAMES or view.seat not in view.asked:
        return
    side = SEATS.index(view.seat)
    own = (decision for decision in view.stack if getattr(decision, "side", side) == side)
    keys = (key for decision in own for key in _keys(view, decision))
    for key in dict.fromkeys(keys):
        if key in NOTES:
            yield Note(key, *NOTES[key])


def _keys(view: View, decision: dec.Decision) -> Iterator[str]:
    """The decision's own note, and what its moment adds."""
    yield type(decision).__name__
    match decision:
        case dec.Activities():
            yield from _of_activities(view)
        case dec.Acting(unit=unit):
            yield from _of_acting(view, decision)
            if KITS[view.terms.kit].units[unit].recon:
                yield "Acting-recon"
        case dec.MissionChoice() if view.fight is not None:
            yield f"MissionChoice-{view.fight.kind}"


def _of_activities(view: View) -> Iterator[str]:
    if view.snafu == FAIL:
        yield "Activities-fail"
        return
    yield "Activities-orders"
    if view.snafu == PARTIAL:
        yield "Activities-partial"
    if view.arty:
        yield "Activities-guns"
    if view.second:
        yield "Activities-second"
    if view.hq_moved or view.ghost >> view.active & 1 or view.trains[view.active] < 0:
        yield "Activities-trains"


def _of_acting(view: View, acting: dec.Acting) -> Iterator[str]:
    stopped = bool(view.stopped >> acting.unit & 1)
    if acting.must:
        yield "Acting-must"
    elif acting.lift:
        yield "Acting-lift"
    elif stopped:
        yield "Acting-stopped"
    else:
        yield "Acting-moving"


NOTES: Final[dict[str, tuple[str, str]]] = {
    # -- the turn
    "Arriving": (
        "Reinforcements",
        "What arrives this turn goes to its entry hex, or into a Support box. Where there is a "
        "choice it is yours: click the hex, or the HQ of the formation whose box it is.",
    ),
    "Replacing": (
        "Replacements",
        "Points give steps back: AV points to units with an armour value, the others to the rest. "
        "Only a unit near its HQ that can reach it by a Safe Path is refilled. What is left over "
        "is lost.",
    ),
    "Assigning": (
        "Assignment",
        "Independent units serve nobody until you assign them to a formation; unassigned they "
        "cannot act. Corps guns go to a formation for this turn. Units in a Support box lend "
        "their armour value to all battalions of the formation that have none.",
    ),
    "Choosing": (
        "Whose turn it is",
        "Players activate one formation each, in turn, until all have been used. Click an HQ. An "
        "activation is for moving and fighting; a Recovery rests the formation, straightens its "
        "Trains and its Support, and is all it does this turn.",
    ),
    # -- the beginning of an activation
    "PreparedDefense": (
        "Prepared Defense",
        "A formation that digs in is hard to move: its deployed units near the HQ defend better "
        "and stand against some retreats. But the SNAFU roll is then a Partial at best, the HQ "
        "stays where it is, and attacks are weaker.",
    ),
    "FailureFlip": (
        "Nothing goes as planned",
        "The SNAFU roll failed. You may rest the formation instead, as if you had declared a "
        "Recovery; there will be no Second Activation then.",
    ),
    "Objectives": (
        "Objectives",
        "Attacks and Barrages go only where an OBJ marker is within two hexes. Put them on enemy "
        "units or victory hexes. A hex near both markers is attacked with a bonus: two close "
        "together strike harder, two far apart reach more.",
    ),
    # -- activities
    "Activities-orders": (
        "Your formation acts",
        "Units, HQ and Trains act one at a time, in any order. Click a unit to take it in hand, "
        "move and fight with it, and put it down again. At the end every unit that moved should "
        "be within the HQ's Command Radius. Move the HQ before or after, but once only.",
    ),
    "Activities-partial": (
        "Partial",
        "Half of the orders arrived: movement allowances and Artillery Points are halved.",
    ),
    "Activities-fail": (
        "Fail",
        "The formation does nothing, except that its HQ may fall back. End the Activation when "
        "that is done.",
    ),
    "Activities-guns": (
        "Guns",
        "Each Artillery Point fires once an activation, either by itself at a hex that one of "
        "your units sees, or inside an attack. A hex is shelled once an activation.",
    ),
    "Activities-second": (
        "Second Activation",
        "Everything begins anew, with a SNAFU roll of its own. It tires the formation more.",
    ),
    "Activities-trains": (
        "Combat Trains",
        "Supply comes from the map edge by good roads to the Trains, and from there by any road "
        "to the HQ. Trains five to fifteen hexes behind it help the SNAFU roll; trains that have "
        "just moved, their Ghost side up, hurt it. If the road is cut they have to go.",
    ),
    # -- a unit in hand
    "Acting-moving": (
        "A unit in hand",
        "Lit hexes can be entered; click a far one for the quickest way. The counter has two "
        "sides: Move is fast and weak, Deployed is slow and fights. Turn it over "
        "before it moves. Two Fire Events a unit: Engagement, Attack by Fire, Shock, Recon.",
    ),
    "Acting-stopped": (
        "STOP",
        "It goes no farther in this activation, but it may still fight: attack a neighbouring hex "
        "if it shows an Assault Arrow, or engage and fire while it has Fire Events.",
    ),
    "Acting-lift": (
        "In an enemy zone",
        "An armoured enemy covers this hex and holds the unit up. Engage it: if it goes, or "
        "drops its Support, the way is free again.",
    ),
    "Acting-must": (
        "An Engagement is owed",
        "Armour that drives up to enemy armour has to fight it: at least one Engagement before any "
        "other fire, and before the unit is put down.",
    ),
    "Acting-recon": (
        "Reconnaissance",
        "This unit can put an OBJ marker of its own on an enemy within two hexes: a die, no higher "
        "than its Action Rating. It costs a Fire Event.",
    ),
    "HqMoving": (
        "The HQ moves",
        "It drives like a truck, best by road, and never into an enemy zone. Its Command Radius "
        "goes with it at once. Keep a free road behind it: its supply comes that way.",
    ),
    # -- fights
    "BackingChoice": (
        "Who answers",
        "Your battalion has no armour of its own. A unit of the Support box answers for it, and "
        "loses the step if there is one to lose.",
    ),
    "MissionChoice": (
        "Guns in the attack",
        "Suppression adds to the attack; Destruction rolls for losses first, one die for each "
        "point. The odds of both are shown before you choose.",
    ),
    "MissionChoice-shock": (
        "Aircraft in a Shock Attack",
        "Tanks on the move have no guns behind them: only an Air Point helps.",
    ),
    "DefenderChoice": (
        "Who defends",
        "The Action Rating of one unit in the hex counts. Choose well: it takes the first loss.",
    ),
    "Losses": (
        "Losses",
        "Choose which unit of the hex loses the next step. A unit without steps is gone.",
    ),
    "RetreatChoice": (
        "Retreat",
        "Three hexes back, on the Move side; or to the HQ, where legs and trucks are driven off. "
        "A unit that ends in an enemy zone loses a step. Several places are equally good: choose.",
    ),
    "Following": (
        "Advance",
        "The attacking unit has to take the hex. The one that helped from the same hex may "
        "come along.",
    ),
    "Restoring": (
        "Support again",
        "A Dropped Support marker comes off at any moment, in the enemy's Activation too, once the "
        "unit is in Command Radius and tanks could come to it from the HQ.",
    ),
    "HqRetreat": (
        "The HQ runs",
        "The enemy came upon it, or its guard has gone. Choose where it sets up again.",
    ),
    "TrainsRetreat": (
        "The Trains run",
        "They go back to a source of supply at the map edge. Choose which.",
    ),
    # -- the end
    "TrySecond": (
        "Once more?",
        "The die has to reach the number on the HQ. A Fresh formation has it easier, a tired one "
        "harder. More can be won in a day that way, but it costs Fatigue.",
    ),
}
