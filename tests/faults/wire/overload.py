"""Twice as many players as the server takes, each as fast as it can, and how soon all is well again."""

import asyncio
import multiprocessing
import socket
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from tests.faults.clients import request
from tests.faults.wire.logged import times
from tests.faults.wire.player import Page, go_straight_on, hash_of, read_page
from tests.faults.wire.serving import Server
from tests.faults.wire.stored import games_of
from tests.faults.wire.talk import Answer, Cut, Line, raw

_FEW = 32
_COMING_BACK = 1.0
"""Seconds after which somebody who was turned away tries again."""
_LONGEST_RECOVERY = 30.0
_KNOCKING_FROM = "127.0.0.100"


@dataclass
class Load:
    """What became of the requests of many players; times in milliseconds."""

    statuses: Counter[int] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    by_status: dict[int, list[float]] = field(default_factory=dict)
    """How long the server itself worked on each request that it let in."""

    def share(self, hundredths: float, status: int = 200) -> float:
        """Return how long the quickest so many hundredths of the requests with this status took at most."""
        return share(self.by_status.get(status, []), hundredths)


@dataclass
class Overload:
    """The load before, during and after, and how long somebody who knocked meanwhile had to wait."""

    before: Load
    during: Load
    knocks: list[tuple[int, float]]
    recovery_seconds: float

    def knocks_with(self, status: int) -> list[float]:
        """Return how long each knock took that got this status, in milliseconds."""
        return [taken for one, taken in self.knocks if one == status]


def share(values: list[float], hundredths: float) -> float:
    """Return the value below which so many hundredths of them lie; 0 where there are none."""
    return sorted(values)[int(len(values) * hundredths / 100 - 1e-9)] if values else 0.0


async def overload(server: Server, clients: int, seconds: float, sources: list[str]) -> Overload:
    """Load the server with a few players, with too many, and with a few again until it is as before."""
    before = await load(server, _FEW, seconds / 2, sources[:1])
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        knocking = asyncio.get_running_loop().run_in_executor(pool, knock, server.port, seconds)
        during = await load(server, clients, seconds, sources)
        knocks = await knocking
    began = perf_counter()
    usual = before.share(50)
    while perf_counter() - began < _LONGEST_RECOVERY:
        recovered = perf_counter() - began
        after = await load(server, _FEW, 0.5, sources[:1])
        if not after.statuses.keys() - {200} and after.share(50) <= 1.5 * usual:
            break
    else:
        recovered = float("inf")
    return Overload(before, during, knocks, recovered)


async def load(server: Server, clients: int, seconds: float, sources: list[str]) -> Load:
    """Let so many players move as fast as they can, from several addresses in turn."""
    found = Load()
    seen = len(await asyncio.to_thread(server.log))
    until = perf_counter() + seconds
    players = [_player(server, sources[n % len(sources)], until, found, n) for n in range(clients)]
    await asyncio.gather(*players)
    for status, milliseconds in times(await asyncio.to_thread(server.log), seen):
        found.by_status.setdefault(status, []).append(milliseconds)
    return found


def knock(port: int, seconds: float) -> list[tuple[int, float]]:
    """Come again and again as somebody new, from a process that has nothing else to do."""
    found = []
    until = perf_counter() + seconds
    while perf_counter() < until:
        began = perf_counter()
        with socket.create_connection(("127.0.0.1", port), 10, (_KNOCKING_FROM, 0)) as one:
            one.sendall(raw("GET", "/your-data"))
            head = one.recv(1 << 16)
        found.append((int(head[9:12]) if head else 0, (perf_counter() - began) * 1000))
    return found


async def _player(server: Server, source: str, until: float, found: Load, number: int) -> None:
    """Play until it is over; whoever is turned away comes back a little later, with the same request."""
    random = Random(number)
    moves = 0
    cookie = ""
    page: Page | None = None
    while perf_counter() < until:
        try:
            async with await Line.open(server.port, source) as line:
                while perf_counter() < until:
                    if page is None:
                        answer = await _ask(line, raw("GET", "/"), found)
                    else:
                        change = go_straight_on(page, random)
                        answer = await _ask(
                            line, request("POST", change.path, cookie, change.form(page.version)), found
                        )
                    if answer.status != 200:
                        await asyncio.sleep(_COMING_BACK)
                        continue
                    cookie = answer.cookie or cookie
                    moves += page is not None
                    page = read_page(answer.body)
        except (Cut, OSError):
            await asyncio.sleep(_COMING_BACK)
    if moves and page:
        stored = await asyncio.to_thread(games_of, server.database, hash_of(cookie))
        if not stored or stored[-1].version < page.version:
            found.lost.append(f"{moves} moves, shown {page.version}, stored {stored[-1:]}")


async def _ask(line: Line, sent: bytes, found: Load) -> Answer:
    answer = await line.ask(sent)
    found.statuses[answer.status] += 1
    return answer
