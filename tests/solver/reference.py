"""Expectimax as it stands in a textbook: slow, obvious, and on the engine's own boards."""

from math import prod
from typing import NamedTuple

from app.engine.board import Board, Direction, Slide, empty_cells, slide
from app.solver.compiling import Weights
from app.solver.downgrading import fitted
from app.solver.network import ENTRIES, PATTERNS
from app.solver.search import HOPELESS

TABLES = [[int(cell, 16) for cell in pattern] for pattern in PATTERNS]


def images(board: Board) -> list[Board]:
    """Return the eight boards that a board becomes when it is turned and mirrored."""
    found = []
    for _ in range(2):
        for _ in range(4):
            found.append(board)
            board = tuple(board[4 * (3 - column) + row] for row in range(4) for column in range(4))
        board = tuple(board[4 * row + 3 - column] for row in range(4) for column in range(4))
    return found


def network_value(weights: Weights, board: Board) -> float:
    """Return the sum of all weights that the patterns find on the eight images of a board."""
    return sum(
        int(weights[number * ENTRIES + sum(image[cell] << 4 * place for place, cell in enumerate(cells))])
        for image in images(board)
        for number, cells in enumerate(TABLES)
    )


class Search(NamedTuple):
    """How to search: with what network, and where to believe it instead of looking further.

    ``cut`` is the probability of new tiles of some values, in as many places as there are now, below which
    the network is believed; ``hopeless`` by how many points it must find a push worse than another.
    """

    weights: Weights
    step: int
    cut: float = 0.0
    hopeless: float = HOPELESS

    def values(self, board: Board, depth: int) -> dict[Direction, float]:
        """Return what each legal direction is worth, looking so many pushes ahead."""
        return {
            direction: pushed.gained + self._expected(pushed.board, depth - 1, [])
            for direction, pushed in _pushes(board).items()
        }

    def _expected(self, after: Board, depth: int, shares: list[float]) -> float:
        if depth == 0:
            return self.step * network_value(self.weights, fitted(after) or after)
        total = 0.0
        cells = empty_cells(after)
        for cell in cells:
            for exponent, share in ((1, 0.9), (2, 0.1)):
                board = (*after[:cell], exponent, *after[cell + 1 :])
                all_shares = [*shares, share]
                is_probable = prod(all_shares) / len(cells) ** len(all_shares) >= self.cut
                total += share * self._best(board, depth if is_probable else 1, all_shares)
        return total / len(cells)

    def _best(self, board: Board, depth: int, shares: list[float]) -> float:
        at_once = self.values(board, 1)
        if depth == 1:
            return max(at_once.values(), default=0.0)
        return max(
            (
                pushed.gained + self._expected(pushed.board, depth - 1, shares)
                for direction, pushed in _pushes(board).items()
                if at_once[direction] >= max(at_once.values()) - self.hopeless
            ),
            default=0.0,
        )


def _pushes(board: Board) -> dict[Direction, Slide]:
    pushes = {direction: slide(board, direction) for direction in Direction}
    return {direction: pushed for direction, pushed in pushes.items() if pushed.board != board}
