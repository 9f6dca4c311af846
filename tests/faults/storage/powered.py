"""Plays on a disk whose power is cut again and again: a process of its own, for its own SQLite.

The use cases, their statements, the pragmas and the batches are the product's; only the writer's
thread and SQLAlchemy's pool are not here. Each cut leaves a folder with the files that would be
found and ``told.json``: for each seed the directions that were confirmed by then, and whether the cut
fell between the first write of a checkpoint and its sync.
"""

import json
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import apsw

from app.store.database import _WRITER_PRAGMAS
from app.store.transaction import Transaction
from app.store.writer import LARGEST_BATCH
from tests.faults.storage.chance import dice
from tests.faults.storage.disk import NAME, Disk
from tests.faults.storage.guests import Guest

FILE = "2048.sqlite3"
PLAYERS = 24
MOST_OPERATIONS = 400
"""Writes and syncs from one cut to the next, at most."""
CHECKPOINT_WEIGHT = 30
"""As how many a write to the database itself counts: a checkpoint is rare, and the tenderest moment."""
_MOST_BATCHES = 20_000


class _Cursor:
    """As much of a driver's cursor as the product uses, over apsw."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._cursor = connection.cursor()
        self.fetchone = self._cursor.fetchone
        self.fetchall = self._cursor.fetchall
        self.rowcount = -1

    def execute(self, sql: str, values: Any = ()) -> None:
        self._cursor.execute(sql, values)
        self.rowcount = self._connection.changes()


class _Cutter:
    """Cuts at random operations, until there have been enough."""

    def __init__(self, folder: Path, cuts: int, *, torn: bool, chance: Random) -> None:
        self._folder = folder
        self._file = str(folder / FILE)
        self._chance = chance
        self._torn = torn
        self._pause = chance.randint(1, MOST_OPERATIONS)
        self.left = cuts
        self.disk = Disk(self._after_operation)
        self.players: list[Guest] = []

    def _after_operation(self, path: str) -> None:
        self._pause -= CHECKPOINT_WEIGHT if path == self._file else 1
        if self._pause > 0 or not self.left:
            return
        self._pause = self._chance.randint(1, MOST_OPERATIONS)
        folder = self._folder / f"cut-{self.left}"
        self.left -= 1
        self.disk.cut(folder, self._chance if self._torn else None)
        told = {seed.hex(): moves for player in self.players for seed, moves in player.told.items()}
        is_in_checkpoint = bool(self.disk.files[self._file].unsynced)
        (folder / "told.json").write_text(json.dumps({"told": told, "checkpoint": is_in_checkpoint}))


def play(folder: Path, cuts: int, *, torn: bool, synchronous: str, seed: int) -> None:
    """Play on the database in a folder until so many cuts have been made beside it."""
    chance = dice(seed)
    file = folder / FILE
    cutter = _Cutter(folder, cuts, torn=torn, chance=chance)
    cutter.disk.hold(file)
    cutter.players = [Guest(number, chance) for number in range(PLAYERS)]
    connection = apsw.Connection(str(file), vfs=NAME)
    for name, value in (_WRITER_PRAGMAS | {"synchronous": synchronous}).items():
        connection.execute(f"PRAGMA {name} = {value}")
    assert connection.pragma("journal_mode") == "wal"
    for batch in range(_MOST_BATCHES):
        if not cutter.left:
            break
        _commit(connection, chance.sample(cutter.players, chance.randint(1, PLAYERS)), now=batch * 100)
    connection.close()
    assert not cutter.left, "too few operations for so many cuts"


def _commit(connection: apsw.Connection, batch: list[Guest], now: int) -> None:
    assert len(batch) <= LARGEST_BATCH
    driver = SimpleNamespace(cursor=lambda: _Cursor(connection))
    alchemy: Any = SimpleNamespace(dialect=SimpleNamespace(name="sqlite"), connection=driver)
    connection.execute("BEGIN IMMEDIATE")
    transaction = Transaction(alchemy)
    answers = []
    for player in batch:
        transaction.run("SAVEPOINT use_case")
        answers.append(player.ask(transaction, now))
        transaction.run("RELEASE SAVEPOINT use_case")
    connection.execute("COMMIT")
    for player, answer in zip(batch, answers, strict=True):
        player.hear(answer)


if __name__ == "__main__":
    name, count, mode, level, number = sys.argv[1:]
    play(Path(name), int(count), torn=mode == "torn", synchronous=level, seed=int(number))
    assert "_sqlite3" not in sys.modules, "two SQLites in one process"
