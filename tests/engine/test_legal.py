"""Which directions are legal, and when no move is left."""

import pytest
from hypothesis import assume, given

from app.engine.board import Board, Direction, is_legal, is_stuck, legal_directions, slide
from tests.engine.boards import FROM_THE_EDGE, board, facing, neighbours
from tests.engine.playing import boards, crowded_boards, directions, rule

in_every_direction = pytest.mark.parametrize("direction", list(Direction))

FULL_WITHOUT_A_PAIR = board("""
    2 4 2 4
    4 2 4 2
    2 4 2 4
    4 2 4 2
""")
LARGE_WITHOUT_A_PAIR = board("""
         2      4     8     16
        32     64   128    256
       512   1024  2048   4096
      8192  16384 32768 131072
""")


def has_pair(cells: Board) -> bool:
    """Tell whether two neighbours are equal and can merge."""
    return any(cells[one] == cells[other] != 0 and cells[one] < 17 for one, other in neighbours())


# One direction


@in_every_direction
def test_a_direction_is_legal_if_a_tile_can_slide(direction: Direction) -> None:
    assert is_legal(facing(direction, board(". 2 . .  . . . .  . . . .  . . . .")), direction)
    assert is_legal(facing(direction, board(". . . .  . . . .  . . . .  2 . 4 .")), direction)


@in_every_direction
def test_a_direction_is_legal_if_a_pair_can_merge(direction: Direction) -> None:
    assert is_legal(facing(direction, board("2 2 . .  . . . .  . . . .  . . . .")), direction)
    assert is_legal(facing(direction, board("2 4 2 4  4 2 4 2  2 4 8 8  4 2 4 2")), direction)


@in_every_direction
def test_a_direction_is_illegal_if_nothing_slides_or_merges(direction: Direction) -> None:
    assert not is_legal(facing(direction, board("2 . . .  4 2 . .  2 4 8 .  4 2 8 2")), direction)


@in_every_direction
def test_a_pair_across_the_push_does_not_make_it_legal(direction: Direction) -> None:
    assert not is_legal(facing(direction, board("2 . . .  2 . . .  . . . .  . . . .")), direction)


@in_every_direction
def test_two_of_the_largest_tile_do_not_make_a_direction_legal(direction: Direction) -> None:
    assert not is_legal(facing(direction, board("131072 131072 . .  . . . .  . . . .  . . . .")), direction)


@rule
@given(boards, directions)
def test_a_direction_is_legal_exactly_if_it_changes_the_board(drawn: Board, direction: Direction) -> None:
    assert is_legal(drawn, direction) == (slide(drawn, direction).board != drawn)


@rule
@given(boards, directions)
def test_a_direction_is_legal_exactly_if_a_tile_has_room_or_a_partner_before_it(
    drawn: Board, direction: Direction
) -> None:
    seen = [drawn[cell] for cell in FROM_THE_EDGE[direction]]
    steps = [(seen[cell - 1], seen[cell]) for cell in range(16) if cell % 4]
    moves = [tile and (ahead == 0 or (ahead == tile and tile < 17)) for ahead, tile in steps]
    assert is_legal(drawn, direction) == any(moves)


@rule
@given(boards, directions)
def test_an_illegal_direction_leaves_the_board_and_scores_nothing(drawn: Board, direction: Direction) -> None:
    settled = drawn
    while is_legal(settled, direction):
        settled = slide(settled, direction).board
    pushed = slide(settled, direction)
    assert pushed == (settled, 0, tuple(range(16)), ())


# All directions


def test_legal_directions_names_each_direction_that_changes_the_board() -> None:
    corner = board("2 . . .  . . . .  . . . .  . . . .")
    assert set(legal_directions(corner)) == {Direction.RIGHT, Direction.DOWN}
    middle = board(". . . .  . 2 . .  . . . .  . . . .")
    assert set(legal_directions(middle)) == set(Direction)
    row = board("2 4 2 4  . . . .  . . . .  . . . .")
    assert set(legal_directions(row)) == {Direction.DOWN}


@rule
@given(boards)
def test_legal_directions_are_the_legal_ones_each_once(drawn: Board) -> None:
    assert sorted(legal_directions(drawn)) == sorted(d for d in Direction if is_legal(drawn, d))


# No move left


def test_a_full_board_without_a_pair_is_stuck() -> None:
    for full in (FULL_WITHOUT_A_PAIR, LARGE_WITHOUT_A_PAIR):
        assert is_stuck(full)
        assert legal_directions(full) == ()


@pytest.mark.parametrize(("one", "other"), neighbours())
def test_a_full_board_with_a_single_pair_anywhere_is_not_stuck(one: int, other: int) -> None:
    cells = list(LARGE_WITHOUT_A_PAIR)
    cells[one] = cells[other] = 16
    full = tuple(cells)
    across = other - one == 1
    pushes = (Direction.LEFT, Direction.RIGHT) if across else (Direction.UP, Direction.DOWN)
    assert not is_stuck(full)
    assert set(legal_directions(full)) == set(pushes)


@pytest.mark.parametrize("cell", range(16))
def test_a_board_with_an_empty_cell_is_not_stuck(cell: int) -> None:
    cells = list(FULL_WITHOUT_A_PAIR)
    cells[cell] = 0
    assert not is_stuck(tuple(cells))
    assert legal_directions(tuple(cells)) != ()


def test_equal_tiles_that_touch_at_a_corner_only_are_no_pair() -> None:
    assert FULL_WITHOUT_A_PAIR[0] == FULL_WITHOUT_A_PAIR[5]
    assert is_stuck(FULL_WITHOUT_A_PAIR)


def test_the_end_of_a_row_and_the_start_of_the_next_are_no_neighbours() -> None:
    wrapped = board("2 4 2 8  8 2 4 2  2 4 2 4  4 2 4 2")
    assert wrapped[3] == wrapped[4]
    assert is_stuck(wrapped)


@rule
@given(boards)
def test_a_board_is_stuck_exactly_if_it_is_full_and_without_a_pair(drawn: Board) -> None:
    assert is_stuck(drawn) == (0 not in drawn and not has_pair(drawn))


@rule
@given(crowded_boards)
def test_a_full_board_is_stuck_exactly_if_it_has_no_pair(full: Board) -> None:
    assert is_stuck(full) == (not has_pair(full))


@rule
@given(boards)
def test_a_board_with_a_tile_is_stuck_exactly_if_no_direction_is_legal(drawn: Board) -> None:
    assume(any(drawn))
    assert is_stuck(drawn) == (legal_directions(drawn) == ())


def test_a_board_without_any_tile_has_no_legal_direction_and_yet_is_not_stuck() -> None:
    assert legal_directions((0,) * 16) == ()
    assert not is_stuck((0,) * 16)
