"""Looks ahead in worlds that could be true, with the planner playing everybody in them.

Monte-Carlo tree search for games in which something is hidden: every iteration
imagines a world from the view, lets chance roll in it, and follows the tree by
the choices of one's own seat alone; between them, and after the tree ends, all
seats play as the planner would. A world is left after a round of turns and
judged by how the game then stands. What is chosen are plans, where one is to be
made, and the few actions of a decision between which the title would hesitate.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from grognard.bots.planner import Planner
from grognard.chance import Dice, Picked, Rolled
from grognard.plans import can_plan
from grognard.title import CHANCE

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from grognard.chance import Draw, Outcome
    from grognard.plans import Planning
    from grognard.title import Seat, Title

SECONDS: Final = 2.0  # for a decision
TURN_SECONDS: Final = 90.0  # for all decisions of a turn
MOST: Final = 120  # iterations, after which more tell little
AHEAD: Final = 2  # player turns a world is followed for
STEPS: Final = 1500  # actions, after which a world is left in any case
EXPLORE: Final = 0.5
LEAD: Final = 0.5  # standard errors by which another choice must beat the planner's
SETTLED: Final = 2.0  # standard errors by which one is left behind
ALIKE: Final = 8  # worlds in which two choices must come to the same to be called alike
ROUNDS: Final = (2, 4, 8, 16)  # worlds after which the choices are thinned out


class Node:
    """What came of one sequence of own choices."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Hashable, Node] = {}
        self.visits, self.total = 0, 0.0

    def add(self, value: float) -> None:
        self.visits += 1
        self.total += value

    def select(self, keys: Sequence[Hashable]) -> Hashable:
        """The key to try next: the likeliest at first, more of them the longer it is thought."""
        open_ = keys[: 1 + int(sqrt(self.visits) / 2)]
        for key in open_:
            if key not in self.children:
                self.children[key] = Node()
                return key
        return max(open_, key=self._promise)

    def _promise(self, key: Hashable) -> float:
        child = self.children[key]
        mean = child.total / child.visits if child.visits else 0.0
        return mean + EXPLORE * sqrt(self.visits) / (1 + child.visits)


class Arm:
    """One choice at the root: its node, and what it came to in each world, in their order."""

    def __init__(self, key: Any) -> None:
        self.key, self.node = key, Node()
        self.values: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0

    def lead(self, other: Arm) -> tuple[float, float]:
        """By how much it does better in the same worlds, and the standard error of that."""
        pairs = list(zip(self.values, other.values, strict=False))
        gaps = [mine - theirs for mine, theirs in pairs]
        if len(gaps) < 2:
            return 0.0, 1.0
        mean = sum(gaps) / len(gaps)
        spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
        return mean, sqrt((spread + 1e-4) / len(gaps))


class Search:
    """Looks ahead in imagined worlds where the plan leaves a choice, within its time."""

    def __init__(
        self,
        title: Title[Any, Any, Any, Any],
        seconds: float = SECONDS,
        iterations: int | None = None,
        turn_seconds: float = TURN_SECONDS,
    ) -> None:
        self.title, self.seconds, self.iterations = title, seconds, iterations
        self.planner = Planner(title)
        self._planning: Planning[Any, Any, Any] | None = title if can_plan(title) else None
        self._turn, self._left, self.turn_seconds = -1, turn_seconds, turn_seconds
        self._why = ""

    # -- choosing ------------------------------------------------------------------------

    def choose(self, view: Any, offers: Sequence[Any], rng: Random) -> Any:
        self._why = ""
        if self._planning is None or len(offers) == 1:
            return self.planner.choose(view, offers, rng)
        begun = monotonic()
        self._new_turn(self._planning.clock(view))
        thought = _Thought(self, self._planning, view, offers, Random(rng.getrandbits(64)))
        choice = thought.settle()
        self._left -= monotonic() - begun
        self._why = thought.words
        return choice if choice is not None else self.planner.choose(view, offers, rng)

    def _new_turn(self, clock: int) -> None:
        if clock != self._turn:
            self._turn, self._left = clock, self.turn_seconds

    @property
    def time(self) -> float:
        """Seconds for the next decision; without end where iterations are counted."""
        return max(0.0, min(self.seconds, self._left)) if self.iterations is None else float("inf")

    def why(self, view: Any, offers: Sequence[Any], action: Any) -> str:
        said = self.planner.why(view, offers, action)
        return f"{said}{self._why}"


