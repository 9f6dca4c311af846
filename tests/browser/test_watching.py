"""Watching the solver play one's own game, and taking over."""

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback
from starlette.types import ASGIApp

from app.engine.game import Game, move, outcome
from app.solver.plain import PlainPlayer
from app.solver.service import Service
from app.store.database import Database
from app.web.app import create_app
from tests.browser.axe import violations
from tests.browser.finger import Finger
from tests.browser.page import PlayPage
from tests.browser.positions import NEARLY_WON, NEARLY_WON_AND_OVER, UNDER_WAY
from tests.browser.server import Server
from tests.conftest import KEY


@pytest.fixture
def app(database: Database, solver: Service) -> ASGIApp:
    return create_app(database, KEY, solver=solver)


@pytest.fixture
def play_on(page: Page) -> Locator:
    return page.get_by_role("button", name="Start")


@pytest.fixture
def pause(page: Page) -> Locator:
    return page.get_by_role("button", name="Pause")


def watch(play: PlayPage, query: str = "?pause=100") -> None:
    play.page.goto(f"/watch{query}")


def expect_more_than(play: PlayPage, turn: int) -> None:
    play.page.wait_for_function("turn => document.querySelector('#tiles').dataset.turn > turn", arg=turn)


def test_the_solver_plays_until_it_is_told_to_pause_and_goes_on_after_a_reload(
    play: PlayPage, play_on: Locator, pause: Locator
) -> None:
    play.start_at(UNDER_WAY, best=5000)
    play.page.get_by_role("link", name="Watch the solver").click()
    play_on.click()
    expect_more_than(play, UNDER_WAY.turn + 2)
    pause.click()
    expect(play_on).to_be_visible()
    play.settle()
    turn = play.turn
    play.expect_the_kept_game()
    play.page.reload()
    play.expect_turn(turn)
    expect(play_on).to_be_visible()
    play_on.click()
    expect_more_than(play, turn + 2)
    pause.click()
    play.settle()
    play.expect_the_kept_game()
    assert play.kept.position.solver
    assert play.best == 5000


def test_a_move_of_the_player_takes_over(play: PlayPage, play_on: Locator) -> None:
    play.start_at(UNDER_WAY)
    watch(play)
    play_on.click()
    expect_more_than(play, UNDER_WAY.turn + 2)
    play.press("ArrowLeft", "ArrowDown")
    expect(play_on).to_be_visible()
    play.settle()
    turn = play.turn
    play.page.wait_for_timeout(400)
    assert play.turn == turn
    play.expect_the_kept_game()
    play.page.get_by_role("link", name="Take over").click()
    play.move("left", "up", "right", "down")
    play.expect_the_kept_game()


