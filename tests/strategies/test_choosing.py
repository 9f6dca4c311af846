"""What each strategy plays, on boards where that can be told."""

from itertools import pairwise
from random import Random

import pytest

from app.engine.board import Board, Direction, slide
from app.strategies.choosing import STRATEGIES, Way, trapped_tiles
from app.strategies.playing import Choice, play
from app.strategies.worth import CORNER, SNAKE
from tests.builders import board_of

D = Direction
SEED = b"s" * 32


def choice_on(board: Board, turn: int = 0) -> Choice:
    slides = {way: slide(board, way) for way in D if slide(board, way).board != board}
    return Choice(board, slides, turn, Random(1))


def played(way: Way, board: Board, turns: int = 1) -> set[Direction]:
    """Return the directions that a strategy plays on a board, whatever its dice say."""
    found = set()
    for dice in range(40):
        choice = choice_on(board)._replace(dice=Random(dice), turn=dice % turns)
        found.add(STRATEGIES[way](choice))
    return found


MIDDLE = board_of(0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
PAIRS = board_of(2, 2, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0)
"""Left or right merges the 2s, up or down the 8s."""


def test_any_direction_is_any_legal_one() -> None:
    assert played(Way.ANYTHING, MIDDLE) == set(D)
    assert played(Way.ANYTHING, board_of(2, 4, 8, 16, *[0] * 12)) == {D.DOWN}


def test_round_and_round_goes_up_right_down_left_and_leaves_out_what_is_not_legal() -> None:
    way = STRATEGIES[Way.ROUND_AND_ROUND]
    assert [way(choice_on(MIDDLE, turn)) for turn in range(5)] == [D.UP, D.RIGHT, D.DOWN, D.LEFT, D.UP]
    at_the_top = board_of(0, 2, 0, 0, *[0] * 12)
    assert way(choice_on(at_the_top, 0)) == D.RIGHT


def test_most_points_takes_the_larger_merge() -> None:
    assert played(Way.MOST_POINTS, PAIRS) == {D.UP, D.DOWN}


def test_most_room_takes_the_push_with_more_merges() -> None:
    board = board_of(2, 2, 4, 4, 8, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0)
    assert played(Way.MOST_ROOM, board) == {D.LEFT, D.RIGHT}


def test_two_directions_are_left_and_down_then_right_and_up_only_at_the_last() -> None:
    assert played(Way.TWO_DIRECTIONS, MIDDLE, turns=2) == {D.LEFT, D.DOWN}
    assert played(Way.TWO_DIRECTIONS, board_of(*[0] * 12, 2, 4, 8, 0), turns=2) == {D.RIGHT}
    assert played(Way.TWO_DIRECTIONS, board_of(*[0] * 12, 2, 4, 8, 16), turns=2) == {D.UP}


def test_the_corner_keeps_the_largest_tile_in_it_even_at_the_price_of_points() -> None:
    board = board_of(0, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 16, 2, 2, 0)
    assert D.UP not in played(Way.CORNER, board)
    assert played(Way.CORNER, board) == {D.DOWN}


def test_the_snake_begins_in_the_corner_and_visits_each_cell_once_each_next_to_the_last() -> None:
    assert SNAKE[0] == CORNER
    assert sorted(SNAKE) == list(range(16))
    for cell, following in pairwise(SNAKE):
        assert abs(cell // 4 - following // 4) + abs(cell % 4 - following % 4) == 1


def test_the_snake_keeps_the_order_of_its_tiles() -> None:
    board = board_of(0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 4, 64, 32, 16, 8)
    assert played(Way.SNAKE, board) == {D.RIGHT}


ALMOST_FULL = board_of(32, 8, 2, 4, 16, 32, 8, 0, 128, 64, 16, 4, 512, 256, 64, 8)
"""Down makes room; after right the next tile ends the game, whatever it is."""


def test_the_careful_player_sees_the_end_one_push_ahead() -> None:
    assert played(Way.CAREFUL, ALMOST_FULL) == {D.DOWN}
    assert D.RIGHT in played(Way.IN_HASTE, ALMOST_FULL)


def test_each_mistake_is_made_where_there_is_occasion_and_nowhere_else() -> None:
    assert played(Way.CAREFUL, MIDDLE) == played(Way.CHASING_MERGES, MIDDLE) == played(Way.IN_HASTE, MIDDLE)
    assert played(Way.ALL_DIRECTIONS, MIDDLE) > played(Way.CAREFUL, MIDDLE)
    assert played(Way.CHASING_MERGES, PAIRS) == {D.UP, D.DOWN}
    assert not played(Way.CAREFUL, PAIRS) & {D.UP}


def test_a_small_tile_is_trapped_where_all_its_neighbours_are_four_times_as_large() -> None:
    assert trapped_tiles(board_of(2, 64, *[0] * 2, 128, *[0] * 11)) == 1
    assert trapped_tiles(board_of(2, 4, *[0] * 2, 128, *[0] * 11)) == 0
    assert trapped_tiles(board_of(2, 0, *[0] * 2, 128, *[0] * 11)) == 0
    assert trapped_tiles(board_of(16, 64, *[0] * 2, 128, *[0] * 11)) == 0


def test_who_shuts_small_tiles_in_does_so_when_the_careful_player_does_not() -> None:
    board = board_of(0, 2, 64, 0, 128, 0, 0, 0, *[0] * 8)
    trapping = [
        way for way in D if trapped_tiles(slide(board, way).board) and slide(board, way).board != board
    ]
    assert set(trapping) >= played(Way.TRAPPING, board)
    assert not set(trapping) & played(Way.CAREFUL, board)


@pytest.mark.parametrize("way", Way)
def test_a_game_is_played_to_its_end_and_again_the_same(way: Way) -> None:
    first = play(STRATEGIES[way], SEED)
    assert first == play(STRATEGIES[way], SEED)
    assert not choice_on(first.board).slides
    assert first.largest >= 4


def test_a_strategy_that_plays_what_is_not_legal_is_found_out() -> None:
    with pytest.raises(ValueError, match="is not legal"):
        play(lambda choice: next(way for way in D if way not in choice.slides), SEED)
