"""A tiny title for tests of the tools: bid in secret, march on nine hexes, strike with a die.

Each round an income is drawn for both purses, which are hidden. Both seats bid
in secret; the higher bid is paid and its seat marches up to three hexes,
claiming what it enters. A hex the other seat has claimed is struck for: 4 or
more takes it, less ends the march. Scouting shows the other purse.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.book.rulebook import Refusal, Rule
from grognard.book.tally import Modifier, Tally
from grognard.ground.hexes import Grid, Hex, members
from grognard.waist.asking import Answer, Asked, Question
from grognard.waist.chance import Dice, Pick, Picked, Rolled
from grognard.waist.no_way import NoWay
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
from grognard.waist.small import SmallGame
from grognard.waist.title import (
    OptionInfo,
    OverlayInfo,
    Preview,
    ScenarioInfo,
    Seat,
    Verdict,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
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


class Income(Asked, frozen=True):
    """Chance draws what both purses get."""


class Bidding(Asked, frozen=True):
    """Those who have not bid are to bid."""


class TieBreak(Asked, frozen=True):
    """Chance rolls: even is red's."""


class March(Asked, frozen=True):
    """A seat has so many steps left."""

    who: int
    left: int


class Strike(Asked, frozen=True):
    """Chance rolls for a claimed hex."""

    into: int


class Bid(Answer, frozen=True):
    coins: int


class Step(Answer, frozen=True):
    into: str


class Scout(Answer, frozen=True):
    """A look into the other purse."""


class Stop(Answer, frozen=True):
    """The march is over."""


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
    quiet: bool = False


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


# -- the questions: candidates, refusal, answer -----------------------------------------


def bids(state: State, me: int) -> list[Action]:
    return [Bid(coins) for coins in range(state.purse[me] + 1)]


def bid_refusal(state: State, me: int, action: Action) -> Refusal | None:
    if not isinstance(action, Bid):
        return Refusal("TOY-1", "bid first, march after")
    if not 0 <= action.coins <= state.purse[me]:
        return Refusal("TOY-2", f"you have {state.purse[me]} coins")
    return None


def march_candidates(_: State, __: March) -> Iterator[Action]:
    yield Stop()
    yield Scout()
    yield from (Step(GRID.label(h)) for h in GRID.hexes)


def march_refusal(state: State, march: March, action: Action) -> Refusal | None:
    match action:
        case Bid():
            return Refusal("TOY-1", "bid first, march after")
        case Step(into):
            return _step_refusal(state, march.who, into)
        case Scout() if state.purse[march.who] < 1:
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


def march_answer(state: State, march: March, action: Action) -> list[Happened]:
    me, seat = march.who, SEATS[march.who]
    match action:
        case Step(into):
            return _step(state, me, GRID.at(into))
        case Scout():
            state.purse[me] -= 1
            words = f"the other purse holds {state.purse[1 - me]}"
            return [Happened(words, seat, True, "scout", seat)]
    _next_round(state)
    return [Happened(f"{seat} stops", kind="march", side=seat)]


def income(state: State, _: Income, drawn: Picked) -> list[Happened]:
    state.purse = [coins + drawn.which for coins in state.purse]
    state.stack = (Bidding(),)
    return [Happened(f"each purse gets {drawn.which}", kind="income")]


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


def tie_break(state: State, _: TieBreak, rolled: Rolled) -> list[Happened]:
    (face,) = rolled.faces
    return [_die(f"a {face} is rolled", face), *_won(state, face % 2)]


def strike(state: State, top: Strike, rolled: Rolled) -> list[Happened]:
    (face,), march = rolled.faces, state.stack[0]
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


def _bidding(state: State) -> bool:
    return bool(state.stack) and isinstance(state.stack[-1], Bidding)


# -- beside the waist ----------------------------------------------------------------


def _coins(coins: int) -> str:
    """The card that stands for a bid."""
    return f"coins {coins}"


def _strike_odds(title: str = "") -> Preview:
    half = Fraction(1, 2)
    outcomes = (("taken", half), ("the march ends", half))
    return Preview("4 or more takes it", Tally(), outcomes, title, lit=(Lit("strike"),))


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


