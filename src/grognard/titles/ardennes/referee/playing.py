"""The second reading, continued: what a player's cards can be played for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, OKW, Card
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.decisions import (
    Aiming,
    BridgeWork,
    Discarding,
    FuelShort,
    Gathering,
    Impulse,
    OkwRelease,
    Reaction,
    Refitting,
)
from grognard.titles.ardennes.position.state import AVAILABLE, CALENDAR, HAND, PILE, State
from grognard.titles.ardennes.position.state import OKW as OKW_BOX
from grognard.titles.ardennes.referee import combat, placing
from grognard.titles.ardennes.referee import position as n
from grognard.titles.ardennes.referee.position import Bridge, Label, Position
from grognard.titles.ardennes.referee.system import could_dig_in


def deck(pos: Position, side: int) -> tuple[Card, ...]:
    return pos.kit.german_deck if side == GERMAN else pos.kit.allied_deck


def hand(pos: Position, state: State, side: int) -> list[Card]:
    return [card for card in deck(pos, side) if state.cards[side][card.id] == HAND]


def can_blow(pos: Position, state: State) -> bool:
    """EA-S.43: for all the German player knows the Allied hand may hold Engineers."""
    cards, unseen = deck(pos, ALLIED), (HAND, PILE, AVAILABLE)
    able = [card for card in cards if "Engineers" in {card.event} | events(pos, card)]
    may = any(state.cards[ALLIED][card.id] in unseen for card in able)
    return pos.day > 16 and may and bool(hand(pos, state, ALLIED))


def card_of(pos: Position, side: int, number: int) -> Card:
    return deck(pos, side)[number]


# -- formations -----------------------------------------------------------------------------------


def everyone(pos: Position, side: int) -> list[int]:
    return [u for u in range(len(pos.kit.units)) if pos.kit.side_of[u] == side]


def corps_units(pos: Position, corps: str) -> set[int]:
    """All units of a corps, OKW divisions assigned to it included."""

    def derive() -> set[int]:
        every = range(len(pos.kit.units))
        return {u for u in every if corps in (pos.unit(u).corps, pos.corps(u))}

    return pos.kept(("corps", corps), derive)


def army_corps(pos: Position, army: str) -> list[str]:
    return [corps for corps, of in pos.kit.army_of_corps.items() if of == army]


def formations(pos: Position, card: Card) -> dict[str, set[int]]:
    """EA-S.14 to EA-S.16: what a card can command, with the units of each."""
    if card.kind == "division":
        return {card.name: set(n.bits(card.units))}
    if card.kind == "corps":
        found = {card.corps: corps_units(pos, card.corps)}
        if card.side == GERMAN:
            for u in corps_units(pos, card.corps):
                if division := pos.unit(u).division:
                    found.setdefault(division, set()).add(u)
        return found
    if card.kind not in ("army", "group"):
        return {}
    corps = army_corps(pos, card.army)
    if card.kind == "group" and card.side == GERMAN:
        corps = sorted({pos.unit(u).corps for u in everyone(pos, GERMAN)} - {OKW})
    found = {c: corps_units(pos, c) for c in corps}
    if card.kind == "group" and card.side == GERMAN:
        found[OKW] = {u for u in everyone(pos, GERMAN) if pos.unit(u).corps == OKW}
    return found


def in_opening(state: State) -> bool:
    return state.day == 16 and any(getattr(d, "opening", False) for d in state.stack)


def ready(pos: Position, state: State, units: Iterable[int]) -> set[int]:
    """On the map and with fuel; EA-D16.h: nobody twice in the opening for two players."""
    twice = set(n.bits(state.opened)) if in_opening(state) and not pos.solitaire else set()
    return {u for u in units if u in pos.at and u not in pos.dry | twice}


def rests(pos: Position, state: State, u: int) -> bool:
    """EA-S.11, EA-S.12, EA-D16.g: its corps sits this impulse out."""
    side, corps = pos.kit.side_of[u], pos.corps(u)
    if pos.solitaire:
        return corps in state.used[side] | state.rested[side]
    return corps in state.rested[side] or (in_opening(state) and corps in state.used[side])


def single_units(pos: Position, card: Card) -> set[int]:
    """Whom a German card can activate alone."""
    if card.side == ALLIED or card.kind == "none":
        return set()
    if card.kind in ("division", "corps"):
        return corps_units(pos, card.corps) if card.corps else set()
    if card.kind == "army":
        return {u for corps in army_corps(pos, card.army) for u in corps_units(pos, corps)}
    return set(everyone(pos, GERMAN))


# -- an impulse -----------------------------------------------------------------------------------


def impulse(pos: Position, state: State, decision: Impulse) -> Iterator[act.Action]:
    """EA-S.8 to EA-S.16: what each card of the hand can be played for."""
    if pos.solitaire:
        yield act.Done()
    for card in hand(pos, state, decision.side):
        if not pos.solitaire:
            yield act.Discard(card.number)
        if _affords(decision, 1):
            yield from _singles(pos, state, card)
        if _affords(decision, card.value):
            yield from _activations(pos, state, card)
            if not decision.opening:  # EA-D16.i
                yield from _other_uses(pos, state, card)


def _affords(decision: Impulse, cost: int) -> bool:
    """EA-S.8."""
    free = decision.side == ALLIED or not decision.level or not decision.played
    return free or decision.total + cost <= decision.level


def _singles(pos: Position, state: State, card: Card) -> Iterator[act.Action]:
    for u in ready(pos, state, single_units(pos, card)):
        if not rests(pos, state, u):
            yield act.Single(card.number, pos.unit(u).name)


def _activations(pos: Position, state: State, card: Card) -> Iterator[act.Action]:
    for formation, units in formations(pos, card).items():
        tired = any(rests(pos, state, u) for u in units if u in pos.at)
        if ready(pos, state, units) and not tired:
            yield act.Activate(card.number, formation)
    if _founders(pos, state, card):
        yield act.Group(card.number)


def _other_uses(pos: Position, state: State, card: Card) -> Iterator[act.Action]:
    for formation, units in formations(pos, card).items():
        if any(placing.hexes(pos, u, set()) for u in placing.waiting(pos, state, units)):
            yield act.Reserves(card.number, formation)
    if card.kind == "corps" and fit(pos, corps_units(pos, card.corps)):
        yield act.Refit(card.number)
    for event in events(pos, card):
        if may_happen(pos, state, card, event):
            yield act.Event(card.number, event)


def discarding(pos: Position, state: State, decision: Discarding) -> Iterator[act.Action]:
    if not decision.must:
        yield act.Done()
    for card in hand(pos, state, decision.side):
        yield act.Discard(card.number)


# -- a Kampfgruppe --------------------------------------------------------------------------------


def _founders(pos: Position, state: State, card: Card) -> set[int]:
    """EA-S.20: the mechanized units it can begin with."""
    if card.side == ALLIED or card.kind not in ("division", "army"):
        return set()
    own = set(n.bits(card.units)) if card.kind == "division" else single_units(pos, card)
    fit_ = {u for u in ready(pos, state, own) if pos.unit(u).kind == "mechanized"}
    return {u for u in fit_ if not rests(pos, state, u)}


def gathering(pos: Position, state: State, decision: Gathering) -> Iterator[act.Action]:
    """EA-S.20: up to three of one corps, each within two hexes of another."""
    chosen, card = n.bits(decision.units), card_of(pos, decision.side, decision.card)
    found = _founders(pos, state, card)
    if chosen:
        yield act.Launch()
        own = ready(pos, state, corps_units(pos, pos.corps(chosen[0]))) - set(chosen)
        own = {u for u in own if pos.unit(u).kind == "mechanized"}
        near = {pos.at[u] for u in chosen}
        found = {u for u in own if any(n.distance(pos.at[u], h) <= 2 for h in near)}
    if len(chosen) < 3:
        yield from (act.Join(pos.unit(u).name) for u in found)


# -- replacements ---------------------------------------------------------------------------------


def fit(pos: Position, units: Iterable[int]) -> set[int]:
    """EA-S.56, EA-SU.j, EA-S.37: reduced, in supply, outside enemy ZOC, room for the step."""
    return {u for u in units if u in pos.at and _takes_step(pos, u)}


def _takes_step(pos: Position, u: int) -> bool:
    h = pos.at[u]
    reduced = pos.steps[u] < pos.unit(u).steps
    safe = h not in n.zoc(pos, 1 - pos.kit.side_of[u])
    room = sum(pos.steps[v] for v in pos.stack(h)) < 6
    return reduced and safe and room and n.in_supply(pos, u)


def refitting(pos: Position, _: State, decision: Refitting) -> Iterator[act.Action]:
    yield act.Done()
    for u in fit(pos, n.bits(decision.units & ~decision.given)):
        yield act.Replace(pos.unit(u).name)


# -- events ---------------------------------------------------------------------------------------

ANSWERS: Final = ("Fuel Priority", "Operation Greif", "")
"""Events of cards that are played as an answer to something only."""


def events(pos: Position, card: Card) -> set[str]:
    """The events a card can be played for; "any" is one of the ordinary German ones."""
    if card.event != "any":
        return {card.event} - set(ANSWERS)
    ordinary = {c.event for c in pos.kit.german_deck if not c.special and not c.reaction}
    return ordinary - {*ANSWERS, "any"}


def may_happen(pos: Position, state: State, card: Card, event: str) -> bool:
    """On its days, once if it happens once, and with something to aim at."""
    carriers = [card] if card.event != "any" else [c for c in deck(pos, GERMAN) if c.event == event]
    if not any(not c.days or pos.day in c.days for c in carriers):
        return False
    if card.once and event in state.used_once:
        return False
    return bool(AIMS[event](pos, state, card))


Aims = Callable[[Position, State, Card], Iterable[str]]
ONCE: Final = [""]


def bridge_sites(pos: Position, side: int) -> list[str]:
    """EA-S.57."""
    held, zone = pos.held(1 - side), n.zoc(pos, 1 - side)
    supplied = n.supplied_hexes(pos, side)

    def open_(h: Label) -> bool:
        return h not in held and (h not in zone or bool(pos.stack(h, side)))

    banks = [sorted(map(pos.kit.grid.label, pair)) for pair in pos.kit.rivers]
    return [
        f"{a}/{b}"
        for a, b in banks
        if Bridge((a, b)) not in pos.bridges and open_(a) and open_(b) and {a, b} & supplied
    ]


def _engineer_jobs(pos: Position, _: State, card: Card) -> list[str]:
    if card.side == GERMAN:
        return bridge_sites(pos, GERMAN)
    jobs = [f"build {site}" for site in bridge_sites(pos, ALLIED)]
    if pos.day != 16:  # EA-D16.p
        own = [b for b in pos.bridges - pos.german_bridges if b & pos.held(ALLIED)]
        jobs += ["blow " + "/".join(sorted(b)) for b in own]
    jobs += [f"block {h}" for h in road_sites(pos)]
    dug = [h for h in pos.held(ALLIED) if any(could_dig_in(pos, u) for u in pos.stack(h))]
    return jobs + [f"dig {h}" for h in dug]


def road_sites(pos: Position, movers: Iterable[int] = ()) -> list[Label]:
    """Empty, supplied towns and junctions on a road; the zone of those that came does not count."""
    ground = pos.ground
    supplied = n.supplied_hexes(pos.without(movers), ALLIED)
    taken = pos.held(GERMAN) | pos.held(ALLIED) | pos.roadblocks | pos.german_towns
    marked = [h for h in ground.roads - taken if h in ground.towns or _is_junction(pos, h)]
    return [h for h in marked if h in supplied]


def _is_junction(pos: Position, h: Label) -> bool:
    return sum((h, b) in pos.ground.road for b in pos.ground.next[h]) >= 3


def _weakened(pos: Position, _: State, card: Card) -> list[str]:
    units = set(n.bits(card.units))
    if card.kind != "division" and card.corps:
        units = corps_units(pos, card.corps)
    return [pos.unit(u).name for u in fit(pos, units)]


def _airborne(pos: Position, state: State, _: Card) -> list[str]:
    waiting = {pos.unit(u).division for u, h in enumerate(state.hex_of) if h == CALENDAR}
    return [division for division in ("82/XVIII", "101/VIII") if division in waiting]


def _traffic(pos: Position, *_: object) -> list[str]:
    army = [pos.at[u] for u in pos.units(GERMAN) if pos.army(u) == "5th Panzer Army"]
    return [h for h in pos.roadblocks if any(n.distance(h, a) <= 2 for a in army)]


def _starving(pos: Position, *_: object) -> list[str]:
    poor = {pos.at[u] for u in pos.units(ALLIED) if u in pos.unsupplied | pos.isolated}
    return sorted(poor) if combat.clear_sky(pos) else []


def _alarmed(pos: Position, *_: object) -> list[str]:
    there = {pos.unit(u).division for u in pos.units(ALLIED)} - {""}
    return sorted(there) if pos.day == 16 else []


def _today(event: str) -> Aims:
    return lambda _pos, state, _card: [] if event in state.today else ONCE


AIMS: Final[dict[str, Aims]] = {
    "Bridge Engineers": _engineer_jobs,
    "Engineers": _engineer_jobs,
    "Commandos": lambda *_: ONCE,
    "Consolidation": _weakened,
    "Eisenhower Hesitates": _airborne,
    "Fury of Bastogne": _today("Fury of Bastogne"),
    "Ground Freeze": _today("Ground Freeze"),
    "Break in the Clouds": _today("Break in the Clouds"),
    "Manteuffel Directs Traffic": _traffic,
    "Allied Command Crisis": lambda *_: ONCE,
    "Patton on the Move": lambda *_: ONCE,
    "Air Resupply": _starving,
    "Raise the Alarm": _alarmed,
}
"""What each event may be aimed at."""


def aiming(pos: Position, state: State, decision: Aiming) -> Iterator[act.Action]:
    """In an impulse; an answer to something and the Supply Phase aim at less."""
    card = card_of(pos, decision.side, decision.card)
    if not isinstance(state.stack[-2], BridgeWork) and decision.event != "Engineers":
        return map(act.Aim, AIMS[decision.event](pos, state, card))
    return map(act.Aim, decision.among)


# -- other questions ------------------------------------------------------------------------------


def bridge_work(pos: Position, state: State, decision: BridgeWork) -> Iterator[act.Action]:
    """EA-S.4, EA-S.57: engineers in the Supply Phase."""
    yield act.Done()
    event = "Bridge Engineers" if decision.side == GERMAN else "Engineers"
    able = [card for card in hand(pos, state, decision.side) if event in events(pos, card)]
    for card in able if bridge_sites(pos, decision.side) else []:
        if may_happen(pos, state, card, event):
            yield act.Event(card.number, event)


def okw_release(pos: Position, state: State, _: OkwRelease) -> Iterator[act.Action]:
    """EA-S.22."""
    yield act.Done()
    held = {pos.unit(u).division for u, h in enumerate(state.hex_of) if h == OKW_BOX}
    corps = {pos.unit(u).corps for u in everyone(pos, GERMAN)} - {OKW}
    yield from (act.Release(division, c) for division in held for c in corps)


def fuel_short(pos: Position, state: State, decision: FuelShort) -> Iterator[act.Action]:
    """EA-S.55: an Army card used so must itself be the discard."""
    yield act.Decline()
    held = [card for card in hand(pos, state, decision.side) if card.id != decision.card]
    savers = [card for card in held if card.event == "Fuel Priority"]
    small = any(card.kind not in ("army", "group") for card in savers)
    yield from (act.KeepFuel(card.number) for card in (held if small else savers))


REPLIES: Final = {
    "demolition": "Operation Greif",
    "roadblock": "Manteuffel Directs Traffic",
    "bridge": "Engineers",
    "road": "Engineers",
}


def reaction(pos: Position, state: State, decision: Reaction) -> Iterator[act.Action]:
    """EA-S.9, EA-S.43, EA-S.59: who can answer with a card."""
    yield act.Decline()
    event = REPLIES[decision.to]
    impulses = [d for d in state.stack if isinstance(d, Impulse)] if pos.solitaire else []
    for card in hand(pos, state, decision.side):
        affordable = all(_affords(under, card.value) for under in impulses)
        if affordable and event in {card.event} | events(pos, card):
            yield act.Event(card.number, event)
