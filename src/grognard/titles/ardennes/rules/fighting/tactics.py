"""Combat tactics: who can use which, when, and what they bring about (EA-CT.a to EA-CT.z).

What a tactic does to chits and strength is read from the battle by chits.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import EMPTY, Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Card, Side, UnitId, UnitSet
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Battle, Fight, Moving, Rallying, Tactics
from grognard.titles.ardennes.position.questions import (
    QUESTIONS,
    Events,
    Question,
    ask,
    not_now,
    owned,
)
from grognard.titles.ardennes.position.state import (
    DISCARDS,
    FIRST_DAY,
    State,
    ids,
    note,
    option,
    scripted,
    strength,
    units_in,
)
from grognard.titles.ardennes.rules.cards import cards
from grognard.titles.ardennes.rules.day.impulses import in_opening
from grognard.titles.ardennes.rules.fighting import retreat
from grognard.titles.ardennes.rules.fighting.battle import (
    battle_of,
    defending_side,
    edit,
    fighters,
    may_attack,
    places_in_battle,
    tactics_of,
)
from grognard.titles.ardennes.rules.moving import movement
from grognard.titles.ardennes.rules.supply.supply import low_supply
from grognard.waist.asking import own_side, pop, push, swap

WILD: Final = "Wild"
CLOUDS: Final = "Break in the Clouds"
BOTH: Final = (GERMAN, ALLIED)


class Tactic(msgspec.Struct, frozen=True):
    """Who may use a tactic, in which part, and the rule that says so."""

    sides: tuple[Side, ...]
    attack: bool
    defence: bool
    rule: str


TACTICS: Final[dict[str, Tactic]] = {
    "Airpower": Tactic(BOTH, True, True, "EA-CT.a"),
    "Artillery": Tactic(BOTH, True, True, "EA-CT.a"),
    "Corps Artillery": Tactic((ALLIED,), True, True, "EA-S.75"),
    "Fixed Artillery": Tactic((GERMAN,), True, True, "EA-CT.d"),
    "Assault Coordination": Tactic(BOTH, True, False, "EA-CT.b"),
    "Bug Out": Tactic((ALLIED,), False, True, "EA-CT.c"),
    "Engineers": Tactic((ALLIED,), True, False, "EA-S.69"),
    "Infiltration": Tactic((GERMAN,), True, False, "EA-CT.e"),
    "Panzer Battalion": Tactic((GERMAN,), True, True, "EA-CT.h"),
    "Tank Battalion": Tactic((ALLIED,), True, True, "EA-CT.h"),
    "Press the Attack": Tactic((GERMAN,), True, False, "EA-CT.j"),
    "Reinforce Battle": Tactic(BOTH, True, True, "EA-CT.k"),
    "Screen": Tactic((ALLIED,), False, True, "EA-CT.o"),
}
SIDE_NAMES: Final = ("German", "Allied")


# -- whether a tactic can be used -------------------------------------------------------------


@cites("EA-CT.p", "EA-CT.s", "EA-SU.i", "EA-ST.k")
def support_refusal(state: State, battle: Battle, side: Side) -> Refusal | None:
    """Why no tactic at all can be used by a side in this combat."""
    units = fighters(state, battle, side)
    if units >> state.kit.vdh & 1:
        name = state.kit.names[state.kit.vdh]
        return Refusal("EA-CT.s", f"no tactic can be played for {name}")
    if not units & ~state.dispersed:
        rule = "EA-CT.p" if side == battle.side else "EA-ST.k"
        return Refusal(rule, "units that are all Dispersed can use no tactic")
    if all(low_supply(state, unit) for unit in ids(units & ~state.dispersed)):
        return Refusal("EA-CT.p", "no unit of the combat is in supply and not Dispersed")
    return None


@cites("EA-CT.c", "EA-CT.j", "EA-CT.o", "EA-S.75")
def use_refusal(state: State, battle: Battle, side: Side, name: str) -> Refusal | None:
    """Why a side cannot use that tactic in this combat, wherever it comes from."""
    tactic = TACTICS.get(name)
    if tactic is None:
        return Refusal("EA-S.13", f"there is no combat tactic called {name}")
    if side not in tactic.sides:
        return Refusal(tactic.rule, f"{name} is not for the {SIDE_NAMES[side]} side")
    attacking = side == battle.side
    if not (tactic.attack if attacking else tactic.defence):
        part = "defender" if attacking else "attacker"
        return Refusal(tactic.rule, f"{name} is for the {part}")
    special = _SPECIAL.get(name)
    found = special(state, battle, side) if special else None
    return found or support_refusal(state, battle, side)


def _air_refusal(state: State, _: Battle, __: Side) -> Refusal | None:
    if state.kit.days[state.day].sky == "clear" or CLOUDS in state.today:
        return None
    return Refusal("EA-CT.a", "the sky is overcast: no Airpower today")


@cites("EA-D16.q", "EA-D16.r", "EA-D16.u", "EA-D16.v")
def _artillery_refusal(state: State, _: Battle, side: Side) -> Refusal | None:
    if side == ALLIED and state.day == FIRST_DAY:
        rule = "EA-D16.u" if scripted(state, side) else "EA-D16.q"
        return Refusal(rule, "the Allies have no Artillery on 16 December, only Corps Artillery")
    return None


@cites("EA-CT.d")
def _fixed_refusal(state: State, battle: Battle, _: Side) -> Refusal | None:
    reach = state.kit.within(battle.target, state.kit.number("fixed_artillery_range"))
    if state.kit.westwall & reach:
        return None
    return Refusal("EA-CT.d", "no Westwall hex lies within range of the target")


@cites("EA-CT.b")
def _coordination_refusal(state: State, _: Battle, side: Side) -> Refusal | None:
    if side == GERMAN and option(state, "assault_coordination") == "allied":
        return Refusal("EA-CT.b", "in this match Assault Coordination is for the Allies")
    return None


@cites("EA-CT.e")
def _infiltration_refusal(state: State, battle: Battle, side: Side) -> Refusal | None:
    if fighters(state, battle, side) & state.kit.infantry:
        return None
    return Refusal("EA-CT.e", "Infiltration takes an attacking infantry unit")


@cites("EA-S.48")
def _bug_out_refusal(state: State, battle: Battle, _: Side) -> Refusal | None:
    if retreat.can_bug_out(state, battle):
        return None
    return Refusal("EA-S.48", "the defenders cannot retreat two hexes")


_SPECIAL: Final[dict[str, Callable[[State, Battle, Side], Refusal | None]]] = {
    "Airpower": _air_refusal,
    "Artillery": _artillery_refusal,
    "Fixed Artillery": _fixed_refusal,
    "Assault Coordination": _coordination_refusal,
    "Infiltration": _infiltration_refusal,
    "Bug Out": _bug_out_refusal,
}


@cites("EA-S.17")
def faces(state: State, card: Card) -> tuple[str, ...]:
    """The tactics a card can be played as."""
    if card.tactic == WILD:
        return tuple(
            name
            for name, tactic in TACTICS.items()
            if card.side in tactic.sides and name != "Corps Artillery"
        )
    names = (card.tactic,) if card.tactic else ()
    clouds = card.side == ALLIED and CLOUDS in state.today
    return (*names, "Airpower") if clouds and card.tactic != "Airpower" else names


# -- asking for tactics -----------------------------------------------------------------------


@cites("EA-S.28")
def supported(state: State, battle: Battle) -> Battle:
    """With the tactics that an Army card of the Allied player gives, those that can be used."""
    if battle.side != ALLIED:
        return battle
    gifts = [g for g in state.record.support if use_refusal(state, battle, ALLIED, g) is None]
    return msgspec.structs.replace(battle, gifts=tuple(gifts))


@cites("EA-S.69")
def begin_attacker(state: State) -> Events:
    """The attacker's tactics; a player has those of an Army card without being asked."""
    swap(state, Fight("answer"))
    battle = battle_of(state)
    given = () if scripted(state, battle.side) else battle.gifts
    return [*(ev.TacticUsed(battle.side, name) for name in given), *_ask(state, battle.side)]


