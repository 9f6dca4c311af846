"""The ways to give a direction."""

import pytest
from playwright.sync_api import CDPSession, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.page import PlayPage
from tests.browser.positions import UNDER_WAY
from tests.browser.server import Server
from tests.browser.wire import Wire
from tests.builders import board_of, game_of

KEYS = {
    "left": ("ArrowLeft", "KeyA", "KeyH"),
    "down": ("ArrowDown", "KeyS", "KeyJ"),
    "up": ("ArrowUp", "KeyW", "KeyK"),
    "right": ("ArrowRight", "KeyD", "KeyL"),
}

WATCH_DEFAULTS = """() => {
  window.prevented = [];
  window.addEventListener("keydown", (event) => window.prevented.push(event.defaultPrevented));
}"""


def test_arrows_wasd_and_hjkl_play(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    pressed = [(direction, key) for direction, keys in KEYS.items() for key in keys]
    for _, key in pressed:
        play.press(key)
    play.settle()
    assert wire.directions == [direction for direction, _ in pressed]


def test_letters_count_by_where_they_are_not_by_what_is_printed(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    keyboard = play.page.context.new_cdp_session(play.page)
    azerty = {"KeyW": "z", "KeyA": "q"}
    for code, key in azerty.items():
        _press(keyboard, code, key)
    _press(keyboard, "KeyQ", "a")
    play.settle()
    assert wire.directions == ["up", "left"]


@pytest.mark.parametrize("modifier", ["Control", "Alt", "Meta", "Shift"])
def test_a_key_with_a_modifier_is_left_to_the_browser(play: PlayPage, wire: Wire, modifier: str) -> None:
    play.start_at(UNDER_WAY)
    play.page.evaluate(WATCH_DEFAULTS)
    for key in ("ArrowDown", "KeyS", "KeyJ"):
        play.press(f"{modifier}+{key}")
    assert set(play.page.evaluate("window.prevented")) == {False}
    play.press("ArrowLeft")
    play.settle()
    assert play.page.evaluate("window.prevented.at(-1)") is True
    assert wire.directions == ["left"]


def test_a_key_that_means_nothing_here_is_left_to_the_browser(play: PlayPage, wire: Wire) -> None:
    play.page.evaluate(WATCH_DEFAULTS)
    play.press("KeyQ", "Space", "PageDown", "Digit1", "F1", "Home")
    assert set(play.page.evaluate("window.prevented")) == {False}
    assert wire.posts == []


@pytest.mark.parametrize("field", ["input", "textarea", "select", "div contenteditable"])
def test_typing_in_a_field_does_not_play(play: PlayPage, wire: Wire, field: str) -> None:
    play.start_at(UNDER_WAY)
    play.page.evaluate(
        """(markup) => {
          document.querySelector("main").insertAdjacentHTML("afterbegin", `<${markup} id="field">`);
          document.querySelector("#field").focus();
        }""",
        field,
    )
    expect(play.page.locator("#field")).to_be_focused()
    play.press("KeyA", "ArrowLeft", "KeyH", "ArrowDown")
    play.page.locator("#field").evaluate("field => field.blur()")
    play.move("up")
    assert wire.directions == ["up"]


def test_keys_are_not_taken_while_a_word_is_being_composed(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    play.page.evaluate(
        """() => document.body.dispatchEvent(
          new KeyboardEvent("keydown", { code: "KeyA", key: "a", isComposing: true, bubbles: true }))"""
    )
    play.move("down")
    assert wire.directions == ["down"]


def test_the_four_buttons_play_by_mouse_and_by_keyboard(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    for direction in KEYS:
        play.button(direction).click()
    play.button("left").focus()
    play.press("Enter", "Space")
    play.settle()
    assert wire.directions == [*KEYS, "left", "left"]
    expect(play.button("left")).to_be_focused()
    assert play.page.url == play.server.url + "/"


def test_a_direction_that_changes_nothing_costs_nothing(play: PlayPage) -> None:
    play.start_at(game_of(board_of(2, 4, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    before = (play.tiles, play.turn, play.version, play.score)
    play.move("left", "up")
    assert (play.tiles, play.turn, play.version, play.score) == before
    expect(play.notice).to_be_empty()
    assert play.directions == []


def _press(keyboard: CDPSession, code: str, key: str) -> None:
    for kind in ("keyDown", "keyUp"):
        keyboard.send("Input.dispatchKeyEvent", {"type": kind, "code": code, "key": key})


class Finger:
    """Fingers on the screen of a phone."""

    def __init__(self, play: PlayPage) -> None:
        self.play = play
        self._screen = play.page.context.new_cdp_session(play.page)

    def touch(self, *points: tuple[float, float]) -> None:
        self._send("touchStart", *points)

    def move(self, *points: tuple[float, float]) -> None:
        self._send("touchMove", *points)

    def lift(self) -> None:
        self._send("touchEnd")

    def swipe(self, start: tuple[float, float], by: tuple[float, float], steps: int = 6) -> None:
        """Draw a straight line from a point, in so many steps, and lift the finger."""
        self.touch(start)
        for step in range(1, steps + 1):
            self.move((start[0] + by[0] * step / steps, start[1] + by[1] * step / steps))
        self.lift()

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


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
