"""A board in 64 bits, four a cell, and the sixteen thousand million slides of it from one table.

Cell ``n`` is at bits ``4 * n`` to ``4 * n + 3``, so a row is 16 bits with its left cell lowest. The
largest exponent is 15, a tile 32768: ``downgrading`` brings larger ones down to that.
"""

import numpy as np
import numpy.typing as npt

from app.engine.board import Board
from app.solver.compiling import Words, compiled, i64, u64

ROWS = 1 << 16
LARGEST_NIBBLE = 15

_NIBBLE = u64(0xF)
_LOWEST_BITS = u64(0x1111111111111111)
_ROW = u64(0xFFFF)


def pack(board: Board) -> int:
    """Return a board as 64 bits; raises ``ValueError`` for a tile above 32768."""
    if max(board) > LARGEST_NIBBLE:
        raise ValueError("a cell of four bits holds no tile above 32768")
    return sum(exponent << 4 * cell for cell, exponent in enumerate(board))


def unpack(bits: int) -> Board:
    """Return 64 bits as a board."""
    return tuple(bits >> 4 * cell & 15 for cell in range(16))


def row_table() -> Words:
    """Return for each of the 65,536 rows what both pushes make of it, in one word.

    Bits 0 to 15 are the row pushed to the left, 16 to 31 the row pushed to the right, and from 32
    up the points, which are the same for both. Two tiles 32768 make one tile 32768, for 65,536 points.
    """
    rows = np.arange(ROWS, dtype=np.uint64)
    left, points = _pushed_left(rows)
    right = _reversed(_pushed_left(_reversed(rows))[0])
    return np.asarray(left | right << u64(16) | points << u64(32), np.uint64)


def _pushed_left(rows: Words) -> tuple[Words, Words]:
    cells = (rows[:, None] >> np.array([0, 4, 8, 12], np.uint64) & _NIBBLE).astype(np.int64)
    cells = _gathered(cells)
    points = np.zeros(ROWS, np.uint64)
    for place in range(3):
        merges = (cells[:, place] == cells[:, place + 1]) & (cells[:, place] > 0)
        points[merges] += u64(2) << cells[merges, place].astype(np.uint64)
        cells[merges, place] = np.minimum(cells[merges, place] + 1, LARGEST_NIBBLE)
        cells[merges, place + 1] = 0
        cells = _gathered(cells)
    return (cells << np.array([0, 4, 8, 12])).sum(axis=1).astype(np.uint64), points


def _gathered(cells: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    order = np.argsort(cells == 0, axis=1, kind="stable")
    return np.take_along_axis(cells, order, axis=1)


def _reversed(rows: Words) -> Words:
    cells = rows[:, None] >> np.array([0, 4, 8, 12], np.uint64) & _NIBBLE
    return np.asarray((cells << np.array([12, 8, 4, 0], np.uint64)).sum(axis=1), np.uint64)


@compiled()
def transpose(bits: int) -> int:
    """Swap rows and columns: up and down become left and right."""
    bits = (
        bits & u64(0xF0F00F0FF0F00F0F)
        | (bits & u64(0x0000F0F00000F0F0)) << u64(12)
        | (bits & u64(0x0F0F00000F0F0000)) >> u64(12)
    )
    return (
        bits & u64(0xFF00FF0000FF00FF)
        | (bits & u64(0x00FF00FF00000000)) >> u64(24)
        | (bits & u64(0x00000000FF00FF00)) << u64(24)
    )


@compiled()
def mirror(bits: int) -> int:
    """Swap left and right."""
    bits = bits >> u64(4) & u64(0x0F0F0F0F0F0F0F0F) | (bits & u64(0x0F0F0F0F0F0F0F0F)) << u64(4)
    return bits >> u64(8) & u64(0x00FF00FF00FF00FF) | (bits & u64(0x00FF00FF00FF00FF)) << u64(8)


@compiled()
def turn_over(bits: int) -> int:
    """Swap top and bottom."""
    bits = bits >> u64(16) & u64(0x0000FFFF0000FFFF) | (bits & u64(0x0000FFFF0000FFFF)) << u64(16)
    return bits >> u64(32) | bits << u64(32)


@compiled()
def push(rows: Words, bits: int) -> tuple[int, int, int]:
    """Return the board pushed to the left, pushed to the right, and the points of either."""
    a = rows[bits & _ROW]
    b = rows[bits >> u64(16) & _ROW]
    c = rows[bits >> u64(32) & _ROW]
    d = rows[bits >> u64(48)]
    left = a & _ROW | (b & _ROW) << u64(16) | (c & _ROW) << u64(32) | (d & _ROW) << u64(48)
    right = (
        a >> u64(16) & _ROW
        | b & u64(0xFFFF0000)
        | (c & u64(0xFFFF0000)) << u64(16)
        | (d & u64(0xFFFF0000)) << u64(32)
    )
    points = (a >> u64(32)) + (b >> u64(32)) + (c >> u64(32)) + (d >> u64(32))
    return left, right, i64(points)


@compiled()
def empty_places(bits: int) -> int:
    """Return the lowest bit of every empty cell."""
    bits |= bits >> u64(2)
    bits |= bits >> u64(1)
    return ~bits & _LOWEST_BITS


@compiled()
def count(places: int) -> int:
    """Return how many of the lowest bits of cells are set, from 0 to 15."""
    return places * _LOWEST_BITS >> u64(60)


@compiled()
def big_tiles(bits: int) -> int:
    """Return the lowest bit of every cell with a tile of 16384 or more."""
    return bits >> u64(3) & bits >> u64(2) & bits >> u64(1) & _LOWEST_BITS


@compiled()
def draw(state: Words) -> int:
    """Return the next 64 random bits of a generator whose state is one word (SplitMix64)."""
    state[0] += u64(0x9E3779B97F4A7C15)
    word = u64(state[0])
    word = (word ^ word >> u64(30)) * u64(0xBF58476D1CE4E5B9)
    word = (word ^ word >> u64(27)) * u64(0x94D049BB133111EB)
    return word ^ word >> u64(31)


@compiled()
def with_spawn(bits: int, state: Words) -> int:
    """Return a board that is neither full nor empty with a random tile added, one in ten a 4."""
    places = empty_places(bits)
    word = draw(state)
    place = (word & u64(0xFFFFFFFF)) * count(places) >> u64(32)
    while place:
        places &= places - u64(1)
        place -= u64(1)
    tile = places & (~places + u64(1))
    return bits | (tile << u64(1) if (word >> u64(32)) * u64(10) >> u64(32) == 0 else tile)


@compiled()
def start(state: Words) -> int:
    """Return the random board of two tiles with which a game begins."""
    word = draw(state)
    tile = u64(2) if (word >> u64(32)) * u64(10) >> u64(32) == 0 else u64(1)
    return with_spawn(tile << u64(4) * (word & _NIBBLE), state)
