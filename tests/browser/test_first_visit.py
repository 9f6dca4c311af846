"""The first time somebody opens the page."""

from playwright.sync_api import ConsoleMessage, Page, expect

from tests.browser.page import PlayPage
from tests.browser.server import Rows, Server


def test_a_first_visit_shows_two_tiles_and_leaves_nothing_in_the_database(
    play: PlayPage, server: Server
) -> None:
    assert len(play.tiles) == 2
    assert {tile.value for tile in play.tiles} <= {2, 4}
    assert (play.turn, play.score, play.best) == (0, 0, 0)
    play.page.reload()
    assert server.rows == Rows(players=0, games=0, moves=0)


def test_the_first_move_is_played_on_the_board_that_was_shown(play: PlayPage, server: Server) -> None:
    shown = play.tiles
    play.move("left", "up")
    assert sum(play.board) >= sum(tile.value for tile in shown) + 2
    play.expect_the_kept_game()
    assert server.rows == Rows(players=1, games=1, moves=play.turn)
