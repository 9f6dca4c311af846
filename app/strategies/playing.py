"""One game, played to its end by a strategy."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple, TypeAlias

from app.engine.board import Board, Direction, Slide, slide
from app.engine.game import move, play_on, start

Slides: TypeAlias = dict[Direction, Slide]


class Choice(NamedTuple):
    """What a strategy chooses from: the board, the legal pushes, the turn, and dice of its own."""

    board: Board
    slides: Slides
    turn: int
    dice: Random


Strategy: TypeAlias = Callable[[Choice], Direction]


class Played(NamedTuple):
    """How a game ended."""

    score: int
    turn: int
    board: Board

    @property
    def largest(self) -> int:
        """The exponent of the largest tile."""
        return max(self.board)


def play(strategy: Strategy, seed: bytes) -> Played:
    """Play the game of this seed past the win to its end; the same seed gives the same game."""
    game = start(seed)
    dice = Random(seed)  # noqa: S311 - a strategy's whims are no secret
    while slides := _legal(game.board):
        direction = strategy(Choice(game.board, slides, game.turn, dice))
        played = move(play_on(game), seed, direction)
        if played is None:
            raise ValueError(f"turn {game.turn}: {direction} is not legal")
        game = played.game
    return Played(game.score, game.turn, game.board)


def _legal(board: Board) -> Slides:
    slides = ((direction, slide(board, direction)) for direction in Direction)
    return {direction: pushed for direction, pushed in slides if pushed.board != board}
