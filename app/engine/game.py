"""A whole game: its start, its moves, how it stands, and what can be wrong with a stored one."""

from collections.abc import Iterable, Iterator
from enum import Enum, Flag, auto
from typing import NamedTuple

from app.engine.board import CELLS, EMPTY, LARGEST, Board, Direction, Slide, is_stuck, slide
from app.engine.chance import Spawn, spawn

WINNING = 11
"""The exponent of the tile 2048."""

FEWEST_TILES = 2

LARGEST_SUM = 2 ** (LARGEST + 1) - 4
"""The sum of a board that holds each tile from 4 to 131072 once: more cannot be built in 16 cells."""


class Outcome(Enum):
    """How a game stands."""

    PLAYING = auto()
    WON = auto()
    WON_PLAYING_ON = auto()
    OVER = auto()
    WON_AND_OVER = auto()

    @property
    def takes_moves(self) -> bool:
        """Whether a direction may be played: not over, and not waiting at the win."""
        return self in (Outcome.PLAYING, Outcome.WON_PLAYING_ON)

    @property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return self in (Outcome.OVER, Outcome.WON_AND_OVER)


class Fault(Flag):
    """What can be wrong with a decoded game; flags add up."""

    NONE = 0
    BOARD_SIZE = auto()
    IMPOSSIBLE_TILE = auto()
    TOO_FEW_TILES = auto()
    NEGATIVE_TURN = auto()
    NEGATIVE_SCORE = auto()
    CONSERVATION = auto()
    WIN_UNMARKED = auto()
    WIN_UNPROVED = auto()
    CONTINUED_UNWON = auto()
    CONTINUED_UNMARKED = auto()
    IMPOSSIBLE_SUM = auto()


class IllegalMove(ValueError):
    """A recorded direction that the game could not have taken at that point."""


class Game(NamedTuple):
    """A position and how it was reached.

    ``score`` is in points, ``turn`` counts the moves played. ``won`` is set by the merge that makes
    2048 and stays; ``continued`` says that the player chose to play on after it.
    """

    board: Board
    score: int = 0
    turn: int = 0
    won: bool = False
    continued: bool = False


class Move(NamedTuple):
    """A move that was played: the game after it, how the tiles slid, and which tile appeared."""

    game: Game
    direction: Direction
    slide: Slide
    spawn: Spawn


def outcome(game: Game) -> Outcome:
    """Tell how a game stands."""
    if is_stuck(game.board):
        return Outcome.WON_AND_OVER if game.won else Outcome.OVER
    if not game.won:
        return Outcome.PLAYING
    return Outcome.WON_PLAYING_ON if game.continued else Outcome.WON


def start(seed: bytes) -> Game:
    """Return the game of this seed before its first move: two tiles, no points."""
    board = EMPTY
    for number in range(FEWEST_TILES):
        board = _place(board, spawn(seed, number, board))
    return Game(board)


def move(game: Game, seed: bytes, direction: Direction) -> Move | None:
    """Play one direction; ``None`` if it changes nothing or the game takes no moves now."""
    pushed = slide(game.board, direction)
    if pushed.board == game.board or (game.won and not game.continued):
        return None
    turn = game.turn + 1
    new = spawn(seed, turn + 1, pushed.board)
    won = game.won or any(pushed.board[cell] == WINNING for cell in pushed.merged)
    board = _place(pushed.board, new)
    after = Game(board, game.score + pushed.gained, turn, won, game.continued)
    return Move(after, direction, pushed, new)


def play_on(game: Game) -> Game:
    """Continue after the win; any other game comes back as it is."""
    return game._replace(continued=True) if outcome(game) is Outcome.WON else game


def replayed(seed: bytes, directions: Iterable[Direction]) -> Iterator[Move]:
    """Play these directions from the start, yielding each move; a move after the win implies Continue.

    Raises ``IllegalMove``, naming the turn, at a direction that changes nothing.
    """
    game = start(seed)
    for direction in directions:
        played = move(play_on(game), seed, direction)
        if played is None:
            raise IllegalMove(f"turn {game.turn + 1}: {direction} changes nothing")
        yield played
        game = played.game


def replay(seed: bytes, directions: Iterable[Direction]) -> Game:
    """Return the game that these directions lead to, as ``replayed`` plays them."""
    game = start(seed)
    for played in replayed(seed, directions):
        game = played.game
    return game


def status(game: Game) -> Fault:
    """Return everything that is wrong with a decoded game, ``Fault.NONE`` if nothing is.

    The conservation law ties board, score and turn together. With ``e`` the exponents and ``m``
    the moves played, both ``(sum((e - 1) * 2**e) - score) / 4`` and ``(sum(2**e) - 2 * (m + 2)) / 2``
    count the spawns that were a 4, so they are the same integer, from 0 to ``m + 2``.
    """
    faults = _board_faults(game.board)
    if game.turn < 0:
        faults |= Fault.NEGATIVE_TURN
    if game.score < 0:
        faults |= Fault.NEGATIVE_SCORE
    if not faults & (Fault.BOARD_SIZE | Fault.IMPOSSIBLE_TILE) and not _is_conserved(game):
        faults |= Fault.CONSERVATION
    largest = max(game.board, default=0)
    if largest >= WINNING and not game.won:
        faults |= Fault.WIN_UNMARKED
    if game.won and largest < WINNING:
        faults |= Fault.WIN_UNPROVED
    if game.continued and not game.won:
        faults |= Fault.CONTINUED_UNWON
    if game.won and not game.continued and largest > WINNING:
        faults |= Fault.CONTINUED_UNMARKED
    return faults


def _board_faults(board: Board) -> Fault:
    faults = Fault.NONE
    if len(board) != CELLS:
        faults |= Fault.BOARD_SIZE
    if any(not 0 <= exponent <= LARGEST for exponent in board):
        faults |= Fault.IMPOSSIBLE_TILE
    if sum(exponent > 0 for exponent in board) < FEWEST_TILES:
        faults |= Fault.TOO_FEW_TILES
    if not faults and sum(1 << exponent for exponent in board if exponent) > LARGEST_SUM:
        faults |= Fault.IMPOSSIBLE_SUM
    return faults


def _is_conserved(game: Game) -> bool:
    tiles = [exponent for exponent in game.board if exponent]
    spawns = game.turn + FEWEST_TILES
    by_score, rest = divmod(sum((e - 1) << e for e in tiles) - game.score, 4)
    by_sum = (sum(1 << e for e in tiles) - 2 * spawns) // 2
    return rest == 0 and by_score == by_sum and 0 <= by_sum <= spawns


def _place(board: Board, new: Spawn) -> Board:
    return (*board[: new.cell], new.exponent, *board[new.cell + 1 :])
