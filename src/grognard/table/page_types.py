"""The page's types, made from the structs that go over the wire.

`python -m grognard.table.page_types` writes `static/types.d.ts` anew. Nothing else reads
this module: the table runs without it, and TypeScript only checks the page's modules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec import NODEFAULT, inspect

from grognard.book.rulebook import Rule
from grognard.table.messages import answers, requests

PATH: Final = Path(__file__).parent / "static" / "types.d.ts"
_HEAD: Final = (
    "// What goes over the wire, as the page's modules see it. Made from the structs of the\n"
    "// program by `python -m grognard.table.page_types`; change those and run it again.\n"
)
_WORDS: Final[dict[type[inspect.Type], str]] = {
    inspect.AnyType: "unknown",
    inspect.RawType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


def declarations() -> str:
    """The whole file: every message, and every struct that one of them holds."""
    roots = inspect.multi_type_info([*_messages(), Rule])
    known: dict[type, inspect.StructType] = {}
    for kind in roots:
        _collect(kind, known)
    named = sorted(known.values(), key=lambda kind: kind.cls.__name__)
    return "\n".join([_HEAD, *(_interface(kind) for kind in named)])


def _messages() -> Iterator[type]:
    for module in (requests, answers):
        for name, found in vars(module).items():
            here = getattr(found, "__module__", "") == module.__name__
            if here and isinstance(found, type) and not name.startswith("_"):
                yield found


def _collect(kind: inspect.Type, known: dict[type, inspect.StructType]) -> None:
    if isinstance(kind, inspect.StructType):
        if kind.cls in known:
            return
        known[kind.cls] = kind
    for inner in _within(kind):
        _collect(inner, known)


def _within(kind: inspect.Type) -> Iterator[inspect.Type]:
    match kind:
        case inspect.StructType(fields=fields):
            yield from (field.type for field in fields)
        case inspect.UnionType(types=types):
            yield from types
        case inspect.TupleType(item_types=types):
            yield from types
        case inspect.CollectionType(item_type=item):
            yield item
        case inspect.DictType(key_type=key, value_type=value):
            yield from (key, value)
        case _:
            pass


# -- words ---------------------------------------------------------------------------


def _interface(kind: inspect.StructType) -> str:
    about = (kind.cls.__doc__ or "").strip().splitlines()[0]
    lines = [f"  {_field(kind.cls, field)};\n" for field in kind.fields]
    return f"/** {about} */\nexport interface {kind.cls.__name__} {{\n{''.join(lines)}}}\n"


def _field(struct: type[Any], field: inspect.Field) -> str:
    mark = "?" if _may_lack(struct, field) else ""
    return f"{field.encode_name}{mark}: {_words(field.type)}"


def _may_lack(struct: type[Any], field: inspect.Field) -> bool:
    """Asking, what has a default need not be said; answering, it is left out if so declared."""
    config = struct.__struct_config__
    return not field.required and (
        config.forbid_unknown_fields or config.omit_defaults or _unset(field)
    )


def _unset(field: inspect.Field) -> bool:
    """Whether UNSET is the default, which shows in no other way."""
    return field.default is NODEFAULT and field.default_factory is NODEFAULT


def _words(kind: inspect.Type) -> str:
    match kind:
        case inspect.StructType(cls=cls):
            return cls.__name__
        case inspect.LiteralType(values=values):
            return " | ".join(json.dumps(value) for value in values)
        case inspect.UnionType(types=types):
            return " | ".join(sorted(map(_words, types), key=lambda words: words == "null"))
        case inspect.TupleType(item_types=types):
            return f"[{', '.join(map(_words, types))}]"
        case inspect.DictType(key_type=key, value_type=value):
            return f"Record<{_words(key)}, {_words(value)}>"
        case inspect.CollectionType(item_type=item):
            inner = _words(item)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case _:
            return _WORDS[type(kind)]


if __name__ == "__main__":
    PATH.write_text(declarations(), encoding="utf-8")
