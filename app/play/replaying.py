"""Going through the moves of a stored game again."""

from app.engine import game as rules
from app.engine.game import WINNING, Game, Move, play_on, start
from app.store import games
from app.store.games import SAVED_EVERY
from app.store.transaction import Transaction


def replay_since(
    transaction: Transaction, game_id: int, seed: bytes, turn: int, until: int
) -> tuple[Game, list[Move]]:
    """Return a game as it stood at a turn, taking moves if any is left, and its moves from there on.

    It is replayed from the nearest board that was kept, so this takes the same time at any turn.
    """
    saved = turn - turn % SAVED_EVERY
    game = begun = _saved_game(transaction, game_id, seed, saved)
    moves: list[Move] = []
    for direction in games.read_directions(transaction, game_id, until, after=saved):
        played = rules.move(play_on(game), seed, direction)
        assert played is not None  # noqa: S101 - a stored move was played once
        game = played.game
        moves.append(played)
    since = turn - saved
    before = moves[since - 1].game if since else begun
    return play_on(before), moves[since:]


def _saved_game(transaction: Transaction, game_id: int, seed: bytes, turn: int) -> Game:
    if turn == 0:
        return start(seed)
    board, score = games.read_saved_board(transaction, game_id, turn)
    return Game(board, score, turn, won=max(board) >= WINNING)
