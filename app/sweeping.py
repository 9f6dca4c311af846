"""Removing what nobody came back to, while the server runs, a little at a time."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import structlog

from app.store.database import Database
from app.store.retention import ABANDONED_GAMES, IDLE_PLAYERS, MOST_FOUND, Leftover, find, last_move, remove
from app.web.clock import now

_DAY = 24 * 60 * 60 * 1000
_TRUSTED = 7
"""Days since the newest move after which the clock is not trusted to tell what is old."""
_BETWEEN_SWEEPS = 60 * 60
_BETWEEN_PORTIONS = 0.1
_PORTION = 25


def sweeper(
    database: Database, keep_abandoned_days: int, keep_idle_days: int
) -> Callable[[], Coroutine[Any, Any, None]]:
    """Return the job that sweeps once an hour until it is cancelled; 0 days keep everything."""
    chosen = ((ABANDONED_GAMES, keep_abandoned_days), (IDLE_PLAYERS, keep_idle_days))

    async def sweep_for_ever() -> None:
        while True:
            await asyncio.sleep(_BETWEEN_SWEEPS)
            try:
                if await is_clock_right(database):
                    for leftover, days in chosen:
                        if days:
                            await sweep(database, leftover, before=now() - days * _DAY)
            except Exception:  # noqa: BLE001 - whatever went wrong now, the next hour is another try
                structlog.get_logger().exception("sweep")

    return sweep_for_ever


async def is_clock_right(database: Database) -> bool:
    """Tell whether somebody moved lately; if not, the clock may be wrong, and nothing is removed by it."""
    newest = await database.read(last_move)
    return newest is not None and abs(now() - newest) < _TRUSTED * _DAY


async def sweep(database: Database, leftover: Leftover, before: int) -> int:
    """Remove all that is older, in small transactions with a pause between; return how many."""
    total = 0
    while found := await database.read(partial(find, leftover=leftover, before=before)):
        for start in range(0, len(found), _PORTION):
            portion = found[start : start + _PORTION]
            removal = partial(remove, leftover=leftover, numbers=portion, before=before)
            total += await database.write(removal)
            await asyncio.sleep(_BETWEEN_PORTIONS)
        if len(found) < MOST_FOUND:
            break
    if total:
        structlog.get_logger().info("sweep", kind=leftover.table.name, removed=total)
    return total
