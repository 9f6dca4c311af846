"""The pages hold up for readers of every kind: axe finds nothing, and every number can be read."""

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.page import PlayPage
from tests.browser.positions import NEARLY_OVER, NEARLY_WON, NEARLY_WON_AND_OVER, UNDER_WAY

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, Scheme] = ("light", "dark")


def violations(page: Page) -> list[str]:
    """Return what axe finds wrong with a page by day and by night, one line for each rule and place."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [f"{scheme}: {violation}" for violation in axe.violations(page)]
    return found


def test_axe_finds_nothing_wrong_with_the_page_of_a_game(play: PlayPage) -> None:
    assert violations(play.page) == []
    play.start_at(UNDER_WAY)
    play.move("left")
    play.page.locator(".fair summary").click()
    assert violations(play.page) == []
    play.page.set_viewport_size({"width": 320, "height": 640})
    assert violations(play.page) == []


def test_axe_finds_nothing_wrong_with_the_question(play: PlayPage) -> None:
    play.start_at(UNDER_WAY)
    play.new_game.click()
    expect(play.question).to_be_visible()
    assert violations(play.page) == []


BANNERS = {"won": NEARLY_WON, "over": NEARLY_OVER, "won and over": NEARLY_WON_AND_OVER}


@pytest.mark.parametrize("banner", BANNERS)
def test_axe_finds_nothing_wrong_with_a_banner(play: PlayPage, banner: str) -> None:
    play.start_at(BANNERS[banner])
    play.move("left")
    expect(play.page.locator("#banner .banner")).to_be_visible()
    assert violations(play.page) == []


def test_axe_finds_nothing_wrong_with_a_notice(play: PlayPage) -> None:
    play.start_at(UNDER_WAY)
    play.page.context.set_offline(True)
    play.press("ArrowLeft")
    expect(play.try_again).to_be_visible()
    assert violations(play.page) == []


def test_the_board_can_be_read_as_a_table_and_each_move_is_said(play: PlayPage) -> None:
    play.start_at(UNDER_WAY)
    play.move("left")
    cells = play.page.locator("#board-table td").all_inner_texts()
    assert [0 if text == "empty" else int(text) for text in cells] == play.board
    expect(play.page.get_by_role("status")).to_contain_text("Left. Merged into 8.")


def test_the_first_stop_of_the_keyboard_leads_to_the_game(play: PlayPage) -> None:
    play.start_at(UNDER_WAY)
    play.press("Tab")
    expect(play.page.get_by_role("link", name="Skip to the game")).to_be_focused()
    play.press("Enter")
    play.move("left")
    assert play.directions == ["left"]
