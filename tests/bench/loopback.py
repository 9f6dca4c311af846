"""The product over the loopback interface, beside the bare route of the same server.

Every connection is a player with a cookie of their own who sends the next move as soon as the last
is answered. Moves and the bare route are measured in turn, round after round, so that whatever
else the machine does falls on both.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryFile
from time import perf_counter
from typing import NamedTuple

import uvloop

from app.resources import ROOT
from app.settings import Settings
from tests.bench.bare import PATH
from tests.bench.machine import cpu_time
from tests.bench.player import FROM_PAGE, Player
from tests.bench.report import Table, figure
from tests.bench.timing import percentile
from tests.bench.wire import Reply, Wire, request

CONNECTIONS = (1, 16, 64)
ROUNDS = 5
WARM_UP = 0.3
WINDOW = 2.0
"""Seconds that count of each round and route, after the warm-up."""
PLENTY = "1000000000/minute"
"""A budget that no round uses up: all of the players share one address."""

_LONGEST_SLICE = 30
_LONGEST_STOP = 10
_MILLI = 1e3
_MICRO = 1e6

Ask = Callable[[], Awaitable[Reply | None]]
"""Sends a request and returns the reply if it is one to count."""


class Load(NamedTuple):
    """What one route bore: answers a second, seconds an answer, seconds of the server's CPU an answer."""

    rate: float
    p50: float
    p99: float
    cpu: float


class Beside(NamedTuple):
    """The rounds of both routes with so many connections."""

    connections: int
    moves: list[Load]
    bare: list[Load]

    @property
    def share(self) -> float:
        """The moves a second as a share of what the bare route answers, as the median round has it."""
        return median(game.rate / bare.rate for game, bare in zip(self.moves, self.bare, strict=True))


class _Server(NamedTuple):
    process: int
    port: int


@dataclass
class _Visitor:
    player: Player
    cookie: bytes


def measure(folder: Path, size: int) -> list[Beside]:
    """Serve from this folder, the bare route with a body of this size, and play."""
    with (
        _server(folder, size) as server,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        return [runner.run(_beside(server, connections)) for connections in CONNECTIONS]


def table(measured: Sequence[Beside]) -> Table:
    """Show two rows for each number of connections."""
    return Table(
        "POST over loopback",
        f"Medians of {ROUNDS} rounds of {WINDOW:g} s, in turn; only moves that were stored count."
        " p50 and p99 in ms; CPU is the server's, µs an answer, all threads.",
        ("connections", "route", "a second", "lowest", "highest", "p50", "p99", "CPU", "of bare"),
        [
            _row(beside.connections, route, rounds, share)
            for beside in measured
            for route, rounds, share in (
                ("POST /moves", beside.moves, f"{beside.share:.0%}"),
                ("bare route", beside.bare, ""),
            )
        ],
        words=2,
    )


def _row(connections: int, route: str, rounds: Sequence[Load], share: str) -> tuple[str, ...]:
    load = Load(*map(median, zip(*rounds, strict=True)))
    rates = [each.rate for each in rounds]
    return (
        str(connections),
        route,
        figure(load.rate),
        figure(min(rates)),
        figure(max(rates)),
        figure(load.p50 * _MILLI, 2),
        figure(load.p99 * _MILLI, 2),
        figure(load.cpu * _MICRO),
        share,
    )


@contextmanager
def _server(folder: Path, size: int) -> Iterator[_Server]:
    """Run the server in a process of its own, by its defaults; its log goes to a file, as it would."""
    command = [sys.executable, "-m", "tests.bench.server", str(size)]
    with TemporaryFile("w+") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env=_environment(folder), stdout=subprocess.PIPE, stderr=log, text=True
        )
        assert process.stdout is not None
        try:
            address = process.stdout.readline()
            if not address:
                log.seek(0)
                raise RuntimeError(f"the server did not start: {log.read()}")
            yield _Server(process.pid, int(address.rpartition(":")[2]))
        finally:
            _stop(process)
            process.stdout.close()


def _environment(folder: Path) -> dict[str, str]:
    """Return the environment of the server, with no setting but those of the benchmark."""
    settings = {name.upper() for name in Settings.model_fields}
    inherited = {name: value for name, value in os.environ.items() if name.upper() not in settings}
    budgets = {name: PLENTY for name in settings if name.startswith("BUDGET_")}
    return {**inherited, **budgets, "DATA_DIR": str(folder), "PORT": "0"}


def _stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(_LONGEST_STOP)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


async def _beside(server: _Server, connections: int) -> Beside:
    visitors = [await _visit(server.port) for _ in range(connections)]
    beside = Beside(connections, [], [])
    for _ in range(ROUNDS):
        async with _wires(server.port, connections) as wires:
            moves = [_moves(wire, visitor) for wire, visitor in zip(wires, visitors, strict=True)]
            beside.moves.append(await _load(server, moves))
        async with _wires(server.port, connections) as wires:
            beside.bare.append(await _load(server, [_bare(wire) for wire in wires]))
    return beside


@asynccontextmanager
async def _wires(port: int, connections: int) -> AsyncIterator[list[Wire]]:
    wires = [await Wire.open(port) for _ in range(connections)]
    yield wires
    for wire in wires:
        wire.close()


async def _visit(port: int) -> _Visitor:
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


def _bare(wire: Wire) -> Ask:
    always = request("POST", PATH, FROM_PAGE, b"", "version=1&direction=left")

    async def ask() -> Reply:
        reply = await wire.ask(always)
        _expect_success(reply)
        return reply

    return ask


def _expect_success(reply: Reply) -> None:
    if reply.status != 200:
        raise RuntimeError(f"the server answered {reply.status}: {reply.body[:200]!r}")


async def _load(server: _Server, asks: Sequence[Ask]) -> Load:
    """Ask on every connection again and again, and count what is asked and answered in the window."""
    begin = perf_counter() + WARM_UP
    end = begin + WINDOW
    times: list[float] = []

    async def go_on(ask: Ask) -> None:
        while perf_counter() < end:
            reply = await ask()
            if reply and begin <= reply.asked and reply.answered <= end:
                times.append(reply.answered - reply.asked)

    async def watch() -> float:
        await asyncio.sleep(begin - perf_counter())
        used = cpu_time(server.process)
        await asyncio.sleep(end - perf_counter())
        return cpu_time(server.process) - used

    async with asyncio.timeout(_LONGEST_SLICE), asyncio.TaskGroup() as group:
        used = group.create_task(watch())
        for ask in asks:
            group.create_task(go_on(ask))
    return Load(len(times) / WINDOW, percentile(times, 50), percentile(times, 99), used.result() / len(times))
