"""How a formation stands: its MSR and Trains, the rolls ahead of it with their exact chances,
and what Fatigue and Isolation would do if its Activation ended now."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from grognard.book.rulebook import Refusal
from grognard.book.tally import Tally
from grognard.book.words import counted, listed
from grognard.ground.hexes import HexSet, hexset
from grognard.titles.bcs.kit.kit import FormationId
from grognard.titles.bcs.position.state import (
    FAIL,
    FATIGUE,
    FULL,
    PARTIAL,
    FormationSet,
    Route,
    State,
    each,
    label,
    names_of,
)
from grognard.titles.bcs.rules.command import mixing, prepared, snafu
from grognard.titles.bcs.rules.command.prepared import guns
from grognard.titles.bcs.rules.rear import fatigue, isolation, recovery, trains
from grognard.titles.bcs.rules.rear.isolation import Forecast
from grognard.titles.bcs.rules.turn import second
from grognard.titles.bcs.words.wording import SNAFU, at_least, signed


class Supply(msgspec.Struct, frozen=True):
    """The MSR and where the Trains may be; distances in hexes entered."""

    route: Route | None
    distance: int  # Trains to HQ; -1 without an MSR
    rear: int  # Trains to the Supply Source
    legal: bool  # the Trains' own hex
    ghost: bool
    optimal: bool
    crossing: FormationSet  # whose MSRs share a hex with this one
    shared: HexSet


class Report(msgspec.Struct, frozen=True):
    """All that can be told of a formation beforehand."""

    formation: FormationId
    supply: Supply
    blob: HexSet
    snafu: Tally
    chances: tuple[tuple[str, Fraction], ...]
    second: Tally
    second_needs: int
    second_chance: Fraction
    second_refusal: Refusal | None
    tires: bool  # a Fatigue roll would be due if the Activation ended now
    fatigue_needs: int
    fatigue_chance: Fraction
    isolation: Forecast
    recovery_refusal: Refusal | None
    defense_refusal: Refusal | None


def report(state: State, number: FormationId) -> Report:
    """How the formation stands now."""
    active = state.active == number
    again = active and state.second
    return Report(
        formation=number,
        supply=supply(state, number),
        blob=mixing.blob(state, number),
        snafu=snafu.tally(state, number),
        chances=snafu_chances(state, number),
        second=second.tally(state, number),
        second_needs=second.needs(state, number),
        second_chance=second.chance(state, number),
        second_refusal=second.refusal(state, number) if active else _tired_out(state, number),
        tires=active and fatigue.due(state),
        fatigue_needs=fatigue.needs(state, number, second=again),
        fatigue_chance=fatigue.chance(state, number, second=again),
        isolation=isolation.forecast(state, number),
        recovery_refusal=recovery.refusal(state, number),
        defense_refusal=prepared.refusal(state, number),
    )


def snafu_chances(state: State, number: FormationId) -> tuple[tuple[str, Fraction], ...]:
    """Fail, Partial and Full of the next roll, each with its chance."""
    odds = snafu.odds(state, number)
    return tuple((SNAFU[result], odds[result]) for result in (FAIL, PARTIAL, FULL))


def _tired_out(state: State, number: FormationId) -> Refusal | None:
    """Of a formation that is not active only Fatigue can be known beforehand."""
    found = second.refusal(state, number)
    return found if found is not None and found.rule == "BCS-10.4.f" else None


def supply(state: State, number: FormationId) -> Supply:
    """The formation's MSR, its Trains, and whose MSRs cross it."""
    route, where = trains.msr(state, number), state.trains[number]
    crossing = trains.crossing(state, number)
    return Supply(
        route=route,
        distance=len(route.front) - 1 if route is not None else -1,
        rear=len(route.rear) - 1 if route is not None else -1,
        legal=where >= 0 and trains.is_legal(state, number, where),
        ghost=bool(state.ghost >> number & 1),
        optimal=trains.optimal(state, number),
        crossing=crossing,
        shared=_shared(state, number, crossing),
    )


def _shared(state: State, number: FormationId, crossing: FormationSet) -> HexSet:
    """The hexes of the HQ-to-Trains stretch that other formations use as well."""
    own = _front(state, number)
    others = 0
    for other in each(crossing):
        others |= _front(state, FormationId(other))
    return own & others


def _front(state: State, number: FormationId) -> HexSet:
    route = trains.msr(state, number)
    return hexset(route.front) if route is not None else 0


# -- in words ----------------------------------------------------------------------------------


def percent(chance: Fraction) -> str:
    return f"{round(chance * 100)}%"


def sum_words(tally: Tally) -> str:
    """`+1 Fresh (BCS-10.4.e), −1 Ghost Trains (BCS-R.29) = 0`."""
    parts = [f"{signed(part.amount)} {part.what} ({part.rule})" for part in tally.modifiers]
    if not parts:
        return "no modifier"
    total = signed(tally.total) if tally.total else "0"
    return f"{', '.join(parts)} = {total}"


