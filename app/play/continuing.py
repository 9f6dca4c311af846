"""Playing on after the win."""

from app.engine.game import play_on
from app.play.protocol import Answer, Reception, receive, unchanged
from app.play.seats import Visitor, change_game, take_seat
from app.store.transaction import Transaction

REQUEST = "continue"


def continue_game(transaction: Transaction, visitor: Visitor, version: int, now: int) -> Answer:
    """Continue the visitor's game after its win; nothing changes if it is not waiting at one."""
    seat = take_seat(transaction, visitor)
    reception = receive(seat.position, version, REQUEST)
    game = play_on(seat.game)
    if reception is not Reception.CURRENT or game == seat.game:
        return unchanged(seat, reception)
    after = seat.position._replace(game=game, version=version + 1, request=REQUEST, at=now)
    return Answer(change_game(transaction, seat, after), accepted=True, has_continued=True)
