"""How the second stage of weights begins: with what the first knows of the same tiles, halved."""

from app.solver.compiling import Weights, compiled, f32, i64
from app.solver.network import ENTRIES, STAGE

_CELLS = 6
_SMALLEST_OF_STAGE = 14
_TRUST = 0.1
"""The weight of former experience: so much of the sums of errors is kept, for learning over faster."""


@compiled()
def halved(place: int) -> int:
    """Return the place in a table of the same tiles with 32768 and then 16384 halved.

    What adjoins a halved tile downwards is halved too, so that different tiles stay different.
    """
    largest = i64(15)
    while largest >= _SMALLEST_OF_STAGE:
        found = i64(0)
        for cell in range(_CELLS):
            found |= i64(1) << (place >> 4 * cell & 15)
        gap = largest
        while gap > 0 and found >> gap & 1:
            gap -= 1
        for cell in range(_CELLS):
            if gap < (place >> 4 * cell & 15) <= largest:
                place -= i64(1) << 4 * cell
        largest -= 1
    return place


@compiled("void(float32[::1], float32[:, ::1], float32[::1], float32[:, ::1])")
def promote(weights: Weights, errors: Weights, both: Weights, both_errors: Weights) -> None:
    """Copy one stage of weights into an empty array of two, the second downgraded from the first."""
    for place in range(STAGE):
        table = place // ENTRIES * ENTRIES
        like = table + halved(place - table)
        if errors[place, 1] > 0:
            both[place] = weights[place]
            both_errors[place, 0] = errors[place, 0]
            both_errors[place, 1] = errors[place, 1]
        if errors[like, 1] > 0:
            both[STAGE + place] = weights[like]
            both_errors[STAGE + place, 0] = f32(_TRUST) * errors[like, 0]
            both_errors[STAGE + place, 1] = f32(_TRUST) * errors[like, 1]
