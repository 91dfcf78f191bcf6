"""Whose act it is and which verb: one sentence for whatever is on the table."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, Final

from grognard.book.words import counted, listed
from grognard.titles.bcs.kit.kit import KITS, FormationId, Kit, UnitId
from grognard.titles.bcs.position import decisions as dec
from grognard.titles.bcs.position.decisions import NO_UNIT
from grognard.titles.bcs.position.state import FAIL, SEATS, each
from grognard.titles.bcs.sight.view import View
from grognard.titles.bcs.words.wording import SIDES, SNAFU, points
from grognard.waist.title import CHANCE


def prompt(view: View) -> str:
    """One sentence: who is to act and what to do."""
    if not view.asked:
        return "The game is over."
    (seat,) = view.asked
    if seat == CHANCE:
        return _chance_words(view)
    verb, player = _verb(view), f"{SIDES[SEATS.index(seat)]} player"
    if seat == view.seat:
        return f"{player}, turn {view.turn}: {verb}."
    return f"Waiting for the {player} to {verb}."


def _verb(view: View) -> str:
    top = view.stack[-1]
    verb = _VERBS.get(type(top))
    return verb(KITS[view.terms.kit], view, top) if verb else "act"


def _chance_words(view: View) -> str:
    top = view.stack[-1]
    words = _CHANCE.get(type(top))
    return words(KITS[view.terms.kit], view, top) if words else "The dice are about to be rolled."


# -- words -------------------------------------------------------------------------------

_Says = Callable[[Kit, View, Any], str]


def _says(words: str) -> _Says:
    return lambda _kit, _view, _decision: words


def _of(words: str) -> _Says:
    """The words with the formation's key in them."""
    return lambda kit, _view, decision: words.format(_key(kit, decision.formation))


def _key(kit: Kit, formation: FormationId) -> str:
    return kit.formations[formation].key


def _name(kit: Kit, unit: UnitId) -> str:
    return kit.names[unit] if unit != NO_UNIT else "the unit"


def _target(kit: Kit, view: View) -> str:
    return kit.grid.label(view.fight.target) if view.fight is not None else "the hex"


# -- the turn ----------------------------------------------------------------------------


def _replacing(_: Kit, view: View, replacing: dec.Replacing) -> str:
    av, rest = view.replacements[replacing.side]
    return f"spend Replacement Points ({av} AV, {rest} other left), or finish"


def _assigning(_: Kit, view: View, assigning: dec.Assigning) -> str:
    guns = view.corps[assigning.side]
    left = f", give out corps guns ({counted(guns, 'point')} left)" if guns else ""
    return f"assign Independents{left}, arrange Support boxes, or finish"


# -- an activation -----------------------------------------------------------------------


def _prepared(kit: Kit, view: View, decision: dec.PreparedDefense) -> str:
    key = _key(kit, decision.formation)
    if view.prepared >> decision.formation & 1:
        return f"keep the Prepared Defense of {key}, or give it up"
    return f"declare Prepared Defense for {key}, or not"


def _objectives(kit: Kit, view: View, decision: dec.Objectives) -> str:
    left = kit.number("limits.obj_per_activation") - len(view.objectives)
    key, result = _key(kit, decision.formation), SNAFU[view.snafu]
    return f"put OBJ markers of {key} on the map ({left} left; SNAFU {result}), or go on"


def _activities(kit: Kit, view: View, decision: dec.Activities) -> str:
    key = _key(kit, decision.formation)
    if view.snafu == FAIL:
        return f"pull back the HQ of {key} or end its Activation (SNAFU Fail)"
    ready = (_field(view, decision.formation) & ~view.acted & ~view.finished).bit_count()
    second = "Second Activation, " if view.second else ""
    arty = f"{counted(view.arty, 'Artillery Point')}"
    state = f"{second}SNAFU {SNAFU[view.snafu]}, {arty}, {ready} not yet used"
    return f"act with a unit, HQ or Trains of {key} ({state}), or end the Activation"


def _field(view: View, formation: FormationId) -> int:
    """The formation's units on the map."""
    units = 0
    for unit, served in enumerate(view.command):
        if served == formation and view.hex_of[unit] >= 0:
            units |= 1 << unit
    return units


# -- one unit ----------------------------------------------------------------------------


def _acting(kit: Kit, view: View, acting: dec.Acting) -> str:
    name = _name(kit, acting.unit)
    spent = dict(view.fired).get(acting.unit, 0)
    fire = f"Fire Events left: {kit.number('limits.fire_events') - spent}"
    arty = f", Artillery Points: {view.arty}" if view.arty else ""
    if view.stopped >> acting.unit & 1:
        return f"fight with {name}, which had to STOP ({fire}{arty}), or halt"
    must = ", an Engagement is owed" if acting.must else ""
    return f"move or fight with {name} ({points(acting.mp)} MP left, {fire}{arty}{must}), or halt"


def _hq_moving(kit: Kit, _: View, moving: dec.HqMoving) -> str:
    key = _key(kit, moving.formation)
    return f"move the HQ of {key} ({points(moving.mp)} MP left), or halt"


# -- fights ------------------------------------------------------------------------------


def _backing(kit: Kit, view: View, _: dec.BackingChoice) -> str:
    return f"choose the unit of the Support box that answers in {_target(kit, view)}"


def _mission(kit: Kit, view: View, mission: dec.MissionChoice) -> str:
    left = f"Artillery {view.arty}, Air {view.air[mission.side]}"
    return f"add a Barrage mission to the attack on {_target(kit, view)} ({left}), or none"


def _defender(kit: Kit, view: View, _: dec.DefenderChoice) -> str:
    return f"choose the unit whose Action Rating defends {_target(kit, view)}"


