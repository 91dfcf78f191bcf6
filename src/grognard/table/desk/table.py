"""What the routes share: the matches, the limits, and who may ask for what."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from grognard.table.calling.webhooks import Webhooks
from grognard.table.door.bodies import body_of
from grognard.table.door.limits import Buckets, Limits
from grognard.table.door.turns import Turns
from grognard.table.faults import Denied
from grognard.table.keeping.rows import SeatRow, Start
from grognard.table.messages import answers
from grognard.table.records.porter import Porter
from grognard.table.rooms.listeners import Feed
from grognard.table.rooms.room import among_bots
from grognard.table.rooms.rooms import Rooms
from grognard.table.rooms.seats import NO_SEAT, link_of, onlookers_link
from grognard.waist.title import Seat

if TYPE_CHECKING:
    from starlette.requests import Request

    from grognard.table.calling.posting import Hosts
    from grognard.table.keeping.store import Store

T = TypeVar("T")

RECORDS: Final = "/api/records"
_UNREADABLE = (msgspec.DecodeError, ValueError, RecursionError)


class Table:
    """What the routes share."""

    def __init__(self, store: Store, limits: Limits, choice_seconds: float, hosts: Hosts) -> None:
        self.store, self.limits = store, limits
        self.hooks = Webhooks(store, hosts)
        self.feed = Feed(limits.sockets)
        self.porter = Porter(limits)
        self.rooms = Rooms(
            store,
            self.feed,
            choice_seconds=choice_seconds,
            unwatched_seconds=limits.unwatched_seconds,
        )
        self.rooms.commits.committed = self.hooks.committed
        self.turns = Turns(limits.answers, limits.connections)
        self._begun = Buckets(limits.matches, limits.matches / 3600)
        self._among_bots: defaultdict[str, set[str]] = defaultdict(set)  # by who began them
        self._counting = asyncio.Lock()

    async def begin(
        self, start: Start, kinds: Mapping[str, str], client: str, **more: Any
    ) -> answers.Begun:
        """Keeps a new match; of bots among themselves each client may have but a few at play."""
        if not self._begun.take(client, 1):
            raise Denied("too_many", "you have begun many matches; wait a few minutes", again=60)
        if not among_bots(kinds.values()):
            return await self.rooms.begin(start, kinds, client, **more)
        async with self._counting:  # one at a time: those begun at the same moment count too
            theirs = set(filter(self.rooms.thinking.is_at_play, self._among_bots[client]))
            self._among_bots[client] = theirs
            if len(theirs) >= self.limits.bot_matches:
                raise Denied("too_many", f"you have {len(theirs)} matches of bots at play already")
            begun = await self.rooms.begin(start, kinds, client, **more)
            theirs.add(begun.id)
            return begun

    async def seat_of(self, request: Request) -> tuple[str, Seat | None]:
        """The match asked about and whose eyes the token opens; raises Denied."""
        match: str = request.path_params["match"]
        link = await self.link(match, bearer(request))
        return match, eyes(link)

    async def player_of(self, request: Request) -> tuple[str, Seat]:
        match, seat = await self.seat_of(request)
        if seat is None:
            raise Denied("forbidden", "onlookers look on")
        return match, seat

    async def link(self, match: str, token: str) -> SeatRow:
        room = await self.rooms.room(match)
        # Anybody may look on at a match that is listed.
        open_to_all = not token and not room.row.private
        found = onlookers_link(room.seats) if open_to_all else link_of(room.seats, token)
        if found is None:
            raise Denied("forbidden", "this link does not open a seat of this match")
        return found

    async def holds_all(self, match: str, request: Request) -> bool:
        """Whether nothing is hidden from the asker: it is over, or all seats are theirs."""
        room = await self.rooms.room(match)
        if not room.match.deciders():
            return True
        more = request.headers.get("grognard-seats", "").split(",")[:16]
        links = [link_of(room.seats, token.strip()) for token in (bearer(request), *more)]
        held = {link.seat for link in links if link is not None}
        # A bot has secrets too, and its seat is nobody's to hold.
        return set(room.kinds) <= held

    async def receive(self, request: Request) -> None:
        """Takes the body in before its client's turn: who sends slowly holds up nobody."""
        large = request.url.path == RECORDS
        most = self.limits.record if large else self.limits.body
        seconds = self.limits.body_seconds * (4 if large else 1)
        request.state.body = await body_of(request, most, seconds)

    def read(self, request: Request, kind: type[T]) -> T:
        """The body as a message; raises Denied."""
        try:
            return msgspec.json.decode(request.state.body, type=kind)
        except _UNREADABLE as error:
            raise Denied("malformed", f"the request cannot be read: {error}") from error


def bearer(request: Request) -> str:
    """The token of the request, "" for none; raises Denied."""
    given = request.headers.get("authorization", "")
    word, _, token = given.partition(" ")
    if given and (word.lower() != "bearer" or not token.strip()):
        raise Denied("forbidden", "the Authorization header holds no token")
    return token.strip()


def eyes(link: SeatRow) -> Seat | None:
    return None if link.seat == NO_SEAT else Seat(link.seat)


def number(text: str) -> int:
    """A number in an address; raises Denied."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Denied("malformed", "an entry's number is needed")
    return int(text)


def since(request: Request) -> int:
    return number(request.query_params.get("since", "0"))
