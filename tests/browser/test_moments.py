"""A best score that is beaten, and a win: shown in passing, and in nobody's way."""

import pytest
from playwright.sync_api import expect

from tests.browser.page import PlayPage
from tests.browser.positions import NEARLY_WON, UNDER_WAY
from tests.browser.wire import Wire

BEATEN = "A new best score!"
SAID = "That is a new best score."


def test_passing_the_best_score_is_told_once_in_a_game_and_passes_by_itself(play: PlayPage) -> None:
    status = play.page.get_by_role("status")
    play.start_at(UNDER_WAY, best=UNDER_WAY.score + 4)
    play.move("left")
    expect(play.moment).to_have_text(BEATEN)
    expect(status).to_contain_text(SAID)
    expect(play.moment).to_be_empty()
    play.move("down", "left", "up", "left", "down", "right")
    assert play.score > UNDER_WAY.score + 8
    expect(status).not_to_contain_text(SAID)
    expect(play.moment).to_be_empty()


@pytest.mark.parametrize("best", [UNDER_WAY.score, UNDER_WAY.score + 8, UNDER_WAY.score + 5000])
def test_a_best_that_is_reached_or_this_games_own_is_not_beaten(play: PlayPage, best: int) -> None:
    play.start_at(UNDER_WAY, best=best)
    play.move("left")
    assert play.score == UNDER_WAY.score + 8
    expect(play.page.get_by_role("status")).not_to_contain_text(SAID)
    expect(play.moment).to_be_empty()


def test_moves_go_on_while_it_is_told_and_do_not_cut_it_short(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY, best=UNDER_WAY.score + 4)
    play.move("left", "down", "right", "up")
    expect(play.moment).to_have_text(BEATEN)
    assert wire.directions == ["left", "down", "right", "up"]


def test_a_win_is_celebrated_without_keeping_anybody_from_going_on(play: PlayPage) -> None:
    play.start_at(NEARLY_WON)
    play.move("left")
    expect(play.page.locator(".burst i").first).to_be_visible()
    play.continue_button.click()
    expect(play.won).to_have_count(0)
    play.move("down")
    assert play.directions == ["left", "down"]
    expect(play.moment).to_be_empty()
    play.page.reload()
    expect(play.moment).to_be_empty()


def test_a_win_that_was_there_before_is_not_celebrated_again(play: PlayPage) -> None:
    play.start_at(NEARLY_WON)
    play.move("left")
    play.page.reload()
    expect(play.won).to_be_visible()
    expect(play.moment).to_be_empty()
    play.continue_button.click()
    expect(play.won).to_have_count(0)
    play.move("down")
    expect(play.moment).to_be_empty()


def test_who_wants_no_motion_sees_the_words_and_no_celebration(play: PlayPage) -> None:
    play.page.emulate_media(reduced_motion="reduce")
    play.start_at(NEARLY_WON, best=NEARLY_WON.score + 4)
    play.move("left")
    expect(play.moment.get_by_text(BEATEN)).to_be_visible()
    expect(play.page.locator(".burst")).to_be_hidden()
    expect(play.moment).to_be_empty()
