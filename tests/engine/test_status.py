"""What can be wrong with a stored game, and the conservation law that finds it.

A tile of exponent ``e`` counts ``(e - 3) * 2**e / 4`` in the law (an empty cell counts 0): what it
adds to the spawns of a 4 told by the score, less what it adds to those told by the sum. A change
of the score, of the turn or of a tile breaks the law unless both counts are the same. They are
for two swaps alone: 2 and 4 both count -1, an empty cell and an 8 both count 0. Such a swap passes
for other luck, until it makes more spawns a 4 than there were spawns, or fewer than none. Where
the tiles lie is no part of the law either. A replay sees all of this; the law is the quick look.
"""

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.engine.board import EMPTY, Board
from app.engine.game import Fault, Game, Move, move, play_on, replay, start, status
from tests.engine import recorded
from tests.engine.boards import board, points_in, sum_of
from tests.engine.playing import Position, positions, rule, seed_of, wander

UNSEEN = ({1, 2}, {0, 3})
"""The two swaps of exponents that the law cannot tell from other luck: 2 and 4, nothing and 8."""


def fours(game: Game) -> int:
    """Return how many spawns were a 4, as the sum of the tiles tells it."""
    return (sum_of(game.board) - 2 * (game.turn + 2)) // 2


def with_tile(game: Game, cell: int, exponent: int) -> Game:
    return game._replace(board=(*game.board[:cell], exponent, *game.board[cell + 1 :]))


def two(first: int, second: int, score: int = 0, turn: int = 0) -> Game:
    """Return a game with two tiles, given by value, in the first two cells."""
    return Game(board(f"{first} {second} . .  . . . .  . . . .  . . . ."), score, turn)


# Nothing is wrong with a game that was played


def test_ten_thousand_played_positions_keep_the_law_and_have_no_fault() -> None:
    """Score and sum both give the number of 4s that appeared, counted here one by one."""
    checked = 0
    number = 0
    while checked < 10_000:
        appeared = start(seed_of(number)).board.count(2)
        for played in wander(seed_of(number)):
            game = played.game
            appeared += played.spawn.exponent == 2
            assert points_in(game.board) - game.score == 4 * appeared
            assert sum_of(game.board) - 2 * (game.turn + 2) == 2 * appeared
            assert status(game) == Fault.NONE
            checked += 1
        number += 1


def recorded_moves() -> list[Move]:
    game = start(recorded.SEED)
    moves = []
    for direction in recorded.DIRECTIONS:
        played = move(play_on(game), recorded.SEED, direction)
        assert played is not None
        moves.append(played)
        game = played.game
    return moves


def test_no_turn_of_the_recorded_game_has_a_fault_before_at_or_after_its_win() -> None:
    for played in recorded_moves():
        assert status(played.game) == Fault.NONE
        assert status(play_on(played.game)) == Fault.NONE


def test_a_start_has_no_fault_whichever_its_tiles() -> None:
    for first, second in product((2, 4), repeat=2):
        assert status(two(first, second)) == Fault.NONE


# Each fault alone

