"""What the rules decide for the Allies, held against the second reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Card
from grognard.titles.ardennes.position import decisions as de
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.questions import PROCEDURES, QUESTIONS
from grognard.titles.ardennes.position.state import PILE, State, copy
from grognard.titles.ardennes.referee import (
    combat,
    march,
    outcomes,
    playing,
    scoring,
    strife,
    system,
)
from grognard.titles.ardennes.referee import position as n
from grognard.titles.ardennes.referee.position import Position
from grognard.waist.referee import Compared


class Moment(NamedTuple):
    """One act of the program: the position and the decision before, what was told, and after."""

    before: State
    decision: Any
    told: list[Any]
    after: State

    def all(self, kind: type) -> list[Any]:
        return [event for event in self.told if isinstance(event, kind)]

    @property
    def next(self) -> Any:
        return self.after.top if self.after.stack else None


# -- what is compared -----------------------------------------------------------------------------


class Findings:
    """What was compared."""

    def __init__(self) -> None:
        self.compared: list[Compared] = []

    def same(self, what: str, where: Moment, told: object, read: object) -> None:
        where_ = f"{where.decision} on {where.before.day} December"
        self.compared.append(Compared(f"{what} of {where_}", told, read))


def names(pos: Position, units: Any) -> tuple[str, ...]:
    return tuple(pos.unit(u).name for u in units)


def where_all_are(state: State) -> dict[str, str]:
    pos = n.position_of(state)
    return {pos.unit(u).name: h for u, h in pos.at.items() if pos.kit.side_of[u] == ALLIED}


# -- commands -------------------------------------------------------------------------------------


def read_command(state: State, card: Card) -> tuple[str, object]:
    """EA-S.23: the first command of the card's list that applies, and what it does."""
    pos = n.position_of(state)
    commands = list(card.commands)
    if card.event and "E" not in commands and not card.special:
        commands.append("E")
    if card.special:
        commands.insert(0, "E")
    for letter in commands:
        found = READ[letter](pos, state, card)
        if found is not None:
            return found
    return "nothing applies", None


def _deploy(pos: Position, _: State, card: Card) -> tuple[str, object] | None:
    own = set(n.bits(card.units))
    reserves = [u for u in pos.reserve if u in own]
    done = system.deployment(pos, reserves, own) if reserves else []
    if not any(u in reserves for u, _ in done):
        return None
    return "Deploy Reserves", [(pos.unit(u).name, h) for u, h in done]


def _expedite(pos: Position, state: State, card: Card) -> tuple[str, object] | None:
    due = [u for u, day in pos.due.items() if day == pos.day + 1 and card.units >> u & 1]
    if not due:
        return None
    if list(state.cards[GERMAN]).count(PILE) > 2:
        return "Expedite Reserves", sorted(names(pos, due))
    done = system.deployment(pos, due, set())
    if not done:
        return None
    return "Expedite Reserves", [(pos.unit(u).name, h) for u, h in done]


def _replace(pos: Position, _: State, card: Card) -> tuple[str, object] | None:
    given = system.replacements(pos, set(n.bits(card.units)))
    return ("Assign Replacements", names(pos, given)) if given else None


def _activate(pos: Position, _: State, card: Card) -> tuple[str, object] | None:
    units = system.formation(pos, card)
    if not system.eligible(pos, units):
        return None
    return "Unit Activation", set(names(pos, (u for u in units if u in pos.at)))


def _happen(pos: Position, state: State, card: Card) -> tuple[str, object] | None:
    """EA-S.76 and the other events, each only if it would change something."""
    event = card.event
    if not event or (card.days and pos.day not in card.days) or event in state.used_once:
        return None
    found: object = None
    if event == "Engineers":
        found = system.engineers(pos)
    elif event == "Patton on the Move":
        found = [u for u, day in pos.due.items() if day == 22 and pos.unit(u).corps == "III"]
    elif event == "Break in the Clouds":
        found = not combat.clear_sky(pos)
    elif event == "Air Resupply" and combat.clear_sky(pos):
        found = [h for h in pos.ground.vp if _starving(pos, h)]
    if not found:
        return None
    return "Event", found if event == "Engineers" else event


def _starving(pos: Position, h: str) -> bool:
    return any(u in pos.unsupplied | pos.isolated for u in pos.stack(h, ALLIED))


READ: dict[str, Callable[[Position, State, Card], tuple[str, object] | None]] = {
    "D": _deploy,
    "X": _expedite,
    "R": _replace,
    "U": _activate,
    "E": _happen,
}


