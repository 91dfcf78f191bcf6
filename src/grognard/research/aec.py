"""Any scenario as a PettingZoo environment: its seats are the agents, one chooses at a time.

Where several seats are asked at once they are asked one after the other; a view
shows nobody what another has chosen in secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from grognard import library
from grognard.research.arrays import Arrays
from grognard.research.play import Play, Reward, win_or_lose
from grognard.waist.title import Seat

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from grognard.library import AnyTitle

ILLEGAL = -1.0  # what a seat gets that chooses an index its mask forbids; the game is then over


def env(title: AnyTitle | str, scenario: str, **settings: Any) -> Any:
    """The environment in PettingZoo's usual wrappers; settings as for `SeatsEnv`."""
    bare = SeatsEnv(title, scenario, **settings)
    checked = wrappers.TerminateIllegalWrapper(bare, illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class SeatsEnv(AECEnv):  # type: ignore[misc] # pettingzoo has no types
    """The bare environment: an index the mask forbids raises NoSuchChoice.

    `width` is the number of indices, if not the scenario's own: a longer menu has pages.
    Rewards come with the verdict. `max_cycles` is the number of choices after
    which a game is cut off. `save` and `restore` keep and return to a position.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "grognard",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        title: AnyTitle | str,
        scenario: str,
        options: Mapping[str, str] | None = None,
        *,
        pack: Path | None = None,
        width: int | None = None,
        reward: Reward = win_or_lose,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.title = library.title(title) if isinstance(title, str) else title
        self.scenario, self.options, self.pack = scenario, options, pack
        self.arrays = Arrays(self.title, scenario, options, pack, width=width)
        self.reward, self.render_mode = reward, render_mode
        self.max_cycles = max_cycles or self.arrays.shape.length
        self.possible_agents = [str(seat) for seat in self.arrays.seats]
        self._spaces()
        self._random, _ = np_random(None)

    def _spaces(self) -> None:
        seen = {"observation": self.arrays.space, "action_mask": self.arrays.mask_space()}
        self.observation_spaces = {a: spaces.Dict(seen) for a in self.possible_agents}
        number = self.arrays.shape.offers
        self.action_spaces = {a: spaces.Discrete(number) for a in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    # -- playing -----------------------------------------------------------------

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - the interface's
    ) -> None:
        """A new game; the same seed begins the same games, one after the other."""
        if seed is not None:
            self._random, _ = np_random(seed)
        game = str(self._random.integers(2**63))
        self.play = Play(
            self.title,
            self.scenario,
            self.options,
            width=self.arrays.shape.offers,
            seed=game,
            pack=self.pack,
        )
        self.choices = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = str(self.play.seat)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "only a seat whose game is over does nothing"
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.play.choose(int(action))
        self.choices += 1
        self._judge()
        self._accumulate_rewards()

    def _judge(self) -> None:
        if self.play.seat is not None:
            self.agent_selection = str(self.play.seat)
            cut = self.choices >= self.max_cycles
            self.truncations = dict.fromkeys(self.agents, cut)
            return
        paid = self.play.rewards(self.reward)
        self.rewards = {str(seat): amount for seat, amount in paid.items()}
        self.terminations = dict.fromkeys(self.agents, True)

    # -- seeing ------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, Any]:
        """The arrays and the mask of a seat; the mask is empty unless it is to choose."""
        seat = Seat(agent)
        seen = self.arrays.observe(self.play, seat)
        return {"observation": seen, "action_mask": self.arrays.mask(self.play, seat)}

    def render(self) -> str | None:
        """What the seat to choose is asked, in a sentence."""
        if self.render_mode is None:
            gymnasium.logger.warn("there is no render mode; “ansi” is one")
            return None
        return self.title.prompt(self.play.view(Seat(self.agent_selection)))

    # -- copies ------------------------------------------------------------------

    def save(self) -> dict[str, Any]:
        """The position, to come back to it as often as one likes."""
        kept = ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos")
        return {
            "play": self.play.clone(),
            "choices": self.choices,
            "agents": self.agents[:],
            "agent_selection": self.agent_selection,
            **{name: dict(getattr(self, name)) for name in kept},
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Comes back to a position of this environment or of another of the same scenario."""
        for name, value in saved.items():
            setattr(self, name, value.clone() if name == "play" else _copied(value))


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, dict | list) else value
