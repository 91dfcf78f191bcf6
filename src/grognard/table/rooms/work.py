"""What is under way: threads for all that takes long, and tasks that end with the server."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, TypeVar

T = TypeVar("T")

_LONG: Final = 4_000  # entries: a log that may take a second to fold, as whole campaigns do
_PATIENCE: Final = 3.0  # seconds for which a server that ends waits for threads


class Work:
    """The threads and tasks of all matches."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(6, thread_name_prefix="table")
        # Logs are folded beside the short answers, not before them, and so are the very long ones
        # beside the others: a game that has begun waits for no record that was made to be long.
        self._folders = ThreadPoolExecutor(2, thread_name_prefix="fold")
        self._long_folders = ThreadPoolExecutor(1, thread_name_prefix="long")
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Does it in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    async def fold(self, entries: int, work: Callable[[], T]) -> T:
        """Folds a log of so many entries in a thread."""
        folders = self._folders if entries < _LONG else self._long_folders
        return await asyncio.get_running_loop().run_in_executor(folders, work)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Has it done while others wait for nothing; it is cut short when the server ends."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def cancel(self) -> None:
        """Ends all tasks; a long fold is not waited for: nothing is lost with it."""
        under_way = list(self._tasks)
        for task in under_way:
            task.cancel()
        if under_way:
            await asyncio.wait(under_way, timeout=_PATIENCE)

    def close(self) -> None:
        """Begins nothing more; threads at work end with the process."""
        for threads in (self._threads, self._folders, self._long_folders):
            threads.shutdown(wait=False, cancel_futures=True)


async def whole(work: Awaitable[T]) -> T:
    """Waits for a thread to its end even when cancelled: a lock is held for it."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


def apart(work: Callable[[], None], name: str) -> asyncio.Future[None]:
    """Work in a thread of its own that nothing waits for when the server stops."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[None] = loop.create_future()

    def settle(error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)

    def body() -> None:
        problem: BaseException | None = None
        try:
            work()
        except BaseException as error:
            problem = error
        tell_loop(loop, settle, problem)

    threading.Thread(target=body, daemon=True, name=name).start()
    return future


def tell_loop(loop: asyncio.AbstractEventLoop, what: Callable[..., None], *args: Any) -> None:
    """Has the loop do it, from any thread."""
    with suppress(RuntimeError):  # the server has stopped: nobody asks any more
        loop.call_soon_threadsafe(what, *args)