SPECIMENS = {
    "fifteen cells": (Fault.BOARD_SIZE, Game((1, 1, *[0] * 13))),
    "seventeen cells": (Fault.BOARD_SIZE, Game((1, 1, *[0] * 15))),
    "a tile 262144": (Fault.IMPOSSIBLE_TILE, Game((1, 18, *[0] * 14), won=True, continued=True)),
    "a tile below nothing": (Fault.IMPOSSIBLE_TILE, Game((1, 1, -1, *[0] * 13))),
    "one tile": (Fault.TOO_FEW_TILES, Game((2, *[0] * 15), score=4)),
    "a score below nothing": (Fault.NEGATIVE_SCORE, Game((1, 1, 1, *[0] * 13), score=-4)),
    "points too many": (Fault.CONSERVATION, two(2, 4, score=4)),
    "half a spawn": (Fault.CONSERVATION, two(2, 8, score=6, turn=1)),
    "a turn too many": (Fault.CONSERVATION, two(2, 4, turn=1)),
    "more 4s than spawns": (Fault.CONSERVATION, two(4, 8, score=4)),
    "fewer 4s than none": (Fault.CONSERVATION, two(2, 2, score=4, turn=1)),
    "a 2048 without the win": (Fault.WIN_UNMARKED, two(2, 2048, score=20480, turn=1023)),
    "a 4096 without the win": (Fault.WIN_UNMARKED, two(2, 4096, score=45056, turn=2047)),
    "a win without a 2048": (Fault.WIN_UNPROVED, two(2, 2)._replace(won=True)),
    "a win with a 1024": (Fault.WIN_UNPROVED, two(2, 1024, score=9216, turn=511)._replace(won=True)),
    "played on without Continue": (
        Fault.CONTINUED_UNMARKED,
        two(2, 4096, score=45056, turn=2047)._replace(won=True),
    ),
    "more than 16 cells can hold": (
        Fault.IMPOSSIBLE_SUM,
        two(131072, 131072, score=4194304, turn=131070)._replace(won=True, continued=True),
    ),
    "played on without a win": (Fault.CONTINUED_UNWON, two(2, 2)._replace(continued=True)),
}
SOUND = {
    "sixteen cells": Game((1, 1, *[0] * 14)),
    "two tiles": two(2, 4),
    "no points and no turns": two(4, 4),
    "as many 4s as spawns": two(8, 4, score=8, turn=1),
    "no 4 at all": two(4, 2, score=4, turn=1),
    "a 1024 without a win": two(2, 1024, score=9216, turn=511),
    "a 2048 with its win": two(2, 2048, score=20480, turn=1023)._replace(won=True),
    "a 4096 and played on": two(2, 4096, score=45056, turn=2047)._replace(won=True, continued=True),
}


@pytest.mark.parametrize(("fault", "game"), SPECIMENS.values(), ids=SPECIMENS)
def test_a_game_with_one_fault_has_that_fault_alone(fault: Fault, game: Game) -> None:
    assert status(game) == fault


@pytest.mark.parametrize("game", SOUND.values(), ids=SOUND)
def test_a_game_on_the_right_side_of_every_limit_has_no_fault(game: Game) -> None:
    assert status(game) == Fault.NONE


def test_every_fault_but_one_can_stand_alone() -> None:
    alone = {fault for fault, _ in SPECIMENS.values()}
    assert set(Fault) - alone == {Fault.NEGATIVE_TURN}


def test_a_negative_turn_comes_with_the_tile_the_point_or_the_law_that_it_breaks() -> None:
    """Fewer than two spawns cannot leave two tiles, so this fault never stands alone."""
    assert status(two(2, 2, turn=-1)) == Fault.NEGATIVE_TURN | Fault.CONSERVATION
    assert status(two(2, 2, turn=-1, score=-4)) == Fault.NEGATIVE_TURN | Fault.NEGATIVE_SCORE
    assert status(Game((1, *[0] * 15), turn=-1)) == Fault.NEGATIVE_TURN | Fault.TOO_FEW_TILES


def test_faults_add_up() -> None:
    assert status(Game(())) == Fault.BOARD_SIZE | Fault.TOO_FEW_TILES
    assert status(Game(EMPTY)) == Fault.TOO_FEW_TILES | Fault.CONSERVATION
    everything = Game((18,), score=-1, turn=-1, continued=True)
    assert status(everything) == (
        Fault.BOARD_SIZE
        | Fault.IMPOSSIBLE_TILE
        | Fault.TOO_FEW_TILES
        | Fault.NEGATIVE_TURN
        | Fault.NEGATIVE_SCORE
        | Fault.WIN_UNMARKED
        | Fault.CONTINUED_UNWON
    )


