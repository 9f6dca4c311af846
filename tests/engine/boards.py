"""Boards written as they look, in the values of their tiles, and boards looked at from any side."""

from app.engine.board import Board, Direction

FROM_THE_EDGE: dict[Direction, tuple[int, ...]] = {
    Direction.LEFT: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    Direction.RIGHT: (3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12),
    Direction.UP: (0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15),
    Direction.DOWN: (12, 8, 4, 0, 13, 9, 5, 1, 14, 10, 6, 2, 15, 11, 7, 3),
}
"""The cells of each direction, four to a line, each line from the edge pushed to inwards."""


def exponents(values: str) -> tuple[int, ...]:
    """Read values such as ``"2 4 . 131072"``; a dot is an empty cell."""
    cells = [0 if word == "." else int(word).bit_length() - 1 for word in values.split()]
    assert values.split() == ["." if e == 0 else str(2**e) for e in cells], "not powers of two"
    return tuple(cells)


def values(cells: tuple[int, ...]) -> str:
    """Write exponents as values: the inverse of ``exponents``."""
    return " ".join(str(2**e) if e else "." for e in cells)


def board(picture: str) -> Board:
    """Read the sixteen cells of a board."""
    cells = exponents(picture)
    assert len(cells) == 16
    return cells


def facing(direction: Direction, seen: Board) -> Board:
    """Turn a board so that a push in ``direction`` does to it what a push left does to ``seen``."""
    turned = [0] * 16
    for cell, exponent in zip(FROM_THE_EDGE[direction], seen, strict=True):
        turned[cell] = exponent
    return tuple(turned)


def points_in(cells: tuple[int, ...]) -> int:
    """Return the points of making these tiles from tiles of the value 2 alone."""
    return sum((e - 1) * 2**e for e in cells if e)


def sum_of(cells: tuple[int, ...]) -> int:
    """Return the sum of the values of these tiles."""
    return sum(2**e for e in cells if e)


def neighbours() -> list[tuple[int, int]]:
    """Return all 24 pairs of cells that touch, across or down."""
    across = [(cell, cell + 1) for cell in range(16) if cell % 4 != 3]
    down = [(cell, cell + 4) for cell in range(12)]
    return across + down
