"""The review of a game that was played: each move graded, and the score told apart into its causes.

It is made from the boards of a game, the directions played on them, and a player's advice on each
board. Nothing in it knows luck that has not fallen yet.
"""

import json
import math
import struct
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from app.engine.board import Board, Direction, slide
from app.solver.grades import Grade, grade, share
from app.solver.levels import Advice

FIRST_MILESTONE = 9
"""The exponent of 512, the smallest tile whose making is told."""

MOST_COSTLY = 10

SEVERITY = 18.0
"""How fast accuracy falls: with this, players of known strength spread from 100 down to about 30."""

_WORST = 1e-2
"""The smallest ratio that counts: one move cannot cost more accuracy than this."""

_DIRECTIONS = list(Direction)
_MARK = struct.Struct("<BBffI?")


class Mark(NamedTuple):
    """One move beside the best one: what each was worth, and the points that the move brought."""

    played: Direction
    best: Direction
    best_worth: float
    worth: float
    points: int
    is_plain: bool

    @property
    def loss(self) -> float:
        """What the move gave away; 0 for the best."""
        return self.best_worth - self.worth

    @property
    def share(self) -> float:
        """How much of what the best move was worth this one kept, from 0 to 1."""
        return share(self.worth, self.best_worth, is_plain=self.is_plain)

    @property
    def grade(self) -> Grade:
        """How good the move was; one worth as much as the best is a best move too."""
        return grade(self.worth, self.best_worth, is_plain=self.is_plain)


class Review(NamedTuple):
    """A whole game, move by move.

    ``left`` is what the last board was still worth: 0 where no move was left. ``milestones`` has the
    turn in which each tile from 512 on was made, by exponent.
    """

    marks: tuple[Mark, ...]
    left: float
    milestones: dict[int, int]

    @property
    def start(self) -> float:
        """What the first board was worth."""
        return self.marks[0].best_worth if self.marks else self.left

    @property
    def losses(self) -> float:
        """What the moves gave away, all together."""
        return math.fsum(mark.loss for mark in self.marks)

    @property
    def luck(self) -> list[float]:
        """How much better each new tile fell than was to be expected, move by move."""
        worths = [*[mark.best_worth for mark in self.marks], self.left]
        return [
            after - (mark.worth - mark.points) for mark, after in zip(self.marks, worths[1:], strict=True)
        ]

    @property
    def score(self) -> int:
        """The points of the game: exactly the start, plus the luck, less the losses and what was left."""
        return sum(mark.points for mark in self.marks)

    @property
    def is_plain(self) -> bool:
        """Whether the plain player advised: the grades hold, and worth is in no unit that could be told."""
        return any(mark.is_plain for mark in self.marks)

    @property
    def counts(self) -> dict[Grade, int]:
        """How many moves got each grade, the best grade first."""
        counted = Counter(mark.grade for mark in self.marks)
        return {grade: counted[grade] for grade in Grade}

    @property
    def costliest(self) -> list[int]:
        """The turns, from 1, of the moves that gave away most, the worst first, and none that was good."""
        marks = self.marks
        bad = [turn for turn, mark in enumerate(marks) if mark.grade not in (Grade.BEST, Grade.GOOD)]
        bad.sort(key=lambda turn: -marks[turn].loss)
        return [turn + 1 for turn in bad[:MOST_COSTLY]]

    @property
    def accuracy(self) -> float:
        """From 0 to 100: how near to the best moves the game was played, whatever its luck."""
        if not self.marks:
            return 100.0
        mean = math.fsum(-math.log(max(mark.share, _WORST)) for mark in self.marks) / len(self.marks)
        return 100 * math.exp(-SEVERITY * mean)

    @property
    def prospects(self) -> list[float]:
        """What the game promised before each move and at its end: the points made and those to come."""
        made = accumulate((mark.points for mark in self.marks), initial=0)
        worths = [*[mark.best_worth for mark in self.marks], self.left]
        return [points + worth for points, worth in zip(made, worths, strict=True)]


def review(boards: Sequence[Board], directions: Sequence[Direction], advices: Sequence[Advice]) -> Review:
    """Review a game from its boards, one more than moves, and the advice on each of them."""
    marks = tuple(map(_mark, boards, directions, advices))
    left = _rounded(advices[-1].value)
    milestones: dict[int, int] = {}
    for turn, board in enumerate(boards):
        for exponent in range(FIRST_MILESTONE, max(board) + 1):
            milestones.setdefault(exponent, turn)
    return Review(marks, left, milestones)


def _mark(board: Board, played: Direction, advice: Advice) -> Mark:
    best = advice.best
    assert best is not None  # noqa: S101 - a board on which a move was played has one
    worth = _rounded(advice.values[played])
    best_worth = _rounded(advice.value)
    # A move worth as much as the best is the best: the order of equals means nothing.
    better = played if worth == best_worth else best
    return Mark(played, better, best_worth, worth, slide(board, played).gained, advice.is_plain)


def _rounded(worth: float) -> float:
    """Round to the precision in which a review is kept, so that a stored one adds up exactly too."""
    (rounded,) = struct.unpack("<f", struct.pack("<f", worth))
    return float(rounded)


def pack(found: Review) -> bytes:
    """Return a review as bytes, 15 a move and a few more."""
    header = json.dumps({"left": found.left, "milestones": list(found.milestones.items())})
    marks = [
        _MARK.pack(_DIRECTIONS.index(mark.played), _DIRECTIONS.index(mark.best), *mark[2:])
        for mark in found.marks
    ]
    return b"\n".join([header.encode(), b"".join(marks)])


def unpack(packed: bytes) -> Review:
    """Return the review that was packed."""
    header, _, marks = packed.partition(b"\n")
    read = json.loads(header)
    return Review(
        tuple(
            Mark(_DIRECTIONS[played], _DIRECTIONS[best], *rest)
            for played, best, *rest in _MARK.iter_unpack(marks)
        ),
        read["left"],
        dict(read["milestones"]),
    )
