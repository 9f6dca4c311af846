"""What a player sees who presses keys faster than answers come: frames, jumps, and time to first motion."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, Request, ViewportSize, sync_playwright

from tests.bench.frames import watched
from tests.bench.report import UNKNOWN, Table, figure
from tests.bench.serving import serve
from tests.bench.timing import percentile
from tests.browser.chromium import launch_options
from tests.browser.page import ARROWS
from tests.browser.positions import STEADY

GAMES = 3
KEYS = 100
A_SECOND = 20
LATENCIES = (0, 100, 300)
"""Milliseconds from a request to its answer."""
SLOWDOWNS = (1, 4)
"""How many times slower than this machine the CPU of the page is."""
LOOKED_AT = 500
"""Milliseconds from the page to the first key, in which a player looks at the board."""
SCREENS: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "desktop": {"width": 1440, "height": 900},
}

_WATCH = (Path(__file__).parent / "motion.js").read_text(encoding="utf-8")
_BOARD = """() => [...document.querySelectorAll("#tiles .tile:not(.ghost)")]
  .map((tile) => [tile.dataset.row, tile.dataset.col, tile.dataset.value].join()).sort()"""


class Played(NamedTuple):
    """Games of so many keys on one screen; ``frames`` and ``firsts`` are in ms, ``jump`` in px a frame."""

    screen: str
    latency: int
    slowdown: int
    arrived: int
    requests: int
    is_equal: bool
    frames: Sequence[float]
    firsts: Sequence[float]
    jump: float


def measure(folder: Path) -> list[Played]:
    """Serve from this folder and play on every screen, at every latency and speed of the CPU."""
    with serve(folder, 0) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        address = f"http://127.0.0.1:{server.port}"
        return [
            _played(browser, address, screen, latency, slowdown)
            for screen in SCREENS
            for latency in LATENCIES
            for slowdown in SLOWDOWNS
        ]


def table(measured: Sequence[Played]) -> Table:
    """Show a row for each screen, latency and speed of the CPU."""
    return Table(
        f"{KEYS} keys at {A_SECOND} a second",
        f"{GAMES} games a row, each begun {LOOKED_AT} ms after its page; ms and px. The aims: no key dropped,"
        " the page shows what the server keeps, frames p95 20 ms, no jump beyond 80 px, first motion p95 two"
        " frames. Frames are those that were drawn. First motion is that of the tiles, or of the whole board"
        " where a key has to wait for an answer; n keys found the board at rest.",
        (
            "screen",
            "latency",
            "CPU",
            "keys",
            "requests",
            "as kept",
            "frames p50",
            "p95",
            "jump",
            "n",
            "first motion p50",
            "p95",
        ),
        [
            (
                played.screen,
                str(played.latency),
                f"1/{played.slowdown}",
                str(played.arrived),
                str(played.requests),
                "yes" if played.is_equal else "NO",
                figure(percentile(played.frames, 50), 1),
                figure(percentile(played.frames, 95), 1),
                figure(played.jump),
                str(len(played.firsts)),
                figure(percentile(played.firsts or [UNKNOWN], 50), 1),
                figure(percentile(played.firsts or [UNKNOWN], 95), 1),
            )
            for played in measured
        ],
    )


def _played(browser: Browser, address: str, screen: str, latency: int, slowdown: int) -> Played:
    games: list[Played] = []
    while len(games) < GAMES:
        with _player(browser, address, screen) as page:
            played = _press_all(browser, page, screen, latency, slowdown)
            games += [played] if played else []
    return games[0]._replace(
        arrived=sum(game.arrived for game in games),
        requests=sum(game.requests for game in games),
        is_equal=all(game.is_equal for game in games),
        frames=[frame for game in games for frame in game.frames],
        firsts=[first for game in games for first in game.firsts],
        jump=max(game.jump for game in games),
    )


@contextmanager
def _player(browser: Browser, address: str, screen: str) -> Iterator[Page]:
    context = browser.new_context(viewport=SCREENS[screen])
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()


def _press_all(browser: Browser, page: Page, screen: str, latency: int, slowdown: int) -> Played | None:
    """Press all keys and watch; tell nothing of the rare game that ends too early for that."""
    posts: list[Request] = []
    page.on("request", lambda request: posts.append(request) if request.method == "POST" else None)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    with watched(browser, page) as frames:
        page.evaluate(_WATCH)
        page.wait_for_timeout(LOOKED_AT)
        begun = time.monotonic()
        for number, direction in enumerate(islice(cycle(STEADY), KEYS)):
            early = begun + number / A_SECOND - time.monotonic()
            if early > 0:
                page.wait_for_timeout(early * 1000)
            key = ARROWS[direction]
            devtools.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", "code": key, "key": key})
        seen: dict[str, Any] = page.evaluate("() => window.watch.end()")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.wait_for_function("() => !document.querySelector('.htmx-request')")
    if page.locator("#won, #over").count():
        return None
    shown = page.evaluate(_BOARD)
    page.reload()
    arrived = sum((post.post_data or "").count("direction=") for post in posts)
    is_equal = shown == page.evaluate(_BOARD)
    return Played(
        screen,
        latency,
        slowdown,
        arrived,
        len(posts),
        is_equal,
        frames.times,
        seen["firsts"],
        max(px / frames.between(start, end) for start, end, px in seen["jumps"]),
    )
