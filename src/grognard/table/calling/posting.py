"""A POST to a web address somebody else chose: only to hosts named, never into our own network.

The address that was looked at is the address connected to, so a name that
changes its mind between the two gains nothing. Nothing is followed or read on.
"""

# ruff: noqa: N818 - errors are named for what happened, as in the match

from __future__ import annotations

import http.client
import ipaddress
import re
import socket
import ssl
import threading
from contextlib import suppress
from typing import Final
from urllib.parse import SplitResult, urlsplit

import msgspec

_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::([0-9]{1,5}))?")
_URL: Final = re.compile(r"[\x21-\x7e]{1,500}")
_OURS: Final = tuple(
    ipaddress.ip_network(network)
    for network in (
        "192.0.0.0/24",  # for protocols
        "64:ff9b::/96",  # IPv4 behind a translator
        "fec0::/10",  # a site's own, as they were once
        "3fff::/20",  # for examples
    )
)
_PORTS: Final = {"http": 80, "https": 443}


class Hosts(msgspec.Struct, frozen=True):
    """Where calls may go: hosts, each with a port or with any; and how long one may take."""

    named: tuple[str, ...] = ()
    private: bool = False  # whether addresses of our own network may be called
    seconds: float = 5.0
    waits: tuple[float, ...] = (2.0, 15.0, 90.0)  # before each new try


class Failed(Exception):
    """A call that came to nothing; `again` if it may be tried again."""

    def __init__(self, sentence: str, *, again: bool = True) -> None:
        super().__init__(sentence)
        self.again = again


# -- what may be called ------------------------------------------------------------------


def named(host: str) -> str:
    """A host as an operator types it, with or without its port; raises ValueError."""
    found = _HOST.fullmatch(host.lower())
    if found is None or not 0 < int(found[2] or 1) < 65536:
        raise ValueError(f"“{host}” is no host; say a name, as in hooks.example.org or host:8080")
    return host.lower()


def check(url: str, hosts: Hosts) -> None:
    """Raises ValueError, in one sentence, for an address that is not to be called."""
    parts = _parts(url)
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    shown = f"[{host}]" if ":" in host else host
    if not {shown, f"{shown}:{port}"} & set(hosts.named):
        raise ValueError(f"this table calls only {', '.join(hosts.named)}, not {shown}:{port}")
    with suppress(ipaddress.AddressValueError):
        if not hosts.private and _literal(host) and not is_public(host):
            raise ValueError(f"{shown} is an address of a private network")


def _parts(url: str) -> SplitResult:
    if not _URL.fullmatch(url):
        raise ValueError("a web address has up to 500 characters and no blanks")
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - raises if it is no port
    except ValueError as error:
        raise ValueError(f"this is no web address: {error}") from error
    if parts.scheme not in _PORTS or not parts.hostname:
        raise ValueError("a web address begins with https:// or http:// and a host")
    if "@" in parts.netloc or parts.fragment:
        raise ValueError("a web address to be called has neither a user nor a fragment")
    return parts


def _literal(host: str) -> bool:
    with suppress(ValueError):
        ipaddress.ip_address(host)
        return True
    return False


def is_public(address: str) -> bool:
    """Whether an IP address lies in the open Internet."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo and ip.teredo[1])
        if inner:
            return is_public(str(inner))
    odd = ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_link_local
    return ip.is_global and not odd and not any(ip in network for network in _OURS)


# -- calling -----------------------------------------------------------------------------


def post(url: str, body: bytes, hosts: Hosts) -> None:
    """Sends it once; raises Failed."""
    try:
        check(url, hosts)
    except ValueError as error:
        # The operator has named other hosts since.
        raise Failed(str(error), again=False) from error
    parts = _parts(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        status = _status(parts, path, body, hosts)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Failed(str(error) or type(error).__name__) from error
    if 300 <= status < 400:
        raise Failed(f"it answered {status}, and nothing is followed", again=False)
    if not 200 <= status < 300:
        raise Failed(f"it answered {status}", again=status >= 500 or status == 429)


def _status(parts: SplitResult, path: str, body: bytes, hosts: Hosts) -> int:
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    sock = _dial(host, port, hosts)
    # Each answer has its time, and all of them together too.
    late = threading.Timer(2 * hosts.seconds, _hang_up, [sock])
    late.daemon = True
    late.start()
    connection = http.client.HTTPConnection(host, port, timeout=hosts.seconds)
    try:
        connection.sock = _secured(sock, host) if parts.scheme == "https" else sock
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        return connection.getresponse().status
    finally:
        late.cancel()
        connection.close()
        sock.close()


def _dial(host: str, port: int, hosts: Hosts) -> socket.socket:
    problem: OSError | Failed = OSError(f"there is no address for {host}")
    for family, kind, proto, _, where in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        if not hosts.private and not is_public(str(where[0])):
            problem = Failed(f"{host} is at an address of a private network", again=False)
            continue
        sock = socket.socket(family, kind, proto)
        try:
            sock.settimeout(hosts.seconds)
            sock.connect(where)
        except OSError as error:
            sock.close()
            problem = error
            continue
        return sock
    raise problem


def _secured(sock: socket.socket, host: str) -> ssl.SSLSocket:
    return ssl.create_default_context().wrap_socket(sock, server_hostname=host)


def _hang_up(sock: socket.socket) -> None:
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)
