"""Looks ahead in worlds that could be true, with the planner playing everybody in them.

Monte-Carlo tree search for games in which something is hidden: every iteration
imagines a world from the view, lets chance roll in it, and follows the tree by
the choices of one's own seat alone; between them, and after the tree ends, all
seats play as the planner would. A world is left after two rounds of turns and
judged by how near the seat then is to a win; a draw is little better than a loss.

What is chosen are plans, where one is to be made, and the few actions of a
decision between which the title would hesitate. At the root all choices meet
the same worlds and are halved in number again and again; the planner's own is
left only for one that does better by more than chance would have it. Plans are
thought about for the first few decisions that follow them, not only for one.
"""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from grognard.bots.planner import Planner
from grognard.waist.chance import Dice, Picked, Rolled
from grognard.waist.plans import Habits, renewed
from grognard.waist.title import CHANCE

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from grognard.waist.chance import Draw, Outcome
    from grognard.waist.plans import Plan
    from grognard.waist.title import Seat, Title

SECONDS: Final = 2.0  # for a decision
TURN_SECONDS: Final = 90.0  # for all decisions of a turn
SPARE: Final = 0.1  # of a decision's seconds: what is needed to come to an end
MOST: Final = 120  # iterations, after which more tell little
AHEAD: Final = 4  # player turns that make one imagined game, where games are counted
STEPS: Final = 2500  # actions, after which a world is left in any case
SURE: Final = 0.75  # how much of what an ended game is worth is its result; the rest is by how much
DRAWN: Final = 0.5  # how much of the way from a draw down to a loss a draw is worth
EXPLORE: Final = 0.5
WIDEN: Final = 4  # the more, the longer a node keeps to its first choice
FEW: Final = 4  # worlds with which that is doubled
SETTLED: Final = 2.0  # standard errors by which one is left behind
TRUST: Final = 6.0  # worlds that a title's own word for a plan is worth
SETTLES: Final = 1.0  # a promise besides which no smaller one counts
ALIKE: Final = 8  # worlds in which choices must come to the same to be called alike
ROUNDS: Final = (3, 6, 12, 24, 48)  # worlds after which the choices are thinned out
MANY: Final = 8  # choices, from which that is done sooner
SOON: Final = (2, 4, 8, 16, 32, 64)
USUAL: Final = Habits()


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
        open_ = keys[: 1 + int(sqrt(self.visits) / WIDEN)]
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
    """One choice at the root: what it came to in each world, in their order, and by what deeds."""

    def __init__(
        self, key: Any, shy: float = USUAL.shy, promise: float = 0.0, trust: float = 0.0
    ) -> None:
        self.key, self.node, self.shy = key, Node(), shy
        self.promise, self.trust = promise, trust
        self.values: list[float] = []
        self.deeds: list[int] = []

    def lead(self, other: Arm) -> tuple[float, float]:
        """By how much it does better in the same worlds, and the standard error of that.

        What it promises counts as much as so many worlds: the less, the more there were.
        """
        pairs = list(zip(self.values, other.values, strict=False))
        gaps = [mine - theirs for mine, theirs in pairs]
        before = self.promise - other.promise
        if len(gaps) < 2:
            return before, 0.0 if before else 1.0
        mean = sum(gaps) / len(gaps)
        spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
        # A few that happen to agree prove little.
        error = sqrt((spread + self.shy / len(gaps)) / len(gaps))
        known = len(gaps) / (len(gaps) + self.trust)
        return known * mean + (1.0 - known) * before, known * error

    def beats(self, other: Arm) -> bool:
        """Beyond doubt."""
        lead, error = self.lead(other)
        return lead > SETTLED * error


