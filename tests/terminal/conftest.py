"""What the tests of the terminal share."""

from __future__ import annotations

import pytest
from terminal.shell import Shell


@pytest.fixture
def sh(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)
