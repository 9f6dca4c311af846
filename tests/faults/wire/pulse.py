"""Somebody who asks for next to nothing all the time, and notes how long it took."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter

from tests.faults.wire.talk import Line, raw

_PAUSE = 0.005
_HEALTH = raw("GET", "/healthz")


class Pulse:
    """How long the server took for each small question, in milliseconds."""

    def __init__(self) -> None:
        self.milliseconds: list[float] = []

    @property
    def worst(self) -> float:
        """The longest that one of them took."""
        return max(self.milliseconds)


@asynccontextmanager
async def pulse(ops_port: int) -> AsyncIterator[Pulse]:
    """Ask every five milliseconds until the end of the block, and once after it."""
    taken = Pulse()
    async with await Line.open(ops_port) as line:
        await _ask(line, taken)
        asking = asyncio.create_task(_ask_for_ever(line, taken))
        try:
            yield taken
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
    async with await Line.open(ops_port) as line:
        await _ask(line, taken)


async def _ask_for_ever(line: Line, taken: Pulse) -> None:
    while True:
        await asyncio.sleep(_PAUSE)
        await _ask(line, taken)


async def _ask(line: Line, taken: Pulse) -> None:
    began = perf_counter()
    answer = await line.ask(_HEALTH)
    assert answer.status == 200
    taken.milliseconds.append((perf_counter() - began) * 1000)
