"""The server as the tests see it: its address, its wire, and what it keeps."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from anyio.from_thread import BlockingPortal
from playwright.sync_api import BrowserContext
from sqlalchemy import func, select
from starlette.requests import Request

from app.engine.board import Board, Direction
from app.engine.game import Game
from app.play.seats import Seat, Visitor, take_seat
from app.store.database import Database
from app.store.games import read_directions
from app.store.tables import games, moves, players
from app.store.transaction import Transaction
from app.web.sessions import Sessions
from tests.browser.wire import Wire
from tests.builders import SEED, seat_at
from tests.conftest import KEY
from tests.finished import put_left_game

T = TypeVar("T")


class Rows(NamedTuple):
    """How many rows the database holds."""

    players: int
    games: int
    moves: int


class Server:
    """The server of one test. Whose game it is about follows from the cookies of a browser context."""

    def __init__(self, url: str, wire: Wire, database: Database, portal: BlockingPortal) -> None:
        self.url = url
        self.wire = wire
        self.database = database
        self._portal = portal

    @property
    def rows(self) -> Rows:
        def count(transaction: Transaction) -> Rows:
            numbers = [select(func.count()).select_from(table) for table in (players, games, moves)]
            return Rows(*(transaction.connection.scalar(number) or 0 for number in numbers))

        return self._read(count)

    def seat(self, context: BrowserContext) -> Seat:
        """Return the game that a browser would be shown, stored or not."""
        return self._read(partial(take_seat, visitor=self._visitor(context)))

    def directions(self, context: BrowserContext) -> list[str]:
        """Return the moves of a browser's game that the database counts."""
        seat = self.seat(context)
        if seat.stored is None:
            return []
        return list(self._read(partial(read_directions, game_id=seat.stored.game_id, turns=seat.game.turn)))

    def put(self, context: BrowserContext, game: Game, *, seed: bytes = SEED, best: int = 0) -> None:
        """Make this the game of a browser that has visited and not yet played."""
        self._portal.call(partial(seat_at, self.database, self._visitor(context), game, seed=seed, best=best))

    def put_left_game(self, context: BrowserContext, directions: Sequence[Direction]) -> None:
        """Let a browser that has visited and not yet played have left the game of these directions."""
        self._portal.call(put_left_game, self.database, self._visitor(context), directions)

    def _visitor(self, context: BrowserContext) -> Visitor:
        cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in context.cookies(self.url))
        scope = {"type": "http", "headers": [(b"cookie", cookies.encode())]}
        session = Sessions(KEY, https=False).of(Request(scope))
        assert not session.is_new, "the browser has no session cookie yet"
        return session.visitor

    def _read(self, query: Callable[[Transaction], T]) -> T:
        return self._portal.call(self.database.read, query)


def values_of(board: Board) -> list[int]:
    """Return a board as the page shows it: 16 values, row by row, 0 for an empty cell."""
    return [1 << exponent if exponent else 0 for exponent in board]
