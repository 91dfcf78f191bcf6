"""A tiny title for tests of the tools: bid in secret, march on nine hexes, strike with a die.

Each round an income is drawn for both purses, which are hidden. Both seats bid
in secret; the higher bid is paid and its seat marches up to three hexes,
claiming what it enters. A hex the other seat has claimed is struck for: 4 or
more takes it, less ends the march. Scouting shows the other purse.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from grognard.book.rulebook import Refusal, Rule
from grognard.book.tally import Modifier, Tally
from grognard.ground.hexes import Grid, Hex, members
from grognard.waist.chance import Dice, Draw, Pick, Picked, Rolled
from grognard.waist.no_way import NoWay
from grognard.waist.plans import Habits, Plan
from grognard.waist.scene import (
    PHASE,
    BoardArt,
    Box,
    Card,
    Cell,
    Control,
    Hand,
    Lit,
    Note,
    Notice,
    Overlay,
    Piece,
    Prompt,
    Scene,
    Shade,
    Track,
    Violation,
    hexes_of,
)
from grognard.waist.scene import Step as Stage
from grognard.waist.title import (
    CHANCE,
    OptionInfo,
    OverlayInfo,
    Preview,
    ScenarioInfo,
    Seat,
    Verdict,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path
    from random import Random

KEY = "toy"
NAME = "Toy"
EDITION = 1
OVERLAYS = (OverlayInfo("near", "Near", "e", on_select=True),)
USAGE = "  bid 2; step 0101; stop"
RED, BLUE = Seat("red"), Seat("blue")
SEATS: tuple[Seat, ...] = (RED, BLUE)
OPTIONS: tuple[OptionInfo, ...] = (OptionInfo("rounds", ("3", "5"), "how many rounds are played"),)
GRID = Grid(3, 3)
STEPS = 3

# -- decisions, actions, events ----------------------------------------------------


class Income(msgspec.Struct, frozen=True, tag=True):
    """Chance draws what both purses get."""


class Bidding(msgspec.Struct, frozen=True, tag=True):
    """Those who have not bid are to bid."""


class TieBreak(msgspec.Struct, frozen=True, tag=True):
    """Chance rolls: even is red's."""


class March(msgspec.Struct, frozen=True, tag=True):
    """A seat has so many steps left."""

    who: int
    left: int


class Strike(msgspec.Struct, frozen=True, tag=True):
    """Chance rolls for a claimed hex."""

    into: int


class Bid(msgspec.Struct, frozen=True, tag=True):
    coins: int

    def __str__(self) -> str:
        return f"bid {self.coins}"


class Step(msgspec.Struct, frozen=True, tag=True):
    into: str

    def __str__(self) -> str:
        return f"step {self.into}"


class Scout(msgspec.Struct, frozen=True, tag=True):
    def __str__(self) -> str:
        return "scout"


class Stop(msgspec.Struct, frozen=True, tag=True):
    def __str__(self) -> str:
        return "stop"


Action = Bid | Step | Scout | Stop


class Happened(msgspec.Struct, frozen=True):
    """An event: a sentence, and the seat it is for (empty: everybody)."""

    text: str
    only: str = ""
    reveals: bool = False
    kind: str = ""
    side: str = ""
    spots: tuple[str, ...] = ()
    detail: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()


class State(msgspec.Struct):
    round: int
    rounds: int
    stack: tuple[Income | Bidding | TieBreak | March | Strike, ...]
    purse: list[int]
    pawn: list[int]
    claimed: list[int]
    bids: dict[int, int]
    entered: bytearray


class View(msgspec.Struct, frozen=True):
    seat: str
    round: int
    rounds: int
    stack: tuple[Income | Bidding | TieBreak | March | Strike, ...]
    purse: int | None
    bid: int | None
    has_bid: tuple[bool, bool]
    pawn: tuple[int, ...]
    claimed: tuple[int, ...]
    entered: bytes


# -- the waist -----------------------------------------------------------------------


def scenarios() -> Sequence[ScenarioInfo]:
    return (
        ScenarioInfo("corners", "Corners", "From opposite corners.", 3, SEATS),
        ScenarioInfo("centre", "Centre", "Red begins in the middle.", 3, SEATS),
    )


