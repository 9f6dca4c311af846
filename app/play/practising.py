"""Playing on from a position of a finished game, for practice."""

from app.engine.board import CELLS
from app.engine.game import outcome
from app.play.looking_back import finished_game, position_of
from app.play.protocol import Answer, Reception, receive, unchanged
from app.play.seats import Visitor, renew_token, take_seat
from app.play.tiles import Step, new_tiles
from app.store import games, history
from app.store.games import Position
from app.store.transaction import Transaction


class NoSuchTurn(Exception):
    """The game has no such turn, or no move was left at it."""


def practise(
    transaction: Transaction, visitor: Visitor, version: int, game_id: int, turn: int, now: int
) -> Answer:
    """Leave the visitor's game, and go on from a turn of one of their finished games in a new one.

    The new game has the same seed and the same moves up to there, so that it can be undone to the very
    start and checked like any other. It counts for no best, because its luck may be known.

    Raises ``NoSuchGame`` if it is no finished game of theirs, ``NoSuchTurn`` if it cannot be played on.
    """
    source = finished_game(transaction, visitor, game_id).game
    request = f"practice {game_id} {turn}"
    seat = take_seat(transaction, visitor)
    reception = receive(seat.position, version, request)
    if reception is not Reception.CURRENT or seat.stored is None:
        return unchanged(seat, reception)
    if not 0 <= turn <= source.turn:
        raise NoSuchTurn
    game = position_of(transaction, source, turn)
    if not outcome(game).takes_moves:
        raise NoSuchTurn
    tiles = new_tiles(game.board, version + 1)
    position = Position(game, tiles, version + 1, request, now)
    games.close_game(transaction, seat.stored, now)
    copy = games.add_game(transaction, seat.stored.player_id, source.seed, position, practice=True)
    history.copy_moves(transaction, source.id, copy, turn)
    stored = seat.stored._replace(game_id=copy, seed=source.seed, position=position, practice=True)
    spawned = frozenset(cell for cell in range(CELLS) if game.board[cell])
    after = renew_token(transaction, seat._replace(stored=stored, seed=source.seed, position=position), now)
    return Answer(after, accepted=True, step=Step(tiles, (), frozenset(), spawned))
