"""The one writer: a thread with one connection that commits what is queued, batch by batch.

Whatever waits when the thread is free becomes one transaction, so that many players share one
flush to the disk and a single player waits for nobody. Each use case has a savepoint of its own:
one that fails harms no other.
"""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError, InterfaceError, InternalError, OperationalError

LARGEST_BATCH = 128
ATTEMPTS = 3
"""How often a use case is run when another process changes the same rows in between."""

T = TypeVar("T")
UseCase = Callable[[Connection], Any]


class Conflict(Exception):
    """Another writer changed the row first; running the use case again sees the change."""


class NotStored(Exception):
    """The database took nothing of it; the change may be tried again later."""


class _Job(NamedTuple):
    use_case: UseCase
    future: Future[Any]


class Writer:
    """Runs use cases one after another in a thread of its own, and commits them in batches."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, use_case: Callable[[Connection], T]) -> Future[T]:
        """Queue a use case; its future is resolved after the commit. Raises ``NotStored`` if closed."""
        if self._closed:
            raise NotStored("the writer is closed")
        future: Future[T] = Future()
        self._jobs.put(_Job(use_case, future))
        return future

    def close(self) -> None:
        """Commit what is queued and end the thread."""
        self._closed = True
        self._jobs.put(None)
        self._thread.join()
        self._engine.dispose()

    def _run(self) -> None:
        while batch := self._next_batch():
            self._commit(batch)

    def _next_batch(self) -> list[_Job]:
        """Wait for work and return all that is queued by then; nothing when the writer is closed."""
        job = self._jobs.get()
        batch: list[_Job] = []
        while job is not None:
            if job.future.set_running_or_notify_cancel():
                batch.append(job)
            if len(batch) == LARGEST_BATCH or (self._jobs.empty() and batch):
                return batch
            job = self._jobs.get()
        if batch:
            self._jobs.put(None)
        return batch

    def _commit(self, batch: list[_Job]) -> None:
        settled: list[Callable[[], None]] = []
        try:
            with self._engine.begin() as connection:
                settled.extend([_attempt(connection, job) for job in batch])
        except Exception as error:  # noqa: BLE001 - the thread must outlive every failed commit
            failure = NotStored(str(error))
            for job in batch:
                job.future.set_exception(failure)
            return
        for settle in settled:
            settle()


def _attempt(connection: Connection, job: _Job) -> Callable[[], None]:
    """Run one use case in its savepoint; return what tells its asker once the batch is committed."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with connection.begin_nested():
                result = job.use_case(connection)
        except (Conflict, IntegrityError) as error:
            if attempt == ATTEMPTS:
                return _raising(job, NotStored(str(error)))
        except (OperationalError, InterfaceError, InternalError):
            # The transaction itself is in doubt, and with it everything in the batch.
            raise
        except Exception as error:  # noqa: BLE001 - whatever a use case raises belongs to its asker
            return _raising(job, error)
        else:
            return lambda: job.future.set_result(result)
    raise AssertionError("the last attempt returns")


def _raising(job: _Job, error: Exception) -> Callable[[], None]:
    return lambda: job.future.set_exception(error)
