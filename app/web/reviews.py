"""What the pages about finished games show: words, shares and curves, and never what a network thinks.

Points are told of the score alone. How a position stood is a share of what the first board promised.
"""

from itertools import accumulate
from typing import NamedTuple

from app.engine.board import Board, Direction
from app.engine.game import Game, outcome
from app.solver.grades import Grade
from app.solver.reasons import Reason, Why, reasons_for
from app.solver.review import Mark, Review
from app.store.history import FinishedGame
from app.web.curves import CurveView, view_curve
from app.web.directions import ARROWS, direction_names
from app.web.hints import grade_names
from app.web.i18n import Language
from app.web.pictures import Picture, picture

MOST_REASONS = 2


class FinishedView(NamedTuple):
    """A finished game in a list."""

    id: int
    date: str
    score: str
    largest: str
    moves: str
    kind: str


class DirectionView(NamedTuple):
    """A direction, as a sign and in words."""

    arrow: str
    name: str


class TurnView(NamedTuple):
    """One position of a game and the move that was played in it, ``None`` for the last."""

    turn: int
    last: int
    title: str
    score: str
    board: Picture
    move: "MoveView | None"
    takes_moves: bool


class MoveView(NamedTuple):
    """A move beside the best one: ``share`` is what it kept of it, in hundredths."""

    number: str
    played: DirectionView
    best: DirectionView
    grade: Grade
    words: str
    share: int
    reasons: list[str]


class CostlyView(NamedTuple):
    """One of the costliest moves: the position that it was played in, and the move."""

    turn: int
    board: Picture
    move: MoveView


class GradeView(NamedTuple):
    """How many moves got a grade; ``share`` is their part of all, in hundredths."""

    grade: Grade
    words: str
    moves: str
    share: int


class StoryView(NamedTuple):
    """The score told apart: ``start`` + ``luck`` - ``losses`` - ``left`` is the score, to the last point."""

    start: str
    luck: str
    losses: str
    left: str
    score: str


class ReviewView(NamedTuple):
    """A whole review. ``prospects``, ``luck`` and ``story`` are ``None`` where the plain player advised."""

    accuracy: str
    grades: list[GradeView]
    costliest: list[CostlyView]
    milestones: list[tuple[str, str]]
    prospects: CurveView | None
    luck: CurveView | None
    story: StoryView | None


def view_finished(game: FinishedGame, language: Language) -> FinishedView:
    """Return what a list shows of a finished game."""
    return FinishedView(
        game.id,
        language.day_of(game.moved_at),
        language.number(game.score),
        language.tiles[max(game.board)],
        language.number(game.turn),
        _kind(game, language),
    )


def view_turn(review: Review, turn: int, position: Game, language: Language) -> TurnView:
    """Return what the page shows of a game at one of its turns."""
    last = len(review.marks)
    _, number = language.gettext, language.number
    if turn < last:
        title = _("Before move %(move)s of %(moves)s", move=number(turn + 1), moves=number(last))
        move = _move(turn, review.marks[turn], position.board, language)
    else:
        title = language.ngettext(
            "After the last move, number %(num)s", "After the last of %(num)s moves", last
        )
        move = None
    return TurnView(
        turn,
        last,
        title,
        number(position.score),
        picture(position.board, language),
        move,
        outcome(position).takes_moves,
    )


def view_review(review: Review, positions: dict[int, Game], language: Language) -> ReviewView:
    """Return what the page shows of a whole review; ``positions`` holds those of its costliest moves."""
    number = language.number
    total = max(1, len(review.marks))
    names = grade_names(language)
    start = review.start
    tells_points = start > 0 and not review.is_plain
    return ReviewView(
        accuracy=number(round(review.accuracy)),
        grades=[
            GradeView(grade, names[grade], number(count), round(100 * count / total))
            for grade, count in review.counts.items()
        ],
        costliest=[
            CostlyView(
                turn - 1,
                picture(positions[turn - 1].board, language),
                _move(turn - 1, review.marks[turn - 1], positions[turn - 1].board, language),
            )
            for turn in review.costliest
        ],
        milestones=[(language.tiles[exponent], number(turn)) for exponent, turn in review.milestones.items()],
        prospects=view_curve([worth / start for worth in review.prospects], language)
        if tells_points
        else None,
        luck=view_curve([sum_ / start for sum_ in accumulate(review.luck, initial=0.0)], language)
        if tells_points
        else None,
        story=_story(review, language) if tells_points else None,
    )


def _kind(game: FinishedGame, language: Language) -> str:
    _ = language.gettext
    if game.practice:
        return _("Practice")
    if game.solver:
        return _("Solver")
    return _("Assisted") if game.assisted else _("Own game")


def _move(turn: int, mark: Mark, board: Board, language: Language) -> MoveView:
    is_good = mark.grade in (Grade.BEST, Grade.GOOD)
    reasons = [] if is_good else reasons_for(board, mark.played, mark.best)[:MOST_REASONS]
    return MoveView(
        language.number(turn + 1),
        _direction(mark.played, language),
        _direction(mark.best, language),
        mark.grade,
        grade_names(language)[mark.grade],
        round(100 * mark.share),
        [_reason(reason, language) for reason in reasons],
    )


def _direction(direction: Direction, language: Language) -> DirectionView:
    return DirectionView(ARROWS[direction], direction_names(language)[direction])


def _reason(reason: Reason, language: Language) -> str:
    _ = language.gettext
    if reason.why is Why.FILLED_UP:
        return language.ngettext(
            "It left only %(num)s cell free, fewer than the better move.",
            "It left only %(num)s cells free, fewer than the better move.",
            reason.number,
        )
    tile = language.tiles[reason.number]
    return {
        Why.NEARLY_OVER: _("A new tile in the wrong place would have ended the game at once."),
        Why.CORNER_LEFT: _("The largest tile, %(tile)s, left its corner.", tile=tile),
        Why.EDGE_LEFT: _("The largest tile, %(tile)s, left the edge.", tile=tile),
        Why.CORNER_AT_RISK: _(
            "Some new tiles would have left only moves that take the %(tile)s out of its corner.", tile=tile
        ),
        Why.EDGE_OPENED: _(
            "The full line along the edge, which held the %(tile)s in place, was opened.", tile=tile
        ),
        Why.CHAIN_SPLIT: _("The three largest tiles lay side by side, and this pulled them apart."),
        Why.LARGE_TRAPPED: _(
            "The tile %(tile)s was shut in between tiles much smaller than itself.", tile=tile
        ),
        Why.SMALL_BURIED: _(
            "The tile %(tile)s was shut in between tiles much larger than itself.", tile=tile
        ),
        Why.MERGE_MISSED: _(
            "A merge into %(tile)s was missed, and the next move could not make it.", tile=tile
        ),
        Why.NOTHING_TO_MERGE: _("No two equal tiles were left to merge with the next move."),
    }[reason.why]


def _story(review: Review, language: Language) -> StoryView:
    """Round the parts of the score so that what is shown adds up to it."""
    start, losses, left = round(review.start), round(review.losses), round(review.left)
    luck = review.score - start + losses + left
    return StoryView(*[language.number(part) for part in (start, luck, losses, left, review.score)])
