"""An Allied formation acts: eligible or not, wanderers, cards, the close (EA-AA.a to EA-AA.o)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import ALLIED, ARMY, GERMAN, GROUP, Card, Kit, UnitId, UnitSet
from grognard.titles.ardennes.kit.kit import ActionCard as Face
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import ActionCard, ActionDraw, AlliedActivation
from grognard.titles.ardennes.position.questions import PROCEDURES, Events, ask_chance
from grognard.titles.ardennes.position.state import (
    NO_RECORD,
    State,
    ascending,
    copy,
    corps_units,
    each,
    ids,
    keep_record,
    mark,
    names_of,
    standing,
)
from grognard.titles.ardennes.rules.cards import activation as ground
from grognard.titles.ardennes.rules.moving import zones
from grognard.titles.ardennes.rules.moving.zones import hexes_of
from grognard.titles.ardennes.rules.supply import supply
from grognard.titles.ardennes.script import attack
from grognard.titles.ardennes.script.cards import SITUATIONS, Deed
from grognard.titles.ardennes.script.reasons import Reasons, Silence
from grognard.titles.ardennes.script.vocabulary import (
    in_danger,
    label,
    out_of_contact,
    proximate,
    wandering,
    westward,
)
from grognard.titles.ardennes.script.wandering import wander
from grognard.waist.asking import pop, push, swap
from grognard.waist.chance import Pick, Picked

ALLIED_TACTICS = 1  # EA-CT.t


# -- who acts --------------------------------------------------------------------------------


def formation(state: State, card: Card, why: Reasons) -> UnitSet:
    """The units on the map that a card activates."""
    if card.kind in (ARMY, GROUP):
        return around_the_spearhead(state, card, why)
    units = corps_units(state, card.corps) if card.kind == "corps" else card.units
    return units & standing(state, ALLIED)


@cites("EA-S.27")
def around_the_spearhead(state: State, card: Card, why: Reasons) -> UnitSet:
    """All Allied units within five hexes of the German unit nearest the army's objective."""
    kit, germans = state.kit, state.occupied[GERMAN]
    aims = kit.objectives.get(card.army, 0)
    if not germans or not aims:
        return 0
    nearest = min(members(germans), key=_towards(kit, aims).__getitem__)
    text = f"the German unit nearest {kit.place_name[next(members(aims))]}"
    why.hexes(text, [nearest], "EA-S.27")
    return zones.units_near(state, ALLIED, nearest, kit.number("objective_distance"))


@lru_cache(maxsize=32)
def _towards(kit: Kit, aims: HexSet) -> dict[Hex, tuple[int, int, str]]:
    """Orders hexes by how near they are to an objective, from the westernmost, by number."""
    distance = kit.grid.distance
    return {
        hex_: (
            min(distance(hex_, aim) for aim in members(aims)),
            westward(kit, hex_),
            kit.grid.label(hex_),
        )
        for hex_ in kit.grid.hexes
    }


# -- eligibility ---------------------------------------------------------------------------------


@cites("EA-AA.a", "EA-AA.b", "EA-AA.c", "EA-AA.d", "EA-AA.e", "EA-AA.f")
def eligible(state: State, units: UnitSet, why: Reasons) -> bool:
    """Whether at least one unit has something to do; the first reason is enough."""
    reasons = (
        ("in danger of surround outside VP hexes", "EA-AA.a", _endangered),
        ("Dispersed", "EA-AA.b", _dispersed),
        ("out of contact", "EA-AA.c", _uncontacted),
        ("wandering", "EA-AA.d", _wandering),
        ("able to build an Improved Position", "EA-AA.e", _diggers),
        ("able to reach 2:1 on a proximate German hex", "EA-AA.f", _strikers),
    )
    for text, rule, find in reasons:
        found = find(state, units)
        names = names_of(state, found)
        why.say(f"{text}: {', '.join(names) or 'none'}", rule, names)
        if found:
            return True
    return False


@cites("EA-AA.a")
def _endangered(state: State, units: UnitSet) -> UnitSet:
    return sum(
        1 << u
        for u in each(units)
        if not state.kit.vp_hexes >> state.hex_of[u] & 1 and in_danger(state, state.hex_of[u])
    )


@cites("EA-AA.b")
def _dispersed(state: State, units: UnitSet) -> UnitSet:
    return units & state.dispersed


@cites("EA-AA.c")
def _uncontacted(state: State, units: UnitSet) -> UnitSet:
    return out_of_contact(state, units)


@cites("EA-AA.d")
def _wandering(state: State, units: UnitSet) -> UnitSet:
    return units & wandering(state)


@cites("EA-AA.e")
def _diggers(state: State, units: UnitSet) -> UnitSet:
    kit = state.kit
    fit = supply.supplied(state, ALLIED) & ~kit.towns & ~state.dug_in
    able = units & ~state.dispersed & ~supply.out_of_supply(state)
    return sum(1 << u for u in each(able) if fit >> state.hex_of[u] & 1)


@cites("EA-AA.f")
def _strikers(state: State, units: UnitSet) -> UnitSet:
    """Units that could lead an attack at 2:1 with others joining; from 19 December."""
    if state.day < state.kit.number("activation_attack_from_day"):
        return 0
    twin = copy(state)
    ground.open_record(twin, ALLIED, units, ALLIED_TACTICS)
    for unit in ascending(twin, attack.able(twin)):
        near = hexes_of(twin, proximate(twin, twin.hex_of[unit]))
        targets = attack.targets_in_reach(twin, unit) & near
        if targets and attack.plan(twin, unit, targets, (2, 1), Silence(twin)) is not None:
            return 1 << unit
    return 0


# -- the stages ----------------------------------------------------------------------------------


