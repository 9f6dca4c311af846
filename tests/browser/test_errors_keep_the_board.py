"""Whatever goes wrong with a request, the board stays."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from app.store.database import Database
from tests.browser.page import PlayPage
from tests.browser.positions import UNDER_WAY

MARK = """() => {
  document.querySelector("#board").marked = document.querySelector("#tiles").marked = true;
  document.querySelectorAll(".tile").forEach((tile) => { tile.marked = true; });
}"""
MARKED = """() => document.querySelector("#board").marked && document.querySelector("#tiles").marked
  && [...document.querySelectorAll(".tile")].every((tile) => tile.marked)"""


class Mistake(NamedTuple):
    """What is wrong with the page, which status it earns, and what the reader is told."""

    script: str
    status: int
    told: str


MISTAKES = {
    "a version that is none": Mistake(
        "() => { document.querySelector('#tiles [name=version]').value = 'x'; }",
        422,
        "did not say which board it shows",
    ),
    "far too long a form": Mistake(
        "() => { document.querySelector('#tiles [name=version]').value = '1'.repeat(20000); }",
        413,
        "more than a move takes",
    ),
    "an address that is none": Mistake(
        "() => { document.querySelector('#moves').setAttribute('hx-post', '/nowhere'); }",
        404,
        "nothing at this address",
    ),
    "an address that takes no moves": Mistake(
        "() => { document.querySelector('#moves').setAttribute('hx-post', '/games/new'); }",
        405,
        "does not answer to that kind of request",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES.keys())
def test_a_refused_request_changes_the_notice_and_nothing_else(play: PlayPage, mistake: Mistake) -> None:
    play.start_at(UNDER_WAY)
    tiles, score = play.tiles, play.score
    play.page.evaluate(MARK)
    play.page.evaluate(mistake.script)
    with play.page.expect_response(lambda response: response.request.method == "POST") as response:
        play.press("ArrowLeft")
    assert response.value.status == mistake.status
    expect(play.notice).to_contain_text(mistake.told)
    play.settle()
    assert play.page.evaluate(MARKED)
    assert (play.tiles, play.score) == (tiles, score)
    assert play.directions == []
    play.page.reload()
    play.move("left")
    assert play.directions == ["left"]


def test_a_server_that_breaks_keeps_the_board_and_the_move(
    play: PlayPage, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    play.start_at(UNDER_WAY)
    play.stop_clock()
    tiles = play.tiles
    play.page.evaluate(MARK)

    async def broken(_use_case: Callable[..., object]) -> None:
        raise RuntimeError("broken for the test")

    with monkeypatch.context() as patch:
        patch.setattr(database, "write", broken)
        play.press("ArrowLeft")
        expect(play.notice).not_to_be_empty()
        play.settle()
    assert play.page.evaluate(MARKED)
    assert play.tiles == tiles
    play.ask_again()
    play.expect_turn(UNDER_WAY.turn + 1)
    assert play.directions == ["left"]


def test_a_refused_new_game_keeps_the_board(play: PlayPage) -> None:
    play.start_at(UNDER_WAY)
    tiles = play.tiles
    play.page.evaluate(MARK)
    version = play.page.locator("#tiles [name=version]")
    shown = version.input_value()
    version.evaluate("(version) => { version.value = 'x'; }")
    play.leave_game()
    expect(play.notice).to_contain_text("did not say which board it shows")
    play.settle()
    assert play.page.evaluate(MARKED)
    assert play.tiles == tiles
    version.evaluate("(version, shown) => { version.value = shown; }", shown)
    play.move("left")
    assert play.directions == ["left"]
    expect(play.notice).to_be_empty()


def test_the_same_refusal_twice_is_told_twice_and_is_no_outage(play: PlayPage) -> None:
    play.start_at(UNDER_WAY)
    play.page.locator("#tiles [name=version]").evaluate("(version) => { version.value = 'x'; }")
    for _ in range(2):
        play.press("ArrowLeft")
        play.settle()
        expect(play.notice).to_contain_text("did not say which board it shows")
        expect(play.outage).to_be_hidden()