def setup(scenario: str, options: Mapping[str, str], pack: Path | None = None) -> State:
    assert pack is None or pack.exists()
    pawn: list[int] = [GRID.at("0202" if scenario == "centre" else "0101"), GRID.at("0303")]
    claimed = [1 << pawn[0], 1 << pawn[1]]
    rounds = int(options["rounds"])
    return State(1, rounds, (Income(),), [2, 2], pawn, claimed, {}, bytearray(2))


def copy(state: State) -> State:
    return State(
        state.round,
        state.rounds,
        state.stack,
        state.purse[:],
        state.pawn[:],
        state.claimed[:],
        dict(state.bids),
        state.entered[:],
    )


def deciders(state: State) -> tuple[Seat, ...]:
    match state.stack:
        case ():
            return ()
        case (*_, Bidding()):
            return tuple(seat for i, seat in enumerate(SEATS) if i not in state.bids)
        case (*_, March(who)):
            return (SEATS[who],)
    return (CHANCE,)


def draw(state: State) -> Draw:
    return Pick(3, "income") if isinstance(state.stack[-1], Income) else Dice(1, 6, "strike")


def candidates(state: State, seat: Seat) -> Iterator[Action]:
    if isinstance(state.stack[-1], Bidding):
        yield from (Bid(coins) for coins in range(state.purse[SEATS.index(seat)] + 1))
        return
    yield Stop()
    yield Scout()
    yield from (Step(GRID.label(h)) for h in GRID.hexes)


def offers(state: State, seat: Seat) -> list[Action]:
    return [a for a in candidates(state, seat) if refusal(state, seat, a) is None]


def refusal(state: State, seat: Seat, action: Action) -> Refusal | None:
    me = SEATS.index(seat)
    bidding = isinstance(state.stack[-1], Bidding)
    if bidding != isinstance(action, Bid):
        return Refusal("TOY-1", "bid first, march after")
    match action:
        case Bid(coins) if not 0 <= coins <= state.purse[me]:
            return Refusal("TOY-2", f"you have {state.purse[me]} coins")
        case Step(into):
            return _step_refusal(state, me, into)
        case Scout() if state.purse[me] < 1:
            return Refusal("TOY-5", "scouting costs a coin")
    return None


def _step_refusal(state: State, me: int, into: str) -> Refusal | None:
    if not GRID.has(into):
        return Refusal("TOY-3", f"there is no hex {into}")
    if not GRID.adjacent(Hex(state.pawn[me]), GRID.at(into)):
        return Refusal("TOY-3", f"{into} is not next to your pawn")
    if GRID.at(into) == state.pawn[1 - me]:
        return Refusal("TOY-4", f"the other pawn stands in {into}")
    return None


def apply(state: State, seat: Seat, action: Action | Rolled | Picked) -> list[Happened]:
    match action:
        case Picked(which):
            state.purse = [coins + which for coins in state.purse]
            state.stack = (Bidding(),)
            return [Happened(f"each purse gets {which}", kind="income")]
        case Rolled((face,)):
            return _rolled(state, face)
        case Bid(coins):
            return _bid(state, SEATS.index(seat), coins)
        case Step(into):
            return _step(state, SEATS.index(seat), GRID.at(into))
        case Scout():
            me = SEATS.index(seat)
            state.purse[me] -= 1
            words = f"the other purse holds {state.purse[1 - me]}"
            return [Happened(words, seat, True, "scout", seat)]
        case Stop():
            _next_round(state)
            return [Happened(f"{seat} stops", kind="march", side=seat)]
    raise AssertionError(f"refusal let {action} through at {state.stack}")


def _bid(state: State, me: int, coins: int) -> list[Happened]:
    state.bids[me] = coins
    told = [Happened(f"{SEATS[me]} bids {coins}", SEATS[me], kind="bid", side=SEATS[me])]
    if len(state.bids) < 2:
        return told
    if state.bids[0] == state.bids[1]:
        state.stack = (TieBreak(),)
        return [*told, Happened("the bids are equal", reveals=True)]
    return told + _won(state, 0 if state.bids[0] > state.bids[1] else 1)


