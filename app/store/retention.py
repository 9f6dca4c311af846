"""Letting go of games and players that nobody came back to, a few at a time.

Finding them looks through whole tables, so readers do that, who keep nobody waiting; the writer only
removes what was found and is still to go.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Table, and_, delete, exists, func, or_, select

from app.store.tables import games, players
from app.store.transaction import Transaction

MOST_FOUND = 10_000


class Leftover(NamedTuple):
    """A kind of rows to let go of, and the condition for it, given a time in milliseconds since 1970."""

    table: Table
    is_left: Callable[[int], ColumnElement[bool]]


def last_move(transaction: Transaction) -> int | None:
    """Return when the newest move was made, in milliseconds since 1970; ``None`` without any game."""
    newest: int | None = transaction.connection.execute(select(func.max(games.c.moved_at))).scalar_one()
    return newest


def find(transaction: Transaction, leftover: Leftover, before: int) -> list[int]:
    """Return the numbers of rows to let go of, at most ``MOST_FOUND``."""
    query = select(leftover.table.c.id).where(leftover.is_left(before)).limit(MOST_FOUND)
    return list(transaction.connection.execute(query).scalars())


def remove(transaction: Transaction, leftover: Leftover, numbers: Sequence[int], before: int) -> int:
    """Remove those of these rows that are still to go, with all that belongs to them; return how many."""
    table = leftover.table
    statement = delete(table).where(table.c.id.in_(numbers), leftover.is_left(before))
    return transaction.connection.execute(statement).rowcount


def _is_abandoned(before: int) -> ColumnElement[bool]:
    is_unfinished = and_(games.c.over.is_(False), games.c.won.is_(False))
    is_no_own = or_(games.c.solver.is_(True), games.c.practice.is_(True))
    return and_(games.c.closed_at < before, or_(is_unfinished, is_no_own))


def _is_idle(before: int) -> ColumnElement[bool]:
    holds_best = and_(
        games.c.player_id == players.c.id,
        or_(games.c.over.is_(True), games.c.won.is_(True)),
        games.c.practice.is_(False),
        or_(
            and_(games.c.assisted.is_(False), games.c.score == players.c.best),
            and_(games.c.assisted.is_(True), games.c.score == players.c.best_assisted),
        ),
        games.c.solver.is_(False),
        games.c.score > 0,
    )
    last_moved = select(func.max(games.c.moved_at)).where(games.c.player_id == players.c.id).scalar_subquery()
    return and_(func.coalesce(last_moved, players.c.created_at) < before, ~exists().where(holds_best))


ABANDONED_GAMES = Leftover(games, _is_abandoned)
"""Games that were left unfinished before that time, and those of the solver and for practice that were
left by then. A game still open on its player's page stays, as does every game of their own that was won
or played to its end.
"""

IDLE_PLAYERS = Leftover(players, _is_idle)
"""Players, with all their games, who have not moved since that time. One whose best score stands in a
game that was finished stays, and so does that game.
"""
