"""Many players at once, and whatever happens to the server while they play."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

import uvloop

from tests.faults.clients import Line, Player, request

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds within which something happens, however busy the machine is."""
_BETWEEN_LOOKS = 0.001


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run one piece of asynchronous work in a loop of its own."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


async def play_until_cut(players: Iterable[Player], port: int, cut: Coroutine[Any, Any, None]) -> None:
    """Let everybody play on this server, from where they stand, until ``cut`` has ended it."""
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(_until_hung_up(player, port))
        group.create_task(cut)


async def play_for(players: Iterable[Player], port: int, moves: int) -> None:
    """Let everybody play so many requests, each of which has to succeed."""
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(_so_many(player, port, moves))


async def _until_hung_up(player: Player, port: int) -> None:
    try:
        await player.connect(port)
        if player.seen is None:
            await player.visit()
        while (await player.play()).status in (200, 409):
            pass
    except ConnectionError:
        pass
    finally:
        player.leave()


async def _so_many(player: Player, port: int, moves: int) -> None:
    await player.connect(port)
    if player.seen is None:
        await player.visit()
    for _ in range(moves):
        answer = await player.play()
        assert answer.status == 200, answer.status
    player.leave()


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so. Raises ``TimeoutError`` if it does not come to be."""
    for _ in range(int(PATIENCE / _BETWEEN_LOOKS)):
        if is_so():
            return
        await asyncio.sleep(_BETWEEN_LOOKS)
    raise TimeoutError


async def ask_all(port: int, *paths: str) -> list[int]:
    """Get some pages, one after the other, and return their statuses."""
    line = await Line.open(port)
    try:
        return [(await line.ask(request("GET", path))).status for path in paths]
    finally:
        line.close()
