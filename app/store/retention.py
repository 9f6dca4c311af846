"""Letting go of games and players that nobody came back to, a few at a time."""

from sqlalchemy import Delete, and_, delete, exists, func, or_, select

from app.store.tables import games, players
from app.store.transaction import Transaction

MOST_AT_ONCE = 100


def last_move(transaction: Transaction) -> int | None:
    """Return when the newest move was made, in milliseconds since 1970; ``None`` without any game."""
    newest: int | None = transaction.connection.execute(select(func.max(games.c.moved_at))).scalar_one()
    return newest


def remove_abandoned_games(transaction: Transaction, before: int) -> int:
    """Remove games that were left unfinished before this time, and return how many.

    A game still open on its player's page stays, as does every game that was won or played to its
    end. Times are in milliseconds since 1970.
    """
    abandoned = (
        select(games.c.id)
        .where(games.c.closed_at < before, games.c.over.is_(False), games.c.won.is_(False))
        .limit(MOST_AT_ONCE)
    )
    return _removed(transaction, delete(games).where(games.c.id.in_(abandoned)))


def remove_idle_players(transaction: Transaction, before: int) -> int:
    """Remove players with all their games who have not moved since this time, and return how many.

    A player whose best score stands in a game that was finished stays, and so does that game.
    """
    holds_best = and_(
        games.c.player_id == players.c.id,
        or_(games.c.over.is_(True), games.c.won.is_(True)),
        or_(
            and_(games.c.assisted.is_(False), games.c.score == players.c.best),
            and_(games.c.assisted.is_(True), games.c.score == players.c.best_assisted),
        ),
        games.c.score > 0,
    )
    last_moved = select(func.max(games.c.moved_at)).where(games.c.player_id == players.c.id).scalar_subquery()
    idle = (
        select(players.c.id)
        .where(func.coalesce(last_moved, players.c.created_at) < before, ~exists().where(holds_best))
        .limit(MOST_AT_ONCE)
    )
    return _removed(transaction, delete(players).where(players.c.id.in_(idle)))


def _removed(transaction: Transaction, statement: Delete) -> int:
    return transaction.connection.execute(statement).rowcount
