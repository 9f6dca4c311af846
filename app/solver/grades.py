"""How good a direction is beside the best one, in the words of a teacher."""

from enum import StrEnum

_LEAST = 1e-9


class Grade(StrEnum):
    """What a direction is to whoever plays it, best first."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


_AT_LEAST = ((0.98, Grade.GOOD), (0.95, Grade.INACCURACY), (0.75, Grade.MISTAKE))
"""The share of the best direction's value from which each grade is given; below the last is a blunder."""


def grade(value: float, best: float) -> Grade:
    """Grade a direction by what it is worth and what the best one is worth, as ``Advice`` has them."""
    if value >= best:
        return Grade.BEST
    share = value / best if best > _LEAST else 1.0
    return next((given for least, given in _AT_LEAST if share >= least), Grade.BLUNDER)
