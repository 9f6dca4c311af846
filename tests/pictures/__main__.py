"""Draws the icons, and takes the pictures of the README from the running product."""

import asyncio
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, ViewportSize, sync_playwright
from starlette.requests import Request

from app.play.seats import Visitor
from app.resources import ROOT
from app.store.database import Database, database_url
from app.web.sessions import Sessions
from tests.browser.chromium import launch_options
from tests.builders import board_of, seat_at, undoable_game_of
from tests.conftest import KEY
from tests.packaging.processes import serving
from tests.pictures.icons import draw_icons

BOARD = board_of(2, 8, 4, 0, 4, 32, 16, 2, 64, 128, 256, 8, 16384, 4096, 1024, 512)
FOLDER = ROOT / "docs"
SIZE: ViewportSize = {"width": 390, "height": 760}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def main() -> int:
    """Take each picture and say where it went."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving({"DATA_DIR": folder, "SECRET_KEY": KEY.decode()}) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**launch_options())
        for path in draw_icons(browser):
            print(path.relative_to(ROOT))
        for scheme in SCHEMES:
            path = FOLDER / f"board-{scheme}.png"
            _take(browser, server.address, Path(folder), scheme, path)
            print(path.relative_to(ROOT))
        browser.close()
    return 0


def _take(browser: Browser, address: str, data: Path, scheme: Literal["light", "dark"], path: Path) -> None:
    context = browser.new_context(color_scheme=scheme, viewport=SIZE, device_scale_factor=2)
    page = context.new_page()
    page.goto(address)
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in context.cookies())
    scope = {"type": "http", "headers": [(b"cookie", cookies.encode())]}
    seed = scheme.encode().ljust(32)
    visitor = Sessions(KEY, https=False).of(Request(scope)).visitor
    with ThreadPoolExecutor() as beside:
        # The browser's driver has an event loop running in this thread.
        beside.submit(asyncio.run, _seat(data, visitor, seed)).result()
    page.reload()
    page.screenshot(path=path)
    context.close()


async def _seat(data: Path, visitor: Visitor, seed: bytes) -> None:
    database = Database(database_url(None, data))
    game = undoable_game_of(BOARD)._replace(continued=True)
    await seat_at(database, visitor, game, seed=seed, best=game.score + 5120, undoable=True)
    database.close()


if __name__ == "__main__":
    sys.exit(main())
