"""The end of a game."""

from playwright.sync_api import expect

from tests.browser.page import PlayPage
from tests.browser.positions import NEARLY_OVER, NEARLY_WON
from tests.browser.server import Rows, Server
from tests.builders import board_of, game_of

TAP_BOTH = """() => ["#moves .left", "#banner .main"].map((button) => document.querySelector(button)
  .dispatchEvent(new MouseEvent("click", { detail: 1, bubbles: true, cancelable: true })))"""
SOON_MS = 700


def test_the_last_move_ends_the_game_and_says_the_score(play: PlayPage) -> None:
    play.start_at(NEARLY_OVER)
    expect(play.over).to_have_count(0)
    play.move("left")
    assert 0 not in play.board
    expect(play.over).to_be_visible()
    expect(play.over).to_contain_text(f"{NEARLY_OVER.score}")
    expect(play.won).to_have_count(0)
    expect(play.banner_new_game).to_be_focused()


def test_a_full_board_with_a_pair_left_is_not_the_end(play: PlayPage) -> None:
    play.start_at(game_of(board_of(2, 8, 16, 32, 2, 4, 8, 16, 8, 16, 2, 8, 4, 2, 4, 2)))
    expect(play.over).to_have_count(0)
    play.move("up")
    assert play.board[0] == 4


def test_the_end_is_still_there_after_a_reload_and_takes_no_moves(play: PlayPage) -> None:
    play.start_at(NEARLY_OVER)
    play.move("left")
    board = play.board
    play.page.reload()
    expect(play.over).to_be_visible()
    play.move("left", "up", "right", "down")
    assert play.board == board
    assert play.directions == ["left"]


def test_new_game_after_the_end_starts_afresh_and_keeps_the_best_and_the_old_game(
    play: PlayPage, server: Server
) -> None:
    play.start_at(NEARLY_OVER, best=5000)
    play.move("left")
    play.banner_new_game.click()
    expect(play.over).to_have_count(0)
    expect(play.question).to_be_hidden()
    assert (play.turn, play.score, play.best) == (0, 0, 5000)
    assert len(play.settled_tiles) == 2
    assert server.rows == Rows(players=1, games=2, moves=1)
    play.move("left", "up")
    play.expect_the_kept_game()


def test_the_header_button_asks_nothing_when_the_game_is_over(play: PlayPage) -> None:
    play.start_at(NEARLY_OVER)
    play.move("left")
    play.new_game.click()
    expect(play.over).to_have_count(0)
    expect(play.question).to_be_hidden()
    assert play.turn == 0


def test_the_best_score_is_that_of_the_best_game(play: PlayPage) -> None:
    play.start_at(NEARLY_WON, best=NEARLY_WON.score + 1)
    play.move("left")
    assert play.best == play.score == NEARLY_WON.score + 2048


def test_a_tap_that_was_meant_for_the_four_buttons_begins_no_new_game(play: PlayPage, server: Server) -> None:
    play.start_at(NEARLY_OVER)
    play.move("left")
    expect(play.over).to_be_visible()
    assert play.page.evaluate(TAP_BOTH)[1] is False, "the tap on the banner counts"
    play.settle()
    expect(play.over).to_be_visible()
    assert server.rows.games == 1
    play.page.wait_for_timeout(2 * SOON_MS)
    play.banner_new_game.click()
    play.expect_turn(0)
    assert server.rows.games == 2
