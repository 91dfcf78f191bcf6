"""Crossroads: a whole hex game. Red has six turns to take what Blue holds.

Zones of control, a results table, two sides, victory: docs/adding-a-title.md walks through it.
"""

from pathlib import Path

import msgspec

from grognard.book.charts import load_charts
from grognard.book.rulebook import Refusal, Rule, cites, load_rulebook
from grognard.book.tally import Modifier, Tally
from grognard.ground.board import load_board
from grognard.ground.hexes import Hex, HexSet, hexset
from grognard.waist import scene as art
from grognard.waist.asking import Answer, Asked, Question, own_side, pop, push
from grognard.waist.chance import Dice, Rolled
from grognard.waist.small import OpenGame, Seen, Told
from grognard.waist.title import ScenarioInfo, Seat, Title, Verdict

# -- what never changes -----------------------------------------------------------------------

DATA = Path(__file__).parent / "data" / "charts.toml"
BOARD, TABLE, RULES = load_board(DATA), load_charts(DATA)["results"], load_rulebook(DATA)
GRID, TERRAIN, GOAL = BOARD.grid, BOARD.layers["terrain"], BOARD.places[0].hex
RED, BLUE, TURNS, LOST = Seat("red"), Seat("blue"), 6, Hex(-9)


class Unit(msgspec.Struct, frozen=True):
    name: str
    side: int
    strength: int
    movement: int
    hex: str


UNITS = msgspec.convert(BOARD.extra["unit"], tuple[Unit, ...])
NUMBER = {unit.name: n for n, unit in enumerate(UNITS)}

# -- what is asked, what may be done, and what changes ----------------------------------------


class Turn(Asked, frozen=True):
    side: int


class Combat(Asked, frozen=True):
    side: int
    hex: str


class Move(Answer, frozen=True):
    unit: str
    hex: str


class Attack(Answer, frozen=True):
    blow = True
    hex: str


class Done(Answer, frozen=True):
    """The turn is over."""


Order = Move | Attack | Done


class Position(msgspec.Struct):
    stack: tuple[Turn | Combat, ...]
    hexes: list[Hex]  # by unit
    left: list[int]  # movement, by unit; -1 once it has fought
    turn: int = 1
    quiet: bool = False


# -- what follows from a position -------------------------------------------------------------


def at(label: str) -> Hex:
    return GRID.at(label) if GRID.has(label) else LOST


def alive(now: Position, side: int) -> list[int]:
    return [n for n, unit in enumerate(UNITS) if unit.side == side and now.hexes[n] != LOST]


def standing(now: Position, side: int) -> list[Hex]:
    return [now.hexes[n] for n in alive(now, side)]


def zone(now: Position, side: int) -> HexSet:
    return GRID.around(hexset(standing(now, side)))


def cost(hex_: Hex) -> int:
    return 2 if TERRAIN[hex_] == "woods" else 1


def attackers(now: Position, side: int, target: Hex) -> list[int]:
    fresh = [n for n in alive(now, side) if now.left[n] >= 0]
    return [n for n in fresh if GRID.adjacent(now.hexes[n], target)]


