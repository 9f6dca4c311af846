"""A hint from the solver: asked for, shown, spoken, and gone with the next move."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from pytest_playwright.pytest_playwright import CreateContextCallback
from starlette.types import ASGIApp

from app.solver.plain import PlainPlayer
from app.solver.service import Service
from app.store.database import Database
from app.web.app import create_app
from tests.browser.axe import violations
from tests.browser.page import PlayPage
from tests.browser.positions import NEARLY_OVER, NEARLY_WON, UNDER_WAY
from tests.browser.server import Server
from tests.conftest import KEY

BEST = str(PlainPlayer("").best(UNDER_WAY.board).best)


@pytest.fixture
def app(database: Database, solver: Service) -> ASGIApp:
    return create_app(database, KEY, solver=solver)


@pytest.fixture
def hint(page: Page) -> Locator:
    return page.get_by_role("list", name="Hint")


def expect_hint(play: PlayPage) -> None:
    """Expect a hint for the position under way, in words, on the board and in the status line."""
    best = BEST.capitalize()
    page = play.page
    hint = page.get_by_role("list", name="Hint")
    expect(hint.get_by_role("listitem")).to_have_count(4)
    expect(hint.get_by_role("listitem").filter(has_text=f"{best}:")).to_contain_text("best")
    assert {"left": "←", "right": "→", "up": "↑", "down": "↓"}[BEST] in arrow_on(page)


@pytest.mark.parametrize("way", ["key", "button"])
def test_a_hint_shows_and_says_the_best_direction_and_is_gone_with_the_next_move(
    play: PlayPage, hint: Locator, way: str
) -> None:
    play.start_at(UNDER_WAY)
    before = play.board
    expect(play.page.locator("#remark")).to_contain_text("a hint makes this an assisted game")
    if way == "key":
        play.press("i")
    else:
        play.page.get_by_role("button", name="Hint").click()
    expect_hint(play)
    expect(play.page.get_by_role("status")).to_contain_text(f"{BEST.capitalize()}: best.")
    assert play.board == before
    assert play.turn == UNDER_WAY.turn
    assert play.kept.position.assisted
    play.settle()
    play.move(BEST)
    play.expect_turn(UNDER_WAY.turn + 1)
    expect(hint).to_have_count(0)
    assert arrow_on(play.page) == "none"
    expect(play.page.locator("#remark")).to_contain_text("Assisted game")
    play.expect_the_kept_game()


def arrow_on(page: Page) -> str:
    return str(page.evaluate("() => getComputedStyle(document.querySelector('#arrow'), '::before').content"))


def test_a_hint_by_forms_alone(new_context: CreateContextCallback, server: Server) -> None:
    play = PlayPage(new_context(java_script_enabled=False).new_page(), server)
    play.visit()
    play.start_at(UNDER_WAY)
    play.page.get_by_role("button", name="Hint").click()
    best = play.page.get_by_role("listitem").filter(has_text=f"{BEST.capitalize()}:")
    expect(best).to_contain_text("best")
    play.button(BEST).click()
    play.expect_turn(UNDER_WAY.turn + 1)
    expect(play.page.get_by_role("list", name="Hint")).to_have_count(0)


def test_a_hint_before_the_first_move(play: PlayPage, hint: Locator) -> None:
    board = play.board
    play.press("i")
    expect(hint).to_be_visible()
    assert play.board == board
    play.settle()
    play.move("left", "up", "right", "down")
    assert play.turn > 0
    play.expect_the_kept_game()


def test_keys_pressed_before_and_after_a_hint_is_asked_for_are_played_in_their_order(
    play: PlayPage, server: Server
) -> None:
    play.start_at(UNDER_WAY)
    server.wire.delay(200)
    play.press("ArrowLeft", "i", "ArrowDown")
    play.expect_turn(UNDER_WAY.turn + 2)
    play.settle()
    assert [post.path for post in server.wire.posts] == ["/moves", "/hint", "/moves"]
    expect(play.page.get_by_role("list", name="Hint")).to_have_count(0)
    play.expect_the_kept_game()


def test_a_hint_that_comes_when_its_board_is_gone_is_neither_shown_nor_said(
    play: PlayPage, hint: Locator
) -> None:
    held: list[Route] = []
    play.start_at(UNDER_WAY)
    play.page.route("**/hint?*", lambda route: held.append(route))
    play.press("i")
    expect(play.page.locator("#wants-hint")).to_be_visible()
    while not held:
        play.page.wait_for_timeout(20)
    answer = held[0].fetch()
    play.press("ArrowLeft")
    play.expect_turn(UNDER_WAY.turn + 1)
    with play.page.expect_response("**/hint?*"):
        held[0].fulfill(response=answer)
    play.page.wait_for_timeout(200)
    expect(hint).to_have_count(0)
    expect(play.page.get_by_role("status")).to_contain_text("Left.")


@pytest.mark.parametrize(
    ("width", "height"), [(320, 640), (390, 844), (768, 1024), (1440, 900), (2560, 1440)]
)
def test_a_hint_moves_nothing_and_shows_all_that_play_needs(
    play: PlayPage, hint: Locator, width: int, height: int
) -> None:
    page = play.page
    page.set_viewport_size({"width": width, "height": height})
    play.start_at(UNDER_WAY)
    parts = [page.locator(part) for part in ("#board", "#controls", ".pad", "footer")]
    before = [part.bounding_box() for part in parts]
    play.press("i")
    expect(hint).to_be_visible()
    assert [part.bounding_box() for part in parts] == before
    for element in (hint, page.locator(".pad"), page.locator("#controls")):
        box = element.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height


def test_axe_finds_nothing_wrong_with_a_hint(play: PlayPage, hint: Locator) -> None:
    play.start_at(UNDER_WAY)
    play.press("i")
    expect(hint).to_be_visible()
    assert violations(play.page) == []


@pytest.mark.parametrize("game", [NEARLY_WON, NEARLY_OVER])
def test_there_is_no_hint_where_no_move_is_taken(play: PlayPage, hint: Locator, game: object) -> None:
    play.start_at(game)  # type: ignore[arg-type]
    play.move("left")
    expect(play.page.locator("#banner .banner")).to_be_visible()
    play.press("i")
    play.settle()
    expect(hint).to_have_count(0)
    assert not play.kept.position.assisted


class TestBusy:
    """A solver that is always busy."""

    @pytest.fixture
    def app(self, database: Database) -> ASGIApp:
        return create_app(database, KEY)

    def test_a_busy_solver_is_said_in_a_line_and_play_goes_on(self, play: PlayPage, hint: Locator) -> None:
        play.start_at(UNDER_WAY)
        play.press("i")
        expect(play.notice).to_contain_text("The solver is busy")
        expect(hint).to_have_count(0)
        play.move("left")
        play.expect_turn(UNDER_WAY.turn + 1)
        expect(play.notice).to_be_empty()
        play.expect_the_kept_game()