def _won(state: State, who: int) -> list[Happened]:
    state.purse[who] -= state.bids[who]
    bids = f"{state.bids[0]} to {state.bids[1]}"
    state.bids = {}
    state.stack = (March(who, STEPS),)
    words = f"{SEATS[who]} wins the bidding, {bids}"
    return [Happened(words, "", True, "bid", SEATS[who], detail=(bids,))]


def _step(state: State, me: int, into: Hex) -> list[Happened]:
    if state.claimed[1 - me] >> into & 1:
        state.stack = (*state.stack, Strike(into))
        label = GRID.label(into)
        words = f"{SEATS[me]} strikes for {label}"
        return [Happened(words, kind="combat", side=SEATS[me], spots=(label, SEATS[me]))]
    return _take(state, me, into)


def _take(state: State, me: int, into: Hex) -> list[Happened]:
    state.pawn[me] = into
    state.claimed[me] |= 1 << into
    state.claimed[1 - me] &= ~(1 << into)
    state.entered[me] += 1
    march = state.stack[0]
    assert isinstance(march, March)
    state.stack = (March(me, march.left - 1),)
    if march.left == 1:
        _next_round(state)
    label = GRID.label(into)
    return [Happened(f"{SEATS[me]} takes {label}", "", False, "march", SEATS[me], (label,))]


def _rolled(state: State, face: int) -> list[Happened]:
    top = state.stack[-1]
    if isinstance(top, TieBreak):
        return [_die(f"a {face} is rolled", face), *_won(state, face % 2)]
    march = state.stack[0]
    assert isinstance(top, Strike)
    assert isinstance(march, March)
    if face >= 4:
        return [_die(f"a {face} is rolled", face), *_take(state, march.who, Hex(top.into))]
    _next_round(state)
    return [_die(f"a {face} is rolled, the march ends", face)]


def _die(words: str, face: int) -> Happened:
    return Happened(words, kind="combat", dice=(face,))


def _next_round(state: State) -> None:
    state.round += 1
    state.stack = () if state.round > state.rounds else (Income(),)


def view(state: State, seat: Seat | None) -> View:
    me = SEATS.index(seat) if seat in SEATS else None
    return View(
        seat or "",
        state.round,
        state.rounds,
        state.stack,
        None if me is None else state.purse[me],
        None if me is None else state.bids.get(me),
        (0 in state.bids, 1 in state.bids),
        tuple(state.pawn),
        tuple(state.claimed),
        bytes(state.entered),
    )


def redact(event: Happened, seat: Seat | None) -> Happened | None:
    return event if event.only in ("", seat) else None


def reveals(event: Happened) -> bool:
    return event.reveals


def secrets(_: State) -> tuple[str, ...]:
    return ()


def verdict(state: State) -> Verdict | None:
    if state.stack:
        return None
    red, blue = (claimed.bit_count() for claimed in state.claimed)
    tally = Tally((Modifier(red, "TOY-6", "red hexes"), Modifier(-blue, "TOY-6", "blue hexes")))
    winner = None if red == blue else RED if red > blue else BLUE
    return Verdict(winner, "draw" if winner is None else "win", tally)


def audit(state: State) -> list[str]:
    flaws = [
        f"{seat}'s purse is below nothing"
        for seat, p in zip(SEATS, state.purse, strict=True)
        if p < 0
    ]
    if state.claimed[0] & state.claimed[1]:
        flaws.append("a hex is claimed twice")
    return flaws


# -- beside the waist ----------------------------------------------------------------


def spot(action: Action) -> str:
    match action:
        case Step(into):
            return into
        case Bid(coins):
            return _coins(coins)
    return ""


def _coins(coins: int) -> str:
    """The card that stands for a bid."""
    return f"coins {coins}"


def buttons(state: State, seat: Seat) -> tuple[Action, ...]:
    marching = bool(state.stack) and isinstance(state.stack[-1], March)
    return (Scout(), Stop()) if marching and seat in deciders(state) else ()


def route(state: State, seat: Seat, pieces: Sequence[str], to: str) -> list[Action]:
    """The shortest way round the other pawn."""
    me = SEATS.index(seat)
    if seat not in deciders(state) or not GRID.has(to) or any(name != seat for name in pieces):
        return []
    other, start = state.pawn[1 - me], Hex(state.pawn[me])
    ways: dict[Hex, list[Hex]] = {start: []}
    queue = [start]
    for here in queue:
        for near in GRID.neighbours(here):
            if near not in ways and near != other:
                ways[near] = [*ways[here], near]
                queue.append(near)
    steps = ways.get(GRID.at(to), [])
    left = state.stack[-1].left if isinstance(state.stack[-1], March) else 0
    return [Step(GRID.label(h)) for h in steps] if len(steps) <= left else []


