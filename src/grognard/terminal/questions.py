"""What a person asks at the prompt: about hexes, units, odds and rules. Nothing is played by it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from grognard.terminal import looks
from grognard.terminal.lines import preview_lines

if TYPE_CHECKING:
    from grognard.book.rulebook import Refusal
    from grognard.library import AnyTitle
    from grognard.match import AnyMatch
    from grognard.terminal.screen import Screen
    from grognard.waist.scene import Scene
    from grognard.waist.title import Preview, Seat


class Questions:
    """Answers them from what the seat may know, on the screen."""

    def __init__(self, title: AnyTitle, match: AnyMatch, screen: Screen) -> None:
        self.title, self.match, self.screen = title, match, screen
        self.recent: list[str] = []  # what was told last: a map with no hex named is drawn there

    def commands(self) -> dict[str, Callable[[Seat, str], None]]:
        """What is typed first, and what it asks."""
        return {
            "why": self._why,
            "odds": self._odds,
            "threats": self._threats,
            "show": self._show,
            "map": self._map,
            "units": self._units,
            "cards": self._cards,
            "facts": self._facts,
            "rules": self._rules,
            "rule": self._rules,
            "list": self._list,
            "log": self._log,
        }

    def scene(self, seat: Seat) -> Scene:
        """What the seat sees."""
        return self.title.scene(self.match.view(seat))

    def meant(self, seat: Seat, offers: Sequence[Any], line: str) -> list[Any]:
        """What is typed, as actions: the number of an offer, or words; raises ValueError."""
        found = re.fullmatch(r"#?(\d{1,3})|#(\d+)", line)
        if found and 1 <= (number := int(found[1] or found[2])) <= len(offers):
            return [offers[number - 1]]
        if line.startswith("#"):
            raise ValueError(f"there are {len(offers)} offers, and no number {line[1:]}")
        return list(self.title.parse(self.match.state, seat, line))

    def lines(self, seat: Seat | None, start: int = 0) -> Iterator[str]:
        """The log from an entry on, as the seat may read it."""
        for entry in self.match.standing():
            if entry.n >= start:
                yield from map(self.title.narrate, self.match.told(entry.n, seat))

    # -- why not, and what would come of it ----------------------------------------------

    def _why(self, seat: Seat, spot: str) -> None:
        if not spot:
            raise ValueError("say where: why, and a hex, a unit or an action")
        refusals = self._against(seat, spot)
        if not refusals:
            self.screen.say(f"{spot}: that can be done; see the offers.")
        self.screen.say_all(f"{spot}: {refusal}" for refusal in refusals)

    def _against(self, seat: Seat, spot: str) -> list[Refusal]:
        """What speaks against a spot, or against an action in words, such as `why done`."""
        scene = self.scene(seat)
        if looks.hex_called(scene, spot) is None and not looks.pieces_called(scene, spot):
            with suppress(ValueError):
                first = self.title.parse(self.match.state, seat, spot)[0]
                refusal = self.match.refusal(seat, first)
                return [] if refusal is None else [refusal]
        reasons = self.match.why_not(seat, spot)
        barrier = self.title.no_way(self.match.state, seat, [], spot) if reasons else None
        return [barrier.refusal] if barrier else reasons

    def _odds(self, seat: Seat, text: str) -> None:
        if not hasattr(self.title, "preview"):
            raise ValueError(f"{self.title.NAME} cannot work out odds beforehand")
        offers = self.match.offers(seat)
        previews = self._previews(seat, self.meant(seat, offers, text) if text else [])
        if not text:
            previews = ((a, self.title.preview(self.match.state, seat, a)) for a in offers)
        shown = [(action, preview) for action, preview in previews if preview is not None]
        for action, preview in shown:
            self.screen.say_all(preview_lines(self.title.describe(action), preview))
        if not shown:
            self.screen.say("There are no odds to show for that now.")

    def _threats(self, seat: Seat, text: str) -> None:
        scene = self.scene(seat)
        found = self.title.threats(self.match.view(seat), looks.hex_called(scene, text) or text)
        for preview in found:
            self.screen.say_all(preview_lines(preview.title, preview))
        if not found:
            self.screen.say("Nothing that you can see threatens that; say the number of a hex.")

    def _previews(self, seat: Seat, actions: list[Any]) -> Iterator[tuple[Any, Preview | None]]:
        """Each action as if those before it had been played, up to where more would be seen."""
        title, state = self.title, self.title.copy(self.match.state)
        for action in actions:
            if (refusal := title.refusal(state, seat, action)) is not None:
                raise ValueError(f"No: {refusal}")
            yield action, title.preview(state, seat, action)
            events = title.apply(state, seat, action)
            if any(map(title.reveals, events)) or title.deciders(state) != (seat,):
                return

    # -- looking -------------------------------------------------------------------------

    def _show(self, seat: Seat, spot: str) -> None:
        scene = self.scene(seat)
        label = looks.hex_called(scene, spot)
        pieces = looks.pieces_called(scene, spot)
        if label is not None:
            self.screen.say_all(looks.hex_lines(scene, label))
        elif pieces:
            self.screen.say_all(f"{p.hex or 'off the map'}  {looks.piece_line(p)}" for p in pieces)
        else:
            raise ValueError(f"there is no hex or unit “{spot}” to be seen")

    def _map(self, seat: Seat, text: str) -> None:
        scene = self.scene(seat)
        words = text.split()
        radius = int(words.pop()) if words and re.fullmatch(r"\d{1,2}", words[-1]) else 4
        spot = " ".join(words)
        label = looks.hex_called(scene, spot) if spot else None
        if spot and label is None:
            label = next((p.hex for p in looks.pieces_called(scene, spot) if p.hex), None)
        if not spot:
            prompt = self.title.prompt(self.match.view(seat))
            label = looks.last_hex(scene, [prompt, *reversed(self.recent)])
        if label is None:
            raise ValueError(f"there is no hex or unit “{spot}” on the map")
        self.screen.say_all(looks.area(scene, label, radius))

    def _units(self, seat: Seat, only: str) -> None:
        self.screen.say_all(looks.unit_lines(self.scene(seat), only))

    def _cards(self, seat: Seat, only: str) -> None:
        self.screen.say_all(looks.card_lines(self.scene(seat), only))

    def _facts(self, seat: Seat, _: str) -> None:
        self.screen.say_all(looks.fact_lines(self.scene(seat)))

    def _rules(self, _: Seat, text: str) -> None:
        rules = self.title.rules()
        rule = next((r for r in rules.values() if r.id.casefold() == text.casefold()), None)
        if rule is None:
            known = next(iter(rules), "")
            raise ValueError(f"{self.title.NAME} has no rule “{text}”; there is, say, {known}")
        self.screen.say(f"{rule.id} ({rule.chapter}): {rule.text}")

    def _list(self, seat: Seat, word: str) -> None:
        offers = self.match.offers(seat)
        lines = (f"{n:4} {self.title.describe(a)}" for n, a in enumerate(offers, 1))
        self.screen.say_all(line for line in lines if word.casefold() in line.casefold())

    def _log(self, seat: Seat, text: str) -> None:
        count = int(text) if text.isdecimal() else 20
        self.screen.say_all(list(self.lines(seat))[-count:] if count else [])
