"""The player with the network: downgrades the board, searches as its level says, maps the answer back."""

import threading
import time

import numpy as np

from app.engine.board import Board, Direction, slide
from app.solver.bitboard import pack
from app.solver.compiling import Weights, u64
from app.solver.downgrading import fitted
from app.solver.levels import EFFORTS, Advice, Level
from app.solver.plain import PlainPlayer
from app.solver.search import EVALUATED, ILLEGAL, STOP, deepen, memory

ORDER = (Direction.LEFT, Direction.RIGHT, Direction.UP, Direction.DOWN)
"""The directions as the search numbers them."""


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
        smaller = fitted(board)
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
