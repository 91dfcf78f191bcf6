"""Chapter 9: the Combat Phase, regular and Deliberate Attacks, odds, advances.

An attack is assembled, declared, and then runs through the stages of
`run_battle`; chapter 10 sends its Hasty Attacks through the same stages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.chance import Dice, Rolled
from grognard.hexes import Hex, HexSet, members
from grognard.rulebook import Refusal, cites
from grognard.tally import Modifier, Tally
from grognard.titles.lost_battalion import events as ev
from grognard.titles.lost_battalion.actions import (
    Action,
    Advance,
    Attack,
    Bombard,
    CallOff,
    Commit,
    Deliberate,
    Done,
    Launch,
)
from grognard.titles.lost_battalion.artillery import (
    BOMBARDMENT,
    DEFENSIVE,
    OFFENSIVE,
    aim_refusal,
    can_fire_at,
    chance_refusal,
    chance_side,
    current_supply,
    fire_reach,
    forts_serve,
    no_candidates,
    open_battery,
    right_bank_refusal,
)
from grognard.titles.lost_battalion.decisions import (
    NO_UNIT,
    NOWHERE,
    Absorption,
    Advancing,
    Assault,
    Assembling,
    Battery,
    Battle,
    Combat,
    Faltering,
    Losses,
)
from grognard.titles.lost_battalion.kit import (
    ALLIED,
    EVERYONE_DIES,
    GERMAN,
    NOTHING,
    Side,
    UnitId,
    UnitSet,
)
from grognard.titles.lost_battalion.losses import ask_losses
from grognard.titles.lost_battalion.movement import names_of, owned, take_hex, unsupplied_hexes
from grognard.titles.lost_battalion.questions import (
    QUESTIONS,
    Events,
    Question,
    not_now,
    own_side,
)
from grognard.titles.lost_battalion.stacking import stack_refusal
from grognard.titles.lost_battalion.state import (
    State,
    ids,
    option,
    pop,
    push,
    put,
    standing,
    swap,
    units_in,
)
from grognard.titles.lost_battalion.supply import halved, out_both_sides
from grognard.titles.lost_battalion.terrain import (
    barred_refusal,
    crossing_refusal,
    ground_refusal,
    on_road,
    tank_refusal,
)

# -- the Combat Phase ---------------------------------------------------------------


@cites("LB-7.2b")
def begin_phase(state: State, side: Side) -> Events:
    """B2 and C2: supply is fixed for both sides, and the phase begins."""
    state.attacked = state.assaulted = state.bombarded = 0
    state.out_fighting = out_both_sides(state)
    push(state, Combat(side))
    return [ev.PhaseBegan(side, "Combat", unsupplied_hexes(state, side, state.out_fighting))]


@cites("LB-9.1a")
def combat_candidates(state: State, phase: Combat) -> Iterable[Action]:
    """Attacks may be made; none must be."""
    label, foes = state.kit.grid.label, state.occupied[1 - phase.side]
    fighters = _fighters(state, phase.side)
    near = state.kit.grid.spread(sum({1 << state.hex_of[u] for u in ids(fighters)}))
    for hex_ in members(foes & near & ~state.assaulted):
        yield Attack(label(hex_))
    for hex_ in members(foes & fire_reach(state, phase.side) & ~state.bombarded):
        yield Bombard(label(hex_))
    yield Done()


def _fighters(state: State, side: Side) -> UnitSet:
    kit = state.kit
    able = standing(state, side) & (kit.infantry | kit.tanks)
    return able & ~state.attacked & ~state.out_fighting & ~state.refilled


def combat_refusal(state: State, phase: Combat, action: Action) -> Refusal | None:
    match action:
        case Attack(label):
            return attack_refusal(state, phase.side, label)
        case Bombard(label):
            return bombard_refusal(state, phase.side, label)
        case Done():
            return None
    return not_now(action, "declare an attack or a bombardment, or end the Combat Phase")


@cites("LB-9.1b", "LB-8.11a", "LB-14.0a")
def attack_refusal(state: State, side: Side, label: str) -> Refusal | None:
    """Why no regular attack may be made on a hex."""
    hex_ = _target(state, side, label)
    if isinstance(hex_, Refusal):
        return hex_
    if state.assaulted >> hex_ & 1:
        return Refusal("LB-9.1b", f"{label} has been attacked in this phase")
    if side == ALLIED:
        barred = right_bank_refusal(state, hex_)
    else:
        barred = barred_refusal(state, side, hex_)
    return barred or _nobody_refusal(state, side, hex_)


def _target(state: State, side: Side, label: str) -> Hex | Refusal:
    kit = state.kit
    if not kit.grid.has(label):
        return Refusal("LB-9.1b", f"there is no hex {label} on the map")
    hex_ = kit.grid.at(label)
    if not state.occupied[1 - side] >> hex_ & 1:
        return Refusal("LB-9.1b", f"no enemy unit stands in {label}")
    return hex_


def _nobody_refusal(state: State, side: Side, hex_: Hex) -> Refusal | None:
    """At least one infantry unit must be able to attack; if not, why the first cannot."""
    assembling, first = Assembling(side, hex_), None
    for near in state.kit.grid.neighbours(hex_):
        for unit in ids(units_in(state, near) & state.kit.side_units[side]):
            refusal = commit_refusal(state, assembling, state.kit.names[unit])
            if refusal is None and state.kit.infantry >> unit & 1:
                return None
            first = first or refusal
    return first or Refusal("LB-9.1b", "no infantry of yours stands next to that hex")


@cites("LB-11.4b", "LB-11.2a", "LB-11.4a")
def bombard_refusal(state: State, side: Side, label: str) -> Refusal | None:
    """Why a hex may not be bombarded without an assault."""
    hex_ = _target(state, side, label)
    if isinstance(hex_, Refusal):
        return hex_
    if state.bombarded >> hex_ & 1:
        return Refusal("LB-11.4b", f"{label} has been bombarded in this phase")
    refusal = aim_refusal(state, side, hex_)
    if refusal is not None:
        return refusal
    if not can_fire_at(state, side, hex_):
        return Refusal("LB-11.4a", f"no artillery that could fire reaches {label}")
    return None


def combat_answer(state: State, phase: Combat, action: Action) -> Events:
    match action:
        case Attack(label):
            push(state, Assembling(phase.side, state.kit.grid.at(label)))
            return []
        case Bombard(label):
            hex_ = state.kit.grid.at(label)
            push(state, Battle(phase.side, hex_, 0, "fire"))
            most = state.kit.number("attack_bombardment_units")
            push(state, Battery(phase.side, BOMBARDMENT, 1 << hex_, most))
            return []
        case Done():
            pop(state)
            return [ev.PhaseEnded(phase.side, "Combat")]
    raise AssertionError(f"refusal should have stopped {action} in {phase}")


QUESTIONS[Combat] = Question(own_side, combat_candidates, combat_refusal, combat_answer)


# -- an attack is put together ---------------------------------------------------------


def assembling_candidates(state: State, attack: Assembling) -> Iterable[Action]:
    names, kit = state.kit.names, state.kit
    for near in kit.grid.neighbours(attack.target):
        for unit in ids(units_in(state, near) & kit.side_units[attack.side] & ~attack.units):
            yield Commit(names[unit])
    yield Launch()
    if attack.side == GERMAN:
        for unit in ids(attack.units):
            yield Deliberate(names[unit])
    yield CallOff()


def assembling_refusal(state: State, attack: Assembling, action: Action) -> Refusal | None:
    match action:
        case Commit(name):
            return commit_refusal(state, attack, name)
        case Launch():
            return launch_refusal(state, attack)
        case Deliberate(name):
            return deliberate_refusal(state, attack, name)
        case CallOff():
            return None
    return not_now(action, "commit units to the attack, launch it, or call it off")


@cites("LB-9.1b", "LB-11.9a", "LB-7.2c", "LB-6.3j", "LB-11.7e", "LB-11.8a", "LB-11.8f")
def commit_refusal(state: State, attack: Assembling, name: str) -> Refusal | None:
    """Why a unit may not take part in this attack."""
    unit = owned(state, attack.side, name)
    if isinstance(unit, Refusal):
        return unit
    kit, bit, hex_ = state.kit, 1 << unit, state.hex_of[unit]
    if bit & kit.machine_guns:
        return Refusal("LB-11.9a", "machine-gun units cannot attack")
    if bit & kit.artillery:
        return Refusal("LB-9.12a", "artillery bombards; it does not join the assault")
    if hex_ < 0 or not kit.grid.adjacent(hex_, attack.target):
        return Refusal("LB-9.1b", f"{name} is not next to {kit.grid.label(attack.target)}")
    if bit & (state.attacked | attack.units):
        return Refusal("LB-9.1b", f"{name} attacks once in a Combat Phase")
    if bit & state.out_fighting:
        return Refusal("LB-7.2c", f"{name} is out of supply and may not attack")
    if bit & state.refilled:
        return Refusal("LB-6.3j", f"{name} took replacements and may not attack this turn")
    if attack.side == ALLIED and state.gas >> hex_ & 1:
        return Refusal("LB-11.7e", f"{name} stands in gas and may not attack")
    return tank_attack_refusal(state, unit, attack.target) or limit_refusal(
        state, attack.units | bit
    )


@cites("LB-11.8f", "LB-11.8g")
def tank_attack_refusal(state: State, unit: UnitId, target: Hex) -> Refusal | None:
    """Tanks attack into forest or rough only where a road crosses the hexside."""
    if not state.kit.tanks >> unit & 1:
        return None
    between = state.kit.hexsides[state.hex_of[unit], target]
    return None if between.road else tank_refusal(state, 1 << unit, target)


@cites("LB-7.4b", "LB-7.4c", "LB-7.4d", "LB-S.30")
def limit_refusal(state: State, units: UnitSet) -> Refusal | None:
    """Only so many US divisions may attack in a turn."""
    divisions = state.divisions | divisions_of(state, units)
    limit = state.kit.turns[state.turn].us_divisions_may_attack
    if divisions.bit_count() > limit and divisions != state.divisions:
        return Refusal("LB-7.4b", f"supply lets {limit} US divisions attack this turn, no more")
    return None


@cites("LB-7.4d")
def divisions_of(state: State, units: UnitSet) -> int:
    """The US divisions of some units; tanks and French never count."""
    found = 0
    for unit in ids(units & state.kit.us & state.kit.infantry):
        found |= 1 << state.kit.division_of[unit]
    return found


@cites("LB-11.8h")
def launch_refusal(state: State, attack: Assembling) -> Refusal | None:
    if not attack.units & state.kit.infantry:
        return Refusal("LB-11.8h", "tanks add no strength: an attack needs infantry")
    return None


@cites("LB-9.16a", "LB-9.16b", "LB-9.16f")
def deliberate_refusal(state: State, attack: Assembling, name: str) -> Refusal | None:
    """Why this unit may not lead a Deliberate Attack."""
    unit = owned(state, attack.side, name)
    if isinstance(unit, Refusal):
        return unit
    kit = state.kit
    if attack.side != GERMAN:
        return Refusal("LB-9.16a", "only the German side makes Deliberate Attacks")
    if not attack.units >> unit & 1:
        return Refusal("LB-9.16b", f"{name} has not been committed to the attack")
    if not state.deliberate:
        return Refusal("LB-9.16a", "no Deliberate Attack is left")
    if kit.austrians >> unit & 1:
        return Refusal("LB-9.16f", "an Austro-Hungarian unit cannot lead a Deliberate Attack")
    needed = kit.number("deliberate_strength")
    if strength(state, unit) < needed:
        return Refusal("LB-9.16b", f"the leader needs strength {needed}; {name} has less")
    return None


@cites("LB-S.2")
def strength(state: State, unit: UnitId) -> int:
    return state.kit.units[unit].strength[state.steps[unit]]


def assembling_answer(state: State, attack: Assembling, action: Action) -> Events:
    match action:
        case Commit(name):
            units = attack.units | 1 << state.kit.by_name[name]
            swap(state, Assembling(attack.side, attack.target, units))
            return []
        case CallOff():
            pop(state)
            return []
        case Launch():
            return launch(state, attack, NO_UNIT)
        case Deliberate(name):
            state.deliberate -= 1
            return launch(state, attack, state.kit.by_name[name])
    raise AssertionError(f"refusal should have stopped {action} in {attack}")


@cites("LB-7.4c", "LB-9.16f", "LB-S.13", "LB-S.12")
def launch(state: State, attack: Assembling, leader: UnitId) -> Events:
    """The attack is declared: units, hex and divisions are spent."""
    state.attacked |= attack.units
    state.assaulted |= 1 << attack.target
    state.divisions |= divisions_of(state, attack.units)
    swap(state, Battle(attack.side, attack.target, attack.units, "offensive", leader=leader))
    kind = "attack" if leader == NO_UNIT else "deliberate attack"
    return [declared(state, attack.side, attack.units, attack.target, kind, leader)]


def declared(
    state: State, side: Side, units: UnitSet, target: Hex, kind: str, leader: UnitId = NO_UNIT
) -> ev.AttackDeclared:
    return ev.AttackDeclared(
        side,
        names_of(state, units),
        names_of(state, units_in(state, target)),
        state.kit.grid.label(target),
        kind,
        state.kit.names[leader] if leader != NO_UNIT else "",
    )


QUESTIONS[Assembling] = Question(
    own_side, assembling_candidates, assembling_refusal, assembling_answer
)


# -- the stages of a battle ------------------------------------------------------------


@cites("LB-S.13", "LB-S.14")
def run_battle(state: State, battle: Battle) -> Events:
    """Carries out the stage that is due and names the next."""
    match battle.stage:
        case "offensive":
            return _offensive_fire(state, battle)
        case "defensive":
            return _defensive_fire(state, battle)
        case "assault":
            return _assault(state, battle)
        case "outcome":
            return _outcome(state, battle)
        case "smoke":
            return _after_bombardment(state, battle)
    raise AssertionError(f"a battle has no stage {battle.stage}")


def _next(state: State, battle: Battle, stage: str) -> Battle:
    """The battle goes on to another stage, with the attackers who are left."""
    units = alive(state, battle.units)
    later = Battle(battle.side, battle.target, units, stage, battle.origin, battle.leader)
    swap(state, later)
    return later


def alive(state: State, units: UnitSet) -> UnitSet:
    return sum(1 << unit for unit in ids(units) if state.hex_of[unit] >= 0)


@cites("LB-11.4a", "LB-11.4c")
def _offensive_fire(state: State, battle: Battle) -> Events:
    hasty = battle.origin != NOWHERE
    most = state.kit.number("hasty_bombardment_units" if hasty else "attack_bombardment_units")
    _next(state, battle, "defensive")
    open_battery(state, battle.side, OFFENSIVE, 1 << battle.target, most)
    return []


@cites("LB-11.3a", "LB-11.3b", "LB-9.16d", "LB-9.16e", "LB-S.14")
def _defensive_fire(state: State, battle: Battle) -> Events:
    """The defender's one gun, aimed at an attacking hex; three against a leader."""
    if not units_in(state, battle.target):
        return _cleared_by_fire(state, battle)
    _next(state, battle, "assault")
    most = state.kit.number("defensive_bombardment_units")
    at: HexSet = sum({1 << state.hex_of[u] for u in ids(battle.units)})
    if battle.origin != NOWHERE:
        at = 1 << battle.target
    if battle.leader != NO_UNIT:
        at = 1 << state.hex_of[battle.leader]
        most = state.kit.number("deliberate_bombardment_units")
    open_battery(state, 1 - battle.side, DEFENSIVE, at, most)
    return []


