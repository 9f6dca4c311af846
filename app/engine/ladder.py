"""What a tile stands for: the points and the moves that lie beneath it."""

from typing import NamedTuple

from app.engine.board import LARGEST

FOURS = 0.1
"""Share of the tiles that appear as a 4."""
_MEAN_SPAWN = 2 * (1 - FOURS) + 4 * FOURS


class Rung(NamedTuple):
    """One tile of the ladder, by its exponent.

    ``points`` is what the merges beneath it brought if every tile appeared as a 2, ``expected`` what
    they bring on average with the fours that do appear, ``moves`` about how many moves it takes.
    """

    exponent: int
    points: int
    expected: float
    moves: float


def rung(exponent: int) -> Rung:
    """Return what the tile of this exponent, 1 to 17, stands for.

    Each merge into 2^k brings 2^k points, and a tile 2^n needs 2^(n-k) of them for every k from 2 to
    n, so n - 1 times 2^n in all. Each 4 that appears saves a merge of 4 points; a tile's value is made
    of spawns worth 2.2 on average, a tenth of which are fours. A 2 takes no merge at all.
    """
    spawns = (1 << exponent) / _MEAN_SPAWN if exponent > 1 else 0.0
    points = (exponent - 1) << exponent
    return Rung(exponent, points, points - 4 * FOURS * spawns, spawns)


def ladder() -> list[Rung]:
    """Return the rungs from 2 to 131072."""
    return [rung(exponent) for exponent in range(1, LARGEST + 1)]
