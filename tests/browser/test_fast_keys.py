"""Keys that come faster than answers."""

import time
from itertools import cycle, islice

import pytest

from tests.browser.page import ARROWS, PlayPage
from tests.browser.positions import FRESH, STEADY, played
from tests.browser.server import values_of
from tests.browser.wire import Wire

A_SECOND = 20
SLOWDOWN = 4


@pytest.mark.parametrize("latency", [0, 100, 300])
def test_a_hundred_keys_in_five_seconds_all_arrive_in_order_on_a_slow_phone_too(
    play: PlayPage, wire: Wire, latency: int
) -> None:
    play.start_at(FRESH)
    devtools = play.page.context.new_cdp_session(play.page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    wire.delay(latency)
    keys = list(islice(cycle(STEADY), 100))
    _press_evenly(play, keys)
    after = played(FRESH, keys)
    play.expect_turn(after.turn)
    play.settle()
    assert wire.directions == keys
    assert play.board == values_of(after.board)
    play.expect_the_kept_game()
    if latency:
        seconds_of_play = len(keys) / A_SECOND
        assert len(wire.posts) <= seconds_of_play / (latency / 1000) + 5, "a request is not waited for"


def test_more_keys_than_one_request_may_bring_follow_in_the_next(play: PlayPage, wire: Wire) -> None:
    play.start_at(FRESH)
    wire.delay(1500)
    keys = list(islice(cycle(STEADY), 71))
    play.press(*(ARROWS[direction] for direction in keys))
    assert len(wire.posts) == 1, "the keys were to be pressed during the first request"
    wire.delay(0)
    after = played(FRESH, keys)
    play.expect_turn(after.turn)
    play.settle()
    assert [len(post.directions) for post in wire.posts] == [1, 64, 6]
    assert wire.directions == keys
    assert play.board == values_of(after.board)


def test_a_key_that_is_held_down_plays_on(play: PlayPage, wire: Wire) -> None:
    play.start_at(FRESH)
    for _ in range(5):
        play.page.keyboard.down("ArrowLeft")
    play.page.keyboard.up("ArrowLeft")
    play.settle()
    assert wire.directions == ["left"] * 5
    play.expect_the_kept_game()


def _press_evenly(play: PlayPage, directions: list[str]) -> None:
    begun = time.monotonic()
    for number, direction in enumerate(directions):
        early = begun + number / A_SECOND - time.monotonic()
        if early > 0:
            play.page.wait_for_timeout(early * 1000)
        play.press(ARROWS[direction])