def check_command(found: Findings, m: Moment) -> None:
    card = m.before.kit.allied_deck[m.decision.card]
    told = m.all(ev.CommandChosen)
    if not told:
        return
    command, detail = read_command(m.before, card)
    found.same("command", m, told[0].command, command)
    if told[0].command == command:
        found.same(command, m, _told_detail(m, command, card), detail)


def _told_detail(m: Moment, command: str, card: Card) -> object:
    deployed = [(e.unit, e.hex) for e in m.all(ev.Deployed)]
    match command:
        case "Deploy Reserves":
            return deployed
        case "Expedite Reserves":
            return deployed or sorted(m.all(ev.Arrived)[0].units)
        case "Assign Replacements":
            return tuple(e.unit for e in m.all(ev.Refitted))
        case "Unit Activation":
            return set(m.all(ev.Activated)[0].units)
        case "Event" if card.event == "Engineers":
            return _told_engineers(m)
        case "Event":
            return card.event
        case _:
            return None


def _told_engineers(m: Moment) -> tuple[str, object]:
    for blown in m.all(ev.BridgeBlown):
        return "bridge", n.Bridge(blown.bridge.split("/"))
    for placed in m.all(ev.RoadblockPlaced):
        return "roadblock", placed.hex
    (dug,) = m.all(ev.DugIn)
    return "position", dug.hexes[0]


# -- activation -----------------------------------------------------------------------------------


def check_activation(found: Findings, m: Moment) -> None:
    pos = n.position_of(m.before)
    own = n.bits(m.before.record.active | m.before.record.recovering)
    if m.decision.stage == "wander":
        _check_wander(found, m, pos, own)
    elif m.decision.stage == "close":
        _check_close(found, m, pos, own)


def _check_wander(found: Findings, m: Moment, pos: Position, own: list[int]) -> None:
    lost = [u for u in own if u in pos.at and not m.decision.wandered >> u & 1]
    lost = [u for u in pos.ascending(lost) if n.wandering(pos, u)]
    read: object = "nobody"
    if lost:
        goal = system.wander_goal(pos, lost[0])
        read = (pos.unit(lost[0]).name, "rolls" if goal is None else goal)
    found.same("wandering", m, _told_wander(m, pos), read)


def _told_wander(m: Moment, pos: Position) -> object:
    if isinstance(m.next, de.WanderRoll):
        return pos.unit(m.next.unit).name, "rolls"
    dealt = m.next.wandered & ~m.decision.wandered if hasattr(m.next, "wandered") else 0
    for u in n.bits(dealt):
        return pos.unit(u).name, Position(m.after).at[u]
    return "nobody"


def _check_close(found: Findings, m: Moment, pos: Position, own: list[int]) -> None:
    """EA-AA.n, EA-AA.o."""
    still = [u for u in own if u in pos.at and u not in pos.acted]
    holes = {pos.at[u] for u in still if system.could_dig_in(pos, u)}
    told = {h for e in m.all(ev.DugIn) for h in e.hexes}
    found.same("Improved Positions", m, told, holes)
    recovered = set(names(pos, (u for u in own if u in pos.dispersed)))
    found.same("recovery", m, {u for e in m.all(ev.Recovered) for u in e.units}, recovered)


def check_wander_roll(found: Findings, m: Moment) -> None:
    """EA-AA.j, EA-AA.k."""
    pos, u = n.position_of(m.before), m.decision.unit
    home, name = pos.at[u], pos.unit(u).name
    for e in m.all(ev.Calendared):
        found.same("calendar", m, e.unit, name)
        return
    now = Position(m.after).at[u]
    if now != home:
        found.same("rearward", m, now, system.one_hex_rearward(pos, u))


def check_action(found: Findings, m: Moment) -> None:
    pos = n.position_of(m.before)
    active = [u for u in n.bits(m.before.record.active) if u in pos.at and u not in pos.dispersed]
    (on,) = (d for d in m.before.stack if isinstance(d, de.AlliedActivation))
    tried = m.decision.tried | on.wandered  # EA-AA.g: those who wandered have acted
    waiting = [u for u in active if u not in pos.acted and not tried >> u & 1]
    read = system.play_action(pos, m.decision.number, active, waiting)
    acted, attacks = m.all(ev.Acted), m.all(ev.AttackDeclared)
    told: list[object] = [e.lead for e in acted] + [e.target for e in attacks]
    told += [set(e.units) for e in attacks]
    expected: list[object] = []
    there = where_all_are(m.before)
    if read is not None:
        lead, target, moved, fighters = read
        expected = [pos.unit(lead).name]
        expected += [target, set(names(pos, fighters))] if target else []
        there |= {pos.unit(u).name: h for u, h in moved.items()}
    now = where_all_are(m.after)
    told.append({u: h for u, h in now.items() if h != where_all_are(m.before)[u]})
    expected.append({u: h for u, h in there.items() if h != where_all_are(m.before)[u]})
    found.same(f"action card {m.decision.number}", m, told, expected)
    if acted:
        found.same("action carried out", m, len(acted), 1)
    if attacks:
        _check_gifts(found, m)


