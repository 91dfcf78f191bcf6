"""Allied cards drawn for a combat, and who comes to help (EA-CT.u to EA-CT.z)."""

from __future__ import annotations

from typing import Final

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, members
from grognard.titles.ardennes.kit.kit import (
    ALLIED,
    ARMY,
    CORPS,
    GROUP,
    Card,
    CardId,
    UnitId,
    UnitSet,
)
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    NO_UNIT,
    NOWHERE,
    Battle,
    Moving,
    Rallying,
    TacticDraw,
    Tactics,
)
from grognard.titles.ardennes.position.questions import SCRIPTED, Events, ask_chance
from grognard.titles.ardennes.position.state import (
    DISCARDS,
    PILE,
    RESERVE,
    State,
    ascending,
    corps_units,
    ids,
    names_of,
    steps_of,
    units_in,
)
from grognard.titles.ardennes.rules.cards import cards
from grognard.titles.ardennes.rules.fighting import tactics
from grognard.titles.ardennes.rules.fighting.battle import battle_of, edit, fighters
from grognard.titles.ardennes.rules.moving import movement, zones
from grognard.titles.ardennes.rules.supply.communication import in_communication
from grognard.titles.ardennes.script import pile
from grognard.titles.ardennes.script.deploy import next_reserve
from grognard.titles.ardennes.script.marches import choose, march_along
from grognard.titles.ardennes.script.reasons import Reasons, Silence
from grognard.titles.ardennes.script.vocabulary import (
    cut_off_germans,
    cut_off_in,
    guards_vp,
    label,
    opens_gap,
    too_few_to_leave,
)
from grognard.waist.asking import pop, push
from grognard.waist.chance import Pick, Picked

CLOUDS: Final = "Break in the Clouds"
AIRPOWER: Final = "Airpower"
# What a wild card is taken for: the first that can be used.
WILD_ATTACK: Final = (AIRPOWER, "Artillery", "Tank Battalion")
WILD_DEFENCE: Final = (AIRPOWER, "Artillery", "Screen", "Tank Battalion")
PROCEDURE: Final = "Card for the combat"


# -- the card drawn ----------------------------------------------------------------------------


@cites("EA-S.73", "EA-ST.k", "EA-ST.l", "EA-CT.u")
def draw_tactics(state: State, decision: Tactics) -> Events:
    """One Allied card is drawn for the combat; attackers have what their card gives as well."""
    battle = battle_of(state)
    if decision.side != battle.side:
        awake = fighters(state, battle, ALLIED) & ~state.dispersed
        return _draw_card(state, attacking=False) if awake else []
    told = _give(state)
    if tactics.support_refusal(state, battle, ALLIED) is None:
        told += _draw_card(state, attacking=True)
    return told


SCRIPTED[Tactics] = draw_tactics


@cites("EA-S.28", "EA-S.73")
def _give(state: State) -> Events:
    """Tactics that an action or army card brings: those that can be used here."""
    battle = battle_of(state)
    gifts = [g for g in battle.gifts if tactics.use_refusal(state, battle, battle.side, g) is None]
    edit(state, gifts=())
    told: Events = []
    for name in gifts:
        battle = edit(state, gifts=(*battle_of(state).gifts, name))
        told.append(ev.TacticUsed(battle.side, name))
        told += tactics.take_effect(state, ALLIED, name) + _coordinate(state, name)
    return told


def _draw_card(state: State, *, attacking: bool) -> Events:
    told = pile.reshuffle_if_empty(state)
    if cards.lying(state, ALLIED, PILE):
        push(state, TacticDraw(ALLIED, attacking))
    return told


def _card_draw(state: State, _: TacticDraw) -> Pick:
    return pile.next_card(state, "an Allied card for the combat")


@cites("EA-CT.t", "EA-CT.u", "EA-S.73", "EA-D16.j")
def _card_drawn(state: State, _: TacticDraw, action: Picked) -> Events:
    pop(state)
    card = pile.take(state, action)
    cards.move_card(state, ALLIED, card, DISCARDS)
    return combat_card(state, card)


ask_chance(TacticDraw, _card_draw, _card_drawn)