class _Thought:
    """One decision being thought about."""

    def __init__(
        self,
        bot: Search,
        planning: Planning[Any, Any, Any],
        view: Any,
        offers: Sequence[Any],
        rng: Random,
    ) -> None:
        self.bot, self.title, self.planning = bot, bot.title, planning
        self.view, self.offers, self.words = view, offers, ""
        self.seed = rng.getrandbits(64)
        self.end = monotonic() + bot.time
        self.left = MOST if bot.iterations is None else bot.iterations
        self.until = planning.clock(view) + AHEAD
        self.worlds = 0

    def settle(self) -> Any:
        """The choice, or None where there is but the planner's; the plan is made by the way."""
        planner = self.bot.planner
        plans = self._plans(planner.current)
        if len(plans) > 1:
            named = {plan.name: plan for plan in plans}
            best = self._best(
                [Arm(name) for name in named], lambda world, arm: world.begin(named[arm.key])
            )
            planner.current = named[best.key]
        else:
            planner.current = plans[0]
        plan = planner.current
        options = self.planning.choices(self.view, plan, self.offers)
        if len(options) < 2:
            return None
        arms = [Arm(action) for action in options]
        best = self._best(arms, lambda world, arm: world.begin(plan, arm.key))
        if best.values:
            self.words = f" (looked at {len(arms)} choices in {self.worlds} imagined games)"
        return best.key

    def _plans(self, current: Any) -> Sequence[Any]:
        if current is not None and self.planning.holds(self.view, current):
            return [current]
        return list(self.planning.plans(self.view, current))

    def _best(self, arms: Sequence[Arm], begin: Callable[[_World, Arm], None]) -> Arm:
        """The arm that does best by far enough, otherwise the first."""
        alive, number = list(arms), 0
        while len(alive) > 1 and self._may_go_on(len(alive)):
            for arm in alive:
                world = _World(self, number)
                begin(world, arm)
                arm.values.append(world.play(arm.node))
            number += 1
            self.left -= len(alive)
            self.worlds += len(alive)
            if number in ROUNDS:
                alive = _cut(alive, arms[0])
        best = max(alive, key=lambda arm: arm.mean)
        lead, error = best.lead(arms[0])
        return best if best is arms[0] or lead > LEAD * error else arms[0]

    def _may_go_on(self, arms: int) -> bool:
        return self.left >= arms and monotonic() < self.end


def _cut(arms: Sequence[Arm], first: Arm) -> list[Arm]:
    """Those that may still turn out best: no doubles, none far behind, the better half."""
    kept: list[Arm] = []
    for arm in sorted(arms, key=lambda arm: (-arm.mean, arm is not first)):
        if len(arm.values) < ALIKE or all(arm.values != other.values for other in kept):
            kept.append(arm)
    leader = kept[0]
    near = [arm for arm in kept if arm is leader or _is_near(arm, leader)]
    return near[: max(2, (len(arms) + 1) // 2)]


def _is_near(arm: Arm, leader: Arm) -> bool:
    lead, error = leader.lead(arm)
    return lead < SETTLED * error


class _World:
    """One imagined game. The same number means the same world and the same luck."""

    def __init__(self, thought: _Thought, number: int) -> None:
        self.thought, self.title, self.planning = thought, thought.title, thought.planning
        self.rng = Random(f"{thought.seed}/{number}")
        self.state = self.title.imagine(thought.view, self.rng)
        self.me = self._viewer()
        self.players: dict[Seat, Planner] = {}
        self.plan: Any = None

    def _viewer(self) -> Seat:
        seats = self.title.deciders(self.state)
        if len(seats) == 1:
            return seats[0]
        return next(s for s in seats if self.title.view(self.state, s) == self.thought.view)

    def begin(self, plan: Any, action: Any = None) -> None:
        """The choice at the root."""
        self._player(self.me).current = plan
        if action is not None:
            self.title.apply(self.state, self.me, action)

    def _player(self, seat: Seat) -> Planner:
        found = self.players.get(seat)
        if found is None:
            found = self.players[seat] = Planner(self.title)
        return found

    def play(self, node: Node) -> float:
        """Plays on below a node of the tree; what it came to is noted on the way back."""
        path: list[Node] = [node]
        here: Node | None = node if node.visits else None
        title, state = self.title, self.state
        for _ in range(STEPS):
            seats = title.deciders(state)
            if not seats:
                break
            seat = seats[0]
            if seat == CHANCE:
                title.apply(state, seat, self._drawn(title.draw(state)))
                continue
            view = title.view(state, seat)
            if self.planning.clock(view) >= self.thought.until:
                break
            offers = title.offers(state, seat)
            if seat == self.me and here is not None:
                here, action = self._follow(here, path, view, offers)
            else:
                action = self._player(seat).choose(view, offers, self.rng)
            title.apply(state, seat, action)
        value = self._value()
        for passed in path:
            passed.add(value)
        return value

    def _follow(
        self, node: Node, path: list[Node], view: Any, offers: Sequence[Any]
    ) -> tuple[Node | None, Any]:
        """An own decision while still in the tree."""
        player, here = self._player(self.me), node
        if len(offers) == 1:
            return here, offers[0]
        plan = player.plan(view, self.planning)
        options = self.planning.choices(view, plan, offers)
        if len(options) < 2:
            return here, player.choose(view, offers, self.rng)
        action = here.select(options)
        child = here.children[action]
        path.append(child)
        return (child if child.visits else None), action

    def _drawn(self, draw: Draw) -> Outcome:
        if isinstance(draw, Dice):
            return Rolled(tuple(self.rng.randint(1, draw.sides) for _ in range(draw.count)))
        return Picked(self.rng.randrange(draw.among))

    def _value(self) -> float:
        verdict = self.title.verdict(self.state)
        worth = self.planning.worth(self.title.view(self.state, self.me))
        if verdict is None:
            return worth
        won = 0.0 if verdict.winner is None else 1.0 if verdict.winner == self.me else -1.0
        return 0.9 * won + 0.1 * worth


__all__ = ["SECONDS", "Search"]
