"""How good a direction is beside the best one, in the words of a teacher."""

import math
from enum import StrEnum

_CRUMBS = 100.0
"""Points that are added to both sides of a share, so that the last pushes of a lost game, where two of
four points are half of everything, are no blunders."""
_PLAIN_UNIT = 100_000.0
"""What a loss is measured by where the plain player advised, whose values are no points."""


class Grade(StrEnum):
    """What a direction is to whoever plays it, best first."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


AT_LEAST = ((0.98, Grade.GOOD), (0.95, Grade.INACCURACY), (0.75, Grade.MISTAKE))
"""The share of the best direction's value from which each grade is given; below the last is a blunder."""


def share(value: float, best: float, *, is_plain: bool = False) -> float:
    """Return how much of what the best direction is worth a direction keeps, from 0 to 1.

    Both values are as ``Advice`` has them; ``is_plain`` says that they are the plain player's.
    """
    if is_plain:
        return math.exp(min(0.0, value - best) / _PLAIN_UNIT)
    return min(1.0, max(0.0, value + _CRUMBS) / max(_CRUMBS, best + _CRUMBS))


def grade(value: float, best: float, *, is_plain: bool = False) -> Grade:
    """Grade a direction by what it is worth and what the best one is worth, as ``share`` takes them."""
    if value >= best:
        return Grade.BEST
    kept = share(value, best, is_plain=is_plain)
    return next((given for least, given in AT_LEAST if kept >= least), Grade.BLUNDER)
