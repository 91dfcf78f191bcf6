"""Any scenario as a game of OpenSpiel, registered as `python_grognard`.

    import grognard.research.openspiel
    pyspiel.load_game("python_grognard(title=lost_battalion,scenario=learning)")

Chance is explicit: each die and each draw is a chance node with equal outcomes.
Where several seats are asked at once they are asked one after the other.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel

from grognard import library
from grognard.research.arrays import Arrays
from grognard.research.play import MORE, Play, win_or_lose

NAME: Final = "python_grognard"
NO_OPTIONS: Final = "none"  # OpenSpiel before 2 cannot read an empty parameter again
DEFAULTS: Final = {
    "title": "lost_battalion",
    "scenario": "learning",
    "options": NO_OPTIONS,  # or "key:value;key:value"
    "width": 0,  # indices; 0: as many as the scenario's shape says
    "length": 0,  # nodes after which a game is a draw; 0: as long as the scenario's shape says
}
_MOST_PLAYERS: Final = 4


def _game_type(zero_sum: bool) -> pyspiel.GameType:
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Grognard",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=_MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class Game(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types
    """A scenario of a title, by the parameters of DEFAULTS."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.title, self.scenario = library.title(chosen["title"]), str(chosen["scenario"])
        self.options = _options(str(chosen["options"]))
        width = int(chosen["width"]) or None
        self.arrays = Arrays(self.title, self.scenario, self.options, width=width)
        self.length = int(chosen["length"]) or self.arrays.shape.length
        zero_sum = len(self.arrays.seats) == 2
        super().__init__(_game_type(zero_sum), self._info(zero_sum), params or {})

    def _info(self, zero_sum: bool) -> pyspiel.GameInfo:
        shape = self.arrays.shape
        return pyspiel.GameInfo(
            num_distinct_actions=shape.offers,
            max_chance_outcomes=shape.chances,
            num_players=len(self.arrays.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=self.length,
        )

    def new_initial_state(self) -> State:
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.length

    def make_py_observer(
        self,
        iig_obs_type: Any = None,
        params: Any = None,  # noqa: ARG002 - the interface's
    ) -> Observer | None:
        """What one seat sees, as arrays and as words."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        alone = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self, kind.perfect_recall) if alone and kind.public_info else None


def _options(text: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in text.split(";") if part != NO_OPTIONS)
    return {key: value for key, _, value in pairs}


class State(pyspiel.State):  # type: ignore[misc] # pyspiel has no types
    """A position; a game that grows longer than its length is over, and drawn."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.seats, self.nodes, self.length = game.arrays.seats, 0, game.length
        self.play = Play(game.title, game.scenario, game.options, width=game.arrays.shape.offers)

    def current_player(self) -> int:
        seat = self.play.seat
        if seat is None or self.nodes >= self.length:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.play.is_chance else self.seats.index(seat)

    def _legal_actions(self, player: int) -> list[int]:
        assert player == self.current_player(), "only who is to choose is asked"
        return list(range(len(self.play.menu())))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        number = self.play.chances()
        return [(which, 1.0 / number) for which in range(number)]

    def _apply_action(self, action: int) -> None:
        self.nodes += 1
        if self.play.is_chance:
            self.play.chance(action)
        else:
            self.play.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        menu = self.play.menu()
        if player != self.current_player() or action >= len(menu):
            return f"choice {action}"
        return MORE if menu[action] is MORE else str(self.play.title.describe(menu[action]))

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        paid = self.play.rewards(win_or_lose)
        return [paid[seat] for seat in self.seats]

    def __str__(self) -> str:
        last = self.play.entries[-1].action if self.play.entries else "the beginning"
        return f"{self.play.header.scenario} after {self.nodes}: {last} {self.play.faces}"


class Observer:
    """One seat's arrays in a single tensor, in pieces, and in words."""

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self.seats, self.arrays, self.perfect_recall = (
            game.arrays.seats,
            game.arrays,
            perfect_recall,
        )
        shapes = {name: part.shape for name, part in game.arrays.space.spaces.items()}
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items() if shape}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[start : start + size].reshape(shapes[name])
            start += size

    def set_from(self, state: State, player: int) -> None:
        for name, array in self.arrays.observe(state.play, self.seats[player]).items():
            self.dict[name][:] = array

    def string_from(self, state: State, player: int) -> str:
        seat = self.seats[player]
        view = state.play.view(seat)
        lines = state.play.told(seat) if self.perfect_recall else []
        page = f"page {state.play.page}" if state.play.seat == seat else ""
        return "\n".join([*lines, f"{seat}: {state.play.title.prompt(view)} {page}", repr(view)])


pyspiel.register_game(_game_type(zero_sum=True), Game)
