"""Draws the icons, and takes the pictures of the README from the running product."""

import asyncio
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright
from starlette.requests import Request

from app.engine.board import Board
from app.play.seats import Visitor
from app.resources import ROOT
from app.store.database import Database, database_url
from app.web.sessions import Sessions
from tests.browser.chromium import launch_options
from tests.builders import board_of, seat_at, undoable_game_of
from tests.conftest import KEY
from tests.packaging.processes import serving
from tests.pictures.icons import draw_icons

FOLDER = ROOT / "docs"
LATE = board_of(2, 8, 4, 0, 4, 32, 16, 2, 64, 128, 256, 8, 16384, 4096, 1024, 512)
EARLY = board_of(0, 2, 0, 4, 2, 4, 8, 0, 16, 8, 32, 2, 512, 256, 128, 64)


class View(NamedTuple):
    """What somebody sees: which board, how they like it, and on what kind of screen."""

    board: Board
    scheme: Literal["light", "dark"] = "light"
    choices: str = ""
    width: int = 390
    height: int = 730


WIDE = {
    "board-light.png": View(LATE, "light", width=1120, height=700),
    "board-dark.png": View(LATE, "dark", width=1120, height=700),
}
PHONES = [
    View(EARLY, "light"),
    View(LATE, "dark"),
    View(LATE, "light", "tiles-safe"),
    View(EARLY, "light", "theme-contrast"),
]


class Studio:
    """A running server and a browser in front of it."""

    def __init__(self, browser: Browser, address: str, data: Path) -> None:
        self._browser = browser
        self._address = address
        self._data = data
        self._seeds = (bytes([number]) * 32 for number in range(256))

    def take(self, view: View, scale: float = 1) -> bytes:
        """Return the picture of a view as PNG, with so many pixels for each of CSS."""
        context = self._browser.new_context(
            color_scheme=view.scheme,
            viewport={"width": view.width, "height": view.height},
            device_scale_factor=scale,
        )
        if view.choices:
            cookie = {"name": "preferences", "value": view.choices, "url": self._address}
            context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.goto(self._address)
        cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in context.cookies())
        scope = {"type": "http", "headers": [(b"cookie", cookies.encode())]}
        visitor = Sessions(KEY, https=False).of(Request(scope)).visitor
        with ThreadPoolExecutor() as beside:
            # The browser's driver has an event loop running in this thread.
            beside.submit(asyncio.run, self._seat(visitor, view.board)).result()
        page.reload()
        picture = page.screenshot()
        context.close()
        return picture

    async def _seat(self, visitor: Visitor, board: Board) -> None:
        database = Database(database_url(None, self._data))
        game = undoable_game_of(board)._replace(continued=True)
        seed = next(self._seeds)
        await seat_at(database, visitor, game, seed=seed, best=game.score + 5120, undoable=True)
        database.close()


def side_by_side(page: Page, pictures: list[bytes]) -> bytes:
    """Return pictures of equal size in one row."""
    sources = [f"data:image/png;base64,{b64encode(picture).decode()}" for picture in pictures]
    images = "".join(f"<img src='{source}'>" for source in sources)
    page.set_content(
        "<!DOCTYPE html><style>body { display: flex; gap: 16px; margin: 0; width: max-content }"
        f"img {{ border-radius: 16px; height: 548px }}</style>{images}"
    )
    return page.locator("body").screenshot(omit_background=True)


def take_pictures(studio: Studio, browser: Browser) -> Iterator[Path]:
    """Take each picture of the README, and return where it is."""
    for name, view in WIDE.items():
        (FOLDER / name).write_bytes(studio.take(view))
        yield FOLDER / name
    row = side_by_side(browser.new_page(), [studio.take(view, scale=0.75) for view in PHONES])
    (FOLDER / "themes.png").write_bytes(row)
    yield FOLDER / "themes.png"


def main() -> int:
    """Draw each icon, take each picture, and say where it went."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving({"DATA_DIR": folder, "SECRET_KEY": KEY.decode()}) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**launch_options())
        studio = Studio(browser, server.address, Path(folder))
        for path in (*draw_icons(browser), *take_pictures(studio, browser)):
            print(path.relative_to(ROOT))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
