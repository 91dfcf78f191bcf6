"""OBJ markers, their Zones, and Recon (BCS-4.3.a to BCS-4.3.g)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.bcs.kit.kit import NO_FORMATION, FormationId, Side, UnitId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Acting, Objectives, ReconRoll
from grognard.titles.bcs.position.deeds import DEEDS, Deed
from grognard.titles.bcs.position.offering import at_hexes
from grognard.titles.bcs.position.questions import (
    QUESTIONS,
    Events,
    Question,
    ask_chance,
    d6,
    not_now,
)
from grognard.titles.bcs.position.state import (
    FULL,
    PARTIAL,
    State,
    face,
    fact,
    key_of,
    label,
    mark,
    other,
)
from grognard.titles.bcs.rules.command import prepared
from grognard.titles.bcs.rules.moving import movement
from grognard.waist.asking import own_side, pop, push
from grognard.waist.chance import Rolled

# -- Zones ------------------------------------------------------------------------------------


@cites("BCS-4.3.b")
def zone(state: State) -> HexSet:
    """The hexes in the Zone of an OBJ marker."""
    return _zones(state)[0]


@cites("BCS-S.15")
def double(state: State) -> HexSet:
    """The hexes in the Zones of two OBJ markers."""
    return _zones(state)[1]


def _zones(state: State) -> tuple[HexSet, HexSet]:
    def find() -> tuple[HexSet, HexSet]:
        once = twice = 0
        reach = state.kit.number("limits.obj_radius")
        for hex_ in state.objectives:
            around = state.kit.within(hex_, reach)
            once, twice = once | around, twice | once & around
        return once, twice

    return fact(state, ("objective zones", state.objectives), find)


# -- placing them ---------------------------------------------------------------------------


@cites("BCS-4.3.a")
def places(state: State, side: Side) -> HexSet:
    """Where an OBJ marker of the side can go: enemy combat units and victory hexes."""
    return state.occupied[other(side)] | state.kit.vp_hexes


@cites("BCS-4.3.c")
def in_reach(state: State, number: FormationId) -> HexSet:
    """Prepared Defense keeps OBJ markers near the HQ."""
    if number == NO_FORMATION or not prepared.holds(state, number):
        return state.kit.grid.all
    return state.kit.within(state.hq[number], state.kit.number("limits.prep_def_range"))


@cites("BCS-R.5", "BCS-S.7")
def begin(state: State, number: FormationId) -> Events:
    """Two on a Partial as on a Full, none on a Fail."""
    if state.snafu in (PARTIAL, FULL):
        push(state, Objectives(state.kit.formations[number].side, number))
    return []


def _candidates(state: State, asked: Objectives) -> list[act.Action]:
    hexes = places(state, asked.side) & in_reach(state, asked.formation)
    return [*at_hexes(state.kit, act.Objective, hexes), act.Done()]


def _refused(state: State, asked: Objectives, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Done):
        return None
    if not isinstance(action, act.Objective):
        return not_now(action, "place OBJ markers")
    hex_ = _on_map(state, action.hex)
    if isinstance(hex_, Refusal):
        return hex_
    if not places(state, asked.side) >> hex_ & 1:
        return Refusal("BCS-4.3.a", f"{action.hex} has no enemy unit and is no Victory Hex")
    return _too_far(state, asked.formation, hex_)


def _on_map(state: State, text: str) -> Hex | Refusal:
    grid = state.kit.grid
    return grid.at(text) if grid.has(text) else Refusal("BCS-4.3.a", f"there is no hex {text}")


def _too_far(state: State, number: FormationId, hex_: Hex) -> Refusal | None:
    if in_reach(state, number) >> hex_ & 1:
        return None
    reach = state.kit.number("limits.prep_def_range")
    because = f"a Formation in Prepared Defense places no OBJ marker over {reach} hexes from its HQ"
    return Refusal("BCS-4.3.c", because)


@cites("BCS-S.15")
def _answer(state: State, asked: Objectives, action: act.Objective | act.Done) -> Events:
    if isinstance(action, act.Done):
        pop(state)
        return []
    told = _place(state, asked.side, state.kit.grid.at(action.hex))
    if len(state.objectives) == state.kit.number("limits.obj_per_activation"):
        pop(state)
    return told


def _place(state: State, side: Side, hex_: Hex, recon: str = "") -> Events:
    mark(state, objectives=(*state.objectives, hex_))
    return [ev.ObjectivePlaced(side, key_of(state, state.active), label(state, hex_), recon)]


# -- Recon -------------------------------------------------------------------------------------


@cites("BCS-4.3.g")
def scouted(state: State, unit: UnitId) -> HexSet:
    """The hexes of enemy units near enough for the unit's Recon."""
    kit = state.kit
    near = kit.within(state.hex_of[unit], kit.number("limits.recon_obj_range"))
    return near & state.occupied[other(kit.side_of[unit])]


def _recons(state: State, acting: Acting) -> Iterator[act.Action]:
    if state.kit.units[acting.unit].recon and state.hex_of[acting.unit] >= 0:
        for hex_ in members(scouted(state, acting.unit)):
            yield act.Recon(label(state, hex_))


@cites("BCS-4.3.d", "BCS-4.3.e", "BCS-4.3.g", "BCS-S.9")
def _recon_refused(state: State, acting: Acting, action: act.Recon) -> Refusal | None:
    unit = acting.unit
    name = state.kit.names[unit]
    if not state.kit.units[unit].recon:
        return Refusal("BCS-4.3.d", f"{name} is not a Recon unit")
    if state.stopped >> unit & 1 or acting.lift or acting.must:
        return Refusal("BCS-4.3.d", f"{name} is STOPPED")
    refused = movement.shot_refusal(state, acting)
    if refused is not None:
        return refused
    hex_ = _on_map(state, action.hex)
    if isinstance(hex_, Refusal):
        return hex_
    if not scouted(state, unit) >> hex_ & 1:
        reach = state.kit.number("limits.recon_obj_range")
        because = f"there is no enemy unit in {action.hex} within {reach} hexes of {name}"
        return Refusal("BCS-4.3.g", because)
    return _too_far(state, state.active, hex_)


@cites("BCS-4.3.e", "BCS-7.0d.b")
def _recon(state: State, acting: Acting, action: act.Recon) -> Events:
    told = movement.spend_fire(state, acting.unit)
    push(state, ReconRoll(acting.unit, state.kit.grid.at(action.hex)))
    return told


@cites("BCS-4.3.f")
def _scouting(state: State, roll: ReconRoll, rolled: Rolled) -> Events:
    (die,), unit = rolled.faces, roll.unit
    name, side = state.kit.names[unit], state.kit.side_of[unit]
    needs = face(state, unit).ar
    pop(state)
    told: Events = [
        ev.ReconRolled(side, name, label(state, roll.target), die, needs, die <= needs),
    ]
    return told + _place(state, side, roll.target, name) if die <= needs else told


QUESTIONS[Objectives] = Question(own_side, _candidates, _refused, _answer, exact=True)
DEEDS[act.Recon] = Deed(_recons, _recon_refused, _recon)
ask_chance(ReconRoll, d6("Recon"), _scouting)
