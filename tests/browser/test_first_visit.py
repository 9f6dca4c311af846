"""The first time somebody opens the page."""

import pytest
from playwright.sync_api import Page

from app.web.readings import Reading
from tests.browser.page import PlayPage
from tests.browser.server import Rows, Server

pytestmark = pytest.mark.browser_context_args(service_workers="allow")


def test_a_first_visit_shows_two_tiles_and_leaves_nothing_behind(play: PlayPage, server: Server) -> None:
    assert len(play.tiles) == 2
    assert {tile.value for tile in play.tiles} <= {2, 4}
    assert (play.turn, play.score, play.best) == (0, 0, 0)
    shown = play.board
    play.page.reload()
    assert play.board == shown
    assert server.rows == Rows(players=0, games=0, moves=0)


def test_a_first_visit_loads_no_picture_but_the_mark(page: Page, server: Server) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    PlayPage(page, server).visit()
    page.wait_for_load_state("networkidle")
    assert {url.rpartition("/")[2] for url in loaded if "/icons/" in url} == {"icon.svg"}


def test_the_first_move_is_played_on_the_board_that_was_shown(play: PlayPage, server: Server) -> None:
    shown = {tile.id for tile in play.tiles}
    while play.turn == 0:
        play.move("left", "up")
    survivors = {tile.id for tile in play.tiles} & shown
    assert survivors or play.score > 0, "the board that was shown has been thrown away"
    play.expect_the_kept_game()
    assert server.rows == Rows(players=1, games=1, moves=play.turn)


def test_a_visit_with_moves_and_a_new_game_leaves_the_console_empty(page: Page, server: Server) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    play = PlayPage(page, server)
    play.visit()
    play.move("left", "up", "right", "down")
    play.leave_game()
    play.expect_turn(0)
    play.settle()
    play.move("left", "up")
    assert said == []


def test_reading_leaves_the_console_empty(page: Page, server: Server) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    for reading in Reading:
        page.goto(f"/{reading}")
    assert said == []
