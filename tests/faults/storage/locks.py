"""Another process that holds the database: waited for if it lets go soon, refused in time if not."""

import asyncio
import subprocess
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from tests.faults.clients import Player
from tests.faults.figures import Figure, at_most, is_true, none_of
from tests.faults.storage.books import Audit, Books
from tests.faults.storage.load import play_for, run
from tests.faults.storage.servers import Server

PLAYERS = 6
SHORT = 1.0
"""Seconds that a player does not notice: less than the writer's busy timeout."""
LONGEST_REFUSAL = 3.0
"""Seconds within which a move is refused while the database is held for longer."""
_BETWEEN = 0.15
"""Seconds from when one player begins to ask to when the next does."""
_HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


class Held(NamedTuple):
    """What was answered while the database was held for so long, and how long each answer took."""

    seconds: float
    moves: Counter[int]
    slowest: float
    pages: Counter[int]
    audit: Audit
    conflicts: int
    violations: list[str]

    @property
    def is_clean(self) -> bool:
        """Whether everything is stored as it was confirmed, once."""
        return self.audit.is_clean and not self.violations and not self.conflicts

    def figures(self) -> list[Figure]:
        """Return the rows of the table."""
        cause = f"locked for {self.seconds:g} s"
        asked = f"{self.moves.total()} moves of {PLAYERS} players"
        right = 200 if self.seconds <= SHORT else 503
        limit = self.seconds + 1 if self.seconds <= SHORT else LONGEST_REFUSAL
        others = self.pages.total() - self.pages[200]
        return [
            none_of(f"{cause}: moves not answered {right}", asked, self.moves.total() - self.moves[right]),
            at_most(f"{cause}: slowest answer", asked, self.slowest, limit, "s", 2),
            none_of(f"{cause}: pages not answered 200", f"{self.pages.total()} visits", others),
            is_true(f"{cause}: after it all is stored once, and replays", asked, found=self.is_clean),
        ]


class _Holder:
    """Holds the write lock of a database in a process of its own."""

    def __init__(self, file: Path) -> None:
        command = [sys.executable, "-c", _HOLD, str(file)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> "_Holder":
        assert self._process.stdout
        assert self._process.stdout.readline() == b"held\n"
        return self

    def release(self) -> None:
        self._process.kill()

    def __exit__(self, *_: object) -> None:
        self.release()
        self._process.communicate()


class _Asking:
    """Players who ask, one after the other, while the database is held."""

    def __init__(self, server: Server, seconds: float) -> None:
        self.everybody = [Player() for _ in range(PLAYERS)]
        self.moves: Counter[int] = Counter()
        self.pages: Counter[int] = Counter()
        self.times: list[float] = []
        self._port = server.port
        self._seconds = seconds
        self._asked_for = seconds if seconds <= SHORT else seconds - LONGEST_REFUSAL

    async def go_on(self, holder: _Holder) -> None:
        began = perf_counter()
        async with asyncio.TaskGroup() as group:
            for number, player in enumerate(self.everybody):
                group.create_task(self._ask(player, number * _BETWEEN, began + self._asked_for))
            await asyncio.sleep(self._seconds)
            holder.release()

    async def _ask(self, player: Player, after: float, until: float) -> None:
        await player.connect(self._port)
        await asyncio.sleep(after)
        while (began := perf_counter()) < until:
            self.moves[(await player.play()).status] += 1
            self.times.append(perf_counter() - began)
            self.pages[(await player.visit()).status] += 1
        player.leave()


def hold(folder: Path, server: Server, seconds: float) -> Held:
    """Hold the database for so long while players ask, and let them play on after it."""
    asking = _Asking(server, seconds)
    run(play_for(asking.everybody, server.port, 2))
    with _Holder(folder / "2048.sqlite3") as holder:
        run(asking.go_on(holder))
    run(play_for(asking.everybody, server.port, 2))
    with Books(folder) as books:
        audit = books.audit(asking.everybody)
        conflicts = sum(player.conflicts for player in asking.everybody)
        slowest = max(asking.times)
        return Held(seconds, asking.moves, slowest, asking.pages, audit, conflicts, books.violations())
