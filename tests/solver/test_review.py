"""The review of a game: grades, accuracy, and the exact story of its score."""

import math
import random
from collections.abc import Callable
from itertools import pairwise

import pytest

from app.engine.board import Board, Direction, legal_directions, slide
from app.engine.game import move, play_on, replay, start
from app.solver.grades import Grade, grade, share
from app.solver.levels import Advice
from app.solver.plain import PlainPlayer
from app.solver.review import MOST_COSTLY, Mark, Review, pack, review, unpack
from tests.builders import board_of
from tests.solver.adviser import cheap_advice

UP, DOWN, LEFT, RIGHT = Direction

Chooser = Callable[[Board], Direction]


def play(seed: bytes, choose: Chooser, most: int = 10_000) -> tuple[list[Board], list[Direction]]:
    """Play a game to its end, or so many moves, and return its boards and directions."""
    game = start(seed)
    boards, directions = [game.board], list[Direction]()
    while legal_directions(game.board) and len(directions) < most:
        direction = choose(game.board)
        after = move(play_on(game), seed, direction)
        assert after is not None
        game = after.game
        boards.append(game.board)
        directions.append(direction)
    return boards, directions


def at_random(chance: random.Random) -> Chooser:
    return lambda board: chance.choice(legal_directions(board))


def review_of(boards: list[Board], directions: list[Direction]) -> Review:
    return review(boards, directions, [cheap_advice(board) for board in boards])


def marked(best_worth: float, worth: float, *, is_plain: bool = False) -> Mark:
    return Mark(LEFT, UP if worth < best_worth else LEFT, best_worth, worth, 0, is_plain)


@pytest.mark.parametrize("part", range(4))
def test_the_score_is_the_start_plus_luck_less_losses_in_200_games(part: int) -> None:
    for number in range(50):
        seed = bytes([part, number] * 16)
        boards, directions = play(seed, at_random(random.Random(number)))
        found = review_of(boards, directions)
        assert found.left == 0
        assert found.score == replay(seed, directions).score
        assert found.start + math.fsum(found.luck) - found.losses == pytest.approx(found.score, abs=1e-6)


def test_in_a_game_that_was_left_the_last_board_keeps_its_worth() -> None:
    boards, directions = play(bytes(32), at_random(random.Random(1)), most=40)
    found = review_of(boards, directions)
    assert found.left == pytest.approx(cheap_advice(boards[-1]).value)
    story = found.start + math.fsum(found.luck) - found.losses - found.left
    assert story == pytest.approx(found.score, abs=1e-6)


def test_prospects_end_at_the_score_and_change_by_luck_and_losses_alone() -> None:
    found = review_of(*play(bytes(32), at_random(random.Random(2))))
    assert found.prospects[0] == found.start
    assert found.prospects[-1] == found.score
    steps = [later - earlier for earlier, later in pairwise(found.prospects)]
    causes = [luck - mark.loss for luck, mark in zip(found.luck, found.marks, strict=True)]
    assert steps == pytest.approx(causes)


def test_a_game_of_best_moves_has_no_losses_and_an_accuracy_of_100() -> None:
    def best(board: Board) -> Direction:
        direction = cheap_advice(board).best
        assert direction is not None
        return direction

    found = review_of(*play(bytes(32), best))
    assert (found.losses, found.accuracy, found.costliest) == (0, 100, [])
    assert found.counts[Grade.BEST] == len(found.marks)


def test_a_game_without_a_move_is_worth_its_first_board() -> None:
    board = start(bytes(32)).board
    found = review([board], [], [cheap_advice(board)])
    assert (found.marks, found.accuracy, found.score) == ((), 100, 0)
    assert found.start == found.left


@pytest.mark.parametrize(
    ("value", "given"),
    [
        (10_000, Grade.BEST),
        (9_990, Grade.GOOD),
        (9_799, Grade.GOOD),
        (9_797, Grade.INACCURACY),
        (9_496, Grade.INACCURACY),
        (9_494, Grade.MISTAKE),
        (7_476, Grade.MISTAKE),
        (7_474, Grade.BLUNDER),
        (0, Grade.BLUNDER),
    ],
)
def test_a_grade_is_given_by_the_share_that_was_kept(value: float, given: Grade) -> None:
    assert grade(value, 10_000) is given
    assert marked(10_000, value).grade is given


