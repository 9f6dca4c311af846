"""Positions that the stories begin at, and what the rules make of them."""

from collections.abc import Iterable

from app.engine.board import Direction
from app.engine.game import Game, move, play_on, start
from tests.builders import SEED, board_of, game_of

FRESH = start(SEED)
"""A game before its first move."""

STEADY = ("left", "down", "right", "down")
"""Directions that, again and again from ``FRESH``, lead to no end for hundreds of moves."""

UNDER_WAY = game_of(board_of(64, 32, 16, 8, 4, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2))
"""A game with moves in it and room for many more; left merges two 4 into 8."""

NEARLY_WON = game_of(board_of(1024, 1024, 64, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 4))
"""Left makes 2048."""

WON = game_of(board_of(2048, 64, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 4))
"""2048 has been made, and nothing chosen yet."""

NEARLY_WON_AND_OVER = game_of(board_of(1024, 1024, 16, 8, 4, 2, 4, 16, 2, 4, 2, 8, 4, 2, 4, 2))
"""Left makes 2048, and whatever appears then locks the board."""

NEARLY_OVER = game_of(board_of(0, 8, 16, 32, 4, 2, 4, 16, 2, 4, 2, 8, 4, 2, 4, 2))
"""Left is the last move, whatever appears."""


def played(game: Game, directions: Iterable[str], seed: bytes = SEED) -> Game:
    """Return the game after these directions, as the rules have it; illegal ones are skipped."""
    for direction in directions:
        after = move(play_on(game), seed, Direction(direction))
        game = after.game if after else game
    return game


def legal(game: Game, directions: Iterable[str], seed: bytes = SEED) -> list[str]:
    """Return those of the directions that are moves when they are played one after the other."""
    found = []
    for direction in directions:
        after = move(play_on(game), seed, Direction(direction))
        if after:
            game = after.game
            found.append(direction)
    return found
