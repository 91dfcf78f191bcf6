"""How the table is served: its page opened where it can be seen, and nobody kept waiting."""

from __future__ import annotations

import socket
import sys
import webbrowser

import pytest
import uvicorn
from starlette.applications import Starlette

from grognard.table import server
from grognard.table.door.limits import Limits


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


def test_an_answer_in_two_halves_is_sent_at_once() -> None:
    with (
        server._listening("127.0.0.1", 0) as listening,
        socket.create_connection(listening.getsockname()),
        listening.accept()[0] as connection,
    ):
        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_bot_that_thinks_soon_lets_others_in(monkeypatch: pytest.MonkeyPatch) -> None:
    before, meanwhile = sys.getswitchinterval(), list[float]()
    monkeypatch.setattr(
        uvicorn.Server, "run", lambda *_, **__: meanwhile.append(sys.getswitchinterval())
    )
    try:
        with server._listening("127.0.0.1", 0) as listening:
            server.run(Starlette(), Limits(), listening)
    finally:
        sys.setswitchinterval(before)
    assert meanwhile == [pytest.approx(before / 10)]
