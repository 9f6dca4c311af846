"""Expectimax: the best push, the mean over what may appear, the best push again, and so on.

One array of words, the memory, holds all that a search needs besides the weights, because every array
that a recursive function is given costs time: first the table of rows, then a few counters, then the
transposition table, two words an entry: a board after a push, up to transposition, and what it is
worth with the depth and the number of the search it was found in.
"""

import numpy as np
import numpy.typing as npt

from app.solver.bitboard import ROWS, count, empty_places, mirror, push, row_table, transpose, turn_over
from app.solver.compiling import Weights, Words, compiled, f64, i64, u64
from app.solver.downgrading import downgraded
from app.solver.levels import MOST_TIMES
from app.solver.network import value

STOP = ROWS
"""The place of a word in the memory that ends the search as soon as it is not 0; others write 1 there."""
_STEP = ROWS + 1
EVALUATED = ROWS + 2
"""The place of the number of boards that a finished search has valued."""
_LEFT = EVALUATED
_SEARCHES = ROWS + 3
_TABLE = ROWS + 8

_FRACTION = 65536.0
_OFFSET = 1 << 39
_STAMP = u64(0xFFFFFF)
HOPELESS = 40_000.0
"""By how many points the network must find a push worse than another not to look at what follows it."""
_GROWTH = 12
_DOUBT = 12.0
"""Points of doubt up to which a limit holds as it is; more of them bring as much more of it."""
_SPENT = u64(2)
ILLEGAL = -1e30


def memory(step: int, table_bits: int = 18) -> Words:
    """Return the memory of a searcher: ``step`` points a unit of the weights, 2**table_bits entries."""
    words = np.zeros(_TABLE + (2 << table_bits), np.uint64)
    words[:ROWS] = row_table()
    words[_STEP] = step
    return words


@compiled()
def static(words: Words, weights: Weights, after: int) -> float:
    """Return the network's value of a board after a push, in points."""
    return f64(value(weights, downgraded(after)) * i64(words[_STEP]))


