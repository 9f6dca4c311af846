"""The value network: what is still to be gained from a board after a push, before the new tile.

Four patterns of six cells are laid on the board in its eight symmetries; what lies under each of the
32 is looked up in a table of 16**6 weights, one table a pattern, and the sum is the value in points.

    0 1 2 3     . . . .     0 1 2 .     . . . .
    4 5 . .     4 5 6 7     4 5 6 .     4 5 6 .
    . . . .     8 9 . .     . . . .     8 9 a .
    . . . .     . . . .     . . . .     . . . .
"""

from typing import Any

from app.solver.bitboard import mirror, transpose, turn_over
from app.solver.compiling import Weights, Words, compiled, f32, u64
from app.solver.fetching import fetch

PATTERNS = ("012345", "456789", "012456", "45689a")
ENTRIES = 16**6
SIZE = len(PATTERNS) * ENTRIES
"""Weights of all tables together."""
LOOKUPS = 8 * len(PATTERNS)

_SIX = u64(0xFFFFFF)
_LOW_THREE = u64(0xFFF)
_HIGH_THREE = u64(0xFFF000)
_SECOND = u64(ENTRIES)
_THIRD = u64(2 * ENTRIES)
_FOURTH = u64(3 * ENTRIES)


@compiled()
def _images(bits: int) -> tuple[int, ...]:
    """Return the eight images of a board."""
    mirrored = mirror(bits)
    turned = transpose(bits)
    turned_mirrored = mirror(turned)
    return (
        bits,
        mirrored,
        turn_over(bits),
        turn_over(mirrored),
        turned,
        turned_mirrored,
        turn_over(turned),
        turn_over(turned_mirrored),
    )


@compiled()
def _places(bits: int) -> tuple[int, int, int, int]:
    """Return where what lies under each of the patterns is to be looked up."""
    return (
        bits & _SIX,
        _SECOND + (bits >> u64(16) & _SIX),
        _THIRD + (bits & _LOW_THREE | bits >> u64(4) & _HIGH_THREE),
        _FOURTH + (bits >> u64(16) & _LOW_THREE | bits >> u64(20) & _HIGH_THREE),
    )


@compiled()
def _image(weights: Weights, bits: int) -> Any:
    first, second, third, fourth = _places(bits)
    return weights[first] + weights[second] + weights[third] + weights[fourth]


@compiled()
def value(weights: Weights, bits: int) -> Any:
    """Return the value of a board after a push, in points or, for whole numbers, in steps."""
    # The images are written out once more: as a tuple they take a search some 3 % more time.
    mirrored = mirror(bits)
    turned = transpose(bits)
    turned_mirrored = mirror(turned)
    return (
        _image(weights, bits)
        + _image(weights, mirrored)
        + _image(weights, turn_over(bits))
        + _image(weights, turn_over(mirrored))
        + _image(weights, turned)
        + _image(weights, turned_mirrored)
        + _image(weights, turn_over(turned))
        + _image(weights, turn_over(turned_mirrored))
    )


@compiled()
def fetch_weights(weights: Weights, bits: int) -> None:
    """Bring what the value of a board is made of near the processor, before it is asked for.

    Nearly all the time of a value is waiting for memory; several boards can be waited for at once.
    """
    for image in _images(bits):
        for place in _places(image):
            fetch(weights, place)


@compiled()
def learn(
    weights: Weights,
    errors: Weights,
    places: Words,
    bits: int,
    target: float,
) -> tuple[float, float]:
    """Bring the value of a board towards a target, by temporal coherence; return both values.

    ``errors`` holds for each weight the sum of its errors and the sum of their sizes. Their ratio is
    its rate of learning: 1 while the errors point one way, near 0 once they only scatter. ``places``
    is room for the places of the 32 weights.
    """
    lookup = 0
    for image in _images(bits):
        for place in _places(image):
            places[lookup] = place
            lookup += 1
    before = f32(0)
    for image in range(0, LOOKUPS, 4):
        before += (weights[places[image]] + weights[places[image + 1]]) + (
            weights[places[image + 2]] + weights[places[image + 3]]
        )
    error = target - before
    size = abs(error)
    step = error * f32(1 / LOOKUPS)
    after = f32(0)
    for lookup in range(LOOKUPS):
        place = places[lookup]
        total = errors[place, 1]
        rate = abs(errors[place, 0]) / total if total > 0 else f32(1)
        weight = weights[place] + rate * step
        weights[place] = weight
        errors[place, 0] += error
        errors[place, 1] = total + size
        after += weight
    return before, after
