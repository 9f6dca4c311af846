"""The slow path: no packages, no weights, any board."""

import subprocess
import sys

import pytest

from app.engine.board import Board, Direction, legal_directions
from app.engine.game import move, play_on, start
from app.solver.levels import Level
from app.solver.plain import PlainPlayer, worth
from tests.engine.boards import board
from tests.engine.playing import seed_of
from tests.solver.boards import random_boards

WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
from pathlib import Path
from app import solver
player = solver.load(solver.WEIGHTS, Path(sys.argv[1]))
print(player.is_plain, player.reason, player.best((1, 1, *[0] * 14)).best, sep="|")
print("numpy" in sys.modules)
"""


@pytest.mark.parametrize("largest", [5, 11, 17])
def test_advice_is_for_the_legal_directions_best_first(largest: int) -> None:
    for asked in random_boards(5, largest):
        advice = PlainPlayer("").best(asked)
        assert set(advice.values) == set(legal_directions(asked))
        assert list(advice.values.values()) == sorted(advice.values.values(), reverse=True)
        assert advice.depth == 2


def test_a_lost_board_gets_no_advice() -> None:
    advice = PlainPlayer("").best((1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 1))
    assert (advice.best, advice.value) == (None, 0.0)


def test_it_sees_after_which_directions_the_new_tile_leaves_no_move() -> None:
    doomed = board("2 4 8 16   4 8 16 32   8 16 32 64   16 32 64 64")
    values = PlainPlayer("").best(doomed).values
    assert min(values[Direction.DOWN], values[Direction.RIGHT]) > max(
        values[Direction.UP], values[Direction.LEFT]
    )


def test_out_of_time_it_looks_one_push_ahead_only() -> None:
    asked: Board = (9, 7, 5, 3, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0)
    assert PlainPlayer("").best(asked, deadline=0.0).depth == 1
    assert PlainPlayer("").best(asked, deadline=60.0).depth == 2


def test_order_space_and_merges_look_better_than_their_opposites() -> None:
    ordered = board("512 256 128 64   . . . .   . . . .   . . . .")
    mixed = board("64 512 128 256   . . . .   . . . .   . . . .")
    crowded = board("512 256 128 64   2 4 8 2   . . . .   . . . .")
    assert worth(ordered) > worth(mixed)
    assert worth(ordered) > worth(crowded)
    assert worth(board("4 4 2 .  . . . .  . . . .  . . . .")) > worth(
        board("4 2 4 .  . . . .  . . . .  . . . .")
    )


def test_it_plays_well_enough_to_make_512() -> None:
    seed = seed_of(1)
    game = start(seed)
    player = PlainPlayer("")
    while max(game.board) < 9:
        best = player.best(game.board, Level.FAST).best
        assert best is not None
        played = move(play_on(game), seed, best)
        assert played is not None
        game = played.game


def test_without_numba_the_slow_path_serves_and_says_so(tmp_path: object) -> None:
    told = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMBA, str(tmp_path)], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert told[0].startswith("True|the packages numba and numpy are not installed|")
    assert told[0].rpartition("|")[2] in ("left", "right", "down")
    assert told[1] == "False"
