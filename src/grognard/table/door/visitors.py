"""Who asks, and by which name of ours: what limits and the checks of a request's origin go by."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from starlette.datastructures import Headers

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

_HOME: Final = 64  # bits of an IPv6 address that a household has to itself


# -- who asks --------------------------------------------------------------------------


def network(text: str) -> Network:
    """An address or a network as an operator types it; raises ValueError."""
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise ValueError(f"“{text}” is no network; say it as in 10.0.0.0/8 or 127.0.0.1") from None


def _address(text: str) -> Address | None:
    with suppress(ValueError):
        found = ipaddress.ip_address(text.strip().strip("[]").partition("%")[0])
        mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
        return mapped or found
    return None


def stranger(text: str) -> str:
    """Whom limits count: an IPv4 address, or all that is behind one IPv6 connection."""
    found = _address(text)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, _HOME), strict=False))
    return text if found is None else str(found)


def behind(peer: str, forwarded: Sequence[str], trusted: Iterable[Network]) -> str:
    """Who sent a request that came from `peer`.

    Only a proxy that was named is believed, and of what it passes on only the last address
    that is no proxy: whatever stands before that anybody may have written.
    """
    networks = tuple(trusted)
    client = peer
    for hop in reversed(forwarded):
        if not is_among(client, networks) or _address(hop) is None:
            break
        client = str(_address(hop))
    return client


def is_among(text: str, networks: Iterable[Network]) -> bool:
    found = _address(text)
    return found is not None and any(found in network for network in networks)


def hops(headers: Headers) -> list[str]:
    """The addresses a request has come by, as those who passed it on say."""
    return [hop for line in headers.getlist("x-forwarded-for") for hop in line.split(",")]


# -- by which name ---------------------------------------------------------------------


def public_name(text: str) -> str:
    """A name of this table as an operator types it; raises ValueError."""
    name = text.lower().rstrip(".")
    if not name or not all(c.isalnum() or c in "-." for c in name):
        raise ValueError(f"“{text}” is no name of a host; say it as in table.example.org")
    return name


def own_names(public: Iterable[str]) -> frozenset[str]:
    """The names that this machine answers to, besides its addresses."""
    here = socket.gethostname().lower()
    return frozenset({"localhost", here, f"{here}.local", *public})


def is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether a request was meant for us: a page elsewhere may have its own name lead here.

    By an address nobody is misled, so addresses are always good.
    """
    bare = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    return bare.lower().rstrip(".") in names or _address(bare) is not None


def same_host(headers: Headers) -> bool:
    """Whether a page of ours asks, or no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    scheme, sign, host = origin.partition("://")
    return bool(sign) and scheme in ("http", "https") and host == headers.get("host")
