"""Making 2048, and playing on."""

from playwright.sync_api import expect

from tests.browser.page import PlayPage
from tests.browser.positions import NEARLY_WON, NEARLY_WON_AND_OVER, WON
from tests.browser.wire import Wire


def test_making_2048_wins_and_puts_the_keyboard_on_continue(play: PlayPage) -> None:
    play.start_at(NEARLY_WON)
    expect(play.won).to_have_count(0)
    play.move("left")
    assert play.board[0] == 2048
    expect(play.won).to_be_visible()
    expect(play.over).to_have_count(0)
    expect(play.continue_button).to_be_focused()


def test_no_move_is_taken_while_the_win_waits(play: PlayPage, wire: Wire) -> None:
    play.start_at(NEARLY_WON)
    play.move("left")
    before = (play.turn, play.version, play.score)
    tiles = play.settled_tiles
    wire.delay(300)
    for key in ("ArrowRight", "ArrowDown", "ArrowUp"):
        play.press(key)
        assert play.settled_tiles == tiles, "tiles move behind the banner"
    play.settle()
    assert [(tile.id, tile.cell) for tile in play.settled_tiles] == [(tile.id, tile.cell) for tile in tiles]
    assert (play.turn, play.version, play.score) == before
    expect(play.won).to_be_visible()
    assert play.directions == ["left"]


def test_continue_pressed_twice_counts_once_and_the_keys_play_on(play: PlayPage, wire: Wire) -> None:
    play.start_at(NEARLY_WON)
    play.move("left")
    wire.delay(300)
    play.continue_button.dblclick()
    expect(play.won).to_have_count(0)
    play.settle()
    wire.delay(0)
    turn = play.turn
    play.press("ArrowRight")
    play.expect_turn(turn + 1)


def test_keys_that_wait_behind_the_winning_move_are_not_played_after_it(play: PlayPage, wire: Wire) -> None:
    play.start_at(NEARLY_WON)
    wire.delay(300)
    play.press("ArrowUp", "ArrowLeft", "ArrowRight", "ArrowDown")
    expect(play.won).to_be_visible()
    play.settle()
    assert [post.directions for post in wire.posts] == [["up"], ["left", "right", "down"]]
    assert play.directions == ["up", "left"]
    wire.delay(0)
    play.press("Enter")
    expect(play.won).to_have_count(0)
    play.settle()
    assert play.directions == ["up", "left"]


def test_a_win_that_nobody_has_answered_is_still_there_after_a_reload(play: PlayPage) -> None:
    play.start_at(NEARLY_WON)
    play.move("left")
    play.page.reload()
    expect(play.won).to_be_visible()
    expect(play.continue_button).to_be_visible()


def test_after_continue_the_game_goes_on_and_the_win_is_not_announced_again(play: PlayPage) -> None:
    play.start_at(NEARLY_WON)
    play.move("left")
    play.press("Enter")
    expect(play.won).to_have_count(0)
    play.page.reload()
    expect(play.won).to_have_count(0)
    play.move("down", "right")
    assert play.directions == ["left", "down", "right"]
    expect(play.won).to_have_count(0)
    play.page.reload()
    expect(play.won).to_have_count(0)
    play.expect_the_kept_game()


def test_keys_that_follow_continue_are_played_however_far_the_server_is(play: PlayPage, wire: Wire) -> None:
    play.start_at(WON)
    wire.delay(300)
    play.continue_button.focus()
    play.press("Enter")
    play.expect_request()
    play.press("ArrowDown", "ArrowRight")
    play.expect_turn(WON.turn + 2)
    play.settle()
    expect(play.notice).to_be_empty()
    assert play.directions == ["down", "right"]


def test_a_winning_move_that_locks_the_board_is_a_win_and_the_end(play: PlayPage) -> None:
    play.start_at(NEARLY_WON_AND_OVER)
    play.move("left")
    expect(play.won).to_be_visible()
    expect(play.over).to_be_visible()
    expect(play.continue_button).to_have_count(0)
    expect(play.banner_new_game).to_be_focused()
    play.press("Enter")
    expect(play.page.locator("#banner .banner")).to_have_count(0)
    assert play.turn == 0
