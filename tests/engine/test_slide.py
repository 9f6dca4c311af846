"""How tiles slide and merge, in all four directions."""

import pytest
from hypothesis import given

from app.engine.board import Board, Direction, slide
from tests.engine.boards import FROM_THE_EDGE, board, exponents, facing, points_in, sum_of, values
from tests.engine.playing import boards, directions, rule

in_every_direction = pytest.mark.parametrize("direction", list(Direction))


def push(cells: str, direction: Direction) -> str:
    """Push four cells, written from the edge pushed to inwards, on each line of an empty board."""
    results = set()
    for before in (0, 4, 8, 12):
        seen = (0,) * before + exponents(cells) + (0,) * (12 - before)
        after = slide(facing(direction, seen), direction).board
        lines = [after[cell] for cell in FROM_THE_EDGE[direction]]
        assert sum(lines) == sum(lines[before : before + 4]), "a tile has left its line"
        results.add(values(tuple(lines[before : before + 4])))
    assert len(results) == 1, "not every line does the same"
    return results.pop()


def points(cells: str, direction: Direction) -> int:
    """Return the points of the same push."""
    return slide(facing(direction, exponents(cells) + (0,) * 12), direction).gained


# One whole board drawn in every direction, so that nothing rests on the helpers alone.

BEFORE = board("""
    2 . 2 4
    . . 4 4
    2 8 . 8
    4 4 4 4
""")
AFTER = {
    Direction.LEFT: board("""
        4  4 . .
        8  . . .
        2 16 . .
        8  8 . .
    """),
    Direction.RIGHT: board("""
        . . 4  4
        . . .  8
        . . 2 16
        . . 8  8
    """),
    Direction.UP: board("""
        4 8 2 8
        4 4 8 8
        . . . 4
        . . . .
    """),
    Direction.DOWN: board("""
        . . . .
        . . . 8
        4 8 2 8
        4 4 8 4
    """),
}
GAINED = {Direction.LEFT: 44, Direction.RIGHT: 44, Direction.UP: 20, Direction.DOWN: 20}


@in_every_direction
def test_a_drawn_board_slides_and_merges_as_drawn(direction: Direction) -> None:
    assert slide(BEFORE, direction).board == AFTER[direction]


@in_every_direction
def test_a_drawn_board_gives_the_points_counted_by_hand(direction: Direction) -> None:
    assert slide(BEFORE, direction).gained == GAINED[direction]


# Sliding


@in_every_direction
def test_a_tile_slides_to_the_edge(direction: Direction) -> None:
    assert push(". . . 2", direction) == "2 . . ."
    assert push(". . 2 .", direction) == "2 . . ."
    assert push(". 2 . .", direction) == "2 . . ."


@in_every_direction
def test_a_tile_at_the_edge_stays(direction: Direction) -> None:
    assert push("2 . . .", direction) == "2 . . ."


@in_every_direction
def test_a_tile_slides_until_another_tile_stops_it(direction: Direction) -> None:
    assert push("2 . . 4", direction) == "2 4 . ."
    assert push(". 2 . 4", direction) == "2 4 . ."


@in_every_direction
def test_different_tiles_never_merge(direction: Direction) -> None:
    assert push("2 4 8 16", direction) == "2 4 8 16"
    assert push("2 4 2 4", direction) == "2 4 2 4"


@in_every_direction
def test_the_order_of_the_tiles_of_a_line_stays(direction: Direction) -> None:
    assert push("8 . 2 4", direction) == "8 2 4 ."


@in_every_direction
def test_all_lines_of_the_board_move_at_once(direction: Direction) -> None:
    seen = board("""
        . . . 2
        . . 4 .
        . 8 . .
        . . 2 2
    """)
    after = board("""
        2 . . .
        4 . . .
        8 . . .
        4 . . .
    """)
    assert slide(facing(direction, seen), direction).board == facing(direction, after)


@rule
@given(boards, directions)
def test_every_tile_slides_as_far_as_it_can(drawn: Board, direction: Direction) -> None:
    after = slide(drawn, direction).board
    lines = [after[cell] for cell in FROM_THE_EDGE[direction]]
    for first in (0, 4, 8, 12):
        filled = [exponent > 0 for exponent in lines[first : first + 4]]
        assert filled == sorted(filled, reverse=True)


def test_an_empty_board_stays_empty() -> None:
    assert {slide((0,) * 16, direction).board for direction in Direction} == {(0,) * 16}


# Merging


@in_every_direction
def test_two_equal_tiles_become_one_of_twice_the_value(direction: Direction) -> None:
    assert push("2 2 . .", direction) == "4 . . ."
    assert push("512 512 . .", direction) == "1024 . . ."
    assert push("65536 65536 . .", direction) == "131072 . . ."


