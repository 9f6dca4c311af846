"""Taking moves back, and playing them again."""

from itertools import cycle, islice

import pytest
from playwright.sync_api import expect

from tests.browser.page import ARROWS, PlayPage
from tests.browser.positions import FRESH, STEADY, legal, played
from tests.browser.server import values_of
from tests.browser.wire import Fault, Wire

MOVES = legal(FRESH, islice(cycle(STEADY), 8))


def board_after(moves: int) -> list[int]:
    return values_of(played(FRESH, MOVES[:moves]).board)


@pytest.mark.parametrize(("undo", "redo"), [("u", "r"), ("Control+z", "Control+y")])
def test_keys_take_moves_back_and_bring_the_same_tiles_again(play: PlayPage, undo: str, redo: str) -> None:
    play.start_at(FRESH)
    play.move(*MOVES)
    for moves in (7, 6, 5):
        play.press(undo)
        play.expect_turn(moves)
        assert play.board == board_after(moves)
        play.settle()
    for moves in (6, 7, 8):
        play.press(redo)
        play.expect_turn(moves)
        assert play.board == board_after(moves)
        play.settle()
    play.expect_the_kept_game()


def test_the_buttons_can_be_pressed_when_there_is_something_for_them(
    play: PlayPage,
) -> None:
    undo = play.page.get_by_role("button", name="Undo")
    redo = play.page.get_by_role("button", name="Redo")
    play.start_at(FRESH)
    expect(undo).to_be_disabled()
    expect(redo).to_be_disabled()
    play.move(*MOVES[:2])
    expect(redo).to_be_disabled()
    undo.click()
    play.expect_turn(1)
    redo.click()
    play.expect_turn(2)
    expect(redo).to_be_disabled()
    undo.click()
    undo.click()
    play.expect_turn(0)
    expect(undo).to_be_disabled()
    play.settle()
    play.expect_the_kept_game()


def test_moves_and_steps_faster_than_their_answers_count_in_order(play: PlayPage, wire: Wire) -> None:
    play.start_at(FRESH)
    play.move(MOVES[0])
    wire.delay(300)
    play.press(ARROWS[MOVES[1]], ARROWS[MOVES[2]], "u", "u", "u", "r", ARROWS["up"], "u", "r")
    moves = [MOVES[0], "up"]
    play.page.wait_for_function("() => document.querySelector('#tiles').dataset.version > 0")
    play.settle()
    assert [post.path for post in wire.posts] == ["/moves"] * 3 + [
        "/undo",
        "/redo",
        "/moves",
        "/undo",
        "/redo",
    ]
    assert play.directions == legal(FRESH, moves)
    assert play.board == values_of(played(FRESH, moves).board)
    play.expect_the_kept_game()


def test_a_step_whose_answer_is_lost_can_be_sent_again_and_counts_once(play: PlayPage, wire: Wire) -> None:
    play.start_at(FRESH)
    play.stop_clock()
    play.move(*MOVES[:4])
    with wire.broken(Fault.LOST):
        play.press("u")
        expect(play.try_again).to_be_visible()
        assert play.turn == 4
    play.ask_again()
    play.expect_turn(3)
    play.settle()
    expect(play.notice).to_be_empty()
    assert play.board == board_after(3)
    play.expect_the_kept_game()


def test_a_game_in_which_something_was_undone_says_so_for_good(play: PlayPage) -> None:
    remark = play.page.locator("#remark")
    play.start_at(FRESH)
    play.move(*MOVES[:2])
    expect(remark).not_to_contain_text("Assisted game")
    play.press("u")
    play.expect_turn(1)
    expect(remark).to_contain_text("Assisted game")
    play.settle()
    play.press("r")
    play.expect_turn(2)
    play.page.reload()
    expect(remark).to_contain_text("Assisted game")
