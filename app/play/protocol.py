"""How a request that changes a game is received, so that each one counts exactly once.

A request names the version of the state that its sender has seen. It counts if that is the state
there is; it is answered without counting again if it is the very request that led to that state;
anything else was meant for a board that is no longer there.
"""

from enum import Enum, auto
from typing import NamedTuple

from app.engine.game import Move
from app.play.seats import Seat
from app.play.tiles import Step
from app.store.games import Position


class Reception(Enum):
    """What a request is to the game it arrives at."""

    CURRENT = auto()
    REPEATED = auto()
    STALE = auto()


class Answer(NamedTuple):
    """The state after a request: ``accepted`` unless the request was stale.

    ``moves`` are those the request played, ``undone`` counts those it took back, and ``step`` is how
    the tiles went; they are empty when nothing changed. ``is_repeated`` says that the request had been
    counted before, ``has_continued`` that it took the game on past its win, ``beats_best`` that it took
    the score past the best of the games before, ``wants_hint`` that a hint for the state is to follow.
    ``gained`` is in points.
    """

    seat: Seat
    accepted: bool
    moves: tuple[Move, ...] = ()
    step: Step | None = None
    undone: int = 0
    is_repeated: bool = False
    has_continued: bool = False
    beats_best: bool = False
    wants_hint: bool = False

    @property
    def gained(self) -> int:
        """The points that the request brought."""
        return sum(move.slide.gained for move in self.moves)


def receive(position: Position, version: int, request: str) -> Reception:
    """Tell what a request for this version is to a game in this position."""
    if version == position.version:
        return Reception.CURRENT
    if version == position.version - 1 and request == position.request:
        return Reception.REPEATED
    return Reception.STALE


def unchanged(seat: Seat, reception: Reception) -> Answer:
    """Answer a request that leaves everything as it is."""
    is_repeated = reception is Reception.REPEATED
    return Answer(seat, accepted=reception is not Reception.STALE, is_repeated=is_repeated)
