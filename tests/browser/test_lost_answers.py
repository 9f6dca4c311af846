"""Answers that never come."""

import pytest
from playwright.sync_api import expect

from app.store.database import Database
from app.store.writer import NotStored
from tests.browser.page import PlayPage
from tests.browser.positions import UNDER_WAY, WON, legal
from tests.browser.wire import Fault, Wire

WATCH_WAITING = """() => {
  window.late = [];
  let pressed = 0;
  window.addEventListener("keydown", (event) => { pressed = event.timeStamp; }, { capture: true });
  new MutationObserver(() => {
    if (!document.querySelector("#waiting").hidden) window.late.push(performance.now() - pressed);
  }).observe(document.querySelector("#waiting"), { attributes: true });
}"""


@pytest.mark.parametrize("fault", Fault)
def test_a_move_whose_answer_is_lost_can_be_sent_again_and_counts_once(
    play: PlayPage, wire: Wire, fault: Fault
) -> None:
    play.start_at(UNDER_WAY)
    play.stop_clock()
    tiles = play.tiles
    with wire.broken(fault):
        play.press("ArrowLeft")
        expect(play.try_again).to_be_visible()
        expect(play.outage).to_contain_text("Nothing you did is lost")
        assert play.tiles == tiles, "the board shows something that no server has said"
    assert play.directions == (["left"] if fault in (Fault.LOST, Fault.CUT) else [])
    play.ask_again()
    play.expect_turn(UNDER_WAY.turn + 1)
    play.settle()
    expect(play.outage).to_be_hidden()
    expect(play.notice).to_be_empty()
    assert {(post.directions[0], post.version) for post in wire.posts} == {("left", wire.posts[0].version)}
    assert play.directions == ["left"]
    play.expect_the_kept_game()
    play.move("down")
    assert play.directions == ["left", "down"]


@pytest.mark.parametrize("fault", [Fault.LOST, Fault.REFUSED])
def test_keys_pressed_without_an_answer_are_kept_and_follow_in_order(
    play: PlayPage, wire: Wire, fault: Fault
) -> None:
    play.start_at(UNDER_WAY)
    play.stop_clock()
    with wire.broken(fault):
        play.press("ArrowLeft")
        expect(play.try_again).to_be_visible()
        for key in ("ArrowDown", "ArrowRight", "ArrowUp"):
            play.press(key)
            play.settle()
        expect(play.try_again).to_be_visible()
    play.ask_again()
    moves = legal(UNDER_WAY, ["left", "down", "right", "up"])
    play.expect_turn(UNDER_WAY.turn + len(moves))
    play.settle()
    assert play.directions == moves
    expect(play.outage).to_be_hidden()
    expect(play.notice).to_be_empty()
    play.expect_the_kept_game()


def test_the_next_key_brings_the_lost_move_along(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    with wire.broken(Fault.LOST):
        play.press("ArrowLeft")
        expect(play.try_again).to_be_visible()
    play.press("ArrowDown")
    play.expect_turn(UNDER_WAY.turn + 2)
    play.settle()
    expect(play.outage).to_be_hidden()
    expect(play.notice).to_be_empty()
    assert play.directions == ["left", "down"]


def test_a_move_that_could_not_be_stored_is_kept_and_can_be_sent_again(
    play: PlayPage, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    play.start_at(UNDER_WAY)
    play.stop_clock()
    tiles = play.tiles

    async def full(_use_case: object) -> None:
        raise NotStored("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(database, "write", full)
        play.press("ArrowLeft")
        expect(play.try_again).to_be_visible()
        assert play.tiles == tiles
    play.ask_again()
    play.expect_turn(UNDER_WAY.turn + 1)
    play.settle()
    expect(play.outage).to_be_hidden()
    expect(play.notice).to_be_empty()
    assert play.directions == ["left"]


def test_a_lost_answer_to_continue_can_be_tried_again(play: PlayPage, wire: Wire) -> None:
    play.start_at(WON)
    play.stop_clock()
    with wire.broken(Fault.REFUSED):
        play.continue_button.click()
        expect(play.try_again).to_be_visible()
        expect(play.won).to_be_visible()
    play.ask_again()
    expect(play.won).to_have_count(0)
    expect(play.outage).to_be_hidden()
    expect(play.notice).to_be_empty()


def test_a_lost_answer_to_new_game_can_be_tried_again(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    play.stop_clock()
    with wire.broken(Fault.LOST):
        play.new_game.click()
        play.question.get_by_role("button", name="New game").click()
        expect(play.try_again).to_be_visible()
        assert play.turn == UNDER_WAY.turn
    play.ask_again()
    play.expect_turn(0)
    expect(play.outage).to_be_hidden()
    expect(play.notice).to_be_empty()
    assert play.server.rows.games == 2


def test_a_slow_answer_is_admitted_and_then_forgotten(play: PlayPage, wire: Wire) -> None:
    play.start_at(UNDER_WAY)
    waiting = play.page.locator("#waiting")
    play.page.evaluate(WATCH_WAITING)
    play.move("down")
    wire.delay(1200)
    play.press("ArrowLeft")
    expect(waiting).to_be_visible()
    play.settle()
    expect(waiting).to_be_hidden()
    (late,) = play.page.evaluate("window.late")
    assert late >= 200, "an answer that is not late yet is complained about"
    assert play.directions == ["down", "left"]
