"""One lesson for the network."""

import numpy as np

from app.engine.board import Board
from app.solver.bitboard import pack
from app.solver.compiling import Weights, compiled, u64
from app.solver.network import LOOKUPS, learn


def teach(weights: Weights, errors: Weights, board: Board, target: float) -> tuple[float, float]:
    """Bring the value of a board towards a target; return it before and after."""
    return _teach(weights, errors, np.zeros(LOOKUPS, np.uint64), u64(pack(board)), target)


@compiled("UniTuple(float32, 2)(float32[::1], float32[:, ::1], uint64[::1], uint64, float32)")
def _teach(
    weights: Weights, errors: Weights, places: Weights, bits: int, target: float
) -> tuple[float, float]:
    return learn(weights, errors, places, bits, target)
