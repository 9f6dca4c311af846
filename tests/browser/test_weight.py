"""The first visit is light."""

import pytest
from playwright.sync_api import Page

from tests.browser.page import PlayPage
from tests.browser.server import Server
from tests.browser.test_installing import WORKER_IS_READY
from tests.browser.wire import Wire

pytestmark = pytest.mark.browser_context_args(service_workers="allow")

MOST_BYTES = 60_000


def test_a_first_visit_is_light_and_asks_nobody_else(page: Page, server: Server, wire: Wire) -> None:
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    play = PlayPage(page, server)
    play.visit()
    page.evaluate(WORKER_IS_READY)
    page.wait_for_load_state("networkidle")
    for path in ("/", "/offline", "/service-worker.js"):
        assert path in wire.sent, f"{path} was not weighed"
    assert sum(path.endswith((".css", ".js")) for path in wire.sent) >= 10
    total = sum(wire.sent.values())
    assert total < MOST_BYTES, sorted(wire.sent.items(), key=lambda item: -item[1])
    assert asked
    assert all(url.startswith(f"{server.url}/") for url in asked)


def test_a_second_visit_fetches_the_page_alone(play: PlayPage, wire: Wire) -> None:
    play.page.evaluate(WORKER_IS_READY)
    play.page.wait_for_load_state("networkidle")
    wire.sent.clear()
    play.visit()
    play.page.wait_for_load_state("networkidle")
    assert "/" in wire.sent
    assert [path for path in wire.sent if path.startswith("/static/")] == []