def _check_gifts(found: Findings, m: Moment) -> None:
    """EA-S.28, EA-S.73: what the action card and an army's card give the attack."""
    card = next(c for c in m.before.kit.action_deck if c.number == m.decision.number)
    (on,) = (d for d in m.before.stack if isinstance(d, de.AlliedActivation))
    army = m.before.kit.allied_deck[on.card]
    gifts = {card.bonus} - {"", "chit"}
    if army.kind in ("army", "group"):
        gifts |= {"Artillery", "Airpower"} if army.kind == "group" else {"Tank Battalion"}
    battle = m.after.battle
    assert battle is not None
    told = set(battle.gifts), battle.extra
    found.same("gifts", m, told, (gifts, int(card.bonus == "chit")))


# -- combat ---------------------------------------------------------------------------------------


def check_fight(found: Findings, m: Moment) -> None:
    battle = m.before.battle
    if battle is None:
        return
    if m.decision.stage == "score":
        _check_score(found, m, battle)
    if m.before.kit.scenario.game != "gs":
        return
    stage, allied_defence = m.decision.stage, battle.side == GERMAN
    if stage == "answer" and allied_defence:
        _check_draw(found, m)
    elif stage == "defender" and allied_defence:
        _check_defender(found, m, battle)
    elif stage == "count" and not allied_defence:
        for e in m.all(ev.ChitsChosen):
            _, most = strife.chit_range(n.position_of(m.before), m.before, battle)
            found.same("chits", m, e.count, most)
    elif stage == "attacker" and not allied_defence:
        _check_attacker(found, m, battle)
    elif stage == "advance" and not allied_defence:
        _check_advance(found, m, battle)


def _check_score(found: Findings, m: Moment, battle: de.Battle) -> None:
    """EA-S.70 and the adjustments; EA-CH.j: a position hit is gone."""
    pos, after = n.position_of(m.before), m.after.battle
    assert after is not None
    told = after.attacker_hits, after.defender_hits
    read = scoring.scored(pos, battle, strife.option(m.before, "mixed_supply"))
    found.same("hits scored", m, told, read)


def _check_draw(found: Findings, m: Moment) -> None:
    """EA-ST.l."""
    assert m.before.battle is not None
    defenders = n.bits(m.before.battle.defenders)
    all_dispersed = all(m.before.dispersed >> u & 1 for u in defenders)
    drawn = isinstance(m.next, de.TacticDraw)
    found.same("card for a defence", m, drawn, not all_dispersed)


def _lost(m: Moment) -> list[str]:
    return [e.unit for e in m.told if isinstance(e, ev.StepLost | ev.Eliminated)]


def _check_defender(found: Findings, m: Moment, battle: de.Battle) -> None:
    pos = n.position_of(m.before)
    alive = [u for u in n.bits(battle.defenders) if u in pos.at]
    if battle.toll:
        payers = [u for u in n.bits(battle.payers) if u in pos.at]
        paid = combat.pick_loss(pos, payers, dict(battle.hurt))
        found.same("toll", m, _lost(m)[:1], [pos.unit(paid).name])
    elif battle.defender_hits and alive and not battle.shifted:
        what, detail = combat.defender_hit(pos, battle)
        if what == "loss":
            detail = pos.unit(detail).name  # type: ignore[arg-type]
        found.same("hit on the defenders", m, _told_defence(m), (what, detail))


def _told_defence(m: Moment) -> tuple[str, object]:
    if isinstance(m.next, de.HoldCheck):
        return "hold", m.next.number
    retreats = m.all(ev.RetreatMade)
    if len({e.to for e in retreats}) > 1:
        return "retreat", "split"
    for e in retreats:
        return "retreat", (e.to, e.cost)
    return "loss", _lost(m)[0] if _lost(m) else None


