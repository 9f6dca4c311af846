"""Training of the network: rounds of games in threads, a learning curve, and checkpoints.

With one thread the same seed gives the same weights, also across an interruption.
"""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from app.solver.bitboard import row_table
from app.solver.compiling import Weights, Words
from app.solver.episodes import LATE_BOARDS, LATE_KINDS, LONGEST, TALLY, play_and_learn
from app.solver.network import SIZE

TRACE = 0.5
_PARTS = 10


class BadCheckpoint(Exception):
    """A checkpoint that cannot be used, with the reason in one line."""


class Round(NamedTuple):
    """What a round of training did: ``reached[e]`` counts whole games whose largest exponent is ``e``."""

    seconds: float
    moves: int
    games: int
    points: int
    reached: tuple[int, ...]

    @property
    def average(self) -> float:
        """Points of a whole game, on average."""
        return self.points / self.games if self.games else 0.0

    def share(self, exponent: int) -> float:
        """Return the share of the games that made this tile, from 0 to 1."""
        return sum(self.reached[exponent:]) / self.games if self.games else 0.0


class Recipe(NamedTuple):
    """How games are begun, in percent from late boards and from messy ones, and the moves of a round."""

    late: int = 0
    messy: int = 10
    round_moves: int = 1_000_000


class _Learner:
    """One thread's luck, late boards and room for a game."""

    def __init__(self, seed: int) -> None:
        self.state = np.array([seed], np.uint64)
        self.late = np.zeros((LATE_KINDS, LATE_BOARDS), np.uint64)
        self.seen = np.zeros(LATE_KINDS, np.int64)
        self.boards = np.zeros(LONGEST, np.uint64)
        self.points = np.zeros(LONGEST, np.int32)


@dataclass
class Training:
    """A network in training.

    ``weights`` are in points; ``errors`` are what temporal coherence keeps of each weight.
    """

    weights: Weights
    errors: Weights
    learners: list[_Learner]
    curve: list[Round] = field(default_factory=list)

    @property
    def moves(self) -> int:
        """Moves learned from so far."""
        return sum(done.moves for done in self.curve)

    def rounds(self, recipe: Recipe) -> Iterator[Round]:
        """Train without end, a round of about a second at a time."""
        rows = row_table()
        with ThreadPoolExecutor(len(self.learners)) as threads:
            while True:
                begun = time.monotonic()
                # Threads take parts of the round as they come to it, so that none waits for a slow one.
                learn = partial(self._learn, rows, recipe, iter(range(_PARTS)))
                tally = np.sum(list(threads.map(learn, self.learners)), axis=0)
                seconds = time.monotonic() - begun
                games, points, moves = (int(number) for number in tally[:3])
                self.curve.append(Round(seconds, moves, games, points, tuple(map(int, tally[4:]))))
                yield self.curve[-1]

    def _learn(
        self, rows: Words, recipe: Recipe, parts: Iterator[int], learner: _Learner
    ) -> npt.NDArray[np.int64]:
        tally = np.zeros(TALLY, np.int64)
        for _ in parts:
            play_and_learn(
                rows,
                self.weights,
                self.errors,
                learner.boards,
                learner.points,
                learner.state,
                learner.late,
                learner.seen,
                tally,
                recipe.round_moves // _PARTS,
                recipe.late,
                recipe.messy,
                TRACE,
            )
        return tally

    def save(self, path: Path) -> None:
        """Write a checkpoint, whole or not at all: all that was ever touched, and the luck to come."""
        unfinished = path.with_suffix(f".{os.getpid()}")
        places = np.flatnonzero(self.errors[:, 1])
        with unfinished.open("wb") as file:
            np.savez(
                file,
                places=places.astype(np.uint32),
                weights=self.weights[places],
                errors=self.errors[places],
                states=np.stack([learner.state for learner in self.learners]),
                late=np.stack([learner.late for learner in self.learners]),
                seen=np.stack([learner.seen for learner in self.learners]),
                curve=np.array([(*done[:4], *done.reached) for done in self.curve], np.float64),
            )
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)


def begin(seed: int, threads: int) -> Training:
    """Return a network that knows nothing."""
    return Training(*_blank(), [_Learner(seed + number) for number in range(threads)])


def resume(path: Path, threads: int) -> Training:
    """Return the training of a checkpoint; threads for which it has no state get one of their own.

    Raises ``BadCheckpoint``.
    """
    try:
        with path.open("rb") as file, np.load(file) as saved:
            return _resumed(saved, threads)
    except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
        raise BadCheckpoint(f"the checkpoint {path} cannot be used: {error}") from error


def _resumed(saved: Any, threads: int) -> Training:
    known = len(saved["states"])
    learners = [_Learner(int(saved["states"][0, 0]) + number) for number in range(threads)]
    for number, learner in enumerate(learners[:known]):
        learner.state[:] = saved["states"][number]
        learner.late[:] = saved["late"][number]
        learner.seen[:] = saved["seen"][number]
    training = Training(*_blank(), learners)
    places = saved["places"]
    training.weights[places] = saved["weights"]
    training.errors[places] = saved["errors"]
    training.curve = [
        Round(seconds, int(moves), int(games), int(points), tuple(map(int, reached)))
        for seconds, moves, games, points, *reached in saved["curve"].tolist()
    ]
    return training


def _blank() -> tuple[Weights, Weights]:
    return np.zeros(SIZE, np.float32), np.zeros((SIZE, 2), np.float32)
