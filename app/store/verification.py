"""Checking every stored game by the conservation law and by playing it again from its seed."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import func, select

from app.engine.board import Direction, is_stuck
from app.engine.game import Fault, Game, move, play_on, start, status
from app.store.games import digest
from app.store.tables import games, moves, players
from app.store.transaction import Transaction

_DIRECTIONS = list(Direction)
_PAGE = 500
"""Games read at a time."""


def violations(transaction: Transaction) -> Iterator[str]:
    """Yield one line for each thing that is wrong with a stored game; nothing if all is right."""
    last = 0
    while True:
        query = select(games).where(games.c.id > last).order_by(games.c.id).limit(_PAGE)
        rows = transaction.connection.execute(query).all()
        if not rows:
            break
        for row in rows:
            yield from (f"game {row.id}: {fault}" for fault in _faults(transaction, row))
        last = rows[-1].id
    yield from _low_bests(transaction)


def count_games(transaction: Transaction) -> int:
    """Return how many games are stored."""
    return transaction.connection.execute(select(func.count()).select_from(games)).scalar_one()


def _faults(transaction: Transaction, row: Any) -> Iterator[str]:
    stored = Game(tuple(row.board), row.score, row.turn, bool(row.won), bool(row.continued))
    yield from (_words(fault) for fault in status(stored))
    if row.over != is_stuck(stored.board):
        yield "it is marked as over and is not" if row.over else "it is over and not marked so"
    query = select(moves.c.turn, moves.c.direction, moves.c.digest).where(moves.c.game_id == row.id)
    kept = transaction.connection.execute(query.order_by(moves.c.turn)).all()
    turns = stored.turn + row.redoable
    if [turn for turn, _, _ in kept] != list(range(1, turns + 1)):
        yield f"its moves 1 to {turns} are not all there"
    elif any(not 0 <= direction < len(_DIRECTIONS) for _, direction, _ in kept):
        yield "a move has no direction"
    else:
        yield from _replay_faults(stored, row.seed, [(_DIRECTIONS[way], mark) for _, way, mark in kept])


def _replay_faults(stored: Game, seed: bytes, kept: list[tuple[Direction, int]]) -> Iterator[str]:
    """Play all the moves that are kept, those beyond the turn of the game included."""
    game = start(seed)
    reached = game
    for direction, mark in kept:
        after = move(play_on(game), seed, direction)
        if after is None:
            yield f"its move {game.turn + 1} changes nothing"
            return
        game = after.game
        if digest(game.board) != mark:
            yield f"its move {game.turn} leads to another board than it did"
            return
        if game.turn == stored.turn:
            reached = game
    if reached.board != stored.board:
        yield "its moves lead to another board"
    if reached.score != stored.score:
        yield f"its moves are worth {reached.score} points, not {stored.score}"
    if reached.won != stored.won:
        yield "its moves and its win do not agree"


def _low_bests(transaction: Transaction) -> Iterator[str]:
    for best, assisted in ((players.c.best, False), (players.c.best_assisted, True)):
        query = (
            select(players.c.id, best, func.max(games.c.score))
            .join_from(players, games)
            .where(games.c.assisted.is_(assisted))
            .group_by(players.c.id, best)
            .having(func.max(games.c.score) > best)
        )
        for player_id, known, highest in transaction.connection.execute(query):
            yield f"player {player_id}: the best score is {known}, but a game has {highest}"


def _words(fault: Fault) -> str:
    return (fault.name or "").lower().replace("_", " ")