def check_hold(found: Findings, m: Moment) -> None:
    battle = m.before.battle
    assert battle is not None
    pos = n.position_of(m.before)
    (rolled,) = m.all(ev.HoldRolled)
    found.same("hold number", m, rolled.tally.total, combat.hold_number(pos, battle))
    units = [u for u in n.bits(battle.defenders) if u in pos.at]
    if rolled.held:
        lost = combat.pick_loss(pos, units, dict(battle.hurt))
        found.same("loss on a hold", m, _lost(m)[0], pos.unit(lost).name)
    else:
        way = combat.retreat(pos, battle, battle.defender_hits)
        found.same("retreat", m, _told_defence(m), ("retreat", way))


def _check_attacker(found: Findings, m: Moment, battle: de.Battle) -> None:
    pos = n.position_of(m.before)
    units = [u for u in n.bits(battle.attackers) if u in pos.at]
    if not battle.attacker_hits or not units:
        return
    what = combat.attacker_hit(pos, battle, strife.option(m.before, "few_steps"))
    read = [what]
    if what == "loss":
        stack = combat.attackers_of_biggest_stack(pos, units)
        read.append(pos.unit(combat.pick_loss(pos, stack, dict(battle.hurt))).name)
    told = ["loss", *_lost(m)] if _lost(m) else []
    told = told or ["dispersed" for _ in m.all(ev.BecameDispersed)][:1]
    told = told or ["ignored" for _ in m.all(ev.HitIgnored)][:1]
    found.same("hit on the attackers", m, told, read)


def _check_advance(found: Findings, m: Moment, battle: de.Battle) -> None:
    pos = n.position_of(m.before)
    target = pos.kit.grid.label(battle.target)
    reasoned = [e for e in m.all(ev.Reasoned) if e.procedure == "Advance"]
    units = combat.next_to_advance(pos, battle)
    roll = m.next if isinstance(m.next, de.AdvanceRoll) else None
    if not reasoned and not roll:
        return
    read: object = combat.advance_chance(pos, battle, units)
    told: object = 10 if m.all(ev.Advanced) else 0
    subject: Iterable[str] = reasoned[0].subject.split(", ") if reasoned else ()
    if roll:
        told, subject = roll.number, names(pos, n.bits(roll.units))
    found.same("advance", m, (set(subject), target, told), (set(names(pos, units)), target, read))


def check_combat_card(found: Findings, m: Moment) -> None:
    battle, pos = m.before.battle, n.position_of(m.before)
    assert battle is not None
    (drawn,) = m.all(ev.CombatCard)
    card = pos.kit.allied_deck[drawn.card - 1]
    attacking = battle.side == ALLIED
    joiner = None if attacking else combat.joins(pos, battle, card)
    used = [e.tactic for e in m.all(ev.TacticUsed)]
    joined = m.all(ev.Joined)
    told = ("joins", joined[0].unit) if joined and not used else ("uses", "".join(used))
    if joiner is not None:
        found.same("unit joining a defence", m, told, ("joins", pos.unit(joiner).name))
        return
    tactic = combat.combat_tactic(pos, battle, card, attacking=attacking)
    found.same("combat tactic", m, told, ("uses", tactic))
    if tactic == "Reinforce Battle" and tactic in used:
        _check_reinforcement(found, m, pos, battle)


def _check_reinforcement(found: Findings, m: Moment, pos: Position, battle: de.Battle) -> None:
    stack = strife.reinforcing_stack(pos, battle, attacking=battle.side == ALLIED)
    told = {e.unit for e in m.all(ev.Joined)}
    found.same("Reinforce Battle", m, told, set(names(pos, stack[0] if stack else ())))


# -- roadblocks, bridges, supply ------------------------------------------------------------------


def check_arrival(found: Findings, m: Moment) -> None:
    state, pos = m.before, n.position_of(m.before)
    label, units = pos.kit.grid.label, n.bits(m.decision.units)
    h = label(m.decision.hex)
    mined = {pos.ground.river_number[k] for k in n.bits(state.record.mined)}
    bridges = combat.demolition_checks(pos, units, h, mined)
    blocks: list[str] = []
    never = strife.option(state, "roadblocks_after_retreat") == "never"
    early = m.decision.how != "retreat" or (state.day <= 19 and not never)
    done = march.rolls(state)
    if early and not done.placed:
        taken = pos.placed(units, h)  # EA-S.67: a bridge that stands is theirs by now
        blocks = combat.block_checks(taken, units, h, done.rolled, done.trodden)
    told: object = None
    if isinstance(m.next, (de.DemolitionCheck, de.RoadblockCheck)):
        told = label(m.next.hex)
    if bridges:
        found.same("demolition check", m, told in bridges.values(), True)
    elif m.next != m.decision:  # else a bridge that nobody would blow was put by
        found.same("roadblock check", m, told, blocks[0] if blocks else None)


