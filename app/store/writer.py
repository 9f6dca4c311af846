"""The one writer: a thread with one connection that commits what is queued, batch by batch.

Whatever waits when the thread is free becomes one transaction, so that many players share one
flush to the disk and a single player waits for nobody. Each use case has a savepoint of its own:
one that fails harms no other.
"""

import asyncio
import queue
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import structlog
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from app.store.measures import BATCH_SIZE, COMMIT_SECONDS, LOG_BYTES, QUEUE_DEPTH
from app.store.transaction import Transaction

LARGEST_BATCH = 128
MOST_WAITING = 1024
"""Use cases that may wait; beyond it a caller is told at once that the writer is busy."""
ATTEMPTS = 3
"""How often a use case is run when another process changes the same rows in between."""

LARGEST_LOG = 64 * 1024 * 1024
"""Bytes of the write-ahead log beyond which nothing is stored until a stuck reader lets go of it."""

T = TypeVar("T")


class Conflict(Exception):
    """Another writer changed the row first; running the use case again sees the change."""


class NotStored(Exception):
    """The database took nothing of it; the change may be tried again later."""


class _Job(NamedTuple):
    use_case: Callable[[Transaction], Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    erasing: bool


class _Settled(NamedTuple):
    job: _Job
    result: Any
    error: Exception | None


class Writer:
    """Runs use cases one after another in a thread of its own, and commits them in batches."""

    def __init__(self, engine: Engine, log: Path | None = None) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._log = log
        self._has_to_erase = False
        self._driver: Any = engine.dialect.loaded_dbapi
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()
        QUEUE_DEPTH.set_function(self._jobs.qsize)
        LOG_BYTES.set_function(self._log_bytes)

    def submit(self, use_case: Callable[[Transaction], T], *, erasing: bool = False) -> asyncio.Future[T]:
        """Queue a use case of the running loop; its future is settled after the commit.

        Raises ``NotStored`` if the queue is full or the writer closed.
        """
        if self._closed:
            raise NotStored("the writer is closed")
        if self._jobs.qsize() >= MOST_WAITING:
            raise NotStored("too much is waiting to be stored")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(use_case, loop, future, erasing))
        return future

    def close(self) -> None:
        """Commit what is queued and end the thread."""
        self._closed = True
        self._jobs.put(None)
        self._thread.join()
        self._disconnect()

    def _run(self) -> None:
        while batch := self._next_batch():
            _hand_back(self._commit(batch))

    def _next_batch(self) -> list[_Job]:
        """Wait for work and return all that is queued by then; nothing when the writer is closed."""
        job = self._jobs.get()
        batch: list[_Job] = []
        while job is not None:
            batch.append(job)
            if len(batch) == LARGEST_BATCH or self._jobs.empty():
                return batch
            job = self._jobs.get()
        if batch:
            self._jobs.put(None)
        return batch

    def _all_queued(self) -> list[_Job]:
        """Take all that is queued, without waiting."""
        queued: list[_Job] = []
        with suppress(queue.Empty):
            while job := self._jobs.get_nowait():
                queued.append(job)
            self._jobs.put(None)
        return queued

    def _commit(self, batch: list[_Job]) -> list[_Settled]:
        try:
            self._keep_log_small()
            connection = self._connected()
            with connection.begin():
                transaction = Transaction(connection)
                settled = [self._settle(transaction, job) for job in batch]
                began = perf_counter()
        except Exception as error:  # noqa: BLE001 - the thread must outlive every failed commit
            structlog.get_logger().error("not stored", error=str(error), use_cases=len(batch))
            # A connection that has failed is not asked again what it remembers.
            self._disconnect()
            # Whatever has come meanwhile would only wait for the same failure once more.
            batch += self._all_queued()
            return [_Settled(job, None, NotStored(str(error))) for job in batch]
        COMMIT_SECONDS.observe(perf_counter() - began)
        BATCH_SIZE.observe(len(batch))
        if self._has_to_erase or any(one.job.erasing and one.result for one in settled):
            self._has_to_erase = not self._empty_log()
        return settled

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None
        self._engine.dispose()

    def _keep_log_small(self) -> None:
        if self._log_bytes() > LARGEST_LOG:
            self._empty_log()
            if self._log_bytes() > LARGEST_LOG:
                raise NotStored("a stuck reader keeps the write-ahead log from being emptied")

    def _empty_log(self) -> bool:
        """Move the log into the database; tell whether nothing is left of it."""
        if self._log is None:
            return True
        try:
            cursor = self._connected().connection.cursor()
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            ((is_busy, _, _),) = cursor.fetchall()
        except Exception as error:  # noqa: BLE001 - what was committed stays so; it is tried again
            structlog.get_logger().warning("log not emptied", error=str(error))
            return False
        return not is_busy

    def _log_bytes(self) -> int:
        try:
            return self._log.stat().st_size if self._log else 0
        except FileNotFoundError:
            return 0

    def _settle(self, transaction: Transaction, job: _Job) -> _Settled:
        """Run one use case in its savepoint; an error of the database itself fails the batch."""
        failure: Exception | None = None
        for _ in range(ATTEMPTS):
            transaction.run("SAVEPOINT use_case")
            try:
                result = job.use_case(transaction)
            except (Conflict, self._driver.IntegrityError, IntegrityError) as error:
                failure = NotStored(str(error))
            except (self._driver.Error, DBAPIError):
                raise
            except Exception as error:  # noqa: BLE001 - whatever a use case raises belongs to its asker
                transaction.run("ROLLBACK TO SAVEPOINT use_case")
                return _Settled(job, None, error)
            else:
                transaction.run("RELEASE SAVEPOINT use_case")
                return _Settled(job, result, None)
            transaction.run("ROLLBACK TO SAVEPOINT use_case")
        return _Settled(job, None, failure)


def _hand_back(settled: list[_Settled]) -> None:
    """Tell the askers, with one call into each of their loops."""
    by_loop: defaultdict[asyncio.AbstractEventLoop, list[_Settled]] = defaultdict(list)
    for one in settled:
        by_loop[one.job.loop].append(one)
    for loop, theirs in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, theirs)


def _resolve(settled: Iterable[_Settled]) -> None:
    for job, result, error in settled:
        if job.future.done():
            continue
        if error is None:
            job.future.set_result(result)
        else:
            job.future.set_exception(error)
