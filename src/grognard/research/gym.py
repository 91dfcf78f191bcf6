"""One seat of any scenario as a Gymnasium environment; bots play the others.

gymnasium.make("grognard/Seat-v0", title="lost_battalion", scenario="learning", seat="us")
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final

import gymnasium
from gymnasium import spaces

from grognard import bots, library
from grognard.research.arrays import Arrays
from grognard.research.play import NoSuchChoice, Play, Reward, win_or_lose
from grognard.waist.title import Seat

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.bots import Bot
    from grognard.library import AnyTitle

ID: Final = "grognard/Seat-v0"


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """Chooses for one seat among the indices of its menu.

    `width` is the number of indices, if not the scenario's own: a longer menu has pages.
    `others` is the bot of all other seats, by name or itself, or a bot for each.
    An index the mask forbids changes nothing, costs `penalty`, and is told in the
    info. The reward comes with the verdict; after `max_steps` choices a game is cut off.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as the base declares it

    def __init__(
        self,
        title: AnyTitle | str,
        scenario: str,
        seat: str,
        others: str | Bot | Mapping[str, Bot] = "uniform",
        options: Mapping[str, str] | None = None,
        *,
        pack: Path | None = None,
        width: int | None = None,
        reward: Reward = win_or_lose,
        penalty: float = 0.0,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.title = library.title(title) if isinstance(title, str) else title
        self.scenario, self.options, self.pack = scenario, options, pack
        self.arrays = Arrays(self.title, scenario, options, pack, width=width)
        self.seat = _checked(seat, self.arrays.seats)
        rest = tuple(other for other in self.arrays.seats if other != self.seat)
        self.bots = _seated(self.title, others, rest)
        self.reward, self.penalty, self.render_mode = reward, penalty, render_mode
        self.max_steps = max_steps or self.arrays.shape.length
        self.action_space = spaces.Discrete(self.arrays.shape.offers)
        parts = {**self.arrays.space.spaces, "action_mask": self.arrays.mask_space()}
        self.observation_space = spaces.Dict(parts)

    # -- playing -----------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game; the same seed begins the same games, one after the other."""
        super().reset(seed=seed, options=options)
        game = str(self.np_random.integers(2**63))
        self.play = Play(
            self.title,
            self.scenario,
            self.options,
            width=self.arrays.shape.offers,
            seed=game,
            pack=self.pack,
        )
        self.steps, self._lots = 0, Random(game)
        self._answer()
        return self._seen(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Plays the choice, then all that the others choose until the seat is asked again."""
        self.steps += 1
        paid, info = 0.0, {}
        try:
            self.play.choose(int(action))
        except NoSuchChoice as error:
            paid, info = -self.penalty, {"illegal": str(error)}
        self._answer()
        over = self.play.seat is None
        paid += self.play.rewards(self.reward)[self.seat] if over else 0.0
        return self._seen(), paid, over, not over and self.steps >= self.max_steps, info

    def _answer(self) -> None:
        while (seat := self.play.seat) not in (None, self.seat):
            bot, offers = self.bots[Seat(str(seat))], self.play.offers()
            self.play.act(bot.choose(self.play.view(seat), offers, self._lots))

    # -- seeing ------------------------------------------------------------------

    def _seen(self) -> dict[str, Any]:
        seen = self.arrays.observe(self.play, self.seat)
        return {**seen, "action_mask": self.arrays.mask(self.play, self.seat)}

    def action_masks(self) -> Any:
        """The mask alone, under the name that trainers with masks ask for."""
        return self.arrays.mask(self.play, self.seat).astype(bool)

    def render(self) -> str | None:
        """What the seat is asked, in a sentence."""
        if self.render_mode is None:
            return None
        return self.title.prompt(self.play.view(self.seat))

    # -- copies ------------------------------------------------------------------

    def save(self) -> tuple[Play, int, Any]:
        """The position, to come back to it as often as one likes."""
        return self.play.clone(), self.steps, self._lots.getstate()

    def restore(self, saved: tuple[Play, int, Any]) -> dict[str, Any]:
        """Comes back to a position, and shows it."""
        self.play, self.steps = saved[0].clone(), saved[1]
        self._lots = Random()
        self._lots.setstate(saved[2])
        return self._seen()


def _checked(seat: str, seats: tuple[Seat, ...]) -> Seat:
    if seat not in seats:
        raise ValueError(f"there is no seat “{seat}”; there are {', '.join(seats)}")
    return Seat(seat)


def _seated(
    title: AnyTitle, others: str | Bot | Mapping[str, Bot], seats: tuple[Seat, ...]
) -> dict[Seat, Bot]:
    if isinstance(others, str):
        others = bots.by_name(others, title)
    if isinstance(others, Mapping):
        if missing := [seat for seat in seats if seat not in others]:
            raise ValueError(f"nobody plays {' and '.join(missing)}")
        return {seat: others[seat] for seat in seats}
    return dict.fromkeys(seats, others)


gymnasium.register(ID, entry_point="grognard.research.gym:SeatEnv")
