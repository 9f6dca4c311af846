"""What a player sees, what they may do next, and what has to come of it."""

import hashlib
import re
from random import Random
from typing import NamedTuple

from app.engine.board import Board, Direction, is_legal
from app.engine.game import Game, move, play_on, start
from tests.faults.clients import read_state, request
from tests.faults.wire.stored import StoredGame
from tests.faults.wire.talk import Line

_BUTTON = rb'<button([^>]*formaction="/%s"[^>]*)>'
_CAN_UNDO = re.compile(_BUTTON % b"undo", re.DOTALL)
_CAN_REDO = re.compile(_BUTTON % b"redo", re.DOTALL)
_NEW_GAMES, _UNDONE, _REDONE = 0.01, 0.06, 0.5
"""How often a player begins anew, takes a move back, and plays one again that was taken back."""


class Page(NamedTuple):
    """What a page or a fragment shows of a game."""

    version: int
    turn: int
    score: int
    board: Board
    waits_at_win: bool
    can_undo: bool
    can_redo: bool

    @property
    def position(self) -> tuple[Board, int, int]:
        """The board, the score and the turn."""
        return self.board, self.score, self.turn

    @property
    def legal(self) -> list[Direction]:
        """The directions that change something."""
        return [direction for direction in Direction if is_legal(self.board, direction)]


class Change(NamedTuple):
    """A request that changes a game; ``direction`` is ``None`` where it is no move."""

    path: str
    direction: Direction | None = None

    def form(self, version: int) -> str:
        """Return the form that a page in this version sends."""
        return f"version={version}" + (f"&direction={self.direction}" if self.direction else "")


class Oracle:
    """The games of one player as they have to go, change by change, from the seeds of all of them."""

    def __init__(self, seeds: list[bytes]) -> None:
        self.games: list[list[Direction]] = []
        self._seeds = seeds
        self._positions: list[Game] = []
        self._undone: list[Direction] = []
        self._begin()

    def apply(self, change: Change) -> Game:
        """Make a change and return the game after it. Raises ``ImpossibleChange``."""
        if change.path == "/games":
            self._begin()
        elif change.path == "/undo":
            self._take_back()
        elif change.path == "/redo":
            self._move(self._undone.pop())
        elif change.path == "/continue":
            self._positions[-1] = play_on(self._positions[-1])
        elif change.direction:
            self._undone = []
            self._move(change.direction)
        return self._positions[-1]

    def _begin(self) -> None:
        if len(self.games) == len(self._seeds):
            raise ImpossibleChange("more games than are stored")
        self._positions = [start(self._seeds[len(self.games)])]
        self._undone = []
        self.games.append([])

    def _take_back(self) -> None:
        if not self.games[-1]:
            raise ImpossibleChange("nothing to take back")
        self._undone.append(self.games[-1].pop())
        self._positions.pop()

    def _move(self, direction: Direction) -> None:
        played = move(self._positions[-1], self._seeds[len(self.games) - 1], direction)
        if played is None:
            raise ImpossibleChange(f"{direction} changes nothing")
        self._positions.append(played.game)
        self.games[-1].append(direction)


class ImpossibleChange(Exception):
    """A change that a game cannot have taken."""


def read_page(body: bytes) -> Page:
    """Read a page or a fragment."""
    state = read_state(body)
    buttons = (_is_enabled(_CAN_UNDO, body), _is_enabled(_CAN_REDO, body))
    return Page(state.version, state.turn, state.score, state.board, state.waits_at_win, *buttons)


def choose(page: Page, random: Random) -> Change:
    """Return what a restless player does now."""
    if page.waits_at_win:
        return Change("/continue")
    if not page.legal or (page.turn and random.random() < _NEW_GAMES):
        return Change("/games")
    if page.can_redo and random.random() < _REDONE:
        return Change("/redo")
    if page.can_undo and random.random() < _UNDONE:
        return Change("/undo")
    return Change("/moves", random.choice(page.legal))


def go_straight_on(page: Page, random: Random) -> Change:
    """Return what a player does now who never takes anything back."""
    if page.waits_at_win:
        return Change("/continue")
    return Change("/moves", random.choice(page.legal)) if page.legal else Change("/games")


def hash_of(cookie: str) -> bytes:
    """Return what the database knows of the token in a cookie."""
    return hashlib.sha256(cookie.partition("=")[2].encode()).digest()


async def first_visit(port: int) -> tuple[str, Page]:
    """Open the page in a new browser; return its cookie and what it shows."""
    async with await Line.open(port) as line:
        answer = await line.ask(request("GET", "/"))
        return answer.cookie, read_page(answer.body)


def stored_faults(done: list[tuple[Change, Page]], stored: list[StoredGame]) -> list[str]:
    """Return what is wrong with confirmed changes, in their order, against what is stored and its replay."""
    oracle = Oracle([game.seed for game in stored])
    for number, (change, page) in enumerate(done):
        try:
            game = oracle.apply(change)
        except ImpossibleChange as reason:
            return [f"confirmed change {number + 1}: {change}: {reason}"]
        if (game.board, game.score, game.turn) != page.position:
            return [f"confirmed change {number + 1}: {change}: shown was {page}, right is {game}"]
    if oracle.games != [game.directions for game in stored]:
        return [f"confirmed were {oracle.games}, stored are {[game.directions for game in stored]}"]
    wrong = [f"the turns of a game are {game.turns}" for game in stored if _has_gap(game.turns)]
    if done and (stored[-1].version, stored[-1].game.board) != (done[-1][1].version, done[-1][1].board):
        wrong.append(f"confirmed last was {done[-1][1]}, stored is {stored[-1]}")
    return wrong


def _has_gap(turns: list[int]) -> bool:
    return turns != list(range(1, len(turns) + 1))


def _is_enabled(button: re.Pattern[bytes], body: bytes) -> bool:
    found = button.search(body)
    return found is not None and b"disabled" not in found[1]
