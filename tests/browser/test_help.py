"""The help that opens over the game."""

import pytest
from playwright.sync_api import expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.page import PlayPage
from tests.browser.positions import UNDER_WAY
from tests.browser.server import Server
from tests.browser.test_accessibility import violations
from tests.browser.wire import Wire

FOCUS = "() => document.activeElement.closest('#help') !== null || document.activeElement === document.body"


def test_the_question_mark_opens_the_help_and_escape_gives_the_keyboard_back(
    play: PlayPage, wire: Wire
) -> None:
    play.start_at(UNDER_WAY)
    play.button("left").focus()
    play.press("?")
    expect(play.help).to_be_visible()
    expect(play.help.get_by_role("button", name="Close")).to_be_focused()
    play.press("ArrowLeft", "KeyA", "u", "n", "?")
    play.press("Escape")
    expect(play.help).to_be_hidden()
    expect(play.button("left")).to_be_focused()
    assert wire.posts == []
    play.move("down")
    assert wire.directions == ["down"]


def test_the_link_opens_it_in_place_and_it_keeps_the_keyboard_until_it_closes(play: PlayPage) -> None:
    play.start_at(UNDER_WAY)
    link = play.page.get_by_role("link", name="Help")
    link.click()
    expect(play.help).to_be_visible()
    assert play.page.url == play.server.url + "/"
    for _ in range(6):
        play.press("Tab")
        assert play.page.evaluate(FOCUS), "the keyboard has left the help for the page behind it"
    play.help.get_by_role("button", name="Close").click()
    expect(play.help).to_be_hidden()
    expect(link).to_be_focused()


def test_it_names_every_way_to_play_and_leads_to_all_of_the_help(play: PlayPage) -> None:
    play.press("?")
    for words in ("Arrows, number pad, WASD, HJKL", "Left shoulder", "U, Ctrl+Z", "A swipe counts anywhere"):
        expect(play.help).to_contain_text(words)
    play.help.get_by_role("link", name="All of the help").click()
    expect(play.page.get_by_role("heading", level=1, name="Help")).to_be_visible()
    expect(play.page.get_by_role("table")).to_contain_text("Directional pad, left stick")


@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing_wrong_with_it(play: PlayPage, width: int) -> None:
    play.page.set_viewport_size({"width": width, "height": 640})
    play.press("?")
    expect(play.help).to_be_visible()
    assert violations(play.page) == []
    assert play.page.evaluate("() => document.querySelector('#help').scrollWidth <= innerWidth")


def test_the_link_leads_to_the_page_of_help_where_no_scripts_run(
    new_context: CreateContextCallback, server: Server
) -> None:
    play = PlayPage(new_context(java_script_enabled=False).new_page(), server)
    play.visit()
    play.page.get_by_role("link", name="Help").click()
    expect(play.page.get_by_role("heading", level=1, name="Help")).to_be_visible()


def test_the_link_opens_a_tab_of_its_own_for_who_wants_one(play: PlayPage) -> None:
    with play.page.context.expect_page() as opened:
        play.page.get_by_role("link", name="Help").click(modifiers=["ControlOrMeta"])
    opened.value.wait_for_url("**/help")
    expect(play.help).to_be_hidden()
