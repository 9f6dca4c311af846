"""Reading and changing players, their games and the moves of a game, row by row."""

import struct
from collections.abc import Sequence
from typing import Any, NamedTuple
from zlib import crc32

from sqlalchemy import BindParameter, Table, bindparam, delete, insert, select, update

from app.engine.board import CELLS, Board, Direction, is_stuck
from app.engine.game import Game
from app.store.tables import games, moves, openings, players
from app.store.transaction import Prepared, Transaction
from app.store.writer import Conflict

_TILES = struct.Struct(f">{CELLS}I")
_SAVED = struct.Struct(f">{CELLS}sI")
_DIRECTIONS = list(Direction)
_NUMBERS = {direction: number for number, direction in enumerate(_DIRECTIONS)}


def _named(table: Table) -> dict[str, BindParameter[Any]]:
    """Return a parameter for every column but the key, each with the name of its column."""
    return {name: bindparam(name) for name in table.c.keys() if name != "id"}  # noqa: SIM118


_OPEN_GAME = (
    select(
        players.c.id.label("player_id"),
        games.c.id.label("game_id"),
        games.c.seed,
        players.c.best,
        players.c.best_assisted,
        players.c.renewed_at,
        players.c.previous_hash,
        games.c.board,
        games.c.score,
        games.c.turn,
        games.c.won,
        games.c.continued,
        games.c.assisted,
        games.c.solver,
        games.c.practice,
        games.c.redoable,
        games.c.tiles,
        games.c.version,
        games.c.last_request,
        games.c.moved_at,
    )
    .join_from(players, games, games.c.player_id == players.c.id)
    .where(games.c.closed_at.is_(None))
)
_BY_TOKEN = Prepared(_OPEN_GAME.where(players.c.token_hash == bindparam("token_hash")))
_BY_PREVIOUS_TOKEN = Prepared(_OPEN_GAME.where(players.c.previous_hash == bindparam("token_hash")))
_ADD_OPENING = Prepared(insert(openings))
_OPENING = Prepared(select(openings.c.commitment).where(openings.c.commitment == bindparam("commitment")))
_ADD_PLAYER = Prepared(insert(players).values(_named(players)).returning(players.c.id))
_ADD_GAME = Prepared(insert(games).values(_named(games)).returning(games.c.id))
_ADD_MOVE = Prepared(insert(moves))
_AS_READ = (
    games.c.id == bindparam("game"),
    games.c.version == bindparam("seen"),
    games.c.closed_at.is_(None),
)
"""What must still hold of a game when it is changed; else somebody was faster."""
_CHANGE_GAME = Prepared(
    update(games)
    .where(*_AS_READ)
    .values(
        board=bindparam("board"),
        tiles=bindparam("tiles"),
        score=bindparam("score"),
        turn=bindparam("turn"),
        won=bindparam("won"),
        continued=bindparam("continued"),
        over=bindparam("over"),
        assisted=bindparam("assisted"),
        solver=bindparam("solver"),
        redoable=bindparam("redoable"),
        version=bindparam("version"),
        last_request=bindparam("last_request"),
        moved_at=bindparam("moved_at"),
    )
)
_CLOSE_GAME = Prepared(update(games).where(*_AS_READ).values(closed_at=bindparam("closed_at")))
_RAISE_BEST = Prepared(
    update(players)
    .where(players.c.id == bindparam("player"), players.c.best < bindparam("score"))
    .values(best=bindparam("score"))
)
_RAISE_ASSISTED_BEST = Prepared(
    update(players)
    .where(players.c.id == bindparam("player"), players.c.best_assisted < bindparam("score"))
    .values(best_assisted=bindparam("score"))
)
_DROP_MOVES = Prepared(
    delete(moves).where(moves.c.game_id == bindparam("game"), moves.c.turn > bindparam("turn"))
)
_SAVED_BOARD = Prepared(
    select(moves.c.saved).where(moves.c.game_id == bindparam("game"), moves.c.turn == bindparam("turn"))
)
_CHANGE_TOKEN = Prepared(
    update(players)
    .where(players.c.id == bindparam("player"))
    .values(
        token_hash=bindparam("new_hash"),
        previous_hash=bindparam("old_hash"),
        renewed_at=bindparam("renewed_at"),
    )
)
_REMOVE_PLAYER = Prepared(delete(players).where(players.c.id == bindparam("player")))
_DIRECTIONS_OF = Prepared(
    select(moves.c.direction)
    .where(
        moves.c.game_id == bindparam("game"),
        moves.c.turn > bindparam("after"),
        moves.c.turn <= bindparam("turns"),
    )
    .order_by(moves.c.turn)
)
SAVED_EVERY = 32
"""Every so many moves the board is kept with the move."""


