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
    from collections.abc import Hashable, Mapping, Sequence

    from grognard.chance import Draw, Outcome
    from grognard.plans import Planning
    from grognard.title import Seat, Title

SECONDS: Final = 2.0  # for a decision
TURN_SECONDS: Final = 90.0  # for all decisions of a turn
MOST: Final = 96  # iterations, after which more tell little
AHEAD: Final = 2  # player turns a world is followed for
STEPS: Final = 1500  # actions, after which a world is left in any case
EXPLORE: Final = 0.5
LEAD: Final = 1.0  # standard errors by which another choice must beat the planner's
SETTLED: Final = 2.5  # standard errors by which the best leads when thinking is over
FAIR: Final = 6  # iterations that each choice gets before that is asked


class Node:
    """What came of one sequence of own choices."""

    __slots__ = ("children", "squares", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Hashable, Node] = {}
        self.visits, self.total, self.squares = 0, 0.0, 0.0

    def add(self, value: float) -> None:
        self.visits += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean, never quite nothing."""
        if self.visits < 2:
            return 1.0
        spread = max(0.0, self.squares / self.visits - self.mean**2)
        return sqrt((spread + 0.01) / self.visits)

    def select(self, keys: Sequence[Hashable]) -> Hashable:
        """The key to try next: each once, in order, then the most promising."""
        for key in keys:
            if key not in self.children:
                self.children[key] = Node()
                return key
        return max(keys, key=self._promise)

    def _promise(self, key: Hashable) -> float:
        child = self.children[key]
        return child.mean + EXPLORE * sqrt(self.visits) / (1 + child.visits)


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
        self.most = MOST if bot.iterations is None else bot.iterations
        self.until = planning.clock(view) + AHEAD
        self.root = Node()

    def settle(self) -> Any:
        """The choice, or None where there is but the planner's; the plan is made by the way."""
        planner = self.bot.planner
        plans = self._plans(planner.current, self.view)
        if len(plans) > 1:
            named = {str(plan.name): plan for plan in plans}
            self._think(list(named), named, None)
            chosen = self._chosen(list(named))
            planner.current = named[chosen]
            self.root = self.root.children.get(chosen, Node())
        else:
            planner.current = plans[0]
        options = self.planning.choices(self.view, planner.current, self.offers)
        if len(options) < 2:
            return None
        if len(plans) == 1:
            self._think(options, None, planner.current)
        choice = self._chosen(options)
        self._say(options, choice)
        return choice

    def _plans(self, current: Any, view: Any) -> Sequence[Any]:
        if current is not None and self.planning.holds(view, current):
            return [current]
        found: Sequence[Any] = self.planning.plans(view, current)
        return found

    def _think(self, keys: Sequence[Hashable], plans: Mapping[str, Any] | None, plan: Any) -> None:
        done = 0
        while done < self.most and monotonic() < self.end and not self._settled(keys):
            key = self.root.select(keys)
            world = _World(self, self.root.children[key].visits)
            if plans is None:
                world.begin(plan, key)
            else:
                world.begin(plans[str(key)], None)
            value = world.play(self.root.children[key])
            self.root.add(value)
            done += 1

    def _settled(self, keys: Sequence[Hashable]) -> bool:
        """Whether one leads so far, or all are so alike, that more worlds would change nothing."""
        nodes = [self.root.children.get(key) for key in keys]
        if any(node is None or node.visits < FAIR for node in nodes):
            return False
        tried = sorted((node for node in nodes if node is not None), key=lambda n: -n.mean)
        lead = tried[0].mean - tried[1].mean
        alike = tried[0].mean - tried[-1].mean < 0.005
        return alike or lead > SETTLED * sqrt(tried[0].error ** 2 + tried[1].error ** 2)

    def _chosen(self, keys: Sequence[Any]) -> Any:
        """The best by far enough, otherwise the first."""
        first = self.root.children.get(keys[0])
        tried = [k for k in keys if k in self.root.children and self.root.children[k].visits > 1]
        if first is None or first.visits < 2 or not tried:
            return keys[0]
        best = max(tried, key=lambda key: self.root.children[key].mean)
        node = self.root.children[best]
        enough = LEAD * sqrt(node.error**2 + first.error**2) / sqrt(2)
        return best if node.mean - first.mean > enough else keys[0]

    def _say(self, options: Sequence[Any], choice: Any) -> None:
        node = self.root.children.get(choice)
        if node is None or node.visits < 2:
            return
        worlds = sum(child.visits for child in self.root.children.values())
        others = len(options) - 1
        self.words = f" (best of {others + 1} in {worlds} imagined games: {node.mean:+.2f})"


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

    def begin(self, plan: Any, action: Any) -> None:
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
