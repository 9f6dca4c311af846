"""The pages hold up for readers of every kind: axe finds nothing, and every number can be read."""

from importlib.resources import files
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page import PlayPage
from tests.browser.positions import NEARLY_OVER, NEARLY_WON, NEARLY_WON_AND_OVER, UNDER_WAY
from tests.builders import board_of, game_of

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, Scheme] = ("light", "dark")

CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const luminance = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...document.querySelectorAll(".tile")].map((tile) => {
    const style = getComputedStyle(tile);
    const [dark, light] = [luminance(style.color), luminance(style.backgroundColor)].sort((a, b) => a - b);
    return [tile.textContent.trim(), (light + 0.05) / (dark + 0.05)];
  });
}"""


def violations(page: Page) -> list[str]:
    """Return what axe finds wrong with a page by day and by night, one line for each rule and place."""
    return [line for scheme in SCHEMES for line in _violations(page, scheme)]


def _violations(page: Page, scheme: Scheme) -> list[str]:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.evaluate("() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    page.evaluate(AXE)
    found: dict[str, Any] = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{scheme}: {violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


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


def test_axe_finds_nothing_wrong_with_the_other_pages(play: PlayPage) -> None:
    for path in ("/games/new", "/nowhere"):
        play.page.goto(path)
        expect(play.page.get_by_role("heading", level=1)).to_be_visible()
        assert violations(play.page) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_number_on_every_tile_can_be_read(play: PlayPage, scheme: Scheme) -> None:
    play.page.emulate_media(color_scheme=scheme)
    ladder = [1 << exponent for exponent in range(1, 18)]
    contrasts: dict[str, float] = {}
    for number, values in enumerate((ladder[:16], [*ladder[-2:], *[0] * 14])):
        play.page.context.clear_cookies()
        play.visit()
        play.start_at(game_of(board_of(*values), continued=True), seed=bytes([number] * 32))
        contrasts |= dict(play.page.evaluate(CONTRAST))
    assert set(contrasts) == {str(value) for value in ladder}
    assert min(contrasts.values()) >= 4.5, contrasts


def test_a_phone_of_320_pixels_shows_all_that_play_needs_and_scrolls_nowhere_sideways(
    play: PlayPage, page: Page
) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    play.start_at(UNDER_WAY)
    assert page.evaluate("() => document.scrollingElement.scrollWidth") <= 320
    for element in ("#board", "#scores", "#new-game", ".pad"):
        box = page.locator(element).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320, element
        assert box["y"] + box["height"] <= 640, element


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
