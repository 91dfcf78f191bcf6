"""Faults planted in the title by hand, each against one rule: the second reading finds them.

Each is a slip somebody might make. Scattered positions are played on for a while,
until the two readings differ, for so many decisions at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

import pytest

from grognard import library
from grognard.titles.lost_battalion.kit.tables import KITS
from grognard.titles.lost_battalion.position.decisions import (
    Advancing,
    Combat,
    GermanReplacements,
    Movement,
)
from grognard.titles.lost_battalion.referee import REFEREE
from grognard.titles.lost_battalion.rules import (
    artillery,
    battle,
    combat,
    hasty,
    marching,
    odds,
    onward,
    reserves,
    stacking,
    supply,
    terrain,
    victory,
)
from grognard.waist.chance import Fate
from grognard.waist.referee import Bench
from grognard.waist.title import CHANCE

Patch = pytest.MonkeyPatch
A_WHILE: Final = 25
"""Entries played from a position."""
ENOUGH: Final = 2_500
"""Decisions after which a fault counts as not found."""


def through_the_enemy(patch: Patch) -> None:
    """Supply lines run through enemy units (LB-7.3c)."""
    patch.setattr(supply, "passable", lambda state, _: state.kit.play)


def the_cut_off_march_far(patch: Patch) -> None:
    """Units out of supply move as far as any (LB-7.2a)."""
    patch.setattr(marching, "allowance", lambda state, unit: state.kit.units[unit].allowance)


def odds_for_the_attacker(patch: Patch) -> None:
    """Odds are rounded up (LB-9.1c)."""

    def column(attack: int, defence: int) -> int:
        return 1 + min(-(-attack // defence), 8) if attack >= defence else 1

    patch.setattr(odds, "odds_column", column)


def three_sides_forgotten(patch: Patch) -> None:
    """Surrounding a hex brings nothing (LB-9.18a)."""
    patch.setattr(odds, "is_concentric", lambda *_: False)


def no_field_fortifications(patch: Patch) -> None:
    """Field fortifications give no cover from guns, as the chart has it in error (LB-14.5)."""
    found = artillery._fire_shifts

    def shifts(*where: Any) -> list[Any]:
        return [shift for shift in found(*where) if shift.rule != "LB-14.5"]

    patch.setattr(artillery, "_fire_shifts", shifts)


def three_guns_twice(patch: Patch) -> None:
    """What was fired at a hex before does not count (LB-11.4a)."""
    for module in (artillery, battle, combat):
        patch.setattr(module, "offensive_guns_left", lambda *_: 3)


def strikes_on_any_turn(patch: Patch) -> None:
    """Hasty Attacks need no turn 1 and no offensive (LB-6.4k)."""
    patch.setattr(hasty, "right_refusal", lambda *_: None)


def strikes_at_single_cost(patch: Patch) -> None:
    """A Hasty Attack costs what a march does (LB-10.3b)."""
    patch.setattr(
        hasty, "strike_cost", lambda s, _, side, to: terrain.off_road_cost(s, 0, side, to)
    )


def rides_beside_the_enemy(patch: Patch) -> None:
    """Operational Movement minds no enemy next to it (LB-8.10d)."""

    def rideable(state: Any, march: Any) -> Any:
        return state.kit.play & (~state.control if march.side else state.control)

    patch.setattr(onward, "_rideable", rideable)


def bridges_just_taken(patch: Patch) -> None:
    """A bridge serves at once (LB-8.8b)."""

    def usable(state: Any, side: Any) -> Any:
        return state.kit.all_bridges & ~state.bridges if side else state.bridges

    for module in (supply, terrain, onward):
        patch.setattr(module, "usable_bridges", usable)


def gas_is_harmless(patch: Patch) -> None:
    """Allied units march through gas (LB-11.7d)."""
    found = terrain.closed_ground

    def closed(state: Any, side: Any) -> Any:
        return found(state, side) if side else state.occupied[1]

    patch.setattr(onward, "closed_ground", closed)


def divisions_mixed(patch: Patch) -> None:
    """US regiments of two divisions share a hex (LB-5.2b)."""
    found = stacking.stack_refusal

    def refusal(kit: Any, units: Any) -> Any:
        why = found(kit, units)
        return None if why is not None and "same division" in why.because else why

    patch.setattr(stacking, "stack_refusal", refusal)


def stars_without_supply(patch: Patch) -> None:
    """Victory hexes count that no supply reaches (LB-S.35)."""
    patch.setattr(victory, "supplied_hexes", lambda state, _: state.kit.play)


def a_step_too_few(patch: Patch) -> None:
    """Defenders lose one step less than the table says (LB-S.16)."""
    found = battle._defender_losses
    patch.setattr(battle, "_defender_losses", lambda s, fight, steps: found(s, fight, steps - 1))


def an_advance_into_anything(patch: Patch) -> None:
    """Stacking is not minded in an advance, whatever was agreed (LB-5.3b)."""
    patch.setattr(battle, "_crowded_refusal", lambda *_: None)


def replacements_at_the_front(patch: Patch) -> None:
    """German units next to the enemy take replacements (LB-6.3j)."""
    patch.setattr(reserves, "_german_refusal", lambda *_: None)


FAULTS: Final = {
    through_the_enemy: Movement,
    the_cut_off_march_far: Movement,
    odds_for_the_attacker: Combat,
    three_sides_forgotten: Combat,
    no_field_fortifications: Combat,
    three_guns_twice: Combat,
    strikes_on_any_turn: Movement,
    strikes_at_single_cost: Movement,
    rides_beside_the_enemy: Movement,
    bridges_just_taken: Movement,
    gas_is_harmless: Movement,
    divisions_mixed: Movement,
    stars_without_supply: Movement,
    a_step_too_few: Combat,
    an_advance_into_anything: Advancing,
    replacements_at_the_front: GermanReplacements,
}
"""Each with the phase it shows in."""


@pytest.fixture(autouse=True)
def fresh_kits() -> Iterator[None]:
    """A kit remembers what was worked out for it: nothing of that with a fault in it."""
    KITS.clear()
    yield
    KITS.clear()


@pytest.mark.parametrize("plant", FAULTS, ids=lambda plant: plant.__name__)
def test_the_second_reading_finds(plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    plant(monkeypatch)

    assert decisions_to_a_difference(FAULTS[plant]) < ENOUGH


def decisions_to_a_difference(phase: type) -> int:
    """How many decisions were read until the readings differed, from such phases on."""
    title: Any = library.title("lost_battalion")
    bench, n = Bench(title, REFEREE), 0
    while bench.decisions < ENOUGH:
        rng, n = Random(f"planted/{n}"), n + 1
        state = REFEREE.scattered("historical", rng)
        if state.stack and isinstance(state.top, phase) and _differs(title, bench, state, rng):
            return bench.decisions
    return ENOUGH


def _differs(title: Any, bench: Bench, state: Any, rng: Random) -> bool:
    fate = Fate(str(rng.random()))
    for n in range(A_WHILE):
        if bench.position(state):
            return True
        if not title.deciders(state):
            return False
        (seat,) = title.deciders(state)
        if seat != CHANCE and bench.decision(state, seat):
            return True
        before = title.copy(state)
        action = fate.settle(title.draw(state), n) if seat == CHANCE else _choose(title, state, rng)
        if bench.deed(before, seat, action, title.apply(state, seat, action), state):
            return True
    return False


def _choose(title: Any, state: Any, rng: Random) -> Any:
    (seat,) = title.deciders(state)
    return REFEREE.choose(title.offers(state, seat), rng)
