"""Tile downgrading: a board with very large tiles is played like a smaller one.

Where the largest tile is large enough and some tile below it is missing from the board, every tile above
the gap is halved, as often as that holds. Which tiles are equal stays as it is, and so do the legal
pushes; what comes out is a board that the network has seen far more often.
"""

from app.engine.board import LARGEST, Board
from app.solver.bitboard import LARGEST_NIBBLE, big_tiles
from app.solver.compiling import compiled, i64, u64
from app.solver.levels import DOWNGRADED_FROM

SMALLEST_GAP = 5
"""The exponent of 32: below it tiles come and go too fast for a gap to mean anything."""


def fitted(board: Board) -> Board | None:
    """Return the board with gaps closed until it has no tile to downgrade for, or no gap is left.

    ``None`` if a tile above 32768 remains, or two of the largest tile of all, which never merge.
    """
    if board.count(LARGEST) > 1:
        return None
    while max(board) >= DOWNGRADED_FROM:
        gap = next((e for e in range(max(board) - 1, SMALLEST_GAP - 1, -1) if e not in board), None)
        if gap is None:
            break
        board = tuple(exponent - (exponent > gap) for exponent in board)
    return board if max(board) <= LARGEST_NIBBLE else None


@compiled()
def downgraded(bits: int) -> int:
    """Return the same for a board in 64 bits, on which nothing is larger than 32768."""
    while big_tiles(bits):
        found = i64(0)
        for cell in range(16):
            found |= i64(1) << i64(bits >> u64(4 * cell) & u64(15))
        gap = i64(14 if found >> 15 else 13)
        while gap >= SMALLEST_GAP and found >> gap & 1:
            gap -= 1
        if gap < SMALLEST_GAP:
            break
        for cell in range(16):
            if i64(bits >> u64(4 * cell) & u64(15)) > gap:
                bits -= u64(1) << u64(4 * cell)
    return bits
