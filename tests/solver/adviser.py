"""An adviser that costs next to nothing, for tests that need values and not good ones."""

import math

from app.engine.board import Board, empty_cells, legal_directions, slide
from app.solver.levels import Advice


def cheap_advice(board: Board) -> Advice:
    """Value a push by its points and the room it leaves: quick, and no friend of round numbers."""
    values = {
        way: pushed.gained + 1234.567 * math.sqrt(len(empty_cells(pushed.board)))
        for way in legal_directions(board)
        for pushed in [slide(board, way)]
    }
    return Advice(dict(sorted(values.items(), key=lambda item: -item[1])), 1, 1, 0.0)
