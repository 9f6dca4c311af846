"""Boards that nobody plays on, to look at and to read."""

from typing import NamedTuple

from markupsafe import Markup

from app.engine.board import SIDE, Board
from app.web.i18n import Language
from app.web.views import rows_of, tiles_of


class Picture(NamedTuple):
    """A board to look at, its tiles as whole elements, and to read: all of its rows or the first."""

    tiles: Markup
    rows: list[list[str]]


def picture(board: Board, language: Language, lines: int = SIDE) -> Picture:
    """Return a board as it is shown."""
    return Picture(tiles_of(board), rows_of(board, language)[:lines])
