"""Leaving a game for a new one."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.page import PlayPage
from tests.browser.positions import UNDER_WAY
from tests.browser.server import Rows, Server
from tests.browser.wire import Wire


@pytest.mark.parametrize("answer", ["Escape", "Keep playing"])
def test_a_game_with_moves_in_it_is_not_left_unless_the_player_says_so(
    play: PlayPage, server: Server, answer: str
) -> None:
    play.start_at(UNDER_WAY)
    board = play.board
    play.new_game.click()
    expect(play.question).to_be_visible()
    expect(play.question).to_contain_text("Leave this game for a new one?")
    if answer == "Escape":
        play.press("Escape")
    else:
        play.question.get_by_role("button", name=answer).click()
    expect(play.question).to_be_hidden()
    expect(play.new_game).to_be_focused()
    assert play.board == board
    assert server.wire.posts == []
    play.move("left")
    assert play.directions == ["left"]


def test_who_says_yes_gets_a_new_game_and_plays_on_by_keyboard(play: PlayPage, server: Server) -> None:
    play.start_at(UNDER_WAY, best=5000)
    play.leave_game()
    play.expect_turn(0)
    expect(play.question).to_be_hidden()
    assert (play.score, play.best) == (0, 5000)
    assert len(play.settled_tiles) == 2
    assert server.rows == Rows(players=1, games=2, moves=0)
    play.settle()
    play.move("left", "up", "right")
    assert play.turn > 0
    play.expect_the_kept_game()


def test_the_whole_question_can_be_answered_by_keyboard(play: PlayPage) -> None:
    play.start_at(UNDER_WAY)
    play.new_game.focus()
    play.press("Enter")
    expect(play.question.get_by_role("button", name="Keep playing")).to_be_focused()
    play.press("Shift+Tab", "Enter")
    play.expect_turn(0)


def test_the_question_can_be_asked_again_after_a_no(play: PlayPage) -> None:
    play.start_at(UNDER_WAY)
    play.new_game.click()
    play.press("Escape")
    play.leave_game()
    play.expect_turn(0)
    play.settle()
    play.move("left", "up", "right", "down")
    play.new_game.click()
    expect(play.question).to_be_visible()


def test_nothing_is_asked_where_no_move_would_be_lost(play: PlayPage, server: Server) -> None:
    board = play.board
    play.new_game.click()
    play.settle()
    expect(play.question).to_be_hidden()
    assert play.board == board
    assert server.rows == Rows(players=0, games=0, moves=0)


def test_arrows_do_not_play_while_the_question_is_open(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    play.new_game.click()
    expect(play.question).to_be_visible()
    play.press("ArrowLeft", "KeyA", "KeyH")
    play.press("Escape")
    expect(play.question).to_be_hidden()
    play.move("down")
    assert wire.directions == ["down"]


def test_keys_that_follow_the_yes_are_played_however_far_the_server_is(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    wire.delay(300)
    play.leave_game()
    play.expect_request()
    play.press("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
    expect(play.page.locator("#tiles")).to_have_attribute("data-turn", re.compile("^[1-4]$"))
    play.settle()
    assert wire.directions == ["left", "up", "right", "down"]
    expect(play.notice).to_be_empty()
    play.expect_the_kept_game()


def test_a_new_game_asked_for_while_a_move_is_under_way_begins_after_it(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    wire.delay(1500)
    play.press("ArrowLeft")
    play.expect_request()
    play.leave_game()
    wire.delay(0)
    play.expect_turn(0)
    expect(play.notice).to_be_empty()
    assert [post.path for post in wire.posts] == ["/moves", "/games"]
    assert play.server.rows == Rows(players=1, games=2, moves=1)
