"""One POST of one move through the whole application and a real SQLite file, without a network.

httpx itself takes its time, so the bare route is asked by the same client in turn with the game.
"""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, redirect_stderr
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

import httpx
import uvloop
from starlette.types import ASGIApp

from app.logs import configure_logs
from app.store.database import Database, database_url
from app.store.migration import migrate
from app.web.app import create_app
from tests.bench.bare import ALONE, bare_app
from tests.bench.player import FROM_PAGE, Player
from tests.bench.report import Table, figure
from tests.bench.timing import percentile

ROUNDS = 7
REQUESTS = 300
"""How many in a round; the first round of moves is not counted and tells the size of a fragment."""

_KEY = bytes(32)
_MILLI = 1e3

Ask = Callable[[], Awaitable[float | None]]


class Latency(NamedTuple):
    """Seconds: the median over the rounds of each round's percentile."""

    p50: float
    p99: float


class InProcess(NamedTuple):
    """A move and the bare route, and the bytes of a typical fragment, which the bare route answers too."""

    move: Latency
    bare: Latency
    fragment_size: int


def measure(folder: Path) -> InProcess:
    """Play on a database in this folder, where the log goes too, as it would from a server."""
    url = database_url(None, folder)
    migrate(url)
    with (
        (folder / "log").open("w") as log,
        redirect_stderr(log),
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        configure_logs("info")
        return runner.run(_measure(Database(url)))


def table(measured: InProcess) -> Table:
    """Show both in milliseconds."""
    return Table(
        "One POST in process",
        f"ms, medians of {ROUNDS} rounds of {REQUESTS} requests, taken in turn, by httpx over ASGI;"
        f" the bare route answers {measured.fragment_size:,} bytes, as a move does.",
        ("route", "p50", "p99"),
        [
            (route, figure(latency.p50 * _MILLI, 2), figure(latency.p99 * _MILLI, 2))
            for route, latency in (("POST /moves", measured.move), ("bare route", measured.bare))
        ],
    )


async def _measure(database: Database) -> InProcess:
    sizes: list[int] = []
    moves: list[Latency] = []
    bare: list[Latency] = []
    async with _client(create_app(database, _KEY)) as game:
        ask_game = await _player(game, sizes)
        await _round(ask_game)
        size = round(median(sizes))
        async with _client(bare_app(size)) as plain:
            gc.collect()
            gc.freeze()  # as the server does before it serves
            for _ in range(ROUNDS):
                moves.append(await _round(ask_game))
                bare.append(await _round(lambda: _ask_bare(plain)))
    database.close()
    return InProcess(_medians(moves), _medians(bare), size)


@asynccontextmanager
async def _client(app: ASGIApp) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://127.0.0.1", headers=FROM_PAGE
    ) as client:
        yield client


async def _player(client: httpx.AsyncClient, sizes: list[int]) -> Ask:
    """Return what sends a player's next request and tells how long a move took."""
    player = Player((await client.get("/")).content)

    async def ask() -> float | None:
        post = player.next_post()
        started = perf_counter()
        response = await client.post(post.path, content=post.form)
        seconds = perf_counter() - started
        response.raise_for_status()
        sizes.append(len(response.content))
        return seconds if player.see(response.content) else None

    return ask


async def _ask_bare(client: httpx.AsyncClient) -> float:
    started = perf_counter()
    response = await client.post(ALONE, content="version=1&direction=left")
    seconds = perf_counter() - started
    response.raise_for_status()
    return seconds


async def _round(ask: Ask) -> Latency:
    asked = [await ask() for _ in range(REQUESTS)]
    times = [seconds for seconds in asked if seconds is not None]
    return Latency(percentile(times, 50), percentile(times, 99))


def _medians(rounds: list[Latency]) -> Latency:
    return Latency(*map(median, zip(*rounds, strict=True)))