def no_way(state: State, seat: Seat, pieces: Sequence[str], to: str) -> NoWay | None:
    if seat not in deciders(state) or not GRID.has(to) or route(state, seat, pieces, to):
        return None
    return NoWay(Refusal("TOY-3", f"no way leads to {to}"), to)


def describe(action: Action) -> str:
    return str(action)


def parse(state: State, seat: Seat, text: str) -> list[Action]:
    return [action for action in candidates(state, seat) if str(action) == text]


def narrate(event: Happened) -> str:
    return event.text


def notice(event: Happened) -> Notice:
    return Notice(
        heading=PHASE if event.kind == "income" else 0,
        kind=event.kind,
        side=event.side,
        spots=event.spots,
        detail=event.detail,
        lights=event.spots if event.detail else (),
        dice=event.dice,
    )


def prompt(view: View) -> str:
    return f"round {view.round} of {view.rounds}"


def probes(state: State, seat: Seat, spot: str) -> Iterator[Action]:
    assert seat in SEATS
    if not isinstance(state.stack[-1], Bidding):
        yield Step(spot)
        return
    yield Bid(99)
    yield Step(spot)


def preview(state: State, seat: Seat, action: Action) -> Preview | None:
    other = state.claimed[1 - SEATS.index(seat)]
    if not isinstance(action, Step) or not other >> GRID.at(action.into) & 1:
        return None
    return _strike_odds()


def _strike_odds(title: str = "") -> Preview:
    half = Fraction(1, 2)
    outcomes = (("taken", half), ("the march ends", half))
    return Preview("4 or more takes it", Tally(), outcomes, title, lit=(Lit("strike"),))


def unfinished(state: State, seat: Seat, action: Action) -> tuple[str, ...]:
    top = state.stack[-1] if state.stack else None
    if seat not in deciders(state) or not isinstance(action, Stop) or not isinstance(top, March):
        return ()
    return (f"{top.left} steps are left",)


def threats(view: View, spot: str) -> list[Preview]:
    """The other pawn strikes for a hex of the viewer's next to it."""
    if view.seat not in SEATS or not GRID.has(spot):
        return []
    me = SEATS.index(Seat(view.seat))
    mine = view.claimed[me] >> GRID.at(spot) & 1
    near = GRID.adjacent(Hex(view.pawn[1 - me]), GRID.at(spot))
    return [_strike_odds(f"{SEATS[1 - me]} strikes for {spot}")] if mine and near else []


def imagine(view: View, rng: Random) -> State:
    purse, bids = [rng.randrange(9) for _ in SEATS], {}
    for i, has_bid in enumerate(view.has_bid):
        if has_bid:
            bids[i] = rng.randrange(purse[i] + 1)
    if view.seat in SEATS:
        me = SEATS.index(Seat(view.seat))
        purse[me] = view.purse or 0
        if view.bid is not None:
            bids[me] = view.bid
    pawn, claimed = list(view.pawn), list(view.claimed)
    entered = bytearray(view.entered)
    return State(view.round, view.rounds, view.stack, purse, pawn, claimed, bids, entered)


def appraise(view: View, action: Action) -> float:
    match action:
        case Bid(coins):
            return -abs(coins - 1)
        case Step(into):
            mine = view.claimed[SEATS.index(Seat(view.seat))]
            return 0.5 if mine >> GRID.at(into) & 1 else 2.0
    return 1.0 if isinstance(action, Stop) else 0.0


