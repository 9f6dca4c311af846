"""The product in languages that nobody speaks: no text that was not translated, none cut off."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from starlette.types import ASGIApp

from app.store.database import Database
from app.web.app import create_app
from tests.browser.page import PlayPage
from tests.browser.positions import NEARLY_OVER, NEARLY_WON, NEARLY_WON_AND_OVER, UNDER_WAY
from tests.browser.test_accessibility import violations
from tests.browser.texts import PATHS, cut_off, speak, untranslated
from tests.conftest import KEY
from tests.pseudo import speaking

CODES = ["de", "ar"]
"""One written from left to right, one from right to left."""


@pytest.fixture
def app(database: Database, tmp_path: Path) -> Iterator[ASGIApp]:
    with speaking(tmp_path / "locale", *CODES):
        yield create_app(database, KEY)


@pytest.fixture(params=CODES)
def spoken(request: pytest.FixtureRequest, play: PlayPage) -> PlayPage:
    """The page of the game in a language that nobody speaks."""
    speak(play, request.param)
    return play


def faults(page: Page) -> list[str]:
    return untranslated(page) + cut_off(page)


def test_the_check_sees_what_is_not_translated_and_what_is_cut_off(spoken: PlayPage) -> None:
    assert faults(spoken.page) == []
    spoken.page.evaluate("() => { document.querySelector('.fair summary').textContent = 'Hello'; }")
    assert faults(spoken.page) == ["not translated: Hello"]
    spoken.page.evaluate(
        "() => { document.querySelector('.fair summary').textContent = `⟦${'x'.repeat(200)}⟧`; }"
    )
    assert any(fault.startswith("cut off at 320") for fault in faults(spoken.page))


def test_no_page_has_a_text_that_is_not_translated_or_cut_off(spoken: PlayPage) -> None:
    found = {}
    for path in PATHS:
        spoken.page.goto(path)
        found[path] = faults(spoken.page)
    assert found == {path: [] for path in PATHS}


def test_no_banner_has_one(spoken: PlayPage) -> None:
    for number, game in enumerate((NEARLY_WON, NEARLY_OVER, NEARLY_WON_AND_OVER)):
        spoken.page.context.clear_cookies(name="session")
        spoken.visit()
        spoken.start_at(game, seed=bytes([number] * 32))
        spoken.move("left")
        expect(spoken.page.locator("#banner .banner")).to_be_visible()
        spoken.rest()
        assert faults(spoken.page) == []


def test_what_is_said_of_moves_and_the_dialogs_have_none(spoken: PlayPage) -> None:
    spoken.start_at(UNDER_WAY)
    spoken.move("left", "left", "up")
    spoken.press("u")
    spoken.settle()
    assert faults(spoken.page) == []
    spoken.page.locator("#new-game").click()
    expect(spoken.question).to_be_visible()
    assert faults(spoken.page) == []
    spoken.press("Escape", "?")
    expect(spoken.page.locator("#help")).to_be_visible()
    assert faults(spoken.page) == []


def test_a_lost_connection_is_told_of_with_none(spoken: PlayPage) -> None:
    spoken.start_at(UNDER_WAY)
    spoken.page.context.set_offline(True)
    spoken.press("ArrowLeft")
    expect(spoken.page.locator("#outage")).to_be_visible()
    assert faults(spoken.page) == []


def test_the_board_is_not_mirrored_where_all_else_is(spoken: PlayPage) -> None:
    spoken.start_at(UNDER_WAY)
    spoken.move("left")
    spoken.rest()
    assert spoken.board == spoken.page.evaluate(
        """() => {
      const board = document.querySelector("#board").getBoundingClientRect();
      const values = Array(16).fill(0);
      for (const tile of document.querySelectorAll(".tile:not(.ghost)")) {
        const { left, top, width } = tile.getBoundingClientRect();
        const [row, column] = [top + width / 2 - board.top, left + width / 2 - board.left];
        values[4 * Math.floor((row * 4) / board.width) + Math.floor((column * 4) / board.width)] =
          Number(tile.dataset.value);
      }
      return values;
    }"""
    )


@pytest.mark.parametrize("spoken", ["ar"], indirect=True)
def test_axe_finds_nothing_wrong_from_right_to_left(spoken: PlayPage) -> None:
    for path in PATHS:
        spoken.page.goto(path)
        assert violations(spoken.page) == [], path


def test_a_language_is_chosen_by_a_button_and_stays(spoken: PlayPage) -> None:
    spoken.page.goto("/rules")
    spoken.page.get_by_role("button", name="English").click()
    expect(spoken.page).to_have_url(f"{spoken.server.url}/en/rules")
    expect(spoken.page.get_by_role("heading", level=1)).to_have_text("The rules of 2048")
    spoken.visit()
    expect(spoken.page.locator("html")).to_have_attribute("lang", "en")