# -- the title -----------------------------------------------------------------------


def _nobody(*_: object) -> Any:
    raise AssertionError("the seats that bid are asked by name")


class Toy(SmallGame[State, Action, Happened, View]):
    KEY, NAME, SEATS, OPTIONS = "toy", "Toy", (RED, BLUE), OPTIONS
    State, Action, USAGE, OVERLAYS = State, Action, USAGE, OVERLAYS

    def __init__(self) -> None:
        super().__init__()
        self.questions[Bidding] = Question(_nobody, _nobody, _nobody, _nobody)
        self.questions[March] = Question(
            lambda _, march: march.who, march_candidates, march_refusal, march_answer
        )
        self.ask_chance(Income, lambda *_: Pick(3, "income"), income)
        self.ask_chance(TieBreak, lambda *_: Dice(1, 6, "strike"), tie_break)
        self.ask_chance(Strike, lambda *_: Dice(1, 6, "strike"), strike)

    # Both bid at once: whoever asks is told its own, which no question on the stack can do.

    def deciders(self, state: State) -> tuple[Seat, ...]:
        if _bidding(state):
            return tuple(seat for i, seat in enumerate(SEATS) if i not in state.bids)
        return super().deciders(state)

    def candidates(self, state: State, seat: Seat) -> Iterable[Action]:
        if _bidding(state):
            return bids(state, SEATS.index(seat))
        return super().candidates(state, seat)

    def refusal(self, state: State, seat: Seat, action: Action) -> Refusal | None:
        if _bidding(state):
            return bid_refusal(state, SEATS.index(seat), action)
        return super().refusal(state, seat, action)

    def offers(self, state: State, seat: Seat) -> list[Action]:
        return bids(state, SEATS.index(seat)) if _bidding(state) else super().offers(state, seat)

    def apply(self, state: State, seat: Seat, action: Action) -> list[Happened]:
        if isinstance(action, Bid):
            return _bid(state, SEATS.index(seat), action.coins)
        return super().apply(state, seat, action)

    def scenarios(
        self,
    ) -> Sequence[ScenarioInfo]:
        return (
            ScenarioInfo("corners", "Corners", "From opposite corners.", 3, SEATS),
            ScenarioInfo("centre", "Centre", "Red begins in the middle.", 3, SEATS),
        )

    def setup(self, scenario: str, options: Mapping[str, str], pack: Path | None = None) -> State:
        assert pack is None or pack.exists()
        pawn: list[int] = [GRID.at("0202" if scenario == "centre" else "0101"), GRID.at("0303")]
        claimed = [1 << pawn[0], 1 << pawn[1]]
        rounds = int(options["rounds"])
        return State(1, rounds, (Income(),), [2, 2], pawn, claimed, {}, bytearray(2))

    def view(self, state: State, seat: Seat | None) -> View:
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

    def redact(self, event: Happened, seat: Seat | None) -> Happened | None:
        return event if event.only in ("", seat) else None

    def reveals(self, event: Happened) -> bool:
        return event.reveals

    def verdict(self, state: State) -> Verdict | None:
        if state.stack:
            return None
        red, blue = (claimed.bit_count() for claimed in state.claimed)
        tally = Tally((Modifier(red, "TOY-6", "red hexes"), Modifier(-blue, "TOY-6", "blue hexes")))
        winner = None if red == blue else RED if red > blue else BLUE
        return Verdict(winner, "draw" if winner is None else "win", tally)

    def audit(self, state: State) -> list[str]:
        flaws = [
            f"{seat}'s purse is below nothing"
            for seat, p in zip(SEATS, state.purse, strict=True)
            if p < 0
        ]
        if state.claimed[0] & state.claimed[1]:
            flaws.append("a hex is claimed twice")
        return flaws

    def spot(self, action: Action) -> str:
        match action:
            case Step(into):
                return into
            case Bid(coins):
                return _coins(coins)
        return ""

    def buttons(self, state: State, seat: Seat) -> tuple[Action, ...]:
        marching = bool(state.stack) and isinstance(state.stack[-1], March)
        return (Scout(), Stop()) if marching and seat in self.deciders(state) else ()

    def route(self, state: State, seat: Seat, pieces: Sequence[str], to: str) -> list[Action]:
        """The shortest way round the other pawn."""
        me = SEATS.index(seat)
        if (
            seat not in self.deciders(state)
            or not GRID.has(to)
            or any(name != seat for name in pieces)
        ):
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

    def no_way(self, state: State, seat: Seat, pieces: Sequence[str], to: str) -> NoWay | None:
        asked = seat in self.deciders(state) and GRID.has(to)
        if not asked or self.route(state, seat, pieces, to):
            return None
        return NoWay(Refusal("TOY-3", f"no way leads to {to}"), to)

    def unfinished(self, state: State, seat: Seat, action: Action) -> tuple[str, ...]:
        top = state.stack[-1] if state.stack else None
        marching = isinstance(top, March) and seat in self.deciders(state)
        return (f"{top.left} steps are left",) if marching and isinstance(action, Stop) else ()

    def narrate(self, event: Happened) -> str:
        return event.text

    def notice(self, event: Happened) -> Notice:
        return Notice(
            heading=PHASE if event.kind == "income" else 0,
            kind=event.kind,
            side=event.side,
            spots=event.spots,
            detail=event.detail,
            lights=event.spots if event.detail else (),
            dice=event.dice,
        )

    def prompt(self, view: View) -> str:
        return f"round {view.round} of {view.rounds}"

    def probes(self, state: State, seat: Seat, spot: str) -> Iterator[Action]:
        assert seat in SEATS
        if not isinstance(state.stack[-1], Bidding):
            yield Step(spot)
            return
        yield Bid(99)
        yield Step(spot)

    def preview(self, state: State, seat: Seat, action: Action) -> Preview | None:
        other = state.claimed[1 - SEATS.index(seat)]
        if not isinstance(action, Step) or not other >> GRID.at(action.into) & 1:
            return None
        return _strike_odds()

    def threats(self, view: View, spot: str) -> list[Preview]:
        """The other pawn strikes for a hex of the viewer's next to it."""
        if view.seat not in SEATS or not GRID.has(spot):
            return []
        me = SEATS.index(Seat(view.seat))
        mine = view.claimed[me] >> GRID.at(spot) & 1
        near = GRID.adjacent(Hex(view.pawn[1 - me]), GRID.at(spot))
        return [_strike_odds(f"{SEATS[1 - me]} strikes for {spot}")] if mine and near else []

    def imagine(self, view: View, rng: Random) -> State:
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

    def appraise(self, view: View, action: Action) -> float:
        match action:
            case Bid(coins):
                return -abs(coins - 1)
            case Step(into):
                mine = view.claimed[SEATS.index(Seat(view.seat))]
                return 0.5 if mine >> GRID.at(into) & 1 else 2.0
        return 1.0 if isinstance(action, Stop) else 0.0

    def scene(self, view: View) -> Scene:
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
            prompt=Prompt(text=self.prompt(view), seat=view.seat),
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

    def overlay(self, view: View, name: str, spot: str) -> Scene:
        if name != "near":
            raise ValueError(f"there is no overlay “{name}”; there are near")
        shown = Overlay(key=name, title="Near: choose a hex")
        if GRID.has(spot):
            near = tuple(GRID.label(h) for h in members(GRID.spread(1 << GRID.at(spot))))
            shade = Shade(hexes=near, colour="gold", title="a step away")
            shown = Overlay(key=name, title=f"Near {spot}", shades=(shade,))
        return msgspec.structs.replace(self.scene(view), overlays=(shown,))

    def rules(
        self,
    ) -> Mapping[str, Rule]:
        texts = {
            "TOY-1": "Bids come before the march.",
            "TOY-2": "Nobody bids more than the purse holds.",
            "TOY-3": "A step goes to a neighbouring hex.",
            "TOY-4": "Pawns never share a hex.",
            "TOY-5": "Scouting costs a coin.",
            "TOY-6": "Most hexes wins.",
        }
        return {key: Rule(key, "rule", "1", text) for key, text in texts.items()}


# The module itself is the title, as those of the library are.
TOY = Toy()
globals().update({name: getattr(TOY, name) for name in dir(TOY) if name[0] != "_"})