def scene(view: View) -> Scene:
    pawns = [
        Piece(
            id=seat,
            hex=GRID.label(Hex(h)),
            side=seat,
            corners=("A3", "V2", str(entered), "L"),
            face="deployed",
            reverse="in column",
            formation=seat,
        )
        for seat, h, entered in zip(SEATS, view.pawn, view.entered, strict=True)
    ]
    control = [
        Control(side=seat, name=seat, colour=seat, hexes=tuple(GRID.labels(hexes)))
        for seat, hexes in zip(SEATS, view.claimed, strict=True)
    ]
    return Scene(
        board=BoardArt(key=KEY, hexes=hexes_of(GRID)),
        title=NAME,
        prompt=Prompt(text=prompt(view), seat=view.seat),
        pieces=tuple(pawns),
        control=tuple(control),
        held=(view.seat,) if _marches(view) else (),
        violations=_quarrels(view),
        sequence=tuple(_stages(view)),
        lit=(Lit("strike"),) if _marches(view) else (),
        notes=_notes(view),
        hands=tuple(_hands(view)),
        tracks=(_rounds(view),),
        boxes=(Box("purse", "Purse", text=f"{view.purse} coins", unfolded=True),),
    )


def _marches(view: View) -> bool:
    match view.stack:
        case (*_, March(who)):
            return view.seat == SEATS[who]
    return False


def _quarrels(view: View) -> tuple[Violation, ...]:
    """Nothing here can be wrong; two pawns in a hex would be."""
    if view.pawn[0] != view.pawn[1]:
        return ()
    label = GRID.label(Hex(view.pawn[0]))
    return (Violation(f"two pawns in {label}", "TOY-4", label),)


def _stages(view: View) -> Iterator[Stage]:
    now = type(view.stack[0]).__name__ if view.stack else ""
    for name in ("Income", "Bidding", "March"):
        yield Stage(name, current=name == now)


def _notes(view: View) -> tuple[Note, ...]:
    if not view.stack or not isinstance(view.stack[-1], Bidding) or view.bid is not None:
        return ()
    return (Note("bid", "Bidding", "The higher bid is paid, the lower costs nothing."),)


def _hands(view: View) -> Iterator[Hand]:
    """The own coins as cards, one for each bid one could make; of the other nothing shows."""
    yield Hand("bank", "Bank", kind="pile", count=99)
    bidding = bool(view.stack) and isinstance(view.stack[-1], Bidding) and view.bid is None
    if view.purse is not None and bidding:
        cards = (
            Card(_coins(n), f"Bid {n}", "Pay it if you win.", value=str(n), kind="coin")
            for n in range(view.purse + 1)
        )
        yield Hand("bids", "Your bids", tuple(cards))


def _rounds(view: View) -> Track:
    cells = (Cell(str(n), current=n == view.round) for n in range(1, view.rounds + 1))
    return Track("rounds", "Rounds", tuple(cells), "gauge")


def overlay(view: View, name: str, spot: str) -> Scene:
    if name != "near":
        raise ValueError(f"there is no overlay “{name}”; there are near")
    shown = Overlay(key=name, title="Near: choose a hex")
    if GRID.has(spot):
        near = tuple(GRID.label(h) for h in members(GRID.spread(1 << GRID.at(spot))))
        shade = Shade(hexes=near, colour="gold", title="a step away")
        shown = Overlay(key=name, title=f"Near {spot}", shades=(shade,))
    return msgspec.structs.replace(scene(view), overlays=(shown,))


def rules() -> Mapping[str, Rule]:
    texts = {
        "TOY-1": "Bids come before the march.",
        "TOY-2": "Nobody bids more than the purse holds.",
        "TOY-3": "A step goes to a neighbouring hex.",
        "TOY-4": "Pawns never share a hex.",
        "TOY-5": "Scouting costs a coin.",
        "TOY-6": "Most hexes wins.",
    }
    return {key: Rule(key, "rule", "1", text) for key, text in texts.items()}


# -- beside the plan -----------------------------------------------------------------

HABITS = Habits()
simulate = apply


def plans(_: View, __: Plan | None = None) -> tuple[Plan, ...]:
    return (Plan("as it comes", ()),)


def renew(_: View, before: Plan) -> Plan:
    return before


def holds(_: View, __: Plan) -> bool:
    return True


def appraise_by(view: View, _: Plan, action: Action) -> float:
    return appraise(view, action)


def choices(*_: object) -> tuple[Action, ...]:
    return ()


def reason(view: View, _: Plan, action: Action) -> str:
    return f"“{describe(action)}” is worth {appraise(view, action):.2f}"


def worth(_: View) -> float:
    return 0.0


def clock(_: View) -> int:
    return 0
