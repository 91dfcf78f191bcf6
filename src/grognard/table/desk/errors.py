"""What a request that comes to nothing is answered."""

from __future__ import annotations

import errno
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from grognard.match import MatchError
from grognard.table.door.bodies import denial
from grognard.table.faults import Denied, denied

_MEANS: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_log = logging.getLogger(__name__)


async def _said(_: Request, told: Exception) -> Response:
    assert isinstance(told, Denied)
    return denial(told)


async def _declined(_: Request, error: Exception) -> Response:
    assert isinstance(error, MatchError)
    return denial(denied(error))


async def _no_route(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        return denial(Denied("no_such_method", "this address is asked in another way"))
    return denial(Denied("not_found", "there is nothing at this address"))


async def _gone(_: Request, __: Exception) -> Response:
    return denial(Denied("malformed", "the request was not sent to its end"))


async def _unreachable(_: Request, error: Exception) -> Response:
    _log.error("the database failed: %s", error)
    return denial(Denied("busy", "the database does not answer; look again in a moment"))


async def _out_of_means(_: Request, error: Exception) -> Response:
    """Without descriptors or memory it is the table that is busy, nothing is broken."""
    if not (isinstance(error, OSError) and error.errno in _MEANS):
        raise error
    _log.error("the system gives no more: %s", error.strerror)
    return denial(Denied("busy", "too much is asked of this table; look again in a moment"))


HANDLERS: Final[dict[Any, Callable[[Request, Exception], Awaitable[Response]]]] = {
    HTTPException: _no_route,
    ClientDisconnect: _gone,
    Denied: _said,
    MatchError: _declined,
    OperationalError: _unreachable,
    PoolTimeout: _unreachable,
    OSError: _out_of_means,
}
