"""One game: its start, its moves, its win and its end."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given

from app.engine.board import Direction, legal_directions, slide
from app.engine.chance import Spawn, spawn
from app.engine.game import Game, Outcome, move, outcome, play_on, start
from tests.engine.boards import board, sum_of
from tests.engine.playing import Position, directions, positions, rule, seed_of, wander

SEED = seed_of(0)

READY_TO_WIN = Game(board("1024 1024 . .  . . . .  . . . .  . . . ."), score=18000, turn=900)
WON = Game(board("2048 . . .  4 . . .  . . . .  . . . ."), score=20000, turn=940, won=True)
PLAYING_ON = WON._replace(continued=True)
STUCK = board("""
    2 4 2 4
    4 2 4 2
    2 4 2 4
    4 2 4 2
""")
OVER = Game(STUCK, score=100, turn=30)
WON_AND_OVER = Game((11, *STUCK[1:]), score=20000, turn=940, won=True)
FULL_WITH_A_PAIR = board("""
    2 4 2 4
    4 2 4 2
    2 4 8 8
    4 2 4 2
""")


def played(game: Game, direction: Direction, seed: bytes = SEED) -> Game:
    """Play a direction that must be possible."""
    result = move(game, seed, direction)
    assert result is not None
    return result.game


# The start


def test_a_game_starts_with_two_tiles_and_nothing_else() -> None:
    for number in range(200):
        game = start(seed_of(number))
        assert sum(exponent > 0 for exponent in game.board) == 2
        assert game == Game(game.board, score=0, turn=0, won=False, continued=False)


def test_both_tiles_of_the_start_are_a_2_or_a_4() -> None:
    kinds = {tuple(sorted(filter(None, start(seed_of(number)).board))) for number in range(1000)}
    assert kinds == {(1, 1), (1, 2), (2, 2)}


def test_the_tiles_of_the_start_are_spawns_0_and_1_of_the_seed() -> None:
    for number in range(200):
        seed = seed_of(number)
        cells = [0] * 16
        for spawned in (0, 1):
            new = spawn(seed, spawned, tuple(cells))
            cells[new.cell] = new.exponent
        assert start(seed).board == tuple(cells)


def test_a_game_starts_open_to_moves() -> None:
    for number in range(200):
        game = start(seed_of(number))
        assert outcome(game) is Outcome.PLAYING
        assert any(move(game, seed_of(number), direction) for direction in Direction)


def test_the_start_has_no_favourite_cells_and_one_tile_in_ten_is_a_4() -> None:
    """Chi squared over 40,000 seeds, against its one in a million.

    The 120 pairs of cells leave 119 degrees of freedom (207.20); 2 or 4 leaves one (23.93).
    """
    pairs: Counter[tuple[int, ...]] = Counter()
    fours = 0
    for number in range(40_000):
        cells = start(seed_of(number)).board
        pairs[tuple(cell for cell in range(16) if cells[cell])] += 1
        fours += cells.count(2)
    each = 40_000 / 120
    assert sum((pairs[pair] - each) ** 2 / each for pair in combinations(range(16), 2)) < 207.20
    assert (fours - 8_000) ** 2 / 8_000 + (fours - 8_000) ** 2 / 72_000 < 23.93


# A move


@rule
@given(positions, directions)
def test_a_direction_is_played_exactly_if_it_changes_the_board(at: Position, direction: Direction) -> None:
    changes = slide(at.game.board, direction).board != at.game.board
    assert (move(at.game, at.seed, direction) is not None) == changes


@rule
@given(positions)
def test_exactly_one_tile_appears_after_a_move_in_a_cell_that_the_slide_left_empty(at: Position) -> None:
    for direction in legal_directions(at.game.board):
        result = move(at.game, at.seed, direction)
        assert result is not None
        slid, after = result.slide.board, result.game.board
        assert [cell for cell in range(16) if slid[cell] != after[cell]] == [result.spawn.cell]
        assert slid[result.spawn.cell] == 0
        assert after[result.spawn.cell] == result.spawn.exponent
        assert result.spawn.exponent in (1, 2)


@rule
@given(positions)
def test_a_move_counts_one_turn_and_adds_its_merges_to_the_score(at: Position) -> None:
    for direction in legal_directions(at.game.board):
        after = played(at.game, direction, at.seed)
        assert after.turn == at.game.turn + 1
        assert after.score == at.game.score + slide(at.game.board, direction).gained


@rule
@given(positions)
def test_a_move_tells_its_direction_and_its_slide(at: Position) -> None:
    for direction in legal_directions(at.game.board):
        result = move(at.game, at.seed, direction)
        assert result is not None
        assert result.direction is direction
        assert result.slide == slide(at.game.board, direction)


@rule
@given(positions)
def test_the_tile_after_move_t_is_spawn_t_plus_1_of_the_seed(at: Position) -> None:
    for direction in legal_directions(at.game.board):
        result = move(at.game, at.seed, direction)
        assert result is not None
        assert result.spawn == spawn(at.seed, result.game.turn + 1, result.slide.board)


def test_a_move_that_only_slides_scores_nothing() -> None:
    game = Game(board("2 4 . .  . . . .  . . . .  . . . ."), score=12, turn=3)
    assert played(game, Direction.RIGHT).score == 12


def test_a_move_that_merges_scores_the_new_tiles() -> None:
    game = Game(board("256 256 2 2  . . . .  . . . .  . . . ."), score=12, turn=3)
    assert played(game, Direction.RIGHT).score == 12 + 512 + 4


def test_a_tile_may_appear_in_a_cell_that_the_move_has_left() -> None:
    game = Game(board("2 . . .  . . . .  . . . .  . . . ."))
    moves = [move(game, seed_of(number), Direction.RIGHT) for number in range(300)]
    assert {result.spawn.cell for result in moves if result} == set(range(16)) - {3}


def test_a_new_tile_does_not_merge_in_the_move_it_appears_in() -> None:
    game = Game(board("2 . . .  4 8 4 8  8 4 8 4  4 8 4 8"))
    for number in range(100):
        after = played(game, Direction.RIGHT, seed_of(number))
        assert after.board[3] == 1
        assert after.score == 0


def test_an_illegal_direction_is_no_move() -> None:
    corner = Game(board("2 . . .  . . . .  . . . .  . . . ."), score=8, turn=4)
    assert move(corner, SEED, Direction.LEFT) is None
    assert move(corner, SEED, Direction.UP) is None


def test_trying_an_illegal_direction_costs_nothing() -> None:
    corner = Game(board("2 . . .  . . . .  . . . .  . . . ."), score=8, turn=4)
    untried = move(corner, SEED, Direction.RIGHT)
    for direction in (Direction.LEFT, Direction.UP) * 10:
        assert move(corner, SEED, direction) is None
    assert move(corner, SEED, Direction.RIGHT) == untried
    assert corner == Game(board("2 . . .  . . . .  . . . .  . . . ."), score=8, turn=4)


def test_the_same_move_again_gives_the_same_tile() -> None:
    game = start(SEED)
    direction = legal_directions(game.board)[0]
    assert move(game, SEED, direction) == move(game, SEED, direction)


def test_another_seed_gives_other_tiles_after_the_same_move() -> None:
    game = Game(board("2 . . .  . . . .  . . . .  . . . ."))
    spawns = {result.spawn for number in range(50) if (result := move(game, seed_of(number), Direction.DOWN))}
    assert len(spawns) > 10


def test_a_move_adds_the_new_tile_and_nothing_more_to_the_sum() -> None:
    for number in range(20):
        moves = list(wander(seed_of(number)))
        for before, after in pairwise(moves):
            added = sum_of(after.game.board) - sum_of(before.game.board)
            assert added == 2**after.spawn.exponent


# The win


def test_a_merge_that_makes_2048_wins() -> None:
    after = played(READY_TO_WIN, Direction.LEFT)
    assert after.won
    assert not after.continued
    assert outcome(after) is Outcome.WON
    assert after.score == READY_TO_WIN.score + 2048


def test_two_merges_that_make_2048_win_as_one() -> None:
    game = READY_TO_WIN._replace(board=board("1024 1024 1024 1024  . . . .  . . . .  . . . ."))
    after = played(game, Direction.LEFT)
    assert outcome(after) is Outcome.WON
    assert after.board.count(11) == 2


def test_a_merge_that_makes_1024_does_not_win() -> None:
    game = Game(board("512 512 . .  1024 . . .  . . . .  . . . ."))
    after = played(game, Direction.LEFT)
    assert not after.won
    assert outcome(after) is Outcome.PLAYING


def test_two_tiles_of_1024_that_do_not_merge_do_not_win() -> None:
    after = played(READY_TO_WIN, Direction.DOWN)
    assert not after.won
    assert outcome(after) is Outcome.PLAYING


def test_a_2048_that_no_merge_of_this_game_made_does_not_win() -> None:
    game = Game(board("2048 . . .  . . . .  . . . .  2 2 . ."))
    after = played(game, Direction.RIGHT)
    assert 11 in after.board
    assert not after.won


def test_moves_wait_at_the_win() -> None:
    assert set(legal_directions(WON.board)) == {Direction.RIGHT, Direction.DOWN}
    assert [move(WON, SEED, direction) for direction in Direction] == [None] * 4


def test_playing_on_opens_the_same_board_to_moves_again() -> None:
    game = play_on(WON)
    assert game == WON._replace(continued=True)
    assert outcome(game) is Outcome.WON_PLAYING_ON
    assert played(game, Direction.RIGHT).turn == WON.turn + 1


def test_playing_on_changes_no_game_that_is_not_waiting_at_its_win() -> None:
    for game in (start(SEED), READY_TO_WIN, PLAYING_ON, OVER, WON_AND_OVER):
        assert play_on(game) == game


def test_playing_on_before_the_win_does_not_skip_the_win() -> None:
    after = played(play_on(READY_TO_WIN), Direction.LEFT)
    assert outcome(after) is Outcome.WON


def test_a_won_game_stays_won_and_open_when_played_on() -> None:
    after = played(PLAYING_ON, Direction.RIGHT)
    assert after.won
    assert after.continued
    assert outcome(after) is Outcome.WON_PLAYING_ON


def test_a_won_game_stays_won_without_its_2048() -> None:
    game = PLAYING_ON._replace(board=board("2048 2048 . .  . . . .  . . . .  . . . ."))
    after = played(game, Direction.LEFT)
    assert 11 not in after.board
    assert after.won


@pytest.mark.parametrize("tile", [1024, 2048, 4096, 8192, 16384, 32768, 65536])
def test_no_merge_after_the_win_wins_a_second_time(tile: int) -> None:
    game = PLAYING_ON._replace(board=board(f"{tile} {tile} . .  2 4 . .  . . . .  . . . ."))
    after = played(game, Direction.LEFT)
    assert after.score == game.score + 2 * tile
    assert outcome(after) is Outcome.WON_PLAYING_ON
    assert any(move(after, SEED, direction) for direction in Direction)


def test_two_tiles_of_131072_are_no_move() -> None:
    game = PLAYING_ON._replace(board=board("131072 131072 . .  . . . .  . . . .  . . . ."))
    assert move(game, SEED, Direction.LEFT) is None
    assert played(game, Direction.RIGHT).board.count(17) == 2


# The end


def test_a_full_board_without_a_pair_is_the_end() -> None:
    assert outcome(OVER) is Outcome.OVER
    assert [move(OVER, SEED, direction) for direction in Direction] == [None] * 4


def test_a_full_board_with_a_pair_is_not_the_end() -> None:
    game = Game(FULL_WITH_A_PAIR, score=100, turn=30)
    assert outcome(game) is Outcome.PLAYING
    after = played(game, Direction.LEFT)
    assert after.score == 116
    assert 4 in after.board


def test_a_full_board_with_a_pair_is_not_the_end_after_the_win_either() -> None:
    cells = (11, *FULL_WITH_A_PAIR[1:])
    assert outcome(WON._replace(board=cells)) is Outcome.WON
    assert outcome(PLAYING_ON._replace(board=cells)) is Outcome.WON_PLAYING_ON


def test_an_empty_cell_is_not_the_end() -> None:
    game = Game((0, *STUCK[1:]))
    assert outcome(game) is Outcome.PLAYING
    assert any(move(game, SEED, direction) for direction in Direction)


def test_a_won_game_that_is_stuck_is_won_and_over() -> None:
    assert outcome(WON_AND_OVER) is Outcome.WON_AND_OVER
    assert outcome(WON_AND_OVER._replace(continued=True)) is Outcome.WON_AND_OVER
    for direction in Direction:
        assert move(WON_AND_OVER, SEED, direction) is None
        assert move(WON_AND_OVER._replace(continued=True), SEED, direction) is None


def test_the_move_that_wins_can_end_the_game_as_well() -> None:
    """The merge makes 2048; the new tile, whether 2 or 4, fills and locks the board."""
    game = Game(board("1024 1024 8 16  4 16 8 32  8 4 16 4  2 8 4 8"))
    seen = set()
    for number in range(100):
        result = move(game, seed_of(number), Direction.LEFT)
        assert result is not None
        seen.add(result.spawn)
        assert result.game.won
        assert outcome(result.game) is Outcome.WON_AND_OVER
        assert play_on(result.game) == result.game
    assert seen == {Spawn(3, 1), Spawn(3, 2)}


def test_the_move_that_wins_does_not_end_the_game_if_a_pair_is_left() -> None:
    game = Game(board("1024 1024 8 16  4 16 8 32  8 4 16 4  2 8 2 4"))
    for number in range(100):
        after = played(game, Direction.LEFT, seed_of(number))
        assert 0 not in after.board
        assert outcome(after) is Outcome.WON


def test_the_same_end_without_the_merge_to_2048_is_over_and_not_won() -> None:
    game = Game(board("512 512 8 16  4 16 8 32  8 4 16 4  2 8 4 8"))
    after = played(game, Direction.LEFT)
    assert outcome(after) is Outcome.OVER


def test_a_game_ends_with_the_move_that_leaves_none_and_not_before() -> None:
    for number in range(20):
        outcomes = [outcome(result.game) for result in wander(seed_of(number))]
        assert outcomes[-1] is Outcome.OVER
        assert set(outcomes[:-1]) == {Outcome.PLAYING}


# What an outcome says


def test_only_a_game_that_plays_takes_moves() -> None:
    takes_moves = {one for one in Outcome if one.takes_moves}
    assert takes_moves == {Outcome.PLAYING, Outcome.WON_PLAYING_ON}


def test_only_a_game_without_a_move_left_is_over() -> None:
    assert {one for one in Outcome if one.is_over} == {Outcome.OVER, Outcome.WON_AND_OVER}


def test_a_win_that_waits_takes_no_moves_and_is_not_over() -> None:
    assert not Outcome.WON.takes_moves
    assert not Outcome.WON.is_over


@rule
@given(positions)
def test_a_game_takes_moves_exactly_if_one_can_be_played(at: Position) -> None:
    for game in (at.game, at.game._replace(won=True), at.game._replace(won=True, continued=True)):
        possible = any(move(game, at.seed, direction) for direction in Direction)
        assert outcome(game).takes_moves == possible
