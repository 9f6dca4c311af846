"""A game is a seed and a list of directions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.board import Direction, legal_directions
from app.engine.game import Game, IllegalMove, Outcome, move, outcome, play_on, replay, start
from tests.engine import recorded
from tests.engine.playing import directions, rule, seed_of, seeds, wander


def play(seed: bytes, wishes: list[Direction]) -> tuple[list[Direction], Game]:
    """Play the wishes that are legal, move by move; return those and the game they lead to."""
    game = start(seed)
    done = []
    for direction in wishes:
        played = move(game, seed, direction)
        if played:
            done.append(direction)
            game = played.game
    return done, game


@rule
@given(seeds, st.lists(directions, max_size=100))
def test_a_replay_leads_to_the_game_that_was_played(seed: bytes, wishes: list[Direction]) -> None:
    done, game = play(seed, wishes)
    assert replay(seed, done) == game


@rule
@given(seeds, st.lists(directions, max_size=100))
def test_a_replay_stops_at_the_first_direction_that_changes_nothing_and_names_its_turn(
    seed: bytes, wishes: list[Direction]
) -> None:
    done, game = play(seed, wishes)
    for direction in set(Direction) - set(legal_directions(game.board)):
        with pytest.raises(IllegalMove, match=rf"^turn {len(done) + 1}: {direction} "):
            replay(seed, [*done, direction, *done])


def test_no_directions_lead_to_the_start() -> None:
    assert replay(seed_of(1), []) == start(seed_of(1))


def test_directions_may_come_one_by_one() -> None:
    moves = list(wander(seed_of(1)))
    assert replay(seed_of(1), (played.direction for played in moves)) == moves[-1].game


def test_every_beginning_of_a_game_replays_to_where_the_game_was() -> None:
    moves = list(wander(seed_of(1)))
    done = [played.direction for played in moves]
    for turn, played in enumerate(moves, start=1):
        assert replay(seed_of(1), done[:turn]) == played.game


def test_another_seed_does_not_lead_to_the_same_game() -> None:
    moves = list(wander(seed_of(1)))[:5]
    games = set()
    for number in range(1, 20):
        done, game = play(seed_of(number), [played.direction for played in moves])
        assert replay(seed_of(number), done) == game
        games.add(game)
    assert len(games) == 19


def test_no_direction_follows_the_end() -> None:
    moves = list(wander(seed_of(1)))
    done = [played.direction for played in moves]
    for direction in Direction:
        with pytest.raises(IllegalMove, match=rf"^turn {len(done) + 1}: "):
            replay(seed_of(1), [*done, direction])


def test_an_illegal_move_is_a_value_error() -> None:
    seed = seed_of(1)
    to_the_end = [played.direction for played in wander(seed)]
    with pytest.raises(ValueError, match="changes nothing"):
        replay(seed, [*to_the_end, Direction.UP])


# Through the win: the recorded game


def test_the_recorded_game_replays_to_its_last_board_and_score() -> None:
    assert replay(recorded.SEED, recorded.DIRECTIONS) == Game(
        recorded.LAST_BOARD, recorded.LAST_SCORE, recorded.LAST_TURN, won=True, continued=True
    )


def test_the_recorded_game_ends_won_and_over() -> None:
    game = replay(recorded.SEED, recorded.DIRECTIONS)
    assert outcome(game) is Outcome.WON_AND_OVER
    for direction in Direction:
        with pytest.raises(IllegalMove, match=r"^turn 1881: "):
            replay(recorded.SEED, [*recorded.DIRECTIONS, direction])


def test_a_replay_up_to_the_win_waits_there() -> None:
    game = replay(recorded.SEED, recorded.DIRECTIONS[: recorded.WINNING_TURN])
    assert outcome(game) is Outcome.WON
    assert game.score == recorded.SCORE_AT_THE_WIN
    assert max(game.board) == 11
    assert not game.continued


def test_a_replay_up_to_the_move_before_the_win_is_not_won() -> None:
    game = replay(recorded.SEED, recorded.DIRECTIONS[: recorded.WINNING_TURN - 1])
    assert outcome(game) is Outcome.PLAYING
    assert not game.won


def test_a_move_after_the_win_implies_that_the_player_went_on() -> None:
    won = replay(recorded.SEED, recorded.DIRECTIONS[: recorded.WINNING_TURN])
    direction = recorded.DIRECTIONS[recorded.WINNING_TURN]
    assert move(won, recorded.SEED, direction) is None
    played = move(play_on(won), recorded.SEED, direction)
    assert played is not None
    assert replay(recorded.SEED, recorded.DIRECTIONS[: recorded.WINNING_TURN + 1]) == played.game
    assert outcome(played.game) is Outcome.WON_PLAYING_ON


def test_the_replayed_4096_brings_no_second_win() -> None:
    game = replay(recorded.SEED, recorded.DIRECTIONS[: recorded.TURN_OF_4096])
    before = replay(recorded.SEED, recorded.DIRECTIONS[: recorded.TURN_OF_4096 - 1])
    assert (max(before.board), max(game.board)) == (11, 12)
    assert outcome(before) is Outcome.WON_PLAYING_ON
    assert outcome(game) is Outcome.WON_PLAYING_ON


def test_the_recorded_game_waits_at_a_win_once_only() -> None:
    game = start(recorded.SEED)
    waited = []
    for direction in recorded.DIRECTIONS:
        played = move(play_on(game), recorded.SEED, direction)
        assert played is not None
        game = played.game
        if outcome(game) is Outcome.WON:
            waited.append(game.turn)
    assert waited == [recorded.WINNING_TURN]
