"""Every page, in every theme, on every screen: it fits, it can be read, and axe finds nothing wrong."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.page import PlayPage
from tests.browser.positions import UNDER_WAY, WON
from tests.builders import board_of, game_of

OVER = game_of(board_of(2, 8, 16, 32, 4, 512, 4, 16, 2, 4, 128, 8, 4, 2, 4, 2))
LADDER = [1 << exponent for exponent in range(1, 18)]
TALL = game_of(board_of(*LADDER[:0:-1]), continued=True)
"""All values but 2, on a full board."""

SCREENS = [(320, 568), (390, 844), (768, 1024), (1440, 900), (2560, 1440)]
PHONES = SCREENS[:2]
NEEDED = ["#scores", "#board", "#controls button", ".pad button", ".banner button"]
"""What must be on an upright phone without scrolling."""
ZOOMED = (320, 256)
"""What is left of 1280 by 1024 when the page is enlarged four times."""


class Theme(NamedTuple):
    """What a reader has chosen, and what the system has."""

    chosen: str
    scheme: Literal["light", "dark"] = "light"


THEMES = {
    "light": Theme("light", "dark"),
    "dark": Theme("dark", "light"),
    "high contrast by day": Theme("contrast"),
    "high contrast by night": Theme("contrast", "dark"),
}
GAMES = {"a game": UNDER_WAY, "tall tiles": TALL, "a win": WON, "an end": OVER}
PATHS = {
    "the solver": "/watch",
    "settings": "/settings",
    "help": "/help",
    "rules": "/rules",
    "strategy": "/strategy",
    "how the solver plays": "/solver",
    "your data": "/your-data",
    "a question": "/games/new",
    "no page": "/nowhere",
}

OUTSIDE = """(selectors) => selectors.flatMap((selector) => [...document.querySelectorAll(selector)])
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
  .map(([element, box]) => `${element.outerHTML.slice(0, 80)} ${JSON.stringify(box)}`)"""

OUT_OF_REACH = """() => [...document.querySelectorAll("a[href], button, input:not([type=hidden]), summary")]
  .filter((element) => !element.matches(".skip") && element.checkVisibility({ visibilityProperty: true }))
  .filter((element) => {
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const box = element.getBoundingClientRect();
    return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
  })
  .map((element) => element.outerHTML)"""

SPILLING = """() => [...document.querySelectorAll("#tiles .tile")].filter((tile) => {
  const text = document.createRange();
  text.selectNodeContents(tile);
  const [inner, outer] = [text.getBoundingClientRect(), tile.getBoundingClientRect()];
  return inner.width > 0.94 * outer.width || inner.height > outer.height;
}).map((tile) => tile.textContent.trim())"""

CONTRASTS = """(values) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const luminance = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const tile = document.querySelector("#tiles .tile");
  return values.map((value) => {
    tile.dataset.value = value;
    const style = getComputedStyle(tile);
    const [dark, light] = [luminance(style.color), luminance(style.backgroundColor)].sort((a, b) => a - b);
    return [style.backgroundColor, (light + 0.05) / (dark + 0.05)];
  });
}"""


COLOURS = """(selectors) => selectors.map((selector) => {
  const { color, backgroundColor } = getComputedStyle(document.querySelector(selector));
  return [color, backgroundColor];
})"""


def prefer(play: PlayPage, theme: Theme, tiles: str = "warm") -> None:
    """Choose a theme and tiles, as the settings page does."""
    play.page.emulate_media(color_scheme=theme.scheme, reduced_motion="reduce")
    choice = {
        "name": "preferences",
        "value": f"theme-{theme.chosen}.tiles-{tiles}",
        "url": play.server.url,
    }
    play.page.context.add_cookies([choice])  # type: ignore[list-item]


def open_pages(play: PlayPage) -> Iterator[str]:
    """Go to one page after the other, and return the name of each."""
    for number, (name, game) in enumerate(GAMES.items()):
        play.page.context.clear_cookies(name="session")
        play.visit()
        play.start_at(game, seed=bytes([number] * 32))
        yield name
    for name, path in PATHS.items():
        play.page.goto(path)
        expect(play.page.get_by_role("heading", level=1)).to_be_visible()
        yield name


def see(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def faults(page: Page, size: tuple[int, int]) -> list[str]:
    """Return what does not fit on a screen of this size."""
    see(page, size)
    page.evaluate("() => scrollTo(0, 0)")
    needed = NEEDED if size in PHONES else ["#board"]
    found = [f"outside: {element}" for element in page.evaluate(OUTSIDE, needed)] if size in SCREENS else []
    found += [f"out of reach: {element}" for element in page.evaluate(OUT_OF_REACH)]
    found += [f"{value} spills over its tile" for value in page.evaluate(SPILLING)]
    width = page.evaluate("() => document.scrollingElement.scrollWidth")
    return found + ([f"{width} pixels wide"] if width > size[0] else [])


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_every_page_fits_every_screen_and_axe_finds_nothing_wrong(play: PlayPage, theme: Theme) -> None:
    prefer(play, theme)
    found = []
    for name in open_pages(play):
        found += [(name, size, fault) for size in (*SCREENS, ZOOMED) for fault in faults(play.page, size)]
        found += [(name, ZOOMED, fault) for fault in violations(play.page)]
    assert found == []


@pytest.mark.parametrize("tiles", ["warm", "safe"])
def test_the_number_on_every_tile_can_be_read_in_every_theme(play: PlayPage, tiles: str) -> None:
    play.start_at(UNDER_WAY)
    for theme in THEMES.values():
        prefer(play, theme, tiles)
        play.visit()
        found: list[tuple[str, float]] = play.page.evaluate(CONTRASTS, LADDER)
        assert len({face for face, _ in found}) == len(LADDER)
        assert min(contrast for _, contrast in found) >= 4.5, (theme, found)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_theme_of_the_system_is_that_of_the_same_name(
    play: PlayPage, name: Literal["light", "dark"]
) -> None:
    seen = []
    for theme in (THEMES[name], Theme("auto", name)):
        prefer(play, theme)
        play.visit()
        seen.append(play.page.evaluate(COLOURS, ["html", "#board", "#remark", ".button", ".cells i"]))
    assert seen[0] == seen[1]


def test_a_bigger_screen_shows_a_bigger_board(play: PlayPage) -> None:
    play.start_at(UNDER_WAY)
    widths = []
    for size in SCREENS:
        see(play.page, size)
        box = play.page.locator("#board").bounding_box()
        assert box
        widths.append(box["width"])
    assert widths == sorted(widths)
    assert widths[-1] > 1200


def test_in_forced_colours_each_tile_keeps_an_edge(play: PlayPage) -> None:
    play.page.emulate_media(forced_colors="active")
    play.start_at(UNDER_WAY)
    edges = (
        "() => [...document.querySelectorAll('.tile')].map((tile) => getComputedStyle(tile).borderTopWidth)"
    )
    assert set(play.page.evaluate(edges)) == {"2px"}


def test_who_prefers_more_contrast_gets_no_faint_words(play: PlayPage) -> None:
    play.start_at(UNDER_WAY)

    def inks() -> set[str]:
        return {ink for ink, _ in play.page.evaluate(COLOURS, ["body", "#remark", ".aside"])}

    assert len(inks()) == 2
    play.page.emulate_media(contrast="more")
    assert len(inks()) == 1


@pytest.mark.parametrize("theme", ["dark", "high contrast by night"])
def test_a_game_prints_in_black_on_white_with_its_score_and_its_commitment(
    play: PlayPage, theme: str
) -> None:
    prefer(play, THEMES[theme])
    play.start_at(OVER)
    play.page.emulate_media(media="print")
    for shown in ("#board", "#score", "#commitment", "#over h2"):
        expect(play.page.locator(shown)).to_be_visible()
    assert [one for one in play.page.locator("button, a").all() if one.is_visible()] == []
    black, white = "rgb(0, 0, 0)", "rgb(255, 255, 255)"
    ladder = [f'.tile[data-value="{value}"]' for value in (2, 64, 512)]
    play.page.evaluate("() => document.querySelector('.tile').dataset.value = 64")
    assert play.page.evaluate(COLOURS, ["html", *ladder]) == [[black, white]] * 4