@cites("EA-CT.t", "EA-CT.u", "EA-CT.z", "EA-S.73")
def combat_card(state: State, card: CardId) -> Events:
    """What the card drawn for a combat does: a unit joins the defence, or a tactic is used."""
    face, battle = cards.printed(state, ALLIED, card), battle_of(state)
    why = Reasons(state).say(f"card {face.number}, {face.title}")
    if battle.side != ALLIED:
        unit = joiner(state, face, battle, why)
        if unit != NO_UNIT:
            return _join(state, face, battle, unit, why)
    name = tactic_for(state, face, battle, why)
    subject = label(state, battle.target)
    told: Events = [
        ev.CombatCard(ALLIED, face.number, name or "no effect", face.title),
        why.told(PROCEDURE, subject, name or "no tactic"),
    ]
    return told + (use_tactic(state, name, face.number) if name else [])


def use_tactic(state: State, name: str, card: int = 0) -> Events:
    """The Allies use a tactic; whom it lets join the attack does so."""
    return tactics.use_tactic(state, ALLIED, name, card) + _coordinate(state, name)


def _coordinate(state: State, name: str) -> Events:
    if name != "Assault Coordination":
        return []
    return tactics.join_attack(state, _coordinated(state))


@cites("EA-AA.q")
def _coordinated(state: State) -> UnitSet:
    """Who joins an Allied attack: all who can, but for small garrisons of VP hexes."""
    battle = battle_of(state)
    units = tactics.coordinable(state, battle, ALLIED)
    least = state.kit.number("protect_steps")
    for hex_ in {state.hex_of[unit] for unit in ids(units)}:
        here = (units | battle.attackers) & units_in(state, hex_)
        if state.kit.vp_hexes >> hex_ & 1 and steps_of(state, here) < least:
            units &= ~here
    return units


# -- a unit joins the defence ------------------------------------------------------------------


def matching(state: State, card: Card) -> UnitSet:
    """All units of the formation a card names."""
    if card.kind == CORPS:
        return corps_units(state, card.corps)
    if card.kind in (ARMY, GROUP):
        return state.kit.army_units.get(card.army, 0)
    return card.units


@cites("EA-CT.u", "EA-CT.v", "EA-CT.w", "EA-CT.x", "EA-CT.y", "EA-SU.y")
def joiner(state: State, card: Card, battle: Battle, why: Reasons) -> UnitId:
    """The unit that joins the defence; NO_UNIT if none does."""
    defenders, hex_ = fighters(state, battle, ALLIED), battle.target
    own = matching(state, card)
    if text := _alone(state, own, defenders, hex_):
        why.say(*text)
        return NO_UNIT
    why.say("a defender is of its formation", "EA-CT.u", names_of(state, own & defenders))
    fitting = fit_to_join(state, own & ~defenders, hex_)
    unit = next_reserve(state, fitting)
    if unit == NO_UNIT:
        why.say("nobody of it in the Reserve box or out of contact", "EA-CT.y")
        return unit
    whence = "in the Reserve box" if state.hex_of[unit] == RESERVE else "out of contact"
    why.unit(unit, f"lowest # {whence}", "EA-CT.y")
    return unit


def _alone(state: State, own: UnitSet, defenders: UnitSet, hex_: Hex) -> tuple[str, str] | None:
    """Why nobody joins whatever is in reserve, with its rule; None if somebody may."""
    if not own & defenders:
        return "no defender is of its formation", "EA-CT.u"
    if (steps := steps_of(state, defenders)) >= state.kit.number("join_steps"):
        return f"the defenders have {steps} steps", "EA-CT.v"
    if not in_communication(state) >> hex_ & 1:
        return "the defenders are out of communication", "EA-CT.w"
    if cut_off_in(state, hex_, ignored=cut_off_germans(state)):
        return "the defenders are surrounded or in danger of it", "EA-CT.x"
    return None


def fit_to_join(state: State, units: UnitSet, hex_: Hex) -> UnitSet:
    """Those for which there is room in the hex (EA-S.37)."""
    return sum(1 << u for u in ids(units) if zones.room_for(state, hex_, 1 << u))


def _join(state: State, card: Card, battle: Battle, unit: UnitId, why: Reasons) -> Events:
    old, name = state.hex_of[unit], state.kit.names[unit]
    origin = "reserve" if old == RESERVE else label(state, old)
    told: Events = [
        ev.CombatCard(ALLIED, card.number, f"{name} joins the defence", card.title),
        why.told(PROCEDURE, label(state, battle.target), name),
    ]
    state.fresh |= 1 << unit if old == RESERVE else 0
    told += movement.enter(state, 1 << unit, battle.target)
    return told + tactics.join_defence(state, unit, origin)


# -- a tactic ----------------------------------------------------------------------------------