@cites("EA-ST.k", "EA-D16.d")
def begin_defender(state: State) -> Events:
    """The defender's tactic."""
    swap(state, Fight("count"))
    return _ask(state, defending_side(battle_of(state)))


def _ask(state: State, side: Side) -> Events:
    if scripted(state, side) or _may_ask(state, battle_of(state), side):
        return ask(state, Tactics(side))
    return []


def _may_ask(state: State, battle: Battle, side: Side) -> bool:
    """Whether a player is asked: by what both sides can see, not by what he holds."""
    if limit_refusal(state, battle, side) or support_refusal(state, battle, side):
        return False
    return bool(cards.hand(state, side))


@cites("EA-CT.q", "EA-CT.r", "EA-S.50", "EA-D16.d")
def limit_refusal(state: State, battle: Battle, side: Side) -> Refusal | None:
    """Why a player can play no more tactics in this combat."""
    if side == ALLIED and in_opening(state):
        return Refusal("EA-D16.d", "the Allied player can play no card in the opening")
    if side == battle.side and state.record.tactics_left <= 0:
        return Refusal("EA-CT.q", "this activation has used up its tactics")
    if side != battle.side and battle.answers:
        return Refusal("EA-CT.r", "the defender plays one tactic in a combat")
    return None


# -- a player's tactics -----------------------------------------------------------------------


