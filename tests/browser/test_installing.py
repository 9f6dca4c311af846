"""The game as an installed application, and what its service worker does and does not keep."""

import json
import struct

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page import PlayPage
from tests.browser.positions import UNDER_WAY
from tests.browser.server import Server

pytestmark = pytest.mark.browser_context_args(service_workers="allow")

WORKER_IS_READY = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  while (active.state !== "activated") {
    await new Promise((resolve) => active.addEventListener("statechange", resolve, { once: true }));
  }
}"""
KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      kept[new URL(request.url).pathname] = await (await cache.match(request, { ignoreVary: true })).text();
    }
  }
  return kept;
}"""


def kept_by(page: Page) -> dict[str, str]:
    """Return the text of everything in the caches of this browser, by its path."""
    found: dict[str, str] = page.evaluate(KEPT)
    return found


@pytest.fixture
def installed(play: PlayPage) -> PlayPage:
    """The page of a game with its service worker at work."""
    play.start_at(UNDER_WAY)
    play.page.evaluate(WORKER_IS_READY)
    play.visit()
    assert play.page.evaluate("() => navigator.serviceWorker.controller?.state") == "activated"
    return play


def test_the_browser_finds_nothing_that_keeps_the_game_from_being_installed(installed: PlayPage) -> None:
    browser = installed.page.context.new_cdp_session(installed.page)
    manifest = browser.send("Page.getAppManifest")
    assert manifest["url"].endswith("/manifest.webmanifest")
    assert manifest["errors"] == []
    faults = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The contexts of a test are like private windows, in which nothing is installed.
    assert {fault["errorId"] for fault in faults} <= {"in-incognito"}


def test_every_icon_is_there_and_as_large_as_the_manifest_says(installed: PlayPage) -> None:
    request = installed.page.request
    icons: list[dict[str, str]] = json.loads(request.get("/manifest.webmanifest").text())["icons"]
    sizes = {}
    for icon in icons:
        answer = request.get(icon["src"])
        assert answer.ok, icon
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.body()[16:24])
            assert f"{width}x{height}" == icon["sizes"]
        sizes[icon["sizes"], icon.get("purpose", "any")] = icon["src"]
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= set(sizes)


def test_the_icon_for_apple_is_there(installed: PlayPage) -> None:
    address = installed.page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    answer = installed.page.request.get(address or "")
    assert struct.unpack(">II", answer.body()[16:24]) == (180, 180)


def test_without_the_network_every_page_is_the_offline_page_and_the_game_comes_back_with_it(
    installed: PlayPage, page: Page
) -> None:
    page.context.set_offline(True)
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    for path in ("/", "/help"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_text("You are offline")
        background = "() => getComputedStyle(document.documentElement).backgroundColor"
        assert page.evaluate(background) == "rgb(250, 245, 236)", "the page has lost its styles"
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You are offline")
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Help")
    installed.visit()
    installed.expect_the_kept_game()


def test_only_the_offline_page_with_its_styles_and_mark_is_ever_kept(installed: PlayPage, page: Page) -> None:
    installed.move("left", "down")
    for path in ("/help", "/settings", "/your-data", "/games/new", "/nowhere"):
        page.goto(path)
    page.goto("/settings")
    page.get_by_label("Dark").check()
    page.get_by_role("button", name="Save").click()
    installed.move("right")
    kept = kept_by(page)
    assert kept.pop("/offline").count("You are offline") == 2
    assert kept
    assert all(path.startswith("/static/") and path.endswith((".css", "/icon.svg")) for path in kept)


def test_what_is_kept_is_nobody_s_even_if_it_is_kept_for_somebody(page: Page, server: Server) -> None:
    page.goto("/settings")
    page.get_by_label("Dark").check()
    page.get_by_role("button", name="Save").click()
    page.evaluate(WORKER_IS_READY)
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert 'data-theme="auto"' in kept_by(page)["/offline"]


def test_deleting_my_data_empties_the_caches(installed: PlayPage, page: Page) -> None:
    page.evaluate("async () => (await caches.open('mine')).put('/mine', new Response('mine'))")
    assert "/mine" in kept_by(page)
    page.goto("/your-data")
    page.get_by_role("button", name="Delete my data").click()
    expect(installed.notice).to_contain_text("Everything that was kept about you is gone")
    assert "/mine" not in kept_by(page)


def test_what_a_former_worker_kept_goes_and_what_others_keep_stays(page: Page, server: Server) -> None:
    page.goto("/help")
    page.evaluate("async () => { await caches.open('2048-offline-former'); await caches.open('others'); }")
    page.goto("/")
    page.evaluate(WORKER_IS_READY)
    names: list[str] = page.evaluate("() => caches.keys()")
    assert "2048-offline-former" not in names
    assert "others" in names