class Position(NamedTuple):
    """What changes when a game changes: the game itself, its tiles, and which change it was.

    ``tiles`` holds the identity of the tile in each cell, 0 for none; ``version`` numbers the state
    and ``request`` is what led to it; ``at`` is the time in milliseconds. ``assisted`` says that
    something was undone or a hint taken, ``redoable`` how many undone moves can be played again, and
    ``solver`` that the solver has played.
    """

    game: Game
    tiles: Board
    version: int
    request: str
    at: int
    assisted: bool = False
    redoable: int = 0
    solver: bool = False


class OpenGame(NamedTuple):
    """A player and the game on their page, as stored.

    ``is_renewing`` says that the player's former token is still good, ``by_previous`` that they came
    with it. A ``practice`` game goes on from a position of an earlier one and counts for no best.
    """

    player_id: int
    game_id: int
    seed: bytes
    best: int
    best_assisted: int
    renewed_at: int
    is_renewing: bool
    by_previous: bool
    position: Position
    practice: bool = False


class PlayedMove(NamedTuple):
    """A move as it is kept: its direction, how long it took, and the game after it."""

    direction: Direction
    milliseconds: int
    game: Game


def find_open_game(transaction: Transaction, token_hash: bytes) -> OpenGame | None:
    """Return the player with this token, or with this former token, and their open game, or ``None``."""
    for query in (_BY_TOKEN, _BY_PREVIOUS_TOKEN):
        row = transaction.execute(query, {"token_hash": token_hash}).fetchone()
        if row is not None:
            return _decode(row, by_previous=query is _BY_PREVIOUS_TOKEN)
    return None


def spend_opening(transaction: Transaction, commitment: bytes) -> None:
    """Note that the opening with this commitment is played. Raises ``IntegrityError`` if it was before."""
    transaction.execute(_ADD_OPENING, {"commitment": commitment})


def is_spent(transaction: Transaction, commitment: bytes) -> bool:
    """Tell whether the opening with this commitment was ever played."""
    return transaction.execute(_OPENING, {"commitment": commitment}).fetchone() is not None


def add_player(
    transaction: Transaction, token_hash: bytes, previous_hash: bytes | None, best: int, now: int
) -> int:
    """Add a player and return their number. Raises the driver's ``IntegrityError`` if a token is known."""
    row = {
        "token_hash": token_hash,
        "previous_hash": previous_hash,
        "best_assisted": 0,
        "best": best,
        "created_at": now,
        "renewed_at": now,
    }
    return _key(transaction, _ADD_PLAYER, row)


def add_game(
    transaction: Transaction, player_id: int, seed: bytes, position: Position, *, practice: bool = False
) -> int:
    """Add an open game and return its number. Raises ``IntegrityError`` if the player has one."""
    row = {"player_id": player_id, "seed": seed, "created_at": position.at, "closed_at": None}
    return _key(transaction, _ADD_GAME, row | _encode(position) | {"practice": practice})


def change_game(transaction: Transaction, before: OpenGame, after: Position) -> None:
    """Replace the position of a game. Raises ``Conflict`` if it is no longer the one before."""
    _guarded(transaction, _CHANGE_GAME, before, _encode(after))


def close_game(transaction: Transaction, game: OpenGame, now: int) -> None:
    """Leave a game for good. Raises ``Conflict`` if it has changed since it was read."""
    _guarded(transaction, _CLOSE_GAME, game, {"closed_at": now})


