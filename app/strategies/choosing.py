"""The strategies: each a function from what there is to choose from to a direction."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from itertools import pairwise
from typing import Any

from app.engine.board import CELLS, LINES, Board, Direction, Slide
from app.strategies.playing import Choice, Strategy
from app.strategies.worth import CORNER, foresight, snake, snake_with_room


class Way(StrEnum):
    """A way to play, by its name in files."""

    ANYTHING = "anything"
    ROUND_AND_ROUND = "round-and-round"
    MOST_POINTS = "most-points"
    MOST_ROOM = "most-room"
    TWO_DIRECTIONS = "two-directions"
    CORNER = "corner"
    SNAKE = "snake"
    SNAKE_WITH_ROOM = "snake-with-room"
    CAREFUL = "careful"
    ALL_DIRECTIONS = "careful-in-all-directions"
    CHASING_MERGES = "careful-chasing-merges"
    TRAPPING = "careful-trapping"
    IN_HASTE = "careful-in-haste"


_ROUND = (Direction.UP, Direction.RIGHT, Direction.DOWN, Direction.LEFT)
_LITTLE_ROOM = 3
"""Empty cells at which a careful player slows down."""
_SLIPS = 0.1
"""Share of its moves in which a player who is free with directions takes any of them."""
_SMALL = 3
"""The exponent of 8, the largest tile that counts as small."""


def anything(choice: Choice) -> Direction:
    """Play any legal direction, each as likely as the others."""
    return _one_of(choice.slides, choice)


def round_and_round(choice: Choice) -> Direction:
    """Play up, right, down, left, in turn."""
    ahead = choice.turn % len(_ROUND)
    return _first_of((*_ROUND[ahead:], *_ROUND), choice)


def most_points(choice: Choice) -> Direction:
    """Play whatever brings the most points now."""
    return _best(choice, lambda pushed: pushed.gained)


def most_room(choice: Choice) -> Direction:
    """Play whatever leaves the most empty cells."""
    return _best(choice, lambda pushed: pushed.board.count(0))


def two_directions(choice: Choice) -> Direction:
    """Play down and left by turns; right where neither moves, and up only where nothing else does."""
    pair = (Direction.DOWN, Direction.LEFT) if choice.turn % 2 else (Direction.LEFT, Direction.DOWN)
    return _first_of((*pair, Direction.RIGHT, Direction.UP), choice)


def corner(choice: Choice) -> Direction:
    """Keep the largest tile in its corner; among what does, whatever brings the most points."""
    return _best(choice, lambda pushed: (pushed.board[CORNER] == max(pushed.board), pushed.gained))


def snaking(choice: Choice) -> Direction:
    """Line the tiles up by size along a snake."""
    return _best(choice, lambda pushed: snake(pushed.board))


def snaking_with_room(choice: Choice) -> Direction:
    """Line the tiles up along a snake, and keep room."""
    return _best(choice, lambda pushed: snake_with_room(pushed.board))


def careful(choice: Choice) -> Direction:
    """Build the snake with room; where room is little, look at every place of the next tile."""
    if _has_room(choice):
        return snaking_with_room(choice)
    return _best(choice, lambda pushed: foresight(pushed.board))


def careful_in_all_directions(choice: Choice) -> Direction:
    """Play as the careful player does, but one move in ten goes in any direction."""
    return anything(choice) if choice.dice.random() < _SLIPS else careful(choice)


def careful_chasing_merges(choice: Choice) -> Direction:
    """Play as the careful player does, but take the merge of most points wherever there is one."""
    return most_points(choice) if any(pushed.gained for pushed in choice.slides.values()) else careful(choice)


def careful_trapping(choice: Choice) -> Direction:
    """Play as the careful player does, but wherever a push shuts in a small tile, play that."""
    before = trapped_tiles(choice.board)
    trapping = {
        direction: pushed
        for direction, pushed in choice.slides.items()
        if trapped_tiles(pushed.board) > before
    }
    return careful(choice._replace(slides=trapping or choice.slides))


def careful_in_haste(choice: Choice) -> Direction:
    """Play as the careful player does, but in any direction where room is little."""
    return careful(choice) if _has_room(choice) else anything(choice)


def trapped_tiles(board: Board) -> int:
    """Return how many tiles up to 8 have only neighbours of at least four times their value."""
    return sum(
        0 < exponent <= _SMALL and all(board[other] >= exponent + 2 for other in _NEIGHBOURS[cell])
        for cell, exponent in enumerate(board)
    )


def _neighbours(cell: int) -> set[int]:
    pairs = [pair for lines in LINES.values() for line in lines for pair in pairwise(line)]
    return {second for first, second in pairs if first == cell}


_NEIGHBOURS = [_neighbours(cell) for cell in range(CELLS)]


def _has_room(choice: Choice) -> bool:
    return choice.board.count(0) > _LITTLE_ROOM


def _best(choice: Choice, worth: Callable[[Slide], Any]) -> Direction:
    """Return the direction of the greatest worth, any of them where there are several."""
    worths = {direction: worth(pushed) for direction, pushed in choice.slides.items()}
    most = max(worths.values())
    return _one_of([direction for direction in worths if worths[direction] == most], choice)


def _one_of(directions: Iterable[Direction], choice: Choice) -> Direction:
    candidates = list(directions)
    if len(candidates) == 1:
        return candidates[0]
    return candidates[int(choice.dice.random() * len(candidates))]


def _first_of(directions: Iterable[Direction], choice: Choice) -> Direction:
    return next(direction for direction in directions if direction in choice.slides)


STRATEGIES: dict[Way, Strategy] = {
    Way.ANYTHING: anything,
    Way.ROUND_AND_ROUND: round_and_round,
    Way.MOST_POINTS: most_points,
    Way.MOST_ROOM: most_room,
    Way.TWO_DIRECTIONS: two_directions,
    Way.CORNER: corner,
    Way.SNAKE: snaking,
    Way.SNAKE_WITH_ROOM: snaking_with_room,
    Way.CAREFUL: careful,
    Way.ALL_DIRECTIONS: careful_in_all_directions,
    Way.CHASING_MERGES: careful_chasing_merges,
    Way.TRAPPING: careful_trapping,
    Way.IN_HASTE: careful_in_haste,
}
MISTAKES = (Way.ALL_DIRECTIONS, Way.CHASING_MERGES, Way.TRAPPING, Way.IN_HASTE)
"""The careful player, each time with one mistake made on purpose."""
