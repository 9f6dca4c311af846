"""When frames were drawn: told by the compositor, which animates on while the page is busy."""

from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

_FRAMES = "disabled-by-default-devtools.timeline.frame"
_MARKS = "blink.user_timing"
_MARK = "watch"
FRAME = 1000 / 60
"""Milliseconds from one frame to the next where none is late."""


class Frames:
    """The turns of the screen in which a frame was drawn, in ms of the page's own clock."""

    def __init__(self) -> None:
        self.drawn: list[float] = []

    @property
    def times(self) -> list[float]:
        """How long each frame stood, in ms."""
        return [after - before for before, after in zip(self.drawn, self.drawn[1:], strict=False)]

    def between(self, start: float, end: float) -> int:
        """Return how many frames showed the way from one moment to a later one, at least 1.

        Both are turns of the screen as the page has them, some hundredths of a ms beside the compositor's.
        """
        before, by_then = (bisect_right(self.drawn, moment + FRAME / 2) for moment in (start, end))
        return max(1, min(by_then - before, round((end - start) / FRAME)))


@contextmanager
def watched(browser: Browser, page: Page) -> Iterator[Frames]:
    """Trace while the block runs, in which the page has to set the mark ``watch``; tell all frames then."""
    devtools = browser.new_browser_cdp_session()
    events: list[dict[str, Any]] = []
    complete: list[Any] = []
    devtools.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    devtools.on("Tracing.tracingComplete", lambda end: complete.append(end))
    kinds = {"includedCategories": [_FRAMES, _MARKS], "excludedCategories": ["*"]}
    devtools.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": kinds})
    frames = Frames()
    yield frames
    _end(devtools, page, complete)
    (mark,) = [event["ts"] for event in events if event["name"] == _MARK and event["cat"] == _MARKS]
    begun = page.evaluate(f"() => performance.getEntriesByName('{_MARK}')[0].startTime")
    # A frame is drawn sooner or later within its turn on the screen, and seen in that turn.
    drawn = {_number(event) for event in events if event["name"] == "DrawFrame"}
    turns = [event["ts"] for event in events if event["name"] == "BeginFrame" and _number(event) in drawn]
    frames.drawn = sorted(begun + (turn - mark) / 1000 for turn in turns if turn >= mark)


def _number(event: dict[str, Any]) -> tuple[int, int]:
    return event["args"]["layerTreeId"], event["args"]["frameSeqId"]


def _end(devtools: CDPSession, page: Page, complete: list[Any]) -> None:
    devtools.send("Tracing.end")
    while not complete:
        page.wait_for_timeout(10)
    devtools.detach()
