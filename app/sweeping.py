"""Removing what nobody came back to, while the server runs, a little at a time."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from app.store.database import Database
from app.store.retention import MOST_AT_ONCE, remove_abandoned_games, remove_idle_players
from app.store.transaction import Transaction
from app.store.writer import NotStored
from app.web.clock import now

_DAY = 24 * 60 * 60 * 1000
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
            for removal, days in chosen:
                if days:
                    await sweep(database, removal, before=now() - days * _DAY)
            await asyncio.sleep(_BETWEEN_SWEEPS)

    return sweep_for_ever


async def sweep(database: Database, removal: Removal, before: int) -> int:
    """Remove all that is older, in small transactions with a pause between; return how many."""
    log = structlog.get_logger()
    total = 0
    try:
        while removed := await database.write(lambda transaction: removal(transaction, before)):
            total += removed
            if removed < MOST_AT_ONCE:
                break
            await asyncio.sleep(_BETWEEN_PORTIONS)
    except NotStored as error:
        log.warning("sweep", kind=removal.__name__, error=str(error))
    if total:
        log.info("sweep", kind=removal.__name__, removed=total)
    return total
