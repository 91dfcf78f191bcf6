"""A file that one program appends to: held against others, and looked at before every write."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

if sys.platform != "win32":  # where there is no such thing, nobody is kept out
    import fcntl

_FLAGS: Final = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


class CannotWrite(OSError):  # noqa: N818 - named for what happened
    """A file that cannot be written, and the reason."""

    def __init__(self, path: str | Path, reason: str) -> None:
        super().__init__(f"cannot write {path}: {reason}")
        self.path, self.reason = str(path), reason


class ChangedFile(CannotWrite):
    """A file that is no longer what this program has written."""


class HeldFile:
    """A file opened to go on with it; `size` is how much of it counts.

    The system lets go of it whenever the program ends, however that happens.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.size = path, 0
        try:
            self._file = os.open(path, _FLAGS, 0o644)
        except OSError as error:
            raise CannotWrite(path, reason(error)) from error
        try:
            self._hold()
        except OSError:
            self.close()
            raise

    def _hold(self) -> None:
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            raise CannotWrite(self.path, "it is no regular file")
        if sys.platform != "win32":
            self._lock()

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotWrite(self.path, "another program is keeping a match in it") from None
        except OSError:
            pass  # a file system without locks: there is still the look before every write

    @property
    def is_empty(self) -> bool:
        return os.fstat(self._file).st_size == 0

    def go_on(self, size: int) -> None:
        """Cuts off what lies beyond: it was torn off and never told to anybody."""
        try:
            self._cut(size)
        except OSError as error:
            raise CannotWrite(self.path, reason(error)) from error

    def append(self, data: bytes) -> None:
        """Writes at the end; what this has returned from is on the disk."""
        self._look()
        try:
            os.lseek(self._file, self.size, os.SEEK_SET)
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):
                self._cut(self.size)
            raise CannotWrite(self.path, reason(error)) from error
        self.size += len(data)

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _look(self) -> None:
        ours = os.fstat(self._file)
        try:
            there = self.path.stat()
        except OSError:
            raise ChangedFile(self.path, "it is no longer where it was") from None
        if not os.path.samestat(ours, there):
            raise ChangedFile(self.path, "another file has taken its place")
        if ours.st_size != self.size:
            raise ChangedFile(self.path, "somebody else has written to it")

    def _cut(self, size: int) -> None:
        os.ftruncate(self._file, size)
        self.size = size


def reason(error: OSError) -> str:
    """The system's reason, as the end of a sentence."""
    return (error.strerror or str(error)).lower()
