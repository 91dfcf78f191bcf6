"""Faults planted in the title by hand, which the referee has to find."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest

from grognard import library
from grognard.book.tally import Tally
from grognard.titles.bcs.kit.kit import KITS
from grognard.titles.bcs.position.state import other
from grognard.titles.bcs.rules.command import hq_reach, safe_path, snafu
from grognard.titles.bcs.rules.fighting import attack, barrage, engagement, retreat, support
from grognard.titles.bcs.rules.moving import hand, movement, stacking
from grognard.titles.bcs.rules.turn import victory
from grognard.titles.bcs.rules.ways import by_points as ways
from grognard.titles.bcs.rules.ways import within_reach as reaching
from grognard.trial.fuzz import A_WHILE, fuzz

Patch = pytest.MonkeyPatch
MOST = 60
"""So many pairs of games from scattered positions are played."""


def a_stop_ignored(patch: Patch) -> None:
    """Traffic Stopped markers stop nobody (BCS-5.1g)."""
    found = hand.stop_reasons

    def reasons(*where: Any) -> list[Any]:
        return [reason for reason in found(*where) if reason[1] != "BCS-5.1g"]

    patch.setattr(movement, "stop_reasons", reasons)


def a_zone_ignored(patch: Patch) -> None:
    """From one EZOC to another (BCS-6.0.b)."""
    found = reaching.barriers

    def barriers(state: Any, unit: Any) -> Any:
        return msgspec.structs.replace(found(state, unit), jumps=0)

    for module in (movement, reaching):
        patch.setattr(module, "barriers", barriers)


def a_fire_event_not_counted(patch: Patch) -> None:
    """No Fire Event is ever spent (BCS-7.0d.b)."""
    patch.setattr(movement, "spend_fire", lambda *_: [])


def a_radius_too_large(patch: Patch) -> None:
    """Command Radius reaches a hex farther (BCS-S.17)."""

    def radius(state: Any, number: Any) -> Any:
        at, far = state.hq[number], state.kit.formations[number].radius + 1
        return state.kit.within(at, far) if at >= 0 else 0

    patch.setattr(safe_path, "radius", radius)


def a_step_too_cheap(patch: Patch) -> None:
    """Every step costs a quarter less (BCS-S.21)."""
    found = ways.charge

    def charge(cost: Any, left: Any, fresh: Any) -> Any:
        return found(cost, left, fresh) if cost <= 1 else found(cost - 1, left, fresh)

    patch.setattr(ways, "charge", charge)


def a_row_of_the_combat_table(patch: Patch) -> None:
    """Read one row too high (BCS-R.37)."""
    found = attack.result_of
    patch.setattr(attack, "result_of", lambda state, total: found(state, total + 1))


def a_retreat_too_short(patch: Patch) -> None:
    """Two hexes instead of three (BCS-7.5.h, BCS-7.5.j)."""
    patch.setattr(
        retreat, "_ring", lambda kit, at, far: kit.within(at, far - 1) & ~kit.within(at, far - 2)
    )


def a_safe_path_through_zones(patch: Patch) -> None:
    """EZOCs do not block it (BCS-1.6.b)."""

    def closed(state: Any, number: Any, _: Any) -> Any:
        return state.occupied[other(state.kit.formations[number].side)]

    patch.setattr(safe_path, "closed", closed)


def a_column_of_the_engagement_table(patch: Patch) -> None:
    """Read one too high (BCS-S.33)."""
    found = engagement.result_of
    patch.setattr(
        engagement, "result_of", lambda state, fight, total: found(state, fight, total + 1)
    )


def an_hq_in_a_zone(patch: Patch) -> None:
    """HQs enter EZOCs and Engagement Zones (BCS-6.0.f, BCS-6.1.f)."""

    def shut(state: Any, side: Any) -> Any:
        return state.occupied[other(side)] | state.kit.barred[side]

    patch.setattr(hq_reach, "shut", shut)


def a_third_unit_in_a_hex(patch: Patch) -> None:
    """Stacking is not minded (BCS-5.5.a)."""
    patch.setattr(stacking, "crowded", lambda *_: 0)


def a_barrage_into_a_city(patch: Patch) -> None:
    """All but Hard units are hit alike (BCS-R.41)."""
    found = barrage.row

    def row(*where: Any) -> str:
        return "hard" if found(*where) == "hard" else "other"

    patch.setattr(barrage, "row", row)


def a_ghost_forgotten(patch: Patch) -> None:
    """Ghost Trains do not count in the SNAFU roll (BCS-R.29)."""
    found = snafu.tally

    def tally(state: Any, number: Any) -> Any:
        sums = found(state, number)
        return Tally(tuple(part for part in sums.modifiers if part.what != "Ghost Trains"))

    patch.setattr(snafu, "tally", tally)


def a_gun_that_fires_on(patch: Patch) -> None:
    """Stand Off Support shoots without end (BCS-7.1.c)."""
    patch.setattr(engagement, "shots_left", lambda *_: 1)


def support_that_answers_from_afar(patch: Patch) -> None:
    """Support that is no Stand Off hits back at its Range (BCS-S.32)."""
    found = engagement.ignored

    def ignored(state: Any, fight: Any, result: str) -> tuple[str, ...]:
        sides = found(state, fight, result)
        far = state.kit.grid.distance(fight.origin, fight.target)
        near = fight.backing >= 0 and far <= support.box_face(state, fight.backing).range
        return () if near and sides == (engagement.FIRER,) else sides

    patch.setattr(engagement, "ignored", ignored)


def a_victory_hex_that_stays(patch: Patch) -> None:
    """Who comes to a victory hex does not take it (BCS-C.1)."""
    patch.setattr(victory, "take", lambda *_: [])


def a_timetable_forgotten(patch: Patch) -> None:
    """What a hex held early has brought is not counted (BCS-A.4)."""
    found = victory.points

    def points(state: Any) -> Tally:
        parts = found(state).modifiers
        return Tally(tuple(part for part in parts if part.rule != "BCS-A.4"))

    patch.setattr(victory, "points", points)


FAULTS = (
    a_stop_ignored,
    a_zone_ignored,
    a_fire_event_not_counted,
    a_radius_too_large,
    a_step_too_cheap,
    a_row_of_the_combat_table,
    a_retreat_too_short,
    a_safe_path_through_zones,
    a_column_of_the_engagement_table,
    an_hq_in_a_zone,
    a_third_unit_in_a_hex,
    a_barrage_into_a_city,
    a_ghost_forgotten,
    a_gun_that_fires_on,
    support_that_answers_from_afar,
    a_victory_hex_that_stays,
    a_timetable_forgotten,
)


@pytest.fixture(autouse=True)
def fresh_kits() -> Iterator[None]:
    """A kit remembers what was worked out for it: nothing of that with a fault in it."""
    KITS.clear()
    yield
    KITS.clear()


@pytest.mark.parametrize("plant", FAULTS, ids=lambda plant: plant.__name__)
def test_the_referee_finds(plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    title, referee, decisions = library.title("bcs"), library.referee("bcs"), 0
    monkeypatch.setattr(title, "audit", lambda _: [])
    plant(monkeypatch)
    for number in range(MOST):
        start = partial(referee.scattered, "noville", Random(f"fault {number}"))
        monkeypatch.setattr(title, "setup", lambda *_, start=start: start())
        report = fuzz(title, "noville", 2, f"fault {number}", A_WHILE, referee=referee)
        decisions += report.refereed
        if report.differences:
            return
    pytest.fail(f"nothing was found in {decisions} decisions")
