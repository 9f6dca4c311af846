"""The whole game by forms alone."""

import pytest
from playwright.sync_api import expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.page import PlayPage
from tests.browser.positions import NEARLY_OVER, NEARLY_WON, UNDER_WAY, played
from tests.browser.server import Rows, Server, values_of


@pytest.fixture
def play(new_context: CreateContextCallback, server: Server) -> PlayPage:
    """The page in a browser that runs no scripts."""
    play = PlayPage(new_context(java_script_enabled=False).new_page(), server)
    play.visit()
    return play


def test_the_four_buttons_play_and_a_reload_sends_nothing_again(play: PlayPage, server: Server) -> None:
    play.start_at(UNDER_WAY)
    for turn, direction in enumerate(["left", "down", "right", "up"], start=1):
        play.button(direction).click()
        play.expect_turn(UNDER_WAY.turn + turn)
    assert play.board == values_of(played(UNDER_WAY, ["left", "down", "right", "up"]).board)
    assert play.directions == ["left", "down", "right", "up"]
    play.page.reload()
    play.expect_the_kept_game()
    assert len(server.wire.posts) == 4


def test_a_first_move_by_form_begins_the_game_that_was_shown(play: PlayPage, server: Server) -> None:
    assert server.rows == Rows(players=0, games=0, moves=0)
    for direction in ("left", "up"):
        with play.page.expect_navigation():
            play.button(direction).click()
    assert play.turn >= 1
    play.expect_the_kept_game()
    assert server.rows == Rows(players=1, games=1, moves=play.turn)


def test_a_new_game_is_asked_for_on_a_page_of_its_own(play: PlayPage, server: Server) -> None:
    play.start_at(UNDER_WAY, best=5000)
    play.new_game.click()
    expect(play.page.get_by_role("heading", name="Leave this game for a new one?")).to_be_visible()
    play.page.get_by_role("link", name="Keep playing").click()
    play.expect_turn(UNDER_WAY.turn)
    play.new_game.click()
    play.page.get_by_role("button", name="New game").click()
    play.expect_turn(0)
    assert play.best == 5000
    play.expect_the_kept_game()
    assert server.rows.games == 2


def test_nothing_is_asked_before_the_first_move(play: PlayPage, server: Server) -> None:
    with play.page.expect_navigation():
        play.new_game.click()
    assert play.turn == 0
    assert server.rows == Rows(players=0, games=0, moves=0)


def test_after_the_win_the_game_goes_on(play: PlayPage) -> None:
    play.start_at(NEARLY_WON)
    play.button("left").click()
    expect(play.won).to_be_visible()
    play.continue_button.click()
    expect(play.won).to_have_count(0)
    play.button("down").click()
    play.expect_turn(NEARLY_WON.turn + 2)
    expect(play.won).to_have_count(0)


def test_after_the_end_a_new_game_begins(play: PlayPage) -> None:
    play.start_at(NEARLY_OVER)
    play.button("left").click()
    expect(play.over).to_be_visible()
    play.banner_new_game.click()
    play.expect_turn(0)
    expect(play.over).to_have_count(0)


def test_who_sends_a_stale_form_sees_the_true_board_and_is_told(play: PlayPage, server: Server) -> None:
    play.start_at(UNDER_WAY)
    other = PlayPage(play.page.context.new_page(), server)
    other.visit()
    other.button("down").click()
    other.expect_turn(UNDER_WAY.turn + 1)
    play.button("left").click()
    expect(play.notice).to_contain_text("The game moved on elsewhere")
    play.expect_the_kept_game()
    assert play.directions == ["down"]
    play.button("left").click()
    play.expect_turn(UNDER_WAY.turn + 2)
    expect(play.notice).to_be_empty()
