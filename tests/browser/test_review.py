"""Looking back at a finished game, and playing on from where it went wrong."""

import re
from functools import cache

import pytest
from playwright.sync_api import Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback
from starlette.types import ASGIApp

from app.engine.board import Board, Direction
from app.engine.game import Game, move, replayed, start
from app.solver import Advice
from app.solver.grades import Grade, grade
from app.solver.plain import PlainPlayer
from app.solver.reasons import Why, reasons_for
from app.solver.service import Service
from app.store.database import Database
from app.web.app import create_app
from tests.browser.page import PlayPage
from tests.browser.positions import NEARLY_OVER
from tests.browser.server import Server, values_of
from tests.browser.test_accessibility import violations
from tests.builders import SEED
from tests.conftest import KEY

FEWEST_MOVES = 60


@pytest.fixture
def app(database: Database, solver: Service) -> ASGIApp:
    """The application with a solver."""
    return create_app(database, KEY, solver=solver)


@cache
def with_a_blunder() -> tuple[Direction, ...]:
    """A game of best moves but for the last: the worst, by which the largest tile leaves its corner."""
    player = PlainPlayer("")
    game, directions = start(SEED), list[Direction]()
    while True:
        advice = player.best(game.board)
        best, *_, worst = advice.values
        if len(directions) > FEWEST_MOVES and is_blunder(game.board, advice, worst):
            return (*directions, worst)
        directions.append(best)
        after = move(game, SEED, best)
        assert after is not None
        game = after.game


def is_blunder(board: Board, advice: Advice, worst: Direction) -> bool:
    given = grade(advice.values[worst], advice.value, is_plain=True)
    best, *_ = advice.values
    return given is Grade.BLUNDER and Why.CORNER_LEFT in dict(reasons_for(board, worst, best))


def the_blunder() -> int:
    """The turn at which it was played, and so the number of good moves before it."""
    return len(with_a_blunder()) - 1


def position(turn: int) -> Game:
    """How the game with the blunder stood at a turn."""
    return [start(SEED), *[move.game for move in replayed(SEED, with_a_blunder())]][turn]


