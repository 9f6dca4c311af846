"""The slow path: two pushes ahead with a rule of thumb, in plain Python, for any board of the engine."""

import time
from functools import lru_cache
from itertools import pairwise

from app.engine.board import LINES, Board, Direction, Line, empty_cells, slide
from app.solver.levels import Advice, Level

_LOST = 0.0
_ALIVE = 200_000.0
_EMPTY = 270.0
_MERGES = 700.0
_ORDER, _ORDER_POWER = 47.0, 4.0
_SIZE, _SIZE_POWER = 11.0, 3.5


class PlainPlayer:
    """A player that needs nothing but the standard library; the levels are all the same to it."""

    is_plain = True

    def __init__(self, reason: str) -> None:
        self.reason = reason
        self._ends = 0.0
        self._nodes = 0

    def best(self, board: Board, level: Level = Level.STANDARD, deadline: float | None = None) -> Advice:  # noqa: ARG002
        """Return what each legal direction is worth, by the rule of thumb: see ``Player``."""
        begun = time.monotonic()
        self._ends = float("inf") if deadline is None else begun + deadline
        self._nodes = 0
        pushes = {direction: slide(board, direction) for direction in Direction}
        legal = {direction: push for direction, push in pushes.items() if push.board != board}
        values = {direction: push.gained + worth(push.board) for direction, push in legal.items()}
        depth = 1
        try:
            values = {
                direction: push.gained + self._expected(push.board) for direction, push in legal.items()
            }
            depth = 2
        except TimeoutError:
            pass
        ordered = dict(sorted(values.items(), key=lambda item: -item[1]))
        return Advice(ordered, depth, self._nodes + len(legal), time.monotonic() - begun, True)

    def cancel(self) -> None:
        """End the search that another thread has begun."""
        self._ends = 0.0

    def _expected(self, after: Board) -> float:
        total = 0.0
        cells = empty_cells(after)
        for cell in cells:
            if time.monotonic() >= self._ends:
                raise TimeoutError
            for exponent, share in ((1, 0.9), (2, 0.1)):
                total += share * self._best((*after[:cell], exponent, *after[cell + 1 :]))
        return total / len(cells)

    def _best(self, board: Board) -> float:
        best = _LOST
        for direction in Direction:
            pushed = slide(board, direction)
            if pushed.board != board:
                self._nodes += 1
                best = max(best, pushed.gained + worth(pushed.board))
        return best


def worth(board: Board) -> float:
    """Return how good a board looks: space, possible merges, and tiles in order; 0 is a lost game."""
    rows = sum(_line_worth((board[a], board[b], board[c], board[d])) for a, b, c, d in LINES[Direction.LEFT])
    columns = sum(_line_worth((board[a], board[b], board[c], board[d])) for a, b, c, d in LINES[Direction.UP])
    return max(_LOST, _ALIVE + rows + columns)


@lru_cache(1 << 16)
def _line_worth(line: Line) -> float:
    merges = sum(a == b != 0 for a, b in pairwise(line))
    steps: list[float] = [float(a) ** _ORDER_POWER - float(b) ** _ORDER_POWER for a, b in pairwise(line)]
    falls, rises = sum(max(0.0, step) for step in steps), sum(max(0.0, -step) for step in steps)
    size: float = sum(float(exponent) ** _SIZE_POWER for exponent in line)
    return _EMPTY * line.count(0) + _MERGES * merges - _ORDER * min(falls, rises) - _SIZE * size
