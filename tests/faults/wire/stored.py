"""What the database holds, read from outside the server while it runs."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from app.engine.board import Board, Direction
from app.engine.game import Game

_DIRECTIONS = list(Direction)


class StoredGame(NamedTuple):
    """A game and the moves of it that count."""

    seed: bytes
    version: int
    game: Game
    turns: list[int]
    directions: list[Direction]


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection that cannot write."""
    return sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)


def games_of(path: Path, token_hash: bytes) -> list[StoredGame]:
    """Return the games of the player with this token, or with this token before the present one."""
    query = """
        SELECT games.id, seed, version, board, score, turn, won, continued FROM games
        JOIN players ON players.id = player_id WHERE ? IN (token_hash, previous_hash) ORDER BY games.id
    """
    with closing(connect(path)) as connection:
        rows = connection.execute(query, [token_hash]).fetchall()
        return [
            StoredGame(seed, version, _game(*position), *_moves(connection, key, position[2]))
            for key, seed, version, *position in rows
        ]


def count_players(path: Path) -> int:
    """Return how many players there are."""
    with closing(connect(path)) as connection:
        ((count,),) = connection.execute("SELECT count(*) FROM players")
        return int(count)


def seeds(path: Path) -> list[bytes]:
    """Return the seeds of all games."""
    with closing(connect(path)) as connection:
        return [seed for (seed,) in connection.execute("SELECT seed FROM games")]


def digest(path: Path) -> str:
    """Return a digest of every row of every table."""
    with closing(connect(path)) as connection:
        return hashlib.sha256("\n".join(connection.iterdump()).encode()).hexdigest()


def _moves(connection: sqlite3.Connection, key: int, turn: int) -> tuple[list[int], list[Direction]]:
    query = "SELECT turn, direction FROM moves WHERE game_id = ? AND turn <= ? ORDER BY turn"
    rows = connection.execute(query, [key, turn]).fetchall()
    return [turn for turn, _ in rows], [_DIRECTIONS[number] for _, number in rows]


def _game(board: Board, score: int, turn: int, won: int, continued: int) -> Game:
    return Game(tuple(board), score, turn, bool(won), bool(continued))
