"""The Allied Engineers event: a bridge, a roadblock, or an Improved Position (EA-S.76)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.book.priorities import Criterion, highest, lowest, narrow
from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, members
from grognard.titles.ardennes.kit.kit import ALLIED, Kit
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.questions import Events
from grognard.titles.ardennes.position.state import FIRST_DAY, State, ids, mark
from grognard.titles.ardennes.rules.moving import bridges, roadblocks
from grognard.titles.ardennes.rules.supply import supply
from grognard.titles.ardennes.script import roads
from grognard.titles.ardennes.script.reasons import Reasons
from grognard.titles.ardennes.script.vocabulary import (
    edge_distance,
    germans_within,
    proximate_hexes,
    to_german,
    west,
    westernmost,
)

WHY = "Engineers"


class Job(NamedTuple):
    """What engineers do first: "blow" a river bit, "block" or "dig" a hex."""

    kind: str
    where: int


@cites("EA-S.76", "EA-D16.s", "EA-D16.t")
def first_job(state: State, why: Reasons) -> Job | None:
    """Destroy a bridge (not on 16 December), else place a roadblock, else an IP."""
    if state.day == FIRST_DAY:
        why.say("no bridge is destroyed on 16 December", "EA-D16.s")
    elif (river := _bridge(state, why)) is not None:
        return Job("blow", river)
    if (hex_ := _road(state, why)) is not None:
        return Job("block", hex_)
    if (hex_ := _position(state, why)) is not None:
        return Job("dig", hex_)
    return None


def work(state: State, job: Job) -> Events:
    """Carries the job out."""
    if job.kind == "blow":
        return bridges.blow_with_reaction(state, job.where, WHY)
    hex_ = Hex(job.where)
    if job.kind == "block":
        return roadblocks.place(state, hex_, WHY)
    mark(state, dug_in=state.dug_in | 1 << hex_)
    return [ev.DugIn(ALLIED, (state.kit.grid.label(hex_),))]


def describe(kit: Kit, job: Job) -> str:
    if job.kind == "blow":
        return f"bridge {bridges.label(kit, job.where)} destroyed"
    what = "roadblock in" if job.kind == "block" else "Improved Position in"
    return f"{what} {kit.grid.label(Hex(job.where))}"


# -- the three jobs ------------------------------------------------------------------------------


def far_bank(state: State, river: int) -> Hex:
    """The bank on the Allied side: nearer their edge, the westernmost of equals."""
    banks = bridges.banks(state.kit, river)
    nearest: Criterion[Hex] = lowest("nearest the Allied edge", lambda h: edge_distance(state, h))
    return narrow(banks, [nearest, *westernmost(state)]).kept[0]


@cites("EA-S.76")
def _bridge(state: State, why: Reasons) -> int | None:
    """The Allied bridge near the Germans whose far hex holds best."""
    kit = state.kit
    near = proximate_hexes(state) | germans_within(state, kit.number("engineers_distance"))
    found = narrow(
        [river for river in _standing(state) if _touches(state, river, near)],
        [
            highest("highest Hold Value beyond", lambda r: kit.hv[far_bank(state, r)], "EA-S.76"),
            lowest("westernmost", lambda r: west(state, far_bank(state, r)), "EA-S.66"),
            lowest("lowest hex number", lambda r: bridges.label(kit, r), "EA-S.66"),
        ],
    )
    names = [bridges.label(kit, river) for river in found.candidates]
    why.say(f"Allied bridges near the Germans: {', '.join(names) or 'none'}", "EA-S.76", names)
    return found.kept[0] if found.kept else None


def _standing(state: State) -> Iterator[int]:
    for number in ids(bridges.held(state, ALLIED)):
        yield 1 << number


def _touches(state: State, river: int, near: int) -> bool:
    a, b = bridges.banks(state.kit, river)
    return bool(near & (1 << a | 1 << b))


@cites("EA-S.76")
def _road(state: State, why: Reasons) -> Hex | None:
    """The roadblock candidate nearest a German unit."""
    kit = state.kit
    open_ = [h for h in members(kit.positions & kit.roads) if roads.placeable(state, h)]
    why.hexes("hexes fit for a roadblock", open_, "EA-S.76")
    found = narrow(
        open_,
        [
            lowest("nearest a German unit", lambda h: to_german(state, h), "EA-S.76"),
            highest("highest Hold Value", lambda h: kit.hv[h]),
            *westernmost(state),
        ],
    )
    why.narrowed(found)
    return found.kept[0] if found.kept else None


@cites("EA-S.76")
def _position(state: State, why: Reasons) -> Hex | None:
    """The supplied Allied hex without an IP that Germans are proximate to and that holds best."""
    kit = state.kit
    hexes = state.occupied[ALLIED] & supply.supplied(state, ALLIED) & proximate_hexes(state)
    fit = [
        h
        for h in members(hexes & ~kit.towns & ~state.dug_in)
        if state.stacks[h] & ~state.dispersed & ~supply.out_of_supply(state)
    ]
    why.hexes("Allied hexes fit for an Improved Position", fit, "EA-S.76")
    found = narrow(
        fit,
        [
            highest("highest Hold Value", lambda h: kit.hv[h], "EA-S.76"),
            *westernmost(state),
        ],
    )
    why.narrowed(found)
    return found.kept[0] if found.kept else None
