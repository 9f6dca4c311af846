"""The search does what a slow, obvious one does, and ends when it should."""

import threading
import time

import pytest

from app.engine.board import Board, Direction, legal_directions
from app.solver.compiling import Weights
from app.solver.levels import EFFORTS, Advice, Effort, Level
from app.solver.player import NetworkPlayer
from tests.solver.boards import random_boards
from tests.solver.conftest import STEP
from tests.solver.reference import Search, images

CROWDED: Board = (1, 2, 1, 2, 3, 4, 5, 6, 2, 1, 2, 1, 7, 8, 9, 0)
ONE_WAY: Board = (1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2, 0, 0, 0, 0)
ROOMY: Board = (9, 7, 5, 3, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0)


def close(found: Advice, expected: dict[Direction, float]) -> bool:
    return found.values.keys() == expected.keys() and all(
        abs(found.values[direction] - expected[direction]) < 1e-3 for direction in expected
    )


def test_two_pushes_ahead_it_finds_what_a_plain_search_finds_on_500_boards(
    player: NetworkPlayer, weights: Weights
) -> None:
    for board in random_boards(500, 13):
        found = player.best(board, Level.FAST)
        expected = Search(weights, STEP).values(board, 2)
        assert close(found, expected)
        assert found.best is not None
        assert expected[found.best] == pytest.approx(max(expected.values()), abs=1e-6)
        assert found.depth == 2


def test_three_pushes_ahead_it_finds_what_a_plain_search_finds_that_leaves_out_what_follows_hopeless_pushes(
    player: NetworkPlayer, weights: Weights, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(EFFORTS, Level.STANDARD, Effort(3, cut=1e-9, limit=1 << 40))
    crowded = [board for board in random_boards(3_000, 13, seed=2) if sum(cell > 0 for cell in board) >= 14]
    hopeful = Search(weights, STEP, hopeless=float("inf"))
    differences = 0
    for board in crowded[:12]:
        found = player.best(board)
        assert close(found, Search(weights, STEP).values(board, 3))
        differences += not close(found, hopeful.values(board, 3))
    assert differences


def test_what_is_improbable_is_left_to_the_network(
    player: NetworkPlayer, weights: Weights, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(EFFORTS, Level.STANDARD, Effort(4, cut=0.07, limit=1 << 40))
    crowded = [board for board in random_boards(3_000, 13, seed=3) if sum(cell > 0 for cell in board) >= 14]
    for board in crowded[:12]:
        assert close(player.best(board), Search(weights, STEP, cut=0.07).values(board, 4))


def test_a_budget_of_boards_ends_the_deepening(
    player: NetworkPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for limit in (3_000, 1 << 40):
        monkeypatch.setitem(EFFORTS, Level.STANDARD, Effort(4, cut=1e-9, limit=limit))
        found.append(player.best(ROOMY))
    assert found[0].depth < found[1].depth == 4
    assert found[0].nodes <= 16 * 3_000 < found[1].nodes


def test_boards_in_doubt_get_more_time_than_their_level_says(player: NetworkPlayer) -> None:
    limit = EFFORTS[Level.STANDARD].limit
    nodes = [player.best(board).nodes for board in random_boards(200, 13)]
    assert limit < max(nodes) <= 16 * limit


def test_where_there_is_but_one_way_nothing_is_in_doubt(player: NetworkPlayer) -> None:
    advice = player.best(ONE_WAY)
    assert list(advice.values) == [Direction.DOWN]
    assert advice.nodes <= EFFORTS[Level.STANDARD].limit


def test_one_push_ahead_it_adds_points_and_the_value_of_the_network(
    player: NetworkPlayer, weights: Weights
) -> None:
    for board in random_boards(100, 13):
        assert close(player.best(board, Level.INSTANT), Search(weights, STEP).values(board, 1))


@pytest.mark.parametrize("level", [Level.FAST, Level.STANDARD])
def test_the_eight_images_of_a_board_get_the_same_values(player: NetworkPlayer, level: Level) -> None:
    for board in random_boards(40, 15):
        found = [sorted(player.best(image, level).values.values()) for image in images(board)]
        assert all(other == found[0] for other in found)


def test_each_direction_of_an_image_is_worth_what_it_is_on_the_board_itself(player: NetworkPlayer) -> None:
    up, down, left, right = Direction.UP, Direction.DOWN, Direction.LEFT, Direction.RIGHT
    for board in random_boards(40, 12):
        values = player.best(board).values
        mirrored = tuple(board[4 * row + 3 - column] for row in range(4) for column in range(4))
        transposed = tuple(board[4 * column + row] for row in range(4) for column in range(4))
        for image, ways in (
            (mirrored, {left: right, right: left, up: up, down: down}),
            (transposed, {left: up, up: left, right: down, down: right}),
        ):
            expected = {ways[way]: worth for way, worth in values.items()}
            assert player.best(image).values == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("level", list(Level))
def test_advice_is_for_the_legal_directions_best_first(player: NetworkPlayer, level: Level) -> None:
    for board in (CROWDED, ROOMY, *random_boards(5, 15)):
        advice = player.best(board, level)
        assert set(advice.values) == set(legal_directions(board))
        assert list(advice.values.values()) == sorted(advice.values.values(), reverse=True)
        assert advice.best == next(iter(advice.values))
        assert advice.value == advice.values[next(iter(advice.values))]


@pytest.mark.parametrize("level", list(Level))
def test_a_lost_board_gets_no_advice_and_is_worth_nothing(player: NetworkPlayer, level: Level) -> None:
    advice = player.best((1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 1), level)
    assert (advice.values, advice.best, advice.value) == ({}, None, 0.0)


def test_the_same_board_gets_the_same_advice_whatever_was_asked_before(
    player: NetworkPlayer, weights: Weights
) -> None:
    asked = [player.best(board, Level.STRONG).values for board in (CROWDED, ROOMY, CROWDED)]
    assert asked[0] == asked[2] != asked[1]
    assert NetworkPlayer(weights, STEP).best(CROWDED, Level.STRONG).values == asked[0]


def test_a_harder_level_looks_further_ahead(player: NetworkPlayer) -> None:
    depths = [player.best(ROOMY, level).depth for level in Level]
    assert depths[:2] == [1, 2]
    assert depths == sorted(depths)
    assert depths[2] < depths[4]


def test_a_search_out_of_time_answers_with_the_deepest_that_it_finished(player: NetworkPlayer) -> None:
    hurried = player.best(ROOMY, Level.MAX, deadline=0.0)
    assert set(hurried.values) == set(legal_directions(ROOMY))
    assert hurried.depth < player.best(ROOMY, Level.MAX).depth
    assert player.best(ROOMY, Level.MAX, deadline=600.0).depth == player.best(ROOMY, Level.MAX).depth


def test_a_cancelled_search_answers_and_the_next_one_is_whole(player: NetworkPlayer) -> None:
    whole = player.best(ROOMY, Level.MAX)
    asking = threading.Event()
    answers: list[Advice] = []

    def ask() -> None:
        asking.set()
        answers.append(player.best(ROOMY, Level.MAX))

    asker = threading.Thread(target=ask)
    asker.start()
    asking.wait()
    while asker.is_alive():
        player.cancel()
        time.sleep(0.001)
    assert answers[0].depth < whole.depth
    assert player.best(ROOMY, Level.MAX).values == whole.values
