"""Reading and changing players, their games and the moves of a game, row by row."""

import struct
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Update, bindparam, insert, select, update

from app.engine.board import CELLS, Board, Direction
from app.engine.game import Game
from app.store.tables import games, moves, players
from app.store.writer import Conflict

_TILES = struct.Struct(f">{CELLS}I")
_DIRECTIONS = list(Direction)

_OPEN_GAME = (
    select(
        players.c.id.label("player_id"),
        players.c.best,
        players.c.renewed_at,
        games.c.id.label("game_id"),
        games.c.seed,
        games.c.board,
        games.c.tiles,
        games.c.score,
        games.c.turn,
        games.c.won,
        games.c.continued,
        games.c.version,
        games.c.last_request,
        games.c.moved_at,
    )
    .join_from(players, games, games.c.player_id == players.c.id)
    .where(players.c.token_hash == bindparam("token_hash"), games.c.closed_at.is_(None))
)
_CHANGE_GAME = (
    update(games)
    .where(games.c.id == bindparam("game"), games.c.version == bindparam("seen"))
    .values(
        board=bindparam("board"),
        tiles=bindparam("tiles"),
        score=bindparam("score"),
        turn=bindparam("turn"),
        won=bindparam("won"),
        continued=bindparam("continued"),
        version=bindparam("version"),
        last_request=bindparam("last_request"),
        moved_at=bindparam("moved_at"),
    )
)
_CLOSE_GAME = (
    update(games)
    .where(games.c.id == bindparam("game"), games.c.version == bindparam("seen"))
    .values(closed_at=bindparam("closed_at"))
)
_RAISE_BEST = (
    update(players)
    .where(players.c.id == bindparam("player"), players.c.best < bindparam("score"))
    .values(best=bindparam("score"))
)
_RENEW = update(players).where(players.c.id == bindparam("player")).values(renewed_at=bindparam("renewed_at"))


class Position(NamedTuple):
    """What changes when a game changes: the game itself, its tiles, and which change it was.

    ``tiles`` holds the identity of the tile in each cell, 0 for none; ``version`` numbers the state
    and ``request`` is what led to it; ``at`` is the time in milliseconds.
    """

    game: Game
    tiles: Board
    version: int
    request: str
    at: int


class OpenGame(NamedTuple):
    """A player and the game on their page, as stored."""

    player_id: int
    game_id: int
    seed: bytes
    best: int
    renewed_at: int
    position: Position


class PlayedMove(NamedTuple):
    """A move as it is kept: its turn, from 1, its direction, and the milliseconds since the last."""

    turn: int
    direction: Direction
    milliseconds: int


def find_open_game(connection: Connection, token_hash: bytes) -> OpenGame | None:
    """Return the player with this token and their open game, or ``None``."""
    row = connection.execute(_OPEN_GAME, {"token_hash": token_hash}).one_or_none()
    return None if row is None else _decode(row)


def add_player(connection: Connection, token_hash: bytes, best: int, now: int) -> int:
    """Add a player and return their number. Raises ``IntegrityError`` if the token is known."""
    row = {"token_hash": token_hash, "best": best, "created_at": now, "renewed_at": now}
    return _new_key(connection.execute(insert(players), row).inserted_primary_key)


def add_game(connection: Connection, player_id: int, seed: bytes, position: Position) -> int:
    """Add an open game and return its number. Raises ``IntegrityError`` if the player has one."""
    row = {"player_id": player_id, "seed": seed, "created_at": position.at, **_encode(position)}
    return _new_key(connection.execute(insert(games), row).inserted_primary_key)


def change_game(connection: Connection, before: OpenGame, after: Position) -> None:
    """Replace the position of a game. Raises ``Conflict`` if it is no longer the one before."""
    _guarded(connection, _CHANGE_GAME, before, _encode(after))


def close_game(connection: Connection, game: OpenGame, now: int) -> None:
    """Leave a game for good. Raises ``Conflict`` if it has changed since it was read."""
    _guarded(connection, _CLOSE_GAME, game, {"closed_at": now})


def add_moves(connection: Connection, game_id: int, played: Sequence[PlayedMove]) -> None:
    """Keep the moves of a game. Raises ``IntegrityError`` if one of the turns is taken."""
    connection.execute(
        insert(moves),
        [
            {
                "game_id": game_id,
                "turn": move.turn,
                "direction": _DIRECTIONS.index(move.direction),
                "milliseconds": move.milliseconds,
            }
            for move in played
        ],
    )


def raise_best(connection: Connection, player_id: int, score: int) -> None:
    """Raise the best score of a player to this one; it never falls."""
    connection.execute(_RAISE_BEST, {"player": player_id, "score": score})


def renew(connection: Connection, player_id: int, now: int) -> None:
    """Note that the player's cookie is sent again now."""
    connection.execute(_RENEW, {"player": player_id, "renewed_at": now})


def read_directions(connection: Connection, game_id: int, turns: int) -> list[Direction]:
    """Return the directions of the first ``turns`` moves of a game, in order."""
    query = (
        select(moves.c.direction)
        .where(moves.c.game_id == game_id, moves.c.turn <= turns)
        .order_by(moves.c.turn)
    )
    return [_DIRECTIONS[number] for number in connection.execute(query).scalars()]


def _guarded(connection: Connection, statement: Update, before: OpenGame, values: dict[str, object]) -> None:
    parameters = {"game": before.game_id, "seen": before.position.version, **values}
    if connection.execute(statement, parameters).rowcount != 1:
        raise Conflict("the game has changed since it was read")


def _new_key(inserted: Row[Any] | None) -> int:
    assert inserted is not None  # noqa: S101 - both tables have a key of their own
    return int(inserted[0])


def _encode(position: Position) -> dict[str, object]:
    game = position.game
    return {
        "board": bytes(game.board),
        "tiles": _TILES.pack(*position.tiles),
        "score": game.score,
        "turn": game.turn,
        "won": game.won,
        "continued": game.continued,
        "version": position.version,
        "last_request": position.request,
        "moved_at": position.at,
    }


def _decode(row: Any) -> OpenGame:
    game = Game(tuple(row.board), row.score, row.turn, row.won, row.continued)
    position = Position(game, _TILES.unpack(row.tiles), row.version, row.last_request, row.moved_at)
    return OpenGame(row.player_id, row.game_id, row.seed, row.best, row.renewed_at, position)
