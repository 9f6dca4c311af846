"""Why a move cost something: each reason is given where it holds, and not in its negative twin."""

from app.engine.board import Board, Direction
from app.solver.reasons import Why, reasons_for
from tests.builders import board_of

UP, DOWN, LEFT, RIGHT = Direction

# fmt: off
CORNERED = board_of(
    1024,  64,   8,   0,
      32,  16,   4,   0,
       4,   2,   0,   0,
       2,   0,   0,   0)
"""The largest tile in its corner, in a top row with a gap."""

LOCKED = board_of(
    1024, 256,  64,   8,
      32,   8,   4,   2,
       4,   2,   0,   0,
       2,   0,   0,   0)
"""The same with a full top row, its three largest tiles side by side."""

PAIRED = board_of(
    1024, 256, 256,   8,
      32,   8,   4,   2,
       4,   2,   4,   0,
       2,   0,   0,   0)
"""Left makes a 512; up leaves it to be made, and down does not."""

STAIRS = board_of(
    1024,  64,   8,   0,
      32,  16,   4,   0,
       0,   8,   0,   0,
       4,   0,   0,   0)
"""After up, a 2 in the third column would leave right and down only; left fills the first column."""

ONE_CELL = board_of(
       2,   4,   8,  16,
       4,   8,  16,  32,
       8,  16,  32,  64,
       0,  32,  64, 128)
"""After left, a 2 in the corner ends the game; after down, it meets another 2."""

TIGHT = board_of(
       2,   4,   8,  16,
       4,   8,  16,  32,
       8,  16,  32,  64,
       4,   4,   2,   0)
"""Left merges and leaves two cells free; down leaves one."""

SURROUNDED = board_of(
    1024,  16,   4,   2,
       8, 512,   0,   4,
       4,   2,   0,   0,
       0,   0,   0,   0)
"""Left shuts the 512 in between small tiles; down leaves it a free side."""

COVERED = board_of(
       2,   0,  16,   4,
      32,  64,   8,   2,
     128, 256,   4,   0,
    1024, 512,   2,   0)
"""Left shuts the 2 in the corner in behind a 16; right leaves it a way out."""

AT_EDGE = board_of(
       2,   0,   0,   4,
       4,   0,   0,   8,
     256,  16,   4,   0,
       8,   2,   0,   0)
"""The largest tile at an edge, in no corner; right takes it inside."""

MEETING = board_of(
      64,   8,   2,   0,
      32,   4,   0,   0,
      16,   2,   4,   0,
       0,   0,   8,   0)
"""Up brings a 4 beside the other 4; left brings no two equal tiles together."""
# fmt: on


def found(board: Board, played: Direction, best: Direction) -> dict[Why, int]:
    return dict(reasons_for(board, played, best))


def test_the_largest_tile_leaves_its_corner() -> None:
    assert found(CORNERED, RIGHT, DOWN)[Why.CORNER_LEFT] == 10


def test_a_largest_tile_that_stays_in_a_corner_or_was_in_none_has_not_left_one() -> None:
    assert Why.CORNER_LEFT not in found(CORNERED, DOWN, RIGHT)
    across = board_of(1024, *[0] * 14, 2)
    assert Why.CORNER_LEFT not in found(across, RIGHT, LEFT)
    adrift = board_of(0, 1024, 0, 0, *[0] * 10, 2, 2)
    assert Why.CORNER_LEFT not in found(adrift, DOWN, LEFT)


def test_a_largest_tile_that_the_best_move_takes_out_too_is_no_reason() -> None:
    either_way = board_of(1024, 2, 0, 0, 4, *[0] * 11)
    assert Why.CORNER_LEFT not in found(either_way, RIGHT, DOWN)


def test_the_largest_tile_leaves_the_edge() -> None:
    assert found(AT_EDGE, RIGHT, DOWN)[Why.EDGE_LEFT] == 8


def test_a_largest_tile_that_stays_at_an_edge_or_was_at_none_has_not_left_one() -> None:
    assert Why.EDGE_LEFT not in found(AT_EDGE, LEFT, RIGHT)
    assert Why.EDGE_LEFT not in found(CORNERED, RIGHT, DOWN)
    inside = board_of(2, 0, 0, 0, 0, 256, 0, 0, 2, *[0] * 7)
    assert Why.EDGE_LEFT not in found(inside, UP, LEFT)


def test_a_new_tile_would_leave_no_push_that_keeps_the_largest_in_its_corner() -> None:
    assert found(STAIRS, UP, LEFT)[Why.CORNER_AT_RISK] == 10


def test_a_full_row_or_column_keeps_it_safe() -> None:
    assert Why.CORNER_AT_RISK not in found(STAIRS, LEFT, UP)


def test_the_full_row_at_the_edge_is_opened() -> None:
    assert found(LOCKED, DOWN, RIGHT)[Why.EDGE_OPENED] == 10