@cites("EA-AA.g")
def begin(state: State, card: Card, units: UnitSet) -> Events:
    """The formation acts: wanderers first, then action cards, then the close."""
    ground.open_record(state, ALLIED, units, ALLIED_TACTICS)
    push(state, AlliedActivation(card.id, "wander"))
    return [ev.Activated(ALLIED, card.number, card.name, names_of(state, units))]


def run(state: State, on: AlliedActivation) -> Events:
    if on.stage == "wander":
        return _next_wanderer(state, on)
    if on.stage == "cards":
        return _next_card(state, on)
    return close(state)


PROCEDURES[AlliedActivation] = run


@cites("EA-AA.g")
def _next_wanderer(state: State, on: AlliedActivation) -> Events:
    lost = ascending(state, wandering(state) & state.record.active & ~on.wandered)
    if not lost:
        swap(state, msgspec.structs.replace(on, stage="cards"))
        return []
    swap(state, msgspec.structs.replace(on, wandered=on.wandered | 1 << lost[0]))
    return wander(state, lost[0])


@cites("EA-AA.m")
def _next_card(state: State, on: AlliedActivation) -> Events:
    """Three cards, one by one; none is drawn when nobody is left to act."""
    if on.cards >= state.kit.number("action_cards") or not waiting(state):
        swap(state, msgspec.structs.replace(on, stage="close"))
        return []
    swap(state, msgspec.structs.replace(on, cards=on.cards + 1))
    push(state, ActionDraw())
    if state.actions:
        return []
    state.actions = (1 << len(state.kit.action_deck)) - 1
    return [ev.Reshuffled(ALLIED, "action cards")]


def waiting(state: State) -> UnitSet:
    """The active units on the map that have not acted."""
    acted = state.record.moved | state.record.fought | state.dispersed
    on = state.record.active & ~acted & standing(state, ALLIED)
    top = [d for d in state.stack if isinstance(d, AlliedActivation)]
    return on & ~top[-1].wandered if top else on


def _action_draw(state: State, _: ActionDraw) -> Pick:
    return Pick(state.actions.bit_count(), "an action card")


@cites("EA-AA.m")
def _action_drawn(state: State, _: ActionDraw, action: Picked) -> Events:
    pop(state)
    index = list(ids(state.actions))[action.which]
    state.actions &= ~(1 << index)
    face = state.kit.action_deck[index]
    push(state, ActionCard(face.number))
    return [ev.ActionDrawn(ALLIED, face.number, face.title)]


ask_chance(ActionDraw, _action_draw, _action_drawn)


# -- one action card ---------------------------------------------------------------------------


def face_of(state: State, number: int) -> Face:
    return next(card for card in state.kit.action_deck if card.number == number)


@cites("EA-AA.m", "EA-AA.y", "EA-S.68", "EA-S.74")
def run_card(state: State, on: ActionCard) -> Events:
    """The next unit by ascending # that meets the situation leads the action."""
    face, why = face_of(state, on.number), Reasons(state)
    if face.break_off:
        return _break_off(state, face, why)
    if state.day < face.from_day:
        why.say(f"only from {face.from_day} December", "EA-AA.m")
        return _spent(state, face, why)
    tried = on.tried
    for unit in ascending(state, waiting(state) & ~on.tried):
        tried |= 1 << unit
        deed = SITUATIONS[face.situation](state, face, unit, why)
        if deed is not None:
            swap(state, ActionCard(on.number, tried))
            return _act(state, face, unit, deed, why)
    return _spent(state, face, why)


PROCEDURES[ActionCard] = run_card


def _act(state: State, face: Face, unit: UnitId, deed: Deed, why: Reasons) -> Events:
    name = state.kit.names[unit]
    told: Events = [
        why.told(f"Action card {face.number}: {face.title}", name, deed.text),
        ev.Acted(ALLIED, face.number, name, deed.text),
    ]
    told += deed.do()
    return told


def _spent(state: State, face: Face, why: Reasons) -> Events:
    """Nobody (more) meets the situation."""
    pop(state)
    if not why.lines:
        return []
    return [why.told(f"Action card {face.number}: {face.title}", "active units", "nobody")]


@cites("EA-S.74")
def _break_off(state: State, face: Face, why: Reasons) -> Events:
    """No more action cards are drawn: the activation goes to its close."""
    pop(state)
    on = state.top
    assert isinstance(on, AlliedActivation), "a card is drawn in an activation"
    swap(state, msgspec.structs.replace(on, stage="close"))
    why.say("no unit moves and no more cards are drawn", "EA-S.74")
    return [why.told(f"Action card {face.number}: {face.title}", "active units", "Break Off")]


# -- the close -----------------------------------------------------------------------------------


@cites("EA-AA.n", "EA-AA.o", "EA-S.19")
def close(state: State) -> Events:
    """Improved Positions, then recovery from dispersal, for all units of the formation."""
    pop(state)
    dug = diggable(state)
    told: Events = []
    if dug:
        mark(state, dug_in=state.dug_in | dug)
        told.append(ev.DugIn(ALLIED, tuple(label(state, h) for h in members(dug))))
    acting = state.record.active | state.record.recovering
    well = acting & state.dispersed & standing(state, ALLIED)
    mark(state, dispersed=state.dispersed & ~well)
    keep_record(state, NO_RECORD)
    return [*told, ev.Recovered(ALLIED, names_of(state, well))] if well else told


@cites("EA-AA.n", "EA-S.19")
def diggable(state: State) -> HexSet:
    """The hexes of active units that may build an Improved Position."""
    bits = 0
    for unit in each(state.record.active & standing(state, ALLIED)):
        if ground.dig_refusal(state, unit) is None:
            bits |= 1 << state.hex_of[unit]
    return bits
