"""Single calls to the disk that fail under load, and checkpoints that cannot be written."""

import asyncio
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.faults.clients import Player
from tests.faults.figures import Figure, at_most, is_true, none_of, number_of
from tests.faults.storage.books import Audit, Books
from tests.faults.storage.injected import SYNCS, WRITES, failing
from tests.faults.storage.load import play_for, run
from tests.faults.storage.servers import Starter

KINDS = ((WRITES, "ENOSPC"), (WRITES, "EIO"), (SYNCS, "EIO"))
PLAYERS = 4
_MOST_ROUNDS = 200
_LOADED = 16
_PORTION = 20
_MOST_PORTIONS = 20
_CHECKPOINT = 1000 * (4096 + 24)
"""Bytes of log at which SQLite begins a checkpoint."""
_BEYOND = 1.1 * _CHECKPOINT
"""Bytes that a log never comes to where checkpoints can be written."""


class Failures(NamedTuple):
    """What single failed calls did."""

    failures: int
    unseen: int
    """Failures after which nothing was refused, so that they proved nothing."""
    statuses: Counter[int]
    audit: Audit
    conflicts: int
    violations: list[str]

    @property
    def is_clean(self) -> bool:
        """Whether everything is stored as it was confirmed, once."""
        return self.audit.is_clean and not self.violations and not self.conflicts

    def figures(self, what: str) -> list[Figure]:
        """Return the rows of the table."""
        sample = f"{number_of(self.failures, 'failure')}, {number_of(self.statuses.total(), 'move')}"
        others = self.statuses.total() - self.statuses[200] - self.statuses[503]
        return [
            none_of(f"{what}: failures that nobody noticed", sample, self.unseen),
            none_of(f"{what}: answers other than 200 and 503", sample, others),
            none_of(f"{what}, then kill -9: confirmed moves lost", sample, self.audit.lost),
            is_true(f"{what}: all is stored once, and replays", sample, found=self.is_clean),
        ]


class Unwritten(NamedTuple):
    """What happened while no checkpoint could be written."""

    moves: int
    log: int
    """Bytes that the log had come to."""
    log_after: int
    audit: Audit
    violations: list[str]

    def figures(self) -> list[Figure]:
        """Return the rows of the table."""
        sample = f"{number_of(self.moves, 'move')}, a log of {self.log:,} bytes"
        is_clean = self.audit.is_clean and not self.violations
        return [
            is_true("checkpoint fails: it was tried", sample, found=self.log > _BEYOND),
            is_true("checkpoint fails, then kill -9: all is stored once", sample, found=is_clean),
            at_most("checkpoint fails: log after it", sample, self.log_after / 1e6, _BEYOND / 1e6, "MB", 1),
        ]


def fail_one_by_one(folder: Path, start: Starter, positions: Iterable[int]) -> Failures:
    """Let the first, then the second … call fail, of each kind, while people play; then kill -9."""
    everybody = [Player() for _ in range(PLAYERS)]
    statuses: Counter[int] = Counter()
    failures = unseen = 0
    with start(folder) as server:
        run(play_for(everybody, server.port, 2))
        for calls, error in KINDS:
            for position in positions:
                refused = statuses[503]
                with failing(server.pid, calls, error, str(position)):
                    run(_play_until_refused(everybody, server.port, statuses))
                failures += 1
                unseen += statuses[503] == refused
        server.kill()
    with start(folder) as server:
        run(play_for(everybody, server.port, 2))
        server.kill()
    with Books(folder) as books:
        conflicts = sum(player.conflicts for player in everybody)
        audit = books.audit(everybody)
        return Failures(failures, unseen, statuses, audit, conflicts, books.violations())


def kill_while_failing(folder: Path, start: Starter, calls: str, error: str) -> Failures:
    """Kill the server while all these calls fail: what was refused counts once at most, retried or not."""
    everybody = [Player() for _ in range(PLAYERS)]
    statuses: Counter[int] = Counter()
    with start(folder) as server:
        run(play_for(everybody, server.port, 3))
        with failing(server.pid, calls, error):
            run(_try_in_vain(everybody, server.port, statuses))
            server.kill()
    with start(folder) as server:
        run(play_for(everybody, server.port, 3))
        server.kill()
    with Books(folder) as books:
        conflicts = sum(player.conflicts for player in everybody)
        audit = books.audit(everybody)
        return Failures(1, not statuses[503], statuses, audit, conflicts, books.violations())


def leave_checkpoints_unwritten(folder: Path, start: Starter) -> Unwritten:
    """Let every write to the database itself fail while the log goes well; then kill -9, and play on."""
    everybody = [Player() for _ in range(_LOADED)]
    log = folder / "2048.sqlite3-wal"
    with start(folder) as server:
        run(play_for(everybody, server.port, 1))
        with failing(server.pid, WRITES, "EIO", file=folder / "2048.sqlite3"):
            for _ in range(_MOST_PORTIONS):
                run(play_for(everybody, server.port, _PORTION))
                if log.stat().st_size > _BEYOND:
                    break
            size = log.stat().st_size
        server.kill()
    with start(folder) as server:
        run(play_for(everybody, server.port, 2))
        after = log.stat().st_size
        server.kill()
    with Books(folder) as books:
        confirmed = sum(player.confirmed for player in everybody)
        return Unwritten(confirmed, size, after, books.audit(everybody), books.violations())


async def _play_until_refused(everybody: list[Player], port: int, statuses: Counter[int]) -> None:
    """Let everybody move until somebody is refused, and then until everybody has been answered well."""
    before = statuses[503]
    for player in everybody:
        await player.connect(port)
    for _ in range(_MOST_ROUNDS):
        answers = await asyncio.gather(*(player.play() for player in everybody))
        statuses.update(answer.status for answer in answers)
        if statuses[503] > before and not any(player.pending for player in everybody):
            break
    for player in everybody:
        player.leave()


async def _try_in_vain(everybody: list[Player], port: int, statuses: Counter[int]) -> None:
    for player in everybody:
        await player.connect(port)
    for _ in range(3):
        answers = await asyncio.gather(*(player.play() for player in everybody))
        statuses.update(answer.status for answer in answers)
    for player in everybody:
        player.leave()
