"""What the templates show: tiles with their places, and the sentences about a move."""

from typing import NamedTuple

from app.engine.board import SIDE, Board, Direction, slide
from app.engine.chance import commitment
from app.engine.game import Outcome, outcome
from app.play.protocol import Answer
from app.play.seats import Seat
from app.play.tiles import Step
from app.web.i18n import Language


class TileView(NamedTuple):
    """A tile on the page. ``kind`` is how it came: empty for one that was there before.

    ``targets`` says for each direction where it would slide, as "row,column".
    """

    identity: int
    row: int
    column: int
    value: int
    kind: str
    targets: dict[str, str]


class GameView(NamedTuple):
    """A game as the page shows it."""

    tiles: list[TileView]
    rows: list[list[int]]
    turn: int
    version: int
    score: int
    gained: int
    best: int
    has_progress: bool
    has_won: bool
    is_over: bool
    reached_2048: bool
    commitment: str


def view_game(seat: Seat, answer: Answer | None = None) -> GameView:
    """Return what the page shows of a game, with how it got there if an answer tells."""
    game = seat.game
    standing = outcome(game)
    step = answer.step if answer else None
    values = [1 << exponent if exponent else 0 for exponent in game.board]
    return GameView(
        tiles=_tiles(game.board, seat.position.tiles, step),
        rows=[values[start : start + SIDE] for start in range(0, len(values), SIDE)],
        turn=game.turn,
        version=seat.position.version,
        score=game.score,
        gained=answer.gained if answer else 0,
        best=seat.best,
        has_progress=seat.has_progress and not standing.is_over,
        has_won=game.won and not game.continued,
        is_over=standing.is_over,
        reached_2048=game.won,
        commitment=commitment(seat.seed).hex(),
    )


def describe(answer: Answer, language: Language) -> str:
    """Say what a request did, in whole sentences for the status line."""
    _ = language.gettext
    game = answer.seat.game
    if not answer.moves:
        return _("A new game.") if answer.step else _("Nothing moved.")
    sentences = [_directions(answer, language)]
    last = answer.moves[-1]
    if len(answer.moves) == 1 and last.slide.merged:
        made = [language.number(1 << last.slide.board[cell]) for cell in last.slide.merged]
        sentences.append(_("Merged into %(tiles)s.", tiles=language.listed(made)))
    row, column = divmod(last.spawn.cell, SIDE)
    sentences.append(
        _(
            "New %(value)s in row %(row)s, column %(column)s.",
            value=language.number(1 << last.spawn.exponent),
            row=language.number(row + 1),
            column=language.number(column + 1),
        )
    )
    sentences.append(_("Score %(score)s.", score=language.number(game.score)))
    standing = outcome(game)
    if standing in (Outcome.WON, Outcome.WON_AND_OVER) and not game.continued:
        sentences.append(_("You made 2048: you win!"))
    if standing.is_over:
        sentences.append(_("No move is left: the game is over."))
    return " ".join(sentences)


def _directions(answer: Answer, language: Language) -> str:
    _ = language.gettext
    if len(answer.moves) > 1:
        return language.ngettext("%(num)s move.", "%(num)s moves.", len(answer.moves))
    return {
        Direction.UP: _("Up."),
        Direction.DOWN: _("Down."),
        Direction.LEFT: _("Left."),
        Direction.RIGHT: _("Right."),
    }[answer.moves[0].direction]


def _tiles(board: Board, identities: Board, step: Step | None) -> list[TileView]:
    slides = {direction.value: slide(board, direction).targets for direction in Direction}
    tiles = [
        TileView(
            identity=identities[cell],
            row=cell // SIDE,
            column=cell % SIDE,
            value=1 << exponent,
            kind=_kind(cell, step),
            targets={direction: _place(targets[cell]) for direction, targets in slides.items()},
        )
        for cell, exponent in enumerate(board)
        if exponent
    ]
    ghosts = [
        TileView(ghost.identity, ghost.cell // SIDE, ghost.cell % SIDE, 1 << ghost.exponent, "ghost", {})
        for ghost in (step.ghosts if step else ())
    ]
    return sorted(tiles + ghosts)


def _kind(cell: int, step: Step | None) -> str:
    if step and cell in step.merged:
        return "merged"
    return "new" if step and cell in step.spawned else ""


def _place(cell: int) -> str:
    row, column = divmod(cell, SIDE)
    return f"{row},{column}"
