"""The player with the network: downgrades the board, searches as its level says, maps the answer back."""

import threading
import time
from typing import NamedTuple

import numpy as np

from app.engine.board import Board, Direction, slide
from app.solver.bitboard import pack
from app.solver.compiling import Weights, u64
from app.solver.downgrading import fitted
from app.solver.levels import Advice, Level
from app.solver.plain import PlainPlayer
from app.solver.search import EVALUATED, ILLEGAL, STOP, deepen, memory

ORDER = (Direction.LEFT, Direction.RIGHT, Direction.UP, Direction.DOWN)
"""The directions as the search numbers them."""


class Effort(NamedTuple):
    """How a level searches.

    The search deepens to ``last`` pushes ahead, and begins no depth that would value more boards than
    ``limit``. Where a board is less probable than ``cut`` the network's value is enough.
    """

    last: int
    cut: float
    limit: int


EFFORTS = {
    Level.INSTANT: Effort(1, 1.0, 100),
    Level.FAST: Effort(2, 1e-9, 10_000),
    Level.STANDARD: Effort(6, 1e-2, 24_000),
    Level.STRONG: Effort(6, 3e-3, 100_000),
    Level.MAX: Effort(8, 3e-3, 700_000),
}
"""About 1, 100, 6,000, 25,000 and 130,000 boards a move, of which a core values 15 million a second."""

DOWNGRADED_FROM = 14
"""Boards with a tile 16384 or more are downgraded before they are searched."""


class NetworkPlayer:
    """A player whose weights are ``step`` points a unit."""

    is_plain = False
    reason = ""

    def __init__(self, weights: Weights, step: int) -> None:
        self.weights = weights
        self.memory = memory(step)
        self._worths = np.empty(4)
        self._plain = PlainPlayer("a board beyond the network")

    def best(self, board: Board, level: Level = Level.STANDARD, deadline: float | None = None) -> Advice:
        """Return what each legal direction is worth: see ``Player``."""
        begun = time.monotonic()
        smaller = fitted(board, DOWNGRADED_FROM)
        if smaller is None:
            return self._plain.best(board, level, deadline)
        effort = EFFORTS[level]
        self.memory[STOP] = 0
        timer = threading.Timer(deadline or 0, self.cancel)
        if deadline is not None:
            timer.start()
        depth = deepen(
            self.memory,
            self.weights,
            u64(pack(smaller)),
            effort.last,
            1 / effort.cut,
            effort.limit,
            self._worths,
        )
        if deadline is not None:
            timer.cancel()
            timer.join()
        values = {
            direction: worth + slide(board, direction).gained - slide(smaller, direction).gained
            for direction, worth in zip(ORDER, self._worths.tolist(), strict=True)
            if worth > ILLEGAL
        }
        ordered = dict(sorted(values.items(), key=lambda item: -item[1]))
        return Advice(ordered, depth, int(self.memory[EVALUATED]), time.monotonic() - begun)

    def cancel(self) -> None:
        """End the search that another thread has begun."""
        self.memory[STOP] = 1
