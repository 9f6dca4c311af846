"""Playing directions, one or several in order."""

from collections.abc import Callable, Sequence

from app.engine import game as rules
from app.engine.board import Direction
from app.engine.game import Move
from app.play.protocol import Answer, Reception, receive, unchanged
from app.play.seats import Seat, Visitor, change_game, take_seat
from app.play.tiles import follow
from app.store import games
from app.store.games import PlayedMove
from app.store.transaction import Transaction

LONGEST_PAUSE = 2**31 - 1
"""Milliseconds between two moves beyond which no more are counted."""

_LETTERS = {direction: direction.value[0] for direction in Direction}


def move(
    transaction: Transaction,
    visitor: Visitor,
    version: int,
    directions: Sequence[Direction],
    now: int,
    admit: Callable[[], None],
) -> Answer:
    """Play the directions on the visitor's game if it is still in the state with this version.

    Directions that change nothing are skipped; the rest stop at the win and at the end of the game. A
    game in which the solver has played goes on past its win without a question.
    ``now`` is in milliseconds since 1970. ``admit`` is called before a new player is stored, and
    may raise to refuse them.
    """
    request = "".join(_LETTERS[direction] for direction in directions)
    seat = take_seat(transaction, visitor)
    reception = receive(seat.position, version, request)
    if reception is not Reception.CURRENT:
        return unchanged(seat, reception)
    return play(transaction, seat, request, directions, now, admit)


def play(
    transaction: Transaction,
    seat: Seat,
    request: str,
    directions: Sequence[Direction],
    now: int,
    admit: Callable[[], None],
) -> Answer:
    """Play the directions of a request that is for the present state: see ``move``."""
    played = _play(seat, directions)
    if not played:
        return unchanged(seat, Reception.CURRENT)
    if seat.stored is None:
        admit()
    version = seat.position.version + 1
    step = follow(seat.game.board, seat.position.tiles, played, version)
    game = seat.onward(played[-1].game)
    after = seat.position._replace(
        game=game, tiles=step.tiles, version=version, request=request, at=now, redoable=0
    )
    changed = change_game(transaction, seat, after)
    _keep(transaction, seat, changed, played)
    # The best is above the score until it is beaten, and the score itself from then on.
    beats_best = seat.game.score < seat.best < changed.best
    return Answer(changed, accepted=True, moves=played, step=step, beats_best=beats_best)


def _play(seat: Seat, directions: Sequence[Direction]) -> tuple[Move, ...]:
    played: list[Move] = []
    game = seat.game
    for direction in directions:
        next_move = rules.move(seat.onward(game), seat.seed, direction)
        if next_move is not None:
            played.append(next_move)
            game = next_move.game
    return tuple(played)


def _keep(transaction: Transaction, before: Seat, after: Seat, played: Sequence[Move]) -> None:
    assert after.stored is not None  # noqa: S101 - a game that has changed is stored
    game_id = after.stored.game_id
    if before.position.redoable:
        games.drop_moves(transaction, game_id, before.game.turn)
    pause = after.position.at - before.position.at if before.stored else 0
    pauses = [min(max(pause, 0), LONGEST_PAUSE), *[0] * (len(played) - 1)]
    rows = [PlayedMove(one.direction, ms, one.game) for one, ms in zip(played, pauses, strict=True)]
    games.add_moves(transaction, game_id, rows)
