"""Why a move cost something, told from the board: what it did that the best move does not do.

Each detector looks for one thing that players know by name, and speaks only if it is true of the move
that was played and not of the best one. Where none speaks there is no plain reason, and none is made up.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple

from app.engine.board import (
    CELLS,
    LINES,
    SIDE,
    Board,
    Direction,
    Slide,
    empty_cells,
    is_stuck,
    legal_directions,
    slide,
)

CORNERS = (0, SIDE - 1, CELLS - SIDE, CELLS - 1)
EDGES = tuple(LINES[direction][end] for direction in (Direction.LEFT, Direction.UP) for end in (0, -1))
NEIGHBOURS = tuple(
    tuple(
        other
        for other in range(CELLS)
        if abs(other // SIDE - cell // SIDE) + abs(other % SIDE - cell % SIDE) == 1
    )
    for cell in range(CELLS)
)

_MUCH = 3
"""Steps on the ladder of tiles from which two tiles have nothing to do with each other for long."""
_LARGE = 3
"""A tile within so many steps of the largest is a large one."""
_FEW_FREE = 3
_TWO = 1


class Why(StrEnum):
    """What a move did that the best one does not, the most telling first.

    The number that goes with it is the exponent of the tile it is about; for ``FILLED_UP``, how many
    cells stayed free; for those about the whole board, 0.
    """

    NEARLY_OVER = "nearly-over"
    CORNER_LEFT = "corner-left"
    EDGE_LEFT = "edge-left"
    CORNER_AT_RISK = "corner-at-risk"
    EDGE_OPENED = "edge-opened"
    CHAIN_SPLIT = "chain-split"
    LARGE_TRAPPED = "large-trapped"
    SMALL_BURIED = "small-buried"
    MERGE_MISSED = "merge-missed"
    NOTHING_TO_MERGE = "nothing-to-merge"
    FILLED_UP = "filled-up"


class Reason(NamedTuple):
    """A thing that was found, and the number that belongs to it."""

    why: Why
    number: int


class Choice(NamedTuple):
    """A board, and what the move played and the best one make of it before the new tile."""

    board: Board
    played: Slide
    best: Slide


Detector = Callable[[Choice], int | None]
"""Returns the number of its reason, or ``None`` if it does not hold."""


def reasons_for(board: Board, played: Direction, best: Direction) -> list[Reason]:
    """Return all that can be said for the best move and against the one played, most telling first."""
    return list(_found(Choice(board, slide(board, played), slide(board, best))))


def _found(choice: Choice) -> Iterator[Reason]:
    for why, detector in _DETECTORS.items():
        number = detector(choice)
        if number is not None:
            yield Reason(why, number)


def _nearly_over(choice: Choice) -> int | None:
    """See whether a new tile in the wrong place would have ended the game at once."""
    return 0 if _may_end(choice.played.board) and not _may_end(choice.best.board) else None


def _corner_left(choice: Choice) -> int | None:
    """See whether the largest tile stood in a corner, and stands in none any more."""
    board, played, best = choice
    was_there = _is_cornered(board) and _is_cornered(best.board)
    return max(board) if was_there and not _is_cornered(played.board) else None


def _edge_left(choice: Choice) -> int | None:
    """See whether the largest tile stood at an edge, and stands inside now."""
    board, played, best = choice
    was_there = _is_at_edge(board) and _is_at_edge(best.board)
    return max(board) if was_there and not _is_at_edge(played.board) else None


def _corner_at_risk(choice: Choice) -> int | None:
    """See whether some new tile would leave only pushes that move the largest tile out of its corner."""
    after, best = choice.played.board, choice.best.board
    if not _is_cornered(after) or not _is_cornered(best):
        return None
    return max(after) if _may_be_forced_out(after) and not _may_be_forced_out(best) else None


def _edge_opened(choice: Choice) -> int | None:
    """See whether the full row or column along an edge, with the largest tile at its end, has a gap."""
    board, played, best = choice
    largest = max(board)
    for edge in EDGES:
        is_locked = all(board[cell] for cell in edge) and largest in (board[edge[0]], board[edge[-1]])
        stays_full = all(best.board[cell] for cell in edge)
        if is_locked and stays_full and not all(played.board[cell] for cell in edge):
            return largest
    return None


def _chain_split(choice: Choice) -> int | None:
    """See whether the three largest tiles, the same as before, lay side by side and do so no more."""
    board, played, best = choice
    was_whole = _is_chain(board) and _is_chain(best.board)
    is_apart = _largest_three(played.board) == _largest_three(board) and not _is_chain(played.board)
    return 0 if was_whole and is_apart else None


def _large_trapped(choice: Choice) -> int | None:
    """See whether a large tile, one in its corner apart, is shut in between tiles far smaller than itself."""
    return _newly(_trapped, choice)


def _small_buried(choice: Choice) -> int | None:
    """See whether a small tile is shut in between tiles far larger than itself."""
    return _newly(_buried, choice)


def _merge_missed(choice: Choice) -> int | None:
    """See whether the best move makes a large tile that this one neither makes nor leaves to be made next."""
    board, played, best = choice
    made = max((best.board[cell] for cell in best.merged), default=0)
    if made < max(board) - _LARGE or made <= max((played.board[cell] for cell in played.merged), default=0):
        return None
    return None if made in _mergeable(played.board) else made


def _nothing_to_merge(choice: Choice) -> int | None:
    """See whether no merge is left to be made next, where the best move leaves or sets one up."""
    ready = max(_mergeable(choice.best.board), default=None)
    return None if _mergeable(choice.played.board) else ready


def _filled_up(choice: Choice) -> int | None:
    """See whether few cells are free, and fewer than there would be."""
    free, possible = len(empty_cells(choice.played.board)), len(empty_cells(choice.best.board))
    return free if free < possible and (free <= _FEW_FREE or possible - free > 1) else None


_DETECTORS: dict[Why, Detector] = {
    Why.NEARLY_OVER: _nearly_over,
    Why.CORNER_LEFT: _corner_left,
    Why.EDGE_LEFT: _edge_left,
    Why.CORNER_AT_RISK: _corner_at_risk,
    Why.EDGE_OPENED: _edge_opened,
    Why.CHAIN_SPLIT: _chain_split,
    Why.LARGE_TRAPPED: _large_trapped,
    Why.SMALL_BURIED: _small_buried,
    Why.MERGE_MISSED: _merge_missed,
    Why.NOTHING_TO_MERGE: _nothing_to_merge,
    Why.FILLED_UP: _filled_up,
}


def _is_cornered(board: Board) -> bool:
    return any(board[corner] == max(board) for corner in CORNERS)


def _is_at_edge(board: Board) -> bool:
    return any(board[cell] == max(board) for edge in EDGES for cell in edge)


def _with_a_two(after: Board) -> Iterator[Board]:
    """Yield the boards that a new 2 makes of this one."""
    for cell in empty_cells(after):
        yield (*after[:cell], _TWO, *after[cell + 1 :])


def _may_end(after: Board) -> bool:
    return any(map(is_stuck, _with_a_two(after)))


def _may_be_forced_out(after: Board) -> bool:
    return any(
        ways and not any(_is_cornered(slide(board, way).board) for way in ways)
        for board in _with_a_two(after)
        for ways in [legal_directions(board)]
    )


def _largest_three(board: Board) -> list[int]:
    return sorted(board, reverse=True)[:3]


def _is_chain(board: Board) -> bool:
    """Tell whether the three largest tiles lie one beside the next, from the largest down."""
    first, second, third = _largest_three(board)
    return third > 0 and any(
        board[start] == first and board[middle] == second and board[end] == third
        for start in range(CELLS)
        for middle in NEIGHBOURS[start]
        for end in NEIGHBOURS[middle]
        if end != start
    )


def _newly(shut_in: Callable[[Board], set[int]], choice: Choice) -> int | None:
    """Return the largest tile that is shut in after the move played, and neither before nor by the best."""
    board, played, best = choice
    return max(shut_in(played.board) - shut_in(board) - shut_in(best.board), default=None)


def _trapped(board: Board) -> set[int]:
    largest = max(board)
    return {
        exponent
        for cell, exponent in enumerate(board)
        if exponent >= largest - _LARGE
        and not (exponent == largest and cell in CORNERS)
        and all(0 < board[beside] <= exponent - _MUCH for beside in NEIGHBOURS[cell])
    }


def _buried(board: Board) -> set[int]:
    return {
        exponent
        for cell, exponent in enumerate(board)
        if exponent and all(board[beside] >= exponent + _MUCH for beside in NEIGHBOURS[cell])
    }


def _mergeable(after: Board) -> set[int]:
    """Return the exponents of the tiles that one more push could make, without the help of a new one."""
    return {
        pushed.board[cell]
        for pushed in (slide(after, direction) for direction in Direction)
        for cell in pushed.merged
    }
