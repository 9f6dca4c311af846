"""Hints over HTTP, and what a solver that is busy without a pause costs those who play."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import uvloop

from tests.bench.load import HEADS, LEGEND, ROUNDS, Load, Visitors, figures, in_turn, medians
from tests.bench.player import FROM_PAGE, Player, Post
from tests.bench.report import Table, figure
from tests.bench.serving import Server, serve
from tests.bench.timing import percentile
from tests.bench.wire import Reply, Wire, request

STARTS = ("the first of a first start", "the first of a later start", "the first of another")
HINTS = 300
CONNECTIONS = 64
ASKERS = 4
"""Players who ask for a hint as soon as they have the last: more than there are workers."""
WINDOW = 1.5
LONGEST_START = 120
_MILLI = 1e3


class Measured(NamedTuple):
    """Seconds of the first hint of each start, those of hints later on, and the rounds of moves."""

    firsts: list[float]
    hints: list[float]
    idle: list[Load]
    saturated: list[Load]
    searches: int


class Asker:
    """A player who asks for hints."""

    def __init__(self, wire: Wire, page: Reply) -> None:
        self._wire = wire
        self._cookie = page.cookie
        self._player = Player(page.body)

    @classmethod
    @asynccontextmanager
    async def arrive(cls, server: Server) -> "AsyncIterator[Asker]":
        """Open the page of the game, and say that a hint is wanted."""
        wire = await Wire.open(server.port)
        asker = cls(wire, await wire.ask(request("GET", "/", {}, b"")))
        await asker._want_hint()
        yield asker
        wire.close()

    async def play(self) -> None:
        """Play on to the next state that takes moves, and say that a hint is wanted for it."""
        while True:
            await self._send(self._player.next_post())
            if await self._want_hint():
                return

    async def hint(self) -> float:
        """Ask for a hint as the page does, and return the seconds to its answer."""
        path = f"/hint?version={self._player.version}"
        reply = await self._wire.ask(request("GET", path, FROM_PAGE, self._cookie))
        if reply.status != 200:
            raise RuntimeError(f"the hint was answered with {reply.status}")
        return reply.answered - reply.asked

    async def _want_hint(self) -> bool:
        return b"wants-hint" in await self._send(Post("/hint", f"version={self._player.version}"))

    async def _send(self, post: Post) -> bytes:
        reply = await self._wire.ask(request("POST", post.path, FROM_PAGE, self._cookie, post.form))
        if reply.status != 200:
            raise RuntimeError(f"{post.path} was answered with {reply.status}")
        self._cookie = reply.cookie or self._cookie
        self._player.see(reply.body)
        return reply.body


def measure(folder: Path) -> Measured:
    """Serve from this empty folder, start after start."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        firsts = []
        for _ in STARTS:
            with serve(folder, 0) as server:
                firsts.append(runner.run(_first_hint(server)))
                runner.run(_until_ready(server))
        with serve(folder, 0) as server:
            runner.run(_until_ready(server))
            hints = runner.run(_hints(server))
            return Measured(firsts, hints, *runner.run(_moves(server)))


def tables(measured: Measured) -> list[Table]:
    """Show the hints, and the moves beside an idle and a saturated solver."""
    ratio = medians(measured.saturated).p99 / medians(measured.idle).p99
    return [
        Table(
            "Hints",
            "ms from GET /hint to its answer, level max, one asker. The first hint of a start is asked for"
            " as soon as the server has printed its address; at a first start nothing is compiled or decoded"
            " yet. The aims: 3,000 ms, 1,000 ms, and a p99 of 60 ms later on.",
            ("hint", "n", "p50", "p99"),
            [_times(name, [first]) for name, first in zip(STARTS, measured.firsts, strict=True)]
            + [_times("later on", measured.hints)],
        ),
        Table(
            "Moves beside the solver",
            f"{CONNECTIONS} connections; medians of {ROUNDS} rounds of {WINDOW:g} s, in turn; {LEGEND}"
            f" Saturated: {ASKERS} more players ask for hints at level max without a pause, and got"
            f" {measured.searches}. The p99 is {ratio:.2f} times that beside an idle solver; the aim is 1.5.",
            ("solver", *HEADS),
            [("idle", *figures(measured.idle)), ("saturated", *figures(measured.saturated))],
        ),
    ]


def _times(name: str, seconds: Sequence[float]) -> tuple[str, ...]:
    percentiles = (figure(percentile(seconds, percent) * _MILLI, 1) for percent in (50, 99))
    return (name, str(len(seconds)), *percentiles)


async def _first_hint(server: Server) -> float:
    async with Asker.arrive(server) as asker:
        return await asker.hint()


async def _until_ready(server: Server) -> None:
    """Wait until the workers have the network."""
    wire = await Wire.open(server.ops_port)
    async with asyncio.timeout(LONGEST_START):
        ready = False
        while not ready:
            metrics = await wire.ask(request("GET", "/metrics", {}, b""))
            ready = b"\nsolver_ready 0.0" not in metrics.body
    wire.close()


async def _hints(server: Server) -> list[float]:
    async with Asker.arrive(server) as asker:
        times = []
        for _ in range(HINTS):
            await asker.play()
            times.append(await asker.hint())
        return times


async def _moves(server: Server) -> tuple[list[Load], list[Load], int]:
    visitors = await Visitors.arrive(server, CONNECTIONS)
    searches: list[float] = []

    async def play_beside_askers(window: float) -> Load:
        async with AsyncExitStack() as stack:
            askers = [await stack.enter_async_context(Asker.arrive(server)) for _ in range(ASKERS)]
            asking = asyncio.gather(*(_ask_on(asker, searches) for asker in askers))
            load = await visitors.play(window)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
        return load

    idle, saturated = await in_turn((visitors.play, play_beside_askers), WINDOW)
    return idle, saturated, len(searches)


async def _ask_on(asker: Asker, searches: list[float]) -> None:
    while True:
        searches.append(await asker.hint())
