"""One board: how tiles slide, which of them merge, which directions are legal.

A board is a tuple of 16 exponents, row by row from the top left corner: 0 is an empty cell,
``e`` is a tile of the value ``2**e``. Cells are numbered 0 to 15 in the same order.
"""

from enum import StrEnum
from functools import cache
from typing import NamedTuple, TypeAlias

SIDE = 4
CELLS = SIDE * SIDE
LARGEST = 17
"""The exponent of 131072, the largest tile that a board of 16 cells can come to hold."""

Board: TypeAlias = tuple[int, ...]
Line: TypeAlias = tuple[int, int, int, int]

EMPTY: Board = (0,) * CELLS


class Direction(StrEnum):
    """Where the player pushes the tiles."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"


class LineSlide(NamedTuple):
    """What a push does to one line of four cells, counted from the edge pushed to."""

    after: Line
    gained: int
    targets: Line
    merged: tuple[int, ...]


class Slide(NamedTuple):
    """What a push does to a whole board, before any new tile appears.

    ``targets[cell]`` is the cell where the tile of ``cell`` comes to rest (``cell`` itself if it
    is empty or stays); ``merged`` are the cells that hold a tile made by this push; ``gained`` is
    the sum of the values of those tiles, in points.
    """

    board: Board
    gained: int
    targets: Board
    merged: tuple[int, ...]


def _lines(direction: Direction) -> tuple[Line, ...]:
    rows = [tuple(range(start, start + SIDE)) for start in range(0, CELLS, SIDE)]
    columns = [tuple(range(start, CELLS, SIDE)) for start in range(SIDE)]
    lines = rows if direction in (Direction.LEFT, Direction.RIGHT) else columns
    backwards = direction in (Direction.RIGHT, Direction.DOWN)
    return tuple((d, c, b, a) if backwards else (a, b, c, d) for a, b, c, d in lines)


LINES = {direction: _lines(direction) for direction in Direction}
"""The four lines of cells of each direction, each from the edge pushed to inwards."""


@cache
def slide_line(line: Line) -> LineSlide:
    """Slide four cells towards the first of them, merging equal neighbours once.

    Pairs form from the edge inwards, and a tile made by this push merges no further. Two tiles
    of ``LARGEST`` never merge: nothing larger exists.

    >>> slide_line((2, 2, 2, 2)).after
    (3, 3, 0, 0)
    >>> slide_line((2, 2, 2, 0)).after
    (3, 2, 0, 0)
    """
    after = [0, 0, 0, 0]
    targets = [0, 1, 2, 3]
    merged: list[int] = []
    gained = 0
    free = 0
    for place, exponent in enumerate(line):
        if not exponent:
            continue
        last = free - 1
        if free and after[last] == exponent != LARGEST and last not in merged:
            after[last] += 1
            gained += 1 << after[last]
            merged.append(last)
            targets[place] = last
        else:
            after[free] = exponent
            targets[place] = free
            free += 1
    return LineSlide(
        (after[0], after[1], after[2], after[3]),
        gained,
        (targets[0], targets[1], targets[2], targets[3]),
        tuple(merged),
    )


def slide(board: Board, direction: Direction) -> Slide:
    """Push all tiles of a board in one direction; the push is legal iff the board changes."""
    after = [0] * CELLS
    targets = [0] * CELLS
    merged: list[int] = []
    gained = 0
    for line in LINES[direction]:
        a, b, c, d = line
        result = slide_line((board[a], board[b], board[c], board[d]))
        after[a], after[b], after[c], after[d] = result.after
        to_a, to_b, to_c, to_d = result.targets
        targets[a], targets[b], targets[c], targets[d] = line[to_a], line[to_b], line[to_c], line[to_d]
        if result.merged:
            gained += result.gained
            merged.extend([line[place] for place in result.merged])
    return Slide(tuple(after), gained, tuple(targets), tuple(merged))


def destinations(board: Board) -> tuple[Board, ...]:
    """Return for each direction, in their order, the cell where each tile would come to rest.

    The same as ``slide(board, direction).targets``, for showing a slide before it is played.
    """
    result = []
    for lines in LINES.values():
        targets = [0] * CELLS
        for line in lines:
            a, b, c, d = line
            to_a, to_b, to_c, to_d = slide_line((board[a], board[b], board[c], board[d])).targets
            targets[a], targets[b], targets[c], targets[d] = line[to_a], line[to_b], line[to_c], line[to_d]
        result.append(tuple(targets))
    return tuple(result)


def is_legal(board: Board, direction: Direction) -> bool:
    """Tell whether a push in this direction changes the board."""
    return any(
        slide_line(line).after != line
        for a, b, c, d in LINES[direction]
        for line in [(board[a], board[b], board[c], board[d])]
    )


def legal_directions(board: Board) -> tuple[Direction, ...]:
    """Return the directions that change the board: none where no move is left, nor on an empty board."""
    return tuple(direction for direction in Direction if is_legal(board, direction))


def is_stuck(board: Board) -> bool:
    """Tell whether no move is left: every cell is taken and no two neighbours can merge."""
    return 0 not in board and not legal_directions(board)


def empty_cells(board: Board) -> list[int]:
    """Return the numbers of the empty cells, in ascending order."""
    return [cell for cell, exponent in enumerate(board) if not exponent]
