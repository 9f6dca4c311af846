"""Boards with tiles that four bits cannot hold are answered rightly, and so are crowded late boards."""

import pytest
from hypothesis import given, settings

from app.engine.board import Board, Direction, legal_directions, slide
from app.solver.bitboard import pack, unpack
from app.solver.compiling import Weights, compiled, u64
from app.solver.downgrading import downgraded, fitted
from app.solver.levels import Level
from app.solver.plain import PlainPlayer
from app.solver.player import NetworkPlayer
from tests.engine.boards import board
from tests.engine.playing import boards
from tests.solver.boards import random_boards
from tests.solver.conftest import STEP
from tests.solver.reference import network_value

TWO_65536 = board("65536 65536 8 2   4 16 2 .   2 . . .   . . . .")
ONE_131072 = board("131072 65536 32768 16384   64 128 256 512   32 16 8 4   2 . . .")
TWO_131072 = board("131072 131072 4 2   4 2 8 4   2 4 2 8   4 2 4 2")
TWO_8192 = board("8192 8192 64 32   2 4 . .   . . . .   . . . .")
TWO_16384 = board("16384 16384 8192 4096   128 256 512 1024   64 32 2 2048   . . . .")
CHAIN = board("131072 65536 32768 16384   1024 2048 4096 8192   512 256 128 64   4 8 16 4")


@compiled("uint64(uint64)")
def downgraded_by_compiled_code(bits: int) -> int:
    return downgraded(bits)


@given(boards)
@settings(deadline=None)
def test_downgrading_keeps_which_tiles_are_equal_and_which_pushes_are_legal(before: Board) -> None:
    after = fitted(before)
    if after is None:
        return
    assert max(after) <= 15
    for cell in range(16):
        for other in range(16):
            assert (before[cell] == before[other]) == (after[cell] == after[other])
            assert (before[cell] < before[other]) == (after[cell] < after[other])
    assert [bool(exponent) for exponent in before] == [bool(exponent) for exponent in after]
    assert all(b == a for b, a in zip(before, after, strict=True) if b < 6)


def test_tiles_above_the_highest_gap_are_halved_until_the_largest_is_small_enough() -> None:
    assert fitted(board("16384 4096 2 .  . . . .  . . . .  . . . .")) == board(
        "8192 4096 2 .  . . . .  . . . .  . . . ."
    )
    assert fitted(board("65536 32768 64 2  . . . .  . . . .  . . . .")) == board(
        "8192 4096 64 2  . . . .  . . . .  . . . ."
    )


def test_a_board_without_a_gap_or_without_a_large_tile_stays_as_it_is() -> None:
    whole = board("16384 8192 4096 2048  128 256 512 1024  64 32 2 .  . . . .")
    small = board("8192 2048 2 .  . . . .  . . . .  . . . .")
    assert fitted(whole) == whole
    assert fitted(small) == small


def test_compiled_code_downgrades_as_plain_code_does() -> None:
    for before in random_boards(2_000, 15):
        expected = fitted(before)
        assert expected is not None
        assert unpack(downgraded_by_compiled_code(u64(pack(before)))) == expected


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("large", [TWO_65536, ONE_131072, CHAIN], ids=["two 65536", "131072", "chain"])
def test_the_advice_for_a_large_board_is_for_its_legal_directions(
    player: NetworkPlayer, large: Board, level: Level
) -> None:
    assert set(player.best(large, level, deadline=0.2).values) == set(legal_directions(large))


def test_merging_two_tiles_65536_counts_all_of_its_points(player: NetworkPlayer) -> None:
    for asked in (player, PlainPlayer("")):
        advice = asked.best(TWO_65536, Level.INSTANT)
        assert advice.best in (Direction.LEFT, Direction.RIGHT)
        assert advice.value - advice.values[Direction.DOWN] > 65_536


def test_two_tiles_131072_are_never_thought_to_merge(player: NetworkPlayer) -> None:
    advice = player.best(TWO_131072)
    assert advice.values == {}
    assert all(slide(TWO_131072, direction).board == TWO_131072 for direction in Direction)


def test_a_board_beyond_64_bits_is_answered_by_the_plain_player(player: NetworkPlayer) -> None:
    assert fitted(CHAIN) is None
    assert player.best(CHAIN).values == PlainPlayer("").best(CHAIN).values


@pytest.mark.parametrize("whole", [TWO_8192, TWO_16384], ids=["16384", "32768"])
def test_a_large_tile_that_a_push_would_make_is_downgraded_for_the_network(
    player: NetworkPlayer, weights: Weights, whole: Board
) -> None:
    after = slide(whole, Direction.LEFT)
    smaller = fitted(after.board)
    assert fitted(whole) == whole
    assert smaller is not None
    assert max(smaller) < max(after.board)
    value = player.best(whole, Level.INSTANT).values[Direction.LEFT]
    assert value == after.gained + STEP * network_value(weights, smaller)