def test_a_row_that_had_a_gap_is_not_opened() -> None:
    assert Why.EDGE_OPENED not in found(CORNERED, DOWN, RIGHT)


def test_the_chain_of_the_three_largest_tiles_is_split() -> None:
    assert found(LOCKED, DOWN, RIGHT)[Why.CHAIN_SPLIT] == 0


def test_a_chain_that_is_kept_or_grows_by_a_merge_is_not_split() -> None:
    assert Why.CHAIN_SPLIT not in found(LOCKED, RIGHT, DOWN)
    assert Why.CHAIN_SPLIT not in found(PAIRED, LEFT, UP)


def test_a_large_tile_is_shut_in_between_small_ones() -> None:
    assert found(SURROUNDED, LEFT, DOWN)[Why.LARGE_TRAPPED] == 9


def test_a_large_tile_with_a_free_side_is_not_shut_in() -> None:
    assert Why.LARGE_TRAPPED not in found(SURROUNDED, DOWN, LEFT)


def test_the_largest_tile_in_its_corner_is_never_called_shut_in() -> None:
    corner = board_of(1024, 4, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 2, 0, 0)
    assert Why.LARGE_TRAPPED not in found(corner, UP, RIGHT)


def test_a_small_tile_is_shut_in_between_large_ones() -> None:
    assert found(COVERED, LEFT, RIGHT)[Why.SMALL_BURIED] == 1


def test_a_small_tile_with_a_free_side_is_not_shut_in() -> None:
    assert Why.SMALL_BURIED not in found(COVERED, RIGHT, LEFT)


def test_a_large_merge_is_missed() -> None:
    assert found(PAIRED, DOWN, LEFT)[Why.MERGE_MISSED] == 9


def test_a_merge_that_can_be_made_next_is_not_missed() -> None:
    assert Why.MERGE_MISSED not in found(PAIRED, UP, LEFT)


def test_a_small_merge_is_not_spoken_of() -> None:
    small = board_of(1024, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8)
    assert Why.MERGE_MISSED not in found(small, DOWN, LEFT)


def test_no_two_equal_tiles_are_left_to_merge() -> None:
    assert found(MEETING, LEFT, UP)[Why.NOTHING_TO_MERGE] == 3


def test_where_a_merge_is_left_or_the_best_move_leaves_none_either_that_is_no_reason() -> None:
    assert Why.NOTHING_TO_MERGE not in found(MEETING, UP, LEFT)
    assert Why.NOTHING_TO_MERGE not in found(board_of(2, 0, 4, *[0] * 13), DOWN, RIGHT)


def test_the_board_fills_up() -> None:
    assert found(TIGHT, DOWN, LEFT)[Why.FILLED_UP] == 1


def test_a_board_with_more_room_than_the_best_move_leaves_does_not_fill_up() -> None:
    assert Why.FILLED_UP not in found(TIGHT, LEFT, DOWN)


def test_a_board_with_much_room_does_not_fill_up() -> None:
    roomy = board_of(2, 2, *[0] * 10, 4, 0, 0, 0)
    assert Why.FILLED_UP not in found(roomy, DOWN, LEFT)


def test_two_cells_more_are_worth_a_word_on_any_board() -> None:
    pairs = board_of(2, 2, 0, 0, 4, 4, *[0] * 10)
    assert found(pairs, DOWN, LEFT)[Why.FILLED_UP] == 12


def test_a_new_tile_in_the_wrong_place_would_end_the_game() -> None:
    assert found(ONE_CELL, LEFT, DOWN)[Why.NEARLY_OVER] == 0


def test_a_new_tile_that_meets_its_equal_ends_no_game() -> None:
    assert Why.NEARLY_OVER not in found(ONE_CELL, DOWN, LEFT)


def test_the_most_telling_reason_comes_first() -> None:
    order = [reason.why for reason in reasons_for(CORNERED, RIGHT, DOWN)]
    assert order == sorted(order, key=list(Why).index)
    assert order[0] is Why.CORNER_LEFT


def test_the_best_move_itself_has_nothing_against_it() -> None:
    for board in (CORNERED, LOCKED, PAIRED, STAIRS, ONE_CELL, TIGHT, SURROUNDED, COVERED):
        for direction in Direction:
            assert reasons_for(board, direction, direction) == []


def test_a_board_and_its_mirror_image_have_the_same_reasons() -> None:
    swapped = {LEFT: RIGHT, RIGHT: LEFT, UP: UP, DOWN: DOWN}
    for board, played, best in ((CORNERED, RIGHT, DOWN), (LOCKED, DOWN, RIGHT), (STAIRS, UP, LEFT)):
        mirrored = tuple(board[row * 4 + 3 - column] for row in range(4) for column in range(4))
        assert reasons_for(mirrored, swapped[played], swapped[best]) == reasons_for(board, played, best)
