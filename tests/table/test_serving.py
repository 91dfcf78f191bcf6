"""The page is opened where it can be seen, and nowhere else."""

from __future__ import annotations

import webbrowser

import pytest

from grognard.table import server


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    addresses: list[str] = []
    monkeypatch.setattr(server.sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(webbrowser, "open", lambda address: not addresses.append(address))
    return addresses


def test_without_a_screen_nothing_is_opened(opened: list[str]) -> None:
    assert not server.open_page("http://127.0.0.1:1/")
    assert opened == []


def test_with_a_screen_the_page_is_opened(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")

    assert server.open_page("http://127.0.0.1:1/")
    assert opened == ["http://127.0.0.1:1/"]


def test_a_browser_that_cannot_be_had_is_no_fault(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: str) -> bool:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "open", missing)

    assert not server.open_page("http://127.0.0.1:1/")
    assert opened == []