@in_every_direction
def test_equal_tiles_merge_across_a_gap(direction: Direction) -> None:
    assert push("2 . . 2", direction) == "4 . . ."
    assert push(". 2 . 2", direction) == "4 . . ."


@in_every_direction
def test_equal_tiles_do_not_merge_across_another_tile(direction: Direction) -> None:
    assert push("2 4 2 .", direction) == "2 4 2 ."
    assert push("2 . 4 2", direction) == "2 4 2 ."


@in_every_direction
def test_a_row_of_four_equal_tiles_becomes_two_pairs(direction: Direction) -> None:
    assert push("4 4 4 4", direction) == "8 8 . ."


@in_every_direction
def test_two_pairs_become_two_tiles(direction: Direction) -> None:
    assert push("2 2 8 8", direction) == "4 16 . ."


@in_every_direction
def test_a_tile_that_has_merged_does_not_merge_again(direction: Direction) -> None:
    assert push("2 2 4 .", direction) == "4 4 . ."
    assert push("2 2 4 8", direction) == "4 4 8 ."
    assert push("4 2 2 .", direction) == "4 4 . ."
    assert push("8 4 4 .", direction) == "8 8 . ."


@in_every_direction
def test_what_one_push_made_merges_at_the_next_push(direction: Direction) -> None:
    assert push(push("2 2 4 8", direction), direction) == "8 8 . ."
    assert push(push("4 4 4 4", direction), direction) == "16 . . ."


@in_every_direction
def test_of_three_equal_tiles_the_two_nearest_the_edge_merge(direction: Direction) -> None:
    assert push("4 4 4 .", direction) == "8 4 . ."
    assert push("4 . 4 4", direction) == "8 4 . ."


@in_every_direction
def test_a_different_tile_at_the_edge_leaves_the_pairing_to_the_rest(direction: Direction) -> None:
    assert push("2 4 4 4", direction) == "2 8 4 ."


def test_the_edge_pushed_to_decides_which_pair_of_three_merges() -> None:
    rows = "4 4 4 .  . . . .  . . . .  . . . ."
    assert slide(board(rows), Direction.LEFT).board == board("8 4 . .  . . . .  . . . .  . . . .")
    assert slide(board(rows), Direction.RIGHT).board == board(". . 4 8  . . . .  . . . .  . . . .")
    columns = "4 . . .  4 . . .  4 . . .  . . . ."
    assert slide(board(columns), Direction.UP).board == board("8 . . .  4 . . .  . . . .  . . . .")
    assert slide(board(columns), Direction.DOWN).board == board(". . . .  . . . .  4 . . .  8 . . .")


@in_every_direction
def test_two_of_the_largest_tile_do_not_merge(direction: Direction) -> None:
    assert push("131072 131072 . .", direction) == "131072 131072 . ."
    assert push(". 131072 . 131072", direction) == "131072 131072 . ."


# Only tiles pushed together merge


@in_every_direction
def test_equal_neighbours_do_not_merge_when_pushed_across(direction: Direction) -> None:
    seen = board("""
        2 . . .
        2 . . .
        . . . .
        . . . .
    """)
    assert slide(facing(direction, seen), direction).board == facing(direction, seen)


@in_every_direction
def test_equal_neighbours_that_slide_side_by_side_do_not_merge(direction: Direction) -> None:
    seen = board("""
        . . 2 .
        . . 2 .
        . . . .
        . . . .
    """)
    after = board("""
        2 . . .
        2 . . .
        . . . .
        . . . .
    """)
    assert slide(facing(direction, seen), direction).board == facing(direction, after)


@in_every_direction
def test_equal_tiles_that_come_to_touch_across_the_push_do_not_merge(direction: Direction) -> None:
    seen = board("""
        2 . . .
        . . . 2
        . . . .
        . . . .
    """)
    after = board("""
        2 . . .
        2 . . .
        . . . .
        . . . .
    """)
    assert slide(facing(direction, seen), direction).board == facing(direction, after)


@in_every_direction
def test_equal_neighbours_merge_when_one_is_pushed_onto_the_other(direction: Direction) -> None:
    assert push("2 2 . .", direction) == "4 . . ."


def test_one_pair_merges_along_its_line_and_in_no_other_direction() -> None:
    pair = board("2 . . .  2 . . .  . . . .  . . . .")
    merging = {direction for direction in Direction if slide(pair, direction).merged}
    assert merging == {Direction.UP, Direction.DOWN}


# Points


