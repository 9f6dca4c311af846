"""How good a board looks to somebody who builds a snake: a number, larger for better.

The snake begins with the largest tile in the bottom left corner, runs along the bottom row, and
comes back along the row above. Each cell weighs half of the one before it, and room counts too.
"""

from collections.abc import Iterator
from functools import cache

from app.engine.board import CELLS, LINES, Board, Line, empty_cells, slide_line

CORNER = 12
"""The cell at the bottom left, where the snake begins."""
SNAKE = (12, 13, 14, 15, 11, 10, 9, 8, 4, 5, 6, 7, 3, 2, 1, 0)
_WEIGHTS = {cell: 1 << (CELLS - 1 - place) for place, cell in enumerate(SNAKE)}
_ROOM = 1 << 17
"""What an empty cell is worth: as much as a tile 4 in the corner."""
_LOST = -(1 << 31)
"""What the end of the game is worth: less than any board on which it goes on."""


def snake(board: Board) -> int:
    """Return how well the tiles stand along the snake."""
    return sum(_WEIGHTS[cell] << exponent for cell, exponent in enumerate(board) if exponent)


def snake_with_room(board: Board) -> int:
    """Return how well the tiles stand along the snake, and how much room is left."""
    return snake(board) + _ROOM * board.count(0)


def foresight(board: Board) -> float:
    """Return what the best next push would make of a board, on average over where a 2 may appear."""
    cells = empty_cells(board)
    return sum(_best_push((*board[:cell], 1, *board[cell + 1 :])) for cell in cells) / len(cells)


def _best_push(board: Board) -> int:
    return max(_pushes(board), default=_LOST)


def _pushes(board: Board) -> Iterator[int]:
    """Yield for each legal direction what ``snake_with_room`` says of the board after it."""
    for lines in LINES.values():
        worth = 0
        changed = False
        for line in lines:
            a, b, c, d = line
            gained, moved = _pushed(line, (board[a], board[b], board[c], board[d]))
            worth += gained
            changed = changed or moved
        if changed:
            yield worth


@cache
def _pushed(cells: Line, line: Line) -> tuple[int, bool]:
    """Return the share of one line in the worth of a board after a push, and whether it changed."""
    after = slide_line(line).after
    worth = sum(_WEIGHTS[cell] << exponent for cell, exponent in zip(cells, after, strict=True) if exponent)
    return worth + _ROOM * after.count(0), after != line