def test_a_few_points_in_a_lost_game_are_no_blunder() -> None:
    assert grade(0, 4) is Grade.INACCURACY
    assert grade(0, 400) is Grade.BLUNDER


def test_shares_stay_between_0_and_1_whatever_the_values() -> None:
    for value, best in ((-500.0, -400.0), (-500.0, 5.0), (0.0, 0.0), (5.0, 5.0), (-99.0, -99.0)):
        for is_plain in (False, True):
            assert 0 <= share(value, best, is_plain=is_plain) <= 1


def test_a_direction_worth_as_much_as_the_best_is_a_best_move_whatever_their_order() -> None:
    board = board_of(2, 0, 0, 2, *[0] * 12)
    after = slide(board, RIGHT).board
    advice = Advice({LEFT: 50.0, RIGHT: 50.0, DOWN: 1.0}, 1, 1, 0.0)
    (mark,) = review([board, after], [RIGHT], [advice, Advice({}, 1, 0, 0.0)]).marks
    assert (mark.played, mark.best, mark.grade) == (RIGHT, RIGHT, Grade.BEST)


def test_the_tiles_from_512_on_are_told_with_the_turn_that_made_them() -> None:
    boards = [
        board_of(256, 256, 256, 256, *[0] * 12),
        board_of(512, 512, *[0] * 14),
        board_of(1024, *[0] * 15),
        board_of(1024, *[0] * 15),
    ]
    advice = Advice({LEFT: 9.0, RIGHT: 8.0}, 1, 1, 0.0)
    assert review(boards, [LEFT, LEFT, RIGHT], [advice] * 4).milestones == {9: 1, 10: 2}


def test_the_ten_costliest_moves_are_the_ten_with_the_greatest_losses() -> None:
    found = review_of(*play(bytes([3] * 32), at_random(random.Random(3))))
    losses = sorted((mark.loss for mark in found.marks), reverse=True)
    assert len(found.costliest) == MOST_COSTLY
    assert [found.marks[turn - 1].loss for turn in found.costliest] == losses[:MOST_COSTLY]


def test_good_moves_are_never_among_the_costliest() -> None:
    board = board_of(2, 0, 0, 2, *[0] * 12)
    advice = Advice({LEFT: 1000.0, RIGHT: 995.0}, 1, 1, 0.0)
    assert review([board, board], [RIGHT], [advice] * 2).costliest == []
    advice = Advice({LEFT: 1000.0, RIGHT: 500.0}, 1, 1, 0.0)
    assert review([board, board], [RIGHT], [advice] * 2).costliest == [1]


def test_a_review_comes_out_of_its_bytes_as_it_went_in() -> None:
    found = review_of(*play(bytes([5] * 32), at_random(random.Random(5))))
    assert unpack(pack(found)) == found
    assert len(pack(found)) < 15 * len(found.marks) + 200


def test_one_answer_of_the_plain_player_is_enough_to_tell_no_points() -> None:
    assert Review((marked(9, 8), marked(9, 8, is_plain=True)), 0, {}).is_plain
    assert not Review((marked(9, 8), marked(9, 8)), 0, {}).is_plain


def accuracy_with(share_at_random: float, number: int) -> float:
    """Review some moves of the plain player, so many of whose moves are replaced by random ones."""
    chance, adviser, advices = random.Random(number), PlainPlayer(""), []

    def choose(board: Board) -> Direction:
        advices.append(adviser.best(board))
        at_random, (best, *_) = chance.random() < share_at_random, advices[-1].values
        return chance.choice(legal_directions(board)) if at_random else best

    boards, directions = play(bytes([number] * 32), choose, most=120)
    return review(boards, directions, [*advices, adviser.best(boards[-1])]).accuracy


def test_accuracy_puts_players_of_known_strength_in_their_order() -> None:
    accuracies = [[accuracy_with(share, number) for number in range(3)] for share in (0.05, 0.3, 1.0)]
    strong, middling, weak = (sum(found) / len(found) for found in accuracies)
    assert strong - 8 > middling > weak + 8, accuracies
    assert 20 < weak < 60 < strong < 100, accuracies
