"""What the page of the rules shows: its examples, and the ladder of tiles."""

from functools import cache
from typing import Any, NamedTuple

from app.engine.board import Board, Direction
from app.engine.game import WINNING, Game, move, start
from app.engine.ladder import Rung, ladder, rung
from app.web.examples import board_of, push, push_row
from app.web.i18n import Language
from app.web.pictures import picture

_SEED = bytes([7] * 32)
"""The seed of the example of a start and a first move."""
_FIRST = Direction.RIGHT
_UNDER_WAY = board_of(0, 2, 0, 4, 0, 0, 8, 0, 2, 0, 0, 16, 0, 4, 0, 0)
_PAIR_AT_THE_TOP = board_of(2, 2, 4, 8)
LOST = board_of(2, 4, 8, 2, 16, 32, 64, 4, 4, 8, 16, 2, 2, 32, 8, 4)
"""A full board on which no two neighbours are equal."""
NOT_LOST = board_of(2, 4, 8, 2, 16, 32, 64, 4, 4, 8, 16, 2, 2, 32, 8, 8)
"""A full board with one pair left."""


class RungView(NamedTuple):
    """One tile of the ladder, as it is written."""

    value: int
    tile: str
    points: str
    expected: str
    moves: str


@cache
def view_rules(language: Language) -> dict[str, Any]:
    """Return what the template of the rules needs in a language."""
    opening = start(_SEED)
    return {
        "opening": push(opening.board, _FIRST, language),
        "after_a_move": picture(_after_a_move(opening), language),
        "sliding": push(_UNDER_WAY, Direction.RIGHT, language),
        "resting": push_row((2, 4, 8, 0), Direction.LEFT, language),
        "joining": push_row((2, 0, 0, 2), Direction.RIGHT, language),
        "once": push_row((4, 4, 4, 4), Direction.LEFT, language),
        "made_now": push_row((2, 2, 4, 0), Direction.LEFT, language),
        "from_the_left": push_row((4, 4, 4, 0), Direction.LEFT, language),
        "from_the_right": push_row((0, 4, 4, 4), Direction.RIGHT, language),
        "side_by_side": push(_PAIR_AT_THE_TOP, Direction.UP, language),
        "set_in_motion": push(_PAIR_AT_THE_TOP, Direction.LEFT, language),
        "scoring": push_row((256, 256, 0, 0), Direction.LEFT, language),
        "winning": push_row((1024, 0, 1024, 0), Direction.LEFT, language),
        "lost": picture(LOST, language),
        "not_lost": picture(NOT_LOST, language),
        "winning_rung": _written(rung(WINNING), language),
        "ladder": [_written(one, language) for one in ladder()],
    }


def _after_a_move(opening: Game) -> Board:
    """Return the opening after its first move, with the tile that appeared."""
    played = move(opening, _SEED, _FIRST)
    assert played  # noqa: S101 - the direction is legal
    return played.game.board


def _written(one: Rung, language: Language) -> RungView:
    return RungView(
        1 << one.exponent,
        language.tiles[one.exponent],
        language.number(one.points),
        language.number(round(one.expected)),
        language.number(round(one.moves)),
    )
