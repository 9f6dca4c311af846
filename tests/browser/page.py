"""The page of the game, and what a player does with it and sees on it."""

from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

from app.engine.game import Game
from app.play.seats import Seat
from tests.browser.server import Server, values_of
from tests.builders import SEED

ARROWS = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}

_UNTIL_DRAWN_MS = 20

_READ_TILES = """() => [...document.querySelectorAll("#tiles .tile")].map((tile) => ({
  id: tile.id, kind: tile.classList.item(1) ?? "", value: Number(tile.dataset.value),
  cell: 4 * tile.dataset.row + Number(tile.dataset.col), text: tile.textContent.trim(),
}))"""


class Tile(NamedTuple):
    """A tile in the document; ``kind`` is new, merged, ghost or empty."""

    id: str
    kind: str
    value: int
    cell: int


class PlayPage:
    """A player at the page of the game."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        self.won = page.locator("#won")
        self.over = page.locator("#over")
        self.notice = page.locator("#notice")
        self.outage = page.locator("#outage")
        self.try_again = self.outage.get_by_role("button", name="Try again")
        self.question = page.locator("#question")
        self.help = page.locator("#help")
        self.banner = page.locator("#banner .banner")
        self.moment = page.locator("#moment")
        self.continue_button = page.locator("#banner").get_by_role("button", name="Continue")
        self.banner_new_game = page.locator("#banner").get_by_role("button", name="New game")
        self.new_game = page.locator("#controls").get_by_role("button", name="New game")
        self._is_stopped = False

    def visit(self) -> None:
        self.page.goto("/")

    def start_at(self, game: Game, *, seed: bytes = SEED, best: int = 0) -> None:
        """Come to the page when the game stands like this."""
        self.server.put(self.page.context, game, seed=seed, best=best)
        self.visit()

    def press(self, *keys: str) -> None:
        """Press keys one after the other, waiting for no answer."""
        for key in keys:
            self.page.keyboard.press(key)
            if self._is_stopped and self.outage.is_hidden():
                self.page.clock.run_for(_UNTIL_DRAWN_MS)

    def move(self, *directions: str) -> None:
        """Play directions with the arrow keys, each when the one before has been answered."""
        for direction in directions:
            self.press(ARROWS[direction])
            self.settle()

    def settle(self) -> None:
        """Wait until no request is under way."""
        self.page.wait_for_function("() => !document.querySelector('.htmx-request')")

    def stop_clock(self) -> None:
        """Let time pass on the page only as a test says, so that nothing is sent again by itself.

        A key takes as long as its motion needs to be drawn, except in an outage, when it waits.
        """
        self._is_stopped = True
        self.page.clock.install(time=0)
        self.page.clock.pause_at(60_000)

    def ask_again(self) -> None:
        """Send what got no answer again by hand, and let time pass as ever."""
        self.try_again.click()
        self.page.clock.resume()

    def rest(self) -> None:
        """Wait until nothing on the page is in motion."""
        self.page.evaluate("() => Promise.allSettled(document.getAnimations().map((one) => one.finished))")

    def expect_request(self) -> None:
        """Wait until a request is under way."""
        self.page.wait_for_function("() => document.querySelector('.htmx-request')")

    def expect_turn(self, turn: int) -> None:
        """Wait until the page shows this turn."""
        expect(self.page.locator("#tiles")).to_have_attribute("data-turn", str(turn))

    def leave_game(self) -> None:
        """Ask for a new game, and say yes."""
        self.new_game.click()
        self.question.get_by_role("button", name="New game").click()

    def button(self, direction: str) -> Locator:
        return self.page.locator("#moves").get_by_role("button", name=direction.capitalize(), exact=True)

    @property
    def tiles(self) -> list[Tile]:
        """The tiles in the order of the document."""
        found: list[dict[str, Any]] = self.page.evaluate(_READ_TILES)
        assert all(tile["text"] == str(tile["value"]) for tile in found), found
        return [Tile(tile["id"], tile["kind"], tile["value"], tile["cell"]) for tile in found]

    @property
    def settled_tiles(self) -> list[Tile]:
        return [tile for tile in self.tiles if tile.kind != "ghost"]

    @property
    def board(self) -> list[int]:
        """The settled tiles as 16 values, row by row."""
        values = [0] * 16
        for tile in self.settled_tiles:
            assert values[tile.cell] == 0, f"two tiles in one cell: {self.tiles}"
            values[tile.cell] = tile.value
        return values

    @property
    def turn(self) -> int:
        return self._number("#tiles", "data-turn")

    @property
    def version(self) -> int:
        return self._number("#tiles", "data-version")

    @property
    def score(self) -> int:
        return self._number("#score", "data-value")

    @property
    def best(self) -> int:
        return self._number("#best", "data-value")

    @property
    def kept(self) -> Seat:
        """The game as the server keeps it."""
        return self.server.seat(self.page.context)

    @property
    def directions(self) -> list[str]:
        """The moves of this game that the server counts."""
        return self.server.directions(self.page.context)

    def expect_the_kept_game(self) -> None:
        """Expect the page to show what the server keeps, down to the last number."""
        kept = self.kept
        assert self.board == values_of(kept.game.board)
        shown = (self.turn, self.version, self.score, self.best)
        assert shown == (kept.game.turn, kept.position.version, kept.game.score, kept.best)

    def _number(self, selector: str, attribute: str) -> int:
        return int(self.page.locator(selector).get_attribute(attribute) or "")
