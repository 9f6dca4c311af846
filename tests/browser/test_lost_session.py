"""The cookie that finds a game goes away while the page of that game is open."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.page import PlayPage
from tests.browser.positions import UNDER_WAY
from tests.browser.wire import Fault, Wire


def clear_cookies(play: PlayPage) -> None:
    play.page.context.clear_cookies()


def delete_in_another_tab(play: PlayPage) -> None:
    other = play.page.context.new_page()
    other.goto("/your-data")
    other.get_by_role("button", name="Delete my data").click()
    expect(other.locator("#notice")).to_contain_text("Everything that was kept about you is gone")
    other.close()


def clear_cookies_and_visit_in_another_tab(play: PlayPage) -> None:
    clear_cookies(play)
    other = play.page.context.new_page()
    other.goto("/")
    other.close()


LOSSES = [clear_cookies, delete_in_another_tab, clear_cookies_and_visit_in_another_tab]


@pytest.mark.parametrize("lose", LOSSES)
def test_a_lost_session_is_explained_and_a_new_game_can_be_played_at_once(
    play: PlayPage, lose: Callable[[PlayPage], None]
) -> None:
    play.start_at(UNDER_WAY)
    lose(play)
    play.press("ArrowLeft")
    expect(play.notice).to_contain_text("The cookie that finds your game is gone from this browser")
    play.settle()
    assert play.turn == 0
    assert play.directions == []
    play.move("left", "up", "right", "down")
    assert play.turn > 0
    expect(play.notice).to_be_empty()
    play.expect_the_kept_game()


def test_keys_that_waited_for_the_lost_game_are_not_played_in_the_new_one(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    play.stop_clock()
    with wire.broken(Fault.REFUSED):
        play.press("ArrowLeft")
        expect(play.outage).to_be_visible()
        play.press("ArrowDown", "ArrowRight")
        play.page.context.clear_cookies()
    play.ask_again()
    expect(play.notice).to_contain_text("The cookie that finds your game is gone from this browser")
    expect(play.outage).to_be_hidden()
    play.settle()
    assert (play.turn, play.directions) == (0, [])
    assert [post.directions for post in wire.posts[-2:]] == [["left"], ["left"]]


def test_a_game_that_moved_on_in_another_tab_is_no_lost_session(play: PlayPage) -> None:
    play.start_at(UNDER_WAY)
    other = PlayPage(play.page.context.new_page(), play.server)
    other.visit()
    other.move("down")
    play.press("ArrowLeft")
    expect(play.notice).to_contain_text("what you did here last does not count")
    expect(play.notice).not_to_contain_text("cookie")