def test_a_swipe_takes_over(new_context: CreateContextCallback, server: Server) -> None:
    phone = new_context(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    play = PlayPage(phone.new_page(), server)
    play.visit()
    play.start_at(UNDER_WAY)
    watch(play)
    play_on = play.page.get_by_role("button", name="Start")
    play_on.click()
    expect_more_than(play, UNDER_WAY.turn + 2)
    for by in ((-80.0, 0.0), (0.0, 80.0)):
        Finger(play).swipe((195, 400), by)
    expect(play_on).to_be_visible()
    play.settle()
    assert any(post.directions for post in server.wire.posts)
    play.expect_the_kept_game()


def test_one_step_at_a_time(play: PlayPage, server: Server) -> None:
    play.start_at(UNDER_WAY)
    watch(play)
    step = play.page.get_by_role("button", name="Step")
    for number in (1, 2, 3):
        step.click()
        play.expect_turn(UNDER_WAY.turn + number)
        play.settle()
    play.page.wait_for_timeout(300)
    assert [post.path for post in server.wire.posts] == ["/solver/moves"] * 3
    play.expect_the_kept_game()


def test_one_step_at_a_time_by_forms_alone(new_context: CreateContextCallback, server: Server) -> None:
    play = PlayPage(new_context(java_script_enabled=False).new_page(), server)
    play.visit()
    play.start_at(UNDER_WAY)
    watch(play, "")
    expect(play.page.get_by_role("button", name="Start")).to_have_count(0)
    play.page.get_by_label("Level").select_option("strong")
    for number in (1, 2):
        play.page.get_by_role("button", name="Step").click()
        play.expect_turn(UNDER_WAY.turn + number)
        expect(play.page.get_by_label("Level")).to_have_value("strong")
    play.page.get_by_role("link", name="Take over").click()
    play.button("left").click()
    play.expect_turn(UNDER_WAY.turn + 3)
    play.expect_the_kept_game()


def test_at_full_speed_moves_travel_together_and_nobody_is_read_all_of_them(
    play: PlayPage, play_on: Locator, pause: Locator, server: Server
) -> None:
    play.start_at(UNDER_WAY)
    watch(play, "?pause=0")
    status = play.page.locator("#status")
    server.wire.delay(100)
    play_on.click()
    expect(status).to_have_attribute("aria-live", "off")
    expect_more_than(play, UNDER_WAY.turn + 12)
    pause.click()
    expect(status).to_have_attribute("aria-live", "polite")
    play.settle()
    assert len(server.wire.posts) < play.turn - UNDER_WAY.turn
    play.expect_the_kept_game()


def test_level_and_speed_are_still_chosen_after_a_reload(play: PlayPage) -> None:
    watch(play, "")
    play.page.get_by_label("Level").select_option("max")
    play.page.get_by_label("Speed").select_option("1000")
    play.page.reload()
    expect(play.page.get_by_label("Level")).to_have_value("max")
    expect(play.page.get_by_label("Speed")).to_have_value("1000")


def test_the_solver_does_not_stop_at_2048_but_at_the_end(
    play: PlayPage, play_on: Locator, server: Server
) -> None:
    play.start_at(NEARLY_WON)
    watch(play)
    play_on.click()
    expect_more_than(play, NEARLY_WON.turn + 2)
    expect(play.won).to_have_count(0)
    play.page.context.clear_cookies()
    play.visit()
    play.start_at(NEARLY_WON_AND_OVER, seed=seed_that_ends(NEARLY_WON_AND_OVER))
    watch(play)
    play_on.click()
    expect(play.over).to_be_visible()
    expect(play.won).to_have_count(0)
    posts = len(server.wire.posts)
    play.page.wait_for_timeout(400)
    assert len(server.wire.posts) == posts


def seed_that_ends(game: Game) -> bytes:
    """Return a seed with which this game is over after the solver's next move."""
    direction = PlainPlayer("").best(game.board).best
    assert direction
    for number in range(256):
        seed = bytes([number] * 32)
        played = move(game, seed, direction)
        if played and outcome(played.game).is_over:
            return seed
    raise LookupError("there is none")


def test_a_second_tab_sees_the_same_game(play: PlayPage, play_on: Locator, server: Server) -> None:
    play.start_at(UNDER_WAY)
    other = PlayPage(play.page.context.new_page(), server)
    other.visit()
    watch(play)
    play_on.click()
    expect_more_than(play, UNDER_WAY.turn + 2)
    play.press("ArrowLeft")
    expect(play_on).to_be_visible()
    play.settle()
    other.page.bring_to_front()
    other.press("ArrowLeft")
    expect(other.notice).to_contain_text("The game moved on elsewhere")
    other.expect_the_kept_game()


def test_axe_finds_nothing_wrong_with_the_page_of_the_solver(
    play: PlayPage, play_on: Locator, pause: Locator
) -> None:
    play.start_at(UNDER_WAY)
    watch(play)
    assert violations(play.page) == []
    play_on.click()
    expect(pause).to_be_visible()
    expect_more_than(play, UNDER_WAY.turn)
    play.press("ArrowLeft")
    play.settle()
    play.page.set_viewport_size({"width": 320, "height": 640})
    assert violations(play.page) == []
    assert play.page.evaluate("() => document.scrollingElement.scrollWidth") <= 320
    box = play.page.locator("#solver").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 640


class TestBusy:
    """A solver that is always busy."""

    @pytest.fixture
    def app(self, database: Database) -> ASGIApp:
        return create_app(database, KEY)

    def test_a_busy_solver_is_said_in_a_line_and_whoever_watches_plays_on(
        self, play: PlayPage, play_on: Locator
    ) -> None:
        play.start_at(UNDER_WAY)
        watch(play)
        play_on.click()
        expect(play.notice).to_contain_text("The solver is busy")
        play.press("ArrowLeft")
        play.expect_turn(UNDER_WAY.turn + 1)
        expect(play_on).to_be_visible()
        play.expect_the_kept_game()
