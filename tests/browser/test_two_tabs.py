"""One game on two pages."""

from playwright.sync_api import expect

from tests.browser.page import PlayPage
from tests.browser.positions import UNDER_WAY, WON
from tests.browser.server import Server


def test_a_tab_that_was_left_behind_is_told_and_shows_the_true_board(play: PlayPage, server: Server) -> None:
    play.start_at(UNDER_WAY)
    other = PlayPage(play.page.context.new_page(), server)
    other.visit()
    other.move("down", "right")
    assert play.board != other.board
    play.move("left")
    expect(play.notice).to_contain_text("The game moved on elsewhere")
    play.settle()
    assert play.board == other.board
    play.expect_the_kept_game()
    assert play.directions == ["down", "right"]


def test_the_tab_that_was_told_plays_on_and_then_the_other_is_told(play: PlayPage, server: Server) -> None:
    play.start_at(UNDER_WAY)
    other = PlayPage(play.page.context.new_page(), server)
    other.visit()
    other.move("down")
    play.move("left")
    play.move("right")
    expect(play.notice).to_be_empty()
    assert play.directions == ["down", "right"]
    other.move("left")
    expect(other.notice).to_contain_text("The game moved on elsewhere")
    other.settle()
    assert other.board == play.board
    assert play.directions == ["down", "right"]


def test_keys_for_a_board_that_is_gone_are_not_played_on_another(play: PlayPage, server: Server) -> None:
    play.start_at(UNDER_WAY)
    other = PlayPage(play.page.context.new_page(), server)
    other.visit()
    other.move("down")
    server.wire.delay(200)
    play.press("ArrowLeft", "ArrowUp", "ArrowRight")
    expect(play.notice).to_contain_text("The game moved on elsewhere")
    play.settle()
    assert play.directions == ["down"]


def test_a_new_game_in_one_tab_is_not_left_by_the_other(play: PlayPage, server: Server) -> None:
    play.start_at(UNDER_WAY)
    other = PlayPage(play.page.context.new_page(), server)
    other.visit()
    other.leave_game()
    other.expect_turn(0)
    play.move("left")
    expect(play.notice).to_contain_text("The game moved on elsewhere")
    assert play.board == other.board
    assert play.directions == []


def test_a_banner_that_another_tab_has_answered_goes_away(play: PlayPage, server: Server) -> None:
    play.start_at(WON)
    other = PlayPage(play.page.context.new_page(), server)
    other.visit()
    other.continue_button.click()
    expect(other.won).to_have_count(0)
    other.settle()
    other.move("down")
    play.continue_button.click()
    expect(play.notice).to_contain_text("The game moved on elsewhere")
    expect(play.won).to_have_count(0)
    play.expect_the_kept_game()
