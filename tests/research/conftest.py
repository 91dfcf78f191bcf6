"""The toy stands in the library, for environments that ask for a title by its key."""

from __future__ import annotations

import pytest

from grognard import library


@pytest.fixture(autouse=True)
def toy_in_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(library.VARIABLE, "toy=toy")