def _tactic_candidates(state: State, decision: Tactics) -> Iterable[act.Action]:
    side = decision.side
    for card in cards.hand(state, side):
        face = cards.printed(state, side, card)
        for name in faces(state, face):
            yield act.Play(face.number, name)
    for unit in ids(coordinable(state, battle_of(state), side)):
        yield act.Commit(state.kit.names[unit])
    yield act.Done()


def _tactic_refusal(state: State, decision: Tactics, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Done):
        return None
    if isinstance(action, act.Commit):
        return _commit_refusal(state, decision.side, action.unit)
    if not isinstance(action, act.Play):
        return not_now(action, "play combat tactics")
    return play_refusal(state, decision.side, action)


def play_refusal(state: State, side: Side, action: act.Play) -> Refusal | None:
    """Why a card cannot be played as that tactic."""
    card = cards.held(state, side, action.card)
    if isinstance(card, Refusal):
        return card
    battle = battle_of(state)
    if limit := limit_refusal(state, battle, side):
        return limit
    if action.tactic not in faces(state, card):
        rule = "EA-S.17" if card.tactic == WILD else "EA-S.13"
        return Refusal(rule, f"card {action.card} cannot be played as {action.tactic}")
    return use_refusal(state, battle, side, action.tactic)


def _commit_refusal(state: State, side: Side, name: str) -> Refusal | None:
    unit = owned(state, side, name)
    if isinstance(unit, Refusal):
        return unit
    battle = battle_of(state)
    if "Assault Coordination" not in tactics_of(battle, side) or side != battle.side:
        return Refusal("EA-CT.b", "only Assault Coordination lets units that are not active join")
    if not coordinable(state, battle, side) >> unit & 1:
        return _not_coordinable(state, battle, unit)
    return None


def _not_coordinable(state: State, battle: Battle, unit: UnitId) -> Refusal:
    near = state.hex_of[unit] >= 0 and state.kit.grid.adjacent(state.hex_of[unit], battle.target)
    if not near:
        return Refusal("EA-CT.b", "only stacks next to the target can join")
    refusal = may_attack(state, unit)
    return refusal or Refusal("EA-CT.b", "the unit is active and was not in the attack declared")


def _tactic_answer(state: State, decision: Tactics, action: act.Action) -> Events:
    side = decision.side
    if isinstance(action, act.Commit):
        return join_attack(state, 1 << state.kit.by_name[action.unit])
    if not isinstance(action, act.Play):
        pop(state)
        return []
    card = cards.held(state, side, action.card)
    assert isinstance(card, Card), "refusal saw to it"
    cards.move_card(state, side, card.id, DISCARDS)
    if side == battle_of(state).side:
        note(state, tactics_left=state.record.tactics_left - 1)
    told = use_tactic(state, side, action.tactic, card.number)
    _close_tactics(state, side)
    return told


