"""Checking every stored game by the conservation law and by playing it again from its seed."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import func, select

from app.engine.board import Direction, is_stuck
from app.engine.game import Fault, Game, move, play_on, start, status
from app.store.games import digest
from app.store.tables import games, moves, players
from app.store.transaction import Transaction

_DIRECTIONS = list(Direction)
GAMES_A_PAGE = 500


class Page(NamedTuple):
    """What was found among some games, and where the next begin; ``None`` after the last."""

    violations: list[str]
    games: int
    next: int | None


def check_page(transaction: Transaction, after: int) -> Page:
    """Check some games after this one, so few that no reader stays for long."""
    query = select(games).where(games.c.id > after).order_by(games.c.id).limit(GAMES_A_PAGE)
    rows = transaction.connection.execute(query).all()
    found = [f"game {row.id}: {fault}" for row in rows for fault in _faults(transaction, row)]
    return Page(found, len(rows), rows[-1].id if rows else None)


def low_bests(transaction: Transaction) -> list[str]:
    """Return the violations of players' best scores."""
    return list(_low_bests(transaction))


def violations(transaction: Transaction) -> Iterator[str]:
    """Yield one line for each thing that is wrong with a stored game; nothing if all is right."""
    after: int | None = 0
    while after is not None:
        page = check_page(transaction, after)
        yield from page.violations
        after = page.next
    yield from _low_bests(transaction)


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
            .where(games.c.assisted.is_(assisted), games.c.solver.is_(False), games.c.practice.is_(False))
            .group_by(players.c.id, best)
            .having(func.max(games.c.score) > best)
        )
        for player_id, known, highest in transaction.connection.execute(query):
            yield f"player {player_id}: the best score is {known}, but a game has {highest}"


def _words(fault: Fault) -> str:
    return (fault.name or "").lower().replace("_", " ")
