"""Asking for a hint, which makes the game an assisted one."""

from collections.abc import Callable

from app.engine.game import outcome
from app.play.protocol import Answer, Reception, receive, unchanged
from app.play.seats import Seat, Visitor, change_game, take_seat
from app.store.transaction import Transaction

REQUEST = "hint"


def ask_for_hint(
    transaction: Transaction, visitor: Visitor, version: int, now: int, admit: Callable[[], None]
) -> Answer:
    """Mark the visitor's game as assisted, if it is not yet and takes moves, so that a hint may follow.

    ``now`` is in milliseconds since 1970. ``admit`` is called before a new player is stored, and may
    raise to refuse them.
    """
    seat = take_seat(transaction, visitor)
    reception = receive(seat.position, version, REQUEST)
    if reception is not Reception.CURRENT or may_have_hint(seat) or not outcome(seat.game).takes_moves:
        answer = unchanged(seat, reception)
        return answer._replace(wants_hint=answer.accepted and may_have_hint(seat))
    if seat.stored is None:
        admit()
    after = seat.position._replace(version=version + 1, request=REQUEST, at=now, assisted=True)
    return Answer(change_game(transaction, seat, after), accepted=True, wants_hint=True)


def may_have_hint(seat: Seat) -> bool:
    """Tell whether a hint may be shown: the game takes moves, and is marked as one with help."""
    is_marked = seat.position.assisted or seat.position.solver
    return is_marked and outcome(seat.game).takes_moves
