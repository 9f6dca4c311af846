"""The finished games of a player, and their reviews.

A game is finished when no move is left in it, or when it was left for another after some moves.
"""

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, delete, func, insert, literal, or_, select

from app.engine.board import Board
from app.store.tables import games, moves, players, reviews
from app.store.transaction import Transaction


class FinishedGame(NamedTuple):
    """A game to look back at: how it ended, and when in milliseconds since 1970."""

    id: int
    seed: bytes
    board: Board
    score: int
    turn: int
    won: bool
    over: bool
    assisted: bool
    solver: bool
    practice: bool
    version: int
    moved_at: int


def find_player(transaction: Transaction, token_hash: bytes) -> int | None:
    """Return the number of the player with this token, or with this former token."""
    query = select(players.c.id).where(
        or_(players.c.token_hash == token_hash, players.c.previous_hash == token_hash)
    )
    number: int | None = transaction.connection.execute(query).scalar()
    return number


def count_finished(transaction: Transaction, player_id: int) -> int:
    """Return how many finished games a player has."""
    query = select(func.count()).select_from(games).where(_is_finished(player_id))
    return int(transaction.connection.execute(query).scalar_one())


def list_finished(transaction: Transaction, player_id: int, limit: int, offset: int) -> list[FinishedGame]:
    """Return some of a player's finished games, the newest first."""
    query = _games(player_id).order_by(games.c.id.desc()).limit(limit).offset(offset)
    return [_decode(row) for row in transaction.connection.execute(query)]


def find_finished(transaction: Transaction, player_id: int, game_id: int) -> FinishedGame | None:
    """Return a finished game of a player; ``None`` if there is none with this number that is theirs."""
    row = transaction.connection.execute(_games(player_id).where(games.c.id == game_id)).first()
    return _decode(row) if row else None


def find_review(transaction: Transaction, game: FinishedGame) -> bytes | None:
    """Return the review of a game as it was packed, if there is one of the game as it stands."""
    query = select(reviews.c.packed).where(reviews.c.game_id == game.id, reviews.c.version == game.version)
    packed: bytes | None = transaction.connection.execute(query).scalar()
    return packed


def keep_review(transaction: Transaction, player_id: int, game: FinishedGame, packed: bytes) -> None:
    """Keep the review of a game in the place of an older one; nothing if the game is gone or has changed."""
    now = find_finished(transaction, player_id, game.id)
    if now is None or now.version != game.version:
        return
    transaction.connection.execute(delete(reviews).where(reviews.c.game_id == game.id))
    row = {"game_id": game.id, "version": game.version, "packed": packed}
    transaction.connection.execute(insert(reviews), row)


def copy_moves(transaction: Transaction, source: int, target: int, turns: int) -> None:
    """Give a game that has no moves the first ``turns`` of another."""
    kept = [column for column in moves.c if column is not moves.c.game_id]
    copied = select(literal(target), *kept).where(moves.c.game_id == source, moves.c.turn <= turns)
    transaction.connection.execute(insert(moves).from_select([moves.c.game_id, *kept], copied))


def _is_finished(player_id: int) -> ColumnElement[bool]:
    is_left = or_(games.c.closed_at.is_not(None), games.c.over.is_(True))
    return and_(games.c.player_id == player_id, games.c.turn > 0, is_left)


def _games(player_id: int) -> Select[Any]:
    return select(*[games.c[name] for name in FinishedGame._fields]).where(_is_finished(player_id))


def _decode(row: Any) -> FinishedGame:
    return FinishedGame(**{**row._asdict(), "board": tuple(row.board)})
