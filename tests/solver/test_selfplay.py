"""Games of the solver itself: reproducible, and right by the engine."""

from itertools import pairwise

import numpy as np
import pytest

from app.engine.board import slide
from app.solver.levels import EFFORTS, Effort, Level
from app.solver.player import NetworkPlayer
from app.solver.selfplay import boards_of, finished, game, play
from tests.engine.boards import board


def test_a_seed_is_a_game(player: NetworkPlayer) -> None:
    def first(seed: int) -> list[tuple[int, ...]]:
        return [game(player, Level.FAST, seed, number)[:3] for number in range(3)]

    assert first(1) == first(1) != first(2)
    assert len(set(first(1))) == 3


def test_each_board_follows_from_the_advice_on_the_one_before_and_one_new_tile(player: NetworkPlayer) -> None:
    boards = boards_of(player, Level.FAST, 7)
    assert len(boards) == play(player, Level.FAST, 7).moves
    for asked, following in pairwise(boards):
        best = player.best(asked, Level.FAST).best
        assert best is not None
        pushed = slide(asked, best).board
        [new] = [cell for cell in range(16) if pushed[cell] != following[cell]]
        assert pushed[new] == 0
        assert following[new] in (1, 2)


def test_the_score_is_start_and_luck_less_losses_in_200_games(player: NetworkPlayer) -> None:
    for seed in range(200):
        boards = boards_of(player, Level.INSTANT, seed)
        advice = [player.best(asked, Level.INSTANT) for asked in boards]
        score, luck, losses = 0, 0.0, 0.0
        for turn, asked in enumerate(boards):
            directions = list(advice[turn].values)
            played = directions[-1] if turn % 5 == 0 else directions[0]
            points = slide(asked, played).gained
            following = advice[turn + 1].value if turn + 1 < len(boards) else 0.0
            score += points
            losses += advice[turn].value - advice[turn].values[played]
            luck += following - (advice[turn].values[played] - points)
        assert score == pytest.approx(advice[0].value + luck - losses, abs=1e-3)


def test_a_game_goes_on_beyond_65536_by_the_rules_of_the_engine(player: NetworkPlayer) -> None:
    before = board("32768 32768 8 2   4 16 2 .   2 . . .   . . . .")
    states = [np.array([seed], np.uint64) for seed in (3, 3, 4)]
    ends = [finished(player, Level.INSTANT, before, state) for state in states]
    assert ends[0] == ends[1] != ends[2]
    assert all(largest >= 16 and score > 65_536 and moves > 10 for score, moves, largest in ends)


def test_a_budget_spent_on_one_board_is_there_again_for_the_next(
    player: NetworkPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(EFFORTS, Level.STANDARD, Effort(2, 1e-9, 60))
    boards = boards_of(player, Level.STANDARD, 1)
    depths = [player.best(asked, Level.STANDARD).depth for asked in boards]
    assert set(depths) == {1, 2}
    for asked, following in pairwise(boards):
        best = player.best(asked, Level.STANDARD).best
        assert best is not None
        assert sum(b != a for b, a in zip(slide(asked, best).board, following, strict=True)) == 1
