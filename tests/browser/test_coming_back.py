"""A game is found again as it was left."""

from itertools import cycle

from playwright.sync_api import Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.page import ARROWS, PlayPage
from tests.browser.positions import FRESH, STEADY
from tests.browser.server import Server


def test_two_hundred_moves_later_a_reload_shows_the_same_board_score_and_best(
    play: PlayPage, server: Server
) -> None:
    play.start_at(FRESH)
    keys = cycle(ARROWS[direction] for direction in STEADY)
    while server.rows.moves < 200:
        if play.over.is_visible():
            play.banner_new_game.click()
        play.press(*(next(keys) for _ in range(20)))
        play.settle()
    left = (play.board, play.turn, play.score, play.best)
    assert play.best >= play.score > 0
    play.page.reload()
    assert (play.board, play.turn, play.score, play.best) == left
    play.expect_the_kept_game()


def test_who_comes_back_with_the_cookie_finds_the_same_game(
    play: PlayPage, server: Server, new_context: CreateContextCallback
) -> None:
    play.move("left", "up", "right")
    left = (play.board, play.turn, play.score, play.best, play.version)
    cookies = play.page.context.storage_state()
    play.page.context.close()
    back = PlayPage(new_context(storage_state=cookies).new_page(), server)
    back.visit()
    assert (back.board, back.turn, back.score, back.best, back.version) == left
    back.move("down", "left")
    assert back.turn > left[1]


def test_who_comes_without_the_cookie_gets_a_game_of_their_own(
    play: PlayPage, server: Server, new_context: CreateContextCallback
) -> None:
    play.move("left", "up", "right")
    left = (play.board, play.turn)
    stranger = PlayPage(new_context().new_page(), server)
    stranger.visit()
    assert stranger.turn == 0
    stranger.move("left", "up", "right", "down")
    play.page.reload()
    assert (play.board, play.turn) == left


def test_the_back_button_never_shows_a_board_that_is_gone(play: PlayPage, page: Page) -> None:
    play.move("left", "up")
    page.goto("/games/new")
    page.get_by_role("button", name="New game").click()
    expect(page.locator("#tiles")).to_have_attribute("data-turn", "0")
    page.go_back()
    page.go_back()
    expect(page.locator("#tiles")).to_have_attribute("data-version", str(play.kept.position.version))
    play.expect_the_kept_game()