@cites("LB-9.12b", "LB-9.12c", "LB-10.9")
def _cleared_by_fire(state: State, battle: Battle) -> Events:
    if battle.origin != NOWHERE:
        _next(state, battle, "outcome")
        return []
    pop(state)
    _offer_gunners_advance(state, battle.side, battle.target)
    return []


def _offer_gunners_advance(state: State, side: Side, hex_: Hex) -> None:
    """Artillery cleared the hex: one adjacent infantry unit may go in."""
    kit, near = state.kit, 0
    for neighbour in kit.grid.neighbours(hex_):
        near |= units_in(state, neighbour)
    infantry = near & kit.infantry & kit.side_units[side]
    if infantry:
        push(state, Advancing(side, hex_, infantry, 1))


def _after_bombardment(state: State, battle: Battle) -> Events:
    pop(state)
    if not units_in(state, battle.target):
        _offer_gunners_advance(state, battle.side, battle.target)
    return []


@cites("LB-S.14", "LB-9.16d", "LB-9.16e")
def _assault(state: State, battle: Battle) -> Events:
    """Odds are computed afresh with the survivors; without infantry there is no assault."""
    units = alive(state, battle.units)
    if not units & state.kit.infantry:
        _next(state, battle, "outcome")
        return []
    if battle.leader != NO_UNIT and not units >> battle.leader & 1:
        fallen = state.kit.names[battle.leader]
        swap(state, Battle(battle.side, battle.target, units, "assault", battle.origin))
        push(state, Faltering(battle.side))
        return [ev.LeaderFell(battle.side, fallen)]
    survivors = _next(state, battle, "outcome")
    push(state, Assault(assault_column(state, survivors)[0]))
    return []


