"""Taking moves back, and playing them again.

Nothing is thrown away by undoing: the moves stay stored beyond the turn of the game until another
move is played. Luck is fixed by the seed, so a move that is played again brings the same tile.
"""

from typing import Protocol

from app.engine import game as rules
from app.engine.game import Move
from app.play.protocol import Answer, Reception, receive, unchanged
from app.play.replaying import replay_since
from app.play.seats import Visitor, change_game, take_seat
from app.play.tiles import follow, go_back
from app.store import games
from app.store.transaction import Transaction


class Change(Protocol):
    """Taking back, or playing again."""

    def __call__(
        self, transaction: Transaction, visitor: Visitor, version: int, steps: int, now: int
    ) -> Answer:
        """Go so many steps from the state with this version; ``now`` is in milliseconds since 1970."""


def undo(transaction: Transaction, visitor: Visitor, version: int, steps: int, now: int) -> Answer:
    """Take back up to ``steps`` moves of the visitor's game, the end and the win included.

    The game is assisted from then on.
    """
    request = f"undo {steps}"
    seat = take_seat(transaction, visitor)
    reception = receive(seat.position, version, request)
    if reception is not Reception.CURRENT or seat.stored is None or seat.game.turn == 0:
        return unchanged(seat, reception)
    turn, last = max(seat.game.turn - steps, 0), seat.game.turn
    before, taken_back = replay_since(transaction, seat.stored.game_id, seat.seed, turn, last)
    step = go_back(before.board, seat.position.tiles, taken_back, version + 1)
    after = seat.position._replace(
        game=before,
        tiles=step.tiles,
        version=version + 1,
        request=request,
        at=now,
        assisted=True,
        redoable=seat.position.redoable + len(taken_back),
    )
    return Answer(change_game(transaction, seat, after), accepted=True, undone=len(taken_back), step=step)


def redo(transaction: Transaction, visitor: Visitor, version: int, steps: int, now: int) -> Answer:
    """Play up to ``steps`` moves again that were taken back, as far as the win if it waits there."""
    request = f"redo {steps}"
    seat = take_seat(transaction, visitor)
    reception = receive(seat.position, version, request)
    if reception is not Reception.CURRENT or seat.stored is None or not seat.position.redoable:
        return unchanged(seat, reception)
    turn = seat.game.turn
    directions = games.read_directions(transaction, seat.stored.game_id, turn + steps, after=turn)
    played: list[Move] = []
    game = seat.game
    for direction in directions:
        again = rules.move(seat.onward(game), seat.seed, direction)
        if again is None:
            break
        played.append(again)
        game = again.game
    if not played:
        return unchanged(seat, reception)
    step = follow(seat.game.board, seat.position.tiles, played, version + 1)
    after = seat.position._replace(
        game=seat.onward(game),
        tiles=step.tiles,
        version=version + 1,
        request=request,
        at=now,
        redoable=seat.position.redoable - len(played),
    )
    return Answer(change_game(transaction, seat, after), accepted=True, moves=tuple(played), step=step)
