"""What a card can be played for in an impulse (EA-S.13 to EA-S.16, EA-S.20).

A formation is named by its corps ("XLVII"), its division ("2P/XLVII"), or, for
all that a Division card names, by the card's own name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import members
from grognard.titles.ardennes.kit.kit import (
    ALLIED,
    ARMY,
    CORPS,
    DIVISION,
    GERMAN,
    GROUP,
    NO_COMMAND,
    Card,
    CardId,
    Kit,
    Side,
    UnitId,
    UnitSet,
)
from grognard.titles.ardennes.kit.kit import OKW as OKW_NAME
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Gathering, Impulse
from grognard.titles.ardennes.position.questions import QUESTIONS, Events, Question, not_now, owned
from grognard.titles.ardennes.position.state import (
    DISCARDS,
    State,
    corps_of,
    corps_units,
    each,
    ids,
    names_of,
    note,
    standing,
)
from grognard.titles.ardennes.rules.cards import activation, cards, happenings, refit, reserves
from grognard.titles.ardennes.rules.day import impulses
from grognard.waist.asking import own_side, pop, push, swap

# -- formations ------------------------------------------------------------------------


def formations(state: State, card: Card) -> list[str]:
    """The formations a card can command, the largest first."""
    assigned = tuple(state.assigned.items()) if card.kind == CORPS else ()
    return _formations(state.kit, card.side, card.id, assigned)


@lru_cache(maxsize=1024)  # by the card's number: to hash all that is printed on it takes longer
@cites("EA-S.14", "EA-S.15", "EA-S.16")
def _formations(
    kit: Kit, side: Side, number: CardId, assigned: tuple[tuple[str, str], ...]
) -> list[str]:
    card = (kit.german_deck if side == GERMAN else kit.allied_deck)[number]
    if card.kind == DIVISION:
        return [card.name]
    if card.kind == CORPS:
        divisions = {kit.units[u].division for u in each(kit.corps_units.get(card.corps, 0))}
        divisions |= {division for division, corps in assigned if corps == card.corps}
        smaller = sorted(divisions - {""}) if card.side == GERMAN else []
        return [card.corps, *smaller]
    if card.kind == ARMY:
        return list(kit.corps_of_army[card.army])
    if card.kind != GROUP:
        return []
    side_corps = [c for c, side in kit.side_of_corps.items() if side == card.side and c != OKW_NAME]
    if card.side == ALLIED:
        return [c for c in side_corps if kit.army_of_corps[c] == card.army]
    return [*side_corps, OKW_NAME]


def members_of(state: State, card: Card, formation: str) -> UnitSet:
    """All units of a formation, wherever they are."""
    kit = state.kit
    if card.kind == DIVISION and formation == card.name:
        return card.units
    if formation in kit.division_units:
        return kit.division_units[formation]
    if formation == OKW_NAME:
        return kit.okw
    return corps_units(state, formation)


def ready(state: State, side: Side, units: UnitSet) -> UnitSet:
    """Those that would be active: on the map and with fuel; in the opening of 2P, not twice."""
    return units & standing(state, side) & ~state.dry & ~impulses.manner(state).done_with(state)


def single_units(state: State, card: Card) -> UnitSet:
    """Whom a German card can activate alone (EA-S.14 to EA-S.16)."""
    if card.side == ALLIED or card.kind == NO_COMMAND:
        return 0
    if card.kind in (DIVISION, CORPS):
        units = corps_units(state, card.corps)
    elif card.kind == ARMY:
        units = 0
        for corps in state.kit.corps_of_army[card.army]:
            units |= corps_units(state, corps)
    else:
        units = state.kit.side_units[GERMAN]
    return ready(state, GERMAN, units)


# -- limits of an impulse -----------------------------------------------------------------


def command_value(state: State, card: Card) -> int:
    """A German card's Command Value; an Allied one's by its kind (2P, stand-in)."""
    if card.side == GERMAN:
        return card.value
    return state.kit.number(f"allied_value_{card.kind}")


def price(state: State, card: Card, action: act.Action) -> int:
    """What a card adds to the impulse's Command Values; a single unit counts as one."""
    if isinstance(action, act.Single):
        return state.kit.number("one_unit_value")
    return card.value


@cites("EA-S.11", "EA-S.12", "EA-D16.g")
def _corps_free(state: State, side: Side, units: UnitSet) -> Refusal | None:
    for corps in sorted({corps_of(state, u) for u in each(units)}):
        if rule := impulses.sits_out(state, side, corps):
            return Refusal(rule, f"{corps} Corps was activated and sits this impulse out")
    return None


