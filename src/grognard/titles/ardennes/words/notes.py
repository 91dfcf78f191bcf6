"""A first game: a few words at each new kind of decision of the three-day scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.titles.ardennes.kit.kit import KITS
from grognard.titles.ardennes.position import decisions as dec
from grognard.titles.ardennes.sight.view import View
from grognard.waist.scene import Note

_FIRST_GAMES: Final = ("gs-3", "2p-3")


def notes(view: View) -> Iterator[Note]:
    """What a newcomer should know of whatever is on the table, the widest first."""
    kit = KITS[view.terms.kit]
    if kit.scenario.key not in _FIRST_GAMES or view.seat not in view.asked:
        return
    words = (_key(decision) for decision in view.stack)
    keys = (key for word in words for key in (word, f"{word}-{kit.scenario.game}"))
    for key in dict.fromkeys(keys):
        if key in _NOTES:
            yield Note(key, *_NOTES[key])


def _key(decision: dec.Decision) -> str:
    if isinstance(decision, dec.Activation):
        return f"Activation-{decision.stage}"
    if isinstance(decision, dec.Reaction):
        return f"Reaction-{decision.to}"
    return type(decision).__name__


_NOTES: Final[dict[str, tuple[str, str]]] = {
    "Impulse": (
        "Playing a card",
        "Each card serves once: to activate what it names, to bring its reserves onto the map, for "
        "its event, or later as a combat tactic.",
    ),
    "Impulse-gs": (
        "The Command Level",
        "The Allied card turned up says how much you may do: go on playing while the values "
        "add up to no more than its level. The first card may always be played. A corps that acts "
        "sits out the rest of this impulse and the next.",
    ),
    "Impulse-2p": (
        "One card each",
        "Players take turns with one card. A corps that has acted sits out your next impulse, so "
        "spread your attacks.",
    ),
    "Discarding": (
        "Discards",
        "Throw away cards that do not help you now: the hand is filled up again, and the day ends "
        "when the cards do. If you played none, one must go.",
    ),
    "Activation-move": (
        "Moving",
        "Each active unit may move once. Roads make mechanized units fast; woods and broken ground "
        "stop them. An enemy zone of control ends the move. When all have moved, go on to attacks.",
    ),
    "Activation-attack": (
        "Attacking",
        "Name an enemy hex next to your active units. Units that stood still may "
        "dig in instead. Afterwards the activation is over and Dispersed units recover.",
    ),
    "Moving": (
        "On the way",
        "Go hex by hex, or name a far hex for the quickest way. In the solitaire game a road with "
        "a worthwhile hex ahead may be blocked, and a bridge blown, as you come next to it: the "
        "chances are shown before you step.",
    ),
    "Assembling": (
        "Putting an attack together",
        "Commit the units that shall attack, then launch. Strength across a river is halved. "
        "Attackers on opposite sides of the hex make it a flank attack.",
    ),
    "Tactics": (
        "Combat tactics",
        "Cards from your hand help in combat: each of the attacker's adds a chit, and most make "
        "some of the chits come true. What is played here is gone for the day.",
    ),
    "ChitCount": (
        "How many chits",
        "Chits hurt both sides. The more you draw, the likelier the enemy breaks, and the more it "
        "may cost. The odds beside the map are exact for each number.",
    ),
    "Hits": (
        "Taking hits",
        "Each hit is taken in turn. A defender loses a step or goes back a hex, two at most; after "
        "the second it is Dispersed. An attacker's first hit is a step, others may Disperse it.",
    ),
    "Advancing": (
        "Advance",
        "The hex is free. Attackers may move in; mechanized ones a hex farther when the enemy fled "
        "two hexes or is gone. Towns and bridges you enter are yours.",
    ),
    "Gathering": (
        "Kampfgruppe",
        "Up to three mechanized units of one corps, each within two hexes of another, act together "
        "on a division's card.",
    ),
    "Deploying": (
        "Reserves",
        "Place them in your army's zone, in supply, near their corps or at a road of the eastern "
        "edge, and not next to an enemy.",
    ),
    "DelayedReserves": (
        "Delayed reserves",
        "Units left in the Reserve box overnight may come on at an eastern road without a card.",
    ),
    "Refitting": (
        "Replacements",
        "Worn units in supply and away from the enemy get a step back, one each.",
    ),
    "BridgeWork": (
        "Engineers",
        "A card with Bridge Engineers builds or repairs a bridge now, before supply is tested.",
    ),
    "FuelShort": (
        "Out of fuel",
        "This card was drawn on a day its formation runs dry. Fuel Priority, once a day, lets you "
        "discard another card instead.",
    ),
    "Reaction-demolition": (
        "A bridge goes up",
        "Operation Greif saves it, if you have the card and the Command Level allows.",
    ),
    "Reaction-roadblock": (
        "A road is blocked",
        "Manteuffel Directs Traffic lifts a roadblock near the 5th Panzer Army at once.",
    ),
    "Reaction-bridge": (
        "Germans at a bridge",
        "A card with Engineers blows it now. Once they are across it is theirs.",
    ),
    "Reaction-road": (
        "Germans on the road",
        "A card with Engineers blocks an empty town or crossroads next to them.",
    ),
    "Rallying": (
        "Reinforce Battle",
        "One stack that has neither moved nor fought marches to the battle and takes part.",
    ),
}