class ReviewPage:
    """A player who looks back."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.turn = page.locator("#turn")
        self.title = page.locator("#turn-title")

    def ask(self) -> None:
        """Go from the page of the game to the review of the last one, and ask for it."""
        self.page.goto("/")
        self.page.get_by_role("link", name="Your games").click()
        self.page.get_by_role("link", name="review").click()
        self.page.get_by_role("button", name="Review this game").click()

    def expect_turn(self, turn: int) -> None:
        expect(self.turn).to_have_attribute("data-turn", str(turn))
        assert self.board == values_of(position(turn).board)

    @property
    def board(self) -> list[int]:
        values = [0] * 16
        for tile in self.turn.locator(".tile").all():
            row, column, value = (tile.get_attribute(f"data-{name}") for name in ("row", "col", "value"))
            values[int(row or 0) * 4 + int(column or 0)] = int(value or 0)
        return values

    def step(self, name: str) -> None:
        self.turn.get_by_role("link", name=name, exact=True).click()


@pytest.fixture
def review(play: PlayPage, server: Server) -> ReviewPage:
    """A player whose last game ended with a blunder."""
    server.put_left_game(play.page.context, with_a_blunder())
    return ReviewPage(play.page)


def test_the_blunder_of_a_game_is_found_and_explained(review: ReviewPage) -> None:
    review.ask()
    expect(review.page.get_by_role("heading", name=re.compile("Accuracy"))).to_be_visible()
    costliest = review.page.locator(".costliest li")
    expect(costliest).to_have_count(1)
    expect(costliest).to_contain_text(f"Move {the_blunder() + 1}")
    expect(costliest).to_contain_text("blunder")
    expect(costliest).to_contain_text("left its corner")
    *_, blunder = with_a_blunder()
    expect(costliest.locator(".verdict")).to_contain_text(blunder.value.capitalize())
    review.expect_turn(the_blunder())
    expect(review.page.locator(".grades")).to_contain_text(re.compile(rf"best\s+{the_blunder()}"))


def test_keys_and_buttons_step_through_the_game_and_a_reload_stays_there(review: ReviewPage) -> None:
    review.ask()
    review.expect_turn(the_blunder())
    for key, turn in (
        ("Home", 0),
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", the_blunder() + 1),
    ):
        review.page.keyboard.press(key)
        review.expect_turn(turn)
    review.page.keyboard.press("ArrowRight")
    review.expect_turn(the_blunder() + 1)
    review.step("Back")
    review.expect_turn(the_blunder())
    expect(review.page.get_by_role("link", name="Back", exact=True)).to_be_focused()
    expect(review.turn.get_by_role("status")).to_contain_text("blunder")
    review.step("First")
    review.expect_turn(0)
    expect(review.page).to_have_url(re.compile(r"turn=0$"))
    review.page.reload()
    review.expect_turn(0)


def test_no_press_of_a_key_is_lost_however_fast(review: ReviewPage) -> None:
    review.ask()
    review.expect_turn(the_blunder())
    for _ in range(25):
        review.page.keyboard.press("ArrowLeft")
    review.expect_turn(the_blunder() - 25)


def test_a_turn_that_does_not_come_leaves_the_one_before_it(review: ReviewPage) -> None:
    review.ask()
    review.expect_turn(the_blunder())
    review.page.context.set_offline(True)
    with review.page.expect_event("requestfailed"):
        review.page.keyboard.press("ArrowLeft")
    review.expect_turn(the_blunder())
    review.page.context.set_offline(False)
    review.page.keyboard.press("ArrowLeft")
    review.expect_turn(the_blunder() - 1)


def test_a_key_with_a_modifier_steps_nowhere(review: ReviewPage) -> None:
    review.ask()
    review.expect_turn(the_blunder())
    for key in ("Control+Home", "Shift+ArrowLeft", "Meta+ArrowRight"):
        review.page.keyboard.press(key)
    review.page.keyboard.press("ArrowRight")
    review.expect_turn(the_blunder() + 1)


def test_playing_on_from_before_the_blunder_is_practice(
    review: ReviewPage, play: PlayPage, server: Server
) -> None:
    review.ask()
    review.expect_turn(the_blunder())
    review.turn.get_by_role("link", name="Play on from here").click()
    expect(review.page.get_by_role("heading", name="Play on from here?")).to_be_visible()
    review.page.get_by_role("link", name="Back to the review").click()
    review.expect_turn(the_blunder())
    review.turn.get_by_role("link", name="Play on from here").click()
    review.page.get_by_role("button", name="Play on from here").click()
    play.expect_turn(the_blunder())
    assert play.board == values_of(position(the_blunder()).board)
    expect(play.page.locator("#remark")).to_contain_text("Practice")
    play.move(with_a_blunder()[the_blunder()].value)
    assert play.board == values_of(position(the_blunder() + 1).board)
    assert play.best == position(the_blunder() + 1).score
    assert server.rows.games == 3


def test_the_banner_at_the_end_leads_to_the_review(play: PlayPage) -> None:
    play.start_at(NEARLY_OVER)
    play.move("left")
    play.page.locator("#banner").get_by_role("button", name="Review this game").click()
    expect(play.page.get_by_role("heading", name="Review")).to_be_visible()


def test_without_scripts_the_whole_way_goes_by_links_and_forms(
    new_context: CreateContextCallback, server: Server
) -> None:
    play = PlayPage(new_context(java_script_enabled=False).new_page(), server)
    play.visit()
    server.put_left_game(play.page.context, with_a_blunder())
    review = ReviewPage(play.page)
    review.ask()
    refresh = review.page.get_by_role("link", name="Refresh")
    while refresh.count():
        refresh.click()
    review.expect_turn(the_blunder())
    for name, turn in (("First", 0), ("On", 1), ("Back", 0), ("Last", the_blunder() + 1)):
        review.step(name)
        review.expect_turn(turn)
    review.page.get_by_role("link", name=f"Move {the_blunder() + 1}").click()
    review.expect_turn(the_blunder())
    review.turn.get_by_role("link", name="Play on from here").click()
    review.page.get_by_role("button", name="Play on from here").click()
    play.expect_turn(the_blunder())


def test_axe_finds_nothing_wrong_with_the_pages_of_a_finished_game(review: ReviewPage) -> None:
    page = review.page
    page.goto("/games")
    assert violations(page) == []
    page.get_by_role("link", name="review").click()
    assert violations(page) == []
    page.get_by_role("button", name="Review this game").click()
    review.expect_turn(the_blunder())
    assert violations(page) == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert violations(page) == []
    review.turn.get_by_role("link", name="Play on from here").click()
    assert violations(page) == []


def test_no_page_of_a_finished_game_scrolls_sideways_on_a_small_phone(review: ReviewPage) -> None:
    review.page.set_viewport_size({"width": 320, "height": 640})
    review.ask()
    review.expect_turn(the_blunder())
    address = review.page.url.partition("?")[0]
    for path in ("/games", address, address.replace("review", "practice?turn=3")):
        review.page.goto(path)
        assert review.page.evaluate("() => document.scrollingElement.scrollWidth") <= 320
