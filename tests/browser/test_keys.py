"""The ways to give a direction."""

from playwright.sync_api import CDPSession, expect

from tests.browser.page import PlayPage
from tests.browser.positions import FRESH, UNDER_WAY, legal
from tests.browser.wire import Wire
from tests.builders import board_of, game_of

KEYS = {
    "left": ("ArrowLeft", "KeyA", "KeyH", "Numpad4"),
    "down": ("ArrowDown", "KeyS", "KeyJ", "Numpad2"),
    "up": ("ArrowUp", "KeyW", "KeyK", "Numpad8"),
    "right": ("ArrowRight", "KeyD", "KeyL", "Numpad6"),
}

NUMBERS = {"left": 4, "down": 2}

WATCH_DEFAULTS = """() => {
  window.prevented = [];
  window.addEventListener("keydown", (event) => window.prevented.push(event.defaultPrevented));
}"""


ADD_FIELD = """(markup) => {
  document.querySelector("main").insertAdjacentHTML("afterbegin", markup);
  const field = document.querySelector("main").firstElementChild;
  field.focus();
  if (document.activeElement !== field) throw new Error("no focus for " + markup);
}"""


def test_arrows_the_number_pad_wasd_and_hjkl_play(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    pressed = [(direction, key) for direction, keys in KEYS.items() for key in keys]
    for _, key in pressed:
        play.press(key)
    play.settle()
    assert wire.directions == [direction for direction, _ in pressed]


def test_letters_and_signs_can_be_switched_off_and_the_other_keys_play_on(play: PlayPage, wire: Wire) -> None:
    play.page.goto("/settings")
    play.page.get_by_label("Arrows and number pad only").check()
    play.page.get_by_role("button", name="Save").click()
    play.start_at(FRESH)
    move = legal(FRESH, ["left", "down"])[0]
    play.move(move)
    play.page.evaluate(WATCH_DEFAULTS)
    play.press("KeyW", "KeyA", "KeyS", "KeyD", "KeyH", "KeyJ", "KeyK", "KeyL", "u", "r", "n", "?")
    assert set(play.page.evaluate("window.prevented")) == {False}
    expect(play.help).to_be_hidden()
    expect(play.question).to_be_hidden()
    play.press("Control+z")
    play.expect_turn(0)
    play.settle()
    play.press(f"Numpad{NUMBERS[move]}")
    play.expect_turn(1)
    assert [post.path for post in wire.posts] == ["/settings", "/moves", "/undo", "/moves"]


def test_letters_count_by_where_they_are_not_by_what_is_printed(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    keyboard = play.page.context.new_cdp_session(play.page)
    azerty = {"KeyW": "z", "KeyA": "q"}
    for code, key in azerty.items():
        _press(keyboard, code, key)
    _press(keyboard, "KeyQ", "a")
    play.settle()
    assert wire.directions == ["up", "left"]


def test_a_key_with_a_modifier_is_left_to_the_browser(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    play.page.evaluate(WATCH_DEFAULTS)
    for modifier in ("Control", "Alt", "Meta", "Shift"):
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


def test_typing_in_a_field_does_not_play(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    for markup in ("<input>", "<textarea></textarea>", "<select></select>", "<div contenteditable></div>"):
        play.page.evaluate(ADD_FIELD, markup)
        play.press("KeyA", "ArrowLeft", "KeyH", "ArrowDown")
    play.page.evaluate("() => document.activeElement.blur()")
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
