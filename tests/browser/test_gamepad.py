"""Playing with a gamepad. There is none at this machine, so the page is told of one that the test holds."""

import pytest
from playwright.sync_api import expect

from app.engine.game import Game
from tests.browser.page import PlayPage
from tests.browser.positions import FRESH, NEARLY_OVER, NEARLY_WON, UNDER_WAY, legal
from tests.browser.wire import Wire

A_GAMEPAD = """() => {
  window.looks = 0;
  const buttons = [...Array(17)].map(() => ({ pressed: false, value: 0 }));
  window.gamepad = { index: 0, mapping: "standard", axes: [0, 0, 0, 0], buttons };
  window.connected = [];
  navigator.getGamepads = () => { window.looks += 1; return window.connected; };
}"""

LOWER, RIGHT_BUTTON, UPPER, LEFT_SHOULDER, RIGHT_SHOULDER, SELECT, START = 0, 1, 3, 4, 5, 8, 9
PAD = {"up": 12, "down": 13, "left": 14, "right": 15}
STICK = {"up": (0.1, -0.9), "down": (-0.1, 0.9), "left": (-0.9, 0.1), "right": (0.9, -0.1)}


class Gamepad:
    """A gamepad in the player's hands."""

    def __init__(self, play: PlayPage) -> None:
        self.play = play
        self.page = play.page

    def connect(self, mapping: str = "standard") -> None:
        self.page.evaluate(
            """(mapping) => {
              window.connected = [null, { ...window.gamepad, mapping }];
              window.dispatchEvent(new Event("gamepadconnected"));
            }""",
            mapping,
        )
        self.frames()

    def unplug(self) -> None:
        self.page.evaluate("() => { window.connected = []; }")
        self.frames()

    def hold(self, button: int) -> None:
        self.page.evaluate("(number) => { window.gamepad.buttons[number].pressed = true; }", button)
        self.frames()

    def let_go(self, button: int) -> None:
        self.page.evaluate("(number) => { window.gamepad.buttons[number].pressed = false; }", button)
        self.frames()

    def push(self, *buttons: int) -> None:
        for button in buttons:
            self.hold(button)
            self.let_go(button)
            self.play.settle()

    def lean(self, x: float, y: float) -> None:
        self.page.evaluate("([x, y]) => { window.gamepad.axes.splice(0, 2, x, y); }", [x, y])
        self.frames()

    def frames(self) -> None:
        """Wait until the page has looked, if it looks at all: it does so once a frame."""
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    @property
    def looks(self) -> int:
        return int(self.page.evaluate("window.looks"))


@pytest.fixture
def gamepad(play: PlayPage) -> Gamepad:
    """A gamepad that lies beside a game under way, not yet plugged in."""
    return gamepad_beside(play, UNDER_WAY)


def gamepad_beside(play: PlayPage, game: Game) -> Gamepad:
    play.page.add_init_script(f"({A_GAMEPAD})()")
    play.start_at(game)
    return Gamepad(play)


def test_the_pad_and_the_stick_play_once_a_push_however_long_it_lasts(gamepad: Gamepad, wire: Wire) -> None:
    gamepad.connect()
    for button in PAD.values():
        gamepad.hold(button)
        gamepad.frames()
        gamepad.let_go(button)
    for lean in STICK.values():
        gamepad.lean(*lean)
        gamepad.frames()
        gamepad.lean(0, 0)
    gamepad.play.settle()
    assert wire.directions == [*PAD, *STICK]
    gamepad.play.expect_the_kept_game()


def test_a_stick_plays_only_when_it_is_pushed_far_and_again_only_from_the_middle(
    gamepad: Gamepad, wire: Wire
) -> None:
    gamepad.connect()
    for lean in [(0.5, 0), (0.59, 0.1), (0.1, -0.59)]:
        gamepad.lean(*lean)
    assert wire.posts == []
    for lean in [(0.7, 0.2), (0.5, 0.1), (0.7, 0.1), (0.6, 0.8), (0, 0.9), (0, 0.45)]:
        gamepad.lean(*lean)
    gamepad.play.settle()
    assert wire.directions == ["right"]
    for lean in [(0, 0.2), (0, 0.9)]:
        gamepad.lean(*lean)
    gamepad.play.settle()
    assert wire.directions == ["right", "down"]


def test_the_shoulders_take_moves_back_and_bring_them_again(play: PlayPage) -> None:
    gamepad = gamepad_beside(play, FRESH)
    first, second = legal(FRESH, ["left", "down", "right", "up"])[:2]
    gamepad.connect()
    gamepad.push(PAD[first], PAD[second])
    play.expect_turn(2)
    gamepad.push(LEFT_SHOULDER)
    play.expect_turn(1)
    gamepad.push(RIGHT_SHOULDER)
    play.expect_turn(2)
    assert play.directions == [first, second]


def test_start_asks_for_a_new_game_and_the_lower_button_says_yes(gamepad: Gamepad, wire: Wire) -> None:
    play = gamepad.play
    gamepad.connect()
    gamepad.push(START)
    expect(play.question).to_be_visible()
    gamepad.push(PAD["left"], LEFT_SHOULDER)
    gamepad.push(RIGHT_BUTTON)
    expect(play.question).to_be_hidden()
    assert wire.posts == []
    gamepad.push(START, LOWER)
    play.expect_turn(0)
    assert [post.path for post in wire.posts] == ["/games"]


@pytest.mark.parametrize(("game", "answer"), [(NEARLY_WON, "/continue"), (NEARLY_OVER, "/games")])
def test_the_lower_button_answers_the_banner_and_nothing_else(
    play: PlayPage, wire: Wire, game: Game, answer: str
) -> None:
    gamepad = gamepad_beside(play, game)
    gamepad.connect()
    gamepad.push(LOWER, RIGHT_BUTTON)
    assert wire.posts == []
    gamepad.push(PAD["left"])
    expect(play.banner).to_be_visible()
    gamepad.push(LOWER)
    expect(play.banner).to_have_count(0)
    assert [post.path for post in wire.posts] == ["/moves", answer]


def test_the_upper_button_asks_for_a_hint(gamepad: Gamepad, wire: Wire) -> None:
    gamepad.connect()
    gamepad.push(UPPER)
    assert [post.path for post in wire.posts] == ["/hint"]
    assert gamepad.play.kept.position.assisted


def test_select_opens_the_help(gamepad: Gamepad) -> None:
    gamepad.connect()
    gamepad.push(SELECT)
    expect(gamepad.play.help).to_be_visible()


def test_nobody_looks_for_a_gamepad_while_there_is_none(gamepad: Gamepad) -> None:
    gamepad.frames()
    assert gamepad.looks == 0
    gamepad.connect()
    assert gamepad.looks > 0
    gamepad.unplug()
    looked = gamepad.looks
    gamepad.frames()
    assert gamepad.looks == looked
    gamepad.connect()
    assert gamepad.looks > looked


def test_a_gamepad_whose_buttons_nobody_knows_does_nothing(gamepad: Gamepad, wire: Wire) -> None:
    gamepad.connect(mapping="")
    gamepad.push(PAD["left"])
    assert wire.posts == []
