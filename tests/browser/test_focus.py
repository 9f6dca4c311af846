"""The keyboard is always somewhere, and never on an answer by surprise."""

import pytest
from playwright.sync_api import expect

from app.engine.game import Game
from tests.browser.page import PlayPage
from tests.browser.positions import FRESH, NEARLY_OVER, NEARLY_WON, UNDER_WAY, legal
from tests.browser.wire import Fault, Wire


def test_the_last_undo_leaves_the_keyboard_on_its_button(play: PlayPage, wire: Wire) -> None:
    undo = play.page.get_by_role("button", name="Undo")
    play.start_at(FRESH)
    play.move(legal(FRESH, ["left", "down"])[0])
    undo.focus()
    play.press("Enter")
    play.expect_turn(0)
    expect(undo).to_be_disabled()
    expect(undo).to_be_focused()
    play.settle()
    play.press("Enter", "Space", "u")
    play.settle()
    assert [post.path for post in wire.posts] == ["/moves", "/undo"]


def test_after_trying_again_the_keyboard_is_on_the_game(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    with wire.broken(Fault.REFUSED):
        play.press("ArrowLeft")
        play.try_again.focus()
        play.press("Enter")
        play.settle()
        expect(play.try_again).to_be_visible()
        expect(play.page.locator("body")).not_to_be_focused()
    play.try_again.focus()
    play.press("Enter")
    play.expect_turn(UNDER_WAY.turn + 1)
    expect(play.page.locator("#play")).to_be_focused()
    play.move("down")
    assert play.directions == ["left", "down"]


@pytest.mark.parametrize(("game", "heading"), [(NEARLY_WON, "You win!"), (NEARLY_OVER, "Game over")])
def test_who_plays_by_a_button_is_told_before_another_press_counts(
    play: PlayPage, wire: Wire, game: Game, heading: str
) -> None:
    play.start_at(game)
    play.button("left").focus()
    play.press("Enter")
    expect(play.page.get_by_role("heading", name=heading)).to_be_focused()
    play.press("Enter", "Space")
    play.settle()
    expect(play.banner).to_be_visible()
    assert [post.path for post in wire.posts] == ["/moves"]
    play.press("Tab", "Enter")
    expect(play.banner).to_have_count(0)
    expect(play.page.locator("#play")).to_be_focused()