def _close_tactics(state: State, side: Side) -> None:
    """The question is over once nothing more can be said to it."""
    top = state.top
    if not isinstance(top, Tactics):
        return
    battle = battle_of(state)
    waiting = coordinable(state, battle, side)
    if not waiting and (limit_refusal(state, battle, side) or not cards.hand(state, side)):
        pop(state)


QUESTIONS[Tactics] = Question(own_side, _tactic_candidates, _tactic_refusal, _tactic_answer)


# -- what tactics bring about -----------------------------------------------------------------


@cites("EA-CT.j", "EA-CT.t", "EA-CT.z")
def use_tactic(state: State, side: Side, name: str, card: int = 0) -> Events:
    """A side uses a tactic of a card (0: of none)."""
    battle = battle_of(state)
    if side == battle.side:
        edit(state, tactics=(*battle.tactics, name))
    else:
        edit(state, answers=(*battle.answers, name))
    told: Events = [ev.TacticUsed(side, name, card, side == battle.side)]
    return told + take_effect(state, side, name)


def take_effect(state: State, side: Side, name: str) -> Events:
    """What a tactic brings about at once."""
    if name == "Reinforce Battle":
        return _begin_rally(state, side)
    if name == "Bug Out":
        edit(state, bugged_out=True)
    return []


# -- Assault Coordination ---------------------------------------------------------------------


@cites("EA-CT.b")
def coordinable(state: State, battle: Battle, side: Side) -> UnitSet:
    """The units that Assault Coordination still lets join: not active, next to the target."""
    if side != battle.side or "Assault Coordination" not in tactics_of(battle, side):
        return 0
    near = 0
    for hex_ in state.kit.grid.neighbours(battle.target):
        near |= units_in(state, hex_) & state.kit.side_units[side]
    near &= ~state.record.active & ~battle.attackers
    return sum(1 << unit for unit in ids(near) if may_attack(state, unit) is None)


def join_attack(state: State, units: UnitSet) -> Events:
    """Units next to the target take part in the attack."""
    battle = battle_of(state)
    new = units & ~battle.attackers
    origins = tuple((unit, state.hex_of[unit]) for unit in ids(new))
    edit(state, attackers=battle.attackers | new, origins=battle.origins + origins)
    note(state, fought=state.record.fought | new)
    label = state.kit.grid.label(battle.target)
    return [
        ev.Joined(
            battle.side, state.kit.names[unit], label, state.kit.grid.label(hex_), attacking=True
        )
        for unit, hex_ in origins
    ]


def join_defence(state: State, unit: UnitId, origin: str) -> Events:
    """A unit that stands in the combat hex by now defends it too."""
    battle = edit(state, defenders=battle_of(state).defenders | 1 << unit)
    label = state.kit.grid.label(battle.target)
    return [ev.Joined(defending_side(battle), state.kit.names[unit], label, origin)]


# -- Reinforce Battle -------------------------------------------------------------------------


class Reinforcement(msgspec.Struct, frozen=True):
    """A stack that can come: its units and the hexes from which they would take part."""

    units: UnitSet
    ends: HexSet


@cites("EA-CT.k", "EA-CT.n")
def reinforcements(state: State, side: Side) -> dict[Hex, Reinforcement]:
    """The stacks, by hex, that Reinforce Battle could bring into the combat."""
    battle = battle_of(state)
    attacking = side == battle.side
    found = {}
    for hex_ in members(state.occupied[side]):
        units = _idle(state, battle, side, hex_, attacking)
        if units and (ends := _joint_ends(state, side, units, hex_)):
            found[hex_] = Reinforcement(units, ends)
    return found


