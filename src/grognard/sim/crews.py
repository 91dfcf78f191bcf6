"""Who plays the games: this process, a pool of processes, or the workers of a Dask cluster.

A crew is given the plan and the numbers that are missing, and hands back lines
as they are done, in any order. One that loses a worker plays its games again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from grognard.processes import processes
from grognard.sim.game import play_game
from grognard.sim.runs import BadRun

if TYPE_CHECKING:
    from grognard.sim.plan import Plan

Done = tuple[int, bytes]

AHEAD: Final = 2  # games handed out for each worker of a pool
IN_FLIGHT: Final = 512  # games handed out to a cluster
PATIENCE: Final = 3  # pools that die one after the other without a game done
GREETING: Final = 30  # seconds to wait for a cluster


def alone(plan: Plan, numbers: Sequence[int]) -> Iterator[Done]:
    """One after the other, here."""
    for number in numbers:
        yield number, play_game(plan, number)


# -- one machine ---------------------------------------------------------------------------


def pool(plan: Plan, numbers: Sequence[int], workers: int) -> Iterator[Done]:
    """In so many processes of this machine; a new pool takes over from one that died."""
    left = dict.fromkeys(numbers)
    died = 0
    while left:
        try:
            for number, line in _one_pool(plan, tuple(left), workers):
                del left[number]
                died = 0
                yield number, line
        except BrokenProcessPool:
            died += 1
            if died >= PATIENCE:
                raise BadRun(f"the processes that play keep dying, at game {min(left)}") from None


def _one_pool(plan: Plan, numbers: Sequence[int], workers: int) -> Iterator[Done]:
    waiting = list(reversed(numbers))
    under_way: dict[Future[bytes], int] = {}
    with processes(workers) as pool:
        while waiting or under_way:
            while waiting and len(under_way) < AHEAD * workers:
                number = waiting.pop()
                under_way[pool.submit(play_game, plan, number)] = number
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            # Games that were done before a process died count all the same.
            for future in sorted(done, key=lambda done: done.exception() is not None):
                yield under_way.pop(future), future.result()


# -- many machines -------------------------------------------------------------------------


def cluster(plan: Plan, numbers: Sequence[int], address: str) -> Iterator[Done]:
    """On the workers of the Dask scheduler at that address."""
    with _client(address) as client:
        try:
            yield from _on_cluster(client, plan, numbers)
        except (KeyboardInterrupt, GeneratorExit, BadRun):
            raise
        except Exception as error:
            kept = "what was played is kept and the same command goes on"
            raise BadRun(f"the cluster at {address} failed; {kept}: {_sentence(error)}") from None


@contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        from distributed import Client
    except ImportError:
        raise BadRun("a cluster needs Dask: pip install 'grognard[sim]'") from None
    # What it has to say in many lines about a lost scheduler is said here in one.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        # First without a client: one that cannot be made complains at length as it goes.
        asyncio.run(_greet(address))
        client = Client(address, timeout=GREETING, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise BadRun(f"there is no Dask scheduler at {address}: {_sentence(error)}") from None
    try:
        yield client
    finally:
        with suppress(Exception):  # whatever it says now, the games are kept
            client.close(timeout=10)


async def _greet(address: str) -> None:
    from distributed.comm.core import connect

    comm = await connect(address, timeout=GREETING)
    await comm.close()


def _on_cluster(client: Any, plan: Plan, numbers: Sequence[int]) -> Iterator[Done]:
    from distributed import as_completed

    waiting = list(reversed(numbers))
    names: dict[str, int] = {}

    def hand_out() -> Any:
        number = waiting.pop()
        # Keyed by the plan and the number: whoever plays it, it is this game.
        future = client.submit(
            play_game, plan, number, key=f"grognard-{plan.fingerprint}-{number}", pure=False
        )
        names[future.key] = number
        return future

    first = [hand_out() for _ in range(min(IN_FLIGHT, len(waiting)))]
    coming = as_completed(first, loop=client.loop)
    first.clear()
    for future in coming:
        number = names.pop(future.key)
        yield number, future.result()
        if waiting:
            coming.add(hand_out())


def _sentence(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