def add_moves(transaction: Transaction, game_id: int, played: Sequence[PlayedMove]) -> None:
    """Keep the moves of a game. Raises ``IntegrityError`` if one of the turns is taken."""
    for move in played:
        game = move.game
        is_saved = game.turn % SAVED_EVERY == 0
        row = {
            "game_id": game_id,
            "turn": game.turn,
            "direction": _NUMBERS[move.direction],
            "milliseconds": move.milliseconds,
            "digest": digest(game.board),
            "saved": _SAVED.pack(bytes(game.board), game.score) if is_saved else None,
        }
        transaction.execute(_ADD_MOVE, row)


def drop_moves(transaction: Transaction, game_id: int, after: int) -> None:
    """Remove the moves of a game after this turn: those that were undone and not played again."""
    transaction.execute(_DROP_MOVES, {"game": game_id, "turn": after})


def raise_best(transaction: Transaction, player_id: int, score: int, *, assisted: bool) -> None:
    """Raise one of the best scores of a player to this one; neither ever falls."""
    statement = _RAISE_ASSISTED_BEST if assisted else _RAISE_BEST
    transaction.execute(statement, {"player": player_id, "score": score})


def change_token(
    transaction: Transaction, player_id: int, new_hash: bytes, old_hash: bytes | None, now: int
) -> None:
    """Give a player another token; the old one, if named, stays good until the new one has come."""
    values = {"player": player_id, "new_hash": new_hash, "old_hash": old_hash, "renewed_at": now}
    transaction.execute(_CHANGE_TOKEN, values)


def remove_player(transaction: Transaction, player_id: int) -> None:
    """Remove a player with all their games and moves."""
    transaction.execute(_REMOVE_PLAYER, {"player": player_id})


def read_directions(transaction: Transaction, game_id: int, turns: int, after: int = 0) -> list[Direction]:
    """Return the directions of a game's moves up to ``turns``, those to ``after`` left out, in order."""
    values = {"game": game_id, "after": after, "turns": turns}
    return [_DIRECTIONS[number] for (number,) in transaction.execute(_DIRECTIONS_OF, values).fetchall()]


def read_saved_board(transaction: Transaction, game_id: int, turn: int) -> tuple[Board, int]:
    """Return the board and the score kept with a move whose turn is a multiple of ``SAVED_EVERY``."""
    ((saved,),) = transaction.execute(_SAVED_BOARD, {"game": game_id, "turn": turn}).fetchall()
    board, score = _SAVED.unpack(saved)
    return tuple(board), score


def digest(board: Board) -> int:
    """Return the low 15 bits of the CRC-32 of a board, one byte a cell."""
    return crc32(bytes(board)) & 0x7FFF


def _guarded(transaction: Transaction, statement: Prepared, before: OpenGame, values: dict[str, Any]) -> None:
    guard = {"game": before.game_id, "seen": before.position.version}
    if transaction.execute(statement, guard | values).rowcount != 1:
        raise Conflict("the game has changed since it was read")


def _key(transaction: Transaction, statement: Prepared, row: dict[str, Any]) -> int:
    ((key,),) = transaction.execute(statement, row).fetchall()
    return int(key)


def _encode(position: Position) -> dict[str, Any]:
    game = position.game
    return {
        "board": bytes(game.board),
        "tiles": _TILES.pack(*position.tiles),
        "score": game.score,
        "turn": game.turn,
        "won": game.won,
        "continued": game.continued,
        "over": is_stuck(game.board),
        "assisted": position.assisted,
        "solver": position.solver,
        "redoable": position.redoable,
        "version": position.version,
        "last_request": position.request,
        "moved_at": position.at,
    }


def _decode(row: Any, *, by_previous: bool) -> OpenGame:
    """Read a row of ``_OPEN_GAME``, column by column."""
    player_id, game_id, seed, best, best_assisted, renewed_at, previous, *rest = row
    board, score, turn, won, continued, *rest = rest
    assisted, solver, practice, redoable, tiles, version, last_request, moved_at = rest
    game = Game(tuple(board), score, turn, bool(won), bool(continued))
    marks = bool(assisted), redoable, bool(solver)
    position = Position(game, _TILES.unpack(tiles), version, last_request, moved_at, *marks)
    is_renewing = previous is not None
    return OpenGame(
        player_id,
        game_id,
        seed,
        best,
        best_assisted,
        renewed_at,
        is_renewing,
        by_previous,
        position,
        bool(practice),
    )