def _idle(state: State, battle: Battle, side: Side, hex_: Hex, attacking: bool) -> UnitSet:
    """The stack of a hex, if it can still fight; 0 if it has acted or is in the combat."""
    stack = units_in(state, hex_)
    if stack & (state.record.moved | state.record.fought | battle.attackers | battle.defenders):
        return 0
    if attacking:
        return sum(1 << unit for unit in ids(stack) if may_attack(state, unit) is None)
    able = sum(1 << unit for unit in ids(stack) if movement.still(state, unit) is None)
    if side == GERMAN and not _weak_enough(state, battle, able):
        return 0
    return able


@cites("EA-CT.n")
def _weak_enough(state: State, battle: Battle, units: UnitSet) -> bool:
    total = sum(strength(state, unit) for unit in ids(units))
    here = sum(strength(state, unit) for unit in ids(battle.defenders))
    return total <= here


@cites("EA-D16.n")
def _joint_ends(state: State, side: Side, units: UnitSet, start: Hex) -> HexSet:
    """The hexes of the combat that the units reach by one move, together, and fit into."""
    near = places_in_battle(state, side)
    for unit in ids(units):
        near &= movement.at_most(state, unit)  # most stacks are too far away
    if not near:
        return EMPTY
    return movement.battle_hexes(state, Moving(side, units, start, reinforcing=True))


def _begin_rally(state: State, side: Side) -> Events:
    if scripted(state, side) or reinforcements(state, side):
        return ask(state, Rallying(side))
    return []


def _rally_candidates(state: State, decision: Rallying) -> Iterable[act.Action]:
    for hex_ in reinforcements(state, decision.side):
        yield act.Rally(state.kit.grid.label(hex_))
    yield act.Done()


@cites("EA-CT.k", "EA-CT.n")
def _rally_refusal(state: State, decision: Rallying, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Done):
        return None
    if not isinstance(action, act.Rally):
        return not_now(action, "name the stack that reinforces the battle")
    grid, side, battle = state.kit.grid, decision.side, battle_of(state)
    if not grid.has(action.hex):
        return Refusal("EA-CT.k", f"there is no hex {action.hex} on this map")
    hex_ = grid.at(action.hex)
    stack = units_in(state, hex_) & state.kit.side_units[side]
    if hex_ in reinforcements(state, side):
        return None
    if side == GERMAN != battle.side and stack and not _weak_enough(state, battle, stack):
        return Refusal("EA-CT.n", "the stack is stronger than the units it would help")
    if stack & (state.record.moved | state.record.fought):
        return Refusal("EA-CT.k", "the stack has moved or attacked in this activation")
    return Refusal("EA-CT.k", f"no stack in {action.hex} can come to the combat in one move")


def _rally_answer(state: State, decision: Rallying, action: act.Action) -> Events:
    pop(state)
    if not isinstance(action, act.Rally):
        _close_tactics(state, decision.side)
        return []
    hex_ = state.kit.grid.at(action.hex)
    units = reinforcements(state, decision.side)[hex_].units
    edit(state, reinforced=battle_of(state).reinforced | units)
    push(state, Fight("reinforced"), Moving(decision.side, units, hex_, reinforcing=True))
    return []


QUESTIONS[Rallying] = Question(
    own_side, _rally_candidates, _rally_refusal, _rally_answer, exact=True
)


@cites("EA-S.79", "EA-CT.k")
def end_of_rally(state: State) -> Events:
    """Back from the move: those that came to the combat take part, others do not."""
    pop(state)
    battle = battle_of(state)
    came = sum(1 << u for u in ids(battle.reinforced) if _is_there(state, u))
    told = take_in(state, came & ~(battle.attackers | battle.defenders))
    if isinstance(state.top, Tactics):
        _close_tactics(state, state.top.side)
    return told


def _is_there(state: State, unit: UnitId) -> bool:
    hex_ = state.hex_of[unit]
    return hex_ >= 0 and bool(places_in_battle(state, state.kit.side_of[unit]) >> hex_ & 1)


def take_in(state: State, units: UnitSet) -> Events:
    """Units that came to the combat take part in it."""
    attackers = units & state.kit.side_units[battle_of(state).side]
    told = join_attack(state, attackers) if attackers else []
    for unit in ids(units & ~attackers):
        told += join_defence(state, unit, "Reinforce Battle")
    return told
