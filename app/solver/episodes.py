"""Games from which the network learns: played greedily, then gone through backwards.

They are played as the solver sees them: a board with 16384 and a gap below it is downgraded at once, and
the game goes on from there. So all that the later game teaches is learned where it will be asked for.
"""

import numpy as np
import numpy.typing as npt

from app.solver.bitboard import draw, push, start, transpose, with_spawn
from app.solver.compiling import Weights, Words, compiled, f32, i64, u64
from app.solver.downgrading import downgraded
from app.solver.network import LOOKUPS, fetch_weights, learn, value

LATE_KINDS = 3
"""Kinds of late boards: with 8192; with 4096 too; with 2048 too."""
LATE_BOARDS = 4096
TALLY = 20
"""Whole games, their points, all moves, an empty place, and whole games by largest exponent 0 to 15."""
LONGEST = 1 << 17
_MESSY_LEARNING = 400
_MESSY_MOVES = 400
_BIG_MERGE = 1024
_DOUBLING = 16384


@compiled()
def greedy(rows: Words, weights: Weights, bits: int) -> tuple[int, int]:
    """Return the best board after a push, downgraded, up to symmetry, and its points; -1 if there is none."""
    turned = transpose(bits)
    left, right, across = push(rows, bits)
    up, down, along = push(rows, turned)
    for pushed in (left, right, up, down):
        fetch_weights(weights, pushed)
    best = f32(-1e30)
    chosen, gained = u64(0), i64(-1)
    for before, pushed, points in (
        (bits, left, across),
        (bits, right, across),
        (turned, up, along),
        (turned, down, along),
    ):
        if pushed != before:
            after = downgraded(pushed)
            worth = value(weights, after) + f32(points)
            if worth > best:
                best, chosen, gained = worth, after, points
    return chosen, gained


@compiled()
def late_kind(bits: int) -> int:
    """Return how far a board has come on the way to 16384: 0, or one of the kinds of late boards."""
    found = i64(0)
    for cell in range(16):
        found |= i64(1) << i64(bits >> u64(4 * cell) & u64(15))
    if found >> 13 != 1:
        return 0
    return 3 if found >> 11 == 7 else 2 if found >> 12 == 3 else 1


@compiled()
def largest(bits: int) -> int:
    """Return the largest exponent of a board."""
    found = u64(0)
    while bits:
        found = max(found, bits & u64(15))
        bits >>= u64(4)
    return i64(found)


@compiled()
def messy(rows: Words, state: Words) -> int:
    """Return a board such as a beginner makes: pushed to two sides by habit, and elsewhere by whim."""
    bits = start(state)
    whim = draw(state) % u64(4)
    for _ in range(20 + draw(state) % u64(_MESSY_MOVES)):
        turned = transpose(bits)
        left, right, _ = push(rows, bits)
        up, down, _ = push(rows, turned)
        first = draw(state) % u64(4) if draw(state) % u64(4) <= whim else u64(0)
        after = bits
        for step in range(4):
            which = (first + u64(step)) % u64(4)
            if which == 0 and left != bits:
                after = left
            elif which == 1 and up != turned:
                after = transpose(up)
            elif which == 2 and right != bits:
                after = right
            elif which == 3 and down != turned:
                after = transpose(down)
            if after != bits:
                break
        bits = start(state) if after == bits else with_spawn(after, state)
    return bits


@compiled()
def learn_backwards(
    weights: Weights,
    errors: Weights,
    boards: Words,
    points: npt.NDArray[np.int32],
    places: Words,
    moves: int,
    target: float,
    trace: float,
) -> None:
    """Correct every board of a game, from the last to the first, towards what came of it.

    ``target`` is what followed the last board. ``trace`` (lambda, 0 to 1) is how much of a target comes
    from the end of the game and not from the network's value of the next board.
    """
    for turn in range(moves - 1, -1, -1):
        fetch_weights(weights, boards[max(turn - 1, 0)])
        fetch_weights(errors, boards[max(turn - 1, 0)])
        _, after = learn(weights, errors, places, boards[turn], target)
        target = f32(points[turn]) + trace * target + (f32(1) - trace) * after


@compiled()
def opening(
    rows: Words, state: Words, late: Words, seen: npt.NDArray[np.int64], late_share: int, messy_share: int
) -> tuple[int, bool, int]:
    """Return the board where the next game begins, whether it is a whole game, and its most moves."""
    lot = i64(draw(state) % u64(100))
    if lot < messy_share:
        return messy(rows, state), False, _MESSY_LEARNING
    kinds = i64(0)
    while kinds < LATE_KINDS and seen[kinds]:
        kinds += 1
    if lot < messy_share + late_share and kinds:
        kind = i64(draw(state) % u64(kinds))
        return late[kind, draw(state) % u64(min(seen[kind], LATE_BOARDS))], False, LONGEST
    return start(state), True, LONGEST


@compiled()
def keep_late(late: Words, seen: npt.NDArray[np.int64], bits: int, reached: int) -> int:
    """Keep a board that has come further than its game had before; return how far that is."""
    kind = late_kind(bits)
    if kind <= reached:
        return reached
    late[kind - 1, seen[kind - 1] % LATE_BOARDS] = bits
    seen[kind - 1] += 1
    return kind


@compiled(
    "void(uint64[::1], float32[::1], float32[:, ::1], uint64[::1], int32[::1], uint64[::1], uint64[:, ::1],"
    " int64[::1], int64[::1], int64, int64, int64, float32)"
)
def play_and_learn(
    rows: Words,
    weights: Weights,
    errors: Weights,
    boards: Words,
    points: npt.NDArray[np.int32],
    state: Words,
    late: Words,
    seen: npt.NDArray[np.int64],
    tally: npt.NDArray[np.int64],
    moves: int,
    late_share: int,
    messy_share: int,
    trace: float,
) -> None:
    """Play and learn until so many moves are done.

    ``late`` and ``seen`` keep late boards of each kind and count them; so many games in a hundred
    begin there, others at messy boards, and the rest at the start. Only these are in the ``tally``.
    ``boards`` and ``points`` are room for the longest game. Points are those of the downgraded boards.
    """
    places = np.zeros(LOOKUPS, np.uint64)
    done = i64(0)
    while done < moves:
        bits, whole, longest = opening(rows, state, late, seen, late_share, messy_share)
        reached = late_kind(bits)
        score = turn = doubled = i64(0)
        after, gained = greedy(rows, weights, bits)
        while gained >= 0 and turn < longest:
            boards[turn] = after
            points[turn] = gained
            turn += 1
            score += gained
            bits = with_spawn(after, state)
            if gained >= _DOUBLING:
                doubled += 1
                reached = 0
            if gained >= _BIG_MERGE:
                reached = keep_late(late, seen, bits, reached)
            after, gained = greedy(rows, weights, bits)
        target = f32(gained) + value(weights, after) if gained >= 0 else f32(0)
        learn_backwards(weights, errors, boards, points, places, turn, target, trace)
        done += turn
        if whole:
            tally[0] += 1
            tally[1] += score
            tally[4 + min(largest(bits) if not doubled else 13 + doubled, 15)] += 1
    tally[2] += done
