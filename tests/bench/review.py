"""How long the review of a game takes, in one process and through a worker of the service."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from app import solver
from app.engine.board import Board, Direction
from app.engine.game import move, play_on, start
from app.settings import Settings
from app.solver import Advice, Level
from app.solver.review import pack, review
from app.solver.service import Service, worker_command
from tests.bench.report import Table, figure
from tests.bench.timing import percentile

MOVES = 1000
PASSES = 5


class Cost(NamedTuple):
    """Seconds to review the game: in the quickest pass and in the median one."""

    way: str
    best: float
    median: float


class Measured(NamedTuple):
    """Why only the plain player served, empty if the network did, and the costs."""

    reason: str
    costs: list[Cost]


def measure(folder: Path) -> Measured:
    """Time the review of one game, with the weights that the server would take."""
    weights = Settings().solver_weights or solver.WEIGHTS
    player = solver.load(weights, folder)
    boards, directions = _game(player)
    alone, served = [], asyncio.run(_served(weights, folder, boards, directions))
    for _ in range(PASSES):
        began = perf_counter()
        _finish(boards, directions, [player.best(board) for board in boards])
        alone.append(perf_counter() - began)
    costs = [("in one process", alone), ("through a worker in the idle class", served)]
    return Measured(player.reason, [Cost(way, min(took), percentile(took, 50)) for way, took in costs])


def table(measured: Measured) -> Table:
    """Show the costs in seconds."""
    who = f"the plain player: {measured.reason}" if measured.reason else "the network, at the level standard"
    return Table(
        "Review of a game",
        f"s for a game of {MOVES:,} moves, of {PASSES} passes, by {who}; the aim is less than 2 s.",
        ("way", "best", "median"),
        [(cost.way, figure(cost.best, 2), figure(cost.median, 2)) for cost in measured.costs],
    )


def _game(player: solver.Player) -> tuple[list[Board], list[Direction]]:
    game = start(bytes(32))
    boards, directions = [game.board], list[Direction]()
    while len(directions) < MOVES:
        best = player.best(game.board, Level.FAST).best
        after = move(play_on(game), bytes(32), best) if best else None
        assert best is not None
        assert after is not None, "the game of the benchmark is long enough"
        game = after.game
        boards.append(game.board)
        directions.append(best)
    return boards, directions


async def _served(
    weights: Path, folder: Path, boards: Sequence[Board], directions: Sequence[Direction]
) -> list[float]:
    service = Service(worker_command(weights, folder), 1)
    await service.ask("bench", boards[0], Level.STANDARD, 1.0)
    took = []
    for _ in range(PASSES):
        began = perf_counter()
        _finish(
            boards, directions, [await service.ask("bench", board, Level.STANDARD, 1.0) for board in boards]
        )
        took.append(perf_counter() - began)
    await service.close()
    return took


def _finish(boards: Sequence[Board], directions: Sequence[Direction], advices: Sequence[Advice]) -> None:
    pack(review(boards, directions, advices))
