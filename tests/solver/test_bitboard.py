"""A board in 64 bits obeys the rules of the engine."""

import itertools

import numpy as np
import pytest

from app.engine.board import Direction, slide, slide_line
from app.solver.bitboard import pack, push, row_table, start, transpose, unpack, with_spawn
from app.solver.compiling import u64
from tests.solver.boards import random_boards

ROWS = row_table()


def test_every_row_is_pushed_as_the_engine_pushes_it() -> None:
    for number, cells in enumerate(itertools.product(range(16), repeat=4)):
        line = cells[::-1]
        entry = int(ROWS[number])
        to_the_left, to_the_right = slide_line(line), slide_line(line[::-1])
        if (15, 15) in itertools.pairwise(cell for cell in line if cell):
            continue
        assert unpack(entry & 0xFFFF)[:4] == to_the_left.after
        assert unpack(entry >> 16 & 0xFFFF)[:4] == to_the_right.after[::-1]
        assert entry >> 32 == to_the_left.gained


def test_two_tiles_32768_are_worth_65536_points_and_stay_within_their_cell() -> None:
    row = pack((15, 15, 0, 3, *[0] * 12))
    assert unpack(int(ROWS[row]) & 0xFFFF)[:4] == (15, 3, 0, 0)
    assert int(ROWS[row]) >> 32 == 65_536


def test_a_board_is_pushed_in_each_direction_as_the_engine_pushes_it() -> None:
    for board in random_boards(500, 14):
        bits = u64(pack(board))
        left, right, across = push(ROWS, bits)
        up, down, along = push(ROWS, u64(transpose(bits)))
        expected = {direction: slide(board, direction) for direction in Direction}
        assert unpack(left) == expected[Direction.LEFT].board
        assert unpack(right) == expected[Direction.RIGHT].board
        assert unpack(transpose(u64(up))) == expected[Direction.UP].board
        assert unpack(transpose(u64(down))) == expected[Direction.DOWN].board
        assert (across, along) == (expected[Direction.LEFT].gained, expected[Direction.UP].gained)


def test_packing_and_unpacking_are_inverse_up_to_32768_and_larger_tiles_are_refused() -> None:
    for board in random_boards(200, 15):
        assert unpack(pack(board)) == board
    with pytest.raises(ValueError, match="32768"):
        pack((16, *[0] * 15))


def test_a_new_tile_comes_to_each_empty_cell_equally_often_and_is_a_4_one_time_in_ten() -> None:
    board = (3, 0, 3, 0, 0, 3, 3, 3, 3, 3, 3, 0, 3, 3, 3, 3)
    state = np.array([7], np.uint64)
    counts = {(cell, exponent): 0 for cell in (1, 3, 4, 11) for exponent in (1, 2)}
    for _ in range(20_000):
        spawned = unpack(with_spawn(u64(pack(board)), state))
        [new] = [(cell, spawned[cell]) for cell in range(16) if spawned[cell] != board[cell]]
        counts[new] += 1
    for (_, exponent), count in counts.items():
        expected = 20_000 / 4 * (0.9 if exponent == 1 else 0.1)
        assert abs(count - expected) < 5 * expected**0.5


def test_a_game_begins_with_two_tiles_anywhere_and_the_same_for_the_same_state() -> None:
    begun = [unpack(start(np.array([seed], np.uint64))) for seed in range(2_000)]
    assert all(sum(cell > 0 for cell in board) == 2 and max(board) <= 2 for board in begun)
    assert {cell for board in begun for cell in range(16) if board[cell]} == set(range(16))
    assert begun[5] == unpack(start(np.array([5], np.uint64)))
