"""Letting the solver play the visitor's game."""

from collections.abc import Awaitable, Callable, Sequence
from time import monotonic

from app.engine import game as rules
from app.engine.board import Board, Direction
from app.play.moving import play
from app.play.protocol import Answer, Reception, receive, unchanged
from app.play.seats import Seat, Visitor, take_seat
from app.store.transaction import Transaction

LONGEST_BATCH = 0.1
"""Seconds after which no further move is chosen for one request."""

Choose = Callable[[Board], Awaitable[Direction | None]]
"""Finds the direction for a board; ``None`` where no move is left."""


async def choose_moves(seat: Seat, steps: int, choose: Choose) -> list[Direction]:
    """Return the next moves of the solver in this game, at most ``steps``, without playing them.

    Who chooses sees one board after the other and nothing of the seed.
    """
    ends = monotonic() + LONGEST_BATCH
    chosen: list[Direction] = []
    game = seat.game
    while len(chosen) < steps and (not chosen or monotonic() < ends):
        direction = await choose(game.board)
        played = rules.move(rules.play_on(game), seat.seed, direction) if direction else None
        if direction is None or played is None:
            break
        chosen.append(direction)
        game = played.game
    return chosen


def play_for_solver(
    transaction: Transaction,
    visitor: Visitor,
    version: int,
    request: str,
    directions: Sequence[Direction],
    now: int,
    admit: Callable[[], None],
) -> Answer:
    """Play what the solver chose for the state with this version; the game is the solver's from then on.

    ``request`` is what the visitor asked for, ``now`` is in milliseconds since 1970. ``admit`` is called
    before a new player is stored, and may raise to refuse them.
    """
    seat = take_seat(transaction, visitor)
    reception = receive(seat.position, version, request)
    if reception is not Reception.CURRENT:
        return unchanged(seat, reception)
    given = seat._replace(position=seat.position._replace(solver=True))
    return play(transaction, given, request, directions, now, admit)
