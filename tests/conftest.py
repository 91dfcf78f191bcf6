"""Settings every test shares, and `--rule ID` to run the tests of one rule alone.

`--pairs N` holds N sights of each title's recorded games to the law of sheets.
"""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import settings

# Machines differ; a slow one must not fail a law. A run for a verdict looks where the last one did.
settings.register_profile("grognard", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("grognard")

# A shell that runs us in the background has interrupts ignored, by all we start too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


if TYPE_CHECKING:
    from collections.abc import Generator

ENDLESS: Final = 600
"""Seconds. A test that runs longer hangs: it fails alone, and the run goes on."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    def give_up(*_: object) -> None:
        raise TimeoutError(f"{item.nodeid} did not end in {ENDLESS} seconds")

    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(ENDLESS)
    try:
        return (yield)
    finally:
        signal.alarm(0)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", action="append", default=[], help="only the tests of this rule id")
    parser.addoption("--pairs", type=int, default=60, help="how many sights of recorded games")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = set(config.getoption("--rule"))
    if wanted:
        items[:] = [item for item in items if wanted & _rules_of(item)]


def _rules_of(item: pytest.Item) -> set[str]:
    return {rule for mark in item.iter_markers("rule") for rule in mark.args}
