"""The luck of a game, fixed by its seed before the first move.

Spawn number ``n`` (the two tiles of the start are 0 and 1, the tile after move ``t`` is ``t + 1``)
is a pure function of the seed, ``n`` and the board, so a game replays from its seed and its
directions alone. Anybody who holds the seed can check a spawn with one HMAC-SHA256.
"""

import hashlib
import hmac
from typing import NamedTuple

from app.engine.board import Board, empty_cells

SEED_BYTES = 32
_WORD_BYTES = 8
_WORDS = 1 << (8 * _WORD_BYTES)
_ODDS = 10
"""One spawn in ten is a 4."""


class Spawn(NamedTuple):
    """A tile that appears: its cell and its exponent, 1 (a tile 2) or 2 (a tile 4)."""

    cell: int
    exponent: int


def spawn(seed: bytes, number: int, board: Board) -> Spawn:
    """Return spawn ``number`` of the game with this seed, on a board with an empty cell.

    One draw below ten times the number of empty cells decides both: its tens choose the cell, its
    last digit the value, 4 for the digit 0. So each cell is exactly as likely as any other, and
    4 has the probability 1/10 exactly.

    Raises ``ValueError`` if the board has no empty cell.
    """
    cells = empty_cells(board)
    if not cells:
        raise ValueError("a full board has no cell for a new tile")
    place, digit = divmod(_draw(seed, number, _ODDS * len(cells)), _ODDS)
    return Spawn(cells[place], 2 if digit == 0 else 1)


def commitment(seed: bytes) -> bytes:
    """Return SHA-256 of the seed: shown from the start, it pins the seed without telling it."""
    return hashlib.sha256(seed).digest()


def _draw(seed: bytes, number: int, below: int) -> int:
    """Return an integer from 0 to ``below`` - 1, every one with the same probability.

    The digest of ``"{number}.{block}"`` is read as four big-endian words of 64 bits. A word in the
    incomplete last stretch of ``below`` is rejected and the next one taken, from the next block
    when four are used up, so that no remainder is favoured.
    """
    fair = _WORDS - _WORDS % below
    block = 0
    while True:
        digest = hmac.digest(seed, f"{number}.{block}".encode(), "sha256")
        for start in range(0, len(digest), _WORD_BYTES):
            word = int.from_bytes(digest[start : start + _WORD_BYTES])
            if word < fair:
                return word % below
        block += 1
