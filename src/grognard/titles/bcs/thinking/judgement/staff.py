"""What a staff decides: which formation, Recovery, Prepared Defense, OBJ markers, a Second try."""

from __future__ import annotations

from typing import Final

from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.bcs.kit.kit import FAT1, FAT2, FAT3, FAT4, LEG, FormationId, UnitId
from grognard.titles.bcs.position.state import FAIL, FULL, PARTIAL, each, in_field, serving
from grognard.titles.bcs.rules.command import prepared, snafu
from grognard.titles.bcs.rules.rear import isolation, trains
from grognard.titles.bcs.rules.turn import second
from grognard.titles.bcs.thinking.judgement import fighting, plans, posts
from grognard.titles.bcs.thinking.judgement.situation import Situation

REST: Final = {FAT1: 0.3, FAT2: 1.2, FAT3: 3.5, FAT4: 7.0}  # what a level less is worth
HURRY: Final = 0.5  # of that for the side that has to get on
DRIVEN: Final = 1.2  # of what an Activation brings, that a rest has to beat
MARKERS: Final = 0.8  # Coordination or Ghost Trains got rid of
CUT: Final = 1.2  # against each step that Isolation would take
WALK: Final = 7  # hexes a unit is thought to be able to come up, by its own or another's feet
DRIVE: Final = 12


# -- which formation, and whether to rest it -----------------------------------------------------


def zeal(here: Situation, number: FormationId) -> float:
    """What an Activation may bring a formation."""
    units = serving(here.state, number)
    return here.keep(("zeal", number), lambda: sum(plans.eager(here, u) for u in each(units)))


def activation_worth(here: Situation, number: FormationId) -> float:
    chances = snafu.odds(here.state, number)
    half, full = chances.get(PARTIAL, 0), chances.get(FULL, 0)
    zest = zeal(here, number) + CUT * _cut_off(here, number)
    return 0.5 + zest * float(full + half / 2)


def recovery_worth(here: Situation, number: FormationId) -> float:
    """A level of fatigue less; a formation that is dug in gives that up."""
    state, bit = here.state, 1 << number
    if not here.turns_left:
        return -1.0
    late = 1.0 if here.turns_left > 1 else here.doctrine.late[here.side]
    worth = REST.get(state.fatigue[number], 0.0) * late
    worth += MARKERS if state.coordination & bit else 0.0
    worth += MARKERS if state.ghost & bit and trains.optimal(state, number) else 0.0
    worth += 2 * MARKERS if state.blocked[number] else 0.0
    if here.is_german and state.fatigue[number] <= FAT2:
        worth *= HURRY
    worth -= 2 * CUT * _cut_off(here, number)
    return worth - (1.5 if prepared.holds(state, number) else 0.0)


def _cut_off(here: Situation, number: FormationId) -> int:
    """The steps that Isolation would take as things stand."""
    cuts = isolation.forecast(here.state, number).cuts
    return sum(cut.steps * cut.units.bit_count() for cut in cuts)


def choice(here: Situation, number: FormationId, *, rest: bool) -> float:
    """Formations in need go first; each does what is better for it."""
    act, recover = activation_worth(here, number), recovery_worth(here, number)
    drive = DRIVEN if here.is_german else 0.6
    if rest:
        return recover * 0.5 if recover > act * drive else -1.0
    return act if recover <= act * drive else -0.5


def flip_worth(here: Situation, number: FormationId) -> float:
    """The Failure Flip, against what a Second Activation may still bring."""
    again = float(second.chance(here.state, number)) * activation_worth(here, number)
    return recovery_worth(here, number) + 0.3 - 0.5 * again


