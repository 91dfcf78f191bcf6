"""What an action would come to, by what its player may know: odds and chances, all exact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

import msgspec

from grognard.book.tally import Tally
from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, KITS, CardId, Side, UnitSet
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import decisions as dec
from grognard.titles.ardennes.position.actions import Action
from grognard.titles.ardennes.position.questions import QUESTIONS
from grognard.titles.ardennes.position.state import (
    NO_RECORD,
    SEATS,
    State,
    ids,
    keep_record,
    other,
    solitaire,
    standing,
    units_in,
)
from grognard.titles.ardennes.rules.cards.cards import printed
from grognard.titles.ardennes.rules.fighting import combat
from grognard.titles.ardennes.sight import distribution, foresight
from grognard.titles.ardennes.sight.foresight import Foreseen
from grognard.titles.ardennes.sight.imagine import known_facts
from grognard.titles.ardennes.sight.view import View, view
from grognard.waist.title import Preview

_CARD_NOTE = "An Allied card is drawn for the defence first; over the cards it can be"


def preview(state: State, seat: str, action: Action) -> Preview | None:
    """What the action would come to; None if there is nothing to foretell or it is refused."""
    side = SEATS.index(seat)
    if not _may(state, side, action):
        return None
    seen = view(state, SEATS[side])
    known = known_facts(seen)
    if isinstance(action, act.Step) and isinstance(known.top, dec.Moving):
        return _step(known, known.top, action)
    found = distribution.preview(known, side, action)
    if found is None or not _is_declared(action):
        return found
    told = msgspec.structs.replace(found, asks=not isinstance(action, act.Commit))
    return _with_answers(known, seen, action, told) if solitaire(known) else told


def _may(state: State, side: Side, action: Action) -> bool:
    if not state.stack:
        return False
    question = QUESTIONS[type(state.top)]
    return (
        question.side(state, state.top) == side
        and question.refusal(state, state.top, action) is None
    )


# -- a step ----------------------------------------------------------------------------------


def _step(state: State, moving: dec.Moving, action: act.Step) -> Preview | None:
    """Bridges that may be blown and roadblocks that may be placed."""
    if not solitaire(state) or moving.side != GERMAN:
        return None
    unit, hex_ = next(ids(moving.units)), state.kit.grid.at(action.to)
    found = [f for f in foresight.on_entering(state, unit, hex_) if f.chance]
    if not found:
        return None
    line = "; ".join(f"{f.text} ({f.rule})" for f in found)
    outcomes = tuple(_each_chance(found))
    groups = tuple(one.subject for one in found for _ in range(2))
    return Preview(line, Tally(), outcomes, groups=groups, note="Each is a roll of its own.")


def _each_chance(found: Iterable[Foreseen]) -> Iterator[tuple[str, Fraction]]:
    for one in found:
        bridge = one.what == "demolition"
        yes, no = ("is blown", "stands") if bridge else ("is blocked", "stays open")
        yield f"{one.subject} {yes}", one.chance
        yield f"{one.subject} {no}", 1 - one.chance


# -- an attack, and how the Allied system would answer -----------------------------------------


def _is_declared(action: Action) -> bool:
    return isinstance(action, act.Attack | act.Commit | act.Launch)


def _with_answers(state: State, seen: View, action: Action, found: Preview) -> Preview:
    """The odds, and beneath them how the defenders would hold and who might join them."""
    target, units = _attack(state, action)
    if units & state.kit.side_units[ALLIED]:
        return found
    told = foresight.stand(state, target, units)[:2]
    answers = foresight.answers(state, target, possible_cards(seen), units)
    drawn = [f"{one.text}" for one in answers if one.chance]
    words = [f"{one.text} ({one.rule})" for one in told]
    if drawn:
        words.append(f"{_CARD_NOTE}: {'; '.join(drawn)}")
    return msgspec.structs.replace(found, note=". ".join(words) + ".")


def _attack(state: State, action: Action) -> tuple[Hex, UnitSet]:
    """The hex and the units of the attack that an action names or adds to."""
    top = state.top
    if isinstance(action, act.Attack):
        target = state.kit.grid.at(action.hex)
        side = top.side if isinstance(top, dec.Activation) else GERMAN
        return target, combat.able(state, side, target)
    assert isinstance(top, dec.Assembling), "units are committed to an attack"
    more = 1 << state.kit.by_name[action.unit] if isinstance(action, act.Commit) else 0
    return top.target, top.units | more


def possible_cards(seen: View) -> dict[CardId, Fraction]:
    """For each Allied card the chance that it is drawn next, as far as the viewer can know."""
    deck, state = seen.decks[ALLIED], known_facts(seen)
    if not deck.pile_count:
        return {card: Fraction(1, len(deck.discards)) for card in deck.discards}
    sure = [c for c in deck.unseen if printed(state, ALLIED, c).set == "primary"]
    found = {card: Fraction(1, deck.pile_count) for card in sure}
    perhaps = [card for card in deck.unseen if card not in found]
    if perhaps:
        dealt = Fraction(deck.pile_count - len(sure), deck.pile_count)
        found |= dict.fromkeys(perhaps, dealt / len(perhaps))
    return found


# -- what the other side could do --------------------------------------------------------------


def threats(view_: View, spot: str) -> list[Preview]:
    """The attack the other side could make on a hex of the viewer's, from where it stands.

    Of an enemy hex: on each hex of the viewer's next to it.
    """
    if view_.seat is None:
        return []
    state, side = known_facts(view_), SEATS.index(view_.seat)
    found = (_threat(state, side, hex_) for hex_ in _threatened(state, side, spot))
    return [one for one in found if one is not None]


def _threatened(state: State, side: Side, spot: str) -> list[Hex]:
    kit, unit = state.kit, KITS[state.terms.kit].by_name.get(spot)
    hex_ = state.hex_of[unit] if unit is not None else -1
    if unit is None and kit.grid.has(spot):
        hex_ = kit.grid.at(spot)
    if hex_ < 0:
        return []
    if state.occupied[side] >> hex_ & 1:
        return [Hex(hex_)]
    if state.occupied[other(side)] >> hex_ & 1:
        near = kit.grid.neighbours(Hex(hex_))
        return [h for h in near if state.occupied[side] >> h & 1]
    return []


def _threat(state: State, side: Side, hex_: Hex) -> Preview | None:
    """All enemy units next to the hex that could attack, together, without tactics."""
    enemy, units = other(side), 0
    for near in state.kit.grid.neighbours(hex_):
        units |= units_in(state, near) & standing(state, enemy)
    able = sum(1 << u for u in ids(units) if combat.may_attack(_idle(state), u) is None)
    if combat.force_refusal(state, enemy, able) is not None:
        return None
    battle = combat.new_battle(state, enemy, hex_, able)
    told = distribution.describe(state, battle)
    names = ", ".join(state.kit.names[unit] for unit in ids(able))
    title = f"Attack on {state.kit.grid.label(hex_)} by {names}"
    return msgspec.structs.replace(told, title=title, note="Without combat tactics of either side.")


def _idle(state: State) -> State:
    """The position with no activation on the table: nobody has fought or rushed."""
    keep_record(state, NO_RECORD)
    return state
