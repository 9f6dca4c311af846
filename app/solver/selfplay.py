"""Whole games by the network player, as fast as it plays, from seeds of their own."""

import time

import numpy as np
import numpy.typing as npt

from app.engine.board import CELLS, Board, slide
from app.solver.bitboard import push, start, transpose, unpack, with_spawn
from app.solver.compiling import Weights, Words, compiled, i64, u64
from app.solver.downgrading import downgraded
from app.solver.levels import EFFORTS, Level
from app.solver.player import NetworkPlayer
from app.solver.search import ILLEGAL, deepen
from app.solver.strength import Played

_LARGEST_POINTS = 1 << 16
"""The points of a merge to 65536, which no longer fits into 64 bits."""
_GAMES_OF_A_SEED = 1_000_003
_LONGEST = 1 << 16
_UNKEPT = np.zeros(0, np.uint64)


def game(player: NetworkPlayer, level: Level, seed: int, number: int) -> Played:
    """Play one game, which is always the same for a level, a seed and a number."""
    return play(player, level, seed * _GAMES_OF_A_SEED + number)


def play(player: NetworkPlayer, level: Level, seed: int) -> Played:
    """Play one game by a seed of its own."""
    state = np.array([seed], np.uint64)
    counts = np.zeros(2, np.int64)
    begun = time.thread_time()
    board = unpack(_compiled(player, level, state, counts))
    score, moves, largest = finished(player, level, board, state)
    seconds = round(time.thread_time() - begun, 6)
    return Played(int(counts[0]) + score, int(counts[1]) + moves, largest, seconds)


def finished(player: NetworkPlayer, level: Level, board: Board, state: Words) -> tuple[int, int, int]:
    """Play a game on that four bits a cell no longer hold; return its further points, moves, largest tile."""
    score = moves = 0
    while best := player.best(board, level).best:
        pushed = slide(board, best)
        score, moves = score + pushed.gained, moves + 1
        board = _with_spawn(pushed.board, state)
    return score, moves, max(board)


def boards_of(player: NetworkPlayer, level: Level, seed: int) -> list[Board]:
    """Return all boards of a game up to its first tile 65536."""
    state = np.array([seed], np.uint64)
    boards = np.zeros(_LONGEST, np.uint64)
    counts = np.zeros(2, np.int64)
    _compiled(player, level, state, counts, boards)
    return [unpack(bits) for bits in boards[: int(counts[1])].tolist()]


def _compiled(
    player: NetworkPlayer,
    level: Level,
    state: Words,
    counts: npt.NDArray[np.int64],
    boards: Words = _UNKEPT,
) -> int:
    effort = EFFORTS[level]
    return int(
        play_compiled(
            player.memory,
            player.weights,
            state,
            effort.last,
            1 / effort.cut,
            effort.limit,
            counts,
            boards,
        )
    )


def _with_spawn(board: Board, state: Words) -> Board:
    """Do as the compiled function of this name does, for a board with any tile."""
    marks = sum(1 << 4 * cell for cell in range(CELLS) if board[cell])
    tile = int(with_spawn(u64(marks), state)) - marks
    cell = (tile.bit_length() - 1) // 4
    return (*board[:cell], tile >> 4 * cell, *board[cell + 1 :])


@compiled("uint64(uint64[::1], int16[::1], uint64[::1], int64, float64, int64, int64[::1], uint64[::1])")
def play_compiled(
    words: Words,
    weights: Weights,
    state: Words,
    last: int,
    chance: float,
    limit: int,
    counts: npt.NDArray[np.int64],
    boards: Words,
) -> int:
    """Play a game to its end, or until a tile 65536 is about to be made; return its last board.

    ``counts`` becomes its points and its moves, and ``boards`` all its boards, as far as there is room.
    """
    worths = np.empty(4)
    bits = start(state)
    while True:
        if counts[1] < boards.size:
            boards[counts[1]] = bits
        deepen(words, weights, downgraded(bits), last, chance, limit, worths)
        best = i64(0)
        for direction in range(1, 4):
            if worths[direction] > worths[best]:
                best = direction
        if worths[best] <= ILLEGAL:
            return bits
        left, right, points = push(words, transpose(bits) if best >= 2 else bits)
        if points >= _LARGEST_POINTS:
            return bits
        after = right if best & 1 else left
        bits = with_spawn(transpose(after) if best >= 2 else after, state)
        counts[0] += points
        counts[1] += 1