@cites("EA-D16.i")
def _opening_use(impulse: Impulse, action: act.Action) -> Refusal | None:
    if impulse.opening and not isinstance(action, act.Activate | act.Single | act.Group):
        return Refusal("EA-D16.i", "in the opening a card serves for an activation or as a tactic")
    return None


# -- the question --------------------------------------------------------------------------


def _candidates(state: State, impulse: Impulse) -> Iterator[act.Action]:
    yield act.Done()
    for number in cards.hand(state, impulse.side):
        yield from _uses(state, cards.printed(state, impulse.side, number))


def _uses(state: State, card: Card) -> Iterator[act.Action]:
    for formation in formations(state, card):
        yield act.Activate(card.number, formation)
        yield act.Reserves(card.number, formation)
    for unit in each(single_units(state, card)):
        yield act.Single(card.number, state.kit.names[unit])
    yield act.Group(card.number)
    yield act.Refit(card.number)
    for event in happenings.events_of(state, card):
        yield act.Event(card.number, event)
    yield act.Discard(card.number)


_CARD_ACTIONS = (
    act.Activate | act.Single | act.Group | act.Reserves | act.Refit | act.Event | act.Discard
)


def _refusal(state: State, impulse: Impulse, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Done):
        return impulses.manner(state).no_stop
    if not isinstance(action, _CARD_ACTIONS):
        return not_now(action, "play a card")
    card = cards.held(state, impulse.side, action.card)
    if isinstance(card, Refusal):
        return card
    if isinstance(action, act.Discard):
        return impulses.manner(state).no_pass
    return (
        _opening_use(impulse, action)
        or _use_refusal(state, impulse, card, action)
        or impulses.over_level(impulse, price(state, card, action))
    )


def _use_refusal(state: State, impulse: Impulse, card: Card, action: act.Action) -> Refusal | None:
    match action:
        case act.Activate(formation=formation):
            return _activate_refusal(state, impulse.side, card, formation)
        case act.Single(unit=name):
            return _single_refusal(state, impulse.side, card, name)
        case act.Group():
            return _group_refusal(state, impulse.side, card)
        case act.Reserves(formation=formation):
            return _reserves_refusal(state, impulse.side, card, formation)
        case act.Refit():
            return refit.refusal(state, card)
        case act.Event(event=event):
            return happenings.refusal(state, impulse.side, card, event)
    return not_now(action, "play a card")


def _activate_refusal(state: State, side: Side, card: Card, formation: str) -> Refusal | None:
    if formation not in formations(state, card):
        return Refusal(_kind_rule(card), f"{card.name} cannot activate {formation}")
    units = members_of(state, card, formation)
    if why := _corps_free(state, side, units & standing(state, side)):
        return why
    if not ready(state, side, units):
        return Refusal(_kind_rule(card), f"no unit of {formation} can be activated")
    return None


def _kind_rule(card: Card) -> str:
    return {DIVISION: "EA-S.14", CORPS: "EA-S.15"}.get(card.kind, "EA-S.16")


def _single_refusal(state: State, side: Side, card: Card, name: str) -> Refusal | None:
    unit = owned(state, side, name)
    if isinstance(unit, Refusal):
        return unit
    if not single_units(state, card) >> unit & 1:
        return Refusal(_kind_rule(card), f"{card.name} cannot activate {name} alone")
    return _corps_free(state, side, 1 << unit)


def _reserves_refusal(state: State, side: Side, card: Card, formation: str) -> Refusal | None:
    if formation not in formations(state, card):
        return Refusal(_kind_rule(card), f"{card.name} cannot deploy {formation}")
    units = members_of(state, card, formation)
    return reserves.refusal(state, side, units, formation)


@cites("EA-S.10", "EA-S.13")
def _answer(state: State, impulse: Impulse, action: act.Action) -> Events:
    if isinstance(action, act.Done):
        return impulses.manner(state).stop(state, impulse)
    assert isinstance(action, _CARD_ACTIONS)
    card = cards.held(state, impulse.side, action.card)
    assert isinstance(card, Card), "refusal saw to it"
    cards.move_card(state, impulse.side, card.id, DISCARDS)
    if isinstance(action, act.Discard):
        pop(state)
        return impulses.count_pass(state, impulse.side, card.number)
    impulses.manner(state).counted(state, impulse, price(state, card, action))
    return _carry_out(state, impulse.side, card, action)


