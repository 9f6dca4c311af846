"""Expectimax as it stands in a textbook: slow, obvious, and on the engine's own boards."""

from math import prod

from app.engine.board import Board, Direction, empty_cells, slide
from app.solver.compiling import Weights
from app.solver.downgrading import fitted
from app.solver.network import ENTRIES, PATTERNS

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


def values(weights: Weights, step: int, board: Board, depth: int, cut: float = 0.0) -> dict[Direction, float]:
    """Return what each legal direction is worth, looking so many pushes ahead.

    Where new tiles of these values, in as many places as there are now, are less probable than ``cut``,
    the network is believed.
    """
    return _values(weights, step, board, depth, cut, [])


def _values(
    weights: Weights, step: int, board: Board, depth: int, cut: float, shares: list[float]
) -> dict[Direction, float]:
    found = {}
    for direction in Direction:
        pushed = slide(board, direction)
        if pushed.board != board:
            found[direction] = pushed.gained + _expected(weights, step, pushed.board, depth - 1, cut, shares)
    return found


def _expected(
    weights: Weights, step: int, after: Board, depth: int, cut: float, shares: list[float]
) -> float:
    if depth == 0:
        return step * network_value(weights, fitted(after) or after)
    total = 0.0
    cells = empty_cells(after)
    for cell in cells:
        for exponent, share in ((1, 0.9), (2, 0.1)):
            board = (*after[:cell], exponent, *after[cell + 1 :])
            all_shares = [*shares, share]
            further = depth if prod(all_shares) / len(cells) ** len(all_shares) >= cut else 1
            options = _values(weights, step, board, further, cut, all_shares)
            total += share * max(options.values(), default=0.0)
    return total / len(cells)
