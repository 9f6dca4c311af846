"""The ladder of tiles: what each stands for, against other ways to work it out."""

from itertools import pairwise

import pytest

from app.engine.board import LARGEST, Direction
from app.engine.chance import spawn
from app.engine.game import move, start
from app.engine.ladder import FOURS, ladder, rung

# The figures known for some tiles: points with 2s only, on average, and about how many moves.
KNOWN = {
    2: (0, 0, 0),
    4: (4, 3, 2),
    64: (320, 308, 29),
    2048: (20_480, 20_108, 931),
    4096: (45_056, 44_311, 1_862),
    131_072: (2_097_152, 2_073_321, 59_578),
}


@pytest.mark.parametrize("value", KNOWN)
def test_a_tile_stands_for_the_known_figures(value: int) -> None:
    one = rung(value.bit_length() - 1)
    assert (one.points, round(one.expected), round(one.moves)) == KNOWN[value]


@pytest.mark.parametrize("exponent", range(1, LARGEST + 1))
def test_the_points_are_those_of_all_merges_beneath_a_tile(exponent: int) -> None:
    assert rung(exponent).points == sum(2 ** (exponent - k) // 1 * 2**k for k in range(2, exponent + 1))


def test_the_ladder_goes_from_2_to_131072_and_ever_upwards() -> None:
    rungs = ladder()
    assert [1 << one.exponent for one in rungs] == [2**n for n in range(1, 18)]
    for lower, higher in pairwise(rungs):
        assert (lower.points, lower.expected, lower.moves) < (higher.points, higher.expected, higher.moves)


def test_one_tile_in_ten_appears_as_a_4() -> None:
    seeds = [number.to_bytes(32, "big") for number in range(2_000)]
    fours = sum(spawn(seed, 0, (0,) * 16).exponent == 2 for seed in seeds) / len(seeds)
    assert abs(fours - FOURS) < 0.03


def test_a_real_game_has_the_points_of_its_tiles_less_four_for_each_4_that_appeared() -> None:
    seed = b"l" * 32
    game = start(seed)
    fours = sum(exponent == 2 for exponent in game.board)
    while moved := next(filter(None, (move(game, seed, way) for way in Direction)), None):
        game = moved.game
        fours += moved.spawn.exponent == 2
    assert game.turn > 50
    assert game.score == sum(rung(exponent).points for exponent in game.board if exponent) - 4 * fours