def check_rolls(found: Findings, m: Moment) -> None:
    """EA-RB.g, EA-S.42: the number is the hex's Hold Value."""
    pos = n.position_of(m.before)
    h = pos.kit.grid.label(m.decision.hex)
    for e in m.told:
        if isinstance(e, ev.RoadblockRolled | ev.DemolitionRolled | ev.RoadblockManned):
            found.same("Hold Value", m, e.number, pos.ground.hv[h])
        if isinstance(e, ev.RoadblockManned) and e.roll <= e.number:
            u = combat.manned_by(pos, h, strife.option(m.before, "manned_by"))
            found.same("manned roadblock", m, e.unit, "" if u is None else pos.unit(u).name)


def check_clearing(found: Findings, m: Moment) -> None:
    """EA-RB.v, EA-RB.w."""
    state, pos = m.before, n.position_of(m.before)
    busy = [u for u in n.bits(state.record.active) if u in pos.at and u not in pos.dispersed]
    placed = n.labels(pos.kit, state.record.placed)
    near = {h for u in busy for h in pos.ground.next[pos.at[u]]} & pos.roadblocks - placed
    lifted = [e.hex for e in m.all(ev.RoadblockLifted)]
    found.same("clearing", m, bool(lifted), bool(near))
    if lifted and near:
        h = lifted[0]
        one_more = next(u for u in playing.everyone(pos, ALLIED) if u not in pos.at)
        roll = h in pos.ground.vp or n.supplied_if(pos, one_more, h)
        found.same("manning roll", m, isinstance(m.next, de.MannedRoll), roll)


def check_sequence(found: Findings, m: Moment) -> None:
    pos = n.position_of(m.before)
    if m.decision.step in SUPPLY_STEPS:
        _check_supply(found, m, pos, SUPPLY_STEPS[m.decision.step])
    solitaire = m.before.kit.scenario.game == "gs"
    if solitaire and any(isinstance(e, ev.PhaseBegan) and e.name == "Supply" for e in m.told):
        lifted = {e.hex for e in m.all(ev.RoadblockLifted)}
        found.same("roadblocks in the morning", m, lifted, combat.blocks_lifted(pos))


SUPPLY_STEPS = {10: GERMAN, 11: ALLIED}
"""The steps of the sequence of play in which a side's supply is tested."""


def _check_supply(found: Findings, m: Moment, pos: Position, side: int) -> None:
    """EA-S.52: who gets a marker, whose Out of Supply becomes Isolated."""
    told = [(set(e.unsupplied), set(e.isolated)) for e in m.all(ev.SupplyTested)]
    poor = [u for u in pos.units(side) if pos.at[u] not in n.supplied_hexes(pos, side)]
    spared = pos.unsupplied | pos.isolated | set(n.bits(m.before.fresh))
    unsupplied = set(names(pos, (u for u in poor if u not in spared)))
    isolated = set(names(pos, (u for u in poor if u in pos.unsupplied)))
    found.same("supply", m, told[0] if told else (set(), set()), (unsupplied, isolated))


CHECKS: dict[type, Callable[[Findings, Moment], None]] = {
    de.Command: check_command,
    de.AlliedActivation: check_activation,
    de.WanderRoll: check_wander_roll,
    de.ActionCard: check_action,
    de.Fight: check_fight,
    de.HoldCheck: check_hold,
    de.TacticDraw: check_combat_card,
    de.Arrival: check_arrival,
    de.RoadblockCheck: check_rolls,
    de.DemolitionCheck: check_rolls,
    de.MannedRoll: check_rolls,
    de.Clearing: check_clearing,
    de.Sequence: check_sequence,
}


def deeds(before: State, action: Any) -> list[Compared]:
    """Every decision of the rules between an action and the next question."""
    found = Findings()
    solitaire = before.kit.scenario.game == "gs"
    for number, m in enumerate(moments(before, action)):
        if number == 0:
            found.compared += outcomes.outcomes(before, action, m.after)
        check = CHECKS.get(type(m.decision))
        if check is not None and (solitaire or isinstance(m.decision, de.Sequence | de.Fight)):
            check(found, m)
    return found.compared


def moments(before: State, action: Any) -> Iterator[Moment]:
    """What follows from an action, one procedure at a time."""
    state, top = copy(before), before.top
    yield Moment(before, top, QUESTIONS[type(top)].answer(state, top, action), state)
    while state.stack and type(state.top) not in QUESTIONS:
        earlier, top = copy(state), state.top
        yield Moment(earlier, top, PROCEDURES[type(top)](state, top), state)
