"""Nothing on the page jumps, and nothing lies over the board."""

from itertools import cycle, islice

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from app.engine.game import Game
from tests.browser.page import PlayPage
from tests.browser.positions import (
    FRESH,
    NEARLY_OVER,
    NEARLY_WON,
    NEARLY_WON_AND_OVER,
    STEADY,
    legal,
)

PLACES = ("h1", "#score", "#best", "#new-game", "#board", ".pad", ".aside")
COVERED = """() => [...document.querySelectorAll(".tile:not(.ghost)")].filter((tile) => {
  const { x, y, width, height } = tile.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) !== tile;
}).length"""


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_becoming_an_assisted_game_moves_nothing_on_the_page(play: PlayPage, width: int) -> None:
    play.page.set_viewport_size({"width": width, "height": 844})
    play.start_at(FRESH, best=3_932_156)
    for direction in legal(FRESH, islice(cycle(STEADY), 12)):
        play.move(direction)
    before = _places(play)
    play.press("u")
    expect(play.page.locator("#remark")).to_contain_text("Assisted game")
    assert _places(play) == before


@pytest.mark.parametrize("game", [NEARLY_WON, NEARLY_OVER, NEARLY_WON_AND_OVER])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_a_banner_leaves_the_whole_board_in_view_where_it_was(play: PlayPage, game: Game, width: int) -> None:
    play.page.set_viewport_size({"width": width, "height": 844})
    play.start_at(game)
    before = _place(play.page.locator("#board"))
    play.move("left")
    expect(play.banner).to_be_visible()
    play.rest()
    assert _place(play.page.locator("#board")) == before
    assert play.page.evaluate(COVERED) == 0
    banner, board = _place(play.banner), _place(play.page.locator("#board"))
    assert banner["y"] >= board["y"] + board["height"] or banner["x"] >= board["x"] + board["width"]
    assert banner["y"] + banner["height"] <= 844, "an answer is out of sight"
    expect(play.button("left")).to_be_hidden()


@pytest.mark.parametrize("game", [FRESH, NEARLY_WON, NEARLY_OVER])
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_on_an_upright_phone_and_on_a_screen_there_is_nothing_to_scroll(
    play: PlayPage, game: Game, size: tuple[int, int]
) -> None:
    play.page.set_viewport_size({"width": size[0], "height": size[1]})
    play.start_at(game)
    play.move("left", "down")
    scrolled = "() => [document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]"
    width, height = play.page.evaluate(scrolled)
    assert width <= size[0]
    assert height <= size[1]


def _places(play: PlayPage) -> dict[str, FloatRect]:
    return {name: _place(play.page.locator(name)) for name in PLACES}


def _place(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box is not None
    return box