def _losses(kit: Kit, _: View, losses: dec.Losses) -> str:
    return f"choose who loses a step in {kit.grid.label(losses.hex)} ({losses.count} to lose)"


def _retreat(kit: Kit, _: View, choice: dec.RetreatChoice) -> str:
    who = listed([kit.names[unit] for unit in each(choice.units)]).replace(" and ", " or ")
    return f"send {who} back from {kit.grid.label(choice.hex)}"


def _following(kit: Kit, view: View, _: dec.Following) -> str:
    who = _name(kit, view.fight.assist) if view.fight is not None else "the assisting unit"
    return f"let {who} advance to {_target(kit, view)} too, or not"


_VERBS: Final[dict[type, _Says]] = {
    dec.Arriving: _says("say where the next of the arrivals goes"),
    dec.Replacing: _replacing,
    dec.Assigning: _assigning,
    dec.Choosing: _says("choose a formation to activate, or to recover"),
    dec.PreparedDefense: _prepared,
    dec.FailureFlip: _of("turn the failed Activation of {} into a Recovery, or not"),
    dec.Objectives: _objectives,
    dec.Activities: _activities,
    dec.TrySecond: _of("roll for a Second Activation of {}, or not"),
    dec.Acting: _acting,
    dec.HqMoving: _hq_moving,
    dec.BackingChoice: _backing,
    dec.MissionChoice: _mission,
    dec.DefenderChoice: _defender,
    dec.Losses: _losses,
    dec.RetreatChoice: _retreat,
    dec.Following: _following,
    dec.Restoring: _says("take Dropped Support markers off, or leave them on"),
    dec.HqRetreat: _of("choose where the HQ of {} falls back"),
    dec.TrainsRetreat: _of("choose the Supply Source where the Trains of {} end"),
}


# -- chance ------------------------------------------------------------------------------


def _engagement(kit: Kit, view: View, _: dec.EngagementRoll) -> str:
    return f"Two dice are about to be rolled for the Engagement of {_target(kit, view)}."


def _combat(kit: Kit, view: View, _: dec.CombatRoll) -> str:
    return f"Two dice are about to be rolled for the attack on {_target(kit, view)}."


def _loss(kit: Kit, view: View, _: dec.LossRoll) -> str:
    return f"A die is about to be rolled for losses in {_target(kit, view)}."


def _recon(kit: Kit, _: View, recon: dec.ReconRoll) -> str:
    where = kit.grid.label(recon.target)
    return f"A die is about to be rolled for what {_name(kit, recon.unit)} sees in {where}."


_CHANCE: Final[dict[type, _Says]] = {
    dec.WeatherRoll: lambda _kit, _view, d: f"Dice are about to be rolled for {d.part}.",
    dec.ReplacementRoll: _says("A die is about to be rolled for Replacement Points."),
    dec.FirstPlayerRoll: _says("Two dice a side are about to be rolled for who goes first."),
    dec.SnafuRoll: _of("Two dice are about to be rolled for SNAFU of {}."),
    dec.RepairRoll: _says("A die is about to be rolled for the repair of a bridge."),
    dec.FatigueRoll: _of("A die is about to be rolled for the Fatigue of {}."),
    dec.SecondRoll: _of("A die is about to be rolled for a Second Activation of {}."),
    dec.BridgeRoll: _says("A die is about to be rolled: is the bridge blown?"),
    dec.EngagementRoll: _engagement,
    dec.LossRoll: _loss,
    dec.CombatRoll: _combat,
    dec.ReconRoll: _recon,
    dec.SoftJumpRoll: _of("A die is about to be rolled: was anything of {} really there?"),
}


# -- what a button is called ---------------------------------------------------------------

_LABELS: Final[dict[type, dict[str, str]]] = {
    dec.Replacing: {"done": "finish the replacements"},
    dec.Assigning: {"done": "end the Assignment Phase"},
    dec.PreparedDefense: {
        "prepare": "declare Prepared Defense",
        "abandon": "give Prepared Defense up",
        "decline": "leave it as it is",
        "done": "leave it as it is",
    },
    dec.FailureFlip: {"decline": "go on with the failed Activation"},
    dec.Objectives: {"done": "no more OBJ markers"},
    dec.Activities: {"done": "end the Activation", "movehq": "move the HQ"},
    dec.TrySecond: {"again": "roll for a Second Activation", "decline": "no Second Activation"},
    dec.Acting: {
        "flip": "turn the counter over",
        "halt": "halt here",
        "leave": "leave the map",
        "retreat": "Voluntary Retreat (costs a step)",
    },
    dec.HqMoving: {"halt": "halt the HQ here"},
    dec.BackingChoice: {"decline": "no Support"},
    dec.MissionChoice: {"decline": "no Barrage mission", "done": "no Barrage mission"},
    dec.Following: {"follow": "advance too", "decline": "stay behind"},
    dec.Restoring: {"decline": "leave the markers on"},
}


def _missions(arty: int, air: int) -> dict[str, str]:
    """What each mission that the points allow would take."""
    found = {"suppress arty": "Suppression (1 Artillery)", "suppress air": "Suppression (1 Air)"}
    for guns, planes in product(range(arty + 1), range(air + 1)):
        spent = ((guns, "Artillery"), (planes, "Air"))
        used = ", ".join(f"{count} {what}" for count, what in spent if count)
        found[f"destroy {guns} {planes}"] = f"Destruction ({used})"
    return found


def labels(view: View) -> dict[str, str]:
    """What the standing actions are called in the decision on the table."""
    top = view.stack[-1] if view.stack else None
    found = _LABELS.get(type(top), {})
    if isinstance(top, dec.MissionChoice):
        return {**found, **_missions(view.arty, view.air[top.side])}
    if isinstance(top, dec.Acting) and top.clear:
        return {**found, "halt": "put it down again"}
    return found
