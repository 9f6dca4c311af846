"""The identity of each tile on the page, so that a tile that slides is seen to slide.

An identity is a positive number that one player's page never sees twice: the version of the state
in which the tile was first shown, times 16, plus its cell in that state. A merge makes a new tile;
the tiles it was made of come once more as ghosts, at the place where they met.
"""

from collections.abc import Sequence
from typing import NamedTuple

from app.engine.board import CELLS, Board
from app.engine.game import Move


class Ghost(NamedTuple):
    """A tile that a merge used up: its identity, its exponent, and the cell where it ended."""

    identity: int
    exponent: int
    cell: int


class Step(NamedTuple):
    """From one shown state to the next: the tiles after it, and what became of those before.

    ``merged`` and ``spawned`` are the cells of tiles that were not shown before, by how they came.
    """

    tiles: Board
    ghosts: tuple[Ghost, ...]
    merged: frozenset[int]
    spawned: frozenset[int]


def new_tiles(board: Board, version: int) -> Board:
    """Return the identities of a board whose tiles are all shown for the first time."""
    return tuple(_identity(version, cell) if exponent else 0 for cell, exponent in enumerate(board))


def follow(before: Board, tiles: Board, moves: Sequence[Move], version: int) -> Step:
    """Follow the tiles of a board through one or more moves to the state with this version.

    Tiles that appear and merge again on the way are never shown.
    """
    shown = [[cell] if identity else [] for cell, identity in enumerate(tiles)]
    whole = list(tiles)
    """The identity that is still the whole tile of a cell; 0 where a move has made the tile."""
    spawned: set[int] = set()
    for move in moves:
        shown, whole, spawned = _push(move, shown, whole, spawned)
    board = moves[-1].game.board
    born = {cell for cell, exponent in enumerate(board) if exponent and not whole[cell]}
    return Step(
        tuple(_identity(version, cell) if cell in born else whole[cell] for cell in range(CELLS)),
        tuple(Ghost(tiles[origin], before[origin], cell) for cell in sorted(born) for origin in shown[cell]),
        frozenset(born - spawned),
        frozenset(born & spawned),
    )


def go_back(before: Board, tiles: Board, moves: Sequence[Move], version: int) -> Step:
    """Follow the tiles of a board backwards through moves that are taken back.

    ``before`` is the board to which they lead. A tile that only slid goes back as itself; one that a
    merge had used up is shown anew.
    """
    boards = [before, *[move.game.board for move in moves[:-1]]]
    for move, board in zip(reversed(moves), reversed(boards), strict=True):
        tiles = tuple(
            tiles[target] if board[cell] and target not in move.slide.merged else 0
            for cell, target in enumerate(move.slide.targets)
        )
    born = frozenset(cell for cell, exponent in enumerate(before) if exponent and not tiles[cell])
    after = tuple(_identity(version, cell) if cell in born else tiles[cell] for cell in range(CELLS))
    return Step(after, (), frozenset(), born)


def _push(
    move: Move, shown: list[list[int]], whole: list[int], spawned: set[int]
) -> tuple[list[list[int]], list[int], set[int]]:
    shown_after: list[list[int]] = [[] for _ in range(CELLS)]
    whole_after = [0] * CELLS
    spawned_after: set[int] = {move.spawn.cell}
    for cell, target in enumerate(move.slide.targets):
        shown_after[target] += shown[cell]
        if target not in move.slide.merged:
            whole_after[target] = whole_after[target] or whole[cell]
            if cell in spawned:
                spawned_after.add(target)
    return shown_after, whole_after, spawned_after


def _identity(version: int, cell: int) -> int:
    return version * CELLS + cell
