"""Players who have won and not yet said whether they go on, put into a database before its server starts.

No endpoint can do this, and no player of a test is good enough to get there by moves.
"""

import asyncio
import secrets
from pathlib import Path

from starlette.requests import Request

from app.store.database import Database, database_url
from app.store.migration import migrate
from app.web.sessions import Sessions
from tests.builders import board_of, game_of, seat_at
from tests.faults.wire.serving import KEY

WON = board_of(2048, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8)


class Seats:
    """The cookies of the players who wait at their win; each is given away once."""

    def __init__(self, cookies: list[str]) -> None:
        self._cookies = cookies

    def take(self) -> str:
        """Return the cookie of one who is still waiting."""
        return self._cookies.pop()


def prepare(folder: Path, won: int) -> Seats:
    """Make a database in a folder, with so many players who wait at their win."""
    folder.mkdir()
    url = database_url(None, folder)
    migrate(url)
    database = Database(url)
    try:
        return Seats(asyncio.run(_seat(database, won)))
    finally:
        database.close()


async def _seat(database: Database, count: int) -> list[str]:
    sessions = Sessions(KEY.encode(), https=False)
    cookies = []
    for _ in range(count):
        session = sessions.of(Request({"type": "http", "headers": []}))
        await seat_at(database, session.visitor, game_of(WON), seed=secrets.token_bytes(32))
        cookies.append(f"session={session.token}")
    return cookies
