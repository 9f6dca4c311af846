"""How strong the solver is: whole games that it played, kept in a file, with what follows from them."""

import fcntl
import json
import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from app.confidence import wilson
from app.engine.board import Direction
from app.solver.example import Judged
from app.solver.levels import Level

COMMITTED = Path(__file__).with_name("strength.json")
"""The games that the product tells of."""


class Unlike(Exception):
    """Why games cannot be kept with those of a file, in one line."""


class Played(NamedTuple):
    """A finished game: ``largest`` is the exponent of its largest tile, ``seconds`` are the processor's."""

    score: int
    moves: int
    largest: int
    seconds: float


class Summary(NamedTuple):
    """Games of one kind, summed up."""

    games: list[Played]

    @property
    def average(self) -> float:
        """Points of a game, on average."""
        return sum(game.score for game in self.games) / len(self.games)

    @property
    def error(self) -> float:
        """The standard error of that average."""
        deviations = sum((game.score - self.average) ** 2 for game in self.games)
        return math.sqrt(deviations / max(len(self.games) - 1, 1) / len(self.games))

    @property
    def seconds(self) -> float:
        """Time of all games, of one processor."""
        return sum(game.seconds for game in self.games)

    @property
    def milliseconds(self) -> float:
        """Time of a move, on average."""
        return 1000 * self.seconds / sum(game.moves for game in self.games)

    def reached(self, exponent: int) -> int:
        """Return how many games made a tile of this exponent or a larger one."""
        return sum(game.largest >= exponent for game in self.games)

    def share(self, exponent: int) -> float:
        """Return the share of the games that made this tile, from 0 to 1."""
        return self.reached(exponent) / len(self.games)

    def interval(self, exponent: int) -> tuple[float, float]:
        """Return between which shares the true one lies, with 95 % confidence (Wilson)."""
        return wilson(self.reached(exponent), len(self.games))


@dataclass(frozen=True)
class Strength:
    """Games of some levels, by their numbers, all of one seed and played with the same weights.

    ``weights`` is the checksum of their file, ``measured_on`` the day of the last game; ``example`` is
    how a player with these weights judges the boards of the example.
    """

    weights: str
    seed: int
    measured_on: date
    example: list[Judged]
    games: dict[Level, dict[int, Played]]

    @property
    def summaries(self) -> dict[Level, Summary]:
        """The games of each level that has any, summed up, the quickest level first."""
        return {level: Summary(list(self.games[level].values())) for level in Level if self.games.get(level)}

    def with_game(self, level: Level, number: int, played: Played) -> "Strength":
        """Return these games and one more."""
        known = self.games.get(level, {})
        return replace(self, games={**self.games, level: {**known, number: played}})

    def joined(self, later: "Strength") -> "Strength":
        """Return these games and later ones. Raises ``Unlike`` if the weights or the seed are others."""
        if self.weights != later.weights:
            theirs, ours = self.weights[:16], later.weights[:16]
            raise Unlike(f"its games were played with the weights {theirs}…, not {ours}…")
        if self.seed != later.seed:
            raise Unlike(f"its games are of the seed {self.seed}, not {later.seed}")
        games = {level: self.games.get(level, {}) | later.games.get(level, {}) for level in Level}
        return replace(later, games={level: dict(sorted(known.items())) for level, known in games.items()})


def read_strength(path: Path = COMMITTED) -> Strength | None:
    """Read a file that ``keep`` wrote, ``None`` if there is none.

    Raises ``KeyError`` or ``ValueError`` if it is another kind of file.
    """
    if not path.exists():
        return None
    kept: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return Strength(
        weights=kept["weights"],
        seed=kept["seed"],
        measured_on=date.fromisoformat(kept["measured_on"]),
        example=[_judged(*one) for one in kept["example"]],
        games={
            Level(level): {int(number): Played(*game) for number, game in games.items()}
            for level, games in kept["games"].items()
        },
    )


def keep(path: Path, measured: Strength) -> None:
    """Add games to those of a file, while other processes may do the same; it is whole at any time.

    Raises ``Unlike`` if they do not belong together, and ``OSError`` if the file cannot be written.
    """
    with _alone_in(path.parent):
        kept = read_strength(path)
        joined = kept.joined(measured) if kept else measured
        unfinished = path.with_suffix(".unfinished")
        unfinished.write_text(json.dumps(vars(joined), default=str) + "\n", "utf-8")
        unfinished.replace(path)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _judged(board: list[int], values: dict[str, int], depth: int, nodes: int) -> Judged:
    return Judged(tuple(board), {Direction(name): value for name, value in values.items()}, depth, nodes)
