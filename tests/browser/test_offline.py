"""The network or the server goes away in the middle of a game, and comes back."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Dialog, expect

from app.store.database import Database
from app.store.writer import NotStored
from app.web.budgets import OverBudget
from tests.browser.page import ARROWS, PlayPage
from tests.browser.positions import FRESH, STEADY, UNDER_WAY, legal
from tests.browser.wire import Fault, Wire

KEYS = ["left", "down", "right", "up", "left", "down"]
LONGEST_PAUSE_MS = 17_000
"""What a page waits at most before it asks again, and a little more."""


def go_offline(play: PlayPage) -> None:
    """Lose the network, and press the first key without it."""
    play.page.context.set_offline(True)
    play.press(ARROWS[KEYS[0]])
    expect(play.outage).to_contain_text("You are offline; your moves wait.")


def come_back(play: PlayPage) -> None:
    play.page.context.set_offline(False)


@contextmanager
def refusing(database: Database, monkeypatch: pytest.MonkeyPatch, reason: Exception) -> Iterator[None]:
    """Let nothing be stored in the meantime, for this reason."""

    async def refuse(_use_case: object) -> None:
        raise reason

    with monkeypatch.context() as patch:
        patch.setattr(database, "write", refuse)
        yield


def expect_played(play: PlayPage, directions: list[str]) -> None:
    """Expect these and no other moves of the game that began at ``UNDER_WAY``, each once and in order."""
    moves = legal(UNDER_WAY, directions)
    play.expect_turn(UNDER_WAY.turn + len(moves))
    play.settle()
    assert play.directions == moves
    expect(play.outage).to_be_hidden()
    play.expect_the_kept_game()


def test_what_was_pressed_offline_is_played_once_and_in_order_when_the_network_is_back(
    play: PlayPage, wire: Wire
) -> None:
    play.start_at(UNDER_WAY)
    tiles = play.tiles
    go_offline(play)
    for direction in KEYS[1:]:
        play.press(ARROWS[direction])
        play.page.wait_for_timeout(200)
    assert play.tiles == tiles, "the board shows something that no server has said"
    expect(play.outage).to_contain_text(f"Waiting: {len(KEYS)}.")
    expect(play.page.get_by_role("status")).to_have_text(f"Waiting: {len(KEYS)}.")
    come_back(play)
    expect_played(play, KEYS)
    assert wire.directions == KEYS


def test_a_move_whose_answer_was_lost_with_the_network_counts_once(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    with wire.broken(Fault.LOST):
        play.press(ARROWS[KEYS[0]])
        expect(play.outage).to_be_visible()
        play.page.context.set_offline(True)
    assert play.directions == KEYS[:1]
    play.press(*(ARROWS[direction] for direction in KEYS[1:]))
    come_back(play)
    expect_played(play, KEYS)
    assert [post.directions for post in wire.posts if post.directions != KEYS[:1]] == [KEYS[1:]]
    assert {post.version for post in wire.posts[:-1]} == {wire.posts[0].version}


def test_undo_and_what_follows_it_wait_in_order_too(play: PlayPage) -> None:
    play.start_at(FRESH)
    play.move(*STEADY[:1])
    play.page.context.set_offline(True)
    play.press(ARROWS[STEADY[1]])
    expect(play.outage).to_be_visible()
    play.press("u", "u", ARROWS[STEADY[1]])
    expect(play.outage).to_contain_text("Waiting: 4.")
    come_back(play)
    expect(play.outage).to_be_hidden()
    play.expect_turn(1)
    play.settle()
    assert play.directions == [STEADY[1]]
    play.expect_the_kept_game()


def test_a_small_phone_shows_it_without_scrolling(play: PlayPage) -> None:
    play.page.set_viewport_size({"width": 320, "height": 568})
    play.start_at(UNDER_WAY)
    go_offline(play)
    expect(play.outage).to_be_in_viewport(ratio=1)
    assert play.page.evaluate("() => document.scrollingElement.scrollWidth") <= 320
    come_back(play)
    expect_played(play, KEYS[:1])


@pytest.mark.parametrize("event", ["online", "visibilitychange"])
def test_it_is_sent_at_once_when_the_network_is_back_or_the_page_is_looked_at_again(
    play: PlayPage, wire: Wire, event: str
) -> None:
    play.start_at(UNDER_WAY)
    play.stop_clock()
    with wire.broken(Fault.REFUSED):
        play.press("ArrowLeft")
        expect(play.outage).to_be_visible()
    with play.page.expect_response("**/moves"):
        play.page.evaluate(
            "name => (name === 'online' ? window : document).dispatchEvent(new Event(name))", event
        )
        play.page.clock.run_for(1)
    play.page.clock.resume()
    expect_played(play, ["left"])


def test_it_is_asked_again_by_itself_ever_more_rarely_until_the_answer_comes(
    play: PlayPage, wire: Wire
) -> None:
    play.start_at(UNDER_WAY)
    play.stop_clock()
    with wire.broken(Fault.REFUSED):
        play.press("ArrowLeft")
        expect(play.outage).to_be_visible()
        for attempts, longest in enumerate((1000, 2000, 4000, 8000, 16_000, 16_000), start=1):
            play.settle()
            play.page.clock.run_for(longest // 2 - 1)
            play.settle()
            assert len(wire.posts) == attempts, f"asked again before {longest // 2} ms"
            with play.page.expect_response("**/moves"):
                play.page.clock.run_for(longest // 2 + 1)
    play.settle()
    play.page.clock.run_for(LONGEST_PAUSE_MS)
    play.page.clock.resume()
    expect_played(play, ["left"])


BUSY = {"503": (NotStored("the disk is full"), 2), "429": (OverBudget(30), 30)}
"""What a server that cannot serve a request now raises, and how many seconds it then asks for."""


@pytest.mark.parametrize("is_back", [False, True])
@pytest.mark.parametrize(("reason", "seconds"), BUSY.values(), ids=BUSY.keys())
def test_a_server_that_names_a_time_is_not_asked_before_it(
    play: PlayPage,
    wire: Wire,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    reason: Exception,
    seconds: int,
    is_back: bool,
) -> None:
    play.start_at(UNDER_WAY)
    play.stop_clock()
    with refusing(database, monkeypatch, reason):
        play.press("ArrowLeft")
        expect(play.outage).to_contain_text("sent again by itself")
        expect(play.notice).not_to_be_empty()
    if is_back:
        play.page.evaluate("() => window.dispatchEvent(new Event('online'))")
    play.page.clock.run_for(seconds * 1000 - 1)
    play.press("ArrowDown")
    play.settle()
    assert len(wire.posts) == 1
    play.page.clock.run_for(1001)
    play.page.clock.resume()
    expect_played(play, ["left", "down"])
    expect(play.notice).to_be_empty()


def test_who_does_not_want_to_wait_for_that_time_can_try_at_once(
    play: PlayPage, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    play.start_at(UNDER_WAY)
    play.stop_clock()
    with refusing(database, monkeypatch, OverBudget(3600)):
        play.press("ArrowLeft")
        expect(play.outage).to_be_visible()
    play.ask_again()
    expect_played(play, ["left"])


def test_no_more_wait_than_one_request_takes_and_the_page_says_so(play: PlayPage, wire: Wire) -> None:
    play.start_at(FRESH)
    play.stop_clock()
    with wire.broken(Fault.REFUSED):
        play.press("ArrowLeft")
        expect(play.outage).to_be_visible()
        play.press(*["ArrowDown"] * 64)
        expect(play.outage).to_contain_text("Waiting: 65.")
        expect(play.outage.get_by_text("No more can wait.")).to_be_hidden()
        play.press("ArrowUp")
        expect(play.outage.get_by_text("No more can wait.")).to_be_visible()
        expect(play.outage).to_contain_text("Waiting: 65.")
    play.ask_again()
    expect(play.outage).to_be_hidden()
    play.settle()
    assert [post.directions for post in wire.posts[1:]] == [["left"], ["down"] * 64]


def test_the_tiles_do_not_move_at_each_attempt(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    play.stop_clock()
    with wire.broken(Fault.REFUSED):
        play.press("ArrowLeft")
        expect(play.outage).to_be_visible()
        play.page.evaluate(
            """() => {
              window.moved = 0;
              new MutationObserver(() => { window.moved += 1; }).observe(
                document.querySelector("#tiles"), { attributes: true, subtree: true });
            }"""
        )
        with play.page.expect_response("**/moves"):
            play.page.clock.run_for(1000)
        play.settle()
        assert play.page.evaluate("window.moved") == 0
    play.ask_again()
    expect_played(play, ["left"])


def test_who_leaves_the_page_while_moves_wait_is_asked_first(play: PlayPage) -> None:
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    play.page.on("dialog", stay)
    play.start_at(UNDER_WAY)
    go_offline(play)
    play.page.evaluate("() => { window.location.href = '/help'; }")
    expect(play.outage).to_be_visible()
    come_back(play)
    expect_played(play, KEYS[:1])
    assert asked == ["beforeunload"]
    play.page.goto("/help")
    assert asked == ["beforeunload"], "asked though nothing waits"


def test_the_keyboard_is_back_at_the_game_when_the_button_to_try_again_goes(play: PlayPage) -> None:
    play.start_at(UNDER_WAY)
    go_offline(play)
    play.try_again.focus()
    come_back(play)
    expect_played(play, KEYS[:1])
    expect(play.page.locator("#play")).to_be_focused()
