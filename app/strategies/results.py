"""What came of many games: kept as whole numbers in a file, with what can be worked out from them."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from math import sqrt
from pathlib import Path
from typing import Any

from app.confidence import Z, wilson
from app.engine.board import Board
from app.engine.game import WINNING
from app.strategies.choosing import Way
from app.strategies.playing import Played

COMMITTED = Path(__file__).with_name("results.json")
"""The results that the product shows."""


@dataclass(frozen=True)
class Tally:
    """What came of the games of one strategy.

    ``largest`` counts the games by the exponent of their largest tile; ``middle_score`` and
    ``middle_board`` are of the game in the middle by score, and tell how a common game ends.
    """

    games: int
    turns: int
    score_sum: int
    score_square_sum: int
    largest: dict[int, int]
    middle_score: int
    middle_board: Board

    @property
    def average(self) -> float:
        """Points a game."""
        return self.score_sum / self.games

    @property
    def average_margin(self) -> float:
        """Points to either side of the average within which the true one lies, with 95 % confidence."""
        variance = self.score_square_sum / self.games - self.average**2
        return Z * sqrt(max(variance, 0.0) / self.games)

    def reached(self, exponent: int) -> int:
        """Return how many games made a tile of this exponent or a larger one."""
        return sum(games for largest, games in self.largest.items() if largest >= exponent)

    def share(self, exponent: int = WINNING) -> float:
        """Return the share of games that made this tile, 2048 if none is named, from 0 to 1."""
        return self.reached(exponent) / self.games

    def interval(self, exponent: int = WINNING) -> tuple[float, float]:
        """Return between which shares the true one lies, with 95 % confidence (Wilson)."""
        return wilson(self.reached(exponent), self.games)


@dataclass(frozen=True)
class Results:
    """The tallies of all strategies over the same seeds, and those of the first few games alone.

    ``seconds`` is how long one processor would have taken, ``taken_on`` the day.
    """

    seed: str
    games: int
    taken_on: date
    seconds: int
    tallies: dict[Way, Tally]
    samples: dict[Way, Tally]


def tally(played: Sequence[Played]) -> Tally:
    """Count what came of these games."""
    middle = sorted(played)[len(played) // 2]
    return Tally(
        games=len(played),
        turns=sum(game.turn for game in played),
        score_sum=sum(game.score for game in played),
        score_square_sum=sum(game.score**2 for game in played),
        largest=dict(sorted(Counter(game.largest for game in played).items())),
        middle_score=middle.score,
        middle_board=middle.board,
    )


def read_results(path: Path = COMMITTED) -> Results:
    """Read a file that ``write_results`` wrote. Raises ``OSError`` or ``ValueError`` if it is none."""
    kept = json.loads(path.read_text("utf-8"))
    return Results(
        seed=kept["seed"],
        games=kept["games"],
        taken_on=date.fromisoformat(kept["taken_on"]),
        seconds=kept["seconds"],
        tallies=_tallies(kept["tallies"]),
        samples=_tallies(kept["samples"]),
    )


def write_results(results: Results, path: Path) -> None:
    """Write results to a file of JSON. Raises ``OSError`` if that cannot be."""
    path.write_text(json.dumps(asdict(results), default=str) + "\n", "utf-8")


def _tallies(kept: dict[str, dict[str, Any]]) -> dict[Way, Tally]:
    return {Way(name): _tally_of(one) for name, one in kept.items()}


def _tally_of(kept: dict[str, Any]) -> Tally:
    largest = {int(exponent): games for exponent, games in kept["largest"].items()}
    return Tally(**{**kept, "largest": largest, "middle_board": tuple(kept["middle_board"])})