@cites("LB-9.12a")
def _outcome(state: State, battle: Battle) -> Events:
    """After the losses: an advance, or the end of it."""
    units = alive(state, battle.units)
    cleared = not units_in(state, battle.target)
    pop(state)
    if cleared and units:
        push(state, Advancing(battle.side, battle.target, units, units.bit_count()))
    return []


# `Battle` is registered by chapter 10, which ends its Hasty Attacks differently.


# -- the odds ---------------------------------------------------------------------------


def attack_strength(state: State, units: UnitSet) -> int:
    """Infantry only: tanks add no strength (LB-11.8h)."""
    return sum(strength(state, unit) for unit in ids(units & state.kit.infantry))


@cites("LB-7.2b", "LB-7.2d", "LB-7.2f", "LB-7.2g", "LB-11.5d", "LB-11.8d", "LB-11.9a")
def defence_strength(state: State, units: UnitSet) -> int:
    """Unit by unit, halved and rounded up where out of supply; tanks count only alone."""
    kit, out = state.kit, current_supply(state)
    if not units & ~kit.tanks:
        return 1 if units else 0
    total = 0
    for unit in ids(units & ~kit.tanks):
        weak = out >> unit & 1 and not state.stubborn >> unit & 1
        total += halved(strength(state, unit)) if weak else strength(state, unit)
    return total


