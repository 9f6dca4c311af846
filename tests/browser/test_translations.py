"""The product in each of its languages: nothing cut off, nothing wrong for axe, the board as ever."""

import pytest
from playwright.sync_api import expect

from app.web.i18n import languages
from tests.browser.page import PlayPage
from tests.browser.positions import UNDER_WAY
from tests.browser.test_accessibility import violations
from tests.browser.texts import PATHS, cut_off, speak


@pytest.mark.parametrize("code", languages())
def test_a_language_shows_all_its_texts_and_axe_finds_nothing_wrong(play: PlayPage, code: str) -> None:
    speak(play, code)
    play.start_at(UNDER_WAY)
    play.move("left")
    expect(play.page.locator("html")).to_have_attribute("lang", code)
    assert cut_off(play.page) == []
    for path in PATHS:
        play.page.goto(path)
        assert cut_off(play.page) == [], path
    play.page.goto("/strategy")
    assert violations(play.page) == []
