"""A log is a chain: every line is kept with a hash of itself and of all before it.

So nobody edits a line unnoticed, whether it stands in a file or in a database.
"""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.book.canonical import digest

encode: Final = msgspec.json.Encoder(order="deterministic").encode
"""What is chained is written in one way only."""


def linked(chain: str, line: bytes) -> str:
    """The hash of a line that hangs on those before it; `chain` is the hash of the last of them."""
    return digest(chain.encode(), line)