@rule
@given(
    st.lists(st.integers(-3, 20), max_size=20).map(tuple),
    st.integers(),
    st.integers(),
    st.booleans(),
    st.booleans(),
)
def test_any_numbers_at_all_get_an_answer(
    cells: Board, score: int, turn: int, won: bool, continued: bool
) -> None:
    faults = status(Game(cells, score, turn, won, continued))
    assert (Fault.BOARD_SIZE in faults) == (len(cells) != 16)
    assert (Fault.IMPOSSIBLE_TILE in faults) == bool(set(cells) - set(range(18)))
    assert (Fault.TOO_FEW_TILES in faults) == (len([cell for cell in cells if cell > 0]) < 2)
    assert (Fault.NEGATIVE_TURN in faults) == (turn < 0)
    assert (Fault.NEGATIVE_SCORE in faults) == (score < 0)
    assert (Fault.WIN_UNMARKED in faults) == (not won and any(cell > 10 for cell in cells))
    assert (Fault.WIN_UNPROVED in faults) == (won and all(cell < 11 for cell in cells))
    assert (Fault.CONTINUED_UNWON in faults) == (continued and not won)


# One change to a played position

changes = st.integers(-100_000, 100_000).filter(bool)


@rule
@given(positions, changes)
def test_a_changed_score_breaks_the_law(at: Position, change: int) -> None:
    assert Fault.CONSERVATION in status(at.game._replace(score=at.game.score + change))


@rule
@given(positions, changes)
def test_a_changed_turn_breaks_the_law(at: Position, change: int) -> None:
    assert Fault.CONSERVATION in status(at.game._replace(turn=at.game.turn + change))


@rule
@given(positions, st.integers(0, 15), st.integers(0, 17))
def test_a_changed_tile_breaks_the_law_but_for_two_swaps(at: Position, cell: int, exponent: int) -> None:
    swap = {at.game.board[cell], exponent}
    assume(len(swap) == 2)
    assume(swap not in UNSEEN)
    assert Fault.CONSERVATION in status(with_tile(at.game, cell, exponent))


@pytest.mark.parametrize("at", [recorded.WINNING_TURN, recorded.WINNING_TURN + 1, recorded.LAST_TURN])
def test_every_change_of_a_tile_of_a_won_game_breaks_the_law_but_for_two_swaps(at: int) -> None:
    game = replay(recorded.SEED, recorded.DIRECTIONS[:at])
    for cell, exponent in product(range(16), range(18)):
        swap = {game.board[cell], exponent}
        if len(swap) == 2 and swap not in UNSEEN:
            assert Fault.CONSERVATION in status(with_tile(game, cell, exponent))


@rule
@given(positions, st.integers(0, 15))
def test_the_two_swaps_pass_exactly_as_long_as_the_4s_they_tell_of_could_have_appeared(
    at: Position, cell: int
) -> None:
    other = {0: 3, 3: 0, 1: 2, 2: 1}.get(at.game.board[cell])
    assume(other is not None)
    assert other is not None
    swapped = with_tile(at.game, cell, other)
    assume(sum(exponent > 0 for exponent in swapped.board) >= 2)
    possible = 0 <= fours(swapped) <= at.game.turn + 2
    assert fours(swapped) - fours(at.game) in (-4, -1, 1, 4)
    assert status(swapped) == (Fault.NONE if possible else Fault.CONSERVATION)


def test_a_2_taken_for_a_4_passes_for_other_luck() -> None:
    assert status(two(2, 2)) == status(two(2, 4)) == Fault.NONE


def test_an_8_out_of_nothing_is_seen_where_so_many_4s_could_not_have_appeared() -> None:
    assert status(with_tile(two(2, 2), 15, 3)) == Fault.CONSERVATION


def test_where_the_tiles_lie_is_no_part_of_the_law() -> None:
    game = replay(recorded.SEED, recorded.DIRECTIONS)
    turned = game._replace(board=game.board[::-1])
    assert turned != game
    assert status(turned) == Fault.NONE


@rule
@given(positions)
def test_a_win_that_did_not_happen_is_seen(at: Position) -> None:
    assert status(at.game._replace(won=True)) == Fault.WIN_UNPROVED
    assert status(at.game._replace(continued=True)) == Fault.CONTINUED_UNWON


def test_a_win_that_was_lost_is_seen() -> None:
    won = replay(recorded.SEED, recorded.DIRECTIONS[: recorded.WINNING_TURN])
    assert status(won._replace(won=False)) == Fault.WIN_UNMARKED
    assert status(play_on(won)._replace(won=False)) == Fault.WIN_UNMARKED | Fault.CONTINUED_UNWON