@cites("LB-9.1c")
def odds_column(attack: int, defence: int) -> int:
    """The column of the raw odds, rounded for the defender: 1:3, 1:2, 1:1 … 8:1."""
    if attack >= defence:
        return 1 + min(attack // defence, 8)
    return 1 if defence <= 2 * attack else 0


@cites("LB-9.16c", "LB-9.1c", "LB-S.15")
def assault_column(state: State, battle: Battle) -> tuple[int, Tally]:
    """The column after all shifts, kept on the table, and the shifts."""
    if battle.leader != NO_UNIT:
        return state.kit.deliberate_column, Tally()
    tally = Tally(tuple(assault_shifts(state, battle)))
    raw = odds_column(
        attack_strength(state, battle.units),
        defence_strength(state, units_in(state, battle.target)),
    )
    last = len(state.kit.crt_columns) - 1
    return max(0, min(last, raw + tally.total)), tally


@cites("LB-9.13a", "LB-9.13b", "LB-9.13c", "LB-S.21", "LB-10.4")
def assault_shifts(state: State, battle: Battle) -> Iterator[Modifier]:
    """One natural and one man-made effect, and the concentric shift."""
    kit = state.kit
    natural, river = kit.natural[battle.target], _river(state, battle)
    if max(natural.assault, river):
        better = river > natural.assault
        what = "river" if better else natural.name
        yield Modifier(-max(natural.assault, river), "LB-S.21", what)
    built = kit.man_made[battle.target]
    if not forts_serve(state, 1 - battle.side, battle.target):
        built = kit.town_cover if kit.towns >> battle.target & 1 else NOTHING
    if built.assault:
        yield Modifier(-built.assault, "LB-S.21", built.name)
    if battle.origin == NOWHERE and is_concentric(state, battle):
        yield Modifier(kit.number("concentric_shift"), "LB-9.18a", "concentric")


@cites("LB-9.13b")
def _river(state: State, battle: Battle) -> int:
    """The river's shift, if every attacker attacks across one: the lesser if they differ."""
    kit = state.kit
    sides = {kit.hexsides[_from(state, battle, u), battle.target].river for u in ids(battle.units)}
    if 0 in sides or not sides:
        return 0
    return min(kit.river_cover[river].assault for river in sides)


def _from(state: State, battle: Battle, unit: UnitId) -> Hex:
    return battle.origin if battle.origin != NOWHERE else state.hex_of[unit]


@cites("LB-9.18a", "LB-9.18b", "LB-9.18c", "LB-11.9a")
def is_concentric(state: State, battle: Battle) -> bool:
    """Attackers on two opposite sides of the target, or on three alternating ones."""
    kit = state.kit
    sides = set()
    for unit in ids(battle.units & (kit.infantry | kit.tanks)):
        direction = kit.grid.direction(battle.target, state.hex_of[unit])
        assert direction is not None, "attackers are adjacent"
        sides.add(direction)
    opposite = any({d, d + 3} <= sides for d in range(3))
    return opposite or {0, 2, 4} <= sides or {1, 3, 5} <= sides


def odds_line(state: State, battle: Battle) -> str:
    """`14 (7+5+2) : 4 → 3:1 · 1L forest LB-S.21 → 2:1`, as a player reads it."""
    kit = state.kit
    column, tally = assault_column(state, battle)
    if battle.leader != NO_UNIT:
        return f"Deliberate Attack → {kit.crt_columns[column]}, no shifts"
    parts = [strength(state, unit) for unit in ids(battle.units & kit.infantry)]
    defence = defence_strength(state, units_in(state, battle.target))
    raw = kit.crt_columns[odds_column(sum(parts), defence)]
    return odds_words(parts, str(defence), raw, tally.modifiers, kit.crt_columns[column])


def odds_words(
    parts: list[int], defence: str, raw: str, shifts: Iterable[Modifier], final: str
) -> str:
    """The odds in the order a player expects: totals, ratio, shifts, column."""
    sums = f"{sum(parts)} ({'+'.join(map(str, parts))}) : {defence}"
    return " · ".join([f"{sums} → {raw}", *map(_shift_words, shifts)]) + f" → {final}"


def _shift_words(modifier: Modifier) -> str:
    arrow = "L" if modifier.amount < 0 else "R"
    return f"{abs(modifier.amount)}{arrow} {modifier.what} {modifier.rule}"


# -- the roll and the losses -----------------------------------------------------------


def assault_draw(_: State, __: Assault) -> Dice:
    return Dice(1, 6, "assault")


@cites("LB-S.15", "LB-S.16", "LB-11.8b")
def assault_answer(state: State, assault: Assault, action: Rolled) -> Events:
    """Both sides lose at the same time; the attacker's choice is asked first."""
    (face,) = action.faces
    pop(state)
    battle = state.top
    assert isinstance(battle, Battle), "an assault's roll belongs to a battle"
    attacker, defender = state.kit.crt[assault.column][face - 1]
    told: Events = [_rolled(state, battle, assault, face)]
    told += _defender_losses(state, battle, defender)
    told += _attacker_losses(state, battle, attacker)
    return told


def _rolled(state: State, battle: Battle, assault: Assault, face: int) -> ev.AssaultRolled:
    attacker, defender = state.kit.crt[assault.column][face - 1]
    result = f"{attacker}/{'E' if defender == EVERYONE_DIES else defender}"
    _, tally = assault_column(state, battle)
    line, target = odds_line(state, battle), state.kit.grid.label(battle.target)
    return ev.AssaultRolled(battle.side, face, line, tally, result, attacker, defender, target)


def _defender_losses(state: State, battle: Battle, steps: int) -> Events:
    units = units_in(state, battle.target)
    if steps == EVERYONE_DIES:
        return ask_all(state, 1 - battle.side, units)
    return ask_losses(state, Losses(1 - battle.side, units, steps, "assault"))


def ask_all(state: State, side: Side, units: UnitSet) -> Events:
    """Every unit is eliminated; there is nothing to choose."""
    told: Events = []
    for unit in ids(units):
        only = Losses(side, 1 << unit, state.steps[unit], "assault")
        told += ask_losses(state, only)
    return told


@cites("LB-11.8a", "LB-11.8b")
def _attacker_losses(state: State, battle: Battle, steps: int) -> Events:
    if not steps:
        return []
    if battle.units & state.kit.tanks:
        push(state, Absorption(battle.side, battle.units, steps))
        return []
    return ask_losses(state, Losses(battle.side, battle.units, steps, "assault"))


QUESTIONS[Assault] = Question(
    chance_side, no_candidates, chance_refusal, assault_answer, assault_draw
)


# -- a Deliberate Attack without its leader ------------------------------------------------


def faltering_candidates(_: State, __: Faltering) -> Iterable[Action]:
    return (Launch(), CallOff())


@cites("LB-9.16e")
def faltering_refusal(_: State, __: Faltering, action: Action) -> Refusal | None:
    """The others may go on as a normal attack, or call off."""
    if isinstance(action, Launch | CallOff):
        return None
    return not_now(action, "go on as a normal attack, or call it off")


def faltering_answer(state: State, asked: Faltering, action: Action) -> Events:
    pop(state)
    if isinstance(action, Launch):
        return []
    battle = state.top
    assert isinstance(battle, Battle)
    pop(state)
    return [ev.AttackCalledOff(asked.side, state.kit.grid.label(battle.target))]


QUESTIONS[Faltering] = Question(own_side, faltering_candidates, faltering_refusal, faltering_answer)


# -- the advance ------------------------------------------------------------------------


def advancing_candidates(state: State, advance: Advancing) -> Iterable[Action]:
    for unit in ids(advance.units):
        yield Advance(state.kit.names[unit])
    yield Done()


@cites("LB-9.12a", "LB-9.12b", "LB-9.12c", "LB-5.3b", "LB-11.7j", "LB-6.3j")
def advancing_refusal(state: State, advance: Advancing, action: Action) -> Refusal | None:
    """Why a unit may not advance into the cleared hex."""
    if isinstance(action, Done):
        return None
    if not isinstance(action, Advance):
        return not_now(action, "advance into the cleared hex, or finish")
    unit = owned(state, advance.side, action.unit)
    if isinstance(unit, Refusal):
        return unit
    if not advance.units >> unit & 1:
        return Refusal("LB-9.12a", f"{action.unit} may not advance: it took no part")
    if state.refilled >> unit & 1:
        return Refusal("LB-6.3j", f"{action.unit} took replacements and may not move this turn")
    between = state.kit.hexsides[state.hex_of[unit], advance.into]
    tank = None
    if not on_road(state, advance.side, between):
        tank = tank_refusal(state, 1 << unit, advance.into)
    return (
        ground_refusal(state, advance.side, advance.into)
        or crossing_refusal(state, advance.side, 1 << unit, between)
        or tank
        or _crowded_refusal(state, advance, unit)
    )


@cites("LB-5.3b")
def _crowded_refusal(state: State, advance: Advancing, unit: UnitId) -> Refusal | None:
    if not option(state, "stacking_after_advance"):
        return None
    return stack_refusal(state.kit, units_in(state, advance.into) | 1 << unit)


def advancing_answer(state: State, advance: Advancing, action: Action) -> Events:
    pop(state)
    if isinstance(action, Done):
        return []
    assert isinstance(action, Advance)
    unit, kit = state.kit.by_name[action.unit], state.kit
    start, into = kit.grid.label(state.hex_of[unit]), kit.grid.label(advance.into)
    put(state, unit, advance.into)
    # The combat that showed faces is over (LB-5.6b): the other side sees a counter go in.
    told: Events = [ev.Advanced(advance.side, action.unit, start, into, known=False)]
    told += take_hex(state, advance.side, advance.into)
    rest = advance.units & ~(1 << unit)
    if advance.most > 1 and rest:
        push(state, Advancing(advance.side, advance.into, rest, advance.most - 1))
    return told


QUESTIONS[Advancing] = Question(own_side, advancing_candidates, advancing_refusal, advancing_answer)