def _carry_out(state: State, side: Side, card: Card, action: act.Action) -> Events:
    match action:
        case act.Activate(formation=formation):
            units = ready(state, side, members_of(state, card, formation))
            return _begin(state, side, card, units, "activation", formation)
        case act.Single(unit=name):
            one = 1 << state.kit.by_name[name]
            return _begin(state, side, card, one, "single unit", name)
        case act.Group():
            push(state, Gathering(side, card.id))
            return [ev.CardPlayed(side, card.number, "Kampfgruppe", name=card.title)]
        case act.Reserves(formation=formation):
            units = members_of(state, card, formation)
            return reserves.begin_deploy(state, side, card, units, formation)
        case act.Refit():
            return refit.begin(state, side, card)
        case act.Event(event=event):
            told: Events = [ev.CardPlayed(side, card.number, "event", event, card.title)]
            return told + happenings.play_event(state, side, card, event)
    raise AssertionError(f"nothing is carried out for {action}")


def _begin(state: State, side: Side, card: Card, units: UnitSet, use: str, whom: str) -> Events:
    told: Events = [ev.CardPlayed(side, card.number, use, whom, card.title)]
    if impulses.in_opening(state):
        state.opened |= units
    for corps in {corps_of(state, u) for u in each(units)}:
        impulses.note_used(state, side, corps)
    activation.begin(state, side, card.id, units, command_value(state, card))
    note(state, support=_support(card))
    return [*told, ev.Activated(side, card.number, whom, names_of(state, units))]


@cites("EA-S.28")
def _support(card: Card) -> tuple[str, ...]:
    """What an Allied Army card gives every attack of its activation."""
    if card.side == GERMAN or card.kind not in (ARMY, GROUP):
        return ()
    return ("Artillery", "Airpower") if card.kind == GROUP else ("Tank Battalion",)


# -- the same without asking one by one ------------------------------------------------------


def _offers(state: State, impulse: Impulse) -> list[act.Action]:
    """Exactly the candidates that are not refused. Must agree with `_refusal`."""
    manner = impulses.manner(state)
    found: list[act.Action] = [] if manner.no_stop else [act.Done()]
    table = _table(state, impulse)
    for number in cards.hand(state, impulse.side):
        card = cards.printed(state, impulse.side, number)
        affordable = impulses.over_level(impulse, card.value) is None
        if affordable:
            found += _activations(state, card, table)
        found += _singles(state, impulse, card, table)
        if affordable:
            found += _other_uses(state, impulse, card, table)
        if manner.no_pass is None:
            found.append(act.Discard(card.number))
    return found


class _Table(NamedTuple):
    """The side's units that may be active, those whose corps sits out, those in reserve."""

    ready: UnitSet
    barred: UnitSet  # on the map or not
    resting: UnitSet  # those of them on the map
    waiting: UnitSet  # with fuel; none in the opening


def _table(state: State, impulse: Impulse) -> _Table:
    side = impulse.side
    here, barred = standing(state, side), _sitting_out(state, side)
    waiting = 0 if impulse.opening else reserves.waiting(state, side)
    return _Table(ready(state, side, here), barred, here & barred, waiting)


def _sitting_out(state: State, side: Side) -> UnitSet:
    """The units of the corps that may not be activated in this impulse."""
    units, kit = 0, state.kit
    assigned = 0
    for division in state.assigned:
        assigned |= kit.division_units[division]
    for corps in state.used[side] | state.rested[side]:
        if impulses.sits_out(state, side, corps):
            own = corps_units(state, corps)
            units |= own & ~assigned | own & ~kit.corps_units.get(corps, 0)
    return units


def _activations(state: State, card: Card, table: _Table) -> Iterator[act.Action]:
    """Formations to activate, or to deploy from the Reserve box."""
    for formation in formations(state, card):
        units = members_of(state, card, formation)
        if units & table.ready and not units & table.resting:
            yield act.Activate(card.number, formation)
        if units & table.waiting and reserves.any_has_hex(state, units & table.waiting):
            yield act.Reserves(card.number, formation)


def _singles(state: State, impulse: Impulse, card: Card, table: _Table) -> tuple[act.Action, ...]:
    if impulses.over_level(impulse, state.kit.number("one_unit_value")) is not None:
        return ()
    return _single_actions(state.kit, card.number, single_units(state, card) & ~table.barred)


@lru_cache(maxsize=4096)
def _single_actions(kit: Kit, number: int, units: UnitSet) -> tuple[act.Action, ...]:
    return tuple(act.Single(number, kit.names[unit]) for unit in each(units))


