"""Directions given by a finger, on the board and around it."""

import pytest
from playwright.sync_api import expect
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
    return _middle(finger.play, "#board")


@pytest.fixture
def upright(new_context: CreateContextCallback, server: Server) -> Finger:
    """A finger on a phone held upright."""
    context = new_context(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    play = PlayPage(context.new_page(), server)
    play.visit()
    play.start_at(UNDER_WAY)
    return Finger(play)


SWIPES = {"left": (-80, 6), "down": (-6, 80), "right": (80, -6), "up": (6, -80)}


def test_a_swipe_plays_once_in_its_direction_and_scrolls_nothing(
    finger: Finger, centre: tuple[float, float], wire: Wire
) -> None:
    for by in SWIPES.values():
        finger.swipe(centre, by, steps=12)
        finger.play.settle()
    assert wire.directions == list(SWIPES)
    assert finger.play.page.evaluate("window.scrollY") == 0


@pytest.mark.parametrize("element", ["h1", "#remark"])
def test_the_page_scrolls_by_a_swipe_that_begins_beside_the_board_where_there_is_no_room_for_both(
    finger: Finger, wire: Wire, element: str
) -> None:
    finger.swipe(_middle(finger.play, element), (0, -60), steps=12)
    finger.play.page.wait_for_function("() => window.scrollY > 0")
    assert wire.posts == []


AROUND = ["#board", "#remark", ".stage", ".pad .up", "#new-game", "#play"]


@pytest.mark.parametrize("element", AROUND)
def test_on_an_upright_phone_a_swipe_counts_anywhere_around_the_board_and_never_scrolls(
    upright: Finger, wire: Wire, element: str
) -> None:
    start = _below_the_pad(upright.play) if element == "#play" else _middle(upright.play, element)
    for by in SWIPES.values():
        upright.swipe(start, by, steps=12)
        upright.play.settle()
    assert wire.directions == list(SWIPES)
    assert upright.play.page.evaluate("window.scrollY") == 0
    expect(upright.play.question).to_be_hidden()


def test_on_an_upright_phone_the_page_scrolls_by_what_is_not_the_game(upright: Finger, wire: Wire) -> None:
    page = upright.play.page
    page.evaluate("() => document.querySelector('footer').style.setProperty('padding-bottom', '40rem')")
    for element in ("h1", "footer .aside"):
        upright.swipe(_middle(upright.play, element), (0, -60), steps=12)
        page.wait_for_function("() => window.scrollY > 0")
        page.evaluate("() => window.scrollTo({ top: 0, behavior: 'instant' })")
    assert wire.posts == []


@pytest.mark.parametrize("element", [".top", "#board", "#remark"])
def test_two_fingers_zoom_wherever_they_are(upright: Finger, wire: Wire, element: str) -> None:
    x, y = _middle(upright.play, element)
    upright.touch((x - 20, y), (x + 20, y))
    for step in range(1, 11):
        upright.move((x - 20 - 10 * step, y), (x + 20 + 10 * step, y))
    upright.lift()
    upright.play.page.wait_for_function("() => window.visualViewport.scale > 1.5")
    assert wire.posts == []
    if element != ".top":
        upright.swipe((x, y), SWIPES["left"])
        upright.play.settle()
        assert wire.directions == ["left"]


def test_a_swipe_counts_while_the_finger_is_still_down(
    finger: Finger, centre: tuple[float, float], wire: Wire
) -> None:
    x, y = centre
    finger.touch(centre)
    finger.move((x - 12, y))
    finger.move((x - 26, y))
    finger.play.expect_turn(UNDER_WAY.turn + 1)
    assert wire.directions == ["left"]
    finger.lift()


def test_a_slanted_swipe_waits_until_it_is_plain_or_over(
    finger: Finger, centre: tuple[float, float], wire: Wire
) -> None:
    x, y = centre
    finger.touch(centre)
    finger.move((x - 30, y + 25))
    finger.play.settle()
    assert wire.posts == []
    finger.move((x - 35, y + 60))
    finger.play.expect_turn(UNDER_WAY.turn + 1)
    finger.lift()
    finger.touch(centre)
    finger.move((x + 30, y + 25))
    finger.play.settle()
    assert wire.directions == ["down"]
    finger.lift()
    finger.play.expect_turn(UNDER_WAY.turn + 2)
    assert wire.directions == ["down", "right"]


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
    for step in range(1, 4):
        finger.move((x - 40 * step, y), (x + 40 - 40 * step, y))
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


def _middle(play: PlayPage, selector: str) -> tuple[float, float]:
    box = play.page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _below_the_pad(play: PlayPage) -> tuple[float, float]:
    box = play.page.locator(".pad").bounding_box()
    assert box is not None
    return 12, box["y"] + box["height"] + 40
