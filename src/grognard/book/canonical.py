"""Canonical bytes: equal states give equal bytes and equal hashes on every machine.

MessagePack, with what it leaves open settled here: ints of any size, and the
order of dicts and sets.
"""

from __future__ import annotations

import enum
import hashlib
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

T = TypeVar("T")

_BIG = 1  # the extension code of an int that does not fit 64 bits
_LOW, _HIGH = -(1 << 63), 1 << 63
_encode = msgspec.msgpack.Encoder().encode


def pack(value: object) -> bytes:
    """The canonical bytes of a state, or of any value built as states are."""
    return _encode(_plain(value))


def unpack(data: bytes, kind: type[T]) -> T:
    """The value that `pack` was given."""
    return msgspec.convert(_decode(data), kind)


def state_hash(state: object) -> str:
    """32 hex digits that equal states share."""
    return digest(pack(state))


def digest(*parts: bytes) -> str:
    """32 hex digits of some bytes."""
    return hashlib.blake2b(b"".join(parts), digest_size=16).hexdigest()


def pack_hash(path: Path | None) -> str:
    """The hash of a chart pack, a file or a folder of files; "" for none."""
    if path is None:
        return ""
    if not path.exists():
        raise FileNotFoundError(f"there is no chart pack at {path}")
    files = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
    names = [p.relative_to(path).as_posix() for p in files]
    contents = [digest(p.read_bytes()) for p in files]
    return digest(pack(sorted(zip(names, contents, strict=True))))


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind is int:
        return value if _LOW <= value < _HIGH else _big(value)
    if kind is list or kind is tuple:
        return _plain_row(value)
    if kind in (str, bool, float, type(None), bytes, bytearray):
        return value
    return _plain_other(value)


def _plain_other(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return _plain_struct(value)
    if isinstance(value, dict):
        return _plain_dict(value)
    if isinstance(value, set | frozenset):
        return sorted(map(_plain, value), key=_encode)
    if isinstance(value, enum.Enum):
        return _plain(value.value)
    raise TypeError(f"a state may not hold a {type(value).__name__}")


def _plain_row(row: Sequence[Any]) -> Any:
    # Columns of small ints are most of a state: they pass through as they are.
    if set(map(type, row)) == {int} and min(row) >= _LOW and max(row) < _HIGH:
        return row
    return [_plain(item) for item in row]


def _plain_struct(struct: msgspec.Struct) -> Any:
    names, keys, tag_key, tag, as_array = _shape(type(struct))
    values = [_plain(getattr(struct, name)) for name in names]
    if as_array:
        return values if tag is None else [tag, *values]
    fields = {} if tag is None else {tag_key: tag}
    fields.update(zip(keys, values, strict=True))
    return fields


@cache
def _shape(kind: type[msgspec.Struct]) -> tuple[Collection[str], Collection[str], Any, Any, bool]:
    config = kind.__struct_config__
    keys = kind.__struct_encode_fields__
    return kind.__struct_fields__, keys, config.tag_field, config.tag, config.array_like


def _plain_dict(table: Mapping[Any, Any]) -> dict[Any, Any]:
    if set(map(type, table)) in ({int}, {str}):
        return {_key(k): _plain(table[k]) for k in sorted(table)}
    pairs = sorted(((_key(k), v) for k, v in table.items()), key=lambda pair: _encode(pair[0]))
    return {k: _plain(v) for k, v in pairs}


def _key(key: Any) -> Any:
    plain = _plain(key)
    if isinstance(plain, msgspec.msgpack.Ext):
        raise TypeError("a state may not key a dict by a set of hexes")
    return tuple(plain) if isinstance(plain, list) else plain


def _big(value: int) -> msgspec.msgpack.Ext:
    size = value.bit_length() // 8 + 1
    return msgspec.msgpack.Ext(_BIG, value.to_bytes(size, "little", signed=True))


def _unbig(code: int, data: memoryview) -> int:
    if code != _BIG:
        raise ValueError(f"unknown extension {code} in packed bytes")
    return int.from_bytes(data, "little", signed=True)


_decode = msgspec.msgpack.Decoder(ext_hook=_unbig).decode
