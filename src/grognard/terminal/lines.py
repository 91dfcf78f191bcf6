"""What is said at the prompt, line by line: the menu, the step of a lesson, odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from grognard.waist.lesson import Lesson
    from grognard.waist.title import Preview

_SHORT: Final = 24  # a menu up to this long is shown whole
_FEW: Final = 5  # of each kind in a longer one


def menu(describe: Callable[[Any], str], offers: Sequence[Any]) -> Iterator[str]:
    """The offers with their numbers; of a long menu a few of each kind."""
    phrases = [f"{n:4} {describe(action)}" for n, action in enumerate(offers, 1)]
    if len(offers) <= _SHORT:
        yield from phrases
        return
    kinds: dict[type, list[str]] = {}
    for action, phrase in zip(offers, phrases, strict=True):
        kinds.setdefault(type(action), []).append(phrase)
    for group in kinds.values():
        yield from group[:_FEW]
        if len(group) > _FEW:
            verb = group[0].split()[1]
            yield f"     … {len(group) - _FEW} more; “list {verb}” shows them"


def step_lines(lesson: Lesson, done: int) -> Iterator[str]:
    """What is to be done now, why, and by which rule."""
    if done == len(lesson.steps):
        yield "That was the lesson. Play on as you like: from here on everything is allowed."
        return
    step = lesson.steps[done]
    yield f"{done + 1} of {len(lesson.steps)}: {step.goal}"
    yield f"   {step.say}{f' ({step.rule})' if step.rule else ''}"


def preview_lines(phrase: str, preview: Preview) -> Iterator[str]:
    """The odds line, and every outcome with its chance."""
    yield f"{phrase}: {preview.gist}" if preview.gist else f"{phrase}: {preview.line}"
    if preview.gist:
        yield f"     {preview.line}"
    chances = (f"{words} {float(chance):.0%}" for words, chance in preview.outcomes)
    yield f"     {' | '.join(chances)}"
    if preview.note:
        yield f"     {preview.note}"


def sentence(words: str) -> str:
    """With a capital letter and a stop."""
    text = words[:1].upper() + words[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."
