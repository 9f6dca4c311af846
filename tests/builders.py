"""Positions for tests, put straight into the database; no endpoint can do this."""

from app.engine.board import Board, Direction
from app.engine.game import WINNING, Game
from app.play.seats import Visitor
from app.play.tiles import new_tiles
from app.store import games
from app.store.database import Database
from app.store.games import SAVED_EVERY, PlayedMove, Position
from app.store.transaction import Transaction

SEED = bytes(range(32))


def board_of(*values: int) -> Board:
    """Return the board with these 16 values, row by row; 0 is an empty cell."""
    return tuple(value.bit_length() - 1 if value else 0 for value in values)


def game_of(board: Board, *, continued: bool = False) -> Game:
    """Return a game with this board whose score and turn obey the conservation law: no 4 appeared."""
    score = sum((e - 1) << e for e in board if e)
    turn = sum(1 << e for e in board if e) // 2 - 2
    return Game(board, score, turn, won=max(board) >= WINNING, continued=continued)


def undoable_game_of(board: Board) -> Game:
    """Return a game with this board at a turn whose board is kept, so that later moves can be undone."""
    game = game_of(board)
    fours = game.turn % SAVED_EVERY
    assert game.turn > fours, "too small a board for a turn whose board is kept"
    return game._replace(turn=game.turn - fours, score=game.score - 4 * fours)


async def seat_at(
    database: Database,
    visitor: Visitor,
    game: Game,
    *,
    seed: bytes = SEED,
    best: int = 0,
    now: int = 1,
    undoable: bool = False,
) -> None:
    """Store the visitor as a player who is at this game; what follows can be undone if it says so."""
    version = visitor.opening_version + game.turn + 1
    position = Position(game, new_tiles(game.board, version), version, "", now)

    def store(transaction: Transaction) -> None:
        player_id = games.add_player(transaction, visitor.token_hash, None, max(best, game.score), now)
        game_id = games.add_game(transaction, player_id, seed, position)
        if undoable:
            games.add_moves(transaction, game_id, [PlayedMove(Direction.UP, 0, game)])

    await database.write(store)
