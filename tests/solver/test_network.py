"""What the network says of a board, and how it learns."""

import numpy as np

from app.engine.board import Board
from app.solver.bitboard import pack
from app.solver.compiling import Weights, u64
from app.solver.network import SIZE, value
from tests.solver.boards import random_boards
from tests.solver.reference import images, network_value
from tests.solver.teaching import teach


def value_of(weights: Weights, board: Board) -> int:
    return int(value(weights, u64(pack(board))))


def test_the_value_is_the_sum_of_the_weights_under_all_patterns_in_all_symmetries(weights: Weights) -> None:
    for board in random_boards(300, 15):
        assert value_of(weights, board) == network_value(weights, board)


def test_the_eight_images_of_a_board_have_the_same_value(weights: Weights) -> None:
    for board in random_boards(100, 15):
        assert {value_of(weights, image) for image in images(board)} == {value_of(weights, board)}
        assert len(set(images(board))) == 8 or board in images(board)[1:]


def test_what_is_learned_first_is_believed_entirely_and_a_contradiction_only_in_part() -> None:
    weights = np.zeros(SIZE, np.float32)
    errors = np.zeros((SIZE, 2), np.float32)
    board: Board = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 0, 1)
    assert teach(weights, errors, board, 3200.0) == (0.0, 3200.0)
    assert teach(weights, errors, board, 1600.0) == (3200.0, 1600.0)
    before, after = teach(weights, errors, board, 3200.0)
    assert before == 1600
    assert 1600 < after < 3200
