"""Faults planted in the program by hand, each against one rule: the second reading finds them.

Each is a slip somebody might make. Positions of all sorts are played on for a
while, until the two readings differ, for so many decisions at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import pytest

from grognard import library
from grognard.titles.ardennes.kit.kit import KITS, Kit, open_kit
from grognard.titles.ardennes.referee import REFEREE
from grognard.titles.ardennes.rules.cards import reserves
from grognard.titles.ardennes.rules.day import victory
from grognard.titles.ardennes.rules.fighting import advance, chits, hits, retreat
from grognard.titles.ardennes.rules.moving import movement, terrain
from grognard.titles.ardennes.rules.moving import zones as zones_
from grognard.titles.ardennes.rules.supply import supply
from grognard.titles.ardennes.script import advances, vocabulary
from grognard.waist.chance import Fate
from grognard.waist.referee import Bench
from grognard.waist.title import CHANCE

SCENARIOS: Final = ("gs-14", "2p-14")
A_WHILE: Final = 10
"""Entries played from a position."""
ENOUGH: Final = 1_500
"""Decisions after which a fault counts as not found."""

Plant = Callable[[pytest.MonkeyPatch], None]


def a_number(key: str, value: int) -> Plant:
    """The program works with another figure; the second reading has its own."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        for scenario in SCENARIOS:
            numbers: Any = KITS[open_kit(scenario, None)].number
            patch.setitem(numbers.__self__, key, value)

    return plant


def instead(module: Any, name: str, put: Callable[..., Any]) -> Plant:
    """A function gives way to one that is told what the true one says."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        true = getattr(module, name)
        patch.setattr(module, name, lambda *args, **more: put(true, *args, **more))

    return plant


def roads_cost_two(patch: pytest.MonkeyPatch) -> None:
    """Wherever the program keeps what a road costs."""

    def dear(true: Any, kit: Kit, column: str) -> Any:
        costs = true(kit, column).items()
        return {pair: 2 if kit.sides[pair].road else cost for pair, cost in costs}

    instead(terrain, "costs", dear)(patch)
    instead(movement, "ways", lambda true, *where: true(*where)._replace(road_price=2))(patch)


def no_zone_bars_supply(true: Any, state: Any, side: int, ignored: int) -> Any:
    held, _ = true(state, side, ignored)
    return held, 0


def one_column_up(true: Any, state: Any, battle: Any) -> tuple[int, int]:
    attack, defence = true(state, battle)
    return attack + defence, defence


def two_hexes_for_all(true: Any, state: Any, battle: Any) -> Any:
    return 2, true(state, battle)[1]


def all_go_far(true: Any, state: Any, battle: Any, unit: int, to: int) -> Any:
    """Infantry advances a second hex too."""
    why = true(state, battle, unit, to)
    return None if why is not None and "mechanized" in why.because else why


def the_dead_forgotten(_: Any, state: Any, battle: Any) -> Any:
    """The loss of a unit that died is no loss of its hex."""
    alive = [(unit, losses) for unit, losses in battle.hurt if state.hex_of[unit] >= 0]
    return Counter({state.hex_of[unit]: losses for unit, losses in alive})


def a_path_of_the_dead(_true: Any, _state: Any, battle: Any, to: int) -> Any:
    """Nobody has to be left of those who retreated."""
    return len(battle.path) > 1 and battle.path[1] == to


def without(rule: str) -> Callable[..., Any]:
    """A refusal by that rule is none."""

    def put(true: Any, *args: Any) -> Any:
        why = true(*args)
        return None if why is not None and why.rule == rule else why

    return put


def points_without_supply(patch: pytest.MonkeyPatch) -> None:
    everywhere = SimpleNamespace(supplied=lambda state, _: state.kit.grid.all)
    patch.setattr(victory, "supply", everywhere)


FAULTS: Final[dict[str, Plant]] = {
    "every unit has a zone": instead(
        zones_, "_all_makers", lambda _, state, side: state.occupied[side]
    ),
    "leaving a zone costs nothing": a_number("leave_zoc", 0),
    "a road costs two": roads_cost_two,
    "seven steps in a hex": a_number("stack_steps", 7),
    "supply passes enemy zones": instead(supply, "enemies_but", no_zone_bars_supply),
    "the ratio is one column higher": instead(chits, "strengths", one_column_up),
    "every retreat may be two hexes": instead(retreat, "limit", two_hexes_for_all),
    "easternmost for westernmost": instead(
        vocabulary, "westward", lambda true, kit, hex_: -true(kit, hex_)
    ),
    "infantry advances two hexes": instead(advance, "_second", all_go_far),
    "the dead are forgotten where they fell": instead(hits, "_losses_by_hex", the_dead_forgotten),
    "the dead leave a path": instead(advance, "on_path", a_path_of_the_dead),
    "an Allied advance empties a VP hex": instead(advances, "guards_vp", lambda *_: False),
    "two units advance through one river": instead(advance, "_crossing", without("EA-AD.i")),
    "an advance minds no boundary": instead(advance, "_entry", without("EA-AD.l")),
    "supply reaches five hexes": a_number("supply_hexes", 5),
    "VP hexes out of supply count": points_without_supply,
    "reserves come on next to the enemy": instead(reserves, "_next_to_enemy", lambda *_: 0),
}


@pytest.fixture(autouse=True)
def _forgetful() -> Iterator[None]:
    """Tables worked out with a fault in them are not kept, nor those from before it."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    for module in (terrain, movement, supply):
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


@pytest.mark.parametrize("fault", FAULTS)
def test_the_second_reading_finds_a_planted_fault(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    FAULTS[fault](monkeypatch)

    assert decisions_to_a_difference() < ENOUGH


def decisions_to_a_difference() -> int:
    """How many decisions were read until the readings differed."""
    title: Any = library.title("ardennes")
    bench, n = Bench(title, REFEREE), 0
    while bench.decisions < ENOUGH:
        rng, n = Random(f"planted/{n}"), n + 1
        with suppress(AssertionError, LookupError):  # a title that falls is no difference
            if _differs(title, bench, REFEREE.scattered(SCENARIOS[n % 2], rng), rng):
                return bench.decisions
    return ENOUGH


def _differs(title: Any, bench: Bench, state: Any, rng: Random) -> bool:
    fate = Fate(str(rng.random()))
    for n in range(A_WHILE):
        if not title.deciders(state) or bench.position(state):
            return bool(title.deciders(state))
        (seat,) = title.deciders(state)
        if seat != CHANCE and bench.decision(state, seat):
            return True
        before = title.copy(state)
        action = fate.settle(title.draw(state), n) if seat == CHANCE else _some(title, state, rng)
        if bench.deed(before, seat, action, title.apply(state, seat, action), state):
            return True
    return False


def _some(title: Any, state: Any, rng: Random) -> Any:
    """An offer, mostly one that does something."""
    (seat,) = title.deciders(state)
    offers = title.offers(state, seat)
    busy = [offer for offer in offers if type(offer).__name__ not in ("Done", "CallOff", "Decline")]
    return rng.choice(busy if busy and rng.random() < 0.8 else offers)