def second_worth(here: Situation, number: FormationId) -> float:
    """Worth it while there is something to do; not for a formation that bleeds or is worn."""
    state = here.state
    tired = {FAT2: 0.5, FAT3: 2.5}.get(state.fatigue[number], 0.0) if here.turns_left else 0.0
    lost = _cut_off(here, number)
    worth = 0.6 * activation_worth(here, number) - here.doctrine.again[here.side] * (
        1.0 if here.turns_left else 0.5
    )
    if state.snafu == FAIL:
        worth += 0.5
    if prepared.holds(state, number):
        worth -= 1.0
    return worth - tired - CUT * lost - (1.0 if state.blocked[number] else 0.0)


# -- Prepared Defense ----------------------------------------------------------------------------


def defence_gain(here: Situation, number: FormationId) -> float:
    """What works would be worth to the units that stand before the enemy, less what they forgo."""
    state = here.state
    near = here.kit.within(state.hq[number], int(here.kit.number("limits.prep_def_range")))
    worth = -0.6
    for unit in each(in_field(state, number)):
        worth += _covered(here, unit, near) - _forgone(here, unit)
    return worth


def _covered(here: Situation, unit: UnitId, near: HexSet) -> float:
    hex_ = here.state.hex_of[unit]
    if not near >> hex_ & 1 or here.gap(hex_) > 3 or not _digs(here, unit):
        return 0.0
    if here.kit.cities >> hex_ & 1:
        return 0.2
    return here.doctrine.works[here.side] * (1.0 if here.kit.is_terrain >> hex_ & 1 else 2.0)


def _digs(here: Situation, unit: UnitId) -> bool:
    counter = here.kit.units[unit]
    return counter.single or bool(here.state.deployed >> unit & 1)


def _forgone(here: Situation, unit: UnitId) -> float:
    """A unit that is not where it should be, or has an attack to make."""
    at = here.state.hex_of[unit]
    post = posts.mission(here, unit)
    shown = plans.showing(here, unit)
    attack = 0.5 * max(0.0, fighting.prospect(here, unit, shown, at)) if here.gap(at) == 1 else 0.0
    if post is None or post.hex == at or (here.held >> at & 1 and here.gap(at) <= 3):
        return attack
    return attack + min(1.2, 0.4 * post.worth)


# -- OBJ markers ---------------------------------------------------------------------------------


def objective_worth(here: Situation, hex_: Hex) -> float:
    """What the markers would be worth with this one, over what they are worth now."""
    marks = here.state.objectives
    first = not marks
    with_it = _marks_worth(here, (*marks, hex_, hex_) if first else (*marks, hex_))
    return with_it - _marks_worth(here, marks) + 0.01


def _marks_worth(here: Situation, marks: tuple[Hex, ...]) -> float:
    def find() -> float:
        once = twice = 0
        radius = int(here.kit.number("limits.obj_radius"))
        for hex_ in marks:
            around = here.kit.within(hex_, radius)
            once, twice = once | around, twice | once & around
        worths = sorted(
            (_target_worth(here, t, bool(twice >> t & 1)) for t in members(once & here.enemies)),
            reverse=True,
        )
        next_best = here.doctrine.next_best[here.side]
        parts = (1.0, next_best, next_best / 2)
        return sum(part * worth for part, worth in zip(parts, worths, strict=False))

    return here.keep(("marks", marks), find)


def _target_worth(here: Situation, target: Hex, double: bool) -> float:
    """The best attack a unit of the active formation could make on a hex."""
    key = ("target", target, double)
    return here.keep(key, lambda: _best_attack(here, target, double))


def _best_attack(here: Situation, target: Hex, double: bool) -> float:
    state, best = here.state, 0.0
    for unit in each(in_field(state, state.active)):
        counter = here.kit.units[unit]
        far = here.kit.grid.distance(state.hex_of[unit], target)
        reach = WALK if here.marching_type(unit) == LEG else DRIVE
        if far > (reach if state.snafu == FULL else reach // 2):
            continue
        for shown in set(counter.faces):
            found = fighting.assault_prospect(here, unit, shown, target, double)
            best = max(best, found + 1.0 - 0.05 * far)
    return best
