"""Of an answer only what says something new is built."""

from playwright.sync_api import expect

from tests.browser.page import PlayPage
from tests.browser.positions import FRESH, UNDER_WAY

MARK = "(element) => { element.dataset.marked = 'yes'; }"


def test_what_an_answer_only_repeats_is_left_as_it_is_and_what_changes_is_shown(play: PlayPage) -> None:
    play.start_at(UNDER_WAY)
    play.move("left")
    repeated = play.page.locator("#commitment")
    changing = play.page.locator("#scores")
    for part in (repeated, changing):
        part.evaluate(MARK)
    score = play.score
    play.move("up", "left", "up")
    assert play.score > score
    expect(repeated).to_have_attribute("data-marked", "yes")
    expect(changing).not_to_have_attribute("data-marked", "yes")
    play.expect_the_kept_game()


def test_what_was_left_out_once_is_shown_when_it_is_new_again(play: PlayPage) -> None:
    play.start_at(FRESH)
    remark = play.page.locator("#remark")
    play.move("left", "up")
    expect(remark).to_contain_text("Undo or a hint makes this an assisted game")
    play.press("u")
    expect(remark).to_contain_text("Assisted game")
    play.leave_game()
    play.settle()
    expect(remark).to_contain_text("Slide equal tiles together")
    play.expect_the_kept_game()
