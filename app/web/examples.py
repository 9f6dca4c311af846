"""Boards that explain something. The engine plays them, so an example cannot be wrong."""

from typing import NamedTuple

from app.engine.board import CELLS, SIDE, Board, Direction, slide
from app.web.directions import direction_names
from app.web.i18n import Language
from app.web.pictures import Picture, picture


class Push(NamedTuple):
    """What a push does: the boards before and after it, what it is called, and the points it brings."""

    direction: Direction
    name: str
    before: Picture
    after: Picture
    gained: str
    is_legal: bool


def push(board: Board, direction: Direction, language: Language, lines: int = SIDE) -> Push:
    """Return what pushing a board does, before any new tile appears."""
    pushed = slide(board, direction)
    return Push(
        direction,
        direction_names(language)[direction],
        picture(board, language, lines),
        picture(pushed.board, language, lines),
        language.number(pushed.gained),
        pushed.board != board,
    )


def push_row(values: tuple[int, ...], direction: Direction, language: Language) -> Push:
    """Return what pushing one row of four values does, 0 for an empty cell."""
    return push(board_of(*values), direction, language, lines=1)


def board_of(*values: int) -> Board:
    """Return the board with these values, row by row, 0 for an empty cell and for those not named."""
    exponents = [value.bit_length() - 1 if value else 0 for value in values]
    return (*exponents, *[0] * (CELLS - len(exponents)))
