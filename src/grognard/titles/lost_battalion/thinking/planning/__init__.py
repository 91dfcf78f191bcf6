"""Planning a phase: which victory hexes are wanted, who is sent, and then march and fight by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from grognard.ground.hexes import Hex
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, UnitId
from grognard.titles.lost_battalion.position.actions import Action
from grognard.titles.lost_battalion.position.decisions import NOWHERE, Movement
from grognard.titles.lost_battalion.position.state import ids
from grognard.titles.lost_battalion.sight.view import View
from grognard.titles.lost_battalion.thinking.planning import reasons
from grognard.titles.lost_battalion.thinking.planning.doctrine import Doctrine
from grognard.titles.lost_battalion.thinking.planning.doubts import doubtful
from grognard.titles.lost_battalion.thinking.planning.orders import Orders, basis_of
from grognard.titles.lost_battalion.thinking.planning.planned import Planned
from grognard.titles.lost_battalion.thinking.planning.posts import Posts
from grognard.titles.lost_battalion.thinking.planning.standing import worth
from grognard.titles.lost_battalion.thinking.situation import Situation
from grognard.waist.plans import Aim

__all__ = ["appraise_by", "choices", "clock", "holds", "plans", "reason", "renew", "worth"]

STEADY: Final = Doctrine("steady")
THRUSTS: Final = 1
ALL_OUTS: Final = 4
NEAR: Final = 7  # hexes from either side within which a victory hex is in dispute
ALL_OUT: Final = 4.0  # times its points, what a victory hex counts for when all is staked on it
SCREEN: Final = 3.0
ABOUT: Final = 4  # hexes
# What the search may expect of a plan before it tries it, from games in which it was followed.
PROVEN: Final = 0.25
DOUBTED: Final = -0.1
DOCTRINES: Final = (
    STEADY,
    Doctrine("massed", grip=0.25),
)


def plans(view: View, before: Orders | None = None) -> Iterator[Orders]:
    """The ways to go about this phase; once it is under way, only the one that was begun."""
    now = Situation(view)
    return _orders(now, _doctrines(now, before))


def renew(view: View, before: Orders) -> Orders | None:
    """The plan of that name as it would be made now, if there is one: one of `plans`."""
    now = Situation(view)
    same = [d for d in _doctrines(now, before) if d.name == before.name]
    return next(_orders(now, same[:1]), None)


def _doctrines(now: Situation, before: Orders | None) -> Sequence[Doctrine]:
    marching = _marching(now)
    if before is not None and (not marching or _same_phase(now.view, before)):
        return (before.doctrine,)
    return _ways(now) if marching else (STEADY,)


def _marching(now: Situation) -> bool:
    return any(isinstance(d, Movement) and d.side == now.side for d in now.view.stack)


def _orders(now: Situation, doctrines: Sequence[Doctrine]) -> Iterator[Orders]:
    ways = Posts(now, STEADY).all_ways() if _marching(now) else None
    for doctrine in doctrines:
        seen = Situation(now.view, doctrine.wants) if doctrine.wants else now
        given = _stay(now) if ways is None else Posts(seen, doctrine, ways).assign()
        yield Orders(doctrine.name, _aims(now, given), doctrine, given, basis_of(now.view))


def _ways(now: Situation) -> list[Doctrine]:
    """The Allies, who must take ground, begin with the thrust that promises most."""
    thrusts = [Doctrine(f"against {name}", target=h) for h, name in _enemy_held(now)[:THRUSTS]]
    first = thrusts if now.side == ALLIED else []
    last = [] if now.side == ALLIED else thrusts
    return [*first, *DOCTRINES, *last, _bold(now), *_all_out(now), *_favoured(now)]


def _bold(now: Situation) -> Doctrine:
    return Doctrine("bold", taken=3.0, spare=0.4, press=1.0, screen=_screen(now), promise=DOUBTED)


def _screen(now: Situation) -> float:
    """In their last turn the Allies keep the German away from what he could still storm."""
    return SCREEN if _is_last(now) and now.side == ALLIED else 0.0


def _is_last(now: Situation) -> bool:
    return now.view.turn >= now.kit.scenario.last_turn


def _all_out(now: Situation) -> list[Doctrine]:
    """Against one victory hex with all that can be spared elsewhere, and no counting of heads."""
    screen, held = _screen(now), _enemy_held(now)[:ALL_OUTS]
    best = _storm_target(now, [h for h, _ in held])
    return [
        Doctrine(
            f"all against {name}",
            spare=0.4,
            press=1.0,
            target=h,
            screen=screen,
            promise=PROVEN if h == best else DOUBTED,
            wants={h: ALL_OUT},
        )
        for h, name in held
    ]


def _storm_target(now: Situation, held: Sequence[Hex]) -> Hex:
    """What all should be staked on in the last turn: for the Allies the weakest garrison."""
    if not _is_last(now) or not held:
        return NOWHERE
    return min(held, key=lambda h: now.estimates[h].steps) if now.side == ALLIED else held[0]


def _favoured(now: Situation) -> list[Doctrine]:
    """One victory hex before all others, to be had or to be held; those in dispute."""
    disputed = now.kit.grid.within(now.foes, NEAR) & now.kit.grid.within(now.mine, NEAR)
    wanted = [(h, name) for h, name in _names(now).items() if disputed >> h & 1]
    screen, exposed = _screen(now), _exposed(now, [h for h, _ in wanted])
    thrust = _thrust(now) if now.side == ALLIED and not _is_last(now) else NOWHERE
    return [
        Doctrine(
            f"{name} first",
            target=thrust,
            screen=screen,
            promise=PROVEN if h == exposed else DOUBTED,
            wants={h: ALL_OUT},
        )
        for h, name in wanted
    ]


def _thrust(now: Situation) -> Hex:
    return next((h for h, _ in _enemy_held(now)), NOWHERE)


def _exposed(now: Situation, wanted: Sequence[Hex]) -> Hex:
    """The victory hex that is lost most easily while there is time to hold it."""
    if _is_last(now):
        return NOWHERE
    return _left_behind(now, wanted) if now.side == ALLIED else _beset(now, wanted)


def _left_behind(now: Situation, wanted: Sequence[Hex]) -> Hex:
    """Where those come from who attack the next victory hex and advance into it."""
    stormed = now.kit.grid.spread(sum(1 << h for h, _ in _enemy_held(now)))
    return next((h for h in wanted if (stormed & ~now.foes) >> h & 1), NOWHERE)


def _beset(now: Situation, wanted: Sequence[Hex]) -> Hex:
    """Of the victory hexes a German still has, the one with most of the enemy about."""
    mine = [h for h in wanted if not (now.view.control | now.foes) >> h & 1]
    about = {h: (now.kit.disc(h, ABOUT) & now.foes).bit_count() for h in mine}
    return max(mine, key=lambda h: about[h], default=NOWHERE)


def _enemy_held(now: Situation) -> list[tuple[Hex, str]]:
    held = [(h, name) for h, name in _names(now).items() if now.foes >> h & 1]
    return sorted(held, key=lambda found: -_promise(now, found[0]))


def _names(now: Situation) -> dict[Hex, str]:
    return {now.kit.grid.at(row.hex): row.name for row in now.kit.victory_hexes}


def _promise(now: Situation, hex_: Hex) -> float:
    there = now.estimates[hex_]
    return now.prizes[hex_] / (there.steps * (1.0 + now.cover(hex_)))


def _same_phase(view: View, before: Orders) -> bool:
    basis = basis_of(view)
    return (basis.turn, basis.phase) == (before.basis.turn, before.basis.phase)


def clock(view: View) -> int:
    """Player turns from the beginning: two a turn, the German one after the Allied."""
    german = any(getattr(d, "side", ALLIED) == GERMAN for d in view.stack[1:2])
    return 2 * view.turn + german


def _stay(now: Situation) -> dict[UnitId, Hex]:
    return {unit: hex_ for hex_ in now.prizes for unit in ids(now.units(hex_))}


def _aims(now: Situation, given: dict[UnitId, Hex]) -> tuple[Aim, ...]:
    names = _names(now)
    return tuple(
        Aim(
            names[hex_],
            now.prizes[hex_],
            now.kit.grid.label(hex_),
            tuple(now.kit.names[u] for u, post in given.items() if post == hex_),
        )
        for hex_ in now.prizes
        if hex_ in given.values()
    )


def holds(view: View, plan: Orders) -> bool:
    """Whether a plan is still to be followed."""
    return basis_of(view) == plan.basis


# Every offer of a decision is asked about in turn: the view last asked about is kept.
_LAST: list[tuple[View, Orders, Planned]] = []


def planned(view: View, plan: Orders) -> Planned:
    for seen, by, judge in _LAST:
        if seen is view and by is plan:
            return judge
    fresh = Planned(Situation(view, plan.doctrine.wants), plan)
    _LAST[:] = [(view, plan, fresh)]
    return fresh


def appraise_by(view: View, plan: Orders, action: Action) -> float:
    """How good an offer looks to a side that follows this plan."""
    return planned(view, plan).worth(action)


def choices(view: View, plan: Orders, offers: Sequence[Action]) -> Sequence[Action]:
    """The offers between which a player would hesitate, the best by the plan first."""
    return doubtful(planned(view, plan), offers)


def reason(view: View, plan: Orders, action: Action) -> str:
    """Why the side does it, in a sentence."""
    return reasons.reason(planned(view, plan), action)
