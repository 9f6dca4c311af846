"""The one writer: what is stored when it answers, and what a failure leaves."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import IntegrityError

from app.play.seats import Visitor
from app.store import games
from app.store.database import Database
from app.store.tables import players
from app.store.transaction import Transaction
from app.store.writer import ATTEMPTS, Conflict, NotStored
from tests.builders import board_of, game_of, seat_at


def adds_player(name: bytes) -> Callable[[Transaction], int]:
    return lambda transaction: games.add_player(transaction, name.ljust(32), None, 0, 1)


def content_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.glob("2048.sqlite3*"))


async def count_players(database: Database) -> int:
    query = select(func.count()).select_from(players)
    return await database.read(lambda transaction: transaction.connection.execute(query).scalar_one())


async def test_what_was_answered_can_be_read(database: Database) -> None:
    await database.write(adds_player(b"alice"))
    assert await count_players(database) == 1


async def test_a_use_case_that_raises_leaves_nothing_and_its_asker_is_told(database: Database) -> None:
    def fails(transaction: Transaction) -> None:
        games.add_player(transaction, b"x" * 32, None, 0, 1)
        raise LookupError("no")

    with pytest.raises(LookupError):
        await database.write(fails)
    assert await count_players(database) == 0


async def test_one_that_fails_in_a_batch_harms_no_other(database: Database) -> None:
    """The writer is held back until all are queued, so that they share one transaction."""
    go = threading.Event()
    held = asyncio.create_task(database.write(lambda _: go.wait(10)))
    await asyncio.sleep(0.05)

    def fails(transaction: Transaction) -> None:
        games.add_player(transaction, b"x" * 32, None, 0, 1)
        raise LookupError("no")

    tasks = [
        asyncio.create_task(database.write(use_case))
        for use_case in (adds_player(b"alice"), fails, adds_player(b"bob"))
    ]
    await asyncio.sleep(0.05)
    go.set()
    results = await asyncio.gather(held, *tasks, return_exceptions=True)
    assert [type(result) for result in results] == [bool, int, LookupError, int]
    assert await count_players(database) == 2


async def test_a_conflict_runs_the_use_case_again(database: Database) -> None:
    runs: list[int] = []

    def conflicts_once(_: Transaction) -> int:
        runs.append(1)
        if len(runs) == 1:
            raise Conflict("changed")
        return len(runs)

    assert await database.write(conflicts_once) == 2


async def test_a_conflict_without_end_is_given_up(database: Database) -> None:
    runs: list[int] = []

    def always_conflicts(_: Transaction) -> None:
        runs.append(1)
        raise Conflict("changed")

    with pytest.raises(NotStored):
        await database.write(always_conflicts)
    assert len(runs) == ATTEMPTS


async def test_a_row_that_is_there_already_is_not_stored_twice(database: Database) -> None:
    await database.write(adds_player(b"alice"))
    with pytest.raises(NotStored) as failure:
        await database.write(adds_player(b"alice"))
    assert not isinstance(failure.value, IntegrityError)
    assert await count_players(database) == 1


async def test_a_caller_who_goes_away_does_not_undo_the_change(database: Database) -> None:
    started = threading.Event()
    go = threading.Event()

    def slow(transaction: Transaction) -> None:
        started.set()
        go.wait(10)
        games.add_player(transaction, b"x" * 32, None, 0, 1)

    task = asyncio.create_task(database.write(slow))
    await asyncio.to_thread(started.wait, 10)
    task.cancel()
    go.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    await database.write(lambda _: None)
    assert await count_players(database) == 1


async def test_a_reader_cannot_write(database: Database) -> None:
    with pytest.raises(Exception, match="readonly"):
        await database.read(adds_player(b"alice"))


async def test_the_writer_is_durable_and_readers_never_checkpoint(database: Database) -> None:
    def pragmas(transaction: Transaction) -> dict[str, Any]:
        names = (
            "journal_mode",
            "synchronous",
            "foreign_keys",
            "query_only",
            "wal_autocheckpoint",
            "busy_timeout",
        )
        return {name: transaction.connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in names}

    full = 2
    written = {"journal_mode": "wal", "synchronous": full, "foreign_keys": 1, "query_only": 0}
    assert await database.write(pragmas) == written | {"wal_autocheckpoint": 1000, "busy_timeout": 2000}
    read = await database.read(pragmas)
    assert (read["query_only"], read["wal_autocheckpoint"], read["busy_timeout"]) == (1, 0, 1000)


async def test_a_writing_transaction_takes_the_lock_at_once(database: Database) -> None:
    statements: list[str] = []

    def watches(transaction: Transaction) -> None:
        raw: Any = transaction.connection.connection.dbapi_connection
        raw.set_trace_callback(statements.append)

    await database.write(watches)
    await database.write(adds_player(b"alice"))
    assert "BEGIN IMMEDIATE" in statements
    assert "BEGIN" not in statements


def test_a_closed_database_takes_no_more(database: Database) -> None:
    database.close()
    with pytest.raises(NotStored):
        asyncio.run(database.write(lambda _: None))


def test_closing_finishes_what_is_queued(database: Database) -> None:
    async def queue_and_close() -> list[int]:
        tasks = [asyncio.ensure_future(database.write(adds_player(bytes([n])))) for n in range(20)]
        await asyncio.sleep(0)
        await asyncio.to_thread(database.close)
        return list(await asyncio.gather(*tasks))

    assert len(asyncio.run(queue_and_close())) == 20


async def test_a_game_that_was_closed_is_changed_no_more(database: Database) -> None:
    """Another process may have closed it between the read and the change."""
    visitor = Visitor(b"t" * 32, b"n" * 32, b"s" * 32, 1)
    await seat_at(database, visitor, game_of(board_of(2, 2, *[0] * 14)))
    stored = await database.read(lambda t: games.find_open_game(t, visitor.token_hash))
    assert stored is not None
    await database.write(lambda t: games.close_game(t, stored, 5))
    for change in (
        lambda t: games.change_game(t, stored, stored.position),
        lambda t: games.close_game(t, stored, 6),
    ):
        with pytest.raises(NotStored):
            await database.write(change)


async def test_what_was_erased_leaves_the_log_when_the_reader_in_its_way_is_gone(
    database: Database, tmp_path: Path
) -> None:
    await database.write(adds_player(b"alice"))
    reading, read = threading.Event(), threading.Event()

    def stays(transaction: Transaction) -> None:
        transaction.connection.execute(select(players)).all()
        reading.set()
        read.wait(20)

    reader = asyncio.create_task(database.read(stays))
    await asyncio.to_thread(reading.wait, 10)

    def removes(transaction: Transaction) -> bool:
        transaction.connection.execute(players.delete())
        return True

    await database.write(removes, erasing=True)
    read.set()
    await reader
    await database.write(lambda _: None)
    assert b"alice" not in await asyncio.to_thread(content_of, tmp_path)