def _other_uses(state: State, impulse: Impulse, card: Card, table: _Table) -> Iterator[act.Action]:
    if _founders(state, card) & table.ready & ~table.barred:
        yield act.Group(card.number)
    if impulse.opening:
        return
    if refit.refusal(state, card) is None:
        yield act.Refit(card.number)
    for event in happenings.events_of(state, card):
        if happenings.refusal(state, impulse.side, card, event) is None:
            yield act.Event(card.number, event)


QUESTIONS[Impulse] = Question(own_side, _candidates, _refusal, _answer, offers=_offers)


# -- Kampfgruppe (EA-S.20) -------------------------------------------------------------------


@cites("EA-S.20")
def _group_refusal(state: State, side: Side, card: Card) -> Refusal | None:
    if side != GERMAN or card.kind not in (DIVISION, ARMY):
        return Refusal("EA-S.20", "a Kampfgruppe takes a German Division or Army card")
    if not any(True for _ in _joiners(state, Gathering(side, card.id))):
        return Refusal("EA-S.20", f"{card.name} has no mechanized unit to build a Kampfgruppe on")
    return None


def _founders(state: State, card: Card) -> UnitSet:
    """Whom a Kampfgruppe of a card can be built on, wherever they are and whoever sits out."""
    if card.side != GERMAN or card.kind not in (DIVISION, ARMY):
        return 0
    units = card.units
    if card.kind == ARMY:
        units = 0
        for corps in state.kit.corps_of_army[card.army]:
            units |= corps_units(state, corps)
    return units & state.kit.mechanized


def _pool(state: State, gathering: Gathering) -> UnitSet:
    """Mechanized units that may belong to it, corps by corps."""
    card = cards.printed(state, gathering.side, gathering.card)
    if card.kind == DIVISION:
        corps = {corps_of(state, u) for u in each(card.units)}
    else:
        corps = set(state.kit.corps_of_army[card.army])
    if gathering.units:
        corps = {corps_of(state, next(ids(gathering.units)))}
    units = 0
    for name in corps:
        if not impulses.sits_out(state, gathering.side, name):
            units |= corps_units(state, name)
    return ready(state, gathering.side, units & state.kit.mechanized)


def _joiners(state: State, gathering: Gathering) -> Iterator[UnitId]:
    """Whom the Kampfgruppe can still take: the first one of the card's division."""
    kit, card = state.kit, cards.printed(state, gathering.side, gathering.card)
    pool = _pool(state, gathering) & ~gathering.units
    if gathering.units.bit_count() >= kit.number("kampfgruppe_units"):
        return
    if not gathering.units:
        yield from ids(pool & card.units if card.kind == DIVISION else pool)
        return
    here = 0
    for unit in each(gathering.units):
        here |= 1 << state.hex_of[unit]
    near = kit.grid.within(here, kit.number("kampfgruppe_distance"))
    for hex_ in members(near & state.occupied[gathering.side]):
        yield from ids(state.stacks[hex_] & pool)


def _group_candidates(state: State, gathering: Gathering) -> Iterable[act.Action]:
    for unit in _joiners(state, gathering):
        yield act.Join(state.kit.names[unit])
    yield act.Launch()


@cites("EA-S.20")
def _join_refusal(state: State, gathering: Gathering, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Launch):
        if gathering.units:
            return None
        return Refusal("EA-S.20", "a Kampfgruppe has at least one unit of the card's division")
    if not isinstance(action, act.Join):
        return not_now(action, "put the Kampfgruppe together")
    unit = owned(state, gathering.side, action.unit)
    if isinstance(unit, Refusal):
        return unit
    if unit in set(_joiners(state, gathering)):
        return None
    because = "up to three mechanized units of one corps, each within two hexes of another"
    return Refusal("EA-S.20", f"{action.unit} cannot join: a Kampfgruppe is {because}")


def _join_answer(state: State, gathering: Gathering, action: act.Action) -> Events:
    if isinstance(action, act.Join):
        bit = 1 << state.kit.by_name[action.unit]
        swap(state, msgspec.structs.replace(gathering, units=gathering.units | bit))
        return []
    pop(state)
    card = cards.printed(state, gathering.side, gathering.card)
    return _begin(state, gathering.side, card, gathering.units, "Kampfgruppe", card.name)[1:]


QUESTIONS[Gathering] = Question(own_side, _group_candidates, _join_refusal, _join_answer)
