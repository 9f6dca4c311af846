"""A reader that never lets go: the write-ahead log stays within its bound, and the service heals."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import NamedTuple
from unittest.mock import patch

from sqlalchemy import func, select

from app.store import writer
from app.store.database import _WRITER_PRAGMAS, Database, database_url
from app.store.migration import migrate
from app.store.tables import games, moves
from app.store.transaction import Transaction
from app.store.verification import violations
from app.store.writer import NotStored
from tests.faults.figures import Figure, at_most, is_true, none_of
from tests.faults.storage.chance import dice
from tests.faults.storage.guests import Guest
from tests.faults.storage.load import run

GUESTS = 64
ENOUGH_REFUSALS = 2
"""Batches that are refused while the reader is still there."""
_MOST_BATCHES = 20_000
_MEGABYTE = 1024 * 1024
_LONGEST_REFUSAL = 3.0
_READ = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN")
print(connection.execute("SELECT count(*) FROM games").fetchone()[0], flush=True)
sys.stdin.read()
"""


class Stuck(NamedTuple):
    """What the log came to while a reader kept it from being emptied; sizes in bytes."""

    bound: int
    moves: int
    largest: int
    largest_batch: int
    """The most that one batch has added."""
    slowest_refusal: float
    log_after: int
    lost: int
    violations: list[str]

    def figures(self) -> list[Figure]:
        """Return the rows of the table."""
        sample = f"{self.moves:,} moves"
        largest, most = self.largest / _MEGABYTE, (self.bound + self.largest_batch) / _MEGABYTE
        after = self.log_after / _MEGABYTE
        kept = int(str(_WRITER_PRAGMAS["journal_size_limit"])) / _MEGABYTE
        is_clean = not self.violations
        return [
            at_most("stuck reader: largest write-ahead log", sample, largest, most, "MB", 2),
            at_most(
                "stuck reader: slowest refusal", "2 batches", self.slowest_refusal, _LONGEST_REFUSAL, "s", 2
            ),
            at_most("stuck reader: log after it is gone", sample, after, kept, "MB", 2),
            none_of("stuck reader: confirmed moves lost", sample, self.lost),
            is_true("stuck reader: every game replays", sample, found=is_clean),
        ]


def stick(folder: Path, bound: int) -> Stuck:
    """Play while another process reads for ever, until moves are refused; end it, and play on."""
    folder.mkdir(parents=True)
    url = database_url(None, folder)
    migrate(url)
    database = Database(url)
    try:
        with patch.object(writer, "LARGEST_LOG", bound):
            return run(_Play(database, folder / "2048.sqlite3").go_through(bound))
    finally:
        database.close()


@contextmanager
def _reading(file: Path) -> Iterator[None]:
    """Keep a read transaction open in another process."""
    command = [sys.executable, "-c", _READ, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as reader:
        try:
            assert reader.stdout
            assert int(reader.stdout.readline()) > 0
            yield
        finally:
            reader.kill()


class _Play:
    """Players who all move at once, again and again, and the log that their moves fill."""

    def __init__(self, database: Database, file: Path) -> None:
        self._database = database
        self._file = file
        self._log = file.with_name(file.name + "-wal")
        self._guests = [Guest(number, dice(number)) for number in range(GUESTS)]
        self._sizes = [0]
        self._slowest = 0.0
        self._now = 0

    async def go_through(self, bound: int) -> Stuck:
        await self._move_all()
        with _reading(self._file):
            await self._fill()
        assert await self._move_all(), "it has not healed"
        told = {seed: len(moves) for guest in self._guests for seed, moves in guest.told.items()}
        stored = await self._database.read(_count_moves)
        return Stuck(
            bound,
            sum(told.values()),
            max(self._sizes),
            max(after - before for before, after in zip(self._sizes, self._sizes[1:], strict=False)),
            self._slowest,
            self._log.stat().st_size,
            sum(max(0, count - stored.get(seed, 0)) for seed, count in told.items()),
            await self._database.read(lambda transaction: list(violations(transaction))),
        )

    async def _fill(self) -> None:
        refused = 0
        for _ in range(_MOST_BATCHES):
            began = perf_counter()
            if not await self._move_all():
                refused += 1
                self._slowest = max(self._slowest, perf_counter() - began)
            if refused == ENOUGH_REFUSALS:
                return
        raise AssertionError("the log never came to its bound")

    async def _move_all(self) -> bool:
        """Let everybody move; tell whether all was stored."""
        self._now += 500
        asked = [self._database.write(partial(guest.ask, now=self._now)) for guest in self._guests]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        self._sizes.append(self._log.stat().st_size)
        for guest, answer in zip(self._guests, answers, strict=True):
            if isinstance(answer, NotStored):
                continue
            assert not isinstance(answer, BaseException), answer
            guest.hear(answer)
        return not any(isinstance(answer, NotStored) for answer in answers)


def _count_moves(transaction: Transaction) -> dict[bytes, int]:
    query = select(games.c.seed, func.count().label("turns")).join(moves).group_by(games.c.id)
    return {row.seed: row.turns for row in transaction.connection.execute(query)}
