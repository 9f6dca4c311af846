"""How long the rules take, over the positions of real games.

The games are fixed: some played by legal directions picked by a hash, until no move is left, and
one recorded game that wins and goes on to 4096. Every operation is timed over all of their positions,
pass after pass; a row of the board that was seen before costs a look-up, as it does in the server.
"""

import timeit
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import starmap
from typing import Any, NamedTuple

from app.engine.board import Direction, legal_directions, slide
from app.engine.chance import spawn
from app.engine.game import Game, move, outcome, play_on, replay, start
from tests.bench.report import Table, figure
from tests.bench.timing import percentile
from tests.engine.playing import seed_of, wander
from tests.engine.recorded import DIRECTIONS, SEED

GAMES = 20
PASSES = 25
REPLAYED = 1000
REPLAYS = 10

_MICRO = 1e6


class Cost(NamedTuple):
    """The seconds that one call takes: in the quickest pass and in the median one."""

    operation: str
    best: float
    median: float


class _Turn(NamedTuple):
    game: Game
    seed: bytes
    direction: Direction


def measure() -> list[Cost]:
    """Time every operation; the move itself comes first."""
    turns = [turn for seed, directions in _games() for turn in _walk(seed, directions)]
    boards = [turn.game.board for turn in turns]
    pushed = [slide(turn.game.board, turn.direction).board for turn in turns]
    spawns = zip([turn.seed for turn in turns], [turn.game.turn + 2 for turn in turns], pushed, strict=True)
    return [
        _cost("a move with its spawn", move, turns),
        _cost("slide", slide, zip(boards, [turn.direction for turn in turns], strict=True)),
        _cost("spawn", spawn, spawns),
        _cost("legal_directions", legal_directions, zip(boards)),
        _cost("outcome", outcome, zip([turn.game for turn in turns])),
        _cost(f"replay of {REPLAYED:,} moves", replay, [(SEED, DIRECTIONS[:REPLAYED])] * REPLAYS),
    ]


def table(costs: Iterable[Cost]) -> Table:
    """Show the costs in microseconds."""
    return Table(
        "Engine",
        f"µs a call over the positions of {GAMES + 1} games, of {PASSES} passes;"
        " the aim is less than 15 µs for a move with its spawn.",
        ("operation", "best", "median"),
        [(cost.operation, figure(cost.best * _MICRO, 1), figure(cost.median * _MICRO, 1)) for cost in costs],
    )


def _games() -> Iterator[tuple[bytes, Sequence[Direction]]]:
    for number in range(GAMES):
        seed = seed_of(number)
        yield seed, [played.direction for played in wander(seed)]
    yield SEED, DIRECTIONS


def _walk(seed: bytes, directions: Iterable[Direction]) -> Iterator[_Turn]:
    game = start(seed)
    for direction in directions:
        game = play_on(game)
        yield _Turn(game, seed, direction)
        played = move(game, seed, direction)
        assert played is not None, "the games of the benchmark are legal"
        game = played.game


def _cost(operation: str, function: Callable[..., object], calls: Iterable[Sequence[Any]]) -> Cost:
    calls = list(calls)
    passes = timeit.repeat(lambda: deque(starmap(function, calls), maxlen=0), repeat=PASSES, number=1)
    return Cost(operation, min(passes) / len(calls), percentile(passes, 50) / len(calls))
