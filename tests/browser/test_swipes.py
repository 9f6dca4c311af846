"""Directions given by a finger on the board."""

import pytest
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.finger import Finger
from tests.browser.page import PlayPage
from tests.browser.positions import UNDER_WAY
from tests.browser.server import Server
from tests.browser.wire import Wire


@pytest.fixture
def finger(new_context: CreateContextCallback, server: Server) -> Finger:
    """A finger on a phone so short that the page has to scroll."""
    context = new_context(has_touch=True, is_mobile=True, viewport={"width": 375, "height": 420})
    play = PlayPage(context.new_page(), server)
    play.visit()
    play.start_at(UNDER_WAY)
    return Finger(play)


@pytest.fixture
def centre(finger: Finger) -> tuple[float, float]:
    box = finger.play.page.locator("#board").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


SWIPES = {"left": (-80, 6), "down": (-6, 80), "right": (80, -6), "up": (6, -80)}


def test_a_swipe_plays_once_in_its_direction_and_scrolls_nothing(
    finger: Finger, centre: tuple[float, float], wire: Wire
) -> None:
    for by in SWIPES.values():
        finger.swipe(centre, by, steps=12)
        finger.play.settle()
    assert wire.directions == list(SWIPES)
    assert finger.play.page.evaluate("window.scrollY") == 0


def test_the_page_scrolls_by_a_swipe_that_begins_beside_the_board(finger: Finger, wire: Wire) -> None:
    heading = finger.play.page.locator("h1").bounding_box()
    assert heading is not None
    finger.swipe((heading["x"] + 20, heading["y"] + heading["height"]), (0, -60), steps=12)
    finger.play.page.wait_for_function("() => window.scrollY > 0")
    assert wire.posts == []


def test_a_tap_or_a_short_touch_does_nothing(finger: Finger, centre: tuple[float, float], wire: Wire) -> None:
    finger.touch(centre)
    finger.lift()
    finger.swipe(centre, (15, 5))
    finger.swipe(centre, (0, -20))
    assert wire.posts == []
    finger.swipe(centre, SWIPES["left"])
    finger.play.settle()
    assert wire.directions == ["left"]


def test_two_fingers_do_nothing(finger: Finger, centre: tuple[float, float], wire: Wire) -> None:
    x, y = centre
    finger.touch((x, y))
    finger.touch((x, y), (x + 40, y))
    for step in range(1, 10):
        finger.move((x - 10 * step, y), (x + 40 + 10 * step, y))
    finger.lift()
    assert wire.posts == []
    finger.swipe(centre, SWIPES["down"])
    finger.play.settle()
    assert wire.directions == ["down"]


def test_one_gesture_plays_once_however_long_it_wanders(
    finger: Finger, centre: tuple[float, float], wire: Wire
) -> None:
    x, y = centre
    finger.touch(centre)
    for point in [(x - 40, y), (x - 80, y), (x - 80, y - 80), (x + 80, y - 80), (x + 80, y + 80)]:
        finger.move(point)
    finger.lift()
    finger.play.settle()
    assert wire.directions == ["left"]


def test_a_button_of_the_pad_plays_by_touch(finger: Finger, wire: Wire) -> None:
    finger.play.button("down").tap()
    finger.play.settle()
    assert wire.directions == ["down"]