def snafu_line(state: State, found: Report) -> str:
    """What the next SNAFU roll needs, with the chances."""
    chances = ", ".join(f"{name} {percent(chance)}" for name, chance in found.chances)
    return f"Next SNAFU roll: {snafu_needs(state, found)}; {chances}"


def snafu_needs(state: State, found: Report) -> str:
    """What counts in the next SNAFU roll, and what it takes."""
    sums, plus = sum_words(found.snafu), found.snafu.total
    fail, partial = state.kit.number("snafu.fail"), state.kit.number("snafu.partial")
    needs = f"two dice: {fail - plus + 1} or more Partial, {partial - plus + 1} or more Full"
    if state.prepared >> found.formation & 1:
        needs = f"two dice: {fail - plus + 1} or more Partial, no better in Prepared Defense"
    return f"{sums}; {needs}"


def second_line(found: Report) -> str:
    """What a Second Activation needs, with the chance."""
    if found.second_refusal is not None:
        return f"Second Activation: no ({found.second_refusal})"
    needs = at_least(max(2, found.second_needs - found.second.total))
    sums = sum_words(found.second)
    return f"Second Activation: {sums}; one die: {needs}; {percent(found.second_chance)}"


def fatigue_line(state: State, found: Report) -> str:
    """Whether the Activation so far tires the formation, and how likely."""
    level = FATIGUE[state.fatigue[found.formation]]
    if not found.fatigue_chance:
        return f"Fatigue: {level}, tires no further (BCS-R.33)"
    roll = f"one level on {at_least(found.fatigue_needs)}, {percent(found.fatigue_chance)}"
    if state.active != found.formation:
        return f"Fatigue: {level}; after an Activation that tires: {roll} (BCS-R.33)"
    if not found.tires:
        return f"Fatigue: {level}; nothing so far that tires (BCS-R.32)"
    return f"Fatigue: {level}; if the Activation ended now: {roll} (BCS-R.33)"


def isolation_lines(state: State, found: Report) -> Iterator[str]:
    """What Isolation would do if the Activation ended now."""
    if found.isolation.gone:
        yield "Isolation now: the whole Formation would be removed (BCS-10.5.d)"
    for cut in found.isolation.cuts:
        who = f"{listed(names_of(state, cut.units))} in {label(state, cut.hex)}"
        loss = counted(cut.steps, "step") + (" each" if cut.units & cut.units - 1 else "")
        yield f"Isolation now: {who} {loss}, {cut.why} ({cut.rule})"
    if not found.isolation.cuts and not found.isolation.gone:
        yield "Isolation now: nobody is hurt (BCS-10.5.a)"


def supply_line(state: State, found: Supply, number: FormationId) -> str:
    """The MSR in a line: how long, optimal or not, and who crosses it."""
    if found.route is None:
        return f"No MSR{_why_none(state, number)}"
    source = found.route.rear[-1]
    code = state.kit.source_name.get(source, "")
    side = "Ghost" if found.ghost else "Regular"
    home = code or label(state, source)
    rear = f"Trains to {home} {found.rear}" if found.rear else f"Trains at {home}"
    parts = [f"HQ to Trains {found.distance} hexes, {rear}"]
    low, high = state.kit.number("limits.optimal_min"), state.kit.number("limits.optimal_max")
    word = "at" if found.optimal else "not at"
    parts.append(f"{word} Optimal Distance ({low} to {high}, BCS-10.3.k), Trains {side}")
    if found.crossing:
        keys = [state.kit.formations[n].key for n in each(found.crossing)]
        parts.append(f"Crossing the Streams with {listed(keys)} (BCS-10.2d)")
    return "; ".join(parts)


def _why_none(state: State, number: FormationId) -> str:
    where = state.trains[number]
    if state.hq[number] < 0:
        return ": the HQ is not on the map"
    if where < 0:
        return ": the Trains are off the map (BCS-10.3.a)"
    return f": {label(state, where)} is no Legal Hex for the Trains (BCS-10.3.f)"


def lines(state: State, found: Report) -> Iterator[str]:
    """The whole report, a line each."""
    number = found.formation
    yield f"{FATIGUE[state.fatigue[number]]}, {counted(guns(state, number), 'Artillery Point')}"
    yield supply_line(state, found.supply, number)
    yield snafu_line(state, found)
    yield second_line(found)
    yield fatigue_line(state, found)
    yield from isolation_lines(state, found)
    if found.recovery_refusal is not None:
        yield f"Recovery: no ({found.recovery_refusal})"
    if found.defense_refusal is not None:
        yield f"Prepared Defense: no ({found.defense_refusal})"
