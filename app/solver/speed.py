"""How fast the solver is: random games, and answers to boards of its own games."""

import time

import numpy as np
import numpy.typing as npt

from app.engine.board import Board
from app.solver.bitboard import draw, push, row_table, start, transpose, with_spawn
from app.solver.compiling import Words, compiled, i64, u64
from app.solver.levels import Advice, Level
from app.solver.player import NetworkPlayer
from app.solver.selfplay import boards_of

_GAMES = 100_000


def random_play(games: int = _GAMES, seed: int = 1) -> float:
    """Return moves a second of random games on one core."""
    rows, state, counts = row_table(), np.array([seed], np.uint64), np.zeros(2, np.int64)
    begun = time.thread_time()
    play_at_random(rows, state, games, counts)
    return int(counts[1]) / (time.thread_time() - begun)


def positions(player: NetworkPlayer, count: int, seed: int = 1) -> list[Board]:
    """Return at most so many boards, from all parts of games that the player plays at the level fast."""
    boards = [board for game in range(3) for board in boards_of(player, Level.FAST, seed + game)]
    return boards[:: -(-len(boards) // count)]


def latencies(player: NetworkPlayer, boards: list[Board], level: Level) -> list[Advice]:
    """Return the player's answers at a level, which tell their time."""
    return [player.best(board, level) for board in boards]


@compiled("void(uint64[::1], uint64[::1], int64, int64[::1])")
def play_at_random(rows: Words, state: Words, games: int, counts: npt.NDArray[np.int64]) -> None:
    """Play games with any legal push as likely as any other; ``counts`` becomes points and moves."""
    for _ in range(games):
        bits = start(state)
        tried = u64(0)
        while tried != u64(15):
            lot = draw(state) >> u64(62)
            if tried >> lot & u64(1):
                continue
            left, right, points = push(rows, transpose(bits) if lot >= u64(2) else bits)
            after = right if lot & u64(1) else left
            if after == (transpose(bits) if lot >= u64(2) else bits):
                tried |= u64(1) << lot
                continue
            bits = with_spawn(after, state)
            tried = u64(0)
            counts[0] += points
            counts[1] += i64(1)