class Race:
    """Choices that meet the same worlds one after the other; those that fall behind drop out."""

    def __init__(
        self,
        keys: Sequence[Any],
        seed: int,
        habits: Habits = USUAL,
        promises: Sequence[float] = (),
    ) -> None:
        trust, said = (TRUST, promises) if any(promises) else (0.0, [0.0] * len(keys))
        self.arms = [Arm(key, habits.shy, p, trust) for key, p in zip(keys, said, strict=True)]
        self.lead = habits.lead
        self.alive, self.seed = list(self.arms), seed
        self.rounds = ROUNDS if len(keys) < MANY else SOON
        self.worlds = 0  # that all who are left have met

    @property
    def over(self) -> bool:
        return len(self.alive) < 2

    @property
    def games(self) -> int:
        """How many worlds were played in all."""
        return sum(len(arm.values) for arm in self.arms)

    def next(self) -> Arm:
        """Who is to meet the next world."""
        return next(arm for arm in self.alive if len(arm.values) == self.worlds)

    def note(self, arm: Arm, value: float, deeds: int) -> None:
        """What the world came to, and a hash of what was done in it."""
        arm.values.append(value)
        arm.deeds.append(deeds)
        if all(len(arm.values) > self.worlds for arm in self.alive):
            self.worlds += 1
            self._drop_doubles()
            if self.worlds in self.rounds:
                self._thin_out()

    def best(self) -> Arm:
        """The arm that does best by far enough, otherwise the first."""
        first = self.arms[0]
        best = max(self.alive, key=lambda arm: arm.lead(first)[0])
        lead, error = best.lead(first)
        doubt = self.lead * (1.0 + FEW / max(1, self.worlds))
        return best if lead > doubt * error else first

    def _drop_doubles(self) -> None:
        """Of those that did the same in every world, or came to the same in many, one is enough."""
        kept: dict[tuple[float, ...], Arm] = {}
        for arm in self.alive:
            kept.setdefault(tuple(arm.values if self.worlds >= ALIKE else arm.deeds), arm)
        self.alive = list(kept.values())

    def _thin_out(self) -> None:
        """Keeps the better half, without those far behind, and the first to compare them to."""
        first = self.arms[0]
        others = [arm for arm in self.alive if arm is not first]
        others.sort(key=lambda arm: -arm.lead(first)[0])
        near = [arm for arm in others if not first.beats(arm) and not others[0].beats(arm)]
        if len(near) == 1 and near[0].beats(first):
            self.alive = near
        else:
            self.alive = [first, *near[: max(1, len(self.alive) // 2)]]


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
        self._turn, self._left, self.turn_seconds = -1, turn_seconds, turn_seconds
        self.habits = title.HABITS
        self.planned = _Planned((), 0)
        self._why = ""

    # -- choosing ------------------------------------------------------------------------

    def choose(self, view: Any, offers: Sequence[Any], rng: Random) -> Any:
        self._why = ""
        if len(offers) == 1:
            return self.planner.choose(view, offers, rng)
        begun = monotonic()
        self._new_turn(self.title.clock(view))
        thought = _Thought(self, view, offers, Random(rng.getrandbits(64)))
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
        if self.iterations is not None:
            return float("inf")
        return max(0.0, min(self.seconds, self._left) - SPARE)

    def why(self, view: Any, offers: Sequence[Any], action: Any) -> str:
        said = self.planner.why(view, offers, action)
        return f"{said}{self._why}"


class _Planned:
    """The plans there were to choose from, and how far it was thought about them."""

    def __init__(self, plans: Sequence[Plan], seed: int, habits: Habits = USUAL) -> None:
        self.plans, self.left = {plan.name: plan for plan in plans}, habits.spread
        promises = [plan.promise for plan in self.plans.values()]
        self.race = Race(list(self.plans), seed, habits, promises)

    @property
    def open(self) -> bool:
        return self.left > 0 and not self.race.over

    def told(self, plan: Plan) -> str:
        """What is added to the reason of a move while plans are compared."""
        games = self.race.games
        return f" (plan: {plan.name}, one of {len(self.plans)}, after {games} imagined games)"


def in_question(plans: Sequence[Plan]) -> Sequence[Plan]:
    """The plans to choose from: where a title knows some to be better, no others."""
    return [plan for plan in plans if plan.promise >= SETTLES] or plans


class _Thought:
    """One decision being thought about."""

    def __init__(
        self,
        bot: Search,
        view: Any,
        offers: Sequence[Any],
        rng: Random,
    ) -> None:
        self.bot, self.title = bot, bot.title
        self.view, self.offers, self.words = view, offers, ""
        self.seed = rng.getrandbits(64)
        self.end = monotonic() + bot.time
        self.left = float(MOST if bot.iterations is None else bot.iterations)
        self.now = self.title.clock(view)
        self.replies: dict[Seat, Plan] = {}  # what others planned first, for the next worlds

    def settle(self) -> Any:
        """The choice, or None where there is but the planner's; the plan is made by the way."""
        plan = self._plan()
        options = self.title.choices(self.view, plan, self.offers)
        if len(options) < 2:
            return None
        habits = self.bot.habits
        race = Race(options, self.seed, habits)
        self._run(race, habits.ahead, lambda world, key: world.begin(plan, key))
        if race.worlds:
            self.words += f" (looked at {len(options)} choices in {race.games} imagined games)"
        return race.best().key

    def _plan(self) -> Plan:
        """The plan in hand while it holds, unless by now another looks better; or a new one."""
        bot, habits = self.bot, self.bot.habits
        plan = bot.planner.current
        if plan is None or not self.title.holds(self.view, plan):
            found = in_question(list(self.title.plans(self.view, plan)))
            plan, bot.planned = found[0], _Planned(found, self.seed, habits)
        planned = bot.planned
        if planned.open:
            planned.left -= 1
            self._run(
                planned.race,
                habits.plans_ahead,
                lambda world, key: world.begin(planned.plans[key]),
            )
            plan = planned.plans[planned.race.best().key]
            self.words = planned.told(plan)
        bot.planner.current = plan
        return plan

    def _run(self, race: Race, ahead: int, begin: Callable[[_World, Any], None]) -> None:
        while not race.over and self.left > 0 and not self.late:
            arm = race.next()
            world = _World(self, f"{race.seed}/{race.worlds}", ahead)
            begin(world, arm.key)
            value = world.play(arm.node)
            if value is None:
                return
            self.left -= world.turns / AHEAD
            race.note(arm, value, world.deeds)

    @property
    def late(self) -> bool:
        return monotonic() >= self.end


class _Loyal(Planner):
    """Keeps to the plan of the same name, turn after turn, while there is one."""

    def plan(self, view: Any) -> Any:
        before = self.current
        if before is None or self.title.holds(view, before):
            return super().plan(view)
        self.current = renewed(self.title, view, before)
        return self.current


class _World:
    """One imagined game. The same seed means the same world and the same luck."""

    def __init__(self, thought: _Thought, seed: str, ahead: int) -> None:
        self.ahead = ahead
        self.thought, self.title = thought, thought.title
        self.apply = self.title.simulate
        self.seed, self.rng = seed, Random(seed)
        self.turns, self.luck = 0, Random()  # how many it was followed for; dice and lots
        self.drawn: Counter[str] = Counter()  # by purpose, in this turn
        self._next_turn(1)
        self.state = self.title.imagine(thought.view, self.rng)
        self.me = self._viewer()
        self.players: dict[Seat, Planner] = {}
        self.deeds = 0  # of one's own, as a hash

    def _next_turn(self, turns: int) -> None:
        """Luck is each turn's own: the same whatever was drawn by lot, or rolled before."""
        self.turns = turns
        self.drawn.clear()
        self.luck.seed(f"{self.seed}/luck/{turns}")

    def _viewer(self) -> Seat:
        seats = self.title.deciders(self.state)
        if len(seats) == 1:
            return seats[0]
        return next(s for s in seats if self.title.view(self.state, s) == self.thought.view)

    def begin(self, plan: Any, action: Any = None) -> None:
        """The choice at the root."""
        self._player(self.me).current = plan
        if action is not None:
            self._act(self.me, action)

    def _player(self, seat: Seat) -> Planner:
        found = self.players.get(seat)
        if found is None:
            kind = _Loyal if seat == self.me else Planner
            found = self.players[seat] = kind(self.title)
            found.current = self.thought.replies.get(seat)
        return found

    def _act(self, seat: Seat, action: Any) -> None:
        if seat == self.me:
            self.deeds = hash((self.deeds, action))
        self.apply(self.state, seat, action)

    def play(self, node: Node) -> float | None:
        """Plays on below a node of the tree; what it came to is noted on the way back.

        None if time ran out: then nothing is noted.
        """
        path = self._down(node)
        if path is None:
            return None
        value = self._value()
        for passed in path:
            passed.add(value)
        return value

    def _down(self, node: Node) -> list[Node] | None:
        path: list[Node] = [node]
        here: Node | None = node if node.visits >= WIDEN * WIDEN else None
        title, state, begun = self.title, self.state, self.thought.now - 1
        for _ in range(STEPS):
            seats = title.deciders(state)
            if not seats:
                break
            seat = seats[0]
            if seat == CHANCE:
                self.apply(state, seat, self._drawn(title.draw(state)))
                continue
            view = title.view(state, seat)
            turns = self.title.clock(view) - begun
            if turns > self.ahead:
                break
            if turns != self.turns:
                self._next_turn(turns)
            if self.thought.late:
                return None
            offers = title.offers(state, seat)
            if seat == self.me and here is not None:
                here, action = self._follow(here, path, view, offers)
            else:
                action = self._player(seat).choose(view, offers, self.rng)
                self._note_reply(seat)
            self._act(seat, action)
        return path

    def _note_reply(self, seat: Seat) -> None:
        plan = self.players[seat].current
        if seat != self.me and plan is not None and self.thought.bot.habits.first_reply:
            self.thought.replies.setdefault(seat, plan)

    def _follow(
        self, node: Node, path: list[Node], view: Any, offers: Sequence[Any]
    ) -> tuple[Node | None, Any]:
        """An own decision while still in the tree."""
        player, here = self._player(self.me), node
        if len(offers) == 1:
            return here, offers[0]
        plan = player.plan(view)
        options = self.title.choices(view, plan, offers)
        if len(options) < 2:
            return here, player.choose(view, offers, self.rng)
        action = here.select(options)
        child = here.children[action]
        path.append(child)
        return (child if child.visits else None), action

    def _drawn(self, draw: Draw) -> Outcome:
        if self.thought.bot.habits.by_purpose:
            self.drawn[draw.purpose] += 1
            number = self.drawn[draw.purpose]
            self.luck.seed(f"{self.seed}/luck/{self.turns}/{draw.purpose}/{number}")
        if isinstance(draw, Dice):
            return Rolled(tuple(self.luck.randint(1, draw.sides) for _ in range(draw.count)))
        return Picked(self.luck.randrange(draw.among))

    def _value(self) -> float:
        verdict = self.title.verdict(self.state)
        worth = self.title.worth(self.title.view(self.state, self.me))
        if verdict is None:
            return hope(worth)
        won = 0.0 if verdict.winner is None else 1.0 if verdict.winner == self.me else -1.0
        return hope(SURE * won + (1.0 - SURE) * worth)


def hope(worth: float) -> float:
    """How near a win is: grows with the worth, slowly from a loss to a draw, then quickly."""
    worth = max(-1.0, min(1.0, worth))
    return worth - DRAWN * (1.0 - worth * worth)


__all__ = ["SECONDS", "Search"]
