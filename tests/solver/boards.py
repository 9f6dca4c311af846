"""Boards to ask the solver about."""

import random

from app.engine.board import Board, is_stuck


def random_boards(count: int, largest: int, seed: int = 1) -> list[Board]:
    """Return boards with a move left, from sparse to full, of tiles up to an exponent."""
    luck = random.Random(seed)
    found: list[Board] = []
    while len(found) < count:
        tiles = luck.randint(2, 16)
        cells = [luck.randint(1, largest) for _ in range(tiles)] + [0] * (16 - tiles)
        luck.shuffle(cells)
        if not is_stuck(tuple(cells)):
            found.append(tuple(cells))
    return found
