"""What a player is asked, and what it answers."""

from enum import StrEnum
from typing import NamedTuple, Protocol

from app.engine.board import Board, Direction


class Level(StrEnum):
    """How hard a player thinks, from a microsecond a move to some hundredths of a second."""

    INSTANT = "instant"
    FAST = "fast"
    STANDARD = "standard"
    STRONG = "strong"
    MAX = "max"


class Effort(NamedTuple):
    """How a level searches.

    The search deepens to ``last`` pushes ahead and may value ``limit`` boards for it, and up to
    ``MOST_TIMES`` as many where it is in doubt what is best. Where a board is less probable than ``cut``
    the network's value is enough.
    """

    last: int
    cut: float
    limit: int


EFFORTS = {
    Level.INSTANT: Effort(1, 1.0, 100),
    Level.FAST: Effort(2, 1e-9, 10_000),
    Level.STANDARD: Effort(8, 1e-2, 14_000),
    Level.STRONG: Effort(9, 3e-3, 32_000),
    Level.MAX: Effort(10, 3e-3, 130_000),
}
"""About 4, 100, 8,500, 24,000 and 57,000 boards a move, of which a core values 15 million a second."""

MOST_TIMES = 16
"""How many times its limit a search may spend."""

DOWNGRADED_FROM = 14
"""Boards with a tile 16384 or more are downgraded before they are searched."""


class Advice(NamedTuple):
    """What every legal direction is worth.

    ``values`` has them best first: what is still to be gained from here by this push and all that
    follow, in points for a network, in units of its own for the plain player. ``depth`` is how many
    pushes were looked ahead, the push itself included, and ``nodes`` how many boards were valued;
    ``is_plain`` says that the plain player answered.

    A game's score follows exactly from the advice on each of its boards: the value of the first, plus
    the luck, less the losses. What a move lost is ``value - values[played]``; its luck is the value of
    the next board less ``values[played] - points``, with the points that the engine's slide gained.
    """

    values: dict[Direction, float]
    depth: int
    nodes: int
    seconds: float
    is_plain: bool = False

    @property
    def best(self) -> Direction | None:
        """The best direction; ``None`` if no move is left."""
        return next(iter(self.values), None)

    @property
    def value(self) -> float:
        """What the board is worth: as much as its best direction, 0 if no move is left."""
        return next(iter(self.values.values()), 0.0)


class Player(Protocol):
    """Somebody to ask for advice. One question at a time: a player for each thread."""

    @property
    def is_plain(self) -> bool:
        """Whether this is the slow path, which plays by a rule of thumb."""

    @property
    def reason(self) -> str:
        """Why the slow path serves, in one line; empty where it does not."""

    def best(self, board: Board, level: Level = Level.STANDARD, deadline: float | None = None) -> Advice:
        """Return what each legal direction of a board is worth.

        The answer comes after at most ``deadline`` seconds, from the deepest search finished by then;
        it is the same for the same board and level whenever the deadline was not needed.
        """

    def cancel(self) -> None:
        """End the search that another thread has begun; it answers with what it has."""
