"""The solver: what each direction of a board is worth. It takes a board and never a seed.

``load`` returns a player, which is asked with ``best``. A network of n-tuples, trained by temporal
difference learning, values boards, and expectimax looks ahead; numba compiles both. Where numba,
numpy or the weights are missing, a plain player answers by a rule of thumb.
"""

from app.solver.levels import Advice, Level, Player
from app.solver.loading import WEIGHTS, load

__all__ = ["WEIGHTS", "Advice", "Level", "Player", "load"]
