"""An example of how the solver thinks: a board from one of its games, and what it makes of it."""

from typing import NamedTuple

from app.engine.board import Board, Direction, empty_cells, slide
from app.solver.levels import Level, Player

EXAMPLE: Board = (2, 0, 0, 0, 4, 4, 2, 1, 3, 4, 5, 6, 5, 7, 8, 7)
"""All four pushes bring as many points and leave as many empty cells: only looking ahead tells them apart."""
LEVEL = Level.STANDARD


class Judged(NamedTuple):
    """A board with what each direction is worth there, as ``Advice`` has it but in whole points."""

    board: Board
    values: dict[Direction, int]
    depth: int
    nodes: int

    @property
    def best(self) -> Direction:
        """The best direction."""
        return next(iter(self.values))


def judged(player: Player) -> list[Judged]:
    """Return the example, and the board that the player likes least of those after its best push."""
    first = _judge(player, EXAMPLE)
    after = slide(EXAMPLE, first.best).board
    futures = [_judge(player, board) for board in futures_of(after)]
    return [first, min(futures, key=lambda future: future.values[future.best])]


def futures_of(after: Board) -> list[Board]:
    """Return every board that a new tile may make of one that was pushed."""
    return [
        (*after[:cell], exponent, *after[cell + 1 :]) for cell in empty_cells(after) for exponent in (1, 2)
    ]


def _judge(player: Player, board: Board) -> Judged:
    advice = player.best(board, LEVEL)
    values = {direction: round(value) for direction, value in advice.values.items()}
    return Judged(board, values, advice.depth, advice.nodes)
