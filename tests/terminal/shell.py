"""The command line as a function: words and typed lines in, what was said and the code out."""

from __future__ import annotations

import io
import sys

import pytest

from grognard.cli import run


class Told:
    """What a command came to."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    def sentence(self) -> str:
        """The one sentence of an error; nothing else may have been said on stderr."""
        assert self.code == 2
        assert self.err.startswith("grognard: ")
        assert self.err.count("\n") == 1
        assert "Traceback" not in self.err
        return self.err.removeprefix("grognard: ").rstrip("\n")


class Shell:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *words: object, typed: str = "") -> Told:
        piped = io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8")
        self._monkeypatch.setattr(sys, "stdin", piped)
        code = run([str(word) for word in words])
        told = self._capsys.readouterr()
        return Told(code, told.out, told.err)