@cites("EA-CT.z", "EA-CT.t", "EA-S.73", "EA-S.17")
def tactic_for(state: State, card: Card, battle: Battle, why: Reasons) -> str:
    """The tactic of the card that the Allies can use in this combat; "" for none."""
    for name in _names(state, card, battle):
        refusal = tactics.use_refusal(state, battle, ALLIED, name)
        if refusal is None:
            why.say(f"{name} is used", "EA-CT.z" if battle.side != ALLIED else "EA-S.73")
            return name
        why.say(f"{name} cannot be used: {refusal.because}", refusal.rule)
    if not card.tactic:
        why.say("the card has no tactic", "EA-CT.z")
    return ""


def _names(state: State, card: Card, battle: Battle) -> list[str]:
    """What may be tried, in order; under Break in the Clouds every card counts as Airpower."""
    if card.tactic == tactics.WILD:
        names = list(WILD_ATTACK if battle.side == ALLIED else WILD_DEFENCE)
    else:
        names = [card.tactic] if card.tactic else []
    if CLOUDS in state.today and AIRPOWER not in names:
        names.append(AIRPOWER)
    return names


# -- Reinforce Battle --------------------------------------------------------------------------


@cites("EA-CT.k")
def call_up(state: State, _: Rallying) -> Events:
    """A stack of the Allied system moves to the combat and takes part."""
    units, to, told = pick_reinforcement(state)
    if not units:
        return told
    start = state.hex_of[next(ids(units))]
    if start != to:
        moving = Moving(ALLIED, units, start, reinforcing=True)
        told += march_along(state, moving, movement.way_to_battle(state, moving, to))
    edit(state, reinforced=battle_of(state).reinforced | units)
    return told + tactics.take_in(state, units)


SCRIPTED[Rallying] = call_up


@cites("EA-CT.l", "EA-CT.m")
def pick_reinforcement(state: State) -> tuple[UnitSet, Hex, Events]:
    """The stack that comes, and to which hex; no units if none does."""
    why, found = Reasons(state), tactics.reinforcements(state, ALLIED)
    by_number = {ascending(state, r.units)[0]: r for r in found.values()}
    for first in ascending(state, sum(1 << u for u in by_number)):
        stack = by_number[first]
        to = _where(state, first, stack, why)
        if to is not None:
            why.unit(first, "lowest # of a stack that can come", "EA-CT.l")
            return stack.units, to, [_rallied(state, why, stack.units)]
    if not found:
        why.say("no stack can come in one move", "EA-CT.k")
    return 0, NOWHERE, [_rallied(state, why, 0)]


@cites("EA-CT.m", "EA-D16.n", "EA-AA.z")
def _where(state: State, unit: UnitId, stack: tactics.Reinforcement, why: Reasons) -> Hex | None:
    """Where a stack fights: where it stands if it can, else in the best hex it may go to."""
    fit, text = _fit_ends(state, stack)
    if not fit:
        why.unit(unit, text, "EA-CT.m")
        return None
    return choose(state, unit, fit, Silence(state), reinforcing=True)


@cites("EA-CT.m", "EA-AA.q", "EA-AA.r", "EA-S.34")
def _fit_ends(state: State, stack: tactics.Reinforcement) -> tuple[list[Hex], str]:
    """The hexes a stack may fight in; with none, why it stays out of the combat."""
    here = state.hex_of[next(ids(stack.units))]
    ends = [here]
    if not stack.ends >> here & 1:
        if guards_vp(state, stack.units):
            return [], "protects a VP hex"
        ends = [h for h in members(stack.ends) if not opens_gap(state, stack.units, h)]
        if not ends:
            return [], "its going would open a gap in the line"
    fit = [h for h in ends if not _too_few(state, stack.units, h)]
    return fit, "too few steps to attack out of a VP hex"


@cites("EA-AA.q")
def _too_few(state: State, units: UnitSet, hex_: Hex) -> bool:
    """Whether an attack out of the hex, with those who make it already, breaks Protect VP."""
    battle = battle_of(state)
    beside_them = battle.attackers & units_in(state, hex_)
    return battle.side == ALLIED and too_few_to_leave(state, units | beside_them, hex_)


def _rallied(state: State, why: Reasons, units: UnitSet) -> ev.Reasoned:
    target = label(state, battle_of(state).target)
    chosen = ", ".join(names_of(state, units)) or "nobody"
    return why.told("Reinforce Battle", target, chosen)
