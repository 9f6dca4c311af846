"""The load of a closed loop: every connection is a visitor who asks again as soon as they are answered.

What is compared is measured in turn, round after round, so that whatever else the machine does
falls on all of it.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from tests.bench.bare import ALONE, INSIDE
from tests.bench.machine import cpu_time
from tests.bench.player import FROM_PAGE, Player
from tests.bench.report import figure
from tests.bench.serving import Server
from tests.bench.timing import percentile
from tests.bench.wire import Reply, Wire, request

ROUNDS = 5
WARM_UP = 0.3

HEADS = ("a second", "lowest", "highest", "p50", "p99", "CPU", "client")
"""The columns that ``figures`` fills."""
LEGEND = (
    "only moves that were stored count. p50 and p99 in ms; CPU is the server's, µs an answer, all threads;"
    " client is the CPU of the client, one thread."
)

_LONGEST_SLICE = 30
_MILLI = 1e3
_MICRO = 1e6

Ask = Callable[[], Awaitable[Reply | None]]
"""Sends a request and returns the reply if it is one to count."""


class Load(NamedTuple):
    """What was borne: answers a second, seconds an answer, seconds of CPU an answer on either side."""

    rate: float
    p50: float
    p99: float
    cpu: float
    client: float


@dataclass
class _Visitor:
    player: Player
    cookie: bytes


class Visitors:
    """So many visitors of a server, each with a cookie and a game of their own."""

    def __init__(self, server: Server, visitors: Sequence[_Visitor]) -> None:
        self._server = server
        self._visitors = visitors

    @classmethod
    async def arrive(cls, server: Server, number: int) -> "Visitors":
        """Open the page of the game as so many visitors."""
        return cls(server, [await _arrive(server.port) for _ in range(number)])

    async def play(self, window: float) -> Load:
        """Play on, for so many seconds that count."""
        return await self._bear(_moves, window)

    async def ask_alone(self, window: float) -> Load:
        """Send the requests of a move to the bare route that has the application for itself."""
        return await self._bear(lambda wire, visitor: _bare(wire, visitor, ALONE), window)

    async def ask_inside(self, window: float) -> Load:
        """Send the requests of a move to the bare route in the product."""
        return await self._bear(lambda wire, visitor: _bare(wire, visitor, INSIDE), window)

    async def _bear(self, ask: Callable[[Wire, _Visitor], Ask], window: float) -> Load:
        async with _wires(self._server.port, len(self._visitors)) as wires:
            asks = [ask(wire, visitor) for wire, visitor in zip(wires, self._visitors, strict=True)]
            return await _load(self._server, asks, window)


Slice = Callable[[float], Awaitable[Load]]


async def in_turn(slices: Sequence[Slice], window: float) -> list[list[Load]]:
    """Measure each of them once a round, and return the rounds of each."""
    rounds = [[await measure(window) for measure in slices] for _ in range(ROUNDS)]
    return [list(one) for one in zip(*rounds, strict=True)]


def figures(rounds: Sequence[Load]) -> tuple[str, ...]:
    """Return the medians of the rounds, with the lowest and the highest rate."""
    load = medians(rounds)
    rates = [each.rate for each in rounds]
    return (
        *map(figure, (load.rate, min(rates), max(rates))),
        figure(load.p50 * _MILLI, 2),
        figure(load.p99 * _MILLI, 2),
        *(figure(seconds * _MICRO) for seconds in (load.cpu, load.client)),
    )


def medians(rounds: Sequence[Load]) -> Load:
    """Return the median of each figure."""
    return Load(*map(median, zip(*rounds, strict=True)))


def share(rounds: Sequence[Load], of: Sequence[Load]) -> str:
    """Write the rate as a share of another, as the median round has it."""
    return f"{median(one.rate / other.rate for one, other in zip(rounds, of, strict=True)):.0%}"


def who_sets_the_pace(measured: Sequence[Sequence[Load]]) -> str:
    """Say whether the client, which shares the machine, was ever the slower of the two."""
    most = max(load.client / load.cpu for load in map(medians, measured))
    if most < 1:
        return f"The client never needs more than {most:.0%} of the CPU that the server does."
    return (
        f"The client needs up to {most:.0%} of the CPU that the server does:"
        " where its column is the larger, it sets the pace and not the server."
    )


@asynccontextmanager
async def _wires(port: int, connections: int) -> AsyncIterator[list[Wire]]:
    wires = [await Wire.open(port) for _ in range(connections)]
    yield wires
    for wire in wires:
        wire.close()


async def _arrive(port: int) -> _Visitor:
    async with _wires(port, 1) as (wire,):
        reply = await wire.ask(request("GET", "/", {}, b""))
    return _Visitor(Player(reply.body), reply.cookie)


def _moves(wire: Wire, visitor: _Visitor) -> Ask:
    async def ask() -> Reply | None:
        post = visitor.player.next_post()
        reply = await wire.ask(request("POST", post.path, FROM_PAGE, visitor.cookie, post.form))
        _expect_success(reply)
        visitor.cookie = reply.cookie or visitor.cookie
        return reply if visitor.player.see(reply.body) else None

    return ask


def _bare(wire: Wire, visitor: _Visitor, path: str) -> Ask:
    always = request("POST", path, FROM_PAGE, visitor.cookie, visitor.player.next_post().form)

    async def ask() -> Reply:
        reply = await wire.ask(always)
        _expect_success(reply)
        return reply

    return ask


def _expect_success(reply: Reply) -> None:
    if reply.status != 200:
        raise RuntimeError(f"the server answered {reply.status}: {reply.body[:200]!r}")


async def _load(server: Server, asks: Sequence[Ask], window: float) -> Load:
    """Ask on every connection again and again, and count what is answered in the window.

    An answer counts wherever its request began, or slow answers would be missing at the edges.
    """
    begin = perf_counter() + WARM_UP
    end = begin + window
    times: list[float] = []

    async def go_on(ask: Ask) -> None:
        while perf_counter() < end:
            reply = await ask()
            if reply and begin <= reply.answered <= end:
                times.append(reply.answered - reply.asked)

    async def watch() -> tuple[float, float]:
        await asyncio.sleep(begin - perf_counter())
        served, asked = cpu_time(server.process), process_time()
        await asyncio.sleep(end - perf_counter())
        return cpu_time(server.process) - served, process_time() - asked

    async with asyncio.timeout(_LONGEST_SLICE), asyncio.TaskGroup() as group:
        watching = group.create_task(watch())
        for ask in asks:
            group.create_task(go_on(ask))
    cpu, client = (seconds / len(times) for seconds in watching.result())
    return Load(len(times) / window, percentile(times, 50), percentile(times, 99), cpu, client)
