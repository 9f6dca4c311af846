"""Removing what nobody came back to, while the server runs, a little at a time."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from app.store.database import Database
from app.store.retention import MOST_AT_ONCE, last_move, remove_abandoned_games, remove_idle_players
from app.store.transaction import Transaction
from app.web.clock import now

_DAY = 24 * 60 * 60 * 1000
_TRUSTED = 7
"""Days since the newest move after which the clock is not trusted to tell what is old."""
_BETWEEN_SWEEPS = 60 * 60
_BETWEEN_PORTIONS = 0.1

Removal = Callable[[Transaction, int], int]


def sweeper(
    database: Database, keep_abandoned_days: int, keep_idle_days: int
) -> Callable[[], Coroutine[Any, Any, None]]:
    """Return the job that sweeps once an hour until it is cancelled; 0 days keep everything."""
    chosen = ((remove_abandoned_games, keep_abandoned_days), (remove_idle_players, keep_idle_days))

    async def sweep_for_ever() -> None:
        while True:
            await asyncio.sleep(_BETWEEN_SWEEPS)
            try:
                if await is_clock_right(database):
                    for removal, days in chosen:
                        if days:
                            await sweep(database, removal, before=now() - days * _DAY)
            except Exception:  # noqa: BLE001 - whatever went wrong now, the next hour is another try
                structlog.get_logger().exception("sweep")

    return sweep_for_ever


async def is_clock_right(database: Database) -> bool:
    """Tell whether somebody moved lately; if not, the clock may be wrong, and nothing is removed by it."""
    newest = await database.read(last_move)
    return newest is not None and abs(now() - newest) < _TRUSTED * _DAY


async def sweep(database: Database, removal: Removal, before: int) -> int:
    """Remove all that is older, in small transactions with a pause between; return how many."""
    total = 0
    while removed := await database.write(lambda transaction: removal(transaction, before)):
        total += removed
        if removed < MOST_AT_ONCE:
            break
        await asyncio.sleep(_BETWEEN_PORTIONS)
    if total:
        structlog.get_logger().info("sweep", kind=removal.__name__, removed=total)
    return total
