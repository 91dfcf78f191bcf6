"""Whose act it is and which verb: one sentence for whatever is on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grognard.book.words import counted, listed
from grognard.titles.ardennes.kit.kit import KITS, Card, CardId, Kit, Side, UnitSet
from grognard.titles.ardennes.position import decisions as dec
from grognard.titles.ardennes.position.state import SEATS, ids
from grognard.titles.ardennes.sight.view import View
from grognard.titles.ardennes.words.wording import SIDES
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
        return f"{player}, {view.day} December: {verb}."
    return f"Waiting for the {player} to {verb}."


def _verb(view: View) -> str:
    for decision in reversed(view.stack):
        if (verb := _VERBS.get(type(decision))) is not None:
            return verb(KITS[view.terms.kit], view, decision)
    return "act"


def _chance_words(view: View) -> str:
    return _CHANCE.get(type(view.stack[-1]), "The die is about to be rolled.")


_CHANCE: Final[dict[type, str]] = {
    dec.Deal: "Supplemental cards are about to be dealt.",
    dec.DrawCards: "A card is about to be drawn.",
    dec.Reveal: "The Allied card that sets the Command Level is about to be turned up.",
    dec.CommandoRaid: "A card is about to be lost to Commandos.",
    dec.TacticDraw: "An Allied card is about to be drawn for the combat.",
    dec.ChitDraw: "A chit is about to be drawn.",
    dec.ActionDraw: "An Allied action card is about to be drawn.",
}


# -- words ---------------------------------------------------------------------------------


def card_of(kit: Kit, side: Side, card: CardId) -> Card:
    return (kit.german_deck, kit.allied_deck)[side][card]


def _named(kit: Kit, units: UnitSet) -> str:
    return listed([kit.names[unit] for unit in ids(units)])


def _says(words: str) -> Callable[[Kit, View, Any], str]:
    return lambda _kit, _view, _decision: words


# -- the day and cards -----------------------------------------------------------------------


def _impulse(_: Kit, __: View, impulse: dec.Impulse) -> str:
    if not impulse.level:
        return "play one card, or pass by discarding one"
    if not impulse.played:
        return f"play a card (Allied Command Level {impulse.level}), or end the impulse"
    spent = f"{impulse.total} of {impulse.level} Command Values used"
    return f"play another card ({spent}), or end the impulse"


def _discarding(_: Kit, __: View, discarding: dec.Discarding) -> str:
    if discarding.must:
        return "discard at least one card, since none was played"
    return "discard cards you do not want, or go on"


def _fuel_short(kit: Kit, _: View, short: dec.FuelShort) -> str:
    name = card_of(kit, short.side, short.card).name
    return f"save {name} from a fuel shortage by discarding another card, or decline"


def _aiming(_: Kit, __: View, aiming: dec.Aiming) -> str:
    return f"say what {aiming.event} is aimed at"


def _gathering(kit: Kit, _: View, gathering: dec.Gathering) -> str:
    if not gathering.units:
        return "choose the first unit of the Kampfgruppe"
    return f"add units to the Kampfgruppe ({_named(kit, gathering.units)}), or launch it"


def _deploying(kit: Kit, _: View, deploying: dec.Deploying) -> str:
    left = _named(kit, deploying.units & ~deploying.placed)
    return f"deploy reserves ({left}), or finish"


def _refitting(_: Kit, __: View, refitting: dec.Refitting) -> str:
    return f"give out replacements ({counted(refitting.left, 'step')} left), or finish"


# -- moving -------------------------------------------------------------------------------------


def _activation(kit: Kit, view: View, activation: dec.Activation) -> str:
    name = card_of(kit, activation.side, activation.card).name
    if activation.stage == "move":
        ready = (view.record.active & ~view.record.moved & ~view.record.fought).bit_count()
        return f"move the units activated by {name} ({ready} not yet moved), or go on to attacks"
    return f"attack with the units activated by {name}, or end the activation"


def _moving(kit: Kit, view: View, moving: dec.Moving) -> str:
    far = " strategically, along the road" if moving.strategic else ""
    at = kit.grid.label(moving.at)
    if moving.reinforcing and view.battle is not None:
        target = kit.grid.label(view.battle.target)
        return f"move {_named(kit, moving.units)} on from {at} to the combat for {target}"
    return f"move {_named(kit, moving.units)} on from {at}{far}, or halt"


_REACTIONS: Final = {
    "demolition": ("save the bridge", "Operation Greif"),
    "roadblock": ("lift the roadblock", "Manteuffel Directs Traffic"),
    "bridge": ("blow the bridge", "Engineers"),
    "road": ("block the road", "Engineers"),
}


def _reaction(kit: Kit, view: View, reaction: dec.Reaction) -> str:
    """Who is asked only so that the other side learns nothing of his hand is told so."""
    deed, event = _REACTIONS[reaction.to]
    hand = [card_of(kit, reaction.side, card) for card in view.decks[reaction.side].hand]
    if view.seat != SEATS[reaction.side] or any(card.event in (event, "any") for card in hand):
        return f"{deed} with {event}, or decline"
    return f"decline: you hold no {event}, and are asked so that nobody learns it"


# -- combat ---------------------------------------------------------------------------------------


def _assembling(kit: Kit, _: View, attack: dec.Assembling) -> str:
    target = kit.grid.label(attack.target)
    if not attack.units:
        return f"commit units to the attack on {target}, or call it off"
    there = _named(kit, attack.units)
    return f"commit more units to the attack on {target} ({there}), launch it, or call it off"


def _target(kit: Kit, view: View) -> str:
    return kit.grid.label(view.battle.target) if view.battle is not None else "the hex"


def _tactics(kit: Kit, view: View, tactics: dec.Tactics) -> str:
    attacking = view.battle is not None and tactics.side == view.battle.side
    role = "attack on" if attacking else "defence of"
    return f"play a card as a combat tactic for the {role} {_target(kit, view)}, or none"


def _chit_count(kit: Kit, view: View, _: dec.ChitCount) -> str:
    return f"say how many chits to draw for the attack on {_target(kit, view)}"


def _hits(kit: Kit, view: View, hits: dec.Hits) -> str:
    battle = view.battle
    if battle is None:
        return "take the next hit"
    if battle.toll:
        return f"choose who pays for the retreat ({counted(battle.toll, 'step')})"
    if hits.side == battle.side:
        left = counted(battle.attacker_hits, "hit")
        return f"take a hit on the attack ({left} left): a step or, later, Dispersed"
    left = counted(battle.defender_hits, "hit")
    return f"take a hit in {_target(kit, view)} ({left} left): a step or a hex of retreat"


def _advancing(kit: Kit, view: View, _: dec.Advancing) -> str:
    return f"advance after the combat for {_target(kit, view)}, or stay"


_VERBS: Final[dict[type, Callable[[Kit, View, Any], str]]] = {
    dec.DelayedReserves: _says("place delayed reserves at an eastern road, or go on"),
    dec.OkwRelease: _says("release an OKW division for 2 victory points, or none"),
    dec.FuelShort: _fuel_short,
    dec.BridgeWork: _says("play engineers to build bridges, or go on"),
    dec.Impulse: _impulse,
    dec.Discarding: _discarding,
    dec.Aiming: _aiming,
    dec.Gathering: _gathering,
    dec.Deploying: _deploying,
    dec.Refitting: _refitting,
    dec.Activation: _activation,
    dec.Moving: _moving,
    dec.Reaction: _reaction,
    dec.Assembling: _assembling,
    dec.Tactics: _tactics,
    dec.Rallying: _says("choose the stack that comes to reinforce the battle, or none"),
    dec.ChitCount: _chit_count,
    dec.Hits: _hits,
    dec.Advancing: _advancing,
}


# -- what a button is called ------------------------------------------------------------------

_DONE: Final[dict[type, str]] = {
    dec.DelayedReserves: "go on",
    dec.OkwRelease: "release none",
    dec.BridgeWork: "go on to the impulses",
    dec.Impulse: "end the impulse",
    dec.Discarding: "go on",
    dec.Deploying: "finish deploying",
    dec.Refitting: "finish the replacements",
    dec.Tactics: "no further tactic",
    dec.Rallying: "nobody comes",
    dec.Advancing: "end the advance",
}


def labels(view: View) -> dict[str, str]:
    """What the standing actions are called in the decision on the table."""
    top = view.stack[-1] if view.stack else None
    match top:
        case dec.Activation(stage="move"):
            return {"done": "go on to attacks"}
        case dec.Activation():
            return {"done": "end the activation"}
        case dec.Gathering():
            return {"launch": "set out with this Kampfgruppe"}
        case dec.Assembling():
            return {"launch": "launch the attack", "calloff": "call off the attack"}
        case dec.Moving():
            return {"halt": "halt here"}
    return {"done": _DONE[type(top)]} if type(top) in _DONE else {}