@compiled()
def _entry(words: Words, after: int, depth: int) -> tuple[int, int, int]:
    """Return the place of a board in the table, its key, and the mark of this search and depth."""
    key = min(after, transpose(after))
    mixed = key * u64(0x9E3779B97F4A7C15)
    entry = (mixed ^ mixed >> u64(32)) & u64((words.size - _TABLE) // 2 - 1)
    return u64(_TABLE) + (entry << u64(1)), key, words[_SEARCHES] << u64(4) & _STAMP | u64(depth)


@compiled("float64(uint64[::1], int16[::1], uint64, int64, int64, float64)")
def expected(words: Words, weights: Weights, after: int, depth: int, spawn: int, chance: float) -> float:
    """Return the value of a board after a push, looking so many pushes ahead, in points.

    ``spawn`` is the number of the new tile that comes next, ``chance`` how probable the values of those
    before were, in units of the probability below which the network's own value is enough. Their places
    are counted as if there had always been as many as now, so that what is improbable depends on the
    board alone and not on the way to it. What follows a push that seems hopeless beside another is not
    looked at. The result has no meaning once the search was stopped.
    """
    slot, key, stamp = _entry(words, after, depth)
    if words[slot] == key and words[slot + u64(1)] & _STAMP == stamp:
        return (f64(words[slot + u64(1)] >> u64(24)) - f64(_OFFSET)) / _FRACTION
    places = empty_places(after)
    cells = f64(count(places))
    reach = chance / cells**spawn
    total = 0.0
    evaluated = u64(0)
    while places:
        tile = places & (~places + u64(1))
        places ^= tile
        for share in (0.9, 0.1):
            bits = after | tile
            left, right, across = push(words, bits)
            turned = transpose(bits)
            up, down, along = push(words, turned)
            first = f64(across) + static(words, weights, left) if left != bits else ILLEGAL
            second = f64(across) + static(words, weights, right) if right != bits else ILLEGAL
            third = f64(along) + static(words, weights, up) if up != turned else ILLEGAL
            fourth = f64(along) + static(words, weights, down) if down != turned else ILLEGAL
            evaluated += u64((left != bits) + (right != bits) + (up != turned) + (down != turned))
            best = max(max(first, second), max(third, fourth))
            if best > ILLEGAL and depth > 1 and reach * share >= 1:
                bar, best = best - HOPELESS, ILLEGAL
                further = depth - 1, spawn + 1, chance * share
                if first >= bar:
                    best = max(best, f64(across) + expected(words, weights, left, *further))
                if second >= bar:
                    best = max(best, f64(across) + expected(words, weights, right, *further))
                if third >= bar:
                    best = max(best, f64(along) + expected(words, weights, up, *further))
                if fourth >= bar:
                    best = max(best, f64(along) + expected(words, weights, down, *further))
            total += share * best if best > ILLEGAL else 0.0
            tile <<= u64(1)
    total /= cells
    words[STOP] |= _SPENT if words[_LEFT] <= evaluated else u64(0)
    words[_LEFT] -= evaluated
    if words[STOP]:
        return 0.0
    words[slot] = key
    words[slot + u64(1)] = u64(i64(total * _FRACTION) + _OFFSET) << u64(24) | stamp
    return total


@compiled()
def weigh(
    words: Words,
    weights: Weights,
    bits: int,
    depth: int,
    chance: float,
    worths: npt.NDArray[np.float64],
) -> None:
    """Write what left, right, up and down are worth at this depth; ``ILLEGAL`` what changes nothing."""
    words[_SEARCHES] += u64(1)
    for pair in range(2):
        left, right, points = push(words, bits)
        for side in range(2):
            pushed = right if side else left
            worth = ILLEGAL
            if pushed != bits:
                if depth == 1:
                    worth = f64(points) + static(words, weights, pushed)
                    words[_LEFT] -= u64(1)
                else:
                    worth = f64(points) + expected(words, weights, pushed, depth - 1, 1, chance)
            worths[2 * pair + side] = worth
        bits = transpose(bits)


@compiled()
def standing(bits: int) -> tuple[int, int]:
    """Return that of the eight images of a board that stands for all, and how it came about.

    1 says that it was mirrored at last, 2 that it was turned over before, 4 that it was transposed first.
    """
    chosen, how = bits, 0
    for image in range(8):
        if bits < chosen:
            chosen, how = bits, image
        bits = mirror(bits)
        if image & 1:
            bits = turn_over(bits)
        if image & 3 == 3:
            bits = transpose(bits)
    return chosen, how


@compiled()
def _turn_back(worths: npt.NDArray[np.float64], how: int) -> None:
    """Make what directions of an image are worth what those of the board itself are."""
    if how & 1:
        worths[0], worths[1] = worths[1], worths[0]
    if how & 2:
        worths[2], worths[3] = worths[3], worths[2]
    if how & 4:
        worths[0], worths[2] = worths[2], worths[0]
        worths[1], worths[3] = worths[3], worths[1]


@compiled()
def _urgency(before: npt.NDArray[np.float64], now: npt.NDArray[np.float64]) -> float:
    """Return how many times its limit a search may spend, by what it found at the last two depths.

    What one more push ahead may change is in doubt as far as the board's worth still swings from depth
    to depth, and the less the further the second best direction is behind. Boards in danger swing most.
    """
    former = best = second = ILLEGAL
    for direction in range(4):
        former = max(former, before[direction])
        second = max(second, min(best, now[direction]))
        best = max(best, now[direction])
    swing = abs(best - former)
    doubt = swing * swing / (swing + best - second + 1.0)
    return min(max(doubt / _DOUBT, 1.0), f64(MOST_TIMES))


@compiled("int64(uint64[::1], int16[::1], uint64, int64, float64, int64, float64[::1])")
def deepen(
    words: Words,
    weights: Weights,
    bits: int,
    last: int,
    chance: float,
    limit: int,
    worths: npt.NDArray[np.float64],
) -> int:
    """Search one push ahead, then two, to the last depth, until the evaluations are spent or ``STOP``.

    ``limit`` is how many evaluations a board may cost where little is in doubt. A depth is not begun where it
    could hardly be finished. ``worths`` becomes what ``weigh`` found at the deepest finished depth, which
    is returned. One image is searched for all eight: what the table still holds, and so how far the
    evaluations reach, would differ among them.
    """
    bits, how = standing(bits)
    allowed = left = i64(limit)
    words[_LEFT] = u64(left)
    weigh(words, weights, bits, 1, chance, worths)
    spent = left - i64(words[_LEFT])
    reached = 1
    found = np.empty(4)
    while reached < last and not words[STOP] and spent * _GROWTH <= allowed:
        left = allowed - spent
        words[_LEFT] = u64(left)
        weigh(words, weights, bits, reached + 1, chance, found)
        spent += left - i64(words[_LEFT])
        if not words[STOP]:
            allowed = i64(f64(limit) * _urgency(worths, found))
            worths[:] = found
            reached += 1
    words[STOP] &= ~_SPENT
    words[EVALUATED] = u64(spent)
    _turn_back(worths, how)
    return reached
