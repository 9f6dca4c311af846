"""What play leaves behind: bytes on the disk a move, and memory of the server over many requests."""

import asyncio
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from app.store.database import Database, database_url
from app.store.migration import migrate
from tests.faults.clients import Player
from tests.faults.figures import Figure, at_most
from tests.faults.storage.chance import dice
from tests.faults.storage.guests import Guest
from tests.faults.storage.load import run
from tests.faults.storage.servers import Starter

LARGEST_MOVE = 24.0
"""Bytes of the database file a move, everything that is stored of players and games included."""
_AT_ONCE = 100
_PLAYERS = 32
_PAGE_EVERY = 10
"""Of so many requests one is for the page."""
_SAMPLES = 20
_KILOBYTE = 1024
_MEGABYTE = 1024 * 1024


class Load(NamedTuple):
    """So many games, and the file that they fill."""

    games: int
    moves: int
    size: int

    @property
    def bytes_a_move(self) -> float:
        """What a move takes on average."""
        return self.size / self.moves

    def figures(self) -> list[Figure]:
        """Return the rows of the table."""
        sample = f"{self.games} games, {self.moves:,} moves, {self.size:,} bytes"
        return [at_most("disk: bytes a move", sample, self.bytes_a_move, LARGEST_MOVE, "bytes", 1)]


class Sample(NamedTuple):
    """Bytes that a server has in memory, and bytes of its database file."""

    memory: int
    database: int


class Memory(NamedTuple):
    """The memory of a server while it answers, sampled at even distances.

    SQLite keeps what it has written of the database in a cache, which is bounded (``cache_size``) but
    takes hundreds of thousands of moves to fill; so the growth of the database is no leak.
    """

    requests: int
    samples: list[Sample]

    @property
    def growth(self) -> int:
        """Bytes by which it has grown over the second half of the requests, more than the database."""
        middle, last = self.samples[len(self.samples) // 2], self.samples[-1]
        return last.memory - middle.memory - (last.database - middle.database)

    def figures(self, most: int) -> list[Figure]:
        """Return the rows of the table, with what the second half may add."""
        places = (0, len(self.samples) // 2, -1)
        weights = [f"{self.samples[place].memory / _MEGABYTE:.1f}" for place in places]
        sample = f"{self.requests:,} requests; {', '.join(weights)} MB"
        what = "memory: growth over the second half, beyond the database's"
        return [at_most(what, sample, self.growth / _MEGABYTE, most / _MEGABYTE, "MB", 1)]


def fill(folder: Path, games: int) -> Load:
    """Play so many games to their end, each by a player of its own, and close the database."""
    folder.mkdir(parents=True)
    url = database_url(None, folder)
    migrate(url)
    guests = [Guest(number, dice(number), careful=True) for number in range(games)]
    database = Database(url)

    async def play(waiting: list[Guest]) -> None:
        while waiting:
            guest = waiting.pop()
            now = 0
            while not guest.is_stuck:
                now += 700
                guest.hear(await database.write(partial(guest.ask, now=now)))

    async def play_all() -> None:
        waiting = list(guests)
        async with asyncio.TaskGroup() as group:
            for _ in range(_AT_ONCE):
                group.create_task(play(waiting))

    try:
        run(play_all())
    finally:
        database.close()
    files = folder.glob("2048.sqlite3*")
    return Load(games, sum(guest.moves for guest in guests), sum(file.stat().st_size for file in files))


def weigh(folder: Path, start: Starter, requests: int) -> Memory:
    """Play with 32 players until so many requests are answered, and weigh the server as it goes."""
    with start(folder) as server:
        weigh_now = partial(_weigh, server.pid, folder / "2048.sqlite3")
        samples = run(_play_and_weigh(server.port, requests, weigh_now))
    return Memory(requests, samples)


async def _play_and_weigh(port: int, requests: int, weigh_now: Callable[[], Sample]) -> list[Sample]:
    everybody = [Player() for _ in range(_PLAYERS)]
    for player in everybody:
        await player.connect(port)
        await player.visit()
    samples = [weigh_now()]
    for _ in range(_SAMPLES):
        async with asyncio.TaskGroup() as group:
            for player in everybody:
                group.create_task(_ask_on(player, requests // _SAMPLES // _PLAYERS))
        samples.append(weigh_now())
    for player in everybody:
        player.leave()
    return samples


async def _ask_on(player: Player, requests: int) -> None:
    for number in range(requests):
        answer = await (player.play() if number % _PAGE_EVERY else player.visit())
        assert answer.status == 200, answer.status


def _weigh(pid: int, file: Path) -> Sample:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found
    return Sample(int(found[1]) * _KILOBYTE, file.stat().st_size)
