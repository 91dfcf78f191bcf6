"""Every request: what a client may send, and how much of it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

Key = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=60)]
Line = Annotated[str, Meta(max_length=1000)]
Number = Annotated[int, Meta(ge=0, le=10**9)]
Few = Meta(max_length=32)


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends: nothing is taken that is not asked for."""


class NewMatch(_Request, frozen=True):
    """Please set up a match."""

    title: Key
    scenario: Key
    options: Annotated[dict[Key, Key], Few] = {}
    seats: Annotated[dict[Key, Key], Few] = {}
    private: bool = False
    names: Annotated[dict[Key, Name], Few] = {}
    says_why: bool = False  # may its bots say why they do something?


class Deed(_Request, frozen=True, kw_only=True):
    """An action, several, a line of notation, or a hex to go to: exactly one of them.

    `pieces`, on the wire `from`, are those to bring to the hex; those in hand if none are named.
    """

    action: msgspec.Raw | UnsetType = UNSET
    text: Line | UnsetType = UNSET
    route: Annotated[list[msgspec.Raw], Meta(max_length=200)] | UnsetType = UNSET
    to: Key | UnsetType = UNSET
    pieces: Key | Annotated[list[Key], Few] = msgspec.field(default_factory=list, name="from")


class Play(Deed, frozen=True, kw_only=True):
    """Please do this, if the log is still `at` entries long."""

    at: Number


class TakeBack(_Request, frozen=True):
    """Please take my last action back, or all from entry `to` on."""

    at: Number
    to: Number | None = None


class AskBack(_Request, frozen=True):
    """Please ask the others whether all from entry `to` on may be taken back."""

    at: Number
    to: Number


class Answer(_Request, frozen=True):
    """My answer to that; from whoever asked: no longer, thank you."""

    at: Number
    granted: bool


class Why(_Request, frozen=True):
    """Why can nothing be done there, or this not be done?

    With `pieces`, on the wire `from`: is there a way there for them?
    """

    spot: Key | UnsetType = UNSET
    action: msgspec.Raw | UnsetType = UNSET
    pieces: Annotated[list[Key], Few] | UnsetType = msgspec.field(default=UNSET, name="from")


class At(_Request, frozen=True):
    """What could happen there?"""

    spot: Key


class Show(_Request, frozen=True):
    """Please draw an answer on the map."""

    name: Key
    spot: Key = ""


class SetHook(_Request, frozen=True):
    """Please call this web address when it is my turn."""

    url: Annotated[str, Meta(max_length=500)]


class Fork(_Request, frozen=True):
    """Please begin another match from where this one stood after `at` entries."""

    at: Number


class Reissue(_Request, frozen=True):
    """Makes a link anew: one's own, or that of the onlookers."""

    onlookers: bool = False


class Beat(_Request, frozen=True):
    """Any further frame of a socket: whether somebody looks at the page."""

    visible: bool | UnsetType = UNSET


class Hello(_Request, frozen=True):
    """The first frame of a socket."""

    token: Annotated[str, Meta(max_length=200)]
    since: Number = 0