@in_every_direction
def test_a_merge_scores_the_value_of_the_new_tile(direction: Direction) -> None:
    assert points("2 2 . .", direction) == 4
    assert points("256 256 . .", direction) == 512
    assert points("65536 . . 65536", direction) == 131072


@in_every_direction
def test_all_merges_of_a_push_score(direction: Direction) -> None:
    assert points("4 4 4 4", direction) == 16
    assert points("2 2 8 8", direction) == 20
    assert slide(facing(direction, exponents("2 2 8 8") * 4), direction).gained == 80


@in_every_direction
def test_sliding_without_merging_scores_nothing(direction: Direction) -> None:
    assert points(". . . 1024", direction) == 0
    assert points(". 2 4 2", direction) == 0
    assert points(". 131072 . 131072", direction) == 0
    assert slide(facing(direction, exponents(". 2 . 4") * 4), direction).gained == 0


def points_under(exponent: int, smallest: int) -> int:
    """Return the points of all merges under a tile that is made of ``smallest`` tiles alone."""
    if exponent == smallest:
        return 0
    halves = (exponent - 1, exponent - 1) + (0,) * 14
    return 2 * points_under(exponent - 1, smallest) + slide(halves, Direction.LEFT).gained


def test_a_tile_2048_stands_for_20480_points_of_merges() -> None:
    assert points_under(11, smallest=1) == 20480


def test_tiles_that_appear_as_4_save_their_merge() -> None:
    assert points_under(11, smallest=2) == 20480 - 512 * 4


@rule
@given(boards, directions)
def test_a_push_keeps_the_sum_of_all_tiles(drawn: Board, direction: Direction) -> None:
    assert sum_of(slide(drawn, direction).board) == sum_of(drawn)


@rule
@given(boards, directions)
def test_a_push_scores_what_its_merges_add_to_the_points_in_the_tiles(
    drawn: Board, direction: Direction
) -> None:
    pushed = slide(drawn, direction)
    assert pushed.gained == points_in(pushed.board) - points_in(drawn)


# Where every tile went


def test_targets_tell_where_every_tile_came_to_rest() -> None:
    before = board("""
        . 2 . 2
        2 . 4 .
        . . . .
        8 8 8 8
    """)
    pushed = slide(before, Direction.LEFT)
    assert [pushed.targets[cell] for cell in (1, 3)] == [0, 0]
    assert [pushed.targets[cell] for cell in (4, 6)] == [4, 5]
    assert [pushed.targets[cell] for cell in (12, 13, 14, 15)] == [12, 12, 13, 13]
    pushed = slide(before, Direction.UP)
    assert [pushed.targets[cell] for cell in (1, 3)] == [1, 3]
    assert [pushed.targets[cell] for cell in (4, 6)] == [0, 2]
    assert [pushed.targets[cell] for cell in (12, 13, 14, 15)] == [4, 5, 6, 7]


def test_an_empty_cell_is_its_own_target() -> None:
    before = board(". 2 . 2  2 . 4 .  . . . .  8 8 8 8")
    for direction in Direction:
        pushed = slide(before, direction)
        assert [pushed.targets[cell] for cell in (0, 2, 5, 7, 8, 9, 10, 11)] == [0, 2, 5, 7, 8, 9, 10, 11]


def test_merged_names_the_cells_of_the_new_tiles() -> None:
    before = board(". 2 . 2  2 . 4 .  . . . .  8 8 8 8")
    assert sorted(slide(before, Direction.LEFT).merged) == [0, 12, 13]
    assert sorted(slide(before, Direction.RIGHT).merged) == [3, 14, 15]


def test_merged_is_empty_when_tiles_only_slide() -> None:
    before = board(". 2 . 2  2 . 4 .  . . . .  8 8 8 8")
    assert slide(before, Direction.UP).merged == ()
    assert slide(before, Direction.UP).board != before


@rule
@given(boards, directions)
def test_putting_every_tile_on_its_target_gives_the_board_after(drawn: Board, direction: Direction) -> None:
    pushed = slide(drawn, direction)
    arrived: dict[int, list[int]] = {}
    for cell, exponent in enumerate(drawn):
        if exponent:
            arrived.setdefault(pushed.targets[cell], []).append(exponent)
    rebuilt = [0] * 16
    for target, tiles in arrived.items():
        assert len(tiles) == 1 or (len(tiles) == 2 and tiles[0] == tiles[1])
        rebuilt[target] = tiles[0] + len(tiles) - 1
    assert tuple(rebuilt) == pushed.board
    assert sorted(pushed.merged) == sorted(cell for cell, tiles in arrived.items() if len(tiles) == 2)