@cites("CR-4")
def column(now: Position, side: int, target: Hex) -> int:
    ours = sum(UNITS[n].strength for n in attackers(now, side, target))
    theirs = UNITS[now.hexes.index(target)].strength
    return TABLE.column_for(2 * ours // (theirs if TERRAIN[target] == "clear" else 2 * theirs))


# -- a turn: candidates, refusal, answer ------------------------------------------------------


def candidates(now: Position, turn: Turn) -> list[Order]:
    steps = ((n, to) for n in alive(now, turn.side) for to in GRID.neighbours(now.hexes[n]))
    moves = [Move(UNITS[n].name, GRID.label(to)) for n, to in steps]
    return [*moves, *map(Attack, map(GRID.label, standing(now, 1 - turn.side))), Done()]


def refusal(now: Position, turn: Turn, order: Order) -> Refusal | None:
    match order:
        case Move(name, label):
            return move_refusal(now, turn, NUMBER.get(name, -1), at(label))
        case Attack(label) if at(label) not in standing(now, 1 - turn.side):
            return Refusal("CR-4", f"no enemy stands in {label}")
        case Attack(label) if not attackers(now, turn.side, at(label)):
            return Refusal("CR-4", f"no unit next to {label} has yet to fight")
    return None


def move_refusal(now: Position, turn: Turn, n: int, to: Hex) -> Refusal | None:
    theirs = zone(now, 1 - turn.side)
    if n not in alive(now, turn.side) or to == LOST or not GRID.adjacent(now.hexes[n], to):
        return Refusal("CR-1", "a move takes a unit of one's own to a hex next to it")
    if cost(to) > now.left[n]:
        return Refusal("CR-1", f"it costs {cost(to)} movement, {max(0, now.left[n])} left")
    if theirs >> now.hexes[n] & theirs >> to & 1:
        return Refusal("CR-2", "an enemy controls both hexes")
    return Refusal("CR-3", "a unit stands there") if to in now.hexes else None


def answer(now: Position, turn: Turn, order: Order) -> list[Told]:
    match order:
        case Move(name, label):
            n, to = NUMBER[name], at(label)
            now.hexes[n] = to
            now.left[n] = 0 if zone(now, 1 - turn.side) >> to & 1 else now.left[n] - cost(to)
            return [Told(f"{name} moves to {label}.", art.Notice(kind="move", spots=(label,)))]
        case Attack(label):
            push(now, Combat(turn.side, label))
            return []
    now.turn, now.left = now.turn + turn.side, [unit.movement for unit in UNITS]
    over = now.turn > TURNS or GOAL in standing(now, 0)
    now.stack = () if over else (Turn(1 - turn.side),)
    return [Told(f"{(RED, BLUE)[turn.side]} is done.", art.Notice(heading=art.TURN))]


@cites("CR-5")
def result(now: Position, combat: Combat, roll: Rolled) -> list[Told]:
    target = at(combat.hex)
    ours, which = attackers(now, combat.side, target), column(now, combat.side, target)
    letters = TABLE.cells[roll.faces[0] - 1][which]
    lost = [min(ours, key=lambda n: UNITS[n].strength)] * ("A" in letters)
    lost += [now.hexes.index(target)] * ("D" in letters)
    for n in ours:
        now.left[n] = -1
    for n in lost:
        now.hexes[n] = LOST
    pop(now)
    words = f"Attack on {combat.hex} at {TABLE.columns[which]}: {letters}."
    return [Told(words, art.Notice(kind="combat", spots=(combat.hex,), dice=roll.faces))]


# -- the title --------------------------------------------------------------------------------


def counter(n: int, hex_: Hex) -> art.Piece:
    name, figures = UNITS[n].name, f"{UNITS[n].strength}-{UNITS[n].movement}"
    ground, side = (("#e7b7a5", RED), ("#b5c7dd", BLUE))[UNITS[n].side]
    return art.Piece(name, GRID.label(hex_), side, "infantry", figures=figures, ground=ground)


class Crossroads(OpenGame[Position, Order]):
    KEY, NAME, State, Action = "crossroads", "Crossroads", Position, Order
    SEATS: tuple[Seat, ...] = (RED, BLUE)

    def __init__(self) -> None:
        super().__init__()
        self.questions[Turn] = Question(own_side, candidates, refusal, answer)
        self.ask_chance(Combat, lambda *_: Dice(1, 6, "combat"), result)

    def scenarios(self) -> list[ScenarioInfo]:
        return [ScenarioInfo("six-turns", "Six turns", RULES["CR-6"].text, TURNS, self.SEATS)]

    def setup(self, scenario: str, options: object, pack: object = None) -> Position:
        return Position((Turn(0),), [at(u.hex) for u in UNITS], [u.movement for u in UNITS])

    def verdict(self, state: Position) -> Verdict | None:
        red = Tally((Modifier(int(GOAL in standing(state, 0)), "CR-6", "the crossroads"),))
        return None if state.stack else Verdict(RED if red.total else BLUE, "victory", red)

    def prompt(self, view: Seen[Position]) -> str:
        who = self.SEATS[view.state.stack[-1].side] if view.state.stack else "nobody"
        return f"turn {view.state.turn}, {who}: move, attack, or be done"

    def appraise(self, view: Seen[Position], action: Order) -> float:
        match action:
            case Move(name, to):
                start = view.state.hexes[NUMBER[name]]
                return GRID.distance(start, GOAL) - GRID.distance(at(to), GOAL)
            case Attack(label):
                return column(view.state, self.SEATS.index(view.seat or RED), at(label)) - 1.5
        return 0.0

    def scene(self, view: Seen[Position]) -> art.Scene:
        hexes = art.hexes_of(GRID, {GRID.label(hex_): kind for hex_, kind in TERRAIN.items()})
        board = art.BoardArt(self.KEY, hexes=hexes, stars=(art.Star(GRID.label(GOAL)),))
        pieces = tuple(counter(n, hex_) for n, hex_ in enumerate(view.state.hexes) if hex_ != LOST)
        return art.Scene(board, prompt=art.Prompt(self.prompt(view)), pieces=pieces, open=True)

    def rules(self) -> dict[str, Rule]:
        return RULES


GAME: Title[Position, Order, Told, Seen[Position]] = Crossroads()
