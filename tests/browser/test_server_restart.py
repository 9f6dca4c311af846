"""A server that really stops in the middle of a game, and starts again."""

from pathlib import Path

import pytest
from anyio.from_thread import BlockingPortal
from playwright.sync_api import Page, expect
from sqlalchemy import select

from app.engine.game import start
from app.store.database import Database, database_url
from app.store.games import read_directions
from app.store.tables import games
from app.store.transaction import Transaction
from tests.browser.page import ARROWS
from tests.browser.positions import legal
from tests.browser.test_installing import WORKER_IS_READY
from tests.packaging.processes import serving
from tests.ports import free_port

pytestmark = pytest.mark.browser_context_args(service_workers="allow")

BEFORE = ["left", "up", "right", "down"]
DURING = ["left", "down", "right", "up", "left", "left", "down"]


def press(page: Page, directions: list[str]) -> None:
    for direction in directions:
        page.keyboard.press(ARROWS[direction])


def test_what_is_pressed_while_the_server_is_away_is_played_once_and_in_order(
    page: Page, tmp_path: Path, portal: BlockingPortal
) -> None:
    settings = {"DATA_DIR": str(tmp_path), "PORT": str(free_port())}
    outage, heading = page.locator("#outage"), "You are offline"
    with serving(settings) as server:
        page.goto(server.address)
        page.evaluate(WORKER_IS_READY)
        press(page, BEFORE)
        page.wait_for_function("() => document.querySelector('#tiles').dataset.turn > 0")
        server.stop()
    press(page, DURING)
    expect(outage).to_contain_text("No answer from the server.")
    other = page.context.new_page()
    other.goto(server.address)
    expect(other.get_by_role("heading", level=1)).to_have_text(heading)
    with serving(settings) as server:
        expect(outage).to_be_hidden()
        page.wait_for_function("() => !document.querySelector('.htmx-request')")
        other.get_by_role("link", name="Try again").click()
        expect(other.locator("#tiles")).to_be_attached()
        turn = page.locator("#tiles").get_attribute("data-turn")
        expect(other.locator("#tiles")).to_have_attribute("data-turn", turn or "")
        server.stop()
    seed, directions = _stored(tmp_path, portal)
    assert directions == legal(start(seed), BEFORE + DURING, seed)


def _stored(folder: Path, portal: BlockingPortal) -> tuple[bytes, list[str]]:
    """Return the seed of the one game in a folder, and its moves."""

    def read(transaction: Transaction) -> tuple[bytes, list[str]]:
        game = transaction.connection.execute(select(games.c.id, games.c.seed, games.c.turn)).one()
        return game.seed, list(read_directions(transaction, game.id, game.turn))

    database = Database(database_url(None, folder))
    try:
        return portal.call(database.read, read)
    finally:
        database.close()
